//! What a cycle brought a side.

use std::collections::{BTreeMap, BTreeSet};

use super::culprit::culprit;
use super::events::Event;
use super::names::{Sq, Unit};
use super::said::{harm, shown, shown_with};
use super::side::Side;
use super::sight::View;
use super::state::{How, Shared};
use super::{Parabellum, fallen};
use crate::base::words::{joined, names};
use crate::engine::{Fact, Fortune, Fortunes};

/// Units that are lost, hit or won, each with what brought it about, and what a skirmish brings.
pub fn fortunes(game: &Parabellum, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = view.side else { return told };
    let has = |unit: &Unit| view.own.get(&side).is_some_and(|own| own.cards.contains_key(unit));
    // The card of a unit that is lost is gone.
    let named = |unit: &Unit| {
        if unit.side() == side && !has(unit) {
            fallen::named(game, witnessed, unit)
        } else {
            shown(view, unit)
        }
    };
    for (n, fact) in witnessed.iter().enumerate() {
        let by = culprit(&witnessed[..=n]).map(|by| by.words(named));
        if let Event::Destroyed { unit, at } = &fact.event {
            let place = at.map(|at| format!("in {at}")).unwrap_or_default();
            let lost = joined([named(unit), place, by.unwrap_or_default()], " ");
            told.toll(unit.side() == side, true, lost);
        } else if let Event::Sunk { unit } = &fact.event {
            let lost = joined([named(unit), by.unwrap_or_default()], " ");
            told.toll(unit.side() == side, true, lost);
        } else if let Event::Captured { unit, flag, .. } = &fact.event {
            let own = flag.side() == side;
            let fortune = if own { Fortune::Gained } else { Fortune::Lost };
            told.add(fortune, format!("{unit} by capture"));
        } else if let Event::Hired { unit, .. } = &fact.event {
            if unit.side() == side {
                told.add(Fortune::Gained, shown(view, unit));
            }
        } else if let Event::Won { side: by, reward, how } = &fact.event {
            if *by == side {
                let how = how.to_string();
                told.add(Fortune::Gained, format!("the skirmish and {reward} credits ({how})"));
            } else {
                told.add(Fortune::Lost, format!("the skirmish ({})", lost(*how)));
            }
        }
    }
    harmed(view, side, witnessed, &mut told);
    told
}

/// How a skirmish was lost.
fn lost(how: How) -> String {
    match how {
        How::Aim | How::Time => how.to_string(),
        How::Cleared => "you have no unit left on the map".to_owned(),
        How::Withdrawn => "you withdraw".to_owned(),
    }
}

/// Units that were hit and are still there, each with what it has left, as far as the reader knows who was hit; else
/// those that took losses together, or the square.
fn harmed(view: &View, side: Side, witnessed: &[Fact<Event>], told: &mut Fortunes) {
    let mut hurt: BTreeMap<&Unit, u32> = BTreeMap::new();
    // Equal losses of several attacks add up.
    let mut struck: BTreeMap<Sq, u32> = BTreeMap::new();
    let mut among: BTreeSet<&Unit> = BTreeSet::new();
    let mut gone: BTreeSet<&Unit> = BTreeSet::new();
    // The strength that each showed in its first defense.
    let mut before: BTreeMap<&Unit, usize> = BTreeMap::new();
    // Nobody rolled their dice, so the other side does not know what they have left.
    let mut foundered: BTreeSet<&Unit> = BTreeSet::new();
    for fact in witnessed {
        if let Event::Defended { rolls, .. } = &fact.event {
            for (unit, roll) in rolls.iter().filter_map(|roll| Some((roll.unit.as_ref()?, roll))) {
                before.entry(unit).or_insert(roll.dice.len());
            }
        } else if let Event::Foundered { unit, .. } = &fact.event {
            foundered.insert(unit);
        }
        if let Event::Destroyed { unit, .. } = &fact.event {
            gone.insert(unit);
        } else if let Event::Lost { unit, losses } = &fact.event {
            if unit.side() == side {
                *hurt.entry(unit).or_default() += losses;
            }
        } else if let Event::Parried { unit, losses, .. } | Event::Foundered { unit, losses, .. } =
            &fact.event
        {
            *hurt.entry(unit).or_default() += losses;
        } else if let Event::Hit { side: whose, at, losses, unit, among: those } = &fact.event {
            if *whose == side || *losses == 0 {
                continue;
            }
            match unit {
                Some(unit) => *hurt.entry(unit).or_default() += losses,
                None if those.is_empty() => *struck.entry(*at).or_default() += losses,
                None => among.extend(those),
            }
        }
    }
    let known = |unit: &Unit| view.own.get(&side).and_then(|own| own.known.get(unit));
    let own = |unit: &Unit| view.own.get(&side).and_then(|own| own.cards.get(unit));
    let now = view.open.when();
    let strength = |unit: &Unit| {
        let seen = known(unit).filter(|_| !foundered.contains(unit));
        let seen = seen.and_then(|known| known.current(now));
        own(unit).map(|card| card.strength).or(seen)
    };
    // Where none is left, the unit is gone, though the reader may not have seen it go.
    let left = |unit: &Unit| match strength(unit) {
        None | Some(0) => String::new(),
        Some(left) => format!("{left} left"),
    };
    for (unit, losses) in &hurt {
        if *losses > 0 && !gone.contains(unit) {
            let besides = joined([harm(*losses), left(unit)], ", ");
            told.toll(unit.side() == side, false, shown_with(view, unit, &besides));
        }
    }
    let has = |unit: &Unit, left: u8| before.get(unit) == Some(&usize::from(left));
    // Who of several was hit their side alone knows, as long as it makes a difference.
    let mut together: Vec<&Shared> = Vec::new();
    for unit in among.into_iter().filter(|unit| !gone.contains(unit) && !hurt.contains_key(unit)) {
        match known(unit).and_then(|known| known.shared.as_ref()) {
            Some(shared) if together.contains(&shared) => {}
            Some(shared) => together.push(shared),
            // The others took all of it.
            None if strength(unit).is_some_and(|left| has(unit, left)) => {}
            None => told.add(Fortune::Struck, shown_with(view, unit, &left(unit))),
        }
    }
    for Shared { among, left, of } in together {
        let places: BTreeSet<Option<Sq>> = among.iter().map(|unit| view.mat.place(unit)).collect();
        let place = places.first().filter(|_| places.len() == 1).copied().flatten();
        let place = place.map(|at| format!("in {at} ")).unwrap_or_default();
        let left = format!("{left} of {of} left together");
        told.add(Fortune::Struck, format!("{place}{} ({left})", names(among)));
    }
    for (at, losses) in struck {
        told.add(Fortune::Struck, format!("{} in {at}", harm(losses)));
    }
}
