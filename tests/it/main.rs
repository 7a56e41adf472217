//! Everything that is tested from outside the library, in one binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod bench;
mod compat;
mod conformance;
mod conspiracy;
mod crash;
mod defaults;
mod extremes;
mod forecast;
mod forged;
mod fuzz_seeds;
mod hostile;
mod house;
mod html;
mod leaks;
mod mangled;
mod moments;
mod order_reference;
mod playthrough;
mod poison;
mod problems;
mod rollback;
mod same;
mod schema;
mod sea_hunt;
mod secrecy;
mod shelf;
mod site;
mod six_seats;
mod tamper;
mod template;
mod tidy;
mod transcripts;
mod vectors;
