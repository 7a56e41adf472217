//! What may be ordered, and why it was answered as it was.

use adjutant::engine::contract::staff;
use adjutant::engine::wording::said::reasons;
use adjutant::engine::{Chance, Choice, Finding, Orders, Sheet, Short};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sight::View;
use super::state::Zone;
use super::{GO, SeaHunt};

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum Order {
    /// Go to a neighbouring hex (sh1).
    Go {
        /// The hex.
        to: Zone,
    },
}

/// What an order may depend on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Condition {
    /// The submarine can be in this hex.
    PossibleAt(Zone),
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
    const SHORT: &'static Short =
        &Short { orders: &[("go", "to {to:word}", "to 0304")], parts: &[] };

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        let Some(from) = view.own() else { return Vec::new() };
        let far = |to: Zone| from.0.distance(to.0) > 1;
        let findings = sheet.given().filter_map(|given| match given.order {
            Order::Go { to } => {
                far(to).then(|| Finding::refused(given, &GO, Reason::TooFar { from, to }))
            }
        });
        findings.collect()
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        match condition {
            Condition::PossibleAt(zone) => view.open.possible.contains(zone),
        }
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        let Some(from) = view.own() else { return Vec::new() };
        let mut ship = Choice::unit(format!("Your ship, in {from}"));
        self.around(from).for_each(|to| ship.offer(Order::Go { to }, ""));
        vec![ship]
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        // It rather goes where the submarine can be.
        staff::plain(self, view, chance, 1, &|order| match order {
            Order::Go { to } => 1 + 3 * u64::from(view.open.possible.contains(to)),
        })
    }
}
