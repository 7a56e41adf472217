//! The sides of Company War, as the computer player plays them and by plans that leave something out.

use std::sync::Mutex;

use crate::arena::{Hall, Plan, Played, each};
use crate::duels;

/// Events that show whether the sides fight, and the heads of their columns.
const COUNTED: [(&str, &str); 6] = [
    ("battle-joined", "combats"),
    ("destroyed", "units lost"),
    ("fled", "fled"),
    ("landed", "landings"),
    ("stormed", "stormed"),
    ("pinned", "pinned"),
];

fn plans() -> Vec<Plan> {
    vec![
        Plan::staff(),
        Plan::without("stands", &["move", "task-force", "free-dartship"]),
        Plan::without("never flees", &["flee"]),
        Plan::without("lands nothing", &["land"]),
        Plan::without("takes what comes", &["pass", "fleet-assembly", "target"]),
        Plan::silent(),
    ]
}

pub(crate) fn report(hall: &Hall) {
    for name in hall.scenarios() {
        let table = hall.table(&name);
        let staff = [Plan::staff()];
        let sums = Mutex::new(([0; 6], [0_i64; 2]));
        let seen = |played: &Played| {
            let mut sums = sums.lock().expect("no thread fails");
            for (at, (kind, _)) in COUNTED.iter().enumerate() {
                sums.0[at] += played.count(kind);
            }
            let points = &played.position["state"]["open"]["points"];
            for (at, side) in ["mazianni", "union"].iter().enumerate() {
                sums.1[at] += points[side].as_i64().unwrap_or(0);
            }
        };
        let games = hall.games * 5;
        let mazianni = duels::play(&table, [&staff, &staff], games, seen).first(|_, _| true);
        let (events, points) = sums.into_inner().expect("no thread fails");
        let heads = COUNTED.map(|(_, head)| head).join(" | ");
        println!("| {name}, of {games} games | mazianni | union | points | {heads} |");
        println!("| --- |{}", " ---: |".repeat(3 + COUNTED.len()));
        let each = events.map(|all| each(all, games.into())).join(" | ");
        let points = points.map(|all| all / i64::from(games));
        let points = format!("{} : {}", points[0], points[1]);
        println!("| wins in a hundred | {mazianni} | {} | {points} | {each} |\n", 100 - mazianni);
        let plans = plans();
        let all = duels::play(&table, [&plans, &plans], hall.games.div_ceil(2), |_| {});
        duels::print(&all, ["mazianni", "union"], [&plans, &plans]);
    }
}
