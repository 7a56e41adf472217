//! The weapons of the reader's own ships in short: what may be fired when, and what is loaded, armed and fed for it.

use std::collections::BTreeMap;

use super::Mechad;
use super::energy::halves;
use super::format::Part;
use super::impulses::{IMPULSES, moment};
use super::names::Ship;
use super::said::{length, number_of};
use super::sheets::ready;
use super::sight::View;
use super::state::{Hold, Mount, Step, Unit};
use super::wants::{is_spent, starved};
use crate::base::words::{count, joined, names};

/// Armed ships that are told of one by one.
const FEW: usize = 2;

/// A sentence for each of few armed ships of the reader's, while there is fighting to come.
pub(super) fn told(game: &Mechad, view: &View) -> Vec<String> {
    if !matches!(view.open.step, Step::Allocation | Step::Impulses) {
        return Vec::new();
    }
    let armed = |unit: &Unit| unit.mounts.iter().any(Mount::works);
    let own = view.open.here().filter(|(_, unit)| view.side.as_ref() == Some(&unit.side));
    let own = own.filter(|(_, unit)| armed(unit) && !game.class(unit).is_fighter());
    let own: Vec<(&Ship, &Unit)> = own.collect();
    if own.len() > FEW {
        return Vec::new();
    }
    let told = own
        .into_iter()
        .filter_map(|(ship, unit)| Some(sentence(game, view, ship, (unit, view.holds.get(ship)?))));
    told.collect()
}

fn sentence(game: &Mechad, view: &View, ship: &Ship, (unit, hold): (&Unit, &Hold)) -> String {
    let open = &view.open;
    let (next, never) = (open.now() + 1, game.scenario.last().max(open.now()) + 1);
    let mut by: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for part in Part::ALL.into_iter().filter(|part| part.is_weapon()) {
        let mut waits: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (at, mount) in unit.working(part) {
            let number = u32::try_from(at + 1).unwrap_or(0);
            let spent = is_spent(hold, part, number);
            let from = ready(game, unit, mount).clamp(next, never);
            let from = if spent { never + 1 } else { from };
            waits.entry(from).or_default().push(number);
        }
        for (from, numbers) in waits {
            // What is armed is of those that can be fired now.
            let told = from == next || game.arming(part) == 0 || open.step == Step::Allocation;
            let stopped =
                starved(game, open, (unit, hold), part).map(|want| want.words().to_owned());
            let stopped = stopped.filter(|_| from <= open.turn * IMPULSES);
            let state = || state(game, open.step, hold, part, &numbers).filter(|_| told);
            let state = stopped.or_else(state);
            let state = state.map(|state| format!(" ({state})")).unwrap_or_default();
            let weapons = number_of(numbers.len(), part.word());
            by.entry(from).or_default().push(format!("{weapons}{state}"));
        }
    }
    let when = |from: u32| match from {
        from if from > never => "with nothing to load".to_owned(),
        from if from == never => "not again in this battle".to_owned(),
        from if from > next => format!("from {}", moment(open.turn, from)),
        _ if open.step == Step::Allocation => "from impulse 1".to_owned(),
        _ => "now".to_owned(),
    };
    let weapons = by.into_iter().map(|(from, all)| format!("{} {}", names(all), when(from)));
    let full = game.capacitor(unit);
    let fed = (full > 0).then(|| {
        let (has, full) = (halves(hold.capacitor), halves(full));
        format!("capacitor {has} of {full}")
    });
    let store = (!hold.loads.is_empty() && hold.store > 0)
        .then(|| format!("{} in store", count(hold.store, "missile")));
    let all = weapons.chain(fed).chain(store);
    format!("Weapons of {ship}: {}.", joined(all, "; "))
}

/// What is armed, loaded or to be armed of weapons of a kind.
fn state(game: &Mechad, step: Step, hold: &Hold, part: Part, numbers: &[u32]) -> Option<String> {
    let arming = game.arming(part);
    if arming > 0 && step == Step::Allocation {
        return Some(format!("to be armed, {arming} points of energy each"));
    }
    if arming > 0 {
        let armed = length(hold.armed.get(&part).copied().unwrap_or(0)).min(numbers.len());
        return Some(match armed {
            0 => "not armed".to_owned(),
            all if all == numbers.len() => "armed".to_owned(),
            some => format!("{some} armed"),
        });
    }
    if part == Part::Cannon && step == Step::Impulses {
        return Some(count(hold.cannon, "shot"));
    }
    let loads: Vec<u32> = numbers.iter().filter_map(|n| hold.loads.get(n).copied()).collect();
    let (first, rest) = loads.split_first()?;
    let alike = !rest.is_empty() && rest.iter().all(|load| load == first);
    Some(if alike { format!("loaded {first} each") } else { format!("loaded {}", names(&loads)) })
}
