//! 1B and 1C: announcing and executing the plots (cw18 to cw34).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::execution::{Execution, FreeDartship};
use super::plot::{Item, Plot, arrange};
use super::{Cycle, initiative};
use crate::engine::Fate;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{FirstMover, WhenRolled};
use crate::games::company_war::names::Ship;
use crate::games::company_war::order::{Order, Precedence, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;

/// Runs the movement phase.
pub fn run(turn: &mut Cycle<'_>) {
    if turn.game().switches.initiative == WhenRolled::AfterOrders {
        turn.next_moment();
        initiative::roll(turn);
    }
    let dartship = free_dartship(turn);
    let mut plots = BTreeMap::new();
    for side in Side::BOTH {
        let free = dartship.as_ref().filter(|_| side == Side::Union).map(|d| d.ship);
        plots.insert(side, plot(turn, side, free));
    }
    turn.next_moment();
    for (side, plot) in &plots {
        let ships = plot.iter().map(|item| item.ships.len()).sum::<usize>();
        let ships = u32::try_from(ships).expect("fleets are small");
        turn.record(&rules::ANNOUNCEMENT, Event::Announced { side: *side, ships });
    }
    let first = first_mover(turn);
    Execution::new(turn, plots, dartship).run(turn, first);
}

fn plot<'a>(turn: &mut Cycle<'a>, side: Side, free: Option<&Ship>) -> Vec<Item<'a>> {
    let items = turn.in_force(&side.seat()).into_iter().filter_map(Item::of).collect();
    let open = &turn.state().open;
    let allowance = open.allowance.get(&side).copied();
    let fleeing = turn.game().fleeing(open, side);
    let Plot { kept, dropped } = arrange(&fleeing, items, free, allowance);
    let reason = Reason::Allowance { ships: allowance.unwrap_or(0) };
    for item in dropped {
        let fate = Fate::failed(&rules::INITIATIVE, reason.clone());
        turn.answer(&side.seat(), item.given, fate);
    }
    kept
}

/// Who moves first: the higher roll, or the choice of the Mazianni if it is tied (cw19, cw20).
fn first_mover(turn: &mut Cycle<'_>) -> Side {
    turn.next_moment();
    let counts = match turn.game().switches.first_mover {
        FirstMover::ByRoll => &turn.state().open.allowance,
        FirstMover::ByShipsPlotted => &turn.state().open.left,
    };
    let count = |side| counts.get(&side).copied().unwrap_or(0);
    let (ours, theirs) = (count(Side::Mazianni), count(Side::Union));
    let (side, rule) = match ours.cmp(&theirs) {
        Ordering::Greater => (Side::Mazianni, &rules::FIRST_MOVER),
        Ordering::Less => (Side::Union, &rules::FIRST_MOVER),
        Ordering::Equal => (tie(turn), &rules::TIE),
    };
    turn.record(rule, Event::Begins { side, tied: ours == theirs });
    side
}

fn tie(turn: &mut Cycle<'_>) -> Side {
    let seat = Side::Mazianni.seat();
    let asked = turn.picked(&seat, asks!(Order::OnTie(precedence) => *precedence));
    let choice = asked.first().copied();
    if let Some((given, _)) = choice {
        turn.answer(&seat, given, Fate::done(&rules::TIE, Reason::Tied));
    }
    match choice.map(|(_, choice)| choice).unwrap_or_default() {
        Precedence::First => Side::Mazianni,
        Precedence::Second => Side::Union,
    }
}

fn free_dartship<'a>(turn: &Cycle<'a>) -> Option<FreeDartship<'a>> {
    let asked = turn.picked(
        &Side::Union.seat(),
        asks!(Order::FreeDartship { ship, path, after } => (ship, path, *after)),
    );
    let (given, (ship, path, after)) = asked.into_iter().next()?;
    Some(FreeDartship { given, ship, path, after })
}
