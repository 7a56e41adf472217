//! What may be ordered, and why it was answered as it was.

use adjutant::engine::prelude::*;

use super::sight::View;
use super::state::Zone;
use super::{DESTROYER, GO, SeaHunt};

orders! {
    /// An order.
    pub(crate) enum Order {
        /// Go to a neighbouring hex (sh1).
        Go {
            /// The hex.
            to: Zone,
        },
    }

    /// What an order may depend on.
    pub(crate) enum Condition {
        /// The submarine can be in this hex.
        PossibleAt(Zone),
    }
}

reasons! {
    pub on ();
    TooFar { from: Zone, to: Zone } => "{to} is not next to {from}";
    WentTo { to: Zone } => "the ship is in {to} now";
}

impl Orders for SeaHunt {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &Short::of(&[("go", "to {to:word}", "to 0304")]);

    fn can(&self, view: &View, Order::Go { to }: &Order) -> Checked<Reason> {
        let Some(from) = own(view) else { return Ok(()) };
        require(from.0.distance(to.0) <= 1, GO, Reason::TooFar { from, to: *to })
    }

    fn holds(&self, view: &View, Condition::PossibleAt(zone): &Condition) -> bool {
        view.open.possible.contains(zone)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        let Some(from) = own(view) else { return Vec::new() };
        let mut ship = Choice::unit(format!("Your ship, in {from}"));
        ship.offer_all(self.around(from).map(|to| (Order::Go { to }, "")));
        vec![ship]
    }

    /// It rather goes where the submarine can be.
    fn weight(&self, view: &View, Order::Go { to }: &Order) -> u64 {
        1 + 3 * u64::from(view.open.possible.contains(to))
    }
}

/// Where the reader's own ship is.
fn own(view: &View) -> Option<Zone> {
    if view.reader.is(&DESTROYER) { Some(view.open.destroyer) } else { view.known }
}
