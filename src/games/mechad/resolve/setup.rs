//! Before the first turn: forces are built, placed and outfitted.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cycle, Line, answer, counting, ending, sent, sides, surrenders};
use crate::engine::board::Facing;
use crate::engine::{Chance, Fate};
use crate::games::mechad::Mechad;
use crate::games::mechad::apply::apply;
use crate::games::mechad::events::Event;
use crate::games::mechad::format::Item;
use crate::games::mechad::names::{Class, Hx, Ship, Side};
use crate::games::mechad::order::Order;
use crate::games::mechad::reasons::Reason;
use crate::games::mechad::rules;
use crate::games::mechad::state::{Open, Secret, State, Step};

/// The state before the first cycle.
pub fn beginning(game: &Mechad, _: &mut Chance) -> State {
    let scenario = &game.scenario;
    let open = Open {
        step: scenario.begin,
        turn: u32::from(scenario.begin != Step::Setup),
        impulse: 0,
        until: game.switches.block.impulses(),
        units: BTreeMap::new(),
        missiles: BTreeMap::new(),
        trams: Vec::new(),
        boarders: BTreeMap::new(),
        launched: 0,
        rescue: 0,
        squadrons: 0,
        provoked: BTreeMap::new(),
        tainted: BTreeMap::new(),
        credits: BTreeMap::new(),
        stings: 0,
        finale: None,
    };
    let mut state = State { open, secret: Secret::default() };
    for ship in scenario.ships.keys().filter(|ship| !scenario.comes_later(ship)) {
        apply(game, &mut state, &joined(game, ship, scenario.ships[ship].at, false));
        let row = &scenario.ships[ship];
        let unit = state.open.units.get_mut(ship).expect("it just joined");
        unit.straight = row.straight;
        unit.extra.clone_from(&row.extra);
        for (part, boxes) in &row.lost {
            crate::games::mechad::units::lose(unit, *part, *boxes);
        }
    }
    if scenario.begin == Step::Impulses {
        for ship in state.open.units.keys().cloned().collect::<Vec<_>>() {
            let (unit, hold) = (state.unit(&ship), state.hold(&ship));
            let own = scenario.ships[&ship].energy.clone();
            let plan = own.unwrap_or_else(|| game.default_plan(&ship, unit, hold));
            for (_, event) in super::allocation::events(game, unit, hold, &plan) {
                apply(game, &mut state, &event);
            }
        }
    }
    state
}

/// A ship of the scenario joins the battle.
pub fn joined(game: &Mechad, ship: &Ship, at: Hx, rescue: bool) -> Event {
    let row = &game.scenario.ships[ship];
    Event::Joined {
        ship: ship.clone(),
        class: row.class.clone(),
        side: row.side.clone(),
        at,
        facing: row.facing,
        speed: row.speed,
        rescue,
        aboard: row.aboard.clone(),
    }
}

/// Carries the set-up out.
pub fn run(turn: &mut Cycle<'_>) {
    for side in sides(turn) {
        let lines = counting(sent(turn, &side));
        if surrenders(turn, &lines) {
            continue;
        }
        build(turn, &side, &lines);
        let mut settled = BTreeSet::new();
        for line in &lines {
            match &*line.order {
                Order::Place { ship, at, facing, speed } => {
                    place(turn, line, ship, (*at, *facing, *speed), &mut settled);
                }
                Order::Outfit { ship, item, count } => outfit(turn, line, ship, *item, *count),
                Order::Build { .. }
                | Order::Allocate(_)
                | Order::Course { .. }
                | Order::Steer { .. }
                | Order::Fire { .. }
                | Order::Cannon { .. }
                | Order::Launch { .. }
                | Order::Defend { .. }
                | Order::Raise { .. }
                | Order::Reserve { .. }
                | Order::Board { .. }
                | Order::Raid { .. }
                | Order::Chaff { .. }
                | Order::Weasel { .. }
                | Order::Scramble { .. }
                | Order::Land { .. }
                | Order::Break(_)
                | Order::Surrender => {}
            }
        }
        for (ship, at) in turn.game().filling(&turn.state().open, &side, &settled) {
            let (facing, speed) = (None, None);
            turn.record(&rules::BUILD, Event::Placed { ship, at, facing, speed });
        }
    }
    ending::begin_turn(turn, 1);
}

fn build(turn: &mut Cycle<'_>, side: &Side, lines: &[Line<'_>]) {
    let game = turn.game();
    let Some(force) = &game.scenario.sides[side].force else { return };
    let wanted = lines.iter().find_map(|line| {
        let Order::Build { classes } = &*line.order else { return None };
        Some((line, classes))
    });
    let later = game.scenario.sides[side].arrives.is_some();
    let mut classes: &[Class] = &force.default;
    if let Some((line, wish)) = wanted {
        match game.force(side, wish) {
            Ok(()) => {
                classes = wish;
                answer(turn, line, Fate::done(&rules::BUILD, Reason::Built));
            }
            Err((rule, reason)) => answer(turn, line, Fate::failed(&rule, reason)),
        }
    }
    if later {
        let event = Event::Mustered { side: side.clone(), classes: classes.to_vec() };
        turn.record(&rules::RESCUE, event);
        return;
    }
    for (class, (ship, at)) in classes.iter().zip(game.formation(side, classes.len())) {
        let event = Event::Joined {
            ship,
            class: class.clone(),
            side: side.clone(),
            at,
            facing: force.facing,
            speed: force.speed,
            rescue: false,
            aboard: None,
        };
        turn.record(&rules::BUILD, event);
    }
}

fn place(
    turn: &mut Cycle<'_>,
    line: &Line<'_>,
    ship: &Ship,
    (at, facing, speed): (Hx, Option<Facing>, Option<u32>),
    settled: &mut BTreeSet<Ship>,
) {
    let game = turn.game();
    let verdict = match turn.state().open.units.get(ship) {
        Some(unit) if unit.side == line.side => game
            .settling(&line.side, ship, (facing, speed))
            .and_then(|()| game.placing(&turn.state().open, (ship, at), settled)),
        _ => Err((rules::BUILD, Reason::NotYours { ship: ship.clone() })),
    };
    match verdict {
        Ok(()) => {
            let event = Event::Placed { ship: ship.clone(), at, facing, speed };
            turn.record(&rules::BUILD, event);
            settled.insert(ship.clone());
            answer(turn, line, Fate::done(&rules::BUILD, Reason::Placed { at }));
        }
        Err((rule, reason)) => answer(turn, line, Fate::failed(&rule, reason)),
    }
}

/// A bug shuttle in the bay of a ship (md49).
fn bug(turn: &mut Cycle<'_>, ship: &Ship) {
    let game = turn.game();
    let unit = turn.state().unit(ship);
    let Some(class) = game.format.classes.iter().find(|(_, row)| row.mrs) else { return };
    let event = Event::Joined {
        ship: ship.bug(),
        class: class.0.clone(),
        side: unit.side.clone(),
        at: unit.at,
        facing: unit.facing,
        speed: 0,
        rescue: false,
        aboard: Some(ship.clone()),
    };
    turn.record(&rules::FIGHTERS, event);
}

fn outfit(turn: &mut Cycle<'_>, line: &Line<'_>, ship: &Ship, item: Item, count: u32) {
    let game = turn.game();
    let verdict = match turn.state().open.units.get(ship) {
        Some(_) if item == Item::Bug && turn.state().open.units.contains_key(&ship.bug()) => {
            Err((rules::FIGHTERS, Reason::NoBay { ship: ship.clone() }))
        }
        Some(unit) if unit.side == line.side => {
            let hold = turn.state().secret.holds.get(ship);
            game.outfitting((unit, hold), ship, item, count)
        }
        _ => Err((rules::OUTFIT, Reason::NotYours { ship: ship.clone() })),
    };
    match verdict {
        Ok((rule, price)) => {
            let ship = ship.clone();
            let event = match item {
                Item::Tram => Event::Supplied { ship, count, price },
                Item::Party => Event::Manned { ship, count, price },
                Item::Bug => {
                    bug(turn, &ship);
                    Event::Outfitted { ship, item, count, price }
                }
                Item::Tail | Item::Twm | Item::Whip | Item::Cannon => {
                    Event::Outfitted { ship, item, count, price }
                }
            };
            turn.record(&rule, event);
            answer(turn, line, Fate::done(&rule, Reason::Outfitted));
        }
        Err((rule, reason)) => answer(turn, line, Fate::failed(&rule, reason)),
    }
}
