//! What the engine asks about orders, and the files that answer.

use super::order::{Condition, Order};
use super::reasons::Reason;
use super::side::Side;
use super::sight::View;
use super::state::State;
use super::{CompanyCommander, check, choices, conditions, short, staff};
use crate::engine::{Chance, Choice, Finding, Matter, Orders, Seat, Sheet, Short, Slot};

impl Orders for CompanyCommander {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;
    const AHEAD: u64 = 30;
    const WORLDS: u64 = 8;

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        check::findings(self, view, sheet)
    }

    fn refused(&self, view: &View, orders: &[&Order]) -> Vec<bool> {
        check::refused(self, view, orders)
    }

    fn odds(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<(Slot, String)> {
        check::odds(self, view, sheet)
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        order.matter()
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        conditions::holds(view, condition)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn takes(&self, view: &View, kind: &str) -> bool {
        choices::takes(self, view, kind)
    }

    fn is_example(&self, view: &View, order: &Order) -> bool {
        choices::is_example(self, view, order)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn weight(&self, _: &View, order: &Order) -> u64 {
        u64::from(*order != Order::Concede)
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        Side::of(seat).map_or(0, |side| self.standing(state, side))
    }
}
