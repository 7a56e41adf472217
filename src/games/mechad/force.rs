//! Forces before the battle: what may be built, where it stands, what it may buy besides.

use super::Mechad;
use super::format::{ClassRow, Item, Make, Part};
use super::names::{BUILT, Class, Hx, Ship, Side};
use super::reasons::Reason;
use super::rules;
use super::state::{Open, Unit};
use crate::engine::Rule;
use crate::engine::board::Board;
use crate::engine::check::{Verdict, require};

impl Mechad {
    /// Whether a side may build these ships (md80, md33).
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn force(&self, side: &Side, classes: &[Class]) -> Verdict<Reason> {
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
        let points: u32 = classes.iter().map(|class| row(class).points).sum();
        let (most, fits) = (force.budget, points <= force.budget);
        require(fits, rules::BUILD, Reason::TooDear { points, most })?;
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

    /// Whether a ship of a force may stand there (md80).
    ///
    /// # Errors
    /// The first rule that forbids it.
    pub fn placing(&self, open: &Open, ship: &Ship, at: Hx) -> Verdict<Reason> {
        let Some(unit) = open.units.get(ship) else {
            return Err((rules::BUILD, Reason::NoShip { ship: ship.clone() }));
        };
        let side = &unit.side;
        self.within(side, at)?;
        let force = self.scenario.sides[side].force.as_ref();
        let (row, below) = force.map_or((0, 0), |force| (force.around.0.row(), force.below));
        let others = open.units.iter().filter(|(name, unit)| unit.side == *side && *name != ship);
        let low = others.filter(|(_, unit)| unit.at.0.row() > row).count();
        let low = low + usize::from(at.0.row() > row);
        let enough = low >= usize::try_from(below).unwrap_or(0);
        require(enough, rules::BUILD, Reason::TooFewBelow { least: below })
    }

    /// Whether a hex lies where the force of a side stands.
    ///
    /// # Errors
    /// The rule that says no.
    pub fn within(&self, side: &Side, at: Hx) -> Verdict<Reason> {
        let Some(force) = &self.scenario.sides[side].force else {
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
        unit: &Unit,
        ship: &Ship,
        item: Item,
        count: u32,
    ) -> Verdict<Reason, (Rule, u32)> {
        let row = self.class(unit);
        let named = || ship.clone();
        require(self.scenario.outfit, rules::OUTFIT, Reason::NoOptions)?;
        require((1..=400).contains(&count), rules::OUTFIT, Reason::Nonsense { ship: named() })?;
        let rule = Self::fits(row, unit, (ship, item), count)?;
        let base = self.format.prices[&item].value;
        let price = match item {
            Item::Whip => {
                let had = unit.mounts.iter().filter(|m| m.option && m.part == Part::Whip).count();
                let had = u32::try_from(had).unwrap_or(0);
                (had..had + count).map(|number| base + 2 * number.min(3)).sum()
            }
            Item::Tram | Item::Tail | Item::Twm | Item::Cannon => base * count,
        };
        let most = 4 * row.points * self.format.numbers.option_percent.value / 100;
        let room = most.saturating_sub(unit.options);
        require(price <= room, rules::OUTFIT, Reason::OptionsDear { ship: named(), price, room })?;
        Ok((rule, price))
    }

    fn fits(
        row: &ClassRow,
        unit: &Unit,
        (ship, item): (&Ship, Item),
        count: u32,
    ) -> Verdict<Reason, Rule> {
        let named = || ship.clone();
        let used: u32 = unit
            .mounts
            .iter()
            .filter(|mount| mount.option)
            .map(|mount| if mount.part == Part::Cannon { 2 } else { 1 })
            .sum();
        let room = row.option_mounts.saturating_sub(used);
        match item {
            Item::Tram => {
                let has = row.mounted(Part::Twm) > 0 && row.rails == 0;
                require(has, rules::LOAD, Reason::NoLauncher { ship: named(), number: 1 })?;
                Ok(rules::LOAD)
            }
            Item::Tail => {
                let none = !unit.extra.contains_key(&Part::Cargo) && count == 1;
                let can = row.tail > 0 && !row.permanent_tail && none;
                require(can, rules::TAIL, Reason::NoTail { ship: named() })?;
                Ok(rules::TAIL)
            }
            Item::Twm => {
                let reason = Reason::NoOptionMount { ship: named(), room };
                require(count <= room, rules::MOUNT_COST, reason)?;
                Ok(rules::MOUNT_COST)
            }
            Item::Whip => {
                let reason = Reason::NoOptionMount { ship: named(), room };
                require(count <= room, rules::X_WHIP, reason)?;
                Ok(rules::X_WHIP)
            }
            Item::Cannon => {
                let large = row.size <= 3 && count == 1 && row.mounted(Part::Cannon) == 0;
                let reason = Reason::NoOptionMount { ship: named(), room };
                require(large && room >= 2, rules::CANNON_HITS, reason)?;
                Ok(rules::CANNON_HITS)
            }
        }
    }
}
