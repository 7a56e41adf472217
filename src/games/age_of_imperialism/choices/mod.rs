//! What a power may order, region by region and fleet by fleet: the lines of a template.
//!
//! Offered is what the check finds nothing to say about.

mod field;
mod home;

use super::check::is_sound;
use super::names::{Fleet, Region};
use super::order::{Means, Order};
use super::power::Power;
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use super::state::{Squadron, Step};
use super::switches::Selection;
use super::{AgeOfImperialism, page};
use crate::base::words::{capital, count, joined};
use crate::engine::Choice;

type Choices = Vec<Choice<Order>>;

/// Lines that one region, fleet or power is offered at most.
const MOST: usize = 10;
/// Regions in the first list of those to choose at most, and characters of their names.
const FIRST: usize = 4;
const SHORT: usize = 42;
/// Regions of another power that one may incite, as offered.
const INCITED: usize = 2;

/// What the reader may order in the coming cycle.
pub fn choices(game: &AgeOfImperialism, view: &View) -> Choices {
    let memo = Memo::default();
    let own = Standpoint::of(game, view, &memo).filter(|own| own.open.step != Step::Over);
    let Some(own) = own else { return Vec::new() };
    let mut choices: Choices = own.picks().into_iter().collect();
    choices.extend(own.regions());
    choices.extend(own.squadrons().map(|(fleet, squadron)| own.fleet(fleet, squadron)));
    if own.open.step > Step::Placement {
        choices.extend(own.others().map(|other| own.dealings(other)));
        choices.push(own.whole());
    }
    choices.into_iter().map(|choice| choice.most(MOST)).collect()
}

impl Standpoint<'_> {
    /// Offers an order, if it is sound by itself; true if it is.
    fn offer(&self, choice: &mut Choice<Order>, order: Order, about: impl Into<String>) -> bool {
        let sound = is_sound(*self, &order);
        if sound {
            choice.offer(order, about);
        }
        sound
    }

    /// Regions to choose: one's homes, then zone by zone.
    fn picks(&self) -> Option<Choice<Order>> {
        let random = self.game.switches.region_selection == Selection::Random;
        let held = self.open.owned(self.power).count();
        if self.open.step != Step::Picks || random || held >= self.game.board.regions as usize {
            return None;
        }
        let what = format!("Regions to choose: {} in all, each the first", self.game.board.regions);
        let mut choice = Choice::other(format!("{what} of your list that is still free"));
        let best = self.central().into_iter().cloned().collect();
        let about = "most neighbours and sea areas";
        self.offer(&mut choice, Order::Pick { regions: best }, about);
        let homes = self.game.board.homes.iter().filter(|(power, _)| *power == self.power);
        let homes = homes.map(|(_, regions)| ("your homes", regions));
        let zones = self.chart.zones.iter();
        for (about, regions) in homes.chain(zones.map(|(zone, regions)| (zone.as_str(), regions))) {
            let free = regions.iter().filter(|at| self.is_native(at));
            self.offer(&mut choice, Order::Pick { regions: free.cloned().collect() }, about);
        }
        Some(choice)
    }

    /// The free regions that touch most regions and sea areas, as many as a short line takes.
    fn central(&self) -> Vec<&Region> {
        let mut free: Vec<&Region> =
            self.chart.order.iter().filter(|at| self.is_native(at)).collect();
        let touched = |at: &Region| self.chart.near(at).count() + self.chart.coast(at).count();
        free.sort_by_key(|at| std::cmp::Reverse(touched(at)));
        let mut room = SHORT;
        free.into_iter()
            .take_while(|at| {
                let fits = room.checked_sub(at.as_str().chars().count());
                room = fits.unwrap_or(0);
                fits.is_some()
            })
            .take(FIRST)
            .collect()
    }

    /// Regions that are the power's, or where it has units, in the order of the map.
    fn regions(&self) -> Choices {
        let own = |at: &&Region| self.owns(at) || !self.force(at).is_empty();
        let choice = |at: &Region| {
            let mut choice = Choice::unit(self.described(at));
            match self.open.step {
                Step::Picks => {
                    self.offer(&mut choice, Order::Mulligan { region: at.clone() }, "for another");
                }
                Step::First | Step::Second => self.field(&mut choice, at),
                _ => self.home(&mut choice, at),
            }
            choice
        };
        self.chart.order.iter().filter(own).map(choice).collect()
    }

    /// Whose it is, who stands there and what is known of it, as the report has it.
    fn described(&self, at: &Region) -> String {
        let land = self.land(at);
        let name = page::held(at, land, self.power);
        let force = self.force(at);
        let units = if force.is_empty() { "no units".to_owned() } else { force.to_string() };
        let natives = match page::marker(self.view, at) {
            known if known.starts_with("westernized") => known,
            known => format!("natives {known}"),
        };
        let chit = page::chit(self.view, at);
        let chit = if chit.is_empty() { chit } else { format!("resource {chit}") };
        let facts = joined([page::buildings(land), natives, chit], "; ");
        format!("{name}: {units}; {facts}")
    }

    fn fleet(&self, fleet: Fleet, squadron: &Squadron) -> Choice<Order> {
        let Squadron { sea, cargo } = squadron;
        let aboard = if cargo.is_empty() { "empty".to_owned() } else { cargo.to_string() };
        let mut choice = Choice::unit(format!("Fleet {fleet}, {sea}: {aboard}"));
        if self.open.step.is_movement() {
            self.voyages(&mut choice, fleet, squadron);
        }
        choice
    }

    /// What may be done about another power.
    fn dealings(&self, other: Power) -> Choice<Order> {
        let open = self.open;
        let stand = match (self.at_war(other), self.allied(other)) {
            (true, _) => "at war with you",
            (_, true) => "your allies",
            _ => "at peace with you",
        };
        let size =
            (count(open.owned(other).count(), "region"), count(open.brigades(other), "brigade"));
        let who = capital(other.title());
        let mut choice = Choice::other(format!("{who}: {}, {}; {stand}", size.0, size.1));
        let dp = format!("{} DP", self.game.format.diplomacy.war.value);
        self.offer(&mut choice, Order::Peace { with: other }, "if they order it too");
        self.offer(&mut choice, Order::EndAlliance { with: other }, "");
        self.offer(&mut choice, Order::DeclareWar { on: other }, dp);
        self.offer(&mut choice, Order::Ally { with: other }, "if they order it too");
        if !self.allied(other) {
            self.incite(&mut choice, other);
        }
        if self.hand().pp >= 10 && !self.at_war(other) {
            self.offer(&mut choice, Order::Give { to: other, pp: 10 }, "");
        }
        choice
    }

    /// Regions where natives may be stirred up, the strongest first.
    fn incite(&self, choice: &mut Choice<Order>, other: Power) {
        let order = self.chart.order.iter();
        let mut ripe: Vec<&Region> =
            order.filter(|at| self.land(at).owner == Some(other)).collect();
        let strength = |at: &Region| self.view.strength(at);
        ripe.sort_by_key(|at| u8::MAX - strength(at).unwrap_or(0));
        let mut offered = 0;
        for at in ripe {
            let about = strength(at).map_or_else(String::new, |s| format!("strength {s}, 1 DP"));
            let order = Order::Incite { at: at.clone(), with: Means::Dp, bribe: false };
            offered += usize::from(offered < INCITED && self.offer(choice, order, about));
        }
    }

    /// Money in production, decisions of battles in movement.
    fn whole(&self) -> Choice<Order> {
        let purse = self.hand();
        let hand = format!("{} PP and {} DP in hand", purse.pp, purse.dp);
        let mut choice = Choice::other(format!("Your power: {hand}"));
        if self.open.step.is_movement() {
            self.policies(&mut choice);
        } else {
            self.treasury(&mut choice);
        }
        choice
    }

    /// Leave for the others to pass the strait, if the power holds a region on one (im2).
    fn passage(&self, choice: &mut Choice<Order>) {
        if self.keeps_strait() {
            self.offer(choice, Order::Passage { to: self.others().collect() }, "your strait");
        }
    }
}
