//! The vectors that `docs/formats` points to, worked out by `tests/vectors/formats.py`.

use std::collections::BTreeMap;

use adjutant::base::yaml::{self, Origin};
use adjutant::base::{Digest, canonical};
use adjutant::engine::{Chance, Throw};
use adjutant::ledger::{birth, prove_reports, report_leaf};
use adjutant::referee::cycle::{packets, play};
use adjutant::referee::record::luck;
use adjutant::seal::cycle_keys::key_chain;
use adjutant::seal::lock::{Blind, leaf};
use adjutant::seal::{
    CampaignSecret, Chain, CycleKeys, FoundingSecret, Identity, VrfProof, derive, seed, setup_seed,
};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    draws: Vec<Drawn>,
    tagged: Vec<Tagged>,
    canonical: Vec<Canonical>,
    genesis: Digest,
    founding_secret: Digest,
    campaign_secret: Digest,
    birth: Digest,
    moderator_tip: Digest,
    player_secret: Digest,
    links: BTreeMap<u32, Digest>,
    seed_cycle_7: Digest,
    seed_cycle_7_moderator_only: Digest,
    setup_seed: Digest,
    seed_commitment: Digest,
    dice_key: String,
    cycle_keys_tip: Digest,
    cycle_key_7: Digest,
    cycle_key_7_salt: Digest,
    cycle_key_7_dice: String,
    cycle_key_7_identity: Digest,
    cycle_key_7_house: Digest,
    proven_draw: String,
    proven_proof: VrfProof,
    proven_dice: Vec<u8>,
    packet_id: Digest,
    packet_salt: Digest,
    packet_commitment: Digest,
    lock_blind: Digest,
    lock_of_packet: Digest,
    lock_blind_of_nothing: Digest,
    lock_of_nothing: Digest,
    salted_text: String,
    salted_state: Digest,
    report_salts: BTreeMap<String, Digest>,
    report_texts: BTreeMap<String, String>,
    report_leaves: BTreeMap<String, Digest>,
    report_root: Digest,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    seed: Digest,
    labels: Vec<String>,
    bounds: Vec<u64>,
    below: Vec<u64>,
    dice: Vec<u8>,
    shuffled: Vec<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tagged {
    tag: String,
    fields: Vec<String>,
    digest: Digest,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Canonical {
    json: String,
    text: String,
    digest: Digest,
}

fn vectors() -> Vectors {
    let text = include_bytes!("../vectors/formats.yaml");
    yaml::read(text, Origin::House).unwrap_or_else(|p| panic!("{p}"))
}

#[test]
fn named_draws_fall_as_worked_out() {
    for known in vectors().draws {
        let labels: Vec<&str> = known.labels.iter().map(String::as_str).collect();
        let open = || Chance::from_seed(known.seed.0);
        let mut chance = open();
        let mut draw = chance.draw(&labels);
        let below: Vec<u64> = known.bounds.iter().map(|bound| draw.below(*bound)).collect();
        assert_eq!(below, known.below, "{labels:?}");
        assert_eq!(open().draw(&labels).dice(10, 6), known.dice, "{labels:?}");
        let mut items: Vec<u64> = (0..10).collect();
        open().draw(&labels).shuffle(&mut items);
        assert_eq!(items, known.shuffled, "{labels:?}");
    }
}

#[test]
fn framing_and_canonical_text_are_as_worked_out() {
    let known = vectors();
    for Tagged { tag, fields, digest } in known.tagged {
        let fields: Vec<_> = fields.iter().map(|f| hex::decode(f).expect("hex")).collect();
        let fields: Vec<&[u8]> = fields.iter().map(Vec::as_slice).collect();
        assert_eq!(Digest::tagged(&tag, &fields), digest);
    }
    for Canonical { json, text, digest } in known.canonical {
        let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(canonical::encode(&value), text);
        assert_eq!(Digest::of(text.as_bytes()), digest);
    }
}

#[test]
fn chains_and_seeds_are_as_worked_out() {
    let v = vectors();
    let digests = (&Digest::of(b"format"), &Digest::of(b"scenario"));
    let birth = birth("pell-1", digests, &Digest::of(b"salt"));
    assert_eq!(birth, v.birth);
    let secret = FoundingSecret::generate(v.founding_secret.0).campaign(&birth);
    assert_eq!(secret.expose(), &v.campaign_secret.0);
    let moderator = derive::moderator_chain(&secret, &birth);
    assert_eq!(moderator.tip(), v.moderator_tip);
    let player = Chain::new(&v.player_secret.0, &v.genesis);
    for (cycle, link) in &v.links {
        assert_eq!(player.link(*cycle).expect("a link"), *link, "{cycle}");
    }
    let link = |cycle| moderator.link(cycle).expect("a link");
    let union = [("union", v.links[&7])];
    let seven = seed(&v.genesis, 7, &link(7), &union, None);
    assert_eq!(Digest(seven), v.seed_cycle_7);
    let alone = seed(&v.genesis, 7, &link(7), &[], None);
    assert_eq!(Digest(alone), v.seed_cycle_7_moderator_only);
    let setup = setup_seed(&v.genesis, &link(1), &[("union", player.tip())]);
    assert_eq!(Digest(setup), v.setup_seed);
    assert_eq!(luck::commitment(&seven), v.seed_commitment);
}

#[test]
fn proofs_of_dice_are_those_worked_out_elsewhere() {
    let v = vectors();
    let key = derive::dice_key(&CampaignSecret::revealed(v.campaign_secret.0), &v.birth);
    assert_eq!(key.public().to_string(), v.dice_key);
    let of = luck::Inputs { genesis: v.genesis, cycle: 7, seed: v.seed_cycle_7.0 };
    let input = of.named(&v.proven_draw);
    assert_eq!(key.prove(&input), v.proven_proof);
    let mut throws = Throw::each(6, &v.proven_dice);
    let drawn = (v.proven_draw.as_str(), throws.as_slice());
    assert!(of.fell(&key.public(), drawn, &v.proven_proof).expect("a proof"));
    throws[9].total ^= 1;
    assert!(!of.fell(&key.public(), (&v.proven_draw, &throws), &v.proven_proof).expect("a proof"));
}

#[test]
fn keys_of_single_cycles_are_as_worked_out() {
    let v = vectors();
    let secret = || CampaignSecret::revealed(v.campaign_secret.0);
    assert_eq!(key_chain(&secret(), &v.birth).tip(), v.cycle_keys_tip);
    let keys = CycleKeys::new(secret(), (v.genesis, v.birth), true);
    let opening = keys.opening(7).expect("a link").expect("a key");
    assert_eq!(opening.key, v.cycle_key_7);
    assert_eq!(keys.salt("state", 7, &[]), v.cycle_key_7_salt);
    assert_eq!(keys.dice(7).public().to_string(), v.cycle_key_7_dice);
    let scalar = |digest: &Digest| Identity::from_bytes(&digest.0).recipient();
    assert_eq!(keys.identity(7).recipient(), scalar(&v.cycle_key_7_identity));
    assert_eq!(keys.house(7).recipient(), scalar(&v.cycle_key_7_house));
}

#[test]
fn commitments_are_as_worked_out() {
    let v = vectors();
    let secret = CampaignSecret::revealed(v.campaign_secret.0);
    let keys = CycleKeys::new(secret, (v.genesis, v.birth), false);
    let salt = keys.salt("packet", 7, &[&v.packet_id.0]);
    assert_eq!(salt, v.packet_salt);
    assert_eq!(packets::commitment(&salt, &v.packet_id), v.packet_commitment);
    let blind = Blind::Packet(&salt).of(7, "union");
    let locked = leaf(&v.genesis, (7, "union"), Some(&v.packet_commitment), &blind);
    assert_eq!((blind, locked), (v.lock_blind, v.lock_of_packet));
    let blind = Blind::Nothing(&keys).of(7, "mazianni");
    let locked = leaf(&v.genesis, (7, "mazianni"), None, &blind);
    assert_eq!((blind, locked), (v.lock_blind_of_nothing, v.lock_of_nothing));
    let salted = play::salted(&keys, ("state", 7), &v.salted_text);
    assert_eq!(salted, v.salted_state);
    let mut list = Vec::new();
    for (seat, text) in &v.report_texts {
        let salt = play::report_salt(&keys, 7, seat);
        assert_eq!(salt, v.report_salts[seat]);
        let digest = Digest::of(text.as_bytes());
        assert_eq!(report_leaf(seat, &salt, &digest), v.report_leaves[seat]);
        list.push((seat.as_str(), salt, digest));
    }
    let (root, proofs) = prove_reports(&list);
    assert_eq!(root, v.report_root);
    for ((seat, _, _), proof) in list.iter().zip(&proofs) {
        let size = u32::try_from(list.len()).expect("few");
        proof.verify(seat, v.report_texts[*seat].as_bytes(), &root, size).expect("a proof");
    }
}
