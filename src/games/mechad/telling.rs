//! Events in words.

use super::events::{Event, Way};
use super::order::{Allocation, Order};
use super::retold::{Retold, Span};
use super::said::{lash_totals, lashes, length, listed, modified, on_dice, renumbered, several};
use super::sight::View;
use super::state::{Step, Target};
use super::{Mechad, atlas, awaits, fortunes, losses, page, reach};
use crate::base::words::{count, dice};
use crate::engine::wording::said::told;
use crate::engine::{Fact, Fortunes, Opening, Phase, Seat, Telling, Told};
use crate::page::{Measure, Page, Picture, Zone};

/// The heading over the tables of fire.
const FIRE: &str = "Fire";

/// A shot, or a missile that strikes.
const SHOTS: [&str; 7] = ["Impulse", "By", "At", "With", "Range", "Dice", "Effect"];

/// What a volley did.
const HITS: [&str; 7] = ["Impulse", "Struck", "By", "Shield", "Points", "Absorbed", "Through"];

/// The cells of a shot; the first is the impulse.
fn shot(cells: [String; 6]) -> [String; 7] {
    let [by, at, with, range, dice, effect] = cells;
    [String::new(), by, at, with, range, dice, effect]
}

/// A cell that says nothing.
fn none() -> String {
    String::new()
}

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
fn allocated(plan: &Allocation) -> String {
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
        return format!("{} gets energy for nothing else", plan.ship);
    }
    format!("{} gets energy: {}", plan.ship, list.join(", "))
}

fn points(number: u32) -> String {
    count(number, "point")
}

fn at_range(target: &Target, range: u32) -> String {
    format!("{target} at range {range}")
}

fn shield(number: Option<u8>) -> String {
    number.map(|number| format!(" on shield {number}")).unwrap_or_default()
}

/// What a trans-warp missile is called among weapons.
const TRAM: &str = "a trans-warp missile";

fn down(hit: bool) -> String {
    if hit { "shot down" } else { "missed" }.to_owned()
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
                    "a party of {ship} strikes at the {part} of {at}: {die}{}{}{}",
                    if *guarded { " +1 for a guard" } else { "" },
                    if *hit { ", a box is destroyed" } else { ", no effect" },
                    if *lost { ", the party is lost" } else { "" };
                headline Taken { ship, side } => "{side} takes {ship}";
                line Chaffed { ship } => "{ship} drops chaff";
                line Dazzled { ship, die } => "the chaff of {ship}: {die}";
                line Weaseled { ship } => "a wild weasel takes off from {ship}";
                line Lured { missile, ship } => "{missile} strikes the wild weasel of {ship}";
                line Landed { ship, on } => "{ship} lands on {on}";
                detail Rearmed { ship, mount, load } => "launcher {mount} of {ship} holds {load}";
                line Attempted { ship, part, die } =>
                    "{ship} attempts an emergency repair of its {part}: {die}";
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
                detail Expired { missile } => "{missile} is gone";
                line.logged(FIRE, &SHOTS, shot([ship.to_string(), target.to_string(), TRAM.to_owned(), none(),
                    format!("{die}{}", on_dice(*modifier)), count(*points, "point")]))
                    Impact { ship, target, die, modifier, points } =>
                    "a missile of {ship} strikes {target} with {die}{}: {}",
                    modified(*modifier), count(*points, "point");
                line.logged(FIRE, &SHOTS, shot([ship.to_string(), target.to_string(), TRAM.to_owned(), none(),
                    none(), "goes astray".to_owned()]))
                    Strayed { ship, target } => "a missile of {ship} misses {target}";
                line.logged(FIRE, &SHOTS, shot([missile.to_string(), target.to_string(), "its warhead".to_owned(),
                    none(), none(), count(*points, "point")]))
                    Detonated { missile, target, points } =>
                    "{missile} strikes {target}: {}", count(*points, "point");
                line Raised { ship, strength } =>
                    "{ship} raises its field to {strength} from reserve";
                line Scrambled { ship, from } => "{ship} takes off from {from}";
                line.tally(format!("{} launches at", ship.as_str())) Fired { ship, mount, target } => "{target} (launcher {mount})";
                line Launched { ship, missile } => "{ship} launches {missile}";
                line Aimed { missile, target } => "{missile} is aimed at {target}";
                line.logged(FIRE, &SHOTS, shot([ship.to_string(), missile.to_string(), "an anti-drone".to_owned(),
                    none(), die.to_string(), down(*hit)]))
                    Swatted { ship, missile, die, hit } =>
                    "{ship} fires an anti-drone at {missile}: {die}, {}", down(*hit);
                line Terminated { ship } => "the whips of {ship} stop firing";
                line.logged(FIRE, &SHOTS, shot([ship.to_string(), format!("missile of {by} at {target}"),
                    format!("a {part}"), none(), die.to_string(), down(*hit)]))
                    Parried { ship, part, die, by, target, hit } =>
                    "{ship} fires its {part} at a missile of {by} on its way to {target}: {die}, {}", down(*hit);
                line.logged(FIRE, &SHOTS, shot([ship.to_string(), at.to_string(), "its distortion cannon".to_owned(),
                    none(), none(), "a point to all there".to_owned()]))
                    Distorted { ship, at } => "{ship} fires its distortion cannon at {at}";
                detail Spent { ship, store, amount } => "{ship} spends {amount} of its {store}";
                detail Discharged { ship, part, count } => "{ship} discharges {}", several(length(*count), part.word());
                detail Reinforced { ship, shield, points } =>
                    "reinforcement of shield {shield} of {ship} takes {points}";
                line NodeLost { ship } => "{ship} loses a node";
                detail Hurt { missile, points, lashed, travelled } =>
                    "{missile} takes {} and is {} older", count(*points + *lashed, "point"), older(*travelled);
                headline Crippled { ship } => "{ship} is crippled";
                headline Destroyed { ship } => "{ship} is destroyed";
                line Provoked { ship, at } => "{ship} has fired at {at}";
                line Tainted { ship, side } => "{side} can no longer claim {ship}";
                line Contested { at, side, die } => "{side} rolls {die} for what was destroyed in {at}";
                headline Credited { ship, side } => "{side} claims {ship}";
                detail Stung { ship, points } => "the convoy scores {} on {ship}", count(*points, "point");
                line Repaired { ship, part } => "{ship} repairs a box: {part}";
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
                    Told::line(format!("turn {turn}, impulse {impulse}")).opens(Opening::Part)
                },
                Event::Joined { ship, class, at, facing, aboard, .. } => {
                    let place = match aboard {
                        Some(home) => format!("aboard {home}"),
                        None => format!("in {at}, facing {}", facing.direction()),
                    };
                    let class = &self.format.classes[class].title;
                    Told::line(format!("{ship}, {class}, is {place}"))
                },
                Event::Allocated(plan) => Told::line(allocated(plan)),
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
                    Told::detail(format!("{ship} moves to {to} {way}, facing {}", facing.direction()))
                        .course(ship.to_string(), *from, format!("{to}{how}"))
                },
                Event::Homed { missile, to, .. } => Told::detail(format!("{missile} moves to {to}")),
                Event::Lashed { ship, mounts, target, range, power, dice, modifier, results, .. } => {
                    let power = power.word();
                    let power = if power.is_empty() { String::new() } else { format!(" {power}") };
                    let whips = format!("{}{power}", several(mounts.len(), "whip"));
                    let (rolled, modified) = (lashes(dice, results), on_dice(*modifier));
                    let cells = [ship.to_string(), target.to_string(), whips.clone(), range.to_string(),
                        format!("{}{modified}", listed(dice)), lash_totals(results)];
                    let target = at_range(target, *range);
                    Told::line(format!("{ship} fires {whips} at {target}: {rolled}{modified}"))
                        .logged(FIRE, &SHOTS, shot(cells))
                },
                Event::Shot { ship, part, mounts, target, range, dice, modifier, points } => {
                    let guns = several(mounts.len(), part.word());
                    let rolled = format!("{}{}", listed(dice), on_dice(*modifier));
                    let points = count(*points, "point");
                    let cells = [ship.to_string(), target.to_string(), guns.clone(), range.to_string(),
                        rolled.clone(), points.clone()];
                    let target = at_range(target, *range);
                    Told::line(format!("{ship} fires {guns} at {target}: {rolled}; {points}"))
                        .logged(FIRE, &SHOTS, shot(cells))
                },
                Event::Struck { ship, kind, shield: number, points, absorbed, through } => {
                    let place = shield(*number);
                    let rest = match through {
                        0 => "all absorbed".to_owned(),
                        1 => "1 gets through".to_owned(),
                        through => format!("{through} get through"),
                    };
                    let cells = [none(), ship.to_string(), kind.to_string(),
                        number.map(|number| number.to_string()).unwrap_or_default(),
                        points.to_string(), absorbed.to_string(), through.to_string()];
                    let verb = if *points == 1 { "strikes" } else { "strike" };
                    let points = count(*points, "point");
                    Told::line(format!("{kind}: {points} {verb} {ship}{place}, {rest}"))
                        .logged(FIRE, &HITS, cells)
                },
                Event::Damaged { ship, rolls, boxes } => {
                    let list: Vec<_> = boxes.iter().map(|(part, n)| format!("{part} {n}")).collect();
                    let list = if list.is_empty() {
                        "no box".to_owned()
                    } else {
                        format!("boxes: {}", list.join(", "))
                    };
                    let rolls: Vec<String> = rolls.iter().map(ToString::to_string).collect();
                    Told::line(format!("{ship} loses {list} (rolls {})", rolls.join(", ")))
                },
                Event::Ended(finale) => Told::headline(self.verdict(finale)),
            }
        }
    }

    fn cause(&self, witnessed: &[Fact<Event>]) -> Option<String> {
        losses::cause(witnessed)
    }

    fn standings(&self, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
        page::standings(self, view, witnessed)
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
