//! A deserializer behind trait objects: a format is compiled once, and not again for every type
//! that is read from it.
//!
//! Both sides see the calls that serde makes without this, in the same order. What fails on the
//! side of the format comes back to it as it was; what fails on the side of a type is told to the
//! format where it would have been told, so messages and places are the same.

mod fault;
mod format;
mod spelled;
mod wanted;

use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde_json::Value;

use fault::Fault;
use format::Planted;
use spelled::Spelled;
use wanted::Sown;

/// A value that is to be read, whatever its type.
pub(super) struct Wish<'w, 'de>(&'w mut dyn Seed<'de>);

/// The value of a type that is filled in by something that knows no types.
///
/// # Errors
/// Those of what fills it in.
pub(super) fn filled<'de, T: Deserialize<'de>, E>(
    fill: impl FnOnce(Wish<'_, 'de>) -> Result<(), E>,
) -> Result<T, E> {
    let mut sown = Sown::new(PhantomData::<T>);
    fill(Wish(&mut sown))?;
    Ok(sown.value())
}

/// Reads a value, which may be spelled in other ways than its type has it.
///
/// # Errors
/// Those of the format.
pub(super) fn read<'de, D: Deserializer<'de>>(
    from: D,
    Wish(seed): Wish<'_, 'de>,
    by: Option<&dyn Spelling>,
) -> Result<(), D::Error> {
    match by {
        Some(by) => Planted(&mut Spelled { inner: seed, by }).deserialize(from),
        None => Planted(seed).deserialize(from),
    }
}

/// Other spellings of what a type reads.
pub trait Spelling {
    /// True if a newtype of this name holds a name that may be spelled in other ways.
    fn is_name(&self, kind: &str) -> bool;

    /// The name of that kind as the type has it, if this is one in another spelling. A number is
    /// given in its digits.
    fn name(&self, kind: &str, text: &str) -> Option<String>;

    /// What is wrong with a text that stands for a number and is no name of that kind.
    fn missing(&self, kind: &str, text: &str) -> String;

    /// What would have been right where a name was missing, if one was and something is near. Nothing
    /// is read after that.
    fn missed(&self) -> Option<String>;

    /// What is to be read instead of the next enum that has these tags. It is asked once for each.
    fn instead(&self, tags: &'static [&'static str]) -> Option<Value>;
}

type Done = Result<(), Fault>;
type Words = &'static [&'static str];

const ONCE: &str = "serde consumes it, so it is asked once";
const SHOWN: &str = "the format has shown what it read";

/// What a type asks a format for.
#[derive(Clone, Copy)]
enum Ask {
    Any,
    Bool,
    I8,
    I16,
    I32,
    I64,
    I128,
    U8,
    U16,
    U32,
    U64,
    U128,
    F32,
    F64,
    Char,
    Str,
    String,
    Bytes,
    ByteBuf,
    Option,
    Unit,
    UnitStruct(&'static str),
    Newtype(&'static str),
    Seq,
    Tuple(usize),
    TupleStruct(&'static str, usize),
    Map,
    Struct(&'static str, Words),
    Enum(&'static str, Words),
    Identifier,
    Ignored,
}

/// What a format shows a type.
enum Met<'a, 'de> {
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Char(char),
    Str(&'a str),
    Borrowed(&'de str),
    String(String),
    Bytes(&'a [u8]),
    None,
    Some(&'a mut dyn Source<'de>),
    Unit,
    Newtype(&'a mut dyn Source<'de>),
    Seq(&'a mut dyn Items<'de>),
    Map(&'a mut dyn Entries<'de>),
    Enum(&'a mut dyn Choice<'de>),
}

/// What stands behind the tag of an enum.
enum Content<'a, 'de> {
    Unit,
    Newtype(&'a mut dyn Seed<'de>),
    Tuple(usize, &'a mut dyn Target<'de>),
    Struct(Words, &'a mut dyn Target<'de>),
}

// On the side of the format, in the place of serde's traits.

/// [`Deserializer`].
trait Source<'de> {
    fn read(&mut self, ask: Ask, into: &mut dyn Target<'de>) -> Done;
}

/// [`SeqAccess`].
trait Items<'de> {
    fn item(&mut self, seed: &mut dyn Seed<'de>) -> Done;
    fn hint(&self) -> Option<usize>;
}

/// [`MapAccess`].
trait Entries<'de> {
    fn key(&mut self, seed: &mut dyn Seed<'de>) -> Done;
    fn value(&mut self, seed: &mut dyn Seed<'de>) -> Done;
    fn hint(&self) -> Option<usize>;
}

/// [`EnumAccess`] and [`VariantAccess`].
trait Choice<'de> {
    fn tag(&mut self, seed: &mut dyn Seed<'de>) -> Done;
    fn content(&mut self, content: Content<'_, 'de>) -> Done;
}

// On the side of the type.

/// [`Visitor`].
trait Target<'de> {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result;
    fn show(&mut self, met: Met<'_, 'de>) -> Done;
}

/// [`DeserializeSeed`].
trait Seed<'de> {
    fn plant(&mut self, source: &mut dyn Source<'de>) -> Done;
}
