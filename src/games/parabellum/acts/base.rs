//! Where a side's aircraft are based: an air base of the map, or an aircraft carrier.

use super::{Checked, Viewpoint};
use crate::engine::orders::check::require;
use crate::games::parabellum::events::Event;
use crate::games::parabellum::format::Form;
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::order::Marker;
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::state::{Card, Load, Mat, Post};

/// What a side's aircraft fly from.
#[derive(Debug)]
pub struct Base {
    /// A square for each aircraft that can be ready; a deck is in one square.
    pub squares: Vec<Sq>,
    /// The carrier (pb72).
    pub ship: Option<Unit>,
}

/// What an aircraft takes: which marker, and from where.
pub(super) type Taken = Vec<(Marker, Source)>;

/// Where stores of a base lie.
pub(super) enum Source {
    /// On the runway.
    Square(Sq),
    /// Aboard the carrier.
    Ship(Unit),
}

impl Source {
    /// A scale of an aircraft is filled from there.
    pub(super) fn fills(self, unit: &Unit, with: Marker) -> Event {
        let unit = unit.clone();
        match self {
            Self::Square(at) => Event::Refilled { unit, with, at },
            Self::Ship(by) => Event::Fed { unit, with, by },
        }
    }
}

/// The stores of a base while they are used up.
pub(super) struct Shelves {
    mat: Mat,
    hold: Load,
}

impl Viewpoint<'_> {
    /// The side's air base in this skirmish (pb59), or its carrier: of several that with the lowest
    /// flag (pb72).
    pub fn base(&self) -> Option<Base> {
        let runway = self.game.field(&self.state.open)?.runway.as_ref();
        if let Some(runway) = runway.filter(|runway| Some(runway.of) == self.role()) {
            return Some(Base { squares: runway.squares.clone(), ship: None });
        }
        let ships = self.mat().of(self.side).filter(|(_, mini)| mini.form == Form::Carrier);
        let (ship, mini) = ships.min_by_key(|(unit, _)| unit.number())?;
        let deck = self.game.format.card(&self.holdings().cards.get(ship)?.kind).deck;
        let squares = (0..deck).map(|_| mini.at).collect();
        Some(Base { squares, ship: Some(ship.clone()) })
    }

    /// The squares where an aircraft more can be ready, each as often as it can; one on each square
    /// of a runway or deck (pb60).
    pub(super) fn berths(&self) -> Vec<Sq> {
        let Some(Base { mut squares, ship }) = self.base() else { return Vec::new() };
        if ship.is_some() {
            let parked =
                |at: Sq| self.mat().at(at).filter(|(_, mini)| mini.form == Form::Aircraft).count();
            let ready = squares.first().map_or(0, |at| parked(*at));
            squares.drain(..ready.min(squares.len()));
        } else {
            squares.retain(|at| self.mat().at(*at).next().is_none());
        }
        squares
    }

    /// The base holds one more aircraft (pb60).
    pub(super) fn has_berth(&self) -> Checked {
        let squares = self.base().map_or(0, |base| base.squares.len());
        let based = |(_, card): &(&Unit, &Card)| {
            let flies = self.game.format.card(&card.kind).flies();
            flies && matches!(card.post, Post::Field | Post::Hangar)
        };
        let most = u32::try_from(2 * squares).unwrap_or(u32::MAX);
        let full = self.holdings().cards.iter().filter(based).count() >= 2 * squares;
        require(!full, rules::CAPACITY, Reason::BaseFull { most })
    }

    /// A carrier comes before the aircraft that it bases: none is on call (pb72).
    pub(super) fn comes_first(&self, unit: &Unit) -> Checked {
        let called = self.holdings().cards.values().any(|card| card.post == Post::OnCall);
        require(!called, rules::CARRIER, Reason::CarrierFirst { unit: unit.clone() })
    }

    /// The stores of a base.
    pub(super) fn shelves(&self, base: &Base) -> Shelves {
        let cards = &self.holdings().cards;
        let hold = base.ship.as_ref().and_then(|ship| cards.get(ship)).map(|card| card.cargo);
        Shelves { mat: self.mat().clone(), hold: hold.unwrap_or_default() }
    }
}

impl Shelves {
    /// Takes what an aircraft lacks, supplies and ammunition; nothing, unless it is all there.
    pub(super) fn take(&mut self, base: &Base, (supply, ammo): (bool, bool)) -> Option<Taken> {
        let lacks = [(supply, Marker::Supply), (ammo, Marker::Ammo)];
        let lacks = lacks.into_iter().filter(|(lacks, _)| *lacks).map(|(_, marker)| marker);
        let (mut mat, mut hold) = (self.mat.clone(), self.hold);
        let mut taken = Vec::new();
        for marker in lacks {
            let source = match &base.ship {
                Some(ship) => {
                    let left = match marker {
                        Marker::Supply => &mut hold.supply,
                        Marker::Ammo => &mut hold.ammo,
                    };
                    *left = left.checked_sub(1)?;
                    Source::Ship(ship.clone())
                }
                None => Source::Square(taken_from(&mut mat, &base.squares, marker)?),
            };
            taken.push((marker, source));
        }
        (self.mat, self.hold) = (mat, hold);
        Some(taken)
    }
}

/// Takes a marker from the first of these squares that has one, those in the open first.
fn taken_from(mat: &mut Mat, squares: &[Sq], marker: Marker) -> Option<Sq> {
    squares.iter().copied().find(|at| {
        let Some(stack) = mat.stacks.get_mut(at) else { return false };
        let (open, cached) = match marker {
            Marker::Supply => (&mut stack.supply, &mut stack.cached_supply),
            Marker::Ammo => (&mut stack.ammo, &mut stack.cached_ammo),
        };
        let one = [open, cached].into_iter().find(|count| **count > 0);
        one.map(|count| *count -= 1).is_some()
    })
}
