//! A copy of a player's chain in one campaign, for whoever is to give their links when they cannot: encrypted to that
//! person. It is of no use in any other campaign. `docs/formats/packet.md`.

use serde::{Deserialize, Serialize};

use super::{Chain, Identity, PlayerSecret, Recipient, sealed};
use crate::base::{Digest, Problem, yaml};

/// The kind of file.
const KIND: &str = "chain-copy-v1";

/// The chain of a player in one campaign.
pub struct ChainCopy {
    /// The campaign's genesis digest.
    pub campaign: Digest,
    chain: Chain,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    adjutant: String,
    campaign: Digest,
    end: Digest,
}

impl std::fmt::Debug for ChainCopy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ChainCopy({:?})", self.chain)
    }
}

impl ChainCopy {
    /// A copy of a player's chain, for the eyes of one person.
    ///
    /// # Errors
    /// If nothing can be encrypted to them.
    pub fn seal(key: &PlayerSecret, campaign: Digest, to: &Recipient) -> Result<String, Problem> {
        let file = File { adjutant: KIND.to_owned(), campaign, end: key.end(&campaign) };
        sealed::seal(yaml::write(&file).as_bytes(), to)
    }

    /// Opens a copy.
    ///
    /// # Errors
    /// If it is for somebody else, or is none.
    pub fn open(bytes: &[u8], identity: &Identity) -> Result<Self, Problem> {
        let text = sealed::open(bytes, identity, sealed::MAIL_LIMIT)?;
        let file: File = yaml::read(&text, yaml::Origin::Mail)?;
        if file.adjutant != KIND {
            return Err(Problem::refused(format!("this is not a {KIND} file")));
        }
        Ok(Self { campaign: file.campaign, chain: Chain::ending(&file.end, &file.campaign) })
    }

    /// The tip that the chain was enrolled with.
    pub fn tip(&self) -> Digest {
        self.chain.tip()
    }

    /// The link for the cycle after `over`, as [`PlayerSecret::link`] gives it.
    ///
    /// # Errors
    /// If another cycle is asked for, or it is beyond the chain.
    pub fn link(&self, cycle: u32, over: u32) -> Result<Digest, Problem> {
        super::secret::is_next(cycle, over)?;
        self.chain.link(cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_gives_the_links_of_one_campaign_to_whom_it_is_for() {
        let [own, dora, other] = [1, 2, 3].map(|n| PlayerSecret::generate([n; 96]));
        let campaign = Digest::of(b"genesis");
        let file = ChainCopy::seal(&own, campaign, &dora.identity().recipient()).unwrap();
        assert!(ChainCopy::open(file.as_bytes(), other.identity()).is_err());
        let copy = ChainCopy::open(file.as_bytes(), dora.identity()).unwrap();
        assert_eq!((copy.campaign, copy.tip()), (campaign, own.tip(&campaign)));
        assert_eq!(copy.link(3, 2), own.link(&campaign, 3, 2));
        assert!(copy.link(4, 2).is_err());
        assert_ne!(copy.tip(), own.tip(&Digest::of(b"another campaign")));
        assert!(!format!("{copy:?}").contains(&copy.link(1, 0).unwrap().to_string()));
        let junk = sealed::seal(b"adjutant: other\n", &dora.identity().recipient()).unwrap();
        assert!(ChainCopy::open(junk.as_bytes(), dora.identity()).is_err());
    }
}
