//! What a battle is for and how it stands, for every report.

use std::collections::BTreeMap;

use super::Mechad;
use super::format::{Level, Part};
use super::names::{Ship, Side};
use super::resolve::scores::{bonus, cargo, finale};
use super::scenario::{Role, SideRow, Victory};
use super::sight::View;
use super::state::{Finale, Secret, State, Step, Unit};
use crate::base::words::{count, names};

/// What counts, what each side is, and how it would end now.
pub fn facts(game: &Mechad, view: &View) -> Vec<(String, String)> {
    let mut facts = vec![("What counts".to_owned(), counts(game, view))];
    for (side, row) in &game.scenario.sides {
        facts.push((row.title.clone(), part_played(game, view, side, row)));
    }
    if game.scenario.victory == Victory::Wager {
        facts.push(("Raiders may fire".to_owned(), Mechad::PERMITTED.to_owned()));
    }
    if game.scenario.victory == Victory::Wager && view.open.step != Step::Setup {
        facts.push(("The convoy scores".to_owned(), convoy(game, view)));
        facts.push(("Claimed by raiders".to_owned(), claims(game, view)));
        facts.extend(values(game, view).map(|text| ("A claim is worth".to_owned(), text)));
    }
    let so_far = so_far(game, view).map(|text| ("If it ended now".to_owned(), text));
    facts.into_iter().chain(so_far).collect()
}

/// How the battle would end now, secret options aside, so that all readers are told the same; `None` before it and
/// after.
pub fn finale_now(game: &Mechad, view: &View) -> Option<Finale> {
    match view.open.step {
        Step::Setup | Step::Over => None,
        Step::Allocation | Step::Impulses => {
            let (open, secret) = (view.open.clone(), Secret::default());
            Some(finale(game, &State { open, secret }))
        }
    }
}

/// The same in words.
pub fn so_far(game: &Mechad, view: &View) -> Option<String> {
    let finale = finale_now(game, view)?;
    // In the wager ships count by their points only where rescuers score (md88).
    let priced = game.scenario.victory == Victory::Standard || finale.rescue.is_some();
    let aside = if game.scenario.outfit && priced { ", secret options aside" } else { "" };
    Some(format!("{}{aside}", game.verdict(&finale)))
}

/// What a side wants (md70, md83 to md88), and how far it is.
pub fn told(game: &Mechad, view: &View, side: &Side) -> String {
    let aim = match (game.scenario.victory, game.scenario.sides[side].role) {
        (Victory::Standard, _) => {
            "The highest score wins: points for enemy ships that are destroyed, captured, crippled, \
             damaged or driven off."
        }
        (Victory::Wager, Role::Raider) => {
            "You raid the convoy: you claim what your cannon destroys, and the higher value of \
             freighters and tenders wins."
        }
        (Victory::Wager, Role::Convoy) => {
            "You are the convoy: cargo that survives counts, and damage to raiders."
        }
        (Victory::Wager, Role::Rescue) => "You come to the rescue: damage to raiders counts.",
        (Victory::Wager, Role::Fighter) => "You fight for nobody's wager.",
    };
    let levels = match game.scenario.victory {
        Victory::Standard => String::new(),
        Victory::Wager => format!(
            " The convoy wins from {} points; from {} both raiders lose.{}",
            least(game, Level::Marginal),
            least(game, Level::Substantive),
            short_of(game, view)
        ),
    };
    let now = so_far(game, view).map(|verdict| format!(" If it ended now: {verdict}."));
    format!("{aim}{levels}{}", now.unwrap_or_default())
}

/// How far the convoy is from its win (md86).
fn short_of(game: &Mechad, view: &View) -> String {
    if view.open.step == Step::Setup {
        return String::new();
    }
    let (has, wins) = (scored(game, view), least(game, Level::Marginal));
    match has.checked_sub(wins) {
        None => {
            let repaired = if has_lost_cargo(game, view) {
                "damage to raiders brings it more, and cargo that is repaired [md65]"
            } else {
                "only damage to raiders brings it more"
            };
            format!(" The convoy is {} short; {repaired}.", count(wins - has, "point"))
        }
        Some(spare) => {
            let boxes = spare + 1;
            let boxes = if boxes == 1 { "1 box".to_owned() } else { format!("{boxes} boxes") };
            format!(
                " The convoy falls short with the loss of {boxes} of cargo more, if none is repaired."
            )
        }
    }
}

/// True if there is cargo to repair in a ship whose cargo counts (md65, md86).
fn has_lost_cargo(game: &Mechad, view: &View) -> bool {
    let convoy = |side: &Side| game.scenario.sides[side].role == Role::Convoy;
    let mut left = view.open.here().filter(|(_, unit)| convoy(&unit.side) && !unit.rescue);
    left.any(|(_, unit)| unit.gone(Part::Cargo) > 0)
}

/// What the convoys have scored: cargo that is left, and damage to raiders.
fn scored(game: &Mechad, view: &View) -> u32 {
    let sides = game.scenario.sides.iter().filter(|(_, row)| row.role == Role::Convoy);
    sides.map(|(side, _)| cargo(game, &view.open, side)).sum::<u32>() + view.open.stings
}

/// Points with which a convoy reaches a level (md86).
fn least(game: &Mechad, level: Level) -> u32 {
    let divisor = game.format.numbers.convoy_divisor.value;
    (game.format.wager_levels()[&level].value * divisor).div_ceil(100)
}

/// The levels of victory, each with what it takes.
fn levels(game: &Mechad) -> String {
    names([Level::Marginal, Level::Substantive, Level::Decisive].map(|level| {
        match game.scenario.victory {
            Victory::Standard => {
                let least = game.format.levels[&level].value;
                format!("{level} from {}.{:02}", least / 100, least % 100)
            }
            Victory::Wager => format!("{level} from {}", least(game, level)),
        }
    }))
}

/// What sides score besides for fighting Mechads (md48).
fn bonuses(game: &Mechad, view: &View) -> String {
    let sides = game.scenario.sides.keys();
    let more = sides.map(|side| (side, bonus(game, &view.open, side) / 100));
    let told = more.filter(|(_, more)| *more > 0).map(|(side, more)| {
        let least = count(game.format.numbers.bonus_from.value, "point");
        let title = game.title(side);
        format!("; {title} gets {more} more for fighting Mechads once it scores {least}")
    });
    told.collect()
}

/// What points are for (md70, md83 to md87).
fn counts(game: &Mechad, view: &View) -> String {
    let levels = levels(game);
    match game.scenario.victory {
        Victory::Standard => format!(
            "all points of an enemy ship that is destroyed or captured, half if it is crippled (half of its \
             boxes lost, excess aside), a quarter if it left, a tenth if it is damaged, of which the most counts; the highest score wins, \
             by its ratio to the next: {levels}{}",
            bonuses(game, view)
        ),
        Victory::Wager => format!(
            "a raider claims what its cannon destroys, unless it damaged it with another weapon; of the raiders \
             that survive the one with the higher value of freighters and tenders wins, and neither if they \
             are equal [md87]. The convoy scores a point for each box of cargo that is not destroyed or captured, on \
             the map or gone from it, and each point that its own ships, not rescuers, get through to raiders: \
             {levels} [md86]. With a marginal win of the convoy the better raider wins too; both raiders lose if it is \
             substantive or decisive{}",
            rescued(game)
        ),
    }
}

/// What the points of rescuers are (md88), and what is left out of them before the end (md90).
fn rescued(game: &Mechad) -> String {
    if !game.scenario.has_rescuers() {
        return String::new();
    }
    let secret = if game.scenario.outfit {
        "; secret options, bought before the battle, make ships worth more, and are counted at its end [md90]"
    } else {
        ""
    };
    format!(
        ". Rescuers score apart, and decide nothing of that: points for what became of the raiders, against the \
         same for rescuers [md88]{secret}"
    )
}

/// What a side is, and where it may leave.
fn part_played(game: &Mechad, view: &View, side: &Side, row: &SideRow) -> String {
    let role = match row.role {
        Role::Fighter => "fights",
        Role::Raider => "raids the convoy",
        Role::Convoy => "the convoy itself",
        Role::Rescue => "comes to the rescue",
    };
    let enemies = game.scenario.sides.keys().filter(|other| game.scenario.enemies(side, other));
    let enemies = names(enemies.map(|other| game.title(other)));
    let leaves = match row.leaves.as_slice() {
        [] => "any edge".to_owned(),
        ways => format!("the {}", names(ways.iter().map(|way| way.direction()))),
    };
    let early = view.open.step == Step::Setup || view.open.turn <= 1;
    let surprised = if row.surprised { ", surprised" } else { "" };
    let full = match row.status {
        0 | 1 => "empty",
        2 => "with a shot for each weapon",
        _ => "full",
    };
    let status = format!("; weapon status {}: capacitors {full} at first{surprised}", row.status);
    let status = if early { status.as_str() } else { "" };
    format!("{role}, against {enemies}; leaves by {leaves}{status}")
}

/// What the convoys have scored, and what is a win for them (md86).
fn convoy(game: &Mechad, view: &View) -> String {
    let stings = view.open.stings;
    let boxes = scored(game, view) - stings;
    format!(
        "{} so far: {} of cargo and {} of damage to raiders; {}",
        count(boxes + stings, "point"),
        if boxes == 1 { "1 box".to_owned() } else { format!("{boxes} boxes") },
        count(stings, "point"),
        levels(game),
    )
}

/// What the ships that may still be claimed are worth to a raider, the most first (md87).
fn values(game: &Mechad, view: &View) -> Option<String> {
    let convoy = |unit: &Unit| game.scenario.sides[&unit.side].role == Role::Convoy;
    let mut worth: BTreeMap<u32, Vec<&Ship>> = BTreeMap::new();
    for (ship, unit) in view.open.here().filter(|(_, unit)| convoy(unit) && !unit.rescue) {
        if let Some(points) = game.prize(game.class(unit)) {
            worth.entry(points).or_default().push(ship);
        }
    }
    let told = worth.iter().rev().map(|(points, ships)| format!("{points} for {}", names(ships)));
    (!worth.is_empty()).then(|| told.collect::<Vec<_>>().join("; "))
}

/// What raiders have claimed (md85).
fn claims(game: &Mechad, view: &View) -> String {
    let claims = view.open.credits.iter();
    let claims = claims.map(|(ship, side)| format!("{ship} by {}", game.title(side)));
    let claims: Vec<String> = claims.collect();
    let spoiled = view.open.tainted.iter();
    let spoiled = spoiled.map(|(ship, sides)| {
        let sides = names(sides.iter().map(|side| game.title(side)));
        format!("{ship} can no longer be claimed by {sides}")
    });
    let all: Vec<String> = if claims.is_empty() { vec!["no ship yet".to_owned()] } else { claims };
    all.into_iter().chain(spoiled).collect::<Vec<_>>().join(", ")
}
