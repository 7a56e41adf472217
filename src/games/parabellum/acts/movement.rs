//! Moving units.

use super::{Checked, Deed, Viewpoint};
use crate::engine::orders::check::require;
use crate::games::parabellum::events::Event;
use crate::games::parabellum::format::{Pace, QUARTERS};
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::state::Card;

impl Viewpoint<'_> {
    /// A unit that is on the map and can move.
    pub(super) fn mobile(&self, unit: &Unit) -> Checked<Sq> {
        self.turn()?;
        let (card, row, at) = self.there(unit)?;
        require(!row.flies(), rules::MOVEMENT, Reason::Impassable { unit: unit.clone(), at })?;
        let supplied = row.supply == 0 || card.supply > 0;
        require(supplied, rules::STRANDED, Reason::Stranded { unit: unit.clone() })?;
        Ok(at)
    }

    /// What is spent when a unit goes on that moved before another did (pb33).
    pub(super) fn resumed(&self, unit: &Unit, card: &Card) -> u32 {
        let split = card.moved && self.holdings().mover.as_ref() != Some(unit);
        if split { QUARTERS } else { 0 }
    }

    /// Moves a unit as far along its path as it can go (pb32).
    pub(super) fn moves(&self, unit: &Unit, path: &[Sq]) -> Checked<Deed> {
        let mut at = self.mobile(unit)?;
        let (card, _) = self.own(unit)?;
        require(!path.is_empty(), rules::MOVEMENT, Reason::NoPath)?;
        let pause = self.resumed(unit, card);
        let mut spent = card.spent + pause;
        let mut deed = Deed::of(rules::MOVEMENT, Reason::Arrived { at });
        if pause > 0 {
            deed = deed.and(&rules::SPLIT, Event::Paused { unit: unit.clone() });
        }
        let mut moved = false;
        for to in path {
            match self.step(unit, at, *to, spent) {
                Ok(cost) => {
                    let event = Event::Moved { unit: unit.clone(), from: at, to: *to };
                    let bridged = self.game.bridged((self.field()?, self.state), unit, *to);
                    let rule = if bridged { rules::BRIDGE } else { rules::MOVEMENT };
                    deed = deed.and(&rule, event);
                    (at, spent, moved) = (*to, spent + cost, true);
                }
                Err(short) => {
                    if !moved {
                        return Err(short);
                    }
                    deed.short = Some(short);
                    break;
                }
            }
        }
        deed.done = Reason::Arrived { at };
        Ok(deed)
    }

    /// What a step costs, in quarters, to a unit that has spent so many.
    fn step(&self, unit: &Unit, from: Sq, to: Sq, spent: u32) -> Checked<u32> {
        let next = from.0.orthogonal(to.0) == 1;
        require(next, rules::GRID, Reason::NotNext { from, to })?;
        self.enters(unit, to)?;
        let (_, row) = self.own(unit)?;
        let all = row.speed * QUARTERS;
        let named = || unit.clone();
        match self.game.pace((self.field()?, self.state), (unit, row), to) {
            Pace::Turn => {
                let reason = Reason::NeedsTurn { unit: named(), at: to };
                require(spent == 0, rules::GROUND, reason).map(|()| all)
            }
            pace => {
                let cost = pace.cost().unwrap_or(all);
                let far = Reason::TooFar { unit: named(), at: to };
                require(spent + cost <= all, rules::MOVEMENT, far).map(|()| cost)
            }
        }
    }

    /// A unit has so many squares of movement left.
    pub(super) fn can_spend(&self, unit: &Unit, squares: u32, at: Sq) -> Checked {
        self.mobile(unit)?;
        let (card, row) = self.own(unit)?;
        let left = (row.speed * QUARTERS).saturating_sub(card.spent);
        let far = Reason::TooFar { unit: unit.clone(), at };
        require(squares.saturating_mul(QUARTERS) <= left, rules::MOVEMENT, far)
    }
}
