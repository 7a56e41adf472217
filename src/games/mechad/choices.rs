//! What a side may order, unit by unit: the lines of a template. What the check refuses is left out
//! by the engine.

use std::cmp::Reverse;

use super::Mechad;
use super::format::Part;
use super::impulses::IMPULSES;
use super::names::Ship;
use super::order::{Aim, Allocation, Condition, Helm, Leg, Order, Power, Purpose};
use super::protection::shielded;
use super::said::quarters;
use super::sight::View;
use super::state::{Hold, Status, Step, Target, Unit};
use crate::engine::Choice;

/// What the reader may order in the coming cycle.
pub fn choices(game: &Mechad, view: &View) -> Vec<Choice<Order>> {
    let Some(side) = &view.side else { return Vec::new() };
    let fights = |unit: &Unit| matches!(unit.status, Status::Here | Status::Aboard(_));
    let own = view.open.units.iter().filter(|(_, unit)| unit.side == *side && fights(unit));
    let mut all: Vec<Choice<Order>> = own.map(|(ship, unit)| of(game, view, ship, unit)).collect();
    let mut whole = Choice::other(format!("Your side, {}", game.title(side)));
    if view.open.step == Step::Setup
        && let Some(force) = &game.scenario.sides[side].force
    {
        whole.offer(Order::Build { classes: force.default.clone() }, "as it is by default");
    }
    if view.open.step == Step::Impulses
        && let Some(first) = view.holds.keys().next()
    {
        let ship = first.clone();
        whole.offer(Order::Break(Condition::EnemyWithin { ship, range: 5 }), "stop the block then");
    }
    if view.open.step != Step::Over {
        whole.offer(Order::Surrender, "all your ships are captured");
    }
    all.push(whole);
    all
}

fn of(game: &Mechad, view: &View, ship: &Ship, unit: &Unit) -> Choice<Order> {
    let row = game.class(unit);
    let place = match &unit.status {
        Status::Aboard(home) => format!("aboard {home}"),
        _ => format!("in {}, facing {}, speed {}", unit.at, unit.facing.direction(), unit.speed),
    };
    let subject = format!("{ship}, {}, {place}: {}", row.title, shielded(game, unit));
    let mut choice = Choice::unit(subject);
    match view.open.step {
        Step::Setup => setup(game, ship, (unit, view.holds.get(ship)), &mut choice),
        Step::Allocation if unit.is_here() => {
            let hold = view.holds.get(ship).cloned().unwrap_or_default();
            if let Some(last) = &hold.plan {
                let mut same = last.clone();
                (same.load, same.unload) = Default::default();
                choice.offer(Order::Allocate(same), "as last turn");
            }
            let plan = game.default_plan(ship, unit, &hold);
            choice.offer(Order::Allocate(plan.clone()), "what a silent seat allocates");
            if let Some(shots) = game.for_cannon(unit, &hold, &plan) {
                choice.offer(Order::Allocate(shots), "as many shots of the cannon as it can");
            }
            let mut slow = plan.clone();
            slow.speed = plan.speed / 2;
            choice.offer(Order::Allocate(slow), "slower");
            let mut later = plan.clone();
            later.changes = [(17, plan.speed / 2)].into();
            choice.offer(Order::Allocate(later), "slower from impulse 17 on");
            let mut wild = Allocation::of(ship.clone());
            (wild.speed, wild.erratic, wild.transport) = (plan.speed / 2, true, 1);
            choice.offer(Order::Allocate(wild), "in erratic maneuvers");
            let mut still = Allocation::of(ship.clone());
            (still.passive, still.weasel, still.crew) = (true, true, plan.crew);
            choice.offer(
                Order::Allocate(still),
                "with passive fire control, and a wild weasel made ready",
            );
        }
        Step::Impulses => impulses(game, view, (ship, unit), &mut choice),
        Step::Allocation | Step::Over => {}
    }
    choice
}

fn setup(
    game: &Mechad,
    ship: &Ship,
    (unit, hold): (&Unit, Option<&Hold>),
    choice: &mut Choice<Order>,
) {
    if let Some(force) = &game.scenario.sides[&unit.side].force {
        let (facing, speed) = (None, None);
        let place = Order::Place { ship: ship.clone(), at: force.around, facing, speed };
        choice.offer(place, "in the middle");
    }
    for (item, price) in game.for_sale(ship, unit, hold) {
        let about = format!("{item}, for {}", quarters(price));
        choice.offer(Order::Outfit { ship: ship.clone(), item, count: 1 }, about);
    }
}

fn impulses(game: &Mechad, view: &View, (ship, unit): (&Ship, &Unit), choice: &mut Choice<Order>) {
    let named = || ship.clone();
    choice.offer(Order::Scramble { ship: named() }, "from its bay");
    if !unit.is_here() {
        return;
    }
    let near = Aim::Nearest;
    choice.offer_all([
        (Order::Steer { ship: named(), by: Helm::Keep(6), at: near.clone() }, "around range 6"),
        (Order::Steer { ship: named(), by: Helm::Close, at: near.clone() }, "as near as it gets"),
        (
            Order::Steer { ship: named(), by: Helm::Away, at: near.clone() },
            "away, out of the battle at an edge",
        ),
        (
            Order::Course { ship: named(), legs: vec![Leg::Ahead(2), Leg::Right], when: None },
            "by plot",
        ),
    ]);
    for part in [Part::Whip, Part::Beam, Part::Light, Part::Torpedo, Part::Ring] {
        choice.offer(fire(ship, part, Some(1)), "one each impulse");
        choice.offer(fire(ship, part, None), "all at once");
    }
    for part in [Part::Twm, Part::Rack, Part::Plasma, Part::Add] {
        choice.offer(launch(ship, part), "at the nearest ship");
    }
    let defend = Order::Defend { ship: named(), with: vec![Part::Light], keep: 0 };
    choice.offer(defend, "shoot missiles down");
    let cannon = Order::Cannon {
        ship: named(),
        hex: None,
        at: Some(prey(game, view, (ship, unit))),
        count: None,
        reserve: false,
        from: 1,
        to: IMPULSES,
        when: None,
    };
    choice.offer(cannon, "at its hex");
    let energy = game.built(unit, Part::Battery).min(4);
    let raise = Order::Raise { ship: named(), energy, cancel: false, when: None };
    choice.offer(raise, "once the field is down");
    for into in [Purpose::Facing, Purpose::Capacitor] {
        let reserve = Order::Reserve { ship: named(), energy: energy.min(2), into, when: None };
        choice.offer(reserve, "from the batteries");
    }
    choice.offer(Order::Chaff { ship: named(), when: None }, "against seeking weapons");
    choice.offer(Order::Weasel { ship: named(), when: None }, "against seeking weapons");
    let same = |other: &&Unit| other.at == unit.at && other.side == unit.side;
    for (on, _) in view.open.here().filter(|(_, other)| same(other)) {
        choice.offer(Order::Land { ship: named(), on: on.clone() }, "in its bay");
    }
    if let Some(Target::Ship(at)) = game.resolved(&view.open, ship, &Aim::Nearest) {
        choice.offer(raid(ship, &at, Part::Warp), "by transporter");
        choice.offer(board(ship, &at), "by transporter");
    }
}

/// What a cannon is for: to a raider the ship that is worth most to claim of those in reach, else the nearest of them
/// (md85, md87); to others the nearest enemy.
fn prey(game: &Mechad, view: &View, (ship, unit): (&Ship, &Unit)) -> Aim {
    let most = game.format.numbers.cannon_range.value;
    let worth = |other: &Unit| game.claimed(&unit.side, other);
    let spoiled =
        |name: &Ship| view.open.tainted.get(name).is_some_and(|by| by.contains(&unit.side));
    let others = view.open.here().filter_map(|(name, other)| {
        let target = Target::Ship(name.clone());
        let may = !spoiled(name) && game.permits(&view.open, ship, Part::Cannon, &target);
        let range = unit.at.0.distance(other.at.0);
        let worth = worth(other).filter(|_| may)?;
        Some((range > most, Reverse(if range > most { 0 } else { worth }), range, name))
    });
    others.min().map_or(Aim::Nearest, |(.., name)| Aim::Ship(name.clone()))
}

/// A party that strikes at a box.
pub fn raid(ship: &Ship, at: &Ship, part: Part) -> Order {
    let (ship, at) = (ship.clone(), at.clone());
    Order::Raid { ship, at, part, count: 1, from: 1, to: IMPULSES, when: None }
}

/// All parties that may go.
pub fn board(ship: &Ship, at: &Ship) -> Order {
    let (ship, at) = (ship.clone(), at.clone());
    Order::Board { ship, at, count: None, from: 1, to: IMPULSES, when: None }
}

/// Fire at the nearest enemy within the weapon's better ranges.
pub fn fire(ship: &Ship, with: Part, count: Option<u32>) -> Order {
    Order::Fire {
        ship: ship.clone(),
        with,
        at: Aim::Nearest,
        count,
        range: Some(8),
        least: Some(1),
        power: Power::Standard,
        from: 1,
        to: IMPULSES,
        when: None,
    }
}

/// A launch at the nearest enemy.
pub fn launch(ship: &Ship, with: Part) -> Order {
    Order::Launch {
        ship: ship.clone(),
        with,
        at: Aim::Nearest,
        ballistic: false,
        count: None,
        range: Some(15),
        from: 1,
        to: IMPULSES,
        when: None,
    }
}
