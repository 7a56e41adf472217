//! Everything that is tested from outside the library, in one binary.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests too")]

mod bench;
mod ci_job;
mod compat;
mod conformance;
mod conspiracy;
mod crash;
mod defaults;
mod extremes;
mod floods;
mod forecast;
mod forged;
mod fuzz_seeds;
mod hostile;
mod house;
mod html;
mod leaks;
mod mangled;
mod moderator;
mod moments;
mod order_reference;
mod parabellum;
mod playthrough;
mod poison;
mod problems;
mod replacement;
mod rollback;
mod same;
mod schema;
mod scripts;
mod sea_hunt;
mod secrecy;
mod shelf;
mod site;
mod six_seats;
mod sound;
mod strangers;
mod tamper;
mod template;
mod tidy;
mod transcripts;
mod unproven;
mod vectors;
mod weak;
mod words;
