//! The canonical encoding: JSON with sorted keys, integers only, no white space.
//!
//! What is hashed or compared is written this way, so that one value has one text.

use std::io;
use std::ops::Range;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

use super::Problem;

/// The canonical text of a value. A [`Json`](super::Json) in it is copied as it is.
///
/// # Panics
/// If the value cannot be written as JSON or holds a fraction: both are our mistakes.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> String {
    let mut out = Vec::new();
    let (open, fields, unsorted) = (Vec::new(), Vec::new(), Vec::new());
    let sorter = Sorter { out: &mut out, open, fields, unsorted };
    let mut serializer = Serializer::with_formatter(Nowhere, sorter);
    value.serialize(&mut serializer).expect("our own types are plain data");
    String::from_utf8(out).expect("JSON of texts is text")
}

/// A value as JSON, to be looked into or changed. It goes through its canonical text, so that types are
/// compiled for one kind of JSON.
///
/// # Panics
/// As [`encode`].
pub fn value<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::from_str(&encode(value)).expect("it was just written")
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

/// Refuses a value from outside that has no canonical text.
///
/// # Errors
/// The first number that is none, at its path (RFC 6901) behind the one that is given.
pub fn check(value: &Value, path: &str) -> Result<(), Problem> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
        Value::Number(number) if !number.is_f64() => Ok(()),
        Value::Number(number) => Err(Problem::refused(format!("{number} is not a whole number"))
            .at(path)
            .hint("use whole numbers from -2^63 to 2^64 - 1")),
        Value::Array(items) => {
            (0..).zip(items).try_for_each(|(n, item)| check(item, &format!("{path}/{n}")))
        }
        Value::Object(fields) => fields.iter().try_for_each(|(name, field)| {
            let name = name.replace('~', "~0").replace('/', "~1");
            check(field, &format!("{path}/{name}"))
        }),
    }
}

/// Where a serializer writes whose formatter keeps all that it is given.
struct Nowhere;

impl io::Write for Nowhere {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        unreachable!("the formatter keeps everything")
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A field of an object: where its key ends, and all of it.
type Field = (usize, Range<usize>);

/// Sorts the keys of every object when its end is written. It keeps what is written itself, since it has
/// to know where it is and to go back.
struct Sorter<'o> {
    out: &'o mut Vec<u8>,
    /// Of each object that is being written, from the outermost to the innermost, where its first field
    /// begins and which of `fields` that is.
    open: Vec<(usize, usize)>,
    /// The fields so far of all objects that are being written.
    fields: Vec<Field>,
    /// Room for the fields of an object while they are sorted.
    unsorted: Vec<u8>,
}

/// Written as JSON is written without white space.
macro_rules! compact {
    ($($name:ident($($value:ident: $type:ty)?);)*) => {
        $(
            fn $name<W: ?Sized + io::Write>(
                &mut self,
                _: &mut W,
                $($value: $type)?
            ) -> io::Result<()> {
                CompactFormatter.$name(&mut *self.out, $($value)?)
            }
        )*
    };
}

impl Formatter for Sorter<'_> {
    compact! {
        write_null();
        write_bool(value: bool);
        write_i8(value: i8);
        write_i16(value: i16);
        write_i32(value: i32);
        write_i64(value: i64);
        write_i128(value: i128);
        write_u8(value: u8);
        write_u16(value: u16);
        write_u32(value: u32);
        write_u64(value: u64);
        write_u128(value: u128);
        write_number_str(value: &str);
        begin_string();
        end_string();
        write_string_fragment(fragment: &str);
        write_char_escape(escape: CharEscape);
        write_byte_array(value: &[u8]);
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        end_object_key();
        write_raw_fragment(fragment: &str);
    }

    fn write_f32<W: ?Sized + io::Write>(&mut self, _: &mut W, number: f32) -> io::Result<()> {
        panic!("a fraction must not enter a state or record: {number}")
    }

    fn write_f64<W: ?Sized + io::Write>(&mut self, _: &mut W, number: f64) -> io::Result<()> {
        panic!("a fraction must not enter a state or record: {number}")
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.out.push(b'{');
        self.open.push((self.out.len(), self.fields.len()));
        Ok(())
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        _: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if !first {
            self.out.push(b',');
        }
        let begin = self.out.len();
        self.fields.push((begin, begin..begin));
        Ok(())
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        if let Some((key, _)) = self.fields.last_mut() {
            *key = self.out.len();
        }
        self.out.push(b':');
        Ok(())
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        if let Some((_, field)) = self.fields.last_mut() {
            field.end = self.out.len();
        }
        Ok(())
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        let (start, first) = self.open.pop().expect("an object was begun");
        if sort(self.out, &mut self.fields[first..]) {
            self.unsorted.clear();
            self.unsorted.extend_from_slice(&self.out[start..]);
            self.out.truncate(start);
            for (n, (_, field)) in self.fields[first..].iter().enumerate() {
                if n > 0 {
                    self.out.push(b',');
                }
                self.out.extend_from_slice(&self.unsorted[field.start - start..field.end - start]);
            }
        }
        self.fields.truncate(first);
        self.out.push(b'}');
        Ok(())
    }
}

/// Puts the fields of an object in the order of their keys; false if they are in it already.
fn sort(written: &[u8], fields: &mut [Field]) -> bool {
    let key = |(end, field): &Field| &written[field.start + 1..end - 1];
    if fields.iter().any(|field| key(field).contains(&b'\\')) {
        fields.sort_by_cached_key(|field| unescaped(key(field)));
        return true;
    }
    let sorted = fields.is_sorted_by(|a, b| key(a) <= key(b));
    if !sorted {
        fields.sort_unstable_by(|a, b| key(a).cmp(key(b)));
    }
    !sorted
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
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn any_text_survives(map in texts()) {
            let text = encode(&map);
            prop_assert_eq!(&serde_json::from_str::<BTreeMap<_, _>>(&text).unwrap(), &map);
            // Its keys are in order as they are.
            prop_assert_eq!(text, serde_json::to_string(&map).unwrap());
        }
    }
}
