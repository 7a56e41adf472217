//! The campaign card: with it a player by mail has links that count, a scenario of the campaign's own, and
//! reports that are proven; and whoever forges one is found out.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::folder::folder;

/// The clock: 2026-03-05T12:00:00Z, a Thursday.
const NOW: u64 = 1_772_712_000;
const DAY: u64 = 86_400;

struct Shell {
    home: PathBuf,
}

impl Shell {
    fn new(home: &Path) -> Self {
        Self { home: home.to_owned() }
    }

    fn run(&self, days: u64, line: &str) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let now = (NOW + days * DAY).to_string();
        command.current_dir(&self.home).env("SOURCE_DATE_EPOCH", now).env("NO_COLOR", "1");
        let output = command.args(line.split_whitespace()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.success(), said + &String::from_utf8(output.stderr).unwrap())
    }

    fn does(&self, days: u64, line: &str) -> String {
        let (done, said) = self.run(days, line);
        assert!(done, "{line}: {said}");
        said
    }

    fn refuses(&self, line: &str) -> String {
        let (done, said) = self.run(0, line);
        assert!(!done, "{line}: {said}");
        said
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.home.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.file(name)).unwrap()
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.home.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// How many letters in a folder welcome somebody.
    fn welcomes(&self, folder: &str) -> usize {
        let entries = fs::read_dir(self.home.join(folder)).into_iter().flatten();
        let paths = entries.map(|entry| entry.unwrap().path());
        let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
        let is_text = |path: &Path| path.extension().is_some_and(|ending| ending == "txt");
        paths.filter(|path| name(path).starts_with("welcome-") && is_text(path)).count()
    }

    /// The one file in a folder whose name begins and ends so.
    fn one(&self, folder: &str, begins: &str, ends: &str) -> String {
        let entries = fs::read_dir(self.home.join(folder)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let fits = |name: &String| name.starts_with(begins) && name.ends_with(ends);
        let found: Vec<String> = names.filter(fits).collect();
        assert_eq!(found.len(), 1, "{folder}: {begins}…{ends}: {found:?}");
        format!("{folder}/{}", found[0])
    }
}

/// A campaign whose scenario is its own, with a calendar, and its card.
fn campaign(shell: &Shell) -> String {
    shell.does(0, "new shipped");
    let scenario = shell.text("shipped/scenario.yaml");
    shell.put("own.yaml", format!("{scenario}\nturns: 2\n").as_bytes());
    shell.does(0, "new pell --scenario own.yaml");
    let calendar = "zone: Europe/London\ndeadlines: {every: [friday 20:00], at-least: 2d}\n";
    shell.put("calendar.yaml", calendar.as_bytes());
    shell.does(0, "-C pell calendar set calendar.yaml --reason agreed");
    shell.does(0, "-C pell card -o pell.card");
    "pell.card".to_owned()
}

/// Who was enrolled, by whom, with an address.
fn enroll(shell: &Shell, seat: &str, name: &str) {
    shell.put("address", format!("{name}@example.net\n").as_bytes());
    shell.does(0, &format!("-C pell enroll {seat} {name}/{name}.pub --address address"));
}

/// The commands of a letter, for who has these files.
fn commands(letter: &str, (file, key, name): (&str, &str, &str)) -> Vec<String> {
    let lines = letter.lines().filter_map(|line| line.trim().strip_prefix("adjutant "));
    let filled =
        |line: &str| line.replace("YOUR.key", key).replace("FILE", file).replace("NAME", name);
    lines.map(filled).collect()
}

#[test]
fn the_first_mail_is_enough_to_play_by_mail() {
    let home = folder();
    let shell = Shell::new(home.path());
    let card = campaign(&shell);
    for name in ["anna", "ben"] {
        fs::create_dir(shell.home.join(name)).unwrap();
    }
    // Anna was sent the card before she made her key; Ben knew nothing.
    let made = shell.does(0, &format!("keygen anna/anna --card {card}"));
    assert!(made.contains("chain     for this campaign"), "{made}");
    let made = shell.does(0, "keygen ben/ben");
    assert!(made.contains("chain     none") && made.contains("--card FILE"), "{made}");
    enroll(&shell, "mazianni", "anna");
    enroll(&shell, "union", "ben");
    shell.does(0, "-C pell run --outbox out");
    let anna = shell.text(&shell.one("out", "welcome-", "-mazianni.txt"));
    let ben = shell.text(&shell.one("out", "welcome-", "-union.txt"));
    assert!(anna.contains("To: anna@example.net\nSubject: [pell] you play mazianni\n"), "{anna}");
    assert!(anna.contains("Your key has links") && !anna.contains("keygen"), "{anna}");
    assert!(ben.contains("Your key has no links"), "{ben}");
    let key = shell.does(0, "keygen ben/again --from ben/ben.key");
    let fingerprint = key.split_whitespace().find(|word| word.starts_with("SHA256:")).unwrap();
    assert!(ben.contains(&format!("Your key: {fingerprint}\n")), "{ben}");
    // What came with it is the card, and its commands run as they are printed.
    let sent = shell.one("out", "pell-", ".card");
    assert_eq!(shell.file(&sent), shell.file(&card));
    let all = commands(&ben, (&sent, "ben/ben.key", "ben/links"));
    assert_eq!(all.len(), 2, "{all:?}");
    for line in &all {
        shell.does(0, line);
    }
    for line in commands(&anna, (&sent, "anna/anna.key", "anna/links")) {
        let told = shell.does(0, &line);
        assert!(told.contains("kept: reports of this campaign are checked"), "{told}");
    }
    shell.does(0, "-C pell enroll union ben/links.pub");
    shell.run(0, "-C pell run --outbox later");
    assert_eq!(shell.welcomes("later"), 0, "nobody is welcomed twice");
    // From here on they have their mails and nothing else: no copy, no fingerprint.
    shell.does(0, "-C pell open");
    shell.does(0, "-C pell run --outbox reports");
    for (name, seat) in [("anna", "mazianni"), ("ben", "union")] {
        let report = shell.one("reports", "report-0000", &format!("-{seat}.age"));
        let key = format!("{name}/{name}.key");
        let told = shell.does(0, &format!("read {report} --key {key}"));
        assert!(!told.contains("UNPROVEN"), "{told}");
        shell.does(0, &format!("template --staff --report {report} --key {key} -o {name}.yaml"));
        shell.does(0, &format!("check {name}.yaml --report {report} --key {key}"));
        shell.does(0, &format!("seal {name}.yaml --report {report} --key {key} -o {name}.age"));
        assert!(shell.text(&format!("{name}.yaml")).contains("\nreveal: "), "{name} has links");
        let received = shell.does(0, &format!("-C pell receive {name}.age"));
        assert!(received.contains("accepted"), "{received}");
    }
    // Without the card the scenario is missing, and the way to it is said.
    let report = shell.one("reports", "report-0000", "-union.age");
    fs::remove_file(shell.home.join(shell.one("ben", "ben.", ".card"))).unwrap();
    let told = shell.refuses(&format!("template --report {report} --key ben/ben.key"));
    assert!(told.contains("adjutant read CARD --key FILE"), "{told}");
}

#[test]
fn who_takes_over_is_welcomed_and_who_changes_keys_is_not() {
    let home = folder();
    let shell = Shell::new(home.path());
    let card = campaign(&shell);
    for name in ["anna", "ben", "carla"] {
        fs::create_dir(shell.home.join(name)).unwrap();
        shell.does(0, &format!("keygen {name}/{name} --card {card}"));
    }
    enroll(&shell, "mazianni", "anna");
    enroll(&shell, "union", "ben");
    shell.does(0, "-C pell open");
    // The post came late: the first report brings the card.
    shell.does(0, "-C pell run --outbox first");
    assert_eq!(shell.welcomes("first"), 0);
    let first = shell.text(&shell.one("first", "report-0000", "-union.txt"));
    assert!(first.contains("The campaign card is attached, too."), "{first}");
    assert_eq!(shell.file(&shell.one("first", "pell-", ".card")), shell.file(&card));
    shell.run(1, "-C pell run --outbox second");
    assert_eq!(shell.welcomes("second"), 0);
    shell.does(1, "-C pell enroll union carla/carla.pub --replace --reason moved");
    shell.put("address", b"carla@example.net\n");
    shell.does(1, "-C pell enroll union --address address");
    shell.does(1, "keygen anna/new --name anna");
    shell.does(1, "say --key anna/anna.key keys anna/new.key -o anna/word -C pell");
    shell.does(1, "-C pell take anna/word");
    shell.does(1, "-C pell run --outbox third");
    let told = shell.text(&shell.one("third", "welcome-", ".txt"));
    assert!(told.contains("To: carla@example.net\nSubject: [pell] you play union\n"), "{told}");
}

/// The card with something changed, packed again.
fn changed(bytes: &[u8], change: impl Fn(&mut Value)) -> Vec<u8> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    change(&mut value);
    packed(value.to_string().as_bytes())
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

#[test]
fn what_is_no_card_of_the_moderators_is_refused() {
    let home = folder();
    let shell = Shell::new(home.path());
    let card = shell.home.join(campaign(&shell));
    let good = fs::read(card).unwrap();
    shell.does(0, "-C shipped card -o other.card");
    let other = shell.file("other.card");
    let field = |name: &str| {
        let mut taken = String::new();
        GzDecoder::new(&other[..]).read_to_string(&mut taken).unwrap();
        serde_json::from_str::<Value>(&taken).unwrap()[name].clone()
    };
    let with = |name: &'static str, value: Value| changed(&good, |card| card[name] = value.clone());
    let same = |bytes: &[u8]| changed(bytes, |_| ());
    shell.put("same.card", &same(&good));
    shell.does(0, "keygen ben");
    shell.does(0, "read same.card --key ben.key");
    let before = shell.text("ben.known");
    let is_none = "this is not a campaign card";
    let forged: [(&str, Vec<u8>, &str); 9] = [
        ("scenario", with("scenario", field("scenario")), "scenario.yaml"),
        ("format", with("format", Value::from("turns: 1\n")), "format.yaml"),
        ("signature", with("signature", field("signature")), "signature"),
        ("genesis", with("genesis", field("genesis")), "signature"),
        ("no genesis", with("genesis", Value::from("")), "ledger/000000.yaml"),
        ("more", with("more", Value::from(1)), "unknown field"),
        ("cut", good[..good.len() / 2].to_vec(), is_none),
        ("words", b"the card, as agreed".to_vec(), is_none),
        ("bomb", packed(&vec![b' '; 20 * 1024 * 1024]), is_none),
    ];
    for (what, bytes, expected) in forged {
        shell.put("forged.card", &bytes);
        let told = shell.refuses("keygen new --card forged.card");
        assert!(told.contains(expected) && told.contains("forged.card"), "{what}: {told}");
        shell.refuses("read forged.card --key ben.key");
        assert_eq!(shell.text("ben.known"), before, "{what}");
        assert!(!shell.home.join("new.key").exists(), "{what}: nothing is made");
    }
    // Another moderator's card is sound, and is not taken for ours where the fingerprint is given.
    let fingerprint = |told: &str| {
        told.split_whitespace().find(|word| word.starts_with("SHA256:")).unwrap().to_owned()
    };
    let ours = fingerprint(&shell.does(0, "read pell.card"));
    let told = shell.refuses(&format!("read other.card --key ben.key --moderator {ours}"));
    assert!(told.contains("that is not the key you named"), "{told}");
    assert_eq!(shell.text("ben.known"), before);
    // Kept, it proves nothing about ours.
    shell.does(0, "keygen anna");
    shell.does(0, "read other.card --key anna.key");
    shell.does(0, "-C pell enroll mazianni anna.pub");
    shell.does(0, "-C pell enroll union ben.pub");
    shell.does(0, "-C pell open");
    let report = "pell/cycles/0000/reports/mazianni.age";
    shell.put("report.age", &shell.file(report));
    let told = shell.refuses("read report.age --key anna.key");
    assert!(told.contains("cannot be verified as the moderator's"), "{told}");
}
