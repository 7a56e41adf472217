//! What an order waits for that is carried out only if something happens.

use super::order::Order;
use super::policies::Occasion;
use crate::base::words::names;

/// What would call for the order, as words that go on after "it waited for"; `None` of one that is carried out at its place.
pub(super) fn awaits(order: &Order) -> Option<String> {
    let words = match order {
        Order::Unpaid { .. } => "upkeep that you cannot pay".to_owned(),
        Order::OnRevolt { at, against, .. } => {
            let there = at.as_ref().map(|at| format!(" in {at}")).unwrap_or_default();
            let whom = against.as_ref().map(|power| format!(" against {power}"));
            format!("a revolt{there}{} where you have influence", whom.unwrap_or_default())
        }
        Order::Displace { at: Some(at), .. } => format!("too many spheres of influence in {at}"),
        Order::Displace { at: None, .. } => {
            "too many spheres of influence in a region of yours".to_owned()
        }
        Order::Peace { with } => format!("a war with {with}, and the same offer from them"),
        Order::Ally { with } => format!("the same offer from {with}"),
        Order::Cede { at, to } => format!("a brigade of {to} that moves into {at}"),
        Order::Passage { to } => format!("fleets of {} that want to pass", names(to)),
        Order::Intercept { sea, .. } => {
            let there = sea.as_ref().map(|sea| format!(" in {sea}")).unwrap_or_default();
            format!("enemy fleets that move within your reach{there}, at these odds")
        }
        Order::BreakOff { .. } => "a naval battle that comes to this limit".to_owned(),
        Order::Sink { .. } => "a hit on fleets of yours".to_owned(),
        Order::Retreat { at, .. } => {
            let there = at.as_ref().map(|at| format!(" in {at}")).unwrap_or_default();
            format!(
                "a battle of yours{there} that comes to this limit while both sides still have brigades"
            )
        }
        Order::Losses { .. } => "a hit on brigades of different kinds in one battle".to_owned(),
        Order::Triple { .. } => "three hits of yours in one round".to_owned(),
        Order::Transfer { .. } => "a battle with a general of yours".to_owned(),
        Order::LastStand(_) => "a defense of yours without brigades".to_owned(),
        Order::Reinforce { from, .. } => {
            let whose = from.as_ref().map(|from| format!("the general in {from}"));
            format!(
                "an attack that {} can help against",
                whose.unwrap_or("a general of yours".into())
            )
        }
        Order::Natives { .. } => "natives that you run in a battle".to_owned(),
        Order::Scorch { at, when } => {
            let place = at.as_ref().map_or("a region of yours".to_owned(), ToString::to_string);
            match when {
                Occasion::Losing => format!("the loss of {place}"),
                Occasion::Leaving => format!("{place} to be ceded"),
                Occasion::Either => format!("{place} to be lost or ceded"),
            }
        }
        Order::Pick { .. }
        | Order::Mulligan { .. }
        | Order::Bid { .. }
        | Order::BuyDp { .. }
        | Order::RemoveInfluence { .. }
        | Order::Westernize { .. }
        | Order::Incite { .. }
        | Order::Build { .. }
        | Order::Develop { .. }
        | Order::Reserve { .. }
        | Order::Give { .. }
        | Order::DeclareWar { .. }
        | Order::EndAlliance { .. }
        | Order::March { .. }
        | Order::Board { .. }
        | Order::Sail { .. }
        | Order::Land { .. }
        | Order::Engage { .. }
        | Order::Fight { .. }
        | Order::Explore { .. }
        | Order::Prospect { .. } => return None,
    };
    Some(words)
}
