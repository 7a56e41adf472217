//! How many ships may move, which go first, and what fleeing ships leave to others (cw16, cw20, cw53).

use std::cmp::Ordering;

use super::CompanyWar;
use super::format::{FirstMover, Roll, Switch, WhenRolled};
use super::names::Ship;
use super::scenario::Side;
use super::sight::View;
use super::state::{Open, Step};
use crate::base::words::{capital, count, names};

/// How many ships the reader and the enemy may move; how they will be rolled, if the roll is still to come.
pub(super) fn allowed(game: &CompanyWar, view: &View) -> Option<String> {
    let open = &view.open;
    let side = view.side.filter(|_| open.step == Step::Movement)?;
    let other = side.other();
    let Some((own, theirs)) = game.rolled(open, side).zip(game.rolled(open, other)) else {
        return to_come(game, open, side);
    };
    let words = |side: Side, rolled: u32| match left(game, open, side) {
        1 if rolled > 0 => "their only ship".to_owned(),
        left if rolled >= left => format!("all of their {left} ships"),
        left => format!("{rolled} of {left} ships"),
    };
    let (mine, yours) = (words(side, own).replace("their", "your"), words(other, theirs));
    let first = first(game, side, (own, theirs));
    Some(format!(
        "You may move {mine}; {} {yours}.{first}{}",
        other.title(),
        besides(game, open, side)
    ))
}

/// The dice, where they are rolled when the orders are opened (cw50).
fn to_come(game: &CompanyWar, open: &Open, side: Side) -> Option<String> {
    if game.switches.initiative == WhenRolled::BeforeOrders {
        return None;
    }
    let table = &game.format.initiative;
    let dice = |side: Side| {
        let Roll { dice, plus } = match side {
            Side::Mazianni => table.mazianni,
            Side::Union => table.union,
        };
        let more = if open.declared.contains(&side) { table.assembly_dice } else { 0 };
        let plus = if plus == 0 { String::new() } else { format!(" + {plus}") };
        format!("{}d{}{plus}", dice + more, table.sides)
    };
    let (own, other) = (left(game, open, side), side.other());
    let first = match game.switches.first_mover {
        FirstMover::ByRoll => "The higher roll moves first; if they are equal, ",
        FirstMover::ByShipsPlotted => "Who plots more ships moves first; if they are equal, ",
    };
    let choose =
        if side == Side::Mazianni { "you choose (`on-tie`)" } else { "the Mazianni choose" };
    Some(format!(
        "The roll is made when the orders are opened: you may then move {} of your {}, {} {}. The first lines of a list \
         count, the rest is dropped. {first}{choose}.{}",
        dice(side),
        count(own, "ship"),
        other.title(),
        dice(other),
        besides(game, open, side)
    ))
}

/// Who moves first, as far as it is known (cw19, cw20).
fn first(game: &CompanyWar, side: Side, (own, theirs): (u32, u32)) -> String {
    let mazianni = side == Side::Mazianni;
    match (game.switches.first_mover, own.cmp(&theirs)) {
        (FirstMover::ByShipsPlotted, _) if mazianni => {
            " Who plots more ships moves first; if they are equal, you choose (`on-tie`)."
                .to_owned()
        }
        (FirstMover::ByShipsPlotted, _) => {
            " Who plots more ships moves first; if they are equal, the Mazianni choose.".to_owned()
        }
        (FirstMover::ByRoll, Ordering::Greater) => " You move first.".to_owned(),
        (FirstMover::ByRoll, Ordering::Less) => {
            format!(" {} first.", capital(&side.other().does("moves", "move")))
        }
        (FirstMover::ByRoll, Ordering::Equal) if mazianni => {
            " The rolls are equal: you choose who moves first (`on-tie`); without an order you do."
                .to_owned()
        }
        (FirstMover::ByRoll, Ordering::Equal) => {
            " The rolls are equal: the Mazianni choose who moves first.".to_owned()
        }
    }
}

/// The dartship that takes no place (cw18).
fn besides(game: &CompanyWar, open: &Open, side: Side) -> &'static str {
    let dartship = |ship: &Ship| game.is_dartship(ship) && open.ships[ship].afloat();
    let free = side == Side::Union && game.chart.fleet(side).any(dartship);
    if free { " A dartship may move for free besides." } else { "" }
}

/// How many ships a side has on the map.
pub(super) fn left(game: &CompanyWar, open: &Open, side: Side) -> u32 {
    let ships = game.chart.fleet(side).filter(|ship| open.ships[*ship].at.is_some());
    u32::try_from(ships.count()).unwrap_or(u32::MAX)
}

/// What the reader's ships that are fleeing may and may not do, and how many places they leave to others.
pub(super) fn outlook(game: &CompanyWar, view: &View) -> Option<String> {
    let open = &view.open;
    let side = view.side.filter(|_| !matches!(open.step, Step::SetUp | Step::Over))?;
    if game.fleeing(open, side).is_empty() {
        return None;
    }
    let hint = "A fleeing ship neither fires, is fired at nor holds a station until it jumps.";
    let claimants = game.claimants(open, side);
    let first = match (claimants.as_slice(), open.step) {
        ([], _) => String::new(),
        (all, Step::Movement) => {
            let one = all.len() == 1;
            let takes =
                if one { "is fleeing and takes a place" } else { "are fleeing and take places" };
            let moves = if one { "it moves" } else { "they move" };
            let room = room(game, view, side, all.len()).unwrap_or_default();
            let pin = match game.switches.pin_on_arrival {
                Switch::Yes => PIN,
                Switch::No => "",
            };
            format!(" {} {takes} first, whether {moves} or not{room}.{pin}", names(all))
        }
        (all, _) => format!(
            " {} will take places first when ships move, whether plotted or not.",
            names(all)
        ),
    };
    Some(format!("{hint}{first}"))
}

/// Who keeps a fleeing ship where it is (cw29).
const PIN: &str =
    " A ship that a carrier or cruiser of the enemy joins before its go stays where it is.";

/// What the roll leaves to ships that are not fleeing, if it is known.
fn room(game: &CompanyWar, view: &View, side: Side, fleeing: usize) -> Option<String> {
    let places = game.rolled(&view.open, side)? as usize;
    let all = left(game, &view.open, side) as usize;
    let others = all.saturating_sub(fleeing);
    Some(match places.saturating_sub(fleeing) {
        _ if others == 0 => String::new(),
        0 if places < fleeing => {
            format!(": only {places} of them can jump, and no other ship may move")
        }
        0 => ": no other ship may move".to_owned(),
        left if left >= others => ": all your other ships may move too".to_owned(),
        left => format!(": {} may move besides", count(left, "other ship")),
    })
}
