//! Encryption under a passphrase: the scrypt recipient of age, which `age -d` opens.

use age::DecryptError;
use age::scrypt::{Identity, Recipient};
use secrecy::SecretString;
use zeroize::Zeroizing;

use super::sealed;
use crate::base::Problem;

/// Characters that a passphrase has at least. Whoever has the file can try passphrases for as long as they like,
/// and tries short ones first.
pub const SHORTEST: usize = 8;

/// The base-2 logarithm of scrypt's N for new files: 128 MiB of memory, which a phone has, and what OWASP advises.
/// Set by hand, for age's own choice asks a clock.
const WORK: u8 = 17;
/// And the most that is taken: `age -p` uses 18; this is a GiB.
const MOST_WORK: u8 = 20;

/// Encrypts a text under a passphrase, armored.
///
/// # Errors
/// If the passphrase is too short.
pub fn lock(plaintext: &[u8], passphrase: &str) -> Result<String, Problem> {
    if passphrase.chars().count() < SHORTEST {
        return Err(Problem::usage(format!(
            "the passphrase is shorter than {SHORTEST} characters"
        ))
        .hint("take a few words that you remember and nobody guesses"));
    }
    let mut recipient = Recipient::new(SecretString::from(passphrase));
    recipient.set_work_factor(WORK);
    let to: &dyn age::Recipient = &recipient;
    Ok(sealed::armored(&sealed::encrypted(plaintext, [to].into_iter())?))
}

/// Decrypts what [`lock`] or `age -p` made; of what was encrypted, at most `limit` bytes are taken.
///
/// # Errors
/// If the passphrase is another, the file is none of these or was altered, or opening it would take too much memory.
pub fn unlock(raw: &[u8], passphrase: &str, limit: usize) -> Result<Zeroizing<Vec<u8>>, Problem> {
    let file = sealed::file(raw, limit)?;
    let decryptor = sealed::decryptor(&file, limit)?;
    if !decryptor.is_scrypt() {
        return Err(Problem::refused("encrypted to a key, not with a passphrase"));
    }
    let mut identity = Identity::new(SecretString::from(passphrase));
    identity.set_max_work_factor(MOST_WORK);
    let plain = sealed::read(decryptor, &identity, limit);
    plain.map(Zeroizing::new).map_err(|error| match error {
        None => sealed::too_long(limit),
        Some(DecryptError::DecryptionFailed) => Problem::refused("this is not the passphrase")
            .hint("try again: capital letters and spaces count; nobody can restore a passphrase"),
        Some(DecryptError::ExcessiveWork { required, .. }) => Problem::refused(format!(
            "the work factor of its passphrase is {required}; the most that is taken is {MOST_WORK}"
        ))
        .hint("decrypt it with `age -d`, and use what comes out"),
        Some(_) => sealed::altered(),
    })
}

/// True of an age file under a passphrase.
pub fn is_locked(raw: &[u8]) -> bool {
    let limit = sealed::HOUSE_LIMIT;
    let file = sealed::file(raw, limit);
    file.is_ok_and(|file| sealed::decryptor(&file, limit).is_ok_and(|file| file.is_scrypt()))
}

#[cfg(test)]
mod tests {
    use super::super::Identity as Key;
    use super::*;

    const WORDS: &str = "correct horse battery staple";

    #[test]
    fn a_passphrase_opens_what_it_locked_and_no_other_does() {
        let file = lock(b"a secret", WORDS).unwrap();
        assert!(is_locked(file.as_bytes()) && !file.contains("secret"));
        assert_eq!(**unlock(file.as_bytes(), WORDS, 8).unwrap(), *b"a secret");
        let refused = |file: &str, words: &str, limit: usize| {
            unlock(file.as_bytes(), words, limit).unwrap_err().what
        };
        assert_eq!(refused(&file, "correct horse", 8), "this is not the passphrase");
        assert_eq!(refused(&file, WORDS, 7), "longer than the limit of 7 bytes");
        let half = &file[..file.len() / 2];
        assert_eq!(refused(half, WORDS, 8), "the encrypted block has no END line");
        // Somewhere in the middle of what is encrypted.
        let at = file.len() - 60;
        let other = if &file[at..=at] == "A" { "B" } else { "A" };
        let altered = format!("{}{other}{}", &file[..at], &file[at + 1..]);
        assert!(refused(&altered, WORDS, 8).contains("altered"));
        assert!(lock(b"a secret", "7 chars").unwrap_err().what.contains("shorter than 8"));
    }

    #[test]
    fn too_much_work_is_refused_before_it_is_done() {
        // What the file says of its work comes before anything that needs the passphrase.
        let mut recipient = Recipient::new(SecretString::from(WORDS));
        recipient.set_work_factor(1);
        let to: &dyn age::Recipient = &recipient;
        let file = sealed::encrypted(b"text", [to].into_iter()).unwrap();
        assert_eq!(**unlock(&file, WORDS, 4).unwrap(), *b"text");
        let text = String::from_utf8_lossy(&file).into_owned();
        let line = text.lines().nth(1).unwrap();
        let raised = format!("{}21", line.strip_suffix('1').unwrap());
        let end = file.windows(line.len()).position(|part| part == line.as_bytes()).unwrap();
        let rest = &file[end + line.len()..];
        let raised = [&file[..end], raised.as_bytes(), rest].concat();
        assert!(unlock(&raised, WORDS, 4).unwrap_err().what.contains("work factor"), "{text}");
    }

    #[test]
    fn what_is_encrypted_to_a_key_is_none() {
        let to = Key::from_bytes(&[1; 32]).recipient();
        let file = sealed::seal(b"text", &to).unwrap();
        assert!(!is_locked(file.as_bytes()) && !is_locked(b"hello"));
        let problem = unlock(file.as_bytes(), WORDS, 4).unwrap_err();
        assert_eq!(problem.what, "encrypted to a key, not with a passphrase");
        let own = lock(b"text", WORDS).unwrap();
        let problem = sealed::open(own.as_bytes(), &Key::from_bytes(&[1; 32]), 4).unwrap_err();
        assert!(problem.what.contains("passphrase"), "{problem}");
    }
}
