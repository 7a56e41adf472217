//! Aircraft on call and on air bases, and who may attack what.

use super::base::Base;
use super::{Checked, Deed, Viewpoint};
use crate::engine::orders::check::require;
use crate::games::parabellum::events::Event;
use crate::games::parabellum::format::CardRow;
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::state::{Card, Post};

/// A unit of the ground has what an attack takes: a die for it, supplies and ammunition, and hands that carry nothing
/// (pb16, pb18, pb24, pb41).
pub(in crate::games::parabellum) fn is_armed(unit: &Unit, card: &Card, row: &CardRow) -> Checked {
    let named = || unit.clone();
    let armed = row.attack > 0 && !row.flies();
    require(armed, rules::ATTACK_DICE, Reason::NoWeapon { unit: named() })?;
    let supplied = row.supply == 0 || card.supply > 0;
    require(supplied, rules::STRANDED, Reason::Stranded { unit: named() })?;
    require(card.ammo > 0, rules::EMPTY, Reason::NoAmmo { unit: named() })?;
    require(card.cargo.total() == 0, rules::CARRYING, Reason::Carrying { unit: named() })
}

impl Viewpoint<'_> {
    /// A flight: of an aircraft on call that is fully supplied and armed (pb53), or of one on a
    /// runway that has some of what the flight costs (pb59).
    pub(super) fn flies(&self, unit: &Unit, at: Sq, recon: bool) -> Checked<Deed> {
        self.turn()?;
        self.on_map(at)?;
        let (card, row) = self.own(unit)?;
        require(row.flies(), rules::SORTIE, Reason::Lands { unit: unit.clone() })?;
        let rule = if recon { rules::RECON } else { rules::SORTIE };
        let ready = match card.post {
            Post::OnCall => {
                let full = card.supply >= row.supply && card.ammo >= row.ammo;
                full || (recon && card.supply >= row.supply)
            }
            Post::Field => card.supply > 0 && (recon || card.ammo >= row.ammo),
            Post::Reserve | Post::Hangar | Post::Coming | Post::Away => {
                return Err((rule, Reason::NotMustered { unit: unit.clone() }));
            }
        };
        require(ready, rules::FLIGHT_COST, Reason::NotReady { unit: unit.clone() })?;
        let armed = recon || row.attack > 0;
        require(armed, rules::SORTIE, Reason::NoWeapon { unit: unit.clone() })?;
        if !recon {
            let own = self.mat().holds(self.side, at);
            require(!own, rules::ATTACK, Reason::OwnUnits { at })?;
        }
        // An aircraft on call spends all; one of a base a single supply, and what it drops.
        let supply = if card.post == Post::Field { 1 } else { card.supply };
        let ammo = if recon { 0 } else { card.ammo };
        let rule = if card.post == Post::Field { rules::BASE } else { rules::FLIGHT_COST };
        let deed = Deed::of(rule.clone(), Reason::Flew { at });
        Ok(deed.and(&rule, Event::Drained { unit: unit.clone(), supply, ammo }))
    }

    /// Sends an aircraft of a base away for all its supplies (pb63).
    pub(super) fn evacuate(&self, unit: &Unit) -> Checked<Deed> {
        self.turn()?;
        let (card, row) = self.own(unit)?;
        let based = matches!(card.post, Post::Field | Post::Hangar);
        let based = based && row.flies() && self.base().is_some();
        require(based, rules::EVACUATION, Reason::NotOnBase { unit: unit.clone() })?;
        let fresh = !card.flown && card.supply > 0;
        require(fresh, rules::EVACUATION, Reason::NotReady { unit: unit.clone() })?;
        let deed = Deed::of(rules::EVACUATION, Reason::Left { unit: unit.clone() });
        Ok(deed.and(&rules::EVACUATION, Event::Evacuated { unit: unit.clone() }))
    }

    /// Supplies and arms aircraft: those on call by a step a turn from the reserves (pb54), those of
    /// a base wholly from its stores (pb59, pb72).
    pub(super) fn replenish(&self, only: Option<&Unit>) -> Checked<Deed> {
        self.turn()?;
        if let Some(unit) = only {
            self.own(unit)?;
        }
        let base = self.base();
        let rule = match &base {
            None => rules::FLIGHT_COST,
            Some(Base { ship: None, .. }) => rules::BASE,
            Some(Base { ship: Some(_), .. }) => rules::CARRIER,
        };
        let mut deed = Deed::of(rule.clone(), Reason::Refitted);
        let mut purse = self.holdings().purse;
        let mut shelves = base.as_ref().map(|base| self.shelves(base));
        let mut free = self.berths().into_iter();
        let wanted = |unit: &Unit| only.is_none_or(|only| only == unit);
        let cards = self.holdings().cards.iter();
        for (unit, card) in cards.filter(|(unit, card)| wanted(unit) && !card.refilled) {
            let row = self.game.format.card(&card.kind);
            let lacks = (card.supply < row.supply, card.ammo < row.ammo);
            if card.post == Post::OnCall {
                let supply = u32::from(lacks.0 && purse.supply > 0);
                let ammo = u32::from(lacks.1 && purse.ammo > 0);
                if supply + ammo > 0 {
                    (purse.supply, purse.ammo) = (purse.supply - supply, purse.ammo - ammo);
                    let event = Event::Replenished { unit: unit.clone(), supply, ammo };
                    deed = deed.and(&rules::FLIGHT_COST, event);
                }
            } else if card.post == Post::Hangar
                && let (Some(base), Some(shelves)) = (&base, &mut shelves)
                && free.len() > 0
                && let Some(taken) = shelves.take(base, lacks)
                && let Some(at) = free.next()
            {
                for (with, source) in taken {
                    deed = deed.and(&rule, source.fills(unit, with));
                }
                let (unit, form) = (unit.clone(), row.form);
                deed = deed.and(&rule, Event::Parked { unit, form, at });
            }
        }
        let some = !deed.events.is_empty();
        require(some, rules::FLIGHT_COST, Reason::NothingSpent)?;
        Ok(deed)
    }

    /// A unit can attack in this turn.
    fn armed(&self, unit: &Unit) -> Checked<Sq> {
        self.turn()?;
        let (card, row, from) = self.there(unit)?;
        is_armed(unit, card, row)?;
        let fresh = !card.attacked && !card.handled;
        require(fresh, rules::ATTACK, Reason::AttackedAlready { unit: unit.clone() })?;
        Ok(from)
    }

    /// A square is in a unit's range.
    fn ranges(&self, unit: &Unit, from: Sq, at: Sq) -> Checked {
        self.on_map(at)?;
        let (_, row) = self.own(unit)?;
        let (least, most) = row.range;
        let reached = row.reaches(from.0.orthogonal(at.0));
        let far = Reason::OutOfRange { unit: unit.clone(), at, least, most };
        require(reached, rules::ATTACK, far)?;
        let own = self.mat().holds(self.side, at);
        require(!own, rules::ATTACK, Reason::OwnUnits { at })
    }

    /// Indirect fire (pb50).
    pub(super) fn bombards(&self, unit: &Unit, at: Sq) -> Checked<Deed> {
        let from = self.armed(unit)?;
        let (card, row) = self.own(unit)?;
        require(row.indirect, rules::INDIRECT, Reason::Direct { unit: unit.clone() })?;
        require(!card.moved, rules::INDIRECT, Reason::Moved { unit: unit.clone() })?;
        self.ranges(unit, from, at)?;
        Ok(Deed::of(rules::INDIRECT, Reason::Fired { at }))
    }

    /// A direct attack (pb40); of an indirect unit only on a square beside it (pb51).
    pub(in crate::games::parabellum) fn attacks(&self, unit: &Unit, at: Sq) -> Checked {
        let from = self.armed(unit)?;
        let (card, row) = self.own(unit)?;
        if row.indirect {
            let beside = row.range.0 == 1 && from.0.orthogonal(at.0) == 1;
            require(beside, rules::ADJACENT, Reason::Indirect { unit: unit.clone() })?;
            require(!card.moved, rules::ADJACENT, Reason::Moved { unit: unit.clone() })?;
        }
        self.ranges(unit, from, at)?;
        let (_, blocked) = self.field()?.line(from, at);
        require(!blocked, rules::BLOCKS, Reason::Blocked { at })
    }
}
