//! The side of the format.

use std::fmt::{self, Formatter};

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::{Ask, Choice, Content, Done, Entries, Fault, Items, Met, ONCE, Seed, Source, Target};

/// Something of the format's, and the error that it keeps while the type gives up.
pub(super) struct Keeper<A, E> {
    access: A,
    error: Option<E>,
}

impl<A, E: de::Error> Keeper<A, E> {
    pub(super) fn new(access: A) -> Self {
        Self { access, error: None }
    }

    /// Keeps an error of the format.
    fn keep<T>(&mut self, done: Result<T, E>) -> Result<T, Fault> {
        done.map_err(|error| {
            let text = error.to_string();
            self.error = Some(error);
            Fault::Passed(text)
        })
    }

    /// Gives the format its own error back, or tells it what is wrong. What the format knows of the
    /// place, it knows as long as this is there.
    fn end(&mut self, done: Done) -> Result<(), E> {
        done.map_err(|fault| match (&fault, self.error.take()) {
            (Fault::Passed(_), Some(error)) => error,
            _ => fault.told(),
        })
    }
}

impl<'de, D: Deserializer<'de>> Source<'de> for Keeper<Option<D>, D::Error> {
    fn read(&mut self, ask: Ask, into: &mut dyn Target<'de>) -> Done {
        let (from, shown) = (self.access.take().expect(ONCE), Shown(into));
        let done = match ask {
            Ask::Any => from.deserialize_any(shown),
            Ask::Bool => from.deserialize_bool(shown),
            Ask::I8 => from.deserialize_i8(shown),
            Ask::I16 => from.deserialize_i16(shown),
            Ask::I32 => from.deserialize_i32(shown),
            Ask::I64 => from.deserialize_i64(shown),
            Ask::I128 => from.deserialize_i128(shown),
            Ask::U8 => from.deserialize_u8(shown),
            Ask::U16 => from.deserialize_u16(shown),
            Ask::U32 => from.deserialize_u32(shown),
            Ask::U64 => from.deserialize_u64(shown),
            Ask::U128 => from.deserialize_u128(shown),
            Ask::F32 => from.deserialize_f32(shown),
            Ask::F64 => from.deserialize_f64(shown),
            Ask::Char => from.deserialize_char(shown),
            Ask::Str => from.deserialize_str(shown),
            Ask::String => from.deserialize_string(shown),
            Ask::Bytes => from.deserialize_bytes(shown),
            Ask::ByteBuf => from.deserialize_byte_buf(shown),
            Ask::Option => from.deserialize_option(shown),
            Ask::Unit => from.deserialize_unit(shown),
            Ask::UnitStruct(name) => from.deserialize_unit_struct(name, shown),
            Ask::Newtype(name) => from.deserialize_newtype_struct(name, shown),
            Ask::Seq => from.deserialize_seq(shown),
            Ask::Tuple(len) => from.deserialize_tuple(len, shown),
            Ask::TupleStruct(name, len) => from.deserialize_tuple_struct(name, len, shown),
            Ask::Map => from.deserialize_map(shown),
            Ask::Struct(name, fields) => from.deserialize_struct(name, fields, shown),
            Ask::Enum(name, tags) => from.deserialize_enum(name, tags, shown),
            Ask::Identifier => from.deserialize_identifier(shown),
            Ask::Ignored => from.deserialize_ignored_any(shown),
        };
        self.keep(done)
    }
}

impl<'de, A: SeqAccess<'de>> Items<'de> for Keeper<A, A::Error> {
    fn item(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        let done = self.access.next_element_seed(Planted(seed));
        self.keep(done).map(drop)
    }

    fn hint(&self) -> Option<usize> {
        self.access.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> Entries<'de> for Keeper<A, A::Error> {
    fn key(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        let done = self.access.next_key_seed(Planted(seed));
        self.keep(done).map(drop)
    }

    fn value(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        let done = self.access.next_value_seed(Planted(seed));
        self.keep(done)
    }

    fn hint(&self) -> Option<usize> {
        self.access.size_hint()
    }
}

/// An enum before and behind its tag.
type Both<A, V> = (Option<A>, Option<V>);

impl<'de, A: EnumAccess<'de>> Choice<'de> for Keeper<Both<A, A::Variant>, A::Error> {
    fn tag(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        let access = self.access.0.take().expect(ONCE);
        let done = access.variant_seed(Planted(seed));
        self.access.1 = Some(self.keep(done)?.1);
        Ok(())
    }

    fn content(&mut self, content: Content<'_, 'de>) -> Done {
        let access = self.access.1.take().expect(ONCE);
        let done = match content {
            Content::Unit => access.unit_variant(),
            Content::Newtype(seed) => access.newtype_variant_seed(Planted(seed)),
            Content::Tuple(len, target) => access.tuple_variant(len, Shown(target)),
            Content::Struct(fields, target) => access.struct_variant(fields, Shown(target)),
        };
        self.keep(done)
    }
}

/// A type, as the format sees it: the one visitor that it is compiled for.
struct Shown<'a, 'de>(&'a mut dyn Target<'de>);

macro_rules! shown {
    ($($method:ident: $type:ty => $met:ident $(($from:path))?;)*) => {
        $(fn $method<E: de::Error>(self, value: $type) -> Result<(), E> {
            self.0.show(Met::$met($($from)?(value))).map_err(|fault| fault.told())
        })*
    };
}

impl<'de> Visitor<'de> for Shown<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    shown! {
        visit_bool: bool => Bool;
        visit_i64: i64 => Signed;
        visit_u64: u64 => Unsigned;
        visit_f64: f64 => Float;
        visit_char: char => Char;
        visit_str: &str => Str;
        visit_borrowed_str: &'de str => Borrowed;
        visit_string: String => String;
        visit_bytes: &[u8] => Bytes;
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.0.show(Met::None).map_err(|fault| fault.told())
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.0.show(Met::Unit).map_err(|fault| fault.told())
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let mut side = Keeper::new(Some(from));
        let done = self.0.show(Met::Some(&mut side));
        side.end(done)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let mut side = Keeper::new(Some(from));
        let done = self.0.show(Met::Newtype(&mut side));
        side.end(done)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<(), A::Error> {
        let mut side = Keeper::new(items);
        let done = self.0.show(Met::Seq(&mut side));
        side.end(done)
    }

    fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<(), A::Error> {
        let mut side = Keeper::new(entries);
        let done = self.0.show(Met::Map(&mut side));
        side.end(done)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, choice: A) -> Result<(), A::Error> {
        let mut side = Keeper::new((Some(choice), None));
        let done = self.0.show(Met::Enum(&mut side));
        side.end(done)
    }
}

/// A type that is wanted, as the format sees it.
pub(super) struct Planted<'a, 'de>(pub(super) &'a mut dyn Seed<'de>);

impl<'de> DeserializeSeed<'de> for Planted<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let mut side = Keeper::new(Some(from));
        let done = self.0.plant(&mut side);
        side.end(done)
    }
}
