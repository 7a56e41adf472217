//! A cycle, step by step: found, enroll, open, receive, resolve, reveal, verify.
//!
//! ```text
//! found -> enroll … -> open -> receive … -> resolve -> open -> … -> reveal
//! ```
//!
//! [`Campaign`] is what everybody can load; a [`Desk`] is a campaign with the moderator's keys.
//! `play` is the pure middle that resolving and replaying share.

pub mod annals;
pub mod call;
pub mod campaign;
pub mod checking;
pub mod chronicle;
pub mod demo;
pub mod desk;
pub mod enroll;
pub mod forecast;
pub mod found;
mod glue;
pub mod intake;
pub mod packet;
pub mod play;
pub mod player;
pub mod receipt;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod reveal;
pub mod site;
pub mod status;
pub mod template;
pub mod tidy;
pub mod verify;

pub use campaign::{Campaign, Stage};
pub use desk::Desk;
