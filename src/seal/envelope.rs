//! Orders that nobody opens before a round of drand, not even the moderator, and around them what the moderator must know
//! before: whose they are. `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use super::beacon::{Round, published};
use super::{
    Identity, Opened, PublicKey, Recipient, SigningKey, packed, packet, sealed, sshsig, timelock,
};
use crate::base::{Digest, Problem, Seat, yaml};

/// The kind of file.
const KIND: &str = "envelope-v1";

/// What an envelope is bound to. It is the same that binds the order file inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bound {
    /// Name and first digits of the genesis digest.
    pub campaign: String,
    /// The cycle.
    pub cycle: u32,
    /// Whose orders they are.
    pub seat: Seat,
    /// The sequence of the packet.
    pub sequence: u32,
    /// The moderator's recipient of the cycle.
    pub to: String,
}

/// Signed orders, sealed to a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    adjutant: String,
    /// As in the order file.
    pub campaign: String,
    /// As in the order file.
    pub cycle: u32,
    /// As in the order file.
    pub seat: Seat,
    /// As in the order file.
    pub sequence: u32,
    /// As in the order file.
    pub to: String,
    /// The round of quicknet that opens it.
    pub round: u64,
    /// The SHA-256 of the signed file inside. Nobody can try what it might be: it has a signature in it that only its
    /// player can make.
    pub holds: Digest,
    /// The age file, armored.
    orders: String,
}

impl Envelope {
    /// Seals a signed order file to a round. What is inside is compressed and has the length of a size class.
    ///
    /// # Errors
    /// If it is too long for the mail.
    pub fn seal(bound: Bound, signed: &str, round: u64) -> Result<Self, Problem> {
        let orders = timelock::seal(&packed::pack(signed)?, round)?;
        if orders.len() > LONGEST {
            return Err(Problem::refused("the orders are too long to be sealed to a round")
                .hint("send fewer or shorter lines"));
        }
        let Bound { campaign, cycle, seat, sequence, to } = bound;
        let (adjutant, holds) = (KIND.to_owned(), Digest::of(signed.as_bytes()));
        Ok(Self { adjutant, campaign, cycle, seat, sequence, to, round, holds, orders })
    }

    /// The packet: this, signed by the player, and encrypted to the cycle.
    ///
    /// # Errors
    /// If nothing can be encrypted to it.
    pub fn packet(&self, key: &SigningKey, to: &Recipient) -> Result<String, Problem> {
        let signed = packet::sign_file(key, sshsig::ENVELOPE, &yaml::write(self));
        sealed::seal(signed.as_bytes(), to)
    }

    /// Opens a packet as far as the moderator can before the round: decrypts it, and verifies who signed it. The key, and the
    /// name it is registered under.
    ///
    /// # Errors
    /// As [`packet::open`], or if what is inside names another round, or none.
    pub fn read(
        raw: &[u8],
        identity: &Identity,
        keys: &[(String, PublicKey)],
    ) -> Result<(Self, Opened), Problem> {
        let opened = packet::open(raw, Some(identity), keys, sshsig::ENVELOPE)?;
        Ok((Self::of(&opened)?, opened))
    }

    /// The same in a file that is verified.
    ///
    /// # Errors
    /// If it is none.
    pub fn of(opened: &Opened) -> Result<Self, Problem> {
        let envelope: Self = yaml::read(&opened.bytes, yaml::Origin::Mail)?;
        if envelope.adjutant != KIND {
            return Err(Problem::refused(format!("this is not an {KIND} file")));
        }
        let inside = timelock::round_of(envelope.orders.as_bytes())?;
        if inside != envelope.round {
            let named = envelope.round;
            return Err(Problem::refused(format!(
                "the envelope names round {named} of drand, and is sealed to round {inside}"
            ))
            .hint("seal the orders anew"));
        }
        Ok(envelope)
    }

    /// What it is bound to.
    pub fn bound(&self) -> Bound {
        Bound {
            campaign: self.campaign.clone(),
            cycle: self.cycle,
            seat: self.seat.clone(),
            sequence: self.sequence,
            to: self.to.clone(),
        }
    }

    /// Opens it with its round, which was checked before; `key` signed the envelope. The order file in it is verified, and not
    /// read.
    ///
    /// # Errors
    /// If it does not open, or the same key did not sign what is inside.
    pub fn open(&self, round: &Round, key: &PublicKey) -> Result<Opened, Problem> {
        let inner = timelock::open(self.orders.as_bytes(), round, sealed::MAIL_LIMIT)?;
        // Who writes without our program need not pack it.
        let text =
            if packed::is_packed(&inner) { packed::unpack(&inner)?.into_bytes() } else { inner };
        let opened = packet::open_own(&text, sshsig::ORDERS)?;
        if opened.key != *key {
            return Err(Problem::refused("the orders inside are signed with another key"));
        }
        if !self.is_for(&opened) {
            return Err(Problem::refused(
                "the orders inside are not those that the envelope names",
            )
            .hint("seal the orders anew"));
        }
        Ok(opened)
    }

    /// True if it holds this file.
    pub fn is_for(&self, opened: &Opened) -> bool {
        Digest::of(&opened.file()) == self.holds
    }

    /// What the receipt says of it until then.
    pub fn waits(&self) -> String {
        let round = self.round;
        let at = published(round).map(|time| format!(", which comes at {time}"));
        format!("nobody can open it before round {round} of drand{}", at.unwrap_or_default())
    }
}

/// Characters of the armor at most: with what is around it the file then fits the mail.
const LONGEST: usize = 56 * 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::PlayerSecret;

    fn bound(cycle_key: &Identity) -> Bound {
        Bound {
            campaign: "pell-1#9f3c0a12".to_owned(),
            cycle: 7,
            seat: "union".parse().unwrap(),
            sequence: 3,
            to: cycle_key.recipient().to_string(),
        }
    }

    fn round() -> Round {
        Round {
            round: 1000,
            signature: "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39".to_owned(),
        }
    }

    #[test]
    fn who_signed_is_known_before_and_what_they_order_from_the_round_on() {
        let (key, cycle) = (PlayerSecret::generate([1; 96]), Identity::from_bytes(&[9; 32]));
        let signed = packet::sign_file(key.signing(), sshsig::ORDERS, "orders: []\n");
        let envelope = Envelope::seal(bound(&cycle), &signed, 1000).unwrap();
        let packet = envelope.packet(key.signing(), &cycle.recipient()).unwrap();
        let keys = [("union".to_owned(), PublicKey::of(key.signing()))];
        let (read, outer) = Envelope::read(packet.as_bytes(), &cycle, &keys).unwrap();
        assert_eq!((&read, outer.who.as_str()), (&envelope, "union"));
        assert_eq!(read.bound(), bound(&cycle));
        let opened = read.open(&round(), &outer.key).unwrap();
        assert_eq!(opened.file(), signed.as_bytes());
        let wait =
            "nobody can open it before round 1000 of drand, which comes at 2023-08-23T15:59:24Z";
        assert_eq!(read.waits(), wait);
        // With neither another round, nor for another signer, nor as something else than it says.
        let other = Round { round: 1001, ..round() };
        assert!(read.open(&other, &outer.key).is_err());
        let stranger = PublicKey::of(PlayerSecret::generate([2; 96]).signing());
        assert!(read.open(&round(), &stranger).unwrap_err().what.contains("another key"));
        let lie = Envelope { holds: Digest::of(b"x"), ..read.clone() };
        assert!(
            lie.open(&round(), &outer.key)
                .unwrap_err()
                .what
                .contains("not those that the envelope names")
        );
        let lie = Envelope { round: 1001, ..read };
        let packet = lie.packet(key.signing(), &cycle.recipient()).unwrap();
        let problem = Envelope::read(packet.as_bytes(), &cycle, &keys).unwrap_err();
        assert!(problem.what.contains("names round 1001 of drand, and is sealed to round 1000"));
    }

    #[test]
    fn orders_of_any_length_are_packets_of_one() {
        let (key, cycle) = (PlayerSecret::generate([1; 96]), Identity::from_bytes(&[9; 32]));
        let length = |orders: &str| {
            let signed = packet::sign_file(key.signing(), sshsig::ORDERS, orders);
            let envelope = Envelope::seal(bound(&cycle), &signed, 1000).unwrap();
            let text = yaml::write(&envelope);
            assert_eq!(
                yaml::read::<Envelope>(text.as_bytes(), yaml::Origin::Mail).unwrap(),
                envelope
            );
            (text.len(), envelope.orders.len())
        };
        let many = (0..60).map(|n| format!("- move: {{ship: Ship {n}, to: {n}}}\n"));
        let (short, long) = (length("orders: []\n"), length(&many.collect::<String>()));
        // age adds a stanza of random length, which tells nothing.
        assert!(short.1.abs_diff(long.1) < 300, "{short:?} {long:?}");
        let line = |n: u32| {
            format!(
                "# {}
",
                Digest::of(&n.to_be_bytes())
            )
        };
        let noise = (0..1200).map(line).collect::<Vec<_>>().concat();
        let signed = packet::sign_file(key.signing(), sshsig::ORDERS, &noise);
        assert!(Envelope::seal(bound(&cycle), &signed, 1000).is_err());
    }
}
