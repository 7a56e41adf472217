//! Orders of the set-up and of the production phase.

use super::{Check, Checked, number};
use crate::engine::Rule;
use crate::engine::orders::check::{forbid, require};
use crate::games::age_of_imperialism::format::Site;
use crate::games::age_of_imperialism::names::{Region, Sea};
use crate::games::age_of_imperialism::order::Means;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::resolve::{diplomacy, yard};
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Step};
use crate::games::age_of_imperialism::works::{Product, Work};

impl Check<'_> {
    pub(super) fn pick(&mut self, regions: &[Region]) -> Checked {
        require(!regions.is_empty(), rules::PICKS, Reason::NoPicks)?;
        let taken = |region: &&Region| self.land(region).owner.is_some();
        require(!regions.iter().all(|at| taken(&at)), rules::PICKS, Reason::AllTaken)?;
        let taken = regions.iter().find(taken).cloned();
        self.found.doubt(forbid(taken, rules::PICKS, |at| Reason::TakenAlready { at }));
        Ok(())
    }

    pub(super) fn mulligan(&mut self, region: &Region) -> Checked {
        let first = !self.open.mulligans.contains(&self.power);
        require(first, rules::RANDOM, Reason::OneMulligan)?;
        self.own(rules::RANDOM, region)
    }

    pub(super) fn bid(&mut self, pp: u32, wants: &[u32]) -> Checked {
        let hand = self.hand().pp;
        let places = u32::try_from(self.open.order.len()).unwrap_or(u32::MAX);
        self.found.expect(pp <= hand, rules::AUCTION, Reason::HighBid { pp, hand })?;
        let beyond = wants.iter().copied().find(|place| !(1..=places).contains(place));
        forbid(beyond, rules::AUCTION, |place| Reason::NoPlace { place, places })
    }

    pub(super) fn buy_dp(&mut self, count: u32) -> Checked {
        let most = self.built(Building::City) * self.game.format.income.dp_bought_per_city.value;
        number(rules::GOODWILL, count)?;
        require(most > 0, rules::GOODWILL, Reason::NoCityForDp)?;
        self.found.expect(count <= most, rules::GOODWILL, Reason::MostDp { most })
    }

    pub(super) fn remove_influence(&mut self, at: &Region, of: Power) -> Checked {
        let there = self.land(at).spheres.contains_key(&of);
        let reason = Reason::NoSphereOf { power: of, at: at.clone() };
        require(there, rules::REMOVAL, reason)?;
        if of == self.power {
            return Ok(());
        }
        self.own(rules::REMOVAL, at)?;
        let production = !self.open.step.is_movement();
        require(production, rules::REMOVAL, Reason::OthersInProduction)
    }

    pub(super) fn westernize(&mut self, at: &Region, pay: bool, influence: u32) -> Checked {
        let (rule, land) = (rules::WESTERNIZE, self.land(at));
        let spheres = self.influence(at);
        self.own(rule.clone(), at)?;
        let marker = land.marker.is_some();
        require(marker, rule.clone(), Reason::IsWesternized { at: at.clone() })?;
        self.quiet(rule.clone(), at)?;
        require(pay || influence > 0, rule.clone(), Reason::NeedsNoOrder)?;
        let (vain, short) = (!pay && spheres == 0, influence > spheres);
        let reason = Reason::OnlySpheres { spheres, at: at.clone() };
        if short { self.found.weigh(vain, rule, reason) } else { Ok(()) }
    }

    /// Nothing is built or westernized in a revolt.
    fn quiet(&self, rule: Rule, at: &Region) -> Checked {
        require(self.land(at).revolt.is_none(), rule, Reason::InRevolt { at: at.clone() })
    }

    pub(super) fn incite(&mut self, at: &Region, with: Means, bribe: bool) -> Checked {
        let place = || at.clone();
        let inherited = self.owns(at) && self.may_be_inherited(at);
        let unmoved = diplomacy::quiet(self.open, self.power, at)
            .filter(|why| !(inherited && matches!(why, Reason::NotAnothers { .. })));
        forbid(unmoved, rules::INCITE, |reason| reason)?;
        let sphere = with == Means::Dp || self.land(at).spheres.contains_key(&self.power);
        require(sphere, rules::INCITE, Reason::NoSphere { at: place() })?;
        let near = (with != Means::Dp && !bribe) || self.is_near(at);
        require(near, rules::BRIBE, Reason::OutOfReach { at: place() })?;
        // The earlier line may fail, for want of a diplomacy point perhaps.
        let once = self.incited.insert(place());
        self.found.expect(once, rules::INCITE, Reason::InciteTwice { at: place() })
    }

    /// True if an ally's brigades stand in a region of the author, who may be unable to pay for
    /// his own (im69).
    fn may_be_inherited(&self, at: &Region) -> bool {
        let land = self.land(at);
        land.armies.iter().any(|(power, force)| *power != self.power && force.brigades() > 0)
    }

    /// True if a quiet region of the author touches this one, or one of his fleets lies off it.
    fn is_near(&self, at: &Region) -> bool {
        let own = |region: &Region| self.owns(region) || self.may_inherit(region);
        let quiet = |region: &Region| own(region) && self.land(region).revolt.is_none();
        let mut fleets = self.squadrons();
        self.chart.near(at).any(quiet)
            || fleets.any(|(_, fleet)| self.chart.on_coast(at, &fleet.sea))
    }

    pub(super) fn build(
        &mut self,
        what: Work,
        at: &Region,
        count: u32,
        sea: Option<&Sea>,
        engineers: u32,
    ) -> Checked {
        let set_up = self.open.step == Step::Placement;
        let works = matches!(what.product(), Product::Building(_) | Product::Canal);
        number(rules::BUILD, count)?;
        self.own(if set_up { rules::PLACEMENT } else { rules::BUILD }, at)?;
        match what.product() {
            Product::Unit(kind) => {
                self.raise(what, self.game.format.units[&kind].built_at.site, at)?;
            }
            Product::Fleet => self.launch(at, sea)?,
            Product::Building(building) => self.erect(building, at)?,
            Product::Canal => self.canal(at)?,
        }
        let berth = sea.is_none() || matches!(what.product(), Product::Fleet);
        self.found.expect(berth, self.berthing(), Reason::OnlyFleetsHaveSeas)?;
        let single = !works || count == 1;
        self.found.expect(single, rules::BUILDINGS, Reason::OneOfAKind)?;
        self.engineers(at, works, engineers)?;
        if set_up { self.budget(what, count) } else { Ok(()) }
    }

    /// The rule about where a fleet is put.
    fn berthing(&self) -> Rule {
        if self.open.step == Step::Placement { rules::PLACEMENT } else { rules::DEVELOP }
    }

    /// Engineers work on buildings and resources, where they are (im25); not at set-up (im11).
    fn engineers(&mut self, at: &Region, works: bool, engineers: u32) -> Checked {
        if engineers == 0 {
            Ok(())
        } else if !works {
            self.found.warn(rules::ENGINEERS, Reason::WorkForEngineers)
        } else if self.open.step == Step::Placement {
            self.found.warn(rules::PLACEMENT, Reason::NoEngineersAtSetUp)
        } else {
            let some = self.force(at).engineer > 0;
            self.found.expect(some, rules::ENGINEERS, Reason::NoEngineer { at: at.clone() })
        }
    }

    /// At set-up everything is bought from what is in hand.
    fn budget(&mut self, what: Work, count: u32) -> Checked {
        self.spent = self.spent.saturating_add(self.game.price(what).saturating_mul(count));
        let (spent, most) = (self.spent, self.hand().pp.max(self.game.board.purse.0));
        self.found.expect(spent <= most, rules::PLACEMENT, Reason::SpendsPp { spent, most })
    }

    fn raise(&mut self, what: Work, site: Site, at: &Region) -> Checked {
        let sited = site.is_in(self.land(at)) || self.open.step == Step::Placement;
        self.found.expect(sited, rules::BUILD, Reason::NoSite { what, at: at.clone(), site })
    }

    fn launch(&mut self, at: &Region, sea: Option<&Sea>) -> Checked {
        let coast: Vec<Sea> = self.chart.coast(at).cloned().collect();
        self.coast(self.berthing(), at)?;
        let off = sea.filter(|sea| !coast.contains(sea)).cloned();
        let about = |sea| Reason::NotOffCoast { at: at.clone(), sea, coast };
        forbid(off, self.berthing(), about)?;
        let set_up = self.open.step == Step::Placement;
        let port = set_up || self.land(at).buildings.contains(&Building::Port);
        self.found.expect(port, rules::BUILD, Reason::NoPort { at: at.clone() })
    }

    fn erect(&mut self, building: Building, at: &Region) -> Checked {
        let planned = self.hopes.cities.contains(at);
        let later = self.open.step != Step::Placement;
        match yard::fits(self.game, self.open, building, at) {
            Err((_, Reason::NoCity { at })) if planned && later => {
                Err((rules::DEVELOP, Reason::CityTooNew { at }))
            }
            Err((_, Reason::NoCity { .. })) if planned => Ok(()),
            Err(checked) => Err(checked),
            Ok(()) => self.quiet(rules::DEVELOP, at),
        }
    }

    fn canal(&mut self, at: &Region) -> Checked {
        yard::canal_fits(self.game, self.open, at)?;
        let later = self.open.step != Step::Placement;
        require(later, rules::CANAL, Reason::CanalLater)?;
        self.quiet(rules::DEVELOP, at)
    }

    pub(super) fn develop(&mut self, at: &Region, engineers: u32) -> Checked {
        let (developed, place) = (self.land(at).is_developed(), || at.clone());
        self.own(rules::DEVELOP, at)?;
        require(!developed, rules::DEVELOP, Reason::DevelopedAlready { at: place() })?;
        let some = self.view.resource(at) != Some(0);
        require(some, rules::DEVELOP, Reason::NothingToDevelop { at: place() })?;
        self.quiet(rules::DEVELOP, at)?;
        self.engineers(at, true, engineers)
    }
}
