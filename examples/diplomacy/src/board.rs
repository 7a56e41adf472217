//! The map: provinces, coasts, and what borders on what.

use std::collections::VecDeque;

use adjutant::prelude::*;

use crate::order::Kind;
use crate::place::{Coast, Place};

data! {
    /// A province as `format.yaml` has it.
    pub struct Province {
        /// Its name.
        pub name: String,
        /// Where armies go from here; nothing at sea.
        #[serde(default)]
        pub land: Vec<Place>,
        /// Where fleets go from here; nothing inland.
        #[serde(default)]
        pub sea: Vec<Place>,
        /// Where fleets go from each coast, if it has two.
        #[serde(default)]
        pub coasts: BTreeMap<String, Vec<Place>>,
        /// True of a supply centre.
        #[serde(default)]
        pub centre: bool,
    }
}

/// A place by number: the province, and 0 or the number of a coast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The province.
    pub province: u8,
    /// The coast.
    pub coast: u8,
}

impl Spot {
    /// The province as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.province)
    }
}

/// What of the map never changes.
#[derive(Debug)]
pub struct Board {
    /// Provinces in the order of their letters; numbers are places in this list.
    provinces: Vec<(Place, Province)>,
    armies: Vec<Vec<Place>>,
    fleets: BTreeMap<Place, Vec<Place>>,
    /// For each sea, the provinces that a fleet there touches.
    touches: Vec<Vec<u8>>,
}

impl Board {
    /// The map of these provinces.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(provinces: &BTreeMap<Place, Province>) -> Result<Self, Problem> {
        let mut board = Self {
            provinces: provinces.iter().map(|(at, it)| (*at, it.clone())).collect(),
            armies: Vec::new(),
            fleets: BTreeMap::new(),
            touches: Vec::new(),
        };
        for (place, province) in provinces {
            board.armies.push(province.land.clone());
            if !province.sea.is_empty() {
                board.fleets.insert(*place, province.sea.clone());
            }
            for (coast, near) in &province.coasts {
                let at: crate::place::Code =
                    format!("{place}/{coast}").parse().map_err(Problem::refused)?;
                board.fleets.insert(Place(at), near.clone());
            }
        }
        board.check()?;
        let touched = |(place, _): &(Place, Province)| {
            let near = board.fleets.get(place).into_iter().flatten();
            near.filter_map(|near| board.number(*near)).collect()
        };
        board.touches = board.provinces.iter().map(touched).collect();
        Ok(board)
    }

    /// Whoever can go somewhere can come back, and everything that is named exists.
    fn check(&self) -> Result<(), Problem> {
        let wrong = |a: Place, b: Place| Problem::refused(format!("{b} does not border on {a}"));
        for ((place, _), near) in self.provinces.iter().zip(&self.armies) {
            let back = |near: Place| self.number(near).map(|n| &self.armies[usize::from(n)]);
            if let Some(odd) = near.iter().find(|it| !back(**it).is_some_and(|b| b.contains(place)))
            {
                return Err(wrong(*place, *odd));
            }
        }
        for (place, near) in &self.fleets {
            let back =
                |near: &Place| self.fleets.get(near).is_some_and(|back| back.contains(place));
            if let Some(odd) = near.iter().find(|near| !back(near)) {
                return Err(wrong(*place, *odd));
            }
        }
        let most = usize::from(u8::MAX);
        if self.provinces.len() > most {
            return Err(Problem::refused(format!("a map has {most} provinces at most")));
        }
        Ok(())
    }

    /// How many provinces there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.provinces.len()
    }

    /// Every province.
    pub fn provinces(&self) -> impl Iterator<Item = &(Place, Province)> {
        self.provinces.iter()
    }

    /// Every place that an order may name.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        let own = self.provinces.iter().map(|(place, _)| *place);
        own.chain(self.fleets.keys().copied().filter(|place| place.coast().is_some()))
    }

    /// Another word for a place, in one word, and the place.
    pub fn called(&self) -> impl Iterator<Item = (String, Place)> {
        self.provinces.iter().map(|(place, province)| (province.name.clone(), *place))
    }

    fn number(&self, place: Place) -> Option<u8> {
        let at =
            self.provinces.binary_search_by_key(&place.province(), |(place, _)| *place).ok()?;
        u8::try_from(at).ok()
    }

    /// A province.
    #[must_use]
    pub fn province(&self, place: Place) -> Option<&Province> {
        self.number(place).map(|number| &self.provinces[usize::from(number)].1)
    }

    /// A place by number; the first province for one that the map does not have, of which every name was
    /// checked when it came in.
    #[must_use]
    pub fn spot(&self, place: Place) -> Spot {
        let coast = place.coast().map_or(0, |coast| coast as u8 + 1);
        Spot { province: self.number(place).unwrap_or_default(), coast }
    }

    /// The place of a number, with its coast.
    #[must_use]
    pub fn at(&self, spot: Spot) -> Place {
        let coast = [Coast::East, Coast::North, Coast::South];
        let coast = spot.coast.checked_sub(1).map(|number| coast[usize::from(number)]);
        self.place(spot.province).on(coast)
    }

    /// The province of a number.
    #[must_use]
    pub fn place(&self, number: u8) -> Place {
        self.provinces[usize::from(number)].0
    }

    /// The coasts of a province; none, if it has one or is inland.
    pub fn coasts(&self, place: Place) -> impl Iterator<Item = Place> {
        let own = move |it: &Place| it.coast().is_some() && it.province() == place.province();
        self.fleets.keys().copied().filter(own)
    }

    /// True of water.
    #[must_use]
    pub fn is_sea(&self, place: Place) -> bool {
        self.province(place).is_some_and(|it| it.land.is_empty())
    }

    /// True if such a unit can be there. A fleet in a province with two coasts is on one of them.
    #[must_use]
    pub fn can_be(&self, kind: Kind, place: Place) -> bool {
        match kind {
            Kind::Army => place.coast().is_none() && !self.is_sea(place),
            Kind::Fleet => self.fleets.contains_key(&place),
        }
    }

    /// Where such a unit can go from there on its own.
    #[must_use]
    pub fn near(&self, kind: Kind, place: Place) -> &[Place] {
        match kind {
            Kind::Army => {
                self.number(place).map_or(&[], |number| &self.armies[usize::from(number)])
            }
            Kind::Fleet => self.fleets.get(&place).map_or(&[], Vec::as_slice),
        }
    }

    /// True if such a unit can go to that province on its own, to whatever coast.
    #[must_use]
    pub fn reaches(&self, kind: Kind, from: Place, to: Place) -> bool {
        self.near(kind, from).iter().any(|near| near.province() == to.province())
    }

    /// True if fleets in these seas can carry an army.
    #[must_use]
    pub fn carries(&self, seas: impl Iterator<Item = u8>, from: u8, to: u8) -> bool {
        let mut left: Vec<u8> = seas.collect();
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front() {
            let mut at_sea = false;
            left.retain(|sea| {
                let next = self.touches[usize::from(*sea)].contains(&at);
                at_sea |= next;
                if next {
                    open.push_back(*sea);
                }
                !next
            });
            if at != from && self.touches[usize::from(at)].contains(&to) {
                return true;
            }
        }
        false
    }

    /// True if a fleet in this sea is on a way of fleets in these seas from one province to the other.
    #[must_use]
    pub fn links(&self, seas: impl Iterator<Item = u8> + Clone, sea: u8, from: u8, to: u8) -> bool {
        let meets = |end: u8| {
            self.touches[usize::from(sea)].contains(&end)
                || self.carries(seas.clone().filter(|other| *other != sea), end, sea)
        };
        meets(from) && meets(to)
    }

    /// How many steps each place is away from the nearest of these, as such units go; armies at sea too (dp52).
    #[must_use]
    pub fn steps(&self, from: impl Iterator<Item = Place>, kind: Kind) -> BTreeMap<Place, u32> {
        let mut found: BTreeMap<Place, u32> = BTreeMap::new();
        let mut open: VecDeque<(Place, u32)> = VecDeque::new();
        for place in from {
            let begin: Vec<Place> = std::iter::once(place).chain(self.coasts(place)).collect();
            open.extend(begin.into_iter().map(|place| (place, 0)));
        }
        while let Some((place, far)) = open.pop_front() {
            if found.contains_key(&place) {
                continue;
            }
            found.insert(place, far);
            let fleets = self.near(Kind::Fleet, place).iter();
            let armies = self.near(Kind::Army, place).iter().filter(|_| kind == Kind::Army);
            let by_sea =
                fleets.map(|near| if kind == Kind::Army { near.province() } else { *near });
            let coasts: Vec<Place> = self.coasts(place).filter(|_| kind == Kind::Army).collect();
            open.extend(
                coasts
                    .into_iter()
                    .flat_map(|it| self.near(Kind::Fleet, it))
                    .map(|it| (it.province(), far + 1)),
            );
            open.extend(by_sea.chain(armies.copied()).map(|near| (near, far + 1)));
        }
        found
    }
}
