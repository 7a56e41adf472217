//! What the PP of a production can buy at present prices, where, and what that brings (im13, im14, im24 to im26).

use super::AgeOfImperialism;
use super::force::Kind;
use super::format::Site;
use super::names::Region;
use super::power::Power;
use super::resolve::{income, yard};
use super::sight::View;
use super::state::{Building, Land, Open, Step};
use super::works::{Product, Work};
use crate::base::words::{capital, count, few, joined};
use crate::page::Table;

/// Places that are named.
const NAMED: usize = 4;

/// What can be bought.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Good {
    Goodwill,
    Work(Work),
    Resource,
}

impl Good {
    fn counted(self, number: u32) -> String {
        match self {
            Self::Goodwill => format!("{number} DP"),
            Self::Work(work) => work.counted(number),
            Self::Resource => format!("{} to develop", count(number, "resource")),
        }
    }

    /// Points for one at the end (im53).
    fn points(self, game: &AgeOfImperialism) -> u32 {
        let points = &game.format.points;
        match self {
            Self::Work(Work::City) => points.city.value,
            Self::Work(work) if matches!(work.product(), Product::Building(_)) => {
                points.building.value
            }
            Self::Resource => points.resource.value,
            Self::Work(_) | Self::Goodwill => 0,
        }
    }
}

/// One thing that can be bought.
struct Offer {
    good: Good,
    /// What one costs and how many can be had at that price, the cheapest first.
    prices: Vec<(u32, u32)>,
    /// Where, and what it brings there; or what is missing.
    places: String,
    /// True of what stands for its income alone and would have none yet.
    idle: bool,
}

impl Offer {
    fn of(good: Good, places: String) -> Self {
        Self { good, prices: Vec::new(), places, idle: false }
    }

    /// How many can be had for so many PP.
    fn affordable(&self, mut pp: u32) -> u32 {
        let mut all = 0_u32;
        for (price, room) in &self.prices {
            let number = pp.checked_div(*price).unwrap_or(*room).min(*room);
            pp -= number.saturating_mul(*price).min(pp);
            all = all.saturating_add(number);
        }
        all
    }
}

/// All that can be bought, and where; nothing outside a production.
pub(super) fn table(game: &AgeOfImperialism, view: &View) -> Table {
    let spend = game.budget(view);
    let row = |offer: Offer| {
        let what = offer.good.counted(1);
        let what = capital(what.strip_prefix("1 ").unwrap_or(&what));
        let price = offer.prices.first().map_or_else(String::new, |(price, _)| price.to_string());
        let points = match offer.good.points(game) {
            0 => String::new(),
            points => points.to_string(),
        };
        [what, price, offer.affordable(spend).to_string(), points, offer.places]
    };
    let table = Table::new().caption(format!("What {spend} PP can buy, if all go to one thing"));
    let table = table.left("What").rights(["PP", "At most", "Points"]);
    table.left("Where, and what it brings").rows(offers(game, view).into_iter().map(row))
}

/// What the reader can have now, of one thing or another.
pub(super) fn advice(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let (spend, offers) = (game.budget(view), offers(game, view));
    if offers.is_empty() {
        return None;
    }
    let of_use = offers.iter().filter(|offer| !offer.idle);
    let some = of_use.map(|offer| match offer.affordable(spend) {
        0 => String::new(),
        number => offer.good.counted(number),
    });
    let some = joined(some, ", ");
    Some(if some.is_empty() {
        format!("Nothing can be bought with {spend} PP at present.")
    } else {
        format!("{spend} PP can buy at most, if all go to one thing: {some}.")
    })
}

/// What can be bought in the parts of a production that are still to come.
fn offers(game: &AgeOfImperialism, view: &View) -> Vec<Offer> {
    let Some(own) = view.power else { return Vec::new() };
    let step = game.step_ahead(&view.open, own);
    if !(Step::Auction..=Step::Construction).contains(&step)
        || view.open.owned(own).next().is_none()
    {
        return Vec::new();
    }
    let mut trial = Trial { game, view, own, open: view.open.clone() };
    let goodwill = (step <= Step::Production).then(|| trial.goodwill());
    let works = Work::ALL.into_iter().filter_map(|work| match work.product() {
        Product::Unit(kind) => Some(trial.units(work, kind)),
        Product::Fleet => Some(trial.fleets()),
        Product::Building(building) => Some(trial.buildings(work, building)),
        Product::Canal => trial.canal(),
    });
    let mut all: Vec<Offer> = works.collect();
    all.extend(trial.resources());
    all.extend(goodwill);
    all
}

/// The position, in which things are built on trial.
struct Trial<'a> {
    game: &'a AgeOfImperialism,
    view: &'a View,
    own: Power,
    open: Open,
}

impl<'a> Trial<'a> {
    /// Regions of the power of this sort.
    fn sites(&self, fits: impl Fn(&Region, &Land) -> bool) -> Vec<&'a Region> {
        let view = self.view;
        let own = view.open.owned(self.own);
        own.filter(|(at, land)| fits(at, land)).map(|(at, _)| at).collect()
    }

    /// What the map brings a turn, but for ports.
    fn income(&self) -> u32 {
        income::of_land(self.game, &self.open, &self.view.known, self.own).values().sum()
    }

    /// What a region brings a turn more after a change there.
    fn brings(&mut self, at: &Region, change: impl FnOnce(&mut Land)) -> u32 {
        let before = self.income();
        if let Some(land) = self.open.lands.get_mut(at) {
            change(land);
        }
        let after = self.income();
        self.open.lands.insert(at.clone(), self.view.open.land(at).clone());
        after.saturating_sub(before)
    }

    /// A work at these places, each with what it brings there: with an engineer it costs less (im25).
    fn works(&self, good: Good, full: u32, mut sites: Vec<(u32, &Region)>) -> Offer {
        // What brings as much stays in the order of the names.
        sites.sort_by_key(|(brings, _)| std::cmp::Reverse(*brings));
        let cost = |at: &Region| {
            let engineers = self.view.open.land(at).force(self.own).get(Kind::Engineer).min(1);
            self.game.reduced(full, engineers)
        };
        let place = |(brings, at): &(u32, &Region)| {
            let price = match cost(at) {
                price if price == full => String::new(),
                price => format!("{price} PP with the engineer there"),
            };
            let more = if *brings == 0 { String::new() } else { format!("+{brings} PP a turn") };
            let about = joined([more, price], "; ");
            if about.is_empty() { at.to_string() } else { format!("{at} ({about})") }
        };
        let places = few(sites.iter().map(place), NAMED);
        let mut prices: Vec<(u32, u32)> = sites.iter().map(|(_, at)| (cost(at), 1)).collect();
        prices.sort_unstable();
        Offer { prices, ..Offer::of(good, places) }
    }

    fn units(&self, work: Work, kind: Kind) -> Offer {
        let row = &self.game.format.units[&kind];
        let site = row.built_at.site;
        let sites = self.sites(|_, land| site.is_in(land));
        let limit = row.limit.value;
        let room = if limit == 0 { u32::MAX } else { limited(limit, sites.len()) };
        let each = if limit == 0 { String::new() } else { format!("{limit} in each") };
        let places = match site {
            _ if sites.is_empty() => format!("needs {site}"),
            Site::Anywhere => joined(["any of your regions".to_owned(), each], ", "),
            _ => few(&sites, NAMED),
        };
        let room = if sites.is_empty() { 0 } else { room };
        Offer { prices: vec![(self.game.price(work), room)], ..Offer::of(Good::Work(work), places) }
    }

    fn fleets(&self) -> Offer {
        let ports = self.sites(|_, land| land.buildings.contains(&Building::Port));
        let room = limited(self.game.format.fleet.limit.value, ports.len());
        let places = if ports.is_empty() { "needs a port".to_owned() } else { few(&ports, NAMED) };
        let price = self.game.price(Work::Fleet);
        Offer { prices: vec![(price, room)], ..Offer::of(Good::Work(Work::Fleet), places) }
    }

    fn buildings(&mut self, work: Work, building: Building) -> Offer {
        let (game, view) = (self.game, self.view);
        let fits = |at: &Region, land: &Land| {
            land.revolt.is_none() && yard::fits(game, &view.open, building, at).is_ok()
        };
        let sites = self.sites(fits);
        let (good, full) = (Good::Work(work), game.price(work));
        if sites.is_empty() {
            let school = building == Building::School;
            let places = if school { "needs a city without one" } else { "no room anywhere" };
            return Offer { prices: vec![(full, 0)], ..Offer::of(good, places.to_owned()) };
        }
        let built = |land: &mut Land| {
            land.buildings.insert(building);
        };
        let sites: Vec<(u32, &Region)> =
            sites.into_iter().map(|at| (self.brings(at, built), at)).collect();
        let earns = matches!(building, Building::Factory | Building::Railroad);
        let idle = earns && sites.iter().all(|(brings, _)| *brings == 0);
        let offer = self.works(good, full, sites);
        if idle {
            Offer { places: format!("{}; no income there yet", offer.places), idle, ..offer }
        } else {
            offer
        }
    }

    /// The canal, where it can be built (im66).
    fn canal(&self) -> Option<Offer> {
        let (game, open) = (self.game, &self.view.open);
        let sites = self
            .sites(|at, land| land.revolt.is_none() && yard::canal_fits(game, open, at).is_ok());
        let cost = |at: &Region| game.canal_price(open.land(at).force(self.own).engineer);
        let price = sites.iter().map(|at| cost(at)).min()?;
        let places = few(&sites, NAMED);
        Some(Offer { prices: vec![(price, 1)], ..Offer::of(Good::Work(Work::Canal), places) })
    }

    /// Resources that are worth something and not developed.
    fn resources(&mut self) -> Option<Offer> {
        let view = self.view;
        let sites = self.sites(|at, _| view.is_developable(at));
        if sites.is_empty() {
            return None;
        }
        let developed =
            |land: &mut Land| land.chit.iter_mut().for_each(|chit| chit.developed = true);
        let sites = sites.into_iter().map(|at| (self.brings(at, developed), at)).collect();
        Some(self.works(Good::Resource, self.game.format.works.develop.value, sites))
    }

    /// DP, so many for each city (im14).
    fn goodwill(&self) -> Offer {
        let income = &self.game.format.income;
        let each = income.dp_bought_per_city.value;
        let room = each.saturating_mul(self.view.open.count(self.own, Building::City));
        let places =
            if room == 0 { "needs a city".to_owned() } else { format!("{each} for each city") };
        Offer { prices: vec![(income.dp_price.value, room)], ..Offer::of(Good::Goodwill, places) }
    }
}

/// So many at each of these places.
fn limited(each: u32, places: usize) -> u32 {
    each.saturating_mul(u32::try_from(places).unwrap_or(u32::MAX))
}
