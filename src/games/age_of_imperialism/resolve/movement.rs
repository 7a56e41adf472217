//! A power's movement phase (im27 to im36, then the combat phase).

use std::collections::BTreeSet;

use super::operation::Operation;
use super::{
    Cycle, Line, Outcome, Sheets, aftermath, battle, explorers, marching, prospecting,
    reinforcement, relations, sailing,
};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::force::Force;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;

/// Runs it.
pub fn phase(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, power: Power) {
    turn.next_moment();
    turn.record(&rules::WAR, Event::MovementBegan { power });
    turn.next_moment();
    relations::treaties_of(game, turn, orders, power);
    let mut op = Operation::begin(turn.state(), power);
    let mut done = BTreeSet::new();
    while let Some(line) = next_line(turn, orders, power, (&mut done, is_move)) {
        make_move(game, turn, orders, &mut op, line);
    }
    reinforcement::run(game, turn, orders, &mut op);
    while let Some(line) = next_line(turn, orders, power, (&mut done, is_action)) {
        act(game, turn, orders, &mut op, line);
    }
    fight_rest(game, turn, orders, &mut op);
    turn.next_moment();
    aftermath::revert_empty(game, turn, power);
    lose_uncovered(game, turn, power);
}

/// The next line of this kind that has not been carried out. Conditions are asked anew each time,
/// for they may depend on what the lines before have done (im55).
fn next_line<'o>(
    turn: &Cycle<'_>,
    orders: &'o Sheets,
    power: Power,
    (done, kind): (&mut BTreeSet<String>, fn(&Order) -> bool),
) -> Option<&'o Line> {
    let in_force = turn.in_force(orders, &power.seat());
    let mut fresh = in_force.into_iter().filter(|line| kind(&line.order));
    let line = fresh.find(|line| !done.contains(&line.line))?;
    done.insert(line.line.clone());
    Some(line)
}

/// What is done among the moves, each at its place in the file (im18, im27 to im32, im52, im56).
fn is_move(order: &Order) -> bool {
    matches!(
        order,
        Order::March { .. }
            | Order::Board { .. }
            | Order::Sail { .. }
            | Order::Land { .. }
            | Order::Engage { .. }
            | Order::DeclareWar { .. }
            | Order::EndAlliance { .. }
            | Order::Give { .. }
            | Order::RemoveInfluence { .. }
    )
}

/// What is done in the combat phase, each at its place in the file.
fn is_action(order: &Order) -> bool {
    matches!(order, Order::Fight { .. } | Order::Explore { .. } | Order::Prospect { .. })
}

fn make_move(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    line: &Line,
) {
    let outcome = match &line.order {
        Order::March { units, path } => marching::march(game, turn, orders, op, (units, path)),
        Order::Board { .. } | Order::Sail { .. } | Order::Land { .. } | Order::Engage { .. } => {
            sailing::carry_out(game, turn, orders, op, &line.order)
        }
        _ => relations::carry_out(game, turn, op.mover, line),
    };
    outcome.tell(turn, op.mover, line);
}

fn act(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    line: &Line,
) {
    match &line.order {
        Order::Fight { at } => {
            let outcome = if battle::pending(game, turn, op).contains(at) {
                battle::fight(game, turn, orders, op, at);
                Outcome::done(&rules::SEQUENCE, format!("the battle of {at} was fought"))
            } else {
                Outcome::failed(&rules::SEQUENCE, format!("there was no battle to fight in {at}"))
            };
            outcome.tell(turn, op.mover, line);
        }
        Order::Explore { .. } => explorers::explore(game, turn, op, line),
        _ => prospecting::prospect(game, turn, op, line),
    }
}

/// The battles that no line names, in the order of the map (im55).
fn fight_rest(game: &AgeOfImperialism, turn: &mut Cycle<'_>, orders: &Sheets, op: &mut Operation) {
    let mut fought = BTreeSet::new();
    loop {
        // A retreat may change what is still to be fought, so it is asked each time.
        let left = battle::pending(game, turn, op);
        let Some(at) = left.into_iter().find(|at| !fought.contains(at)) else { return };
        battle::fight(game, turn, orders, op, &at);
        fought.insert(at);
    }
}

/// Parties that stand among strangers without a brigade are lost, save explorers among natives
/// (im28, im71).
fn lose_uncovered(game: &AgeOfImperialism, turn: &mut Cycle<'_>, power: Power) {
    for at in &game.board.chart.order {
        let state = turn.state();
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
