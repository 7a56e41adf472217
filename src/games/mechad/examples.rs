//! Which kinds of orders can come to something for a reader, and which orders show well what a kind is for.

use super::Mechad;
use super::format::Part;
use super::hitches::{Hitch, hitch};
use super::names::Side;
use super::order::Order;
use super::resolve::boarding::free;
use super::scenario::{Role, Victory};
use super::sight::View;
use super::state::{Hold, Status, Step, Unit};

/// True if an order of that kind can come to something for the reader: what ships of theirs are built for, and have
/// left.
pub(super) fn takes(game: &Mechad, view: &View, kind: &str) -> bool {
    let Some(side) = &view.side else { return true };
    let force = game.scenario.sides[side].force.as_ref();
    let arrives = game.scenario.sides[side].arrives.is_some();
    let fights = |unit: &Unit| matches!(unit.status, Status::Here | Status::Aboard(_));
    let own = view.open.units.iter().filter(|(_, unit)| unit.side == *side && fights(unit));
    let any = |wanted: &dyn Fn(&Unit, Option<&Hold>) -> bool| {
        own.clone().any(|(ship, unit)| wanted(unit, view.holds.get(ship)))
    };
    let has = |parts: &[Part]| {
        any(&|unit, _| parts.iter().any(|part| unit.working(*part).next().is_some()))
    };
    let reserve = |hold: Option<&Hold>| hold.is_none_or(|hold| hold.battery > 0);
    let fighter = |unit: &Unit| game.class(unit).is_fighter();
    match kind {
        "build" => force.is_some(),
        "place" => force.is_some() && !arrives,
        "outfit" => game.scenario.outfit,
        "chaff" => any(&|unit, _| unit.chaffed < game.class(unit).chaff),
        "land" => any(&|unit, _| fighter(unit) && unit.is_here()),
        "scramble" => any(&|unit, _| matches!(unit.status, Status::Aboard(_))),
        "fire" => has(&[Part::Whip, Part::Beam, Part::Light, Part::Torpedo, Part::Ring]),
        "launch" => has(&[Part::Twm, Part::Rack, Part::Plasma, Part::Add]),
        "defend" => defends(game, view, side),
        "raise" => any(&|unit, hold| game.class(unit).has_field() && reserve(hold)),
        "reserve" => any(&|unit, hold| !fighter(unit) && reserve(hold)),
        "cannon" => any(&|unit, hold| {
            let fed = hold.is_none_or(|hold| hold.cannon + hold.battery > 0);
            game.cannons(unit) > 0 && fed
        }),
        "weasel" => any(&|unit, hold| {
            let ready = hold.is_none_or(|hold| hold.weasel >= 2);
            game.left(unit, Part::Shuttle) > 0 && ready
        }),
        "board" | "raid" => any(&|unit, hold| {
            let parties = hold.is_none_or(|hold| hold.beams > 0 && free(hold) > 0);
            game.left(unit, Part::Transporter) > 0 && parties && beams(game, view, unit)
        }),
        _ => true,
    }
}

/// True if somebody may send trans-warp missiles at the side (md17, md26).
fn defends(game: &Mechad, view: &View, side: &Side) -> bool {
    let launches = |unit: &Unit| {
        let twm = unit.working(Part::Twm).next().is_some();
        twm || game.is_refitted() && unit.working(Part::Add).next().is_some()
    };
    let fights = |unit: &Unit| matches!(unit.status, Status::Here | Status::Aboard(_));
    let enemy = |unit: &Unit| game.scenario.enemies(side, &unit.side);
    let mut units = view.open.units.values();
    !view.open.trams.is_empty() || units.any(|unit| enemy(unit) && fights(unit) && launches(unit))
}

/// Hexes by which two ships get nearer to each other at most until the block is over: each moves once an impulse.
fn nearer(view: &View) -> u32 {
    2 * view.open.until.saturating_sub(view.open.impulse)
}

/// True if transporters of a ship may reach another before the block is over (md10).
fn beams(game: &Mechad, view: &View, unit: &Unit) -> bool {
    let most = game.format.numbers.transporter_range.value + nearer(view);
    let mut others = view.open.here().filter(|(_, other)| !std::ptr::eq(*other, unit));
    others
        .any(|(_, other)| !game.class(other).is_fighter() && unit.at.0.distance(other.at.0) <= most)
}

/// True if an order shows well what its kind is for: it can come to something now, and does no harm to who gives it.
pub(super) fn is_example(game: &Mechad, view: &View, order: &Order) -> bool {
    let Some(side) = &view.side else { return true };
    let raider =
        game.scenario.victory == Victory::Wager && game.scenario.sides[side].role == Role::Raider;
    if let Order::Allocate(plan) = order {
        let unit = view.open.units.get(&plan.ship);
        let cannon = unit.is_some_and(|unit| game.cannons(unit) > 0);
        // Nothing but the cannon counts (md83).
        return !raider || !cannon || plan.cannon > 0;
    }
    if view.open.step != Step::Impulses {
        return true;
    }
    match hitch(game, view, order) {
        None => true,
        Some(Hitch::Far(by, _)) => {
            let waits =
                matches!(order, Order::Fire { .. } | Order::Launch { .. } | Order::Cannon { .. });
            waits && by <= nearer(view)
        }
        Some(Hitch::Other(_)) => false,
    }
}
