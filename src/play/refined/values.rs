//! What a blank of an order may be filled with.

use super::Desk;
use crate::engine::orders::short::steps::{Asked as Written, Slot};
use crate::engine::sheets::expected::Expected;
use crate::engine::shelf::composed::Composer;

/// Numbers that are tried besides those of the offers.
const NUMBERS: [u32; 21] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20, 25, 30, 40, 50, 60, 100];
/// And so many of them where a blank is only looked ahead to.
const FEW: usize = 3;
/// Things of a kind that are counted at most.
const COUNTED: u32 = 12;

/// A value that a blank may get, and what else it is called.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) text: String,
    pub(super) called: Option<String>,
}

pub(super) fn plain(text: impl Into<String>) -> Candidate {
    Candidate { text: text.into(), called: None }
}

impl Desk<'_> {
    /// Values for a blank, those of the offers first; with `all` every one, else few.
    pub(super) fn candidates(&self, kind: &str, slot: &Slot, all: bool) -> Vec<Candidate> {
        let said = self.said.get(kind).map_or(&[][..], Vec::as_slice);
        match slot.written {
            Written::Words(words) => words.iter().map(|(word, _)| plain(*word)).collect(),
            Written::Counts(words) => {
                let mut things: Vec<String> =
                    words.iter().map(|(word, others)| shortest(word, others)).collect();
                if words.is_empty() {
                    things.extend(self.names(slot, said, all).into_iter().map(|it| it.text));
                }
                let counts: Vec<u32> = numbers(said, all);
                let counts = counts.into_iter().filter(|n| (1..=COUNTED).contains(n));
                let counts: Vec<u32> = counts.collect();
                let of = |thing: &String| {
                    counts.iter().map(|n| plain(format!("{n} {thing}"))).collect::<Vec<_>>()
                };
                things.iter().flat_map(of).collect()
            }
            Written::Number | Written::Name => self.names(slot, said, all),
        }
    }

    fn names(&self, slot: &Slot, said: &[String], all: bool) -> Vec<Candidate> {
        match self.composer.expects(&slot.at) {
            Some(Expected::Name(kind)) => {
                let seeds = self.seeds.get(kind).map_or(&[][..], Vec::as_slice);
                named(self.composer, kind, seeds, all)
            }
            Some(Expected::Word(words)) => words.iter().map(|word| plain(*word)).collect(),
            Some(Expected::Number) => {
                numbers(said, all).into_iter().map(|n| plain(n.to_string())).collect()
            }
            // No blank of a short form is more than one value.
            Some(Expected::Text | Expected::Items(_) | Expected::Fields(_)) | None => {
                said.iter().map(plain).collect()
            }
        }
    }
}

/// Names of a kind, those of the offers first; of the others, all or none.
pub(super) fn named(
    composer: &dyn Composer,
    kind: &str,
    seeds: &[String],
    all: bool,
) -> Vec<Candidate> {
    let known = composer.known(kind);
    let seed = |seed: &String| {
        let called = known.iter().find(|(name, _)| name == seed);
        Candidate { text: seed.clone(), called: called.and_then(|(_, called)| called.clone()) }
    };
    let mut names: Vec<Candidate> = seeds.iter().map(seed).collect();
    if all {
        let mut rest: Vec<_> =
            known.into_iter().filter(|(name, _)| !seeds.contains(name)).collect();
        rest.sort_by_cached_key(|(name, _)| natural(name));
        names.extend(rest.into_iter().map(|(text, called)| Candidate { text, called }));
    }
    names
}

/// Numbers to try: those of the offers, and others.
fn numbers(said: &[String], all: bool) -> Vec<u32> {
    let mut numbers: Vec<u32> = said.iter().filter_map(|word| word.parse().ok()).collect();
    numbers.extend(if all { &NUMBERS[..] } else { &NUMBERS[..FEW] });
    if all {
        numbers.sort_unstable();
    }
    numbers.dedup();
    numbers
}

fn shortest(word: &str, others: &[&str]) -> String {
    let all = others.iter().copied().chain([word]);
    all.min_by_key(|word| word.len()).unwrap_or(word).to_owned()
}

/// Numbers in a name by what they count.
fn natural(name: &str) -> (String, u64, String) {
    let begin = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let rest = &name[begin..];
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (name[..begin].to_owned(), rest[..end].parse().unwrap_or_default(), rest[end..].to_owned())
}
