//! A plain computer player: it goes for supply centres, helps its own moves, and builds for where it is at war.

use adjutant::prelude::*;

use crate::Diplomacy;
use crate::order::{Kind, Order};
use crate::place::Place;
use crate::power::Power;
use crate::sight::View;
use crate::state::{Open, Season, Stage, Unit};

pub(crate) fn suggest(game: &Diplomacy, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(power) = Power::reading(&view.reader) else { return Vec::new() };
    let mut luck = staff::Luck::of(chance, power.word());
    let open = &view.open;
    match open.stage {
        Stage::Movement => Plan { game, open, power }.orders(&mut luck),
        Stage::Retreats | Stage::Adjustments => {
            let weigh = |order: &Order| match order {
                Order::Move { .. } => 20,
                Order::Build { unit: Kind::Army, .. } => 6,
                Order::Build { .. } => 4,
                Order::Disband { at, .. } => {
                    // Whoever defends a supply centre goes last.
                    if open.centres.get(&at.province()) == Some(&power) { 1 } else { 5 }
                }
                _ => 0,
            };
            staff::plain(game, view, chance, 0, &weigh)
        }
    }
}

/// How a position stands for a power, in tenths of a supply centre: its centres, and units in those of others,
/// against those of the best other power.
pub(crate) fn worth(game: &Diplomacy, open: &Open, seat: &Seat) -> i64 {
    let of = |power: Power| {
        let plan = Plan { game, open, power };
        let (owned, units) = (open.owned(power).count(), open.of(power));
        let taken = units.filter(|u| plan.is_centre(u.at) && plan.owner(u.at) != Some(power));
        let points = 10 * owned + 6 * taken.count() + 3 * open.of(power).count();
        i64::try_from(points).unwrap_or(0)
    };
    let Some(own) = Power::ALL.into_iter().find(|power| power.seat() == *seat) else { return 0 };
    let others = Power::ALL.into_iter().filter(|other| *other != own);
    of(own) - others.map(of).max().unwrap_or(0)
}

/// What a power wants.
struct Plan<'a> {
    game: &'a Diplomacy,
    open: &'a Open,
    power: Power,
}

impl Plan<'_> {
    /// Units go one after another, in random order, where it is worth most; those that come after help those
    /// before, where one alone might not get through.
    fn orders(&self, luck: &mut staff::Luck<'_>) -> Vec<Order> {
        let units = luck.shuffled("units", self.open.of(self.power).copied().collect());
        let mut given: Vec<Order> = Vec::new();
        let mut goals: BTreeMap<Place, (Unit, Place)> = BTreeMap::new();
        for (number, unit) in units.iter().enumerate() {
            let helped = goals.values().find(|(_, to)| self.is_held(*to) && self.helps(unit, *to));
            if let Some((mover, to)) = helped.filter(|_| luck.one_in(&format!("help {number}"), 2))
            {
                let way = vec![mover.at, *to];
                given.push(Order::Support { unit: unit.kind, at: unit.at, of: mover.kind, way });
                continue;
            }
            let near = self.game.board.near(unit.kind, unit.at).iter().copied();
            let free = near.filter(|to| !goals.contains_key(&to.province()) && !self.is_own(*to));
            let free: Vec<Place> = luck.shuffled(&format!("goals {number}"), free.collect());
            let best = free.into_iter().max_by_key(|to| self.worth(*to));
            match best.filter(|to| self.worth(*to) > self.staying(unit.at)) {
                Some(to) => {
                    goals.insert(to.province(), (*unit, to));
                    given.push(Order::Move { unit: unit.kind, way: [unit.at, to], convoy: false });
                }
                None => given.push(self.help_or_hold(unit)),
            }
        }
        given
    }

    /// Support for a neighbour of one's own in a supply centre, or nothing.
    fn help_or_hold(&self, unit: &Unit) -> Order {
        let Unit { at, kind, .. } = *unit;
        let wanted = |other: &&Unit| {
            other.at != at
                && self.is_centre(other.at)
                && self.game.board.reaches(kind, at, other.at)
        };
        match self.open.of(self.power).find(wanted) {
            Some(other) => {
                Order::Support { unit: kind, at, of: other.kind, way: vec![other.at.province()] }
            }
            None => Order::Hold { unit: kind, at },
        }
    }

    fn helps(&self, unit: &Unit, to: Place) -> bool {
        unit.at.province() != to.province() && self.game.board.reaches(unit.kind, unit.at, to)
    }

    fn is_centre(&self, at: Place) -> bool {
        self.game.board.province(at).is_some_and(|it| it.centre)
    }

    fn is_own(&self, at: Place) -> bool {
        self.open.at(at).is_some_and(|unit| unit.power == self.power)
    }

    fn is_held(&self, at: Place) -> bool {
        self.open.at(at).is_some()
    }

    fn owner(&self, at: Place) -> Option<Power> {
        self.open.centres.get(&at.province()).copied()
    }

    /// A supply centre of another's is worth most, and a place next to one something.
    fn worth(&self, to: Place) -> u32 {
        let wanted = |at: Place| self.is_centre(at) && self.owner(at) != Some(self.power);
        if wanted(to) {
            return if self.is_held(to) { 6 } else { 9 };
        }
        let near = [Kind::Army, Kind::Fleet].map(|kind| self.game.board.near(kind, to)).concat();
        let wanted = near.iter().filter(|at| wanted(**at)).count();
        u32::try_from(wanted).unwrap_or(0).min(4) + u32::from(!self.is_held(to))
    }

    /// What it is worth to stay: a centre that is not counted yet, most.
    fn staying(&self, at: Place) -> u32 {
        let taken = self.is_centre(at) && self.owner(at) != Some(self.power);
        if taken && self.open.season == Season::Fall { 10 } else { 0 }
    }
}
