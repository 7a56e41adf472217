//! Upkeep (im17).

use std::collections::{BTreeMap, BTreeSet};

use super::{Cycle, Line, aftermath, asks, purse};
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::{Fleet, Region, Sea};
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::policies::Upkeep;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Open, Purse, Squadron};

/// The sequence in which kinds are given up if the power does not say otherwise.
const SEQUENCE: [Upkeep; 7] = [
    Upkeep::Fleet,
    Upkeep::Engineer,
    Upkeep::Explorer,
    Upkeep::General,
    Upkeep::Artillery,
    Upkeep::Cavalry,
    Upkeep::Infantry,
];

/// A power pays for its units, or gives them up.
pub fn maintain(turn: &mut Cycle<'_>, power: Power) {
    let game = turn.game();
    let price = game.format.income.upkeep.value;
    let in_hand = turn.state().purse(power).pp;
    let before = Estate::of(&turn.state().open, power);
    let mut left = before.clone();
    if left.count() * price > in_hand {
        turn.next_moment();
        let (line, sequence) = sequence(turn, power);
        while left.count() * price > in_hand {
            let Some(loss) = left.next(&game.board.chart.order, &sequence) else { break };
            left.lose(&loss);
        }
        give_up(turn, power, &before, &left);
        if let Some(line) = line {
            turn.used(&power.seat(), line, &rules::UPKEEP, Reason::UnpaidUsed);
        }
    }
    let pp = left.count() * price;
    purse::pay(turn, power, Purse::pp(pp), Purpose::Upkeep, &rules::UPKEEP);
    if left != before {
        aftermath::revert_empty(turn, None, power);
    }
}

/// The power's own sequence, and the line that says it.
fn sequence<'o>(turn: &Cycle<'o>, power: Power) -> (Option<&'o Line>, Vec<Upkeep>) {
    let asked = turn.picked(&power.seat(), asks!(Order::Unpaid { first } => first));
    let first = asked.into_iter().next();
    let own = first.iter().flat_map(|(_, kinds)| kinds.iter()).copied();
    (first.as_ref().map(|(line, _)| *line), own.chain(SEQUENCE).collect())
}

/// All that a power pays for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Estate {
    armies: BTreeMap<Region, Force>,
    fleets: BTreeMap<Fleet, Squadron>,
    /// Regions that the power controls as long as a brigade of its is there.
    held: BTreeSet<Region>,
}

/// What is given up.
#[derive(Debug)]
enum Loss {
    Unit(Region, Kind),
    Aboard(Fleet, Kind),
    Fleet(Fleet),
}

impl Estate {
    fn of(state: &Open, power: Power) -> Self {
        let armies = state.lands.iter().map(|(region, land)| (region.clone(), land.force(power)));
        Self {
            armies: armies.filter(|(_, force)| !force.is_empty()).collect(),
            fleets: state.fleets.get(&power).cloned().unwrap_or_default(),
            held: state.owned(power).map(|(region, _)| region.clone()).collect(),
        }
    }

    /// Units and fleets.
    fn count(&self) -> u32 {
        let land: u32 = self.armies.values().map(Force::total).sum();
        self.fleets.values().map(|fleet| 1 + fleet.cargo.total()).sum::<u32>() + land
    }

    /// What goes next; the last brigades of regions when nothing else is left.
    fn next(&self, order: &[Region], sequence: &[Upkeep]) -> Option<Loss> {
        let spare = sequence.iter().find_map(|kind| self.of_kind(order, *kind, true));
        spare.or_else(|| sequence.iter().find_map(|kind| self.of_kind(order, *kind, false)))
    }

    fn of_kind(&self, order: &[Region], kind: Upkeep, sparing: bool) -> Option<Loss> {
        match kind.kind() {
            Some(kind) => self.unit(order, kind, sparing),
            None => self.fleet(),
        }
    }

    /// One of a kind from the place with the most units, regions before sea areas.
    fn unit(&self, order: &[Region], kind: Kind, sparing: bool) -> Option<Loss> {
        let mut best: Option<(u32, Loss)> = None;
        let mut consider = |units: u32, loss: Loss| {
            if best.as_ref().is_none_or(|(most, _)| units > *most) {
                best = Some((units, loss));
            }
        };
        for region in order {
            let Some(force) = self.armies.get(region).filter(|force| force.get(kind) > 0) else {
                continue;
            };
            let last = kind.is_brigade() && force.brigades() == 1 && self.held.contains(region);
            if !(sparing && last) {
                consider(force.total(), Loss::Unit(region.clone(), kind));
            }
        }
        for sea in self.seas() {
            let units = self.lying(sea).map(|(_, fleet)| fleet.cargo.total()).sum();
            let aboard = self.lying(sea).find(|(_, fleet)| fleet.cargo.get(kind) > 0);
            if let Some((number, _)) = aboard {
                consider(units, Loss::Aboard(*number, kind));
            }
        }
        best.map(|(_, loss)| loss)
    }

    /// A fleet from the sea area with the most, with the least cargo there.
    fn fleet(&self) -> Option<Loss> {
        // Of equals `max_by_key` takes the last, hence backwards.
        let count = |sea: &&Sea| self.lying(sea).count();
        let sea = self.seas().into_iter().rev().max_by_key(count)?;
        let first = self.lying(sea).rev().min_by_key(|(_, fleet)| fleet.cargo.total());
        first.map(|(number, _)| Loss::Fleet(*number))
    }

    fn lying<'a>(
        &'a self,
        sea: &'a Sea,
    ) -> impl DoubleEndedIterator<Item = (&'a Fleet, &'a Squadron)> {
        self.fleets.iter().filter(move |(_, fleet)| fleet.sea == *sea)
    }

    fn seas(&self) -> BTreeSet<&Sea> {
        self.fleets.values().map(|fleet| &fleet.sea).collect()
    }

    fn lose(&mut self, loss: &Loss) {
        match loss {
            Loss::Unit(region, kind) => {
                if let Some(force) = self.armies.get_mut(region) {
                    force.take(&Force::of(*kind, 1));
                }
            }
            Loss::Aboard(number, kind) => {
                if let Some(fleet) = self.fleets.get_mut(number) {
                    fleet.cargo.take(&Force::of(*kind, 1));
                }
            }
            Loss::Fleet(number) => {
                self.fleets.remove(number);
            }
        }
    }
}

/// Removes what the smaller estate no longer has.
fn give_up(turn: &mut Cycle<'_>, power: Power, before: &Estate, left: &Estate) {
    let gone = |had: &Force, has: Option<&Force>| {
        let mut units = *had;
        units.take(&has.copied().unwrap_or_default());
        units
    };
    for at in &turn.game().board.chart.order {
        let Some(had) = before.armies.get(at) else { continue };
        let units = gone(had, left.armies.get(at));
        if !units.is_empty() {
            turn.record(&rules::UPKEEP, Event::Disbanded { power, units, at: at.clone() });
        }
    }
    for (number, had) in &before.fleets {
        let fleet = *number;
        match left.fleets.get(number) {
            None => turn.record(&rules::UPKEEP, Event::LaidUp { power, fleet }),
            Some(has) if has.cargo != had.cargo => {
                let units = gone(&had.cargo, Some(&has.cargo));
                turn.record(&rules::UPKEEP, Event::DisbandedAboard { power, units, fleet });
            }
            Some(_) => {}
        }
    }
}
