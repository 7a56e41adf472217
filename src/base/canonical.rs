//! The canonical encoding: JSON with sorted keys, integers only, no white space.
//!
//! What is hashed or compared is written this way, so that one value has one text.

use serde::Serialize;
use serde_json::Value;

/// The canonical text of a value.
///
/// # Panics
/// If the value cannot be written as JSON or holds a fraction: both are our mistakes.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> String {
    let value = serde_json::to_value(value).expect("our own types are plain data");
    let mut out = String::new();
    write(&value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => out.push_str(&value.to_string()),
        Value::Number(number) => {
            assert!(!number.is_f64(), "a fraction must not enter a state or record: {number}");
            out.push_str(&number.to_string());
        }
        Value::Array(items) => {
            out.push('[');
            for (n, item) in items.iter().enumerate() {
                if n > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(fields) => write_object(fields, out),
    }
}

fn write_object(fields: &serde_json::Map<String, Value>, out: &mut String) {
    // A build that keeps insertion order would change every digest, so we sort ourselves.
    let mut fields: Vec<_> = fields.iter().collect();
    fields.sort_by(|a, b| a.0.cmp(b.0));
    out.push('{');
    for (n, (key, value)) in fields.into_iter().enumerate() {
        if n > 0 {
            out.push(',');
        }
        out.push_str(&Value::from(key.as_str()).to_string());
        out.push(':');
        write(value, out);
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value: Value = serde_json::from_str(r#"{"b":[{"z":1,"a":-2}],"a":"é\n"}"#).unwrap();
        assert_eq!(encode(&value), r#"{"a":"é\n","b":[{"a":-2,"z":1}]}"#);
    }

    #[test]
    #[should_panic(expected = "fraction")]
    fn fractions_are_our_mistake() {
        encode(&0.5);
    }
}
