//! The situation and the story of a cycle, as a page.

use std::collections::BTreeSet;

use super::CompanyWar;
use super::atlas;
use super::events::Event;
use super::scenario::{Jp, RouteKind, Side};
use super::sight::View;
use super::state::{Condition, Ship, State, Step, Unit};
use super::tell::{sentence, title};
use crate::base::words::{capital, count, names};
use crate::engine::Entry;
use crate::page::{Page, Table, Text};

/// The page for the reader of the view.
pub fn page(game: &CompanyWar, view: &View, witnessed: &[Entry<Event>]) -> Page {
    let state = &view.open;
    let when = match state.step {
        Step::SetUp => "before the first turn".to_owned(),
        Step::Over => "the end of the game".to_owned(),
        step => format!("turn {} of {}, {} phase", state.turn, game.turns(), step.name()),
    };
    let mut page =
        Page::new(game.format.title.clone()).subtitle(format!("{}: {when}", game.chart.title));
    if !witnessed.is_empty() {
        page = story(game, page.heading(2, "What happened"), witnessed);
    }
    page = page.heading(2, "The situation");
    if let Some(map) = atlas::map(game, view, witnessed) {
        page = page.map(map);
    }
    page = page.facts(facts(game, view));
    page = page.table(stations(game, state));
    for side in [view.side.unwrap_or(Side::Mazianni), view.side.unwrap_or(Side::Mazianni).other()] {
        page = page.table(fleet(game, view, side));
    }
    page.heading(2, "The routes").table(routes(game, view))
}

/// The events in the sequence of play, a heading for each phase and each combat.
fn story(game: &CompanyWar, mut page: Page, witnessed: &[Entry<Event>]) -> Page {
    let mut lines: Vec<Text> = Vec::new();
    let mut fight = None;
    for entry in witnessed {
        match &entry.event {
            Event::StepBegan { .. } | Event::BattleJoined { .. } | Event::RoundBegan { .. } => {
                page = flush(page, &mut lines);
                let heading = capital(&sentence(&game.chart, &entry.event));
                let level = if matches!(entry.event, Event::RoundBegan { .. }) { 4 } else { 3 };
                page = page.heading(level, heading);
            }
            // The count of ships left is told where it matters: at announcements and pins.
            Event::Went { .. } => {}
            event => lines.push(line(game, entry, draw(fight, event))),
        }
        if let Event::RoundBegan { at, round } = entry.event {
            fight = Some((at, round));
        }
    }
    flush(page, &mut lines)
}

fn flush(page: Page, lines: &mut Vec<Text>) -> Page {
    if lines.is_empty() { page } else { page.list(std::mem::take(lines)) }
}

fn line(game: &CompanyWar, entry: &Entry<Event>, draw: Option<String>) -> Text {
    let sentence = capital(&sentence(&game.chart, &entry.event));
    let text = Text::plain(format!("{sentence}. ")).rule(entry.rule.id());
    match draw {
        Some(name) => text.and(" ").draw(name),
        None => text,
    }
}

/// The name of the draw behind an event, so that its dice can be checked by hand.
fn draw(fight: Option<(Jp, u32)>, event: &Event) -> Option<String> {
    let combat = |what: &str, name: &str| {
        fight.map(|(at, round)| format!("combat/jp-{at}/round-{round}/{what}/{name}"))
    };
    match event {
        Event::Rolled { side, turn, .. } => Some(format!("initiative/turn-{turn}/{}", side.name())),
        Event::CombatRolled { side, .. } => combat("initiative", side.name()),
        Event::Fired { unit, .. } => combat("fire", &unit.name()),
        Event::Evaded { from, .. } => combat("avoid", &from.name()),
        Event::Bombarded { ship, at, .. } => Some(format!("bombard/jp-{at}/{ship}")),
        _ => None,
    }
}

fn facts(game: &CompanyWar, view: &View) -> Vec<(String, Text)> {
    let state = &view.open;
    let mut facts = Vec::new();
    for side in Side::BOTH {
        let points = state.points.get(&side).copied().unwrap_or(0);
        let used = state.assembled.contains(&side) || state.declared.contains(&side);
        let assembly = if used { "used" } else { "still to come" };
        let moves = match state.allowance.get(&side) {
            Some(ships) if state.step == Step::Movement => {
                format!("may move {}; ", count(*ships, "ship"))
            }
            _ => String::new(),
        };
        facts.push((
            title(side),
            Text::plain(format!("{}; {moves}Fleet Assembly {assembly}", count(points, "point"))),
        ));
    }
    let aboard = match &view.aboard {
        Some(carriers) if !carriers.is_empty() => {
            names(&carriers.iter().cloned().collect::<Vec<_>>())
        }
        Some(_) => "none".to_owned(),
        None => {
            let loads = u32::try_from(view.loads).expect("counters are few");
            match loads {
                0 => "none".to_owned(),
                loads => format!("{}, on carriers unknown", count(loads, "counter")),
            }
        }
    };
    let landed: Vec<String> = state.landed.iter().map(|jp| game.chart.place(*jp)).collect();
    facts.push(("Troops aboard".to_owned(), Text::plain(aboard)));
    facts.push(("Troops on stations".to_owned(), Text::plain(or_none(&landed))));
    facts.push(("Troops lost".to_owned(), Text::plain(state.fallen.len().to_string())));
    facts
}

fn or_none(list: &[String]) -> String {
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

/// Every station and who lies there.
fn stations(game: &CompanyWar, state: &State) -> Table {
    let mut table = Table::new().caption("Stations and fleets").right("JP").left("Station");
    table = table.left("Garrison").left("Mazianni").left("Union");
    for (jp, station) in &game.chart.points {
        let [ours, theirs] = Side::BOTH.map(|side| present(game, state, side, *jp));
        if station.is_none() && ours.is_empty() && theirs.is_empty() {
            continue;
        }
        let name = station.as_ref().map_or("", |(name, _)| name);
        let held = match (state.destroyed.contains(jp), state.landed.contains(jp)) {
            (true, _) => "destroyed",
            (_, true) => "troops",
            _ => "",
        };
        table = table.row([jp.to_string(), name.to_owned(), held.to_owned(), ours, theirs]);
    }
    table
}

fn present(game: &CompanyWar, state: &State, side: Side, at: Jp) -> String {
    let here = game.chart.fleet(side).filter(|ship| state.ships[*ship].at == Some(at));
    here.cloned().collect::<Vec<Ship>>().join(", ")
}

/// The ships of a side. Both fleets are shown alike, except who carries troops (cw43).
fn fleet(game: &CompanyWar, view: &View, side: Side) -> Table {
    let state = &view.open;
    let mut table = Table::new().caption(format!("Ships of {}", side.title())).left("Ship");
    table = table.left("Class").left("Lies at").left("Condition").left("Ratings").left("Riders");
    for ship in game.chart.fleet(side) {
        let vessel = &state.ships[ship];
        let hull = &game.chart.hulls[ship];
        let place = match vessel.at {
            Some(jp) => game.chart.place(jp),
            None if vessel.condition == Condition::Lost => "destroyed".to_owned(),
            None => "not deployed".to_owned(),
        };
        let condition = match (vessel.condition, vessel.fleeing) {
            (Condition::Whole, false) => "",
            (Condition::Whole, true) => "fleeing",
            (Condition::Damaged, false) => "damaged",
            (Condition::Damaged, true) => "damaged, fleeing",
            (Condition::Lost, _) => "lost",
        };
        let ratings = game.ratings(state, &Unit::Ship(ship.clone()));
        let ratings = format!("{}-{}-{}", ratings.attack, ratings.control, ratings.defense);
        let cells = [ship.as_str(), &hull.class, &place, condition, &ratings, &riders(vessel)];
        table = table.row(cells.map(str::to_owned));
    }
    table
}

/// Its riders, as `3 of 4`; nothing if it has none.
pub(super) fn riders(vessel: &super::state::Vessel) -> String {
    if vessel.riders.is_empty() {
        return String::new();
    }
    let count = |wanted| vessel.riders.iter().filter(|r| **r == wanted).count();
    match (count(Condition::Whole), count(Condition::Damaged)) {
        (whole, 0) => format!("{whole} of {}", vessel.riders.len()),
        (whole, hurt) => format!("{whole} + {hurt} damaged of {}", vessel.riders.len()),
    }
}

/// The kind of route that the reader is shown between two jump points: the most open one that he
/// may use (cw3). A spectator may look at all.
pub(super) fn shown(view: &View, kinds: &BTreeSet<RouteKind>) -> Option<RouteKind> {
    let usable = |kind: &&RouteKind| view.side.is_none_or(|side| kind.open_to(side));
    kinds.iter().find(usable).copied()
}

/// The routes that the reader may use (cw3).
fn routes(game: &CompanyWar, view: &View) -> Table {
    let mut table = Table::new().caption("Routes").left("From").left("To");
    for (from, near) in &game.chart.routes {
        let mut ways = Vec::new();
        for (to, kinds) in near {
            ways.extend(shown(view, kinds).map(|kind| match kind {
                RouteKind::Commercial => to.to_string(),
                kind => format!("{to} ({})", kind.word()),
            }));
        }
        if !ways.is_empty() {
            table = table.row([game.chart.place(*from), ways.join(", ")]);
        }
    }
    table
}
