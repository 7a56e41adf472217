//! Opening, extension and result of a cycle, and the packets that arrived for it. The cycle's number is
//! in the entry's header.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::OpenedCycle;
use crate::base::{Digest, Seat, Span, Time};

/// What is due in a cycle, from whom and until when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Opening {
    /// The seats that may send orders; true where orders are required.
    pub due: BTreeMap<Seat, bool>,
    /// The phase the cycle begins with.
    pub phase: String,
    /// When orders are due, RFC 3339 UTC to the second; absent if the moderator closes by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// The time zone in which the deadline was given, such as `Europe/Berlin` or `+01:00`; absent if
    /// it was given in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// How long after the deadline the orders of a seat that must order and has sent none are still
    /// taken; absent if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<Span>,
    /// The age recipient of this cycle, to which orders are sealed.
    pub recipient: String,
    /// The beacon of this cycle; `none` at level 0.
    pub beacon: String,
    /// The key that proofs of its dice are checked with, in hexadecimal, where dice are proven and cycles are opened
    /// one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<String>,
}

/// The moderator moves a deadline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Extension {
    /// The new deadline, RFC 3339 UTC to the second; absent if the moderator closes by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Time>,
    /// As in the opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    /// Why.
    pub reason: String,
    /// The seats that paid for it out of the extensions that the calendar gives each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spent: Vec<Seat>,
}

/// A packet arrived, and was not opened yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Arrival {
    /// What its receipt names.
    pub packet: Digest,
    /// SHA-256 of the file that holds it, encrypted to the cycle, by path: one file.
    pub files: BTreeMap<String, Digest>,
}

/// A cycle in which nothing is played: the position is put right instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Correction {
    /// Why.
    pub reason: String,
    /// The cycle that is undone, the last one that stands: the position is again the one before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undoes: Option<u32>,
    /// The seats that may send other orders in the cycle that follows; all others are bound to theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub anew: Vec<Seat>,
}

/// What came of a cycle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CycleResult {
    /// The version of the program that resolved the cycle and wrote its reports.
    pub version: String,
    /// What was put right, if nothing was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// For each seat the packet that was used, or what it got for want of one.
    pub packets: BTreeMap<Seat, PacketUse>,
    /// Commitment to the cycle's seed.
    pub seed_commitment: Digest,
    /// The links that went into it, if dice are proven: what follows from them nobody can work out alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub links: Option<Links>,
    /// What opens the commitments of the cycle's lock, by seat; none without a lock.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub blinds: BTreeMap<Seat, Digest>,
    /// Salted digest of the canonical state before the cycle.
    pub state_before: Digest,
    /// Salted digest of the canonical state after the cycle.
    pub state_after: Digest,
    /// Salted digest of the cycle's record.
    pub record: Digest,
    /// SHA-256 of every file of the cycle that counts, as `sha256sum` prints it, by its path
    /// from the campaign's directory.
    pub files: BTreeMap<String, Digest>,
    /// Root of the report tree.
    pub report_root: Digest,
    /// Number of leaves of the report tree: the number of seats.
    pub report_size: u32,
    /// SHA-256 of the report that everybody may read.
    pub public_report: Digest,
    /// The earlier cycle that is open to everybody from here on, where cycles are opened one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<OpenedCycle>,
}

impl CycleResult {
    /// The commitment of a seat's packet that counted, or of which at most the link did.
    pub fn packet(&self, seat: &Seat) -> Option<Digest> {
        match self.packets.get(seat)? {
            PacketUse::Used { commitment, .. } => Some(*commitment),
            PacketUse::Stands { packet, .. } => packet.as_ref().map(|packet| packet.commitment),
            PacketUse::Nmr { .. } => None,
        }
    }

    /// The seats whose links went into the seed of a cycle that is not the beginning, where they come with orders.
    pub fn contributors(&self) -> impl Iterator<Item = &Seat> {
        let gave = |packet: &PacketUse| match packet {
            PacketUse::Used { contributed, .. } => *contributed,
            PacketUse::Stands { packet, .. } => packet.as_ref().is_some_and(|it| it.contributed),
            PacketUse::Nmr { .. } => false,
        };
        self.packets.iter().filter(move |(_, packet)| gave(packet)).map(|(seat, _)| seat)
    }

    /// The cycle that it undoes.
    pub fn undoes(&self) -> Option<u32> {
        self.correction.as_ref().and_then(|correction| correction.undoes)
    }
}

/// What a seed was mixed from; in cycle 0 the moderator's first link and the seats' tips.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Links {
    /// The moderator's link.
    pub moderator: Digest,
    /// The link of each seat that contributed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<Seat, Digest>,
}

/// What became of a seat's orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum PacketUse {
    /// This packet was used.
    Used {
        /// The packet's commitment.
        commitment: Digest,
        /// The packet's sequence number.
        sequence: u32,
        /// Whether a link of the player's chain went into the seed.
        contributed: bool,
    },
    /// Its orders of an earlier cycle stand, because of a correction.
    Stands {
        /// The cycle.
        cycle: u32,
        /// The packet of which at most the link counts, if one came.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        packet: Option<BoundPacket>,
    },
    /// No move was received.
    Nmr {
        /// What the seat got instead.
        default: String,
    },
}

/// A packet of a seat that is bound to other orders: at most its link counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct BoundPacket {
    /// The packet's commitment.
    pub commitment: Digest,
    /// The packet's sequence number.
    pub sequence: u32,
    /// Whether a link of the player's chain went into the seed.
    pub contributed: bool,
}
