//! A player's word beside orders: what they announce or allow, signed. `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use super::{PublicKey, Recipient, SigningKey, packet, sshsig};
use crate::base::civil::Dates;
use crate::base::{Digest, Problem, Seat, Time, yaml};

const VERSION: &str = "player-word-v1";

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
    /// Whether their reports may be mailed to them without encryption as well.
    PlainText(bool),
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
    says: Says,
}

impl Word {
    /// The file: YAML and a signature under [`sshsig::WORD`].
    pub fn sign(self, key: &SigningKey) -> String {
        let Self { campaign, seat, head, says } = self;
        let file = File { adjutant: VERSION.to_owned(), campaign, seat, head, says };
        packet::sign_file(key, sshsig::WORD, &yaml::write(&file))
    }

    /// Reads a file as it came, undoing what mail did to it. Gives the key that signed it, and the
    /// file without its journey. Whose key that is, is for the caller to say.
    ///
    /// # Errors
    /// If it is not signed, or is something else.
    pub fn read(raw: &[u8]) -> Result<(Self, PublicKey, Vec<u8>), Problem> {
        let opened = packet::open_own(raw, sshsig::WORD)?;
        let file: File = yaml::read(&opened.bytes, yaml::Origin::Mail)?;
        if file.adjutant != VERSION {
            return Err(Problem::refused(format!("this is not a {VERSION} file")));
        }
        let File { campaign, seat, head, says, .. } = file;
        Ok((Self { campaign, seat, head, says }, opened.key, opened.file()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::PlayerSecret;
    use super::*;

    #[test]
    fn what_is_signed_is_read() {
        let key = PlayerSecret::generate([7; 96]);
        let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
        let until = "2026-08-14T00:00:00Z".parse().unwrap();
        let dates = "2026-08-01 to 2026-08-14".parse().unwrap();
        let all = [
            Says::Absence { dates, reason: "skiing: with the children".into() },
            Says::Keys { signing, age: age.clone(), tip: Some(Digest::of(b"tip")) },
            Says::Substitute { name: "Dora".into(), signing, age, until },
            Says::Objection { entry: 42, reason: "I never asked for this".into() },
            Says::Final(Packet { cycle: 3, sequence: 2 }),
            Says::Withdraw(Packet { cycle: 3, sequence: 2 }),
            Says::Pause { until },
            Says::PlainText(true),
        ];
        for says in all {
            let word = Word {
                campaign: "pell#00000000".into(),
                seat: "union".parse().unwrap(),
                head: Digest::of(b"head"),
                says,
            };
            let file = word.clone().sign(key.signing());
            let quoted: String = file.lines().flat_map(|line| ["> ", line, "\n"]).collect();
            for text in [&file, &quoted] {
                let (read, by, plain) = Word::read(text.as_bytes()).unwrap();
                assert_eq!((read, by, plain), (word.clone(), signing, file.clone().into_bytes()));
            }
            assert!(Word::read(file.replace("union", "unioz").as_bytes()).is_err());
        }
    }
}
