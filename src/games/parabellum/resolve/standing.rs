//! Decisions that answer whenever the question comes up.

use super::{Cycle, decision, used};
use crate::engine::Rule;
use crate::games::parabellum::format::Exchange;
use crate::games::parabellum::names::{Kind, Sq, Unit};
use crate::games::parabellum::order::{Dogfight, Order, Readiness, Withdrawal, asks};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::side::Side;

/// A question that a unit answers by a line of its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Whether to counterattack (pb45).
    Counter,
    /// Whether to fire at an aircraft (pb57).
    AntiAir,
    /// Whether to meet a sortie (pb55).
    Intercept,
}

impl Question {
    fn asked(self, order: &Order) -> Option<(Option<&Unit>, Readiness)> {
        let (unit, when, asked) = if let Order::Counter { unit, when } = order {
            (unit, when, Self::Counter)
        } else if let Order::AntiAir { unit, when } = order {
            (unit, when, Self::AntiAir)
        } else if let Order::Intercept { unit, when } = order {
            (unit, when, Self::Intercept)
        } else {
            return None;
        };
        (asked == self).then_some((unit.as_ref(), *when))
    }

    fn rule(self) -> Rule {
        match self {
            Self::Counter => rules::COUNTER,
            Self::AntiAir => rules::ANTI_AIR,
            Self::Intercept => rules::FIGHTERS,
        }
    }

    /// What holds without a line: units counterattack and fire at aircraft, fighters stay (pb65).
    fn default(self) -> Readiness {
        match self {
            Self::Counter | Self::AntiAir => Readiness::Always,
            Self::Intercept => Readiness::Never,
        }
    }
}

/// True if both sides' turns of a round are played by orders given at once, and one to attack is still to
/// come for the unit (pb71).
fn is_to_attack(turn: &Cycle<'_>, unit: &Unit) -> bool {
    if turn.game().switches.exchange != Exchange::ARound {
        return false;
    }
    let seat = unit.side().seat();
    let attacks = turn.picked(
        &seat,
        asks!(Order::Attack { unit: by, .. } | Order::Bombard { unit: by, .. } if by == unit => ()),
    );
    attacks.into_iter().any(|(line, ())| !turn.is_answered(&seat, line))
}

/// True if the unit answers. `spends` says whether that takes ammunition.
pub(super) fn answers(turn: &mut Cycle<'_>, unit: &Unit, question: Question, spends: bool) -> bool {
    let side = unit.side();
    let mine = |order| {
        let (only, when) = question.asked(order)?;
        only.is_none_or(|only| only == unit).then_some(when)
    };
    let line = decision(turn, side, mine);
    let Some(card) = turn.state().card(unit) else { return false };
    // Nothing that is done without an order takes the last round that an order needs (pb71).
    let last = card.ammo == 1 && !card.countered;
    if line.is_none() && last && spends && is_to_attack(turn, unit) {
        return false;
    }
    let yes = match line.map_or(question.default(), |(_, when)| when) {
        Readiness::Always => true,
        Readiness::Never => false,
        Readiness::Strength(least) => card.strength >= least,
        Readiness::Ammo(least) => card.ammo >= least,
    };
    if let Some((given, _)) = line {
        used(turn, side, given, &question.rule());
    }
    yes
}

/// The order in which units of a side that share a square take losses, as their places in the list:
/// as its side says, else by flag (pb44).
pub(super) fn loss_order(turn: &mut Cycle<'_>, side: Side, units: &[Unit]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..units.len()).collect();
    if units.len() < 2 {
        return places;
    }
    let line = decision(turn, side, asks!(Order::Losses { order } => order));
    if let Some((given, order)) = line {
        let rank = |unit: &Unit| order.iter().position(|one| one == unit);
        places.sort_by_key(|place| (rank(&units[*place]).unwrap_or(usize::MAX), *place));
        used(turn, side, given, &rules::SEVERAL);
    }
    places
}

/// The unit that a side pretends to have in an empty square: its card and strength (pb46).
pub(super) fn bluff(turn: &mut Cycle<'_>, side: Side, square: Sq) -> Option<(Kind, u8)> {
    let line = decision(
        turn,
        side,
        asks!(
            Order::Bluff { at, card, strength } if at.is_none_or(|at| at == square)
                => (card.clone(), *strength)
        ),
    );
    let (given, bluff) = line?;
    let reason = Reason::Faked { at: square };
    turn.used(&side.seat(), given, &rules::BLUFF, reason);
    Some(bluff)
}

/// What a fighter does that is met on its sortie (pb55).
pub(super) fn dogfight(turn: &mut Cycle<'_>, side: Side) -> Dogfight {
    let line = decision(turn, side, asks!(Order::Dogfight(what) => *what));
    if let Some((given, what)) = line {
        used(turn, side, given, &rules::FIGHTERS);
        return what;
    }
    Dogfight::default()
}

/// True if the side concedes the skirmish now (pb64).
pub(super) fn withdraws(turn: &mut Cycle<'_>, side: Side) -> bool {
    let Some((given, when)) = decision(turn, side, asks!(Order::Withdraw(when) => *when)) else {
        return false;
    };
    let left = turn.state().secret.mat.grounded(side).count();
    let lost = turn.state().side(side).lost;
    let so = match when {
        Withdrawal::Now => true,
        Withdrawal::UnitsAtMost(most) => left <= usize::try_from(most).unwrap_or(usize::MAX),
        Withdrawal::LossesAtLeast(least) => lost >= least,
    };
    if so {
        let reason = Reason::Conceded;
        turn.used(&side.seat(), given, &rules::WITHDRAWAL, reason);
    }
    so
}
