//! What every board answers: its places, their neighbours, how far they lie apart, and the ways between
//! them.

use std::fmt::Debug;
use std::hash::Hash;

use super::arc::Arc;
use super::line::Pass;
use super::search::{self, Reach};

/// Places and which of them are next to each other.
pub trait Board {
    /// What names a place.
    type Place: Clone + Ord + Hash + Debug;

    /// All places, in ascending order.
    fn places(&self) -> Vec<Self::Place>;

    /// True if the place is one of this board.
    fn holds(&self, place: &Self::Place) -> bool;

    /// The places next to this one, always in the same order; none if it is not of this board.
    fn neighbours(&self, place: &Self::Place) -> Vec<Self::Place>;

    /// The place and those next to it; none if it is not of this board.
    fn around(&self, place: &Self::Place) -> Vec<Self::Place> {
        let own = self.holds(place).then(|| place.clone());
        self.neighbours(place).into_iter().chain(own).collect()
    }

    /// The fewest steps from one place to another, each to a neighbour; `None` if there is no way.
    fn distance(&self, from: &Self::Place, to: &Self::Place) -> Option<u32> {
        let far = cheapest(self, from.clone(), |place| place == to, |_, _| Some(1))?;
        u32::try_from(far.len() - 1).ok()
    }
}

/// A board whose places are all of one form, so that there are directions on it.
pub trait Grid: Board {
    /// A direction in which something can face: that of a neighbour.
    type Facing: Copy;

    /// What the straight line between the centres of two places passes, in order, both ends
    /// included. The line back is the same in reverse. It may pass what is not of this board.
    fn line(&self, from: Self::Place, to: Self::Place) -> Vec<Pass<Self::Place>>;

    /// True if a place lies in an arc around the facing of something at another. On the lines that
    /// bound the arc it does, and so does the place where that stands.
    fn in_arc(&self, from: Self::Place, facing: Self::Facing, arc: Arc, place: Self::Place)
    -> bool;
}

/// The steps from a place, at what `cost` says a step from one place to a neighbour costs; `None`
/// for a step that cannot be taken.
fn steps<B: Board + ?Sized>(
    board: &B,
    mut cost: impl FnMut(&B::Place, &B::Place) -> Option<u32>,
) -> impl FnMut(&B::Place) -> Vec<(B::Place, u32)> {
    move |from| {
        let near = board.neighbours(from).into_iter();
        near.filter_map(|to| cost(from, &to).map(|cost| (to, cost))).collect()
    }
}

/// All places that can be reached from one at a cost of `most`, and the cheapest ways there.
///
/// `cost` is that of a step from a place to a neighbour, `None` if it cannot be taken: over a
/// barrier, into forbidden terrain, or on from where a move ends. A game that counts halves counts
/// in halves. What depends on more than the two places, such as a facing, is searched for with
/// [`search::reach`].
pub fn reach<B: Board + ?Sized>(
    board: &B,
    from: B::Place,
    most: u32,
    cost: impl FnMut(&B::Place, &B::Place) -> Option<u32>,
) -> Reach<B::Place> {
    search::reach([from], most, steps(board, cost))
}

/// The cheapest way from a place to one that is a goal, both included; `None` if there is none.
/// Costs are those of [`reach`].
pub fn cheapest<B: Board + ?Sized>(
    board: &B,
    from: B::Place,
    goal: impl FnMut(&B::Place) -> bool,
    cost: impl FnMut(&B::Place, &B::Place) -> Option<u32>,
) -> Option<Vec<B::Place>> {
    search::cheapest([from], goal, steps(board, cost))
}
