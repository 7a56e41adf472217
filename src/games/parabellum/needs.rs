//! What units of the reader's lack, in the sentences that come before everything else.

use std::collections::BTreeMap;

use super::Parabellum;
use super::acts::air::is_armed;
use super::choices::{cheapest_marker, sends_left};
use super::dangers::comes;
use super::format::{Exchange, Loading};
use super::names::Unit;
use super::prospects::targets;
use super::reasons::Reason;
use super::said::{shown, shown_with};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Post, Step};
use super::theater::Field;
use super::ventures::Hindrance;
use crate::base::words::{count, either, few, joined};

/// Units that a sentence names at most.
const NAMED: usize = 5;

/// A unit with so little strength is close to lost.
const WEAK: u8 = 3;

/// Units that nothing of the enemy is in reach of, by what hinders them.
pub type Idle = BTreeMap<Hindrance, Vec<Unit>>;

/// Who cannot attack, who is close to lost, and which aircraft do not fly. `idle` are those of a side that acts.
pub fn needs(game: &Parabellum, view: &View, side: Side, idle: Option<&Idle>) -> Vec<String> {
    let Some(own) = view.own.get(&side) else { return Vec::new() };
    let there = || own.cards.iter().filter(|(unit, _)| view.mat.place(unit).is_some());
    let mut lines = Vec::new();
    if let Some(idle) = idle {
        lines.extend(unarmed(game, view, there(), idle));
        lines.extend(unloading(game, view, there()));
    }
    lines.extend(last_steps(game, view, side, there()));
    let weak =
        there().filter(|(_, card)| card.strength <= WEAK && !game.format.card(&card.kind).flies());
    let weak: Vec<String> = weak
        .map(|(unit, card)| shown_with(view, unit, &format!("{} left", card.strength)))
        .collect();
    if !weak.is_empty() {
        lines.push(format!("Close to lost: {}.", few(weak, NAMED)));
    }
    let called = own.cards.iter().filter(|(_, card)| card.post == Post::OnCall);
    let empty = called.filter(|(_, card)| {
        let row = game.format.card(&card.kind);
        card.supply < row.supply || card.ammo < row.ammo
    });
    let empty: Vec<String> = empty
        .map(|(unit, card)| {
            let row = game.format.card(&card.kind);
            let scale = |now: u32, full: u32, what: &str| format!("{what} {now} of {full}");
            let supply = scale(card.supply, row.supply, "supply");
            shown_with(
                view,
                unit,
                &format!("{supply}, {}", scale(card.ammo, row.ammo, "ammunition")),
            )
        })
        .collect();
    if !empty.is_empty() {
        let what = "`replenish` fills a step of each after your turn, from the reserve";
        lines.push(format!("No sortie before it is full: {}; {what}.", few(empty, NAMED)));
    }
    lines
}

/// Units that can attack nobody in this turn, by what hinders them (pb16, pb18, pb24, pb37, pb40, pb50).
fn unarmed<'a>(
    game: &Parabellum,
    view: &View,
    units: impl Iterator<Item = (&'a Unit, &'a Card)>,
    idle: &Idle,
) -> Option<String> {
    let (mut laden, mut loaded, mut dry) = (Vec::new(), Vec::new(), Vec::new());
    let (mut empty, mut unarmed) = (Vec::new(), Vec::new());
    for (unit, card) in units {
        let Err((_, reason)) = is_armed(unit, card, game.format.card(&card.kind)) else { continue };
        if matches!(reason, Reason::Carrying { .. }) {
            let list = if unloads(game, card) { &mut laden } else { &mut loaded };
            list.push(shown(view, unit));
        } else if matches!(reason, Reason::Stranded { .. }) {
            dry.push(shown(view, unit));
        } else if matches!(reason, Reason::NoAmmo { .. }) {
            empty.push(shown(view, unit));
        } else if !game.format.card(&card.kind).flies() {
            unarmed.push(shown(view, unit));
        }
    }
    let idle = |why: Hindrance| idle.get(&why).into_iter().flatten();
    let hindered = |why: Hindrance| idle(why).map(|unit| shown(view, unit)).collect();
    let told = |units: Vec<String>, what: &str| match units.len() {
        0 => String::new(),
        _ => format!("{what} {}", few(units, NAMED)),
    };
    let all = [
        told(laden, "loaded, unless they unload in the movement phase,"),
        told(loaded, "loaded, unless what they carry fills a scale,"),
        told(empty, "out of ammunition, unless refilled,"),
        told(dry, "out of supplies, unless refilled,"),
        told(unarmed, "with no attack die"),
        told(hindered(Hindrance::Range), "out of range of every enemy you see, even after a move,"),
        told(hindered(Hindrance::Line), "behind a block, even after a move,"),
        told(hindered(Hindrance::Still), "out of range, and unable to fire after a move,"),
    ];
    let all = joined(all, "; ");
    (!all.is_empty()).then(|| format!("Cannot attack: {all}."))
}

/// Units that have a last step of ammunition, and what it can serve for (pb18, pb45, pb52).
fn last_steps<'a>(
    game: &Parabellum,
    view: &View,
    side: Side,
    units: impl Iterator<Item = (&'a Unit, &'a Card)>,
) -> Option<String> {
    let field = game.field(&view.open).filter(|_| view.open.step == Step::Turn)?;
    let acts = game.acts(&view.open, side);
    let follows = comes(game, field, &view.open, if acts { side } else { side.other() });
    let last = |card: &Card| {
        let row = game.format.card(&card.kind);
        card.ammo == 1 && row.attack > 0 && !row.flies() && (acts || !row.indirect)
    };
    let units: Vec<String> =
        units.filter(|(_, card)| last(card)).map(|(unit, _)| shown(view, unit)).collect();
    if units.is_empty() || !follows || game.switches.exchange == Exchange::ARound {
        return None;
    }
    let units = few(units, NAMED);
    Some(if acts {
        format!(
            "With their last ammunition: {units}. Whoever attacks now does not counterattack before it is refilled."
        )
    } else {
        format!(
            "With their last ammunition: {units}. Whoever counterattacks now cannot attack in your next turn before it is \
             refilled; `counter ammo 2` keeps it."
        )
    })
}

/// True of a unit that can put down all that it carries in the movement phase, a square of movement for each marker, and
/// attack then (pb23, pb24).
fn unloads(game: &Parabellum, card: &Card) -> bool {
    let row = game.format.card(&card.kind);
    let phase = game.switches.loading != Loading::Attack;
    phase && row.capacity > 1 && row.attack > 0 && card.cargo.total() <= row.speed
}

/// Loaded units that can unload in the movement phase, and whom they could attack then from where they stand (pb23, pb24).
fn unloading<'a>(
    game: &Parabellum,
    view: &View,
    units: impl Iterator<Item = (&'a Unit, &'a Card)>,
) -> Option<String> {
    let field = game.field(&view.open)?;
    let told = |(unit, card): (&Unit, &Card)| {
        if card.cargo.total() == 0 || !unloads(game, card) {
            return None;
        }
        let mut empty = card.clone();
        (empty.cargo.supply, empty.cargo.ammo) = (0, 0);
        let squares = targets(game, field, view, unit, &empty);
        let squares = either(squares);
        (!squares.is_empty()).then(|| format!("{} on {squares}", shown(view, unit)))
    };
    let all: Vec<String> = units.filter_map(told).collect();
    (!all.is_empty()).then(|| {
        format!("Could attack from where they stand after they unload: {}.", few(all, NAMED))
    })
}

/// What can be bought and sent for after the attacks of a turn (pb13, pb14).
pub fn boardroom(game: &Parabellum, field: &Field, view: &View, side: Side) -> Option<String> {
    let own = view.own.get(&side)?;
    let sends = sends_left(game, field, view, side);
    let buys = cheapest_marker(game) <= own.purse.credits;
    let mut reserve = own.cards.values().filter(|card| card.post == Post::Reserve);
    let waits = reserve.any(|card| {
        let row = game.format.card(&card.kind);
        !row.flies() && row.deck == 0
    });
    let more = count(sends, "reinforcement");
    let send = format!("send {more} more, to arrive in your next turn");
    match (buys, sends > 0) {
        (true, true) if waits => Some(format!("At the end of your turn you can buy and {send}.")),
        // A unit is named by its flag, which is drawn when it is bought.
        (true, true) if view.open.when().round + 2 <= field.turns => Some(format!(
            "At the end of your turn you can buy. No unit is in reserve to be sent: what you buy now can be sent a turn later \
             ({more} left)."
        )),
        (true, true) => Some(
            "At the end of your turn you can buy, but nothing of it comes to the map in this skirmish.".to_owned(),
        ),
        (true, false) => {
            Some("At the end of your turn you can buy, but send no reinforcements.".to_owned())
        }
        (false, true) if waits => Some(format!("At the end of your turn you can {send}.")),
        (false, _) => None,
    }
}
