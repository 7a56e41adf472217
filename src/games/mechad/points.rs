//! What the points of a battle that is over come from (md48, md70).

use super::Mechad;
use super::names::{Ship, Side};
use super::resolve::scores::{bonus, share};
use super::scenario::Victory;
use super::state::{Finale, Open, Status, Unit};
use crate::page::Table;

/// For each side the ships that it scores for. `None` for the wager, whose points are counted otherwise.
pub fn table(game: &Mechad, open: &Open, finale: &Finale) -> Option<Table> {
    if game.scenario.victory == Victory::Wager {
        return None;
    }
    let rows = finale.scores.iter().map(|(side, score)| {
        let level = score.level.map(|level| level.to_string()).unwrap_or_default();
        let from = sources(game, open, side, score.points);
        [game.title(side), score.points.to_string(), level, from]
    });
    let columns = ["Side", "Points", "Level", "From"];
    Some(Table::new().caption("Points").lefts(columns).rows(rows))
}

/// What a side scores for. What a ship was outfitted with in secret is in its points, too.
fn sources(game: &Mechad, open: &Open, side: &Side, score: u32) -> String {
    let enemies = open.units.iter();
    let enemies = enemies.filter(|(_, unit)| game.scenario.enemies(side, unit.origin()));
    let scored = enemies.filter(|(_, unit)| share(game, unit) > 0);
    let mut parts: Vec<String> = scored.map(|(ship, unit)| source(game, ship, unit)).collect();
    let more = bonus(game, open, side) / 100;
    // Who has harmed nobody gets none, and has fewer points than that.
    if more > 0 && score >= game.format.numbers.bonus_from.value {
        parts.push(format!("{more} for fighting Mechads"));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

fn source(game: &Mechad, ship: &Ship, unit: &Unit) -> String {
    let why = match unit.status {
        _ if unit.prize.is_some() => "captured",
        Status::Captured => "captured",
        Status::Destroyed => "destroyed",
        Status::Here | Status::Aboard(_) | Status::Away if unit.crippled => "crippled",
        Status::Away => "left",
        Status::Here | Status::Aboard(_) => "damaged",
    };
    let (percent, points) = (share(game, unit), game.points(game.class(unit)));
    let options = if game.scenario.outfit { " and its options" } else { "" };
    format!("{ship} {why}: {percent}% of {points}{options}")
}
