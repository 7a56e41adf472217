//! The canonical encoding: JSON with sorted keys, integers only, no white space.
//!
//! What is hashed or compared is written this way, so that one value has one text.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::rc::Rc;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

/// The canonical text of a value. A [`Json`](super::Json) in it is copied as it is.
///
/// # Panics
/// If the value cannot be written as JSON or holds a fraction: both are our mistakes.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> String {
    let written = Written::default();
    let sorter = Sorter { written: written.clone(), open: Vec::new() };
    let mut serializer = Serializer::with_formatter(written.clone(), sorter);
    value.serialize(&mut serializer).expect("our own types are plain data");
    String::from_utf8(written.0.take()).expect("JSON of texts is text")
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

/// What was written so far, shared by who writes it and who sorts it.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Written {
    fn len(&self) -> usize {
        self.0.borrow().len()
    }
}

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An object that is being written.
struct Object {
    /// Where its first field begins.
    start: usize,
    /// For each field so far where its key ends, and all of it.
    fields: Vec<(usize, Range<usize>)>,
}

/// Sorts the keys of every object when its end is written.
struct Sorter {
    written: Written,
    /// From the outermost to the innermost.
    open: Vec<Object>,
}

impl Sorter {
    fn last(&mut self) -> &mut Object {
        self.open.last_mut().expect("an object was begun")
    }
}

impl Formatter for Sorter {
    fn write_f32<W: ?Sized + io::Write>(&mut self, _: &mut W, number: f32) -> io::Result<()> {
        panic!("a fraction must not enter a state or record: {number}")
    }

    fn write_f64<W: ?Sized + io::Write>(&mut self, _: &mut W, number: f64) -> io::Result<()> {
        panic!("a fraction must not enter a state or record: {number}")
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b"{")?;
        self.open.push(Object { start: self.written.len(), fields: Vec::new() });
        Ok(())
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        let begin = self.written.len();
        self.last().fields.push((begin, begin..begin));
        Ok(())
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        let end = self.written.len();
        if let Some((key, _)) = self.last().fields.last_mut() {
            *key = end;
        }
        out.write_all(b":")
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        let end = self.written.len();
        if let Some((_, field)) = self.last().fields.last_mut() {
            field.end = end;
        }
        Ok(())
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        let object = self.open.pop().expect("an object was begun");
        sort(&mut self.written.0.borrow_mut(), object);
        out.write_all(b"}")
    }
}

/// Puts the fields of an object that was just written in the order of their keys.
fn sort(written: &mut Vec<u8>, Object { start, mut fields }: Object) {
    let key = |(end, field): &(usize, Range<usize>)| &written[field.start + 1..end - 1];
    if fields.iter().any(|field| key(field).contains(&b'\\')) {
        fields.sort_by_cached_key(|field| unescaped(key(field)));
    } else if fields.is_sorted_by(|a, b| key(a) <= key(b)) {
        return;
    } else {
        fields.sort_unstable_by(|a, b| key(a).cmp(key(b)));
    }
    let unsorted = written.split_off(start);
    for (n, (_, field)) in fields.into_iter().enumerate() {
        if n > 0 {
            written.push(b',');
        }
        written.extend_from_slice(&unsorted[field.start - start..field.end - start]);
    }
}

/// A key as it reads, from between its quotes.
fn unescaped(key: &[u8]) -> String {
    let quoted = [b"\"", key, b"\""].concat();
    serde_json::from_slice(&quoted).expect("it was just written")
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
