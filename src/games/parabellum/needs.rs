//! What units of the reader's lack, in the sentences that come before everything else.

use super::Parabellum;
use super::acts::air::is_armed;
use super::choices::{cheapest_marker, sends_left};
use super::names::Unit;
use super::reasons::Reason;
use super::said::{shown, shown_with};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Post};
use super::theater::Field;
use crate::base::words::{count, few, joined};

/// Units that a sentence names at most.
const NAMED: usize = 5;

/// A unit with so little strength is close to lost.
const WEAK: u8 = 3;

/// Who cannot attack, who is close to lost, and which aircraft do not fly.
pub fn needs(game: &Parabellum, view: &View, side: Side, acts: bool) -> Vec<String> {
    let Some(own) = view.own.get(&side) else { return Vec::new() };
    let there = || own.cards.iter().filter(|(unit, _)| view.mat.place(unit).is_some());
    let mut lines = Vec::new();
    if acts {
        lines.extend(unarmed(game, view, there()));
    }
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

/// Units with an attack die that may not use it now, by what hinders them (pb16, pb18, pb24).
fn unarmed<'a>(
    game: &Parabellum,
    view: &View,
    units: impl Iterator<Item = (&'a Unit, &'a Card)>,
) -> Option<String> {
    let (mut loaded, mut dry, mut empty) = (Vec::new(), Vec::new(), Vec::new());
    for (unit, card) in units {
        let Err((_, reason)) = is_armed(unit, card, game.format.card(&card.kind)) else { continue };
        if matches!(reason, Reason::Carrying { .. }) {
            loaded.push(shown(view, unit));
        } else if matches!(reason, Reason::Stranded { .. }) {
            dry.push(shown(view, unit));
        } else if matches!(reason, Reason::NoAmmo { .. }) {
            empty.push(shown(view, unit));
        }
    }
    let told = |units: Vec<String>, what: &str| match units.len() {
        0 => String::new(),
        _ => format!("{what} {}", few(units, NAMED)),
    };
    let all = [
        told(loaded, "loaded"),
        told(empty, "out of ammunition"),
        told(dry, "out of supplies, and cannot move either,"),
    ];
    let all = joined(all, "; ");
    (!all.is_empty()).then(|| format!("Cannot attack: {all}."))
}

/// What can be bought and sent for after the attacks of a turn (pb13, pb14).
pub fn boardroom(game: &Parabellum, field: &Field, view: &View, side: Side) -> Option<String> {
    let own = view.own.get(&side)?;
    let sends = sends_left(game, field, view, side);
    let buys = cheapest_marker(game) <= own.purse.credits;
    let send = format!("send {} more, to arrive in your next turn", count(sends, "reinforcement"));
    match (buys, sends > 0) {
        (true, true) => Some(format!("At the end of your turn you can buy and {send}.")),
        (true, false) => {
            Some("At the end of your turn you can buy, but send no reinforcements.".to_owned())
        }
        (false, true) => Some(format!("At the end of your turn you can {send}.")),
        (false, false) => None,
    }
}
