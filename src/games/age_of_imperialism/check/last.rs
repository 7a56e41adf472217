//! The check of orders that are given one by one: of each, whether there is nothing to say about it
//! beside those before. It is what the check of the whole sheet would say about its last line.

use std::collections::BTreeSet;

use super::{Check, Hopes, Line};
use crate::engine::contract::game::LastCheck;
use crate::engine::orders::check::Findings;
use crate::engine::{Given, List, Sheet, Slot};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::names::Region;
use crate::games::age_of_imperialism::order::{Condition, Order};
use crate::games::age_of_imperialism::sight::View;
use crate::games::age_of_imperialism::standpoint::{Memo, Standpoint};
use crate::games::age_of_imperialism::state::Step;
use crate::games::age_of_imperialism::switches::Placement;

/// What lines leave behind for those after them.
#[derive(Debug, Clone, Default)]
struct Before {
    lines: usize,
    spent: u32,
    incited: BTreeSet<Region>,
    hopes: Hopes,
}

/// The check of orders that are given one by one. A later plain order settles a matter before an
/// earlier one, so the last is never overruled.
pub fn last_checker<'a>(
    game: &'a AgeOfImperialism,
    view: &'a View,
) -> LastCheck<'a, AgeOfImperialism> {
    let memo = Memo::default();
    let mut before = Before::default();
    Box::new(move |sheet| {
        Standpoint::of(game, view, &memo).is_none_or(|own| stands(own, &mut before, sheet))
    })
}

/// True if there is nothing to say about an order alone.
pub fn is_sound(own: Standpoint<'_>, order: &Order) -> bool {
    let slot = Slot::new(List::Orders, 0);
    let line = Given { slot, spot: None, order: order.clone() };
    Before::default().takes(own, &line, &[&line])
}

fn stands(own: Standpoint<'_>, before: &mut Before, sheet: &Sheet<Order, Condition>) -> bool {
    let Some((last, earlier)) = sheet.orders.split_last() else { return true };
    if before.lines > earlier.len() {
        *before = Before::default();
    }
    for line in &earlier[before.lines..] {
        before.add(own, line);
    }
    let orders: Vec<&Line> = sheet.orders.iter().collect();
    before.takes(own, last, &orders)
}

impl Before {
    /// The check of the next line.
    fn check<'s>(&self, standpoint: Standpoint<'s>, line: &Line) -> Check<'s> {
        let Self { spent, incited, hopes, .. } = self.clone();
        let mut check = Check { standpoint, found: Findings::default(), spent, incited, hopes };
        // In the alternate placement a line waits until it can be carried out.
        if standpoint.game.switches.placement != Placement::Simultaneous {
            check.hopes.note(&line.order);
        }
        check.line(line);
        check.hopes.note(&line.order);
        check
    }

    /// True if there is nothing to say about a line beside these orders, of which it is the last.
    fn takes(&self, own: Standpoint<'_>, line: &Line, orders: &[&Line]) -> bool {
        let mut check = self.check(own, line);
        if check.found.notes(line) {
            return false;
        }
        match own.open.step {
            Step::First | Step::Second => {
                let checked = check.look(&line.order, orders);
                check.found.doubt_unless_noted(line, checked);
                check.given_up(orders);
            }
            Step::Auction | Step::Production | Step::Diplomacy | Step::Construction => {
                check.points(orders, own.outlook());
            }
            Step::Picks | Step::Placement | Step::Over => {}
        }
        !check.found.notes(line)
    }

    /// Adds a line that was taken.
    fn add(&mut self, own: Standpoint<'_>, line: &Line) {
        let Check { spent, incited, hopes, .. } = self.check(own, line);
        *self = Self { lines: self.lines + 1, spent, incited, hopes };
    }
}
