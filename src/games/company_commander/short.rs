//! Orders in one line each. `docs/orders/company-commander.md` shows what they mean.

use crate::engine::Short;

/// The short forms.
pub const SHORT: Short = Short {
    orders: &[
        (
            "deploy",
            "deploy {unit:word}[ at {at:word as HEX}][ facing {facing:word}][ on {on:word as VEHICLE}]",
            "deploy Able-2 at 0308 facing A",
        ),
        ("face", "face {unit:word} {facing:word}", "face Able-1 B"),
        ("bombard", "bombard {at:word as HEX} by {unit:word}", "bombard 0506 by Able-5"),
        ("smoke", "smoke {unit:word} at {at:word as HEX}", "smoke Able-1 at 0506"),
        ("mount", "mount {unit:word} on {on:word as VEHICLE}", "mount Able-2 on Able-1"),
        ("dismount", "dismount {unit:word} at {at:word as HEX}", "dismount Able-2 at 0308"),
        ("launch", "launch {unit:word} at {at:word as HEX}", "launch Able-2 at 0308"),
        (
            "overwatch",
            "overwatch[ of {unit:word}][ hold{hold=true}][ least {least:number as PERCENT}][ range {range:number as HEXES}][ at {at:word 1 , as TARGETS}][ ahead{ahead=true}]",
            "overwatch of Able-3 least 30 range 6 at infantry, gun ahead",
        ),
        (
            "attack",
            "{unit:word} attacks {targets:word 1 >}[ chance {only-if-chance:number as PERCENT}][ if-gone {if-target-gone:word}][ unless-suppressed{unless-suppressed=true}]",
            "Able-1 attacks Anton-1 > Anton-3 chance 40",
        ),
        (
            "move",
            "{unit:word} {path:cell 1 -}[ fast{fast=true}][ facing {facing:word}][ stop-if {stop-if:word 1 ,}]",
            "Able-1 0509-0508 facing B stop-if seen, fired-on",
        ),
        (
            "move",
            "{unit:word} to {path:word 1 >}[ fast{fast=true}][ facing {facing:word}][ stop-if {stop-if:word 1 ,}]",
            "Able-1 to Crossroads > 0507 fast",
        ),
    ],
    parts: &[],
};
