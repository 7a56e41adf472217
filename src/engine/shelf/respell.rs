//! Orders written in their other form: short lines at their length, and the other way round.

use std::ops::Range;

use serde_json::Value;

use super::any_game::Written;
use crate::base::yaml::{self, Spanned};
use crate::base::{Problem, reflow};
use crate::engine::Game;
use crate::engine::orders::one_line;
use crate::engine::orders::order_file::File;
use crate::engine::sheets::spelling::{long, meaning};

/// An order file with its orders in the other form; `None` if one of them is none of this game.
///
/// # Errors
/// If the file cannot be read, or would say something else.
pub(in crate::engine) fn file<G: Game>(text: &str, to: Written) -> Result<Option<String>, Problem> {
    let mut file: File<Value, Value> = yaml::read_unguarded(text)?;
    let Some(before) = meaning::<G>(text) else { return Ok(None) };
    let mut orders = file.spanned_mut().map(|order| (place(order), order.value.clone()));
    let mut orders: Vec<_> = orders.by_ref().collect();
    orders.sort_by_key(|(place, _)| *place);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::new();
    let mut next = 0;
    for ((line, column), order) in orders {
        let Some((range, lead)) = item(&lines, line, column) else { continue };
        let Some(other) = written::<G>(&order, to) else { continue };
        let old = lines[range.clone()].join("\n");
        out.extend(lines[next..range.start].iter().flat_map(|line| [line, "\n"]));
        let words = reflow::comments(&old)?.join(" ");
        let comment = if words.is_empty() { String::new() } else { format!("  # {words}") };
        out.extend([lead, &other, &comment, "\n"]);
        next = range.end;
    }
    out.extend(lines[next..].iter().flat_map(|line| [line, "\n"]));
    if meaning::<G>(&out) == Some(before) && reflow::comments(&out)? == reflow::comments(text)? {
        return Ok(Some(out));
    }
    Err(Problem::refused("the other form of these orders would say something else")
        .hint("write each order in lines of its own"))
}

/// An order in the other form; `None` if it has this form already, or no other.
fn written<G: Game>(order: &Value, to: Written) -> Option<String> {
    let full = long::<G>(order)?;
    match to {
        Written::Short => (full == *order).then(|| G::SHORT.write(order)).flatten(),
        Written::Long => (full != *order).then(|| at_length::<G>(&full)),
    }
}

/// An order in its long form, with its fields in the order of their type.
fn at_length<G: Game>(order: &Value) -> String {
    typed::<G>(order).map_or_else(|| one_line::line(order), |typed| one_line::line(&typed))
}

/// An order of the game; `None` if it is none.
fn typed<G: Game>(order: &Value) -> Option<G::Order> {
    serde_json::from_str(&order.to_string()).ok()
}

/// Line and column, from 0.
fn place(order: &Spanned<Value>) -> (usize, usize) {
    let at = order.referenced;
    let from_0 = |n: u64| usize::try_from(n).unwrap_or_default().saturating_sub(1);
    (from_0(at.line()), from_0(at.column()))
}

/// The lines of a list item that begins at this place, and what stands before it there; `None` if
/// it shares its lines with others.
fn item<'t>(lines: &[&'t str], line: usize, column: usize) -> Option<(Range<usize>, &'t str)> {
    let text = lines.get(line)?;
    let lead = text.get(..text.char_indices().nth(column).map_or(text.len(), |(at, _)| at))?;
    let indent = lead.strip_suffix(' ')?.trim_end().strip_suffix('-')?;
    if !indent.trim().is_empty() {
        return None;
    }
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let deeper = |line: &str| line.len() - line.trim_start().len() > indent.len();
    let rest = &lines[line + 1..];
    let most = rest.iter().take_while(|line| blank(line) || deeper(line)).count();
    let last = rest[..most].iter().rposition(|line| !blank(line));
    Some((line..line + 1 + last.map_or(0, |n| n + 1), lead))
}

/// A YAML list of orders, each in its short form if it has one.
pub(in crate::engine) fn list<G: Game>(list: &str) -> String {
    let orders: Option<Vec<Value>> = yaml::read_unguarded(list).ok();
    let Some(orders) = orders.filter(|orders| !orders.is_empty()) else { return list.to_owned() };
    let written = |order: Value| match G::SHORT.write(&order) {
        Some(line) => {
            let line = format!("- {line}\n");
            reflow::reflow(&line, one_line::WIDTH - "# ".len()).unwrap_or(line)
        }
        None => match typed::<G>(&order) {
            Some(typed) => one_line::item(&typed),
            None => one_line::item(&order),
        },
    };
    orders.into_iter().map(written).collect()
}
