//! A bracket as a graph: what each pair is worth, and the best way to pair all.

use std::ops::Range;

use integer_blossom::max_weight_matching;

use super::weights::Weights;
use super::wide::Number;

/// Members of a bracket by their rank in it, with a weight for each pair that may be; the pairs that are fixed are
/// no longer in it.
pub(super) struct Graph<W> {
    size: usize,
    weights: Vec<W>,
    mates: Vec<Option<usize>>,
    fixed: Vec<bool>,
    /// What a step of the last criteria is worth.
    shift: u32,
}

impl<W: Number> Graph<W> {
    /// The graph of these weights, paired as well as can be.
    pub(super) fn new(weights: &Weights) -> Self {
        let size = weights.size;
        let all = (0..size * size).map(|at| weights.of(at / size, at % size)).collect();
        let (mates, fixed) = (vec![None; size], vec![false; size]);
        let mut graph = Self { size, weights: all, mates, fixed, shift: weights.step };
        graph.solve();
        graph
    }

    /// Pairs all that are not fixed anew.
    pub(super) fn solve(&mut self) {
        let here: Vec<usize> = (0..self.size).filter(|at| !self.fixed[*at]).collect();
        let mut weights = Vec::with_capacity(here.len() * here.len());
        for a in &here {
            weights.extend(here.iter().map(|b| self.weights[a * self.size + b]));
        }
        let mates = max_weight_matching(&weights, here.len());
        for (at, mate) in here.iter().zip(mates) {
            self.mates[*at] = mate.map(|mate| here[mate]);
        }
    }

    /// With whom somebody is paired.
    pub(super) fn mate(&self, at: usize) -> Option<usize> {
        self.mates[at]
    }

    /// True if they are not in a pair that is fixed.
    pub(super) fn is_free(&self, at: usize) -> bool {
        !self.fixed[at]
    }

    /// True if these two can be paired.
    pub(super) fn is_edge(&self, a: usize, b: usize) -> bool {
        !self.fixed[a] && !self.fixed[b] && self.weights[a * self.size + b] > W::ZERO
    }

    /// Adds so many steps to a pair, if it may be.
    pub(super) fn add(&mut self, a: usize, b: usize, steps: i64) {
        if self.is_edge(a, b) {
            let more = W::shifted(steps, self.shift);
            self.weights[a * self.size + b] += more;
            self.weights[b * self.size + a] += more;
        }
    }

    /// Adds so many steps to each of these pairs.
    pub(super) fn add_all(&mut self, a: usize, others: &[usize], steps: i64) {
        for other in others {
            self.add(a, *other, steps);
        }
    }

    /// Forbids a pair.
    pub(super) fn cut(&mut self, a: usize, b: usize) {
        self.weights[a * self.size + b] = W::ZERO;
        self.weights[b * self.size + a] = W::ZERO;
    }

    /// Keeps a pair as it is.
    fn fix(&mut self, a: usize, b: usize) {
        self.fixed[a] = true;
        self.fixed[b] = true;
    }

    /// Pairs somebody with the first of these that the best ways allow, and keeps the pair.
    pub(super) fn fix_first(&mut self, a: usize, others: &[usize]) {
        let first = others.iter().copied().find(|other| self.is_edge(a, *other));
        if first.is_none() || self.mates[a] != first {
            for (steps, other) in (0..).zip(others.iter().rev()) {
                self.add(a, *other, steps);
            }
            self.solve();
        }
        let mate = self.mates[a].expect("who is in the upper half is paired");
        self.fix(a, mate);
    }

    /// All pairs among the first so many, the higher first.
    pub(super) fn pairs(&self, among: Range<usize>) -> Vec<(usize, usize)> {
        let pair = |a: usize| self.mates[a].map(|b| (a, b));
        let all = among.clone().filter_map(pair);
        all.filter(|(a, b)| a < b && among.contains(b)).collect()
    }
}
