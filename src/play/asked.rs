//! What a page hands over, and the player at work that it makes.

use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use zeroize::Zeroizing;

use crate::base::{Kind, Problem};
use crate::engine::{AnyGame, Shelf};
use crate::referee::player::carried::{Draft, PlayerFiles};
use crate::referee::player::forecast::Tried;
use crate::referee::player::known::Known;
use crate::referee::player::own_orders;
use crate::referee::player::reading::{Reading, Rounds};
use crate::referee::player::sequence::Sealed;
use crate::referee::record::card::Card;
use crate::referee::record::receipt::Receipt;
use crate::seal::{PlayerPublic, PlayerSecret, PublicKey};

/// The document of every call.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "they are fields of a document")]
pub(super) struct Asked {
    report: Option<String>,
    key: Option<String>,
    card: Option<String>,
    public: Option<String>,
    moderator: Option<String>,
    pub(super) unproven: bool,
    known: Option<String>,
    sealed: Option<String>,
    orders: Option<String>,
    pub(super) short: bool,
    pub(super) anyway: bool,
    pub(super) subject: Option<String>,
    pub(super) picks: Vec<String>,
    pub(super) act: Option<String>,
    pub(super) order: Option<String>,
    pub(super) slot: Option<String>,
    pub(super) when: Option<String>,
    pub(super) samples: Option<u32>,
    pub(super) tried: Option<Vec<Tried>>,
    entropy: Option<String>,
    pub(super) name: Option<String>,
    file: Option<String>,
    passphrase: Option<String>,
    drafts: Vec<Draft>,
    pub(super) to: Vec<String>,
    text: Option<String>,
    pub(super) unsigned: bool,
    round: Option<u64>,
    again: bool,
}

/// What a page can say where a file is wrong and the program says no more.
const AGAIN: &str = "save the attachment of the moderator's mail again, and open it as it came";

impl Asked {
    /// The player at work, with a report that is proven, and the doubt if it is opened in spite of one.
    ///
    /// # Errors
    /// If the report cannot be opened, or nothing shows that it is the moderator's.
    pub(super) fn opened(&self, shelf: Shelf) -> Result<(Reading, Option<Problem>), Problem> {
        let key = self.key()?;
        let bytes = self.report.as_deref().ok_or_else(|| {
            Problem::usage("no report is open")
                .hint("open the report that the moderator sent you; its name ends in .age")
        })?;
        let report = file(bytes, "report").and_then(|bytes| {
            own_orders::report(&bytes, key.as_ref().map(PlayerSecret::identity))
                .map_err(|problem| unopened(problem, key.is_some()))
        })?;
        let (known, card) = self.acquainted()?;
        let public = self.public.as_deref();
        let commitment = public
            .map(|public| PlayerPublic::read(public.as_bytes()))
            .transpose()?
            .and_then(|public| public.commitment);
        let campaign = None;
        let rounds = if self.again { Rounds::Again } else { Rounds::Named(self.round) };
        let mut reading = Reading { report, key, campaign, card, commitment, known, shelf, rounds };
        match reading.prove(self.moderator.as_deref()) {
            Err(problem) if !self.unproven => Err(problem),
            found => Ok((reading, found.err())),
        }
    }

    /// The same of a report that orders may be given by.
    ///
    /// # Errors
    /// As [`Asked::opened`]; also if nothing shows whose it is.
    pub(super) fn proven(&self, shelf: Shelf) -> Result<Reading, Problem> {
        match self.opened(shelf)? {
            (reading, None) => Ok(reading),
            (_, Some(doubt)) => Err(doubt),
        }
    }

    /// What is known of campaigns, and of the one whose card is given.
    ///
    /// # Errors
    /// If the card is none, or the page kept something else.
    pub(super) fn acquainted(&self) -> Result<(Known, Option<Card>), Problem> {
        let (mut known, card) = (self.known()?, self.card()?);
        if let Some(card) = &card {
            known.trust(card.digest(), &card.moderator()?);
        }
        Ok((known, card))
    }

    /// Shows that a receipt is from the moderator.
    ///
    /// # Errors
    /// If it is somebody else's, or nothing here says who the moderator is.
    pub(super) fn prove_receipt(
        &self,
        (receipt, signer): (&Receipt, &PublicKey),
    ) -> Result<(), Problem> {
        let (known, _) = self.acquainted()?;
        known.prove_receipt(receipt, signer, self.moderator.as_deref())
    }

    /// The player's key, if one is given.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn key(&self) -> Result<Option<PlayerSecret>, Problem> {
        let read = |text: &String| {
            PlayerSecret::read(text.as_bytes()).map_err(|problem| {
                let said = problem.hint.is_some();
                let problem = problem.at("key");
                if said {
                    problem
                } else {
                    problem.hint("open the file NAME.key that was made for you")
                }
            })
        };
        self.key.as_ref().map(read).transpose()
    }

    /// The campaign card, if one is given.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn card(&self) -> Result<Option<Card>, Problem> {
        let Some(text) = &self.card else { return Ok(None) };
        let none = || {
            let none = Problem::refused("this is not a campaign card");
            Err(none.hint("use the file NAME.card that the moderator sent, as it came"))
        };
        Card::read(&file(text, "card")?).unwrap_or_else(none).map(Some).map_err(|p| p.at("card"))
    }

    /// What is remembered of campaigns.
    ///
    /// # Errors
    /// If the page kept something else.
    pub(super) fn known(&self) -> Result<Known, Problem> {
        self.known
            .as_ref()
            .map_or_else(|| Ok(Known::default()), |text| Known::read(text.as_bytes()))
    }

    /// What was sealed before.
    ///
    /// # Errors
    /// If the page kept something else.
    pub(super) fn sealed(&self) -> Result<Sealed, Problem> {
        let none = || Ok(Sealed::default());
        self.sealed.as_ref().map_or_else(none, |text| Sealed::read(text.as_bytes()))
    }

    /// The order file.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn orders(&self) -> Result<&[u8], Problem> {
        let orders = self.orders.as_ref().map(String::as_bytes);
        orders.ok_or_else(|| {
            Problem::usage("there are no orders").hint("begin with a template of your report")
        })
    }

    /// A file of whatever kind.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn any_file(&self) -> Result<Vec<u8>, Problem> {
        let bytes = self.file.as_deref();
        let none = || Problem::usage("no file is given").hint("open one");
        file(bytes.ok_or_else(none)?, "file")
    }

    /// The key and the passphrase that it is kept under.
    ///
    /// # Errors
    /// If there is no key.
    pub(super) fn locking(&self) -> Result<(PlayerFiles, &str), Problem> {
        let none = || Problem::usage("no key is open").hint("open your key, or make one");
        let key = self.key.clone().ok_or_else(none)?;
        self.key()?;
        Ok((PlayerFiles::of(key), self.passphrase()))
    }

    /// What a player takes along, and the passphrase that it is kept under.
    ///
    /// # Errors
    /// If there is no key.
    pub(super) fn carried(&self) -> Result<(PlayerFiles, &str), Problem> {
        let (mut files, passphrase) = self.locking()?;
        files.public.clone_from(&self.public);
        files.card.clone_from(&self.card);
        files.known.clone_from(&self.known);
        files.sealed.clone_from(&self.sealed);
        files.drafts.clone_from(&self.drafts);
        Ok((files, passphrase))
    }

    /// The passphrase; empty if none is given.
    pub(super) fn passphrase(&self) -> &str {
        self.passphrase.as_deref().unwrap_or_default()
    }

    /// The text of a message.
    pub(super) fn text(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// Random bytes for a key.
    ///
    /// # Errors
    /// If there are not as many as a key needs.
    pub(super) fn entropy(&self) -> Result<[u8; 96], Problem> {
        let text = self.entropy.as_ref().map_or("", String::as_str);
        let bytes = Zeroizing::new(file(text, "entropy")?);
        bytes.as_slice().try_into().map_err(|_| Problem::usage("a key needs 96 random bytes"))
    }
}

/// A report that does not open: with the way out that a page has.
fn unopened(problem: Problem, has_key: bool) -> Problem {
    match problem.kind {
        Kind::Usage if !has_key => problem.hint("open your key, too: the file NAME.key"),
        _ if problem.hint.is_none() => problem.hint(AGAIN),
        _ => problem,
    }
}

/// The game of a report.
///
/// # Errors
/// If its files are not at hand.
pub(super) fn game(reading: &Reading) -> Result<Arc<dyn AnyGame>, Problem> {
    reading.game().map_err(|problem| match problem.kind {
        Kind::Usage => problem.hint("open the campaign card that the moderator sent, too"),
        _ => problem,
    })
}

/// The bytes of a file.
fn file(base64: &str, what: &str) -> Result<Vec<u8>, Problem> {
    let bytes = BASE64_STANDARD.decode(base64);
    bytes.map_err(|_| {
        Problem::usage(format!("the {what} is not in base64")).hint("open the file again")
    })
}
