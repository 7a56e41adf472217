//! The moderator's signed acknowledgement of a packet. `docs/formats/packet.md`.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Seat, Time, text};
use crate::seal::{Identity, PublicKey, Recipient, SigningKey, sealed, sign_file, sshsig};

/// Characters of a sentence in a receipt; what it quotes from a packet may be as long as that is.
const SENTENCE: usize = 300;
/// Refused order lines that a receipt names one by one; the report has them all.
const FINDINGS: usize = 20;

/// Bytes of which an encrypted receipt has a multiple; hardly any needs more than once as many.
const CLASS: usize = 16 * 1024;

/// What became of a packet when it came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It counts, unless a later one with a higher sequence comes.
    Accepted,
    /// A packet with a higher sequence came before it.
    Superseded,
    /// Another packet with the same sequence came before it; that one stands, both are kept.
    Equivocation,
    /// It came after the deadline.
    Late,
    /// It is not accepted, for the reason given; what came before it stands.
    Refused,
    /// A deputy noted that it came; the moderator opens it, and judges it as it came then.
    Held,
}

impl Verdict {
    /// The word in receipts and tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Superseded => "superseded",
            Self::Equivocation => "equivocation",
            Self::Late => "late",
            Self::Refused => "refused",
            Self::Held => "held",
        }
    }
}

/// The player's proof that their packet arrived, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// Always `receipt-v1`.
    pub adjutant: String,
    /// The campaign's name and first digits of its digest.
    pub campaign: String,
    /// The cycle that was open.
    pub cycle: u32,
    /// The seat whose key signed the packet, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The packet's sequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u32>,
    /// The packet's id: SHA-256 of the signed bytes; of the bytes as they came, if refused.
    pub packet: Digest,
    /// Salt of the packet's commitment in the ledger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Digest>,
    /// When it came, RFC 3339 UTC.
    pub received: Time,
    /// What became of it.
    pub verdict: Verdict,
    /// Why it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What mail had done to it, and was undone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repaired: Vec<String>,
    /// Order lines that will not be carried out, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
}

/// A sentence fit for a receipt, whatever it quotes from a packet: harmless, one line,
/// short, and without anything like the marker of a signature or of an encrypted block.
pub(in crate::referee) fn sentence(text: &str) -> String {
    let line = text::harmless(text).replace('\n', " ").replace("-----", "- - - - -");
    match line.char_indices().nth(SENTENCE) {
        Some((at, _)) => format!("{} …", &line[..at]),
        None => line,
    }
}

/// Sentences on order lines, the first of many.
pub(in crate::referee) fn sentences(all: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut all = all.into_iter();
    let mut out: Vec<String> = all.by_ref().take(FINDINGS).map(|text| sentence(&text)).collect();
    match all.count() {
        0 => {}
        more => out.push(format!("and {more} more")),
    }
    out
}

impl Receipt {
    /// The receipt's text with the moderator's signature.
    pub fn sign(&self, key: &SigningKey) -> String {
        sign_file(key, sshsig::RECEIPT, &yaml::write(self))
    }

    /// A signed receipt for its player, and who stands in for them. How much it says of the orders does not show in its length.
    ///
    /// # Errors
    /// If nothing can be encrypted to them.
    pub fn seal(text: &str, to: &[Recipient]) -> Result<String, Problem> {
        let room = text.len().next_multiple_of(CLASS) - text.len();
        let to: Vec<&Recipient> = to.iter().collect();
        sealed::seal_to_all(format!("{text}{}", "\n".repeat(room)).as_bytes(), &to)
    }

    /// The signed text of a receipt; of one that was given again, what its player can decrypt.
    ///
    /// # Errors
    /// If it is encrypted, and no key is given or it is for another.
    pub fn open(bytes: Vec<u8>, identity: Option<&Identity>) -> Result<Vec<u8>, Problem> {
        if !sealed::is_sealed(&bytes) {
            return Ok(bytes);
        }
        let identity = identity.ok_or_else(|| {
            Problem::usage("the receipt is encrypted").hint("give your key with --key FILE")
        })?;
        let mut text = sealed::open(&bytes, identity, sealed::MAIL_LIMIT)?;
        // What only makes it longer.
        let end = text.iter().rposition(|byte| *byte != b'\n').map_or(0, |last| last + 2);
        text.truncate(end);
        Ok(text)
    }

    /// What is found in a file, if it is a signed receipt, perhaps encrypted to this player: what it says and
    /// the key that signed it. Whose key that is nothing here shows.
    pub fn find(bytes: &[u8], identity: Option<&Identity>) -> Option<(Self, PublicKey)> {
        let text = Self::open(bytes.to_vec(), identity).ok()?;
        let opened = crate::seal::open_own(&text, sshsig::RECEIPT).ok()?;
        Some((yaml::read(&opened.bytes, Origin::Mail).ok()?, opened.key))
    }

    /// What it says, in lines for its player.
    pub fn told(&self) -> String {
        let whose = self.seat.as_ref().map(|seat| format!(" of {seat}")).unwrap_or_default();
        let number = self.sequence.map(|n| format!(", sequence {n}")).unwrap_or_default();
        let mut out = format!(
            "The packet{whose} for cycle {} of {}{number}, received {}: {}.\n",
            self.cycle,
            self.campaign,
            self.received,
            self.verdict.word()
        );
        if let Some(reason) = &self.reason {
            let _ = writeln!(out, "reason: {reason}");
        }
        for repair in &self.repaired {
            let _ = writeln!(out, "repaired: {repair}");
        }
        if !self.findings.is_empty() {
            out.push_str("Order lines that will not be carried out:\n");
        }
        for finding in &self.findings {
            let _ = writeln!(out, "- {finding}");
        }
        text::harmless(&out)
    }

    /// The same, below a warning that nothing shows whose it is.
    pub fn told_unproven(&self) -> String {
        format!("UNPROVEN: anybody may have written this.\n\n{}", self.told())
    }

    /// Reads a receipt that is signed with one of these keys, and with which.
    ///
    /// # Errors
    /// If it is signed with none of them, or is not a receipt.
    pub fn read(bytes: &[u8], office: &[&str]) -> Result<(Self, PublicKey), Problem> {
        let opened = crate::seal::open_own(bytes, sshsig::RECEIPT)?;
        // A line in a ledger may have a comment behind the key.
        let own = opened.key.to_string();
        let is = |key: &&str| key.split_ascii_whitespace().take(2).eq(own.split(' '));
        if !office.iter().any(is) {
            return Err(Problem::refused("the receipt is not signed by the moderator"));
        }
        Ok((yaml::read(&opened.bytes, Origin::Mail)?, opened.key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receipt_counts_with_a_key_of_the_office_alone() {
        let [own, other] = [1, 2].map(|n| SigningKey::from_bytes(&[n; 32]));
        let receipt = Receipt {
            adjutant: "receipt-v1".into(),
            campaign: "pell#00000000".into(),
            cycle: 1,
            seat: None,
            sequence: None,
            packet: Digest::of(b"packet"),
            salt: None,
            received: "2026-07-01T18:00:00Z".parse().unwrap(),
            verdict: Verdict::Accepted,
            reason: None,
            repaired: Vec::new(),
            findings: Vec::new(),
        };
        let text = receipt.sign(&own);
        let [key, another] = [&own, &other].map(|key| PublicKey::of(key).to_string());
        let commented = format!("{key} moderator@example.net");
        for office in [&[key.as_str()][..], &[&another, &commented]] {
            let (read, by) = Receipt::read(text.as_bytes(), office).unwrap();
            assert_eq!((read, by), (receipt.clone(), PublicKey::of(&own)));
        }
        let shortened = &key[..key.len() - 4];
        for office in [&[][..], &[another.as_str()], &[shortened], &["ssh-ed25519"], &[""]] {
            let problem = Receipt::read(text.as_bytes(), office).unwrap_err();
            assert_eq!(problem.what, "the receipt is not signed by the moderator");
        }
    }
}
