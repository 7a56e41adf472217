//! What the readers of a message get, and its author as the receipt: the message, signed by the moderator
//! and encrypted to them. Its length and its recipients' number are the same for every message.

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Cause, Digest, Problem, Seat, Time, words};
use crate::campaign::layout;
use crate::page::Page;
use crate::referee::record::campaign::Campaign;
use crate::seal::packed::{self, Packed};
use crate::seal::press::Press;
use crate::seal::{Identity, PublicKey, Recipient, SigningKey, cut, sealed, sign_file, sshsig};

/// The kind of file.
const KIND: &str = "letter-v2";
/// Bytes in which every message is packed, whatever it says. The longest text that does not compress, with
/// two signatures, has less.
const LENGTH: usize = 8 * 1024;

/// A message as it is passed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relayed {
    adjutant: String,
    /// The digest of the ledger's first entry.
    pub genesis: Digest,
    /// The number of the entry that lists it.
    pub entry: u64,
    /// The cycle in which it was taken.
    pub cycle: u32,
    /// When it came.
    pub came: Time,
    /// What it says.
    pub message: Passed,
}

/// What is passed on of a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Passed {
    /// Its author's signed file.
    Signed(String),
    /// Only this text. Who else reads it is not told: its author would be one of the others.
    Unsigned(String),
}

/// A message as it is told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The cycle in which it was taken.
    pub cycle: u32,
    /// The number of its entry.
    pub entry: u64,
    /// When it came.
    pub came: Time,
    /// Who wrote it; `None` if its reader does not learn that.
    pub from: Option<Seat>,
    /// True if its readers did not learn who wrote it.
    pub unsigned: bool,
    /// Who reads it; nobody is named to who does not learn who wrote it.
    pub to: Vec<Seat>,
    /// What it says.
    pub text: String,
}

impl Passed {
    /// What is passed on of a message and the file in which its author signed it.
    pub(in crate::referee) fn of(press: &Press, file: &str) -> Self {
        if press.unsigned {
            return Self::Unsigned(press.text.clone());
        }
        Self::Signed(file.to_owned())
    }
}

impl Relayed {
    /// The letter that an entry is going to list.
    pub(in crate::referee) fn new(
        genesis: Digest,
        (entry, cycle): (u64, u32),
        came: Time,
        message: Passed,
    ) -> Self {
        Self { adjutant: KIND.to_owned(), genesis, entry, cycle, came, message }
    }

    /// The file, signed by the moderator and encrypted to who holds the seats of its author and readers. In
    /// every other seat's place, and once for itself, the campaign is a recipient: age does not say whose
    /// a stanza is, so nobody can tell which these are.
    ///
    /// # Errors
    /// If it is too long, or nobody holds a seat of its readers.
    pub(in crate::referee) fn seal(
        &self,
        campaign: &Campaign,
        (house, signing): (&Recipient, &SigningKey),
        press: &Press,
    ) -> Result<Vec<u8>, Problem> {
        let (mut recipients, mut readers) = (Vec::new(), 0);
        for seat in campaign.seats() {
            let reads = press.to.contains(&seat);
            let holder = campaign.holder(&seat, u32::MAX);
            let own: Option<Recipient> = holder.and_then(|holder| holder.recipient.parse().ok());
            readers += usize::from(reads && own.is_some());
            let own = own.filter(|_| reads || seat == press.seat);
            recipients.push(own.unwrap_or_else(|| house.clone()));
        }
        if readers == 0 {
            return Err(Problem::refused("nobody holds a seat that the message is for"));
        }
        recipients.push(house.clone());
        let text = sign_file(signing, sshsig::LETTER, &yaml::write(self));
        sealed::keep(&packed(&text)?, &recipients.iter().collect::<Vec<_>>())
    }

    /// Opens a file, if it is such a letter, and gives the key that signed it.
    pub fn open(bytes: &[u8], identity: &Identity) -> Option<(Self, PublicKey)> {
        let text = packed::open(bytes, identity).ok()?;
        let (body, armor) = cut(&text);
        let signer = sshsig::signer(armor?).ok()?;
        sshsig::verify(&signer, sshsig::LETTER, body.as_bytes(), armor?).ok()?;
        let letter: Self = yaml::read(body.as_bytes(), Origin::Mail).ok()?;
        (letter.adjutant == KIND).then_some((letter, signer))
    }

    /// Checks who passed it on: the ledger at hand lists it or, of an entry that this does not have yet, the
    /// moderator signed it; without one, by the moderator's key that is known.
    ///
    /// # Errors
    /// If it is somebody else's, or nothing at hand says who the moderator is.
    pub fn prove(
        &self,
        (bytes, signer): (&[u8], &PublicKey),
        (campaign, known): (Option<&Campaign>, Option<PublicKey>),
    ) -> Result<(), Problem> {
        let same = campaign.filter(|c| c.ledger.genesis_digest() == self.genesis);
        let proven = match (same, known) {
            (Some(campaign), _) if self.entry < campaign.ledger.len() => {
                let (path, digest) = (layout::press(self.entry), Digest::of(bytes));
                campaign.ledger.files().any(|(listed, d)| *listed == path && *d == digest)
            }
            (Some(campaign), _) => {
                campaign.ledger.office().moderator().signing == signer.to_string()
            }
            (None, Some(known)) => known == *signer,
            (None, None) => {
                let what = "nothing here shows that this is from the moderator";
                return Err(Problem::refused(what)
                    .hint("read one of your reports first, or give a copy of the campaign with -C DIR")
                    .cause(Cause::Unproven));
            }
        };
        if proven { Ok(()) } else { Err(Problem::refused("the moderator did not pass this on")) }
    }

    /// What it tells its reader. Who signed it, a campaign at hand says; without one the moderator does,
    /// who looked.
    ///
    /// # Errors
    /// If its author did not sign it.
    pub fn told(self, campaign: Option<&Campaign>) -> Result<Told, Problem> {
        let Self { genesis, entry, cycle, came, message, .. } = self;
        let (from, to, text) = match message {
            Passed::Unsigned(text) => (None, Vec::new(), text),
            Passed::Signed(file) => {
                let (press, key) = Press::read(file.as_bytes())?;
                let same = campaign.filter(|c| c.ledger.genesis_digest() == genesis);
                if same.is_some_and(|campaign| !held(campaign, entry, (&press.seat, &key)))
                    || press.cycle != cycle
                {
                    return Err(Problem::refused(format!(
                        "this is not signed with the key of seat {}",
                        press.seat
                    )));
                }
                (Some(press.seat), press.to, press.text)
            }
        };
        Ok(Told { cycle, entry, came, unsigned: from.is_none(), from, to, text })
    }
}

impl Told {
    /// The page with this below what it has.
    #[must_use]
    pub fn onto(&self, page: Page) -> Page {
        let from = self.from.as_ref().map_or("somebody", Seat::as_str);
        let hidden = if self.unsigned && self.from.is_some() { ", unsigned" } else { "" };
        let title = if self.to.is_empty() {
            format!("{from} writes")
        } else {
            format!("{from} to {}{hidden}", words::names(&self.to))
        };
        let when = format!("Cycle {}, entry {}, came at {}.", self.cycle, self.entry, self.came);
        page.heading(3, title).paragraph(when).code("text", &self.text)
    }
}

/// True if a key held a seat before an entry.
pub(super) fn held(campaign: &Campaign, entry: u64, (seat, key): (&Seat, &PublicKey)) -> bool {
    let holder = campaign.ledger.holders_before(seat, u32::MAX, entry).pop();
    holder.is_some_and(|holder| holder.signing == key.to_string())
}

/// A text in the one length that all have.
///
/// # Errors
/// If it is longer.
pub(in crate::referee) fn packed(text: &str) -> Result<Vec<u8>, Problem> {
    let packed = Packed::of(text)?;
    if packed.shortest() > LENGTH {
        return Err(Problem::refused("the message is too long"));
    }
    Ok(packed.write(LENGTH))
}

/// The messages of a campaign that a key opens, in order: those that were written to its seat, and by it.
///
/// # Errors
/// If one is not the file that the ledger lists.
pub fn relayed(campaign: &mut Campaign, identity: &Identity) -> Result<Vec<Told>, Problem> {
    campaign.complete()?;
    let mut all = Vec::new();
    for entry in campaign.ledger.press() {
        let path = layout::press(entry.seq);
        if let Some((letter, _)) = Relayed::open(&campaign.listed(&path)?, identity) {
            all.push(letter.told(Some(campaign)).map_err(|p| p.at(&path))?);
        }
    }
    Ok(all)
}
