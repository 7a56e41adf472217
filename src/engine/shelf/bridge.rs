//! The bridge from a typed game to the shelf.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::OnceLock;

use super::any_game::{AnyGame, GameKind, Shipped, Written};
use super::ruled::Ruled;
use super::typed::Typed;
use super::{respell, roll_call};
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, canonical, transcoded};
use crate::engine::format::phase::ROLL_CALL;
use crate::engine::format::{begin, options};
use crate::engine::sheets::{schema, spelling};
use crate::engine::{Game, Short, Tables};

/// The bridge from a typed game to the shelf.
pub struct Bridge<G> {
    shipped: Shipped,
    /// The shipped format as JSON.
    tables: Option<&'static str>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Bridge<G> {
    /// Puts a game with its files on the shelf.
    pub const fn new(shipped: Shipped) -> Self {
        Self { shipped, tables: None, game: PhantomData }
    }

    /// The same with the shipped format as JSON, as [`GameKind::format_as_json`] gives it: a campaign
    /// that plays by the shipped format is founded in a fraction of the time.
    #[must_use]
    pub const fn with_tables(mut self, tables: &'static str) -> Self {
        self.tables = Some(tables);
        self
    }

    /// The tables of a format.
    fn tables(&self, format: &[u8]) -> Result<Tables<G::Format>, Problem> {
        let known = self.tables.and_then(|tables| transcoded::read(tables, format));
        known.map_or_else(|| yaml::read(format, Origin::House), Ok)
    }
}

/// The options of a game's format, and that of every game.
fn all_options<T>(format: &Tables<T>) -> BTreeMap<String, options::OptionSpec> {
    let mut options = format.options.clone();
    options.insert(ROLL_CALL.to_owned(), roll_call::option());
    options
}

impl<G: Game> GameKind for Bridge<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn edition(&self) -> u32 {
        G::EDITION
    }

    fn room(&self) -> usize {
        G::ROOM
    }

    fn draws(&self) -> usize {
        G::DRAWS
    }

    fn shipped(&self) -> &Shipped {
        &self.shipped
    }

    fn schema(&self) -> String {
        schema::of::<G>()
    }

    fn reads(&self, orders: &str) -> Option<String> {
        let read = spelling::read_unnamed::<G>(orders)?;
        Some(canonical::encode(&read))
    }

    fn rewritten(&self, orders: &str, to: Written) -> Result<Option<String>, Problem> {
        respell::file::<G>(orders, to)
    }

    fn short(&self) -> &'static Short {
        G::SHORT
    }

    fn options(&self, format: &[u8]) -> Result<BTreeMap<String, options::OptionSpec>, Problem> {
        Ok(all_options(&self.tables(format)?))
    }

    fn format_as_json(&self) -> Result<String, Problem> {
        transcoded::of(self.shipped.format.as_bytes(), Origin::House)
    }

    fn found(
        &self,
        format: &[u8],
        scenario: &[u8],
        given: &BTreeMap<String, String>,
    ) -> Result<Box<dyn AnyGame>, Problem> {
        let format = self.tables(format).map_err(|p| p.at("format.yaml"))?;
        let text = String::from_utf8_lossy(scenario);
        let (map, begin) = begin::split(&text);
        let scenario: G::Scenario =
            yaml::read(map.as_bytes(), Origin::House).map_err(|p| p.at("scenario.yaml"))?;
        let mut options = options::settle(&all_options(&format), given)?;
        let roll_call = roll_call::taken(&mut options, begin.is_some())?;
        let (game, names) =
            G::found(format, scenario, &options).map_err(|p| yaml::pointed(&text, p))?;
        if roll_call {
            // Campaigns without one are those of programs that knew no roll call.
            options.insert(ROLL_CALL.to_owned(), "yes".to_owned());
        }
        let (kinds, conditions) = (OnceLock::new(), OnceLock::new());
        let mut typed = Typed { game, names, options, begin: None, kinds, conditions };
        if let Some(begin) = begin {
            let begin = begin::read(begin).and_then(|begin| typed.set(&begin, &[]));
            typed.begin = Some(begin.map_err(|p| p.at("scenario.yaml: position"))?);
        }
        Ok(Box::new(typed))
    }
}
