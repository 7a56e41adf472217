//! Forces before the battle: what may be built, where it stands, what it may buy besides.

use std::collections::BTreeSet;

use super::events::Event;
use super::format::{Annex, Bonus, ClassRow, Item, Make, Part};
use super::names::{BUILT, Class, Hx, Ship, Side};
use super::reasons::Reason;
use super::state::{Hold, Mount, Open, Unit};
use super::{Mechad, rules, units};
use crate::engine::Rule;
use crate::engine::board::{Board, Facing};
use crate::engine::orders::check::{Checked, require};

/// Weapons of a kind that a ship may buy at a time beyond its option mounts.
const MOST_WEAPONS: u32 = 20;

impl Mechad {
    /// Whether a side may build these ships (md80, md33).
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn force(&self, side: &Side, classes: &[Class]) -> Checked<Reason> {
        let Some(force) = &self.scenario.sides[side].force else {
            return Err((rules::BUILD, Reason::NothingToBuild));
        };
        let most = usize::try_from(BUILT).unwrap_or(0);
        require(classes.len() <= most, rules::BUILD, Reason::TooManyShips { most: BUILT })?;
        let stray = classes.iter().find(|class| !force.market.contains(class));
        if let Some(class) = stray {
            return Err((rules::BUILD, Reason::NotForSale { class: class.clone() }));
        }
        let row = |class: &Class| &self.format.classes[class];
        let points: u32 = classes.iter().map(|class| self.points(row(class))).sum();
        let most = force.budget + self.bonus(side);
        require(points <= most, rules::BUILD, Reason::TooDear { points, most })?;
        let least = force.least;
        require(points >= least, rules::BUILD, Reason::TooFewPoints { points, least })?;
        let cargo = |class: &Class| row(class).boxes.get(&Part::Cargo).copied().unwrap_or(0);
        let boxes: u32 = classes.iter().map(cargo).sum();
        let least = force.cargo;
        require(boxes >= least, rules::BUILD, Reason::TooLittleCargo { boxes, least })?;
        let mechads = || classes.iter().map(row).filter(|row| row.make == Make::Mechad);
        let commands = mechads().filter(|row| row.command_ship).count();
        let most = (mechads().count() / 3).max(1);
        let few = commands <= most;
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        require(few, rules::COMMAND_SHIPS, Reason::TooManyCommandShips { most })
    }

    /// Points more for a force that fights Mechads, by the points of theirs (md48).
    fn bonus(&self, side: &Side) -> u32 {
        let scenario = &self.scenario;
        let mechad = |class: &Class| self.format.classes[class].make == Make::Mechad;
        let builds = |other: &Side| {
            let force = scenario.sides[other].force.as_ref();
            force.filter(|force| force.market.iter().any(mechad)).map_or(0, |force| force.budget)
        };
        let has = |other: &Side| -> u32 {
            let ships = scenario.ships.values().filter(|ship| ship.side == *other);
            let ships = ships.filter(|ship| mechad(&ship.class));
            builds(other) + ships.map(|s| self.points(&self.format.classes[&s.class])).sum::<u32>()
        };
        if self.switches.balance_bonus != Bonus::Force || has(side) > 0 {
            return 0;
        }
        let enemies = scenario.sides.keys().filter(|other| scenario.enemies(side, other));
        let value: u32 = enemies.map(has).sum();
        value * super::resolve::scores::percent(self, value) / 100
    }

    /// Whether the scenario leaves open where a ship faces and how fast it is (md80).
    ///
    /// # Errors
    /// The rule that says no.
    pub fn settling(
        &self,
        side: &Side,
        ship: &Ship,
        (facing, speed): (Option<Facing>, Option<u32>),
    ) -> Checked<Reason> {
        let force = self.scenario.sides[side].force.as_ref();
        let free = force.is_some_and(|force| force.free);
        let most = force.map_or(0, |force| force.speed);
        let open = facing.is_none() && speed.is_none() || free;
        require(open, rules::BUILD, Reason::Settled { ship: ship.clone() })?;
        let slow = speed.is_none_or(|speed| speed <= most);
        require(slow, rules::SPEED, Reason::TooFast { ship: ship.clone(), most })
    }

    /// The ships of a force of that size and where they stand if nobody says otherwise.
    pub fn formation(&self, side: &Side, count: usize) -> Vec<(Ship, Hx)> {
        let Some(force) = &self.scenario.sides[side].force else { return Vec::new() };
        let map = self.scenario.map();
        let radius = i16::try_from(force.radius).unwrap_or(1);
        let places: Vec<Hx> = force
            .around
            .0
            .spiral(radius)
            .into_iter()
            .filter(|hex| map.holds(hex))
            .map(Hx)
            .collect();
        let is_below = |at: &Hx| at.0.row() > force.around.0.row();
        let below = usize::try_from(force.below).unwrap_or(0).min(count);
        let low = places.iter().filter(|at| is_below(at)).cycle().take(below);
        let high = places.iter().filter(|at| !is_below(at)).cycle().take(count - below);
        let names = (1..).map(|number| Ship::built(side, number));
        names.zip(low.chain(high).copied()).collect()
    }

    /// The ships that a side has once it has built these, where they stand if nobody says otherwise; none if they come
    /// later (md80, md81).
    pub fn to_be(&self, side: &Side, classes: &[Class]) -> Vec<(Ship, Unit)> {
        let row = &self.scenario.sides[side];
        let Some(force) = row.force.as_ref().filter(|_| row.arrives.is_none()) else {
            return Vec::new();
        };
        let places = self.formation(side, classes.len());
        let built = classes.iter().zip(places).filter_map(|(class, (ship, at))| {
            let joined = Event::Joined {
                ship,
                class: class.clone(),
                side: side.clone(),
                at,
                facing: force.facing,
                speed: force.speed,
                rescue: false,
                aboard: None,
            };
            units::fresh(&self.format.classes[class], &joined)
        });
        built.collect()
    }

    /// Whether a ship of a force may stand there (md80). Those for which no place was ordered, all but
    /// the `settled`, go where they are needed.
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn placing(
        &self,
        open: &Open,
        (ship, at): (&Ship, Hx),
        settled: &BTreeSet<Ship>,
    ) -> Checked<Reason> {
        let Some(unit) = open.units.get(ship) else {
            return Err((rules::BUILD, Reason::NoShip { ship: ship.clone() }));
        };
        let side = &unit.side;
        self.within(side, at)?;
        let force = self.scenario.sides[side].force.as_ref();
        let (row, below) = force.map_or((0, 0), |force| (force.around.0.row(), force.below));
        let others = open.units.iter().filter(|(name, unit)| unit.side == *side && *name != ship);
        let low = |unit: &Unit| unit.at.0.row() > row;
        let can = |name: &Ship| !settled.contains(name) && !self.scenario.ships.contains_key(name);
        let low = others.filter(|(name, unit)| low(unit) || can(name)).count();
        let low = low + usize::from(at.0.row() > row);
        let enough = low >= usize::try_from(below).unwrap_or(0);
        require(enough, rules::BUILD, Reason::TooFewBelow { least: below })
    }

    /// Where ships go for which no place was ordered, if too few of their force stand in rows below
    /// (md80).
    pub fn filling(&self, open: &Open, side: &Side, settled: &BTreeSet<Ship>) -> Vec<(Ship, Hx)> {
        let Some(force) = &self.scenario.sides[side].force else { return Vec::new() };
        let is_low = |at: Hx| at.0.row() > force.around.0.row();
        let own = || open.units.iter().filter(|(_, unit)| unit.side == *side);
        let low = own().filter(|(_, unit)| is_low(unit.at)).count();
        let can = |name: &Ship| !settled.contains(name) && !self.scenario.ships.contains_key(name);
        let idle = own().filter(|(name, unit)| !is_low(unit.at) && can(name));
        let places = self.formation(side, own().count()).into_iter().map(|(_, at)| at);
        let places = places.filter(|at| is_low(*at)).skip(low);
        idle.map(|(name, _)| name.clone()).zip(places).collect()
    }

    /// Whether a hex lies where the force of a side stands.
    ///
    /// # Errors
    /// The rule that says no.
    pub fn within(&self, side: &Side, at: Hx) -> Checked<Reason> {
        let row = &self.scenario.sides[side];
        let Some(force) = row.force.as_ref().filter(|_| row.arrives.is_none()) else {
            return Err((rules::BUILD, Reason::NothingToBuild));
        };
        let near = force.around.0.distance(at.0) <= force.radius;
        let (around, radius) = (force.around, force.radius);
        require(near, rules::BUILD, Reason::TooFarOut { at, around, radius })
    }

    /// What an option costs in quarters of a point, and the rule about it (md26, md43, md46, md90).
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn outfitting(
        &self,
        (unit, hold): (&Unit, Option<&Hold>),
        ship: &Ship,
        item: Item,
        count: u32,
    ) -> Checked<Reason, (Rule, u32)> {
        let row = self.class(unit);
        let named = || ship.clone();
        require(self.scenario.outfit, rules::OUTFIT, Reason::NoOptions)?;
        require((1..=400).contains(&count), rules::OUTFIT, Reason::Nonsense { ship: named() })?;
        let rule = self.fits(row, unit, (ship, item), count)?;
        let price = match item.weapon() {
            Some(part) => {
                let optional = self.optional(unit, part).min(count);
                self.weapons_price(unit, (item, part), optional, true)
                    + self.weapons_price(unit, (item, part), count - optional, false)
            }
            None => self.format.prices[&item].value * count,
        };
        let room = self.options_left(unit, hold);
        require(price <= room, rules::OUTFIT, Reason::OptionsDear { ship: named(), price, room })?;
        Ok((rule, price))
    }

    /// Quarters of a point that a ship may still spend on options (md90).
    pub fn options_left(&self, unit: &Unit, hold: Option<&Hold>) -> u32 {
        let percent = self.format.numbers.option_percent.value;
        let most = 4 * self.points(self.class(unit)) * percent / 100;
        most.saturating_sub(unit.options + hold.map_or(0, |hold| hold.options))
    }

    /// Weapons of a kind for which a ship has option mounts left (md26, md34, md43).
    pub fn optional(&self, unit: &Unit, part: Part) -> u32 {
        let used = |mount: &Mount| if mount.option { mount.boxes() } else { 0 };
        let used: u32 = unit.mounts.iter().map(used).sum();
        let room = self.class(unit).option_mounts.saturating_sub(used);
        if part == Part::Cannon { room / 2 } else { room }
    }

    /// What so many weapons more cost, in option mounts or beyond, in quarters of a point. Each whip but
    /// the first costs half a point more, up to the fourth; heavy ones cost twice as much (md43).
    fn weapons_price(
        &self,
        unit: &Unit,
        (item, part): (Item, Part),
        count: u32,
        option: bool,
    ) -> u32 {
        let prices = if option { &self.format.prices } else { &self.format.annex };
        let row = self.class(unit);
        let had = unit.mounts.iter().filter(|mount| mount.part == part && mount.option == option);
        let built = row.mounts.iter().filter(|mount| mount.part == part && !mount.option);
        let built: u32 = if option { 0 } else { built.map(|mount| mount.count).sum() };
        let had = u32::try_from(had.count()).unwrap_or(0).saturating_sub(built);
        let step = if part == Part::Whip { 2 } else { 0 };
        let sum: u32 = (had..had + count).map(|n| prices[&item].value + step * n.min(3)).sum();
        if part == Part::Whip && row.base { 2 * sum } else { sum }
    }

    fn fits(
        &self,
        row: &ClassRow,
        unit: &Unit,
        (ship, item): (&Ship, Item),
        count: u32,
    ) -> Checked<Reason, Rule> {
        let named = || ship.clone();
        let mounted = |part: Part| {
            let room = self.optional(unit, part);
            let free = self.switches.annex == Annex::Yes && count <= MOST_WEAPONS;
            let reason = Reason::NoOptionMount { ship: named(), room };
            (count <= room || free, reason)
        };
        match item {
            Item::Tram => {
                let has = row.mounted(Part::Twm) > 0 && row.rails == 0;
                require(has, rules::LOAD, Reason::NoLauncher { ship: named(), number: 1 })?;
                Ok(rules::LOAD)
            }
            Item::Bug => {
                let bay = row.has_field() && count == 1 && self.left(unit, Part::Shuttle) > 0;
                let bay = bay && self.format.classes.values().any(|row| row.mrs);
                require(bay, rules::FIGHTERS, Reason::NoBay { ship: named() })?;
                Ok(rules::FIGHTERS)
            }
            Item::Party => {
                let have = row.parties;
                let reason = Reason::FewParties { ship: named(), have };
                require(have > 0, rules::PARTIES, reason)?;
                Ok(rules::PARTIES)
            }
            Item::Tail => {
                let none = !unit.extra.contains_key(&Part::Cargo) && count == 1;
                let can = row.tail > 0 && !row.permanent_tail && none;
                require(can, rules::TAIL, Reason::NoTail { ship: named() })?;
                Ok(rules::TAIL)
            }
            Item::Twm => {
                let (fits, reason) = mounted(Part::Twm);
                require(fits, rules::MOUNT_COST, reason)?;
                Ok(rules::MOUNT_COST)
            }
            Item::Whip => {
                let (fits, reason) = mounted(Part::Whip);
                require(fits, rules::X_WHIP, reason)?;
                Ok(rules::X_WHIP)
            }
            Item::Cannon => {
                let (fits, reason) = mounted(Part::Cannon);
                let has = unit.mounts.iter().filter(|mount| mount.part == Part::Cannon).count();
                let has = u32::try_from(has).unwrap_or(u32::MAX);
                let large = has.saturating_add(count) <= row.most_cannons();
                require(fits && large, rules::CANNON_HITS, reason)?;
                Ok(rules::CANNON_HITS)
            }
        }
    }
}
