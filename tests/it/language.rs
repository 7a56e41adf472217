//! One word for one thing, in all that people read: help, errors, letters, handbooks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::cli;
use adjutant::games::OURS;
use clap::Command;

/// What the program does not say, and what it says instead.
const INSTEAD: &[(&str, &str)] = &[
    ("folder", "directory"),
    ("referee", "moderator"),
    ("game master", "moderator"),
    ("gamemaster", "moderator"),
    ("order sheet", "order file"),
    ("orders file", "order file"),
    ("turn file", "packet"),
    ("e-mail", "mail"),
    ("emails", "mails"),
    ("decode", "decrypt"),
    ("decipher", "decrypt"),
    ("ruleset", "turn format"),
    ("rule set file", "turn format"),
    ("logbook", "ledger"),
    ("blockchain", "ledger"),
    ("acknowledgment", "receipt"),
    ("his", "their"),
    ("him", "them"),
    ("he", "they"),
    ("she", "they"),
    ("please", "(nothing)"),
    ("simply", "(nothing)"),
    ("os error", "what the system says"),
    ("is none that", "(say what it is)"),
    ("not a row of", "not a range of"),
    ("whose they are", "who sent them"),
    ("or see to it", "or manage it"),
    ("wait so long", "how long to wait"),
    ("throw away", "discard"),
    ("stands open", "is vacant"),
    ("at hand", "here"),
    ("called for it", "no occasion arose"),
    ("it decided", "used to decide"),
    ("so many markers", "fewer markers than that"),
    ("stands on the map", "is on the map"),
    ("come to the help", "come to the aid"),
    ("have had their go", "have moved"),
    ("is gone from", "lost"),
    ("nobody is left", "no one is left"),
    ("whosever", "no matter whose"),
];

/// Rooms whose literals people read: what games, reports, checks and commands say.
const SPEAKING: &[&str] = &["src/games", "src/engine", "src/referee", "src/league", "src/cli"];

/// What is between quotation marks in a source, line by line, without what is filled in; not what
/// assertions say, nor a word by itself, which is data.
fn literals(source: &str) -> String {
    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut said = String::new();
    for line in source.lines() {
        let silent = ["//", "assert", "expect("].iter().any(|sign| line.contains(sign));
        for literal in line.split('"').skip(1).step_by(2).filter(|_| !silent) {
            let mut open = false;
            for letter in literal.chars().filter(|_| literal.contains(' ')) {
                open = letter == '{' || open && letter != '}';
                said.extend((!open && letter != '}').then_some(letter));
            }
            said.push(' ');
        }
        said.push('\n');
    }
    said
}

/// True if a text has the word, and not only as a part of another.
fn has(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "-_/".contains(c));
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !letter(before.chars().next_back()) && !letter(after.chars().next())
    })
}

/// The help of a command and of all below it.
fn help(command: &mut Command, out: &mut Vec<(String, String)>) {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    out.push((name, command.render_long_help().to_string()));
    for command in command.get_subcommands_mut() {
        help(command, out);
    }
}

fn below(folder: &str, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if wanted(&path.to_string_lossy()) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn one_word_is_used_for_one_thing() {
    let mut read = Vec::new();
    let mut command = cli::command(OURS);
    command.build();
    help(&mut command, &mut read);
    let mut files = vec![PathBuf::from("docs/player.md"), PathBuf::from("docs/moderator.md")];
    // They repeat what their authors wrote.
    let told = |path: &str| path.ends_with("message.txt") && !path.contains("/mistake-");
    files.extend(below("tests/problems", told));
    files.extend(below("tests/cmd", |path| path.ends_with(".trycmd")));
    files.extend(below("src/post", |path| {
        path.rsplit_once('.').is_some_and(|(_, end)| end == "yaml")
    }));
    read.extend(
        files
            .iter()
            .map(|path| (path.display().to_string(), fs::read_to_string(path).expect("a text"))),
    );
    assert!(read.len() > 200, "{}", read.len());
    for room in SPEAKING {
        let sources = below(room, |path| {
            Path::new(path).extension().is_some_and(|e| e == "rs") && !path.ends_with("tests.rs")
        });
        read.extend(sources.iter().map(|path| {
            let source = fs::read_to_string(path).expect("a source");
            (path.display().to_string(), literals(&source))
        }));
    }
    let mut wrong = String::new();
    for (place, text) in &read {
        for (n, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            for (word, instead) in INSTEAD.iter().filter(|(word, _)| has(&line, word)) {
                let _ = writeln!(wrong, "{place}:{}: {word} -> {instead}: {line}", n + 1);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What an option of a name takes, in every command that has one.
fn taken(command: &Command, path: &str, out: &mut BTreeMap<String, BTreeMap<String, String>>) {
    for argument in command.get_arguments() {
        let Some(long) = argument.get_long() else { continue };
        let names: Vec<&str> =
            argument.get_value_names().unwrap_or_default().iter().map(AsRef::as_ref).collect();
        let short = argument.get_short().map(|short| format!("-{short} ")).unwrap_or_default();
        let takes = format!("{short}{}", names.join(" "));
        out.entry(long.to_owned()).or_default().entry(takes).or_insert_with(|| path.to_owned());
    }
    for command in command.get_subcommands() {
        taken(command, &format!("{path} {}", command.get_name()), out);
    }
}

/// Game, report, key, campaign and whatever else has a name are named alike everywhere.
#[test]
fn an_option_takes_the_same_in_every_command() {
    let mut command = cli::command(OURS);
    command.build();
    let mut options = BTreeMap::new();
    taken(&command, "adjutant", &mut options);
    for name in ["game", "report", "key", "keys", "campaign", "output", "moderator"] {
        assert!(options.contains_key(name), "--{name}");
    }
    // `format` shows what is built in, so it takes no file; `fmt --check` looks at the files that it is given.
    options.remove("scenario");
    options.remove("check");
    options.retain(|_, takes| takes.len() > 1);
    assert!(options.is_empty(), "{options:#?}");
}

#[test]
fn literals_are_what_a_source_says() {
    let source = "let a = \"there is no {folder} here\"; // \"his\"\nb(\"his\", \"his own\");\n";
    assert_eq!(literals(source), "\n his own \n");
    let source = "let a = \"there is no {folder} here\";\n#[cfg(test)]\nlet b = \"his own\";";
    assert_eq!(literals(source), "there is no  here \n");
}

#[test]
fn words_are_found_as_words() {
    assert!(has("he has", "he") && has("(his)", "his"));
    assert!(!has("the ship", "he") && !has("this", "his") && !has("the-he", "he"));
}

/// What letters say in another language stands for sentences that the program still says.
#[test]
fn every_sentence_that_is_translated_is_said_somewhere() {
    let mut sources = String::new();
    let mut folders = vec![PathBuf::from("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                sources.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    // What is broken over lines is one sentence, and whatever is filled in is a place.
    let mut joined = String::new();
    for piece in sources.split("\\\n") {
        joined.push_str(piece.trim_start());
    }
    let places = |text: &str| {
        let mut out = String::new();
        for (n, part) in text.split('{').enumerate() {
            let rest = part.split_once('}').filter(|_| n > 0).map(|(_, rest)| rest);
            out.push_str(&rest.map_or_else(|| part.to_owned(), |rest| format!("{{}}{rest}")));
        }
        out
    };
    let said = places(&joined);
    let language = adjutant::post::texts::Language::shipped("de");
    let is_said = |text: &&str| joined.contains(text) || said.contains(&places(text));
    let missing: Vec<&str> = language.sentences().filter(|text| !is_said(text)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    assert!(language.sentences().count() > 70);
}
