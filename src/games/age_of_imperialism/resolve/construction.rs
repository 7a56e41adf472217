//! Construction (im24 to im26, im66).

use std::collections::{BTreeMap, BTreeSet};

use super::yard::{self, Bill};
use super::{Cycle, Fate, Hitch, asks, purse};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::{Event, Purpose};
use crate::games::age_of_imperialism::force::Kind;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open, Purse};
use crate::games::age_of_imperialism::works::Product;

/// A power builds and develops.
pub fn run(turn: &mut Cycle<'_>, power: Power) {
    turn.next_moment();
    let lines = turn.picked(
        &power.seat(),
        asks!(
            Order::Build { what, at, count, sea, engineers } => {
                let bill = Bill { what: *what, at, sea: sea.as_ref(), count: *count };
                Job::Build(bill, *engineers)
            },
            Order::Develop { at, engineers } => Job::Develop(at, *engineers),
        ),
    );
    let mut season = Season::new(turn.game(), power, reserve(turn, power));
    for (line, job) in lines {
        let fate = match job {
            Job::Build(bill, engineers) => {
                let (made, hitch) = season.build(turn, &bill, engineers);
                bill.outcome(made, hitch, &rules::BUILD)
            }
            Job::Develop(at, engineers) => match season.develop(turn, at, engineers) {
                Ok(value) => {
                    Fate::done(&rules::DEVELOP, Reason::Develops { at: at.clone(), value })
                }
                Err((rule, reason)) => Fate::failed(&rule, reason),
            },
        };
        turn.answer(&power.seat(), line, fate);
    }
}

/// What a line wants done, and how many engineers it sends.
enum Job<'o> {
    Build(Bill<'o>, u32),
    Develop(&'o Region, u32),
}

/// What the power wants to keep in hand.
fn reserve(turn: &mut Cycle<'_>, power: Power) -> u32 {
    let asked = turn.picked(&power.seat(), asks!(Order::Reserve { pp } => *pp));
    let Some((line, pp)) = asked.into_iter().next() else { return 0 };
    turn.used(&power.seat(), line, &rules::BUILD, Reason::ReserveUsed);
    pp
}

/// The construction of a power in a turn.
#[derive(Debug)]
struct Season<'a> {
    game: &'a AgeOfImperialism,
    power: Power,
    /// PP that stay in hand.
    reserve: u32,
    /// Units raised so far in each region.
    raised: BTreeMap<(Region, Kind), u32>,
    /// Fleets launched from each region.
    launched: BTreeMap<Region, u32>,
    /// Buildings and developments in each region.
    works: BTreeMap<Region, u32>,
    /// Engineers in each region that have their work for this turn.
    busy: BTreeMap<Region, u32>,
    /// Cities of this turn.
    cities: BTreeSet<Region>,
}

impl<'a> Season<'a> {
    fn new(game: &'a AgeOfImperialism, power: Power, reserve: u32) -> Self {
        Self {
            game,
            power,
            reserve,
            raised: BTreeMap::new(),
            launched: BTreeMap::new(),
            works: BTreeMap::new(),
            busy: BTreeMap::new(),
            cities: BTreeSet::new(),
        }
    }

    /// How many of a bill were made, and what stopped it.
    fn build(
        &mut self,
        turn: &mut Cycle<'_>,
        bill: &Bill<'_>,
        engineers: u32,
    ) -> (u32, Option<Hitch>) {
        let at = bill.at;
        if turn.state().open.land(at).owner != Some(self.power) {
            return (0, Some((rules::BUILD, Reason::NotYours { at: at.clone() })));
        }
        match bill.what.product() {
            Product::Unit(kind) => self.raise(turn, bill, kind),
            Product::Fleet => self.launch(turn, bill),
            Product::Building(building) => {
                let built = |season: &mut Self, turn: &mut Cycle<'_>| {
                    season.erect(turn, building, at, engineers)
                };
                self.repeat(turn, bill.count, built)
            }
            Product::Canal => {
                let built =
                    |season: &mut Self, turn: &mut Cycle<'_>| season.canal(turn, at, engineers);
                self.repeat(turn, bill.count, built)
            }
        }
    }

    fn repeat(
        &mut self,
        turn: &mut Cycle<'_>,
        count: u32,
        built: impl Fn(&mut Self, &mut Cycle<'_>) -> Result<(), Hitch>,
    ) -> (u32, Option<Hitch>) {
        for done in 0..count {
            if let Err(hitch) = built(self, turn) {
                return (done, Some(hitch));
            }
        }
        (count, None)
    }

    /// Land units (im24).
    fn raise(&mut self, turn: &mut Cycle<'_>, bill: &Bill<'_>, kind: Kind) -> (u32, Option<Hitch>) {
        let row = self.game.format.units[&kind];
        if !row.built_at.site.is_in(turn.state().open.land(bill.at)) {
            let (what, site) = (bill.what, row.built_at.site);
            let why = Reason::NoSite { what, at: bill.at.clone(), site };
            return (0, Some((rules::BUILD, why)));
        }
        let before = self.raised.entry((bill.at.clone(), kind)).or_default();
        let room = match row.limit.value {
            0 => u32::MAX,
            limit => limit.saturating_sub(*before),
        };
        let price = row.price.value;
        let made = bill.fits(turn, self.power, price, room, self.reserve);
        *before += made;
        yard::raise(turn, self.power, kind, bill.at, made, price);
        (made, bill.hitch(turn, self.power, made, room, price))
    }

    /// Fleets, at ports (im24, im26).
    fn launch(&mut self, turn: &mut Cycle<'_>, bill: &Bill<'_>) -> (u32, Option<Hitch>) {
        if !turn.state().open.land(bill.at).buildings.contains(&Building::Port) {
            let why = Reason::NoPort { at: bill.at.clone() };
            return (0, Some((rules::BUILD, why)));
        }
        let sea = match yard::berth(self.game, bill) {
            Ok(sea) => sea,
            Err(hitch) => return (0, Some(hitch)),
        };
        let row = self.game.format.fleet;
        let before = self.launched.entry(bill.at.clone()).or_default();
        let room = row.limit.value.saturating_sub(*before);
        let price = row.price.value;
        let made = bill.fits(turn, self.power, price, room, self.reserve);
        *before += made;
        yard::launch(turn, self.power, &sea, made, price);
        (made, bill.hitch(turn, self.power, made, room, price))
    }

    /// A building (im6, im25, im26).
    fn erect(
        &mut self,
        turn: &mut Cycle<'_>,
        building: Building,
        at: &Region,
        engineers: u32,
    ) -> Result<(), Hitch> {
        let state = &turn.state().open;
        yard::fits(self.game, state, building, at)?;
        if building == Building::School && self.cities.contains(at) {
            return Err((rules::DEVELOP, Reason::CityTooNew { at: at.clone() }));
        }
        let full = self.game.format.buildings[&building].value;
        let (price, at_work) = self.price(state, at, full, engineers)?;
        self.pay(turn, price, Purpose::Building)?;
        self.note(at, at_work);
        if building == Building::City {
            self.cities.insert(at.clone());
        }
        let event = Event::Erected { power: self.power, building, at: at.clone() };
        turn.record(&rules::BUILD, event);
        Ok(())
    }

    /// Develops the resource of a region; its value (im26).
    fn develop(&mut self, turn: &mut Cycle<'_>, at: &Region, engineers: u32) -> Result<u32, Hitch> {
        let state = turn.state();
        let land = state.open.land(at);
        if land.owner != Some(self.power) {
            return Err((rules::DEVELOP, Reason::NotYours { at: at.clone() }));
        }
        let value = state.secret.chits.get(at).copied().unwrap_or(0);
        if land.chit.is_none() || value == 0 {
            return Err((rules::DEVELOP, Reason::NothingToDevelop { at: at.clone() }));
        }
        if land.chit.as_ref().is_some_and(|chit| chit.developed) {
            return Err((rules::DEVELOP, Reason::DevelopedAlready { at: at.clone() }));
        }
        let full = self.game.format.works.develop.value;
        let (price, at_work) = self.price(&state.open, at, full, engineers)?;
        self.pay(turn, price, Purpose::Developing)?;
        self.note(at, at_work);
        let event = Event::Developed { power: self.power, at: at.clone(), value };
        turn.record(&rules::DEVELOP, event);
        Ok(value)
    }

    /// The canal (im66).
    fn canal(&mut self, turn: &mut Cycle<'_>, at: &Region, engineers: u32) -> Result<(), Hitch> {
        let state = &turn.state().open;
        yard::canal_fits(self.game, state, at)?;
        let enough = self.game.format.works.canal_engineers.value;
        let at_work = if engineers >= enough { enough } else { 0 };
        self.engineers(state, at, at_work)?;
        self.site(state, at)?;
        self.pay(turn, self.game.canal_price(at_work), Purpose::Building)?;
        self.note(at, at_work);
        let event = Event::CanalOpened { power: self.power, at: at.clone() };
        turn.record(&rules::CANAL, event);
        Ok(())
    }

    /// What a work costs, and how many engineers are at it: one of them takes a part off the price
    /// (im25).
    fn price(
        &self,
        state: &Open,
        at: &Region,
        full: u32,
        engineers: u32,
    ) -> Result<(u32, u32), Hitch> {
        self.site(state, at)?;
        if engineers == 0 {
            return Ok((full, 0));
        }
        self.engineers(state, at, 1)?;
        Ok((self.game.reduced(full, 1), 1))
    }

    /// Where a revolt goes on, nobody works; a second work needs an engineer on the spot (im25,
    /// im26).
    fn site(&self, state: &Open, at: &Region) -> Result<(), Hitch> {
        let land = state.land(at);
        if land.revolt.is_some() {
            return Err((rules::DEVELOP, Reason::InRevolt { at: at.clone() }));
        }
        let second = self.works.get(at).is_some_and(|works| *works > 0);
        if second && land.force(self.power).engineer == 0 {
            return Err((rules::ENGINEERS, Reason::SecondWork { at: at.clone() }));
        }
        Ok(())
    }

    /// So many engineers there must be free for this turn.
    fn engineers(&self, state: &Open, at: &Region, wanted: u32) -> Result<(), Hitch> {
        let busy = self.busy.get(at).copied().unwrap_or(0);
        let free = state.land(at).force(self.power).engineer.saturating_sub(busy);
        if free < wanted {
            let why = Reason::NotEnoughEngineers { at: at.clone(), free, wanted };
            return Err((rules::ENGINEERS, why));
        }
        Ok(())
    }

    fn pay(&self, turn: &mut Cycle<'_>, price: u32, why: Purpose) -> Result<(), Hitch> {
        let kept = turn.state().purse(self.power).pp.saturating_sub(self.reserve);
        if price > kept || !purse::pay(turn, self.power, Purse::pp(price), why, &rules::BUILD) {
            return Err(yard::too_dear(turn, self.power, price));
        }
        Ok(())
    }

    fn note(&mut self, at: &Region, at_work: u32) {
        *self.works.entry(at.clone()).or_default() += 1;
        *self.busy.entry(at.clone()).or_default() += at_work;
    }
}
