//! Overwatch as it is told: before the enemy's turn who is on it, after that why nobody fired (cc19).

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyCommander;
use super::apply::apply;
use super::events::Event;
use super::fire::FRONT;
use super::format::{KindRow, Trait};
use super::names::{Unit, Zone};
use super::order::Order;
use super::prospects;
use super::said::each;
use super::scenario::Start;
use super::side::Side;
use super::sight::View;
use super::state::{Contact, Piece, Post, State, Step};
use super::switches::Exchange;
use super::weapon::WeaponRow;
use crate::base::words::few;
use crate::engine::Fact;
use crate::engine::board::hex::Facing;
use crate::page::Table;

/// Units that are named.
const NAMED: usize = 4;

/// Shots that are named.
const SHOTS: usize = 3;

/// Units on overwatch whose chances are told.
const WATCHING: usize = 30;

/// Kinds of enemies at which chances are told.
const KINDS: usize = 3;

/// Rows of hexes that are named.
const RANGES: usize = 16;

/// What is said where no unit on overwatch has a shot at an enemy in sight.
const NO_SHOTS: &str = "No shot of theirs could cost an enemy in sight strength where it is now";

/// What is said besides where there is a table of chances.
const OTHERS: &str = "; the chances below say what they can do as enemies move";

/// Who is on overwatch in the enemy's turn that is to come, with what shots, and who is not; `None` in one's own turn,
/// and if nobody is on the map.
pub fn awaited(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let turn = view.open.step == Step::Turn && game.switches.exchange == Exchange::ATurn;
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.at().is_some());
    let own: Vec<(&Unit, &Piece)> = own.collect();
    if !turn || view.open.active == side || own.is_empty() {
        return None;
    }
    let whose = format!("{}'s turn {}", side.other().title(), view.open.turn);
    let state = view.believed();
    let watching = own.iter().filter(|(unit, it)| game.is_ready(&state, unit, it));
    let watching = watching.map(|(unit, _)| unit);
    let watching: Vec<_> = watching.collect();
    if watching.is_empty() {
        return Some(format!(
            "No unit of yours is on overwatch in {whose}, so you need not send orders."
        ));
    }
    let usual = game.format.numbers.overwatch.value;
    let mut shots = prospects::answers(game, &state, side);
    shots.retain(|it| it.chances.loss > 0);
    shots.sort_by_key(|it| std::cmp::Reverse(it.chances.exact));
    let told = shots.iter().map(|it| format!("{} at {} {}%", it.unit, it.target, it.chances.loss));
    let shots = if shots.is_empty() {
        let others = if kinds(game, view, side.other()).is_empty() { "" } else { OTHERS };
        format!("{NO_SHOTS}{others}")
    } else {
        format!("Shots at enemies that shoot from where they are now: {}", few(told, SHOTS))
    };
    let acted = own.iter().filter(|(_, it)| (it.moved || it.fired) && !it.suppressed);
    let acted: Vec<&Unit> = acted.map(|(unit, _)| *unit).collect();
    let not = if acted.is_empty() {
        String::new()
    } else {
        format!("; not {}, which moved or shot", few(acted, NAMED))
    };
    Some(format!(
        "On overwatch in {whose}: {}{not}. {shots}. Each fires once, as an enemy that it sees in range moves or \
         shoots: unless ordered otherwise, at {usual}% or more to cost that strength.",
        few(watching, NAMED)
    ))
}

/// Which enemies in sight are on overwatch in the reader's turn that is to come, and which are not; `None` in the enemy's
/// turn, and if none is in sight.
pub fn against(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let seen = view.units.iter().filter(|(_, it)| it.side != side && it.at().is_some());
    let seen = seen.filter(|(_, it)| game.can_watch(game.format.kind(&it.kind)));
    let (on, off): (Vec<_>, Vec<_>) = seen.partition(|(_, it)| game.watches(it));
    let named = |units: Vec<(&Unit, &Piece)>| few(units.into_iter().map(|(unit, _)| unit), NAMED);
    let why = " (moved, shot or suppressed)";
    let told = match (on.is_empty(), off.is_empty()) {
        (true, true) => return None,
        (true, false) => format!("none; not {}{why}", named(off)),
        (false, true) => named(on),
        (false, false) => format!("{}; not {}{why}", named(on), named(off)),
    };
    let own = game.switches.exchange == Exchange::ATurn && prospects::acts(game, view, side);
    own.then(|| {
        format!("Enemies in sight that can fire on overwatch in your turn, once each: {told}.")
    })
}

/// What each unit on overwatch covers in the enemy's turn that is to come, and with what; `None` if nobody is (cc10, cc19).
pub fn cover(game: &CompanyCommander, view: &View, side: Side) -> Option<Table> {
    let turn = view.open.step == Step::Turn && game.switches.exchange == Exchange::ATurn;
    let state = view.believed();
    let own = state.of(side).filter(|(unit, it)| game.is_ready(&state, unit, it));
    let own = own.filter_map(|(unit, it)| Some((unit, it, it.at()?)));
    let rows = own.map(|(unit, piece, at)| {
        let kind = game.format.kind(&piece.kind);
        let armed = kind.weapons.iter().filter(|weapon| !game.is_out(&state, unit, weapon));
        let direct = armed.map(|weapon| game.format.weapon(weapon)).filter(|row| !row.indirect);
        let direct: Vec<&WeaponRow> = direct.collect();
        let reach = direct.iter().map(|row| match row.range {
            (near, far) if near == far => format!("{} {far}", row.title),
            (near, far) => format!("{} {near}-{far}", row.title),
        });
        let storms = (kind.assault > 0).then(|| "close assault on armor 1".to_owned());
        let (bears, sees) = (bears(kind, piece, &direct), sees(game, kind, at, &direct));
        [unit.to_string(), at.to_string(), bears, each(reach.chain(storms)), sees]
    });
    let rows: Vec<_> = rows.collect();
    let caption = format!(
        "What units of {} on overwatch cover in {}'s turn {}, each with one shot",
        side.title(),
        side.other().title(),
        view.open.turn
    );
    let columns = ["Unit", "At", "Bears", "Reaches, in hexes", "Sees within reach"];
    let any = turn && view.open.active != side && !rows.is_empty();
    any.then(|| Table::new().caption(caption).lefts(columns).rows(rows))
}

/// What such a unit sees from a hex within the reach of these weapons or of an assault: how many hexes, and each objective or
/// why not (cc14, cc48).
fn sees(game: &CompanyCommander, kind: &KindRow, at: Zone, direct: &[&WeaponRow]) -> String {
    let fires = || direct.iter().filter(|row| row.rate.0 > 0);
    let hits = |far: u32| {
        let assaults = kind.assault > 0 && far == 1;
        far > 0 && (assaults || fires().any(|row| (row.range.0..=row.range.1).contains(&far)))
    };
    let near = |to: &Zone| hits(at.0.distance(to.0));
    let seen: Vec<Zone> = game.zones().filter(|to| near(to) && game.looks(kind, at, *to)).collect();
    let places = game.field.objectives.iter().map(|(place, objective)| {
        let (to, far) = (objective.at, at.0.distance(objective.at.0));
        if far == 0 {
            return format!("stands in {place}");
        }
        let dim = far > 1 && far > game.view_of(kind);
        if dim || !hits(far) {
            let too_near = !dim && fires().any(|row| far < row.range.0);
            return format!("not {place}: {far} away{}", if too_near { ", too near" } else { "" });
        }
        match game.blocker(at, to).filter(|_| !game.looks(kind, at, to)) {
            None => format!("{place}, {far} away"),
            Some(by) => {
                let (terrain, high) = (game.field.ground(by).0, !game.terrain(by).blocks);
                let what = if high { "high ground".to_owned() } else { terrain.to_string() };
                format!("not {place}: {what} in {by}")
            }
        }
    });
    let number = format!("{} {}", seen.len(), if seen.len() == 1 { "hex" } else { "hexes" });
    let named = ranges(&seen).map_or(String::new(), |ranges| format!(": {ranges}"));
    std::iter::once(number + &named).chain(places).collect::<Vec<_>>().join("; ")
}

/// Hexes by column, those below each other from the first to the last: `0102-0105, 0204`; `None` if there are too many to
/// be read.
fn ranges(hexes: &[Zone]) -> Option<String> {
    let mut hexes = hexes.to_vec();
    hexes.sort_by_key(|at| (at.0.column(), at.0.row()));
    let mut ranges: Vec<(Zone, Zone)> = Vec::new();
    for at in hexes {
        let follows = |last: Zone| {
            last.0.column() == at.0.column() && last.0.row().checked_add(1) == Some(at.0.row())
        };
        match ranges.last_mut() {
            Some((_, last)) if follows(*last) => *last = at,
            _ => ranges.push((at, at)),
        }
    }
    let told = ranges.iter().map(|(first, last)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    });
    (1..=RANGES).contains(&ranges.len()).then(|| each(told))
}

/// With what chance units on overwatch cost strength an enemy who comes into the open, for each kind of enemy left and
/// at some distances, so that a least chance can be chosen; `None` if nobody is on overwatch (cc19).
pub fn odds(game: &CompanyCommander, view: &View, side: Side) -> Option<Table> {
    let turn = view.open.step == Step::Turn && game.switches.exchange == Exchange::ATurn;
    let state = view.believed();
    let own = state.of(side).filter(|(unit, it)| game.is_ready(&state, unit, it));
    let own: Vec<_> = own.filter_map(|(unit, it)| Some((unit, it, it.at()?))).collect();
    let enemies = kinds(game, view, side.other());
    if !turn || view.open.active == side || own.is_empty() || enemies.is_empty() {
        return None;
    }
    let mut goals = false;
    let rows = own.into_iter().take(WATCHING).map(|(unit, piece, at)| {
        let cells = enemies.iter().map(|enemy| {
            let (open, covered) = at_distances(game, &state, (unit, piece, at), enemy);
            goals |= !covered.is_empty();
            let told: Vec<String> = open.into_iter().chain(covered).collect();
            if told.is_empty() { "sees no such hex".to_owned() } else { each(told) }
        });
        std::iter::once(unit.to_string()).chain(cells).collect::<Vec<_>>()
    });
    let rows: Vec<_> = rows.collect();
    let goals = if goals { "; and in objectives in cover" } else { "" };
    let titles = enemies.iter().map(|enemy| {
        let roster = &game.field.units[enemy];
        format!("{} ({})", game.format.kind(&roster.kind).title, roster.quality)
    });
    let columns: Vec<String> = std::iter::once("Unit".to_owned()).chain(titles).collect();
    let caption = format!(
        "With what chance units of {} on overwatch cost strength an enemy who comes into the open there, its front to \
         them, at so many hexes: the least, a middling and the greatest distance at which they see such a hex{goals}",
        side.title()
    );
    Some(Table::new().caption(caption).lefts(columns).rows(rows))
}

/// A unit of the enemy for each kind and quality on the ground that is not lost: those of which the reader knows a place
/// first, then the most worth. Everybody knows whether reinforcements are still to come, but not which of them (cc24).
fn kinds(game: &CompanyCommander, view: &View, enemy: Side) -> Vec<Unit> {
    let met = |unit: &Unit| {
        let known = view.contacts.values().any(|known| known.contains_key(unit));
        known || view.units.contains_key(unit)
    };
    let left = game.field.units.iter().filter(|(unit, it)| {
        let ground = !game.format.kind(&it.kind).flies() && it.start != Start::Off;
        let late = reinforces(game, unit) && !view.open.complete.contains(&enemy);
        it.side == enemy && ground && !view.open.lost.contains(*unit) && (!late || met(unit))
    });
    let mut left: Vec<&Unit> = left.map(|(unit, _)| unit).collect();
    let worth = |unit: &Unit| game.format.kind(game.kind_of(unit)).worth;
    left.sort_by_key(|unit| (!met(unit), std::cmp::Reverse(worth(unit))));
    let mut told: Vec<Unit> = Vec::new();
    for unit in left {
        let alike = |other: &Unit| {
            let (one, other) = (&game.field.units[unit], &game.field.units[other]);
            one.kind == other.kind && one.quality == other.quality
        };
        if told.len() < KINDS && !told.iter().any(alike) {
            told.push(unit.clone());
        }
    }
    told
}

/// True if a unit is a reinforcement, or begins with one.
fn reinforces(game: &CompanyCommander, unit: &Unit) -> bool {
    let start = |unit: &Unit| &game.field.units[unit].start;
    match start(unit) {
        Start::Arrives(_) => true,
        Start::Aboard(by) | Start::With(by) => matches!(start(by), Start::Arrives(_)),
        Start::At(_) | Start::Off => false,
    }
}

/// The chances of a unit at a kind of enemy at the least, a middling and the greatest distance, `46% at 1`, and in objectives
/// in cover, `9% in Farm`.
fn at_distances(
    game: &CompanyCommander,
    state: &State,
    (unit, piece, at): (&Unit, &Piece, Zone),
    enemy: &Unit,
) -> (Vec<String>, Vec<String>) {
    let roster = &game.field.units[enemy];
    let (kind, going) = (game.format.kind(&piece.kind), game.format.kind(&roster.kind).going);
    let reach = game.reach(state, unit, kind, false);
    let free = |to: &Zone| {
        (1..=reach).contains(&at.0.distance(to.0))
            && game.field.can_stand(&game.format, going, *to)
            && game.occupant(state, *to, false).is_none()
            && game.looks(kind, at, *to)
    };
    // Of hexes alike far away one ahead, where nothing has to turn.
    let mut places: BTreeMap<u32, (bool, Zone)> = BTreeMap::new();
    for to in game.zones().filter(|to| !game.covered(*to) && free(to)) {
        let place = (!at.0.in_arc(piece.facing, FRONT, to.0), to);
        let best = places.entry(at.0.distance(to.0)).or_insert(place);
        *best = place.min(*best);
    }
    let far: Vec<u32> = places.keys().copied().collect();
    let far = [far.first(), far.get(far.len() / 2), far.last()];
    let far: BTreeSet<u32> = far.into_iter().flatten().copied().collect();
    let told = far.into_iter().map(|far| {
        let chance = chance(game, state, (unit, at), (enemy, places[&far].1));
        chance.map_or_else(|| format!("none at {far}"), |chance| format!("{chance}% at {far}"))
    });
    let goals = game.field.objectives.iter().map(|(place, objective)| (place, objective.at));
    let goals = goals.filter(|(_, to)| game.covered(*to) && free(to)).filter_map(|(place, to)| {
        let chance = chance(game, state, (unit, at), (enemy, to))?;
        Some(format!("{chance}% in {place}"))
    });
    (told.collect(), goals.collect())
}

/// The chance to cost an enemy strength who has come to a hex, its front to the shooter; `None` if there is no shot.
fn chance(
    game: &CompanyCommander,
    state: &State,
    (unit, at): (&Unit, Zone),
    (enemy, to): (&Unit, Zone),
) -> Option<u32> {
    let mut then = state.clone();
    let roster = &game.field.units[enemy];
    let ahead = |facing: &Facing| to.0.in_arc(*facing, FRONT, at.0);
    let facing = Facing::ALL.into_iter().find(ahead).unwrap_or(roster.facing);
    let piece = Piece { post: Post::On(to), facing, moved: true, ..game.piece(roster) };
    let side = roster.side.other();
    // Nobody else stands near; electronic warfare counts from anywhere (cc50, cc67).
    let jams = |it: &Piece| game.format.kind(&it.kind).is(Trait::Jammer);
    then.secret.units.retain(|_, it| it.side == side || jams(it));
    then.secret.units.insert(enemy.clone(), piece);
    let seen = Contact { now: true, at: to, turn: then.open.turn };
    then.secret.contacts.entry(side).or_default().insert(enemy.clone(), seen);
    let shot = game.shot(&then, unit, enemy, true).ok()?;
    Some(game.chances(&then, unit, enemy, &shot).loss)
}

/// In which directions a unit fires these weapons (cc10).
fn bears(kind: &KindRow, piece: &Piece, direct: &[&WeaponRow]) -> String {
    let ahead = piece.facing.direction();
    let (round, fixed): (Vec<&WeaponRow>, Vec<&WeaponRow>) =
        direct.iter().partition(|row| row.turret || kind.is(Trait::AllRound));
    match (round.is_empty(), fixed.is_empty(), piece.turned) {
        (_, true, _) => "all round".to_owned(),
        (true, false, false) => format!("ahead ({ahead}); elsewhere it turns, with 2 less to hit"),
        (true, false, true) => format!(
            "ahead ({ahead}), with 2 less to hit as it was turned; elsewhere it turns, with 2 less too"
        ),
        (false, false, turned) => {
            let fixed = each(fixed.iter().map(|row| &row.title));
            let less = if turned { ", with 2 less to hit as it was turned" } else { "" };
            format!("all round; {fixed} ahead ({ahead}){less}")
        }
    }
}

/// Which of the reader's units on overwatch hold their fire in the enemy's turn that is to come, by their standing orders;
/// `None` if none does (cc19, cc65).
pub fn held(game: &CompanyCommander, view: &View, standing: &[Order]) -> Option<String> {
    let turn = view.open.step == Step::Turn && game.switches.exchange == Exchange::ATurn;
    let side = view.side.filter(|side| turn && *side != view.open.active)?;
    let holds = |unit: &Unit| {
        let lines = standing.iter().filter_map(|order| {
            let Order::Overwatch { unit: whose, hold, .. } = order else { return None };
            whose.as_ref().is_none_or(|it| it == unit).then_some((whose.is_some(), *hold))
        });
        // The line for the unit counts before one for all, and of two alike the later.
        lines.max_by_key(|(own, _)| *own).is_some_and(|(_, hold)| hold)
    };
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.at().is_some());
    let state = view.believed();
    let own = own.filter(|(unit, it)| game.is_ready(&state, unit, it) && holds(unit));
    let held: Vec<&Unit> = own.map(|(unit, _)| unit).collect();
    let whose = format!("{}'s turn {}", side.other().title(), view.open.turn);
    let held = (!held.is_empty()).then(|| few(held, NAMED));
    held.map(|held| format!("Your standing orders have {held} hold fire in {whose}."))
}

/// That nobody fired on overwatch at an enemy who was seen to move or shoot in their own turn, and why; `None` if
/// somebody did, or could at no time.
pub fn missed(
    game: &CompanyCommander,
    view: &View,
    side: Side,
    witnessed: &[Fact<Event>],
) -> Option<String> {
    let mine = |unit: &Unit| game.field.units[unit].side == side;
    let events = || witnessed.iter().map(|fact| &fact.event);
    let ended = |event: &Event| matches!(event, Event::TurnEnded { side: by } if *by != side);
    // A close assault on overwatch is told as one (cc48).
    let fired = |event: &Event| matches!(event, Event::Attacked { unit, .. } if mine(unit));
    let acted = |event: &Event| acts(game, side, event).is_some();
    let told = game.switches.exchange == Exchange::ATurn;
    if !told || !events().any(ended) || !events().any(acted) || events().any(fired) {
        return None;
    }
    let then = before(game, view, side, witnessed);
    if !then.of(side).any(|(_, own)| own.at().is_some()) {
        return None;
    }
    let able = able(game, then, side, witnessed);
    Some(if able.is_empty() {
        "No unit of yours fired on overwatch: none of yours that is left had an enemy who moved or shot in sight and \
         range."
            .to_owned()
    } else {
        format!(
            "No unit of yours fired on overwatch, though an enemy was in sight and range of {}: what has moved or shot, \
             or is suppressed, does not fire, and without an order the rest waits for {}% or more to cost an enemy strength.",
            few(able, NAMED),
            game.format.numbers.overwatch.value
        )
    })
}

/// The enemy on the ground who moves a step or shoots, which those on overwatch may answer.
fn acts<'a>(game: &CompanyCommander, side: Side, event: &'a Event) -> Option<&'a Unit> {
    let (Event::Moved { unit, .. } | Event::Attacked { unit, .. } | Event::Shelled { unit, .. }) =
        event
    else {
        return None;
    };
    let ground = !game.format.kind(game.kind_of(unit)).flies();
    (ground && game.field.units[unit].side != side).then_some(unit)
}

/// The units left that could have shot at an enemy who moved or shot in the enemy's turn, had they been on overwatch:
/// whether they were, a view after it does not tell, for their own turn has begun.
fn able(
    game: &CompanyCommander,
    mut then: State,
    side: Side,
    witnessed: &[Fact<Event>],
) -> BTreeSet<Unit> {
    let mut able = BTreeSet::new();
    for event in witnessed.iter().map(|fact| &fact.event) {
        match event {
            Event::TurnEnded { .. } => break,
            Event::Moved { .. } | Event::Attacked { .. } | Event::Shelled { .. } => {
                apply(game, &mut then, event);
            }
            _ => {}
        }
        let Some(enemy) = acts(game, side, event) else { continue };
        let Some((piece, at)) = then.piece(enemy).and_then(|it| Some((it, it.at()?))) else {
            continue;
        };
        let has = |unit: &Unit, own: &Piece| {
            let sees = own.at().is_some_and(|from| game.sees(own, from, piece, at));
            let shot = game.shot(&then, unit, enemy, true).ok().filter(|_| sees);
            shot.is_some_and(|shot| game.chances(&then, unit, enemy, &shot).exact > 0)
        };
        let now = then.of(side).filter(|(unit, own)| has(unit, own));
        able.extend(now.map(|(unit, _)| unit.clone()));
    }
    able
}

/// How things stood before the enemy's turn, as far as its events tell: the reader's units as if they had done nothing in
/// their own.
fn before(game: &CompanyCommander, view: &View, side: Side, witnessed: &[Fact<Event>]) -> State {
    let mut then = view.believed();
    for piece in then.secret.units.values_mut() {
        (piece.moved, piece.turned, piece.busy, piece.fired) = (false, false, false, false);
        piece.suppressed = false;
    }
    for event in witnessed.iter().rev().map(|fact| &fact.event) {
        let (unit, at) = match event {
            // It came after the enemy's turn.
            Event::Arrived { unit, .. } if game.field.units[unit].side == side => {
                if let Some(piece) = then.secret.units.get_mut(unit) {
                    piece.post = Post::Reserve;
                }
                continue;
            }
            Event::Moved { unit, from, .. } => (unit, *from),
            Event::Sighted { side: by, unit, at } if *by == side => (unit, *at),
            _ => continue,
        };
        let roster = &game.field.units[unit];
        if roster.side != side {
            let piece = then.secret.units.entry(unit.clone()).or_insert_with(|| game.piece(roster));
            piece.post = Post::On(at);
        }
    }
    then
}
