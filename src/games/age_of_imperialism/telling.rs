//! Events, reasons and headings in words.

use std::collections::BTreeMap;
use std::fmt::Display;

use super::beaten::cause;
use super::events::{Discovery, Ending, Event, Influence, Party, Place, Purpose};
use super::force::Force;
use super::names::Fleet;
use super::order::Order;
use super::power::{Power, powers};
use super::reasons::called;
use super::sight::View;
use super::state::{Face, Stance, Step};
use super::{AgeOfImperialism, atlas, awaits, fortunes, page, rules, standings, unordered};
use crate::base::words::{capital, count, joined, names, verb};
use crate::engine::wording::said::{said, told};
use crate::engine::{Fact, Fortunes, Opening, Phase, Seat, Subject, Telling, Told, Weight};
use crate::page::{Measure, Page, Picture};

/// Why units are lost outside battle, in brackets (im28, im71).
fn aside(facts: &[Fact<Event>]) -> Option<String> {
    let last = facts.last()?;
    let Event::Lost { .. } = &last.event else { return None };
    if last.rule == rules::GUESTS {
        return Some(
            "(a guest that did not leave when another power gained the region)".to_owned(),
        );
    }
    (last.rule == rules::ENTRY).then(|| "(no brigade was with it)".to_owned())
}

/// How much of the DRM of a roll for a revolt is a bribe's, where influence adds to it (im21, im22).
fn bribed(game: &AgeOfImperialism, facts: &[Fact<Event>]) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let Event::RevoltRolled { sides, drm, .. } = &last.event else { return None };
    let bribed = matches!(before.last()?.event, Event::Incited { bribe: true, .. });
    let bribe = game.format.diplomacy.bribe_drm.value;
    (bribed && !sides.is_empty()).then(|| format!("(-{bribe} of the {drm:+} is for the bribe)"))
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
        tell(Listener(None), event)
    }

    fn tell_to(&self, reader: Option<&Seat>, event: &Event) -> Told {
        let listener = Listener(reader.and_then(Power::of));
        let told = tell(listener, event);
        // Who gains what is one line of the standings of a power's report.
        let gained = matches!(event, Event::Gained { .. }) && listener.0.is_some();
        if gained { Told { weight: Weight::Line, ..told } } else { told }
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        // Whoever sank a fleet or took a region reads so in what the cycle brought them, not in a headline.
        cause(None, witnessed)
    }

    fn aside(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        aside(witnessed).or_else(|| bribed(self, witnessed))
    }

    fn standings(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
        standings::standings(self, view, witnessed)
    }

    fn without_orders(&self, view: &View) -> Option<String> {
        unordered::without_orders(self, view)
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        fortunes::fortunes(view, witnessed)
    }

    fn has_others(&self) -> bool {
        true
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

/// Whom the story is told to: a power that reads its own report is spoken to.
#[derive(Clone, Copy)]
struct Listener(Option<Power>);

impl Listener {
    fn is(self, power: Power) -> bool {
        self.0 == Some(power)
    }

    /// A power, or the reader.
    fn power(self, power: Power) -> &'static str {
        if self.is(power) { "you" } else { power.title() }
    }

    fn powers(self, all: &[Power]) -> String {
        names(all.iter().map(|power| self.power(*power)))
    }

    fn party(self, party: Party) -> &'static str {
        match party {
            Party::Power(power) => self.power(power),
            Party::Natives => "the natives",
        }
    }

    /// What belongs to a power: `the port of the French`, or `your port`.
    fn own(self, power: Power, what: impl Display) -> String {
        if self.is(power) { format!("your {what}") } else { format!("the {what} of {power}") }
    }

    /// Whose it is, behind it: `of the French`, or `of yours`.
    fn whose(self, power: Power) -> String {
        if self.is(power) { "of yours".to_owned() } else { format!("of {power}") }
    }

    /// `their`, or `your`.
    fn their(self, power: Power) -> &'static str {
        if self.is(power) { "your" } else { "their" }
    }

    /// Units or fleets of a power, in front of what they do or where they go: `the French, 1 infantry`, or `your infantry`.
    fn unit(self, power: Power, who: impl Display) -> String {
        if self.is(power) {
            // One is told by its kind alone.
            let who = who.to_string();
            let bare = who.strip_prefix("1 ").filter(|bare| !bare.contains(' ')).unwrap_or(&who);
            return format!("Your {bare}");
        }
        capital(&format!("{power}, {who}"))
    }

    /// Units of a power and what they do, one or several.
    fn does(self, power: Power, units: &Force, what: &str) -> String {
        let does = format!("{units} {}", verb(units.total(), what));
        if self.is(power) { format!("your {does}") } else { format!("{power}: {does}") }
    }

    /// An explorer of a power in a region.
    fn explorer(self, power: Power, at: &impl Display) -> String {
        format!("{} in {at}", self.own(power, "explorer"))
    }
}

said! { Face; }

said! {
    Listener;
    Power: |power, reader| reader.power(*power).to_owned();
    Party: |party, reader| reader.party(*party).to_owned();
    Vec<Power>: |all, reader| reader.powers(all);
    (Power, Power): |pair, reader| reader.powers(&[pair.0, pair.1]);
    Vec<Fleet>: |fleets, _| called(fleets);
}

/// An event as a listener is told of it.
#[expect(clippy::too_many_lines, reason = "a row or arm for each event")]
fn tell(reader: Listener, event: &Event) -> Told {
    told! {
        on &reader; event;
        rows {
            detail Gone { power } => "{power} have moved";
            line OrderSet { order } => "the order of play is {order}";
            line BidMade { power, pp, place } => "{power} bid {pp} PP and go in place {place}";
            line.opens(Opening::Part) MovementBegan { power } => "{power} move";
            line Picked { power, region } => "{power} take {region}";
            line GivenBack { power, region } => "{power} give {region} back";

            line Collected { power, pp, dp } =>
                "{power} collect {}{}", sum(pp.values().sum(), *dp), parts(&pp);
            line PortClosed { power, at } => "no ship reaches {} in {at}", reader.own(*power, "port");
            line.engaged_if(*why == Purpose::Conquest) Received { power, pp, dp, why } =>
                "{power} receive {} for {why}", sum(*pp, *dp);
            line Given { from, to, pp } => "{from} give {pp} PP to {to}";
            line Disbanded { power, units, at } =>
                "{power} cannot pay {units} in {at} and disband them";
            line LaidUp { power, fleet } => "{power} cannot pay fleet {fleet} and lay it up";
            line DisbandedAboard { power, units, fleet } =>
                "{power} cannot pay {units} aboard fleet {fleet} and disband them";

            detail MarkerLaid { at } => "a native marker is placed in {at}";
            line MarkerDrawn { at, face } => "the natives of {at} are {face}";
            // The roll says against which strength it was.
            detail MarkerSeen { power, at, face } =>
                "{} finds that the strength of the natives is {face}", reader.explorer(*power, &at);
            // It stands in the table of regions from then on.
            detail MarkerOpened { at, face } => "the natives of {at} show their strength: {face}";
            detail ChitLaid { at } => "a resource chit is placed in {at}";
            line ChitDrawn { at, value } => "the resource of {at} is {}", chit(*value);
            line.sequel(reader.explorer(*power, &at), format!("its resource is {}", chit(*value)))
                ChitSeen { power, at, value } =>
                "{power} look at the resource of {at}: {}", chit(*value);
            line.toll("resource chits given up:", at.to_string()) ChitDiscarded { at } => "the resource chit of {at} is given up";

            line.sequel(reader.explorer(*of, &at), format!("{of} gain a sphere of influence"))
                SpherePlaced { of, at } => "{of} gain a sphere of influence in {at}";
            line SphereRemoved { of, at, count } =>
                "{} {} in {at} {} removed", spheres(*count), reader.whose(*of),
                if *count == 1 { "is" } else { "are" };
            line.engaged_if(*why == Influence::Defeat)
                .toll(format!("natives lose {by} of their strength {why}:"), at.to_string())
                Weakened { at, by, why } =>
                "the natives of {at} lose {by} of their strength {why}";
            line.toll("westernized:", at.to_string()) Westernized { at } => "{at} is westernized";
            line Incited { power, at, bribe } => "{power} incite the natives of {at}{}",
                if *bribe { " with a bribe" } else { "" };
            line RevoltRolled { at, dice, drm, strength, sides, revolt } =>
                "the natives of {at} roll {} against their strength of {strength}, so they {}{}",
                rolled(&dice, *drm, if sides.is_empty() { "the bribe" } else { "influence" }),
                if *revolt { "revolt" } else { "stay quiet" }, stances(reader, &sides);
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
                "{power} destroy {} {building} in {at}", reader.their(*power);

            headline WarDeclared { by, on } => "{by} declare war on {on}";
            headline PeaceMade { between } => "{between} make peace";
            headline Allied { between } => "{between} become allies";
            headline AllianceEnded { between } => "{between} are no longer allies";
            // The phase in which notice is given counts among them (im69).
            line NoticeGiven { by, to, phases } =>
                "{by} give notice to {to}: the alliance ends after {}",
                count(phases.saturating_sub(1), "more movement phase");

            line.course(reader.unit(*power, &units), &from, &to) Marched { power, units, from, to } =>
                "{} from {from} to {to}", reader.does(*power, &units, "march");
            line.course(reader.unit(*power, &fleets), &from, &to) Sailed { power, fleets, from, to } =>
                "{} {} from the {from} to the {to}", reader.unit(*power, &fleets), verb(fleets.len(), "sail");
            line Boarded { power, units, from, fleet } =>
                "{} fleet {fleet} in {from}", reader.does(*power, &units, "board");
            line Disembarked { power, units, fleet, at } =>
                "{} in {at} from fleet {fleet}", reader.does(*power, &units, "land");
            headline Ceded { at, from, to } => "{from} cede {at} to {to}";
            line ReinforcementRolled { power, from, to, die, points } =>
                "{power} come to the aid of {to} from {from}: a {die}, {} in all",
                count(*points, "point");
            line Reinforced { power, units, from, to } =>
                "{} from {from} to {to}", reader.does(*power, &units, "hurry");

            line AfarRolled { power, from, to, die, comes } =>
                "fleets {} make for the {to} from the {from}: a {die}, {}", reader.whose(*power),
                if *comes { "they come" } else { "they come too late" };
            line.opens(Opening::Engagement) NavalJoined { sea, mover, moving, enemy, fleets } =>
                "battle in the {sea}: {mover} ({moving}) against {enemy} ({fleets})";
            detail.engaged NavalRound { sea, round } => "round {round} in the {sea}";
            detail.engaged Broadside { power, dice, drm, hits } =>
                "{power} fire: {}, {}", volley(&dice, *drm), count(*hits, "hit");
            headline.engaged Sunk { power, fleet } =>
                "fleet {fleet} {} is sunk with all aboard", reader.whose(*power);
            line.engaged BrokenOff { power } => "{power} break off the battle";
            line.engaged NavalEnded { sea, winner } => "the battle in the {sea} is over{}",
                winner.map(|winner| format!(": {} hold it", reader.power(winner))).unwrap_or_default();

            line.opens(Opening::Engagement) BattleJoined { at, attacker, defender, natives, led } =>
                "battle of {at}: {attacker} attack {defender}{}{}",
                if natives.is_empty() { String::new() } else { format!(" ({natives})") },
                led.map(|power| format!("; {} play the natives", reader.power(power))).unwrap_or_default();
            detail.engaged RoundBegan { at, round } => "round {round} in {at}";
            detail.engaged Modified { side, drm } => "{side}: DRM {:+}", *drm;
            detail.engaged Volley { side, dice, drm, hits } =>
                "{side} fire: {}, {}", volley(&dice, *drm), count(*hits, "hit");
            detail.engaged Combined { side, target } => "{side} combine three hits on one {target}";
            line.engaged Lost { power, units, at } => "{power} lose {units} in {at}";
            line.engaged NativesLost { units, at } => "the natives of {at} lose {units}";
            line.engaged Retreated { power, units, from, to: Place::Region(to) } =>
                "{} from {from} to {to}", reader.does(*power, &units, "retreat");
            line.engaged Retreated { power, units, from, to: Place::Sea(sea) } =>
                "{} from {from} onto fleets in the {sea}", reader.does(*power, &units, "retreat");
            line.engaged Converted { power, party, at } =>
                "{} musters an infantry brigade in {at}", reader.own(*power, party);
            line.engaged BattleEnded { at, winner } => "the battle of {at} is over: {}",
                winner.map_or("no one is left".to_owned(), |winner| format!("{} win", reader.party(winner)));
            headline.engaged.sequel(reader.explorer(*power, &at), format!("{power} gain control"))
                Gained { power, at } => "{power} gain control of {at}";
            headline Reverted { at, from } => "{from} lose {at} to its natives";

            line ExploreRolled { power, at, dice, drm, strength } =>
                "{} rolls {} against natives of strength {strength}",
                reader.explorer(*power, &at), rolled(&dice, *drm, "influence");
            line.sequel(rolls(reader, *power, &at), "wins the region over")
                Explored { power, at, finding: Discovery::Joined } =>
                "{} wins the region over", reader.explorer(*power, &at);
            line.sequel(rolls(reader, *power, &at), "makes friends")
                Explored { power, at, finding: Discovery::Placed } =>
                "{} makes friends", reader.explorer(*power, &at);
            line.sequel(rolls(reader, *power, &at), format!("replaces a sphere of influence {}", reader.whose(*other)))
                Explored { power, at, finding: Discovery::Swapped(other) } =>
                "{} replaces a sphere of influence {}", reader.explorer(*power, &at), reader.whose(*other);
            line.sequel(rolls(reader, *power, &at), format!("drives out a sphere of influence {}", reader.whose(*other)))
                Explored { power, at, finding: Discovery::Removed(other) } =>
                "{} drives out a sphere of influence {}", reader.explorer(*power, &at), reader.whose(*other);
            line.sequel(rolls(reader, *power, &at), "achieves nothing")
                .toll(format!("{} achieve nothing in", reader.own(*power, "explorers")), at.to_string())
                Explored { power, at, finding: Discovery::Nothing } =>
                "{} achieves nothing", reader.explorer(*power, &at);
            line.sequel(rolls(reader, *power, &at), "is never seen again")
                Explored { power, at, finding: Discovery::Lost } =>
                "{} is never seen again", reader.explorer(*power, &at);
            line Prospected { power, at } => "{power} prospect in {at}";
            line ChitsDrawn { power, at, values, kept } =>
                "{} in {at} finds {} and keeps {}", reader.own(*power, "engineer"),
                names(values.iter().map(|value| chit(*value))), chit(*kept);

            line.opens(Opening::Part) GameEnded { why: Ending::Eliminated(power) } =>
                "the game ends: {power} have no region left";
            line.opens(Opening::Part) GameEnded { why: Ending::NoNatives } =>
                "the game ends: no region is left to the natives";
            line.opens(Opening::Part) GameEnded { why: Ending::LastTurn } =>
                "the game ends with its last turn";
            line GoalShown { power, goal, met } =>
                "{power} show {} goal, {}, and have {}reached it",
                reader.their(*power), goal.words(), if *met { "" } else { "not " };
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
                Told::line(format!("{} pay {} for {why}", reader.power(*power), sum(*pp, *dp)))
            }
            // Everybody reads the outcome in the same words.
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

/// How the line on the roll of an explorer begins.
fn rolls(reader: Listener, power: Power, at: &impl Display) -> String {
    format!("{} rolls", reader.explorer(power, at))
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

/// Dice, their DRM and what it is for, and what they make: `3 and 5, -3 for the bribe: 5`.
fn rolled(roll: &[u8], drm: i32, why: &str) -> String {
    let sum = roll.iter().map(|die| i32::from(*die)).sum::<i32>().saturating_add(drm);
    let drm = if drm == 0 { String::new() } else { format!(", {drm:+} for {why}") };
    format!("{}{drm}: {sum}", names(roll))
}

/// Single dice and the DRM of each: `1 4 6 (+2 each)`.
fn volley(roll: &[u8], drm: i32) -> String {
    let faces = joined(roll, " ");
    if drm == 0 { faces } else { format!("{faces} ({drm:+} each)") }
}

/// The sides of spheres of influence, behind what they are about.
fn stances(reader: Listener, sides: &BTreeMap<Power, Stance>) -> String {
    let one = |(power, stance): (&Power, &Stance)| format!("{} {stance}", reader.power(*power));
    let all = joined(sides.iter().map(one), ", ");
    if all.is_empty() { all } else { format!("; {all}") }
}
