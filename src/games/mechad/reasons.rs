//! Why an order line was refused, warned of or answered as it was: each reason beside its words.

use super::Mechad;
use super::format::Part;
use super::names::{Class, Hx, Ship};
use crate::base::words::count;
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
    TooManyShips { most: u32 } => "a force has at most {most} ships";
    NotForSale { class: Class } => "{class} is not among the ships of your force";
    TooDear { points: u32, most: u32 } => "these ships cost {points} points, and you have {most}";
    TooLittleCargo { boxes: u32, least: u32 } =>
        "these ships have {boxes} boxes of cargo, and you need {least}";
    TooManyCommandShips { most: u32 } => "a force of this size has at most {most} command ships";
    TooFewBelow { least: u32 } => "at least {least} ships must be in the rows below the middle";
    TooFarOut { at: Hx, around: Hx, radius: u32 } =>
        "{at} is farther than {radius} hexes from {around}";
    NoOptions => "this scenario has no commander's options";
    OptionsDear { ship: Ship, price: u32, room: u32 } =>
        "this costs {price} quarters of a point, and {ship} has {room} left";
    NoTail { ship: Ship } => "{ship} can carry no other tail";
    NoOptionMount { ship: Ship, room: u32 } => "{ship} has {room} option mounts left for this";
    Nonsense { ship: Ship } => "a number for {ship} is far out of range";
    TooFast { ship: Ship, most: u32 } => "the speed of {ship} is at most {most}";
    CapacitorFull { ship: Ship, room: String } =>
        "the capacitor of {ship} {}", if *room == "0" { "is full".to_owned() } else { format!("has room for {room} more points") };
    TooManyShots { ship: Ship, most: u32 } =>
        "{ship} can put energy for at most {most} shots into its cannons";
    CannotArm { ship: Ship, part: Part } =>
        "{ship} cannot arm that many weapons of kind {part}";
        "`arm` is for torpedoes, rings and plasma that work; `cannon N` gives a cannon N shots, `capacitor N` is for whips and beams";
    NoShields { ship: Ship } => "{ship} has no shields to reinforce";
    BatteriesFull { ship: Ship, room: u32 } =>
        "the batteries of {ship} {}", if *room == 0 { "are full".to_owned() } else { format!("have room for {}", count(*room, "more point")) };
    NoField { ship: Ship } => "{ship} has no electromagnetic field";
    FieldLimit { ship: Ship, limit: u32 } =>
        "the field of {ship} can rise to strength {limit} this turn";
        "each point of energy for the field counts as many times as the ship has nodes";
    CannotDisengage { ship: Ship } =>
        "{ship} cannot disengage by acceleration"; "it must have half its warp and arm no weapon";
    TooMuchForNodes { ship: Ship, most: u32 } =>
        "{ship} may put {most} points into its nodes, more only at its highest speed";
    WeakSensors { ship: Ship, rating: u32 } =>
        "the sensors of {ship} allow {rating} points of electronic warfare";
    CannotManeuver { ship: Ship } => "{ship} cannot maneuver erratically";
    NoLauncher { ship: Ship, number: u32 } => "{ship} has no working launcher {number}";
    CannotLoad { ship: Ship, number: u32 } => "launcher {number} of {ship} cannot be loaded that way";
    TooMuch { ship: Ship, cost: String, power: String } =>
        "{ship} has {power} points of energy, and this takes {cost}";
    NoWeapon { ship: Ship, part: Part } => "{ship} has no {part} that can do this";
    NoPower { ship: Ship } => "{ship} cannot fire its whips at this power";
    NumberOutside { number: u32, least: u32, most: u32 } =>
        "with {number}, this is always or never true"; "give {least} to {most} for this ship";
    NoTime => "there is no impulse from 1 to 32 in this window";
    OneTarget => "a cannon is aimed at either a hex or a target"; "give `hex` or `at`";
    NoCourse => "a course has 1 to 64 legs of 1 to 32 hexes";
    TooSoon { ship: Ship, gap: u32 } =>
        "the speed of {ship} can change only every {gap} impulses";
    FewParties { ship: Ship, have: u32 } => "{ship} has {have} boarding parties for this";
    NoCrew { ship: Ship, least: u32 } =>
        "{ship} is a prize"; "it needs {least} boarding parties as its crew";
    NoShuttle { ship: Ship } => "{ship} has no shuttle left";
    CannotTry { ship: Ship, most: u32 } =>
        "{ship} can only try to repair boxes that it lost"; "at most {most} times in a turn";
    NoTransporter { ship: Ship } => "{ship} has no working transporter";
    NoTarget { ship: Ship } => "{ship} cannot be boarded or raided this way";
    NoChaff { ship: Ship } => "{ship} has no chaff left";
    NoBay { ship: Ship } => "{ship} has no bay for this";
    NotRaised { ship: Ship } =>
        "the field of {ship} has X-technology"; "its reserve power absorbs damage by itself";
    NotAdvanced { ship: Ship } => "the field of {ship} has no X-technology";
    NoShield { number: u8 } => "there is no shield {number}";
    TooFewPoints { points: u32, least: u32 } =>
        "these ships cost {points} points, and a force must cost at least {least}";
    Settled { ship: Ship } => "the scenario sets the facing and speed of {ship}";
    NotAboard { ship: Ship } => "{ship} is in no bay";
    NoReserve { ship: Ship, have: u32 } => "{ship} has {have} points in its batteries";
    OwnSide => "this is not an enemy";
    // What was done.
    Built => "the force is built";
    Placed { at: Hx } => "it is in {at}";
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
