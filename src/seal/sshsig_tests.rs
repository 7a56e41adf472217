use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::prelude::*;

use super::*;

const PUB: &str = include_str!("../../tests/vectors/seal/key.pub");
const MESSAGE: &[u8] = include_bytes!("../../tests/vectors/seal/orders.yaml");
const SHA512: &str = include_str!("../../tests/vectors/seal/orders.sha512.sig");
const SHA256: &str = include_str!("../../tests/vectors/seal/orders.sha256.sig");

fn key() -> SigningKey {
    SigningKey::from_bytes(&[3; 32])
}

fn bytes(armor: &str) -> Vec<u8> {
    armor::decode(armor::find(armor, armor::SSHSIG).unwrap().inside).unwrap()
}

fn refusal(armor: &str) -> String {
    verify(&PublicKey::of(&key()), ORDERS, MESSAGE, armor).unwrap_err().what
}

#[test]
fn what_ssh_keygen_signed_is_accepted_however_it_is_wrapped() {
    let public: PublicKey = PUB.parse().unwrap();
    for armor in [SHA512, SHA256] {
        let wrapped = armor::write(armor::SSHSIG, 33, &bytes(armor));
        let blanks = armor.replace('\n', " \t\n");
        for armor in [armor, &armor.replace('\n', "\r\n"), &wrapped, &blanks] {
            verify(&public, ORDERS, MESSAGE, armor).unwrap();
        }
        assert_eq!(Block::read(armor).unwrap().armor(), armor);
    }
}

#[test]
fn each_refusal_says_why() {
    let good = sign(&key(), ORDERS, MESSAGE);
    verify(&PublicKey::of(&key()), ORDERS, MESSAGE, &good).unwrap();
    assert!(refusal("hello").contains("not a signature block"));
    assert!(refusal(&format!("x{good}")).contains("not a signature block"));
    assert!(refusal(&format!("{good}x")).contains("not a signature block"));
    assert!(refusal(&good.replace("U1NI", "U1?I")).contains("not a signature block"));
    assert!(refusal(SHA512).contains("another key"));
    let named = refusal(&sign(&key(), LEDGER, MESSAGE));
    assert!(named.contains(LEDGER) && named.contains(ORDERS), "{named}");
    let hostile = refusal(&sign(&key(), "\u{1b}[2J", MESSAGE));
    assert!(hostile.contains("something else"), "{hostile}");
    assert!(refusal(&sign(&key(), ORDERS, b"other")).contains("does not match"));
    let edit = |from: &[u8], to: &[u8]| {
        let bytes = bytes(&good);
        let at = bytes.windows(from.len()).rposition(|w| w == from).unwrap();
        let edited = [&bytes[..at], to, &bytes[at + from.len()..]].concat();
        refusal(&armor::write(armor::SSHSIG, 70, &edited))
    };
    assert!(edit(b"sha512", b"sha1xx").contains("hash"));
    assert!(edit(b"ssh-ed25519", b"ssh-ed448xx").contains("not ed25519"));
    assert!(edit(b"SSHSIG\0\0\0\x01", b"SSHSIG\0\0\0\x02").contains("version"));
    assert!(edit(b"adjutant\0\0\0\0", b"adjutant\0\0\0\x01r").contains("reserved"));
    let long = [bytes(&good), vec![0]].concat();
    assert!(refusal(&armor::write(armor::SSHSIG, 70, &long)).contains("extra data"));
    let long = edit(b"\0\0\0\x53\0\0\0\x0bssh-ed25519", b"\0\0\0\x52\0\0\0\x0bssh-ed25519");
    assert!(long.contains("extra data") || long.contains("truncated"), "{long}");
    for end in 0..bytes(&good).len() {
        refusal(&armor::write(armor::SSHSIG, 70, &bytes(&good)[..end]));
    }
}

proptest! {
    #[test]
    fn what_is_signed_verifies_and_nothing_else(
        secret: [u8; 32], message: Vec<u8>, namespace in "[a-z]{1,9}@adjutant", at: usize,
    ) {
        let key = SigningKey::from_bytes(&secret);
        let armor = sign(&key, &namespace, &message);
        let public = PublicKey::of(&key);
        prop_assert_eq!(verify(&public, &namespace, &message, &armor), Ok(()));
        let mut broken = bytes(&armor);
        let at = at % broken.len();
        broken[at] ^= 1;
        let broken = armor::write(armor::SSHSIG, 70, &broken);
        prop_assert!(verify(&public, &namespace, &message, &broken).is_err());
    }
}

/// Runs ssh-keygen and returns whether it agreed.
fn keygen(dir: &Path, args: &[&str], input: &str) -> bool {
    let mut command = Command::new("ssh-keygen");
    command.args(args).current_dir(dir).stdout(Stdio::null()).stderr(Stdio::null());
    command.stdin(fs::File::open(dir.join(input)).unwrap()).status().unwrap().success()
}

#[test]
fn ssh_keygen_and_we_accept_each_other() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("m"), MESSAGE).unwrap();
    // Ours by theirs.
    fs::write(dir.join("allowed"), format!("anna {}\n", PublicKey::of(&key()))).unwrap();
    fs::write(dir.join("ours.sig"), sign(&key(), ORDERS, MESSAGE)).unwrap();
    let check = ["-Y", "verify", "-f", "allowed", "-I", "anna", "-s", "ours.sig", "-n"];
    assert!(keygen(dir, &[&check[..], &[ORDERS]].concat(), "m"));
    assert!(!keygen(dir, &[&check[..], &[LEDGER]].concat(), "m"));
    // Theirs by us.
    assert!(keygen(dir, &["-q", "-t", "ed25519", "-N", "", "-f", "k"], "m"));
    let public: PublicKey = fs::read_to_string(dir.join("k.pub")).unwrap().parse().unwrap();
    for hash in ["hashalg=sha256", "hashalg=sha512"] {
        let _ = fs::remove_file(dir.join("m.sig"));
        assert!(keygen(dir, &["-Y", "sign", "-f", "k", "-n", ORDERS, "-O", hash, "m"], "m"));
        let armor = fs::read_to_string(dir.join("m.sig")).unwrap();
        verify(&public, ORDERS, MESSAGE, &armor).unwrap();
    }
}
