//! Everything that is tested from outside the library, in one binary.

mod bench;
mod conformance;
mod crash;
mod hostile;
mod mangled;
mod poison;
mod rollback;
mod same;
mod secrecy;
mod tamper;
