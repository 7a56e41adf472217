//! A turn: both ships go, then the destroyer listens.

use adjutant::engine::prelude::*;

use super::orders::{Order, Reason};
use super::state::{Echo, Event, Zone};
use super::{DESTROYER, END, GO, LISTEN, SUBMARINE, SeaHunt, UNSEEN};

pub(crate) fn turn(turn: &mut Turn<'_, SeaHunt>) {
    let from = turn.state().secret;
    go(turn, &SUBMARINE, |to| Event::Dived { from, to });
    turn.record(&UNSEEN, Event::Spread);
    let from = turn.state().open.destroyer;
    go(turn, &DESTROYER, |to| Event::Sailed { from, to });
    turn.next_moment();
    listen(turn);
    turn.record(&END, Event::TurnEnded);
}

/// The strongest order counts; others are left unused.
fn go(turn: &mut Turn<'_, SeaHunt>, seat: &Seat, event: impl Fn(Zone) -> Event) {
    let Some(given) = turn.in_force(seat).into_iter().next() else { return };
    let Order::Go { to } = given.order;
    turn.record(&GO, event(to));
    turn.answer(seat, given, Fate::done(&GO, Reason::WentTo { to }));
}

fn listen(turn: &mut Turn<'_, SeaHunt>) {
    let (open, submarine) = (&turn.state().open, turn.state().secret);
    let (far, now) = (open.destroyer.0.distance(submarine.0), open.turn.to_string());
    let sinks_on = turn.game().format.sinks_on.value;
    let mut draw = turn.chance().draw(&["listen", &now]);
    let (die, name) = (draw.die(6), draw.name());
    let echo = match far {
        0 if u32::from(die) >= sinks_on => Echo::Sunk,
        0 | 1 => Echo::Heard,
        _ => Echo::Silence,
    };
    turn.record_drawn(&LISTEN, name, Event::Listened { die, echo });
}
