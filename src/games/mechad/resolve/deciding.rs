//! Who fires what at what in an impulse, by what each side sees before any of it is resolved (md58).

use std::collections::{BTreeMap, BTreeSet};

use super::{Cycle, Line};
use crate::games::mechad::Mechad;
use crate::games::mechad::format::Part;
use crate::games::mechad::names::{Hx, Ship};
use crate::games::mechad::order::{Order, Power};
use crate::games::mechad::state::{Hold, Target, Unit};

/// Fire of one ship at one target with weapons of one kind.
pub struct Shot {
    /// Who fires.
    pub ship: Ship,
    /// The weapons.
    pub part: Part,
    /// Their numbers.
    pub mounts: Vec<u32>,
    /// At what.
    pub target: Target,
    /// At which power.
    pub power: Power,
    /// At which range.
    pub range: u32,
    /// What is added to the die.
    pub modifier: i32,
    /// At a small target while whips rest (md37).
    pub small: bool,
    /// Into the rear half (md39).
    pub astern: bool,
    /// With the bonus of a series, as long as no other whip of the ship is fired (md38).
    pub series: bool,
    /// What it takes.
    pub price: Price,
}

/// What a shot takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Price {
    /// Half points of the capacitor.
    pub capacitor: u32,
    /// Points of the batteries (md43).
    pub battery: u32,
}

/// Fire at a trans-warp missile that is coming in.
pub struct Parry {
    /// Who fires.
    pub ship: Ship,
    /// The weapons.
    pub part: Part,
    /// Its number.
    pub mount: u32,
    /// Who launched the missile.
    pub by: Ship,
    /// At what.
    pub target: Target,
    /// At which range.
    pub range: u32,
    /// What it takes.
    pub price: Price,
}

/// A distortion cannon at a hex.
pub struct Distortion {
    /// Who fires.
    pub ship: Ship,
    /// Its number.
    pub mount: u32,
    /// The hex.
    pub at: Hx,
    /// The energy is from the batteries.
    pub reserve: bool,
}

/// What is decided so far.
#[derive(Default)]
pub struct Decisions {
    /// Fire at trans-warp missiles.
    pub parries: Vec<Parry>,
    /// Direct fire.
    pub shots: Vec<Shot>,
    /// Distortion cannons.
    pub cannons: Vec<Distortion>,
    /// Weapons that are used already.
    busy: BTreeMap<Ship, BTreeSet<u32>>,
    /// What is used of capacitors and batteries already.
    spent: BTreeMap<Ship, Price>,
    /// Trans-warp missiles that somebody fires at.
    covered: BTreeSet<usize>,
}

impl Decisions {
    fn is_free(&self, ship: &Ship, mount: u32) -> bool {
        self.busy.get(ship).is_none_or(|busy| !busy.contains(&mount))
    }

    /// What is left for shots.
    fn left(&self, ship: &Ship, hold: &Hold) -> Price {
        let spent = self.spent.get(ship).copied().unwrap_or_default();
        Price {
            capacitor: hold.capacitor.saturating_sub(spent.capacitor),
            battery: hold.battery.saturating_sub(spent.battery),
        }
    }

    fn take(&mut self, ship: &Ship, mounts: &[u32], price: Price) {
        self.busy.entry(ship.clone()).or_default().extend(mounts);
        let spent = self.spent.entry(ship.clone()).or_default();
        spent.capacitor += price.capacitor;
        spent.battery += price.battery;
    }

    /// What so many shots take that cost so many half points each, if that is left. A boost takes a point
    /// more each, from the batteries as far as the capacitor has none left for it (md43).
    fn price(
        &self,
        ship: &Ship,
        hold: &Hold,
        (cost, power): (u32, Power),
        shots: u32,
    ) -> Option<Price> {
        let left = self.left(ship, hold);
        let rest = left.capacitor.checked_sub(cost.checked_mul(shots)?)?;
        let boosts = if power == Power::Boosted { shots } else { 0 };
        let charged = boosts.min(rest / 2);
        let battery = boosts - charged;
        let capacitor = cost * shots + 2 * charged;
        (battery <= left.battery).then_some(Price { capacitor, battery })
    }

    /// Fire at trans-warp missiles launched in this impulse at the ship or at one in its hex (md19).
    pub fn defend(
        &mut self,
        turn: &Cycle<'_>,
        line: &Line<'_>,
        ship: &Ship,
        (with, keep): (&[Part], u32),
    ) -> bool {
        let (game, open) = (turn.game(), &turn.state().open);
        let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == line.side) else {
            return false;
        };
        let hold = turn.state().hold(ship);
        if !Mechad::controls(hold) {
            return false;
        }
        let mut any = false;
        for (number, tram) in open.trams.iter().enumerate() {
            let here = open.place(&tram.target) == Some(unit.at) && tram.since == open.now();
            let here = here && game.threatens(open, unit, tram);
            if !here || self.covered.contains(&number) || !open.units[&tram.by].is_here() {
                continue;
            }
            let by = &open.units[&tram.by];
            let power = if game.class(unit).is_fighter() { Power::Low } else { Power::Standard };
            let mut guns = Vec::new();
            for part in with {
                let ready = if *part == Part::Whip {
                    game.parrying(open, unit, hold, by.at, power)
                } else {
                    game.ready(open, unit, hold, *part, by.at)
                };
                guns.extend(ready.into_iter().map(|mount| (*part, mount)));
            }
            guns.retain(|(_, mount)| self.is_free(ship, *mount));
            let free = u32::try_from(guns.len()).unwrap_or(0);
            let cost = |part: Part| match part {
                Part::Whip => game.whip_cost(unit, power).unwrap_or(0),
                _ => game.shot(unit, part),
            };
            let left = self.left(ship, hold).capacitor;
            let found = guns.into_iter().find(|(part, _)| cost(*part) <= left);
            let Some((part, mount)) = found.filter(|_| free > keep) else { continue };
            let price = Price { capacitor: cost(part), battery: 0 };
            self.take(ship, &[mount], price);
            self.covered.insert(number);
            let (ship, range) = (ship.clone(), u32::from(!tram.close));
            let (by, target) = (tram.by.clone(), tram.target.clone());
            self.parries.push(Parry { ship, part, mount, by, target, range, price });
            any = true;
        }
        any
    }

    /// Fire at whatever a line says, if it bears and pays.
    pub fn fire(&mut self, turn: &Cycle<'_>, line: &Line<'_>) -> bool {
        let Order::Fire { ship, with, at, count, range, least, power, from, to, when } =
            &*line.order
        else {
            return false;
        };
        let (game, open) = (turn.game(), &turn.state().open);
        let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == line.side) else {
            return false;
        };
        let hold = turn.state().hold(ship);
        let in_time = (*from..=*to).contains(&open.impulse);
        if !in_time
            || when.as_ref().is_some_and(|when| !game.is_so(open, when))
            || !Mechad::controls(hold)
        {
            return false;
        }
        let Some(target) = game.resolved(open, ship, at) else { return false };
        let Some((place, true_range)) = open.place(&target).zip(game.range(open, unit, &target))
        else {
            return false;
        };
        let allowed = game.permits(open, ship, *with, &target);
        if true_range > range.unwrap_or(u32::MAX) || !allowed {
            return false;
        }
        let power = match power {
            _ if game.class(unit).is_fighter() => Power::Low,
            power => game.boosted(*power, true_range),
        };
        let (mut mounts, small) = if *with == Part::Whip {
            game.whips(open, unit, hold, &target, power)
        } else {
            (game.ready(open, unit, hold, *with, place), false)
        };
        mounts.retain(|mount| self.is_free(ship, *mount));
        if let Some(count) = count {
            mounts.truncate(usize::try_from(*count).unwrap_or(usize::MAX));
        }
        let cost = match with {
            Part::Whip => game.whip_cost(unit, power),
            _ => Some(game.shot(unit, *with)),
        };
        let Some(cost) = cost else { return false };
        while self.price(ship, hold, (cost, power), length(&mounts)).is_none() {
            mounts.pop();
        }
        let far = game.effective(unit, true_range);
        self.keep_peace(turn, (unit, ship), &target, power, far, &mut mounts);
        if mounts.is_empty() {
            return false;
        }
        let shift = game.shift(open, unit, &target);
        let alone = *with == Part::Whip && mounts.len() == 1 && !small;
        let series = alone && in_series(open.now(), unit, &target);
        let modifier = shift - i32::from(series) - i32::from(power == Power::Boosted);
        let expected = game.expected(unit, *with, power, far, modifier);
        if expected == 0 || expected < 6 * least.unwrap_or(0) {
            return false;
        }
        let price = self.price(ship, hold, (cost, power), length(&mounts)).unwrap_or_default();
        self.take(ship, &mounts, price);
        let astern = *with == Part::Whip && game.fires_astern(open, unit, &target);
        let (ship, part, range) = (ship.clone(), *with, far);
        self.shots.push(Shot {
            ship,
            part,
            mounts,
            target,
            power,
            range,
            modifier,
            small,
            astern,
            series,
            price,
        });
        true
    }

    /// The bonus of a series is for a whip that is the only one of its ship in an impulse (md38).
    pub fn settle(&mut self) {
        let mut whips: BTreeMap<Ship, usize> = BTreeMap::new();
        for parry in self.parries.iter().filter(|parry| parry.part == Part::Whip) {
            *whips.entry(parry.ship.clone()).or_default() += 1;
        }
        for shot in self.shots.iter().filter(|shot| shot.part == Part::Whip) {
            *whips.entry(shot.ship.clone()).or_default() += shot.mounts.len();
        }
        for shot in &mut self.shots {
            if shot.series && whips.get(&shot.ship).is_some_and(|fired| *fired > 1) {
                (shot.series, shot.modifier) = (false, shot.modifier + 1);
            }
        }
    }

    /// Fire of a Mechad at a Mechad of the wager must not be able to cripple it (md84).
    fn keep_peace(
        &self,
        turn: &Cycle<'_>,
        (unit, ship): (&Unit, &Ship),
        target: &Target,
        power: Power,
        range: u32,
        mounts: &mut Vec<u32>,
    ) {
        let (game, open) = (turn.game(), &turn.state().open);
        let Target::Ship(name) = target else { return };
        let Some(other) = open.units.get(name) else { return };
        if !game.scenario.rivals(&unit.side, &other.side) {
            return;
        }
        let most = game.most_of_whip(unit, power, range).max(1);
        let declared =
            self.shots.iter().filter(|shot| shot.ship == *ship && shot.target == *target);
        let points = |shot: &Shot| {
            let whips = u32::try_from(shot.mounts.len()).unwrap_or(u32::MAX);
            whips.saturating_mul(game.most_of_whip(unit, shot.power, shot.range))
        };
        let declared: u32 = declared.map(points).sum();
        let room = game.until_crippled(other).saturating_sub(1 + declared) / most;
        mounts.truncate(usize::try_from(room).unwrap_or(usize::MAX));
    }

    /// A distortion cannon at a hex (md27 to md29).
    pub fn cannon(&mut self, turn: &Cycle<'_>, line: &Line<'_>) -> bool {
        let Order::Cannon { ship, hex, at, count, reserve, from, to, when } = &*line.order else {
            return false;
        };
        let (game, open) = (turn.game(), &turn.state().open);
        let Some(unit) = open.units.get(ship).filter(|u| u.is_here() && u.side == line.side) else {
            return false;
        };
        let hold = turn.state().hold(ship);
        let in_time = (*from..=*to).contains(&open.impulse);
        if !in_time
            || when.as_ref().is_some_and(|when| !game.is_so(open, when))
            || !Mechad::controls(hold)
        {
            return false;
        }
        let target = at.as_ref().and_then(|aim| game.resolved(open, ship, aim));
        let target = target.filter(|target| game.permits(open, ship, Part::Cannon, target));
        let place = hex.or_else(|| target.and_then(|target| open.place(&target)));
        let most = game.format.numbers.cannon_range.value;
        let near = |place: &Hx| unit.at.0.distance(place.0) <= most;
        let Some(place) = place.filter(|at| near(at) && !game.is_rivals(open, unit, *at)) else {
            return false;
        };
        let busy = self.cannons.iter().filter(|other| other.ship == *ship).count();
        let already = u32::try_from(busy).unwrap_or(0);
        let paid = hold.cannon > already;
        let from_reserve = *reserve && self.left(ship, hold).battery > 0;
        if !paid && !from_reserve {
            return false;
        }
        let block = open.until.saturating_sub(game.switches.block.impulses());
        let begun = open.now() - open.impulse + block;
        let mount = unit.working(Part::Cannon).find(|(at, mount)| {
            let number = u32::try_from(at + 1).unwrap_or(0);
            let fired = mount.fired.iter().filter(|at| **at > begun).count();
            let fired = u32::try_from(fired).unwrap_or(u32::MAX);
            count.is_none_or(|count| fired < count)
                && self.is_free(ship, number)
                && Mechad::bears(unit, mount.arc, place)
        });
        let Some((number, _)) = mount else { return false };
        let mount = u32::try_from(number + 1).unwrap_or(0);
        let reserve = !paid;
        self.take(ship, &[mount], Price { capacitor: 0, battery: u32::from(reserve) });
        let ship = ship.clone();
        self.cannons.push(Distortion { ship, mount, at: place, reserve });
        true
    }
}

fn length(mounts: &[u32]) -> u32 {
    u32::try_from(mounts.len()).unwrap_or(u32::MAX)
}

/// True if the ship fired one whip at the target in the impulse before, and earned the bonus (md38).
fn in_series(now: u32, unit: &Unit, target: &Target) -> bool {
    let series = unit.series.as_ref();
    series.is_some_and(|series| {
        series.target == *target && series.last + 1 == now && series.bonus && now >= unit.whips_from
    })
}
