//! Orders in one line each, as a player would write them.

use serde::Serialize;
use serde_json::Value;

use crate::base::{canonical, reflow, yaml};

/// Longest line that mail carries without breaking it.
pub const WIDTH: usize = 72;

/// The order in flow style, such as `move: {path: [3, 29], ship: Norway}`.
pub fn line<T: Serialize>(order: &T) -> String {
    plain(&canonical::value(order))
}

/// The same of an order as it stands in a file.
pub(in crate::engine) fn plain(order: &Value) -> String {
    match order {
        Value::Object(fields) if fields.len() == 1 => {
            let (tag, content) = fields.iter().next().expect("one field");
            format!("{}: {}", scalar(tag), flow(content))
        }
        value => flow(value),
    }
}

/// The value in flow style inside another one, such as `{sees: Norway}`.
pub fn inner<T: Serialize>(value: &T) -> String {
    flow(&canonical::value(value))
}

/// A YAML list of the orders, each on one line where it fits, even behind the mark of a comment;
/// others are broken between their fields.
pub fn list<T: Serialize>(orders: &[T]) -> String {
    orders.iter().map(|order| item(&canonical::value(order))).collect()
}

/// One of such a list.
pub(in crate::engine) fn item(order: &Value) -> String {
    let line = format!("- {}\n", plain(order));
    reflow::reflow(&line, WIDTH - "# ".len()).unwrap_or_else(|_| yaml::write(&[order]))
}

fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Object(fields) => {
            let field =
                |(key, value): (&String, &Value)| format!("{}: {}", scalar(key), flow(value));
            let present = fields.iter().filter(|(_, v)| !v.is_null());
            format!("{{{}}}", present.map(field).collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

/// A text plain where YAML takes it for a text, else in quotes.
fn scalar(text: &str) -> String {
    const WORDS: [&str; 9] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"];
    let first = text.chars().next().is_some_and(char::is_alphabetic);
    let rest = text.chars().all(|c| c.is_alphanumeric() || " .'-_".contains(c));
    let word = WORDS.contains(&text.to_lowercase().as_str());
    if first && rest && !word && !text.ends_with(' ') {
        text.to_owned()
    } else {
        Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn orders_read_as_players_write_them() {
        assert_eq!(
            line(&json!({"move": {"ship": "Norway", "path": [3, 29], "when": null}})),
            "move: {path: [3, 29], ship: Norway}"
        );
        assert_eq!(line(&json!("fleet-assembly")), "fleet-assembly");
        assert_eq!(line(&json!({"a": "12"})), "a: \"12\"");
        assert_eq!(line(&json!({"a": "Wyatt's"})), "a: Wyatt's");
    }
}
