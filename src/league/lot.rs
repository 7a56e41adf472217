//! The lot: what nobody chose. It follows from a seed that the moderator committed to before entries closed,
//! and from the keys of all who entered.

use crate::base::{Digest, Time};
use crate::engine::Chance;
use crate::seal::FoundingSecret;

/// What the draws of a season follow from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot(Digest);

/// The seed of a season, which the moderator can work out again from the secret and the time of its first act.
pub fn seed(secret: &FoundingSecret, (league, season): (&str, u32), begun: Time) -> Digest {
    let begun = begun.to_string();
    let fields: &[&[u8]] = &[league.as_bytes(), &season.to_be_bytes(), begun.as_bytes()];
    let birth = Digest::tagged("adjutant/league-birth/v1", fields);
    Digest::tagged("adjutant/league-secret/v1", &[secret.campaign(&birth).expose()])
}

/// What is published of a seed before entries close.
pub fn commitment((league, season): (&str, u32), seed: &Digest) -> Digest {
    let fields: [&[u8]; 3] = [league.as_bytes(), &season.to_be_bytes(), &seed.0];
    Digest::tagged("adjutant/league-seed/v1", &fields)
}

impl Lot {
    /// The lot of a seed and of all who entered before it was shown, each a name and a signing key, in the order
    /// of names.
    pub fn new<'a>(seed: &Digest, entered: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut entered: Vec<_> = entered.collect();
        entered.sort_unstable();
        let keys = entered.iter().flat_map(|(name, key)| [name.as_bytes(), key.as_bytes()]);
        let fields: Vec<&[u8]> = std::iter::once(&seed.0[..]).chain(keys).collect();
        Self(Digest::tagged("adjutant/league-lot/v1", &fields))
    }

    /// Puts these in an order that is drawn under a name.
    pub fn shuffle<T>(&self, name: &str, items: &mut [T]) {
        self.chance(name).draw(&["order"]).shuffle(items);
    }

    /// A number below a bound, drawn under a name.
    pub fn below(&self, name: &str, bound: usize) -> usize {
        let drawn = self.chance(name).draw(&["number"]).below(bound.max(1) as u64);
        usize::try_from(drawn).expect("it is below a number of things")
    }

    fn chance(&self, name: &str) -> Chance {
        let seed = Digest::tagged("adjutant/league-draw/v1", &[&self.0.0, name.as_bytes()]);
        Chance::from_seed(seed.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commitment_and_lot_are_those_worked_out_elsewhere() {
        let seed = Digest([7; 32]);
        assert_eq!(
            commitment(("cup", 1), &seed).to_string(),
            "b16a3c92e6262be25023cb1d72663cdedefc22b0d8ff15a82c0aab0d9c96e0a0"
        );
        // In whatever order they entered.
        let lot = Lot::new(&seed, [("ben", "key b"), ("anna", "key a")].into_iter());
        assert_eq!(
            lot.0.to_string(),
            "1d18fa163705cb4276d5e9213628f76ce708351add552a94380b56c25e6d58dd"
        );
        let mut drawn: Vec<u32> = (0..9).collect();
        lot.shuffle("numbers", &mut drawn);
        let mut again: Vec<u32> = (0..9).collect();
        lot.shuffle("numbers", &mut again);
        assert_eq!(drawn, again, "a draw under a name is drawn once");
        lot.shuffle("others", &mut again);
        assert_ne!(drawn, again);
    }
}
