//! What weapons of the reader's own ships want before they can be fired: energy, shots, missiles, fire control.

use super::Mechad;
use super::format::Part;
use super::order::{Order, Power};
use super::said::length;
use super::state::{Hold, Open, Step, Unit};
use crate::base::words::count;

/// Why a ship can fire no weapon of a kind at all in a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// Its fire control is passive (md17).
    Control,
    /// Its capacitor holds too little.
    Energy,
    /// No energy was put into its cannons.
    Shots,
    /// None is armed.
    Arms,
    /// It maneuvers erratically (md96).
    Launch,
}

impl Want {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Control => "no fire control",
            Self::Energy => "no energy",
            Self::Shots => "no shots",
            Self::Arms => "not armed",
            Self::Launch => "no launch in erratic maneuvers",
        }
    }
}

/// The power at which an order has whips fired, or nobody says how.
pub(super) fn power(game: &Mechad, unit: &Unit, order: Option<&Order>) -> Power {
    match order {
        _ if game.class(unit).is_fighter() => Power::Low,
        Some(Order::Fire { power, .. }) => *power,
        _ => Power::Standard,
    }
}

/// What a ship of the reader's lacks to fire these weapons of a kind. Before energy is allocated nothing is known of it.
pub(super) fn lacks(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, &Hold),
    part: Part,
    numbers: &[u32],
) -> Option<String> {
    if open.step != Step::Impulses {
        return None;
    }
    if let Some(what) = starved(game, open, (unit, hold), part) {
        let reserve = batteries(game, open, (unit, hold), part);
        let reserve = reserve.map(|points| format!("; {points} from batteries"));
        return Some(format!("{}{}", what.words(), reserve.unwrap_or_default()));
    }
    if is_loaded(part) {
        let (out, rest): (Vec<u32>, Vec<u32>) =
            numbers.iter().partition(|number| Mechad::is_loading(hold, **number));
        let empty = rest.iter().filter(|number| hold.loads.get(number) == Some(&0)).count();
        let lacks = [(empty, "empty"), (out.len(), "taken out by loading")].into_iter();
        let lacks =
            lacks.filter(|(many, _)| *many > 0).map(|(many, what)| format!("{many} {what}"));
        let lacks: Vec<String> = lacks.collect();
        return (!lacks.is_empty()).then(|| lacks.join(", "));
    }
    let fit = fit(game, open, (unit, hold), part, numbers);
    let words = match part {
        Part::Cannon => count(hold.cannon, "shot"),
        part if game.arming(part) > 0 => format!("{fit} armed"),
        _ => format!("capacitor for {fit}"),
    };
    (fit < numbers.len()).then_some(words)
}

/// Shots of a cannon for which a ship of the reader's has no energy but in its batteries (md28, md66).
pub(super) fn batteries(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, &Hold),
    part: Part,
) -> Option<u32> {
    let empty =
        part == Part::Cannon && starved(game, open, (unit, hold), part) == Some(Want::Shots);
    Some(hold.battery).filter(|points| empty && *points > 0)
}

/// How many of these weapons of a kind are armed, loaded and fed.
pub(super) fn fit(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, &Hold),
    part: Part,
    numbers: &[u32],
) -> usize {
    let many = numbers.len();
    if starved(game, open, (unit, hold), part).is_some() {
        return 0;
    }
    match part {
        _ if open.step != Step::Impulses => many,
        Part::Cannon => many.min(length(hold.cannon)),
        part if is_loaded(part) => {
            let ready = |n: &&u32| !Mechad::is_loading(hold, **n) && hold.loads.get(*n) != Some(&0);
            numbers.iter().filter(ready).count()
        }
        part if game.arming(part) > 0 => {
            many.min(length(hold.armed.get(&part).copied().unwrap_or(0)))
        }
        part => fed(game, (unit, hold), part).map_or(many, |shots| many.min(shots)),
    }
}

/// Why a ship of the reader's can fire no weapon of a kind at all in this turn, for want of energy or fire control, or in
/// erratic maneuvers (md17, md96).
pub(super) fn starved(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, &Hold),
    part: Part,
) -> Option<Want> {
    if open.step != Step::Impulses {
        return None;
    }
    if unit.erratic && (is_loaded(part) || part == Part::Plasma) {
        return Some(Want::Launch);
    }
    if !Mechad::controls(hold) {
        return Some(Want::Control);
    }
    if part == Part::Cannon {
        return (hold.cannon == 0).then_some(Want::Shots);
    }
    if game.arming(part) > 0 {
        let armed = hold.armed.get(&part).copied().unwrap_or(0);
        return (armed == 0).then_some(Want::Arms);
    }
    (fed(game, (unit, hold), part) == Some(0)).then_some(Want::Energy)
}

/// The same for a line of a plot: ballistic missiles go off without fire control, and a whip at low power takes half a
/// point (md17, md41).
pub(super) fn stopped(
    game: &Mechad,
    open: &Open,
    (unit, hold): (&Unit, &Hold),
    (part, order): (Part, &Order),
) -> Option<Want> {
    let what = starved(game, open, (unit, hold), part)?;
    let goes = match order {
        Order::Launch { ballistic, .. } => *ballistic && part == Part::Twm && what == Want::Control,
        Order::Fire { power: Power::Low, .. } => {
            part == Part::Whip && what == Want::Energy && hold.capacitor > 0
        }
        _ => false,
    };
    (!goes).then_some(what)
}

/// Half points of the capacitor for a shot of a weapon; none of what it does not feed.
pub(super) fn price(game: &Mechad, unit: &Unit, part: Part) -> u32 {
    match part {
        Part::Whip => game.whip_cost(unit, power(game, unit, None)).unwrap_or(0),
        _ => game.shot(unit, part),
    }
}

/// Shots of a kind of weapon for which the capacitor has energy; `None` of weapons that it does not feed.
fn fed(game: &Mechad, (unit, hold): (&Unit, &Hold), part: Part) -> Option<usize> {
    Some(length(hold.capacitor.checked_div(price(game, unit, part))?))
}

/// True of weapons that hold missiles.
fn is_loaded(part: Part) -> bool {
    matches!(part, Part::Twm | Part::Rack | Part::Add)
}

/// True of a launcher that is empty, while nothing is in store for it; racks are never loaded again (md24).
pub(super) fn is_spent(hold: &Hold, part: Part, number: u32) -> bool {
    hold.loads.get(&number) == Some(&0) && (part != Part::Twm || hold.store == 0)
}
