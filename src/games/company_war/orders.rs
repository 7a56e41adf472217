//! What the engine asks about orders, and the files that answer.

use super::order::{Condition, Order};
use super::reasons::Reason;
use super::resolve::scoring::standing;
use super::scenario::Side;
use super::sight::View;
use super::state::State;
use super::{CompanyWar, check, choices, conditions, short, staff};
use crate::engine::{Chance, Choice, Finding, Matter, Orders, Seat, Sheet, Short};

impl Orders for CompanyWar {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;
    const AHEAD: u64 = 5;

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        check::findings(self, view, sheet)
    }

    fn refused(&self, view: &View, orders: &[&Order]) -> Vec<bool> {
        check::refused(self, view, orders)
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        order.matter()
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        view.side.is_some_and(|side| conditions::holds(self, side, &view.open, condition))
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        Side::of(seat).map_or(0, |side| standing(self, &state.open, side))
    }
}
