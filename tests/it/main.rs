//! Everything that is tested from outside the library, in one binary.

mod conformance;
mod problems;
mod transcripts;
mod vectors;
