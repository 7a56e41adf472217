//! What an order looks like, for those who wrote its kind and nothing else.

use serde_json::Value;

use super::schema;
use crate::base::Problem;
use crate::engine::Game;

/// The problem with an example of the order, if it is that its kind has nothing behind it.
pub(in crate::engine) fn of<G: Game>(file: &[u8]) -> impl FnOnce(Problem) -> Problem {
    move |problem| {
        let kind = problem.spot.filter(|_| problem.hint.is_none()).and_then(|spot| {
            let line = usize::try_from(spot.line).ok()?.checked_sub(1)?;
            let text = String::from_utf8_lossy(file).lines().nth(line)?.to_owned();
            let item = text.trim_start().strip_prefix("- ")?;
            let kind = item.split(" #").next()?.trim().trim_end_matches(':');
            Some(kind.to_owned())
        });
        match kind.and_then(|kind| order(&schema::of::<G>(), &kind)) {
            Some(order) => problem.hint(format!("write `- {order}`")),
            None => problem,
        }
    }
}

/// An example of an order of this kind.
fn order(schema: &str, kind: &str) -> Option<String> {
    let schema: Value = serde_json::from_str(schema).ok()?;
    let kinds = schema["$defs"]["Order"]["oneOf"].as_array()?;
    let content = kinds.iter().find_map(|order| order["properties"].get(kind))?;
    Some(format!("{kind}: {}", shape(&schema, content)))
}

/// An example of a value: the first of several words, every required field, dots for what its author knows.
fn shape(schema: &Value, value: &Value) -> String {
    if let Some(name) = value["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap_or_default();
        return shape(schema, &schema["$defs"][name]);
    }
    if let Some(first) = value["oneOf"].get(0) {
        return shape(schema, first);
    }
    if let Some(word) = value["const"].as_str().or_else(|| value["enum"][0].as_str()) {
        return word.to_owned();
    }
    match value["type"].as_str() {
        Some("object") => {
            let names = value["required"].as_array().into_iter().flatten();
            let fields = names.filter_map(Value::as_str);
            let fields: Vec<String> = fields
                .map(|name| format!("{name}: {}", shape(schema, &value["properties"][name])))
                .collect();
            format!("{{{}}}", fields.join(", "))
        }
        Some("array") => "[…]".to_owned(),
        _ => "…".to_owned(),
    }
}
