//! What the moderator's program tells one player alone: a signed text, encrypted to them.
//! `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem, Seat};
use crate::referee::cycle::desk::Desk;
use crate::referee::record::campaign::Campaign;
use crate::seal::{Identity, PublicKey, open_own, sealed, sign_file, sshsig};

/// The kind of file.
const KIND: &str = "answer-v1";
/// Characters of a text that fit a signed file, whatever they are.
const LONGEST: usize = 15_000;

/// The text, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrivateAnswer {
    adjutant: String,
    /// The digest of the ledger's first entry.
    pub genesis: Digest,
    /// Whom it is for.
    pub seat: Seat,
    /// The text.
    pub text: String,
}

impl PrivateAnswer {
    /// The text, signed by the moderator and encrypted to who holds the seat.
    ///
    /// # Errors
    /// If nobody holds it, or nothing can be encrypted to them.
    pub fn seal(desk: &Desk, seat: &Seat, text: &str) -> Result<String, Problem> {
        let holder = desk.campaign.holder(seat, u32::MAX);
        let holder = holder.ok_or_else(|| Problem::refused(format!("nobody holds {seat}")))?;
        let text = match text.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}\n…\n", text[..at].trim_end()),
            None => text.to_owned(),
        };
        let (adjutant, genesis) = (KIND.to_owned(), desk.genesis());
        let answer = Self { adjutant, genesis, seat: seat.clone(), text };
        let signed = sign_file(desk.signing(), sshsig::ANSWER, &yaml::write(&answer));
        sealed::seal(signed.as_bytes(), &holder.recipient.parse()?)
    }

    /// Opens a file, if it is an encrypted answer: what it says and the key that signed it.
    pub fn open(bytes: &[u8], identity: &Identity) -> Option<(Self, PublicKey)> {
        let plain = sealed::open(bytes, identity, sealed::MAIL_LIMIT).ok()?;
        let opened = open_own(&plain, sshsig::ANSWER).ok()?;
        let answer: Self = yaml::read(&opened.bytes, Origin::Mail).ok()?;
        (answer.adjutant == KIND).then_some((answer, opened.key))
    }

    /// Checks who signed it: by the campaign at hand, else by the moderator's key that is known.
    ///
    /// # Errors
    /// If it is somebody else, or nothing at hand says who the moderator is.
    pub fn prove(
        &self,
        signer: &PublicKey,
        (campaign, known): (Option<&Campaign>, Option<PublicKey>),
    ) -> Result<(), Problem> {
        let same = campaign.filter(|c| c.ledger.genesis_digest() == self.genesis);
        let moderator = match same {
            Some(campaign) => Some(campaign.ledger.genesis().moderator.parse()?),
            None => known,
        };
        match moderator {
            Some(moderator) if moderator == *signer => Ok(()),
            Some(_) => Err(Problem::refused("this answer is not from the moderator")),
            None => Err(Problem::refused("nothing at hand shows that this is from the moderator")
                .hint(
                    "read one of your reports first, or give a copy of the campaign with -C DIR",
                )),
        }
    }
}
