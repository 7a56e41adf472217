//! Orders in one line each, as a player would write them.

use serde::Serialize;
use serde_json::Value;

use super::ordered::Ordered;
use crate::base::{reflow, yaml};

/// Longest line that mail carries without breaking it.
pub const WIDTH: usize = 72;

/// The order in flow style with its fields in the order of their type, such as `move: {ship: Norway, path: [3, 29]}`.
pub fn line<T: Serialize>(order: &T) -> String {
    match &Ordered::of(order) {
        Ordered::Fields(fields) if fields.len() == 1 => {
            let (tag, content) = &fields[0];
            format!("{}: {}", scalar(tag), flow(content))
        }
        value => flow(value),
    }
}

/// The value in flow style inside another one, such as `{sees: Norway}`.
pub fn inner<T: Serialize>(value: &T) -> String {
    flow(&Ordered::of(value))
}

/// A YAML list of the orders, each on one line where it fits, even behind the mark of a comment;
/// others are broken between their fields.
pub fn list<T: Serialize>(orders: &[T]) -> String {
    orders.iter().map(item).collect()
}

/// One of such a list.
pub(in crate::engine) fn item<T: Serialize>(order: &T) -> String {
    let line = format!("- {}\n", line(order));
    reflow::reflow(&line, WIDTH - "# ".len()).unwrap_or_else(|_| yaml::write(&[order]))
}

fn flow(value: &Ordered) -> String {
    match value {
        Ordered::Plain(Value::String(text)) => scalar(text),
        Ordered::Plain(plain) => plain.to_string(),
        Ordered::List(items) => {
            format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Ordered::Fields(fields) => {
            let field =
                |(key, value): &(String, Ordered)| format!("{}: {}", scalar(key), flow(value));
            let present = fields.iter().filter(|(_, value)| !value.is_null());
            format!("{{{}}}", present.map(field).collect::<Vec<_>>().join(", "))
        }
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

    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    enum Ask {
        Move { ship: &'static str, path: Vec<u32> },
    }

    #[test]
    fn orders_read_as_players_write_them() {
        assert_eq!(
            line(&json!({"move": {"ship": "Norway", "path": [3, 29], "when": null}})),
            "move: {path: [3, 29], ship: Norway}"
        );
        assert_eq!(
            line(&Ask::Move { ship: "Norway", path: vec![3, 29] }),
            "move: {ship: Norway, path: [3, 29]}"
        );
        assert_eq!(line(&json!("fleet-assembly")), "fleet-assembly");
        assert_eq!(line(&json!({"a": "12"})), "a: \"12\"");
        assert_eq!(line(&json!({"a": "Wyatt's"})), "a: Wyatt's");
    }
}
