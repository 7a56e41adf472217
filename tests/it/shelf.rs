//! Games as the tests play them: founded from what is shipped, documents in, values out.

use std::collections::BTreeMap;

use adjutant::base::Digest;
use adjutant::engine::{
    AnyGame, AnySheet, Chance, EventDoc, GameKind, News, Position, Reader, RecordDoc, Remark, Seat,
    Severity, ViewDoc,
};
use adjutant::games;
use adjutant::page::Page;
pub(crate) use adjutant::testing::pages::maps;
use serde_json::Value;

use crate::toys;

/// Every game that must keep the contract: those on the shelf and the small ones.
pub(crate) fn kinds() -> Vec<&'static dyn GameKind> {
    games::OURS.games().chain(toys::ALL.iter().copied()).collect()
}

/// True where the environment says `ADJUTANT_TESTS=all`: everything is tried, and not a share of it.
pub(crate) fn all() -> bool {
    std::env::var_os("ADJUTANT_TESTS").is_some_and(|which| which == "all")
}

/// How many of so many campaigns or pairs are played: one in forty, or all.
pub(crate) fn share(of: u64) -> u64 {
    if all() { of } else { of.div_ceil(40) }
}

/// The game of that name, with its first scenario and every option at its default.
pub(crate) fn named(name: &str) -> Box<dyn AnyGame> {
    founded(games::OURS.named(name).expect("it is on the shelf"))
}

/// A game with its first scenario and every option at its default.
pub(crate) fn founded(kind: &dyn GameKind) -> Box<dyn AnyGame> {
    let shipped = kind.shipped();
    let map = shipped.scenarios[0].1.as_bytes();
    kind.found(shipped.format.as_bytes(), map, &BTreeMap::new()).expect("it is sound")
}

pub(crate) fn seed(number: u32) -> [u8; 32] {
    Digest::of(&number.to_be_bytes()).0
}

pub(crate) fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

/// Every reader of a report that is sent.
pub(crate) fn readers(game: &dyn AnyGame) -> Vec<Reader> {
    game.seats().into_iter().map(Reader::Seat).chain([Reader::Public]).collect()
}

/// What a seat may know of a position.
pub(crate) fn view(game: &dyn AnyGame, position: &Position, seat: &Seat) -> ViewDoc {
    game.see(position, &Reader::Seat(seat.clone())).expect("a position")
}

/// The list `orders` of an order file, from the items in it.
pub(crate) fn list(items: &str) -> String {
    if items.is_empty() { "orders: []\n".to_owned() } else { format!("orders:\n{items}") }
}

/// An order file with these lists; it is bound to no campaign.
pub(crate) fn file(seat: &Seat, cycle: u32, lists: &str) -> Vec<u8> {
    let head = "0".repeat(64);
    format!(
        "campaign: test#00000000\ncycle: {cycle}\nseat: {seat}\nsequence: 1\nto: age1test\n\
         head: \"{head}\"\n{lists}"
    )
    .into_bytes()
}

/// What a seat orders with these lists.
pub(crate) fn read(game: &dyn AnyGame, seat: &Seat, lists: &str) -> AnySheet {
    let read = game.read(&file(seat, 1, lists));
    read.unwrap_or_else(|problem| panic!("{problem}\n{lists}")).1
}

/// The lines that are refused.
pub(crate) fn refused(remarks: Vec<Remark>) -> Vec<Remark> {
    remarks.into_iter().filter(|remark| remark.severity == Severity::Refused).collect()
}

/// The orders of the staff by a view.
pub(crate) fn staff(game: &dyn AnyGame, seen: &ViewDoc, seed: [u8; 32]) -> AnySheet {
    game.suggest(seen, &mut Chance::from_seed(seed)).expect("a view")
}

/// The position after so many cycles of the staff.
pub(crate) fn played(game: &dyn AnyGame, cycles: u32) -> Position {
    let mut position = game.setup(&mut Chance::from_seed(seed(0)));
    for cycle in 1..=cycles {
        let orders = |seat: Seat| {
            let ideas = staff(game, &view(game, &position, &seat), seed(cycle));
            (seat, ideas)
        };
        let orders = game.seats().into_iter().map(orders).collect();
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(cycle)));
        position = made.expect("a position").position;
    }
    position
}

/// The position after these events from the set-up.
pub(crate) fn after(game: &dyn AnyGame, events: &[Value]) -> Position {
    let setup = game.setup(&mut Chance::from_seed([0; 32]));
    events.iter().fold(setup, |position, event| {
        game.apply(&position, &EventDoc(event.to_string())).expect("an event")
    })
}

/// The page of a reader on a cycle and the position after it.
pub(crate) fn page(
    game: &dyn AnyGame,
    position: &Position,
    record: &RecordDoc,
    reader: &Reader,
) -> Page {
    let view = game.see(position, reader).expect("a position");
    let news = game.news(record, reader).expect("a record");
    game.page(&view, Some(&news)).expect("a view and an account")
}

/// The value of a document.
pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// A list in a value.
pub(crate) fn array<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("{field} is no list in {value}"))
}

/// The events that a reader witnessed, as values.
pub(crate) fn facts(news: &News) -> Vec<Value> {
    array(&json(&news.0), "events").to_vec()
}

/// How the names of a seat's units begin; `None` for a game that is not told of here.
pub(crate) fn units_of(kind: &str, state: &Value, seat: &Seat) -> Option<Vec<String>> {
    let open = &state["open"];
    let within = |value: &Value| value.as_object().cloned().unwrap_or_default();
    let units = match kind {
        "company-war" => {
            // A position does not say whose a ship is, so all are asked of one of the seats.
            let ships = within(&open["ships"]).into_iter().filter(|_| seat.as_str() == "union");
            let left = ships.filter(|(_, ship)| ship["condition"] != "lost");
            left.map(|(name, _)| format!("{name}, ")).collect()
        }
        "age-of-imperialism" => {
            let own = |land: &Value| {
                land["owner"] == seat.as_str() || land["armies"].get(seat.as_str()).is_some()
            };
            let lands = within(&open["lands"]).into_iter().filter(|(_, land)| own(land));
            let fleets = within(&open["fleets"][seat.as_str()]).into_iter();
            let fleets = fleets.map(|(number, _)| format!("Fleet {number}, "));
            lands.map(|(region, _)| region).chain(fleets).collect()
        }
        "company-commander" => {
            let units = within(&state["secret"]["units"]).into_iter();
            let own = units.filter(|(_, unit)| unit["side"] == seat.as_str());
            own.map(|(name, _)| format!("{name}, ")).collect()
        }
        "parabellum" => {
            let cards = within(&state["secret"]["sides"][seat.as_str()]["cards"]);
            cards.into_iter().map(|(name, _)| format!("{name}, ")).collect()
        }
        "mechad" => crate::mechad::units(state, seat),
        "sea-hunt" => vec!["Your ship, ".to_owned()],
        _ => return None,
    };
    Some(units)
}
