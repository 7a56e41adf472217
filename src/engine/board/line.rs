//! What a straight line passes.

/// One stretch of a line between the centres of two places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pass<P> {
    /// It runs through this place.
    Through(P),
    /// It runs between these two: along the side that two hexes share, or through the corner at
    /// which two squares touch. The lesser one stands first. Which of them block a sight, either or
    /// both, is for the game to say.
    Between(P, P),
}

impl<P: Copy + Ord> Pass<P> {
    /// Between these two, in either order.
    pub(super) fn between(a: P, b: P) -> Self {
        Self::Between(a.min(b), a.max(b))
    }

    /// The place, or both of them.
    pub fn places(self) -> impl Iterator<Item = P> {
        let (first, second) = match self {
            Self::Through(place) => (place, None),
            Self::Between(one, other) => (one, Some(other)),
        };
        std::iter::once(first).chain(second)
    }
}
