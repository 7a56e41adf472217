//! A turn, step by step.

use adjutant::engine::prelude::*;

use super::orders::{Order, Reason};
use super::state::{Event, Spot};
use super::{DIVE, SAIL, SHOW, Salvage};

/// A crew with its order.
type Line<'a> = (Seat, &'a Given<Order>);

pub(crate) fn turn(turn: &mut Turn<'_, Salvage>) {
    let divers = sail(turn);
    turn.next_moment();
    for (at, crews) in divers {
        dive(turn, at, &crews);
    }
    turn.next_moment();
    if turn.state().open.turn >= turn.game().format.turns.value {
        for (crew, cards) in turn.state().secret.clone() {
            turn.record(&SHOW, Event::Showed { crew, cards });
        }
    }
    turn.record(&SHOW, Event::TurnEnded);
}

/// The boats that sail arrive; the others dive, if they were told to: for each wreck its crews.
fn sail<'a>(turn: &mut Turn<'a, Salvage>) -> BTreeMap<Spot, Vec<Line<'a>>> {
    let mut divers = BTreeMap::<_, Vec<_>>::new();
    for (crew, line) in turn.strongest() {
        let from = turn.state().open.boats[&crew];
        match line.order {
            Order::Sail { to } => {
                turn.answer(&crew, line, Fate::done(&SAIL, Reason::Sailed { to }));
                turn.record(&SAIL, Event::Sailed { crew, from, to });
            }
            Order::Dive {} => divers.entry(from).or_default().push((crew, line)),
        }
    }
    divers
}

fn dive(turn: &mut Turn<'_, Salvage>, at: Spot, crews: &[Line<'_>]) {
    let [(crew, line)] = crews else {
        let tangled = || Fate::failed(&DIVE, Reason::Tangled);
        for (crew, line) in crews {
            turn.answer(crew, line, tangled());
        }
        return turn.record(&DIVE, Event::Tangled { at });
    };
    let mut deck = turn.game().deck(&turn.state().secret).unwrap_or_default();
    let mut draw = turn.chance().draw(&["dive", crew.as_str()]);
    let (card, name) = (deck.draw(&mut draw), draw.name());
    let card = card.expect("the deck has a card for every wreck");
    turn.record(&DIVE, Event::Dived { crew: crew.clone(), at });
    turn.record_drawn(&DIVE, name, Event::Found { crew: crew.clone(), card });
    turn.answer(crew, line, Fate::done(&DIVE, Reason::Found { card }));
}
