//! Set-up: the Union lies at Cyteen, the Mazianni deploy in secret (cw12 to cw15).

use std::collections::{BTreeMap, BTreeSet};

use super::Cycle;
use crate::engine::Fate;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Condition, Open, Secret, State, Step, Vessel};

/// The state before the first cycle: the Union at its base (cw12, cw5), riders aboard (cw14).
pub fn beginning(game: &CompanyWar) -> State {
    let base = bases(game, Side::Union).first().copied();
    let vessel = |name: &Ship| {
        let hull = &game.chart.hulls[name];
        Vessel {
            at: base.filter(|_| hull.side == Side::Union),
            condition: Condition::Whole,
            riders: vec![Condition::Whole; usize::from(hull.riders)],
            fleeing: false,
            fled: false,
            began: None,
            moved: false,
            fought: false,
            docked: false,
        }
    };
    let open = Open {
        turn: 0,
        step: Step::SetUp,
        ships: game.chart.hulls.keys().map(|n| (n.clone(), vessel(n))).collect(),
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
    };
    State { open, secret: Secret::default() }
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
pub fn deploy(turn: &mut Cycle<'_>) {
    let (game, seat) = (turn.game(), Side::Mazianni.seat());
    let mut places = BTreeMap::new();
    for (given, (ship, at)) in turn.picked(&seat, asks!(Order::Deploy { ship, at } => (ship, *at)))
    {
        places.insert(ship, at);
        let reason = Reason::Deployed { ship: ship.clone(), at };
        turn.answer(&seat, given, Fate::done(&rules::DEPLOYMENT, reason));
    }
    turn.next_moment();
    // Ships without orders are shared out over the three stations in turn (cw52).
    let mut defaults = bases(game, Side::Mazianni).into_iter().cycle();
    for ship in game.chart.fleet(Side::Mazianni) {
        let at = places.get(ship).copied().or_else(|| defaults.next()).expect("checked bases");
        turn.record(&rules::DEPLOYMENT, Event::Deployed { ship: ship.clone(), at });
    }
    load(turn);
}

fn load(turn: &mut Cycle<'_>) {
    let (game, seat) = (turn.game(), Side::Mazianni.seat());
    let mut carriers: Vec<&Ship> = Vec::new();
    for (given, carrier) in turn.picked(&seat, asks!(Order::Troops { carrier } => carrier)) {
        carriers.push(carrier);
        let reason = Reason::Loaded { ship: carrier.clone() };
        turn.answer(&seat, given, Fate::done(&rules::TROOPS, reason));
    }
    let ordered: BTreeSet<&Ship> = carriers.iter().copied().collect();
    carriers.extend(game.chart.fleet(Side::Mazianni).filter(|ship| !ordered.contains(ship)));
    for carrier in carriers.into_iter().take(game.format.troops.value as usize) {
        turn.record(&rules::TROOPS, Event::Loaded { carrier: carrier.clone() });
    }
}
