//! Named draws from a committed seed. The sampler is frozen: `docs/formats/seed.md`.

use std::collections::BTreeMap;
use std::fmt;

use hmac::{Hmac, Mac};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

/// The name of a draw: its labels, joined by `/`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DrawName(String);

#[cfg(test)]
impl From<&str> for DrawName {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl fmt::Display for DrawName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// One draw as it fell: its name and the values in the order in which they were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// Its name.
    pub name: DrawName,
    /// Faces of dice (from 1), or numbers below a bound (from 0).
    pub values: Vec<u64>,
}

/// What gives each draw its stream.
pub trait Streams: fmt::Debug + Send + Sync {
    /// The key of the stream behind the draw with these labels.
    fn key(&self, labels: &[&str]) -> [u8; 32];
}

/// A seed, from which every stream follows.
#[derive(Debug)]
struct Seed([u8; 32]);

/// One stream whose key is known, whatever its name.
#[derive(Debug)]
struct Key([u8; 32]);

impl Streams for Seed {
    fn key(&self, labels: &[&str]) -> [u8; 32] {
        key(&self.0, labels)
    }
}

impl Streams for Key {
    fn key(&self, _labels: &[&str]) -> [u8; 32] {
        self.0
    }
}

/// Dice that fell together, as an event shows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw {
    /// How many.
    pub dice: u8,
    /// Sides of each.
    pub sides: u8,
    /// What they show together.
    pub total: u64,
}

impl Throw {
    /// One die.
    pub fn die(sides: u8, face: u8) -> Self {
        Self { dice: 1, sides, total: u64::from(face) }
    }

    /// Each of these dice.
    pub fn each(sides: u8, faces: &[u8]) -> Vec<Self> {
        faces.iter().map(|face| Self::die(sides, *face)).collect()
    }
}

/// All the luck of a cycle: one independent stream for each name.
///
/// No draw shifts another, so a new rule does not change old luck and a single die can be checked
/// by hand.
#[derive(Debug)]
pub struct Chance {
    streams: Box<dyn Streams>,
    script: BTreeMap<String, Vec<u64>>,
    drawn: Vec<Drawn>,
    names: BTreeMap<String, usize>,
}

impl Chance {
    /// The luck that follows from a seed.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        Self::of(Box::new(Seed(seed)))
    }

    /// The luck whose streams are given.
    pub fn of(streams: Box<dyn Streams>) -> Self {
        Self { streams, script: BTreeMap::new(), drawn: Vec::new(), names: BTreeMap::new() }
    }

    /// True if a stream with this key falls as these throws did, one after the other.
    pub fn falls(key: [u8; 32], throws: &[Throw]) -> bool {
        let mut chance = Self::of(Box::new(Key(key)));
        let mut draw = chance.draw(&["throw"]);
        throws.iter().all(|throw| {
            let dice = (0..throw.dice).map(|_| u64::from(draw.die(throw.sides)));
            // A report may say anything.
            throw.sides > 0 && dice.sum::<u64>() == throw.total
        })
    }

    /// The luck of a seed, except that the named draws fall as written.
    pub fn scripted(seed: [u8; 32], script: BTreeMap<String, Vec<u64>>) -> Self {
        Self { script, ..Self::from_seed(seed) }
    }

    /// Opens the draw of that name.
    ///
    /// # Panics
    /// If the name was drawn before, or a label is empty or holds a slash.
    pub fn draw(&mut self, labels: &[&str]) -> Draw<'_> {
        for label in labels {
            assert!(!label.is_empty() && !label.contains('/'), "\"{label}\" is no draw label");
        }
        let name = labels.join("/");
        let place = self.drawn.len();
        let before = self.names.insert(name.clone(), place);
        assert!(before.is_none(), "the draw {name} was made twice");
        let script = self.script.get(&name).map(|values| values.iter().copied().collect());
        let rng = ChaCha20Rng::from_seed(self.streams.key(labels));
        self.drawn.push(Drawn { name: DrawName(name), values: Vec::new() });
        Draw { rng, script, log: &mut self.drawn[place] }
    }

    /// Every draw made so far, in order.
    pub fn drawn(&self) -> &[Drawn] {
        &self.drawn
    }

    /// Scripted draws that nobody asked for.
    pub fn unasked(&self) -> Vec<&str> {
        self.script.keys().filter(|n| !self.names.contains_key(*n)).map(String::as_str).collect()
    }
}

/// HMAC-SHA256 under the seed over the labels, each after its length in eight bytes.
fn key(seed: &[u8; 32], labels: &[&str]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("HMAC takes keys of any length");
    for label in labels {
        mac.update(&(label.len() as u64).to_be_bytes());
        mac.update(label.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

/// One named stream.
#[derive(Debug)]
pub struct Draw<'a> {
    rng: ChaCha20Rng,
    script: Option<std::collections::VecDeque<u64>>,
    log: &'a mut Drawn,
}

impl Draw<'_> {
    /// Its name, for the fact that it decides.
    pub fn name(&self) -> DrawName {
        self.log.name.clone()
    }

    /// A number from 0 to `bound - 1`, each equally likely.
    ///
    /// Takes 64-bit words, least significant byte first, and rejects those in the last incomplete
    /// run of `bound`.
    pub fn below(&mut self, bound: u64) -> u64 {
        let value = self.fall(bound, 0);
        self.log.values.push(value);
        value
    }

    /// The face of a die, from 1 to `sides`.
    pub fn die(&mut self, sides: u8) -> u8 {
        let face = self.fall(u64::from(sides), 1);
        self.log.values.push(face);
        u8::try_from(face).expect("a face is at most the number of sides")
    }

    /// The faces of several dice.
    pub fn dice(&mut self, count: u8, sides: u8) -> Vec<u8> {
        (0..count).map(|_| self.die(sides)).collect()
    }

    /// One of the items, each equally likely; `None` if there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() {
            return None;
        }
        let at = self.below(items.len() as u64);
        items.get(usize::try_from(at).expect("below the length"))
    }

    /// Puts the items in random order (Fisher and Yates, from the last place down).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u64 + 1);
            items.swap(last, usize::try_from(other).expect("below the length"));
        }
    }

    fn fall(&mut self, bound: u64, first: u64) -> u64 {
        assert!(bound > 0, "the draw {} asks for one of nothing", self.log.name);
        if let Some(script) = &mut self.script {
            let value = script.pop_front();
            let value = value.unwrap_or_else(|| panic!("the draw {} wants more", self.log.name));
            assert!(
                (first..first + bound).contains(&value),
                "the draw {} cannot fall {value}",
                self.log.name
            );
            return value;
        }
        let whole = u64::MAX - (u64::MAX % bound + 1) % bound;
        loop {
            let word = self.rng.next_u64();
            if word <= whole {
                return first + word % bound;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_streams_of_their_own() {
        let mut one = Chance::from_seed([7; 32]);
        let first = one.draw(&["a"]).dice(20, 6);
        let second = one.draw(&["b"]).dice(20, 6);
        let mut other = Chance::from_seed([7; 32]);
        assert_eq!(other.draw(&["b"]).dice(20, 6), second);
        assert_eq!(other.draw(&["a"]).dice(20, 6), first);
        assert_ne!(first, second);
    }

    #[test]
    #[should_panic(expected = "made twice")]
    fn a_name_is_drawn_once() {
        let mut chance = Chance::from_seed([0; 32]);
        chance.draw(&["a"]).die(6);
        chance.draw(&["a"]).die(6);
    }

    #[test]
    fn a_script_decides() {
        let script = BTreeMap::from([("x/y".to_owned(), vec![6, 1])]);
        let mut chance = Chance::scripted([0; 32], script);
        assert_eq!(chance.unasked(), ["x/y"]);
        assert_eq!(chance.draw(&["x", "y"]).dice(2, 6), [6, 1]);
        assert!(chance.unasked().is_empty());
    }

    #[test]
    fn a_stream_falls_as_it_fell() {
        let seed = [5; 32];
        let mut chance = Chance::from_seed(seed);
        let mut draw = chance.draw(&["a", "b"]);
        let (one, two) = (draw.dice(3, 6), u64::from(draw.die(6)) + u64::from(draw.die(6)));
        let key = key(&seed, &["a", "b"]);
        let mut throws = Throw::each(6, &one);
        throws.push(Throw { dice: 2, sides: 6, total: two });
        assert!(Chance::falls(key, &throws));
        for at in 0..throws.len() {
            let mut other = throws.clone();
            other[at].total = other[at].total % 6 + 1;
            assert!(!Chance::falls(key, &other), "{at}");
            other[at].sides = 0;
            assert!(!Chance::falls(key, &other), "{at}");
        }
    }

    #[test]
    fn every_face_falls() {
        let faces = Chance::from_seed([1; 32]).draw(&["many"]).dice(200, 6);
        for face in 1..=6 {
            assert!(faces.contains(&face), "{face} never fell");
        }
    }
}
