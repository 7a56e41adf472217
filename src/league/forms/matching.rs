//! Whether all can be paired at once: a largest matching of a graph (Edmonds, by blossoms).

use std::collections::VecDeque;

const NONE: usize = usize::MAX;

/// True if everybody can be paired with a neighbour.
pub(super) fn is_perfect(size: usize, joined: &dyn Fn(usize, usize) -> bool) -> bool {
    if !size.is_multiple_of(2) {
        return false;
    }
    let near = |a: usize| (0..size).filter(|b| *b != a && joined(a, *b)).collect();
    let mut search = Search { near: (0..size).map(near).collect(), mate: vec![NONE; size] };
    search.greedy();
    (0..size).all(|root| search.mate[root] != NONE || search.augment(root))
}

struct Search {
    near: Vec<Vec<usize>>,
    mate: Vec<usize>,
}

/// One growing of a tree of alternating ways.
struct Tree {
    parent: Vec<usize>,
    base: Vec<usize>,
    used: Vec<bool>,
}

impl Search {
    fn greedy(&mut self) {
        for a in 0..self.near.len() {
            if self.mate[a] == NONE
                && let Some(b) = self.near[a].iter().copied().find(|b| self.mate[*b] == NONE)
            {
                (self.mate[a], self.mate[b]) = (b, a);
            }
        }
    }

    /// Finds a way from a root to somebody unpaired, and pairs along it.
    fn augment(&mut self, root: usize) -> bool {
        let size = self.near.len();
        let mut tree =
            Tree { parent: vec![NONE; size], base: (0..size).collect(), used: vec![false; size] };
        tree.used[root] = true;
        let mut queue = VecDeque::from([root]);
        while let Some(v) = queue.pop_front() {
            for at in 0..self.near[v].len() {
                let to = self.near[v][at];
                if tree.base[v] == tree.base[to] || self.mate[v] == to {
                    continue;
                }
                let odd = self.mate[to] != NONE && tree.parent[self.mate[to]] != NONE;
                if to == root || odd {
                    self.contract(&mut tree, (v, to), &mut queue);
                } else if tree.parent[to] == NONE {
                    tree.parent[to] = v;
                    if self.mate[to] == NONE {
                        self.turn(&tree, to);
                        return true;
                    }
                    tree.used[self.mate[to]] = true;
                    queue.push_back(self.mate[to]);
                }
            }
        }
        false
    }

    /// Takes a ring of odd length as one.
    fn contract(&self, tree: &mut Tree, (v, to): (usize, usize), queue: &mut VecDeque<usize>) {
        let base = self.common(tree, v, to);
        let mut blossom = vec![false; self.near.len()];
        self.mark(tree, &mut blossom, (v, base, to));
        self.mark(tree, &mut blossom, (to, base, v));
        for member in 0..self.near.len() {
            if blossom[tree.base[member]] {
                tree.base[member] = base;
                if !tree.used[member] {
                    tree.used[member] = true;
                    queue.push_back(member);
                }
            }
        }
    }

    fn common(&self, tree: &Tree, mut a: usize, mut b: usize) -> usize {
        let mut seen = vec![false; self.near.len()];
        loop {
            a = tree.base[a];
            seen[a] = true;
            if self.mate[a] == NONE {
                break;
            }
            a = tree.parent[self.mate[a]];
        }
        loop {
            b = tree.base[b];
            if seen[b] {
                return b;
            }
            b = tree.parent[self.mate[b]];
        }
    }

    fn mark(
        &self,
        tree: &mut Tree,
        blossom: &mut [bool],
        (mut v, base, mut child): (usize, usize, usize),
    ) {
        while tree.base[v] != base {
            blossom[tree.base[v]] = true;
            blossom[tree.base[self.mate[v]]] = true;
            tree.parent[v] = child;
            child = self.mate[v];
            v = tree.parent[self.mate[v]];
        }
    }

    fn turn(&mut self, tree: &Tree, mut end: usize) {
        while end != NONE {
            let before = tree.parent[end];
            let next = self.mate[before];
            (self.mate[end], self.mate[before]) = (before, end);
            end = next;
        }
    }
}
