//! Encryption to a round of drand's quicknet: nobody opens it before the round is published, and everybody can from
//! then on. `docs/formats/packet.md`.
//!
//! A file is an age file with the stanza of drand's own tools (`tle`): its key is encrypted to the round by the scheme of
//! Boneh and Franklin with the transform of Fujisaki and Okamoto, for which the network's signature over the round is
//! the secret key (eprint 2023/189). It is written here over the curve that checks the rounds already.

use age::secrecy::ExposeSecret;
use age::{DecryptError, EncryptError};
use age_core::format::{FileKey, Stanza};
use bls12_381::hash_to_curve::{ExpandMsgXmd, HashToCurve};
use bls12_381::{G1Affine, G1Projective, G2Affine, Gt, Scalar, pairing};
use sha2::{Digest as _, Sha256};

use super::beacon::{self, QUICKNET, Round};
use super::sealed;
use crate::base::Problem;

/// What the stanza of an age file is called.
const TAG: &str = "tlock";
/// Bytes of a file key, and of each half of its encryption behind the point.
const HALF: usize = 16;
/// Bytes of a point of the second group.
const POINT: usize = 96;
/// Bytes of a number of the field.
const FIELD: usize = 48;
/// What hashes of rounds are separated by (RFC 9380), as drand does.
const DOMAIN: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

/// Encrypts to a round, armored.
///
/// # Errors
/// If age cannot encrypt, which here does not happen.
pub fn seal(plaintext: &[u8], round: u64) -> Result<String, Problem> {
    let to = To(round);
    let file = sealed::encrypted(plaintext, std::iter::once(&to as &dyn age::Recipient))?;
    Ok(sealed::armored(&file))
}

/// The round that a file is encrypted to.
///
/// # Errors
/// If it is no age file, or not encrypted to a round of quicknet alone.
pub fn round_of(file: &[u8]) -> Result<u64, Problem> {
    let seen = Seen::default();
    let file = sealed::file(file, sealed::MAIL_LIMIT)?;
    let decryptor = sealed::decryptor(&file, sealed::MAIL_LIMIT)?;
    // It opens nothing, so there is nothing to be read.
    drop(sealed::read(decryptor, &seen, 0));
    let rounds = seen.0.into_inner();
    match rounds[..] {
        [round] => Ok(round),
        _ => Err(other()),
    }
}

/// Opens a file with a round that was checked before ([`Round::value`]); at most `limit` bytes of plaintext are taken.
///
/// # Errors
/// If it is no age file, too long, or not encrypted to this round.
pub fn open(file: &[u8], round: &Round, limit: usize) -> Result<Vec<u8>, Problem> {
    let file = sealed::file(file, limit)?;
    let decryptor = sealed::decryptor(&file, limit)?;
    let signature = hex::decode(&round.signature).ok().and_then(|bytes| first(&bytes));
    let key = Published { round: round.round, signature: signature.ok_or_else(other)? };
    sealed::read(decryptor, &key, limit).map_err(|error| match error {
        None => sealed::too_long(limit),
        Some(DecryptError::NoMatchingKeys | DecryptError::InvalidHeader) => {
            Problem::refused(format!("the sealed orders do not open with round {}", round.round))
                .hint("seal the orders anew")
        }
        Some(_) => sealed::altered(),
    })
}

fn other() -> Problem {
    Problem::refused("this is not sealed to a round of drand's quicknet")
        .hint("seal it with `adjutant seal`, or with drand's `tle`")
}

/// Whom a file is encrypted to: everybody, from a round on.
struct To(u64);

impl age::Recipient for To {
    #[expect(clippy::disallowed_types, reason = "age asks so; it stays empty")]
    fn wrap_file_key(
        &self,
        key: &FileKey,
    ) -> Result<(Vec<Stanza>, std::collections::HashSet<String>), EncryptError> {
        let stanza = Stanza {
            tag: TAG.to_owned(),
            args: vec![self.0.to_string(), QUICKNET.to_owned()],
            body: Locked::of(key.expose_secret(), self.0).write(),
        };
        Ok((vec![stanza], std::collections::HashSet::new()))
    }
}

/// What is read off the headers of a file.
#[derive(Default)]
struct Seen(std::cell::RefCell<Vec<u64>>);

impl age::Identity for Seen {
    fn unwrap_stanza(&self, stanza: &Stanza) -> Option<Result<FileKey, DecryptError>> {
        self.0.borrow_mut().extend(named(stanza));
        None
    }
}

/// What opens a file: a round that was published.
struct Published {
    round: u64,
    signature: G1Affine,
}

impl age::Identity for Published {
    fn unwrap_stanza(&self, stanza: &Stanza) -> Option<Result<FileKey, DecryptError>> {
        named(stanza).filter(|round| *round == self.round)?;
        let key = Locked::read(&stanza.body).and_then(|locked| locked.open(&self.signature));
        Some(key.map(|key| FileKey::new(Box::new(key))).ok_or(DecryptError::InvalidHeader))
    }
}

/// The round of quicknet that a stanza names.
fn named(stanza: &Stanza) -> Option<u64> {
    let [round, network] = &stanza.args[..] else { return None };
    let number = round.parse::<u64>().ok().filter(|number| number.to_string() == *round);
    number.filter(|_| stanza.tag == TAG && network == QUICKNET)
}

/// A point of the first group, as drand writes it.
fn first(bytes: &[u8]) -> Option<G1Affine> {
    G1Affine::from_compressed(bytes.try_into().ok()?).into()
}

/// A point of the second group, as drand writes it.
fn second(bytes: &[u8]) -> Option<G2Affine> {
    G2Affine::from_compressed(bytes.try_into().ok()?).into()
}

/// A file key as it is encrypted to a round.
struct Locked {
    point: G2Affine,
    masked: [u8; HALF],
    text: [u8; HALF],
}

impl Locked {
    /// The scheme's own randomness follows from the key, which is random and never used again: then what is encrypted
    /// is as hidden as the key is, and nothing else has to be random here.
    fn of(key: &[u8; HALF], round: u64) -> Self {
        let sigma = half(&[b"adjutant/timelock/v1", &round.to_be_bytes(), key]);
        let secret = scalar(&sigma, key);
        let message = Sha256::digest(round.to_be_bytes());
        let point: G1Projective =
            HashToCurve::<ExpandMsgXmd<sha2_09::Sha256>>::hash_to_curve(message, DOMAIN);
        let network = second(&beacon::network()).expect("quicknet's key is a point");
        let shared = pairing(&point.into(), &network) * secret;
        let masked = xor(&sigma, &half(&[b"IBE-H2", &written(&shared)]));
        let text = xor(key, &half(&[b"IBE-H4", &sigma]));
        Self { point: (G2Affine::generator() * secret).into(), masked, text }
    }

    fn write(&self) -> Vec<u8> {
        [&self.point.to_compressed()[..], &self.masked, &self.text].concat()
    }

    fn read(body: &[u8]) -> Option<Self> {
        let (point, halves) = body.split_at_checked(POINT)?;
        let (masked, text) = halves.split_at_checked(HALF)?;
        Some(Self {
            point: second(point)?,
            masked: masked.try_into().ok()?,
            text: text.try_into().ok()?,
        })
    }

    /// The key; `None` if it was not encrypted to this round.
    fn open(&self, signature: &G1Affine) -> Option<[u8; HALF]> {
        let shared = pairing(signature, &self.point);
        let sigma = xor(&self.masked, &half(&[b"IBE-H2", &written(&shared)]));
        let key = xor(&self.text, &half(&[b"IBE-H4", &sigma]));
        let point: G2Affine = (G2Affine::generator() * scalar(&sigma, &key)).into();
        (point == self.point).then_some(key)
    }
}

/// The first half of a digest.
fn half(parts: &[&[u8]]) -> [u8; HALF] {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
    }
    let mut half = [0; HALF];
    half.copy_from_slice(&hash.finalize()[..HALF]);
    half
}

fn xor(one: &[u8; HALF], other: &[u8; HALF]) -> [u8; HALF] {
    std::array::from_fn(|at| one[at] ^ other[at])
}

/// The secret number of one encryption: the first digest of a row that is less than the order of the groups.
fn scalar(sigma: &[u8; HALF], key: &[u8; HALF]) -> Scalar {
    let seed = Sha256::new().chain_update(b"IBE-H3").chain_update(sigma).chain_update(key);
    let seed = seed.finalize();
    let nth = |n: u16| -> Option<Scalar> {
        let hash = Sha256::new().chain_update(n.to_le_bytes()).chain_update(seed).finalize();
        let mut number: [u8; 32] = hash.into();
        number[0] >>= 1;
        number.reverse();
        Scalar::from_bytes(&number).into()
    };
    (1..u16::MAX).find_map(nth).expect("nine of ten are less")
}

/// An element of the target group as drand's library writes it: its twelve numbers, the last first. The curve's own
/// library gives them in no other way than in the text for debugging, whose form is that of its exact version.
fn written(element: &Gt) -> Vec<u8> {
    let text = format!("{element:?}");
    let numbers: Vec<&str> = text.split("0x").skip(1).map(|rest| &rest[..2 * FIELD]).collect();
    let bytes = |number: &&str| hex::decode(number).expect("a number is written in hexadecimal");
    numbers.iter().rev().flat_map(bytes).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::base::yaml;

    #[derive(Deserialize)]
    struct Recorded {
        round: u64,
        signature: String,
    }

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sealed {
        round: u64,
        text: String,
        file: String,
    }

    /// Real rounds of quicknet.
    fn rounds() -> Vec<Round> {
        let text = include_bytes!("../../tests/vectors/seal/quicknet.yaml");
        let all: Vec<Recorded> = yaml::read(text, yaml::Origin::House).unwrap();
        all.into_iter().map(|Recorded { round, signature }| Round { round, signature }).collect()
    }

    #[test]
    fn what_another_program_sealed_opens_with_its_round() {
        let text = include_bytes!("../../tests/vectors/seal/timelock.yaml");
        let all: Vec<Sealed> = yaml::read(text, yaml::Origin::House).unwrap();
        assert_eq!(all.len(), rounds().len());
        for (Sealed { round, text, file }, real) in all.into_iter().zip(rounds()) {
            let file = hex::decode(file).unwrap();
            assert_eq!((round_of(&file).unwrap(), real.round), (round, round));
            assert_eq!(open(&file, &real, 100).unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn nothing_but_its_round_opens_a_file() {
        let [one, other] = &rounds()[..2] else { unreachable!() };
        for n in 0..20_u32 {
            let text = n.to_string();
            let file = seal(text.as_bytes(), one.round).unwrap();
            assert_eq!(round_of(file.as_bytes()).unwrap(), one.round);
            assert_eq!(open(file.as_bytes(), one, 100).unwrap(), text.as_bytes());
        }
        let file = seal(b"orders", one.round).unwrap();
        assert!(open(file.as_bytes(), other, 100).is_err());
        // Another round's signature under this one's number.
        let lie = Round { round: one.round, ..other.clone() };
        let told = open(file.as_bytes(), &lie, 100).unwrap_err();
        assert_eq!(told.what, format!("the sealed orders do not open with round {}", one.round));
        assert!(open(file.as_bytes(), one, 3).unwrap_err().what.contains("longer than"));
        let key = super::super::Identity::from_bytes(&[7; 32]);
        let plain = sealed::seal(b"orders", &key.recipient()).unwrap();
        assert!(round_of(plain.as_bytes()).is_err() && round_of(b"orders").is_err());
        assert!(open(plain.as_bytes(), one, 100).is_err());
    }

    /// What is not encrypted as it says is refused, and stops nobody.
    #[test]
    fn a_forged_stanza_is_refused() {
        let round = &rounds()[0];
        let signature = first(&hex::decode(&round.signature).unwrap()).unwrap();
        let key = [5; HALF];
        let body = Locked::of(&key, round.round).write();
        assert_eq!(Locked::read(&body).unwrap().open(&signature), Some(key));
        for at in [0, 1, 50, POINT, POINT + HALF, body.len() - 1] {
            let mut forged = body.clone();
            forged[at] ^= 1;
            let opened = Locked::read(&forged).and_then(|it| it.open(&signature));
            assert_eq!(opened, None, "{at}");
        }
        for cut in [0, POINT, body.len() - 1] {
            assert!(Locked::read(&body[..cut]).is_none());
        }
        assert!(Locked::read(&[&body[..], b"x"].concat()).is_none());
        // A point that stands for nothing.
        let nothing = Locked { point: G2Affine::identity(), ..Locked::read(&body).unwrap() };
        assert_eq!(nothing.open(&signature), None);
        // One key is always encrypted alike, and no two are.
        assert_eq!(Locked::of(&key, round.round).write(), body);
        assert_ne!(Locked::of(&[6; HALF], round.round).write(), body);
        assert_ne!(Locked::of(&key, round.round + 1).write(), body);
        // A key that ends in zeros comes back whole.
        let zeros = [0; HALF];
        assert_eq!(Locked::of(&zeros, round.round).open(&signature), Some(zeros));
    }
}
