//! What is wrong or odd in orders, judged by what their author can see.
//!
//! Moderator and player run this on the same view, so a refusal can never be used as a spy. Refused
//! is what cannot be carried out in this cycle whatever happens in it; what may yet become possible,
//! or can be done in part, is only called odd.

mod budgets;
mod movement;
mod oddities;
mod production;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::AgeOfImperialism;
use super::force::Force;
use super::orders::{Condition, Order};
use super::power::Power;
use super::rules;
use super::sight::View;
use super::state::{Land, Region, State};
use super::switches::{Exchange, Placement, Switch};
use super::works::Work;
use crate::engine::order_file::Contingency;
use crate::engine::{Finding, Given, Rule, Sheet, Weight};

type Line = Given<Order>;

/// More of anything than one line may ask.
const MOST: u32 = 1000;

/// Everything wrong or odd in a sheet, in the order of the file.
pub fn findings(
    game: &AgeOfImperialism,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding> {
    let Some(power) = view.power else { return Vec::new() };
    let seen = Seen::default();
    let mut check = Check { game, view, power, found: Vec::new(), seen, hopes: Hopes::default() };
    // Contingent lines are carried out first, but their condition may come true late.
    sheet.orders.iter().for_each(|line| check.hopes.note(&line.order));
    let cases = || sheet.contingent.iter().flat_map(|case| case.then.iter().chain(&case.otherwise));
    cases().for_each(|line| check.hopes.note(&line.order));
    sheet.contingent.iter().for_each(|case| check.condition(case));
    cases().for_each(|line| check.order(line));
    // In the alternate placement a line waits until it can be carried out.
    if game.switches.placement == Placement::Simultaneous {
        check.hopes = Hopes::default();
        cases().for_each(|line| check.hopes.note(&line.order));
    }
    for line in &sheet.orders {
        check.order(line);
        check.hopes.note(&line.order);
    }
    sheet.standing.iter().for_each(|line| check.standing(line));
    check.oddities(sheet);
    // What is about the sheet as a whole comes last.
    let places: BTreeMap<String, usize> = sheet.lines().zip(0..).collect();
    check.found.sort_by_key(|found| places.get(&found.line).copied().unwrap_or(usize::MAX));
    check.found
}

/// What earlier lines of the same file have claimed.
#[derive(Default)]
struct Seen {
    /// PP that earlier lines spend at set-up.
    spent: u32,
    /// Regions where earlier lines incite.
    incited: BTreeSet<Region>,
}

/// What lines of the same file may have done before a line is carried out.
#[derive(Default)]
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
        match order {
            // Units may be left anywhere on the way.
            Order::March { path, .. } => {
                self.reached.extend(path.iter().skip(1).cloned());
                self.ends.extend(path.last().cloned());
            }
            Order::Land { at, .. } => {
                self.reached.extend([at.clone()]);
                self.ends.extend([at.clone()]);
            }
            Order::Build { what: Work::City, at, .. } => self.cities.extend([at.clone()]),
            _ => {}
        }
    }
}

struct Check<'a> {
    game: &'a AgeOfImperialism,
    view: &'a View,
    power: Power,
    found: Vec<Finding>,
    seen: Seen,
    hopes: Hopes,
}

impl Check<'_> {
    fn refuse(&mut self, line: &Line, rule: &Rule, what: impl Into<String>) {
        self.found.push(Finding::refused(line, rule, what));
    }

    fn refuse_with(&mut self, line: &Line, rule: &Rule, what: String, hint: String) {
        self.found.push(Finding::refused(line, rule, what).hint(hint));
    }

    fn odd(&mut self, line: &Line, rule: &Rule, what: impl Into<String>) {
        self.found.push(Finding::odd(line, rule, what));
    }

    /// Something is odd at this moment; standing orders are for other moments too.
    fn odd_now(&mut self, line: &Line, rule: &Rule, what: impl Into<String>) {
        if !line.line.starts_with("standing") {
            self.odd(line, rule, what);
        }
    }

    fn state(&self) -> &State {
        &self.view.open
    }

    fn land(&self, region: &str) -> &Land {
        self.state().land(region)
    }

    /// True if every line found so far of this name stands.
    fn stands(&self, line: &Line) -> bool {
        !self.found.iter().any(|f| f.line == line.line && f.weight == Weight::Refused)
    }

    /// Standing orders are decisions that recur.
    fn standing(&mut self, line: &Line) {
        if recurs(&line.order) {
            self.order(line);
        } else {
            self.refuse(line, &rules::SEQUENCE, "this is ordered for one cycle and cannot stand");
        }
    }

    fn order(&mut self, line: &Line) {
        if self.names(line) {
            self.production(line);
            self.movement(line);
        }
    }

    /// True if everything the line names is there.
    fn names(&mut self, line: &Line) -> bool {
        let (regions, seas, powers) = named(&line.order);
        for region in regions {
            self.region(line, region);
        }
        for sea in seas {
            self.sea(line, sea);
        }
        for power in powers {
            if !self.game.board.powers.contains(&power) {
                let what = format!("{power} do not play");
                // Who plays stands in the scenario, in no rule.
                let finding = Finding::refused(line, &rules::BOARD, what);
                self.found.push(Finding { rule: None, ..finding });
            }
        }
        self.stands(line)
    }

    fn region(&mut self, line: &Line, name: &str) {
        if !self.game.board.chart.sites.contains_key(name) {
            self.unknown(line, format!("there is no region {name}"), name);
        }
    }

    fn sea(&mut self, line: &Line, name: &str) {
        if !self.game.board.chart.waters.contains_key(name) {
            self.unknown(line, format!("there is no sea area {name}"), name);
        }
    }

    fn unknown(&mut self, line: &Line, what: String, name: &str) {
        let chart = &self.game.board.chart;
        let hint = chart.nearest(name).map(|near| match near == name {
            true if chart.sites.contains_key(name) => format!("{name} is a region"),
            true => format!("{name} is a sea area"),
            false => format!("did you mean {near}?"),
        });
        let finding = Finding::refused(line, &rules::BOARD, what);
        self.found.push(match hint {
            Some(hint) => finding.hint(hint),
            None => finding,
        });
    }

    /// A contingency cannot be judged if its condition names what is not there.
    fn condition(&mut self, case: &Contingency<Order, Condition>) {
        if let Some((rule, what)) = self.unknown_in(&case.when) {
            self.found.push(Finding {
                line: case.line.clone(),
                place: case.place,
                weight: Weight::Refused,
                rule,
                what,
                hint: None,
            });
        }
    }

    /// What a condition names that is not there, and the rule about it.
    fn unknown_in(&self, condition: &Condition) -> Option<(Option<Rule>, String)> {
        let chart = &self.game.board.chart;
        let board = || Some(rules::BOARD.clone());
        match condition {
            Condition::AtWar(power) | Condition::AtPeace(power) | Condition::OwnedBy(_, power)
                if !self.game.board.powers.contains(power) =>
            {
                Some((None, format!("{power} do not play")))
            }
            Condition::EnemyAt(region)
            | Condition::NoEnemyAt(region)
            | Condition::Own(region)
            | Condition::OwnedBy(region, _)
            | Condition::Native(region)
            | Condition::RevoltAt(region)
                if !chart.sites.contains_key(region) =>
            {
                Some((board(), format!("there is no region {region}")))
            }
            Condition::EnemyFleetAt(sea) if !chart.waters.contains_key(sea) => {
                Some((board(), format!("there is no sea area {sea}")))
            }
            _ => None,
        }
    }

    /// True if the author controls the region, or may come to; else a refusal.
    fn own(&mut self, line: &Line, rule: &Rule, region: &str) -> bool {
        let own = self.land(region).owner == Some(self.power);
        let heir = self.may_inherit(region);
        if heir {
            self.odd(line, rule, format!("{region} is not yours yet"));
        } else if !own {
            self.refuse(line, rule, format!("{region} is not yours"));
        }
        own || heir
    }

    /// True if the author's brigades stand in the region of another power. If that one's are given
    /// up for want of upkeep, the region is the author's (im69).
    fn may_inherit(&self, region: &str) -> bool {
        let land = self.land(region);
        let others = land.owner.is_some_and(|owner| owner != self.power);
        others && land.force(self.power).brigades() > 0
    }

    /// True if units of the author may come to a region in the movement phases of others before
    /// his own: by retreat into a friend's region.
    fn may_be_joined(&self, region: &str) -> bool {
        let together = self.game.switches.exchange == Exchange::Together;
        let later = together && self.state().order.first() != Some(&self.power);
        later
            && self.land(region).owner.is_some_and(|owner| {
                owner == self.power || self.game.switches.alliances == Switch::Yes
            })
    }

    /// True if a force is one that can be asked for; else a refusal.
    fn units(&mut self, line: &Line, rule: &Rule, units: &Force) -> bool {
        let fits = units.iter().all(|(_, count)| count <= MOST) && !units.is_empty();
        if !fits {
            let what = format!("name the units, such as {{infantry: 1}}, {MOST} of a kind at most");
            self.refuse(line, rule, what);
        }
        fits
    }

    /// True if the power is another one; else a refusal.
    fn other(&mut self, line: &Line, rule: &Rule, power: Power) -> bool {
        if power == self.power {
            self.refuse(line, rule, "that is yourself");
        }
        power != self.power
    }

    /// True if the number is one that can be asked; else a refusal.
    fn number(&mut self, line: &Line, rule: &Rule, number: u32) -> bool {
        let fits = (1..=MOST).contains(&number);
        if !fits {
            self.refuse(line, rule, format!("the number must be 1 to {MOST}, not {number}"));
        }
        fits
    }
}

/// Orders that may stand until they are countermanded.
fn recurs(order: &Order) -> bool {
    matches!(
        order,
        Order::Unpaid { .. }
            | Order::OnRevolt { .. }
            | Order::Reserve { .. }
            | Order::Peace { .. }
            | Order::Ally { .. }
            | Order::Cede { .. }
            | Order::Passage { .. }
            | Order::Intercept { .. }
            | Order::BreakOff { .. }
            | Order::Sink { .. }
            | Order::Retreat { .. }
            | Order::Losses { .. }
            | Order::Triple { .. }
            | Order::Transfer { .. }
            | Order::LastStand(_)
            | Order::Reinforce { .. }
            | Order::Natives { .. }
            | Order::Scorch { .. }
    )
}

/// Regions, sea areas and powers that an order names.
fn named(order: &Order) -> (Vec<&str>, Vec<&str>, Vec<Power>) {
    let (mut regions, mut seas, mut powers) = (Vec::new(), Vec::new(), Vec::new());
    match order {
        Order::Pick { regions: list } | Order::March { path: list, .. } => {
            regions.extend(list.iter().map(String::as_str));
        }
        Order::Mulligan { region } => regions.push(region.as_str()),
        Order::RemoveInfluence { at, of } => {
            regions.push(at);
            powers.push(*of);
        }
        Order::Westernize { at, .. }
        | Order::Incite { at, .. }
        | Order::Develop { at, .. }
        | Order::Land { at, .. }
        | Order::Fight { at }
        | Order::Prospect { at, .. } => regions.push(at),
        Order::Explore { at, displace, .. } => {
            regions.push(at);
            powers.extend(displace);
        }
        Order::Cede { at, to } => {
            regions.push(at);
            powers.push(*to);
        }
        Order::OnRevolt { at, against, .. } => {
            regions.extend(at.as_deref());
            powers.extend(against);
        }
        Order::Build { at, sea, .. } => {
            regions.push(at);
            seas.extend(sea.as_deref());
        }
        Order::Give { to: power, .. }
        | Order::DeclareWar { on: power }
        | Order::Peace { with: power }
        | Order::Ally { with: power }
        | Order::EndAlliance { with: power }
        | Order::Engage { enemy: power, .. } => powers.push(*power),
        Order::Passage { to } => powers.extend(to),
        Order::Board { from, .. } => regions.push(from),
        Order::Sail { path, .. } => seas.extend(path.iter().map(String::as_str)),
        Order::Intercept { sea, power, .. } => {
            seas.extend(sea.as_deref());
            powers.extend(power);
        }
        Order::Retreat { at, .. } | Order::Scorch { at, .. } => regions.extend(at.as_deref()),
        Order::Reinforce { from, to, .. } => {
            regions.extend(from.as_deref());
            regions.extend(to.iter().map(String::as_str));
        }
        _ => {}
    }
    (regions, seas, powers)
}

/// True if the condition holds by what the power sees.
pub fn holds(view: &View, condition: &Condition) -> bool {
    let Some(power) = view.power else { return false };
    let state = &view.open;
    let enemy = |other: Power| state.at_war(power, other);
    let land = |region: &String| state.lands.get(region);
    let owner = |region: &String| land(region).and_then(|land| land.owner);
    let enemies_at = |region: &String| {
        land(region).is_some_and(|land| {
            land.armies.iter().any(|(other, force)| enemy(*other) && force.brigades() > 0)
        })
    };
    match condition {
        Condition::AtWar(other) => enemy(*other),
        Condition::AtPeace(other) => !enemy(*other),
        Condition::EnemyAt(region) => enemies_at(region),
        Condition::NoEnemyAt(region) => !enemies_at(region),
        Condition::EnemyFleetAt(sea) => {
            let fleets = state.fleets.iter().filter(|(other, _)| enemy(**other));
            fleets.flat_map(|(_, fleets)| fleets.values()).any(|fleet| fleet.sea == *sea)
        }
        Condition::Own(region) => owner(region) == Some(power),
        Condition::OwnedBy(region, other) => owner(region) == Some(*other),
        Condition::Native(region) => land(region).is_some_and(|land| land.owner.is_none()),
        Condition::RevoltAt(region) => land(region).is_some_and(|land| land.revolt.is_some()),
        Condition::Pp(pp) => state.purse(power).pp >= *pp,
        Condition::Dp(dp) => state.purse(power).dp >= *dp,
    }
}
