//! What the moderator's program tells one player alone: a signed text, encrypted to them.
//! `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Cause, Digest, Problem, Seat};
use crate::ledger::{Deputy, Right};
use crate::referee::record::campaign::Campaign;
use crate::seal::{
    Identity, PublicKey, Recipient, SigningKey, open_own, sealed, sign_file, sshsig,
};

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
    /// An answer to a seat's player. Of a text that is too long, the beginning.
    pub fn new(genesis: Digest, seat: Seat, text: &str) -> Self {
        let text = match text.char_indices().nth(LONGEST) {
            Some((at, _)) => format!("{}\n…\n", text[..at].trim_end()),
            None => text.to_owned(),
        };
        Self { adjutant: KIND.to_owned(), genesis, seat, text }
    }

    /// The answer, signed by the moderator and encrypted to its reader.
    ///
    /// # Errors
    /// If nothing can be encrypted to them.
    pub fn seal(&self, moderator: &SigningKey, to: &Recipient) -> Result<String, Problem> {
        let signed = sign_file(moderator, sshsig::ANSWER, &yaml::write(self));
        sealed::seal(signed.as_bytes(), to)
    }

    /// Opens a file, if it is an encrypted answer: what it says and the key that signed it.
    pub fn open(bytes: &[u8], identity: &Identity) -> Option<(Self, PublicKey)> {
        let plain = sealed::open(bytes, identity, sealed::MAIL_LIMIT).ok()?;
        let opened = open_own(&plain, sshsig::ANSWER).ok()?;
        let answer: Self = yaml::read(&opened.bytes, Origin::Mail).ok()?;
        (answer.adjutant == KIND).then_some((answer, opened.key))
    }

    /// Checks who signed it: by the campaign at hand, else by the moderator's key that is known. It counts with
    /// the key of who holds the office, or closes cycles for them: when somebody wrote whose office has ended,
    /// nobody can tell.
    ///
    /// # Errors
    /// If it is somebody else, or nothing at hand says who the moderator is.
    pub fn prove(
        &self,
        signer: &PublicKey,
        (campaign, known): (Option<&Campaign>, Option<PublicKey>),
    ) -> Result<(), Problem> {
        let same = campaign.filter(|c| c.ledger.genesis_digest() == self.genesis);
        let own = signer.to_string();
        let (proven, former) = match (same, known) {
            (Some(campaign), _) => {
                let office = campaign.ledger.office();
                let closes = |deputy: &Deputy| deputy.may(Right::Close);
                let holds = office.moderator().signing == own
                    || office.deputy_with(&own).is_some_and(closes);
                (holds, office.moderators.iter().any(|former| former.signing == own))
            }
            (None, Some(known)) => (known == *signer, false),
            (None, None) => {
                let what = "nothing here shows that this is from the moderator";
                return Err(Problem::refused(what)
                    .hint("read one of your reports first, or give a copy of the campaign with -C DIR")
                    .cause(Cause::Unproven));
            }
        };
        match (proven, former) {
            (true, _) => Ok(()),
            (false, true) => Err(Problem::refused("this answer is from a former moderator")
                .hint("ask again: the office was handed over")),
            (false, false) => Err(Problem::refused("this answer is not from the moderator")),
        }
    }
}
