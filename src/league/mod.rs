//! Seasons of campaigns: who is a member, what the rules are, who meets whom, and the tables.
//!
//! A league is a reader of ledgers. It founds campaigns, has each go on as it would alone, and computes
//! tables from their signed results. What is its own stands in the *acts* of a season: a list of signed
//! files, each with the digest of the one before. Whoever has the directory recomputes all else.
//!
//! Comes in: `league.yaml`, the acts of a season, the campaigns' ledgers.
//! Goes out: pairings, campaigns, tables, and what differs from what was published.
//! Never: keeps a result that no ledger has, or lets one campaign wait for another.

pub mod act;
pub mod audit;
pub mod chains;
pub mod demo;
pub mod feeds;
pub mod forms;
pub mod founding;
pub mod going;
pub mod lot;
pub mod pairing;
pub mod published;
mod rating;
pub mod results;
pub mod routing;
pub mod rules;
pub mod scoring;
pub mod season;
pub mod shard;
pub mod shown;
pub mod site;
pub mod staff;
pub mod table;
