//! The side of the type.

use std::fmt::{self, Formatter};

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::{
    Ask, Choice, Content, Done, Entries, Fault, Items, Met, ONCE, Seed, Source, Target, Words,
};

/// A visitor or seed, and the value that it has made.
pub(super) struct Slot<W, T> {
    wanted: Option<W>,
    value: Option<T>,
}

impl<W, T> Slot<W, T> {
    pub(super) fn new(wanted: W) -> Self {
        Self { wanted: Some(wanted), value: None }
    }

    /// The value, when the format has ended well.
    pub(super) fn value(self) -> T {
        self.value.expect("the format has shown what it read")
    }
}

impl<'de, S: DeserializeSeed<'de>> Seed<'de> for Slot<S, S::Value> {
    fn plant(&mut self, source: &mut dyn Source<'de>) -> Done {
        let seed = self.wanted.take().expect(ONCE);
        self.value = Some(seed.deserialize(Reader(source))?);
        Ok(())
    }
}

impl<'de, V: Visitor<'de>> Target<'de> for Slot<V, V::Value> {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.wanted.as_ref().map_or(Ok(()), |wanted| wanted.expecting(f))
    }

    fn show(&mut self, met: Met<'_, 'de>) -> Done {
        let visitor = self.wanted.take().expect(ONCE);
        let value = match met {
            Met::Bool(value) => visitor.visit_bool(value),
            Met::Signed(value) => visitor.visit_i64(value),
            Met::Unsigned(value) => visitor.visit_u64(value),
            Met::Float(value) => visitor.visit_f64(value),
            Met::Char(value) => visitor.visit_char(value),
            Met::Str(value) => visitor.visit_str(value),
            Met::Borrowed(value) => visitor.visit_borrowed_str(value),
            Met::String(value) => visitor.visit_string(value),
            Met::Bytes(value) => visitor.visit_bytes(value),
            Met::None => visitor.visit_none(),
            Met::Some(source) => visitor.visit_some(Reader(source)),
            Met::Unit => visitor.visit_unit(),
            Met::Newtype(source) => visitor.visit_newtype_struct(Reader(source)),
            Met::Seq(items) => visitor.visit_seq(ItemsOf(items)),
            Met::Map(entries) => visitor.visit_map(EntriesOf(entries)),
            Met::Enum(choice) => visitor.visit_enum(ChoiceOf(choice)),
        };
        self.value = Some(value?);
        Ok(())
    }
}

/// A format, as a type sees it.
struct Reader<'a, 'de>(&'a mut dyn Source<'de>);

impl<'de> Reader<'_, 'de> {
    fn ask<V: Visitor<'de>>(self, ask: Ask, visitor: V) -> Result<V::Value, Fault> {
        let mut slot = Slot::new(visitor);
        self.0.read(ask, &mut slot)?;
        Ok(slot.value())
    }
}

macro_rules! asks {
    ($($method:ident($($name:ident: $type:ty),*) => $ask:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(
            self,
            $($name: $type,)*
            visitor: V,
        ) -> Result<V::Value, Fault> {
            self.ask($ask, visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Reader<'_, 'de> {
    type Error = Fault;

    asks! {
        deserialize_any() => Ask::Any;
        deserialize_bool() => Ask::Bool;
        deserialize_i8() => Ask::I8;
        deserialize_i16() => Ask::I16;
        deserialize_i32() => Ask::I32;
        deserialize_i64() => Ask::I64;
        deserialize_i128() => Ask::I128;
        deserialize_u8() => Ask::U8;
        deserialize_u16() => Ask::U16;
        deserialize_u32() => Ask::U32;
        deserialize_u64() => Ask::U64;
        deserialize_u128() => Ask::U128;
        deserialize_f32() => Ask::F32;
        deserialize_f64() => Ask::F64;
        deserialize_char() => Ask::Char;
        deserialize_str() => Ask::Str;
        deserialize_string() => Ask::String;
        deserialize_bytes() => Ask::Bytes;
        deserialize_byte_buf() => Ask::ByteBuf;
        deserialize_option() => Ask::Option;
        deserialize_unit() => Ask::Unit;
        deserialize_unit_struct(name: &'static str) => Ask::UnitStruct(name);
        deserialize_newtype_struct(name: &'static str) => Ask::Newtype(name);
        deserialize_seq() => Ask::Seq;
        deserialize_tuple(len: usize) => Ask::Tuple(len);
        deserialize_tuple_struct(name: &'static str, len: usize) => Ask::TupleStruct(name, len);
        deserialize_map() => Ask::Map;
        deserialize_struct(name: &'static str, fields: Words) => Ask::Struct(name, fields);
        deserialize_enum(name: &'static str, tags: Words) => Ask::Enum(name, tags);
        deserialize_identifier() => Ask::Identifier;
        deserialize_ignored_any() => Ask::Ignored;
    }
}

/// A list, as a type sees it.
struct ItemsOf<'a, 'de>(&'a mut dyn Items<'de>);

impl<'de> SeqAccess<'de> for ItemsOf<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let mut slot = Slot::new(seed);
        self.0.item(&mut slot)?;
        Ok(slot.value)
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.hint()
    }
}

/// A mapping, as a type sees it.
struct EntriesOf<'a, 'de>(&'a mut dyn Entries<'de>);

impl<'de> MapAccess<'de> for EntriesOf<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let mut slot = Slot::new(seed);
        self.0.key(&mut slot)?;
        Ok(slot.value)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let mut slot = Slot::new(seed);
        self.0.value(&mut slot)?;
        Ok(slot.value())
    }

    fn size_hint(&self) -> Option<usize> {
        self.0.hint()
    }
}

/// An enum, as a type sees it.
struct ChoiceOf<'a, 'de>(&'a mut dyn Choice<'de>);

impl<'de> EnumAccess<'de> for ChoiceOf<'_, 'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let mut slot = Slot::new(seed);
        self.0.tag(&mut slot)?;
        Ok((slot.value(), self))
    }
}

impl<'de> ChoiceOf<'_, 'de> {
    fn visited<V: Visitor<'de>>(
        self,
        visitor: V,
        content: impl for<'c> FnOnce(&'c mut dyn Target<'de>) -> Content<'c, 'de>,
    ) -> Result<V::Value, Fault> {
        let mut slot = Slot::new(visitor);
        self.0.content(content(&mut slot))?;
        Ok(slot.value())
    }
}

impl<'de> VariantAccess<'de> for ChoiceOf<'_, 'de> {
    type Error = Fault;

    fn unit_variant(self) -> Done {
        self.0.content(Content::Unit)
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        let mut slot = Slot::new(seed);
        self.0.content(Content::Newtype(&mut slot))?;
        Ok(slot.value())
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.visited(visitor, |target| Content::Tuple(len, target))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Words, visitor: V) -> Result<V::Value, Fault> {
        self.visited(visitor, |target| Content::Struct(fields, target))
    }
}
