//! The ground floor: what every storey may use. Pure.

pub mod canonical;
pub mod digest;
pub mod problem;
pub mod text;
pub mod tidy;
pub mod words;
pub mod yaml;

pub use digest::Digest;
pub use problem::{Kind, Problem};
