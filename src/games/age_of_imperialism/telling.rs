//! Events, reasons and headings in words.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::events::{Discovery, Ending, Event, Influence, Party, Place, Purpose};
use super::force::Force;
use super::order::Order;
use super::power::{Power, powers};
use super::sight::View;
use super::state::{Face, Stance, Step};
use super::{AgeOfImperialism, atlas, awaits, fortunes, page, standings};
use crate::base::words::{capital, count, dice, joined, names, verb};
use crate::engine::wording::said::{said, told};
use crate::engine::{Fact, Fortunes, Opening, Phase, Seat, Subject, Telling, Told};
use crate::page::{Measure, Page, Picture};

/// With whom was fought for the region that the last of these facts gives to somebody, or by whom the
/// fleet was sunk that it tells of.
fn cause(facts: &[Fact<Event>]) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let mut before = before.iter().rev().map(|fact| &fact.event);
    if let Event::Gained { power, at: gained } = &last.event {
        let (attacker, defender) = before.find_map(|event| {
            let Event::BattleJoined { at, attacker, defender, .. } = event else { return None };
            (at == gained).then_some((*attacker, *defender))
        })?;
        let Party::Power(other) = opponent(&Party::Power(*power), [attacker, defender])? else {
            return None;
        };
        return Some(format!("in battle with {other}"));
    }
    let Event::Sunk { power, .. } = &last.event else { return None };
    let sides = before.find_map(|event| {
        let Event::NavalJoined { mover, enemy, .. } = event else { return None };
        Some([*mover, *enemy])
    })?;
    opponent(power, sides).map(|other| format!("by {other}"))
}

/// The other of two sides; `None` for an ally of one of them.
fn opponent<T: PartialEq>(who: &T, [one, other]: [T; 2]) -> Option<T> {
    if *who == one {
        Some(other)
    } else if *who == other {
        Some(one)
    } else {
        None
    }
}

impl Telling for AgeOfImperialism {
    fn called(&self, seat: &Seat) -> String {
        Power::of(seat).map_or_else(|| seat.to_string(), |power| power.title().to_owned())
    }

    fn occasion(&self, view: &View, phase: &Phase) -> String {
        match view.open.step {
            Step::Picks => Step::Picks.title().to_owned(),
            Step::Placement => "the placement of first units".to_owned(),
            _ => phase.occasion(),
        }
    }

    fn awaits(&self, order: &Order) -> Option<String> {
        awaits::awaits(order)
    }

    fn tell(&self, event: &Event) -> Told {
        tell(event)
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        cause(witnessed)
    }

    fn standings(&self, view: &View, _: &[Fact<Event>]) -> Vec<String> {
        standings::standings(self, view)
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        fortunes::fortunes(view, witnessed)
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        page::measures(self, view)
    }

    fn losses(&self, _: &View, witnessed: &[Fact<Event>]) -> Vec<Measure> {
        page::losses(self, witnessed)
    }

    fn beginning(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
        let began = witnessed.iter().find_map(|fact| {
            let Event::StepBegan { turn, step } = &fact.event else { return None };
            Some((*turn, *step))
        });
        let (turn, step) = match began {
            Some(next) => self.step_before(next)?,
            None => (view.open.turn, view.open.step),
        };
        (step != Step::Over).then(|| when(turn, step))
    }

    fn situation(&self, view: &View) -> Page {
        page::page(self, view)
    }

    fn map(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Picture> {
        atlas::map(self, view, witnessed).map(|map| Picture::Map(Box::new(map)))
    }
}

said! { Party; Face; }

said! {
    ();
    Vec<Power>: |all, ()| powers(all);
    (Power, Power): |pair, ()| powers(&[pair.0, pair.1]);
}

/// An event as its witnesses are told of it.
#[expect(clippy::too_many_lines, reason = "a row or arm for each event")]
fn tell(event: &Event) -> Told {
    told! {
        on &(); event;
        rows {
            detail Gone { power } => "{power} have moved";
            line OrderSet { order } => "the order of play is {order}";
            line BidMade { power, pp, place } => "{power} bid {pp} PP and go in place {place}";
            line.opens(Opening::Part) MovementBegan { power } => "{power} move";
            line Picked { power, region } => "{power} take {region}";
            line GivenBack { power, region } => "{power} give {region} back";

            line Collected { power, pp, dp } =>
                "{power} collect {}{}", sum(pp.values().sum(), *dp), parts(&pp);
            line PortClosed { power, at } => "no ship reaches the port of {power} in {at}";
            line.engaged_if(*why == Purpose::Conquest) Received { power, pp, dp, why } =>
                "{power} receive {} for {why}", sum(*pp, *dp);
            line Given { from, to, pp } => "{from} give {pp} PP to {to}";
            line Disbanded { power, units, at } =>
                "{power} cannot pay {units} in {at} and disband them";
            line LaidUp { power, fleet } => "{power} cannot pay fleet {fleet} and lay it up";
            line DisbandedAboard { power, units, fleet } =>
                "{power} cannot pay {units} aboard fleet {fleet} and disband them";

            line.toll("native markers are placed in", at.to_string()) MarkerLaid { at } => "a native marker is placed in {at}";
            line MarkerDrawn { at, face } => "the natives of {at} are {face}";
            line MarkerSeen { power, at, face } =>
                "the explorer of {power} finds that the natives of {at} are {face}";
            line MarkerOpened { at, face } => "the natives of {at} show their strength: {face}";
            line.toll("resource chits are placed in", at.to_string()) ChitLaid { at } => "a resource chit is placed in {at}";
            line ChitDrawn { at, value } => "the resource of {at} is {}", chit(*value);
            line ChitSeen { power, at, value } =>
                "{power} look at the resource of {at}: {}", chit(*value);
            line.toll("resource chits given up:", at.to_string()) ChitDiscarded { at } => "the resource chit of {at} is given up";

            line SpherePlaced { of, at } => "{of} gain a sphere of influence in {at}";
            line SphereRemoved { of, at, count } =>
                "{} of {of} in {at} {} removed", spheres(*count),
                if *count == 1 { "is" } else { "are" };
            line.engaged_if(*why == Influence::Defeat)
                .toll(format!("the natives of {at} lose strength:"), format!("{by} {why}"))
                Weakened { at, by, why } =>
                "the natives of {at} lose {by} of their strength {why}";
            line.toll("westernized:", at.to_string()) Westernized { at } => "{at} is westernized";
            line Incited { power, at, bribe } => "{power} incite the natives of {at}{}",
                if *bribe { " with a bribe" } else { "" };
            line RevoltRolled { at, dice, drm, strength, sides, revolt } =>
                "{at}: {} against a strength of {strength}, {}{}", rolled(&dice, *drm),
                if *revolt { "they revolt" } else { "they stay quiet" }, stances(&sides);
            headline Revolted { at, army, .. } => "{at} is in revolt: {army} rise";
            line.engaged RevoltEnded { at } => "the revolt in {at} is over";

            line.tally(format!("{power} raise")) Raised { power, units, at } => "{units} in {at}";
            line.tally(format!("{power} launch")) Launched { power, fleet, sea } =>
                "fleet {fleet} in the {sea}";
            line.tally(format!("{power} build")) Erected { power, building, at } =>
                "a {building} in {at}";
            line Developed { power, at, value } =>
                "{power} develop the resource of {at}, worth {value} PP";
            headline CanalOpened { power, at } => "{power} open the canal in {at}";
            line.engaged Razed { power, building, at } =>
                "{power} destroy their {building} in {at}";

            headline WarDeclared { by, on } => "{by} declare war on {on}";
            headline PeaceMade { between } => "{between} make peace";
            headline Allied { between } => "{between} become allies";
            headline AllianceEnded { between } => "{between} are no longer allies";
            // The phase in which notice is given counts among them (im69).
            line NoticeGiven { by, to, phases } =>
                "{by} give notice to {to}: the alliance ends after {}",
                count(phases.saturating_sub(1), "more movement phase");

            line.course(unit(&power, &units), &from, &to) Marched { power, units, from, to } =>
                "{power}: {} from {from} to {to}", does(&units, "march");
            line.course(unit(&power, &fleets), &from, &to) Sailed { power, fleets, from, to } =>
                "{power}: {fleets} {} from the {from} to the {to}", verb(fleets.len(), "sail");
            line Boarded { power, units, from, fleet } =>
                "{power}: {} fleet {fleet} in {from}", does(&units, "board");
            line Disembarked { power, units, fleet, at } =>
                "{power}: {} in {at} from fleet {fleet}", does(&units, "land");
            headline Ceded { at, from, to } => "{from} cede {at} to {to}";
            line ReinforcementRolled { power, from, to, die, points } =>
                "{power} come to the aid of {to} from {from}: a {die}, {} in all",
                count(*points, "point");
            line Reinforced { power, units, from, to } =>
                "{power}: {} from {from} to {to}", does(&units, "hurry");

            line AfarRolled { power, from, to, die, comes } =>
                "fleets of {power} make for the {to} from the {from}: a {die}, {}",
                if *comes { "they come" } else { "they come too late" };
            line.opens(Opening::Engagement) NavalJoined { sea, mover, moving, enemy, fleets } =>
                "battle in the {sea}: {mover} ({moving}) against {enemy} ({fleets})";
            detail.engaged NavalRound { sea, round } => "round {round} in the {sea}";
            detail.engaged Broadside { power, dice, drm, hits } =>
                "{power} fire: {}, {}", volley(&dice, *drm), count(*hits, "hit");
            headline.engaged Sunk { power, fleet } =>
                "fleet {fleet} of {power} is sunk with all aboard";
            line.engaged BrokenOff { power } => "{power} break off the battle";
            line.engaged NavalEnded { sea, winner } => "the battle in the {sea} is over{}",
                winner.map(|winner| format!(": {winner} hold it")).unwrap_or_default();

            line.opens(Opening::Engagement) BattleJoined { at, attacker, defender, natives, led } =>
                "battle of {at}: {attacker} attack {defender}{}{}",
                if natives.is_empty() { String::new() } else { format!(" ({natives})") },
                led.map(|power| format!("; {power} play the natives")).unwrap_or_default();
            detail.engaged RoundBegan { at, round } => "round {round} in {at}";
            detail.engaged Modified { side, drm } => "DRM of {side}: {:+}", *drm;
            detail.engaged Volley { side, dice, drm, hits } =>
                "{side} fire: {}, {}", volley(&dice, *drm), count(*hits, "hit");
            detail.engaged Combined { side, target } => "{side} combine three hits on one {target}";
            line.engaged Lost { power, units, at } => "{power} lose {units} in {at}";
            line.engaged NativesLost { units, at } => "the natives of {at} lose {units}";
            line.engaged Retreated { power, units, from, to: Place::Region(to) } =>
                "{power}: {} from {from} to {to}", does(&units, "retreat");
            line.engaged Retreated { power, units, from, to: Place::Sea(sea) } =>
                "{power}: {} from {from} onto fleets in the {sea}", does(&units, "retreat");
            line.engaged Converted { power, party, at } =>
                "{power}: the {party} in {at} musters an infantry brigade";
            line.engaged BattleEnded { at, winner } => "the battle of {at} is over: {}",
                winner.map_or("no one is left".to_owned(), |winner| format!("{winner} win"));
            headline.engaged Gained { power, at } => "{power} gain control of {at}";
            headline Reverted { at, from } => "{from} lose {at} to its natives";

            line ExploreRolled { power, at, dice, drm, strength } =>
                "the explorer of {power} in {at}: {} against a strength of {strength}",
                rolled(&dice, *drm);
            line Explored { power, at, finding: Discovery::Joined } =>
                "the explorer wins {at} over for {power}";
            line Explored { power, at, finding: Discovery::Placed } =>
                "the explorer of {power} makes friends in {at}";
            line Explored { power, at, finding: Discovery::Swapped(other) } =>
                "the explorer of {power} takes the place of {other} in {at}";
            line Explored { power, at, finding: Discovery::Removed(other) } =>
                "the explorer of {power} turns the natives of {at} away from {other}";
            line Explored { power, at, finding: Discovery::Nothing } =>
                "the explorer of {power} achieves nothing in {at}";
            line Explored { power, at, finding: Discovery::Lost } =>
                "the explorer of {power} in {at} is never seen again";
            line Prospected { power, at } => "{power} prospect in {at}";
            line ChitsDrawn { power, at, values, kept } =>
                "the engineer of {power} in {at} finds {} and keeps {}",
                names(values.iter().map(|value| chit(*value))), chit(*kept);

            line.opens(Opening::Part) GameEnded { why: Ending::Eliminated(power) } =>
                "the game ends: {power} have no region left";
            line.opens(Opening::Part) GameEnded { why: Ending::NoNatives } =>
                "the game ends: no region is left to the natives";
            line.opens(Opening::Part) GameEnded { why: Ending::LastTurn } =>
                "the game ends with its last turn";
            line GoalShown { power, goal, met } =>
                "{power} show their goal, {}, and have {}reached it",
                goal.words(), if *met { "" } else { "not " };
            line Scored { power, points, total } =>
                "{power} have {}{}", count(*total, "point"), parts(&points);
        }
        others {
            Event::StepBegan { turn, step } => {
                Told::line(when(*turn, *step)).opens(Opening::Section)
            }
            Event::Paid { pp, dp, why, .. } if is_price(*why) => {
                Told::line(sum(*pp, *dp)).of(Subject::Price)
            }
            Event::Paid { power, pp, dp, why } => {
                Told::line(format!("{power} pay {} for {why}", sum(*pp, *dp)))
            }
            Event::Won { powers: won } => Told::headline(match won.as_slice() {
                [one] => format!("{one} win"),
                several => format!("{} share the victory", powers(several)),
            }),
        }
    }
}

/// The heading of a step.
fn when(turn: u32, step: Step) -> String {
    match turn {
        0 => format!("set-up: {}", step.title()),
        turn => format!("turn {turn}: {}", step.title()),
    }
}

/// Who is on their way.
fn unit(power: &impl Display, who: &impl Display) -> String {
    capital(&format!("{power}, {who}"))
}

fn spheres(count: u32) -> String {
    match count {
        1 => "a sphere of influence".to_owned(),
        count => format!("{count} spheres of influence"),
    }
}

/// True for payments right before what they are for.
fn is_price(why: Purpose) -> bool {
    !matches!(why, Purpose::Upkeep | Purpose::Bid | Purpose::DiplomacyBought | Purpose::SetUp)
}

/// Units and what they do, one or several.
fn does(units: &Force, what: &str) -> String {
    format!("{units} {}", verb(units.total(), what))
}

/// What a sum is made of, behind it.
fn parts<T: Display>(parts: &BTreeMap<T, u32>) -> String {
    let some = parts.iter().filter(|(_, sum)| **sum > 0);
    let parts: Vec<String> = some.map(|(part, sum)| format!("{sum} {part}")).collect();
    if parts.is_empty() { String::new() } else { format!(": {}", names(parts)) }
}

/// PP and DP as `12 PP and 1 DP`.
fn sum(pp: u32, dp: u32) -> String {
    match (pp, dp) {
        (pp, 0) => format!("{pp} PP"),
        (0, dp) => format!("{dp} DP"),
        (pp, dp) => format!("{pp} PP and {dp} DP"),
    }
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
    let faces = joined(roll, " ");
    if drm == 0 { faces } else { format!("{faces} ({drm:+})") }
}

/// The sides of spheres of influence, behind what they are about.
fn stances(sides: &BTreeMap<Power, Stance>) -> String {
    let all = joined(sides.iter().map(|(power, stance)| format!("{power} {stance}")), ", ");
    if all.is_empty() { all } else { format!("; {all}") }
}
