//! What becomes of a packet, for its player.

use crate::engine::Seat;
use crate::referee::record::receipt::{Receipt, Verdict};
use crate::seal::sealed;

/// A receipt and its signed text.
#[derive(Debug, Clone)]
pub struct Reply {
    /// What it says.
    pub receipt: Receipt,
    /// The text to send to the player.
    pub text: String,
    /// Why it does not count, or not as it stands, as far as everybody may read it in a mail.
    pub open: Option<String>,
}

impl Reply {
    /// The receipt's file: seat, cycle, sequence and the first digits of the packet's id.
    pub fn file(&self) -> String {
        let receipt = &self.receipt;
        let seat = receipt.seat.as_ref().map_or("unknown", Seat::as_str);
        let sequence = receipt.sequence.unwrap_or(0);
        format!("{seat}-{:04}-{sequence}-{}.receipt", receipt.cycle, receipt.packet.short())
    }

    /// A receipt, of which everybody may read why it does not count. Why a packet is refused may quote its
    /// orders, and is the player's alone.
    pub(in crate::referee) fn of(receipt: Receipt, text: String) -> Self {
        let refused = receipt.verdict == Verdict::Refused;
        let open = receipt.reason.clone().filter(|_| !refused);
        Self { receipt, text, open }
    }

    /// True if the packet came before: the receipt is the one that was given then, encrypted to its player.
    pub fn is_known(&self) -> bool {
        sealed::is_sealed(self.text.as_bytes())
    }
}
