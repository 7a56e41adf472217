//! Energy allocation: everybody's at once, then speeds are announced.

use super::{Cycle, answer, ending, sent, ships, sides, surrenders};
use crate::engine::{Audience, Fate, Rule, Sight};
use crate::games::mechad::Mechad;
use crate::games::mechad::events::Event;
use crate::games::mechad::format::Part;
use crate::games::mechad::order::{Allocation, Order};
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::{Hold, Step, Unit};

/// What follows from a plan.
pub fn events(game: &Mechad, unit: &Unit, hold: &Hold, plan: &Allocation) -> Vec<(Rule, Event)> {
    let ship = || plan.ship.clone();
    let mut events = vec![(rules::ENERGY, Event::Allocated(plan.clone()))];
    let mut store = hold.store;
    for (mount, count) in &plan.unload {
        store += count;
        let load = hold.loads.get(mount).copied().unwrap_or(0).saturating_sub(*count);
        events.push((rules::LOAD, Event::Loaded { ship: ship(), mount: *mount, load, store }));
    }
    for (mount, count) in &plan.load {
        store = store.saturating_sub(*count);
        let load = hold.loads.get(mount).copied().unwrap_or(0) + count;
        events.push((rules::LOAD, Event::Loaded { ship: ship(), mount: *mount, load, store }));
    }
    let (speed, ecm, eccm) = (plan.speed, plan.ecm, plan.eccm);
    let erratic = plan.erratic;
    let rule = if erratic { rules::ERRATIC } else { rules::SPEED };
    events.push((rule, Event::Announced { ship: ship(), speed, ecm, eccm, erratic }));
    if game.class(unit).has_field() {
        let energy = plan.field + plan.disengage.unwrap_or(0);
        let strength = (energy * game.left(unit, Part::Node)).min(game.field_limit(unit));
        let powered = energy > 0;
        events.push((rules::NODES, Event::Energized { ship: ship(), strength, powered }));
    }
    events
}

/// Carries allocation out.
pub fn run(turn: &mut Cycle<'_>) {
    let game = turn.game();
    let (mut secret, mut public) = (Vec::new(), Vec::new());
    for side in sides(turn) {
        let lines = sent(turn, &side);
        if surrenders(turn, &lines) {
            continue;
        }
        for ship in ships(turn, |unit| unit.is_here() && unit.side == side) {
            let (unit, hold) = (turn.state().unit(&ship).clone(), turn.state().hold(&ship).clone());
            let line = lines.iter().find_map(|line| {
                let Order::Allocate(plan) = &*line.order else { return None };
                (plan.ship == ship).then_some((line, plan))
            });
            let mut plan = None;
            if let Some((line, wish)) = line {
                match game.allocation(&unit, &hold, wish) {
                    Ok(()) => {
                        plan = Some(wish.clone());
                        let reason = Reason::Allocated { ship: ship.clone() };
                        answer(turn, line, Fate::done(&rules::ENERGY, reason));
                    }
                    Err((rule, reason)) => answer(turn, line, Fate::failed(&rule, reason)),
                }
            }
            let by_default = plan.is_none();
            let plan = plan.unwrap_or_else(|| game.default_plan(&ship, &unit, &hold));
            for (rule, event) in events(game, &unit, &hold, &plan) {
                let default = by_default && matches!(event, Event::Allocated(_));
                let rule = if default { rules::DEFAULTS } else { rule };
                let everyone = game.witnesses(turn.state(), &event) == Audience::Everyone;
                let list = if everyone { &mut public } else { &mut secret };
                list.push((rule, event));
            }
        }
    }
    for (rule, event) in secret.into_iter().chain(public) {
        turn.record(&rule, event);
    }
    if ending::is_over(turn) {
        ending::finish(turn);
        return;
    }
    let until = game.switches.block.impulses();
    turn.next_moment();
    turn.record(&rules::BLOCK, Event::StepBegan { step: Step::Impulses, until });
}
