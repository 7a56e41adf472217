//! Whether an order that begins so can come to something: the game is asked about lines that end it.

use std::collections::{BTreeMap, BTreeSet};

use super::{Desk, Forms, So};
use crate::engine::shelf::composed::Weighed;

/// Lines about which a call asks the game at most.
pub(super) const MOST: usize = 1500;
/// Blanks that are looked ahead.
const AHEAD: usize = 5;

impl Desk<'_> {
    /// The line, if it is a whole order that would stand.
    pub(super) fn whole(&self, forms: &Forms, so: &So) -> Option<String> {
        let lines = self.ends(forms, so);
        // What stands here has to be known, whatever was looked ahead.
        self.left.set(self.left.get() + lines.len());
        self.ask(&lines);
        lines
            .into_iter()
            .map(|(_, line)| line)
            .max_by_key(|line| self.of(line))
            .filter(|line| self.of(line) > Weighed::Refused)
    }

    /// The lines that end here.
    fn ends(&self, forms: &Forms, so: &So) -> Vec<(&'static str, String)> {
        if so.free {
            return Vec::new();
        }
        let kind = self.short.orders[so.form].0;
        let ends = forms[&so.form].ways(so.node).ends;
        ends.into_iter().map(|end| (kind, format!("{}{end}", so.line))).collect()
    }

    /// What was said of a line.
    fn of(&self, line: &str) -> Weighed {
        self.weighed.borrow().get(line).copied().unwrap_or(Weighed::Refused)
    }

    /// Asks the game about lines, as far as that is still done.
    fn ask(&self, lines: &[(&'static str, String)]) {
        let mut weighed = self.weighed.borrow_mut();
        let mut new: Vec<(&str, &str)> = Vec::new();
        for (kind, line) in lines {
            if !weighed.contains_key(line) && new.iter().all(|(_, other)| other != line) {
                new.push((kind, line));
            }
        }
        new.truncate(self.left.get());
        self.left.set(self.left.get() - new.len());
        for ((_, line), said) in new.iter().zip(self.composer.weigh(&new)) {
            weighed.insert((*line).to_owned(), said);
        }
    }

    /// For each of these, what becomes of the shortest orders that begin so.
    pub(super) fn possible(&self, forms: &Forms, begun: &[So]) -> Vec<Weighed> {
        let offered = |so: &So| self.is_offered(forms, so);
        let stands = |is: bool| if is { Weighed::Stands } else { Weighed::Refused };
        let mut possible: Vec<Weighed> = begun.iter().map(|so| stands(offered(so))).collect();
        let undecided = |weighed: Weighed| weighed == Weighed::Refused;
        for all in [false, true] {
            let open = begun.iter().enumerate().filter(|(root, _)| undecided(possible[*root]));
            let mut front: Vec<(usize, So)> = open.map(|(root, so)| (root, so.clone())).collect();
            for _ in 0..AHEAD {
                let lines: Vec<(usize, Vec<(&'static str, String)>)> =
                    front.iter().map(|(root, so)| (*root, self.ends(forms, so))).collect();
                self.ask(&lines.iter().flat_map(|(_, lines)| lines.clone()).collect::<Vec<_>>());
                for (root, lines) in &lines {
                    let best = lines.iter().map(|(_, line)| self.of(line)).max();
                    possible[*root] = possible[*root].max(best.unwrap_or(Weighed::Refused));
                }
                front.retain(|(root, _)| undecided(possible[*root]));
                if front.is_empty() || self.left.get() == 0 {
                    break;
                }
                let roots: BTreeSet<usize> = front.iter().map(|(root, _)| *root).collect();
                let share = (self.left.get() / roots.len()).max(1);
                front = self.further(forms, &front, share, all);
            }
        }
        possible
    }

    /// True if an offer goes on from here: the game has been asked about those.
    fn is_offered(&self, forms: &Forms, so: &So) -> bool {
        let kind = |form: usize| self.short.orders[form].0;
        // All forms of a kind begin with nothing.
        let first = || forms.keys().find(|form| kind(**form) == kind(so.form)) == Some(&so.form);
        if so.line.is_empty() && !first() {
            return false;
        }
        let goes_on = |line: &str| {
            let rest = line.strip_prefix(&so.line);
            rest.is_some_and(|rest| so.line.is_empty() || !rest.starts_with(char::is_alphanumeric))
        };
        self.offered.iter().any(|(own, line)| own == kind(so.form) && goes_on(line))
    }

    /// Each order with one blank more filled in, for each root so many at most.
    fn further(
        &self,
        forms: &Forms,
        front: &[(usize, So)],
        share: usize,
        all: bool,
    ) -> Vec<(usize, So)> {
        let mut count: BTreeMap<usize, usize> = BTreeMap::new();
        let mut further = Vec::new();
        for (root, so) in front {
            // What leads to the end comes before what may be added.
            let mut ways = forms[&so.form].ways(so.node).next;
            ways.sort_by_key(|next| forms[&so.form].far(next.to));
            for next in &ways {
                for (_, so) in self.steps(so, next, all) {
                    let count = count.entry(*root).or_default();
                    *count += 1;
                    if *count > share {
                        break;
                    }
                    further.push((*root, so));
                }
            }
        }
        further
    }
}
