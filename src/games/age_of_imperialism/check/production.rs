//! Orders of the set-up and of the production phase.

use super::{Check, Line};
use crate::engine::Rule;
use crate::games::age_of_imperialism::format::Site;
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::orders::{Means, Order};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Region, Step};
use crate::games::age_of_imperialism::switches::Switch;
use crate::games::age_of_imperialism::works::{Product, Work};

impl Check<'_> {
    pub(super) fn production(&mut self, line: &Line) {
        match &line.order {
            Order::Pick { regions } => self.pick(line, regions),
            Order::Mulligan { region } => self.mulligan(line, region),
            Order::Bid { pp, wants } => self.bid(line, *pp, wants),
            Order::BuyDp { count } => self.buy_dp(line, *count),
            Order::RemoveInfluence { at, of } => self.remove_influence(line, at, *of),
            Order::Westernize { at, pay, influence } => self.westernize(line, at, *pay, *influence),
            Order::Incite { at, with, bribe } => self.incite(line, at, (*with, *bribe)),
            Order::Build { what, at, count, sea, engineers } => {
                self.build(line, (*what, at, *count), (sea.as_deref(), *engineers));
            }
            Order::Develop { at, engineers } => self.develop(line, at, *engineers),
            Order::Give { to, pp } => {
                let _ = self.other(line, &rules::GIFT, *to) && self.number(line, &rules::GIFT, *pp);
            }
            _ => {}
        }
    }

    fn pick(&mut self, line: &Line, regions: &[Region]) {
        let taken = |region: &&Region| self.land(region).owner.is_some();
        if regions.is_empty() {
            self.refuse(line, &rules::PICKS, "a list of picks names at least one region");
        } else if regions.iter().all(|region| taken(&region)) {
            self.refuse(line, &rules::PICKS, "all of these regions are taken");
        } else if let Some(taken) = regions.iter().find(taken) {
            self.odd(line, &rules::PICKS, format!("{taken} is taken already"));
        }
    }

    fn mulligan(&mut self, line: &Line, region: &str) {
        if self.state().mulligans.contains(&self.power) {
            self.refuse(line, &rules::RANDOM, "one region may be given back, once");
        } else {
            self.own(line, &rules::RANDOM, region);
        }
    }

    fn bid(&mut self, line: &Line, pp: u32, wants: &[u32]) {
        let hand = self.state().purse(self.power).pp;
        let places = u32::try_from(self.state().order.len()).unwrap_or(u32::MAX);
        if pp > hand {
            let what = format!("{pp} PP are more than the {hand} in hand");
            self.odd(line, &rules::AUCTION, what);
        }
        if let Some(place) = wants.iter().find(|place| !(1..=places).contains(*place)) {
            let what = format!("there is no place {place} among {places} powers");
            self.refuse(line, &rules::AUCTION, what);
        }
    }

    fn buy_dp(&mut self, line: &Line, count: u32) {
        let cities = self.state().count(self.power, Building::City);
        let most = cities * self.game.format.income.dp_bought_per_city.value;
        if !self.number(line, &rules::GOODWILL, count) {
            return;
        }
        if most == 0 {
            self.refuse(line, &rules::GOODWILL, "without a city you may buy no diplomacy points");
        } else if count > most {
            let what = format!("you may buy {most} diplomacy points at most");
            self.odd(line, &rules::GOODWILL, what);
        }
    }

    fn remove_influence(&mut self, line: &Line, at: &str, of: Power) {
        if !self.land(at).spheres.contains_key(&of) {
            let what = format!("{of} have no sphere of influence in {at}");
            self.refuse(line, &rules::REMOVAL, what);
        } else if of != self.power && self.own(line, &rules::REMOVAL, at) {
            let movement = self.state().step.is_movement();
            if movement {
                let what = "others' spheres of influence are removed in the production phase";
                self.refuse(line, &rules::REMOVAL, what);
            }
        }
    }

    fn westernize(&mut self, line: &Line, at: &str, pay: bool, influence: u32) {
        if !self.own(line, &rules::WESTERNIZE, at) {
            return;
        }
        let land = self.land(at);
        let spheres = land.spheres.get(&self.power).copied().unwrap_or(0);
        if land.marker.is_none() {
            self.refuse(line, &rules::WESTERNIZE, format!("{at} is westernized already"));
        } else if land.revolt.is_some() {
            self.refuse(line, &rules::WESTERNIZE, format!("{at} is in revolt"));
        } else if !pay && influence == 0 {
            let what = "what stands there works without an order";
            self.refuse(line, &rules::WESTERNIZE, what);
        } else if influence > spheres {
            let what = format!("you have {spheres} spheres of influence in {at}");
            if pay || spheres > 0 {
                self.odd(line, &rules::WESTERNIZE, what);
            } else {
                self.refuse(line, &rules::WESTERNIZE, what);
            }
        }
    }

    fn incite(&mut self, line: &Line, at: &str, (with, bribe): (Means, bool)) {
        let land = self.land(at);
        let (owner, revolt) = (land.owner, land.revolt.is_some());
        let spheres = land.spheres.contains_key(&self.power);
        let tried = self.state().incited.contains(at);
        if owner.is_none() || (owner == Some(self.power) && !self.may_be_inherited(at)) {
            let what = format!("only a region of another power can be incited, not {at}");
            self.refuse(line, &rules::INCITE, what);
        } else if land.marker.is_none() {
            self.refuse(line, &rules::INCITE, format!("{at} is westernized"));
        } else if revolt {
            self.refuse(line, &rules::INCITE, format!("{at} is in revolt already"));
        } else if with == Means::Influence && !spheres {
            let what = format!("you have no sphere of influence in {at}");
            self.refuse(line, &rules::INCITE, what);
        } else if (with == Means::Dp || bribe) && !self.is_near(at) {
            let what = format!("you have neither a quiet region nor a fleet next to {at}");
            self.refuse(line, &rules::BRIBE, what);
        } else if tried {
            self.refuse(line, &rules::INCITE, format!("it was attempted in {at} in this phase"));
        } else if !self.seen.incited.insert(at.to_owned()) {
            // The earlier line may fail, for want of a diplomacy point perhaps.
            self.odd(line, &rules::INCITE, format!("{at} can be incited once in a phase"));
        }
    }

    /// True if an ally's brigades stand in a region of the author, who may be unable to pay for
    /// his own (im69).
    fn may_be_inherited(&self, at: &str) -> bool {
        let land = self.land(at);
        land.armies.iter().any(|(power, force)| *power != self.power && force.brigades() > 0)
    }

    /// True if a quiet region of the author touches this one, or one of his fleets lies off it.
    fn is_near(&self, at: &str) -> bool {
        let chart = &self.game.board.chart;
        let quiet = |region: &String| {
            let land = self.land(region);
            let own = land.owner == Some(self.power) || self.may_inherit(region);
            own && land.revolt.is_none()
        };
        let fleets = self.state().fleets.get(&self.power).into_iter().flat_map(|f| f.values());
        let mut off = fleets.filter(|fleet| chart.on_coast(at, &fleet.sea));
        chart.near(at).any(quiet) || off.next().is_some()
    }

    fn build(
        &mut self,
        line: &Line,
        (what, at, count): (Work, &str, u32),
        (sea, engineers): (Option<&str>, u32),
    ) {
        let rule = self.placing();
        if !self.number(line, &rules::BUILD, count) || !self.own(line, &rule, at) {
            return;
        }
        match what.product() {
            Product::Unit(kind) => {
                self.raise(line, self.game.format.units[&kind].built_at.site, at);
            }
            Product::Fleet => self.launch(line, at, sea),
            Product::Building(building) => self.erect(line, building, at),
            Product::Canal => self.canal(line, at),
        }
        if !matches!(what.product(), Product::Fleet) && sea.is_some() {
            self.odd(line, &self.berthing(), "only a fleet has a sea area");
        }
        let works = matches!(what.product(), Product::Building(_) | Product::Canal);
        if works && count > 1 {
            self.odd(line, &rules::BUILDINGS, "a region has at most one of a kind");
        }
        self.engineers(line, at, (works, engineers));
        if self.state().step == Step::Placement && self.stands(line) {
            self.budget(line, what, count);
        }
    }

    /// The rule about where something is built.
    fn placing(&self) -> Rule {
        if self.state().step == Step::Placement { rules::PLACEMENT } else { rules::BUILD }
    }

    /// The rule about where a fleet is put.
    fn berthing(&self) -> Rule {
        if self.state().step == Step::Placement { rules::PLACEMENT } else { rules::DEVELOP }
    }

    /// Engineers work on buildings and resources, where they are (im25); not at set-up (im11).
    fn engineers(&mut self, line: &Line, at: &str, (works, engineers): (bool, u32)) {
        if engineers == 0 {
            return;
        }
        if !works {
            self.odd(line, &rules::ENGINEERS, "engineers work on buildings and resources");
        } else if self.state().step == Step::Placement {
            self.odd(line, &rules::PLACEMENT, "no engineer works at set-up");
        } else if self.land(at).force(self.power).engineer == 0 {
            self.odd(line, &rules::ENGINEERS, format!("no engineer of yours is in {at} yet"));
        }
    }

    /// At set-up everything is bought from what is in hand.
    fn budget(&mut self, line: &Line, what: Work, count: u32) {
        let price = self.game.price(what).saturating_mul(count);
        self.seen.spent = self.seen.spent.saturating_add(price);
        let row = self.game.board.purse.0;
        let hand = self.state().purse(self.power).pp.max(row);
        if self.seen.spent > hand {
            let what = format!("up to here it costs {} PP of {hand}", self.seen.spent);
            self.odd(line, &rules::PLACEMENT, what);
        }
    }

    fn raise(&mut self, line: &Line, site: Site, at: &str) {
        if !site.is_in(self.land(at)) && self.state().step != Step::Placement {
            let what = format!("it is built at {}, and {at} has none yet", site.word());
            self.odd(line, &rules::BUILD, what);
        }
    }

    fn launch(&mut self, line: &Line, at: &str, sea: Option<&str>) {
        let coast: Vec<&str> = self.game.board.chart.coast(at).map(String::as_str).collect();
        let rule = self.berthing();
        if coast.is_empty() {
            self.refuse(line, &rule, format!("{at} has no coast"));
        } else if sea.is_some_and(|sea| !coast.contains(&sea)) {
            let hint = format!("its sea areas are: {}", coast.join(", "));
            let what = format!("a fleet of {at} needs a sea area next to it");
            self.refuse_with(line, &rule, what, hint);
        } else if self.state().step != Step::Placement
            && !self.land(at).buildings.contains(&Building::Port)
        {
            self.odd(
                line,
                &rules::BUILD,
                format!("fleets are built at ports, and {at} has none yet"),
            );
        }
    }

    fn erect(&mut self, line: &Line, building: Building, at: &str) {
        let buildings = self.land(at).buildings.clone();
        let several = self.game.switches.several_buildings == Switch::Yes;
        let set_up = self.state().step == Step::Placement;
        let city = buildings.contains(&Building::City);
        let planned = self.hopes.cities.contains(at);
        if buildings.contains(&building) {
            self.refuse(line, &rules::BUILDINGS, format!("{at} has a {} already", building.word()));
        } else if let Some(other) = buildings
            .iter()
            .find(|other| other.is_exclusive() && building.is_exclusive() && !several)
        {
            self.refuse(line, &rules::BUILDINGS, format!("{at} has a {} already", other.word()));
        } else if building == Building::Port && self.game.board.chart.coast(at).next().is_none() {
            self.refuse(line, &rules::DEVELOP, format!("{at} has no coast"));
        } else if building == Building::School && !city && planned && !set_up {
            let what = format!("the city of {at} would be of this turn");
            self.refuse(line, &rules::DEVELOP, what);
        } else if building == Building::School && !city && !planned {
            self.refuse(line, &rules::BUILDINGS, format!("{at} has no city"));
        } else if self.land(at).revolt.is_some() {
            self.refuse(line, &rules::DEVELOP, format!("{at} is in revolt"));
        }
    }

    fn canal(&mut self, line: &Line, at: &str) {
        let gates = self.game.board.chart.straits.iter().filter(|s| s.kind == Gate::Canal);
        let sites: Vec<&String> = gates.flat_map(|strait| &strait.region).collect();
        if self.game.switches.suez_canal == Switch::No {
            self.refuse(line, &rules::CANAL, "no canal can be built in this campaign");
        } else if !sites.contains(&&at.to_owned()) {
            self.refuse(line, &rules::CANAL, format!("no canal can be built in {at}"));
        } else if self.state().canal.is_some() {
            self.refuse(line, &rules::CANAL, "the canal is built already");
        } else if self.state().step == Step::Placement {
            self.refuse(line, &rules::CANAL, "the canal is not built at set-up");
        } else if self.land(at).revolt.is_some() {
            self.refuse(line, &rules::DEVELOP, format!("{at} is in revolt"));
        }
    }

    fn develop(&mut self, line: &Line, at: &str, engineers: u32) {
        if !self.own(line, &rules::DEVELOP, at) {
            return;
        }
        let land = self.land(at);
        let developed = land.chit.as_ref().is_some_and(|chit| chit.developed);
        let value = self.state().secrets.chits.get(at).copied();
        if developed {
            self.refuse(
                line,
                &rules::DEVELOP,
                format!("the resource of {at} is developed already"),
            );
        } else if value == Some(0) {
            self.refuse(line, &rules::DEVELOP, format!("there is nothing to develop in {at}"));
        } else if land.revolt.is_some() {
            self.refuse(line, &rules::DEVELOP, format!("{at} is in revolt"));
        } else {
            self.engineers(line, at, (true, engineers));
        }
    }
}
