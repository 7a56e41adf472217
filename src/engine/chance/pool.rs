//! Counters in a container, cards in a deck: how many there are of each kind, what is drawn, and
//! what those who do not see it may imagine.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::draw::Draw;
use crate::base::words::names;

/// Pieces of several kinds, those of one kind all alike. In files it is a map from kinds to counts.
///
/// What is drawn at random is drawn from the pieces in the order of their kinds, so that a draw
/// can be checked by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<K, u32>", into = "BTreeMap<K, u32>")]
#[serde(bound(
    serialize = "K: Clone + Ord + Serialize",
    deserialize = "K: Ord + Deserialize<'de>"
))]
pub struct Pool<K: Ord + Clone> {
    /// No count is 0.
    counts: BTreeMap<K, u32>,
}

impl<K: Ord + Clone> Default for Pool<K> {
    fn default() -> Self {
        Self { counts: BTreeMap::new() }
    }
}

impl<K: Ord + Clone> From<BTreeMap<K, u32>> for Pool<K> {
    fn from(mut counts: BTreeMap<K, u32>) -> Self {
        counts.retain(|_, count| *count > 0);
        Self { counts }
    }
}

impl<K: Ord + Clone> From<Pool<K>> for BTreeMap<K, u32> {
    fn from(pool: Pool<K>) -> Self {
        pool.counts
    }
}

/// Counts of kinds; those of a kind that comes twice are added.
impl<K: Ord + Clone> FromIterator<(K, u32)> for Pool<K> {
    fn from_iter<I: IntoIterator<Item = (K, u32)>>(counts: I) -> Self {
        let mut pool = Self::default();
        counts.into_iter().for_each(|(kind, count)| pool.put(kind, count));
        pool
    }
}

/// Single pieces.
impl<K: Ord + Clone> FromIterator<K> for Pool<K> {
    fn from_iter<I: IntoIterator<Item = K>>(pieces: I) -> Self {
        pieces.into_iter().map(|piece| (piece, 1)).collect()
    }
}

/// How many there are of each kind, such as `2 gold and 1 iron`.
impl<K: Ord + Clone + fmt::Display> fmt::Display for Pool<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("nothing");
        }
        f.write_str(&names(self.kinds().map(|(kind, count)| format!("{count} {kind}"))))
    }
}

impl<K: Ord + Clone> Pool<K> {
    /// How many pieces there are of a kind.
    pub fn count(&self, kind: &K) -> u32 {
        self.counts.get(kind).copied().unwrap_or(0)
    }

    /// How many pieces there are.
    pub fn total(&self) -> u64 {
        self.counts.values().map(|count| u64::from(*count)).sum()
    }

    /// The sum of a value of each piece, such as the points that cards are worth.
    pub fn sum(&self, value: impl Fn(&K) -> u32) -> u32 {
        self.pieces().map(value).fold(0, u32::saturating_add)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The kinds of which there are pieces, with how many, in ascending order.
    pub fn kinds(&self) -> impl Iterator<Item = (&K, u32)> {
        self.counts.iter().map(|(kind, count)| (kind, *count))
    }

    /// The pieces one by one, in the order of their kinds.
    pub fn pieces(&self) -> impl Iterator<Item = &K> {
        self.kinds().flat_map(|(kind, count)| (0..count).map(move |_| kind))
    }

    /// Adds pieces of a kind, up to `u32::MAX` of it.
    pub fn put(&mut self, kind: K, count: u32) {
        if count > 0 {
            let here = self.counts.entry(kind).or_default();
            *here = here.saturating_add(count);
        }
    }

    /// Takes pieces of a kind out. False, and nothing is taken, if there are not so many.
    pub fn take(&mut self, kind: &K, count: u32) -> bool {
        let Some(rest) = self.count(kind).checked_sub(count) else { return false };
        if rest == 0 {
            self.counts.remove(kind);
        } else {
            self.counts.insert(kind.clone(), rest);
        }
        true
    }

    /// What is left when these pieces are out; `None` if that are more of a kind than there are.
    pub fn without<'k>(&self, known: impl IntoIterator<Item = &'k K>) -> Option<Self>
    where
        K: 'k,
    {
        let mut rest = self.clone();
        known.into_iter().all(|kind| rest.take(kind, 1)).then_some(rest)
    }

    /// Takes out a piece, each equally likely; `None` if there are none.
    pub fn draw(&mut self, draw: &mut Draw<'_>) -> Option<K> {
        let total = self.total();
        let mut place = if total == 0 { return None } else { draw.below(total) };
        let here = |(_, count): &(&K, u32)| {
            let before = u64::from(*count);
            place < before || {
                place -= before;
                false
            }
        };
        let kind = self.kinds().find(here).map(|(kind, _)| kind.clone())?;
        self.take(&kind, 1).then_some(kind)
    }

    /// Deals out pieces as if shuffled: to each holder as many as named, and the rest stays. `None`,
    /// and nothing is dealt, if there are not so many.
    ///
    /// With all pieces that a reader does not see and all who hold some of them, it imagines who
    /// has what: every arrangement is as likely as it is when shuffled pieces are dealt unseen.
    pub fn deal<H>(
        &mut self,
        holders: impl IntoIterator<Item = (H, u32)>,
        draw: &mut Draw<'_>,
    ) -> Option<Vec<(H, Vec<K>)>> {
        let holders: Vec<(H, u32)> = holders.into_iter().collect();
        let wanted: u64 = holders.iter().map(|(_, count)| u64::from(*count)).sum();
        let mut pieces: Vec<K> = self.pieces().cloned().collect();
        if wanted > self.total() {
            return None;
        }
        draw.shuffle(&mut pieces);
        let mut hand =
            |(holder, count): (H, u32)| (holder, (0..count).filter_map(|_| pieces.pop()).collect());
        let dealt = holders.into_iter().map(&mut hand).collect();
        *self = pieces.into_iter().collect();
        Some(dealt)
    }

    /// The same with one piece to each slot.
    pub fn fill<S>(
        &mut self,
        slots: impl IntoIterator<Item = S>,
        draw: &mut Draw<'_>,
    ) -> Option<Vec<(S, K)>> {
        let dealt = self.deal(slots.into_iter().map(|slot| (slot, 1)), draw)?;
        let filled = dealt.into_iter().flat_map(|(slot, hand)| std::iter::once(slot).zip(hand));
        Some(filled.collect())
    }
}

#[cfg(test)]
#[path = "pool_tests.rs"]
mod tests;
