//! A power's movement phase (im27 to im36, then the combat phase).

use std::collections::BTreeSet;

use super::operation::Operation;
use super::{
    Cycle, Fate, Line, aftermath, battlefield, diplomacy, explorers, marching, prospecting,
    reinforcement, relations, sailing,
};
use crate::engine::Slot;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::order::{Order, Stage};
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;

/// Runs it.
pub fn phase(turn: &mut Cycle<'_>, power: Power) {
    turn.next_moment();
    turn.record(&rules::WAR, Event::MovementBegan { power });
    turn.next_moment();
    relations::treaties_of(turn, power);
    let mut op = Operation::begin(&turn.state().open, power);
    let mut done = BTreeSet::new();
    while let Some(line) = next_line(turn, power, &mut done, Stage::Move) {
        carry_out(turn, &mut op, line);
    }
    reinforcement::run(turn, &mut op);
    while let Some(line) = next_line(turn, power, &mut done, Stage::Action) {
        carry_out(turn, &mut op, line);
    }
    fight_rest(turn, &mut op);
    turn.next_moment();
    aftermath::revert_empty(turn, Some(&mut op), power);
    lose_uncovered(turn, power);
}

/// The next line of this kind that has not been carried out. Conditions are asked anew each time,
/// for they may depend on what the lines before have done (im55).
fn next_line<'o>(
    turn: &Cycle<'o>,
    power: Power,
    done: &mut BTreeSet<Slot>,
    stage: Stage,
) -> Option<&'o Line> {
    let in_force = turn.in_force(&power.seat()).into_iter();
    let mut fresh = in_force.filter(|line| line.order.stage() == stage);
    fresh.find(|line| done.insert(line.slot))
}

/// Carries out a line, if it is a move or an action.
fn carry_out(turn: &mut Cycle<'_>, op: &mut Operation, line: &Line) {
    let fate = match &line.order {
        Order::March { units, path } => marching::march(turn, op, units, path),
        Order::Board { units, from, fleet } => sailing::board(turn, op, units, from, *fleet),
        Order::Sail { fleets, path } => sailing::sail(turn, op, fleets, path),
        Order::Land { fleets, units, at } => {
            sailing::land(turn, op, &sailing::Landing { fleets, units: units.as_ref(), at })
        }
        Order::Engage { fleets, enemy } => sailing::engage(turn, op, fleets, *enemy),
        Order::DeclareWar { on } => relations::declare(turn, op.mover, *on),
        Order::EndAlliance { with } => relations::give_notice(turn, op.mover, *with),
        Order::Give { to, pp } => relations::give(turn, op.mover, *to, *pp),
        Order::RemoveInfluence { at, of } if *of == op.mover => {
            diplomacy::remove_own(turn, op.mover, at)
        }
        Order::RemoveInfluence { .. } => Fate::failed(&rules::REMOVAL, Reason::OthersInProduction),
        Order::Fight { at } => {
            if battlefield::pending(turn, op).contains(at) {
                battlefield::fight(turn, op, at);
                Fate::done(&rules::SEQUENCE, Reason::Fought { at: at.clone() })
            } else {
                Fate::failed(&rules::SEQUENCE, Reason::NoBattle { at: at.clone() })
            }
        }
        Order::Explore { at, pay, displace } => explorers::explore(turn, op, at, *pay, displace),
        Order::Prospect { at, prefer } => prospecting::prospect(turn, op, at, prefer),
        // Carried out in other phases, or when they are called for.
        Order::Pick { .. }
        | Order::Mulligan { .. }
        | Order::Bid { .. }
        | Order::BuyDp { .. }
        | Order::Unpaid { .. }
        | Order::Westernize { .. }
        | Order::Incite { .. }
        | Order::OnRevolt { .. }
        | Order::Displace { .. }
        | Order::Build { .. }
        | Order::Develop { .. }
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
        | Order::Scorch { .. } => return,
    };
    turn.answer(&op.mover.seat(), line, fate);
}

/// The battles that no line names, in the order of the map (im55).
fn fight_rest(turn: &mut Cycle<'_>, op: &mut Operation) {
    let mut fought = BTreeSet::new();
    loop {
        // A retreat may change what is still to be fought, so it is asked each time.
        let left = battlefield::pending(turn, op);
        let Some(at) = left.into_iter().find(|at| !fought.contains(at)) else { return };
        battlefield::fight(turn, op, &at);
        fought.insert(at);
    }
}

/// Parties that stand among strangers without a brigade are lost, save explorers among natives
/// (im28, im71).
fn lose_uncovered(turn: &mut Cycle<'_>, power: Power) {
    for at in &turn.game().board.chart.order {
        let state = &turn.state().open;
        let land = state.land(at);
        let force = land.force(power);
        let friend = |owner: Power| owner == power || state.allied(owner, power);
        if force.brigades() > 0 || land.owner.is_some_and(friend) {
            continue;
        }
        let explorers = Force { explorer: force.explorer, ..Force::default() };
        let guests = if land.owner.is_some() { explorers } else { Force::default() };
        let mut others = force;
        others.take(&explorers);
        for (rule, units) in [(&rules::ENTRY, others), (&rules::GUESTS, guests)] {
            if !units.is_empty() {
                turn.record(rule, Event::Lost { power, units, at: at.clone() });
            }
        }
    }
}
