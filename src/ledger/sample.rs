//! A ledger for the tests, with a key that everybody knows.

use std::collections::BTreeMap;

use ed25519_dalek::{Signature, Signer as _, SigningKey};

use super::{
    Authority, Body, Closing, CycleResult, Enrolment, Entry, Extension, Genesis, KeyChange, Ledger,
    Opening, PacketUse, Reveal, Ruling, SealedEntry, Signer, Verifier, Written,
};
use crate::base::{Digest, Problem, Seat, Time};

/// The files the sample lists.
pub(super) const FILES: [&str; 11] = [
    "cycles/0000/public.md",
    "cycles/0000/reports/mazianni.age",
    "cycles/0000/reports/union.age",
    "cycles/0000/state.age",
    "cycles/0001/public.md",
    "cycles/0001/record.age",
    "cycles/0001/reports/mazianni.age",
    "cycles/0001/reports/union.age",
    "cycles/0001/state.age",
    "cycles/0001/reports/union.000007.age",
    "revealed/0001/record.json",
];
/// The number of entries up to the first result of a cycle that was played.
pub(super) const RESOLVED: usize = 7;
/// The same with new keys of a seat, which count from the next cycle on.
pub(super) const CHANGED: usize = 8;

/// A key that signs without SSHSIG: armor is `armor ` and the signature in hexadecimal.
pub(super) struct Key(SigningKey);

impl Key {
    pub(super) fn known() -> Self {
        Self(SigningKey::from_bytes(&[7; 32]))
    }

    /// Another one, for each name.
    pub(super) fn numbered(name: &str) -> Self {
        Self(SigningKey::from_bytes(&Digest::of(name.as_bytes()).0))
    }
}

impl Signer for Key {
    fn armor(&self, message: &[u8]) -> String {
        format!("armor {}\n", hex::encode(Signer::note(self, message)))
    }

    fn note(&self, message: &[u8]) -> [u8; 64] {
        self.0.sign(message).to_bytes()
    }

    fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }
}

impl Verifier for Key {
    fn armor(&self, message: &[u8], armor: &str) -> Result<(), Problem> {
        let mut bytes = [0; 64];
        let digits = armor.strip_prefix("armor ").and_then(|a| a.strip_suffix('\n'));
        match digits.map(|d| (d, hex::decode_to_slice(d, &mut bytes))) {
            Some((digits, Ok(()))) if hex::encode(bytes) == digits => {
                Verifier::note(self, message, &bytes)
            }
            _ => Err(Problem::refused("the signature is not armored")),
        }
    }

    fn note(&self, message: &[u8], signature: &[u8; 64]) -> Result<(), Problem> {
        let signature = Signature::from_bytes(signature);
        let checked = self.0.verifying_key().verify_strict(message, &signature);
        checked.map_err(|_| Problem::refused("the signature is not good"))
    }

    fn public(&self) -> [u8; 32] {
        Signer::public(self)
    }
}

/// The key of anybody who is named.
#[expect(clippy::unnecessary_wraps, reason = "it is what a ledger asks for")]
pub(super) fn trust(_: &Genesis, signing: &str) -> Result<Box<dyn Verifier>, Problem> {
    Ok(Box::new(if signing.starts_with("ssh-ed25519 KEY") {
        Key::numbered(signing)
    } else {
        Key::known()
    }))
}

pub(super) fn seat(name: &str) -> Seat {
    name.parse().unwrap()
}

pub(super) fn time(text: &str) -> Time {
    text.parse().unwrap()
}

pub(super) fn genesis() -> Genesis {
    Genesis {
        name: "pell-1".into(),
        salt: Digest::of(b"salt"),
        game: "company-war".into(),
        edition: 1,
        engine: "0.1.0".into(),
        format: Digest::of(b"format"),
        scenario: "2352".into(),
        scenario_digest: Digest::of(b"scenario"),
        options: BTreeMap::from([("fog".into(), "yes".into())]),
        seats: vec![seat("mazianni"), seat("union")],
        moderator: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOqrZf9pVbnPBSJkGwmvYHMNHo5QeaZ8k3AiVRYyUo7j the moderator".into(),
        recipient: "age1example".into(),
        tip: Digest::of(b"tip"),
        chain_length: 200,
        level: 0,
        beacon: "none".into(),
        beacon_terms: None,
        link_terms: None,
        sealed: super::Sealing::default(),
        reveal_terms: None,
        dice: None,
        witnesses: Vec::new(),
        quorum: 0,
    }
}

fn enrolment() -> Body {
    Body::Enroll(Enrolment {
        seat: seat("union"),
        name: "Ada".into(),
        signing: "ssh-ed25519 OLD".into(),
        recipient: "age1old".into(),
        tip: Some(Digest::of(b"link 0")),
    })
}

fn another_enrolment() -> Body {
    Body::Enroll(Enrolment {
        seat: seat("mazianni"),
        name: "Max".into(),
        signing: "ssh-ed25519 MAX".into(),
        recipient: "age1max".into(),
        tip: None,
    })
}

/// So many of the files, each with a digest.
fn files_of(names: &[&str]) -> BTreeMap<String, Digest> {
    names.iter().map(|path| ((*path).to_owned(), Digest::of(path.as_bytes()))).collect()
}

fn opening() -> Body {
    Body::Open(Opening {
        due: BTreeMap::from([(seat("mazianni"), true), (seat("union"), false)]),
        phase: "movement".into(),
        deadline: Some(time("2026-07-08T18:00:00Z")),
        zone: None,
        grace: None,
        recipient: "age1cycle".into(),
        beacon: "none".into(),
        dice: None,
    })
}

fn extension() -> Body {
    let deadline = Some(time("2026-07-09T18:00:00Z"));
    let reason = "a player is moving house: one day more".into();
    Body::Extension(Extension { deadline, zone: None, reason, spent: Vec::new() })
}

fn key_change() -> Body {
    Body::Key(KeyChange {
        seat: seat("union"),
        name: "Bea".into(),
        signing: "ssh-ed25519 NEW".into(),
        recipient: "age1new".into(),
        tip: None,
        effective_from: 2,
        authority: Authority::Moderator,
        reason: Some("Anna has lost her key".into()),
        files: files_of(&FILES[9..10]),
    })
}

fn beginning() -> Body {
    let Body::Result(mut result) = result() else { unreachable!("it is one") };
    result.packets.clear();
    result.files = files_of(&FILES[..4]);
    result.public_report = result.files[FILES[0]];
    Body::Result(result)
}

fn result() -> Body {
    let used =
        PacketUse::Used { commitment: Digest::of(b"packet"), sequence: 3, contributed: true };
    let nmr = PacketUse::Nmr { default: "standing orders".into() };
    let files = files_of(&FILES[4..9]);
    Body::Result(CycleResult {
        correction: None,
        version: "0.1.0".into(),
        packets: BTreeMap::from([(seat("mazianni"), used), (seat("union"), nmr)]),
        seed_commitment: Digest::of(b"seed"),
        links: None,
        blinds: BTreeMap::new(),
        state_before: Digest::of(b"before"),
        state_after: Digest::of(b"after"),
        record: Digest::of(b"record"),
        report_root: Digest::of(b"root"),
        report_size: 2,
        public_report: files[FILES[4]],
        files,
        opened: None,
    })
}

fn ending() -> [Body; 3] {
    let text = "The fleet at Pell was counted twice. Its second appearance is struck from the \
                record,\nand the cycle stands otherwise as resolved.";
    let files = files_of(&FILES[10..]);
    [
        Body::Ruling(Ruling { text: text.into(), effect: None, files: BTreeMap::new() }),
        Body::Close(Closing { reason: "played out".into(), outcome: "union wins".into() }),
        Body::Reveal(Reveal { campaign_secret: Digest::of(b"secret"), files }),
    ]
}

fn written() -> (Ledger, Vec<Written>) {
    let key = Key::known();
    let (mut ledger, first) = Ledger::found(time("2026-07-01T18:00:00Z"), genesis(), &key).unwrap();
    let mut all = vec![first];
    let bodies = [
        (None, enrolment()),
        (None, another_enrolment()),
        (Some(0), beginning()),
        (Some(1), opening()),
        (Some(1), extension()),
        (Some(1), result()),
        (None, key_change()),
    ];
    let end = ending().into_iter().map(|body| (None, body));
    for (n, (cycle, body)) in bodies.into_iter().chain(end).enumerate() {
        let day = time(&format!("2026-07-{:02}T18:00:00Z", n + 1));
        let written = ledger.append(day, cycle, body, &key).unwrap();
        ledger.push(&written);
        all.push(written);
    }
    (ledger, all)
}

/// A whole campaign of eleven entries.
pub(super) fn ledger() -> Ledger {
    written().0
}

pub(super) fn entries() -> Vec<Entry> {
    written().1.into_iter().map(|w| w.entry).collect()
}

pub(super) fn files() -> Vec<SealedEntry> {
    let file = |w: Written| SealedEntry {
        path: w.path,
        entry: w.text.into_bytes(),
        signature: w.signature.into_bytes(),
    };
    written().1.into_iter().map(file).collect()
}

/// The ledger in `tests/vectors/ledger`, written without this program.
pub(super) fn known_ledger() -> Ledger {
    let texts = [
        include_str!("../../tests/vectors/ledger/000000.yaml"),
        include_str!("../../tests/vectors/ledger/000001.yaml"),
        include_str!("../../tests/vectors/ledger/000002.yaml"),
    ];
    let file = |(n, text): (usize, &str)| SealedEntry {
        path: Entry::path(n as u64),
        entry: text.into(),
        signature: Signer::armor(&Key::known(), text.as_bytes()).into(),
    };
    let files: Vec<_> = texts.into_iter().enumerate().map(file).collect();
    Ledger::read(&files, trust).unwrap()
}
