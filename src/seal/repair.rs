//! The search for the text that was signed among what mail made of it.
//!
//! The signature fixes the bytes, so no repair can do harm: what comes out is the file that was
//! signed, or nothing.

use std::collections::{BTreeSet, VecDeque};

use super::mend::{GUESSES, REPAIRS, body};
use crate::base::Digest;

/// Texts tried for one packet.
const MOST: usize = 64;
/// Of these, texts tried without a guess.
const UNGUESSED: usize = 32;

/// Calls `fits` with what may have been signed until it agrees; returns that text and the names of
/// the repairs it needed, none if the text was as it should be.
///
/// The order: the text as it came; with all repairs; with all but one, all but two and so on;
/// then these again with one guess on top. At most [`MOST`] different texts are tried.
pub(super) fn search(
    text: &str,
    mut fits: impl FnMut(&str) -> bool,
) -> Option<(String, Vec<&'static str>)> {
    let mut mended = vec![(text.to_owned(), Vec::new())];
    let mut tried = BTreeSet::new();
    let raw = body(text).unwrap_or_default();
    if fits(raw) {
        return Some((raw.to_owned(), Vec::new()));
    }
    tried.insert(Digest::of(raw.as_bytes()));
    mended.extend(mendings(text));
    for guess in std::iter::once(None).chain(GUESSES.iter().map(Some)) {
        for (mended, used) in &mended {
            let guessed = guess.map(|(_, mend)| mend(mended));
            let Some(body) = body(guessed.as_deref().unwrap_or(mended)) else { continue };
            if !tried.insert(Digest::of(body.as_bytes())) {
                continue;
            }
            if fits(body) {
                let used = used.iter().copied().chain(guess.map(|(name, _)| *name)).collect();
                return Some((body.to_owned(), used));
            }
            if tried.len() == MOST {
                return None;
            }
        }
    }
    None
}

/// The text with all repairs, with all but one, and so on: what each left out had changed is what
/// may be left out next. Those after it only, so that nothing is left out twice.
fn mendings(text: &str) -> Vec<(String, Vec<&'static str>)> {
    let mut plans = VecDeque::from([Vec::new()]);
    let mut out = Vec::new();
    while let Some(without) = plans.pop_front().filter(|_| out.len() < UNGUESSED) {
        let (mended, used) = apply(text, |n| !without.contains(&n));
        let next = without.last().map_or(0, |n| n + 1);
        for n in (next..REPAIRS.len()).filter(|n| used.contains(&REPAIRS[*n].0)) {
            plans.push_back([&without[..], &[n]].concat());
        }
        out.push((mended, used));
    }
    out
}

/// Applies the wanted repairs; returns the text and the names of those that changed it.
fn apply(text: &str, wanted: impl Fn(usize) -> bool) -> (String, Vec<&'static str>) {
    let (mut text, mut used) = (text.to_owned(), Vec::new());
    for (_, (name, mend)) in REPAIRS.iter().enumerate().filter(|(n, _)| wanted(*n)) {
        let mended = mend(&text);
        if mended != text {
            used.push(*name);
            text = mended;
        }
    }
    (text, used)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_bounded_and_no_text_is_tried_twice() {
        let line = "> >From \u{A0} x=20\n> \n> campaign: =\r\n> - y \n\n";
        let text = format!("\u{FEFF}{}> -----BEGIN SSH SIGNATURE-----", line.repeat(50));
        let mut seen = Vec::new();
        assert_eq!(
            search(&text, |body| {
                seen.push(body.to_owned());
                false
            }),
            None
        );
        assert!(seen.len() > 20 && seen.len() <= MOST, "{}", seen.len());
        assert_eq!(seen.iter().collect::<BTreeSet<_>>().len(), seen.len());
    }

    #[test]
    fn a_sound_text_is_left_alone_by_all_repairs() {
        let text = "# top\ncampaign: x\na:\n  - b\n\n  c: d\n-----BEGIN SSH SIGNATURE-----";
        assert!(REPAIRS.len() + GUESSES.len() >= 11);
        for (name, mend) in REPAIRS {
            assert_eq!(mend(text), text, "{name}");
        }
    }
}
