//! What is wrong or odd in orders, judged by what their author can see.
//!
//! Moderator and player run this on the same view, so a refusal can never be used as a spy. Refused
//! is what can never be carried out; what may yet become possible is only called odd.

mod movement;
mod production;

use std::collections::BTreeSet;

use super::AgeOfImperialism;
use super::orders::{Condition, Order};
use super::power::Power;
use super::rules;
use super::sight::View;
use super::state::{Land, State};
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
    let mut check = Check { game, view, power, found: Vec::new(), seen: Seen::default() };
    sheet.standing.iter().for_each(|line| check.standing(line));
    sheet.orders.iter().for_each(|line| check.order(line));
    for case in &sheet.contingent {
        if let Some(what) = check.unknown_in(&case.when) {
            check.found.push(Finding {
                line: case.line.clone(),
                place: case.place,
                weight: Weight::Refused,
                rule: Some(rules::BOARD.clone()),
                what,
                hint: None,
            });
        }
        case.then.iter().chain(&case.otherwise).for_each(|line| check.order(line));
    }
    check.found
}

/// What earlier lines of the same file have claimed.
#[derive(Default)]
struct Seen {
    /// Regions and fleets that earlier lines bring units to or from.
    reached: BTreeSet<String>,
    /// Buildings that earlier lines put up at set-up.
    cities: BTreeSet<String>,
    /// PP that earlier lines spend at set-up.
    spent: u32,
    /// Regions where earlier lines incite.
    incited: BTreeSet<String>,
}

struct Check<'a> {
    game: &'a AgeOfImperialism,
    view: &'a View,
    power: Power,
    found: Vec<Finding>,
    seen: Seen,
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
                self.refuse(line, &rules::WAR, format!("{power} do not play"));
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
        let hint = self.game.board.chart.nearest(name).map(|near| format!("did you mean {near}?"));
        let finding = Finding::refused(line, &rules::BOARD, what);
        self.found.push(match hint {
            Some(hint) => finding.hint(hint),
            None => finding,
        });
    }

    /// What a condition names that is not there.
    fn unknown_in(&self, condition: &Condition) -> Option<String> {
        let chart = &self.game.board.chart;
        match condition {
            Condition::EnemyAt(region)
            | Condition::NoEnemyAt(region)
            | Condition::Own(region)
            | Condition::OwnedBy(region, _)
            | Condition::Native(region)
            | Condition::RevoltAt(region)
                if !chart.sites.contains_key(region) =>
            {
                Some(format!("there is no region {region}"))
            }
            Condition::EnemyFleetAt(sea) if !chart.waters.contains_key(sea) => {
                Some(format!("there is no sea area {sea}"))
            }
            _ => None,
        }
    }

    /// True if the author controls the region; else a refusal.
    fn own(&mut self, line: &Line, rule: &Rule, region: &str) -> bool {
        let own = self.land(region).owner == Some(self.power);
        if !own {
            self.refuse(line, rule, format!("{region} is not yours"));
        }
        own
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
