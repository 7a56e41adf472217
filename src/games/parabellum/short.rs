//! Orders in one line each. `docs/orders/parabellum.md` shows what they mean.

use crate::engine::Short;
use crate::engine::orders::short::Part;

/// The short forms.
pub const SHORT: Short = Short {
    orders: &[
        ("buy", "buy {card:word}{count=1}", "buy ram"),
        ("buy", "buy {count:number} {card:word}", "buy 2 rifles"),
        (
            "stock",
            "stock[ squads {squads:number}][ supply {supply:number}][ ammo {ammo:number}]",
            "stock squads 4 supply 6 ammo 6",
        ),
        (
            "deploy",
            "deploy {unit:word} at {at:word as SQUARE}[ supply {supply:number}][ ammo {ammo:number}]",
            "deploy amber-17 at D10 supply 1",
        ),
        ("muster", "muster {unit:word}", "muster amber-30"),
        (
            "place",
            "place at {at:word as SQUARE}[ supply {supply:number}][ ammo {ammo:number}]",
            "place at D11 supply 2 ammo 2",
        ),
        ("first", "first {:word}", "first amber"),
        (
            "push",
            "{unit:word} pushes {marker:word} {from:word as SQUARE} > {to:word as SQUARE}",
            "amber-17 pushes ammo D8 > D7",
        ),
        (
            "load",
            "load {unit:word} at {at:word as SQUARE}[ supply {supply:number}][ ammo {ammo:number}][ late{late=true}]",
            "load amber-9 at D8 supply 1 ammo 1",
        ),
        (
            "unload",
            "unload {unit:word} at {at:word as SQUARE}[ supply {supply:number}][ ammo {ammo:number}][ late{late=true}]",
            "unload amber-9 at D8 supply 1 late",
        ),
        (
            "refill",
            "refill {unit:word} with {with:word as MARKER}[ at {at:word as SQUARE}][ by {by:word as UNIT}]",
            "refill amber-17 with supply by amber-9",
        ),
        ("cache", "cache {unit:word}", "cache amber-17"),
        (
            "bombard",
            "bombard {unit:word} at {at:word as SQUARE}[ deck{deck=true}]",
            "bombard amber-4 at E5",
        ),
        (
            "sortie",
            "sortie {unit:word} at {at:word as SQUARE}[ deck{deck=true}]",
            "sortie amber-30 at E5",
        ),
        ("recon", "recon {unit:word} at {at:word as SQUARE}", "recon amber-30 at E5"),
        ("evacuate", "evacuate {unit:word}", "evacuate amber-30"),
        (
            "attack",
            "{unit:word} attacks {at:word as SQUARE}[ else {next:word 1 > as SQUARES}][ hold{hold=true}][ deck{deck=true}]",
            "amber-17 attacks E5 else E6 hold",
        ),
        ("reinforce", "reinforce {unit:word} at {at:word as SQUARE}", "reinforce amber-21 at D10"),
        ("hire", "hire {city:name}[ for {unit:word}]", "hire Market for amber-9"),
        ("disband", "disband {unit:word}", "disband amber-50"),
        ("collect", "collect {marker:word} at {city:name}", "collect ammo at Market"),
        ("replenish", "replenish {unit:word}", "replenish amber-30"),
        ("replenish", "replenish all aircraft{unit=null}", "replenish all aircraft"),
        ("counter", "counter {when:ready}[ of {unit:word}]", "counter strength 4 of amber-17"),
        ("anti-air", "anti-air {when:ready}[ of {unit:word}]", "anti-air never"),
        ("intercept", "intercept {when:ready}[ of {unit:word}]", "intercept always of amber-30"),
        ("dogfight", "dogfight {:word as ANSWER}", "dogfight answer"),
        ("losses", "losses {order:word 1 > as UNIT[ > UNIT…]}", "losses amber-17 > amber-9"),
        (
            "bluff",
            "bluff {card:word} {strength:number}[ at {at:word as SQUARE}]",
            "bluff ram 7 at D6",
        ),
        ("withdraw", "withdraw {:withdrawal}", "withdraw units-at-most 2"),
        ("move", "{unit:word} {path:cell 1 - as SQUARE[-SQUARE…]}", "amber-17 D9-D8"),
    ],
    parts: &[
        (
            "ready",
            Part::Choice(&[
                ("always", "always"),
                ("never", "never"),
                ("strength", "strength {:number}"),
                ("ammo", "ammo {:number}"),
            ]),
        ),
        (
            "withdrawal",
            Part::Choice(&[
                ("now", "now"),
                ("units-at-most", "units-at-most {:number}"),
                ("losses-at-least", "losses-at-least {:number}"),
            ]),
        ),
    ],
};
