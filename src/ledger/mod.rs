//! The append-only, hash-chained, signed list of everything that counts. Bytes in, verdict out.
//!
//! ```text
//! ledger/000042.yaml     an [`Entry`], hashed as written
//! ledger/000042.sig      the moderator's signature over those bytes
//! checkpoint             a signed note: origin, number of entries, Merkle root
//! ```
//!
//! Keys and signatures come in through [`Signer`] and [`Verifier`]; nothing here knows a file,
//! a clock or a key.

mod appointment;
mod beacon;
mod body;
mod calendar;
mod chain;
mod check;
mod checkpoint;
mod correction;
mod cycle;
mod entry;
mod genesis;
mod history;
mod holder;
mod lock;
mod locked;
mod mark;
mod note_key;
mod office;
mod opened;
mod opened_to;
mod packets;
mod people;
mod press;
mod report_tree;
mod rights;
mod schedule;
mod sealed_entry;
mod sealing;
mod seats;
mod signer;
mod stage;
mod table;
pub mod tree;
mod verification;
mod votes;
mod watch;
mod witness;

pub use appointment::{Appointment, Dismissal, Handover, Right};
pub use beacon::{Beacon, BeaconTerms, Earlier, is_line};
pub use body::{Body, Closing, Effect, Reveal, Ruling};
pub use calendar::{Absence, CalendarChange, Dropped, Pause, Resumption};
pub use chain::{Ledger, Link, Written};
pub use check::{check_chain, check_checkpoint, check_files, check_signatures};
pub use checkpoint::{Checkpoint, LogKey, origin};
pub use cycle::{
    Arrival, BoundPacket, Correction, CycleResult, Extension, Links, Opening, PacketUse,
};
pub use entry::Entry;
pub use genesis::{Genesis, birth, check_name, check_witnesses};
pub use holder::{Authority, Enrolment, Holder, KeyChange};
pub use lock::{Contribution, LinkTerms, Lock, Withheld};
pub use mark::{Mark, lasting, of_cycles, read_marks, write_marks};
pub use office::{Deputy, Moderator, Office};
pub use opened::{OpenedCycle, RevealTerms};
pub use people::{Agreement, Claim, Finished, Objection, Substitute, Vote, Withdrawal};
pub use press::Press;
pub use report_tree::{ReportProof, prove_reports, report_leaf};
pub use sealed_entry::SealedEntry;
pub use sealing::Sealing;
pub use signer::{Signer, Verifier};
pub use stage::Stage;
pub use verification::{Check, CheckOutcome, Verification};
pub use votes::AGREED;
pub use watch::Trust;
pub use witness::Witness;

#[cfg(test)]
mod sample;
