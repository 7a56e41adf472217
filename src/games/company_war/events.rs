//! What can happen, and the change it makes.

use serde::{Deserialize, Serialize};

use super::names::{Jp, Ship};
use super::scenario::Side;
use super::state::{Battle, Condition, Open, State, Step, Unit, Vessel};
use crate::engine::wording::said::worded;

/// One thing that happens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A phase begins.
    StepBegan {
        /// The turn.
        turn: u32,
        /// The phase.
        step: Step,
    },
    /// A ship takes its first place.
    Deployed {
        /// The ship.
        ship: Ship,
        /// The jump point.
        at: Jp,
    },
    /// A troop counter is put aboard in secret: at set-up, from a station, or when it returns.
    Loaded {
        /// The carrier.
        carrier: Ship,
    },
    /// A side declares Fleet Assembly for its next roll.
    Declared {
        /// The side.
        side: Side,
    },
    /// The roll for strategic initiative.
    Rolled {
        /// The side.
        side: Side,
        /// The turn it is for.
        turn: u32,
        /// The dice.
        dice: Vec<u8>,
        /// Ships that may move.
        total: u32,
        /// With the die of Fleet Assembly.
        assembly: bool,
    },
    /// After plotting, a side tells how many ships it will move.
    Announced {
        /// The side.
        side: Side,
        /// Ships.
        ships: u32,
    },
    /// Who moves first.
    Begins {
        /// The side.
        side: Side,
        /// The initiative was tied and the Mazianni decided.
        tied: bool,
    },
    /// A side declines to move.
    Passed {
        /// The side.
        side: Side,
    },
    /// A side's ships had their go; so many fewer are left to move.
    Went {
        /// The side.
        side: Side,
        /// Ships.
        ships: u32,
    },
    /// Ships jump along a route.
    Jumped {
        /// The ships.
        ships: Vec<Ship>,
        /// From here.
        from: Jp,
        /// To here.
        to: Jp,
    },
    /// Ships end their movement where enemies lie.
    Stopped {
        /// The ships.
        ships: Vec<Ship>,
        /// Where.
        at: Jp,
    },
    /// Ships that have not moved can no longer leave.
    Pinned {
        /// The ships.
        ships: Vec<Ship>,
        /// Where.
        at: Jp,
    },
    /// Pinned ships leave the count of those left to move.
    Reduced {
        /// The side.
        side: Side,
        /// By so many ships.
        ships: u32,
    },
    /// A combat begins.
    BattleJoined {
        /// Where.
        at: Jp,
    },
    /// Dartships keep out of a combat.
    StoodOff {
        /// The dartships.
        ships: Vec<Ship>,
    },
    /// A round of combat begins.
    RoundBegan {
        /// Where.
        at: Jp,
        /// The round.
        round: u32,
    },
    /// Riders leave their carrier.
    Launched {
        /// The riders.
        riders: Vec<Unit>,
    },
    /// Riders come back.
    Recovered {
        /// The riders.
        riders: Vec<Unit>,
    },
    /// The roll for combat initiative.
    CombatRolled {
        /// The side.
        side: Side,
        /// The dice.
        dice: Vec<u8>,
        /// Their total.
        total: u32,
    },
    /// The side that won it allocates its targets second.
    CombatInitiative {
        /// The side.
        side: Side,
    },
    /// A unit takes aim.
    Aimed {
        /// The unit.
        unit: Unit,
        /// At this enemy.
        target: Unit,
    },
    /// A unit fires.
    Fired {
        /// The unit.
        unit: Unit,
        /// At this enemy.
        target: Unit,
        /// The dice.
        dice: Vec<u8>,
        /// The attack rating.
        attack: u8,
        /// They show no more than it.
        hit: bool,
    },
    /// A unit tries to avoid a hit.
    Evaded {
        /// The unit.
        unit: Unit,
        /// Whose hit.
        from: Unit,
        /// The dice.
        dice: Vec<u8>,
        /// The defense rating.
        defense: u8,
        /// They show no more than it.
        avoided: bool,
    },
    /// A unit is turned to its damaged side.
    Damaged {
        /// The unit.
        unit: Unit,
    },
    /// A unit is destroyed.
    Destroyed {
        /// The unit.
        unit: Unit,
    },
    /// The troops aboard a destroyed carrier die with it.
    TroopsLost {
        /// The carrier.
        carrier: Ship,
    },
    /// A ship flees.
    Fled {
        /// The ship.
        ship: Ship,
        /// One jump away; `None` if it stays, out of combat.
        to: Option<Jp>,
    },
    /// A combat ends.
    BattleEnded {
        /// Where.
        at: Jp,
        /// Why.
        why: Ending,
    },
    /// A ship fires at a station.
    Bombarded {
        /// The ship.
        ship: Ship,
        /// The station's jump point.
        at: Jp,
        /// The dice.
        dice: Vec<u8>,
        /// The attack rating.
        attack: u8,
        /// They show no more than it.
        hit: bool,
    },
    /// A station is destroyed, and the troops on it.
    StationDestroyed {
        /// The station's jump point.
        at: Jp,
        /// Who did it.
        by: Side,
    },
    /// A ship is turned to its undamaged side.
    Repaired {
        /// The ship.
        ship: Ship,
        /// Where.
        at: Jp,
    },
    /// A rider is replaced.
    RiderReplaced {
        /// The carrier.
        carrier: Ship,
        /// The rider's number, from 1.
        rider: u8,
    },
    /// Troops are put on a station.
    Landed {
        /// The carrier.
        carrier: Ship,
        /// The station's jump point.
        at: Jp,
    },
    /// Troops are taken aboard from a station, by a carrier that stays secret.
    Embarked {
        /// The station's jump point.
        at: Jp,
    },
    /// Union ships destroy the troops on a station.
    Stormed {
        /// The station's jump point.
        at: Jp,
        /// Ships that did it.
        ships: Vec<Ship>,
    },
    /// A lost troop counter is raised again, on a carrier that stays secret.
    Returned,
    /// A side scores.
    Scored {
        /// The side.
        side: Side,
        /// Points; may be negative.
        points: i32,
        /// For what.
        why: Merit,
    },
}

worded! {
    /// Why a combat ended.
    pub enum Ending {
        /// One side has nobody left who fights.
        Decided => "nothing is left to fight",
        /// Both sides offered to stop.
        CeaseFire => "both sides cease fire",
        /// The last round is over.
        Undecided => "undecided",
    }
}

/// What points are scored for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Merit {
    /// A station held at the end of the turn.
    Held(Jp),
    /// A Union station that nobody holds.
    Free(Jp),
    /// An enemy ship destroyed.
    Kill(Ship),
    /// Troops destroyed.
    Troops,
    /// A station destroyed.
    Station(Jp),
}

/// The change that an event makes. It checks nothing.
#[expect(clippy::too_many_lines, reason = "one arm for each event, each of a line or two")]
pub fn apply(state: &mut State, event: &Event) {
    let State { open, secret } = state;
    match event {
        Event::StepBegan { turn, step } => begin(open, *turn, *step),
        Event::Deployed { ship, at } => ship_mut(open, ship).at = Some(*at),
        Event::Loaded { carrier } => {
            secret.aboard.insert(carrier.clone());
        }
        Event::Declared { side } => {
            open.declared.insert(*side);
        }
        Event::Rolled { side, total, assembly, .. } => {
            open.allowance.insert(*side, *total);
            if *assembly {
                open.declared.remove(side);
                open.assembled.insert(*side);
            }
        }
        Event::Announced { side, ships } => {
            open.left.insert(*side, *ships);
        }
        Event::Went { side, ships } | Event::Reduced { side, ships } => {
            *open.left.entry(*side).or_default() -= ships;
        }
        Event::Jumped { ships, to, .. } => {
            for ship in ships {
                let vessel = ship_mut(open, ship);
                (vessel.at, vessel.moved, vessel.fleeing) = (Some(*to), true, false);
            }
        }
        Event::Pinned { ships, .. } => open.pinned.extend(ships.iter().cloned()),
        Event::BattleJoined { at } => {
            let (at, round) = (*at, 0);
            let (aloof, launched, aims) = Default::default();
            open.battle = Some(Battle { at, round, aloof, launched, aims });
        }
        Event::StoodOff { ships } => battle_mut(open).aloof.extend(ships.iter().cloned()),
        Event::RoundBegan { round, .. } => {
            let battle = battle_mut(open);
            battle.round = *round;
            battle.aims.clear();
        }
        Event::Launched { riders } => battle_mut(open).launched.extend(riders.iter().cloned()),
        Event::Recovered { riders } => {
            let launched = &mut battle_mut(open).launched;
            for rider in riders {
                launched.remove(rider);
            }
        }
        Event::Aimed { unit, target } => {
            battle_mut(open).aims.insert(unit.clone(), target.clone());
        }
        Event::Fired { unit, target, .. } => {
            ship_mut(open, unit.ship()).fought = true;
            ship_mut(open, target.ship()).fought = true;
        }
        Event::Damaged { unit } => set_condition(open, unit, Condition::Damaged),
        Event::Destroyed { unit } => destroy(open, unit),
        Event::TroopsLost { carrier } => {
            secret.aboard.remove(carrier);
            open.fallen.push(open.turn);
        }
        Event::Fled { ship, to } => {
            let vessel = ship_mut(open, ship);
            (vessel.fleeing, vessel.fled) = (to.is_none(), true);
            vessel.at = to.or(vessel.at);
        }
        Event::BattleEnded { .. } => open.battle = None,
        Event::Bombarded { ship, at, hit, .. } => {
            ship_mut(open, ship).fought = true;
            *open.hits.entry(*at).or_default() += u32::from(*hit);
        }
        Event::StationDestroyed { at, .. } => {
            open.destroyed.insert(*at);
            if open.landed.remove(at) {
                open.fallen.push(open.turn);
            }
        }
        Event::Repaired { ship, at } => {
            let vessel = ship_mut(open, ship);
            (vessel.condition, vessel.docked) = (Condition::Whole, true);
            *open.used.entry(*at).or_default() += 1;
        }
        Event::RiderReplaced { carrier, rider } => {
            let vessel = ship_mut(open, carrier);
            vessel.docked = true;
            vessel.riders[usize::from(*rider) - 1] = Condition::Whole;
        }
        Event::Landed { carrier, at } => {
            secret.aboard.remove(carrier);
            open.landed.insert(*at);
        }
        Event::Embarked { at } => {
            open.landed.remove(at);
        }
        Event::Stormed { at, .. } => {
            open.landed.remove(at);
            open.fallen.push(open.turn);
        }
        Event::Returned => {
            open.fallen.sort_unstable();
            open.fallen.remove(0);
        }
        Event::Scored { side, points, .. } => *open.points.entry(*side).or_default() += points,
        Event::Begins { .. }
        | Event::Passed { .. }
        | Event::Stopped { .. }
        | Event::CombatRolled { .. }
        | Event::CombatInitiative { .. }
        | Event::Evaded { .. } => {}
    }
}

/// A new turn forgets what counted for the last one only.
fn begin(open: &mut Open, turn: u32, step: Step) {
    open.step = step;
    if step == Step::Movement {
        for vessel in open.ships.values_mut() {
            (vessel.began, vessel.moved) = (vessel.at, false);
            (vessel.fled, vessel.fought, vessel.docked) = (false, false, false);
        }
    }
    open.turn = turn;
    open.left.clear();
    open.pinned.clear();
}

fn ship_mut<'s>(open: &'s mut Open, ship: &Ship) -> &'s mut Vessel {
    open.ships.get_mut(ship).expect("events name ships of the scenario")
}

fn battle_mut(open: &mut Open) -> &mut Battle {
    open.battle.as_mut().expect("combat events happen in a combat")
}

fn set_condition(open: &mut Open, unit: &Unit, condition: Condition) {
    match unit {
        Unit::Ship(ship) => ship_mut(open, ship).condition = condition,
        Unit::Rider(ship, number) => {
            ship_mut(open, ship).riders[usize::from(*number) - 1] = condition;
        }
    }
}

fn destroy(open: &mut Open, unit: &Unit) {
    set_condition(open, unit, Condition::Lost);
    match unit {
        Unit::Ship(ship) => {
            // Riders that are out fight on; those aboard are lost with their carrier.
            let vessel = open.ships.get_mut(ship).expect("events name ships of the scenario");
            let launched = open.battle.as_ref().map(|battle| &battle.launched);
            let out = |rider: &Unit| launched.is_some_and(|launched| launched.contains(rider));
            (vessel.at, vessel.fleeing) = (None, false);
            for (rider, number) in vessel.riders.iter_mut().zip(1..) {
                if !out(&Unit::Rider(ship.clone(), number)) {
                    *rider = Condition::Lost;
                }
            }
        }
        Unit::Rider(..) => {
            if let Some(battle) = &mut open.battle {
                battle.launched.remove(unit);
            }
        }
    }
}
