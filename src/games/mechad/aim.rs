//! Who may fire what at what: ranges, arcs, shields, readiness, the limits of the wager.

use super::Mechad;
use super::format::{Bears, ClassRow, Lash, Make, Part};
use super::impulses::IMPULSES;
use super::names::{Hx, Ship, Side};
use super::order::{Condition, Power};
use super::scenario::{Role, Victory};
use super::state::{Hold, Mount, Open, Target, Tram, Unit};
use crate::engine::board::{Arc, Facing};

/// The facing nearest to the way to a hex; `None` for the hex itself.
pub fn toward(from: Hx, to: Hx) -> Option<Facing> {
    let bearing = from.0.bearing(to.0)?;
    let (hour, exact) = (bearing.last_point(), bearing.point().is_some());
    let number = if hour.is_multiple_of(2) || exact { hour / 2 } else { hour.div_ceil(2) % 6 };
    Some(Facing::ALL[usize::from(number)])
}

/// Where a hex lies, in words; the hex itself is `here`.
pub fn way(from: Hx, to: Hx) -> &'static str {
    toward(from, to).map_or("here", Facing::direction)
}

/// The shields of a unit that face a hex, as numbers from 1: two on the line between them (md56), all in
/// its own hex.
pub fn facing_shields(unit: &Unit, from: Hx) -> Vec<u8> {
    let Some(bearing) = unit.at.0.bearing(from.0) else { return (1..=6).collect() };
    let ahead = 2 * unit.facing.number();
    let hour = (bearing.last_point() + 12 - ahead) % 12;
    let number = |hour: u8| hour / 2 % 6 + 1;
    match (hour % 2, bearing.point().is_some()) {
        (0, _) => vec![number(hour)],
        (_, false) => vec![number((hour + 1) % 12)],
        (_, true) => vec![number(hour), number((hour + 1) % 12)],
    }
}

/// The largest shift that a net of countermeasures gives: the whole root of it (md67).
pub fn shift(ecm: u32, eccm: u32) -> i32 {
    let net = ecm.saturating_sub(eccm);
    i32::try_from(net.isqrt()).unwrap_or(0)
}

/// Half points that a shot takes of what a whip can do in a turn (md43).
pub fn weight(power: Power) -> u32 {
    match power {
        Power::Low => 1,
        Power::Standard | Power::Boosted => 2,
        Power::Heavy => 4,
    }
}

impl Mechad {
    /// The size class of a target; missiles are of class 7.
    pub fn size(&self, open: &Open, target: &Target) -> u32 {
        match target {
            Target::Ship(ship) => open.units.get(ship).map_or(7, |unit| self.class(unit).size),
            Target::Missile(_) => 7,
        }
    }

    /// The true range.
    pub fn range(&self, open: &Open, unit: &Unit, target: &Target) -> Option<u32> {
        open.place(target).map(|at| unit.at.0.distance(at.0))
    }

    /// The range for dice and tables: farther with damaged scanners (md97).
    pub fn effective(&self, unit: &Unit, range: u32) -> u32 {
        range + self.rating(unit, Part::Scanner)
    }

    /// The shift of countermeasures of a target against a unit (md67).
    pub fn shift(&self, open: &Open, unit: &Unit, target: &Target) -> i32 {
        let wild = |unit: &Unit| {
            if unit.erratic { self.format.numbers.erratic_ecm.value } else { 0 }
        };
        let ecm = match target {
            Target::Ship(ship) => open
                .units
                .get(ship)
                .map_or(0, |other| other.ecm + wild(other) + self.small_ecm(other)),
            Target::Missile(_) => 0,
        };
        shift(ecm + wild(unit), unit.eccm)
    }

    /// What fighters are worth as countermeasures by their speed (md67).
    fn small_ecm(&self, unit: &Unit) -> u32 {
        if !self.class(unit).is_fighter() {
            return 0;
        }
        u32::try_from(self.format.small_ecm.at(unit.speed)).unwrap_or(0)
    }

    /// True if a hex lies in an arc of a unit (md56).
    pub fn bears(unit: &Unit, arc: Bears, at: Hx) -> bool {
        arc.arc().is_none_or(|arc| unit.at.0.in_arc(unit.facing, arc, at.0))
    }

    /// True if a unit may use what needs active fire control.
    pub fn controls(hold: &Hold) -> bool {
        hold.plan.as_ref().is_none_or(|plan| !plan.passive)
    }

    /// True while a launcher of the unit is taken out by loading (md24).
    pub fn is_loading(hold: &Hold, number: u32) -> bool {
        let plan = hold.plan.as_ref();
        plan.is_some_and(|p| p.load.contains_key(&number) || p.unload.contains_key(&number))
    }

    /// What [`Mechad::permits`] lets raiders fire at whom, for the reader.
    pub const PERMITTED: &str = "only cannons at ships of the convoy, other weapons at one that fired first [md83]; \
                                 only whips at each other, none at one that is crippled, and no cannon at its hex \
                                 [md84]; everything at rescuers, fighters and missiles; the rival is an enemy in \
                                 `enemy-within` and `enemy-in`, but never `nearest`";

    /// True if the rules of the scenario let a ship use a weapon against a target (md83, md84).
    pub fn permits(&self, open: &Open, ship: &Ship, part: Part, target: &Target) -> bool {
        let unit = &open.units[ship];
        let Target::Ship(name) = target else { return true };
        let Some(other) = open.units.get(name) else { return false };
        if !self.scenario.enemies(&unit.side, &other.side) {
            return false;
        }
        if self.scenario.victory != Victory::Wager {
            return true;
        }
        let role = |unit: &Unit| self.scenario.sides[&unit.side].role;
        if self.scenario.rivals(&unit.side, &other.side) {
            return part == Part::Whip && !other.crippled;
        }
        let convoy = role(other) == Role::Convoy && !other.rescue && self.class(other).size < 6;
        let provoked = open.provoked.get(name).is_some_and(|at| at.contains(ship));
        role(unit) != Role::Raider || !convoy || part == Part::Cannon || provoked
    }

    /// True if a rival in the wager is in a hex: no cannon is fired there (md84).
    pub fn is_rivals(&self, open: &Open, unit: &Unit, at: Hx) -> bool {
        let rival = |other: &Unit| self.scenario.rivals(&unit.side, &other.side);
        let wager = self.scenario.victory == Victory::Wager;
        wager && open.here().any(|(_, other)| other.at == at && rival(other))
    }

    /// True if a trans-warp missile is an enemy's, and not on its way to an enemy (md19).
    pub fn threatens(&self, open: &Open, unit: &Unit, tram: &Tram) -> bool {
        let enemy = |side: &Side| self.scenario.enemies(&unit.side, side);
        let target = match &tram.target {
            Target::Ship(ship) => open.units.get(ship).map(|other| &other.side),
            Target::Missile(missile) => open.missiles.get(missile).map(|flying| &flying.side),
        };
        let by = open.units.get(&tram.by).map(|by| &by.side);
        by.is_some_and(enemy) && !target.is_some_and(enemy)
    }

    /// Weapons of a kind that a ship may fire directly at a hex now, by number from 1, those with
    /// the narrowest arcs first.
    pub fn ready(&self, open: &Open, unit: &Unit, hold: &Hold, part: Part, at: Hx) -> Vec<u32> {
        let now = open.now();
        let delay = self.format.numbers.gun_delay.value;
        let rested = |mount: &Mount| mount.shots(now) == 0 && mount.within(now, delay) == 0;
        let mut all: Vec<(bool, u32)> = unit
            .working(part)
            .filter(|(_, mount)| rested(mount) && Self::bears(unit, mount.arc, at))
            .filter_map(|(n, mount)| Some((mount.arc == Bears::All, u32::try_from(n + 1).ok()?)))
            .collect();
        all.sort_unstable();
        let mut numbers: Vec<u32> = all.into_iter().map(|(_, number)| number).collect();
        if self.arming(part) > 0 {
            let armed = hold.armed.get(&part).copied().unwrap_or(0);
            numbers.truncate(usize::try_from(armed).unwrap_or(0));
        }
        numbers
    }

    /// Whips that a ship may fire at a target now, and whether that is the fire at small targets
    /// that a termination does not forbid (md35 to md39).
    pub fn whips(
        &self,
        open: &Open,
        unit: &Unit,
        hold: &Hold,
        target: &Target,
        power: Power,
    ) -> (Vec<u32>, bool) {
        let none = (Vec::new(), false);
        let Some((at, range)) = open.place(target).zip(self.range(open, unit, target)) else {
            return none;
        };
        let near = range <= self.format.numbers.defensive_range.value;
        let size = self.size(open, target);
        let locked = open.now() < unit.whips_from;
        if locked && !(near && size >= 6) {
            return none;
        }
        let mut numbers = self.parrying(open, unit, hold, at, power);
        if self.fires_astern(open, unit, target) {
            numbers.truncate(usize::try_from(Self::rear(unit, open.now())).unwrap_or(0));
        }
        (numbers, locked)
    }

    /// Whips that a ship may fire at a missile now. Missiles are of size class 7 and near, so neither a
    /// termination nor the rear half stops them (md19, md37, md39).
    pub fn parrying(
        &self,
        open: &Open,
        unit: &Unit,
        hold: &Hold,
        at: Hx,
        power: Power,
    ) -> Vec<u32> {
        let mut numbers = self.ready(open, unit, hold, Part::Whip, at);
        if self.is_advanced(unit) {
            numbers.extend(self.split(open, unit, power));
        }
        numbers
    }

    /// What a raider scores for a ship of this class that it claims (md87); `None` where nobody raids, and of what has no
    /// cargo.
    pub fn prize(&self, row: &ClassRow) -> Option<u32> {
        row.claim().filter(|_| self.scenario.victory == Victory::Wager)
    }

    /// What a side scores for a ship if it claims it: a raider for what carries cargo for the convoy (md87).
    pub fn claimed(&self, side: &Side, unit: &Unit) -> Option<u32> {
        let role = |side: &Side| self.scenario.sides[side].role;
        let prey = role(side) == Role::Raider && role(&unit.side) == Role::Convoy && !unit.rescue;
        self.prize(self.class(unit)).filter(|_| prey)
    }

    /// True if a target of a size class is small for a unit: its launchers need not wait for it nearby, and whips at it
    /// into the rear half do not count (md23, md25, md39).
    pub fn is_small(&self, unit: &Unit, size: u32) -> bool {
        let row = self.class(unit);
        if row.is_fighter() { size >= 7 } else { size >= 5 && (size > row.size || row.base) }
    }

    /// Where a weapon of a unit may be used: what seeks is launched all around, but from rails ahead (md25).
    pub fn covers(&self, unit: &Unit, mount: &Mount) -> Bears {
        match mount.part {
            Part::Twm if self.class(unit).rails > 0 => Bears::Fa,
            Part::Twm | Part::Rack | Part::Add => Bears::All,
            _ => mount.arc,
        }
    }

    /// The first moment at which a fighter launches missiles after it took off (md25); 0 of all others.
    pub fn launches_from(&self, unit: &Unit) -> u32 {
        unit.launched.map_or(0, |at| at + self.format.numbers.fighter_wait.value)
    }

    /// True if whips fire into the rear half, and that counts (md39).
    pub fn fires_astern(&self, open: &Open, unit: &Unit, target: &Target) -> bool {
        let Some((at, range)) = open.place(target).zip(self.range(open, unit, target)) else {
            return false;
        };
        let row = self.class(unit);
        let near = range <= self.format.numbers.defensive_range.value;
        let free = near && self.is_small(unit, self.size(open, target));
        let ahead = unit.at.0.in_arc(unit.facing, Arc::new(9, 3), at.0);
        !ahead && !free && !row.is_fighter() && !row.base
    }

    /// Whips of X-technology that fired in this turn already and may fire again at a power, not in
    /// the same impulse (md43).
    fn split(&self, open: &Open, unit: &Unit, power: Power) -> Vec<u32> {
        let (now, row) = (open.now(), self.class(unit));
        let full = match (row.is_fighter(), row.base) {
            (true, _) => weight(Power::Low),
            (false, true) => weight(Power::Heavy),
            (false, false) => weight(Power::Standard),
        };
        let again = unit.working(Part::Whip).filter(|(_, mount)| {
            let fits = mount.used + weight(power) <= full;
            mount.shots(now) > 0 && !mount.fired.contains(&now) && fits
        });
        again.filter_map(|(n, _)| u32::try_from(n + 1).ok()).collect()
    }

    /// Whips that may still fire into the rear half at a moment, of those that may in a turn and in any eight impulses
    /// (md39).
    pub fn rear(unit: &Unit, now: u32) -> u32 {
        let turn = |moment: u32| moment.saturating_sub(1) / IMPULSES;
        let counts = |at: &&u32| turn(**at) == turn(now) || **at + IMPULSES / 4 > now;
        let used = u32::try_from(unit.rear.iter().filter(counts).count()).unwrap_or(u32::MAX);
        Self::most_astern(unit).saturating_sub(used)
    }

    /// Whips that may fire into the rear half in a turn: a third of those mounted, at least one (md39).
    pub fn most_astern(unit: &Unit) -> u32 {
        let mounted = unit.mounts.iter().filter(|mount| mount.part == Part::Whip).count();
        u32::try_from((mounted / 3).max(1)).unwrap_or(u32::MAX)
    }

    /// What a whip does with a die; `bonus` is added to it (md35, md36, md41 to md43).
    pub fn lash(&self, unit: &Unit, power: Power, range: u32, die: u32, bonus: i32) -> Lash {
        let table = &self.format.whips[&self.switches.whip_table];
        let Some(column) = table.column(range.min(75)) else { return Lash::Missed };
        if self.class(unit).whip_range.is_some_and(|most| range > most) {
            return Lash::Missed;
        }
        match power {
            Power::Heavy if range > 150 => Lash::Missed,
            Power::Heavy if range > 100 => {
                let adjusted = i32::try_from(die).unwrap_or(6) + bonus;
                match (adjusted <= 1, die == 1) {
                    (true, _) => Lash::Points(1),
                    (false, true) => Lash::Missed,
                    (false, false) => Lash::Terminated,
                }
            }
            Power::Heavy => {
                let more = match range {
                    0..=15 => 2,
                    16..=75 => 1,
                    _ => 0,
                };
                let adjusted = i32::try_from(die).unwrap_or(6) + bonus - more;
                match table.cell(1, column) {
                    Lash::Points(points) if adjusted <= 0 && range <= 75 => {
                        Lash::Points(2 * points)
                    }
                    _ => natural(table, die, adjusted, column),
                }
            }
            Power::Low | Power::Standard | Power::Boosted => {
                let shifted = if power == Power::Low { column + 3 } else { column };
                if range > 75 {
                    return Lash::Missed;
                }
                let adjusted = i32::try_from(die).unwrap_or(6) + bonus;
                natural(table, die, adjusted, shifted)
            }
        }
    }

    /// Half points of the capacitor for a shot of a whip at a power, if it may be fired so; a boost is
    /// another point, perhaps from the batteries (md43).
    pub fn whip_cost(&self, unit: &Unit, power: Power) -> Option<u32> {
        let row = self.class(unit);
        if row.is_fighter() {
            return (power == Power::Low).then_some(0);
        }
        match power {
            Power::Low => Some(1),
            Power::Standard => Some(2),
            Power::Heavy => row.base.then_some(4),
            Power::Boosted => self.is_advanced(unit).then_some(2),
        }
    }

    /// The power of a shot at a true range: farther away a boost is none (md43).
    pub fn boosted(&self, power: Power, range: u32) -> Power {
        let far = range > self.format.numbers.boost_range.value;
        if power == Power::Boosted && far { Power::Standard } else { power }
    }

    /// What a weapon does at a range on average of six dice, in sixths of a point.
    pub fn expected(
        &self,
        unit: &Unit,
        part: Part,
        power: Power,
        range: u32,
        modifier: i32,
    ) -> u32 {
        let dice = 1..=6_u32;
        if part == Part::Whip {
            let points = dice.map(|die| match self.lash(unit, power, range, die, modifier) {
                Lash::Points(points) => points,
                Lash::Missed | Lash::Terminated => 0,
            });
            return points.sum();
        }
        let Some(gun) = part.gun() else { return 0 };
        let row = &self.format.guns[&gun];
        dice.map(|die| row.damage(range, i32::try_from(die).unwrap_or(6) + modifier)).sum()
    }

    /// The most that whips can do at a range, for the wager (md84).
    pub fn most_of_whip(&self, unit: &Unit, power: Power, range: u32) -> u32 {
        (1..=6).fold(0, |most, die| match self.lash(unit, power, range, die, -1) {
            Lash::Points(points) => most.max(points),
            Lash::Missed | Lash::Terminated => most,
        })
    }

    /// Points of internal damage that cripple a unit, and those that its field takes first (md84).
    pub fn until_crippled(&self, unit: &Unit) -> u32 {
        self.boxes_until_crippled(unit) + unit.field
    }

    /// Boxes after whose loss a unit is crippled (md64).
    pub fn boxes_until_crippled(&self, unit: &Unit) -> u32 {
        let (built, lost) = self.boxes(unit);
        built.div_ceil(2).saturating_sub(lost)
    }

    /// Points of damage that cripple a fighter and that destroy it (md49).
    pub fn fighter_hits(&self, unit: &Unit) -> (u32, u32) {
        let all = self.built(unit, Part::Hull);
        (all.div_ceil(2), all)
    }

    /// True if a condition holds (md74).
    pub fn is_so(&self, open: &Open, condition: &Condition) -> bool {
        let unit = |ship: &Ship| open.units.get(ship);
        match condition {
            Condition::EnemyWithin { ship, range } => unit(ship).is_some_and(|unit| {
                let enemy = |other: &Unit| self.scenario.enemies(&unit.side, &other.side);
                let near = |other: &Unit| unit.at.0.distance(other.at.0) <= *range;
                open.here().any(|(_, other)| enemy(other) && near(other))
            }),
            Condition::EnemyIn { ship, arc, range } => unit(ship).is_some_and(|unit| {
                let enemy = |other: &Unit| self.scenario.enemies(&unit.side, &other.side);
                let near = |other: &Unit| unit.at.0.distance(other.at.0) <= *range;
                let bears = |other: &Unit| Self::bears(unit, *arc, other.at);
                open.here().any(|(_, other)| enemy(other) && near(other) && bears(other))
            }),
            Condition::FasterThan { ship, speed } => {
                unit(ship).is_some_and(|unit| unit.is_here() && unit.speed > *speed)
            }
            Condition::LaunchedAt { ship } => {
                open.trams.iter().any(|tram| tram.target == Target::Ship(ship.clone()))
            }
            Condition::FieldBelow { ship, strength } => {
                unit(ship).is_some_and(|unit| unit.field < *strength)
            }
            Condition::Damaged { ship, boxes } => {
                unit(ship).is_some_and(|unit| self.boxes(unit).1 >= *boxes)
            }
            Condition::Crippled { ship } => unit(ship).is_some_and(|unit| unit.crippled),
            Condition::Gone { ship } => unit(ship).is_none_or(|unit| !unit.is_here()),
        }
    }

    /// True of a unit that a distortion cannon does not affect (md32).
    pub fn is_immune(&self, unit: &Unit) -> bool {
        self.class(unit).base
    }

    /// True of a Mechad, which convoys score points on (md86).
    pub fn is_mechad(&self, unit: &Unit) -> bool {
        matches!(self.class(unit).make, Make::Mechad | Make::Fighter)
    }
}

/// The cell of the adjusted die; a `T` counts only if the natural die shows one too (md36).
fn natural(table: &super::format::WhipRows, die: u32, adjusted: i32, column: usize) -> Lash {
    let row = u32::try_from(adjusted.max(1)).unwrap_or(1);
    match (table.cell(row, column), table.cell(die, column)) {
        (Lash::Terminated, Lash::Terminated) => Lash::Terminated,
        (Lash::Terminated, _) => Lash::Missed,
        (lash, _) => lash,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_is_the_root_of_what_is_left() {
        // The example of the supplement: 6 against 3 are a shift of 1.
        assert_eq!(shift(6, 3), 1);
        assert_eq!([0, 1, 3, 4, 8, 9].map(|net| shift(net, 0)), [0, 1, 1, 2, 2, 3]);
        assert_eq!(shift(2, 5), 0);
    }

    #[test]
    fn the_way_to_a_hex_has_a_facing() {
        let hex = |text: &str| Hx(text.parse().unwrap());
        let to = |text: &str| toward(hex("2020"), hex(text));
        assert_eq!(to("2020"), None);
        assert_eq!(to("2010"), Some(Facing::A));
        assert_eq!(to("2025"), Some(Facing::D));
        assert_eq!(to("2120"), Some(Facing::B));
    }
}
