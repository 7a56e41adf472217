//! What may be ordered.

use adjutant::engine::board::Board;
use adjutant::engine::contract::staff;
use adjutant::engine::orders::check::{Checked, Findings, require};
use adjutant::engine::orders::matter::overruled;
use adjutant::engine::wording::said::reasons;
use adjutant::engine::{Chance, Choice, Finding, Given, Matter, Orders, Sheet, Short, Slot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sight::View;
use super::state::{Card, Spot};
use super::{DIVE, ONE, SAIL, Salvage};

/// What a crew may do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Condition {
    /// Another boat is at a square.
    BoatAt {
        /// The square.
        square: Spot,
    },
}

reasons! {
    pub(crate) on ();
    NotNext { from: Spot, to: Spot } => "{to} is not next to {from}"; "name a square that shares a side with it";
    Empty { at: Spot } => "the wreck at {at} is empty";
    Overruled { by: Slot } => "{by} counts instead";
    Sailed { to: Spot } => "the boat is at {to}";
    Found { card: Card } => "the divers found {card}";
    Tangled => "the lines tangled with those of the other boat";
}

impl Salvage {
    /// Whether a crew can do that.
    fn can(&self, view: &View, order: &Order) -> Checked<Reason> {
        let Some(from) = view.boat() else { return Ok(()) };
        match order {
            Order::Sail { to } => {
                let next = self.board.neighbours(&from.0).contains(&to.0);
                require(next, SAIL, Reason::NotNext { from, to: *to })
            }
            Order::Dive {} => {
                require(!view.open.emptied.contains_key(&from), DIVE, Reason::Empty { at: from })
            }
        }
    }
}

impl Orders for Salvage {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &Short {
        orders: &[("sail", "to {to:word}", "to B1"), ("dive", "dive", "dive")],
        parts: &[],
    };

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        let mut found = Findings::default();
        for line in sheet.given() {
            found.about(line);
            found.refuse(self.can(view, &line.order));
        }
        let counts =
            |line: &Given<Order>| self.matter(&line.order).filter(|_| !found.refuses(line));
        for (line, by) in overruled(sheet, counts) {
            found.about(line);
            found.doubt(Err((ONE, Reason::Overruled { by })));
        }
        found.end()
    }

    fn matter(&self, _: &Order) -> Option<Matter> {
        Some(Matter::of("turn"))
    }

    fn holds(&self, view: &View, Condition::BoatAt { square }: &Condition) -> bool {
        let others = view.open.boats.iter().filter(|(crew, _)| Some(*crew) != view.reader.as_ref());
        others.map(|(_, at)| at).any(|at| at == square)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        let Some(at) = view.boat() else { return Vec::new() };
        let mut boat = Choice::unit(format!("Your boat, at {at}"));
        boat.offer(Order::Dive {}, "draw a card");
        self.board.neighbours(&at.0).into_iter().for_each(|to| {
            boat.offer(Order::Sail { to: Spot(to) }, "");
        });
        vec![boat]
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::plain(self, view, chance, 0, &|order| match order {
            Order::Dive {} => 6,
            Order::Sail { .. } => 1,
        })
    }
}
