//! Why an order line was refused, warned of or answered as it was: each reason beside its words.

use super::Mechad;
use super::format::Part;
use super::names::{Class, Hx, Ship};
use crate::engine::wording::said::reasons;

reasons! {
    pub on Mechad;
    // What cannot be ordered.
    OneTurn => "this order is for one cycle, so it cannot be a standing order";
    Fixed => "this order is fixed when it is written, so it cannot be contingent";
    NotYours { ship: Ship } => "{ship} is not yours";
    NoShip { ship: Ship } => "there is no {ship} in this battle";
    NotHere { ship: Ship } => "{ship} is not on the map";
    NothingToBuild => "your side builds no force in this scenario";
    TooManyShips { most: u32 } => "a force has {most} ships at most";
    NotForSale { class: Class } => "{class} is not among the ships of your force";
    TooDear { points: u32, most: u32 } => "these ships cost {points} points, and you have {most}";
    TooLittleCargo { boxes: u32, least: u32 } =>
        "these ships have {boxes} boxes of cargo, and you need {least}";
    TooManyCommandShips { most: u32 } => "a force of this size has {most} command ships at most";
    TooFewBelow { least: u32 } => "at least {least} ships must stand in the rows below the middle";
    TooFarOut { at: Hx, around: Hx, radius: u32 } =>
        "{at} is farther than {radius} hexes from {around}";
    NoOptions => "this scenario has no commander's options";
    OptionsDear { ship: Ship, price: u32, room: u32 } =>
        "this costs {price} quarters of a point, and {ship} has {room} left";
    NoTail { ship: Ship } => "{ship} can carry no other tail";
    NoOptionMount { ship: Ship, room: u32 } => "{ship} has {room} option mounts left for this";
    Nonsense { ship: Ship } => "there is a number out of all bounds for {ship}";
    TooFast { ship: Ship, most: u32 } => "{ship} can go at speed {most} at most";
    CapacitorFull { ship: Ship, room: String } => "the capacitor of {ship} takes {room} points more";
    TooManyShots { ship: Ship, most: u32 } =>
        "the cannons of {ship} take energy for {most} shots at most";
    CannotArm { ship: Ship, part: Part } => "{ship} cannot arm so many weapons of the kind {part}";
    NoShields { ship: Ship } => "{ship} has no shields to reinforce";
    BatteriesFull { ship: Ship, room: u32 } => "the batteries of {ship} take {room} points more";
    NoField { ship: Ship } => "{ship} has no electromagnetic field";
    FieldLimit { ship: Ship, limit: u32 } => "the field of {ship} can rise to {limit} this turn";
    CannotDisengage { ship: Ship } =>
        "{ship} cannot disengage by acceleration"; "it needs half its warp and arms no weapon";
    TooMuchForNodes { ship: Ship, most: u32 } =>
        "{ship} may put {most} points into its nodes, more only at its highest speed";
    WeakSensors { ship: Ship, rating: u32 } =>
        "the sensors of {ship} allow {rating} points of electronic warfare";
    CannotManeuver { ship: Ship } => "{ship} cannot maneuver erratically";
    NoLauncher { ship: Ship, number: u32 } => "{ship} has no launcher that works at number {number}";
    CannotLoad { ship: Ship, number: u32 } => "launcher {number} of {ship} cannot be loaded so";
    TooMuch { ship: Ship, cost: String, power: String } =>
        "{ship} has {power} points of energy, and this takes {cost}";
    NoWeapon { ship: Ship, part: Part } => "{ship} has no weapon of the kind {part} for this";
    NoPower { ship: Ship } => "{ship} cannot fire its whips at this power";
    NumberOutside { number: u32, least: u32, most: u32 } =>
        "{number} can never be, or is always so"; "it is {least} to {most} for this ship";
    NoTime => "this window holds no impulse from 1 to 32";
    OneTarget => "a cannon is aimed at either a hex or a target"; "give `hex` or `at`";
    NoCourse => "a course has 1 to 64 legs of 1 to 32 hexes";
    TooSoon { ship: Ship, gap: u32 } =>
        "the speed of {ship} can change every {gap} impulses, and not before";
    FewParties { ship: Ship, have: u32 } => "{ship} has {have} boarding parties for this";
    NoCrew { ship: Ship, least: u32 } =>
        "{ship} is a prize"; "it needs {least} boarding parties as its crew";
    NoShuttle { ship: Ship } => "{ship} has no shuttle left";
    CannotTry { ship: Ship, most: u32 } =>
        "{ship} may try to repair boxes that it lost"; "{most} times in a turn at most";
    NoTransporter { ship: Ship } => "{ship} has no transporter that works";
    NoTarget { ship: Ship } => "{ship} cannot be boarded or raided so";
    NoChaff { ship: Ship } => "{ship} has no chaff left";
    NoBay { ship: Ship } => "{ship} has no bay for this";
    NotRaised { ship: Ship } =>
        "the field of {ship} has X-technology"; "its reserve power takes damage as it lands";
    NotAdvanced { ship: Ship } => "{ship} has no field of X-technology";
    NoShield { number: u8 } => "there is no shield {number}";
    TooFewPoints { points: u32, least: u32 } =>
        "these ships cost {points} points, and this force costs {least} at least";
    Settled { ship: Ship } => "this scenario says where {ship} faces and how fast it is";
    NotAboard { ship: Ship } => "{ship} is in no bay";
    NoReserve { ship: Ship, have: u32 } => "{ship} has {have} points in its batteries";
    OwnSide => "this is not an enemy";
    // What was done.
    Built => "the force is built";
    Placed { at: Hx } => "it stands in {at}";
    Outfitted => "bought";
    Allocated { ship: Ship } => "the energy of {ship} is allocated";
    Steered { ship: Ship } => "{ship} was steered";
    Launched { ship: Ship } => "{ship} launched";
    Defended { ship: Ship } => "{ship} fired at missiles";
    FiredAtLast => "fired";
    Raised { ship: Ship, strength: u32 } => "the field of {ship} was raised to {strength}";
    Charged { ship: Ship } => "{ship} used its reserve power";
    Beamed { ship: Ship } => "boarding parties left {ship}";
    Chaffed { ship: Ship } => "{ship} dropped chaff";
    Weaseled { ship: Ship } => "a wild weasel took off from {ship}";
    Landed { ship: Ship } => "{ship} landed";
    TookOff { ship: Ship } => "{ship} took off";
    Stopped => "the block stopped";
    GaveUp => "your side gave up";
}
