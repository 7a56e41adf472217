//! Hash chains, and the seeds mixed from their links.
//!
//! A chain is fixed when its tip is published; each cycle reveals one link more. Nothing that
//! could still be varied once secrets are known goes into a seed.

use std::fmt;
use std::sync::{Arc, OnceLock};

use zeroize::{Zeroize, Zeroizing};

use crate::base::{Digest, Problem, digest};

/// Links of a chain behind its tip: the most cycles a campaign may have.
pub const LENGTH: u32 = 1024;

/// All links of one chain, secret until each is revealed; wiped when dropped.
pub struct Chain(Vec<[u8; 32]>);

impl Chain {
    /// Works the chain out from its secret, from the last link to the first.
    ///
    /// `link(LENGTH) = tagged("adjutant/chain-end/v1", [secret, bound])` and
    /// `link(c) = tagged("adjutant/chain/v1", [bound, c, link(c + 1)])`, `c` as four bytes, most
    /// significant first (see [`Digest::tagged`]). A player's chain is bound to the genesis digest,
    /// the moderator's to the birth digest.
    pub fn new(secret: &[u8; 32], bound: &Digest) -> Self {
        Self::of_length(secret, bound, LENGTH)
    }

    /// The same with another number of links behind its tip.
    pub(super) fn of_length(secret: &[u8; 32], bound: &Digest, length: u32) -> Self {
        let last = Digest::tagged("adjutant/chain-end/v1", &[secret, &bound.0]);
        Self::behind(&last, bound, length)
    }

    /// The chain with this last link.
    pub(super) fn ending(last: &Digest, bound: &Digest) -> Self {
        Self::behind(last, bound, LENGTH)
    }

    fn behind(last: &Digest, bound: &Digest, length: u32) -> Self {
        let mut message = LinkMessage::new(bound, last);
        let mut links = Vec::with_capacity(length as usize + 1);
        links.push(last.0);
        links.extend((0..length).rev().map(|c| message.step(c).0));
        links.reverse();
        Self(links)
    }

    /// The link of cycle `c`, from 0 (the tip) to [`LENGTH`].
    ///
    /// # Errors
    /// If the chain is not that long.
    pub fn link(&self, c: u32) -> Result<Digest, Problem> {
        let link = usize::try_from(c).ok().and_then(|c| self.0.get(c));
        link.copied().map(Digest).ok_or_else(|| {
            let length = self.0.len() - 1;
            Problem::refused(format!("a chain has {length} links, too few for cycle {c}"))
                .hint("end this campaign and start a new one")
        })
    }

    /// Its last link, from which all others follow.
    pub(super) fn end(&self) -> Digest {
        Digest(self.0[self.0.len() - 1])
    }

    /// The link that is published beforehand: it fixes all others.
    pub fn tip(&self) -> Digest {
        Digest(self.0[0])
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chain(tip {})", self.tip())
    }
}

/// The chain of a secret, kept for what it was bound to first: it takes a thousand digests, and a command asks for
/// one link after the other.
#[derive(Default)]
pub(super) struct Kept(OnceLock<(Digest, Arc<Chain>)>);

impl Kept {
    /// The chain of the secret that this is kept beside.
    pub(super) fn of(&self, secret: &[u8; 32], bound: &Digest) -> Arc<Chain> {
        let new = || Arc::new(Chain::new(secret, bound));
        let (kept_for, chain) = self.0.get_or_init(|| (*bound, new()));
        if kept_for == bound { Arc::clone(chain) } else { new() }
    }
}

/// The message that is hashed for a link, written in place for one link after the other: a chain takes a
/// thousand. Wiped when dropped, as links are secret.
pub(super) struct LinkMessage(Zeroizing<Vec<u8>>);

impl LinkMessage {
    const CYCLE: usize = 4;
    const LINK: usize = 32;

    /// The message for the link before `after`, but for its cycle.
    pub(super) fn new(bound: &Digest, after: &Digest) -> Self {
        let fields: [&[u8]; 3] = [&bound.0, &[0; Self::CYCLE], &after.0];
        Self(digest::message("adjutant/chain/v1", &fields))
    }

    /// The link of cycle `c`, from the one of cycle `c + 1`, which the message holds; it holds this one
    /// after it.
    pub(super) fn step(&mut self, c: u32) -> Digest {
        let link = self.0.len() - Self::LINK;
        // Each field has its length before it.
        let cycle = link - size_of::<u64>() - Self::CYCLE;
        self.0[cycle..cycle + Self::CYCLE].copy_from_slice(&c.to_be_bytes());
        let digest = Digest::of(&self.0);
        self.0[link..].copy_from_slice(&digest.0);
        digest
    }
}

/// True if `to`, a link revealed later, hashes back to `from`, one known before. Each is a cycle
/// and its link; the cycle of `from` must not be the higher one.
pub fn leads_back(bound: &Digest, from: (u32, Digest), to: (u32, Digest)) -> bool {
    if from.0 > to.0 || to.0 > LENGTH {
        return false;
    }
    let mut message = LinkMessage::new(bound, &to.1);
    (from.0..to.0).rev().fold(to.1, |_, c| message.step(c)) == from.1
}

/// The seed of a cycle: `tagged("adjutant/seed/v1", ..)` of genesis, cycle (four bytes, most
/// significant first), the moderator's link of that cycle, then seat and link of each contributing
/// seat in the order of seats, then the beacon or an empty field.
pub fn seed(
    genesis: &Digest,
    cycle: u32,
    moderator_link: &Digest,
    contributions: &[(&str, Digest)],
    beacon: Option<&[u8]>,
) -> [u8; 32] {
    let cycle = cycle.to_be_bytes();
    let mut fields: Vec<&[u8]> = vec![&genesis.0, &cycle, &moderator_link.0];
    fields.extend(framed(contributions));
    fields.push(beacon.unwrap_or_default());
    Digest::tagged("adjutant/seed/v1", &fields).0
}

/// The seed of the set-up, which happens before any seat can reveal a link:
/// `tagged("adjutant/setup/v1", ..)` of genesis, the moderator's first link `s_1`, then seat and
/// chain tip of each seat in the order of seats.
pub fn setup_seed(genesis: &Digest, first: &Digest, tips: &[(&str, Digest)]) -> [u8; 32] {
    let mut fields: Vec<&[u8]> = vec![&genesis.0, &first.0];
    fields.extend(framed(tips));
    Digest::tagged("adjutant/setup/v1", &fields).0
}

fn framed<'a>(pairs: &'a [(&'a str, Digest)]) -> impl Iterator<Item = &'a [u8]> {
    pairs.iter().flat_map(|(seat, link)| [seat.as_bytes(), &link.0[..]])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::base::yaml;

    fn vectors() -> BTreeMap<String, Digest> {
        let text = include_bytes!("../../tests/vectors/seal/chain.yaml");
        yaml::read(text, yaml::Origin::House).unwrap()
    }

    #[test]
    fn links_and_seeds_are_those_worked_out_elsewhere() {
        let v = vectors();
        let (genesis, chain) = (v["genesis"], Chain::new(&v["secret"].0, &v["genesis"]));
        for (name, c) in [("link-0", 0), ("link-1", 1), ("link-7", 7), ("link-1024", LENGTH)] {
            assert_eq!(chain.link(c).unwrap(), v[name], "{name}");
        }
        assert_eq!(chain.tip(), v["link-0"]);
        assert!(chain.link(LENGTH + 1).is_err());
        let (red, union) = (Digest::of(b"red"), Digest::of(b"union"));
        let both = [("red", red), ("union", union)];
        let seed = |with: &[(&str, Digest)], b| Digest(seed(&genesis, 7, &v["link-7"], with, b));
        assert_eq!(seed(&both, None), v["seed-7-both"]);
        assert_eq!(seed(&[("union", union)], None), v["seed-7-union"]);
        assert_eq!(seed(&[], None), v["seed-7-nobody"]);
        assert_eq!(seed(&both, Some(b"round 12")), v["seed-7-beacon"]);
        assert_eq!(Digest(setup_seed(&genesis, &v["link-1"], &both)), v["setup"]);
        assert!(!format!("{chain:?}").contains(&v["link-1"].to_string()));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn later_links_lead_back_and_no_others(
            secret: [u8; 32], a in 0..=LENGTH, b in 0..=LENGTH, bit in 0usize..256,
        ) {
            let genesis = Digest::of(b"genesis");
            let chain = Chain::new(&secret, &genesis);
            let (low, high) = (a.min(b), a.max(b));
            let from = (low, chain.link(low).unwrap());
            let mut to = (high, chain.link(high).unwrap());
            prop_assert!(leads_back(&genesis, from, to));
            prop_assert!(low == high || !leads_back(&genesis, to, from));
            prop_assert!(low == high || !leads_back(&Digest::of(b"other"), from, to));
            to.1.0[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(!leads_back(&genesis, from, to));
        }
    }
}
