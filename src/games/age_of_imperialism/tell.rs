//! Events in words.

use std::collections::BTreeMap;

use super::events::{Ending, Event, Finding, Ground, Influence, Merit, Party, Place, Reason};
use super::force::Force;
use super::power::Power;
use super::state::{Face, Stance, Step};
use crate::base::words::{count, dice, names};

/// An event in a sentence, without a full stop.
pub fn sentence(event: &Event) -> String {
    match event {
        Event::StepBegan { step: Step::Over, .. } => "the game is over".to_owned(),
        Event::StepBegan { turn: 0, step } => format!("set-up: {}", step_name(*step)),
        Event::StepBegan { turn, step } => format!("turn {turn}: {}", step_name(*step)),
        Event::Gone { power } => format!("{power} have had their go"),
        Event::OrderSet { order } => format!("the order of play is {}", powers(order)),
        Event::BidMade { power, pp, place } => {
            format!("{power} bid {pp} PP and go in place {place}")
        }
        Event::MovementBegan { power } => format!("{power} move"),
        Event::Picked { power, region } => format!("{power} take {region}"),
        Event::GivenBack { power, region } => format!("{power} give {region} back"),
        Event::WarDeclared { by, on } => format!("{by} declare war on {on}"),
        Event::PeaceMade { between: (a, b) } => format!("{a} and {b} make peace"),
        Event::Allied { between: (a, b) } => format!("{a} and {b} become allies"),
        Event::NoticeGiven { by, to, phases } => {
            // The phase in which notice is given counts among them (im69).
            let phases = count(phases.saturating_sub(1), "more movement phase");
            format!("{by} give notice to {to}: the alliance ends after {phases}")
        }
        Event::AllianceEnded { between: (a, b) } => format!("{a} and {b} are allies no longer"),
        Event::GameEnded { why } => ending(*why),
        Event::GoalShown { power, goal, met } => {
            let met = if *met { "and have reached it" } else { "and have not reached it" };
            format!("{power} show their goal, {}, {met}", goal.replace('-', " "))
        }
        Event::Scored { power, points, total } => {
            let of =
                points.iter().map(|(merit, points)| format!("{points} {}", merit_word(*merit)));
            format!("{power} have {}: {}", count(*total, "point"), list(&of.collect::<Vec<_>>()))
        }
        Event::Won { powers: won } => match won.as_slice() {
            [one] => format!("{one} win"),
            several => format!("{} share the victory", powers(several)),
        },
        _ => points(event),
    }
}

/// The name of a step as headings write it.
pub fn step_name(step: Step) -> &'static str {
    match step {
        Step::Picks => "the choice of regions",
        Step::Placement => "first units",
        Step::Auction => "the auction",
        Step::Production => "production",
        Step::Diplomacy => "native diplomacy",
        Step::Construction => "construction",
        Step::First => "first movement phase",
        Step::Second => "second movement phase",
        Step::Over => "the end",
    }
}

fn ending(why: Ending) -> String {
    match why {
        Ending::Eliminated(power) => format!("the game ends: {power} have no region left"),
        Ending::NoNatives => "the game ends: no region is left to the natives".to_owned(),
        Ending::LastTurn => "the game ends with its last turn".to_owned(),
    }
}

fn points(event: &Event) -> String {
    match event {
        Event::Received { power, pp, dp, why } => {
            format!("{power} receive {} for {}", sum(*pp, *dp), reason(*why))
        }
        Event::Paid { power, pp, dp, why } => {
            format!("{power} pay {} for {}", sum(*pp, *dp), reason(*why))
        }
        Event::Collected { power, pp, dp } => {
            let total: u32 = pp.values().sum();
            format!("{power} collect {}: {}", sum(total, *dp), grounds(pp))
        }
        Event::PortClosed { power, at } => format!("no ship reaches the port of {power} in {at}"),
        Event::Given { from, to, pp } => format!("{from} give {pp} PP to {to}"),
        Event::Disbanded { power, units, at } => {
            format!("{power} cannot pay {units} in {at} and disband them")
        }
        Event::DisbandedAboard { power, units, fleet } => {
            format!("{power} cannot pay {units} aboard fleet {fleet} and disband them")
        }
        Event::LaidUp { power, fleet } => format!("{power} cannot pay fleet {fleet} and lay it up"),
        Event::Raised { power, units, at } => format!("{power} raise {units} in {at}"),
        Event::Launched { power, fleet, sea } => {
            format!("{power} launch fleet {fleet} in the {sea}")
        }
        Event::Erected { power, building, at } => {
            format!("{power} build a {} in {at}", building.word())
        }
        Event::Developed { power, at, value } => {
            format!("{power} develop the resource of {at}, worth {value} PP")
        }
        Event::CanalOpened { power, at } => format!("{power} open the canal in {at}"),
        Event::Razed { power, building, at } => {
            format!("{power} destroy their {} in {at}", building.word())
        }
        _ => natives(event),
    }
}

fn natives(event: &Event) -> String {
    match event {
        Event::MarkerLaid { at } => format!("a native marker is laid down in {at}"),
        Event::MarkerDrawn { at, face } => format!("the natives of {at} are {}", self::face(*face)),
        Event::MarkerSeen { power, at, face } => {
            let face = self::face(*face);
            format!("the explorer of {power} finds the natives of {at} to be {face}")
        }
        Event::MarkerOpened { at, face } => {
            format!("the natives of {at} show their strength: {}", self::face(*face))
        }
        Event::ChitLaid { at } => format!("a resource chit is laid down in {at}"),
        Event::ChitDrawn { at, value } => format!("the resource of {at} is {}", chit(*value)),
        Event::ChitSeen { power, at, value } => {
            format!("{power} look at the resource of {at}: {}", chit(*value))
        }
        Event::ChitDiscarded { at } => format!("the resource chit of {at} is given up"),
        Event::SpherePlaced { of, at } => format!("{of} gain a sphere of influence in {at}"),
        Event::SphereRemoved { of, at, count: number } => match number {
            1 => format!("a sphere of influence of {of} in {at} is removed"),
            many => format!("{many} spheres of influence of {of} in {at} are removed"),
        },
        Event::Weakened { at, by, why } => {
            let why = match why {
                Influence::Paid => "by payment",
                Influence::Sphere => "through a sphere of influence",
                Influence::Presence => "through what stands there",
                Influence::Defeat => "in defeat",
            };
            format!("the natives of {at} lose {by} of their strength {why}")
        }
        Event::Westernized { at } => format!("{at} is westernized"),
        Event::Incited { power, at, bribe } => {
            let how = if *bribe { " with a bribe" } else { "" };
            format!("{power} incite the natives of {at}{how}")
        }
        Event::RevoltRolled { at, dice: roll, drm, strength, sides, revolt } => {
            let what = if *revolt { "they revolt" } else { "they keep quiet" };
            let roll = rolled(roll, *drm);
            let sides =
                if sides.is_empty() { String::new() } else { format!("; {}", stances(sides)) };
            format!("{at}: {roll} against a strength of {strength}, {what}{sides}")
        }
        Event::Revolted { at, army, .. } => format!("{at} is in revolt: {army} rise"),
        Event::RevoltEnded { at } => format!("the revolt in {at} is over"),
        Event::ExploreRolled { power, at, dice: roll, drm, strength } => {
            let roll = rolled(roll, *drm);
            format!("the explorer of {power} in {at}: {roll} against a strength of {strength}")
        }
        Event::Explored { power, at, finding } => explored(*power, at, *finding),
        Event::Prospected { power, at } => format!("{power} prospect in {at}"),
        Event::ChitsDrawn { power, at, values, kept } => {
            let values = names(&values.iter().map(|value| chit(*value)).collect::<Vec<_>>());
            format!("the engineer of {power} in {at} finds {values} and keeps {}", chit(*kept))
        }
        _ => movement(event),
    }
}

fn explored(power: Power, at: &str, finding: Finding) -> String {
    match finding {
        Finding::Joined => format!("the explorer wins {at} for {power}"),
        Finding::Placed => format!("the explorer of {power} makes friends in {at}"),
        Finding::Swapped(other) => {
            format!("the explorer of {power} takes the place of {other} in {at}")
        }
        Finding::Removed(other) => {
            format!("the explorer of {power} turns the natives of {at} away from {other}")
        }
        Finding::Nothing => format!("the explorer of {power} achieves nothing in {at}"),
        Finding::Lost => format!("the explorer of {power} in {at} is never seen again"),
    }
}

fn movement(event: &Event) -> String {
    match event {
        Event::Marched { power, units, from, to } => {
            format!("{power}: {} from {from} to {to}", does(units, "march", "marches"))
        }
        Event::Boarded { power, units, from, fleet } => {
            format!("{power}: {} fleet {fleet} in {from}", does(units, "board", "boards"))
        }
        Event::Sailed { power, fleets, from, to } => {
            format!("{power}: {} from the {from} to the {to}", sail(fleets))
        }
        Event::Disembarked { power, units, fleet, at } => {
            format!("{power}: {} in {at} from fleet {fleet}", does(units, "land", "lands"))
        }
        Event::Ceded { at, from, to } => format!("{from} cede {at} to {to}"),
        Event::ReinforcementRolled { power, from, to, die, points } => {
            let points = count(*points, "point");
            format!("{power} come to the help of {to} from {from}: a {die}, {points} in all")
        }
        Event::Reinforced { power, units, from, to } => {
            format!("{power}: {} from {from} to {to}", does(units, "hurry", "hurries"))
        }
        Event::AfarRolled { power, from, to, die, comes } => {
            let what = if *comes { "they come" } else { "they come too late" };
            format!("fleets of {power} make for the {to} from the {from}: a {die}, {what}")
        }
        Event::NavalJoined { sea, mover, moving, enemy, fleets } => {
            let (ours, theirs) = (fleet_names(moving), fleet_names(fleets));
            format!("battle in the {sea}: {mover} ({ours}) against {enemy} ({theirs})")
        }
        Event::NavalRound { sea, round } => format!("round {round} in the {sea}"),
        Event::Broadside { power, dice: roll, drm, hits } => {
            format!("{power} fire: {}, {}", volley(roll, *drm), count(*hits, "hit"))
        }
        Event::Sunk { power, fleet } => format!("fleet {fleet} of {power} is sunk with all aboard"),
        Event::BrokenOff { power } => format!("{power} break the battle off"),
        Event::NavalEnded { sea, winner: Some(winner) } => {
            format!("the battle in the {sea} is over: {winner} hold it")
        }
        Event::NavalEnded { sea, winner: None } => format!("the battle in the {sea} is over"),
        _ => battle(event),
    }
}

fn battle(event: &Event) -> String {
    match event {
        Event::BattleJoined { at, attacker, defender, natives, led } => {
            let army = if natives.is_empty() { String::new() } else { format!(" ({natives})") };
            let led = led.map(|power| format!("; {power} run the natives")).unwrap_or_default();
            let (attacker, defender) = (side(*attacker), side(*defender));
            format!("battle of {at}: {attacker} attack {defender}{army}{led}")
        }
        Event::RoundBegan { at, round } => format!("round {round} in {at}"),
        Event::Modified { side: whose, drm } => format!("DRM of {}: {drm:+}", side(*whose)),
        Event::Volley { side: whose, dice: roll, drm, hits } => {
            format!("{} fire: {}, {}", side(*whose), volley(roll, *drm), count(*hits, "hit"))
        }
        Event::Combined { side: whose, target } => {
            format!("{} combine three hits on one {}", side(*whose), target.word())
        }
        Event::Lost { power, units, at } => format!("{power} lose {units} in {at}"),
        Event::NativesLost { units, at } => format!("the natives of {at} lose {units}"),
        Event::Retreated { power, units, from, to, .. } => match to {
            Place::Region(to) => {
                format!("{power}: {} from {from} to {to}", does(units, "retreat", "retreats"))
            }
            Place::Sea(sea) => {
                format!(
                    "{power}: {} from {from} onto fleets in the {sea}",
                    does(units, "retreat", "retreats")
                )
            }
        },
        Event::Converted { power, party, at } => {
            format!("{power}: the {} in {at} musters an infantry brigade", party.word())
        }
        Event::BattleEnded { at, winner: Some(winner) } => {
            format!("the battle of {at} is over: {} win", side(*winner))
        }
        Event::BattleEnded { at, winner: None } => {
            format!("the battle of {at} is over: nobody is left")
        }
        Event::Gained { power, at } => format!("{power} gain control of {at}"),
        Event::Reverted { at, from } => format!("{at} goes back to its natives; {from} lose it"),
        Event::Ruined { at } => format!("nothing that was built in {at} is left"),
        other => unreachable!("{other:?} has no sentence"),
    }
}

/// Units and what they do, one or several.
fn does(units: &Force, many: &str, one: &str) -> String {
    format!("{units} {}", if units.total() == 1 { one } else { many })
}

/// Powers in a row.
pub fn powers(list: &[Power]) -> String {
    names(&list.iter().map(|power| power.title()).collect::<Vec<_>>())
}

fn side(party: Party) -> String {
    match party {
        Party::Power(power) => power.title().to_owned(),
        Party::Natives => "the natives".to_owned(),
    }
}

fn list(items: &[String]) -> String {
    if items.is_empty() { "for nothing".to_owned() } else { names(items) }
}

/// PP and DP as `12 PP and 1 DP`.
fn sum(pp: u32, dp: u32) -> String {
    match (pp, dp) {
        (pp, 0) => format!("{pp} PP"),
        (0, dp) => format!("{dp} DP"),
        (pp, dp) => format!("{pp} PP and {dp} DP"),
    }
}

fn grounds(pp: &BTreeMap<Ground, u32>) -> String {
    let word = |ground: &Ground| match ground {
        Ground::Region => "from regions with natives",
        Ground::Westernized => "from westernized regions",
        Ground::City => "from cities",
        Ground::Factory => "from factories",
        Ground::Port => "from ports",
        Ground::Railroad => "from railroads",
        Ground::Resource => "from resources",
        Ground::Zone => "for whole zones",
    };
    let some = pp.iter().filter(|(_, pp)| **pp > 0);
    list(&some.map(|(ground, pp)| format!("{pp} {}", word(ground))).collect::<Vec<_>>())
}

fn merit_word(merit: Merit) -> &'static str {
    match merit {
        Merit::Regions => "for regions",
        Merit::Westernized => "for westernized ones",
        Merit::Cities => "for cities",
        Merit::Buildings => "for other buildings",
        Merit::Resources => "for resources",
        Merit::ZoneMajorities => "for majorities in zones",
        Merit::WholeZones => "for whole zones",
        Merit::Diplomacy => "for diplomacy points",
        Merit::Goal => "for the goal",
    }
}

fn reason(why: Reason) -> &'static str {
    match why {
        Reason::SetUp => "the beginning",
        Reason::Bid => "their bid",
        Reason::DiplomacyBought => "diplomacy points",
        Reason::Upkeep => "upkeep",
        Reason::Removal => "the removal of influence",
        Reason::Westernizing => "westernizing",
        Reason::Inciting => "inciting natives",
        Reason::Building => "building",
        Reason::Developing => "developing",
        Reason::WarDeclared => "a declaration of war",
        Reason::Conquest => "a conquest",
        Reason::Exploring => "exploring",
        Reason::Prospecting => "prospecting",
        Reason::Scorching => "scorching the earth",
    }
}

/// What a native marker says: `10+`.
pub fn face(face: Face) -> String {
    format!("{}{}", face.strength, "+".repeat(usize::from(face.plus)))
}

fn chit(value: u32) -> String {
    if value == 0 { "a dot".to_owned() } else { format!("{value} PP") }
}

/// Dice and their DRM: `3+5-3`.
fn rolled(roll: &[u8], drm: i32) -> String {
    if drm == 0 { dice(roll) } else { format!("{}{drm:+}", dice(roll)) }
}

/// Single dice and their DRM: `1 4 6 (+2)`.
fn volley(roll: &[u8], drm: i32) -> String {
    let faces = roll.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    if drm == 0 { faces } else { format!("{faces} ({drm:+})") }
}

fn stances(sides: &BTreeMap<Power, Stance>) -> String {
    let one = |(power, stance): (&Power, &Stance)| match stance {
        Stance::Support => format!("{power} support them"),
        Stance::Suppress => format!("{power} hold them down"),
    };
    sides.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn fleet_names(fleets: &[u32]) -> String {
    let list = names(&fleets.iter().map(u32::to_string).collect::<Vec<_>>());
    if fleets.len() == 1 { format!("fleet {list}") } else { format!("fleets {list}") }
}

fn sail(fleets: &[u32]) -> String {
    let verb = if fleets.len() == 1 { "sails" } else { "sail" };
    format!("{} {verb}", fleet_names(fleets))
}
