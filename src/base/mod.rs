//! The ground floor: what every storey may use. Pure.

pub mod canonical;
pub mod civil;
pub mod digest;
mod erased;
pub mod guard;
pub mod json;
pub mod paths;
pub mod problem;
pub mod reflow;
pub mod seat;
mod slips;
pub mod span;
mod spanned;
pub mod spot;
pub mod text;
pub mod time;
pub mod typed;

pub mod words;
pub mod yaml;
mod zone;

pub use digest::Digest;
pub use json::Json;
pub use problem::{Cause, Kind, Problem};
pub use seat::Seat;
pub use span::Span;
pub use spot::Spot;
pub use time::Time;
pub use zone::Zone;

/// The version of this program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
