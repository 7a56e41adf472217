//! A player's word beside orders: what they announce or allow, signed. `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use super::{PlayerSecret, PublicKey, Recipient, SigningKey, packet, sshsig};
use crate::base::civil::Dates;
use crate::base::{Digest, Motion, Problem, Seat, Time, yaml};

const VERSION: &str = "player-word-v2";

/// The lines around a signature.
const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const END: &str = "-----END SSH SIGNATURE-----";

/// What a player gives their word on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Says {
    /// They will be away.
    Absence {
        /// The days.
        dates: Dates,
        /// Why.
        reason: String,
    },
    /// They have new keys; signed with the old one.
    Keys {
        /// The key they will sign with.
        signing: PublicKey,
        /// What their reports are to be encrypted to.
        age: Recipient,
        /// Link 0 of their new chain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tip: Option<Digest>,
        /// The new key's signature under [`sshsig::NEW_KEY`]: whoever announces it has it. A file has one
        /// signature block, so its first and last line are left out.
        proof: String,
    },
    /// Somebody may send orders for their seat for a while, and reads its reports.
    Substitute {
        /// That person's name.
        name: String,
        /// The key they sign with.
        signing: PublicKey,
        /// What the reports are encrypted to as well.
        age: Recipient,
        /// Until when.
        until: Time,
    },
    /// They do not agree that their seat gets the keys which an entry of the ledger announces.
    Objection {
        /// The number of that entry.
        entry: u64,
        /// Why.
        reason: String,
    },
    /// They are done with a packet, as `final: true` in its order file says.
    Final(Packet),
    /// What they sent for a cycle, up to this packet, no longer counts.
    Withdraw(Packet),
    /// They agree that the campaign pauses. It does once all players say so.
    Pause {
        /// Until when, or earlier if another agrees to less.
        until: Time,
    },
    /// They vote on what the players can decide together.
    Vote {
        /// What it is.
        motion: Motion,
        /// Whether they say yes.
        yes: bool,
    },
    /// They give up their seat.
    Resign {
        /// Why.
        reason: String,
    },
    /// They give their link for a cycle that is locked.
    Link {
        /// The cycle.
        cycle: u32,
        /// The link of their chain.
        link: Digest,
    },
    /// Whether their reports may be mailed to them without encryption as well.
    PlainText(bool),
    /// What they write to themselves: it comes back with a report.
    Note {
        /// The cycle of the report.
        cycle: u32,
        /// The note ([`super::note::Note`]), encrypted to its author.
        sealed: String,
    },
}

/// One of the player's packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packet {
    /// The cycle it is for.
    pub cycle: u32,
    /// Its sequence.
    pub sequence: u32,
}

/// A player's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Name and first digits of the genesis digest.
    pub campaign: String,
    /// Their seat.
    pub seat: Seat,
    /// The head of the ledger that they have seen.
    pub head: Digest,
    /// Its place among the words of this kind that their key signed: only higher ones count after it.
    pub sequence: u64,
    /// What they say.
    pub says: Says,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    adjutant: String,
    campaign: String,
    seat: Seat,
    head: Digest,
    sequence: u64,
    says: Says,
}

/// What a new key signs: all that the word says of it.
#[derive(Serialize)]
struct NewKey<'a> {
    adjutant: &'a str,
    campaign: &'a str,
    seat: &'a Seat,
    sequence: u64,
    signing: &'a PublicKey,
    age: &'a Recipient,
    #[serde(skip_serializing_if = "Option::is_none")]
    tip: Option<Digest>,
}

/// A signature without the lines around it.
fn unframed(armor: &str) -> String {
    let lines: Vec<&str> = armor.lines().filter(|line| ![BEGIN, END].contains(line)).collect();
    lines.join("\n")
}

impl Word {
    /// The file: YAML and a signature under [`sshsig::WORD`].
    pub fn sign(self, key: &SigningKey) -> String {
        let Self { campaign, seat, head, sequence, says } = self;
        let file = File { adjutant: VERSION.to_owned(), campaign, seat, head, sequence, says };
        packet::sign_file(key, sshsig::WORD, &yaml::write(&file))
    }

    /// The word that its author has these new keys, which agree to it.
    pub fn of_new_keys(
        (campaign, seat): (String, Seat),
        (head, sequence): (Digest, u64),
        (key, tip): (&PlayerSecret, Option<Digest>),
    ) -> Self {
        let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
        let says = Says::Keys { signing, age, tip, proof: String::new() };
        let mut word = Self { campaign, seat, head, sequence, says };
        let text = word.new_key();
        if let (Some(text), Says::Keys { proof, .. }) = (text, &mut word.says) {
            let armor = sshsig::sign(key.signing(), sshsig::NEW_KEY, text.as_bytes());
            *proof = unframed(&armor);
        }
        word
    }

    /// What the new key signs, if the word announces one.
    fn new_key(&self) -> Option<String> {
        let Says::Keys { signing, age, tip, .. } = &self.says else { return None };
        let (campaign, seat, sequence, tip) = (&self.campaign, &self.seat, self.sequence, *tip);
        let adjutant = "new-key-v1";
        Some(yaml::write(&NewKey { adjutant, campaign, seat, sequence, signing, age, tip }))
    }

    /// A new key that the word announces has agreed to it.
    fn is_agreed(&self) -> Result<(), Problem> {
        let (Some(text), Says::Keys { signing, proof, .. }) = (self.new_key(), &self.says) else {
            return Ok(());
        };
        let armor = format!("{BEGIN}\n{}\n{END}\n", proof.trim_end());
        sshsig::verify(signing, sshsig::NEW_KEY, text.as_bytes(), &armor).map_err(|_| {
            Problem::refused("the new key has not signed that it is this seat's")
                .hint("sign with `adjutant say keys NEW.key`: it takes the new secret key, too")
        })
    }

    /// Reads a file as it came, undoing what mail did to it. Gives the key that signed it, and the
    /// file without its journey. Whose key that is, is for the caller to say.
    ///
    /// # Errors
    /// If it is not signed, or is something else, or announces a key that has not agreed.
    pub fn read(raw: &[u8]) -> Result<(Self, PublicKey, Vec<u8>), Problem> {
        let opened = packet::open_own(raw, sshsig::WORD)?;
        let file: File = yaml::read(&opened.bytes, yaml::Origin::Mail)?;
        if file.adjutant != VERSION {
            return Err(Problem::refused(format!("this is not a {VERSION} file")));
        }
        let File { campaign, seat, head, sequence, says, .. } = file;
        let word = Self { campaign, seat, head, sequence, says };
        word.is_agreed()?;
        Ok((word, opened.key, opened.file()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_is_read() {
        let key = PlayerSecret::generate([7; 96]);
        let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
        let until = "2026-08-14T00:00:00Z".parse().unwrap();
        let dates = "2026-08-01 to 2026-08-14".parse().unwrap();
        let all = [
            Says::Absence { dates, reason: "skiing: with the children".into() },
            Says::Substitute { name: "Dora".into(), signing, age, until },
            Says::Objection { entry: 42, reason: "I never asked for this".into() },
            Says::Final(Packet { cycle: 3, sequence: 2 }),
            Says::Withdraw(Packet { cycle: 3, sequence: 2 }),
            Says::Pause { until },
            Says::PlainText(true),
            Says::Link { cycle: 3, link: Digest::of(b"link") },
            Says::Vote { motion: Motion::Draw, yes: true },
            Says::Vote { motion: Motion::Win("mazianni".parse().unwrap()), yes: false },
            Says::Vote { motion: Motion::Deadline(until), yes: true },
            Says::Resign { reason: "no time: sorry".into() },
            Says::Note { cycle: 3, sealed: "an age file\nin lines\n".into() },
        ];
        let campaign = || ("pell#00000000".to_owned(), "union".parse().unwrap());
        let place = (Digest::of(b"head"), 7);
        let keys = Word::of_new_keys(campaign(), place, (&key, Some(Digest::of(b"tip"))));
        let word = |says| Word { says, ..keys.clone() };
        for word in all.map(word).into_iter().chain([keys.clone()]) {
            let file = word.clone().sign(key.signing());
            let quoted: String = file.lines().flat_map(|line| ["> ", line, "\n"]).collect();
            for text in [&file, &quoted] {
                let (read, by, plain) = Word::read(text.as_bytes()).unwrap();
                assert_eq!((read, by, plain), (word.clone(), signing, file.clone().into_bytes()));
            }
            assert!(Word::read(file.replace("union", "unioz").as_bytes()).is_err());
        }
    }

    /// A key is announced by who has it, for this seat and in this word.
    #[test]
    fn a_key_that_has_not_agreed_is_not_announced() {
        let [old, new, other] = [1, 2, 3].map(|n| PlayerSecret::generate([n; 96]));
        let campaign = || ("pell#00000000".to_owned(), "union".parse().unwrap());
        let place = (Digest::of(b"head"), 7);
        let good = Word::of_new_keys(campaign(), place, (&new, None));
        let others = Word::of_new_keys(campaign(), place, (&other, None));
        let (Says::Keys { proof, .. }, Says::Keys { signing, age, .. }) =
            (&good.says, &others.says)
        else {
            unreachable!("both announce keys");
        };
        let proof = proof.clone();
        let says = Says::Keys { signing: *signing, age: age.clone(), tip: None, proof };
        let bad = [
            Word { says, ..good.clone() },
            Word { seat: "mazianni".parse().unwrap(), ..good.clone() },
            Word { sequence: 8, ..good.clone() },
            Word { campaign: "pell#11111111".into(), ..good.clone() },
        ];
        for word in bad {
            let problem = Word::read(word.sign(old.signing()).as_bytes()).unwrap_err();
            assert!(problem.what.contains("the new key has not signed"), "{problem}");
        }
        Word::read(good.sign(old.signing()).as_bytes()).unwrap();
    }
}
