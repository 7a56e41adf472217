//! What the reader may buy for their ships before the battle, and for how much (md90).

use std::collections::BTreeSet;

use super::Mechad;
use super::format::Item;
use super::names::Ship;
use super::said::{fourths, quarters};
use super::sight::View;
use super::state::{Hold, Step, Unit};
use crate::base::words::{joined, names};

/// Groups of ships that the summary tells of at most.
const FEW: usize = 3;

/// Ships that may buy the same.
struct Buyers {
    ships: Vec<Ship>,
    /// Points of each of them.
    points: u32,
    /// Quarters of a point that each may spend.
    room: u32,
    /// What each may buy, with the price of one in quarters of a point.
    items: Vec<(Item, u32)>,
}

impl Mechad {
    /// What a ship may buy, each with the price of one in quarters of a point.
    pub fn for_sale(&self, ship: &Ship, unit: &Unit, hold: Option<&Hold>) -> Vec<(Item, u32)> {
        let price = |item| Some((item, self.outfitting((unit, hold), ship, item, 1).ok()?.1));
        Item::ALL.into_iter().filter_map(price).collect()
    }
}

/// The ships of the reader's that may buy options, those too that their force has by default.
fn buyers(game: &Mechad, view: &View) -> Vec<Buyers> {
    let Some(side) = &view.side else { return Vec::new() };
    if view.open.step != Step::Setup || !game.scenario.outfit {
        return Vec::new();
    }
    let there = view.open.units.iter().filter(|(_, unit)| unit.side == *side);
    let there = there.map(|(ship, unit)| (ship.clone(), unit.clone()));
    let force = game.scenario.sides[side].force.as_ref();
    let force = force.map(|force| game.to_be(side, &force.default)).unwrap_or_default();
    let mut all: Vec<Buyers> = Vec::new();
    for (ship, unit) in there.chain(force).filter(|(_, unit)| !game.class(unit).is_fighter()) {
        let hold = view.holds.get(&ship);
        let items = game.for_sale(&ship, &unit, hold);
        let points = game.points(game.class(&unit));
        let room = game.options_left(&unit, hold);
        let alike = |other: &&mut Buyers| {
            (other.points, other.room, &other.items) == (points, room, &items)
        };
        match all.iter_mut().find(alike) {
            Some(known) => known.ships.push(ship),
            None => all.push(Buyers { ships: vec![ship], points, room, items }),
        }
    }
    all
}

/// What the reader may spend before the battle, in a sentence.
pub(super) fn told(game: &Mechad, view: &View) -> Vec<String> {
    let all = buyers(game, view);
    let groups: Vec<String> = all
        .iter()
        .filter(|group| !group.items.is_empty())
        .map(|group| {
            let each = if group.ships.len() > 1 { " each" } else { "" };
            let items = group.items.iter().map(|(item, price)| {
                let more = if *item == Item::Tram { " more" } else { "" };
                format!("{item}{more} {}", fourths(*price))
            });
            let ships = names(&group.ships);
            format!("up to {}{each} for {ships} ({})", quarters(group.room), joined(items, ", "))
        })
        .collect();
    if groups.is_empty() || groups.len() > FEW {
        return Vec::new();
    }
    vec![format!("You may buy options: {}; without orders there are none.", groups.join("; "))]
}

/// The prices of all that somebody of the reader's may buy, and what each ship may.
pub(super) fn facts(game: &Mechad, view: &View) -> Vec<(String, String)> {
    let all = buyers(game, view);
    let sold: BTreeSet<(Item, u32)> = all.iter().flat_map(|group| group.items.clone()).collect();
    if sold.is_empty() {
        return Vec::new();
    }
    let percent = game.format.numbers.option_percent.value;
    let list =
        names(sold.iter().map(|(item, price)| {
            format!("{} ({}) {}", item.code(), meaning(*item), fourths(*price))
        }));
    let prices = format!("up to {percent}% of a ship's points; {list}");
    let groups = all.iter().map(|group| {
        let codes = group.items.iter().map(|(item, _)| item.code());
        let codes = if group.items.is_empty() { "nothing".to_owned() } else { names(codes) };
        let text =
            format!("up to {}, {percent}% of {}: {codes}", quarters(group.room), group.points);
        (format!("Options of {}", names(&group.ships)), text)
    });
    [("Commander's options".to_owned(), prices)].into_iter().chain(groups).collect()
}

/// What the word of an option in orders stands for.
fn meaning(item: Item) -> &'static str {
    match item {
        Item::Tram => "a trans-warp missile",
        Item::Tail => "boxes of cargo",
        Item::Twm => "a launcher of trans-warp missiles with one reload",
        Item::Whip => "a subspace whip",
        Item::Cannon => "a distortion cannon",
        Item::Bug => "a shuttle with whips and a launcher, in the bay",
        Item::Party => "a boarding party",
    }
}
