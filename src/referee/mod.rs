//! A campaign, from its founding to the reveal and beyond, in rooms.
//!
//! ```text
//! run                                      whatever is due now; a demonstration
//! telling                                  chronicle, site
//! audit                                    verify, replay
//! letters                                  what is written to whom
//! moderator                                rulings, decisions, players' words
//! cycle                                    found, enroll, open, receive, resolve, reveal
//! player     press                         what players do; what they write to each other
//! calendar                                 what is due when: a pure function
//! record                                   what anybody can load
//! ```
//!
//! A room uses only what lies below it. Each says in its `mod.rs` what comes in, what goes out, and
//! what it never does.

pub mod audit;
pub mod calendar;
<<<<<<< HEAD
pub mod cycle;
=======
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
>>>>>>> b7a8fb25c5c05360dd90400d5c3523f3898ac74c
pub mod letters;
pub mod moderator;
pub mod player;
<<<<<<< HEAD
=======
mod player_files;
pub mod post;
>>>>>>> b7a8fb25c5c05360dd90400d5c3523f3898ac74c
pub mod press;
pub mod record;
pub mod run;
<<<<<<< HEAD
pub mod telling;
=======
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
>>>>>>> b7a8fb25c5c05360dd90400d5c3523f3898ac74c

pub use cycle::desk::Desk;
pub use record::campaign::{Campaign, Stage};
