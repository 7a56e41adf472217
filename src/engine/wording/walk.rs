//! Walking through a value by what serde shows of it.

use std::fmt::{self, Display, Write as _};

use serde::de::value::Error as Seen;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde::ser::{self, Serialize, Serializer};

use crate::base::canonical;

/// Walks through a value. What is directly inside a newtype is shown, in order: the newtype's name,
/// and the text or number. Returns the largest number, whatever its sign.
pub(in crate::engine) fn walk<T: Serialize>(
    value: &T,
    look: &mut dyn FnMut(&'static str, &str),
) -> u64 {
    let mut met = Met { look, number: String::new(), largest: 0 };
    value.serialize(Walker { kind: None, met: &mut met }).expect("the walker takes all");
    met.largest
}

/// What is met in a value.
struct Met<'l> {
    look: &'l mut dyn FnMut(&'static str, &str),
    /// The last number that was shown.
    number: String,
    largest: u64,
}

/// The tag of a value of an externally tagged type, such as the kind of an order.
pub(in crate::engine) fn tag<T: Serialize>(value: &T) -> String {
    match canonical::value(value) {
        serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

/// The tags that an externally tagged type may have, in the order of its definition.
pub(in crate::engine) fn tags<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    let mut tags: &'static [&'static str] = &[];
    // It fails always, once it has seen the tags.
    let _ = T::deserialize(Tags(&mut tags));
    tags
}

/// Asked for an enum, it notes the tags and gives nothing.
struct Tags<'t>(&'t mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Tags<'_> {
    type Error = Seen;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
        Err(de::Error::custom("no enum"))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        tags: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Seen> {
        *self.0 = tags;
        Err(de::Error::custom("the tags are seen"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Walks through a value. Directly inside a newtype, a text or number is a name of its kind.
struct Walker<'m, 'l> {
    kind: Option<&'static str>,
    met: &'m mut Met<'l>,
}

impl<'l> Walker<'_, 'l> {
    fn name(self, number: impl Display) {
        if let Some(kind) = self.kind {
            self.met.number.clear();
            let _ = write!(self.met.number, "{number}");
            (self.met.look)(kind, &self.met.number);
        }
    }

    fn inside(&mut self) -> Walker<'_, 'l> {
        Walker { kind: None, met: self.met }
    }
}

/// The walker refuses nothing.
#[derive(Debug)]
struct Never;

impl Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value could not be walked through")
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// Scalars: each is a name, if it is directly inside a newtype; of integers the size is noted too.
macro_rules! scalars {
    ($($method:ident: $kind:ty $(, $size:expr)?;)*) => {
        $(fn $method(self, value: $kind) -> Result<(), Never> {
            $(
                let size: fn($kind) -> u64 = $size;
                self.met.largest = self.met.largest.max(size(value));
            )?
            self.name(value);
            Ok(())
        })*
    };
}

impl Serializer for Walker<'_, '_> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    scalars! {
        serialize_bool: bool;
        serialize_i8: i8, |n| n.unsigned_abs().into();
        serialize_i16: i16, |n| n.unsigned_abs().into();
        serialize_i32: i32, |n| n.unsigned_abs().into();
        serialize_i64: i64, i64::unsigned_abs;
        serialize_u8: u8, u64::from;
        serialize_u16: u16, u64::from;
        serialize_u32: u32, u64::from;
        serialize_u64: u64, |n| n;
        serialize_f32: f32;
        serialize_f64: f64;
        serialize_char: char;
    }

    fn serialize_str(self, text: &str) -> Result<(), Never> {
        if let Some(kind) = self.kind {
            (self.met.look)(kind, text);
        }
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<(), Never> {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        kind: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(Self { kind: Some(kind), ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self.inside())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        true
    }
}

/// Compound values: what stands in them is walked through one by one.
macro_rules! compounds {
    ($($trait:ident: $method:ident($($skip:ty)?),)*) => {
        $(impl ser::$trait for Walker<'_, '_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $(_: $skip,)?
                value: &T,
            ) -> Result<(), Never> {
                value.serialize(self.inside())
            }

            fn end(self) -> Result<(), Never> {
                Ok(())
            }
        })*
    };
}

compounds! {
    SerializeSeq: serialize_element(),
    SerializeTuple: serialize_element(),
    SerializeTupleStruct: serialize_field(),
    SerializeTupleVariant: serialize_field(),
    SerializeStruct: serialize_field(&'static str),
    SerializeStructVariant: serialize_field(&'static str),
}

impl ser::SerializeMap for Walker<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        key.serialize(self.inside())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(self.inside())
    }

    fn end(self) -> Result<(), Never> {
        Ok(())
    }
}
