//! Why an order line was refused, warned of or answered as it was: each reason beside its words.

use super::CompanyCommander;
use super::names::{Unit, Zone};
use crate::engine::wording::said::reasons;

reasons! {
    pub on CompanyCommander;
    // What cannot be ordered.
    OneTurn => "this order is for one turn, so it cannot be a standing order";
    Fixed => "deployment is fixed when it is written, so it cannot be contingent";
    NotYours { unit: Unit } => "{unit} is not yours";
    Yours { unit: Unit } => "{unit} is your own";
    NotYourTurn => "it is not your turn";
        "in the enemy's turn only overwatch and giving up can be ordered";
    OwnTurn => "units go on overwatch only in the enemy's turn"; "write it under `standing:`";
    StillToCome { unit: Unit } => "{unit} is a reinforcement that has not arrived yet";
    NotDeploying => "units are deployed only before the first turn";
    StillDeploying => "units are deployed first";
    Destroyed { unit: Unit } => "{unit} is destroyed or has left";
    NotThere { unit: Unit } => "{unit} is not on the map";
    NoSuchHex { unit: Unit, at: Zone } => "{unit} cannot be deployed in {at}";
    CannotStand { unit: Unit, at: Zone } => "{unit} cannot be in {at}";
    Occupied { at: Zone } => "a unit is in {at}";
    NoPath => "a move needs at least one hex";
    TooFar { unit: Unit, at: Zone } => "{unit} cannot reach {at}";
    Moved { unit: Unit } => "{unit} has already moved";
    Fired { unit: Unit } => "{unit} has already fired";
    Busy { unit: Unit } => "{unit} can do nothing else this turn";
    IsSuppressed { unit: Unit } => "{unit} is suppressed";
    SetUp { unit: Unit } => "{unit} cannot both move and shoot";
    MovedIndirect { unit: Unit } => "{unit} moved, so it cannot fire indirectly";
    NoAmmo { unit: Unit } => "{unit} has no ammunition";
    NoShot { unit: Unit, target: Unit } => "{unit} has no shot at {target}";
    TargetGone { target: Unit } => "{target} is not in sight";
    Flying { target: Unit } => "{target} is in the air"; "only anti-air fire reaches it, which needs no order";
    InZone { unit: Unit } => "{unit} is next to an enemy and can attack only what is next to it";
    OnlyAssault { unit: Unit } =>
        "{unit} is next to an armored enemy and can only assault it";
    NoTargets => "an attack needs at least one target";
    LowChance { target: Unit, chance: u32, least: u32 } =>
        "the chance against {target} is {chance}%, below {least}%";
    TargetSuppressed { target: Unit } => "{target} is suppressed";
    NoRange => "no unit is 0 hexes away"; "the adjacent hex is 1 away";
    NoPercent { least: u32 } => "{least}% is not a chance"; "give 0 to 100";
    NoSmoke { unit: Unit } => "{unit} has no smoke left";
    OutOfRange { unit: Unit, at: Zone } => "{at} is out of the range or sight of {unit}";
    CannotRide { unit: Unit } => "{unit} cannot mount";
    NoRoom { on: Unit } => "{on} has no room";
    NobodySees { at: Zone } => "no unit of yours sees {at}";
    SeesTarget { unit: Unit, target: Unit } => "{unit} can fire at {target} directly";
    OutThere { unit: Unit, at: Zone } =>
        "{unit} leaves"; "its passenger gets out where it is now, in {at}";
    NotNext { unit: Unit, at: Zone } => "{at} is not next to {unit}";
    NotAboard { unit: Unit } => "{unit} is in no carrier";
    NotDrone { unit: Unit } => "{unit} is not a drone waiting to be launched";
    // What was done.
    Deployed { unit: Unit } => "{unit} is in place";
    Arrived { at: Zone } => "it is at {at}";
    Stopped { at: Zone } => "it stopped at {at}";
    Facing => "it faces that way";
    Attacked { target: Unit } => "{target} was attacked";
    Shelled { at: Zone } => "{at} was shelled";
    Smoked { at: Zone } => "there is smoke in {at}";
    Aboard { on: Unit } => "it is in {on}";
    Out { at: Zone } => "it got out in {at}";
    Launched { at: Zone } => "it is over {at}";
    Decided => "used";
    Conceded => "the game is given up";
}
