//! Order files as their authors spell them: names in any case, places by name where the game has
//! numbers, orders in one line. What is read is the same as if it were written at length.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, Visitor};
use serde_json::Value;

use crate::base::yaml::{self, Origin, Spanned, Spelling};
use crate::base::{Cause, Problem, Spot};
use crate::engine::orders::one_line;
use crate::engine::orders::order_file::{Case, File};
use crate::engine::orders::short::{self, Short};
use crate::engine::wording::walk::tags;
use crate::engine::{Game, Names, Orders, Words};

/// How orders are spelled in one file.
struct Speller<'n> {
    names: Option<&'n Names>,
    tags: &'static [&'static str],
    /// For each order of the file, what it stands for, if it is a short line.
    lines: Vec<Option<Value>>,
    next: Cell<usize>,
    /// What would have been right in place of the name that ended the reading.
    missed: RefCell<Option<String>>,
}

impl<'n> Speller<'n> {
    fn new(names: Option<&'n Names>, tags: &'static [&'static str]) -> Self {
        Self { names, tags, lines: Vec::new(), next: Cell::new(0), missed: RefCell::new(None) }
    }
}

impl Spelling for Speller<'_> {
    fn is_name(&self, kind: &str) -> bool {
        self.names.is_some_and(|names| names.has(kind))
    }

    fn name(&self, kind: &str, text: &str) -> Option<String> {
        self.names.and_then(|names| names.spelled(kind, text)).map(str::to_owned)
    }

    fn missing(&self, kind: &str, text: &str) -> String {
        let Words { what, hint } = match self.names {
            Some(names) => names.missing(kind, text),
            None => Words::new(format!("there is no {text}")),
        };
        self.missed.replace(hint);
        what
    }

    fn missed(&self) -> Option<String> {
        self.missed.take()
    }

    fn instead(&self, tags: &'static [&'static str]) -> Option<Value> {
        // Words that the file shows keep their places: the list of an order's kinds is one of a kind.
        if !std::ptr::eq(tags, self.tags) && tags != self.tags {
            return None;
        }
        let n = self.next.replace(self.next.get() + 1);
        self.lines.get(n).cloned().flatten()
    }
}

/// An order file as it was read, and its short lines as they are written.
pub(in crate::engine) struct Spelled<O, C> {
    pub(in crate::engine) file: File<O, C>,
    pub(in crate::engine) short: BTreeMap<Spot, String>,
}

type FileOf<G> = File<<G as Orders>::Order, <G as Orders>::Condition>;
type SpelledOf<G> = Spelled<<G as Orders>::Order, <G as Orders>::Condition>;

/// Reads an order file.
///
/// # Errors
/// What cannot be read, with line and column.
pub(in crate::engine) fn read<G: Game>(
    bytes: &[u8],
    names: &Names,
) -> Result<SpelledOf<G>, Problem> {
    let text = String::from_utf8_lossy(bytes);
    read_by::<G>(&text, Some(names), |by| yaml::read_spelled(bytes, Origin::Mail, by))
}

/// Reads an order file whose characters are not checked, without the names of any scenario.
pub(in crate::engine) fn read_unnamed<G: Game>(text: &str) -> Option<FileOf<G>> {
    let read = read_by::<G>(text, None, |by| yaml::read_unguarded_spelled(text, by));
    read.ok().map(|read| read.file)
}

fn read_by<G: Game>(
    text: &str,
    names: Option<&Names>,
    parse: impl Fn(&Speller<'_>) -> Result<FileOf<G>, Problem>,
) -> Result<SpelledOf<G>, Problem> {
    let mut speller = Speller::new(names, tags::<G::Order>());
    let first = match parse(&speller) {
        Ok(file) => return Ok(Spelled { file, short: BTreeMap::new() }),
        Err(first) => first,
    };
    // A file without short lines has been read, or refused, by now.
    let lines = match lines(text, speller.tags, G::SHORT) {
        Ok(lines) => lines,
        Err(other) if line_at(text, &first).is_some_and(|l| G::SHORT.read(l).is_some()) => {
            return Err(other);
        }
        Err(_) => return Err(first),
    };
    if lines.iter().all(|line| line.order.is_none()) {
        return Err(nearest(text, G::SHORT, first));
    }
    let short = lines.iter().filter(|line| line.order.is_some());
    let short = short.filter_map(|line| Some((line.spot, line.text.clone()?))).collect();
    let given = lines.clone();
    speller.lines = lines.into_iter().map(|line| line.order).collect();
    speller.next.set(0);
    match parse(&speller) {
        Ok(file) => Ok(Spelled { file, short }),
        Err(problem) => {
            let problem = nearest(text, G::SHORT, problem);
            let at = |spot: &Spot| problem.spot.is_some_and(|it| it.line == spot.line);
            let line = given.into_iter().find(|line| at(&line.spot)).and_then(|line| line.order);
            Err(match line {
                Some(order) => understood(problem, &order),
                None => problem,
            })
        }
    }
}

/// The problem with what its line was read as.
fn understood(mut problem: Problem, order: &Value) -> Problem {
    let what = Problem::refused(format!("{}; read as `{}`", problem.what, one_line::line(order)));
    problem.what = what.what;
    problem
}

/// The line of a problem, without the dash in front of it.
fn line_at<'t>(text: &'t str, problem: &Problem) -> Option<&'t str> {
    let line = usize::try_from(problem.spot?.line).ok()?.checked_sub(1)?;
    let line = text.lines().nth(line)?.trim_start().strip_prefix("- ")?;
    Some(line.split(" #").next().unwrap_or_default().trim())
}

/// The problem with an example of the short line that was probably meant, if it is about a line
/// that has the look of one.
fn nearest(text: &str, short: &Short, problem: Problem) -> Problem {
    let unknown = matches!(problem.cause, Some(Cause::NoColon | Cause::UnknownWord));
    let line = line_at(text, &problem).filter(|line| unknown && !line.contains(['{', '[']));
    match line.filter(|line| line.contains(' ')).and_then(|line| short.nearest(line)) {
        Some(example) => {
            let line = line_at(text, &problem).unwrap_or_default();
            let mut told = problem.hint(format!("in one line it is written as `{example}`"));
            told.what = Problem::refused(format!("`{line}` is not an order")).what;
            told
        }
        None => problem,
    }
}

/// An order of a file.
#[derive(Clone)]
struct Line {
    spot: Spot,
    /// What is written, if it may be a short line.
    text: Option<String>,
    /// What that stands for, if it is one.
    order: Option<Value>,
}

/// Where each order of a file stands, in the order of the file, and what it stands for if it is a
/// short line.
fn lines(text: &str, tags: &[&str], short: &Short) -> Result<Vec<Line>, Problem> {
    let file: File<Loose, IgnoredAny> = yaml::read_unguarded(text)?;
    let mut lines: Vec<Line> = file
        .into_orders()
        .into_iter()
        .map(|order| {
            let read = order.value.0.filter(|line| !is_kind(line, tags));
            let spot = Spot::of(order.referenced.line(), order.referenced.column());
            let meant = read.as_deref().and_then(|line| short.read(line));
            Line { spot, text: read, order: meant }
        })
        .collect();
    lines.sort_by_key(|line| line.spot);
    Ok(lines)
}

/// True if a line is the kind of an order, alone or with something behind a colon.
pub(super) fn is_kind(line: &str, tags: &[&str]) -> bool {
    tags.contains(&line.split(": ").next().unwrap_or_default())
}

/// What may be a short line: a text, or a name and a value; anything else is passed over.
struct Loose(Option<String>);

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(LooseVisitor)
    }
}

struct LooseVisitor;

impl<'de> Visitor<'de> for LooseVisitor {
    type Value = Loose;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("an order")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Loose, E> {
        Ok(Loose(Some(text.to_owned())))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Loose, E> {
        Ok(Loose(Some(number.to_string())))
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Loose, E> {
        Ok(Loose(None))
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Loose, E> {
        Ok(Loose(None))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Loose, E> {
        Ok(Loose(None))
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut items: A) -> Result<Loose, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Loose(None))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut fields: A) -> Result<Loose, A::Error> {
        let mut one = None;
        let mut count = 0;
        while let Some((key, value)) = fields.next_entry::<Value, Loose>()? {
            count += 1;
            one = short::text(&key).zip(value.0);
        }
        Ok(Loose(one.filter(|_| count == 1).map(|(key, value)| format!("{key}: {value}"))))
    }
}

/// Everything a file says, as plain data with each short line at its length: what must stay when
/// a file is written in another way. `None` if a line is no order of this game.
pub(in crate::engine) fn meaning<G: Game>(text: &str) -> Option<Value> {
    let mut file: File<Value, Value> = yaml::read_unguarded(text).ok()?;
    for order in file.spanned_mut() {
        order.value = long::<G>(&order.value)?;
    }
    serde_json::to_value(&file).ok()
}

/// An order at its length; `None` if it is none of this game.
pub(in crate::engine) fn long<G: Game>(order: &Value) -> Option<Value> {
    let tags = tags::<G::Order>();
    let kind = match order {
        Value::Object(fields) if fields.len() == 1 => fields.keys().next()?.as_str(),
        Value::String(kind) => kind,
        _ => return None,
    };
    if tags.contains(&kind) {
        return Some(order.clone());
    }
    G::SHORT.read(&short::text(order)?)
}

impl<O, C> File<O, C> {
    fn into_orders(self) -> Vec<Spanned<O>> {
        let (standing, orders, contingent) = self.lists();
        let cases = contingent.into_iter().flatten();
        let hanging = cases.flat_map(|case: Spanned<Case<O, C>>| {
            case.value.then.into_iter().chain(case.value.otherwise)
        });
        standing.into_iter().flatten().chain(orders.into_iter().flatten()).chain(hanging).collect()
    }
}
