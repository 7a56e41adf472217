//! Who or what destroyed a unit.

use super::events::Event;
use super::names::Unit;
use super::rules;
use crate::base::words::names;
use crate::engine::Fact;

/// Who or what destroyed a unit.
#[derive(Debug, Clone)]
pub enum Culprit<'f> {
    /// A unit that attacked.
    Attack(&'f Unit),
    /// A unit that answered its attack (pb45, pb58).
    Counter(&'f Unit),
    /// Units that fired at it, and a fighter that met it, each of which hit it (pb55, pb57).
    Fire(Vec<&'f Unit>),
    /// Ammunition (pb49).
    Explosion,
    /// A ford (pb35).
    Ford,
    /// The carrier that it was aboard of (pb72).
    Carrier,
}

impl Culprit<'_> {
    /// Words that go on with the unit that was destroyed, with units by such names.
    pub fn words(self, named: impl Fn(&Unit) -> String) -> String {
        match self {
            Self::Attack(unit) => format!("to {}", named(unit)),
            Self::Counter(unit) => format!("to the counterattack of {}", named(unit)),
            Self::Fire(units) => format!("to the fire of {}", names(units.into_iter().map(named))),
            Self::Explosion => "to an explosion".to_owned(),
            Self::Ford => "on a ford".to_owned(),
            Self::Carrier => "with its carrier".to_owned(),
        }
    }
}

/// Who or what destroyed the unit that the last of these facts tells of: what was done to it last in its engagement,
/// which begins where somebody attacks or flies.
pub fn culprit(facts: &[Fact<Event>]) -> Option<Culprit<'_>> {
    let (last, before) = facts.split_last()?;
    let (Event::Destroyed { unit: lost, .. } | Event::Sunk { unit: lost }) = &last.event else {
        return None;
    };
    if last.rule == rules::CARRIER {
        return Some(Culprit::Carrier);
    }
    let begins = |fact: &&Fact<Event>| {
        matches!(fact.event, Event::Flew { .. }) || fact.event.cut().is_some()
    };
    let engagement = || before.iter().rev().take_while(|fact| !begins(fact));
    engagement().find_map(|fact| {
        if let Event::Countered { unit, against, .. } = &fact.event {
            (against == lost).then_some(Culprit::Counter(unit))
        } else if let Event::FiredAt { against, .. } = &fact.event {
            (against == lost).then(|| Culprit::Fire(shooters(engagement(), lost)))
        } else if let Event::Foundered { unit, .. } = &fact.event {
            (unit == lost).then_some(Culprit::Ford)
        } else if let Event::Attacked { unit, .. } = &fact.event {
            Some(Culprit::Attack(unit))
        } else {
            matches!(fact.event, Event::Blasted { .. }).then_some(Culprit::Explosion)
        }
    })
}

/// Who fired at a unit and hit it, in the order of time; the facts come from the last to the first.
fn shooters<'f>(facts: impl Iterator<Item = &'f Fact<Event>>, lost: &Unit) -> Vec<&'f Unit> {
    let mut shooters = Vec::new();
    let mut hit = false;
    for fact in facts {
        if let Event::Parried { unit, losses, .. } = &fact.event {
            hit = unit == lost && *losses > 0;
        } else if let Event::FiredAt { unit, against, .. } = &fact.event {
            shooters.extend(Some(unit).filter(|_| hit && against == lost));
        }
    }
    shooters.reverse();
    shooters
}
