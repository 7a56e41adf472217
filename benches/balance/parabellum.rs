//! Purchases of Parabellum Inc. against each other: forces of one kind, with that kind among others,
//! and mixed. What is not bought the computer player orders.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use adjutant::base::yaml::{self, Origin};
use adjutant::engine::format::options;
use adjutant::engine::{Rules, Tables};
use adjutant::games::parabellum::Parabellum;
use adjutant::games::parabellum::format::{CardRow, Form, Format};
use adjutant::games::parabellum::sight::View;
use adjutant::games::parabellum::staff::{PLANS, purchases};
use adjutant::games::parabellum::state::Step;
use adjutant::games::parabellum::theater::Scenario;
use serde_json::Value;

use crate::arena::{Hall, Plan, Played, kind};
use crate::duels;

/// The scenario in which purchases matter.
const THEATER: &str = "kessel-reach";

/// Who buys how often, in parts of all that is drawn: a kind among others.
const AMONG: u64 = 40;

/// What each kind of purchase is worth, by a card.
type Worth = Box<dyn Fn(&CardRow) -> u64 + Send + Sync>;

/// Kinds of miniatures that are weighed together: two sides have the same number of each.
const KINDS: [(&str, &[Form]); 15] = [
    ("infantry", &[Form::Infantry]),
    ("heavy infantry", &[Form::HeavyInfantry]),
    ("mounted infantry", &[Form::MountedInfantry]),
    ("augmented infantry", &[Form::AugmentedInfantry]),
    ("mortars", &[Form::MortarTeam]),
    ("guns", &[Form::Artillery, Form::Spg, Form::RocketArtillery]),
    ("tanks", &[Form::Tank]),
    ("APCs", &[Form::Apc]),
    ("IFVs", &[Form::Ifv]),
    ("assault walkers", &[Form::AssaultWalker]),
    ("scouts", &[Form::ScoutWalker, Form::Technical]),
    ("recon vehicles", &[Form::ReconVehicle]),
    (
        "trucks and tractors",
        &[Form::SupplyTruck, Form::FuelTruck, Form::Tractor, Form::EngineeringWalker],
    ),
    ("anti-air rockets", &[Form::AaRockets]),
    ("aircraft", &[Form::Aircraft]),
];

/// What is counted of skirmishes: who goes first, who wins, how and where, and who wins the theater, if anybody.
#[derive(Default)]
struct Course {
    skirmishes: u32,
    first_movers: u32,
    attackers: u32,
    decided: u32,
    nobody: u32,
    first_winners: u32,
    ends: BTreeMap<String, u32>,
}

impl Course {
    fn count(&mut self, played: &Played) {
        let (mut attacker, mut first, mut site) = (Value::Null, Value::Null, Value::Null);
        let mut opening = Value::Null;
        for event in &played.events {
            let told = &event[kind(event)];
            match kind(event) {
                "drawn" => {
                    (attacker, first) = (told["attacker"].clone(), Value::Null);
                    site = told["site"].clone();
                }
                "turn-began" if first.is_null() => first = told["side"].clone(),
                "won" => {
                    self.skirmishes += 1;
                    self.first_movers += u32::from(told["side"] == first);
                    self.attackers += u32::from(told["side"] == attacker);
                    let how = told["how"].as_str().unwrap_or("other").to_owned();
                    let site = site.as_str().unwrap_or_default();
                    *self.ends.entry(format!("{how} at {site}")).or_default() += 1;
                    if opening.is_null() {
                        opening = told["side"].clone();
                    }
                }
                _ => {}
            }
        }
        if let [winner] = &played.winners[..] {
            self.decided += 1;
            self.first_winners += u32::from(opening.as_str() == Some(winner.as_str()));
        } else {
            self.nobody += 1;
        }
    }
}

pub(crate) fn report(hall: &Hall) {
    let table = hall.table(THEATER);
    let typed = Arc::new(typed(hall));
    let plan = |name: &str, worth: Worth| buying(name, typed.clone(), worth);
    let mixed: Vec<Plan> = PLANS.iter().map(|one| plan(one.name, Box::new(one.worth))).collect();
    let course = Mutex::new(Course::default());
    let seen = |played: &Played| course.lock().expect("no thread fails").count(played);
    let all = duels::play(&table, [&mixed, &mixed], hall.games.div_ceil(10), seen);
    println!("Mixed forces, wins in a hundred of Amber's (rows) against Cobalt's (columns):\n");
    duels::print(&all, ["Amber", "Cobalt"], [&mixed, &mixed]);
    let course = course.into_inner().expect("no thread fails");
    let share = |part: u32, of: u32| (100 * part + of / 2) / of.max(1);
    println!("\nOf {} skirmishes in a hundred:\n", course.skirmishes);
    println!(
        "| who goes first wins | the attacker wins | who wins the first wins the theater | nobody |"
    );
    println!("| ---: | ---: | ---: | ---: |");
    println!(
        "| {} | {} | {} (of {} theaters) | {} |",
        share(course.first_movers, course.skirmishes),
        share(course.attackers, course.skirmishes),
        share(course.first_winners, course.decided),
        course.decided,
        course.nobody,
    );
    println!("\n{:?}", course.ends);
    let of =
        |n: usize| (0..mixed.len()).filter(|b| *b != n).map(|b| all.between(n, b)).sum::<u32>();
    let best = (0..mixed.len()).max_by_key(|n| (of(*n), std::cmp::Reverse(*n))).expect("ten");
    println!("\nAgainst the best mixed force, *{}*, on both sides:\n", mixed[best].name);
    println!("| kind | alone | among others |");
    println!("| --- | ---: | ---: |");
    for (name, forms) in KINDS {
        let wins = [alone(forms), among(forms)].map(|worth| {
            let pair = [plan(name, worth), plan("mixed", Box::new(PLANS[best].worth))];
            let both = duels::play(&table, [&pair[..1], &pair[1..]], hall.games / 2, |_| {});
            let other = duels::play(&table, [&pair[1..], &pair[..1]], hall.games / 2, |_| {});
            u32::midpoint(both.first(|_, _| true), 100 - other.first(|_, _| true))
        });
        println!("| {name} | {} | {} |", wins[0], wins[1]);
    }
}

/// Nothing but that kind; aircraft hold no ground, so infantry comes with them.
fn alone(forms: &'static [Form]) -> Worth {
    let flies = forms.contains(&Form::Aircraft);
    Box::new(move |card| {
        let foot = flies && card.form == Form::Infantry;
        u64::from(forms.contains(&card.form)) * 2 + u64::from(foot)
    })
}

/// That kind as often as all others together.
fn among(forms: &'static [Form]) -> Worth {
    Box::new(move |card| if forms.contains(&card.form) { AMONG / 4 } else { 1 })
}

/// The game with its types, to purchase after a plan.
fn typed(hall: &Hall) -> Parabellum {
    let format: Tables<Format> = yaml::read(&hall.format(), Origin::House).expect("a format");
    let theater: Scenario = yaml::read(&hall.scenario(THEATER), Origin::House).expect("a theater");
    let given = options::settle(&format.options, &BTreeMap::new()).expect("defaults");
    Parabellum::found(format, theater, &given).expect("sound tables").0
}

/// The computer player, with purchases by what cards are worth.
fn buying(name: &str, game: Arc<Parabellum>, worth: Worth) -> Plan {
    Plan::new(name, move |desk, chance| {
        let mut view: Value = serde_json::from_str(&desk.view.0).expect("a view");
        let view: View = serde_json::from_value(view["view"].take()).expect("a view");
        if !matches!(view.open.step, Step::Purchase | Step::Recruit) {
            return Some(desk.staff(chance));
        }
        let bought = purchases(&game, &view, chance, &worth);
        let lines = bought.iter().map(|order| serde_json::to_value(order).expect("an order"));
        Some(desk.sheet(&lines.collect::<Vec<_>>()))
    })
}
