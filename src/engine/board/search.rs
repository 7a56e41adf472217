//! Cheapest ways, on a board or among anything that has next steps.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Add;

use pathfinding::num_traits::Zero;
use pathfinding::prelude::dijkstra_reach;

/// A place that a search came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached<P> {
    /// What the way there costs.
    pub cost: u32,
    /// How many steps it has.
    pub steps: u32,
    /// The last place before it; `None` where the way begins.
    pub from: Option<P>,
}

/// What lies within a cost, and the cheapest ways there.
///
/// Of several cheapest ways, one with the fewest steps is taken; of these, the one whose last place
/// but one is reached first. Places are reached in the order of cost, then of steps, then of where
/// their way comes from, then in the order in which that place names its next ones. So a result
/// follows from the costs and from that order alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach<P> {
    order: Vec<P>,
    places: BTreeMap<P, Reached<P>>,
}

impl<P: Clone + Ord> Reach<P> {
    fn empty() -> Self {
        Self { order: Vec::new(), places: BTreeMap::new() }
    }

    fn add(&mut self, place: P, reached: Reached<P>) {
        self.order.push(place.clone());
        self.places.insert(place, reached);
    }

    /// The places, in the order in which they are reached; first where the ways begin.
    pub fn order(&self) -> &[P] {
        &self.order
    }

    /// The places with what it takes to get there, in ascending order.
    pub fn places(&self) -> &BTreeMap<P, Reached<P>> {
        &self.places
    }

    /// True if the place is reached.
    pub fn holds(&self, place: &P) -> bool {
        self.places.contains_key(place)
    }

    /// What the way to a place costs; `None` if it is not reached.
    pub fn cost(&self, place: &P) -> Option<u32> {
        self.places.get(place).map(|reached| reached.cost)
    }

    /// The way to a place, from where it begins, both included; `None` if it is not reached.
    pub fn path(&self, to: &P) -> Option<Vec<P>> {
        let mut last = self.places.get(to)?;
        let mut path = vec![to.clone()];
        while let Some(from) = &last.from {
            path.push(from.clone());
            last = self.places.get(from)?;
        }
        path.reverse();
        Some(path)
    }
}

/// What a way takes. No two are equal but those of one step, because each step that is offered has
/// a number of its own: the heap of `pathfinding` compares these alone, and what it does with
/// equals would be its own affair and that of the standard library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Spent {
    cost: u32,
    steps: u32,
    number: u32,
}

impl Add for Spent {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            cost: self.cost.saturating_add(other.cost),
            steps: self.steps.saturating_add(other.steps),
            // A step is offered later than those before it.
            number: self.number.max(other.number),
        }
    }
}

impl Zero for Spent {
    fn zero() -> Self {
        Self { cost: 0, steps: 0, number: 0 }
    }

    fn is_zero(&self) -> bool {
        *self == Self::zero()
    }
}

/// Every place that can be reached, in order, with the place before it.
fn walk<P: Clone + Ord + Hash>(
    starts: impl IntoIterator<Item = P>,
    mut next: impl FnMut(&P) -> Vec<(P, u32)>,
) -> impl Iterator<Item = (P, Reached<P>)> {
    let starts: Vec<P> = starts.into_iter().collect();
    let mut number = 0_u32;
    // A place before the first one has a step to each start.
    let all = dijkstra_reach(&None, move |from: &Option<P>| {
        let ahead = match from {
            None => starts.iter().map(|start| (start.clone(), 0)).collect(),
            Some(from) => next(from),
        };
        let offer = |(to, cost)| {
            number = number.saturating_add(1);
            (Some(to), Spent { cost, steps: 1, number })
        };
        ahead.into_iter().map(offer).collect::<Vec<_>>()
    });
    all.filter_map(|item| {
        let Spent { cost, steps, .. } = item.total_cost;
        let reached = Reached { cost, steps: steps.saturating_sub(1), from: item.parent.flatten() };
        item.node.map(|place| (place, reached))
    })
}

/// All that can be reached from any of the starts at a cost of `most`. `next` names the next steps
/// from a place and what each costs; a place may be anything, such as a hex with a facing.
pub fn reach<P: Clone + Ord + Hash>(
    starts: impl IntoIterator<Item = P>,
    most: u32,
    next: impl FnMut(&P) -> Vec<(P, u32)>,
) -> Reach<P> {
    let mut all = Reach::empty();
    for (place, reached) in walk(starts, next).take_while(|(_, reached)| reached.cost <= most) {
        all.add(place, reached);
    }
    all
}

/// All that can be reached from any of the starts when every step costs 1.
pub fn spread<P: Clone + Ord + Hash, I: IntoIterator<Item = P>>(
    starts: impl IntoIterator<Item = P>,
    mut next: impl FnMut(&P) -> I,
) -> Reach<P> {
    reach(starts, u32::MAX, |from| next(from).into_iter().map(|to| (to, 1)).collect())
}

/// The cheapest way from any of the starts to a place that is a goal, both included; `None` if
/// there is none. Of several goals it leads to the one that is reached first.
pub fn cheapest<P: Clone + Ord + Hash>(
    starts: impl IntoIterator<Item = P>,
    mut goal: impl FnMut(&P) -> bool,
    next: impl FnMut(&P) -> Vec<(P, u32)>,
) -> Option<Vec<P>> {
    let mut all = Reach::empty();
    for (place, reached) in walk(starts, next) {
        let found = goal(&place);
        all.add(place.clone(), reached);
        if found {
            return all.path(&place);
        }
    }
    None
}
