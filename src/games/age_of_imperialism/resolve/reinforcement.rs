//! Reinforcement moves (im36).

use std::collections::BTreeSet;

use super::operation::Operation;
use super::{Cycle, Line, asks};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::force::{Force, Kind};
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::{Building, Open};

/// Brigades to bring if no order says which.
const BRING: [Kind; 3] = [Kind::Cavalry, Kind::Infantry, Kind::Artillery];

/// Where a general goes, and by which line.
struct Errand<'o> {
    line: &'o Line,
    to: Region,
    bring: &'o [Kind],
}

/// Generals of the others come to the help of regions under attack, in the order of play.
pub fn run(turn: &mut Cycle<'_>, op: &mut Operation) {
    // Each region is reinforced once at most, whoever goes there.
    let mut helped = BTreeSet::new();
    let others = turn.state().open.order.clone();
    for power in others.into_iter().filter(|power| *power != op.mover) {
        for from in &turn.game().board.chart.order {
            while can_leave(&turn.state().open, op.mover, power, from) {
                let Some(errand) = errand(turn, op.mover, power, from, &helped) else {
                    break;
                };
                helped.insert(errand.to.clone());
                go(turn, op.mover, power, from, &errand);
            }
        }
    }
}

/// True if a general of the power is free to leave a region where a brigade of his would stay.
fn can_leave(state: &Open, mover: Power, power: Power, from: &Region) -> bool {
    let land = state.land(from);
    let force = land.force(power);
    force.general > 0
        && force.brigades() > 0
        && land.revolt.is_none()
        && !under_attack(state, mover, from)
}

/// True if brigades of the mover have entered a region of an enemy.
fn under_attack(state: &Open, mover: Power, at: &Region) -> bool {
    let land = state.land(at);
    let hostile = land.owner.is_some_and(|owner| state.at_war(owner, mover));
    hostile && land.force(mover).brigades() > 0
}

/// The first order that sends a general from here, and the region that it wants most.
fn errand<'o>(
    turn: &Cycle<'o>,
    mover: Power,
    power: Power,
    here: &Region,
    helped: &BTreeSet<Region>,
) -> Option<Errand<'o>> {
    let state = &turn.state().open;
    let chart = &turn.game().board.chart;
    let open = |to: &&Region| {
        let land = state.land(to);
        chart.touch(here, to)
            && land.owner == Some(power)
            && land.revolt.is_none()
            && !helped.contains(*to)
            && under_attack(state, mover, to)
    };
    let lines = turn.picked(
        &power.seat(),
        asks!(
            Order::Reinforce { from, to, bring } if from.as_ref().is_none_or(|from| from == here)
                => (to, bring)
        ),
    );
    lines.into_iter().find_map(|(line, (wishes, bring))| {
        let wished = if wishes.is_empty() { &chart.order } else { wishes };
        let to = wished.iter().find(open)?.clone();
        let bring = if bring.is_empty() { &BRING } else { bring.as_slice() };
        Some(Errand { line, to, bring })
    })
}

/// The general goes, with as many brigades as the roll allows.
fn go(turn: &mut Cycle<'_>, mover: Power, power: Power, from: &Region, errand: &Errand<'_>) {
    let game = turn.game();
    turn.next_moment();
    let sides = u8::try_from(game.format.battle.sides.value).expect("sides are at most 100");
    let mut draw = turn.chance().draw(&["reinforcement", mover.name(), errand.to.as_str()]);
    let (name, die) = (draw.name(), draw.die(sides));
    let points = turn.state().open.count(power, Building::School) + u32::from(die);
    let (from, to) = (from.clone(), errand.to.clone());
    turn.record_drawn(
        &rules::REINFORCE,
        name,
        Event::ReinforcementRolled { power, from: from.clone(), to: to.clone(), die, points },
    );
    let there = turn.state().open.land(&from).force(power);
    let mut units = company(game, &there, points, errand.bring);
    units.general = 1;
    turn.record(&rules::REINFORCE, Event::Reinforced { power, units, from, to });
    let reason = Reason::Reinforced { units, to: errand.to.clone() };
    turn.used(&power.seat(), errand.line, &rules::REINFORCE, reason);
}

/// The brigades that go along: one must stay behind.
fn company(game: &AgeOfImperialism, there: &Force, points: u32, bring: &[Kind]) -> Force {
    let table = &game.format.battle;
    let mut left = points;
    let mut spare = there.brigades().saturating_sub(1);
    let mut company = Force::default();
    for kind in bring.iter().copied().filter(|kind| kind.is_brigade()) {
        let price = match kind {
            Kind::Cavalry => table.reinforce_cavalry.value,
            Kind::Artillery => table.reinforce_artillery.value,
            _ => table.reinforce_infantry.value,
        };
        let paid = left.checked_div(price).unwrap_or(u32::MAX);
        let count = (there.get(kind) - company.get(kind)).min(spare).min(paid);
        *company.slot(kind) += count;
        left -= count * price;
        spare -= count;
    }
    company
}
