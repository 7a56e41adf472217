//! What a volley does: shields and fields, internal damage, the end of a ship.

use std::collections::BTreeMap;

use super::Cycle;
use super::volley::{Volley, Volleys};
use crate::engine::DrawName;
use crate::games::mechad::events::{Event, Kind, Store};
use crate::games::mechad::format::Part;
use crate::games::mechad::names::{Hx, Ship, Side};
use crate::games::mechad::scenario::{Role, Victory};
use crate::games::mechad::state::{Status, Unit};
use crate::games::mechad::{Mechad, rules, units};

impl Volleys {
    /// All of them strike.
    pub fn resolve(self, turn: &mut Cycle<'_>, kind: Kind) {
        let mut ranks = Ranks::default();
        for ((ship, shield), volley) in self.0 {
            if volley.points > 0 && turn.state().unit(&ship).is_here() {
                strike(turn, (&ship, shield), &volley, kind, &mut ranks);
            }
        }
    }
}

/// A volley strikes a ship.
fn strike(
    turn: &mut Cycle<'_>,
    (ship, shield): (&Ship, Option<u8>),
    volley: &Volley,
    kind: Kind,
    ranks: &mut Ranks,
) {
    let game = turn.game();
    for side in &volley.others {
        taint(turn, ship, side);
    }
    let unit = turn.state().unit(ship).clone();
    let is_fighter = game.class(&unit).is_fighter();
    let mut points = volley.points;
    if let Some(number) = shield {
        let at = usize::from(number) - 1;
        let held = turn.state().hold(ship).reinforced.get(at).copied().unwrap_or(0);
        let used = held.min(points);
        if used > 0 {
            let event = Event::Reinforced { ship: ship.clone(), shield: number, points: used };
            turn.record(&rules::SHIELDS, event);
            points -= used;
        }
    }
    let held = match shield {
        Some(number) => unit.shields[usize::from(number) - 1],
        None if is_fighter => 0,
        None => unit.field,
    };
    let reserve = game.is_advanced(&unit) && game.class(&unit).has_field();
    let screen = turn.state().hold(ship).screen.filter(|_| reserve);
    if let Some(most) = screen {
        points -= absorbed_by_reserve(turn, ship, points.min(most));
    }
    let absorbed = held.min(points);
    let mut through = points - absorbed;
    if reserve && screen.is_none() {
        through -= absorbed_by_reserve(turn, ship, through);
    }
    let rule = match (kind, shield) {
        (Kind::Feedback, _) => rules::FEEDBACK,
        (Kind::NonViolent, _) => rules::NON_VIOLENT,
        (Kind::Seeking | Kind::Direct, Some(_)) => rules::SHIELDS,
        (Kind::Seeking | Kind::Direct, None) if is_fighter => rules::FIGHTERS,
        (Kind::Seeking | Kind::Direct, None) => rules::FIELD,
    };
    turn.record(
        &rule,
        Event::Struck {
            ship: ship.clone(),
            kind,
            shield,
            points: volley.points,
            absorbed,
            through,
        },
    );
    stung(turn, ship, volley, through);
    if is_fighter {
        fighter(turn, ship, volley, ranks);
        return;
    }
    let knocked = game.class(&unit).has_field() && held > 0 && through > 0;
    if knocked && game.left(&unit, Part::Node) > 1 {
        turn.record(&rules::NODE_HIT, Event::NodeLost { ship: ship.clone() });
        through -= 1;
    }
    if through > 0 {
        let dead = internals(turn, ship, through, (kind, shield));
        if dead {
            destroyed(turn, ship, volley, ranks);
        }
    }
    crippled(turn, ship);
}

/// Reserve power takes damage as it lands, a point each (md12).
fn absorbed_by_reserve(turn: &mut Cycle<'_>, ship: &Ship, points: u32) -> u32 {
    let used = turn.state().hold(ship).battery.min(points);
    if used > 0 {
        let spent = Event::Spent { ship: ship.clone(), store: Store::Battery, amount: used };
        turn.record(&rules::X_FIELD, spent);
    }
    used
}

/// Points that the convoy scores: no more than its own ships fired (md86).
fn stung(turn: &mut Cycle<'_>, ship: &Ship, volley: &Volley, points: u32) {
    let game = turn.game();
    let convoy = |by: &Ship| {
        let unit = turn.state().unit(by);
        game.scenario.sides[&unit.side].role == Role::Convoy && !unit.rescue
    };
    let fired: u32 = volley.by.iter().filter(|(by, _)| convoy(by)).map(|(_, points)| points).sum();
    let points = points.min(fired);
    let wager = game.scenario.victory == Victory::Wager;
    if wager && points > 0 && game.is_mechad(turn.state().unit(ship)) {
        turn.record(&rules::CONVOY_SCORE, Event::Stung { ship: ship.clone(), points });
    }
}

/// A raider that damages a ship of the convoy otherwise than with its cannon gets no credit (md83).
pub fn taint(turn: &mut Cycle<'_>, ship: &Ship, side: &Side) {
    let game = turn.game();
    let known = turn.state().open.tainted.get(ship).is_some_and(|list| list.contains(side));
    let role = |side: &Side| game.scenario.sides[side].role;
    if game.scenario.victory != Victory::Wager
        || role(&turn.state().unit(ship).side) != Role::Convoy
        || turn.state().unit(ship).rescue
    {
        return;
    }
    if role(side) == Role::Raider && !known {
        let event = Event::Tainted { ship: ship.clone(), side: side.clone() };
        turn.record(&rules::WAGER, event);
    }
}

/// A fighter is crippled by half of its points, and destroyed by all of them (md49).
fn fighter(turn: &mut Cycle<'_>, ship: &Ship, volley: &Volley, ranks: &mut Ranks) {
    let game = turn.game();
    let unit = turn.state().unit(ship);
    let (cripples, destroys) = game.fighter_hits(unit);
    let (hits, known) = (unit.gone(Part::Hull), unit.crippled);
    if hits >= destroys {
        destroyed(turn, ship, volley, ranks);
    } else if hits >= cripples && !known {
        turn.record(&rules::FIGHTERS, Event::Crippled { ship: ship.clone() });
    }
}

/// Internal damage by rolls of two dice on the damage allocation table (md63). Returns true if a point
/// found no box.
fn internals(
    turn: &mut Cycle<'_>,
    ship: &Ship,
    points: u32,
    (kind, shield): (Kind, Option<u8>),
) -> bool {
    let game = turn.game();
    let now = turn.state().open.now().to_string();
    let place = shield.map_or_else(|| "field".to_owned(), |number| format!("shield-{number}"));
    let kind_word = match kind {
        Kind::Seeking => "seeking",
        Kind::Direct => "direct",
        Kind::NonViolent => "non-violent",
        Kind::Feedback => "feedback",
    };
    let mut unit = turn.state().unit(ship).clone();
    let (rolls, name, boxes, dead) = {
        let labels = ["internals", &now, ship.as_str(), &place, kind_word];
        let mut draw = turn.chance().draw(&labels);
        let (mut rolls, mut boxes, mut dead) = (Vec::new(), BTreeMap::new(), false);
        for _ in 0..points {
            let roll = draw.die(6) + draw.die(6);
            rolls.push(roll);
            match hit(game, &unit, roll) {
                Some(part) => {
                    units::lose(&mut unit, part, 1);
                    *boxes.entry(part).or_default() += 1;
                }
                None if kind == Kind::NonViolent => {}
                None => {
                    dead = true;
                    break;
                }
            }
        }
        (rolls, draw.name(), boxes, dead)
    };
    damaged(turn, ship, rolls, name, boxes);
    dead
}

fn damaged(
    turn: &mut Cycle<'_>,
    ship: &Ship,
    rolls: Vec<u8>,
    name: DrawName,
    boxes: BTreeMap<Part, u32>,
) {
    let cannon = boxes.contains_key(&Part::Cannon);
    let command = boxes.contains_key(&Part::Command);
    let rule = match (cannon, command) {
        (true, _) => rules::CANNON_HITS,
        (false, true) => rules::COMMAND,
        (false, false) => rules::INTERNALS,
    };
    turn.record_drawn(&rule, name, Event::Damaged { ship: ship.clone(), rolls, boxes });
}

/// What a roll hits: the first part in its row that has a box left, then excess damage. Nodes are
/// not on the table, so the last one goes with the ship (md13, md14).
fn hit(game: &Mechad, unit: &Unit, roll: u8) -> Option<Part> {
    let row = &game.format.damage[usize::from(roll - 2)];
    let parts = row.iter().flat_map(|hit| hit.parts()).copied().chain([Part::Excess]);
    parts.into_iter().find(|part| game.left(unit, *part) > 0)
}

/// A ship is crippled once half of its boxes are lost; the last node is one of them (md14, md64).
pub fn crippled(turn: &mut Cycle<'_>, ship: &Ship) {
    let game = turn.game();
    let unit = turn.state().unit(ship);
    let (built, lost) = game.boxes(unit);
    if unit.is_here() && !unit.crippled && 2 * lost >= built {
        let rule = if game.class(unit).has_field() { rules::LAST_NODE } else { rules::CRIPPLED };
        turn.record(&rule, Event::Crippled { ship: ship.clone() });
    }
}

/// A ship is destroyed with all in its bays, and somebody may get the credit (md68, md85).
fn destroyed(turn: &mut Cycle<'_>, ship: &Ship, volley: &Volley, ranks: &mut Ranks) {
    turn.record(&rules::CRIPPLED, Event::Destroyed { ship: ship.clone() });
    for fighter in super::ships(turn, |unit| unit.status == Status::Aboard(ship.clone())) {
        turn.record(&rules::SCRAMBLE, Event::Destroyed { ship: fighter });
    }
    let game = turn.game();
    let state = turn.state();
    let unit = state.unit(ship);
    if game.scenario.victory != Victory::Wager
        || game.scenario.sides[&unit.side].role != Role::Convoy
        || unit.rescue
    {
        return;
    }
    let tainted = state.open.tainted.get(ship).cloned().unwrap_or_default();
    let claims = volley.cannons.iter().filter(|side| !tainted.contains(side)).cloned();
    let claims: Vec<Side> = claims.collect();
    let best = match &claims[..] {
        [] => return,
        [only] => only.clone(),
        all => ranks.first(turn, unit.at, all),
    };
    turn.record(&rules::CREDIT, Event::Credited { ship: ship.clone(), side: best });
}

/// Who rolled highest for what cannons destroyed in a hex in this impulse.
#[derive(Debug, Default)]
struct Ranks(BTreeMap<Hx, Side>);

impl Ranks {
    /// The one of these sides that rolls highest for a hex; they roll once for all ships in it.
    fn first(&mut self, turn: &mut Cycle<'_>, at: Hx, sides: &[Side]) -> Side {
        if let Some(side) = self.0.get(&at) {
            return side.clone();
        }
        let now = turn.state().open.now().to_string();
        let mut best = sides.to_vec();
        for round in 1..=20 {
            let mut dice = Vec::new();
            for side in &best {
                let round = round.to_string();
                let labels = ["credit", &now, &at.to_string(), side.as_str(), &round];
                let mut draw = turn.chance().draw(&labels);
                let (die, name) = (draw.die(6), draw.name());
                dice.push(die);
                let event = Event::Contested { at, side: side.clone(), die };
                turn.record_drawn(&rules::CREDIT, name, event);
            }
            let most = dice.iter().max().copied();
            let kept = best.iter().zip(&dice).filter(|(_, die)| Some(**die) == most);
            best = kept.map(|(side, _)| side.clone()).collect();
            if best.len() == 1 {
                break;
            }
        }
        let best = best.swap_remove(0);
        self.0.insert(at, best.clone());
        best
    }
}
