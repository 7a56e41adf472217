//! A verifiable random function: numbers that only the holder of a key can work out, and a proof of each that
//! anybody can check. ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381, over the curve that is here already.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use curve25519_dalek::constants::ED25519_BASEPOINT_TABLE;
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::{Scalar, clamp_integer};
use curve25519_dalek::traits::{IsIdentity, VartimeMultiscalarMul};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha512};
use zeroize::Zeroize;

use crate::base::Problem;

/// The suite's number, before everything that is hashed (RFC 9381, 5.5).
const SUITE: u8 = 3;
/// What stands behind the suite's number where a point is looked for.
const POINT: u8 = 1;
/// The same where a challenge is made.
const CHALLENGE: u8 = 2;
/// The same where the output is made.
const OUTPUT: u8 = 3;
/// What ends everything that is hashed.
const END: u8 = 0;
/// Bytes of a challenge.
const SHORT: usize = 16;
/// Bytes of a proof: a point, a challenge, a scalar.
const LENGTH: usize = 32 + SHORT + 32;

/// The output for one input.
pub type Output = [u8; 64];

/// The secret key; wiped when dropped.
pub struct VrfKey {
    scalar: Scalar,
    /// What nonces follow from, as in Ed25519.
    prefix: [u8; 32],
    public: VrfPublic,
}

/// The key that proofs are checked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VrfPublic {
    point: EdwardsPoint,
    bytes: [u8; 32],
}

/// A proof that an output is the one for an input.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct VrfProof([u8; LENGTH]);

impl VrfKey {
    /// The key of a secret, which is one of Ed25519 (RFC 8032).
    pub fn new(secret: &[u8; 32]) -> Self {
        let mut hash: [u8; 64] = Sha512::digest(secret).into();
        let (mut low, mut prefix) = ([0; 32], [0; 32]);
        low.copy_from_slice(&hash[..32]);
        prefix.copy_from_slice(&hash[32..]);
        let scalar = Scalar::from_bytes_mod_order(clamp_integer(low));
        hash.zeroize();
        low.zeroize();
        let point = &scalar * ED25519_BASEPOINT_TABLE;
        let public = VrfPublic { point, bytes: point.compress().0 };
        Self { scalar, prefix, public }
    }

    /// The key that proofs are checked with.
    pub fn public(&self) -> VrfPublic {
        self.public
    }

    /// The output for an input.
    pub fn output(&self, input: &[u8]) -> Output {
        output(&(self.scalar * point_of(&self.public, input)))
    }

    /// The proof that the output is the one for the input; the same every time.
    pub fn prove(&self, input: &[u8]) -> VrfProof {
        let base = point_of(&self.public, input);
        let gamma = self.scalar * base;
        let nonce = Sha512::new().chain_update(self.prefix).chain_update(base.compress().0);
        let nonce = Scalar::from_bytes_mod_order_wide(&nonce.finalize().into());
        let (u, v) = (&nonce * ED25519_BASEPOINT_TABLE, nonce * base);
        let challenge = challenge(&self.public, [&base, &gamma, &u, &v]);
        let answer = nonce + short(&challenge) * self.scalar;
        let mut proof = [0; LENGTH];
        proof[..32].copy_from_slice(&gamma.compress().0);
        proof[32..32 + SHORT].copy_from_slice(&challenge);
        proof[32 + SHORT..].copy_from_slice(&answer.to_bytes());
        VrfProof(proof)
    }
}

impl Drop for VrfKey {
    fn drop(&mut self) {
        self.scalar.zeroize();
        self.prefix.zeroize();
    }
}

impl fmt::Debug for VrfKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VrfKey(of {})", self.public)
    }
}

impl VrfPublic {
    /// The output for an input, if the proof shows it.
    ///
    /// # Errors
    /// If the proof is none for this key and this input.
    pub fn verify(&self, input: &[u8], proof: &VrfProof) -> Result<Output, Problem> {
        let wrong = || Problem::refused("the proof is not one of this key for this draw");
        let (gamma, rest) = proof.0.split_at(32);
        let (told, answer) = rest.split_at(SHORT);
        let gamma = decoded(gamma).ok_or_else(wrong)?;
        let mut bytes = [0; 32];
        bytes.copy_from_slice(answer);
        let answer = Option::<Scalar>::from(Scalar::from_canonical_bytes(bytes));
        let answer = answer.ok_or_else(wrong)?;
        let base = point_of(self, input);
        let against = -short(told);
        let u = EdwardsPoint::vartime_double_scalar_mul_basepoint(&against, &self.point, &answer);
        let v = EdwardsPoint::vartime_multiscalar_mul([answer, against], [base, gamma]);
        let fits = challenge(self, [&base, &gamma, &u, &v]) == *told;
        if fits { Ok(output(&gamma)) } else { Err(wrong()) }
    }
}

/// The point that belongs to an input: the first hash that is one.
fn point_of(key: &VrfPublic, input: &[u8]) -> EdwardsPoint {
    let tried = (0..=u8::MAX).find_map(|count| {
        let hash = Sha512::new().chain_update([SUITE, POINT]).chain_update(key.bytes);
        let hash = hash.chain_update(input).chain_update([count, END]).finalize();
        let point = decoded(&hash[..32])?.mul_by_cofactor();
        (!point.is_identity()).then_some(point)
    });
    tried.expect("of 256 hashes one is a point: each is with a chance of one half")
}

fn challenge(key: &VrfPublic, points: [&EdwardsPoint; 4]) -> [u8; SHORT] {
    let start = Sha512::new().chain_update([SUITE, CHALLENGE]).chain_update(key.bytes);
    let all = points.into_iter().fold(start, |hash, point| hash.chain_update(point.compress().0));
    let hash = all.chain_update([END]).finalize();
    let mut short = [0; SHORT];
    short.copy_from_slice(&hash[..SHORT]);
    short
}

fn output(gamma: &EdwardsPoint) -> Output {
    let point = gamma.mul_by_cofactor().compress().0;
    let hash = Sha512::new().chain_update([SUITE, OUTPUT]).chain_update(point);
    hash.chain_update([END]).finalize().into()
}

/// A challenge as a number.
fn short(challenge: &[u8]) -> Scalar {
    let mut bytes = [0; 32];
    bytes[..SHORT].copy_from_slice(challenge);
    Scalar::from_bytes_mod_order(bytes)
}

/// The point that these bytes are the only ones to write.
fn decoded(bytes: &[u8]) -> Option<EdwardsPoint> {
    let written = CompressedEdwardsY::from_slice(bytes).ok()?;
    written.decompress().filter(|point| point.compress() == written)
}

impl fmt::Display for VrfPublic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.bytes))
    }
}

impl FromStr for VrfPublic {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Self, Problem> {
        let wrong = || Problem::refused("this is not a key that proofs of dice are checked with");
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| wrong())?;
        let point = decoded(&bytes).filter(|point| !point.is_small_order()).ok_or_else(wrong)?;
        let key = Self { point, bytes };
        if key.to_string() == text { Ok(key) } else { Err(wrong()) }
    }
}

impl From<VrfProof> for String {
    fn from(proof: VrfProof) -> Self {
        BASE64_STANDARD.encode(proof.0)
    }
}

impl TryFrom<String> for VrfProof {
    type Error = Problem;

    fn try_from(text: String) -> Result<Self, Problem> {
        let wrong = || Problem::refused("this is not a proof of a draw");
        let bytes = BASE64_STANDARD.decode(&text).map_err(|_| wrong())?;
        bytes.try_into().map(Self).map_err(|_| wrong())
    }
}

impl fmt::Debug for VrfProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VrfProof({})", String::from(*self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::yaml;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Vector {
        secret: String,
        public: String,
        input: String,
        proof: String,
        output: String,
    }

    /// RFC 9381, B.3: examples 16 to 18.
    fn vectors() -> Vec<Vector> {
        let text = include_bytes!("../../tests/vectors/seal/vrf.yaml");
        yaml::read(text, yaml::Origin::House).unwrap()
    }

    fn bytes(text: &str) -> Vec<u8> {
        hex::decode(text).unwrap()
    }

    #[test]
    fn proofs_and_outputs_are_those_of_the_rfc() {
        for Vector { secret, public, input, proof, output } in vectors() {
            let key = VrfKey::new(&bytes(&secret).try_into().unwrap());
            let input = bytes(&input);
            assert_eq!(key.public().to_string(), public);
            let made = key.prove(&input);
            assert_eq!(hex::encode(made.0), proof);
            assert_eq!(hex::encode(key.output(&input)), output);
            let public: VrfPublic = public.parse().unwrap();
            assert_eq!(hex::encode(public.verify(&input, &made).unwrap()), output);
            assert!(!format!("{key:?}").contains(&secret));
        }
    }

    #[test]
    fn a_proof_of_anything_else_is_refused() {
        let [one, other] = [[1; 32], [2; 32]].map(|secret| VrfKey::new(&secret));
        let proof = one.prove(b"combat");
        assert!(one.public().verify(b"combat", &proof).is_ok());
        assert!(one.public().verify(b"combaT", &proof).is_err());
        assert!(other.public().verify(b"combat", &proof).is_err());
        for bit in 0..LENGTH * 8 {
            let mut forged = proof;
            forged.0[bit / 8] ^= 1 << (bit % 8);
            assert!(one.public().verify(b"combat", &forged).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn keys_and_proofs_have_one_form() {
        let key = VrfKey::new(&[1; 32]);
        let written = key.public().to_string();
        assert!(written.to_uppercase().parse::<VrfPublic>().is_err());
        // The identity, and a point whose y is written with the prime added.
        for weak in ["01", "ee"] {
            let tail = if weak == "ee" { "ff".repeat(30) + "7f" } else { "00".repeat(31) };
            assert!(format!("{weak}{tail}").parse::<VrfPublic>().is_err(), "{weak}");
        }
        let proof = key.prove(b"x");
        assert_eq!(VrfProof::try_from(String::from(proof)).unwrap(), proof);
        for bad in ["", "AAAA", "not base64"] {
            assert!(VrfProof::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }
}
