//! Set-up: the Union lies at Cyteen, the Mazianni deploy in secret (cw12 to cw15).

use std::collections::{BTreeMap, BTreeSet};

use super::{Cycle, Sheets, answer, picked};
use crate::engine::Code;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::orders::Order;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Condition, State, Step, Vessel};

/// The state before the first cycle: the Union at its base (cw12, cw5), riders aboard (cw14).
pub fn beginning(game: &CompanyWar) -> State {
    let base = bases(game, Side::Union).first().copied();
    let vessel = |name: &String| {
        let hull = &game.chart.hulls[name];
        Vessel {
            at: base.filter(|_| hull.side == Side::Union),
            condition: Condition::Whole,
            riders: vec![Condition::Whole; usize::from(hull.riders)],
            fleeing: false,
            began: None,
            moved: false,
            fought: false,
            docked: false,
        }
    };
    State {
        turn: 0,
        step: Step::SetUp,
        ships: game.chart.order.iter().map(|n| (n.clone(), vessel(n))).collect(),
        aboard: BTreeSet::new(),
        landed: BTreeSet::new(),
        fallen: Vec::new(),
        destroyed: BTreeSet::new(),
        hits: BTreeMap::new(),
        allowance: BTreeMap::new(),
        assembled: BTreeSet::new(),
        declared: BTreeSet::new(),
        left: BTreeMap::new(),
        pinned: BTreeSet::new(),
        battle: None,
        used: BTreeMap::new(),
        points: Side::BOTH.map(|side| (side, 0)).into_iter().collect(),
    }
}

/// The jump points where a side begins, in the order of the format.
pub fn bases(game: &CompanyWar, side: Side) -> Vec<Jp> {
    let names = match side {
        Side::Mazianni => &game.format.set_up.mazianni,
        Side::Union => &game.format.set_up.union,
    };
    names.iter().filter_map(|name| game.chart.station(name)).collect()
}

/// Carries out the Mazianni deployment; ships and troops without orders get the default.
pub fn deploy(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    let mut places = BTreeMap::new();
    let asked = picked(turn, orders, Side::Mazianni, |order| match order {
        Order::Deploy { ship, at } => Some((ship, *at)),
        _ => None,
    });
    for (given, (ship, at)) in asked {
        places.insert(ship.clone(), at);
        let reason = format!("{ship} takes station at {}", game.chart.place(at));
        answer(turn, Side::Mazianni, given, (Code::Done, &rules::DEPLOYMENT), &reason);
    }
    turn.next_moment();
    // Ships without orders are shared out over the three stations in turn (cw52).
    let mut defaults = bases(game, Side::Mazianni).into_iter().cycle();
    for ship in game.chart.fleet(Side::Mazianni) {
        let at = places.get(ship).copied().or_else(|| defaults.next()).expect("checked bases");
        turn.record(&rules::DEPLOYMENT, Event::Deployed { ship: ship.clone(), at });
    }
    load(game, turn, orders);
}

fn load(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    let counters = game.format.troops.value as usize;
    let asked = picked(turn, orders, Side::Mazianni, |order| match order {
        Order::Troops { carrier } => Some(carrier),
        _ => None,
    });
    let mut carriers = Vec::new();
    for (given, carrier) in asked {
        carriers.push(carrier.clone());
        let reason = format!("troops are aboard {carrier}");
        answer(turn, Side::Mazianni, given, (Code::Done, &rules::TROOPS), &reason);
    }
    let others = game.chart.fleet(Side::Mazianni).filter(|ship| !carriers.contains(ship));
    let all: Vec<_> = carriers.iter().chain(others).take(counters).cloned().collect();
    for carrier in all {
        turn.record(&rules::TROOPS, Event::Loaded { carrier });
    }
}
