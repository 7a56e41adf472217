//! Why an order line was refused, warned of or answered as it was: each reason beside its words.

use super::CompanyWar;
use super::names::{Jp, Ship};
use super::scenario::{Chart, Side};
use crate::engine::wording::said::reasons;

reasons! {
    pub on Chart, of CompanyWar: chart;
    // What cannot be ordered.
    OneTurn => "this order is for one turn, so it cannot be a standing order";
    Fixed => "this order is fixed when it is written, so it cannot be contingent";
        "use `when` in a move to change the order of moves";
    OnlyFor { side: Side } => "only {side} may order this";
    NotYours { ship: Ship } => "{ship} is not yours";
    NoBase { at: Jp, bases: Vec<Jp> } => "your ships cannot start at {at}";
        "your starting stations are: {bases}";
    DeployedTwice { ship: Ship } => "{ship} is already deployed";
    Laden { ship: Ship } => "{ship} can carry only one troop counter, and has it";
    Counters { count: u32 } => "there are only {count} troop counters";
    AssemblyUsed => "Fleet Assembly was already used; it works once per game";
    AssemblyTwice => "Fleet Assembly is already ordered in this file";
    NoRollLeft => "no initiative roll is left to add it to";
    OnceEach => "a task force names each of its ships once";
    PlottedTwice { ship: Ship } => "{ship} is already plotted";
    BeginsElsewhere { ship: Ship, at: Jp } => "{ship} is at {at}"; "start the path there";
    NoJump => "a course needs at least one jump";
    NoDartship { ship: Ship } => "{ship} is not a dartship";
    OneDartship => "only one dartship per turn moves for free";
    Allowance { ships: u32 } => "your roll lets you move only {ships} ships this turn";
    NoRiders { ship: Ship } => "{ship} carries no riders";
    NoTarget { names: Vec<String> } =>
        "neither an enemy ship nor a class: {names}"; "{}", names.1.meant(&names);
    NeverSoMany { word: String, number: u32, most: u32 } =>
        "`{word}: {number}` is more than there can be"; "there are {most} at most";
    NeverZero { word: String } => "`{word}: 0` is always true";
        "give at least 1; `now` flees after the first round";
    NoSuchRound { round: u32, rounds: u32 } => "a combat has no round {round}";
        "its rounds are 1 to {rounds}";
    NoFightYet => "no combat is fought while ships move, so this is never true";
        "use `enemy-at`, `no-enemy-at`, `arrived-at`, `enemy-left` or `behind`";
    NoBombardment => "stations cannot be bombarded in this campaign";
    Debt { points: i32 } =>
        "destroying it would leave you with {points} points at the end of the turn";
    NeverRepaired => "dartships cannot be repaired";

    // What comes to nothing, in a plan or in the event.
    NoRoute { from: Jp, to: Jp, near: Vec<Jp> } =>
        "you have no usable route from {from} to {to}"; "routes from {from} go to: {near}";
    WouldStop { at: Jp } => "the enemy at {at} would stop it";
    DartshipsFight { ships: Vec<Ship> } => "your dartships will fight too: {ships}";
        "name the ships that are never to flee";
    NoTie => "the initiative is not tied";
    FleeingStay => "fleeing ships stay where they are in this campaign";
    OutOfReach { at: Jp } => "none of your ships is at {at} or going there";
    Moving { ship: Ship } => "{ship} is plotted, and only a ship that stays can use a dock";
    NoDock { ship: Ship, at: Jp } => "{ship} is at {at}, which has no dock for it";
    DockFull { at: Jp } => "{at} has no capacity left";
    DockedAlready { ship: Ship } => "{ship} was already repaired this turn";
    Undamaged { ship: Ship } => "{ship} is not damaged";
    RidersWhole { ship: Ship } => "{ship} has all its riders";
    Moved { ship: Ship } => "{ship} moved this turn or did not start there";
    Fought { ship: Ship } => "{ship} fired or was fired at";
    Destroyed { ship: Ship } => "{ship} is destroyed";
    Fleeing { ship: Ship } => "{ship} is fleeing";
    NoStation { at: Jp } => "there is no station at {at}";
    Ruin { at: Jp } => "the station {at} is destroyed";
    EnemyHolds { at: Jp } => "the enemy holds {at}";
    NoTroops { ship: Ship } => "{ship} has no troops aboard";
    Garrisoned { at: Jp } => "{at} already has troops";
    Ungarrisoned { at: Jp } => "{at} has no troops";
    NoneReturn => "no lost troops can return this turn";
    FiredAlready { at: Jp } => "your ships already fired at {at}";
    Covered { at: Jp } => "enemy warships cover {at}";
    NoWarship { at: Jp } => "none of your warships is at {at}";
    Pinned { ships: Vec<Ship> } => "an enemy arrived before {ships} could leave";
    Thinned { ships: Vec<Ship>, rest: Box<Reason> } =>
        "an enemy arrived before {ships} could leave; {rest}";
    Stopped { at: Jp } => "stopped by the enemy at {at}";

    // What a sheet leaves out.
    Undeployed { ships: Vec<Ship>, bases: Vec<Jp> } => "no `deploy` for {ships}";
        "they will be placed in turn at {bases}";
    Unassigned { count: u32 } => "troop counters without a carrier: {count}";
        "the scenario's first carriers take them";
    FleeingIdle { ships: Vec<Ship> } => "fleeing ships without a course: {ships}";
        "a fleeing ship counts against the allowance, with or without a course";
    Idle { more: u32, ships: Vec<Ship> } =>
        "{more} more of your ships may move; no orders for {ships}";

    // What was done.
    Deployed { ship: Ship, at: Jp } => "{ship} deploys at {at}";
    Loaded { ship: Ship } => "{ship} has the troops aboard";
    Landed { ship: Ship, at: Jp } => "{ship} lands its troops on {at}";
    OneMoreDie => "the next roll for initiative has one more die";
    Tied => "the initiative was tied";
    CourseEnded { at: Jp } => "the course ended at {at}";
    CourseMet { at: Jp } => "the course ended at {at}, where the enemy is";
    Repaired { ship: Ship, at: Jp } => "{ship} is repaired at {at}";
    RiderReplaced { ship: Ship, rider: u8 } => "rider {rider} of {ship} is replaced";
    Stands { at: Jp } => "the station {at} survives";
    Ceased => "both sides stopped fighting";
    DecidedDeclining => "used to decline moves";
    DecidedRiders => "used to launch riders";
    DecidedTargets => "used to choose targets";
    DecidedFlight => "used: ships fled";
    KeptFighting => "used: ships stayed in the combat";
}
