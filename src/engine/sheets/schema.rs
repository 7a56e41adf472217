//! JSON Schemas of order files, made from the types that read them.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::json;

use crate::base::Digest;
use crate::engine::orders::order_file::File;
use crate::engine::wording::walk::tags;
use crate::engine::{Game, Seat};

/// The JSON Schema (draft 2020-12) of a game's order file, ended by a line feed.
pub(in crate::engine) fn of<G: Game>() -> String {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(bounded));
    let mut schema =
        settings.into_generator().into_root_schema_for::<File<G::Order, G::Condition>>();
    with_short_lines::<G>(&mut schema);
    schema.insert("title".to_owned(), format!("Order file of {}", G::NAME).into());
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
    format!("{text}\n")
}

/// An order may stand in one line: a text, or a name and what it is given behind a colon.
fn with_short_lines<G: Game>(schema: &mut Schema) {
    let orders = schema.pointer_mut("/$defs/Order/oneOf").and_then(|kinds| kinds.as_array_mut());
    let (Some(orders), Some(lines)) = (orders, G::SHORT.regex()) else { return };
    let examples: Vec<&str> = G::SHORT.orders.iter().map(|(.., example)| *example).collect();
    let (named, plain): (Vec<&str>, Vec<&str>) =
        examples.into_iter().partition(|example| example.contains(": "));
    orders.push(json!({
        "description": "An order in one line.",
        "type": "string",
        "pattern": lines,
        "examples": plain,
    }));
    if !named.is_empty() {
        orders.push(json!({
            "description": format!("An order in one line, such as `{}`.", named.join("` or `")),
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "propertyNames": {"not": {"enum": tags::<G::Order>()}},
            "additionalProperties": {"type": ["string", "integer"]},
        }));
    }
}

/// Sizes of integers as bounds: validators do not know the names that Rust has for them.
fn bounded(schema: &mut Schema) {
    let format = schema.remove("format");
    if format.is_some_and(|format| format == "uint32") && schema.get("maximum").is_none() {
        schema.insert("maximum".to_owned(), u32::MAX.into());
    }
}

impl JsonSchema for Seat {
    fn schema_name() -> Cow<'static, str> {
        "Seat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The name of a seat.",
            "type": "string",
            "pattern": "^[a-z][a-z0-9-]{0,31}$",
        })
    }
}

impl JsonSchema for Digest {
    fn schema_name() -> Cow<'static, str> {
        "Digest".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "64 hexadecimal digits in lower case.",
            "type": "string",
            "pattern": "^[0-9a-f]{64}$",
        })
    }
}
