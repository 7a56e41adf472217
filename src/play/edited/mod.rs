//! An order file, changed line by line.
//!
//! A line is found by where it stands, so that a file in which another line cannot be read can be changed, too. After a change
//! a file that could be read still can, or nothing is changed.

mod file;
mod hung;

use serde_json::{Value, json};

use self::file::{File, Item};
use super::asked::{Asked, game};
use super::refined::{Unit, units};
use crate::base::Problem;
use crate::engine::Shelf;
use crate::engine::shelf::composed::Composer;

/// The order file after a change, and its lines: each with its place, its unit and what it says.
///
/// # Errors
/// If there is no such line, or the file would not be read any more.
pub(super) fn edited(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    let given = std::str::from_utf8(asked.orders()?).expect("it was JSON");
    let view = reading.report.data.view();
    let mut file = File::of(given);
    let order = asked.order.as_deref().unwrap_or_default();
    let slot = asked.slot.as_deref().unwrap_or_default();
    match asked.act.as_deref() {
        None => {}
        Some("give") => file.give(order, asked.subject.as_deref().unwrap_or_default())?,
        Some("take-back") => file.take_back(slot)?,
        Some("up") => file.swap(slot, true)?,
        Some("down") => file.swap(slot, false)?,
        Some("standing") => file.stand(slot, &game.shortened(&game.standing(&view)?))?,
        Some("once") => file.once(slot)?,
        Some("when") => file.hang(slot, asked.when.as_deref().unwrap_or_default())?,
        Some("always") => file.free(slot)?,
        Some(other) => return Err(Problem::usage(format!("there is no change {other}"))),
    }
    let text = file.text();
    if game.read(given.as_bytes()).is_ok() && text != given {
        game.read(text.as_bytes()).map_err(|problem| {
            Problem::refused(format!("the file would not be read then: {}", problem.what))
                .hint("change the line in the text")
        })?;
    }
    let units = units(&*game, &view)?;
    let composer = game.composer(&view)?;
    let line = |(n, item): (usize, &Item)| {
        let said = file.said(item, &*game);
        let first = said.orders.first().map_or("", String::as_str);
        let named = composer.named(&format!("- {first}\n"));
        let unit = units.iter().find(|unit| unit.offers.iter().any(|offer| offer == first));
        let unit = unit.or_else(|| Unit::of(&units, named.as_ref()?));
        let names = named.map(|named| called(&*composer, &named.names));
        json!({
            "slot": file.slot(n),
            "list": item.list,
            "line": item.lines.start + 1,
            "when": said.when,
            "order": said.words(),
            "names": names.unwrap_or_default(),
            "subject": unit.map(|unit| &unit.subject),
        })
    };
    let lines: Vec<Value> = file.items.iter().enumerate().map(line).collect();
    Ok(json!({"orders": text, "lines": lines}))
}

/// Names in the order of an order, each with what else it is called.
fn called(composer: &dyn Composer, names: &[(String, String)]) -> Vec<Vec<String>> {
    let called = |(kind, name): &(String, String)| {
        let known = composer.known(kind).into_iter().find(|(own, _)| own == name);
        [Some(name.clone()), known.and_then(|(_, called)| called)].into_iter().flatten().collect()
    };
    names.iter().map(called).collect()
}
