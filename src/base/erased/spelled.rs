//! What a format shows, in another spelling: names as a game has them, and whole values in the
//! place of others.

use std::fmt::{self, Formatter};

use serde::de::{Error as _, IgnoredAny};

use super::format::Side;
use super::wanted::{Slot, any};
use super::{
    Ask, Choice, Content, Done, Entries, Fault, Items, Met, Seed, Source, Spelling, Target,
};

/// Something between a format and a type, which spells what passes.
pub(super) struct Spelled<'s, T: ?Sized> {
    pub(super) inner: &'s mut T,
    pub(super) by: &'s dyn Spelling,
}

impl<'s, T: ?Sized> Spelled<'s, T> {
    fn new(inner: &'s mut T, by: &'s dyn Spelling) -> Self {
        Self { inner, by }
    }
}

impl<'de> Source<'de> for Spelled<'_, dyn Source<'de> + '_> {
    fn read(&mut self, ask: Ask, into: &mut dyn Target<'de>) -> Done {
        match ask {
            Ask::Newtype(kind) if self.by.is_name(kind) => {
                self.inner.read(ask, &mut Named { into, kind, by: self.by })
            }
            Ask::Enum(_, tags) => match self.by.instead(tags) {
                Some(value) => {
                    self.inner.read(Ask::Ignored, &mut Slot::new(IgnoredAny, any))?;
                    let mut other = Side::new(Some(value));
                    other.read(ask, &mut Spelled::new(into, self.by))
                }
                None => self.inner.read(ask, &mut Spelled::new(into, self.by)),
            },
            _ => self.inner.read(ask, &mut Spelled::new(into, self.by)),
        }
    }
}

impl<'de> Target<'de> for Spelled<'_, dyn Target<'de> + '_> {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn show(&mut self, met: Met<'_, 'de>) -> Done {
        let by = self.by;
        match met {
            Met::Some(source) => self.inner.show(Met::Some(&mut Spelled::new(source, by))),
            Met::Newtype(source) => self.inner.show(Met::Newtype(&mut Spelled::new(source, by))),
            Met::Seq(items) => self.inner.show(Met::Seq(&mut Spelled::new(items, by))),
            Met::Map(entries) => self.inner.show(Met::Map(&mut Spelled::new(entries, by))),
            Met::Enum(choice) => self.inner.show(Met::Enum(&mut Spelled::new(choice, by))),
            plain => self.inner.show(plain),
        }
    }
}

impl<'de> Seed<'de> for Spelled<'_, dyn Seed<'de> + '_> {
    fn plant(&mut self, source: &mut dyn Source<'de>) -> Done {
        self.inner.plant(&mut Spelled::new(source, self.by))
    }
}

impl<'de> Items<'de> for Spelled<'_, dyn Items<'de> + '_> {
    fn item(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        self.inner.item(&mut Spelled::new(seed, self.by))
    }

    fn hint(&self) -> Option<usize> {
        self.inner.hint()
    }
}

impl<'de> Entries<'de> for Spelled<'_, dyn Entries<'de> + '_> {
    fn key(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        self.inner.key(&mut Spelled::new(seed, self.by))
    }

    fn value(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        self.inner.value(&mut Spelled::new(seed, self.by))
    }

    fn hint(&self) -> Option<usize> {
        self.inner.hint()
    }
}

impl<'de> Choice<'de> for Spelled<'_, dyn Choice<'de> + '_> {
    fn tag(&mut self, seed: &mut dyn Seed<'de>) -> Done {
        self.inner.tag(seed)
    }

    fn content(&mut self, content: Content<'_, 'de>) -> Done {
        let by = self.by;
        match content {
            Content::Unit => self.inner.content(Content::Unit),
            Content::Newtype(seed) => {
                self.inner.content(Content::Newtype(&mut Spelled::new(seed, by)))
            }
            Content::Tuple(len, target) => {
                self.inner.content(Content::Tuple(len, &mut Spelled::new(target, by)))
            }
            Content::Struct(fields, target) => {
                self.inner.content(Content::Struct(fields, &mut Spelled::new(target, by)))
            }
        }
    }
}

/// The visitor of a newtype that holds a name.
struct Named<'s, 'de> {
    into: &'s mut dyn Target<'de>,
    kind: &'static str,
    by: &'s dyn Spelling,
}

impl<'de> Target<'de> for Named<'_, 'de> {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.into.expecting(f)
    }

    fn show(&mut self, met: Met<'_, 'de>) -> Done {
        match met {
            Met::Newtype(source) => {
                let mut name = Name { source, kind: self.kind, by: self.by };
                self.into.show(Met::Newtype(&mut name))
            }
            other => self.into.show(other),
        }
    }
}

/// What stands for a name.
struct Name<'s, 'de> {
    source: &'s mut dyn Source<'de>,
    kind: &'static str,
    by: &'s dyn Spelling,
}

impl<'de> Source<'de> for Name<'_, 'de> {
    fn read(&mut self, ask: Ask, into: &mut dyn Target<'de>) -> Done {
        match ask {
            Ask::Str | Ask::String => {
                let mut text = Heard::default();
                self.source.read(ask, &mut text)?;
                let text = text.0.unwrap_or_default();
                let name = self.by.name(self.kind, &text).unwrap_or(text);
                into.show(Met::String(name))
            }
            Ask::U8 => self.number("u8", into),
            Ask::U16 => self.number("u16", into),
            Ask::U32 => self.number("u32", into),
            _ => self.source.read(ask, into),
        }
    }
}

impl<'de> Name<'_, 'de> {
    /// A number, or a name that stands for one.
    fn number(&mut self, width: &str, into: &mut dyn Target<'de>) -> Done {
        self.source.read(Ask::Any, &mut Numbered { into, kind: self.kind, width, by: self.by })
    }
}

/// A visitor of a number that may be called by its name.
struct Numbered<'s, 'de> {
    into: &'s mut dyn Target<'de>,
    kind: &'static str,
    width: &'s str,
    by: &'s dyn Spelling,
}

impl Numbered<'_, '_> {
    /// What the format says of a text that is no such number.
    fn invalid(&self) -> Fault {
        Fault::custom(format!("invalid {}", self.width))
    }

    fn called(&mut self, name: &str) -> Done {
        if name.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) {
            return Err(self.invalid());
        }
        let number = self.by.name(self.kind, name).and_then(|number| number.parse().ok());
        match number {
            Some(number) => self.into.show(Met::Unsigned(number)),
            None => Err(Fault::custom(self.by.missing(self.kind, name))),
        }
    }
}

impl<'de> Target<'de> for Numbered<'_, 'de> {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.into.expecting(f)
    }

    fn show(&mut self, met: Met<'_, 'de>) -> Done {
        match met {
            Met::Unsigned(number) => {
                self.into.show(Met::Unsigned(number)).map_err(|_| self.invalid())
            }
            Met::Signed(number) => self.into.show(Met::Signed(number)).map_err(|_| self.invalid()),
            Met::Str(name) | Met::Borrowed(name) => self.called(name),
            Met::String(name) => self.called(&name),
            Met::Seq(_) | Met::Map(_) | Met::Enum(_) => self.into.show(met),
            _ => Err(self.invalid()),
        }
    }
}

/// A text that is only listened to.
#[derive(Default)]
struct Heard(Option<String>);

impl<'de> Target<'de> for Heard {
    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn show(&mut self, met: Met<'_, 'de>) -> Done {
        self.0 = match met {
            Met::Str(text) | Met::Borrowed(text) => Some(text.to_owned()),
            Met::String(text) => Some(text),
            _ => return Err(Fault::custom("expected a text")),
        };
        Ok(())
    }
}
