//! The file a player sends to the moderator: their keys, signed with one of them.

use std::fmt::Write as _;

use ed25519_dalek::SigningKey;
use serde::{Deserialize, Serialize};

use super::{PlayerSecret, PublicKey, Recipient, packet, sshsig};
use crate::base::{Digest, Problem, yaml};

const VERSION: &str = "player-key-v1";
const NAME_LIMIT: usize = 60;

/// A player's chain in a campaign: fixed by its tip before the first cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment {
    /// The campaign's genesis digest.
    pub campaign: Digest,
    /// The tip of the player's chain in it.
    pub tip: Digest,
}

/// What a player lets others know: how to check their orders and how to write to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerPublic {
    /// What they want to be called; at most 60 characters, shown to everyone.
    pub name: Option<String>,
    /// The key their orders are signed with.
    pub signing: PublicKey,
    /// The recipient their reports are encrypted to.
    pub age: Recipient,
    /// The tip of their chain, once they know the campaign.
    pub commitment: Option<Commitment>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    adjutant: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    signing: PublicKey,
    age: Recipient,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    campaign: Option<Digest>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tip: Option<Digest>,
}

impl PlayerPublic {
    /// The public side of a player's secrets; for a campaign, with the tip of their chain in it.
    pub fn of(name: Option<String>, secret: &PlayerSecret, campaign: Option<Digest>) -> Self {
        let commitment = |campaign| Commitment { campaign, tip: secret.tip(&campaign) };
        Self {
            name,
            signing: PublicKey::of(secret.signing()),
            age: secret.identity().recipient(),
            commitment: campaign.map(commitment),
        }
    }

    /// The text to be signed: YAML, ended by a line feed. Keys and digests make lines of up to 89
    /// columns, so it travels best as an attachment.
    pub fn text(&self) -> String {
        let mut out = format!("adjutant: {VERSION}\n");
        if let Some(name) = &self.name {
            let name = std::collections::BTreeMap::from([("name", name)]);
            out.push_str(&yaml::write(&name));
        }
        let _ = write!(out, "signing: {}\nage: {}\n", self.signing, self.age);
        if let Some(Commitment { campaign, tip }) = self.commitment {
            let _ = write!(out, "campaign: {campaign}\ntip: {tip}\n");
        }
        out
    }

    /// The file: the text and a signature under [`sshsig::KEY`].
    ///
    /// # Errors
    /// If the key is not the one in the text.
    pub fn sign(&self, key: &SigningKey) -> Result<String, Problem> {
        if PublicKey::of(key) != self.signing {
            return Err(Problem::refused("a player's file must be signed with the key it names"));
        }
        Ok(packet::sign_file(key, sshsig::KEY, &self.text()))
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
        if file.name.as_ref().is_some_and(|n| n.trim().is_empty() || n.contains('\n')) {
            return Err(Problem::refused("the name is empty or has more than one line"));
        }
        if file.name.as_ref().is_some_and(|n| n.chars().count() > NAME_LIMIT) {
            return Err(Problem::refused(format!(
                "the name has more than {NAME_LIMIT} characters"
            )));
        }
        let commitment = match (file.campaign, file.tip) {
            (Some(campaign), Some(tip)) => Some(Commitment { campaign, tip }),
            (None, None) => None,
            _ => {
                return Err(Problem::refused(
                    "`campaign` and `tip` go together: give both or neither",
                ));
            }
        };
        Ok(Self { name: file.name, signing: file.signing, age: file.age, commitment })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::PlayerSecret;

    fn anna() -> (PlayerSecret, PlayerPublic) {
        let secret = PlayerSecret::generate([7; 96]);
        let genesis = Digest::of(b"genesis");
        let public = PlayerPublic {
            name: Some("no: # \"Anna\"".into()),
            signing: PublicKey::of(secret.signing()),
            age: secret.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: secret.tip(&genesis) }),
        };
        (secret, public)
    }

    fn signed(text: &str) -> Result<PlayerPublic, Problem> {
        PlayerPublic::read(packet::sign_file(anna().0.signing(), sshsig::KEY, text).as_bytes())
    }

    #[test]
    fn what_is_written_is_read() {
        let (secret, mut public) = anna();
        let file = public.sign(secret.signing()).unwrap();
        assert_eq!(PlayerPublic::read(file.as_bytes()).unwrap(), public);
        (public.name, public.commitment) = (None, None);
        let file = public.sign(secret.signing()).unwrap();
        assert_eq!(PlayerPublic::read(file.as_bytes()).unwrap(), public);
        for (name, mangle) in crate::seal::mangle::MANGLINGS {
            let back = PlayerPublic::read(mangle(&file).as_bytes());
            assert_eq!(back.as_ref(), Ok(&public), "{name}");
        }
    }

    #[test]
    fn a_file_made_with_stock_tools_is_read() {
        let file = include_bytes!("../../tests/vectors/seal/player.yaml");
        let public = PlayerPublic::read(file).unwrap();
        assert_eq!(public.name.as_deref(), Some("Anna"));
    }

    #[test]
    fn only_the_named_key_proves_possession() {
        let (_, public) = anna();
        let other = SigningKey::from_bytes(&[8; 32]);
        assert!(public.sign(&other).is_err());
        let file = packet::sign_file(&other, sshsig::KEY, &public.text());
        let problem = PlayerPublic::read(file.as_bytes()).unwrap_err();
        assert!(problem.what.contains("not signed with the key it names"));
        let file = packet::sign_file(anna().0.signing(), sshsig::ORDERS, &public.text());
        let problem = PlayerPublic::read(file.as_bytes()).unwrap_err();
        assert!(problem.what.contains(sshsig::KEY), "{problem}");
        assert!(PlayerPublic::read(public.text().as_bytes()).is_err());
    }

    #[test]
    fn half_a_commitment_and_odd_names_are_refused() {
        let text = anna().1.text();
        let tip = text.find("tip:").unwrap();
        assert!(signed(&text[..tip]).unwrap_err().what.contains("together"));
        let named = |name: &str| {
            signed(&text.replace(
                &text[text.find("name:").unwrap()..text.find("signing:").unwrap()],
                &format!("name: {name}\n"),
            ))
        };
        assert!(named("Anna").is_ok());
        assert!(named("''").unwrap_err().what.contains("empty"));
        assert!(named(&"x".repeat(61)).unwrap_err().what.contains("60"));
        assert!(signed(&text.replace("player-key-v1", "player-key-v2")).is_err());
        assert!(signed(&text.replace("tip:", "top:")).is_err());
    }
}
