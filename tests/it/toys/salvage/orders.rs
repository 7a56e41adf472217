//! What may be ordered.

use adjutant::engine::prelude::*;

use super::sight::View;
use super::state::{Card, Spot};
use super::{DIVE, ONE, SAIL, Salvage};

orders! {
    /// What a crew may do.
    pub(crate) enum Order {
        /// Sail to a square beside the boat's.
        Sail {
            /// The square.
            to: Spot,
        },
        /// Dive to the wreck below.
        Dive {},
    }

    /// What an order may depend on.
    pub(crate) enum Condition {
        /// Another boat is at a square.
        BoatAt(Spot),
    }
}

reasons! {
    pub(crate) on ();
    NotNext { from: Spot, to: Spot } => "{to} is not next to {from}"; "name a square that shares a side with it";
    Empty { at: Spot } => "the wreck at {at} is empty";
    Sailed { to: Spot } => "the boat is at {to}";
    Found { card: Card } => "the divers found {card}";
}

impl Orders for Salvage {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short =
        &Short::of(&[("sail", "to {to:word}", "to B1"), ("dive", "dive", "dive")]);

    fn can(&self, view: &View, order: &Order) -> Checked<Reason> {
        let Some(from) = boat(view) else { return Ok(()) };
        let next = |to: &Spot| self.board.neighbours(&from.0).contains(&to.0);
        let full = !view.open.emptied.contains(&from);
        match order {
            Order::Sail { to } => require(next(to), SAIL, Reason::NotNext { from, to: *to }),
            Order::Dive {} => require(full, DIVE, Reason::Empty { at: from }),
        }
    }

    fn matter(&self, _: &Order) -> Option<Matter> {
        Some(Matter::of("turn").by(&ONE))
    }

    fn holds(&self, view: &View, Condition::BoatAt(square): &Condition) -> bool {
        view.open.boats.iter().any(|(crew, at)| at == square && !view.reader.is(crew))
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        let Some(at) = boat(view) else { return Vec::new() };
        let mut boat = Choice::unit(format!("Your boat, at {at}"));
        boat.offer(Order::Dive {}, "draw a card");
        let near = self.board.neighbours(&at.0);
        boat.offer_all(near.into_iter().map(|to| (Order::Sail { to: Spot(to) }, "")));
        vec![boat]
    }
}

/// Where the reader's own boat is.
fn boat(view: &View) -> Option<Spot> {
    view.open.boats.get(view.reader.seat()?).copied()
}
