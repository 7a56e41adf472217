//! How long what a game hides still counts.

/// How long what a state hides still counts. It follows from the tables, the scenario and the options alone, which
/// everybody knows: whether a cycle may be shown must not tell whether something is hidden in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lasting {
    /// Who learns it so many cycles later learns nothing that counts any more: 1 if nothing but orders is hidden.
    Cycles(u32),
    /// As long as the game lasts: what that is, in a sentence such as `minefields stay hidden until somebody meets
    /// them`.
    Game(&'static str),
}
