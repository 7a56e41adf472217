//! Orders in one line each. `docs/orders/mechad.md` shows what they mean.

use super::order::Order;
use crate::base::canonical;
use crate::engine::Short;
use crate::engine::orders::one_line;
use crate::engine::orders::short::Part;

/// An order in one line.
pub fn line(order: &Order) -> String {
    SHORT.write(&canonical::value(order)).unwrap_or_else(|| one_line::line(order))
}

/// The short forms.
pub const SHORT: Short = Short {
    orders: &[
        ("build", "build {classes:word 1 ,}", "build freighter-large, freighter-small"),
        (
            "place",
            "place {ship:name} at {at:word}[ facing {facing:word}][ speed {speed:number}]",
            "place MS43a at 1760",
        ),
        ("outfit", "outfit {ship:word}[ {count:number}] {item:word}", "outfit MS43a 8 tram"),
        (
            "allocate",
            "allocate {ship:word}[ speed {speed:number}][ changes {changes:counts}][ passive{passive=true}]\
             [ field {field:number}][ capacitor {capacitor:number}][ cannon {cannon:number}]\
             [ arm {arm:counts}][ reinforce {reinforce:number 1 ,}][ ecm {ecm:number}]\
             [ eccm {eccm:number}][ charge {charge:number}][ repair {repair:word 1 >}]\
             [ erratic{erratic=true}][ transport {transport:number}][ guards {guards:counts}]\
             [ crew {crew:number}][ emergency {emergency:word 1 >}][ weasel{weasel=true}]\
             [ disengage {disengage:number}][ load {load:counts}][ unload {unload:counts}]",
            "allocate MS43a speed 16 field 6 arm 2 torpedo ecm 1",
        ),
        (
            "course",
            "course {ship:word} {legs:leg 1 ,}[ if {if:condition}]",
            "course MS43a 3, right, slip-left",
        ),
        (
            "steer",
            "steer {ship:word} {by:helm as (close|keep RANGE|away|heading DIRECTION)}[ at {at:aim as TARGET}]",
            "steer MS43a keep 6 at Guard",
        ),
        (
            "fire",
            "fire {ship:word} {with:word as WEAPON} at {at:aim as TARGET}[ count {count:number}][ range {range:number}]\
             [ least {least:number}][ power {power:word}][ from {from:number as IMPULSE}][ to {to:number as IMPULSE}]\
             [ if {if:condition}]",
            "fire MS43a whip at nearest-small count 1 range 5 power low",
        ),
        (
            "cannon",
            "cannon {ship:word} hex {hex:word}[ count {count:number}][ reserve{reserve=true}]\
             [ from {from:number as IMPULSE}][ to {to:number as IMPULSE}][ if {if:condition}]",
            "cannon MS43a hex 2210",
        ),
        (
            "cannon",
            "cannon {ship:word} at {at:aim as TARGET}[ count {count:number}][ reserve{reserve=true}]\
             [ from {from:number as IMPULSE}][ to {to:number as IMPULSE}][ if {if:condition}]",
            "cannon MS43a at Guard count 2",
        ),
        (
            "launch",
            "launch {ship:word} {with:word as WEAPON} at {at:aim as TARGET}[ ballistic{ballistic=true}][ count {count:number}]\
             [ range {range:number}][ from {from:number as IMPULSE}][ to {to:number as IMPULSE}][ if {if:condition}]",
            "launch MS43a twm at Guard range 10",
        ),
        (
            "defend",
            "defend {ship:word} with {with:word 1 > as WEAPONS}[ keep {keep:number}]",
            "defend MS43a with whip keep 2",
        ),
        (
            "raise",
            "raise {ship:word} {energy:number}[ cancel{cancel=true}][ if {if:condition}]",
            "raise MS43a 3 if enemy-within MS43a 15",
        ),
        (
            "reserve",
            "reserve {ship:word} {energy:number} into {into:purpose as (capacitor|facing|field|shield NUMBER)}[ if {if:condition}]",
            "reserve Ledger 2 into shield 1",
        ),
        (
            "board",
            "board {ship:word} at {at:word as TARGET}[ count {count:number}][ from {from:number as IMPULSE}]\
             [ to {to:number as IMPULSE}][ if {if:condition}]",
            "board MS43a at Guard count 4 if crippled Guard",
        ),
        (
            "raid",
            "raid {ship:word} {part:word} at {at:word as TARGET}[ count {count:number}][ from {from:number as IMPULSE}]\
             [ to {to:number as IMPULSE}][ if {if:condition}]",
            "raid MS43a torpedo at Guard",
        ),
        ("chaff", "chaff {ship:name}[ if {if:condition}]", "chaff Virus-1"),
        ("weasel", "weasel {ship:word}[ if {if:condition}]", "weasel Ledger if launched-at Ledger"),
        ("land", "land {ship:word} on {on:word as SHIP}", "land Virus-1 on MS43a"),
        ("scramble", "scramble {ship:name}", "scramble Virus-1"),
        ("break", "break if {:condition}", "break if damaged MS43a 10"),
    ],
    parts: &[
        ("counts", Part::Counts(&[])),
        (
            "leg",
            Part::Choice(&[
                ("ahead", "{:number}"),
                ("ahead", "ahead {:number}"),
                ("left", "left"),
                ("right", "right"),
                ("slip-left", "slip-left"),
                ("slip-right", "slip-right"),
            ]),
        ),
        (
            "helm",
            Part::Choice(&[
                ("close", "close"),
                ("keep", "keep {:number}"),
                ("away", "away"),
                ("heading", "heading {:word}"),
            ]),
        ),
        (
            "aim",
            Part::Choice(&[
                ("nearest", "nearest"),
                ("nearest-small", "nearest-small"),
                ("missile", "missile {:word}"),
                ("ship", "{:word}"),
            ]),
        ),
        (
            "purpose",
            Part::Choice(&[
                ("capacitor", "capacitor"),
                ("facing", "facing"),
                ("field", "field"),
                ("shield", "shield {:number}"),
            ]),
        ),
        (
            "condition",
            Part::Choice(&[
                ("enemy-within", "enemy-within {ship:word} {range:number}"),
                ("enemy-in", "enemy-in {ship:word} {arc:word} {range:number}"),
                ("faster-than", "faster-than {ship:word} {speed:number}"),
                ("launched-at", "launched-at {ship:word}"),
                ("field-below", "field-below {ship:word} {strength:number}"),
                ("damaged", "damaged {ship:word} {boxes:number}"),
                ("crippled", "crippled {ship:word}"),
                ("gone", "gone {ship:word}"),
            ]),
        ),
    ],
};
