//! What follows from the campaign's secret: publish it, and anybody can work all of it out. Only
//! addresses are sealed under what follows from the moderator's signing key instead.

use std::sync::Arc;

use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{CampaignSecret, Chain, Identity, ModeratorKey, VrfKey};
use crate::base::Digest;

/// The identity that opens the packets of one cycle: X25519 scalar
/// `tagged("adjutant/cycle-identity/v1", [secret, genesis, cycle])`, cycle as four bytes, most
/// significant first. One cycle's can be published without the others'.
pub fn cycle_identity(secret: &CampaignSecret, genesis: &Digest, cycle: u32) -> Identity {
    let fields: &[&[u8]] = &[secret.expose(), &genesis.0, &cycle.to_be_bytes()];
    identity("adjutant/cycle-identity/v1", fields)
}

/// The identity that opens the campaign's own files: X25519 scalar
/// `tagged("adjutant/campaign-identity/v1", [secret, birth])`. Its recipient is in the genesis,
/// so it is bound to the birth digest.
pub fn campaign_identity(secret: &CampaignSecret, birth: &Digest) -> Identity {
    identity("adjutant/campaign-identity/v1", &[secret.expose(), &birth.0])
}

/// The identity that opens the players' addresses: X25519 scalar
/// `tagged("adjutant/address-identity/v1", [signing, genesis])`, `signing` the 32 bytes of the
/// moderator's signing key. That is never published, so the reveal opens no address.
pub fn address_identity(key: &ModeratorKey, genesis: &Digest) -> Identity {
    identity("adjutant/address-identity/v1", &[key.signing().as_bytes(), &genesis.0])
}

fn identity(tag: &str, fields: &[&[u8]]) -> Identity {
    Identity::from_bytes(&Zeroizing::new(Digest::tagged(tag, fields).0))
}

/// The moderator's chain, whose secret is `tagged("adjutant/moderator-chain/v1", [secret])`. Its
/// tip is in the genesis, so it is bound to the birth digest.
pub fn moderator_chain(secret: &CampaignSecret, birth: &Digest) -> Arc<Chain> {
    let chain = Digest::tagged("adjutant/moderator-chain/v1", &[secret.expose()]).0;
    secret.kept().of(&Zeroizing::new(chain), birth)
}

/// The key under which dice are proven: ECVRF secret `tagged("adjutant/dice-key/v1", [secret, birth])`. Its public
/// half is in the genesis, so it is bound to the birth digest.
pub fn dice_key(secret: &CampaignSecret, birth: &Digest) -> VrfKey {
    let fields: &[&[u8]] = &[secret.expose(), &birth.0];
    VrfKey::new(&Zeroizing::new(Digest::tagged("adjutant/dice-key/v1", fields).0))
}

/// The identity that opens the packets of a cycle with a key of its own: X25519 scalar
/// `tagged("adjutant/opened-identity/v1", [key, genesis])`.
pub(super) fn opened_identity(key: &[u8; 32], genesis: &Digest) -> Identity {
    identity("adjutant/opened-identity/v1", &[key, &genesis.0])
}

/// The identity that opens what the moderator's side keeps of such a cycle: X25519 scalar
/// `tagged("adjutant/opened-house/v1", [key, genesis])`.
pub(super) fn opened_house(key: &[u8; 32], genesis: &Digest) -> Identity {
    identity("adjutant/opened-house/v1", &[key, &genesis.0])
}

/// The key under which the dice of such a cycle are proven: ECVRF secret
/// `tagged("adjutant/opened-dice/v1", [key, birth])`. That of cycle 0 is in the genesis.
pub(super) fn opened_dice(key: &[u8; 32], birth: &Digest) -> VrfKey {
    VrfKey::new(&Zeroizing::new(Digest::tagged("adjutant/opened-dice/v1", &[key, &birth.0]).0))
}

/// A salt: HMAC-SHA256 under the secret over `adjutant/salt/v1` and the framed genesis, purpose
/// and fields; frames are those of [`Digest::tagged`].
pub fn salt(
    secret: &CampaignSecret,
    genesis: &Digest,
    purpose: &str,
    fields: &[&[u8]],
) -> [u8; 32] {
    salt_under(secret.expose(), genesis, purpose, fields)
}

/// The same under the key of a cycle that has one of its own.
pub(super) fn salt_under(
    key: &[u8; 32],
    genesis: &Digest,
    purpose: &str,
    fields: &[&[u8]],
) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any key length is fine");
    mac.update(b"adjutant/salt/v1");
    let front: [&[u8]; 2] = [&genesis.0, purpose.as_bytes()];
    for field in front.iter().chain(fields) {
        mac.update(&(field.len() as u64).to_be_bytes());
        mac.update(field);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::sealed;
    use super::*;
    use crate::base::yaml;

    #[test]
    fn derived_values_are_those_worked_out_elsewhere() {
        let text = include_bytes!("../../tests/vectors/seal/derive.yaml");
        let v: BTreeMap<String, String> = yaml::read(text, yaml::Origin::House).unwrap();
        let digest = |name: &str| v[name].parse::<Digest>().unwrap();
        let (secret, genesis) = (CampaignSecret::revealed(digest("secret").0), digest("genesis"));
        let text = |id: Identity| sealed::exposed(&id.write()).to_owned();
        assert_eq!(text(cycle_identity(&secret, &genesis, 7)), v["cycle-7"]);
        assert_eq!(text(campaign_identity(&secret, &genesis)), v["campaign"]);
        assert_eq!(moderator_chain(&secret, &genesis).tip(), digest("tip"));
        let key = ModeratorKey::generate(digest("secret").0);
        assert_eq!(text(address_identity(&key, &genesis)), v["address"]);
        let fields: [&[u8]; 2] = [b"red", &7u32.to_be_bytes()];
        assert_eq!(Digest(salt(&secret, &genesis, "report", &fields)), digest("salt"));
        // What the stock tool says about the same identity.
        let recipient = cycle_identity(&secret, &genesis, 7).recipient();
        assert_eq!(recipient.to_string(), v["cycle-7-recipient"]);
    }
}
