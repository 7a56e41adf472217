//! A campaign made and played from the command line, as its moderator and players do.

use std::fs;
use std::path::Path;

use crate::program::{Cost, Program};

/// The seats of Company War.
pub(crate) const SIDES: [&str; 2] = ["mazianni", "union"];

/// A deadline that no bench reaches.
pub(crate) const DEADLINE: &str = "+30d";

/// A campaign in a directory of its own: `campaign`, its keys, its players' keys.
pub(crate) struct Campaign<'a> {
    pub(crate) program: &'a Program,
    pub(crate) place: &'a Path,
    pub(crate) seats: &'a [&'a str],
}

impl Campaign<'_> {
    /// A command about the campaign.
    pub(crate) fn run(&self, arguments: &[&str]) -> Cost {
        self.program.run(self.place, &[&["-C", "campaign"], arguments].concat())
    }

    /// The median of several runs of a command that changes nothing.
    pub(crate) fn median(&self, arguments: &[&str]) -> Cost {
        self.program.median(self.place, &[&["-C", "campaign"], arguments].concat())
    }

    /// Founds it with the arguments of `new`, gives the seats to players, and opens cycle 1.
    pub(crate) fn found(&self, arguments: &[&str]) {
        self.program.run(self.place, &[&["new", "campaign"], arguments].concat());
        for seat in self.seats {
            self.run(&["keygen", seat]);
            self.run(&["enroll", seat, &format!("{seat}.pub")]);
        }
        self.run(&["open", "--deadline", DEADLINE]);
    }

    /// Writes and seals a seat's final orders for the open cycle; gives the packet's path.
    pub(crate) fn seal(&self, seat: &str, staff: bool) -> String {
        let [orders, packet] = ["yaml", "age"].map(|end| format!("{seat}.{end}"));
        self.remove(&[&orders, &packet]);
        let key = format!("{seat}.key");
        let mut template = vec!["template", "--key", &key, "-o", &orders];
        template.extend(staff.then_some("--staff"));
        self.run(&template);
        let file = self.place.join(&orders);
        let text = fs::read_to_string(&file).expect("an order file");
        let done = text.replacen("\nsequence:", "\nfinal: true\nsequence:", 1);
        assert_ne!(done, text, "an order file has a sequence");
        fs::write(file, done).expect("a disk");
        self.run(&["seal", &orders, "--key", &key, "-o", &packet]);
        packet
    }

    /// Plays the open cycle to its end and opens the next; gives what `receive` and `resolve` cost.
    pub(crate) fn cycle(&self, staff: bool) -> (Cost, Cost) {
        let packets: Vec<_> = self.seats.iter().map(|seat| self.seal(seat, staff)).collect();
        let mut receive = vec!["receive"];
        receive.extend(packets.iter().map(String::as_str));
        (self.run(&receive), self.run(&["resolve", "--open", "--deadline", DEADLINE]))
    }

    pub(crate) fn remove(&self, files: &[&str]) {
        for file in files {
            // It may not be there yet.
            let _ = fs::remove_file(self.place.join(file));
        }
    }
}
