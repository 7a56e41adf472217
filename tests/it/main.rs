//! Everything that is tested from outside the library, in one binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod bench;
mod conformance;
mod fuzz_seeds;
mod house;
mod playthrough;
mod problems;
mod transcripts;
mod vectors;
mod crash;
mod hostile;
mod mangled;
mod poison;
mod rollback;
mod same;
mod secrecy;
mod tamper;
