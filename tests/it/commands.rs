//! Help, examples, man pages and completions: of every command.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command as Process;

use adjutant::cli;
use adjutant::games::OURS;
use clap::Command;

use crate::bench::output;
use crate::folder::folder;

/// Columns that every terminal has.
const WIDTH: usize = 80;

/// The program's commands with the words that lead to each; what only shows help is none.
fn commands() -> Vec<(String, Command)> {
    fn below(command: &Command, path: &str, found: &mut Vec<(String, Command)>) {
        for command in command.get_subcommands().filter(|c| !path_is_help(path, c)) {
            let path = format!("{path} {}", command.get_name()).trim().to_owned();
            found.push((path.clone(), command.clone()));
            below(command, &path, found);
        }
    }
    fn path_is_help(path: &str, command: &Command) -> bool {
        !path.is_empty() && command.get_name() == "help"
    }
    let mut root = cli::command(OURS);
    root.build();
    let mut found = Vec::new();
    below(&root, "", &mut found);
    found
}

fn told(columns: &str, arguments: &[&str]) -> String {
    let mut command = Process::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(arguments).env("COLUMNS", columns).env("NO_COLOR", "1");
    String::from_utf8(output(&mut command).stdout).expect("help is text")
}

/// The words of a line as a shell takes them, with `"` around what has blanks.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (n, part) in line.split('"').enumerate() {
        match n % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// The commands that the examples of a help text show.
fn examples(help: &str) -> Vec<String> {
    let Some((_, examples)) = help.split_once("\nExamples:\n") else { return Vec::new() };
    let joined = examples.replace("\\\n", " ");
    joined
        .lines()
        .map(str::trim)
        .filter(|l| l.starts_with("adjutant "))
        .map(str::to_owned)
        .collect()
}

/// What an example runs, without what the shell does with it.
fn first_of(example: &str) -> &str {
    let ends = [" > ", " < ", " && "].iter().filter_map(|end| example.find(end));
    &example[..ends.min().unwrap_or(example.len())]
}

#[test]
fn every_command_has_an_example_that_it_takes() {
    for (path, mut command) in commands() {
        let shown = examples(&command.render_long_help().to_string());
        assert!(!shown.is_empty(), "{path} has no example");
        for example in shown {
            let words = words(first_of(&example));
            let parsed = cli::command(OURS).try_get_matches_from(&words);
            let matches = parsed.unwrap_or_else(|error| panic!("{example}: {error}"));
            let (mut taken, mut at) = (String::new(), matches);
            while let Some((name, below)) = at.remove_subcommand() {
                taken = format!("{taken} {name}").trim().to_owned();
                at = below;
            }
            assert!(taken == path || taken.starts_with(&format!("{path} ")), "{path}: {example}");
        }
    }
}

#[test]
fn help_is_the_same_on_every_terminal() {
    let mut asked: Vec<Vec<String>> = vec![vec!["--help".into()], vec!["-h".into()]];
    asked.extend(["player", "moderator"].map(|role| vec!["help".into(), role.into()]));
    let path =
        |(path, _): (String, Command)| path.split(' ').map(str::to_owned).collect::<Vec<_>>();
    asked.extend(commands().into_iter().map(path).flat_map(|path| {
        ["--help", "-h"].map(|help| [path.clone(), vec![help.to_owned()]].concat())
    }));
    for arguments in asked {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let help = told("80", &arguments);
        assert!(help.lines().count() > 4, "{arguments:?}: {help}");
        let wide = help.lines().find(|line| line.chars().count() > WIDTH);
        assert_eq!(wide, None, "{arguments:?}");
        assert_eq!(told("120", &arguments), help, "{arguments:?}");
    }
}

#[test]
fn every_command_stands_in_one_group_with_what_it_does() {
    let help = told("80", &["--help"]);
    for (path, command) in commands().into_iter().filter(|(path, _)| !path.contains(' ')) {
        let entry = format!("\n  {path} ");
        assert_eq!(help.matches(&entry).count(), 1, "{path}: {help}");
        assert!(command.get_about().is_some(), "{path}");
    }
    for heading in
        ["Playing", "Running a game", "When plans change", "Checking and showing", "Making"]
    {
        assert!(help.contains(&format!("\n{heading}:\n")), "{help}");
    }
}

#[test]
fn what_roles_are_told_to_type_is_taken() {
    for role in ["player", "moderator"] {
        let help = told("80", &["help", role]);
        let lines = help.lines().filter_map(|line| line.strip_prefix("  adjutant "));
        let lines: Vec<&str> =
            lines.map(|line| line.split("  ").next().unwrap_or_default()).collect();
        assert!(lines.len() > 7, "{help}");
        for line in lines {
            let words = words(&format!("adjutant {line}"));
            let parsed = cli::command(OURS).try_get_matches_from(&words);
            assert!(parsed.is_ok(), "{line}: {}", parsed.err().map(|e| e.to_string()).unwrap());
        }
    }
}

/// `--key` and the like stand in the help of each part of a command that needs them, and behind it.
#[test]
fn the_parts_of_a_command_take_what_it_takes() {
    for (path, key) in [("say away", "--key"), ("rule accept", "--keys"), ("deputy take", "--key")]
    {
        let words: Vec<&str> = path.split(' ').chain(["--help"]).collect();
        assert!(told("80", &words).contains(&format!("{key} <")), "{path}");
    }
}

/// A campaign, a game, a key and a report have one name in all commands.
#[test]
fn things_are_named_alike_in_all_commands() {
    let long = [("key", "key"), ("keys", "keys"), ("game", "game"), ("moderator", "moderator")];
    for (path, command) in commands() {
        for argument in command.get_arguments() {
            let Some(name) = argument.get_long() else { continue };
            let id = argument.get_id().as_str();
            for (known, wanted) in long {
                assert!(id != known || name == wanted, "{path}: --{name}");
            }
        }
    }
    let takes = |path: &str, id: &str| {
        let commands = commands();
        let (_, command) = commands.iter().find(|(known, _)| known == path).expect("a command");
        command.get_arguments().any(|argument| argument.get_long() == Some(id))
    };
    for path in
        ["read", "choices", "template", "check", "forecast", "seal", "say", "request", "verify"]
    {
        assert!(takes(path, "report") && takes(path, "key"), "{path}");
    }
    for path in ["new", "demo", "format", "schema", "fmt"] {
        assert!(takes(path, "game"), "{path}");
    }
}

#[test]
fn every_command_has_a_man_page_with_examples() {
    let home = folder();
    let pages = home.path().join("man");
    told("80", &["man", pages.to_str().expect("a plain path")]);
    let made: BTreeSet<String> = fs::read_dir(&pages)
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
        .collect();
    for (path, _) in commands().into_iter().filter(|(path, _)| path != "help") {
        let page = format!("adjutant-{}.1", path.replace(' ', "-"));
        assert!(made.contains(&page), "{page} is not among {made:?}");
        let text = fs::read_to_string(Path::new(&pages).join(&page)).expect("a page");
        assert!(text.contains("Examples:"), "{page}");
    }
}

/// What `choices` shows of a unit can be put into an order file as it stands.
#[test]
fn choices_of_a_unit_are_orders() {
    let home = folder();
    let run = |line: &str| {
        let mut command = Process::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(home.path()).args(words(line)).env("SOURCE_DATE_EPOCH", "1767225600");
        let made = output(&mut command);
        assert!(made.status.success(), "{line}: {}", String::from_utf8_lossy(&made.stderr));
        String::from_utf8(made.stdout).expect("text")
    };
    for line in [
        "new pell",
        "-C pell keygen anna",
        "-C pell keygen ben",
        "-C pell enroll mazianni anna.pub",
        "-C pell enroll union ben.pub",
        "-C pell open",
        "-C pell template --key anna.key -o t.yaml",
    ] {
        run(line);
    }
    let all = run("-C pell choices --key anna.key");
    let one = run("-C pell choices norway --key anna.key");
    assert!(all.contains(one.trim_end()) && all.len() > 3 * one.len(), "{one}");
    assert!(one.starts_with("Norway, "), "{one}");
    let template = fs::read_to_string(home.path().join("t.yaml")).expect("a template");
    let (head, _) = template.split_once("\norders:").expect("a list");
    let offers: Vec<&str> = one.lines().filter_map(|line| line.strip_prefix("  ")).collect();
    assert!(offers.len() > 1, "{one}");
    for offer in offers {
        let order = offer.split("  ").next().unwrap_or_default();
        let file = format!("{head}\norders:\n- {order}\n");
        fs::write(home.path().join("o.yaml"), file).expect("a file");
        run("-C pell check o.yaml --key anna.key");
    }
    let json: serde_json::Value =
        serde_json::from_str(&run("-C pell choices norway --key anna.key --json")).expect("JSON");
    let first = offers_of(&json);
    assert!(one.contains(&first), "{first}");
}

fn offers_of(json: &serde_json::Value) -> String {
    json[0]["offers"][0]["order"].as_str().expect("an order").to_owned()
}
