//! The ground floor: what every storey may use. Pure.

pub mod canonical;
pub mod civil;
pub mod digest;
mod erased;
pub mod guard;
pub mod json;
pub mod motion;
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
pub mod transcoded;
pub mod typography;

pub mod words;
pub mod yaml;
mod zone;

pub use digest::Digest;
pub use json::Json;
pub use motion::Motion;
pub use problem::{Cause, Kind, Problem};
pub use seat::Seat;
pub use span::Span;
pub use spot::Spot;
pub use time::Time;
pub use zone::Zone;

/// The number of the release that this program is, or that comes next. The genesis names it, and all
/// luck follows from the genesis: it is the same for every build.
pub const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// The version of this program: the number of a release, or that and the commit of any other build
/// (`build.rs`). Builds that may differ, in words or facts, have different versions.
pub const VERSION: &str = env!("ADJUTANT_VERSION");
