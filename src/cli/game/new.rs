use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::base::Problem;
use crate::base::words::capital;
use crate::campaign::world;
use crate::cli::context::Context;
use crate::cli::terminal::tell;

/// Write a crate with a small game that plays, to be changed into your own.
///
/// It has rules with a number for each, an order file's types, fog of war, sentences, rule cases, and the tests that
/// every game passes. The name is that of the directory: `tide-pool` makes the crate `tide_pool`.
#[derive(Debug, Args)]
pub(super) struct New {
    /// Directory for the new crate, named as the game; must not exist.
    #[arg(value_name = "NAME")]
    directory: PathBuf,
    /// Use the adjutant crate in this directory [default: the published one].
    #[arg(long, value_name = "DIR")]
    adjutant: Option<PathBuf>,
}

/// The files of `templates/game`, which are a crate named `my-game` but for the ends of their names.
macro_rules! template {
    ($($file:literal)*) => {
        &[$(($file, include_str!(concat!("../../../templates/game/", $file, ".in")))),*]
    };
}

const FILES: &[(&str, &str)] = template!(
    "Cargo.toml" "README.md" "gitignore" "rustfmt.toml"
    "src/main.rs" "src/lib.rs" "src/state.rs" "src/orders.rs" "src/sight.rs" "src/telling.rs"
    "src/rules.md" "src/format.yaml" "src/first.yaml"
    "tests/game.rs"
    "cases/mg2-a-crew-walks-to-the-next-square.yaml"
    "cases/mg3-only-the-crew-sees-what-it-finds.yaml"
    "cases/mg3-nobody-digs-there-again.yaml"
    "cases/mg4-most-gold-wins.yaml"
);

/// Names that no crate can have, or that another crate in the program has.
const TAKEN: &[&str] = &[
    "abstract",
    "adjutant",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Characters of a name at most.
const LONGEST: usize = 40;

impl New {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let name = self.directory.file_name().map(|n| n.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        check(&name)?;
        if context.shelf.games().any(|game| game.name() == name) {
            return Err(Problem::usage(format!("there is a game {name} already"))
                .hint("give yours another name: two of one name cannot be on one shelf"));
        }
        if self.directory.symlink_metadata().is_ok() {
            return Err(Problem::usage("there is something of that name already")
                .at(self.directory.display())
                .hint("give another name, or move it away first"));
        }
        let dependency = dependency(self.adjutant.as_deref())?;
        let letters = letters(&name);
        let mut written = Vec::new();
        for (file, text) in FILES {
            let file = if *file == "gitignore" { ".gitignore" } else { file };
            let file = renamed(file, &name, &letters);
            let text = text.replace("ADJUTANT", &dependency);
            let text = renamed(&text, &name, &letters);
            world::write_new(&self.directory.join(&file), text.as_bytes(), false)?;
            written.push(file);
        }
        let dir = self.directory.display().to_string();
        let words =
            format!("{dir}: {} files; its rules are {letters}1 to {letters}4\n", written.len());
        let value = json!({"directory": dir, "rules": letters, "files": written});
        context.answer(&words, &value)?;
        tell!(
            "next: `cd {dir}`, then `cargo test`, then `cargo run -- demo table --seed 1`;\n      \
             src/rules.md is where your own game begins"
        );
        Ok(())
    }
}

/// Refuses what is no name of a crate and of a game.
fn check(name: &str) -> Result<(), Problem> {
    let refused = |what: String, hint: &str| Err(Problem::usage(what).hint(hint));
    let small = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let whole = name.split('-').all(|word| !word.is_empty() && word.chars().all(small));
    if !whole || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return refused(
            format!("\"{name}\" is no name of a game"),
            "use lower-case letters, digits and single dashes, and begin with a letter: tide-pool",
        );
    }
    if name.len() > LONGEST {
        return refused(
            format!("\"{name}\" is too long for the name of a game"),
            &format!("{LONGEST} characters at most"),
        );
    }
    if name.chars().filter(char::is_ascii_lowercase).count() < 2 {
        return refused(
            format!("\"{name}\" has too few letters for the numbers of its rules"),
            "give it two letters at least: the rules of tide-pool are tp1, tp2 and so on",
        );
    }
    if TAKEN.contains(&name) {
        return refused(
            format!("\"{name}\" cannot be the name of a crate"),
            "it means something to Rust or Cargo: give another one",
        );
    }
    Ok(())
}

/// What stands before the numbers of rules: the initials of several words, else the first two letters.
fn letters(name: &str) -> String {
    let small = |c: &char| c.is_ascii_lowercase();
    let initials: String = name.split('-').filter_map(|w| w.chars().next()).filter(small).collect();
    if initials.len() > 1 { initials } else { name.chars().filter(small).take(2).collect() }
}

/// A text of the template under the game's own name.
fn renamed(text: &str, name: &str, letters: &str) -> String {
    let words: Vec<String> = name.split('-').map(capital).collect();
    let text = text
        .replace("my-game", name)
        .replace("my_game", &name.replace('-', "_"))
        .replace("MyGame", &words.concat())
        .replace("My Game", &words.join(" "));
    ('1'..='4').fold(text, |text, n| text.replace(&format!("mg{n}"), &format!("{letters}{n}")))
}

/// What the crate says of the one that it stands on.
fn dependency(folder: Option<&Path>) -> Result<String, Problem> {
    let Some(folder) = folder else { return Ok(format!("\"{}\"", env!("CARGO_PKG_VERSION"))) };
    let own = world::read(&folder.join("Cargo.toml")).unwrap_or_default();
    if !String::from_utf8_lossy(&own).contains("\nname = \"adjutant\"\n") {
        return Err(Problem::usage("this is not the directory of the adjutant crate")
            .at(folder.display())
            .hint("give the one with its Cargo.toml, or leave --adjutant out"));
    }
    let folder = std::path::absolute(folder)
        .map_err(|error| Problem::failed(format!("there is no such directory: {error}")))?;
    Ok(format!("{{ path = {} }}", json!(folder.display().to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_crates_and_games() {
        for good in ["tide-pool", "chess", "go9", "a-b", "war-of-1812"] {
            check(good).unwrap();
        }
        for bad in ["", "-a", "a-", "a--b", "Tide", "1812", "tide pool", "täler", "a", "match"] {
            assert!(check(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn everything_is_renamed() {
        assert_eq!(letters("tide-pool"), "tp");
        assert_eq!(letters("chess"), "ch");
        assert_eq!(letters("war-1812"), "wa");
        for (file, text) in FILES {
            let text = renamed(text, "tide-pool", "tp") + &renamed(file, "tide-pool", "tp");
            for old in ["my-game", "my_game", "MyGame", "My Game", "mg1", "mg2", "mg3", "mg4"] {
                assert!(!text.contains(old), "{file}: {old}");
            }
        }
        assert_eq!(renamed("MyGame: My Game, mg3", "war-1812", "wa"), "War1812: War 1812, wa3");
    }
}
