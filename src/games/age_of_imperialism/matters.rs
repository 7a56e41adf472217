//! What orders settle: of several lines on one matter one counts (im55).

use super::order::Order;
use super::policies::Occasion;
use crate::base::words::joined;
use crate::engine::Matter;

/// What an order settles whenever the question comes up (im55).
pub fn matter(order: &Order) -> Option<Matter> {
    Some(match order {
        Order::Bid { .. } => Matter::of("bid"),
        Order::Unpaid { .. } => Matter::of("unpaid"),
        Order::OnRevolt { at, against, .. } => {
            Matter::of("on-revolt").only(at.as_ref()).only(against.as_ref())
        }
        Order::Displace { at, .. } => Matter::of("displace").only(at.as_ref()),
        Order::Reserve { .. } => Matter::of("reserve"),
        Order::Passage { .. } => Matter::of("passage"),
        Order::Intercept { sea, power, fleets, .. } => {
            let some = (!fleets.is_empty()).then(|| joined(fleets, " "));
            Matter::of("intercept").only(sea.as_ref()).only(power.as_ref()).only(some.as_ref())
        }
        Order::BreakOff { .. } => Matter::of("break-off"),
        Order::Sink { .. } => Matter::of("sink"),
        Order::Retreat { at, .. } => Matter::of("retreat").only(at.as_ref()),
        Order::Losses { .. } => Matter::of("losses"),
        Order::Triple { .. } => Matter::of("triple"),
        Order::Transfer { .. } => Matter::of("transfer"),
        Order::LastStand(_) => Matter::of("last-stand"),
        Order::Natives { .. } => Matter::of("natives"),
        Order::Scorch { at, when } => {
            let occasion = match when {
                Occasion::Leaving => Some("leaving"),
                Occasion::Losing => Some("losing"),
                Occasion::Either => None,
            };
            Matter::of("scorch").only(at.as_ref()).only(occasion.as_ref())
        }
        Order::Pick { .. }
        | Order::Mulligan { .. }
        | Order::BuyDp { .. }
        | Order::RemoveInfluence { .. }
        | Order::Westernize { .. }
        | Order::Incite { .. }
        | Order::Build { .. }
        | Order::Develop { .. }
        | Order::Give { .. }
        | Order::DeclareWar { .. }
        | Order::Peace { .. }
        | Order::Ally { .. }
        | Order::EndAlliance { .. }
        | Order::Cede { .. }
        | Order::March { .. }
        | Order::Board { .. }
        | Order::Sail { .. }
        | Order::Land { .. }
        | Order::Engage { .. }
        | Order::Fight { .. }
        | Order::Explore { .. }
        | Order::Prospect { .. }
        | Order::Reinforce { .. } => return None,
    })
}
