//! Every named problem has a file that provokes it and the message it gives: `tests/problems`.
//!
//! A directory holds one input and `message.txt`. The input's name says what reads it:
//!
//! | input | read as |
//! | --- | --- |
//! | `orders.yaml` | an order file of the seat that is listed first, for the demonstration's first cycle |
//! | `SEAT-N.yaml` | an order file of that seat, written from its report of cycle N of the demonstration |
//! | `scenario.edit`, `format.edit` | the shipped file with one text replaced by another |
//! | `entry.edit` | a ledger of three entries with one text of one file replaced |
//! | `player.key`, `moderator.key`, `campaign.secret` | that key file |
//! | `player.pub`, `ssh.pub`, `recipient.txt` | a player's public file, key, recipient |
//! | `packet.txt` | a packet for a phase that is not sealed |
//! | `command` | what is typed beside a campaign `pell` with an open cycle; `{template}` in further lines, which are an order file, is the head of a template |
//!
//! The files of a game are those of the one that the directory's name begins with, or of
//! company-war. `{campaign}`, `{to}` and `{head}` stand for what the demonstration's report says. `BLESS=1`
//! rewrites the messages.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use adjutant::base::Spot;
use adjutant::base::text::harmless;
use adjutant::engine::{AnyGame, GameKind, Remark, Severity};
use adjutant::games;
use adjutant::ledger::{Ledger, SealedEntry, check_chain};
use adjutant::referee::player::judged::judge;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::report::Report;
use adjutant::seal::{
    self, FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey, Recipient, sshsig,
};

use crate::bench::output;
use crate::demonstrations::demonstration;
use crate::folder::folder;

/// Of each demonstration so many reports are at hand.
const CYCLES: u32 = 6;

/// The reports of the demonstration, by seat and cycle, and its game.
struct Desk {
    kind: &'static dyn GameKind,
    first: String,
    reports: BTreeMap<(String, u32), Report>,
    game: Arc<dyn AnyGame>,
}

impl Desk {
    fn new(kind: &'static dyn GameKind) -> Self {
        let demo = demonstration(kind);
        let seats = demo.keys.keys();
        let reports = seats.flat_map(|seat| (0..CYCLES).map(move |cycle| (seat.clone(), cycle)));
        let reports: BTreeMap<_, _> = reports
            .map(|(seat, cycle)| ((seat.clone(), cycle), demo.report(&seat, cycle)))
            .collect();
        let (first, _) = reports.keys().next().expect("a seat").clone();
        let game = own_orders::game(&reports[&(first.clone(), 0)].data, None, games::OURS)
            .expect("a game");
        Self { kind, first, reports, game }
    }

    /// The report that an order file is written from, by the file's name.
    fn report(&self, name: &str) -> Option<&Report> {
        let stem = name.strip_suffix(".yaml")?;
        if stem == "orders" {
            return self.reports.get(&(self.first.clone(), 0));
        }
        let (seat, cycle) = stem.split_once('-')?;
        self.reports.get(&(seat.to_owned(), cycle.parse().ok()?))
    }

    fn orders(&self, report: &Report, bytes: &[u8]) -> String {
        let names = names(report);
        let filled = std::str::from_utf8(bytes).map(|text| {
            names.iter().fold(text.to_owned(), |t, (name, value)| t.replace(name, value))
        });
        let filled_back =
            |told: String| names.iter().fold(told, |t, (name, value)| t.replace(value, name));
        let bytes = filled.map_or_else(|_| bytes.to_owned(), String::into_bytes);
        let judged = match judge(&report.data, &*self.game, &bytes) {
            Ok(judged) => judged,
            Err(problem) => return filled_back(format!("{problem}\n")),
        };
        let mut told: String = judged.remarks.iter().map(|r| show(r, &judged.text)).collect();
        let is_told =
            |spot: Option<Spot>| spot.is_some() && judged.remarks.iter().any(|r| r.spot == spot);
        // What sealing turns back is refused in a packet.
        if let Err(problem) = own_orders::check(&report.data, &*self.game, &bytes)
            && !is_told(problem.spot)
        {
            let _ = writeln!(told, "in a packet: {problem}");
        }
        filled_back(told)
    }
}

fn names(report: &Report) -> Vec<(&'static str, String)> {
    let next = report.data.next.as_ref().expect("orders are due");
    let head = report.trailer.as_ref().expect("a trailer").head;
    vec![
        ("{campaign}", report.data.campaign.clone()),
        ("{to}", next.recipient.clone()),
        ("{head}", head.to_string()),
    ]
}

/// As `adjutant check` shows it.
fn show(remark: &Remark, text: &str) -> String {
    let word = match remark.severity {
        Severity::Refused => "refused",
        Severity::Warning => "warning",
    };
    let rule = remark.rule.as_ref().map(|r| format!(" [{r}]")).unwrap_or_default();
    let place =
        remark.spot.map_or_else(|| "the file".to_owned(), |s| format!("{}:{}", s.line, s.column));
    let mut out = format!("{place}: {word}: {}{rule}\n", remark.what);
    if let Some(spot) = remark.spot {
        let line = text.lines().nth(spot.line as usize - 1).expect("a line of the file");
        let _ = writeln!(out, "    {}", harmless(line));
    }
    if let Some(hint) = &remark.hint {
        let _ = writeln!(out, "hint: {hint}");
    }
    out
}

/// What a command says beside a campaign `pell` whose first cycle is open, without its own output,
/// and its exit status. Further lines are `o.yaml`.
fn commanded(text: &str) -> String {
    let home = folder();
    let run = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(home.path()).args(line.split_whitespace());
        command.env("SOURCE_DATE_EPOCH", "1767225600").env("NO_COLOR", "1");
        output(&mut command)
    };
    let ready = [
        "new pell",
        "-C pell keygen anna",
        "-C pell keygen ben",
        "-C pell keygen carla",
        "-C pell enroll mazianni anna.pub",
        "-C pell enroll union ben.pub",
        "-C pell open",
        "-C pell template --key anna.key -o t.yaml",
        "-C pell seal t.yaml --key anna.key -o anna.age",
    ];
    for line in ready {
        assert!(run(line).status.success(), "{line}");
    }
    let (line, orders) = text.split_once('\n').expect("a line");
    let template = fs::read_to_string(home.path().join("t.yaml")).expect("a template");
    let head = template.lines().take_while(|l| !l.starts_with("orders:"));
    let head: String = head.filter(|l| !l.starts_with('#')).flat_map(|l| [l, "\n"]).collect();
    fs::write(home.path().join("o.yaml"), orders.replace("{template}\n", &head)).expect("a file");
    let made = run(line);
    let told = if line.contains(" check ") { made.stdout } else { Vec::new() };
    let said = String::from_utf8_lossy(&told).into_owned() + &String::from_utf8_lossy(&made.stderr);
    format!("{said}status {}\n", made.status.code().expect("a status"))
}

/// The text with the replacements of an edit: lines `- old` each followed by `+ new`.
fn edited(text: &str, edit: &str) -> String {
    let mut text = text.to_owned();
    let mut lines = edit.lines();
    while let Some(old) = lines.next() {
        let old = old.strip_prefix("- ").expect("an edit begins with `- `");
        let new = lines.next().and_then(|l| l.strip_prefix("+ ")).expect("then comes `+ `");
        assert!(text.contains(old), "“{old}” does not occur");
        text = text.replacen(old, &new.replace("\\n", "\n"), 1);
    }
    text
}

fn done<T>(_: T) -> String {
    "no problem\n".to_owned()
}

fn told(desk: &Desk, name: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shipped = desk.kind.shipped();
    let (format, scenario) = (shipped.format, shipped.scenarios[0].1);
    let found = |format: &str, scenario: &str| {
        desk.kind.found(format.as_bytes(), scenario.as_bytes(), &BTreeMap::new()).map(done)
    };
    let told = match name {
        name if desk.report(name).is_some() => {
            Ok(desk.orders(desk.report(name).expect("it was just there"), bytes))
        }
        "command" => Ok(commanded(&text)),
        "scenario.edit" => found(format, &edited(scenario, &text)),
        "format.edit" => found(&edited(format, &text), scenario),
        "entry.edit" => Ok(ledger(&text)),
        "player.key" => PlayerSecret::read(bytes).map(done),
        "moderator.key" => ModeratorKey::read(bytes).map(done),
        "campaign.secret" => FoundingSecret::read(bytes).map(done),
        "player.pub" => PlayerPublic::read(bytes).map(done),
        "ssh.pub" => text.parse::<PublicKey>().map(done),
        "recipient.txt" => text.parse::<Recipient>().map(done),
        "packet.txt" => seal::open(bytes, None, &[], sshsig::ORDERS).map(done),
        other => panic!("nothing reads {other}"),
    };
    told.unwrap_or_else(|problem| format!("{problem}\n"))
}

/// What the check of a chain says of the known ledger after an edit of `file`: its first line.
fn ledger(edit: &str) -> String {
    let (file, edit) = edit.split_once('\n').expect("the first line names the file");
    let files: Vec<SealedEntry> = (0..3)
        .map(|n| {
            let path = format!("ledger/{n:06}.yaml");
            let mut text = fs::read_to_string(format!("tests/vectors/{path}")).expect("a vector");
            if path == file {
                text = edited(&text, edit);
            }
            SealedEntry { path, entry: text.into_bytes(), signature: Vec::new() }
        })
        .collect();
    format!("{}\n", check_chain(&Ledger::link(&files)))
}

#[test]
fn every_problem_says_what_is_recorded() {
    let desks: Vec<Desk> = games::OURS.games().map(Desk::new).collect();
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = String::new();
    let mut count = 0;
    for folder in sorted(Path::new("tests/problems")) {
        let message = folder.join("message.txt");
        let inputs: Vec<_> = sorted(&folder).into_iter().filter(|p| *p != message).collect();
        let [input] = &inputs[..] else { panic!("{} wants one input", folder.display()) };
        let name = input.file_name().and_then(|n| n.to_str()).expect("a plain name");
        let problem = folder.file_name().and_then(|n| n.to_str()).expect("a plain name");
        let named = |desk: &&Desk| problem.starts_with(desk.kind.name());
        let house = |desk: &&Desk| desk.kind.name() == "company-war";
        let desk = desks.iter().find(named).or(desks.iter().find(house)).expect("a desk");
        let told = told(desk, name, &fs::read(input).expect("a file"));
        if told.is_empty() || told == "no problem\n" {
            let _ = writeln!(wrong, "{} provokes nothing", input.display());
        }
        if bless {
            fs::write(&message, &told).expect("a file");
        }
        let known = fs::read_to_string(&message).unwrap_or_default();
        if told != known {
            let _ = writeln!(wrong, "{}\n--- recorded\n{known}--- now\n{told}", folder.display());
        }
        count += 1;
    }
    assert!(count > 30, "only {count} problems were found");
    assert!(wrong.is_empty(), "BLESS=1 rewrites the messages\n{wrong}");
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a directory");
    let mut paths: Vec<_> = entries.map(|e| e.expect("an entry").path()).collect();
    paths.sort();
    paths
}
