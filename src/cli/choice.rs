//! Which game is played: its format, scenario and options, as `new` and `demo` take them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::base::Problem;
use crate::base::words::nearest;
use crate::base::yaml::{self, Origin};
use crate::campaign::world;
use crate::engine::Shelf;
use crate::engine::format::phase::ROLL_CALL;
use crate::referee::cycle::found::{Charter, Trust};

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct ChoiceArgs {
    /// The game.
    #[arg(long)]
    game: Option<String>,
    /// A built-in scenario by name, or a scenario file [default: the game's first].
    #[arg(long, value_name = "NAME|FILE")]
    scenario: Option<String>,
    /// Use this turn format instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    format: Option<PathBuf>,
    /// Set an option of the turn format; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// What they stand for, read.
#[derive(Debug)]
pub(super) struct Choice {
    shelf: Shelf,
    game: &'static str,
    format: Vec<u8>,
    scenario: String,
    map: Vec<u8>,
    options: BTreeMap<String, String>,
}

impl ChoiceArgs {
    /// Reads the files that are named.
    pub(super) fn read(&self, shelf: Shelf) -> Result<Choice, Problem> {
        let own = self.scenario.as_ref().filter(|_| self.game.is_none());
        let own = own.and_then(|path| game_of(&world::read(Path::new(path)).ok()?));
        let game = match self.game.as_ref().or(own.as_ref()) {
            Some(name) => shelf.named(name)?,
            None => shelf.usual(),
        };
        let shipped = game.shipped();
        let format = match &self.format {
            Some(path) => world::read(path)?,
            None => shipped.format.as_bytes().to_vec(),
        };
        let (scenario, map) = scenario(shipped.scenarios, self.scenario.as_deref())?;
        let options = options(&self.options)?;
        Ok(Choice { shelf, game: game.name(), format, scenario, map, options })
    }

    /// The arguments that say the same again.
    pub(super) fn again(&self, shelf: Shelf) -> String {
        let unusual = self.game.as_ref().filter(|game| *game != shelf.usual().name());
        let game = unusual.map(|game| format!(" --game {game}"));
        let scenario = self.scenario.as_ref().map(|name| format!(" --scenario {name}"));
        let format = self.format.as_ref().map(|path| format!(" --format {}", path.display()));
        let options = self.options.iter().map(|option| format!(" --option {option}"));
        game.into_iter().chain(scenario).chain(format).chain(options).collect()
    }
}

impl Choice {
    /// The game begins with a roll call, unless something else was said.
    pub(super) fn with_roll_call(&mut self) {
        self.options.entry(ROLL_CALL.to_owned()).or_insert_with(|| "yes".to_owned());
    }

    /// The charter of a campaign of that name.
    pub(super) fn charter<'a>(&'a self, name: &'a str) -> Charter<'a> {
        Charter {
            shelf: self.shelf,
            name,
            game: self.game,
            format: &self.format,
            scenario: &self.scenario,
            map: &self.map,
            options: &self.options,
            trust: Trust::default(),
        }
    }
}

/// The game that a scenario file is for, as it says itself.
pub(super) fn game_of(file: &[u8]) -> Option<String> {
    let scenario: serde_json::Value = yaml::read(file, Origin::House).ok()?;
    scenario.get("game")?.as_str().map(str::to_owned)
}

/// The built-in scenario of that name, else the file.
fn scenario(shipped: &[(&str, &str)], wish: Option<&str>) -> Result<(String, Vec<u8>), Problem> {
    let Some(wish) = wish else {
        let (name, text) = shipped[0];
        return Ok((name.to_owned(), text.as_bytes().to_vec()));
    };
    if let Some((name, text)) = shipped.iter().find(|(name, _)| *name == wish) {
        return Ok(((*name).to_owned(), text.as_bytes().to_vec()));
    }
    let path = PathBuf::from(wish);
    let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let text = world::read(&path).map_err(|p| {
        let names = || shipped.iter().map(|(name, _)| *name);
        if path.components().count() > 1 || path.extension().is_some() {
            return p;
        }
        let unknown = Problem::usage(format!("there is no scenario {wish}"));
        match nearest(wish, names()) {
            Some(name) => unknown.hint(format!("did you mean {name}?")),
            None => unknown.hint(format!(
                "the built-in scenarios are: {}",
                names().collect::<Vec<_>>().join(", ")
            )),
        }
    })?;
    Ok((name, text))
}

fn options(given: &[String]) -> Result<BTreeMap<String, String>, Problem> {
    let mut options = BTreeMap::new();
    for text in given {
        let (name, value) = text.split_once('=').ok_or_else(|| {
            Problem::usage(format!("--option {text}")).hint("write --option NAME=VALUE")
        })?;
        options.insert(name.to_owned(), value.to_owned());
    }
    Ok(options)
}
