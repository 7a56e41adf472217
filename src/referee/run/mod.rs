//! Everything together: whatever is due now, one step after another, and a whole game as a demonstration.
//!
//! Comes in: the moderator's keys, mail, the time.
//! Goes out: what was done, and what is to be sent.
//! Never: does anything of its own; each step is one that the moderator could take by hand.

pub mod demo;
pub mod steps;
