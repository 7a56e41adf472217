//! Energy: what a ship has, what it may allocate, what it costs. Sums are in half points.

use super::format::{ClassRow, Make, Part, Technology};
use super::impulses::IMPULSES;
use super::names::Ship;
use super::order::Allocation;
use super::reasons::Reason;
use super::state::{Hold, Unit};
use super::{Mechad, rules};
use crate::engine::orders::check::{Checked, require};

impl Mechad {
    /// The class of a unit.
    pub fn class(&self, unit: &Unit) -> &ClassRow {
        &self.format.classes[&unit.class]
    }

    /// True where the Mechad have X-technology.
    pub fn is_x(&self) -> bool {
        self.switches.technology == Technology::X
    }

    /// True of a unit of X-technology, which is the Mechad's alone (md12).
    pub fn is_advanced(&self, unit: &Unit) -> bool {
        self.is_x() && self.is_mechad(unit)
    }

    /// Boxes of a part that a unit was built with.
    pub fn built(&self, unit: &Unit, part: Part) -> u32 {
        unit.built(&self.class(unit).boxes, part)
    }

    /// Boxes of a part that are left.
    pub fn left(&self, unit: &Unit, part: Part) -> u32 {
        self.built(unit, part).saturating_sub(unit.gone(part))
    }

    /// All boxes but those of excess damage, and how many of them are lost (md14, md64).
    pub fn boxes(&self, unit: &Unit) -> (u32, u32) {
        let parts = Part::ALL.into_iter().filter(|part| *part != Part::Excess);
        parts.fold((0, 0), |(built, lost), part| {
            let all = self.built(unit, part);
            (built + all, lost + unit.gone(part).min(all))
        })
    }

    /// The rating of a track as it is after what was lost of it.
    pub fn rating(&self, unit: &Unit, part: Part) -> u32 {
        let row = self.class(unit);
        let track = match part {
            Part::Sensor => &row.sensor,
            Part::Scanner => &row.scanner,
            _ => &row.damage_control,
        };
        let lost = usize::try_from(unit.gone(part)).unwrap_or(usize::MAX);
        track[lost.min(track.len() - 1)]
    }

    /// Half points that the weapons of a unit take for a shot each (md1).
    pub fn shots(&self, unit: &Unit) -> u32 {
        unit.mounts
            .iter()
            .filter(|mount| mount.works())
            .map(|mount| self.shot(unit, mount.part))
            .sum()
    }

    /// Half points of the capacitor for a shot.
    pub fn shot(&self, unit: &Unit, part: Part) -> u32 {
        match part {
            Part::Whip if self.class(unit).base => 4,
            Part::Whip => 2,
            _ => part
                .gun()
                .map(|gun| &self.format.guns[&gun])
                .filter(|gun| !gun.armed)
                .map_or(0, |gun| gun.energy),
        }
    }

    /// Half points that the capacitor of a unit holds (md1, md35, md43).
    pub fn capacitor(&self, unit: &Unit) -> u32 {
        let row = self.class(unit);
        if row.is_fighter() {
            return 0;
        }
        let times = |option: bool, part: Part| {
            let bolaar = row.make == Make::Bolaar && !option && part != Part::Whip;
            let x = self.is_advanced(unit) && part == Part::Whip;
            if bolaar || x { 2 } else { 1 }
        };
        let works = unit.mounts.iter().filter(|mount| mount.works());
        works.map(|mount| times(mount.option, mount.part) * self.shot(unit, mount.part)).sum()
    }

    /// Half points of energy that a unit makes in a turn (md52).
    pub fn power(&self, unit: &Unit) -> u32 {
        2 * [Part::Warp, Part::Impulse, Part::Apr]
            .into_iter()
            .map(|p| self.left(unit, p))
            .sum::<u32>()
    }

    /// The fastest that a unit may go next (md53).
    pub fn fastest(&self, unit: &Unit) -> u32 {
        let row = self.class(unit);
        let numbers = &self.format.numbers;
        let top = row.top_speed.unwrap_or(numbers.top_speed.value);
        if row.is_fighter() {
            return if unit.crippled { top / 2 } else { top };
        }
        let warp = (2 * self.left(unit, Part::Warp)).checked_div(row.move_cost).unwrap_or(0);
        let impulse = u32::from(self.left(unit, Part::Impulse) > 0 && row.move_cost > 0);
        let gained = unit.before + unit.before.max(numbers.acceleration.value);
        top.min(warp + impulse).min(gained)
    }

    /// The same as far as there is energy for it beside life support (md52).
    pub fn fastest_fed(&self, unit: &Unit) -> u32 {
        let (row, fastest) = (self.class(unit), self.fastest(unit));
        if row.is_fighter() {
            return fastest;
        }
        let left = self.power(unit).saturating_sub(row.life_support);
        fastest.min(left.checked_div(row.move_cost).unwrap_or(0))
    }

    /// The strength up to which a field may be set (md4 to md7).
    pub fn field_limit(&self, unit: &Unit) -> u32 {
        let most = self.field_most(unit);
        if unit.rest >= 2 { most } else { risen(unit.low.min(most), most) }
    }

    /// The strength that a field may be given in an allocation, and the energy for it: no more than is left beside life
    /// support (md3, md5, md52).
    pub fn field_next(&self, unit: &Unit) -> (u32, u32) {
        let (limit, nodes) = (self.field_limit(unit), self.left(unit, Part::Node));
        let most = self.power(unit).saturating_sub(self.class(unit).life_support) / 2;
        let energy = limit.div_ceil(nodes.max(1)).min(most);
        (limit.min(energy * nodes), energy)
    }

    /// The strength to which a field may be raised from reserve (md8): any, after two whole turns
    /// without energy before this one (md6).
    pub fn raise_limit(&self, unit: &Unit) -> u32 {
        let most = self.field_most(unit);
        if unit.rest > 2 { most } else { risen(0, most) }
    }

    /// The most that the field of a unit of this size holds, half of that if it is surprised.
    pub fn field_most(&self, unit: &Unit) -> u32 {
        let row = self.class(unit);
        if !row.has_field() {
            return 0;
        }
        let field = &self.format.fields[&row.bulk()];
        let most = if self.is_x() { field.x.value } else { field.standard.value };
        let half = self.scenario.sides[&unit.side].surprised || self.scenario.dampens;
        if half { most / 2 } else { most }
    }

    /// Half points that a plan costs (md52).
    pub fn cost(&self, unit: &Unit, plan: &Allocation) -> u32 {
        let row = self.class(unit);
        if row.is_fighter() {
            return 0;
        }
        let numbers = &self.format.numbers;
        let control = if plan.passive { 0 } else { numbers.fire_control.value };
        let arm: u32 = plan.arm.iter().map(|(part, count)| self.arming(*part) * count).sum();
        let reinforce: u32 = plan.reinforce.iter().sum();
        let points = control
            + plan.field
            + plan.capacitor
            + plan.cannon
            + arm
            + reinforce * numbers.reinforcement.value
            + plan.ecm
            + plan.eccm
            + plan.charge
            + plan.transport
            + u32::from(plan.weasel) * numbers.weasel_energy.value
            + count(plan.emergency.len()) * numbers.emergency_energy.value
            + plan.disengage.unwrap_or(0);
        let wild = if plan.erratic { numbers.erratic_hexes.value } else { 0 };
        row.life_support + (plan.hexes() + wild) * row.move_cost + 2 * points
    }

    /// Points for arming a weapon (md60, md62).
    pub fn arming(&self, part: Part) -> u32 {
        match part.gun() {
            Some(gun) if self.format.guns[&gun].armed => self.format.guns[&gun].energy.div_ceil(2),
            None if part == Part::Plasma => self.format.numbers.plasma_energy.value,
            Some(_) | None => 0,
        }
    }

    /// Whether a plan may be carried out.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn allocation(&self, unit: &Unit, hold: &Hold, plan: &Allocation) -> Checked<Reason> {
        let ship = &plan.ship;
        let named = || ship.clone();
        let small = plan.reinforce.len() <= 6 && Self::sums(plan);
        require(small, rules::ENERGY, Reason::Nonsense { ship: named() })?;
        let most = self.fastest(unit);
        require(plan.speed <= most, rules::SPEED, Reason::TooFast { ship: named(), most })?;
        self.weapons(unit, hold, plan)?;
        self.for_field(unit, plan, most)?;
        let row = self.class(unit);
        let rating = if row.is_fighter() { row.pods } else { self.rating(unit, Part::Sensor) };
        let ew = plan.ecm + plan.eccm <= rating;
        require(ew, rules::EW, Reason::WeakSensors { ship: named(), rating })?;
        let agile = !plan.erratic || row.move_cost > 0;
        require(agile, rules::ERRATIC, Reason::CannotManeuver { ship: named() })?;
        self.loading(unit, hold, plan)?;
        self.changes(plan, most)?;
        self.people(unit, hold, plan)?;
        let (cost, power) = (self.cost(unit, plan), self.power(unit));
        let enough = cost <= power || self.class(unit).is_fighter();
        let (cost, power) = (halves(cost), halves(power));
        require(enough, rules::ENERGY, Reason::TooMuch { ship: named(), cost, power })
    }

    /// No number is beyond what any ship has.
    pub(super) fn sums(plan: &Allocation) -> bool {
        let numbers = [plan.speed, plan.field, plan.capacitor, plan.cannon, plan.ecm, plan.eccm];
        let more = [plan.charge, plan.disengage.unwrap_or(0), plan.transport, plan.crew];
        let lists = plan.arm.values().chain(&plan.reinforce).chain(plan.load.values());
        let lists = lists.chain(plan.changes.values()).chain(plan.guards.values());
        let all = numbers.iter().chain(&more).chain(lists).chain(plan.unload.values());
        let long = [plan.arm.len(), plan.emergency.len()].into_iter().max();
        all.into_iter().all(|number| *number <= 400) && long <= Some(Part::ALL.len())
    }

    fn weapons(&self, unit: &Unit, hold: &Hold, plan: &Allocation) -> Checked<Reason> {
        let named = || plan.ship.clone();
        let room = self.capacitor(unit).saturating_sub(hold.capacitor);
        let fits = 2 * plan.capacitor <= room + 1;
        require(fits, rules::WHIP, Reason::CapacitorFull { ship: named(), room: halves(room) })?;
        let most = self.cannons(unit) * self.format.numbers.cannon_shots.value;
        require(
            plan.cannon <= most,
            rules::CANNON_ENERGY,
            Reason::TooManyShots { ship: named(), most },
        )?;
        for (part, count) in &plan.arm {
            let works = u32::try_from(unit.working(*part).count()).unwrap_or(0);
            let armed = self.arming(*part) > 0 && *count <= works;
            require(armed, rules::HEAVY, Reason::CannotArm { ship: named(), part: *part })?;
        }
        let shields = !unit.shields.is_empty() || plan.reinforce.iter().all(|points| *points == 0);
        require(shields, rules::SHIELDS, Reason::NoShields { ship: named() })?;
        let room = self.left(unit, Part::Battery).saturating_sub(hold.battery);
        require(plan.charge <= room, rules::RESERVE, Reason::BatteriesFull { ship: named(), room })
    }

    /// Speeds change from impulse 9 on, with 8 impulses between two changes (md95).
    fn changes(&self, plan: &Allocation, fastest: u32) -> Checked<Reason> {
        let gap = self.format.numbers.speed_gap.value;
        let mut last = 1;
        for (impulse, speed) in &plan.changes {
            let named = plan.ship.clone();
            let apart = *impulse <= IMPULSES && *impulse >= last + gap;
            require(apart, rules::SPEED_CHANGE, Reason::TooSoon { ship: named, gap })?;
            let reason = Reason::TooFast { ship: plan.ship.clone(), most: fastest };
            require(*speed <= fastest, rules::SPEED, reason)?;
            last = *impulse;
        }
        let leaves = plan.disengage.is_some() && !plan.changes.is_empty();
        let reason = Reason::CannotDisengage { ship: plan.ship.clone() };
        require(!leaves, rules::ACCELERATION, reason)
    }

    /// Boarding parties, prize crews, shuttles and emergency repair (md21, md44, md93, md94).
    fn people(&self, unit: &Unit, hold: &Hold, plan: &Allocation) -> Checked<Reason> {
        let named = || plan.ship.clone();
        let guards: u32 = plan.guards.values().sum();
        let have = hold.parties + hold.fixed;
        let enough = plan.crew <= hold.parties && guards + plan.crew <= have;
        require(enough, rules::PARTIES, Reason::FewParties { ship: named(), have })?;
        let least = self.crew(unit);
        let idle = plan.passive && self.cost(unit, plan) == self.class(unit).life_support;
        let manned = unit.prize.is_none() || idle || plan.crew >= least;
        require(manned, rules::PRIZE, Reason::NoCrew { ship: named(), least })?;
        let shuttle = !plan.weasel || self.left(unit, Part::Shuttle) > 0;
        require(shuttle, rules::DECOY, Reason::NoShuttle { ship: named() })?;
        let most = self.rating(unit, Part::DamageControl);
        let tries = count(plan.emergency.len()) <= most
            && plan.emergency.iter().all(|part| unit.gone(*part) > 0);
        require(tries, rules::EMERGENCY, Reason::CannotTry { ship: named(), most })?;
        let beams = plan.transport == 0 || self.left(unit, Part::Transporter) > 0;
        let reason = Reason::NoTransporter { ship: named() };
        require(beams, rules::TRANSPORTER, reason)
    }

    /// Boarding parties that a prize needs as its crew (md93).
    pub fn crew(&self, unit: &Unit) -> u32 {
        self.boxes(unit).0.div_ceil(self.format.numbers.crew_boxes.value.max(1))
    }

    /// True if anti-drone racks may launch trans-warp missiles (md26).
    pub fn is_refitted(&self) -> bool {
        self.scenario.year >= REFIT
    }

    /// Points of a class: without trans-warp missiles each anti-drone rack counts one less (md26).
    pub fn points(&self, row: &ClassRow) -> u32 {
        let racks = if self.is_refitted() { 0 } else { row.mounted(Part::Add) };
        row.points.saturating_sub(racks)
    }

    /// Distortion cannons that work.
    pub fn cannons(&self, unit: &Unit) -> u32 {
        u32::try_from(unit.working(Part::Cannon).count()).unwrap_or(0)
    }

    /// True of a unit that can disengage by acceleration if it fights with nothing in that turn (md16).
    pub fn leaves(&self, unit: &Unit) -> bool {
        let row = self.class(unit);
        let warp = 2 * self.left(unit, Part::Warp) >= self.built(unit, Part::Warp);
        warp && !row.is_fighter() && !row.base
    }

    fn for_field(&self, unit: &Unit, plan: &Allocation, fastest: u32) -> Checked<Reason> {
        let named = || plan.ship.clone();
        let row = self.class(unit);
        let energy = plan.field + plan.disengage.unwrap_or(0);
        require(row.has_field() || energy == 0, rules::FIELD, Reason::NoField { ship: named() })?;
        let (nodes, limit) = (self.left(unit, Part::Node), self.field_limit(unit));
        // The last point may be used in part.
        let useful = energy == 0 || (energy - 1) * nodes < limit;
        require(useful, rules::RISE, Reason::FieldLimit { ship: named(), limit })?;
        let Some(nodes) = plan.disengage else { return Ok(()) };
        let fighting = plan.capacitor + plan.cannon + plan.field > 0 || !plan.arm.is_empty();
        let able = !fighting && self.leaves(unit);
        require(able, rules::ACCELERATION, Reason::CannotDisengage { ship: named() })?;
        let most = 10_u32.saturating_sub(row.size);
        let free = plan.speed == fastest;
        require(
            nodes <= most || free,
            rules::ACCELERATION,
            Reason::TooMuchForNodes { ship: named(), most },
        )
    }

    fn loading(&self, unit: &Unit, hold: &Hold, plan: &Allocation) -> Checked<Reason> {
        let named = || plan.ship.clone();
        let mut store = hold.store;
        let full = self.format.numbers.reload.value;
        for (list, unloads) in [(&plan.unload, true), (&plan.load, false)] {
            for (number, count) in list {
                let at = usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
                let works = unit.mounts.get(at).is_some_and(|m| m.part == Part::Twm && m.works());
                let works = works && *number > 0 && !self.class(unit).is_fighter();
                require(works, rules::LOAD, Reason::NoLauncher { ship: named(), number: *number })?;
                let once = unloads || !plan.unload.contains_key(number);
                let loaded = hold.loads.get(number).copied().unwrap_or(0);
                let fits = if unloads {
                    *count <= loaded
                } else {
                    loaded + count <= full && *count <= store
                };
                let reason = Reason::CannotLoad { ship: named(), number: *number };
                require(once && fits && *count <= 8, rules::LOAD, reason)?;
                if !unloads {
                    store -= count;
                }
            }
        }
        Ok(())
    }

    /// What a ship allocates whose owner says nothing: its speed, then the field, then weapons (md76).
    pub fn default_plan(&self, ship: &Ship, unit: &Unit, hold: &Hold) -> Allocation {
        let mut plan = Allocation::of(ship.clone());
        let fastest = self.fastest(unit);
        if unit.prize.is_some() {
            plan.crew = self.crew(unit).min(hold.parties);
        }
        plan.speed = if self.class(unit).is_fighter() { fastest } else { unit.before.min(fastest) };
        while plan.speed > 0 && self.allocation(unit, hold, &plan).is_err() {
            plan.speed -= 1;
        }
        if self.allocation(unit, hold, &plan).is_err() {
            plan.passive = true;
        }
        let nodes = self.left(unit, Part::Node);
        let wanted = if nodes == 0 { 0 } else { self.field_limit(unit).div_ceil(nodes) };
        self.most(unit, hold, &mut plan, wanted, |plan, n| plan.field = n);
        let room = self.capacitor(unit).saturating_sub(hold.capacitor).div_ceil(2);
        self.most(unit, hold, &mut plan, room, |plan, n| plan.capacitor = n);
        for part in [Part::Torpedo, Part::Ring, Part::Plasma] {
            let works = u32::try_from(unit.working(part).count()).unwrap_or(0);
            self.most(unit, hold, &mut plan, works, |plan, n| {
                plan.arm.insert(part, n);
            });
        }
        plan.arm.retain(|_, count| *count > 0);
        plan
    }

    /// The plan with half its field and as many shots of the cannon as the energy allows; `None` without a cannon.
    pub fn for_cannon(&self, unit: &Unit, hold: &Hold, plan: &Allocation) -> Option<Allocation> {
        let most = self.cannons(unit) * self.format.numbers.cannon_shots.value;
        let mut shots = Allocation { field: plan.field.div_ceil(2), ..plan.clone() };
        self.most(unit, hold, &mut shots, most, |plan, n| plan.cannon = n);
        (shots.cannon > 0).then_some(shots)
    }

    /// Sets something as high as it is wanted and may be.
    pub fn most(
        &self,
        unit: &Unit,
        hold: &Hold,
        plan: &mut Allocation,
        wanted: u32,
        set: impl Fn(&mut Allocation, u32),
    ) {
        for number in (0..=wanted).rev() {
            set(plan, number);
            if self.allocation(unit, hold, plan).is_ok() {
                return;
            }
        }
    }
}

/// The year from which on anti-drone racks may hold trans-warp missiles (md26).
const REFIT: u32 = 160;

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// By at most half of what is missing, rounded up (md5).
fn risen(low: u32, most: u32) -> u32 {
    low + (most - low).div_ceil(2)
}

/// Half points in words: `7.5`.
pub fn halves(halves: u32) -> String {
    let half = if halves.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", halves / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_rises_by_half_of_what_is_missing() {
        // The example of the supplement: 39, then 50, then 55 of 60.
        assert_eq!(risen(39, 60), 50);
        assert_eq!(risen(50, 60), 55);
        assert_eq!((risen(0, 60), risen(60, 60)), (30, 60));
        assert_eq!((halves(7), halves(8)), ("3.5".to_owned(), "4".to_owned()));
    }
}
