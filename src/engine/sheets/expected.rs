//! What the orders of a game take at a place that a pattern fills: found by what serde asks for there.

use std::cell::Cell;

use serde::de::value::{Error as Seen, StrDeserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::engine::orders::short::steps::Key;

/// What is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A name of this kind.
    Name(&'static str),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number.
    Number,
    /// Something else in words.
    Text,
    /// So many values, one behind the other.
    Items(usize),
    /// A value for each of these fields.
    Fields(&'static [&'static str]),
}

/// What a type takes there; `None` if it has no such place.
pub(in crate::engine) fn expected<'de, T: de::Deserialize<'de>>(at: &[Key]) -> Option<Expected> {
    let found = Cell::new(None);
    // It fails always, once it has seen what is asked for.
    let _ = T::deserialize(Probe { at, kind: None, before: before(at), found: &found });
    found.get()
}

fn before(at: &[Key]) -> usize {
    match at.first() {
        Some(Key::Nth(before)) => *before,
        Some(Key::Item | Key::Field(_) | Key::Name) | None => 0,
    }
}

/// Gives nothing, but notes what it is asked for at the end of the way.
#[derive(Clone, Copy)]
struct Probe<'p> {
    at: &'p [Key],
    /// The newtype that it is directly inside of.
    kind: Option<&'static str>,
    /// How many items come before the one that is looked at.
    before: usize,
    found: &'p Cell<Option<Expected>>,
}

impl Probe<'_> {
    fn note<T>(self, plain: Expected) -> Result<T, Seen> {
        if self.at.is_empty() && self.found.get().is_none() {
            self.found.set(Some(self.kind.map_or(plain, Expected::Name)));
        }
        Err(de::Error::custom("it is seen"))
    }

    /// One step further.
    fn inside(self) -> Self {
        let at = self.at.get(1..).unwrap_or_default();
        Self { at, kind: None, before: before(at), ..self }
    }

    fn field(self) -> Option<&'static str> {
        match self.at.first() {
            Some(Key::Field(name)) => Some(name),
            Some(Key::Item | Key::Nth(_) | Key::Name) | None => None,
        }
    }
}

macro_rules! scalars {
    ($($method:ident: $expected:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Seen> {
            self.note($expected)
        })*
    };
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Seen;

    scalars! {
        deserialize_any: Expected::Text;
        deserialize_str: Expected::Text;
        deserialize_string: Expected::Text;
        deserialize_u8: Expected::Number;
        deserialize_u16: Expected::Number;
        deserialize_u32: Expected::Number;
        deserialize_u64: Expected::Number;
        deserialize_i8: Expected::Number;
        deserialize_i16: Expected::Number;
        deserialize_i32: Expected::Number;
        deserialize_i64: Expected::Number;
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Seen> {
        visitor.visit_newtype_struct(Self { kind: Some(name), ..self })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Seen> {
        if self.at.is_empty() {
            return self.note(Expected::Word(variants));
        }
        visitor.visit_enum(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_seq(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_seq(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_map(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Seen> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier ignored_any
    }
}

impl<'de> SeqAccess<'de> for Probe<'_> {
    type Error = Seen;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Seen> {
        match &mut self.before {
            0 => seed.deserialize(self.inside()).map(Some),
            before => {
                *before -= 1;
                seed.deserialize(Anything).map(Some)
            }
        }
    }
}

/// Stands for the items before the one that is looked at.
struct Anything;

impl<'de> Deserializer<'de> for Anything {
    type Error = Seen;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_str("anything")
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Seen> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_u8(1)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_u16(1)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Seen> {
        visitor.visit_u32(1)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u64 i128 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> MapAccess<'de> for Probe<'_> {
    type Error = Seen;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Seen> {
        match self.field() {
            Some(name) => {
                let name: StrDeserializer<'_, Seen> = name.into_deserializer();
                seed.deserialize(name).map(Some)
            }
            None => seed.deserialize(self.inside()).map(Some),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Seen> {
        seed.deserialize(self.inside())
    }
}

impl<'de> EnumAccess<'de> for Probe<'_> {
    type Error = Seen;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Seen> {
        let name = self.field().ok_or_else(|| <Seen as de::Error>::custom("there is no tag"))?;
        let tag: StrDeserializer<'_, Seen> = name.into_deserializer();
        Ok((seed.deserialize(tag)?, self.inside()))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Seen;

    fn unit_variant(self) -> Result<(), Seen> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Seen> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Seen> {
        if self.at.is_empty() {
            return self.note(Expected::Items(count));
        }
        visitor.visit_seq(self)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Seen> {
        if self.at.is_empty() {
            return self.note(Expected::Fields(fields));
        }
        visitor.visit_map(self)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Ship(String);

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only what it takes is looked at")]
    struct Point(u16);

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    #[expect(dead_code, reason = "only what it takes is looked at")]
    enum When {
        Never,
        AtLeast(u8, u8),
        Near(Point),
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    #[expect(dead_code, reason = "only what it takes is looked at")]
    enum Order {
        Go { ship: Ship, path: Vec<Point>, when: Option<When> },
        Arm { with: BTreeMap<Ship, u32> },
        Of(Ship, u32),
        Wait(u32),
    }

    #[test]
    fn what_serde_asks_for_is_what_is_expected() {
        let at = |keys: &[Key]| expected::<Order>(keys);
        let [go, when] = ["go", "when"].map(Key::Field);
        assert_eq!(at(&[go, Key::Field("ship")]), Some(Expected::Name("Ship")));
        assert_eq!(at(&[go, Key::Field("path"), Key::Item]), Some(Expected::Name("Point")));
        assert_eq!(at(&[go, when]), Some(Expected::Word(&["never", "at-least", "near"])));
        assert_eq!(at(&[go, when, Key::Field("near")]), Some(Expected::Name("Point")));
        assert_eq!(at(&[go]), Some(Expected::Fields(&["ship", "path", "when"])));
        assert_eq!(at(&[go, when, Key::Field("at-least")]), Some(Expected::Items(2)));
        assert_eq!(at(&[go, when, Key::Field("never")]), None);
        let least = [go, when, Key::Field("at-least"), Key::Item];
        assert_eq!(at(&least), Some(Expected::Number));
        let of = |n: usize| at(&[Key::Field("of"), Key::Nth(n)]);
        assert_eq!([of(0), of(1)], [Some(Expected::Name("Ship")), Some(Expected::Number)]);
        let with = [Key::Field("arm"), Key::Field("with"), Key::Name];
        assert_eq!(at(&with), Some(Expected::Name("Ship")));
        assert_eq!(at(&[Key::Field("wait")]), Some(Expected::Number));
        assert_eq!(at(&[Key::Field("stay")]), None);
    }
}
