//! What is true, and what can happen. Nothing is hidden on the map.

use adjutant::prelude::*;

use crate::order::Kind;
use crate::place::Place;
use crate::power::Power;

worded! {
    /// Half a year.
    pub enum Season {
        Spring => "Spring",
        Fall => "Fall",
    }

    /// What is to be ordered now.
    pub enum Stage {
        Movement => "movement",
        Retreats => "retreats",
        Adjustments => "adjustments",
    }

    /// What came of an order that moved nothing.
    pub enum Result {
        Done => "succeeds",
        Cut => "is cut",
        Repelled => "is repelled",
        Disrupted => "is disrupted",
        Idle => "has nobody to serve",
    }

    /// Why a unit is removed.
    pub enum Why {
        Ordered => "is disbanded",
        Trapped => "has nowhere to retreat",
        Lost => "has no orders to retreat",
        Met => "is disbanded, as another retreated there",
        Disorder => "is removed, as too few were",
    }
}

data! {
    /// An army or a fleet.
    #[derive(Copy, Eq, PartialOrd, Ord)]
    pub struct Unit {
        /// Where it is.
        pub at: Place,
        /// Army or fleet.
        pub kind: Kind,
        /// Whose.
        pub power: Power,
    }

    /// A unit that must retreat.
    #[derive(Copy, Eq)]
    pub struct Beaten {
        /// The unit, where it was.
        pub unit: Unit,
        /// Where it may not go: from where it was attacked by land.
        pub from: Option<Place>,
    }

    /// All that is true.
    pub struct Open {
        /// The year.
        pub year: u32,
        /// Half of it.
        pub season: Season,
        /// What is to be ordered.
        pub stage: Stage,
        /// The units.
        pub units: Vec<Unit>,
        /// Those that must retreat.
        pub beaten: Vec<Beaten>,
        /// Empty provinces for which units fought.
        pub contested: BTreeSet<Place>,
        /// Who owns which supply centre.
        pub centres: BTreeMap<Place, Power>,
        /// True once all have agreed to a draw.
        pub drawn: bool,
    }

    /// One thing that happens.
    pub enum Event {
        Held { unit: Unit },
        Helped { unit: Unit, of: Kind, way: Vec<Place>, came: Result },
        Carried { unit: Unit, way: [Place; 2], came: Result },
        Stayed { unit: Unit, to: Place, came: Result },
        Beaten { unit: Unit, by: Unit, from: Option<Place> },
        Went { unit: Unit, to: Place, convoy: bool },
        Contested { at: Place },
        Retreated { unit: Unit, to: Place },
        Removed { unit: Unit, why: Why },
        Built { unit: Unit },
        Taken { at: Place, by: Power, from: Option<Power> },
        Began { year: u32, season: Season, stage: Stage },
        Drawn { among: Vec<Power> },
    }
}

said! { Unit; }

impl std::fmt::Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.at)
    }
}

impl Open {
    /// The unit of a province.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.at.province() == place.province())
    }

    /// The units of a power.
    pub fn of(&self, power: Power) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(move |unit| unit.power == power)
    }

    /// The supply centres of a power.
    pub fn owned(&self, power: Power) -> impl Iterator<Item = Place> {
        self.centres.iter().filter(move |(_, owner)| **owner == power).map(|(at, _)| *at)
    }

    /// Supply centres more than units; less than nothing, if units are to be removed.
    #[must_use]
    pub fn balance(&self, power: Power) -> i64 {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        count(self.owned(power).count()) - count(self.of(power).count())
    }

    /// Powers that have a unit or a supply centre.
    pub fn left(&self) -> impl Iterator<Item = Power> {
        Power::ALL.into_iter().filter(|power| {
            let beaten = self.beaten.iter().any(|beaten| beaten.unit.power == *power);
            beaten || self.of(*power).next().is_some() || self.owned(*power).next().is_some()
        })
    }

    /// What an event changes.
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::Held { .. }
            | Event::Helped { .. }
            | Event::Carried { .. }
            | Event::Stayed { .. } => {}
            Event::Beaten { unit, from, .. } => {
                self.take(unit);
                self.beaten.push(Beaten { unit: *unit, from: *from });
            }
            Event::Went { unit, to, .. } | Event::Retreated { unit, to } => {
                self.take(unit);
                self.put(Unit { at: *to, ..*unit });
            }
            Event::Contested { at } => {
                self.contested.insert(*at);
            }
            Event::Removed { unit, .. } => self.take(unit),
            Event::Built { unit } => self.put(*unit),
            Event::Taken { at, by, .. } => {
                self.centres.insert(*at, *by);
            }
            Event::Began { year, season, stage } => {
                (self.year, self.season, self.stage) = (*year, *season, *stage);
                if *stage != Stage::Retreats {
                    self.beaten.clear();
                    self.contested.clear();
                }
            }
            Event::Drawn { .. } => self.drawn = true,
        }
    }

    fn put(&mut self, unit: Unit) {
        let at = self.units.partition_point(|other| *other < unit);
        self.units.insert(at, unit);
    }

    /// A unit leaves its list: those that must retreat first.
    fn take(&mut self, unit: &Unit) {
        if let Some(at) = self.beaten.iter().position(|beaten| beaten.unit == *unit) {
            self.beaten.remove(at);
        } else if let Some(at) = self.units.iter().position(|other| other == unit) {
            self.units.remove(at);
        }
    }
}
