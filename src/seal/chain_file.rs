//! The file by which a player commits to their chains in many campaigns at once: one key, and a chain for each.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use super::{Commitment, PlayerSecret, PublicKey, SigningKey, packet, sshsig};
use crate::base::{Digest, Problem, yaml};

const VERSION: &str = "player-chains-v1";

/// What a player commits to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainFile {
    /// The key their orders are signed with.
    pub signing: PublicKey,
    /// The tip of their chain in each campaign, by its genesis digest.
    pub chains: BTreeMap<Digest, Digest>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    adjutant: String,
    signing: PublicKey,
    chains: Vec<Item>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    campaign: Digest,
    tip: Digest,
}

impl ChainFile {
    /// What the holder of these secrets commits to in the campaigns with these genesis digests.
    pub fn of(secret: &PlayerSecret, campaigns: impl IntoIterator<Item = Digest>) -> Self {
        let chain = |genesis: Digest| (genesis, secret.tip(&genesis));
        Self {
            signing: PublicKey::of(secret.signing()),
            chains: campaigns.into_iter().map(chain).collect(),
        }
    }

    /// Each chain by itself.
    pub fn commitments(&self) -> impl Iterator<Item = Commitment> {
        self.chains.iter().map(|(campaign, tip)| Commitment { campaign: *campaign, tip: *tip })
    }

    /// The file: YAML in the order of the campaigns, and a signature under [`sshsig::KEY`].
    ///
    /// # Errors
    /// If the key is not the one in the text.
    pub fn sign(&self, key: &SigningKey) -> Result<String, Problem> {
        if PublicKey::of(key) != self.signing {
            return Err(Problem::refused("a chain file must be signed with the key it names"));
        }
        let mut text = format!("adjutant: {VERSION}\nsigning: {}\nchains:\n", self.signing);
        for Commitment { campaign, tip } in self.commitments() {
            let _ = write!(text, "- campaign: {campaign}\n  tip: {tip}\n");
        }
        Ok(packet::sign_file(key, sshsig::KEY, &text))
    }

    /// Reads the file as it came, undoing what mail did to it.
    ///
    /// # Errors
    /// If it is not signed with the key it names, or says something else than it should.
    pub fn read(raw: &[u8]) -> Result<Self, Problem> {
        let opened = packet::open_own(raw, sshsig::KEY)?;
        let file: File = yaml::read(&opened.bytes, yaml::Origin::Mail)?;
        if file.adjutant != VERSION {
            return Err(Problem::refused(format!("this is not a {VERSION} file")));
        }
        if file.signing != opened.key {
            return Err(Problem::refused("the file is not signed with the key it names")
                .hint("sign it with the key in its `signing` line"));
        }
        let mut chains = BTreeMap::new();
        for Item { campaign, tip } in file.chains {
            if chains.insert(campaign, tip).is_some() {
                let what = format!("campaign {} is listed twice", campaign.short());
                return Err(Problem::refused(what).hint("make the file anew"));
            }
        }
        Ok(Self { signing: file.signing, chains })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anna() -> (PlayerSecret, ChainFile) {
        let secret = PlayerSecret::generate([7; 96]);
        let campaigns = [Digest::of(b"one"), Digest::of(b"two")];
        let file = ChainFile::of(&secret, campaigns);
        (secret, file)
    }

    #[test]
    fn each_campaign_has_a_chain_of_its_own_and_mail_harms_none() {
        let (secret, file) = anna();
        let tips: Vec<&Digest> = file.chains.values().collect();
        assert!(tips.len() == 2 && tips[0] != tips[1]);
        for (campaign, tip) in &file.chains {
            assert_eq!(secret.tip(campaign), *tip);
        }
        let text = file.sign(secret.signing()).unwrap();
        assert_eq!(ChainFile::read(text.as_bytes()).as_ref(), Ok(&file));
        for (name, mangle) in crate::seal::mangle::MANGLINGS {
            assert_eq!(ChainFile::read(mangle(&text).as_bytes()).as_ref(), Ok(&file), "{name}");
        }
    }

    #[test]
    fn only_the_named_key_commits_and_to_one_chain_for_each_campaign() {
        let (secret, file) = anna();
        let other = SigningKey::from_bytes(&[8; 32]);
        assert!(file.sign(&other).is_err());
        let text = file.sign(secret.signing()).unwrap();
        let text = &text[..text.find("-----BEGIN").unwrap()];
        let read = |key: &SigningKey, text: &str| {
            ChainFile::read(packet::sign_file(key, sshsig::KEY, text).as_bytes())
        };
        assert_eq!(read(secret.signing(), text), Ok(file));
        let problem = read(&other, text).unwrap_err();
        assert!(problem.what.contains("not signed with the key it names"), "{problem}");
        let twice = format!("{text}{}", &text[text.find("- campaign").unwrap()..]);
        let problem = read(secret.signing(), &twice).unwrap_err();
        assert!(problem.what.contains("is listed twice"), "{problem}");
        let problem = read(secret.signing(), &text.replace("chains-v1", "chains-v2")).unwrap_err();
        assert!(problem.what.contains("player-chains-v1"), "{problem}");
        assert!(read(secret.signing(), &text.replace("tip:", "top:")).is_err());
    }
}
