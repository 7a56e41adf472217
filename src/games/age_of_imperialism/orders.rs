//! What the engine asks about orders, and the files that answer.

use super::order::{Condition, Order};
use super::power::Power;
use super::reasons::Reason;
use super::resolve::victory::standing;
use super::sight::View;
use super::state::State;
use super::{AgeOfImperialism, check, choices, matters, short, staff, takes};
use crate::engine::contract::game::{LastCheck, SheetCheck};
use crate::engine::{Budget, Chance, Choice, Finding, Matter, Orders, Seat, Sheet, Short};

impl Orders for AgeOfImperialism {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;
    const AHEAD: u64 = 10;
    const WORLDS: u64 = 2;

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        check::findings(self, view, sheet)
    }

    fn checker<'a>(&'a self, view: &'a View) -> SheetCheck<'a, Self> {
        check::checker(self, view)
    }

    fn last_checker<'a>(&'a self, view: &'a View) -> LastCheck<'a, Self> {
        check::last_checker(self, view)
    }

    fn budgets(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Budget> {
        check::budget(self, view, sheet).into_iter().collect()
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        matters::matter(order)
    }

    fn takes(&self, view: &View, kind: &str) -> bool {
        takes::takes(self, view, kind)
    }

    fn is_example(&self, view: &View, order: &Order) -> bool {
        takes::is_example(self, view, order)
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        check::holds(self, view, condition)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        Power::of(seat).map_or(0, |power| standing(self, state, power))
    }
}
