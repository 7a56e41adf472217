//! Cities: irregulars and stores.

use super::{Checked, Deed, Flags, Viewpoint};
use crate::engine::orders::check::require;
use crate::games::parabellum::events::Event;
use crate::games::parabellum::names::{City, FLAGS, Sq, Unit};
use crate::games::parabellum::order::Marker;
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::theater::Place;

impl<'a> Viewpoint<'a> {
    /// A city with irregulars that the side alone holds and that carries no token (pb26, pb27).
    fn city(&self, city: &City) -> Checked<&'a Place> {
        self.turn()?;
        let place = self.field()?.cities.get(city);
        let place =
            place.ok_or_else(|| (rules::AIMS, Reason::NoSuchPlace { city: city.clone() }))?;
        let reason = Reason::NoIrregulars { city: city.clone() };
        require(place.irregulars, rules::IRREGULARS, reason)?;
        let held = self.mat().holds_alone(self.side, &place.squares);
        require(held, rules::IRREGULARS, Reason::NotHeld { city: city.clone() })?;
        let skirmish = self.state.open.skirmish.as_ref();
        let token = skirmish.is_some_and(|now| now.tokens.contains(city));
        require(!token, rules::TOKENS, Reason::TokenThere { city: city.clone() })?;
        Ok(place)
    }

    /// The first square of a place with so much room left.
    fn room(&self, place: &Place, points: u32) -> Checked<Sq> {
        let mut squares = place.squares.iter().copied();
        let enemy = self.side.other();
        let free = squares.find(|at| {
            !self.mat().holds(enemy, *at) && self.game.has_room(self.mat(), *at, points)
        });
        let at = place.squares[0];
        free.ok_or((rules::FOOTPRINTS, Reason::NoRoom { at }))
    }

    /// Hires irregulars: a unit of infantry, or men for a unit of the reserves (pb26).
    pub(super) fn hire(&self, city: &City, unit: Option<&Unit>, flags: Flags<'_>) -> Checked<Deed> {
        let place = self.city(city)?;
        let cards = &self.game.format.cards;
        let list = self.game.theater.lists[&self.side].iter();
        let kind = list.clone().find(|kind| cards[*kind].is_hired());
        let kind = kind.ok_or((rules::IRREGULARS, Reason::NoIrregularCard))?;
        let numbers = &self.game.format.numbers;
        let fee = cards[kind].price + numbers.irregular_fee.value;
        let left = self.holdings().purse.credits;
        require(fee <= left, rules::IRREGULARS, Reason::TooDear { price: fee, left })?;
        if let Some(unit) = unit {
            return self.man(unit, city, place, fee);
        }
        let form = cards[kind].form;
        let at = self.room(place, self.game.format.footprints[&form].value)?;
        let free = self.free_flags();
        require(!free.is_empty(), rules::UNITS, Reason::TooMany { most: FLAGS })?;
        let unit = Unit::of(self.side, flags(&free));
        let (kind, city) = (kind.clone(), city.clone());
        let deed = Deed::of(rules::IRREGULARS, Reason::Hired { city: city.clone() });
        Ok(deed.and(&rules::IRREGULARS, Event::Hired { unit, kind, form, city, at, fee }))
    }

    /// Has irregulars man an empty truck, tractor or light combat vehicle; it is supplied and armed
    /// from the reserves and stands in the first square of the city that it can enter.
    fn man(&self, unit: &Unit, city: &City, place: &Place, fee: u32) -> Checked<Deed> {
        let (card, row) = self.reserve(unit)?;
        require(row.light, rules::IRREGULARS, Reason::TooHeavy { unit: unit.clone() })?;
        let empty = card.strength == 0;
        require(empty, rules::IRREGULARS, Reason::HasMen { unit: unit.clone() })?;
        let at = place.squares.iter().copied().find(|at| self.enters(unit, *at).is_ok());
        let at = at.ok_or((rules::FOOTPRINTS, Reason::NoRoom { at: place.squares[0] }))?;
        let (_, supply, ammo) = self.needs(card);
        let deed = Deed::of(rules::IRREGULARS, Reason::Hired { city: city.clone() });
        let deed = self.outfitted(unit, (0, supply, ammo), deed)?;
        let (unit, city) = (unit.clone(), city.clone());
        Ok(deed.and(&rules::IRREGULARS, Event::Manned { unit, form: row.form, city, at, fee }))
    }

    /// Sends irregulars home that are in their city (pb27).
    pub(super) fn disband(&self, unit: &Unit) -> Checked<Deed> {
        self.turn()?;
        let (card, _, at) = self.there(unit)?;
        let away = || (rules::TOKENS, Reason::NotAtHome { unit: unit.clone() });
        let city = card.city.clone().ok_or_else(away)?;
        let home = self.field()?.cities.get(&city);
        home.filter(|place| place.squares.contains(&at)).ok_or_else(away)?;
        let deed = Deed::of(rules::TOKENS, Reason::Home { unit: unit.clone() });
        Ok(deed.and(&rules::TOKENS, Event::Disbanded { unit: unit.clone(), city }))
    }

    /// Takes a marker from the stores of a city, once a turn (pb28).
    pub(super) fn collect(&self, city: &City, marker: Marker) -> Checked<Deed> {
        let place = self.city(city)?;
        let fresh = !self.holdings().collected.contains(city);
        require(fresh, rules::CITY_STORES, Reason::Collected { city: city.clone() })?;
        let at = self.room(place, 1)?;
        let event = Event::Collected { side: self.side, city: city.clone(), marker, at };
        let deed = Deed::of(rules::CITY_STORES, Reason::Took { at });
        Ok(deed.and(&rules::CITY_STORES, event))
    }
}
