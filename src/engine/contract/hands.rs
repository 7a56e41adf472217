//! What seats hold of one pool, such as the cards of a deck: each sees its own.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::engine::chance::draw::Draw;
use crate::engine::chance::pool::Pool;
use crate::engine::{Reader, Seat};

/// What each seat holds. All of it is part of the state; what one reader sees of it, part of a
/// view. In files it is a map from seats to pools.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[serde(bound(
    serialize = "K: Clone + Ord + Serialize",
    deserialize = "K: Clone + Ord + Deserialize<'de>"
))]
pub struct Hands<K: Ord + Clone>(BTreeMap<Seat, Pool<K>>);

impl<K: Ord + Clone> Hands<K> {
    /// Empty hands of these seats.
    pub fn of<'s>(seats: impl IntoIterator<Item = &'s Seat>) -> Self {
        Self(seats.into_iter().map(|seat| (seat.clone(), Pool::default())).collect())
    }

    /// What a seat holds; `None` if that is not known here.
    pub fn get(&self, seat: &Seat) -> Option<&Pool<K>> {
        self.0.get(seat)
    }

    /// Each seat with what it holds, in the order of their names.
    pub fn each(&self) -> impl Iterator<Item = (&Seat, &Pool<K>)> {
        self.0.iter()
    }

    /// Gives a seat a piece.
    pub fn put(&mut self, seat: &Seat, kind: K) {
        self.0.entry(seat.clone()).or_default().put(kind, 1);
    }

    /// As much of it as a reader sees: their own, and the moderator all.
    #[must_use]
    pub fn seen_by(&self, reader: &Reader) -> Self {
        let seen = self.0.iter().filter(|(seat, _)| reader.sees_all() || reader.is(seat));
        Self(seen.map(|(seat, hand)| (seat.clone(), hand.clone())).collect())
    }

    /// What is left of `all` pieces when these are out; `None` if these are more than there are.
    pub fn rest(&self, all: &Pool<K>) -> Option<Pool<K>> {
        all.without(self.0.values().flat_map(Pool::pieces))
    }

    /// True if this can be what the reader sees, when everybody knows how many pieces each seat
    /// `holds` of `all`. What calls itself the moderator's view need not be whole: whoever forged it
    /// learns nothing by that.
    pub fn is_possible(&self, all: &Pool<K>, holds: &BTreeMap<Seat, u32>, reader: &Reader) -> bool {
        let counted = |(seat, hand): (&Seat, &Pool<K>)| {
            holds.get(seat).is_some_and(|count| u64::from(*count) == hand.total())
        };
        let own = holds.keys().filter(|seat| reader.is(seat));
        let held: u64 = holds.values().map(|count| u64::from(*count)).sum();
        (reader.sees_all() || own.eq(self.0.keys()))
            && self.0.iter().all(counted)
            && held <= all.total()
            && self.rest(all).is_some()
    }

    /// These hands, and those that are not seen here as they may be: every deal of what is left of
    /// `all` is as likely as any other.
    #[must_use]
    pub fn imagined(
        &self,
        all: &Pool<K>,
        holds: &BTreeMap<Seat, u32>,
        draw: &mut Draw<'_>,
    ) -> Self {
        let hidden = holds.iter().filter(|(seat, _)| !self.0.contains_key(*seat));
        let hidden = hidden.map(|(seat, count)| (seat.clone(), *count));
        let mut rest = self.rest(all).unwrap_or_default();
        let dealt = rest.deal(hidden, draw).unwrap_or_default().into_iter();
        let dealt = dealt.map(|(seat, pieces)| (seat, pieces.into_iter().collect()));
        Self(self.0.clone().into_iter().chain(dealt).collect())
    }
}

/// Such as `blue has nothing; red has 2 gold and 1 iron`.
impl<K: Ord + Clone + fmt::Display> fmt::Display for Hands<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each = self.0.iter().map(|(seat, hand)| format!("{seat} has {hand}"));
        f.write_str(&each.collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Chance;

    fn deck() -> Pool<char> {
        Pool::from_iter([('a', 2), ('b', 3)])
    }

    fn hands() -> (Hands<char>, BTreeMap<Seat, u32>) {
        let [red, blue] = ["red", "blue"].map(Seat::named);
        let mut hands = Hands::of([&red, &blue]);
        for card in ['a', 'b'] {
            hands.put(&red, card);
        }
        hands.put(&blue, 'a');
        (hands, BTreeMap::from([(red, 2), (blue, 1)]))
    }

    #[test]
    fn everybody_sees_their_own_hand() {
        let (hands, _) = hands();
        assert_eq!(hands.to_string(), "blue has 1 a; red has 1 a and 1 b");
        let red = hands.seen_by(&Reader::Seat(Seat::named("red")));
        assert_eq!(red.to_string(), "red has 1 a and 1 b");
        assert_eq!(hands.seen_by(&Reader::Public).each().count(), 0);
        assert_eq!(hands.seen_by(&Reader::Moderator), hands);
        assert_eq!(hands.rest(&deck()), Some(Pool::from_iter([('b', 2)])));
    }

    #[test]
    fn what_cannot_be_is_found() {
        let (hands, holds) = hands();
        let red = Reader::Seat(Seat::named("red"));
        let seen = hands.seen_by(&red);
        assert!(seen.is_possible(&deck(), &holds, &red));
        assert!(hands.is_possible(&deck(), &holds, &Reader::Moderator));
        // Another's hand, another count, more cards than there are.
        assert!(!hands.is_possible(&deck(), &holds, &red));
        assert!(!seen.is_possible(&deck(), &holds, &Reader::Public));
        assert!(seen.is_possible(&deck(), &holds, &Reader::Moderator));
        let more = |seat: &'static str, count| {
            let mut holds = holds.clone();
            holds.insert(Seat::named(seat), count);
            seen.is_possible(&deck(), &holds, &red)
        };
        assert!(more("blue", 3) && !more("blue", 4) && !more("red", 1));
        let mut forged = Hands::of([&Seat::named("red")]);
        forged.put(&Seat::named("red"), 'c');
        forged.put(&Seat::named("red"), 'c');
        assert!(!forged.is_possible(&deck(), &holds, &red));
    }

    #[test]
    fn hidden_hands_are_dealt_from_the_rest() {
        let (hands, holds) = hands();
        let red = Reader::Seat(Seat::named("red"));
        let seen = hands.seen_by(&red);
        let mut found = [0, 0];
        for seed in 0..60 {
            let mut chance = Chance::from_seed([seed; 32]);
            let world = seen.imagined(&deck(), &holds, &mut chance.draw(&["imagine"]));
            assert_eq!(world.seen_by(&red), seen);
            assert!(world.is_possible(&deck(), &holds, &Reader::Moderator));
            let blue = world.get(&Seat::named("blue")).expect("a hand was dealt");
            found[usize::from(blue.count(&'a') == 1)] += 1;
        }
        // One a and two b are left: about a third of the worlds.
        assert!(found[1] > 8 && found[0] > found[1], "{found:?}");
    }
}
