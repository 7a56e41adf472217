//! The canonical encoding: JSON with sorted keys, integers only, no white space.
//!
//! What is hashed or compared is written this way, so that one value has one text.

use std::borrow::Cow;
use std::ops::Range;

use serde::Serialize;
use serde_json::Value;

/// The canonical text of a value.
///
/// # Panics
/// If the value cannot be written as JSON or holds a fraction: both are our mistakes.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> String {
    let text = serde_json::to_string(value).expect("our own types are plain data");
    let out = String::with_capacity(text.len());
    let mut sorter = Sorter { text: &text, at: 0, out };
    sorter.value();
    sorter.out
}

/// True if a value from outside has a canonical text: no number in it is a fraction.
pub fn is_canonical(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => true,
        Value::Number(number) => !number.is_f64(),
        Value::Array(items) => items.iter().all(is_canonical),
        Value::Object(fields) => fields.values().all(is_canonical),
    }
}

/// Copies JSON without white space, as `serde_json` writes it, and sorts the keys on the way.
struct Sorter<'t> {
    text: &'t str,
    at: usize,
    out: String,
}

impl<'t> Sorter<'t> {
    fn next(&self) -> u8 {
        self.text.as_bytes()[self.at]
    }

    fn value(&mut self) {
        match self.next() {
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => {
                let string = self.string();
                self.out.push_str(string);
            }
            _ => {
                let word = self.word();
                self.out.push_str(word);
            }
        }
    }

    fn string(&mut self) -> &'t str {
        let bytes = self.text.as_bytes();
        let mut end = self.at + 1;
        while bytes[end] != b'"' {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let string = &self.text[self.at..=end];
        self.at = end + 1;
        string
    }

    fn word(&mut self) -> &'t str {
        let bytes = self.text.as_bytes();
        let number = !matches!(self.next(), b't' | b'f' | b'n');
        let (mut end, mut fraction) = (self.at, false);
        while end < bytes.len() && !matches!(bytes[end], b',' | b']' | b'}') {
            fraction |= number && matches!(bytes[end], b'.' | b'e');
            end += 1;
        }
        let word = &self.text[self.at..end];
        assert!(!fraction, "a fraction must not enter a state or record: {word}");
        self.at = end;
        word
    }

    fn mark(&mut self) {
        self.out.push(char::from(self.next()));
        self.at += 1;
    }

    fn array(&mut self) {
        self.mark();
        while self.next() != b']' {
            if self.next() == b',' {
                self.mark();
            }
            self.value();
        }
        self.mark();
    }

    fn object(&mut self) {
        self.mark();
        let start = self.out.len();
        let mut fields = Vec::new();
        while self.next() != b'}' {
            if self.next() == b',' {
                self.mark();
            }
            let begin = self.out.len() - start;
            let key = self.string();
            self.out.push_str(key);
            self.mark();
            self.value();
            fields.push((unescaped(key), begin..self.out.len() - start));
        }
        if !fields.is_sorted_by(|a, b| a.0 <= b.0) {
            self.sort(start, fields);
        }
        self.mark();
    }

    /// Puts the fields written since `start` in the order of their keys.
    fn sort(&mut self, start: usize, mut fields: Vec<(Cow<'_, str>, Range<usize>)>) {
        let written = self.out.split_off(start);
        fields.sort_by(|a, b| a.0.cmp(&b.0));
        for (n, (_, field)) in fields.into_iter().enumerate() {
            if n > 0 {
                self.out.push(',');
            }
            self.out.push_str(&written[field]);
        }
    }
}

fn unescaped(key: &str) -> Cow<'_, str> {
    if key.contains('\\') {
        Cow::Owned(serde_json::from_str(key).expect("it was just written"))
    } else {
        Cow::Borrowed(&key[1..key.len() - 1])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::collection::{SizeRange, btree_map, vec};
    use proptest::prelude::*;
    use proptest::string::string_regex;

    use super::*;

    #[derive(Serialize)]
    struct Unsorted {
        z: Option<bool>,
        b: Vec<i64>,
        a: BTreeMap<u8, Value>,
    }

    #[test]
    fn keys_are_sorted_at_every_depth() {
        let value: Value = serde_json::from_str(r#"{"b":[{"z":1,"a":-2}],"a":"é\n"}"#).unwrap();
        assert_eq!(encode(&value), r#"{"a":"é\n","b":[{"a":-2,"z":1}]}"#);
        let inner = serde_json::json!({"\"": "}],", "!": {}, "\n": []});
        let a = BTreeMap::from([(10, Value::Null), (9, inner)]);
        let text = encode(&Unsorted { z: Some(false), b: vec![i64::MIN, 0], a });
        let wanted = concat!(
            r#"{"a":{"10":null,"9":{"\n":[],"!":{},"\"":"}],"}},"#,
            r#""b":[-9223372036854775808,0],"z":false}"#,
        );
        assert_eq!(text, wanted);
    }

    #[test]
    #[should_panic(expected = "fraction")]
    fn fractions_are_our_mistake() {
        encode(&[0.5]);
    }

    #[test]
    fn what_has_no_canonical_text_is_told_apart() {
        let canonical = |text: &str| is_canonical(&serde_json::from_str(text).unwrap());
        assert!(canonical(r#"{"a":[1,-1,18446744073709551615,"1.5",null]}"#));
        for text in ["0.5", "[1e3]", r#"{"a":{"b":-0.0}}"#, "18446744073709551616"] {
            assert!(!canonical(text), "{text}");
        }
    }

    /// What is generated for such a map anyway, but with the expression for its texts read only once.
    fn texts() -> impl Strategy<Value = BTreeMap<String, Vec<String>>> {
        let text = || string_regex("\\PC*").expect("an expression");
        btree_map(text(), vec(text(), SizeRange::default()), SizeRange::default())
    }

    proptest! {
        #[test]
        fn any_text_survives(map in texts()) {
            let text = encode(&map);
            prop_assert_eq!(&serde_json::from_str::<BTreeMap<_, _>>(&text).unwrap(), &map);
            // Its keys are in order as they are.
            prop_assert_eq!(text, serde_json::to_string(&map).unwrap());
        }
    }
}
