//! What is wrong or hardly meant in orders, judged by what their author can see.
//!
//! Moderator and player run this on the same view, so a refusal can never be used as a spy. Refused
//! is what cannot be carried out in this cycle whatever happens in it; what may yet become
//! possible, or can be done in part, is only a warning.

mod budgets;
mod last;
mod movement;
mod production;
#[cfg(test)]
mod tests;
mod warnings;

pub use budgets::budget;
pub use last::{is_sound, last_checker};

use std::collections::BTreeSet;
use std::ops::Deref;

use super::force::Force;
use super::names::{Region, Sea};
use super::order::{Condition, Order};
use super::policies::{Limit, Odds};
use super::power::Power;
use super::reasons::Reason;
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use super::switches::{Exchange, Placement, Switch};
use super::works::Work;
use super::{AgeOfImperialism, rules};
use crate::engine::contract::game::SheetCheck;
use crate::engine::orders::check::{Findings, require};
use crate::engine::{self, Finding, Given, List, Rule, Sheet};

type Line = Given<Order>;

/// Nothing, or what is wrong and by which rule.
type Checked = engine::orders::check::Checked<Reason>;

/// More of anything than one line may ask.
const MOST: u32 = 1000;

/// Everything wrong or hardly meant in a sheet.
pub fn findings(
    game: &AgeOfImperialism,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding<Reason>> {
    let memo = Memo::default();
    Standpoint::of(game, view, &memo).map_or_else(Vec::new, |own| found(own, sheet))
}

/// The same for many sheets by one view.
pub fn checker<'a>(game: &'a AgeOfImperialism, view: &'a View) -> SheetCheck<'a, AgeOfImperialism> {
    let memo = Memo::default();
    Box::new(move |sheet| {
        Standpoint::of(game, view, &memo).map_or_else(Vec::new, |own| found(own, sheet))
    })
}

/// Everything wrong or hardly meant in a sheet, from where its author judges.
fn found(standpoint: Standpoint<'_>, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
    let game = standpoint.game;
    let mut check = Check {
        standpoint,
        found: Findings::default(),
        spent: 0,
        incited: BTreeSet::new(),
        hopes: Hopes::default(),
    };
    // Contingent lines are carried out first, but their condition may come true late.
    sheet.orders.iter().for_each(|line| check.hopes.note(&line.order));
    let cases = || sheet.contingent.iter().flat_map(|case| case.then.iter().chain(&case.otherwise));
    cases().for_each(|line| check.hopes.note(&line.order));
    cases().for_each(|line| check.line(line));
    // In the alternate placement a line waits until it can be carried out.
    if game.switches.placement == Placement::Simultaneous {
        check.hopes = Hopes::default();
        cases().for_each(|line| check.hopes.note(&line.order));
    }
    for line in &sheet.orders {
        check.line(line);
        check.hopes.note(&line.order);
    }
    sheet.standing.iter().for_each(|line| check.line(line));
    for case in &sheet.contingent {
        check.found.about_case(case);
        let verdict = check.condition(&case.when);
        check.found.refuse(verdict);
    }
    check.hardly_meant(sheet);
    check.found.end()
}

/// What lines of the same file may have done before a line is carried out.
#[derive(Debug, Clone, Default)]
struct Hopes {
    /// Regions to which they bring units.
    reached: BTreeSet<Region>,
    /// Regions where marches and landings end.
    ends: BTreeSet<Region>,
    /// Regions where they build a city.
    cities: BTreeSet<Region>,
}

impl Hopes {
    fn note(&mut self, order: &Order) {
        // Units may be left anywhere on the way.
        if let Order::March { path, .. } = order {
            self.reached.extend(path.iter().skip(1).cloned());
            self.ends.extend(path.last().cloned());
        }
        if let Order::Land { at, .. } = order {
            self.reached.insert(at.clone());
            self.ends.insert(at.clone());
        }
        if let Order::Build { what: Work::City, at, .. } = order {
            self.cities.insert(at.clone());
        }
    }
}

struct Check<'a> {
    standpoint: Standpoint<'a>,
    found: Findings<Reason>,
    /// PP that earlier lines spend at set-up.
    spent: u32,
    /// Regions where earlier lines incite.
    incited: BTreeSet<Region>,
    hopes: Hopes,
}

impl<'a> Deref for Check<'a> {
    type Target = Standpoint<'a>;

    fn deref(&self) -> &Standpoint<'a> {
        &self.standpoint
    }
}

impl Check<'_> {
    /// Warns of something at this moment, unless it is so; standing orders are for other moments
    /// too.
    fn expect_now(&mut self, so: bool, rule: Rule, otherwise: Reason) -> Checked {
        self.found.expect(so || self.found.list() == List::Standing, rule, otherwise)
    }

    fn line(&mut self, line: &Line) {
        self.found.about(line);
        let checked = self.order(&line.order);
        self.found.refuse(checked);
    }

    /// What forbids an order. What is permitted but hardly meant is noted on the way.
    fn order(&mut self, order: &Order) -> Checked {
        let fits = order.life().fits(self.found.list());
        require(fits, rules::SEQUENCE, Reason::NotStanding)?;
        match order {
            Order::Pick { regions } => self.pick(regions),
            Order::Mulligan { region } => self.mulligan(region),
            Order::Bid { pp, wants } => self.bid(*pp, wants),
            Order::BuyDp { count } => self.buy_dp(*count),
            Order::RemoveInfluence { at, of } => self.remove_influence(at, *of),
            Order::Westernize { at, pay, influence } => self.westernize(at, *pay, *influence),
            Order::Incite { at, with, bribe } => self.incite(at, *with, *bribe),
            Order::Build { what, at, count, sea, engineers } => {
                self.build(*what, at, *count, sea.as_ref(), *engineers)
            }
            Order::Develop { at, engineers } => self.develop(at, *engineers),
            Order::Give { to, pp } => {
                self.other(rules::GIFT, *to)?;
                number(rules::GIFT, *pp)
            }
            Order::DeclareWar { on } => self.declare_war(*on),
            Order::Peace { with } => self.peace(*with),
            Order::Ally { with } => self.ally(*with),
            Order::EndAlliance { with } => self.end_alliance(*with),
            Order::Cede { at, to } => self.cede(at, *to),
            Order::March { units, path } => self.march(units, path),
            Order::Board { units, from, fleet } => self.board(units, from, *fleet),
            Order::Sail { fleets, path } => self.sail(fleets, path),
            Order::Land { fleets, units, at } => self.disembark(fleets, units.as_ref(), at),
            Order::Engage { fleets, enemy } => self.engage(fleets, *enemy),
            Order::Unpaid { first } => {
                let once = first.iter().collect::<BTreeSet<_>>().len() == first.len();
                self.found.expect(once, rules::UPKEEP, Reason::UnpaidTwice)
            }
            Order::Displace { first, .. } => {
                require(!first.is_empty(), rules::EXPLORE, Reason::NoPowers)
            }
            Order::Intercept { fleets, when, .. } => {
                if let Odds::AtLeast(own, theirs) = when {
                    number(rules::INTERCEPT, *own)?;
                    number(rules::INTERCEPT, *theirs)?;
                }
                self.hunters(fleets)
            }
            Order::BreakOff { when } => moment(&rules::NAVAL, when),
            Order::Retreat { when, .. } => moment(&rules::RETREAT, when),
            // Nothing in these can be wrong but their names.
            Order::OnRevolt { .. }
            | Order::Reserve { .. }
            | Order::Passage { .. }
            | Order::Fight { .. }
            | Order::Explore { .. }
            | Order::Prospect { .. }
            | Order::Sink { .. }
            | Order::Losses { .. }
            | Order::Triple { .. }
            | Order::Transfer { .. }
            | Order::LastStand(_)
            | Order::Reinforce { .. }
            | Order::Natives { .. }
            | Order::Scorch { .. } => Ok(()),
        }
    }

    /// A condition is about another power, and about a number that may be reached or missed.
    fn condition(&self, condition: &Condition) -> Checked {
        match condition {
            Condition::AtWar(power) | Condition::AtPeace(power) => {
                self.other(rules::SEQUENCE, *power)
            }
            Condition::NativeAtMost(_, count) | Condition::Pp(count) | Condition::Dp(count) => {
                number(rules::SEQUENCE, *count)
            }
            Condition::EnemyAt(_)
            | Condition::NoEnemyAt(_)
            | Condition::EnemyAtMost(..)
            | Condition::EnemyFleetAt(_)
            | Condition::EnemyFleetAtMost(..)
            | Condition::Own(_)
            | Condition::OwnedBy(..)
            | Condition::Native(_)
            | Condition::RevoltAt(_) => Ok(()),
        }
    }

    /// The author must control the region, or may come to.
    fn own(&mut self, rule: Rule, region: &Region) -> Checked {
        let at = region.clone();
        if self.may_inherit(region) {
            return self.found.warn(rule, Reason::NotYoursYet { at });
        }
        require(self.owns(region), rule, Reason::NotYours { at })
    }

    /// True if the author's brigades stand in the region of another power. If that one's are given
    /// up for want of upkeep, the region is the author's (im69).
    fn may_inherit(&self, region: &Region) -> bool {
        self.stranger(region).is_some() && self.force(region).brigades() > 0
    }

    /// True if units of the author may come to a region in the movement phases of others before
    /// his own: by retreat into a friend's region.
    fn may_be_joined(&self, region: &Region) -> bool {
        let together = self.game.switches.exchange == Exchange::Together;
        let later = together && self.open.order.first() != Some(&self.power);
        let friends = self.game.switches.alliances == Switch::Yes;
        later && (self.owns(region) || (friends && self.stranger(region).is_some()))
    }

    /// Dealings are with others.
    fn other(&self, rule: Rule, power: Power) -> Checked {
        require(power != self.power, rule, Reason::Yourself)
    }
}

/// A force must be one that can be asked for.
fn some(rule: Rule, units: &Force) -> Checked {
    let fits = units.iter().all(|(_, count)| count <= MOST) && !units.is_empty();
    require(fits, rule, Reason::NoUnits { most: MOST })
}

/// A moment that comes, and not at once.
fn moment(rule: &Rule, when: &Limit) -> Checked {
    require(when.names_some(), rule.clone(), Reason::NoMoments)?;
    when.numbers().into_iter().try_for_each(|count| number(rule.clone(), count))
}

/// A number must be one that can be asked for.
fn number(rule: Rule, number: u32) -> Checked {
    let fits = (1..=MOST).contains(&number);
    require(fits, rule, Reason::NumberOutside { number, most: MOST })
}

/// True if the condition holds by what the power sees.
pub fn holds(game: &AgeOfImperialism, view: &View, condition: &Condition) -> bool {
    let memo = Memo::default();
    let Some(own) = Standpoint::of(game, view, &memo) else { return false };
    let enemies_at = |region: &Region| {
        let mut armies = own.land(region).armies.iter();
        armies.any(|(other, force)| own.at_war(*other) && force.brigades() > 0)
    };
    // Guests fight beside an enemy, whether at war or not (im69).
    let against = |region: &Region| -> u32 {
        let land = own.land(region);
        let host = land.owner.filter(|host| own.at_war(*host));
        let fights = |other: Power| {
            let guest = host.is_some_and(|host| own.open.allied(host, other));
            other != own.power && (own.at_war(other) || guest)
        };
        let armies = land.armies.iter().filter(|(other, _)| fights(**other));
        armies.map(|(_, force)| force.brigades()).sum()
    };
    let fleets_at = |sea: &Sea| {
        let enemies = own.enemies().into_iter();
        enemies.map(|enemy| own.open.fleets_at(enemy, sea).len()).sum::<usize>()
    };
    match condition {
        Condition::AtWar(other) => own.at_war(*other),
        Condition::AtPeace(other) => !own.at_war(*other),
        Condition::EnemyAt(region) => enemies_at(region),
        Condition::NoEnemyAt(region) => !enemies_at(region),
        Condition::EnemyAtMost(region, most) => against(region) <= *most,
        Condition::EnemyFleetAt(sea) => fleets_at(sea) > 0,
        Condition::EnemyFleetAtMost(sea, most) => fleets_at(sea) <= *most as usize,
        Condition::Own(region) => own.owns(region),
        Condition::OwnedBy(region, other) => own.land(region).owner == Some(*other),
        Condition::Native(region) => own.is_native(region),
        Condition::NativeAtMost(region, most) => {
            let known = view.strength(region).filter(|_| own.is_native(region));
            known.is_some_and(|strength| u32::from(strength) <= *most)
        }
        Condition::RevoltAt(region) => own.land(region).revolt.is_some(),
        Condition::Pp(pp) => own.hand().pp >= *pp,
        Condition::Dp(dp) => own.hand().dp >= *dp,
    }
}
