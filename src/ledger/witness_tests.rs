use super::super::Checkpoint;
use super::super::sample::{self, Key};
use super::super::tree;
use super::*;
use crate::base::Digest;

const KNOWN: &str = include_str!("../../tests/vectors/ledger/checkpoint");
const TIME: u64 = 1_790_000_000;

fn witness_named(name: &str) -> (Witness, Key) {
    let key = Key::numbered(name);
    (Witness::new(name, Signer::public(&key)).unwrap(), key)
}

#[test]
fn a_cosigned_checkpoint_is_still_the_moderators() {
    let (witness, key) = witness_named("club.example/w1");
    let note = KNOWN.to_owned() + &witness.cosign(KNOWN, TIME, &key).unwrap();
    assert_eq!(witness.saw(&note, &key).unwrap(), Some(TIME));
    assert_eq!(witness.saw(KNOWN, &key).unwrap(), None);
    let ours = Checkpoint::of(&sample::known_ledger());
    assert_eq!(Checkpoint::read(note.as_bytes(), &ours.origin, &Key::known()).unwrap(), ours);
    let later = note.clone() + &witness.cosign(KNOWN, TIME + 60, &key).unwrap();
    assert_eq!(witness.saw(&later, &key).unwrap(), Some(TIME + 60));
}

#[test]
fn a_cosignature_is_for_one_checkpoint_and_one_time() {
    let (witness, key) = witness_named("club.example/w1");
    let line = witness.cosign(KNOWN, TIME, &key).unwrap();
    let other = KNOWN.replacen("\n3\n", "\n4\n", 1) + &line;
    assert!(other.contains("\n4\n") && witness.saw(&other, &key).is_err());
    let value = STANDARD.decode(line.trim_end().rsplit(' ').next().unwrap()).unwrap();
    for at in 4..value.len() {
        let mut changed = value.clone();
        changed[at] ^= 1;
        let line = format!("— club.example/w1 {}\n", STANDARD.encode(changed));
        assert!(witness.saw(&(KNOWN.to_owned() + &line), &key).is_err(), "byte {at}");
    }
    let short = format!("— club.example/w1 {}\n", STANDARD.encode(&value[..70]));
    assert!(witness.saw(&(KNOWN.to_owned() + &short), &key).is_err());
}

#[test]
fn who_signs_as_another_is_not_that_witness() {
    let (ours, key) = witness_named("club.example/w1");
    let (theirs, other) = witness_named("club.example/w2");
    let note = KNOWN.to_owned() + &theirs.cosign(KNOWN, TIME, &other).unwrap();
    assert_eq!(ours.saw(&note, &key).unwrap(), None);
    let named = note.replace("/w2 ", "/w1 ");
    assert_eq!(ours.saw(&named, &key).unwrap(), None);
}

#[test]
fn a_witness_is_one_line() {
    let (witness, _) = witness_named("club.example/w1");
    let line = witness.to_string();
    assert_eq!(line.parse::<Witness>().unwrap(), witness);
    let (name, rest) = line.split_once('+').unwrap();
    let (id, key) = rest.split_once('+').unwrap();
    for wrong in [
        String::new(),
        name.to_owned(),
        format!("{name}+{id}"),
        format!("{name}+00000000+{key}"),
        format!("{name}+{id}+{}", &key[..key.len() - 4]),
        format!("{name}+{id}+A{}", &key[1..]),
        format!("no name+{id}+{key}"),
        format!("{}+{id}+{key}", "w".repeat(101)),
        line.replace("club", "klub"),
    ] {
        assert!(wrong.parse::<Witness>().is_err(), "{wrong}");
    }
}

/// Sigsum's library takes a cosignature of ours for one of its witnesses', under the origin of its own logs.
#[test]
fn another_implementation_reads_our_cosignatures() {
    let [log, author, (witness, key)] = ["log", "author", "club.example/w1"].map(witness_named);
    let hash = |bytes: &[u8]| Digest::of(bytes);
    let message = hash(b"a message");
    let checksum = hash(&message.0);
    let signed = [b"sigsum.org/v1/tree-leaf\0".as_slice(), &checksum.0].concat();
    let (leaf, owner) = (Signer::note(&author.1, &signed), hash(author.0.key()));
    let root = tree::leaf(&[&checksum.0[..], &leaf, &owner.0].concat());
    let origin = format!("sigsum.org/v1/tree/{}", hash(log.0.key()));
    let body = format!("{origin}\n1\n{}\n", STANDARD.encode(root.0));
    let line = witness.cosign(&format!("{body}\n"), TIME, &key).unwrap();
    let value = STANDARD.decode(line.trim_end().rsplit(' ').next().unwrap()).unwrap();
    let proof = format!(
        "version=2\nlog={}\nleaf={owner} {}\n\nsize=1\nroot_hash={root}\nsignature={}\n\
         cosignature={} {TIME} {}\n\nleaf_index=0\n",
        hash(log.0.key()),
        hex::encode(leaf),
        hex::encode(Signer::note(&log.1, body.as_bytes())),
        hash(witness.key()),
        hex::encode(&value[12..]),
    );
    let mut policy = sigsum::PolicyBuilder::new();
    policy.add_log((*log.0.key()).into(), None).unwrap();
    policy.add_witness("ours".into(), (*witness.key()).into(), None).unwrap();
    policy.set_quorum("ours".into()).unwrap();
    let policy = policy.build();
    let check = |proof: &str| {
        let proof = sigsum::SigsumSignature::from_ascii(proof).unwrap();
        sigsum::verify(&message.0.into(), &proof, &[(*author.0.key()).into()], &policy)
    };
    check(&proof).unwrap();
    assert!(check(&proof.replace(&format!(" {TIME} "), " 1790000001 ")).is_err());
}
