//! Supply centres, builds and removals.

use std::cmp::Reverse;

use adjutant::prelude::*;

use crate::order::{Kind, Order, Reason};
use crate::place::Place;
use crate::power::Power;
use crate::state::{Event, Open, Unit, Why};
use crate::{BUILD, COUNT, DISORDER, Diplomacy, From, REMOVE};

/// Supply centres go to who is in them (dp60).
pub(crate) fn count(turn: &mut Turn<'_, Diplomacy>) {
    let units = turn.state().units.clone();
    for unit in units {
        let (at, by) = (unit.at.province(), unit.power);
        let from = turn.state().centres.get(&at).copied();
        let centre = turn.game().board.province(at).is_some_and(|it| it.centre);
        if centre && from != Some(by) {
            turn.record(&COUNT, Event::Taken { at, by, from });
        }
    }
}

pub(crate) fn resolve(turn: &mut Turn<'_, Diplomacy>) {
    for power in Power::ALL {
        let due = turn.game().due(turn.state(), power);
        if due > 0 {
            build(turn, power, due);
        } else {
            remove(turn, power, -due);
        }
    }
}

fn build(turn: &mut Turn<'_, Diplomacy>, power: Power, due: i64) {
    let seat = power.seat();
    let mut left = due;
    for given in turn.in_force(&seat) {
        let too_many =
            Fate::failed(&BUILD, Reason::TooMany { due: u32::try_from(due).unwrap_or(0) });
        let fate = match given.order {
            Order::Waive if left > 0 => Fate::done(&BUILD, Reason::Waived),
            Order::Build { at, .. } if turn.state().at(at).is_some() => {
                Fate::failed(&BUILD, Reason::Occupied { at: at.province() })
            }
            Order::Build { unit: kind, at } if left > 0 => {
                turn.record(&BUILD, Event::Built { unit: Unit { at, kind, power } });
                Fate::done(&BUILD, Reason::Built)
            }
            Order::Build { .. } | Order::Waive => too_many,
            _ => continue,
        };
        left -= i64::from(fate.code == adjutant::game::Code::Done);
        turn.answer(&seat, given, fate);
    }
}

fn remove(turn: &mut Turn<'_, Diplomacy>, power: Power, due: i64) {
    let seat = power.seat();
    let mut left = due;
    for given in turn.in_force(&seat) {
        let Order::Disband { at, .. } = given.order else { continue };
        let fate = match turn.state().at(at).copied().filter(|unit| unit.power == power) {
            Some(unit) if left > 0 => {
                turn.record(&REMOVE, Event::Removed { unit, why: Why::Ordered });
                left -= 1;
                Fate::done(&REMOVE, Reason::Disbanded)
            }
            _ => Fate::failed(&REMOVE, Reason::TooMany { due: u32::try_from(due).unwrap_or(0) }),
        };
        turn.answer(&seat, given, fate);
    }
    for _ in 0..left {
        let Some(unit) = turn.game().farthest(turn.state(), power) else { return };
        turn.record(&DISORDER, Event::Removed { unit, why: Why::Disorder });
    }
}

impl Diplomacy {
    /// Units that a power is to build, or less than nothing, if it is to remove some (dp50, dp51).
    pub(crate) fn due(&self, open: &Open, power: Power) -> i64 {
        let free = self.free(open, power).count();
        open.balance(power).min(i64::try_from(free).unwrap_or(i64::MAX))
    }

    /// Home supply centres where a power may build.
    pub(crate) fn free<'a>(
        &'a self,
        open: &'a Open,
        power: Power,
    ) -> impl Iterator<Item = Place> + 'a {
        let own = move |at: &Place| open.centres.get(at) == Some(&power) && open.at(*at).is_none();
        self.home(power).iter().copied().filter(own)
    }

    /// The unit that goes first when a power removes too few: the farthest from its supply centres, of those
    /// a fleet, of those the first by letters (dp52).
    fn farthest(&self, open: &Open, power: Power) -> Option<Unit> {
        let home = self.switches.disorder == From::Home;
        let from: Vec<Place> =
            if home { self.home(power).to_vec() } else { open.owned(power).collect() };
        let steps = |kind| self.board.steps(from.iter().copied(), kind);
        let armies = steps(Kind::Army);
        // Counted from home, fleets keep to the water; else every border counts alike.
        let fleets = if home { steps(Kind::Fleet) } else { BTreeMap::new() };
        let far = |unit: &Unit| {
            let (steps, at) = match unit.kind {
                Kind::Fleet if home => (&fleets, unit.at),
                Kind::Army | Kind::Fleet => (&armies, unit.at.province()),
            };
            steps.get(&at).copied().unwrap_or(u32::MAX)
        };
        let last = |unit: &Unit| (far(unit), unit.kind, Reverse(self.name(unit.at)));
        open.of(power).copied().max_by_key(last)
    }
}
