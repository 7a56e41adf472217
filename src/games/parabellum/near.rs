//! What is near on the map of a skirmish: what units reach from where they stand, and what stands beside them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::names::{Sq, Unit};
use super::prospects::{Losses, Prospect, enemies, span};
use super::said::shown;
use super::side::Side;
use super::sight::View;
use super::ventures::Venture;
use crate::base::words::{count, few, joined, names};

/// Squares that a sentence names at most.
const NAMED: usize = 4;

/// The best attack that each unit of the reader's could make from where it stands, in a sentence.
pub fn attacks(view: &View, side: Side, prospects: &[Prospect]) -> Option<String> {
    if view.mat.of(side).next().is_none() || view.mat.of(side.other()).next().is_none() {
        return None;
    }
    let mut best: BTreeMap<&Unit, &Prospect> = BTreeMap::new();
    for one in prospects {
        if best.get(&one.unit).is_none_or(|other| other.rank() < one.rank()) {
            best.insert(&one.unit, one);
        }
    }
    let mut best: Vec<&Prospect> = best.into_values().collect();
    best.sort_by_key(|one| Reverse(one.rank()));
    if best.iter().any(|one| one.counts()) {
        best.retain(|one| one.counts());
    }
    let told = named(best.iter().copied());
    let more = best.len() - told;
    let more = (more > 0).then(|| format!("and {} (see the table)", count(more, "more unit")));
    let each = best
        .iter()
        .take(told)
        .map(|one| format!("{} on {}{}", shown(view, &one.unit), one.at, does(one, true)));
    Some(if best.is_empty() {
        "None of your units on the ground can attack an enemy from where it stands.".to_owned()
    } else {
        format!(
            "Best attacks without a move, by expected losses: {}.",
            joined(each.chain(more), "; ")
        )
    })
}

/// The best attacks after a move and from the air, in a sentence.
pub fn moved(view: &View, ventures: &[Venture]) -> Option<String> {
    let mut units: Vec<&Unit> = Vec::new();
    let mut best: Vec<&Venture> = Vec::new();
    for one in ventures {
        if !units.contains(&&one.prospect.unit) {
            units.push(&one.prospect.unit);
            best.push(one);
        }
    }
    let told = named(best.iter().map(|one| &one.prospect));
    let more = best.len() - told;
    let more = (more > 0).then(|| format!("and {} (see the table)", count(more, "more unit")));
    let each = best.iter().take(told).map(|Venture { prospect: one, way }| {
        let how =
            if way.is_empty() { " in a sortie".to_owned() } else { format!(" from {}", one.from) };
        let unit = shown(view, &one.unit);
        format!("{unit} on {}{how}{}", one.at, does(one, !way.is_empty()))
    });
    let all = joined(each.chain(more), "; ");
    (!best.is_empty()).then(|| format!("Best attacks after a move or from the air: {all}."))
}

/// How many attacks are named, of all from the best: those that take more than they deal only if there is no other.
fn named<'p>(all: impl Iterator<Item = &'p Prospect> + Clone) -> usize {
    let paying = all.clone().filter(|one| one.pays()).count();
    let named = if paying > 0 { paying } else { all.count() };
    named.min(NAMED)
}

/// What an attack can be expected to do.
fn does(one: &Prospect, takes: bool) -> String {
    let Some(Losses { dealt, taken, .. }) = one.losses else { return String::new() };
    let takes = if takes { format!(" and takes {}", span(taken)) } else { String::new() };
    format!(" deals {} of {}{takes}", span(dealt), one.strength)
}

/// How many of the enemy the reader sees, and who of them stands beside units of the reader's; if nobody does, who is
/// nearest. `None` if none is seen.
pub fn beside(view: &View, side: Side) -> Option<String> {
    let squares = enemies(view, side.other());
    let all: usize = squares.values().map(Vec::len).sum();
    if all == 0 {
        return None;
    }
    let seen = format!("You see {} of {}", count(all, "unit"), side.other().title());
    let own: BTreeSet<Sq> = view.mat.of(side).map(|(_, mini)| mini.at).collect();
    let far = |at: &Sq| own.iter().map(|mine| mine.0.orthogonal(at.0)).min();
    let Some(least) = squares.keys().filter_map(far).min() else { return Some(format!("{seen}.")) };
    let near: Vec<_> = squares.iter().filter(|(at, _)| far(at) == Some(least)).collect();
    let more = near.len().saturating_sub(NAMED);
    // What stands beside the same squares of the reader's is told together.
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (at, units) in near.into_iter().take(NAMED) {
        let who = few(units.iter().map(|unit| shown(view, unit)), NAMED);
        let mine = names(own.iter().filter(|mine| mine.0.orthogonal(at.0) == least));
        let who = format!("{who} in {at}");
        match told.iter_mut().find(|(beside, _)| *beside == mine) {
            Some((_, all)) => all.push(who),
            None => told.push((mine, vec![who])),
        }
    }
    let told = told.into_iter().map(|(mine, who)| match least {
        0 | 1 => format!("beside your {mine}: {}", joined(who, ", ")),
        far => format!("{}, {far} squares from your {mine}", joined(who, ", ")),
    });
    let more = (more > 0).then(|| format!("and {} more", count(more, "square")));
    let told = joined(told.chain(more), "; ");
    Some(format!("{seen}{} {told}.", if least > 1 { ", nearest" } else { ";" }))
}
