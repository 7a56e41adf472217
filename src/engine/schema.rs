//! JSON Schemas of order files, made from the types that read them.

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::order_file::File;
use super::{Game, Seat};
use crate::base::Digest;

/// The JSON Schema (draft 2020-12) of a game's order file, ended by a line feed.
pub(super) fn of<G: Game>() -> String {
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(bounded));
    let mut schema =
        settings.into_generator().into_root_schema_for::<File<G::Order, G::Condition>>();
    schema.insert("title".to_owned(), format!("Order file of {}", G::NAME).into());
    let text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
    format!("{text}\n")
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
