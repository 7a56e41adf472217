//! The side of the type.

use std::fmt::{self, Formatter};

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};

use super::{
    Ask, Choice, Content, Done, Entries, Fault, Items, Met, ONCE, SHOWN, Seed, Source, Target,
    Words,
};

/// A seed, and the value that it has made.
pub(super) struct Sown<S, T> {
    seed: Option<S>,
    value: Option<T>,
}

impl<S, T> Sown<S, T> {
    pub(super) fn new(seed: S) -> Self {
        Self { seed: Some(seed), value: None }
    }

    /// The value, when the format has ended well.
    pub(super) fn value(self) -> T {
        self.value.expect(SHOWN)
    }
}

impl<'de, S: DeserializeSeed<'de>> Seed<'de> for Sown<S, S::Value> {
    fn plant(&mut self, source: &mut dyn Source<'de>) -> Done {
        let seed = self.seed.take().expect(ONCE);
        self.value = Some(seed.deserialize(Reader(source))?);
        Ok(())
    }
}

/// How a visitor is shown what the format has.
type Show<'de, V> = fn(V, Met<'_, 'de>) -> Result<<V as Visitor<'de>>::Value, Fault>;

/// A visitor, and the value that it has made.
pub(super) struct Slot<'de, V: Visitor<'de>> {
    visitor: Option<V>,
    show: Show<'de, V>,
    value: Option<V::Value>,
}

impl<'de, V: Visitor<'de>> Slot<'de, V> {
    pub(super) fn new(visitor: V, show: Show<'de, V>) -> Self {
        Self { visitor: Some(visitor), show, value: None }
    }

    /// The value, when the format has ended well.
    fn value(self) -> V::Value {
        self.value.expect(SHOWN)
    }
}

impl<'de, V: Visitor<'de>> Target<'de> for Slot<'de, V> {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.visitor.as_ref().map_or(Ok(()), |visitor| visitor.expecting(f))
    }

    fn show(&mut self, met: Met<'_, 'de>) -> Done {
        let visitor = self.visitor.take().expect(ONCE);
        self.value = Some((self.show)(visitor, met)?);
        Ok(())
    }
}

/// Shows whatever the format has.
pub(super) fn any<'de, V: Visitor<'de>>(visitor: V, met: Met<'_, 'de>) -> Result<V::Value, Fault> {
    match met {
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
    }
}

/// What a type asks for is what it is shown, or else it has no use for it. A visitor is compiled for
/// that alone: types have a thousand of them.
macro_rules! shows {
    ($($name:ident: $($met:ident$(($value:ident))? => $method:ident($($given:expr)?)),+;)*) => {
        $(fn $name<'de, V: Visitor<'de>>(
            visitor: V,
            met: Met<'_, 'de>,
        ) -> Result<V::Value, Fault> {
            match met {
                $(Met::$met$(($value))? => visitor.$method($($given)?),)+
                other => Err(other.unexpected(&visitor)),
            }
        })*
    };
}

shows! {
    text: Str(text) => visit_str(text), Borrowed(text) => visit_borrowed_str(text),
        String(text) => visit_string(text);
    option: None => visit_none(), Unit => visit_unit(), Some(source) => visit_some(Reader(source));
    newtype: Newtype(source) => visit_newtype_struct(Reader(source));
    items: Seq(items) => visit_seq(ItemsOf(items));
    entries: Map(entries) => visit_map(EntriesOf(entries));
    choice: Enum(choice) => visit_enum(ChoiceOf(choice));
}

impl Met<'_, '_> {
    /// What is wrong with it where something else is wanted.
    fn unexpected(&self, wanted: &dyn Expected) -> Fault {
        let met = match self {
            Self::Bool(value) => Unexpected::Bool(*value),
            Self::Signed(value) => Unexpected::Signed(*value),
            Self::Unsigned(value) => Unexpected::Unsigned(*value),
            Self::Float(value) => Unexpected::Float(*value),
            Self::Char(value) => Unexpected::Char(*value),
            Self::Str(value) | Self::Borrowed(value) => Unexpected::Str(value),
            Self::String(value) => Unexpected::Str(value),
            Self::Bytes(value) => Unexpected::Bytes(value),
            Self::None | Self::Some(_) => Unexpected::Option,
            Self::Unit => Unexpected::Unit,
            Self::Newtype(_) => Unexpected::NewtypeStruct,
            Self::Seq(_) => Unexpected::Seq,
            Self::Map(_) => Unexpected::Map,
            Self::Enum(_) => Unexpected::Enum,
        };
        Fault::invalid_type(met, wanted)
    }
}

/// A format, as a type sees it.
struct Reader<'a, 'de>(&'a mut dyn Source<'de>);

impl<'de> Reader<'_, 'de> {
    fn ask<V: Visitor<'de>>(
        self,
        ask: Ask,
        visitor: V,
        show: Show<'de, V>,
    ) -> Result<V::Value, Fault> {
        let mut slot = Slot::new(visitor, show);
        self.0.read(ask, &mut slot)?;
        Ok(slot.value())
    }
}

macro_rules! asks {
    ($($method:ident($($name:ident: $type:ty),*) => $ask:expr, $show:ident;)*) => {
        $(fn $method<V: Visitor<'de>>(
            self,
            $($name: $type,)*
            visitor: V,
        ) -> Result<V::Value, Fault> {
            self.ask($ask, visitor, $show)
        })*
    };
}

impl<'de> Deserializer<'de> for Reader<'_, 'de> {
    type Error = Fault;

    asks! {
        deserialize_any() => Ask::Any, any;
        deserialize_bool() => Ask::Bool, any;
        deserialize_i8() => Ask::I8, any;
        deserialize_i16() => Ask::I16, any;
        deserialize_i32() => Ask::I32, any;
        deserialize_i64() => Ask::I64, any;
        deserialize_i128() => Ask::I128, any;
        deserialize_u8() => Ask::U8, any;
        deserialize_u16() => Ask::U16, any;
        deserialize_u32() => Ask::U32, any;
        deserialize_u64() => Ask::U64, any;
        deserialize_u128() => Ask::U128, any;
        deserialize_f32() => Ask::F32, any;
        deserialize_f64() => Ask::F64, any;
        deserialize_char() => Ask::Char, any;
        deserialize_str() => Ask::Str, text;
        deserialize_string() => Ask::String, text;
        deserialize_bytes() => Ask::Bytes, any;
        deserialize_byte_buf() => Ask::ByteBuf, any;
        deserialize_option() => Ask::Option, option;
        deserialize_unit() => Ask::Unit, any;
        deserialize_unit_struct(name: &'static str) => Ask::UnitStruct(name), any;
        deserialize_newtype_struct(name: &'static str) => Ask::Newtype(name), newtype;
        deserialize_seq() => Ask::Seq, items;
        deserialize_tuple(len: usize) => Ask::Tuple(len), items;
        deserialize_tuple_struct(name: &'static str, len: usize) => Ask::TupleStruct(name, len), items;
        deserialize_map() => Ask::Map, entries;
        deserialize_struct(name: &'static str, fields: Words) => Ask::Struct(name, fields), entries;
        deserialize_enum(name: &'static str, tags: Words) => Ask::Enum(name, tags), choice;
        deserialize_identifier() => Ask::Identifier, text;
        deserialize_ignored_any() => Ask::Ignored, any;
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
        let mut slot = Sown::new(seed);
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
        let mut slot = Sown::new(seed);
        self.0.key(&mut slot)?;
        Ok(slot.value)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let mut slot = Sown::new(seed);
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
        let mut slot = Sown::new(seed);
        self.0.tag(&mut slot)?;
        Ok((slot.value(), self))
    }
}

impl<'de> ChoiceOf<'_, 'de> {
    fn visited<V: Visitor<'de>>(
        self,
        visitor: V,
        show: Show<'de, V>,
        content: impl for<'c> FnOnce(&'c mut dyn Target<'de>) -> Content<'c, 'de>,
    ) -> Result<V::Value, Fault> {
        let mut slot = Slot::new(visitor, show);
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
        let mut slot = Sown::new(seed);
        self.0.content(Content::Newtype(&mut slot))?;
        Ok(slot.value())
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Fault> {
        self.visited(visitor, items, |target| Content::Tuple(len, target))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Words, visitor: V) -> Result<V::Value, Fault> {
        self.visited(visitor, entries, |target| Content::Struct(fields, target))
    }
}
