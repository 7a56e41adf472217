//! What an order waits for that is carried out only if something happens.

use super::classes::Bears;
use super::order::Order;
use super::plan::{Aim, Condition, Purpose};

/// Where it is said what was in the way of a shot.
const SHORT: &str = " (what was in the way, if it is known: In short)";

/// What would call for the order, as words that go on after "it waited for"; `None` of one that is carried out at its place.
pub(super) fn awaits(order: &Order) -> Option<String> {
    let only = |when: &Option<Condition>| match when {
        Some(when) => format!(", while {}", so(when)),
        None => String::new(),
    };
    let words = match order {
        Order::Fire { ship, with, at, range, least, when, .. } => {
            let points = least.map(|least| format!(" and do {least} points"));
            let reach = format!("{}{}", within(*range), points.unwrap_or_default());
            let ready = "rested and with energy";
            format!(
                "{} that a {with} of {ship}, {ready}, can fire at{reach}{}{SHORT}",
                aim(at),
                only(when)
            )
        }
        Order::Launch { ship, with, at, range, when, .. } => {
            format!(
                "{} that a {with} of {ship}, rested and loaded, can be sent at{}{}{SHORT}",
                aim(at),
                within(*range),
                only(when)
            )
        }
        Order::Cannon { ship, when, .. } => {
            format!("a target within reach of the cannon of {ship}{}", only(when))
        }
        Order::Defend { ship, .. } => format!("a trans-warp missile that {ship} can shoot at"),
        Order::Raise { ship, when, .. } => format!("the field of {ship} to be down{}", only(when)),
        Order::Reserve { ship, into, when, .. } => {
            format!("room for it in {}{}", purpose(ship.as_str(), *into), only(when))
        }
        Order::Board { ship, at, when, .. } | Order::Raid { ship, at, when, .. } => {
            format!("{at} within 5 hexes of {ship}, with the shield down{}", only(when))
        }
        Order::Steer { ship, .. } => format!("a move of {ship} without a plotted leg"),
        Order::Course { when: Some(when), .. }
        | Order::Chaff { when: Some(when), .. }
        | Order::Weasel { when: Some(when), .. }
        | Order::Break(when) => format!("a time when {}", so(when)),
        Order::Build { .. }
        | Order::Place { .. }
        | Order::Outfit { .. }
        | Order::Allocate(_)
        | Order::Course { when: None, .. }
        | Order::Chaff { when: None, .. }
        | Order::Weasel { when: None, .. }
        | Order::Scramble { .. }
        | Order::Land { .. }
        | Order::Surrender => return None,
    };
    Some(words)
}

fn aim(at: &Aim) -> String {
    match at {
        Aim::Nearest => "an enemy ship".to_owned(),
        Aim::NearestSmall => "an enemy missile, fighter or shuttle".to_owned(),
        Aim::Ship(ship) => ship.to_string(),
        Aim::Missile(missile) => missile.to_string(),
    }
}

fn within(range: Option<u32>) -> String {
    range.map(|range| format!(" within {range} hexes")).unwrap_or_default()
}

fn purpose(ship: &str, into: Purpose) -> String {
    match into {
        Purpose::Capacitor => format!("the capacitor of {ship}"),
        Purpose::Shield(shield) => format!("shield {shield} of {ship}"),
        Purpose::Facing => format!("the shield of {ship} that faces the nearest enemy"),
        Purpose::Field => format!("the field of {ship}"),
    }
}

/// A condition in words.
fn so(when: &Condition) -> String {
    match when {
        Condition::EnemyWithin { ship, range } => {
            format!("an enemy is within {range} hexes of {ship}")
        }
        Condition::EnemyIn { ship, arc, range } => {
            format!("an enemy is within {range} hexes of {ship}{}", side(*arc))
        }
        Condition::FasterThan { ship, speed } => format!("{ship} is faster than {speed}"),
        Condition::LaunchedAt { ship } => format!("a trans-warp missile is on its way to {ship}"),
        Condition::FieldBelow { ship, strength } => {
            format!("the field of {ship} is below {strength}")
        }
        Condition::Damaged { ship, boxes: 1 } => format!("{ship} has lost a box"),
        Condition::Damaged { ship, boxes } => format!("{ship} has lost {boxes} boxes"),
        Condition::Crippled { ship } => format!("{ship} is crippled"),
        Condition::Gone { ship } => format!("{ship} is off the map"),
    }
}

fn side(arc: Bears) -> &'static str {
    match arc {
        Bears::All => "",
        Bears::Fa => ", in its front arc",
        Bears::Ra => ", in its rear arc",
        Bears::Fh => ", in its forward half",
        Bears::Ls => ", on its left",
        Bears::Rs => ", on its right",
    }
}
