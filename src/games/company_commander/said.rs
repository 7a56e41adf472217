//! How that is said which events and reasons are about.

use super::CompanyCommander;
use super::events::Ending;
use super::names::Zone;
use super::side::Side;
use crate::base::words::joined;
use crate::engine::wording::said::Said;

impl<C: ?Sized> Said<C> for Zone {
    fn said(&self, _: &C) -> String {
        self.to_string()
    }
}

impl<C: ?Sized> Said<C> for Side {
    fn said(&self, _: &C) -> String {
        self.title().to_owned()
    }
}

/// All of them behind one another.
pub fn each(all: impl IntoIterator<Item: std::fmt::Display>) -> String {
    joined(all, ", ")
}

/// One of them: `0709, 0809 or 0808`.
pub fn either(all: impl IntoIterator<Item: std::fmt::Display>) -> String {
    let mut all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    match (all.pop(), all.as_slice()) {
        (Some(last), [_, ..]) => format!("{} or {last}", each(all)),
        (last, _) => last.unwrap_or_default(),
    }
}

/// A hex with the objective there: `Crossroads (0505)`.
pub fn place(game: &CompanyCommander, at: Zone) -> String {
    let here = game.field.objectives.iter().find(|(_, it)| it.at == at);
    here.map_or_else(|| at.to_string(), |(place, _)| format!("{place} ({at})"))
}

/// How the game ended: who won, and by what, with the points of both sides (cc61).
pub fn ending(winner: Option<Side>, why: Ending, [blue, red]: [u32; 2]) -> String {
    match winner {
        Some(Side::Blue) => format!("{} wins {blue} to {red}: {why}", Side::Blue.title()),
        Some(Side::Red) => format!("{} wins {red} to {blue}: {why}", Side::Red.title()),
        None => format!("the game is drawn {blue} to {red}: {why}"),
    }
}
