//! JSON Schemas of order files, made from the types that read them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::base::Digest;
use crate::engine::facts::agenda::Part;
use crate::engine::orders::order_file::File;
use crate::engine::wording::walk::tags;
use crate::engine::{Game, Seat};
use crate::page::{Text, is_rule};

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

/// What each kind of order does and its parts, in the words of its type; the rules that end what it does are marks.
pub(in crate::engine) fn kinds<G: Game>() -> BTreeMap<String, Kind> {
    let settings = SchemaSettings::draft2020_12();
    let root = settings.into_generator().into_root_schema_for::<G::Order>();
    let root = root.as_value();
    let described = one_of(root).filter_map(|kind| {
        let (name, value) = named(kind)?;
        let parts = value.map_or(Vec::new(), |value| parts(root, (name, value)));
        Some((name.to_owned(), Kind { does: cited(described(kind)?), parts }))
    });
    described.collect()
}

/// The conditions on which orders may depend, as a file has them, each with what it means.
pub(in crate::engine) fn conditions<G: Game>() -> Vec<(String, String)> {
    let settings = SchemaSettings::draft2020_12();
    let root = settings.into_generator().into_root_schema_for::<G::Condition>();
    let root = root.as_value();
    let one = |variant: &Value| {
        let (name, value) = named(variant)?;
        let form = match value {
            Some(value) => format!("{{{name}: {}}}", filled_in(root, value)),
            None => name.to_owned(),
        };
        Some((form, small(described(variant)?)))
    };
    one_of(root).filter_map(one).collect()
}

/// What is to be filled in for a value: the name of its type or what it is in capital letters, its fields or its items.
fn filled_in(root: &Value, value: &Value) -> String {
    let whole = resolved(root, value);
    if let Some(fields) = whole.get("properties").and_then(Value::as_object) {
        let one = |(name, field)| format!("{name}: {}", filled_in(root, field));
        return format!("{{{}}}", fields.iter().map(one).collect::<Vec<_>>().join(", "));
    }
    if let Some(items) = whole.get("prefixItems").and_then(Value::as_array) {
        let items = items.iter().map(|item| filled_in(root, item));
        return format!("[{}]", items.collect::<Vec<_>>().join(", "));
    }
    let kind = value.get("$ref").and_then(Value::as_str);
    match (kind.and_then(|path| path.rsplit('/').next()), value.get("type")) {
        (Some(kind), _) => kind.to_uppercase(),
        // What has a number or a name is a place.
        (None, None) => "PLACE".to_owned(),
        (None, Some(kind)) if kind == "integer" => "NUMBER".to_owned(),
        (None, Some(_)) => "NAME".to_owned(),
    }
}

/// What a kind of order is.
pub(in crate::engine) struct Kind {
    /// What it does.
    pub does: Text,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// The parts of an order: its fields, or itself.
fn parts(root: &Value, (kind, order): (&str, &Value)) -> Vec<Part> {
    let order = resolved(root, order);
    let Some(fields) = order.get("properties").and_then(Value::as_object) else {
        return vec![Part { values: values(root, order), ..Part::new(kind, "") }];
    };
    let part = |(name, field): (&String, &Value)| {
        let is = described(field).unwrap_or_default();
        Part { values: values(root, field), ..Part::new(name.clone(), small(is)) }
    };
    fields.iter().map(part).collect()
}

/// The values that a field may have, each with what it is; empty if they are not listed.
fn values(root: &Value, field: &Value) -> Vec<(String, String)> {
    let field = resolved(root, field);
    let one = |value: &Value| Some((named(value)?.0.to_owned(), small(described(value)?)));
    one_of(field).filter_map(one).collect()
}

/// What a schema stands for: where it is defined, each of its items, itself or nothing.
fn resolved<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    loop {
        let defined = schema.get("$ref").and_then(Value::as_str);
        let defined = defined.and_then(|path| root.pointer(path.strip_prefix('#')?));
        let inner = || schema.pointer("/anyOf/0").or(schema.get("items"));
        match defined.or_else(inner) {
            Some(next) => schema = next,
            None => return schema,
        }
    }
}

fn one_of(schema: &Value) -> impl Iterator<Item = &Value> {
    schema.get("oneOf").and_then(Value::as_array).into_iter().flatten()
}

/// The name of a variant, and what it holds.
fn named(variant: &Value) -> Option<(&str, Option<&Value>)> {
    let holds = variant.get("properties").and_then(|one| one.as_object()?.iter().next());
    match holds {
        Some((name, value)) => Some((name, Some(value))),
        None => Some((variant.get("const")?.as_str()?, None)),
    }
}

fn described(schema: &Value) -> Option<&str> {
    schema.get("description")?.as_str()
}

/// A sentence as a part of another.
fn small(sentence: &str) -> String {
    let words = marked(&sentence.trim_end_matches('.').replace('\n', " "));
    let mut letters = words.chars();
    let first = letters.next();
    match (first, letters.clone().next()) {
        (Some(_), Some(second)) if second.is_uppercase() => words,
        (Some(first), _) => first.to_lowercase().chain(letters).collect(),
        (None, _) => String::new(),
    }
}

/// Words with marks for the rules that they name, `[cw21]` for `(cw21)`.
fn marked(words: &str) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, more)) = rest.split_once('(') {
        let Some((inside, after)) = more.split_once(')') else { break };
        out += before;
        let rules = inside.split(", ").map(|id| format!("[{id}]"));
        let cites = inside.split(", ").all(is_rule);
        let told = if cites { rules.collect::<Vec<_>>().join(" ") } else { format!("({inside})") };
        out += &told;
        rest = after;
    }
    out + rest
}

/// A sentence that ends in its rules, such as `A ship's course (cw21).`
fn cited(sentence: &str) -> Text {
    let sentence = sentence.trim_end_matches('.');
    let (words, rules) = sentence.rsplit_once(" (").unwrap_or((sentence, ""));
    let rules = rules.trim_end_matches(')').split(", ").filter(|rule| !rule.is_empty());
    rules.fold(Text::marked(words), Text::rule)
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
