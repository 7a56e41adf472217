//! The scenarios of Company Commander, as the computer player plays them and by plans that leave
//! something out.

use crate::arena::{Hall, Plan};
use crate::duels;

fn plans() -> Vec<Plan> {
    vec![
        Plan::staff(),
        Plan::without("stands and shoots", &["move", "mount", "dismount", "launch"]),
        Plan::without("moves, shoots on overwatch", &["attack", "bombard"]),
        Plan::without("no smoke", &["smoke", "bombard"]),
        Plan::silent(),
    ]
}

pub(crate) fn report(hall: &Hall) {
    let games = hall.games * 5;
    println!("| scenario, {games} games | blue | red |");
    println!("| --- | ---: | ---: |");
    for name in hall.scenarios() {
        let staff = [Plan::staff()];
        let blue = duels::play(&hall.table(&name), [&staff, &staff], games, |_| {});
        let blue = blue.first(|_, _| true);
        println!("| {name} | {blue} | {} |", 100 - blue);
    }
    let plans = plans();
    for name in hall.scenarios() {
        println!("\n{name}:\n");
        let all = duels::play(&hall.table(&name), [&plans, &plans], hall.games.div_ceil(2), |_| {});
        duels::print(&all, ["blue", "red"], [&plans, &plans]);
    }
}
