//! The keys of a campaign's cycles: all of them follow from its secret. Where cycles are opened one after the other,
//! each has a key of its own, from which nothing of a later one follows. `docs/formats/seed.md`.

use std::fmt;
use std::sync::OnceLock;

use zeroize::Zeroizing;

use super::chain::{LENGTH, LinkMessage};
use super::{CampaignSecret, Chain, Identity, VrfKey, derive};
use crate::base::{Digest, Problem};

/// Links behind the tip of the chain of cycle keys: one for each cycle from 0 on, and one for the cycle that reports
/// of the last one would call for.
const KEYS: u32 = LENGTH + 2;

/// The keys of a campaign's cycles, as far as they are known.
pub struct CycleKeys {
    genesis: Digest,
    birth: Digest,
    from: From,
}

/// What they follow from.
enum From {
    /// One secret, which opens all at once.
    Secret(CampaignSecret),
    /// The same in a campaign whose cycles are opened one after the other.
    Rolling { secret: CampaignSecret, keys: OnceLock<Chain> },
    /// What opened one cycle and all before it.
    Opened(OpenedBy),
}

/// What opens a cycle and all before it, and nothing behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenedBy {
    /// The cycle.
    pub cycle: u32,
    /// Its key.
    pub key: Digest,
    /// The moderator's link for its seed; for cycle 0 the first one.
    pub link: Digest,
}

/// The link of the moderator's chain that goes into the seed of a cycle.
pub fn seed_link(cycle: u32) -> u32 {
    cycle.max(1)
}

/// The chain of cycle keys that follows from a campaign's secret: the key of cycle c is its link c + 1. Its tip is in
/// the genesis, so it is bound to the birth digest.
pub fn key_chain(secret: &CampaignSecret, birth: &Digest) -> Chain {
    let own = Digest::tagged("adjutant/cycle-keys/v1", &[secret.expose()]).0;
    Chain::of_length(&Zeroizing::new(own), birth, KEYS)
}

/// The public half of the key under which dice of cycle 0 are proven, in hexadecimal; if each cycle has not its own,
/// that of all cycles.
pub fn first_dice(secret: &CampaignSecret, birth: &Digest, rolling: bool) -> String {
    let key = if rolling {
        let first = key_chain(secret, birth).link(1).expect("a chain has a first link");
        derive::opened_dice(&first.0, birth)
    } else {
        derive::dice_key(secret, birth)
    };
    key.public().to_string()
}

impl CycleKeys {
    /// The keys that follow from a campaign's secret; `rolling` if its cycles are opened one after the other.
    pub fn new(secret: CampaignSecret, (genesis, birth): (Digest, Digest), rolling: bool) -> Self {
        let from = if rolling {
            From::Rolling { secret, keys: OnceLock::new() }
        } else {
            From::Secret(secret)
        };
        Self { genesis, birth, from }
    }

    /// Those of the cycles that are open.
    pub fn opened(opening: OpenedBy, (genesis, birth): (Digest, Digest)) -> Self {
        Self { genesis, birth, from: From::Opened(opening) }
    }

    /// The campaign's secret; `None` if only some cycles are open.
    pub fn secret(&self) -> Option<&CampaignSecret> {
        match &self.from {
            From::Secret(secret) | From::Rolling { secret, .. } => Some(secret),
            From::Opened(_) => None,
        }
    }

    /// True if the keys of a cycle are known.
    pub fn know(&self, cycle: u32) -> bool {
        match &self.from {
            From::Secret(_) | From::Rolling { .. } => true,
            From::Opened(opening) => cycle <= opening.cycle,
        }
    }

    /// What opens a cycle and all before it; `None` if nothing does but the secret.
    ///
    /// # Errors
    /// If the moderator's chain has no link for it.
    pub fn opening(&self, cycle: u32) -> Result<Option<OpenedBy>, Problem> {
        let Some(key) = self.key(cycle) else { return Ok(None) };
        Ok(Some(OpenedBy { cycle, key: Digest(*key), link: self.link(cycle)? }))
    }

    /// The identity that opens the packets of a cycle.
    pub fn identity(&self, cycle: u32) -> Identity {
        match (&self.from, self.key(cycle)) {
            (From::Secret(secret), _) => derive::cycle_identity(secret, &self.genesis, cycle),
            (_, Some(key)) => derive::opened_identity(&key, &self.genesis),
            (_, None) => unknown(cycle),
        }
    }

    /// The identity that opens what the moderator's side keeps of a cycle: position, record, reports, rulings.
    pub fn house(&self, cycle: u32) -> Identity {
        match (&self.from, self.key(cycle)) {
            (From::Secret(secret), _) => derive::campaign_identity(secret, &self.birth),
            (_, Some(key)) => derive::opened_house(&key, &self.genesis),
            (_, None) => unknown(cycle),
        }
    }

    /// A salt of a cycle.
    pub fn salt(&self, purpose: &str, cycle: u32, fields: &[&[u8]]) -> Digest {
        let number = cycle.to_be_bytes();
        let fields: Vec<&[u8]> = [&number[..]].into_iter().chain(fields.iter().copied()).collect();
        let key = match (&self.from, self.key(cycle)) {
            (From::Secret(secret), _) => Zeroizing::new(*secret.expose()),
            (_, Some(key)) => key,
            (_, None) => unknown(cycle),
        };
        Digest(derive::salt_under(&key, &self.genesis, purpose, &fields))
    }

    /// The moderator's link for the seed of a cycle.
    ///
    /// # Errors
    /// If the moderator's chain is not that long.
    pub fn link(&self, cycle: u32) -> Result<Digest, Problem> {
        let at = seed_link(cycle);
        match &self.from {
            From::Secret(secret) | From::Rolling { secret, .. } => {
                derive::moderator_chain(secret, &self.birth).link(at)
            }
            From::Opened(opening) if cycle <= opening.cycle => {
                Ok(back(&self.birth, (seed_link(opening.cycle), &opening.link), at))
            }
            From::Opened(_) => unknown(cycle),
        }
    }

    /// The key under which the dice of a cycle are proven.
    pub fn dice(&self, cycle: u32) -> VrfKey {
        match (&self.from, self.key(cycle)) {
            (From::Secret(secret), _) => derive::dice_key(secret, &self.birth),
            (_, Some(key)) => derive::opened_dice(&key, &self.birth),
            (_, None) => unknown(cycle),
        }
    }

    /// The key of a cycle, where each has its own and this one's is known.
    fn key(&self, cycle: u32) -> Option<Zeroizing<[u8; 32]>> {
        let own = match &self.from {
            From::Rolling { secret, keys } => {
                let chain = keys.get_or_init(|| key_chain(secret, &self.birth));
                chain.link(cycle + 1).ok()?
            }
            From::Opened(opening) if cycle <= opening.cycle => {
                back(&self.birth, (opening.cycle + 1, &opening.key), cycle + 1)
            }
            From::Secret(_) | From::Opened(_) => return None,
        };
        Some(Zeroizing::new(own.0))
    }
}

/// The link of a chain at `to`, from a later one.
fn back(birth: &Digest, (at, link): (u32, &Digest), to: u32) -> Digest {
    let mut message = LinkMessage::new(birth, link);
    (to..at).rev().fold(*link, |_, c| message.step(c))
}

fn unknown(cycle: u32) -> ! {
    panic!("nobody asks for the keys of cycle {cycle}, which is not open")
}

impl fmt::Debug for CycleKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.from {
            From::Secret(_) => f.write_str("CycleKeys(of one secret)"),
            From::Rolling { .. } => f.write_str("CycleKeys(of each cycle)"),
            From::Opened(opening) => write!(f, "CycleKeys(up to cycle {})", opening.cycle),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::{leads_back, sealed};

    const SECRET: [u8; 32] = [7; 32];

    fn digests() -> (Digest, Digest) {
        (Digest::of(b"genesis"), Digest::of(b"birth"))
    }

    fn keys(rolling: bool) -> CycleKeys {
        CycleKeys::new(CampaignSecret::revealed(SECRET), digests(), rolling)
    }

    fn text(identity: &Identity) -> String {
        sealed::exposed(&identity.write()).to_owned()
    }

    /// All that is known of a cycle.
    fn known(keys: &CycleKeys, cycle: u32) -> [String; 5] {
        [
            text(&keys.identity(cycle)),
            text(&keys.house(cycle)),
            keys.salt("state", cycle, &[b"x"]).to_string(),
            keys.link(cycle).unwrap().to_string(),
            keys.dice(cycle).public().to_string(),
        ]
    }

    #[test]
    fn one_secret_opens_as_it_always_did() {
        let (secret, (genesis, birth)) = (CampaignSecret::revealed(SECRET), digests());
        let keys = keys(false);
        assert_eq!(text(&keys.identity(3)), text(&derive::cycle_identity(&secret, &genesis, 3)));
        assert_eq!(text(&keys.house(3)), text(&derive::campaign_identity(&secret, &birth)));
        let salt = derive::salt(&secret, &genesis, "state", &[&3u32.to_be_bytes(), b"x"]);
        assert_eq!(keys.salt("state", 3, &[b"x"]), Digest(salt));
        assert_eq!(
            keys.link(0).unwrap(),
            derive::moderator_chain(&secret, &birth).link(1).unwrap()
        );
        assert_eq!(keys.opening(3).unwrap(), None);
    }

    #[test]
    fn an_opening_tells_its_cycle_and_those_before_it_and_no_later_one() {
        let keys = keys(true);
        for last in [0, 1, 5] {
            let opening = keys.opening(last).unwrap().unwrap();
            let opened = CycleKeys::opened(opening, digests());
            for cycle in 0..=last {
                assert_eq!(known(&opened, cycle), known(&keys, cycle), "{cycle} of {last}");
            }
            assert!(opened.know(last) && !opened.know(last + 1));
            assert!(opened.opening(last + 1).unwrap().is_none());
        }
        let each: Vec<_> = (1..9).map(|cycle| known(&keys, cycle)).collect();
        for (n, one) in each.iter().enumerate() {
            let (own, other) = (one, &each[(n + 1) % each.len()]);
            assert!(own.iter().zip(other).all(|(a, b)| a != b), "no two cycles share a key");
        }
    }

    #[test]
    fn every_key_leads_back_to_the_tip_in_the_genesis() {
        let (secret, (_, birth)) = (CampaignSecret::revealed(SECRET), digests());
        let tip = key_chain(&secret, &birth).tip();
        for cycle in [0, 1, 7] {
            let opening = keys(true).opening(cycle).unwrap().unwrap();
            assert!(leads_back(&birth, (0, tip), (cycle + 1, opening.key)));
        }
        // The report of the last cycle that there can be names a recipient, too.
        assert_ne!(text(&keys(true).identity(LENGTH + 1)), text(&keys(true).identity(LENGTH)));
    }
}
