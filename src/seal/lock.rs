//! What a lock says of each seat: a commitment to the packet that counts, which tells nothing before it is opened.
//! `docs/formats/seed.md`.

use super::CycleKeys;
use crate::base::Digest;

/// What blinds the commitment of a seat: of a packet it follows from the salt in its receipt, so that the player can
/// open it at once; where none counts, from the cycle's keys.
#[derive(Debug, Clone, Copy)]
pub enum Blind<'a> {
    /// A packet counts that has this salt.
    Packet(&'a Digest),
    /// None does.
    Nothing(&'a CycleKeys),
}

impl Blind<'_> {
    /// The blind of a seat in a cycle.
    pub fn of(self, cycle: u32, seat: &str) -> Digest {
        match self {
            Self::Packet(salt) => Digest::tagged("adjutant/lock-blind/v1", &[&salt.0]),
            Self::Nothing(keys) => keys.salt("lock", cycle, &[seat.as_bytes()]),
        }
    }
}

/// What the ledger says of a packet, with the salt in its receipt. An order file can be guessed, and a bare digest would
/// confirm the guess.
pub fn commitment(salt: &Digest, id: &Digest) -> Digest {
    Digest::tagged("adjutant/packet/v1", &[&salt.0, &id.0])
}

/// What a lock says of a seat, of whose packets the one with this commitment counts, or none.
pub fn leaf(
    genesis: &Digest,
    (cycle, seat): (u32, &str),
    packet: Option<&Digest>,
    blind: &Digest,
) -> Digest {
    let packet = packet.map_or(&[][..], |packet| &packet.0);
    let fields = [&genesis.0[..], &cycle.to_be_bytes(), seat.as_bytes(), packet, &blind.0];
    Digest::tagged("adjutant/lock/v1", &fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::CampaignSecret;

    #[test]
    fn a_leaf_is_of_one_seat_one_cycle_and_one_packet() {
        let (genesis, blind) = (Digest::of(b"genesis"), Digest::of(b"blind"));
        let packet = Digest::of(b"packet");
        let all = [
            leaf(&genesis, (1, "union"), Some(&packet), &blind),
            leaf(&genesis, (1, "union"), None, &blind),
            leaf(&genesis, (2, "union"), Some(&packet), &blind),
            leaf(&genesis, (1, "mazianni"), Some(&packet), &blind),
            leaf(&blind, (1, "union"), Some(&packet), &blind),
            leaf(&genesis, (1, "union"), Some(&packet), &packet),
        ];
        for (n, one) in all.iter().enumerate() {
            assert!(!all[..n].contains(one), "{n}");
        }
    }

    #[test]
    fn where_nothing_counts_the_blind_is_the_campaigns_alone() {
        let digests = (Digest::of(b"genesis"), Digest::of(b"birth"));
        let keys = |secret| CycleKeys::new(CampaignSecret::revealed([secret; 32]), digests, false);
        let (one, other) = (keys(1), keys(2));
        let blind = |keys, cycle, seat| Blind::Nothing(keys).of(cycle, seat);
        assert_ne!(blind(&one, 1, "union"), blind(&other, 1, "union"));
        assert_ne!(blind(&one, 1, "union"), blind(&one, 2, "union"));
        assert_ne!(blind(&one, 1, "union"), blind(&one, 1, "mazianni"));
        let salt = Digest::of(b"salt");
        assert_eq!(
            Blind::Packet(&salt).of(1, "union"),
            Digest::tagged("adjutant/lock-blind/v1", &[&salt.0])
        );
    }
}
