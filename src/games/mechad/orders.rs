//! What the engine asks about orders, and the files that answer.

use super::order::{Condition, Order};
use super::reasons::Reason;
use super::resolve::scores::standing;
use super::sight::View;
use super::state::State;
use super::{Mechad, account, check, choices, examples, short, staff};
use crate::engine::{Chance, Choice, Finding, Matter, Orders, Seat, Sheet, Short, Slot};

impl Orders for Mechad {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;
    const AHEAD: u64 = 6;

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        check::findings(self, view, sheet)
    }

    fn refused(&self, view: &View, orders: &[&Order]) -> Vec<bool> {
        check::refused(self, view, orders)
    }

    fn accounts(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<(Slot, String)> {
        account::accounts(self, view, sheet)
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        order.matter()
    }

    fn takes(&self, view: &View, kind: &str) -> bool {
        examples::takes(self, view, kind)
    }

    fn is_example(&self, view: &View, order: &Order) -> bool {
        examples::is_example(self, view, order)
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        self.is_so(&view.open, condition)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::orders(self, view, chance)
    }

    fn weight(&self, _: &View, order: &Order) -> u64 {
        u64::from(*order != Order::Surrender)
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        let side = self.scenario.sides.keys().find(|side| side.seat() == *seat);
        side.map_or(0, |side| standing(self, state, side))
    }
}
