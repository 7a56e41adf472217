//! Overwatch as it is told: before the enemy's turn who is on it, after that why nobody fired (cc19).

use std::collections::BTreeSet;

use super::CompanyCommander;
use super::apply::apply;
use super::events::Event;
use super::format::{KindRow, Trait};
use super::names::Unit;
use super::prospects;
use super::said::each;
use super::side::Side;
use super::sight::View;
use super::state::{Piece, Post, State, Step};
use super::switches::Exchange;
use super::weapon::WeaponRow;
use crate::base::words::few;
use crate::engine::Fact;
use crate::page::Table;

/// Units that are named.
const NAMED: usize = 4;

/// Shots that are named.
const SHOTS: usize = 3;

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
    let watching = own.iter().filter(|(_, it)| game.watches(it)).map(|(unit, _)| unit);
    let watching: Vec<_> = watching.collect();
    if watching.is_empty() {
        return Some(format!(
            "No unit of yours is on overwatch in {whose}, so you need not send orders."
        ));
    }
    let usual = game.format.numbers.overwatch.value;
    let mut shots = prospects::answers(game, &view.believed(), side);
    shots.retain(|it| it.chances.loss > 0);
    shots.sort_by_key(|it| std::cmp::Reverse(it.chances.exact));
    let told = shots.iter().map(|it| format!("{} at {} {}%", it.unit, it.target, it.chances.loss));
    let shots = if shots.is_empty() {
        "no shot that could cost an enemy strength where it is now".to_owned()
    } else {
        format!("shots at enemies that shoot from where they are now: {}", few(told, SHOTS))
    };
    let acted = own.iter().filter(|(_, it)| (it.moved || it.fired) && !it.suppressed);
    let acted: Vec<&Unit> = acted.map(|(unit, _)| *unit).collect();
    let not = if acted.is_empty() {
        String::new()
    } else {
        format!("; not {}, which moved or shot", few(acted, NAMED))
    };
    Some(format!(
        "On overwatch in {whose}: {}{not}; {shots}. Each fires once, as an enemy that it sees in range moves or \
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
    let own = view.units.iter().filter(|(_, it)| it.side == side && game.watches(it));
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
        let bears = bears(kind, piece, &direct);
        [unit.to_string(), at.to_string(), bears, each(reach.chain(storms))]
    });
    let rows: Vec<_> = rows.collect();
    let caption = format!(
        "What units of {} on overwatch cover in {}'s turn {}, each with one shot",
        side.title(),
        side.other().title(),
        view.open.turn
    );
    let columns = ["Unit", "At", "Bears", "Reaches, in hexes"];
    let any = turn && view.open.active != side && !rows.is_empty();
    any.then(|| Table::new().caption(caption).lefts(columns).rows(rows))
}

/// In which directions a unit fires these weapons (cc10).
fn bears(kind: &KindRow, piece: &Piece, direct: &[&WeaponRow]) -> String {
    let ahead = piece.facing.direction();
    let (round, fixed): (Vec<&WeaponRow>, Vec<&WeaponRow>) =
        direct.iter().partition(|row| row.turret || kind.is(Trait::AllRound));
    match (round.is_empty(), fixed.is_empty()) {
        (_, true) => "all round".to_owned(),
        (true, false) => format!("ahead ({ahead}); elsewhere it turns, with 2 less to hit"),
        (false, false) => {
            let fixed = each(fixed.iter().map(|row| &row.title));
            format!("all round; {fixed} ahead ({ahead})")
        }
    }
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
        "No unit of yours fired on overwatch: none had an enemy who moved or shot in sight and range."
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
    let (Event::Moved { unit, .. } | Event::Attacked { unit, .. }) = event else { return None };
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
            Event::Moved { .. } | Event::Attacked { .. } => apply(game, &mut then, event),
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
