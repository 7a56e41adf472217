//! Named places, and edges of several kinds between them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::Board;

/// Places and the edges between them, which lead both ways. Two places may be joined by an edge of
/// each kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph<P, K = ()> {
    near: BTreeMap<P, BTreeMap<P, BTreeSet<K>>>,
}

impl<P, K> Default for Graph<P, K> {
    fn default() -> Self {
        Self { near: BTreeMap::new() }
    }
}

impl<P: Clone + Ord, K: Clone + Ord> Graph<P, K> {
    /// Adds a place, with no edges if it is new.
    pub fn add(&mut self, place: P) {
        self.near.entry(place).or_default();
    }

    /// Joins two places, which are added if they are new; false if an edge of that kind joins them
    /// already.
    pub fn join(&mut self, a: P, b: P, kind: K) -> bool {
        let near = self.near.entry(a.clone()).or_default();
        let fresh = near.entry(b.clone()).or_default().insert(kind.clone());
        self.near.entry(b).or_default().entry(a).or_default().insert(kind);
        fresh
    }

    /// The kinds of edges between two places, in ascending order; none if they are not joined.
    pub fn kinds(&self, a: &P, b: &P) -> impl Iterator<Item = &K> {
        self.near.get(a).and_then(|near| near.get(b)).into_iter().flatten()
    }

    /// The places next to one with the kinds of edges there, in ascending order.
    pub fn edges(&self, place: &P) -> impl Iterator<Item = (&P, &BTreeSet<K>)> {
        self.near.get(place).into_iter().flatten()
    }

    /// The places to which an edge of a kind that is wanted leads, in ascending order.
    pub fn near(&self, place: &P, wanted: impl Fn(&K) -> bool) -> impl Iterator<Item = &P> {
        let edges = self.edges(place);
        edges.filter(move |(_, kinds)| kinds.iter().any(&wanted)).map(|(to, _)| to)
    }

    /// All places with their neighbours and the kinds of edges, in ascending order.
    pub fn all(&self) -> &BTreeMap<P, BTreeMap<P, BTreeSet<K>>> {
        &self.near
    }
}

impl<P: Clone + Ord + Hash + Debug, K: Clone + Ord> Board for Graph<P, K> {
    type Place = P;

    fn places(&self) -> Vec<P> {
        self.near.keys().cloned().collect()
    }

    fn holds(&self, place: &P) -> bool {
        self.near.contains_key(place)
    }

    fn neighbours(&self, place: &P) -> Vec<P> {
        self.near(place, |_| true).cloned().collect()
    }
}
