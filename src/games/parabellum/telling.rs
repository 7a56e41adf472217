//! Events in words.

use super::culprit::{Culprit, culprit};
use super::events::{Attack, Cut, Described, Event, Roll};
use super::names::Unit;
use super::order::Order;
use super::said::{harm, markers, stacked, thrown};
use super::side::Side;
use super::sight::View;
use super::state::Step;
use super::{Parabellum, atlas, awaits, fortunes, page, reach, standings};
use crate::base::words::{count, dice, names};
use crate::engine::wording::said::told;
use crate::engine::{Fact, Fortunes, Opening, Phase, Seat, Telling, Told};
use crate::page::{Measure, Page, Picture, Zone};

/// The dice of a roll, and whose they are.
fn rolled(roll: &Roll) -> String {
    let whose = roll.unit.as_ref().map(|unit| format!("{unit} ")).unwrap_or_default();
    format!("{whose}{} ({})", thrown(roll.dice.len(), roll.sides), dice(&roll.dice))
}

fn throw(sides: u8, faces: &[u8]) -> String {
    format!("{}: {}", thrown(faces.len(), sides), dice(faces))
}

fn described(unit: &Described) -> String {
    let Described { unit, kind, strength, cargo, .. } = unit;
    let load = match cargo.total() {
        0 => String::new(),
        _ => format!(", carrying {}", markers(cargo.supply, cargo.ammo)),
    };
    format!("{unit}, {kind}, strength {strength}{load}")
}

/// So many, in words; nothing, if there are none.
fn count_of(number: u32, what: &str) -> String {
    if number == 0 { String::new() } else { count(number, what) }
}

/// Things and markers in a row.
fn with(things: &[String], supply: u32, ammo: u32) -> String {
    let markers = [markers(supply, 0), markers(0, ammo)];
    let mut parts = things.iter().chain(&markers).filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_none() { String::new() } else { names(parts) }
}

fn or_nothing(text: String) -> String {
    if text.is_empty() { "nothing".to_owned() } else { text }
}

fn at(unit: &Unit, form: impl std::fmt::Display) -> String {
    format!("{unit} ({form})")
}

/// The heading over what is done in a step.
fn stage(step: Step) -> &'static str {
    match step {
        Step::Purchase => "purchases",
        Step::Defender => "the defender deploys",
        Step::Attacker => "the attacker deploys",
        Step::Turn => "the turn",
        Step::Recruit => "both sides recruit",
        Step::Over => "the theater is over",
    }
}

/// The heading over a player's turn.
fn turn(side: Side, round: u32) -> String {
    format!("round {round}: {}", side.title())
}

/// The heading over what came before a player's turn: the other side's turn, or deployment before
/// the first of a skirmish.
fn turn_before(view: &View, side: Side, round: u32, over: bool) -> String {
    let first = view.open.skirmish.as_ref().and_then(|now| now.first);
    if round == 1 && (over || first == Some(side)) {
        stage(Step::Attacker).to_owned()
    } else {
        turn(side.other(), if first == Some(side) { round - 1 } else { round })
    }
}

/// What destroyed the unit that the last of these facts tells of, where that is not the attack which its
/// engagement is named after.
fn cause(facts: &[Fact<Event>]) -> Option<String> {
    let culprit = culprit(facts).filter(|culprit| !matches!(culprit, Culprit::Attack(_)));
    // The sentence of one below deck says it.
    let destroyed = matches!(facts.last()?.event, Event::Destroyed { .. });
    Some(culprit.filter(|_| destroyed)?.words(Unit::to_string))
}

/// By whose answer a unit takes the losses that the last of these facts tells of.
fn answered(facts: &[Fact<Event>]) -> Option<String> {
    let (last, before) = facts.split_last()?;
    let Event::Parried { .. } = &last.event else { return None };
    // What the answer costs stands between the two.
    before.iter().rev().find_map(|fact| {
        if let Event::Countered { unit, .. } = &fact.event {
            Some(format!("from the counterattack of {unit}"))
        } else if let Event::FiredAt { unit, .. } = &fact.event {
            Some(format!("from the fire of {unit}"))
        } else {
            None
        }
    })
}

impl Telling for Parabellum {
    fn called(&self, seat: &Seat) -> String {
        Side::of(seat).map_or_else(|| seat.to_string(), |side| side.title().to_owned())
    }

    fn occasion(&self, view: &View, _: &Phase) -> String {
        page::occasion(self, view)
    }

    fn awaits(&self, order: &Order) -> Option<String> {
        awaits::awaits(order)
    }

    #[expect(clippy::too_many_lines, reason = "a row for each event")]
    fn tell(&self, event: &Event) -> Told {
        told! {
            on self; event;
            rows {
                headline Drawn { site, die, attacker } =>
                    "drawn by lot (roll {die}): {site}, where {attacker} attacks";
                line Chose { side, first } => "{side} chooses: {first} goes first";
                line.tally(format!("{} buys", unit.side().title())) Bought { unit, kind, price } =>
                    "{unit} ({kind}, {price} credits)";
                line Stocked { side, squads, supply, ammo, price } =>
                    "{side} buys {} for {price} credits",
                    with(&[count_of(*squads, "squad")], *supply, *ammo);
                line Packed { unit, supply, ammo } => "{unit} brings {} along", markers(*supply, *ammo);
                line Placed { side, at, supply, ammo } =>
                    "{side} caches {} in {at}", markers(*supply, *ammo);
                detail Paused { unit } => "{unit} waited for another unit";
                line.course(unit.to_string(), *from, *to) Moved { unit, from, to } =>
                    "{unit} moves from {from} to {to}";
                line Pushed { unit, marker, from, to } =>
                    "{unit} pushes {marker} from {from} to {to}";
                line Loaded { unit, at, supply, ammo } =>
                    "{unit} loads {} in {at}", markers(*supply, *ammo);
                line Unloaded { unit, at, supply, ammo } =>
                    "{unit} puts down {} in {at}", markers(*supply, *ammo);
                line Refilled { unit, with, at } => "{unit} takes {with} from {at}";
                line Fed { unit, with, by } => "{unit} takes {with} from {by}";
                line Cached { unit, at } => "{unit} caches the markers in {at}";
                detail.engaged Defended { side, at, rolls } => "{side} rolls in {at}: {}",
                    names(rolls.iter().map(rolled));
                detail.engaged Lost { unit, losses } =>
                    "{unit} takes {}", harm(*losses);
                line.engaged Sunk { unit } => "{unit} goes down with its carrier";
                line.engaged Dropped { at, supply, ammo } =>
                    "left in {at}: {}", markers(*supply, *ammo);
                line.engaged Burned { at, barricades, ammo, supply } =>
                    "destroyed in {at}: {}",
                    with(&[count_of(*barricades, "barricade")], *supply, *ammo);
                headline.engaged Exploded { at, count } =>
                    "ammunition explodes in {at} ({})", count_of(*count, "marker");
                detail.engaged Blasted { at, sides, dice } =>
                    "the explosion strikes {at} with {}", throw(*sides, &dice);
                detail.engaged Countered { unit, against, sides, dice } =>
                    "{unit} counterattacks {against} with {}", throw(*sides, &dice);
                detail.engaged FiredAt { unit, against, sides, dice } =>
                    "{unit} fires at {against} with {}", throw(*sides, &dice);
                line.engaged.rolls(format!("{unit} rolls {}", throw(*sides, &dice)))
                    Parried { unit, losses, sides, dice } => "{unit} takes {}", harm(*losses);
                detail Spent { unit } => "{unit} spends ammunition";
                detail Drained { unit, supply, ammo } =>
                    "{unit} spends {}", markers(*supply, *ammo);
                line Stowed { unit } => "{unit} goes below";
                line Evacuated { unit } => "{unit} leaves the skirmish";
                line Replenished { unit, supply, ammo } =>
                    "{unit} takes {} from the reserves", markers(*supply, *ammo);
                detail Ticked { unit, supply, ammo } =>
                    "{unit} spends {}", markers(*supply, *ammo);
                line Foundered { unit, sides, die, losses } =>
                    "{unit} runs dry on a ford, rolls {die} of {sides} and takes {}",
                    harm(*losses);
                line Sent { unit, at, fee } => "{unit} is sent to {at} for {fee} credits";
                line Turned { unit } => "{unit} finds no way onto the map and stays in reserve";
                line Hired { unit, city, at } => "{city} gives irregulars: {unit} in {at}";
                line Manned { unit, city, at } => "irregulars of {city} man {unit} in {at}";
                line Disbanded { unit, city } => "{unit} goes home to {city}";
                line Collected { side, city, marker, at } =>
                    "{city} gives {side} {marker}, cached in {at}";
                line Exited { unit } => "{unit} leaves the map";
                headline Won { side, how, reward } =>
                    "{side} wins the skirmish: {how}; the reward is {reward} credits";
                line Salvaged { side, supply, ammo } =>
                    "{side} takes what was left on the map: {}", or_nothing(markers(*supply, *ammo));
                headline Captured { unit, flag, kind } =>
                    "{unit} ({kind}) is captured with its base and now flies as {flag}";
                line Valued { side, value } => "the force of {side} is worth {value} credits";
            }
            others {
                Event::StepBegan { step } => Told::line(stage(*step)).opens(Opening::Section),
                Event::TurnBegan { side, round } => {
                    Told::line(turn(*side, *round)).opens(Opening::Section)
                },
                Event::Attacked { unit, how, at, deck, sides, dice } => {
                    let deck = if *deck { "the deck in " } else { "" };
                    let dice = throw(*sides, dice);
                    let told = Told::line(format!("{unit} {how} {deck}{at}"))
                        .rolls(format!("{unit} rolls {dice}"));
                    // A sortie is part of its flight.
                    match how {
                        Attack::Sortie => told.engaged(),
                        Attack::Direct | Attack::Indirect => told.opens(Opening::Engagement),
                    }
                },
                Event::Hit { side, at, losses, unit, among } => {
                    let who = match (unit, among.as_slice()) {
                        (Some(unit), _) => format!("{unit} takes"),
                        (None, []) => format!("{} takes", side.title()),
                        (None, units) => format!("{} take", names(units)),
                    };
                    Told::line(format!("{who} {} in {at}", harm(*losses))).engaged()
                },
                Event::Mustered { unit, men, supply, ammo } => {
                    let men = count_of(*men, "man").replace("mans", "men");
                    let with = with(&[men], *supply, *ammo);
                    let with = if with.is_empty() { with } else { format!(" with {with}") };
                    Told::line(format!("{unit} is mustered{with}"))
                },
                Event::Deployed { unit, form, at: to } => {
                    Told::line(format!("{} is deployed in {to}", at(unit, form)))
                },
                Event::Parked { unit, form, at: to } => {
                    Told::line(format!("{} is ready in {to}", at(unit, form)))
                },
                Event::Based { unit, hangar } => Told::line(format!(
                    "{unit} is {}",
                    if *hangar { "in the hangar" } else { "ready to be called in" }
                )),
                Event::Destroyed { unit, at } => {
                    let place = at.map(|at| format!(" in {at}")).unwrap_or_default();
                    Told::headline(format!("{unit} is destroyed{place}"))
                        .engaged()
                        .toll(format!("{} loses", unit.side().title()), format!("{unit}{place}"))
                },
                Event::Shelled { at, dice: attack, barricades, ammo, supply } => {
                    let kinds = [("barricades", barricades), ("ammunition", ammo), ("supplies", supply)];
                    let kinds = kinds.into_iter().filter(|(_, faces)| !faces.is_empty());
                    let rolls = kinds.map(|(what, faces)| format!("{what} {}", dice(faces)));
                    let rolls = format!("attack {}, {}", dice(attack), names(rolls));
                    Told::line(format!("markers in {at} are attacked")).rolls(rolls).engaged()
                },
                Event::Flew { unit, at, recon } => {
                    let what = if *recon { "reconnoiters" } else { "flies against" };
                    Told::line(format!("{unit} {what} {at}")).opens(Opening::Engagement)
                },
                Event::Described { side, at, units, stack } => {
                    let mut all: Vec<String> = units.iter().map(described).collect();
                    if stack.total() > 0 {
                        all.push(stacked(*stack));
                    }
                    let all = if all.is_empty() { "nothing".to_owned() } else { all.join("; ") };
                    Told::line(format!("{} describes {at}: {all}", side.title())).engaged()
                },
                Event::Ended { winner, why } => Told::headline(match winner {
                    Some(side) => format!("{} wins the theater: {why}", side.title()),
                    None => format!("the theater is drawn: {why}"),
                }),
            }
        }
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        cause(witnessed)
    }

    fn aside(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        answered(witnessed)
    }

    fn standings(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
        standings::standings(self, view, witnessed)
    }

    fn without_orders(&self, view: &View) -> Option<String> {
        page::without_orders(self, view).map(|told| format!("{told}. [pb65]"))
    }

    fn together(&self, view: &View) -> Vec<(&'static str, String)> {
        page::together(self, view)
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        fortunes::fortunes(self, view, witnessed)
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        page::measures(view)
    }

    fn losses(&self, _: &View, witnessed: &[Fact<Event>]) -> Vec<Measure> {
        page::losses(witnessed)
    }

    fn beginning(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
        let won = witnessed.iter().any(|fact| matches!(fact.event, Event::Won { .. }));
        let first = witnessed.iter().find_map(|fact| match fact.event.cut()? {
            Cut::Turn(side, round) => Some(turn_before(view, side, round, won)),
            Cut::Step(Step::Attacker) => Some(stage(Step::Defender).to_owned()),
            Cut::Step(Step::Defender) | Cut::End => {
                let first = view.open.number == u32::from(view.open.step != Step::Over);
                Some(stage(if first { Step::Purchase } else { Step::Recruit }).to_owned())
            }
            Cut::Step(Step::Recruit) => Some("the last turn".to_owned()),
            Cut::Step(Step::Purchase | Step::Turn | Step::Over) => None,
        });
        first.or_else(|| match &view.open.skirmish {
            Some(now) if view.open.step == Step::Turn => Some(turn(now.active, now.round)),
            _ => (view.open.step != Step::Over).then(|| stage(view.open.step).to_owned()),
        })
    }

    fn situation(&self, view: &View) -> Page {
        page::situation(self, view)
    }

    fn map(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Picture> {
        atlas::board(self, view, witnessed).map(|board| Picture::Board(Box::new(board)))
    }

    fn seen_by(&self, view: &View, name: &str) -> Option<Zone> {
        reach::reach(self, view, name)
    }
}
