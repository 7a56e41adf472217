//! What an order waits for that is carried out only if something happens.

use super::order::Order;

/// What would call for the order, as words that go on after "it waited for"; `None` of one that is carried out at its place.
pub(super) fn awaits(order: &Order) -> Option<String> {
    match order {
        Order::Overwatch { unit, least, range, at, ahead, .. } => {
            let whose = unit.as_ref().map_or("a unit on overwatch".to_owned(), ToString::to_string);
            let mut words = format!("a step or shot of the enemy that {whose} sees");
            let at: Vec<String> = at.iter().map(ToString::to_string).collect();
            if !at.is_empty() {
                words = format!("{words} from a target of the kind {}", at.join(", "));
            }
            if let Some(range) = range {
                words = format!("{words} within {range} hexes");
            }
            if *ahead {
                words += " in front of it";
            }
            if let Some(least) = least {
                words = format!("{words} at a chance of {least}% or more");
            }
            Some(words)
        }
        Order::Deploy { .. }
        | Order::Move { .. }
        | Order::Face { .. }
        | Order::Attack { .. }
        | Order::Bombard { .. }
        | Order::Smoke { .. }
        | Order::Mount { .. }
        | Order::Dismount { .. }
        | Order::Launch { .. }
        | Order::Concede => None,
    }
}
