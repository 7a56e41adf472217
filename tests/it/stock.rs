//! Players with stock tools: keys of ssh-keygen and age-keygen, packets signed and sealed by
//! ssh-keygen and age. Orders are those of the staff.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::bench::output;

fn run(dir: &Path, program: &str, arguments: &[&str]) -> Output {
    let made = output(Command::new(program).current_dir(dir).args(arguments));
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{program} {arguments:?}: {told}");
    made
}

/// A campaign in a directory, and its players' files beside it.
pub(crate) struct Stock<'a> {
    dir: &'a Path,
    name: &'a str,
    seats: &'a [&'a str],
}

impl<'a> Stock<'a> {
    /// A new campaign, with a seat for each player.
    pub(crate) fn enrolled(
        dir: &'a Path,
        name: &'a str,
        seats: &'a [&'a str],
        game: &[&str],
    ) -> Self {
        run(dir, env!("CARGO_BIN_EXE_adjutant"), &[&["new", name], game].concat());
        let stock = Self { dir, name, seats };
        for seat in seats {
            let (ssh, age) = (format!("{seat}.ssh"), format!("{seat}.age"));
            run(dir, "ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-C", seat, "-f", &ssh]);
            run(dir, "age-keygen", &["-o", &age]);
            let recipient = run(dir, "age-keygen", &["-y", &age]).stdout;
            let recipient = String::from_utf8(recipient).unwrap();
            let (public, recipient) = (format!("{ssh}.pub"), recipient.trim());
            stock.adjutant(&["enroll", seat, &public, "--recipient", recipient]);
        }
        stock
    }

    /// What a command on the campaign prints.
    pub(crate) fn adjutant(&self, arguments: &[&str]) -> String {
        let arguments = [&["-C", self.name], arguments].concat();
        let made = run(self.dir, env!("CARGO_BIN_EXE_adjutant"), &arguments);
        String::from_utf8(made.stdout).unwrap()
    }

    /// `age -d -i KEY SEALED | gunzip > REPORT`: what the report of a cycle says, and its file.
    pub(crate) fn read(&self, cycle: u32, seat: &str) -> (String, String) {
        let sealed = format!("{}/cycles/{cycle:04}/reports/{seat}.age", self.name);
        let report = format!("{cycle:02}-{seat}.report");
        let packed = format!("{report}.gz");
        run(self.dir, "age", &["-d", "-i", &format!("{seat}.age"), "-o", &packed, &sealed]);
        let told = run(self.dir, "gunzip", &["-f", &packed]).stderr;
        assert_eq!(String::from_utf8_lossy(&told), "");
        (fs::read_to_string(self.dir.join(&report)).unwrap(), report)
    }

    /// Reads the report, has the staff write the orders, checks, signs and seals them. `change` may
    /// write other lists. Nothing, if there is nothing to order.
    fn packet(&self, cycle: u32, seat: &str, change: &Change<'_>) -> Option<String> {
        let name = |what: &str| format!("{cycle:02}-{seat}.{what}");
        let (orders, packet) = (name("yaml"), name("packet"));
        let (_, report) = self.read(cycle - 1, seat);
        let template = ["-C", self.name, "template", "--staff", "--report", &report, "-o", &orders];
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        if output(command.current_dir(self.dir).args(template)).status.code() == Some(3) {
            return None;
        }
        let path = self.dir.join(&orders);
        let staff = fs::read_to_string(&path).unwrap();
        let (head, _) = staff.split_once("\norders:").expect("a list of orders");
        if let Some(lists) = change(cycle, seat) {
            fs::write(&path, format!("{head}\n{lists}")).unwrap();
        }
        self.adjutant(&["check", &orders, "--report", &report]);
        let key = format!("{seat}.ssh");
        let sign = ["-Y", "sign", "-f", &key, "-n", "orders-v1@adjutant", &orders];
        run(self.dir, "ssh-keygen", &sign);
        let text = fs::read_to_string(&path).unwrap();
        let signature = fs::read_to_string(self.dir.join(format!("{orders}.sig"))).unwrap();
        let to = text.lines().find_map(|line| line.strip_prefix("to: ")).unwrap().to_owned();
        fs::write(self.dir.join(name("signed")), text + &signature).unwrap();
        run(self.dir, "age", &["-a", "-r", &to, "-o", &packet, &name("signed")]);
        Some(packet)
    }

    /// A cycle: opened, ordered by everybody who has something to order, resolved. Whether the game
    /// goes on.
    pub(crate) fn cycle(&self, cycle: u32, change: &Change<'_>) -> bool {
        self.adjutant(&["open"]);
        let packets = self.seats.iter().filter_map(|seat| self.packet(cycle, seat, change));
        let packets: Vec<String> = packets.collect();
        let mut receive = vec!["receive"];
        receive.extend(packets.iter().map(String::as_str));
        let receipts = self.adjutant(&receive);
        let accepted = receipts.matches("verdict: accepted").count();
        assert_eq!(accepted, packets.len(), "{receipts}");
        self.adjutant(&["resolve"]);
        let status = self.adjutant(&["--json", "status"]);
        let status: Value = serde_json::from_str(&status).unwrap();
        !status["stage"].as_str().unwrap().starts_with("over")
    }

    /// Ends the campaign, and verifies it with its reveal.
    pub(crate) fn revealed(&self, cycles: u32) {
        self.adjutant(&["reveal", "--abandon", "this is enough"]);
        let verdict = self.adjutant(&["verify"]);
        assert!(verdict.lines().all(|line| line.starts_with("ok ")), "{verdict}");
        let replayed = format!("replay: {} cycles replayed", cycles + 1);
        assert!(verdict.contains(&replayed), "{verdict}");
    }
}

/// Lists that a seat orders in a cycle instead of those of the staff.
pub(crate) type Change<'a> = dyn Fn(u32, &str) -> Option<String> + 'a;
