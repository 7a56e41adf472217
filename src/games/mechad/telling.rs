//! Events in words.

use super::events::{Event, Kind, Way};
use super::impulses::moment;
use super::order::{Allocation, Order};
use super::retold::{Retold, Span};
use super::said::{lashes, length, listed, on_dice, renumbered, several};
use super::sight::View;
use super::state::{Step, Target};
use super::{Mechad, atlas, awaits, breaks, fortunes, losses, page, reach};
use crate::base::words::{count, dice, names, verb};
use crate::engine::wording::said::told;
use crate::engine::{Fact, Fortunes, Opening, Phase, Seat, Telling, Told};
use crate::page::{Measure, Page, Picture, Zone};

/// The heading over what is done in a step.
fn stage(step: Step, until: u32) -> String {
    match step {
        Step::Setup => "before the battle".to_owned(),
        Step::Allocation => "energy allocation".to_owned(),
        Step::Impulses => format!("orders for the impulses up to {until}"),
        Step::Over => "the battle is over".to_owned(),
    }
}

/// What its owner alone learns of an allocation, in words; the rest is announced.
fn allocated(plan: &Allocation) -> Told {
    let part = |number: u32, what: &str| (number > 0).then(|| format!("{what} {number}"));
    let arm = plan.arm.iter().map(|(weapon, count)| format!("{weapon} {count}"));
    let list: Vec<String> = [
        part(plan.field + plan.disengage.unwrap_or(0), "field"),
        part(plan.capacitor, "capacitor"),
        part(plan.cannon, "cannon"),
        part(plan.reinforce.iter().sum(), "reinforcement"),
        part(plan.charge, "batteries"),
        part(plan.transport, "transporters"),
        part(plan.guards.values().sum(), "guards"),
        part(plan.crew, "prize crew"),
        part(u32::try_from(plan.emergency.len()).unwrap_or(0), "emergency repairs"),
        plan.weasel.then(|| "a wild weasel".to_owned()),
        plan.disengage.map(|_| "disengages".to_owned()),
    ]
    .into_iter()
    .flatten()
    .chain(plan.changes.iter().map(|(at, speed)| format!("speed {speed} from impulse {at}")))
    .chain(arm)
    .collect();
    if list.is_empty() {
        let line =
            Told::line(format!("{} gets energy for nothing but what is announced", plan.ship));
        return line.toll("energy for nothing but what is announced:", plan.ship.to_string());
    }
    Told::line(format!("{} gets energy: {}", plan.ship, list.join(", ")))
}

/// Rolls of two dice that are told one by one at most: of more, it is the boxes that count.
const ROLLS: usize = 4;

fn points(number: u32) -> String {
    count(number, "point")
}

fn at_range(target: &Target, range: u32) -> String {
    format!("{target} at range {range}")
}

fn down(hit: bool) -> String {
    if hit { "shot down" } else { "missed" }.to_owned()
}

/// The dice with which an emergency repair succeeds (md94): `1 and 2 succeed`.
fn succeeds(game: &Mechad) -> String {
    let most = game.format.numbers.emergency_die.value;
    format!("{} {}", names(1..=most), verb(most, "succeed"))
}

fn older(hexes: u32) -> String {
    if hexes == 1 { "1 hex".to_owned() } else { format!("{hexes} hexes") }
}

fn countermeasures(ecm: u32, eccm: u32) -> String {
    if ecm + eccm > 0 { format!(", ECM {ecm}, ECCM {eccm}") } else { String::new() }
}

impl Telling for Mechad {
    fn called(&self, seat: &Seat) -> String {
        let side = self.scenario.sides.iter().find(|(side, _)| side.as_str() == seat.as_str());
        side.map_or_else(|| seat.to_string(), |(_, row)| row.title.clone())
    }

    fn occasion(&self, view: &View, _: &Phase) -> String {
        page::occasion(&view.open)
    }

    fn awaits(&self, order: &Order) -> Option<String> {
        awaits::awaits(order)
    }

    #[expect(clippy::too_many_lines, reason = "a row for each event")]
    fn tell(&self, event: &Event) -> Told {
        told! {
            on self; event;
            rows {
                line Placed { ship, at } => "{ship} starts in {at}";
                line Outfitted { ship, item, count } => "{ship} gets {count} {item}";
                line Supplied { ship, count } => "{ship} gets {count} more missiles in store";
                line Gathered { die, total } => "the rescue die shows {die}, {total} in all";
                line Mustered { side, classes } => "{side} chooses a squadron of {} ships", classes.len();
                line Manned { ship, count } => "{ship} gets {count} more boarding parties";
                line Sped { ship, speed } => "{ship} goes at speed {speed}";
                line Dropped { ship } => "{ship} gives up what is left of its field";
                detail Braced { ship, shield, points } =>
                    "reserve power reinforces shield {shield} of {ship} with {}", count(*points, "point");
                line Transported { ship, to, parties } =>
                    "{ship} sends {} to {to}", several(length(*parties), "boarding party");
                line Raided { ship, at, part, die, guarded, hit, lost } =>
                    "a party of {ship} strikes at the {part} of {at}: rolls {die}{}, {}{}",
                    if *guarded { format!(" ({} with the guard)", die.0 + 1) } else { String::new() },
                    if *hit { "a box is destroyed" } else { "no effect" },
                    if *lost { ", the party is lost" } else { "" };
                headline Taken { ship, side } => "{side} takes {ship}";
                line Chaffed { ship } => "{ship} drops chaff";
                line Dazzled { ship, die } => "the chaff of {ship}: {die}";
                line Weaseled { ship } => "a wild weasel takes off from {ship}";
                line Lured { missile, ship } => "missile {missile} strikes the wild weasel of {ship}";
                line Landed { ship, on } => "{ship} lands on {on}";
                detail Rearmed { ship, mount, load } => "launcher {mount} of {ship} holds {load}";
                line Attempted { ship, part, die } =>
                    "{ship} attempts an emergency repair of its {part}: rolls {die}, where {}", succeeds(self);
                headline Arrived { squadron } => "rescue squadron {squadron} arrives";
                detail Loaded { ship, mount, load } => "launcher {mount} of {ship} holds {load}";
                detail Energized { ship, strength } => "the field of {ship} has strength {strength}";
                detail Followed { ship, legs } => "{ship} has made {} of its course", count(*legs, "move");
                line Stayed { ship, facing } => "{ship} stays at the edge, facing {facing}";
                detail Screened { ship, points } =>
                    "reserve power of {ship} takes up to {} of each volley", count(*points, "point");
                detail Kept { side, orders } => "{side} plots {} lines", orders.len();
                line Floated { columns, rows } =>
                    "the map floats: {} from here on", renumbered(*columns.0, *rows.0);
                headline Left { ship, how } => "{ship} {how}";
                detail Expired { missile } => "missile {missile} is gone";
                line Strayed { ship, target } => "a trans-warp missile of {ship} misses {target}";
                line Detonated { missile, target, points } =>
                    "missile {missile} strikes {target}: {}", count(*points, "point");
                line Raised { ship, strength } =>
                    "{ship} raises its field to {strength} from reserve";
                line Scrambled { ship, from } => "{ship} takes off from {from}";
                line.toll(format!("{} launches trans-warp missiles at {target} from launchers", ship.as_str()), mount.to_string())
                    Fired { ship, mount, target } =>
                    "{ship} launches a trans-warp missile at {target} from launcher {mount}";
                line Launched { ship, missile, plasma } => "{ship} launches {} {missile}",
                    if *plasma { "plasma torpedo" } else { "drone" };
                line Aimed { missile, target } => "missile {missile} is aimed at {target}";
                line Swatted { ship, missile, die, hit } =>
                    "{ship} fires an anti-drone at {missile}: rolls {die}, {}", down(*hit);
                line Terminated { ship, until } => "the whips of {ship} fire no more before {}", moment(0, *until);
                line Parried { ship, part, die, by, target, hit } =>
                    "{ship} fires its {part} at a missile of {by} on its way to {target}: rolls {die}, {}", down(*hit);
                line.toll("cannons:", format!("{} at {at}", ship.as_str()))
                    Distorted { ship, at } => "{ship} fires its cannon at {at}";
                detail Spent { ship, store, amount } => "{ship} spends {amount} of its {store}";
                detail Discharged { ship, part, count } => "{ship} discharges {}", several(length(*count), part.word());
                detail Reinforced { ship, shield, points } =>
                    "reinforcement of shield {shield} of {ship} takes {points}";
                line NodeLost { ship } => "{ship} loses a node";
                detail Hurt { missile, points, lashed, travelled } =>
                    "missile {missile} takes {} and is {} older", count(*points + *lashed, "point"), older(*travelled);
                headline Crippled { ship } => "{ship} is crippled";
                headline Destroyed { ship } => "{ship} is destroyed";
                line Provoked { ship, at } => "{ship} has fired at {at}";
                line Tainted { ship, side } => "{side} can no longer claim {ship}";
                line Contested { at, side, die } => "{side} rolls {die} for what was destroyed in {at}";
                headline Credited { ship, side } => "{side} claims {ship}";
                detail Stung { ship, points } => "the convoy scores {} on {ship}", count(*points, "point");
                line Repaired { ship, part } => "{ship} repairs a box of its {part}";
                detail Mended { ship, part, points } => "{ship} spends {} on {part}", count(*points, "repair point");
                headline Halted { impulse } => "the block stops after impulse {impulse}";
                line Broke { side } => "{side} stops the block";
                detail TurnEnded { turn } => "turn {turn} is over";
                headline Surrendered { side } => "{side} gives up";
            }
            others {
                Event::StepBegan { step, until } => {
                    Told::line(stage(*step, *until)).opens(Opening::Section)
                },
                Event::TurnBegan { turn } => {
                    Told::line(format!("turn {turn} begins")).opens(Opening::Section)
                },
                Event::ImpulseBegan { turn, impulse } => {
                    Told::line(format!("turn {turn}, impulse {impulse}")).opens(Opening::Moment)
                },
                Event::Joined { ship, class, at, facing, aboard, .. } => {
                    let place = match aboard {
                        Some(home) => format!("aboard {home}"),
                        None => format!("in {at}, facing {}", facing.direction()),
                    };
                    let class = &self.format.classes[class].title;
                    Told::line(format!("{ship}, {class}, is {place}"))
                },
                Event::Allocated(plan) => allocated(plan),
                Event::Impact { ship, target, die, modifier, points } => {
                    let lead = format!("a trans-warp missile of {ship} strikes {target}:");
                    let roll =
                        format!("rolls {die}{}; {}", on_dice(*modifier), count(*points, "point"));
                    Told::line(format!("{lead} {roll}")).sequel(lead, format!("another {roll}"))
                },
                Event::Announced { ship, speed, ecm, eccm, erratic } => {
                    let wild = if *erratic { ", erratic maneuvers" } else { "" };
                    let rest = format!("{}{wild}", countermeasures(*ecm, *eccm));
                    let item = match rest.strip_prefix(", ") {
                        Some(rest) => format!("{ship} {speed} ({rest})"),
                        None => format!("{ship} {speed}"),
                    };
                    Told::line(format!("{ship}: speed {speed}{rest}")).toll("speeds:", item)
                },
                Event::Fought { ship, dice: rolled, crew, boarders } => {
                    let (rolled, lost) = (dice(rolled), boarders.values().sum::<u32>());
                    Told::line(format!(
                        "parties fight aboard {ship} (dice {rolled}): its crew loses {crew}, the boarders {lost}"
                    ))
                },
                Event::Charged { ship, amount } => Told::detail(format!(
                    "{} of reserve power go into the capacitor of {ship}", points(amount / 2)
                )),
                Event::Moved { ship, from, to, facing, way } => {
                    let how = match way {
                        Way::Ahead => String::new(),
                        Way::Turned => format!(", turned {}", facing.direction()),
                        Way::Slipped => ", slipping".to_owned(),
                    };
                    // The map tells it, as a way: there are too many to list them impulse by impulse.
                    Told::detail(format!("{ship}: {from} → {to}{how}"))
                },
                Event::Homed { missile, to, .. } => Told::detail(format!("missile {missile} moves to {to}")),
                Event::Lashed { ship, mounts, target, range, power, dice, modifier, results, .. } => {
                    let power = power.word();
                    let power = if power.is_empty() { String::new() } else { format!(" {power}") };
                    let whips = format!("{}{power}", several(mounts.len(), "whip"));
                    let (rolled, modified) = (lashes(dice, results), on_dice(*modifier));
                    let target = at_range(target, *range);
                    Told::line(format!("{ship} fires {whips} at {target}: rolls {rolled}{modified}"))
                },
                Event::Shot { ship, part, mounts, target, range, dice, modifier, points } => {
                    let guns = several(mounts.len(), part.word());
                    let rolled = format!("{}{}", listed(dice), on_dice(*modifier));
                    let (target, points) = (at_range(target, *range), count(*points, "point"));
                    Told::line(format!("{ship} fires {guns} at {target}: rolls {rolled}; {points}"))
                },
                Event::Struck { ship, kind, shield, points, absorbed, through } => {
                    let guard = match shield {
                        Some(number) => format!("shield {number} of {ship}"),
                        None => format!("the field of {ship}"),
                    };
                    let (all, gets) = (count(*through, "point"), verb(*through, "get"));
                    let came = match (absorbed, through, shield) {
                        (taken, 0, _) if taken == points => {
                            format!("{guard} takes {}", count(*points, "point"))
                        }
                        // The rest went to reinforcement, or to reserve power (md57, md12).
                        (_, 0, _) => {
                            format!("{guard} and what reinforces it take {}", count(*points, "point"))
                        }
                        (0, _, None) => format!("{all} {gets} through to {ship}"),
                        (0, _, Some(_)) => format!("{all} {gets} through {guard}"),
                        (taken, rest, _) => {
                            format!("{guard} takes {taken} of {points} points, {rest} {gets} through")
                        }
                    };
                    match kind {
                        Kind::Direct | Kind::Seeking if *through == 0 => {
                            let item = format!("{points} on {guard}");
                            Told::line(came).toll("absorbed:", item)
                        }
                        Kind::Direct | Kind::Seeking => Told::line(came),
                        Kind::Feedback | Kind::NonViolent => Told::line(format!("{kind}: {came}")),
                    }
                },
                Event::Damaged { ship, rolls, boxes } => {
                    let list: Vec<_> = boxes.iter().map(|(part, n)| format!("{part} {n}")).collect();
                    // A point that finds no box destroys the ship (md64).
                    let found = length(boxes.values().sum::<u32>());
                    let none = (rolls.len() > found).then(|| "a point finds no box".to_owned());
                    let list = list.into_iter().chain(none).collect::<Vec<_>>().join(", ");
                    let rolls = match rolls.len() {
                        0..=ROLLS => format!("rolls {}", listed(rolls)),
                        many => format!("{many} rolls"),
                    };
                    Told::line(format!("lost by {ship}: {list} ({rolls})"))
                },
                Event::Ended(finale) => Told::headline(self.verdict(finale)),
            }
        }
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        losses::cause(witnessed).or_else(|| breaks::cause(self, witnessed))
    }

    fn standings(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
        page::standings(self, view, witnessed)
    }

    fn without_orders(&self, view: &View) -> Option<String> {
        page::without_orders(view)
    }

    fn fortunes(&self, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
        fortunes::fortunes(self, view, witnessed)
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        page::measures(self, view)
    }

    fn losses(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<Measure> {
        page::losses(self, view, witnessed)
    }

    fn beginning(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
        let first = witnessed.iter().find_map(|fact| {
            let Retold::Began(span) = fact.event.retold()? else { return None };
            Some(match span {
                Span::Turn => stage(Step::Setup, 0),
                Span::Block => stage(Step::Allocation, 0),
                Span::Impulse { turn, .. } => format!("turn {turn}"),
            })
        });
        first.or_else(|| Some(stage(view.open.step, view.open.until)))
    }

    fn situation(&self, view: &View) -> Page {
        page::situation(self, view)
    }

    fn map(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Picture> {
        Some(Picture::Board(Box::new(atlas::board(self, view, witnessed))))
    }

    fn seen_by(&self, view: &View, name: &str) -> Option<Zone> {
        reach::reach(self, view, name)
    }
}
