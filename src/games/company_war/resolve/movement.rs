//! 1B and 1C: announcing and executing the plots (cw18 to cw34).

use std::collections::BTreeMap;

use super::execution::{Execution, FreeDartship};
use super::plot::{Item, Plot, arrange};
use super::{Cycle, Sheets, answer, initiative, picked};
use crate::engine::{Code, Given};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{FirstMover, WhenRolled};
use crate::games::company_war::orders::{Order, Precedence};
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::Ship;

/// Runs the movement phase.
pub fn run(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    if game.switches.initiative == WhenRolled::AfterOrders {
        turn.next_moment();
        initiative::roll(game, turn);
    }
    let dartship = free_dartship(turn, orders);
    let mut plots = BTreeMap::new();
    for side in Side::BOTH {
        let free = dartship.as_ref().filter(|_| side == Side::Union).map(|d| d.ship);
        plots.insert(side, plot(game, turn, orders, (side, free)));
    }
    turn.next_moment();
    for (side, plot) in &plots {
        let ships = plot.iter().map(|item| item.ships.len()).sum::<usize>();
        let ships = u32::try_from(ships).expect("fleets are small");
        turn.record(&rules::ANNOUNCEMENT, Event::Announced { side: *side, ships });
    }
    let first = first_mover(game, turn, orders);
    Execution::new(game, orders, plots, dartship).run(turn, first);
}

fn plot<'o>(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    orders: &'o Sheets,
    (side, free): (Side, Option<&Ship>),
) -> Vec<Item<'o>> {
    let items = picked(turn, orders, side, |_| Some(())).into_iter();
    let items = items.filter_map(|(given, ())| Item::of(given)).collect();
    let allowance = turn.state().allowance.get(&side).copied();
    let Plot { kept, dropped } = arrange(game, turn.state(), (items, free), allowance);
    for item in dropped {
        let what = "the roll does not cover it";
        answer(turn, side, item.given, (Code::Failed, &rules::INITIATIVE), what);
    }
    kept
}

/// Who moves first: the higher roll, or the choice of the Mazianni if it is tied (cw19, cw20).
fn first_mover(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) -> Side {
    turn.next_moment();
    let counts = match game.switches.first_mover {
        FirstMover::ByRoll => &turn.state().allowance,
        FirstMover::ByShipsPlotted => &turn.state().left,
    };
    let count = |side| counts.get(&side).copied().unwrap_or(0);
    let (ours, theirs) = (count(Side::Mazianni), count(Side::Union));
    let (side, rule) = match ours.cmp(&theirs) {
        std::cmp::Ordering::Greater => (Side::Mazianni, &rules::FIRST_MOVER),
        std::cmp::Ordering::Less => (Side::Union, &rules::FIRST_MOVER),
        std::cmp::Ordering::Equal => (tie(turn, orders), &rules::TIE),
    };
    turn.record(rule, Event::Begins { side, tied: ours == theirs });
    side
}

fn tie(turn: &mut Cycle<'_>, orders: &Sheets) -> Side {
    let asked = picked(turn, orders, Side::Mazianni, |order| match order {
        Order::OnTie(precedence) => Some(*precedence),
        _ => None,
    });
    let choice = asked.first().map(|(given, choice)| (*given, *choice));
    if let Some((given, _)) = choice {
        answer(turn, Side::Mazianni, given, (Code::Done, &rules::TIE), "the initiative was tied");
    }
    match choice.map(|(_, choice)| choice).unwrap_or_default() {
        Precedence::First => Side::Mazianni,
        Precedence::Second => Side::Union,
    }
}

fn free_dartship<'o>(turn: &Cycle<'_>, orders: &'o Sheets) -> Option<FreeDartship<'o>> {
    let asked = picked(turn, orders, Side::Union, |order| match order {
        Order::FreeDartship { ship, path, after } => Some((ship, path, *after)),
        _ => None,
    });
    let first = asked.into_iter().next();
    first.map(|(given, (ship, path, after)): (&Given<Order>, _)| FreeDartship {
        given,
        ship,
        path,
        after,
    })
}
