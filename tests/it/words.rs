//! What a player types and sends, from the command line: files out of word processors, wrong files,
//! a second packet.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use adjutant::seal::PublicKey;

use crate::bench::output;
use crate::folder::folder;

/// 2026-01-01T00:00:00Z.
const CLOCK: &str = "1767225600";
/// 2026-02-02T02:40:00Z.
const FEBRUARY: &str = "1770000000";

/// A campaign of two players in a directory of its own, before its first cycle.
fn campaign() -> tempfile::TempDir {
    let home = folder();
    let dir = home.path();
    done(dir, &["new", "pell"]);
    for (seat, name) in [("mazianni", "anna"), ("union", "ben")] {
        done(dir, &["-C", "pell", "keygen", name]);
        done(dir, &["-C", "pell", "enroll", seat, &format!("{name}.pub")]);
    }
    home
}

/// The same with its first cycle open.
fn opened() -> tempfile::TempDir {
    let home = campaign();
    done(home.path(), &["-C", "pell", "open"]);
    home
}

fn run(dir: &Path, arguments: &[&str]) -> Output {
    run_at(dir, CLOCK, arguments)
}

fn run_at(dir: &Path, clock: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(dir).args(arguments).env("SOURCE_DATE_EPOCH", clock).env("NO_COLOR", "1");
    output(&mut command)
}

fn told(made: &Output) -> String {
    String::from_utf8_lossy(&made.stderr).into_owned()
}

/// What it prints, if it succeeds.
fn done(dir: &Path, arguments: &[&str]) -> String {
    let made = run(dir, arguments);
    assert!(made.status.success(), "{arguments:?}: {}", told(&made));
    String::from_utf8_lossy(&made.stdout).into_owned() + &told(&made)
}

/// What it says, if it refuses.
fn refused(dir: &Path, arguments: &[&str]) -> String {
    let made = run(dir, arguments);
    assert_eq!(made.status.code(), Some(1), "{arguments:?}: {}", told(&made));
    told(&made)
}

fn receive(dir: &Path, packet: &str) -> String {
    let made = run(dir, &["-C", "pell", "receive", packet]);
    String::from_utf8_lossy(&made.stdout).into_owned() + &told(&made)
}

fn text(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap()
}

fn sequence(dir: &Path, name: &str) -> String {
    let text = text(dir, name);
    text.lines().find_map(|line| line.strip_prefix("sequence: ")).unwrap().to_owned()
}

#[test]
fn what_a_word_processor_makes_of_orders_is_turned_back() {
    let home = opened();
    let dir = home.path();
    done(dir, &["-C", "pell", "template", "--key", "anna.key", "--staff", "-o", "a.yaml"]);
    let head = text(dir, "a.yaml");
    let head = &head[..head.find("orders:").unwrap()];
    let orders = "orders:\n– deploy:\n\tship: “Europe”\n\tat: 1 \n–\u{A0}troops: {carrier: Europe}";
    let wild = format!("\u{FEFF}{head}{orders}").replace('\n', "\r\n");
    fs::write(dir.join("wild.yaml"), wild).unwrap();
    let said = done(dir, &["-C", "pell", "seal", "wild.yaml", "--key", "anna.key", "-o", "a.age"]);
    let changed = "wild.yaml: changed: a byte order mark, dashes, tabs, curly quotation marks, \
        no-break spaces, line ends, spaces at line ends";
    assert!(said.contains(changed), "{said}");
    let made = "orders:\n- deploy:\n    ship: \"Europe\"\n    at: 1\n- troops: {carrier: Europe}\n";
    assert_eq!(text(dir, "wild.yaml"), format!("{head}{made}"));
    assert!(receive(dir, "a.age").contains("verdict: accepted"));
    // What is signed is what the file says now: sealing it again changes nothing.
    let said = done(dir, &["-C", "pell", "seal", "wild.yaml", "--key", "anna.key", "-o", "b.age"]);
    assert!(!said.contains("changed"), "{said}");
    // What cannot be known is named.
    fs::write(
        dir.join("odd.yaml"),
        format!("{head}orders:\n- troops: {{carrier: Eu\u{202E}rope}}\n"),
    )
    .unwrap();
    let said = refused(dir, &["-C", "pell", "seal", "odd.yaml", "--key", "anna.key"]);
    assert!(said.contains("a text direction mark (U+202E) is not allowed"), "{said}");
}

/// A packet counts though a line of it cannot be carried out: its receipt says which line, and why.
#[test]
fn a_receipt_names_the_lines_that_are_refused() {
    let home = opened();
    let dir = home.path();
    done(dir, &["-C", "pell", "template", "--key", "anna.key", "-o", "a.yaml"]);
    let head = text(dir, "a.yaml");
    let head = &head[..head.find("orders:").unwrap()];
    let orders = "orders:\n- deploy Norway at Pell\n- deploy Norwya at Pell\n";
    fs::write(dir.join("a.yaml"), format!("{head}{orders}")).unwrap();
    let said = refused(dir, &["-C", "pell", "seal", "a.yaml", "--key", "anna.key", "-o", "a.age"]);
    assert!(said.contains("hint: did you mean Norway?"), "{said}");
    let seal = ["-C", "pell", "seal", "a.yaml", "--key", "anna.key", "-o", "a.age", "--anyway"];
    done(dir, &seal);
    let said = receive(dir, "a.age");
    assert!(said.contains("a.age: mazianni, accepted, 1 order line refused"), "{said}");
    let line = format!("- \"line {}: there is no ship Norwya", head.lines().count() + 3);
    assert!(said.contains(&line), "{line}: {said}");
}

#[test]
fn changed_orders_get_the_next_sequence() {
    let home = opened();
    let dir = home.path();
    let seal = |file: &str, packet: &str| {
        done(dir, &["-C", "pell", "seal", file, "--key", "anna.key", "-o", packet])
    };
    done(dir, &["-C", "pell", "template", "--key", "anna.key", "-o", "a.yaml"]);
    seal("a.yaml", "1.age");
    assert!(receive(dir, "1.age").contains("sequence: 1\n"));
    // The same orders are the same packet.
    seal("a.yaml", "1b.age");
    assert!(
        receive(dir, "1b.age").contains("BEGIN AGE ENCRYPTED FILE"),
        "the same receipt, sealed"
    );
    let more = text(dir, "a.yaml") + "- fleet-assembly\n";
    fs::write(dir.join("a.yaml"), more).unwrap();
    let said = seal("a.yaml", "2.age");
    assert!(said.contains("a.yaml: changed: sequence 1 to 2"), "{said}");
    assert_eq!(sequence(dir, "a.yaml"), "2");
    let said = receive(dir, "2.age");
    assert!(said.contains("sequence: 2\n") && said.contains("verdict: accepted"), "{said}");
    done(dir, &["-C", "pell", "template", "--key", "anna.key", "-o", "c.yaml"]);
    assert_eq!(sequence(dir, "c.yaml"), "3");
    // Without the note, on another computer, the directory is asked.
    fs::remove_file(dir.join("anna.sealed")).unwrap();
    done(dir, &["-C", "pell", "template", "--key", "anna.key", "-o", "d.yaml"]);
    assert_eq!(sequence(dir, "d.yaml"), "3");
    // A higher number of one's own stands.
    fs::write(dir.join("d.yaml"), text(dir, "d.yaml").replace("sequence: 3", "sequence: 7"))
        .unwrap();
    seal("d.yaml", "7.age");
    assert!(receive(dir, "7.age").contains("sequence: 7\n"));
    // Nobody else's packets count.
    done(dir, &["-C", "pell", "template", "--key", "ben.key", "-o", "b.yaml"]);
    assert_eq!(sequence(dir, "b.yaml"), "1");
}

#[test]
fn a_player_who_names_the_wrong_file_is_told_which_it_is() {
    let home = opened();
    let dir = home.path();
    done(dir, &["-C", "pell", "template", "--key", "anna.key", "-o", "a.yaml"]);
    done(dir, &["-C", "pell", "seal", "a.yaml", "--key", "anna.key", "-o", "a.age"]);
    fs::write(dir.join("empty"), "").unwrap();
    let cases: &[(&[&str], &str)] = &[
        (&["check", "empty"], "empty: the file is empty"),
        (&["check", "a.age"], "a.age: this is a packet, not an order file"),
        (&["seal", "anna.key"], "anna.key: this is a player's secret key, not an order file"),
        (&["read", "empty"], "empty: the file is empty"),
        (&["read", "a.yaml"], "a.yaml: this is an order file, not a report"),
    ];
    for (arguments, expected) in cases {
        let said = refused(dir, &[&["-C", "pell"], *arguments, &["--key", "anna.key"]].concat());
        assert!(said.contains(expected), "{said}");
    }
    let said = refused(
        dir,
        &["-C", "pell", "enroll", "mazianni", "anna.key", "--replace", "--reason", "lost"],
    );
    assert!(said.contains("this is a player's secret key, not a player's public file"), "{said}");
    assert!(said.contains("hint: delete this copy"), "{said}");
    assert!(receive(dir, "empty").contains("the file is empty"));
}

#[test]
fn an_address_is_shown_where_reports_are_sent_and_can_be_corrected() {
    let home = campaign();
    let dir = home.path();
    // Each is a file with its own name in it.
    for address in ["anna@example.com", "anna@example.org"] {
        fs::write(dir.join(address), format!("{address}\n")).unwrap();
        let said = done(dir, &["-C", "pell", "enroll", "mazianni", "--address", address]);
        assert_eq!(said, format!("seat      mazianni\naddress   {address}\n"));
    }
    let made = run(
        dir,
        &["-C", "pell", "enroll", "union", "--name", "Ben", "--replace", "--reason", "left"],
    );
    assert_eq!(made.status.code(), Some(2));
    let said = done(dir, &["-C", "pell", "open"]);
    let report = "report    cycles/0000/reports";
    assert!(said.contains(&format!("{report}/mazianni.age  to anna@example.org\n")), "{said}");
    assert!(said.contains(&format!("{report}/union.age\n")), "{said}");
    for entry in fs::read_dir(dir.join("pell/ledger")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!text.contains("example"), "{text}");
    }
}

/// `age -d -i KEY FILE | gunzip`
fn by_hand(dir: &Path, key: &str, sealed: &str) -> String {
    let secret = text(dir, key);
    let identity = secret.split_whitespace().find(|word| word.starts_with("AGE-SECRET-KEY-1"));
    fs::write(dir.join("identity.txt"), identity.unwrap()).unwrap();
    let mut age = Command::new("age");
    age.current_dir(dir).args(["-d", "-i", "identity.txt", "-o", "report.gz", sealed]);
    let mut gunzip = Command::new("gunzip");
    gunzip.current_dir(dir).args(["-f", "report.gz"]);
    for mut command in [age, gunzip] {
        let made = output(&mut command);
        assert!(made.status.success() && made.stderr.is_empty(), "{}", told(&made));
    }
    text(dir, "report")
}

#[test]
fn a_report_opened_with_stock_tools_says_what_an_order_file_needs() {
    let home = campaign();
    let dir = home.path();
    let zoned =
        |day: u32| format!("2026-02-{day:02} 20:00 Europe/Berlin (2026-02-{day:02}T19:00:00Z)");
    done(dir, &["-C", "pell", "open", "--deadline", "2026-02-01 20:00 Europe/Berlin"]);
    let report = by_hand(dir, "anna.key", "pell/cycles/0000/reports/mazianni.age");
    assert!(report.contains(&format!("\n- **Deadline**: {}\n", zoned(1))), "{report}");
    let data = report.find("<!-- adjutant report").unwrap();
    let place = "stand at the end, below the data";
    assert!(
        report[..data].contains(place),
        "whoever meets the data knows what is behind it: {report}"
    );
    assert!(!report.contains("\n\n\n\n"), "blank lines");
    let (_, rest) = report.split_once("\n- **Head**: `").unwrap();
    let head = &rest[..64];
    let genesis = text(dir, "pell/ledger/000000.yaml");
    let key = genesis.lines().find_map(|line| line.trim().strip_prefix("moderator: ")).unwrap();
    let moderator = key.parse::<PublicKey>().unwrap().fingerprint();
    let orders = done(dir, &["template", "--report", "report", "--moderator", &moderator]);
    assert!(orders.contains(&format!("\nhead: {head}\n")), "{orders}");
    let status = done(dir, &["-C", "pell", "status"]);
    assert!(status.contains(&format!("\ndeadline {}\n", zoned(1))), "{status}");
    let read = done(dir, &["-C", "pell", "read", "--key", "anna.key"]);
    let words: Vec<&str> = read.split_whitespace().collect();
    // Whoever has no browser reads the rules that it cites below it.
    let ruled = done(dir, &["-C", "pell", "read", "--key", "anna.key", "--rules"]);
    let rules = ruled.strip_prefix(read.as_str()).unwrap();
    assert!(rules.starts_with("\nRules cited\n-----------\n"), "{rules}");
    assert!(rules.contains("\ncw13 (") && !rules.contains("\ncw74 ("), "{rules}");
    let due =
        "Orders are due by Sunday 1 February 2026, 20:00 Europe/Berlin (2026-02-01T19:00:00Z)";
    assert!(words.join(" ").contains(due), "{read}");
    // What is resolved and opened in one step says the next deadline.
    let next = "2026-02-08 20:00 Europe/Berlin";
    let resolve = ["-C", "pell", "resolve", "--without-orders", "--open", "--deadline", next];
    let made = run_at(dir, FEBRUARY, &resolve);
    assert!(made.status.success(), "{}", told(&made));
    let report = by_hand(dir, "anna.key", "pell/cycles/0001/reports/mazianni.age");
    assert!(report.contains(&format!("\n- **Deadline**: {}\n", zoned(8))), "{report}");
    // Who has sent orders once knows how; it is told apart from what is due.
    let (_, due) = report.split_once("\n## What is due next\n").unwrap();
    let (due, apart) = due.split_once("How orders are sent").unwrap();
    assert!(due.contains("**Encrypt to**") && !due.contains("ssh-keygen"), "{due}");
    assert!(apart.contains("ssh-keygen -Y sign"), "{apart}");
    assert!(done(dir, &["-C", "pell", "verify", "--report", "report"]).contains("my report"));
}
