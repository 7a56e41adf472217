//! Completions: bash, fish and zsh run the script that the program prints, and the other shells ask as theirs do.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::bench::output;
use crate::folder::folder;

/// The clock: 2026-01-01T00:00:00Z.
const NOW: &str = "1767225600";

fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(home).env("SOURCE_DATE_EPOCH", NOW).env("NO_COLOR", "1");
    command
}

fn run(home: &Path, line: &str) -> String {
    let output = output(program(home).args(line.split(' ')));
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Calls the function that the script binds to `adjutant`, with the words as bash has broken them; the
/// last is the one at the cursor.
const TAB: &str = r#"
source ./completions.bash
function=$(complete -p adjutant); function=${function##*-F }; function=${function%% *}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
current=${COMP_WORDS[COMP_CWORD]}; [[ $current == [=:] ]] && current=
"$function" adjutant "$current" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"#;

/// What bash offers behind these words.
fn bash(home: &Path, words: &[&str]) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.current_dir(home).env("PATH", path).env("SOURCE_DATE_EPOCH", NOW);
    command.args(["--norc", "-c", TAB, "bash"]).args(words).stdin(Stdio::null());
    let offered = String::from_utf8(output(&mut command).stdout).unwrap();
    offered.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// A campaign of two that has played a cycle.
fn campaign(home: &Path) {
    run(home, "new pell");
    for (name, seat) in [("anna", "mazianni"), ("ben", "union")] {
        run(home, &format!("-C pell keygen {name}"));
        run(home, &format!("-C pell enroll {seat} {name}.pub"));
    }
    run(home, "-C pell open");
    run(home, "-C pell resolve --early --without-orders --reason agreed");
    fs::write(home.join("completions.bash"), run(home, "completions bash")).unwrap();
}

/// True if a shell is at hand; `.ci/run` installs them.
fn is_there(shell: &str) -> bool {
    let there = Command::new(shell).args(["-c", "exit"]).stdin(Stdio::null()).status();
    if there.is_err() {
        eprintln!("not tried: no {shell} here");
    }
    there.is_ok()
}

/// A shell in `home` that finds the program on its path.
fn shell(home: &Path, name: &str) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(name);
    command.current_dir(home).env("PATH", path).env("SOURCE_DATE_EPOCH", NOW);
    command.env("HOME", home).env("TERM", "dumb").stdin(Stdio::null());
    command
}

/// What fish offers behind a line, without what it says of each.
fn fish(home: &Path, line: &str) -> Vec<String> {
    let mut command = shell(home, "fish");
    command.args(["--no-config", "-c", "source completions.fish; complete -C $argv[1]", line]);
    let offered = String::from_utf8(output(&mut command).stdout).unwrap();
    let word = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
    offered.lines().map(word).collect()
}

/// A zsh that finds the completions in a directory, as a package installs them, keeps what is offered
/// when tab is pressed, and says at the next key what the line has become.
const ZSHRC: &str = r#"
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit && compinit -u -D
offered=()
compadd() {
    if [[ " $* " != *" -"[OAD]" "* ]]; then
        local -a fitting
        builtin compadd -O fitting "$@"
        offered+=($fitting)
    fi
    builtin compadd "$@"
}
tell() { print -rl -- "$BUFFER" $offered >answer; exit }
zle -N tell
bindkey '^I' complete-word '^X' tell
"#;

/// Types a line into that zsh, on a terminal, then tab and the key that tells.
const TYPED: &str = r#"
zmodload zsh/zpty
zpty typed zsh -i
zpty -w -n typed "$1"$'\t\C-x'
while zpty -r typed line; do :; done
"#;

/// What zsh makes of a line when tab is pressed once, and what it offers.
fn zsh(home: &Path, line: &str) -> (String, Vec<String>) {
    let mut command = shell(home, "zsh");
    command.env("ZDOTDIR", home).args(["-f", "-c", TYPED, "zsh", line]);
    assert!(output(&mut command).status.success());
    let answer = fs::read_to_string(home.join("answer")).expect("zsh has told");
    let mut lines = answer.lines().map(str::to_owned);
    (lines.next().unwrap_or_default(), lines.collect())
}

#[test]
fn bash_completes_what_a_campaign_has() {
    let home = folder();
    campaign(home.path());
    let offers = |words: &[&str]| bash(home.path(), words);
    assert_eq!(offers(&["adjutant", "temp"]), ["template"]);
    assert_eq!(offers(&["adjutant", "new", "--game", "mech"]), ["mechad"]);
    assert_eq!(offers(&["adjutant", "new", "--game", "=", "mech"]), ["mechad"]);
    assert_eq!(offers(&["adjutant", "-C", "pell", "enroll", ""]), ["mazianni", "union"]);
    assert_eq!(offers(&["adjutant", "-C", "pell", "orders", "un"]), ["union"]);
    assert_eq!(offers(&["adjutant", "-C", "nowhere", "enroll", ""]), [""; 0]);
    let cycles = offers(&["adjutant", "-C", "pell", "show", "state", "--cycle", ""]);
    assert_eq!(cycles, ["0", "1"]);
    let scenarios = offers(&["adjutant", "new", "--game", "mechad", "--scenario", ""]);
    let listed = run(home.path(), "format");
    assert!(!scenarios.is_empty());
    assert!(scenarios.iter().all(|name| listed.contains(name.as_str())), "{scenarios:?}");
}

#[test]
fn bash_completes_units_of_whoever_has_the_key() {
    let home = folder();
    campaign(home.path());
    let units =
        |key: &str| bash(home.path(), &["adjutant", "-C", "pell", "choices", "--key", key, ""]);
    let (anna, ben) = (units("anna.key"), units("ben.key"));
    assert!(!anna.is_empty() && !ben.is_empty(), "{anna:?} {ben:?}");
    assert!(anna.iter().all(|unit| !ben.contains(unit)), "{anna:?} {ben:?}");
    assert_eq!(units("none.key"), [""; 0]);
}

#[test]
fn fish_completes_what_a_campaign_has() {
    if !is_there("fish") {
        return;
    }
    let home = folder();
    let home = home.path();
    campaign(home);
    fs::write(home.join("completions.fish"), run(home, "completions fish")).unwrap();
    assert_eq!(fish(home, "adjutant temp"), ["template"]);
    assert_eq!(fish(home, "adjutant new --game mech"), ["mechad"]);
    assert_eq!(fish(home, "adjutant new --game=mech"), ["--game=mechad"]);
    assert_eq!(fish(home, "adjutant -C pell orders un"), ["union"]);
    assert_eq!(fish(home, "adjutant -C pell show state --cycle "), ["0", "1"]);
    let units = fish(home, "adjutant -C pell choices --key anna.key ");
    assert!(units.iter().any(|unit| unit == "Norway"), "{units:?}");
}

#[test]
fn zsh_completes_at_the_first_tab() {
    if !is_there("zsh") {
        return;
    }
    let home = folder();
    let home = home.path();
    campaign(home);
    fs::write(home.join("_adjutant"), run(home, "completions zsh")).unwrap();
    fs::write(home.join(".zshrc"), ZSHRC).unwrap();
    assert_eq!(zsh(home, "adjutant temp").0, "adjutant template ");
    assert_eq!(zsh(home, "adjutant new --game mech").0, "adjutant new --game mechad ");
    assert_eq!(zsh(home, "adjutant new --game=mech").0, "adjutant new --game=mechad ");
    assert_eq!(zsh(home, "adjutant -C pell orders un").0, "adjutant -C pell orders union ");
    let (line, cycles) = zsh(home, "adjutant -C pell show state --cycle ");
    assert_eq!(line, "adjutant -C pell show state --cycle ");
    assert_eq!(cycles, ["0", "1"]);
    let (_, units) = zsh(home, "adjutant -C pell choices --key anna.key ");
    assert!(units.iter().any(|unit| unit == "Norway"), "{units:?}");
    // Sourced, it only says who answers.
    let mut sourced = shell(home, "zsh");
    let line =
        "autoload -Uz compinit && compinit -u -D; source ./_adjutant; print $_comps[adjutant]";
    let told = output(sourced.args(["-f", "-c", line])).stdout;
    assert_eq!(String::from_utf8_lossy(&told).trim(), "_clap_dynamic_completer_adjutant");
}

#[test]
fn every_shell_has_a_script_that_asks_the_program() {
    let home = folder();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(home.path(), &format!("completions {shell}"));
        assert!(script.contains("ADJUTANT_COMPLETE"), "{shell}: {script}");
        let mut command = program(home.path());
        command.env("ADJUTANT_COMPLETE", shell).env("_CLAP_COMPLETE_INDEX", "3");
        command.env("_CLAP_IFS", "\n").env("ADJUTANT_CURSOR", "3");
        command.args(["--", "adjutant", "new", "--game", "mech"]);
        let offered = String::from_utf8(output(&mut command).stdout).unwrap();
        let first = offered.lines().next().unwrap_or_default();
        assert!(first.starts_with("mechad"), "{shell}: {offered}");
    }
}
