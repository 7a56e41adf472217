//! The reader's own ships in short: what is left of each, and what it has lost.

use super::energy::halves;
use super::format::Part;
use super::names::Ship;
use super::order::Order;
use super::protection::shielded;
use super::said::{length, number_of};
use super::sight::View;
use super::state::{Step, Unit};
use super::{Mechad, bill, short};
use crate::base::words::{count, few, names};

/// So many ships are told of one by one, whole or not.
const FEW: usize = 2;

/// Ships with damage that are told of one by one.
const TOLD: usize = 4;

/// Whole ships that are named.
const NAMED: usize = 8;

/// A sentence for each ship, those that are hurt worst first; of several those that are whole share one.
pub(super) fn told(game: &Mechad, view: &View) -> Vec<String> {
    let Some(side) = &view.side else { return Vec::new() };
    let own = view.open.here().filter(|(_, unit)| unit.side == *side);
    let mut own: Vec<(&Ship, &Unit)> =
        own.filter(|(_, unit)| !game.class(unit).is_fighter()).collect();
    own.sort_by_key(|(_, unit)| std::cmp::Reverse((unit.crippled, game.boxes(unit).1)));
    if own.len() <= FEW {
        return own.into_iter().map(|(ship, unit)| sentence(game, view, ship, unit)).collect();
    }
    let (whole, hurt): (Vec<_>, Vec<_>) =
        own.into_iter().partition(|(_, unit)| game.boxes(unit).1 == 0);
    let more = hurt.len().saturating_sub(TOLD);
    let told = hurt.iter().take(TOLD).map(|(ship, unit)| sentence(game, view, ship, unit));
    let more = (more > 0).then(|| format!("{more} more of your ships {} lost boxes.", has(more)));
    let whole = (!whole.is_empty()).then(|| {
        let ships = few(whole.iter().map(|(ship, _)| ship), NAMED);
        format!("{ships} {} lost no box.", has(whole.len()))
    });
    told.chain(more).chain(whole).collect()
}

fn has(ships: usize) -> &'static str {
    if ships == 1 { "has" } else { "have" }
}

fn sentence(game: &Mechad, view: &View, ship: &Ship, unit: &Unit) -> String {
    let (built, lost) = game.boxes(unit);
    let left = built.saturating_sub(lost);
    let state = match (unit.crippled, lost) {
        (true, _) => format!("is crippled, with {left} of {built} boxes left"),
        // Half of the boxes are lost (md64).
        (false, 0) => format!("is undamaged ({built} boxes, crippled at {})", built / 2),
        (false, _) => format!("has {left} of {built} boxes left (crippled at {})", built / 2),
    };
    let lacks: Vec<String> = lacks(game, unit).into_iter().chain(down(game, unit)).collect();
    let lacks = if lacks.is_empty() { String::new() } else { format!(": {}", lacks.join(", ")) };
    let now = format!("speed {}, {}", unit.speed, shielded(game, unit));
    let more = view.holds.get(ship).map(|hold| match view.open.step {
        // Before energy is allocated the last turn's speed is in the unit already.
        Step::Allocation => {
            let next = Unit { before: unit.speed, ..unit.clone() };
            let field = if game.class(unit).has_field() {
                format!(", field up to {}", game.field_next(unit).0)
            } else {
                String::new()
            };
            let power = halves(game.power(unit));
            let unarmed = unit.mounts.iter().all(|mount| !mount.works());
            let flees = (unit.crippled || unarmed) && game.leaves(unit);
            let ways = game.scenario.sides[&unit.side].ways();
            let ways =
                ways.map(|ways| format!(" if it faces {ways} at the end of the turn [md82]"));
            let flees = if flees {
                format!(", and it may disengage{}", ways.unwrap_or_default())
            } else {
                String::new()
            };
            let shots = bill::shooting(game, (unit, hold), &game.default_plan(ship, unit, hold));
            let cannon = shots.map(|shots| {
                let line = short::line(&Order::Allocate(shots));
                format!("; without orders it fires no cannon, with `{line}` it does")
            });
            let cannon = cannon.unwrap_or_default();
            format!(
                "; for this turn {power} points of energy, speed up to {}{field}{flees}{cannon}",
                game.fastest_fed(&next)
            )
        }
        Step::Impulses if game.left(unit, Part::Cannon) > 0 => match hold.cannon {
            0 if hold.battery > 0 => {
                "; no cannon shots left this turn: only its batteries can feed it".to_owned()
            }
            0 => "; no cannon shots left this turn".to_owned(),
            shots => format!("; {} left this turn", count(shots, "cannon shot")),
        },
        Step::Impulses | Step::Setup | Step::Over => String::new(),
    });
    format!("{ship} {state}{lacks}; {now}{}.", more.unwrap_or_default())
}

/// The shields of a ship that are down.
pub(super) fn down(game: &Mechad, unit: &Unit) -> Option<String> {
    let built = &game.class(unit).shields;
    let down = (1..).zip(unit.shields.iter().zip(built));
    let down = down.filter(|(_, (left, made))| **left == 0 && **made > 0);
    let down: Vec<u32> = down.map(|(number, _)| number).collect();
    match down.as_slice() {
        [] => None,
        all if all.len() == unit.shields.len() => Some("all shields down".to_owned()),
        [one] => Some(format!("shield {one} down")),
        all => Some(format!("shields {} down", names(all))),
    }
}

/// What is left of the kinds of weapons of which a ship has lost some.
pub(super) fn weapons(unit: &Unit) -> Vec<String> {
    let all = Part::ALL.into_iter().filter(|part| part.is_weapon());
    let left = all.filter_map(|part| {
        let (works, all) = (unit.working(part).count(), unit.mounts_of(part));
        match works {
            works if works == all => None,
            0 => Some(format!("no {}", part.word())),
            works => Some(format!("{works} of {}", number_of(all, part.word()))),
        }
    });
    left.collect()
}

/// What a ship has lost that it fights with.
fn lacks(game: &Mechad, unit: &Unit) -> Vec<String> {
    let parts = || Part::ALL.into_iter().filter(|part| game.built(unit, *part) > 0);
    let armed = parts().filter(|part| part.is_weapon());
    let mut lost: Vec<String> = Vec::new();
    let unarmed = !unit.mounts.is_empty() && unit.mounts.iter().all(|mount| !mount.works());
    if unarmed {
        let all = armed.map(|part| number_of(unit.mounts_of(part), part.word()));
        lost.push(format!("no weapon ({} lost)", names(all)));
    } else {
        lost.extend(weapons(unit));
    }
    let gone = |part: &Part| *part != Part::Excess && game.left(unit, *part) == 0;
    let rest = parts().filter(|part| !part.is_weapon() && gone(part));
    lost.extend(rest.map(|part| format!("no {}", part.word())));
    let nodes = game.left(unit, Part::Node);
    if nodes > 0 && unit.gone(Part::Node) > 0 {
        lost.push(format!(
            "{nodes} of {}",
            number_of(length(game.built(unit, Part::Node)), "node")
        ));
    }
    lost
}
