//! What is wrong in orders, judged by what their author can see.

use super::format::Part;
use super::impulses::IMPULSES;
use super::names::{Class, Ship, Side};
use super::order::{Condition, Leg, Order, Power, Purpose};
use super::reasons::Reason;
use super::sight::View;
use super::state::{Status, Unit};
use super::{Mechad, rules};
use crate::engine::orders::check::{Checked, Findings, Life, require};
use crate::engine::orders::matter::overruled;
use crate::engine::{Finding, Given, List, Sheet};

/// What is wrong or hardly meant in a sheet.
pub fn findings(
    game: &Mechad,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding<Reason>> {
    let Some(side) = &view.side else { return Vec::new() };
    let built = sheet.orders.iter().find_map(|line| {
        let Order::Build { classes } = &line.order else { return None };
        Some(classes.as_slice())
    });
    let check = Check { game, view, side, built };
    let mut found = Findings::default();
    for line in sheet.given() {
        found.about(line);
        found.refuse(may_stand(line).and_then(|()| check.line(&line.order)));
    }
    for case in &sheet.contingent {
        found.about_case(case);
        found.refuse(check.condition(&case.when));
    }
    let stands = |line: &Given<Order>| !found.refuses(line);
    let idle = overruled(sheet, |line| line.order.matter().filter(|_| stands(line)));
    for (line, by) in idle {
        found.overruled(line, rules::LINES, by);
    }
    found.end()
}

/// Which of these orders would be refused alone.
pub fn refused(game: &Mechad, view: &View, orders: &[&Order]) -> Vec<bool> {
    let Some(side) = &view.side else { return vec![false; orders.len()] };
    let check = Check { game, view, side, built: None };
    orders.iter().map(|order| check.line(order).is_err()).collect()
}

/// Decisions that recur may stand; others are for one cycle, or fixed when they are written (md79).
fn may_stand(line: &Given<Order>) -> Checked<Reason> {
    let list = line.slot.list;
    let life: Life = line.order.life();
    let reason = if list == List::Standing { Reason::OneTurn } else { Reason::Fixed };
    require(life.fits(list), rules::LINES, reason)
}

struct Check<'a> {
    game: &'a Mechad,
    view: &'a View,
    side: &'a Side,
    /// The force that the sheet builds.
    built: Option<&'a [Class]>,
}

impl Check<'_> {
    #[expect(clippy::too_many_lines, reason = "an arm for each order")]
    fn line(&self, order: &Order) -> Checked<Reason> {
        let (game, open) = (self.game, &self.view.open);
        match order {
            Order::Build { classes } => game.force(self.side, classes),
            Order::Place { ship, at, facing, speed } => {
                self.to_be(ship)?;
                game.settling(self.side, ship, (*facing, *speed))?;
                game.within(self.side, *at)
            }
            Order::Outfit { ship, item, count } => {
                let unit = self.to_be(ship)?;
                let hold = self.view.holds.get(ship);
                game.outfitting((&unit, hold), ship, *item, *count).map(|_| ())
            }
            Order::Allocate(plan) => {
                let unit = self.own(&plan.ship)?;
                let hold = self.view.holds.get(&plan.ship).cloned().unwrap_or_default();
                game.allocation(unit, &hold, plan)
            }
            Order::Course { ship, legs, when } => {
                self.own(ship)?;
                let sound = |leg: &Leg| match leg {
                    Leg::Ahead(count) => (1..=IMPULSES).contains(count),
                    Leg::Left | Leg::Right | Leg::SlipLeft | Leg::SlipRight => true,
                };
                let fits = (1..=64).contains(&legs.len()) && legs.iter().all(sound);
                require(fits, rules::TURN_MODE, Reason::NoCourse)?;
                self.maybe(when.as_ref())
            }
            Order::Steer { ship, .. } => self.own(ship).map(|_| ()),
            Order::Fire { ship, with, power, from, to, when, .. } => {
                let unit = self.own(ship)?;
                let direct = *with == Part::Whip || with.gun().is_some();
                Self::armed(unit, ship, *with, direct)?;
                let fighter = game.class(unit).is_fighter();
                let can = *with != Part::Whip || fighter || game.whip_cost(unit, *power).is_some();
                let plain = *with == Part::Whip || *power == Power::Standard;
                require(can && plain, rules::LOW_POWER, Reason::NoPower { ship: ship.clone() })?;
                self.timed((*from, *to), when.as_ref())
            }
            Order::Cannon { ship, hex, at, from, to, when, .. } => {
                let unit = self.own(ship)?;
                Self::armed(unit, ship, Part::Cannon, true)?;
                let one = hex.is_some() != at.is_some();
                require(one, rules::CANNON, Reason::OneTarget)?;
                self.timed((*from, *to), when.as_ref())
            }
            Order::Launch { ship, with, from, to, when, .. } => {
                let unit = self.own(ship)?;
                let launches = matches!(with, Part::Twm | Part::Rack | Part::Add | Part::Plasma);
                Self::armed(unit, ship, *with, launches)?;
                self.timed((*from, *to), when.as_ref())
            }
            Order::Defend { ship, with, .. } => {
                let unit = self.own(ship)?;
                with.iter().try_for_each(|part| {
                    let direct = *part == Part::Whip || part.gun().is_some();
                    Self::armed(unit, ship, *part, direct)
                })
            }
            Order::Raise { ship, energy, when, .. } => {
                let unit = self.own(ship)?;
                let field = game.class(unit).has_field();
                require(field, rules::RAISE, Reason::NoField { ship: ship.clone() })?;
                require(
                    !game.is_advanced(unit),
                    rules::X_FIELD,
                    Reason::NotRaised { ship: ship.clone() },
                )?;
                let built = game.built(unit, Part::Battery);
                let fits = (1..=built).contains(energy);
                require(fits, rules::RAISE, Reason::NoReserve { ship: ship.clone(), have: built })?;
                self.maybe(when.as_ref())
            }
            Order::Reserve { ship, energy, into, when } => {
                self.reserve(ship, *energy, *into)?;
                self.maybe(when.as_ref())
            }
            Order::Board { ship, at, from, to, when, .. } => {
                let unit = self.own(ship)?;
                self.beams(unit, ship, at)?;
                self.timed((*from, *to), when.as_ref())
            }
            Order::Raid { ship, at, part, count, from, to, when } => {
                let unit = self.own(ship)?;
                let other = self.beams(unit, ship, at)?;
                let there = *part != Part::Excess && game.built(other, *part) > 0;
                let hostile = other.side != unit.side && (1..=20).contains(count);
                let reason = Reason::NoTarget { ship: at.clone() };
                require(there && hostile, rules::RAID, reason)?;
                self.timed((*from, *to), when.as_ref())
            }
            Order::Chaff { ship, when } => {
                let unit = self.own(ship)?;
                let left = unit.chaffed < game.class(unit).chaff;
                require(left, rules::DECOY, Reason::NoChaff { ship: ship.clone() })?;
                self.maybe(when.as_ref())
            }
            Order::Weasel { ship, when } => {
                let unit = self.own(ship)?;
                let left = game.left(unit, Part::Shuttle) > 0;
                require(left, rules::DECOY, Reason::NoShuttle { ship: ship.clone() })?;
                self.maybe(when.as_ref())
            }
            Order::Land { ship, on } => {
                let unit = self.own(ship)?;
                let carrier = self.own(on)?;
                let fits = game.class(unit).is_fighter() && !game.class(carrier).is_fighter();
                let bay = fits && game.left(carrier, Part::Shuttle) > 0;
                require(bay, rules::SCRAMBLE, Reason::NoBay { ship: on.clone() })
            }
            Order::Scramble { ship } => {
                let unit = self.mine(ship)?;
                let aboard = matches!(unit.status, Status::Aboard(_));
                require(aboard, rules::SCRAMBLE, Reason::NotAboard { ship: ship.clone() })
            }
            Order::Break(when) => self.condition(when),
            Order::Surrender => {
                let any = open.units.values().any(|unit| unit.side == *self.side);
                require(any || self.built.is_none(), rules::SURRENDER, Reason::OwnSide)
            }
        }
    }

    /// What reserve power may be used for (md66, md12).
    fn reserve(&self, ship: &Ship, energy: u32, into: Purpose) -> Checked<Reason> {
        let unit = self.own(ship)?;
        let have = self.game.built(unit, Part::Battery);
        let least = u32::from(into != Purpose::Field);
        let fits = (least..=have).contains(&energy);
        require(fits, rules::RESERVE, Reason::NoReserve { ship: ship.clone(), have })?;
        let shields = || {
            require(
                !unit.shields.is_empty(),
                rules::SHIELDS,
                Reason::NoShields { ship: ship.clone() },
            )
        };
        match into {
            Purpose::Capacitor => Ok(()),
            Purpose::Facing => shields(),
            Purpose::Shield(number) => {
                let there = (1..=6).contains(&number);
                shields().and(require(there, rules::SHIELDS, Reason::NoShield { number }))
            }
            Purpose::Field => {
                let able = self.game.is_advanced(unit) && self.game.class(unit).has_field();
                require(able, rules::X_FIELD, Reason::NotAdvanced { ship: ship.clone() })
            }
        }
    }

    /// A unit of the side.
    fn mine(&self, ship: &Ship) -> Checked<Reason, &Unit> {
        match self.view.open.units.get(ship) {
            None => Err((rules::SEQUENCE_OF_PLAY, Reason::NoShip { ship: ship.clone() })),
            Some(unit) if unit.side != *self.side => {
                Err((rules::SEQUENCE_OF_PLAY, Reason::NotYours { ship: ship.clone() }))
            }
            Some(unit) => Ok(unit),
        }
    }

    /// A unit of the side that is on the map, or may be in this cycle.
    fn own(&self, ship: &Ship) -> Checked<Reason, &Unit> {
        let unit = self.mine(ship)?;
        let here = matches!(unit.status, Status::Here | Status::Aboard(_));
        require(here, rules::SEQUENCE_OF_PLAY, Reason::NotHere { ship: ship.clone() })?;
        Ok(unit)
    }

    /// A unit as it is, or as it will be once the force is built.
    fn to_be(&self, ship: &Ship) -> Checked<Reason, Unit> {
        if self.view.open.units.contains_key(ship) {
            return self.mine(ship).cloned();
        }
        let force = self.game.scenario.sides[self.side].force.as_ref();
        let classes = self.built.or(force.map(|force| force.default.as_slice()));
        let built = self.game.to_be(self.side, classes.unwrap_or_default());
        let found = built.into_iter().find(|(name, _)| name == ship);
        let missing = || (rules::BUILD, Reason::NoShip { ship: ship.clone() });
        found.map(|(_, unit)| unit).ok_or_else(missing)
    }

    /// Another ship to which transporters may move boarding parties (md10).
    fn beams(&self, unit: &Unit, ship: &Ship, at: &Ship) -> Checked<Reason, &Unit> {
        let built = self.game.built(unit, Part::Transporter) > 0;
        require(built, rules::TRANSPORTER, Reason::NoTransporter { ship: ship.clone() })?;
        let missing = || (rules::SEQUENCE_OF_PLAY, Reason::NoShip { ship: at.clone() });
        let other = self.view.open.units.get(at).ok_or_else(missing)?;
        let friend = !self.game.scenario.enemies(&unit.side, &other.side);
        let fits = ship != at && !self.game.class(other).is_fighter();
        let fits = fits && (!friend || unit.side == other.side);
        require(fits, rules::TRANSPORTER, Reason::NoTarget { ship: at.clone() })?;
        Ok(other)
    }

    fn maybe(&self, when: Option<&Condition>) -> Checked<Reason> {
        when.map_or(Ok(()), |when| self.condition(when))
    }

    fn armed(unit: &Unit, ship: &Ship, part: Part, fits: bool) -> Checked<Reason> {
        let has = unit.mounts.iter().any(|mount| mount.part == part);
        require(fits && has, rules::ARC, Reason::NoWeapon { ship: ship.clone(), part })
    }

    fn timed(&self, (from, to): (u32, u32), when: Option<&Condition>) -> Checked<Reason> {
        let holds = (1..=IMPULSES).contains(&from) && from <= to;
        require(holds, rules::BLOCK, Reason::NoTime)?;
        self.maybe(when)
    }

    /// Conditions are about ships of this battle (md74).
    fn condition(&self, condition: &Condition) -> Checked<Reason> {
        let (Condition::EnemyWithin { ship, .. }
        | Condition::EnemyIn { ship, .. }
        | Condition::FasterThan { ship, .. }
        | Condition::LaunchedAt { ship }
        | Condition::FieldBelow { ship, .. }
        | Condition::Damaged { ship, .. }
        | Condition::Crippled { ship }
        | Condition::Gone { ship }) = condition;
        let there = self.view.open.units.contains_key(ship);
        let later = self.game.scenario.comes_later(ship);
        require(there || later, rules::CONDITION, Reason::NoShip { ship: ship.clone() })?;
        let Some(unit) = self.view.open.units.get(ship) else { return Ok(()) };
        let (number, least, most) = match condition {
            Condition::FasterThan { speed, .. } => {
                (*speed, 0, self.game.format.numbers.top_speed.value.saturating_sub(1))
            }
            Condition::FieldBelow { strength, .. } => (*strength, 1, self.game.field_most(unit)),
            Condition::Damaged { boxes, .. } => (*boxes, 1, self.game.boxes(unit).0),
            Condition::EnemyWithin { .. }
            | Condition::EnemyIn { .. }
            | Condition::LaunchedAt { .. }
            | Condition::Crippled { .. }
            | Condition::Gone { .. } => return Ok(()),
        };
        let reason = Reason::NumberOutside { number, least, most };
        require((least..=most).contains(&number), rules::CONDITION, reason)
    }
}
