//! How the reader stands, for the top of a report: what they hold, points, income, neighbours.

use super::beaten::beaten;
use super::events::{Event, Merit};
use super::force::Force;
use super::names::Region;
use super::outlook::Outlook;
use super::power::Power;
use super::resolve::victory;
use super::sight::View;
use super::state::{Building, Land, Open, Purse, Step};
use super::switches::{Switch, Treasuries};
use super::{AgeOfImperialism, changes, course, growth, odds, purchases};
use crate::base::words::{capital, count, few, joined, names};
use crate::engine::Fact;

/// What the reader has to choose, what they hold, and how strong the others are, the strongest first.
pub fn standings(game: &AgeOfImperialism, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let state = &view.open;
    if !state.points.is_empty() {
        let points = |(power, points): (&Power, &u32)| format!("{power} {points}");
        let points = format!("Points: {}.", joined(state.points.iter().map(points), ", "));
        return [points].into_iter().chain(gains(view, witnessed)).collect();
    }
    // Before the first choice of regions nobody has anything.
    let begun = game.board.powers.iter().any(|power| state.owned(*power).count() > 0);
    let mut told: Vec<String> = course::choice(game, view).into_iter().collect();
    told.extend(course::advice(game, view));
    if begun {
        told.extend(growth::came(view, witnessed));
        told.extend(view.power.map(|power| own(game, view, power)));
        told.extend(last_brigades(view));
        told.extend(view.power.and_then(|power| odds::best(game, view, power)));
        told.extend(growth::kept(game, view));
        told.extend(income(game, view));
        told.extend(purchases::advice(game, view));
        told.extend(growth::prospects(game, view));
        if state.step != Step::Picks {
            told.push(score(game, view));
        }
        told.extend(changes::changes(game, view, witnessed));
        told.push(others(game, view));
        told.extend(neighbours(view, game));
        told.extend(guests(view));
        told.extend(gains(view, witnessed));
    }
    told
}

/// Regions that are named where all should be known.
const HELD: usize = 8;

/// Which regions of the reader have one brigade, in a movement phase (im48).
fn last_brigades(view: &View) -> Option<String> {
    let own = view.power.filter(|_| view.open.step.is_movement())?;
    let alone = |land: &Land| land.armies.values().map(Force::brigades).sum::<u32>() == 1;
    let held = view.open.owned(own).filter(|(_, land)| alone(land)).map(|(at, _)| at);
    let held: Vec<&Region> = held.collect();
    match held.len() {
        0 => None,
        1 => Some(format!(
            "{} is held by a single brigade: if it leaves, the region goes back to the natives.",
            names(held)
        )),
        _ => Some(format!(
            "{} are held by a single brigade each: a region that it leaves goes back to the natives.",
            few(held, HELD)
        )),
    }
}

/// Which regions other powers gained, power by power, and from whom in battle.
fn gains(view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let own = view.power?;
    let mut all: Vec<(String, Vec<&Region>)> = Vec::new();
    for (n, fact) in witnessed.iter().enumerate() {
        let Event::Gained { power, at } = &fact.event else { continue };
        // Who took it from whom is told below; here it stands with the power that holds it now.
        let again = witnessed[n + 1..].iter().any(|later| gives(&later.event, at));
        if *power == own || again || view.open.land(at).owner != Some(*power) {
            continue;
        }
        let by = match beaten(&witnessed[..=n]) {
            Some(other) if other == own => format!("{power}, in battle with you"),
            Some(other) => format!("{power}, in battle with {other}"),
            None => power.to_string(),
        };
        match all.iter_mut().find(|(known, _)| *known == by) {
            Some((_, regions)) => regions.push(at),
            None => all.push((by, vec![at])),
        }
    }
    let one = |(by, regions): (String, Vec<&Region>)| format!("{} ({by})", names(regions));
    let told = joined(all.into_iter().map(one), ", ");
    (!told.is_empty()).then(|| format!("New regions of others: {told}."))
}

/// True if a power gains the region.
fn gives(event: &Event, region: &Region) -> bool {
    matches!(event, Event::Gained { at, .. } if at == region)
}

/// Whose units and influence are in the reader's regions.
fn guests(view: &View) -> Option<String> {
    let own = view.power.filter(|_| view.open.step != Step::Picks)?;
    let mut all = Vec::new();
    for (at, land) in view.open.owned(own) {
        for power in view.open.order.iter().filter(|power| **power != own) {
            let force = land.force(*power);
            let units = if force.is_empty() { String::new() } else { force.to_string() };
            let spheres = match land.spheres.get(power).copied().unwrap_or(0) {
                0 => String::new(),
                1 => "a sphere of influence".to_owned(),
                several => format!("{several} spheres of influence"),
            };
            let what = joined([units, spheres], " and ");
            if !what.is_empty() {
                let side = side(&view.open, own, *power);
                all.push(format!("{power}{side} with {what} in {at}"));
            }
        }
    }
    (!all.is_empty()).then(|| format!("In your regions: {}.", few(all, ARMIES)))
}

/// What the reader has.
fn own(game: &AgeOfImperialism, view: &View, power: Power) -> String {
    let state = &view.open;
    let Purse { pp, dp } = view.hand();
    let cities = state.count(power, Building::City);
    let (regions, cities) = (count(state.owned(power).count(), "region"), towns(cities));
    let force = strength(state, power);
    let hand = if game.begins(state, power) {
        let (pp, dp) = game.board.purse;
        format!("{pp} PP for the first units, and {dp} DP")
    } else {
        format!("{pp} PP and {dp} DP in hand")
    };
    format!("You hold {regions} and {cities}, with {force}; {hand}.")
}

/// How much the others have, the strongest first.
fn others(game: &AgeOfImperialism, view: &View) -> String {
    let state = &view.open;
    let mut others: Vec<Power> = game.board.powers.clone();
    others.retain(|power| Some(*power) != view.power);
    // Powers of the same strength stay in the order of the board.
    others.sort_by_key(|power| std::cmp::Reverse(state.brigades(*power)));
    let mut alike: Vec<(usize, String, Vec<Power>)> = Vec::new();
    for power in others {
        let (regions, force) = (state.owned(power).count(), strength(state, power));
        match alike.iter_mut().find(|(held, with, _)| *held == regions && *with == force) {
            Some((.., powers)) => powers.push(power),
            None => alike.push((regions, force, vec![power])),
        }
    }
    let one = |(place, (regions, force, powers)): (usize, &(usize, String, Vec<Power>))| {
        let hold = if place == 0 { " hold" } else { "" };
        let each = if powers.len() > 1 { " each" } else { "" };
        format!("{}{hold} {}{each} with {force}", names(powers), count(*regions, "region"))
    };
    format!("{}.", capital(&joined(alike.iter().enumerate().map(one), "; ")))
}

/// The points of all powers if the game ended now, as far as the reader knows, the most first.
fn score(game: &AgeOfImperialism, view: &View) -> String {
    let points = |power: &Power| (*power, points_now(game, view, *power));
    let mut all: Vec<(Power, u32)> = game.board.powers.iter().map(points).collect();
    all.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
    let one = |(power, points): &(Power, u32)| match view.power {
        Some(own) if own == *power => format!("you {points}{}", parts(game, view, own)),
        _ => format!("{power} {points}"),
    };
    let hidden = |known: bool| (!known).then_some(());
    let hands = game.board.powers.iter().all(|power| view.known.purses.contains_key(power));
    let hands = hands || game.switches.treasuries == Treasuries::Public;
    let goals = game.board.powers.iter().all(|power| view.known.goals.contains_key(power));
    let goals = goals || game.switches.hidden_goals == Switch::No;
    let whose = if view.power.is_some() { "the others' " } else { "" };
    let each = game.format.points.dp_each.value;
    let missing = [
        hidden(hands).map(|()| format!("DP in hand (1 for every {each})")),
        hidden(goals).map(|()| "secret cards".to_owned()),
    ];
    let missing: Vec<String> = missing.into_iter().flatten().collect();
    let missing = match missing.len() {
        0 => String::new(),
        _ => format!("; without {whose}{}, which are hidden", names(missing)),
    };
    format!("Points if the game ended now: {}{missing}.", joined(all.iter().map(one), ", "))
}

/// What the points of the reader are for, in brackets.
fn parts(game: &AgeOfImperialism, view: &View, own: Power) -> String {
    let merits = victory::merits(game, &view.open, &view.known, own);
    let goal = victory::goal(game, &view.open, &view.known, own);
    let parts = merits.into_iter().chain([(Merit::Goal, goal)]).filter(|(_, points)| *points > 0);
    let parts: Vec<String> = parts.map(|(merit, points)| format!("{points} {merit}")).collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", names(parts)) }
}

/// The points of a power if the game ended now, as far as the reader knows.
pub(super) fn points_now(game: &AgeOfImperialism, view: &View, power: Power) -> u32 {
    victory::points(game, &view.open, &view.known, power)
}

/// What the reader's next production brings and costs, as the map stands.
pub(super) fn income(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let power = view.power?;
    let turn = game.next_production(&view.open, power)?;
    let Outlook { least, most, upkeep, dp } = game.forecast(view, power);
    let now = game.outlook(view, power) != Outlook::default();
    let (hand, is_sure) = (view.hand().pp, view.open.enemies(power).is_empty());
    let sum = hand.saturating_add(least);
    let left = if game.begins(&view.open, power) {
        String::new()
    } else if upkeep > sum {
        format!(": {hand} + {least} - {upkeep} leaves you {} PP short", upkeep - sum)
    } else {
        let then = if now { "" } else { " then, if you spend none before" };
        let (pp, dp) = (sum - upkeep, view.hand().dp.saturating_add(dp));
        format!(": {hand} + {least} - {upkeep} = {pp} PP and {dp} DP to spend{then}")
    };
    let pp = if most > least && is_sure {
        format!("{least} PP ({most}, if whoever holds a strait lets you through)")
    } else if most > least {
        let ports = match view.open.count(power, Building::Port) {
            1 => "your port reaches every other port",
            _ => "your ports reach every other port",
        };
        format!("{least} PP (up to {most}, if {ports} by sea but those of enemies)")
    } else {
        format!("{least} PP")
    };
    Some(format!(
        "As things stand, the production of turn {turn} brings you {pp} and {dp} DP, and upkeep is {upkeep} PP{left}."
    ))
}

/// Armies that are named in the summary.
const ARMIES: usize = 4;

/// The armies of other powers next to the reader's regions, the largest first, and troops at sea on their coasts.
fn neighbours(view: &View, game: &AgeOfImperialism) -> Option<String> {
    let own = view.power.filter(|_| view.open.step != Step::Picks)?;
    let (open, chart) = (&view.open, &game.board.chart);
    let mut armies: Vec<(u32, String)> = Vec::new();
    for (at, land) in &open.lands {
        let by: Vec<&Region> =
            chart.near(at).filter(|near| open.land(near).owner == Some(own)).collect();
        for (power, force) in &land.armies {
            let strangers = *power != own && land.owner != Some(own);
            if strangers && force.brigades() > 0 && !by.is_empty() {
                let side = side(open, own, *power);
                let by = names(&by);
                armies.push((
                    force.brigades(),
                    format!("{power}{side} with {} in {at} (next to {by})", brigades(*force)),
                ));
            }
        }
    }
    for power in game.board.powers.iter().filter(|power| **power != own) {
        for (fleet, squadron) in open.fleets_of(*power) {
            let by: Vec<&Region> = open
                .owned(own)
                .map(|(at, _)| at)
                .filter(|at| chart.on_coast(at, &squadron.sea))
                .collect();
            if squadron.cargo.brigades() > 0 && !by.is_empty() {
                let (side, force) = (side(open, own, *power), brigades(squadron.cargo));
                let sea = &squadron.sea;
                armies.push((
                    squadron.cargo.brigades(),
                    format!(
                        "{power}{side} with {force} aboard fleet {fleet} in the {sea} (off {})",
                        names(by)
                    ),
                ));
            }
        }
    }
    armies.sort_by_key(|(brigades, _)| std::cmp::Reverse(*brigades));
    if armies.is_empty() {
        return Some("No brigades of another power are next to your regions.".to_owned());
    }
    let more = armies.len().saturating_sub(ARMIES);
    let more = if more == 0 { String::new() } else { format!("; and {more} more") };
    let told = armies.into_iter().take(ARMIES).map(|(_, told)| told);
    Some(format!("Next to you: {}{more}.", joined(told, "; ")))
}

/// How another power stands to the reader's, behind its name.
fn side(open: &Open, own: Power, other: Power) -> &'static str {
    if open.at_war(own, other) {
        ", at war with you,"
    } else if open.allied(own, other) {
        ", your allies,"
    } else {
        ""
    }
}

/// Brigades and the generals that lead them.
fn brigades(force: Force) -> String {
    Force { explorer: 0, engineer: 0, ..force }.to_string()
}

fn towns(cities: u32) -> String {
    match cities {
        0 => "no cities".to_owned(),
        1 => "1 city".to_owned(),
        several => format!("{several} cities"),
    }
}

/// Brigades and fleets.
fn strength(state: &Open, power: Power) -> String {
    let brigades = count(state.brigades(power), "brigade");
    match state.fleets_of(power).count() {
        0 => brigades,
        fleets => format!("{brigades} and {}", count(fleets, "fleet")),
    }
}
