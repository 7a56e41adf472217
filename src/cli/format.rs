use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::choice::game_of;
use super::context::{Context, print, print_json};
use crate::base::Problem;
use crate::campaign::world;
use crate::engine::GameKind;

/// List or show turn formats and scenarios, or check your own scenario.
#[derive(Debug, Args)]
pub(super) struct Format {
    /// Show this game's turn format.
    #[arg(value_name = "GAME")]
    of: Option<String>,
    /// Show this scenario of the game.
    #[arg(value_name = "SCENARIO")]
    with: Option<String>,
    /// The game, as other commands take it.
    #[arg(long, conflicts_with = "of")]
    game: Option<String>,
    /// The scenario, as other commands take it.
    #[arg(long, value_name = "NAME", conflicts_with = "with")]
    scenario: Option<String>,
    /// Check a scenario file against the game's format.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["scenario", "with"])]
    check: Option<PathBuf>,
}

impl Format {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        let file = self.check.as_ref().and_then(|path| game_of(&world::read(path).ok()?));
        let named = self.game.as_ref().or(self.of.as_ref()).or(file.as_ref());
        let Some(name) = named else {
            return match (&self.check, &self.scenario) {
                (None, None) => list(context),
                _ => Err(Problem::usage("no game given").hint("give one with --game GAME")),
            };
        };
        let game = context.shelf.named(name)?;
        let shipped = game.shipped();
        if let Some(path) = &self.check {
            let text = world::read(path)?;
            game.found(shipped.format.as_bytes(), &text, &BTreeMap::new())
                .map_err(|p| p.at(path.display()))?;
            let file = path.display().to_string();
            let words = format!("{file}: valid scenario for {name}\n");
            return context.answer(&words, &json!({"game": name, "scenario": file, "valid": true}));
        }
        let Some(wish) = self.scenario.as_ref().or(self.with.as_ref()) else {
            let value = json!({"game": name, "format": shipped.format});
            return context.answer(shipped.format, &value);
        };
        let found = shipped.scenarios.iter().find(|(name, _)| name == wish);
        let names: Vec<_> = shipped.scenarios.iter().map(|(name, _)| *name).collect();
        match found {
            Some((scenario, text)) => {
                context.answer(text, &json!({"game": name, "scenario": scenario, "text": text}))
            }
            None => Err(Problem::usage(format!("there is no scenario {wish}"))
                .hint(format!("the scenarios are: {}", names.join(", ")))),
        }
    }
}

fn list(context: &Context) -> Result<(), Problem> {
    let scenarios = |game: &dyn GameKind| -> Vec<String> {
        game.shipped().scenarios.iter().map(|(name, _)| (*name).to_owned()).collect()
    };
    let games = context.shelf.games().map(|game| (game.name(), scenarios(game)));
    let games: BTreeMap<_, _> = games.collect();
    if context.json {
        return print_json(&games);
    }
    let mut out = String::new();
    for (game, scenarios) in games {
        let _ = writeln!(out, "{game}: {}", scenarios.join(", "));
    }
    print(&out)
}
