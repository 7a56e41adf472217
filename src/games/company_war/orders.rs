//! What the engine asks about orders, and the files that answer.

use super::courses::courses;
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

    fn takes(&self, view: &View, kind: &str) -> bool {
        let only = match kind {
            "free-dartship" | "replace-rider" => Some(Side::Union),
            "troops" | "task-force" | "on-tie" | "land" | "embark" | "raise" => {
                Some(Side::Mazianni)
            }
            _ => None,
        };
        only.is_none() || view.side.is_none() || view.side == only
    }

    /// A course may be given by its end alone: then it is the one with the fewest jumps.
    fn meant(&self, view: &View, order: &Order) -> Order {
        let mut order = order.clone();
        if let Some((ships, path)) = order.course_mut()
            && let [to] = path[..]
            && let Some(from) = ships.first().and_then(|ship| view.open.ships.get(ship)?.at)
            && let Some(side) = view.side
        {
            let way = courses(&self.chart, side, from, |_| false);
            if let Some(way) = way.into_iter().find(|way| way.last() == Some(&to)) {
                *path = way;
            }
        }
        order
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn worth(&self, state: &State, seat: &Seat) -> i64 {
        Side::of(seat).map_or(0, |side| standing(self, &state.open, side))
    }
}
