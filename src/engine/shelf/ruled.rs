//! What a moderator's ruling changes: a value of a position, a line of somebody's orders.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::typed::{SheetOf, Typed, WholeOf};
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Spot, canonical};
use crate::engine::format::document::{Encoded, Position};
use crate::engine::orders::one_line;
use crate::engine::orders::order_file::Asked;
use crate::engine::sheets::any_sheet::AnySheet;
use crate::engine::{Game, Given, List, Reader, Slot};

/// A change of one seat's orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Amendment {
    /// This order is put in behind the others, in the words of an order file.
    PutIn(String),
    /// The line at this place is struck, with all that hangs on it.
    Strike(String),
}

/// A value of a position that is set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Where it stands in the position: a JSON Pointer (RFC 6901).
    pub path: String,
    /// What it was.
    pub from: Value,
    /// What it is now.
    pub to: Value,
}

/// What can be ruled on.
pub trait Ruled {
    /// The position with other values. The game must have every name in it, take every number, and
    /// recognize what each reader is to see of it.
    ///
    /// # Errors
    /// If a path leads nowhere, the value there is not the one that is replaced, or the game does not
    /// take the position.
    fn set(&self, position: &Position, settings: &[Setting]) -> Result<Position, Problem>;

    /// The value at a path in a position; null where something of this name may stand and does not.
    ///
    /// # Errors
    /// If it leads nowhere.
    fn value(&self, position: &Position, path: &str) -> Result<Value, Problem>;

    /// Orders with a line more or less.
    ///
    /// # Errors
    /// If there is no such line, or the order is none of this game's.
    fn amended(
        &self,
        orders: Option<&AnySheet>,
        amendment: &Amendment,
    ) -> Result<AnySheet, Problem>;

    /// The line of that name.
    ///
    /// # Errors
    /// If there is none.
    fn line(&self, orders: &AnySheet, name: &str) -> Result<OrderLine, Problem> {
        let line = self.lines(orders)?.into_iter().find(|line| line.name == name);
        line.ok_or_else(|| no_line(name))
    }

    /// The line that somebody means by `line 6`, `6`, `order 3`, or its name.
    ///
    /// # Errors
    /// If there is none, or several stand on that line.
    fn meant(&self, orders: &AnySheet, said: &str) -> Result<OrderLine, Problem> {
        let numbered = format!("line {said}");
        let means = |line: &OrderLine| {
            [&line.name, &line.place].contains(&&said.to_owned()) || line.place == numbered
        };
        let lines = self.lines(orders)?;
        let meant: Vec<OrderLine> = lines.into_iter().filter(means).collect();
        match <[OrderLine; 1]>::try_from(meant) {
            Ok([line]) => Ok(line),
            Err(none) if none.is_empty() => Err(no_line(said)),
            Err(several) => {
                let names: Vec<String> = several.into_iter().map(|line| line.name).collect();
                Err(Problem::refused(format!("{} stand there", names.join(" and ")))
                    .hint("name one of them"))
            }
        }
    }

    /// Every line of orders.
    ///
    /// # Errors
    /// If they are none of this game's.
    fn lines(&self, orders: &AnySheet) -> Result<Vec<OrderLine>, Problem>;
}

/// A line of orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// Its name in data, such as `orders[2]`.
    pub name: String,
    /// Where its author finds it: `line 6`, or `order 3` if it stands in no file of theirs.
    pub place: String,
    /// The order, as its player would write it; of a condition only its name.
    pub order: String,
}

impl<G: Game> Ruled for Typed<G> {
    fn set(&self, position: &Position, settings: &[Setting]) -> Result<Position, Problem> {
        let mut document: Value = position.read()?;
        for Setting { path, from, to } in settings {
            canonical::check(to, path)?;
            let place = place(&mut document, path).ok_or_else(|| nowhere(path))?;
            if place != from {
                return Err(Problem::refused(format!("{path} is {place}, not {from}")));
            }
            *place = to.clone();
        }
        let whole = Position::of(&document).read();
        let whole: WholeOf<G> = whole.map_err(|problem| unread(settings, problem))?;
        let set = Position::of(&whole);
        if told(set.read()?) != told(document) {
            return Err(Problem::refused("the game does not take this value as it is written"));
        }
        let names = &self.names;
        let readers = self.game.seats().into_iter().map(Reader::Seat);
        let mut readers = readers.chain([Reader::Public, Reader::Moderator]);
        let known = names.take(&whole.state)
            && names.know(&whole.standing)
            && readers.all(|reader| {
                let view = self.game.view(&whole.state, &reader);
                names.take(&view) && self.game.recognizes(&view)
            });
        if known { Ok(set) } else { Err(Problem::refused("the game has no such position")) }
    }

    fn value(&self, position: &Position, path: &str) -> Result<Value, Problem> {
        let mut document: Value = position.read()?;
        place(&mut document, path).map(|value| value.clone()).ok_or_else(|| nowhere(path))
    }

    fn amended(
        &self,
        orders: Option<&AnySheet>,
        amendment: &Amendment,
    ) -> Result<AnySheet, Problem> {
        let before: Option<&SheetOf<G>> = orders.map(AnySheet::sheet).transpose()?;
        let mut sheet = before.cloned().unwrap_or_default();
        match amendment {
            Amendment::PutIn(text) => {
                let orders: Vec<G::Order> = yaml::read(text.as_bytes(), Origin::Mail)?;
                let next = sheet.orders.iter().map(|given| given.slot.index + 1).max();
                let first = usize::try_from(next.unwrap_or_default()).expect("a file is short");
                for (n, order) in orders.into_iter().enumerate() {
                    let slot = Slot::new(List::Orders, first + n);
                    sheet.orders.push(Given { slot, spot: None, order });
                }
            }
            Amendment::Strike(place) => {
                let before = sheet.lines().count();
                sheet.retain(|slot| slot.name() != *place);
                if sheet.lines().count() == before {
                    return Err(no_line(place));
                }
            }
        }
        Ok(AnySheet::of(sheet))
    }

    fn lines(&self, orders: &AnySheet) -> Result<Vec<OrderLine>, Problem> {
        let sheet: &SheetOf<G> = orders.sheet()?;
        let line = |(slot, spot, asked): (Slot, Option<Spot>, Asked<'_, G::Order, _>)| {
            let name = slot.name();
            let order = asked.order().map_or_else(|| name.clone(), one_line::line);
            OrderLine { name, place: slot.place(spot), order }
        };
        Ok(sheet.lines().map(line).collect())
    }
}

/// Where a path leads. What has its usual value may be left out of a position, so the last step may
/// lead to something that does not stand there yet.
fn place<'d>(document: &'d mut Value, path: &str) -> Option<&'d mut Value> {
    if document.pointer(path).is_none() {
        let (owner, name) = path.rsplit_once('/')?;
        let name = name.replace("~1", "/").replace("~0", "~");
        document.pointer_mut(owner)?.as_object_mut()?.insert(name, Value::Null);
    }
    document.pointer_mut(path)
}

/// What a document tells, whether it writes down values that are empty, zero or false or not.
fn told(document: Value) -> Value {
    let empty = |value: &Value| match value {
        Value::Null => true,
        Value::Bool(yes) => !yes,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(members) => members.is_empty(),
    };
    match document {
        Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| (name, told(value)));
            members.filter(|(_, value)| !empty(value)).collect()
        }
        Value::Array(list) => list.into_iter().map(told).collect(),
        other => other,
    }
}

/// Why a position cannot be read after values were set in it.
fn unread(settings: &[Setting], problem: Problem) -> Problem {
    match settings {
        [Setting { path, from: Value::Null, to }] => Problem::refused(format!(
            "there is nothing at {path} in the position, and the game takes no {to} there"
        ))
        .hint(PATHS),
        // Of several it names the one itself.
        _ => problem,
    }
}

const PATHS: &str = "`adjutant show state` prints it; a path is like /state/open/turn";

fn nowhere(path: &str) -> Problem {
    Problem::refused(format!("there is nothing at {path} in the position")).hint(PATHS)
}

fn no_line(place: &str) -> Problem {
    Problem::refused(format!("there is no order at {place}"))
        .hint("`adjutant orders SEAT` lists them; give it as it stands there, such as \"line 6\"")
}
