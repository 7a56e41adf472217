//! What the engine asks about orders, and the files that answer.

use super::order::{Condition, Order};
use super::reasons::Reason;
use super::sight::View;
use super::{Mechad, account, check, choices, short, staff};
use crate::engine::{Chance, Choice, Finding, Matter, Orders, Sheet, Short, Slot};

impl Orders for Mechad {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;

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

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        self.is_so(&view.open, condition)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::orders(self, view, chance)
    }
}
