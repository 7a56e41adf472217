//! How a bracket is paired (B and D of the rules).

use super::bracket::Bracket;
use super::graph::Graph;
use super::weights::{self, Weights};
use super::wide::{Number, Wide};

impl Bracket<'_> {
    /// The pairs, by ranks in the round, the higher first.
    pub(super) fn paired(&self) -> Vec<(usize, usize)> {
        let weights = weights::of(self);
        let pairs = if weights.bits <= i128::ROOM {
            self.paired_by::<i128>(&weights)
        } else if weights.bits <= Wide::<8>::ROOM {
            self.paired_by::<Wide<8>>(&weights)
        } else {
            self.paired_by::<Wide<{ weights::WORDS }>>(&weights)
        };
        pairs.into_iter().map(|(a, b)| (self.members[a], self.members[b])).collect()
    }

    fn paired_by<W: Number>(&self, weights: &Weights) -> Vec<(usize, usize)> {
        let mut graph: Graph<W> = Graph::new(weights);
        let residents: Vec<usize> = (self.moved..self.own).collect();
        self.pair_moved(&mut graph, &residents);
        self.pair_rest(&mut graph, &residents);
        graph.pairs(0..self.own)
    }

    fn is_resident(&self, at: Option<usize>) -> bool {
        at.is_some_and(|at| (self.moved..self.own).contains(&at))
    }

    /// Of those who came down the highest that can be are paired with residents, each with the highest (D.1, D.3).
    fn pair_moved<W: Number>(&self, graph: &mut Graph<W>, residents: &[usize]) {
        let mut upper = Vec::new();
        let keep = i64::try_from(self.members.len()).unwrap_or(i64::MAX);
        for moved in 0..self.moved {
            if !self.is_resident(graph.mate(moved)) {
                graph.add_all(moved, residents, 1);
                graph.solve();
            }
            if self.is_resident(graph.mate(moved)) {
                upper.push(moved);
                graph.add_all(moved, residents, keep);
            }
        }
        for moved in upper {
            graph.fix_first(moved, residents);
        }
    }

    /// The residents who are left: the upper half against the lower, with as few exchanges as can be (D.2), each of
    /// the upper half with the highest of the lower (D.1).
    fn pair_rest<W: Number>(&self, graph: &mut Graph<W>, residents: &[usize]) {
        let rest: Vec<usize> = residents.iter().copied().filter(|at| graph.is_free(*at)).collect();
        let paired = rest.iter().filter(|at| self.is_resident(graph.mate(**at))).count() / 2;
        if rest[..paired].iter().any(|at| !self.is_upper(graph, *at)) {
            self.exchange(graph, &rest, paired);
        }
        let (upper, lower): (Vec<usize>, Vec<usize>) =
            rest.iter().partition(|at| self.is_upper(graph, **at));
        for (n, a) in upper.iter().enumerate() {
            let below = self.own..self.members.len();
            upper[n + 1..].iter().copied().chain(below).for_each(|b| graph.cut(*a, b));
        }
        for (n, a) in lower.iter().enumerate() {
            lower[n + 1..].iter().for_each(|b| graph.cut(*a, *b));
        }
        for at in upper {
            graph.fix_first(at, &lower);
        }
    }

    /// True if somebody is paired with a resident below them.
    fn is_upper<W: Number>(&self, graph: &Graph<W>, at: usize) -> bool {
        self.is_resident(graph.mate(at)) && graph.mate(at) > Some(at)
    }

    /// D.2: as few as can be change halves; of those ways, the one with the least difference of the numbers that
    /// change, then the one in which the highest numbers go down, then the one in which the lowest come up.
    fn exchange<W: Number>(&self, graph: &mut Graph<W>, rest: &[usize], paired: usize) {
        let half = 1 << (2 * weights::length(rest.len()));
        for (number, at) in (0_i64..).zip(rest) {
            let below = rest.iter().copied().filter(|other| other > at);
            let bonus = if rest[..paired].contains(at) { half } else { 0 };
            let steps = 2 * (bonus - number);
            graph.add_all(*at, &below.collect::<Vec<_>>(), steps);
        }
        graph.solve();
        let (upper, lower) = rest.split_at(paired);
        let number = upper.iter().filter(|at| !self.is_upper(graph, **at)).count();
        let mut left = number;
        for at in upper.iter().rev() {
            if left == 0 {
                break;
            }
            let below: Vec<usize> = rest.iter().copied().filter(|other| other > at).collect();
            let goes = !self.is_upper(graph, *at);
            if !goes {
                graph.add_all(*at, &below, -1);
                graph.solve();
            }
            if self.is_upper(graph, *at) {
                graph.add_all(*at, &below, 1);
            } else {
                left -= 1;
                for other in &below {
                    graph.cut(*at, *other);
                }
            }
        }
        let mut left = number;
        for at in lower {
            if left == 0 {
                break;
            }
            let below: Vec<usize> = rest.iter().copied().filter(|other| other > at).collect();
            let comes = self.is_upper(graph, *at);
            if !comes {
                graph.add_all(*at, &below, 1);
                graph.solve();
                graph.add_all(*at, &below, -1);
            }
            if self.is_upper(graph, *at) {
                left -= 1;
                let above = rest.iter().copied().filter(|other| other < at);
                let others = above.chain(self.own..self.members.len());
                others.for_each(|other| graph.cut(*at, other));
            }
        }
    }
}
