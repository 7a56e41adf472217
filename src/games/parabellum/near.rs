//! What is near on the map of a skirmish: what units reach from where they stand, and what stands beside them.

use std::collections::{BTreeMap, BTreeSet};

use super::Parabellum;
use super::names::{Sq, Unit};
use super::prospects::{Losses, Prospect, enemies, prospects, span};
use super::said::shown;
use super::side::Side;
use super::sight::View;
use super::theater::Field;
use crate::base::words::{count, few, joined, names};

/// Squares that a sentence names at most.
const NAMED: usize = 4;

/// The best attack that each unit of the reader's could make from where it stands, in a sentence.
pub fn attacks(game: &Parabellum, field: &Field, view: &View, side: Side) -> Option<String> {
    if view.mat.of(side).next().is_none() || view.mat.of(side.other()).next().is_none() {
        return None;
    }
    let mut best: BTreeMap<Unit, Prospect> = BTreeMap::new();
    for one in prospects(game, field, view, side) {
        if best.get(&one.unit).is_none_or(|other| other.rank() < one.rank()) {
            best.insert(one.unit.clone(), one);
        }
    }
    let mut best: Vec<Prospect> = best.into_values().collect();
    best.sort_by_key(|one| std::cmp::Reverse(one.rank()));
    let more = best.iter().skip(NAMED).filter(|one| one.counts()).count();
    let more = (more > 0).then(|| format!("and {} (see the table)", count(more, "more unit")));
    let each = best.iter().take(NAMED).map(|one| {
        let does = match one.losses {
            None => String::new(),
            Some(Losses { dealt, taken }) => {
                format!(" deals {} of {} and takes {}", span(dealt), one.strength, span(taken))
            }
        };
        format!("{} on {}{does}", shown(view, &one.unit), one.at)
    });
    Some(if best.is_empty() {
        "None of your units on the ground can attack an enemy from where it stands.".to_owned()
    } else {
        format!(
            "Best attacks without a move, by expected losses: {}.",
            joined(each.chain(more), "; ")
        )
    })
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
    let told = near.into_iter().take(NAMED).map(|(at, units)| {
        let who = few(units.iter().map(|unit| shown(view, unit)), NAMED);
        let mine = own.iter().filter(|mine| mine.0.orthogonal(at.0) == least);
        match least {
            0 | 1 => format!("beside your {}: {who} in {at}", names(mine)),
            far => format!("{who} in {at}, {far} squares from your {}", names(mine)),
        }
    });
    let more = (more > 0).then(|| format!("and {} more", count(more, "square")));
    let told = joined(told.chain(more), "; ");
    Some(format!("{seen}{} {told}.", if least > 1 { ", nearest" } else { ";" }))
}
