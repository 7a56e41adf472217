//! What the engine asks about orders, and the files that answer.

use super::courses::courses;
use super::format::Switch;
use super::names::Jp;
use super::order::{Condition, Order};
use super::reasons::Reason;
use super::resolve::scoring::standing;
use super::scenario::Side;
use super::sight::View;
use super::state::{Condition as Vital, State, Step, Vessel};
use super::{CompanyWar, check, choices, conditions, examples, short, staff};
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
        match kind {
            "bombard" if self.switches.bombard == Switch::No => return false,
            "deploy" | "troops" if view.open.step != Step::SetUp => return false,
            _ => {}
        }
        let only = match kind {
            "free-dartship" | "replace-rider" => Some(Side::Union),
            "deploy" | "troops" | "task-force" | "on-tie" | "land" | "embark" | "raise" => {
                Some(Side::Mazianni)
            }
            _ => None,
        };
        let Some(side) = view.side else { return true };
        only.is_none_or(|only| only == side) && self.is_of_use(view, side, kind)
    }

    fn is_example(&self, view: &View, order: &Order) -> bool {
        examples::is_example(self, view, order)
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

impl CompanyWar {
    /// True if an order of the kind can find what it is for, as ships and troops are now.
    fn is_of_use(&self, view: &View, side: Side, kind: &str) -> bool {
        let open = &view.open;
        let fleet = || {
            let vessels = self.chart.fleet(side).map(|ship| (ship, &open.ships[ship]));
            vessels.filter(|(_, vessel)| vessel.condition != Vital::Lost)
        };
        let at = |vessel: &Vessel, is: &dyn Fn(Jp) -> bool| vessel.at.is_some_and(is);
        match kind {
            "fleet-assembly" => !open.has_assembled(side) && self.has_roll_left(open),
            "free-dartship" => fleet().any(|(ship, _)| self.is_dartship(ship)),
            "on-tie" => self.can_tie(open),
            "task-force" => {
                let berths = self.berths(open);
                self.chart.points.keys().any(|at| berths.at(*at, side).len() > 1)
            }
            // A ship that is damaged later in the turn has fought in it, and is not served (cw36).
            "repair" => fleet().any(|(ship, vessel)| {
                vessel.condition == Vital::Damaged
                    && !self.is_dartship(ship)
                    && at(vessel, &|at| self.is_dock(side, at))
            }),
            "replace-rider" => fleet().any(|(_, vessel)| {
                vessel.riders.iter().any(|rider| *rider != Vital::Whole)
                    && at(vessel, &|at| self.replaces_riders(at))
            }),
            "land" => view.loads > 0,
            "embark" => !open.landed.is_empty(),
            "raise" => open.returning() > 0,
            _ => true,
        }
    }
}
