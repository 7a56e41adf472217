//! A turn, step by step.

use std::collections::BTreeMap;

use adjutant::engine::{Fate, Given, Seat, Turn};

use super::orders::{Order, Reason};
use super::state::{Event, Spot};
use super::{DIVE, SAIL, SHOW, Salvage};

/// The divers: for each wreck the crews, each with its order.
type Divers<'a> = BTreeMap<Spot, Vec<(Seat, &'a Given<Order>)>>;

pub(crate) fn turn(turn: &mut Turn<'_, Salvage>) {
    let divers = sail(turn);
    turn.next_moment();
    for (at, crews) in divers {
        dive(turn, at, &crews);
    }
    turn.next_moment();
    if turn.state().open.turn >= turn.game().format.turns.value {
        for (crew, cards) in turn.state().secret.holds.clone() {
            turn.record(&SHOW, Event::Showed { crew, cards });
        }
    }
    turn.record(&SHOW, Event::TurnEnded);
}

/// The boats that sail arrive; the others dive, if they were told to.
fn sail<'a>(turn: &mut Turn<'a, Salvage>) -> Divers<'a> {
    let mut divers = Divers::new();
    let before = turn.state().open.boats.clone();
    let first = |(crew, from)| turn.in_force(&crew).first().map(|line| (crew, from, *line));
    let orders: Vec<_> = before.into_iter().filter_map(first).collect();
    for (crew, from, line) in orders {
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

fn dive(turn: &mut Turn<'_, Salvage>, at: Spot, crews: &[(Seat, &Given<Order>)]) {
    let [(crew, line)] = crews else {
        for (crew, line) in crews {
            turn.answer(crew, line, Fate::failed(&DIVE, Reason::Tangled));
        }
        return turn.record(&DIVE, Event::Tangled { at });
    };
    let mut deck = turn.state().secret.deck.clone();
    let mut draw = turn.chance().draw(&["dive", crew.as_str()]);
    let (card, name) = (deck.draw(&mut draw), draw.name());
    let card = card.expect("the deck has a card for every wreck");
    turn.record(&DIVE, Event::Dived { crew: crew.clone(), at });
    turn.record_drawn(&DIVE, name, Event::Found { crew: crew.clone(), card });
    turn.answer(crew, line, Fate::done(&DIVE, Reason::Found { card }));
}
