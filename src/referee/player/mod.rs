//! What players do with a report and an order file, on their own machines.
//!
//! Comes in: a report, an order file, the player's key and what their program remembers.
//! Goes out: a template, a formatted file, a forecast, a signed packet, a request.
//! Never: needs the moderator's keys or another player's, or changes a campaign.

pub(super) mod again;
pub mod carried;
pub mod fmt;
pub mod forecast;
pub mod judged;
pub mod known;
pub mod lock;
mod meant;
pub(super) mod order_text;
pub mod own_orders;
pub mod private_answer;
pub mod reading;
pub mod request;
pub mod sequence;
pub mod template;
pub mod witnessed;
