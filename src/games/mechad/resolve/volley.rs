//! Volleys: all that strikes one shield of a ship at a time.

use std::collections::{BTreeMap, BTreeSet};

use super::Cycle;
use crate::games::mechad::aim::facing_shields;
use crate::games::mechad::names::{Hx, Ship, Side};
use crate::games::mechad::state::Unit;

/// What strikes one shield, or a field.
#[derive(Debug, Default)]
pub struct Volley {
    /// Points.
    pub points: u32,
    /// Who fired how many points.
    pub by: BTreeMap<Ship, u32>,
    /// Sides that struck with distortion cannons.
    pub cannons: BTreeSet<Side>,
    /// Sides that struck with anything else.
    pub others: BTreeSet<Side>,
}

/// All volleys of a segment, by ship and shield; `None` is a field or a fighter (md11, md58).
#[derive(Debug, Default)]
pub struct Volleys(pub(super) BTreeMap<(Ship, Option<u8>), Volley>);

/// What strikes.
#[derive(Debug, Clone, Copy)]
pub struct Blow<'a> {
    /// Who fired.
    pub by: &'a Ship,
    /// A distortion cannon.
    pub cannon: bool,
    /// Points.
    pub points: u32,
}

impl Volleys {
    /// Adds what comes from a hex.
    pub fn add(&mut self, turn: &Cycle<'_>, ship: &Ship, from: Hx, blow: Blow<'_>) {
        let unit = turn.state().unit(ship);
        self.strike(turn, ship, shield(unit, from), blow);
    }

    /// Adds what strikes a shield.
    pub fn strike(&mut self, turn: &Cycle<'_>, ship: &Ship, shield: Option<u8>, blow: Blow<'_>) {
        let volley = self.0.entry((ship.clone(), shield)).or_default();
        let side = turn.state().unit(blow.by).side.clone();
        volley.points += blow.points;
        *volley.by.entry(blow.by.clone()).or_default() += blow.points;
        if blow.cannon {
            volley.cannons.insert(side);
        } else if blow.points > 0 {
            volley.others.insert(side);
        }
    }

    /// Adds what strikes all six shields, or the field with its whole strength (md11).
    pub fn envelop(&mut self, turn: &Cycle<'_>, ship: &Ship, blow: Blow<'_>) {
        let unit = turn.state().unit(ship);
        if unit.shields.is_empty() {
            self.strike(turn, ship, None, blow);
            return;
        }
        for number in 1..=6_u8 {
            let points = (blow.points + 6 - u32::from(number)) / 6;
            if points > 0 {
                self.strike(turn, ship, Some(number), Blow { points, ..blow });
            }
        }
    }
}

/// The hex from which what a unit fires comes to a hex: its own, or the one behind it if it stands in
/// that hex itself (md56).
pub fn origin(by: &Unit, at: Hx) -> Hx {
    if by.at == at { by.at.0.ahead(by.facing.opposite(), 1).map_or(at, Hx) } else { by.at }
}

/// The shield of a unit that faces a hex: of two the stronger one, then the lower number; in its own
/// hex it is one of all (md56, md30).
pub fn shield(unit: &Unit, from: Hx) -> Option<u8> {
    if unit.shields.is_empty() {
        return None;
    }
    let strength = |number: &u8| unit.shields[usize::from(*number) - 1];
    facing_shields(unit, from).into_iter().max_by_key(|n| (strength(n), 7 - n))
}
