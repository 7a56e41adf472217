//! Everything that is tested from outside the library, in one binary.

mod conformance;
mod fuzz_seeds;
mod house;
mod playthrough;
mod problems;
mod transcripts;
mod vectors;
