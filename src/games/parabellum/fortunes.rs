//! What a cycle brought a side.

use std::collections::BTreeMap;

use super::events::Event;
use super::names::{Sq, Unit};
use super::said::harm;
use super::sight::View;
use crate::engine::{Fact, Fortune, Fortunes};

/// Units that are lost, hit or won, and what a skirmish brings.
pub fn fortunes(view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = view.side else { return told };
    let mut losses: BTreeMap<&Unit, u32> = BTreeMap::new();
    // Equal losses of several attacks add up.
    let mut struck: BTreeMap<Sq, u32> = BTreeMap::new();
    for fact in witnessed {
        if let Event::Destroyed { unit, at } = &fact.event {
            let place = at.map(|at| format!(" in {at}")).unwrap_or_default();
            told.toll(unit.side() == side, true, format!("{unit}{place}"));
        } else if let Event::Sunk { unit } = &fact.event {
            told.toll(unit.side() == side, true, format!("{unit} with its carrier"));
        } else if let Event::Lost { unit, losses: more } = &fact.event {
            if unit.side() == side {
                *losses.entry(unit).or_default() += more;
            }
        } else if let Event::Hit { side: whose, at, losses, .. } = &fact.event {
            if *whose != side && *losses > 0 {
                *struck.entry(*at).or_default() += losses;
            }
        } else if let Event::Captured { unit, flag, .. } = &fact.event {
            let own = flag.side() == side;
            told.add(
                if own { Fortune::Gained } else { Fortune::Lost },
                format!("{unit} by capture"),
            );
        } else if let Event::Hired { unit, .. } = &fact.event {
            if unit.side() == side {
                told.add(Fortune::Gained, unit);
            }
        } else if let Event::Won { side: by, reward, .. } = &fact.event {
            if *by == side {
                told.add(Fortune::Gained, format!("the skirmish and {reward} credits"));
            } else {
                told.add(Fortune::Lost, "the skirmish");
            }
        }
    }
    let gone = |unit: &Unit| {
        witnessed
            .iter()
            .any(|fact| matches!(&fact.event, Event::Destroyed { unit: lost, .. } if lost == unit))
    };
    for (unit, losses) in losses.into_iter().filter(|(unit, _)| !gone(unit)) {
        told.add(Fortune::Hurt, format!("{unit} ({})", harm(losses)));
    }
    for (at, losses) in struck {
        told.add(Fortune::Struck, format!("{} in {at}", harm(losses)));
    }
    told
}
