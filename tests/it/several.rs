//! A directory of campaigns: the same command over all of them. What is the matter with one keeps no other
//! waiting, and is said with its name.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use tempfile::TempDir;

use crate::bench::{Bench, copy, output};
use crate::folder::folder;
use crate::html::sound;
use crate::week;

/// 2026-03-05T12:00:00Z, when [`week::campaign`] begins.
const EPOCH: u64 = 1_772_712_000;

/// `a`, which plays by a calendar; `b`, whose seats are vacant and which has no calendar; and `c`, open without a
/// deadline.
struct Games {
    folder: TempDir,
    /// Those who play in `a`.
    a: Bench,
}

impl Games {
    fn new() -> Self {
        let games = Self { folder: folder(), a: week::campaign("") };
        let (b, c) = (Bench::founded_for(2), Bench::open());
        for (name, bench) in [("a", &games.a), ("b", &b), ("c", &c)] {
            copy(&bench.root(), &games.path(name));
            copy(&bench.dir.path().join("campaign.keys"), &games.path(&format!("{name}.keys")));
        }
        games
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("games").join(name)
    }

    fn told(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.arg("-C").arg(self.folder.path().join("games")).args(arguments);
        command.env("SOURCE_DATE_EPOCH", (EPOCH + 60).to_string()).env("NO_COLOR", "1");
        command.env("XDG_CACHE_HOME", self.folder.path().join("cache"));
        let output = output(&mut command);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
    }

    /// Makes a post that serves all of them, and returns the Maildir that it reads.
    fn post(&self) -> PathBuf {
        let inbox = self.folder.path().join("box");
        for part in ["new", "cur", "tmp"] {
            fs::create_dir_all(inbox.join(part)).unwrap();
        }
        let post = self.folder.path().join("games.post");
        fs::create_dir(&post).unwrap();
        let text = format!(
            "from: post@example.org\nmoderator: karl@example.org\nin: [{{maildir: {}}}]\n\
             out:\n  folder: {}\n",
            inbox.display(),
            self.folder.path().join("out").display()
        );
        fs::write(post.join("post.yaml"), text).unwrap();
        inbox
    }

    /// The last entry of a campaign's ledger.
    fn last(&self, name: &str) -> PathBuf {
        let ledger = self.path(name).join("ledger");
        let entries = fs::read_dir(ledger).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|e| e == "yaml")).max().unwrap()
    }

    /// A word in the last entry of a campaign's ledger is changed.
    fn spoil(&self, name: &str) {
        let last = self.last(name);
        let text = fs::read_to_string(&last).unwrap();
        fs::write(&last, text.replace("cycle", "cycel")).unwrap();
    }
}

#[test]
fn all_campaigns_are_verified_and_the_bad_one_is_named() {
    let games = Games::new();
    let (code, told, said) = games.told(&["verify"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!((code, lines.len()), (0, 3), "{told}{said}");
    for (line, name) in lines.iter().zip(["a", "b", "c"]) {
        assert!(line.starts_with(&format!("ok      {name}: ")), "{told}");
    }
    games.spoil("c");
    let (code, told, said) = games.told(&["verify"]);
    assert!(code == 1 && told.contains("\nFAILED  c\nFAILED  chain: "), "{told}{said}");
    assert!(said.ends_with("refused: 1 of 3 campaigns needs you: c\n"), "{said}");
    // What belongs to one is not looked for in all.
    let (code, _, said) = games.told(&["verify", "--checkpoint", "checkpoint"]);
    assert!(code == 2 && said.contains("there are several campaigns here"), "{said}");
    let (code, told, said) = games.told(&["--json", "verify"]);
    let value: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(code, 1, "{said}");
    assert_eq!(value["campaigns"].as_array().unwrap().len(), 3, "{told}");
    assert_eq!(value["campaigns"][0]["verdict"]["lines"][0]["outcome"], "passed");
}

#[test]
fn one_site_leads_to_all_campaigns() {
    let games = Games::new();
    let into = games.folder.path().join("site");
    let write = || games.told(&["site", into.to_str().unwrap()]);
    let (code, told, said) = write();
    assert_eq!(code, 0, "{told}{said}");
    let front = fs::read_to_string(into.join("index.html")).unwrap();
    sound(&front);
    let places = linked(&front);
    assert_eq!(places.len(), 3, "{front}");
    for place in &places {
        assert!(into.join(place).is_file(), "{place}");
    }
    assert!(front.contains("Cycle 1 is open") && front.contains("Enrolling players"), "{front}");
    // One that cannot be read keeps its pages, and is said to be so.
    games.spoil("c");
    let (code, told, said) = write();
    assert_eq!(code, 1, "{told}{said}");
    let front = fs::read_to_string(into.join("index.html")).unwrap();
    assert!(front.contains("cannot be read just now") && linked(&front).len() == 2, "{front}");
    assert!(places.iter().all(|place| into.join(place).is_file()), "{told}");
    assert!(told.contains("a: bench-") && said.contains("1 of 3 campaigns needs you: c"), "{said}");
}

/// Where the links of a page lead to other pages.
fn linked(page: &str) -> Vec<String> {
    let targets = page.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    targets.filter(|target| Path::new(target).ends_with("index.html")).map(str::to_owned).collect()
}

#[test]
fn what_comes_next_is_shown_and_decided_for_all() {
    let games = Games::new();
    let (code, told, said) = games.told(&["calendar"]);
    assert_eq!(code, 0, "{told}{said}");
    let lines: Vec<&str> = told.lines().collect();
    let waits = "2026-03-13 20:00 Europe/London (2026-03-13T20:00:01Z)  a: cycle 1 is resolved without orders \
                 of mazianni";
    assert_eq!(lines.first(), Some(&waits), "{told}");
    assert_eq!(&lines[lines.len() - 2..], ["-  b: no calendar", "-  c: no calendar"], "{told}");
    // One calendar for all.
    let path = games.folder.path().join("campaign.yaml");
    fs::write(&path, week::FRIDAYS).unwrap();
    let set = ["calendar", "set", path.to_str().unwrap(), "--reason", "agreed"];
    let (code, told, said) = games.told(&set);
    assert_eq!((code, told.lines().count()), (0, 2), "{told}{said}");
    assert!(said.contains("a: ") && said.contains("is in force already"), "{said}");
    let (code, _, said) = games.told(&set);
    assert!(code == 3 && said.ends_with("3 campaigns, and nothing in any\n"), "{said}");
    fs::write(&path, format!("{}pause: 30d\n", week::FRIDAYS)).unwrap();
    let (code, told, said) = games.told(&set);
    assert_eq!((code, told.lines().count()), (0, 3), "{told}{said}");
    let pause = ["calendar", "pause", "--until", "+3d", "--reason", "Easter"];
    let (code, told, said) = games.told(&pause);
    assert_eq!((code, told.lines().count()), (0, 3), "{told}{said}");
    let (code, told, said) = games.told(&pause);
    assert_eq!((code, told.as_str()), (3, ""), "{said}");
    assert!(said.contains("b: the campaign pauses until"), "{said}");
    // A seat is one campaign's.
    let (code, _, said) = games.told(&["calendar", "drop", "union", "--reason", "silent"]);
    assert!(code == 2 && said.contains("there are several campaigns here"), "{said}");
    let (code, told, said) = games.told(&["open", "--deadline", "+9d", "--reason", "a holiday"]);
    assert_eq!((code, told.lines().count()), (2, 2), "{told}{said}");
    assert!(said.contains("b: a cycle that is not open yet has no deadline to move"), "{said}");
}

#[test]
fn a_broken_campaign_keeps_no_other_from_its_round_or_its_line() {
    let games = Games::new();
    let inbox = games.post();
    games.spoil("c");
    let into = games.folder.path().join("site");
    let (code, told, said) = games.told(&["run", "--post", "--site", into.to_str().unwrap()]);
    assert!(told.contains("campaign  a: nothing is due"), "{told}{said}");
    assert_eq!(code, 1, "{told}{said}");
    assert!(said.contains("2 of 3 campaigns need you: c and b"), "{said}");
    let front = fs::read_to_string(into.join("index.html")).unwrap();
    assert_eq!(linked(&front).len(), 2, "{front}");
    assert!(linked(&front).iter().any(|place| into.join(place).is_file()), "{front}");
    let (code, told, said) = games.told(&["status"]);
    assert_eq!(code, 1, "{told}{said}");
    assert!(told.contains("cycle 1 is open (set-up), until 2026-03-13"), "{told}");
    assert!(said.ends_with("1 of 3 campaigns needs you: c\n"), "{said}");
    let (_, told, _) = games.told(&["--json", "run", "--post"]);
    let value: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(value["campaigns"][0]["campaign"], "a", "{told}");
    // Where none can be read all mail waits.
    let mail = inbox.join("new/1");
    fs::write(&mail, "From: ann@example.org\nSubject: hello\n\nWhen do we begin?\n").unwrap();
    fs::write(games.last("a"), "nothing").unwrap();
    fs::write(games.last("b"), "nothing").unwrap();
    let (code, told, said) = games.told(&["run", "--post"]);
    assert_eq!((code, told.as_str()), (1, ""), "{said}");
    assert!(mail.is_file() && said.contains("3 of 3 campaigns need you"), "{said}");
}

#[test]
fn mail_waits_for_a_campaign_that_cannot_be_read_and_was_never_served() {
    let games = Games::new();
    let path = games.folder.path().join("campaign.yaml");
    fs::write(&path, week::FRIDAYS).unwrap();
    games.told(&["calendar", "set", path.to_str().unwrap(), "--reason", "agreed"]);
    let packet = week::mail(&games.a, "union", 1, week::START, false).content.read().unwrap();
    let mail = format!(
        "Message-ID: <1@example.net>\nFrom: union@example.net\nMIME-Version: 1.0\n\
         Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n{}\n",
        BASE64_STANDARD.encode(packet)
    );
    fs::write(games.post().join("new/1"), mail).unwrap();
    let whole = fs::read(games.last("a")).unwrap();
    games.spoil("a");
    let (code, told, said) = games.told(&["run", "--post"]);
    assert!(code == 1 && said.contains(" you: a"), "{told}{said}");
    assert!(told.contains("campaign  c") && !told.contains("refused"), "{told}{said}");
    fs::write(games.last("a"), whole).unwrap();
    let (_, told, said) = games.told(&["run", "--post"]);
    assert!(told.contains("union, accepted"), "{told}{said}");
}

/// What lies in the mailbox that all share is a task of all, and is told where all are shown.
#[test]
fn what_waits_in_the_shared_post_is_told_with_all_campaigns() {
    let games = Games::new();
    let inbox = games.post();
    let carla = games.folder.path().join("carla");
    let keygen = games.told(&["keygen", carla.to_str().unwrap(), "--name", "Carla"]);
    assert_eq!(keygen.0, 0, "{keygen:?}");
    let public = fs::read_to_string(carla.with_extension("pub")).unwrap();
    let mail = format!("From: carla@example.net\r\nMessage-ID: <c@x>\r\n\r\n{public}");
    fs::write(inbox.join("new/carla"), mail.replace("\r\n", "\n").replace('\n', "\r\n")).unwrap();
    games.told(&["run", "--post"]);
    let (code, told, said) = games.told(&["status"]);
    assert_eq!(code, 0, "{told}{said}");
    let (_, shared) = told.split_once("the post they share\n").expect(&told);
    assert!(shared.contains("to do: Carla asks for a seat: compare SHA256:"), "{told}");
}
