//! What the engine asks about orders, and the files that answer.

use super::order::{Condition, Order};
use super::reasons::Reason;
use super::resolve::theater::standing;
use super::side::Side;
use super::sight::View;
use super::state::State;
use super::{Parabellum, check, choices, short, staff};
use crate::engine::{Budget, Chance, Choice, Finding, Matter, Orders, Seat, Sheet, Short};

impl Orders for Parabellum {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = &short::SHORT;
    const AHEAD: u64 = 4;
    const WORLDS: u64 = 12;
    const AS_REGULARS: &'static [&'static str] = &["place"];

    fn check(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Finding<Reason>> {
        check::findings(self, view, sheet)
    }

    fn refused(&self, view: &View, orders: &[&Order]) -> Vec<bool> {
        check::refused(self, view, orders)
    }

    fn budgets(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Budget> {
        check::budgets(self, view, sheet)
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        order.matter()
    }

    fn takes(&self, view: &View, kind: &str) -> bool {
        choices::takes(self, view, kind)
    }

    fn holds(&self, view: &View, condition: &Condition) -> bool {
        check::holds(view, condition)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        choices::choices(self, view)
    }

    /// Markers are taken from where the unit is, or from beside it (pb23).
    fn is_example(&self, view: &View, order: &Order) -> bool {
        let Order::Load { unit, at, .. } = order else { return true };
        view.mat.place(unit).is_some_and(|from| from.0.orthogonal(at.0) <= 1)
    }

    /// A unit may be named by its square, if it is alone there.
    fn meant(&self, view: &View, order: &Order) -> Order {
        let mut order = order.clone();
        for unit in order.units_mut() {
            if let Some(own) = view.side.and_then(|side| view.mat.alone(side, unit.as_str())) {
                *unit = own.clone();
            }
        }
        order
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn weight(&self, _: &View, order: &Order) -> u64 {
        u64::from(!matches!(order, Order::Surrender | Order::Withdraw(_)))
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        Side::of(seat).map_or(0, |side| standing(self, state, side))
    }
}
