//! What orders do whose result hangs on no die: the check tries them by what their author sees,
//! and a turn carries them out by what is true.

pub(super) mod air;
pub mod base;
mod city;
mod movement;
pub mod muster;
mod stores;
pub mod ways;

use super::events::Event;
use super::format::{CardRow, Loading};
use super::names::{Sq, Unit};
use super::order::Order;
use super::reasons::Reason;
use super::side::{Role, Side};
use super::state::{Card, Holdings, Mat, Post, State, Step};
use super::theater::Field;
use super::{Parabellum, rules};
use crate::engine::Rule;
use crate::engine::orders::check::require;

/// Nothing, or what is wrong and by which rule.
pub type Checked<T = ()> = crate::engine::orders::check::Checked<Reason, T>;

/// What an order does.
#[derive(Debug)]
pub struct Deed {
    /// What happens, each by its rule.
    pub events: Vec<(Rule, Event)>,
    /// The rule of the answer.
    pub rule: Rule,
    /// What was done.
    pub done: Reason,
    /// Why not all of it was done.
    pub short: Option<(Rule, Reason)>,
}

impl Deed {
    fn of(rule: Rule, done: Reason) -> Self {
        Self { events: Vec::new(), rule, done, short: None }
    }

    fn and(mut self, rule: &Rule, event: Event) -> Self {
        self.events.push((rule.clone(), event));
        self
    }
}

/// Numbers of flags for units that are bought.
pub type Flags<'f> = &'f mut dyn FnMut(&[u32]) -> u32;

/// A side at work.
pub struct Viewpoint<'a> {
    /// The game.
    pub game: &'a Parabellum,
    /// What is so, or what its side thinks is so.
    pub state: &'a State,
    /// The side.
    pub side: Side,
}

impl<'a> Viewpoint<'a> {
    /// What the order does.
    ///
    /// # Errors
    /// Why it does nothing.
    pub fn plan(&self, order: &Order, flags: Flags<'_>) -> Checked<Deed> {
        match order {
            Order::Buy { card, count } => self.buy(card, *count, flags),
            Order::Stock { squads, supply, ammo } => self.stock(*squads, *supply, *ammo),
            Order::Deploy { unit, at, supply, ammo } => self.deploy(unit, *at, *supply, *ammo),
            Order::Muster { unit } => self.muster(unit),
            Order::Place { at, supply, ammo } => self.place(*at, *supply, *ammo),
            Order::First(side) => self.first(*side),
            Order::Move { unit, path } => self.moves(unit, path),
            Order::Push { unit, marker, from, to } => self.push(unit, *marker, *from, *to),
            Order::Load { unit, at, supply, ammo, late } => {
                self.load(unit, *at, (*supply, *ammo), *late)
            }
            Order::Unload { unit, at, supply, ammo, late } => {
                self.unload(unit, *at, (*supply, *ammo), *late)
            }
            Order::Refill { unit, with, at, by } => self.refill(unit, *with, *at, by.as_ref()),
            Order::Cache { unit } => self.cache(unit),
            Order::Evacuate { unit } => self.evacuate(unit),
            Order::Reinforce { unit, at } => self.reinforce(unit, *at),
            Order::Hire { city, unit } => self.hire(city, unit.as_ref(), flags),
            Order::Disband { unit } => self.disband(unit),
            Order::Collect { city, marker } => self.collect(city, *marker),
            Order::Replenish { unit } => self.replenish(unit.as_ref()),
            Order::Bombard { unit, at, .. } => self.bombards(unit, *at),
            Order::Attack { unit, at, .. } => {
                self.attacks(unit, *at)?;
                Ok(Deed::of(rules::ATTACK, Reason::Fired { at: *at }))
            }
            Order::Sortie { unit, at, .. } => self.flies(unit, *at, false),
            Order::Recon { unit, at } => self.flies(unit, *at, true),
            Order::Counter { .. }
            | Order::AntiAir { .. }
            | Order::Intercept { .. }
            | Order::Dogfight(_)
            | Order::Losses { .. }
            | Order::Bluff { .. }
            | Order::Withdraw(_)
            | Order::Surrender => Ok(Deed::of(rules::MATTERS, Reason::Decided)),
        }
    }

    fn mat(&self) -> &'a Mat {
        &self.state.secret.mat
    }

    fn holdings(&self) -> &'a Holdings {
        self.state.side(self.side)
    }

    /// The map.
    fn field(&self) -> Checked<&'a Field> {
        self.game.field(&self.state.open).ok_or((rules::TABLE, Reason::NoSkirmish))
    }

    fn role(&self) -> Option<Role> {
        self.state.open.skirmish.as_ref().map(|now| now.role(self.side))
    }

    /// The card of one of the side's units.
    fn own(&self, unit: &Unit) -> Checked<(&'a Card, &'a CardRow)> {
        let yours = unit.side() == self.side;
        require(yours, rules::UNITS, Reason::NotYours { unit: unit.clone() })?;
        let card = self.holdings().cards.get(unit);
        let card = card.ok_or_else(|| (rules::UNITS, Reason::NoUnit { unit: unit.clone() }))?;
        Ok((card, self.game.format.card(&card.kind)))
    }

    /// One of the side's units that is on the map, and where.
    fn there(&self, unit: &Unit) -> Checked<(&'a Card, &'a CardRow, Sq)> {
        let (card, row) = self.own(unit)?;
        let at = self.mat().place(unit);
        let at = at.ok_or_else(|| (rules::GRID, Reason::NotOnMap { unit: unit.clone() }))?;
        Ok((card, row, at))
    }

    /// A square of this map.
    fn on_map(&self, at: Sq) -> Checked<&'a Field> {
        let field = self.field()?;
        require(field.holds(at), rules::GRID, Reason::OffMap { at })?;
        Ok(field)
    }

    /// It is the side's turn (pb13).
    fn turn(&self) -> Checked {
        let open = &self.state.open;
        let mine = open.step != Step::Turn || open.active() == Some(self.side);
        require(mine, rules::BOARDROOM, Reason::NotYourTurn)
    }

    /// A unit in the reserves.
    fn reserve(&self, unit: &Unit) -> Checked<(&'a Card, &'a CardRow)> {
        let (card, row) = self.own(unit)?;
        let there = card.post == Post::Reserve;
        require(there, rules::MUSTER, Reason::NotInReserve { unit: unit.clone() })?;
        Ok((card, row))
    }
}

/// When an order is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Between skirmishes, or in the boardroom phase.
    Purchase,
    /// While units are deployed.
    Deployment,
    /// In the movement phase.
    Movement,
    /// In the special attack phase.
    Special,
    /// In the direct attack phase.
    Direct,
    /// In the boardroom phase.
    Boardroom,
    /// Whenever it applies.
    Whenever,
}

/// When an order is carried out; loading by the option (pb23).
pub fn stage(game: &Parabellum, state: &State, order: &Order) -> Stage {
    match order {
        Order::Buy { .. } | Order::Stock { .. } => Stage::Purchase,
        Order::Deploy { .. } | Order::Muster { .. } | Order::Place { .. } | Order::First(_) => {
            Stage::Deployment
        }
        Order::Move { .. } | Order::Push { .. } | Order::Refill { .. } | Order::Cache { .. } => {
            Stage::Movement
        }
        Order::Load { unit, late, .. } | Order::Unload { unit, late, .. } => {
            let card = state.card(unit).map(|card| game.format.card(&card.kind));
            let carrier = card.is_some_and(|row| row.capacity > 1);
            let late = match game.switches.loading {
                Loading::Movement => !carrier,
                Loading::Attack => true,
                Loading::Both => !carrier || *late,
            };
            if late { Stage::Direct } else { Stage::Movement }
        }
        Order::Bombard { .. }
        | Order::Sortie { .. }
        | Order::Recon { .. }
        | Order::Evacuate { .. } => Stage::Special,
        Order::Attack { .. } => Stage::Direct,
        Order::Reinforce { .. }
        | Order::Hire { .. }
        | Order::Disband { .. }
        | Order::Collect { .. } => Stage::Boardroom,
        Order::Replenish { .. }
        | Order::Counter { .. }
        | Order::AntiAir { .. }
        | Order::Intercept { .. }
        | Order::Dogfight(_)
        | Order::Losses { .. }
        | Order::Bluff { .. }
        | Order::Withdraw(_)
        | Order::Surrender => Stage::Whenever,
    }
}
