//! How that is said which events and reasons are about.

use super::Parabellum;
use super::names::{Sq, Unit};
use super::order::Marker;
use super::side::Side;
use super::sight::View;
use super::state::Stack;
use crate::base::words::{count, joined, names};
use crate::engine::wording::said::said;

said! {
    Parabellum;
    Side: |side, _| side.title().to_owned();
    Sq: |at, game| game.called(*at);
    Vec<Unit>: |units, _| names(units);
    Marker: |marker, _| marker.word().to_owned();
}

impl Marker {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Supply => "supply",
            Self::Ammo => "ammunition",
        }
    }
}

impl Parabellum {
    /// A square as it is said.
    pub(super) fn called(&self, at: Sq) -> String {
        let _ = self;
        at.to_string()
    }
}

/// A unit with what the reader knows it to be, the card of their own and the miniature of others: `amber-9 (rifles)`.
pub fn shown(view: &View, unit: &Unit) -> String {
    shown_with(view, unit, "")
}

/// The same with something besides: `amber-9 (rifles, 4 left)`.
pub fn shown_with(view: &View, unit: &Unit, besides: &str) -> String {
    let own = view.own.get(&unit.side()).and_then(|own| own.cards.get(unit));
    let known = || view.own.get(&unit.side().other()).and_then(|own| own.known.get(unit)?.form);
    let form = || view.mat.minis.get(unit).map(|mini| mini.form).or_else(known);
    let what = own.map(|card| card.kind.to_string()).or_else(|| form().map(|it| it.to_string()));
    let told = joined([what.unwrap_or_default(), besides.to_owned()], ", ");
    if told.is_empty() { unit.to_string() } else { format!("{unit} ({told})") }
}

/// Markers in words: `2 supplies and 1 ammunition`.
pub fn markers(supply: u32, ammo: u32) -> String {
    let part = |number: u32, one: &str, more: &str| match number {
        0 => String::new(),
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    };
    joined([part(supply, "supply", "supplies"), part(ammo, "ammunition", "ammunition")], " and ")
}

/// Markers of a square in words.
pub fn stacked(stack: Stack) -> String {
    let cached = markers(stack.cached_supply, stack.cached_ammo);
    let cached = if cached.is_empty() { cached } else { format!("{cached} cached") };
    let parts = [
        markers(stack.supply, stack.ammo),
        cached,
        match stack.barricades {
            0 => String::new(),
            number => count(number, "barricade"),
        },
    ];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Losses in words.
pub fn harm(losses: u32) -> String {
    match losses {
        0 => "no losses".to_owned(),
        losses => count(losses, "loss"),
    }
}

/// Dice by number and sides: `5 dice of 6`.
pub fn thrown(dice: usize, sides: u8) -> String {
    let number = u32::try_from(dice).unwrap_or(u32::MAX);
    format!("{} of {sides}", count(number, "die").replace("dies", "dice"))
}
