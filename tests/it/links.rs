//! Who contributes a link to the seeds: whoever was enrolled with a chain, with a copy of the campaign or
//! with nothing but a report. Nobody else is ever made to send one, for it would be refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::folder;

/// The clock: 2026-01-01T00:00:00Z.
const NOW: &str = "1767225600";

struct Shell {
    home: PathBuf,
}

impl Shell {
    fn run(&self, line: &str) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(&self.home).env("SOURCE_DATE_EPOCH", NOW).env("NO_COLOR", "1");
        let output = command.args(line.split_whitespace()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.success(), said + &String::from_utf8(output.stderr).unwrap())
    }

    fn does(&self, line: &str) -> String {
        let (done, said) = self.run(line);
        assert!(done, "{line}: {said}");
        said
    }

    /// Fills in and seals orders in a place of their own, and has them received. True if they hold a link.
    fn plays(&self, (place, options): (&str, &str)) -> bool {
        let (yaml, age) = (format!("{place}.yaml"), format!("{place}.age"));
        self.does(&format!(
            "{options} template --staff --key {place}/{place}.key {} -o {yaml}",
            report(place)
        ));
        self.does(&format!("{options} check {yaml} --key {place}/{place}.key {}", report(place)));
        self.does(&format!(
            "{options} seal {yaml} --key {place}/{place}.key {} -o {age}",
            report(place)
        ));
        let received = self.does(&format!("-C pell receive {age}"));
        assert!(received.contains("accepted"), "{received}");
        fs::read_to_string(self.home.join(&yaml)).unwrap().contains("\nreveal: ")
    }
}

/// How a player without a copy names their report: it lies beside their key.
fn report(place: &str) -> String {
    format!("--report {place}/report.age")
}

/// A campaign in which Anna's key has a chain and Ben's has none, each with their report beside the key; and
/// the moderator's fingerprint.
fn campaign(shell: &Shell) -> String {
    shell.does("new pell");
    for (name, seat, options) in [("anna", "mazianni", "-C pell "), ("ben", "union", "")] {
        fs::create_dir(shell.home.join(name)).unwrap();
        shell.does(&format!("{options}keygen {name}/{name}"));
        shell.does(&format!("-C pell enroll {seat} {name}/{name}.pub"));
    }
    shell.does("-C pell open --deadline 2026-01-02T00:00:00Z");
    for (name, seat) in [("anna", "mazianni"), ("ben", "union")] {
        let report = shell.home.join(format!("pell/cycles/0000/reports/{seat}.age"));
        fs::copy(report, shell.home.join(name).join("report.age")).unwrap();
    }
    let opened = shell.does("-C pell status");
    let start = opened.find("SHA256:").unwrap_or_else(|| panic!("a fingerprint: {opened}"));
    opened[start..].chars().take_while(|c| !c.is_whitespace() && *c != ')').collect()
}

fn at(home: &Path) -> Shell {
    Shell { home: home.to_owned() }
}

#[test]
fn who_was_enrolled_with_a_chain_contributes_a_link_and_nobody_else() {
    let home = folder();
    let shell = at(home.path());
    campaign(&shell);
    assert!(shell.plays(("anna", "-C pell")));
    assert!(!shell.plays(("ben", "-C pell")), "ben's key was made without the campaign");
}

#[test]
fn a_report_alone_is_enough_for_orders_that_count() {
    let home = folder();
    let shell = at(home.path());
    let moderator = campaign(&shell);
    for name in ["anna", "ben"] {
        let (done, said) = shell.run(&format!(
            "read {name}/report.age --key {name}/{name}.key --moderator {moderator}"
        ));
        assert!(done, "{said}");
    }
    // Anna's program has seen that her public file commits to a chain; the copy is gone.
    assert!(shell.plays(("anna", "")));
    assert!(!shell.plays(("ben", "")));
}

#[test]
fn a_link_that_would_be_refused_is_refused_where_it_is_written() {
    let home = folder();
    let shell = at(home.path());
    campaign(&shell);
    shell.does("-C pell template --key ben/ben.key -o ben.yaml");
    let text = fs::read_to_string(shell.home.join("ben.yaml")).unwrap();
    let link = "0".repeat(64);
    let text = text.replacen("\nsequence: ", &format!("\nreveal: {link}\nsequence: "), 1);
    fs::write(shell.home.join("ben.yaml"), text).unwrap();
    for command in ["check ben.yaml", "seal ben.yaml -o ben.age"] {
        let (done, said) = shell.run(&format!("-C pell {command} --key ben/ben.key"));
        assert!(!done && said.contains("your key was enrolled without a chain"), "{said}");
    }
}

/// On a machine that has seen no earlier report nothing shows which link comes next: the template leaves it
/// out and says so, and the orders count.
#[test]
fn a_new_machine_leaves_the_link_out() {
    let home = folder();
    let shell = at(home.path());
    let moderator = campaign(&shell);
    for seat in ["anna", "ben"] {
        shell.plays((seat, "-C pell"));
    }
    shell.does("-C pell resolve --early --reason early");
    shell.does("-C pell open --deadline 2026-01-03T00:00:00Z");
    let machine = home.path().join("machine");
    fs::create_dir(&machine).unwrap();
    for name in ["anna.key", "anna.pub"] {
        fs::copy(home.path().join("anna").join(name), machine.join(name)).unwrap();
    }
    let report = home.path().join("pell/cycles/0001/reports/mazianni.age");
    fs::copy(report, machine.join("report.age")).unwrap();
    let new = at(&machine);
    new.does(&format!("read report.age --key anna.key --moderator {moderator}"));
    let said = new.does("template --staff --key anna.key --report report.age -o o.yaml");
    assert!(said.contains("your link is left out: "), "{said}");
    assert!(!fs::read_to_string(machine.join("o.yaml")).unwrap().contains("\nreveal: "));
    new.does("check o.yaml --key anna.key --report report.age");
    new.does("seal o.yaml --key anna.key --report report.age -o o.age");
    let received = shell.does("-C pell receive machine/o.age");
    assert!(received.contains("accepted"), "{received}");
}
