//! A cycle, step by step: found, enroll, open, receive, resolve, reveal, verify.
//!
//! ```text
//! found -> enroll … -> open -> receive … -> resolve -> open -> … -> reveal
//! ```
//!
//! [`Campaign`] is what everybody can load; a [`Desk`] is a campaign with the moderator's keys.
//! `play` is the pure middle that resolving and replaying share.

pub mod acts;
mod acts_checked;
mod acts_told;
mod again;
pub mod answer;
pub mod asked;
pub mod calendar;
pub mod calendar_facts;
pub mod campaign;
pub mod chronicle;
pub mod closing;
mod compared;
pub mod correct;
pub mod decide;
pub mod demo;
pub mod deputy;
pub mod desk;
pub mod enroll;
pub mod expected;
pub mod fmt;
pub mod forecast;
pub mod found;
pub mod how_to_check;
mod judged;
pub mod known;
pub mod last_run;
mod ledger_keys;
pub mod ledger_page;
mod lengths;
pub mod letters;
pub mod office;
pub mod office_acts;
pub mod office_keys;
pub mod open;
mod order_text;
mod orders;
mod own_packet;
pub mod packet;
mod plain;
pub mod play;
pub mod player;
mod player_files;
pub mod post;
pub mod press;
pub mod private;
pub mod proof;
mod question;
pub mod receipt;
pub mod receive;
pub mod rehearsal;
pub mod replay;
pub mod report;
pub mod request;
pub mod resolve;
pub mod reveal;
pub mod rule;
pub mod rulings;
pub mod run;
pub mod seats;
pub mod seats_page;
pub mod sequence;
mod shipped;
pub mod site;
mod staff;
mod stated;
pub mod status;
pub mod tasks;
pub mod template;
pub mod texts;
pub mod verified;
pub mod verify;
pub mod what_if;
pub mod word;
mod words_kept;

pub use campaign::{Campaign, Stage};
pub use desk::Desk;
