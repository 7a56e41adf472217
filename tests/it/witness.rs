//! Witnesses: with one honest one, no moderator shows two players two histories that both look witnessed.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::folder::folder;

/// The clock: 2026-03-05T12:00:00Z.
const NOW: u64 = 1_772_712_000;
const HOUR: u64 = 3_600;

/// A club's machine: a campaign `pell` of two seats with one witness, and what is done with it.
struct Club {
    home: PathBuf,
    /// The last witness that was made, as moderators name them.
    line: String,
}

impl Club {
    /// A campaign that names these witnesses by new keys of theirs.
    fn new(home: &Path, witnesses: &[&str], more: &str) -> Self {
        let mut club = Self { home: home.to_owned(), line: String::new() };
        let mut named = String::new();
        for name in witnesses {
            let made = club.does(0, &format!("witness keygen club.example/{name} -o {name}.key"));
            let line = made.lines().find_map(|line| line.strip_prefix("witness   ")).unwrap();
            named.push_str(" --witness ");
            named.push_str(line);
            line.clone_into(&mut club.line);
        }
        club.does(0, &format!("new pell{named}{more}"));
        for (seat, name) in [("mazianni", "anna"), ("union", "ben")] {
            club.does(0, &format!("-C pell keygen {name}"));
            club.does(0, &format!("-C pell enroll {seat} {name}.pub"));
        }
        club
    }

    fn run(&self, hours: u64, line: &str, input: &str) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let now = (NOW + hours * HOUR).to_string();
        command.current_dir(&self.home).env("SOURCE_DATE_EPOCH", now).env("NO_COLOR", "1");
        command.args(line.split_whitespace()).stdin(Stdio::piped());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Who needs no input may be gone before it comes.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.success(), said + &String::from_utf8(output.stderr).unwrap())
    }

    fn does(&self, hours: u64, line: &str) -> String {
        let (done, said) = self.run(hours, line, "");
        assert!(done, "{line}: {said}");
        said
    }

    fn refuses(&self, hours: u64, line: &str) -> String {
        let (done, said) = self.run(hours, line, "");
        assert!(!done, "{line}: {said}");
        said
    }

    /// What `verify` says of witnesses.
    fn witnessed(&self, campaign: &str) -> String {
        let (_, said) = self.run(9, &format!("-C {campaign} verify"), "");
        let line = said.lines().find(|line| line.contains("witnesses: "));
        line.unwrap_or_else(|| panic!("no line: {said}")).to_owned()
    }

    /// A copy of the campaign's directory, as a repository hands it out.
    fn copy(&self, from: &str, to: &str) {
        let made = Command::new("cp").arg("-r").args([from, to]).current_dir(&self.home).status();
        assert!(made.unwrap().success());
        let keys = [from, to].map(|name| self.home.join(format!("{name}.keys")));
        if keys[0].exists() && !keys[1].exists() {
            let made = Command::new("cp").arg("-r").args(&keys).status();
            assert!(made.unwrap().success());
        }
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.home.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.home.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The file with what a witness cosigned.
    fn note(&self, campaign: &str) -> String {
        let folder = format!("{campaign}/witnesses");
        let mut files = fs::read_dir(self.home.join(&folder)).unwrap();
        let file = files.next().unwrap().unwrap().file_name().into_string().unwrap();
        assert!(files.next().is_none());
        format!("{folder}/{file}")
    }
}

/// What becomes of a second history, of which each player is shown one. In a league's game there is a witness.
pub(crate) fn second_history(kind: &str) -> String {
    let home = folder();
    let witnesses: &[&str] = if kind == "league" { &["w1"] } else { &[] };
    let club = Club::new(home.path(), witnesses, "");
    club.does(0, "-C pell open --deadline +2h");
    club.copy("pell", "other");
    club.does(1, "-C other open --deadline +9h --reason illness");
    club.does(3, "-C pell resolve --without-orders");
    club.does(11, "-C other resolve --without-orders");
    if kind == "league" {
        club.does(12, "-C pell witness sign --key w1.key");
        club.refuses(12, "-C other witness sign --key w1.key");
        let told = club.refuses(12, "-C other verify --witnessed");
        assert!(told.contains("FAILED  witnesses: "), "{told}");
        return "found on the day, by `witnesses`".to_owned();
    }
    for history in ["pell", "other"] {
        club.does(12, &format!("-C {history} verify"));
    }
    let told = club.refuses(12, "-C other verify --checkpoint pell/checkpoint");
    assert!(told.contains("FAILED  my checkpoint: "), "{told}");
    "found when players compare, by `my checkpoint`".to_owned()
}

#[test]
fn two_histories_are_not_both_witnessed() {
    let home = folder();
    let club = Club::new(home.path(), &["w1"], "");
    assert!(club.witnessed("pell").starts_with("-       witnesses: 0 of 1 witness saw the first"));
    club.does(0, "-C pell open --deadline +2h");
    club.does(1, "-C pell witness sign --key w1.key");
    // The moderator shows one player that the deadline was moved, and the other one that it was not.
    club.copy("pell", "other");
    club.does(1, "-C other open --deadline +9h --reason illness");
    club.does(3, "-C pell resolve --without-orders");
    let seen = club.witnessed("pell");
    assert!(
        seen.starts_with("-       witnesses: 0 of 1 witness saw the result of cycle 1"),
        "{seen}"
    );
    let (_, strict) = club.run(3, "-C pell verify --witnessed", "");
    assert!(
        strict.contains("FAILED  witnesses: 0 of 1 witness saw the result of cycle 1"),
        "{strict}"
    );
    club.does(4, "-C pell witness sign --key w1.key");
    let seen = club.witnessed("pell");
    assert!(
        seen.starts_with("ok      witnesses: 1 of 1 witness saw the result of cycle 1"),
        "{seen}"
    );
    assert!(seen.contains("club.example/w1 saw 6 of 6 entries at 2026-03-05T16:00:00Z"), "{seen}");
    club.does(4, "-C pell verify --witnessed");
    // Of the other history the witness has seen less, and signs no more.
    club.does(11, "-C other resolve --without-orders");
    let told = club.refuses(12, "-C other witness sign --key w1.key");
    assert!(told.contains("another history than you cosigned up to entry 6"), "{told}");
    let seen = club.witnessed("other");
    assert!(
        seen.starts_with("-       witnesses: 0 of 1 witness saw the result of cycle 1"),
        "{seen}"
    );
    club.refuses(12, "-C other verify --witnessed");
    // Neither does their signature on the one history serve the other, nor does a player's program.
    club.put(&club.note("other"), &club.text(&club.note("pell")));
    let seen = club.witnessed("other");
    let told = "FAILED  witnesses: witnesses/";
    assert!(seen.starts_with(told) && seen.contains("saw another history than this one"), "{seen}");
    let told = club.refuses(12, "-C other read --key anna.key");
    assert!(told.contains("saw another history than this one"), "{told}");
}

#[test]
fn what_is_not_the_witnesses_is_refused() {
    let home = folder();
    let club = Club::new(home.path(), &["w1"], "");
    club.does(0, "-C pell open --deadline +2h");
    club.copy("pell", "old");
    club.does(1, "-C pell witness sign --key w1.key -o cosigned");
    let note = club.text("cosigned");
    assert!(
        note.starts_with(&club.text("pell/checkpoint")) && note.contains("\n— club.example/w1 ")
    );
    let told = club.does(1, "-C pell witness add cosigned");
    assert!(told.starts_with("club.example/w1 saw 5 entries: witnesses/"), "{told}");
    assert!(club.does(1, "-C pell witness add cosigned").contains("nothing newer"));
    // The line alone, as a witness by HTTP sends it.
    fs::remove_dir_all(club.home.join("pell/witnesses")).unwrap();
    club.put("line", &note[note.find("— club.example").unwrap()..]);
    club.does(1, "-C pell witness add line");
    assert_eq!(club.text(&club.note("pell")), note);
    // Changed by a byte, by nobody, by somebody else.
    for (at, wrong) in [
        ("the size", note.replacen("\n5\n", "\n4\n", 1)),
        ("no witness", club.text("pell/checkpoint")),
        ("another name", note.replace("club.example/w1", "club.example/w2")),
        ("no note", "words\n".to_owned()),
        ("a bad line", note.trim_end().to_owned() + "AAAA\n"),
    ] {
        club.put("wrong", &wrong);
        club.refuses(1, "-C pell witness add wrong");
        club.put(&club.note("pell"), &note);
        assert!(club.witnessed("pell").starts_with("ok "), "{at}");
    }
    // An older copy is not cosigned again, and one that lacks entries is named.
    club.does(3, "-C pell resolve --without-orders");
    club.does(3, "-C pell witness sign --key w1.key");
    let told = club.refuses(4, "-C old witness sign --key w1.key");
    assert!(told.contains("you cosigned 6 entries, and this copy has 5"), "{told}");
    club.put(&club.note("pell").replace("pell/", "old/"), &club.text(&club.note("pell")));
    assert!(club.witnessed("old").contains("saw 6 entries, and this copy has 5"));
    // A copy in which an entry was changed is not cosigned.
    let entry = club.text("pell/ledger/000002.yaml");
    club.put("pell/ledger/000002.yaml", &entry.replace("name: ", "name:  "));
    club.refuses(4, "-C pell witness sign --key w1.key");
}

#[test]
fn a_campaign_names_each_witness_once_and_a_number_that_can_be_had() {
    let home = folder();
    let club = Club::new(home.path(), &["w1", "w2"], " --quorum 1");
    club.does(0, "-C pell open --deadline +2h");
    club.does(1, "-C pell witness sign --key w2.key");
    let seen = club.witnessed("pell");
    assert!(
        seen.starts_with("ok      witnesses: 1 of 2 witnesses saw the result of cycle 0"),
        "{seen}"
    );
    assert!(seen.contains("club.example/w1 saw nothing yet"), "{seen}");
    let (line, other) = (&club.line, club.line.replace("/w2", "/w3"));
    for (arguments, told) in [
        (format!("--witness {line} --witness {line}"), "club.example/w2 is listed twice"),
        (format!("--witness {line} --quorum 2"), "the quorum is 2, with 1 named"),
        (format!("--witness {line} --quorum 0"), "the quorum is 0, with 1 named"),
        (format!("--witness {other}"), "the id does not match the key"),
        ("--witness club.example/w2".to_owned(), "it does not have three parts"),
    ] {
        let said = club.refuses(0, &format!("new bad {arguments}"));
        assert!(said.contains(told), "{arguments}: {said}");
        assert!(!club.home.join("bad").exists() && !club.home.join("bad.keys").exists());
    }
    assert!(club.refuses(0, "witness keygen no+name").contains("cannot be the name of a key"));
    assert!(!club.home.join("witness.key").exists());
    let home = folder();
    let plain = Club::new(home.path(), &[], "");
    let said = plain.does(0, "-C pell verify");
    assert!(!said.contains("witnesses"), "{said}");
    assert!(plain.refuses(0, "-C pell verify --witnessed").contains("created without witnesses"));
}

/// A witness without a copy: what they are asked and answer is C2SP tlog-witness.
#[test]
fn a_witness_without_a_copy_asks_for_a_proof() {
    let home = folder();
    let club = Club::new(home.path(), &["w1"], "");
    club.does(0, "-C pell open --deadline +2h");
    let log = club.does(0, "-C pell witness log");
    let answer = format!("witness answer --key w1.key --log {}", log.trim());
    let asked = |hours, request: &str| {
        let (done, said) = club.run(hours, &answer, request);
        assert!(done, "{said}");
        let (head, body) = said.split_once("\n\n").unwrap();
        let status: u16 = head.lines().next().unwrap()["Status: ".len()..].parse().unwrap();
        (status, body.to_owned())
    };
    let first = club.does(0, "-C pell witness request");
    assert!(first.starts_with("old 0\n\nadjutant/pell/"), "{first}");
    let (status, line) = asked(1, &first);
    assert_eq!(status, 200, "{line}");
    club.put("line", &line);
    club.does(1, "-C pell witness add line");
    club.copy("pell", "other");
    club.does(1, "-C other open --deadline +9h --reason illness");
    club.does(3, "-C pell resolve --without-orders");
    club.does(11, "-C other resolve --without-orders");
    // Who saw five entries is asked with a proof from five on; who asks otherwise is told where they stand.
    assert_eq!(asked(4, &club.does(4, "-C pell witness request --old 2")), (409, "5\n".to_owned()));
    let next = club.does(4, "-C pell witness request --old 5");
    for (wrong, status) in [
        (next.replacen("old 5", "old 05", 1), 400),
        (next.replacen("old 5\n", "old 5\nAAAA\n", 1), 400),
        (next.replacen("\nadjutant/pell/", "\nadjutant/pall/", 1), 404),
        (next.replacen("\n6\n", "\n7\n", 1), 403),
        ("old 5\n".to_owned(), 400),
        (String::new(), 400),
    ] {
        assert_eq!(asked(4, &wrong).0, status, "{wrong}");
    }
    let proof = next.lines().nth(1).unwrap();
    assert_eq!(asked(4, &next.replacen(&format!("{proof}\n"), "", 1)).0, 422);
    let (status, line) = asked(4, &next);
    assert_eq!(status, 200, "{line}");
    club.put("line", &line);
    club.does(4, "-C pell witness add line");
    assert!(club.witnessed("pell").starts_with("ok "));
    // The other history is as long or longer, and no proof leads to it.
    let forged = club.does(12, "-C other witness request --old 6");
    assert_eq!(asked(12, &forged).0, 422, "{forged}");
    let known = club.does(12, "-C other witness request --old 5");
    assert_eq!(asked(12, &known), (409, "6\n".to_owned()));
    // A second key signs for the first one's ledger alone.
    let (done, said) = club.run(4, "witness answer --key anna.key --log x", "");
    assert!(!done && said.contains("verifier key"), "{said}");
}
