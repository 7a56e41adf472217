//! Six players with stock tools play three turns of Age of Imperialism from the command line: keys
//! of ssh-keygen and age-keygen, packets signed and sealed by ssh-keygen and age.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::bench::output;

const SEATS: [&str; 6] = ["britain", "france", "germany", "japan", "ottoman", "russia"];

/// Set-up, two movement phases, and two turns of three exchanges each.
const CYCLES: u32 = 2 + 2 + 2 * 3;

fn run(dir: &Path, program: &str, arguments: &[&str]) -> Output {
    let made = output(Command::new(program).current_dir(dir).args(arguments));
    let told = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{program} {arguments:?}: {told}");
    made
}

fn adjutant(dir: &Path, arguments: &[&str]) -> String {
    let made = run(dir, env!("CARGO_BIN_EXE_adjutant"), arguments);
    String::from_utf8(made.stdout).unwrap()
}

/// Keys by stock tools, and a seat for each.
fn enroll(dir: &Path) {
    for seat in SEATS {
        let (ssh, age) = (format!("{seat}.ssh"), format!("{seat}.age"));
        run(dir, "ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-C", seat, "-f", &ssh]);
        run(dir, "age-keygen", &["-o", &age]);
        let recipient = String::from_utf8(run(dir, "age-keygen", &["-y", &age]).stdout).unwrap();
        let (public, recipient) = (format!("{ssh}.pub"), recipient.trim());
        adjutant(dir, &["-C", "six", "enroll", seat, &public, "--recipient", recipient]);
    }
}

/// `age -d -i KEY SEALED | gunzip > REPORT`
fn decrypt(dir: &Path, seat: &str, sealed: &str, report: &str) {
    let packed = format!("{report}.gz");
    run(dir, "age", &["-d", "-i", &format!("{seat}.age"), "-o", &packed, sealed]);
    let told = run(dir, "gunzip", &[&packed]).stderr;
    assert_eq!(String::from_utf8_lossy(&told), "");
}

/// Reads the report, has the staff write the orders, checks, signs and seals them.
fn packet(dir: &Path, cycle: u32, seat: &str) -> String {
    let name = |what: &str| format!("{cycle:02}-{seat}.{what}");
    let (report, orders, packet) = (name("report"), name("yaml"), name("packet"));
    let sealed = format!("six/cycles/{:04}/reports/{seat}.age", cycle - 1);
    decrypt(dir, seat, &sealed, &report);
    adjutant(dir, &["-C", "six", "template", "--staff", "--report", &report, "-o", &orders]);
    adjutant(dir, &["-C", "six", "check", &orders, "--report", &report]);
    let key = format!("{seat}.ssh");
    run(dir, "ssh-keygen", &["-Y", "sign", "-f", &key, "-n", "orders-v1@adjutant", &orders]);
    let text = fs::read_to_string(dir.join(&orders)).unwrap();
    let signature = fs::read_to_string(dir.join(format!("{orders}.sig"))).unwrap();
    let to = text.lines().find_map(|line| line.strip_prefix("to: ")).unwrap().to_owned();
    fs::write(dir.join(name("signed")), text + &signature).unwrap();
    run(dir, "age", &["-a", "-r", &to, "-o", &packet, &name("signed")]);
    packet
}

#[test]
fn three_turns_of_six_powers_by_stock_tools() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path();
    adjutant(dir, &["new", "six", "--game", "age-of-imperialism"]);
    enroll(dir);
    for cycle in 1..=CYCLES {
        adjutant(dir, &["-C", "six", "open"]);
        let packets = SEATS.map(|seat| packet(dir, cycle, seat));
        let mut receive = vec!["-C", "six", "receive"];
        receive.extend(packets.iter().map(String::as_str));
        let receipts = adjutant(dir, &receive);
        assert_eq!(receipts.matches("verdict: accepted").count(), 6, "{receipts}");
        adjutant(dir, &["-C", "six", "resolve"]);
    }
    let report = format!("{CYCLES:02}-russia.last");
    let sealed = format!("six/cycles/{CYCLES:04}/reports/russia.age");
    decrypt(dir, "russia", &sealed, &report);
    let report = fs::read_to_string(dir.join(report)).unwrap();
    assert!(report.contains("turn 4 of 8, production"), "{report}");
    adjutant(dir, &["-C", "six", "reveal", "--abandon", "three turns are enough"]);
    let verdict = adjutant(dir, &["-C", "six", "verify"]);
    assert!(verdict.lines().all(|line| line.starts_with("ok ")), "{verdict}");
    assert!(verdict.contains(&format!("replay: {} cycles replayed", CYCLES + 1)), "{verdict}");
}
