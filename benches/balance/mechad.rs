//! The scenarios of Mechad as the computer player plays them, forces of one class against mixed ones,
//! and seats that do not fight.

use std::collections::BTreeMap;

use adjutant::base::yaml::{self, Origin};
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::arena::{Hall, Plan, Played, Table};
use crate::duels;

/// The scenario in which both sides put a squadron together.
const SQUADRONS: &str = "squadrons";
/// The scenarios of the wager, by the beginning of their names.
const WAGERS: &str = "hs-25";

/// Forces of the Mechads: a class alone, or several that are taken in turn while points last.
const MECHADS: [&[&str]; 9] = [
    &["mechad-cl", "mechad-dd"],
    &["mechad-ca", "mechad-dd", "mechad-ff"],
    &["mechad-cc", "mechad-ddt", "mechad-pf"],
    &["mechad-ca"],
    &["mechad-cl"],
    &["mechad-dd"],
    &["mechad-ddt"],
    &["mechad-ff"],
    &["mechad-pf"],
];

/// Forces of the Krebiz.
const KREBIZ: [&[&str]; 11] = [
    &["krebiz-ddl", "krebiz-dda"],
    &["krebiz-ca", "krebiz-ddl", "krebiz-ffo"],
    &["krebiz-ca", "krebiz-ffo", "krebiz-ffn"],
    &["krebiz-ca"],
    &["krebiz-ddl"],
    &["krebiz-dd"],
    &["krebiz-dda"],
    &["krebiz-ffb"],
    &["krebiz-ffo"],
    &["krebiz-ffn"],
    &["bolaar-raider"],
];

pub(crate) fn report(hall: &Hall) {
    println!("| scenario, {} games | wins in a hundred | nobody | mean points |", hall.games);
    println!("| --- | --- | ---: | --- |");
    for name in hall.scenarios() {
        let staff = Plan::staff();
        let table = hall.table(&name);
        let plans: Vec<&Plan> = table.game.seats().iter().map(|_| &staff).collect();
        show(&name, &table, &plans, hall.games);
        if name.starts_with(WAGERS) {
            let silent = Plan::silent();
            let seats = table.game.seats();
            let convoy = |at: usize| seats[at].as_str() == "convoy";
            let quiet = (0..plans.len()).map(|at| if convoy(at) { &silent } else { &staff });
            let quiet: Vec<&Plan> = quiet.collect();
            if (0..plans.len()).any(convoy) {
                show(&format!("{name}, silent convoy"), &table, &quiet, hall.games);
            }
        }
    }
    for name in hall.scenarios() {
        if name == "duel" {
            println!("\n{name}:\n");
            let plans = [Plan::staff(), without_raids(), fleeing(), Plan::silent()];
            let all = duels::play(&hall.table(&name), [&plans, &plans], hall.games, |_| {});
            duels::print(&all, ["mechad", "krebiz"], [&plans, &plans]);
        } else if name == SQUADRONS {
            println!("\n{name}:\n");
            let plans = [&MECHADS[..], &KREBIZ[..]].map(|forces| {
                forces.iter().map(|force| building(hall, force)).collect::<Vec<Plan>>()
            });
            let pair = [&plans[0][..], &plans[1][..]];
            let all = duels::play(&hall.table(&name), pair, hall.games.div_ceil(4), |_| {});
            duels::print(&all, ["Mechad", "Krebiz"], pair);
        }
    }
}

/// A line of the table of scenarios.
fn show(name: &str, table: &Table, plans: &[&Plan], games: u32) {
    let played = (0..games).into_par_iter().map(|number| table.play(plans, number));
    let played: Vec<Played> = played.collect();
    let seats = table.game.seats();
    let share = |count: usize| (100 * count + played.len() / 2) / played.len().max(1);
    let wins = seats.iter().map(|seat| {
        let won = played.iter().filter(|one| one.winners.contains(seat)).count();
        format!("{seat} {}", share(won))
    });
    let wins = wins.collect::<Vec<_>>().join(", ");
    let nobody = share(played.iter().filter(|one| one.winners.is_empty()).count());
    let mut points: BTreeMap<String, u64> = BTreeMap::new();
    for one in &played {
        let ended = one.events.iter().rev().find_map(|event| event.get("ended"));
        let scores = ended.and_then(|ended| ended["scores"].as_object()).into_iter().flatten();
        for (side, score) in scores {
            *points.entry(side.clone()).or_default() += score["points"].as_u64().unwrap_or(0);
        }
    }
    let games = u64::from(games.max(1));
    let points = points.iter().map(|(side, all)| format!("{side} {}", all / games));
    println!("| {name} | {wins} | {nobody} | {} |", points.collect::<Vec<_>>().join(", "));
}

/// The computer player with a force of classes, taken in turn as long as points last.
fn building(hall: &Hall, classes: &[&str]) -> Plan {
    let read = |bytes: &[u8]| -> Value { yaml::read(bytes, Origin::House).expect("tables") };
    let (format, scenario) = (read(&hall.format()), read(&hall.scenario(SQUADRONS)));
    let side = if classes[0].starts_with("mechad") { "mechad" } else { "krebiz" };
    let mut left = scenario["sides"][side]["force"]["budget"].as_u64().expect("a budget");
    let mut force: Vec<&str> = Vec::new();
    loop {
        let before = force.len();
        for class in classes {
            let points = format["classes"][class]["points"].as_u64().expect("points");
            if points <= left {
                left -= points;
                force.push(class);
            }
        }
        if force.len() == before {
            break;
        }
    }
    let name =
        if let [class] = classes { format!("{class} x {}", force.len()) } else { force.join(", ") };
    let line = json!({"build": {"classes": force}});
    Plan::new(&name.replace("mechad-", "").replace("krebiz-", ""), move |desk, chance| {
        if desk.cycle > 1 {
            Some(desk.staff(chance))
        } else {
            Some(desk.sheet(std::slice::from_ref(&line)))
        }
    })
}

/// The computer player, but it fires at nothing and keeps as far away as it can.
fn fleeing() -> Plan {
    Plan::new("flees", |desk, chance| {
        let mut lines = desk.lines(chance);
        lines.retain(|line| line.get("allocate").is_some() || line.get("steer").is_some());
        for line in &mut lines {
            if let Some(steer) = line.get_mut("steer") {
                *steer = json!({"ship": steer["ship"], "by": {"keep": 22}});
            }
            if let Some(allocate) = line.get_mut("allocate") {
                *allocate = json!({"ship": allocate["ship"], "speed": 19});
            }
        }
        Some(desk.sheet(&lines))
    })
}

/// The computer player, but its transporters do nothing.
fn without_raids() -> Plan {
    Plan::new("no raids", |desk, chance| {
        let mut lines = desk.lines(chance);
        lines.retain(|line| line.get("raid").is_none());
        Some(desk.sheet(&lines))
    })
}
