//! A message from a player to others, signed. `docs/formats/press.md`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{PublicKey, Recipient, SigningKey, packet, sealed, sshsig};
use crate::base::{Digest, Problem, Seat, guard, yaml};

/// The kind of file.
const KIND: &str = "press-v1";
/// Bytes of text that a message may have: whatever they are, it then fits the one length in which all
/// are kept.
pub const LONGEST: usize = 4000;

/// What a player writes to others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Press {
    /// Always `press-v1`.
    pub adjutant: String,
    /// Name and first digits of the genesis digest.
    pub campaign: String,
    /// The cycle in which it is to be passed on.
    pub cycle: u32,
    /// Who writes.
    pub seat: Seat,
    /// The head of the ledger that they have seen.
    pub head: Digest,
    /// Who is to read it.
    pub to: Vec<Seat>,
    /// True if its readers are not to learn who wrote it, up to the reveal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unsigned: bool,
    /// What it says.
    pub text: String,
}

impl Press {
    /// A message to these seats, which says who wrote it.
    pub fn new(
        campaign: &str,
        (cycle, seat): (u32, Seat),
        head: Digest,
        (to, text): (Vec<Seat>, &str),
    ) -> Self {
        let (campaign, text) = (campaign.to_owned(), text.trim_end().to_owned());
        Self { adjutant: KIND.to_owned(), campaign, cycle, seat, head, to, unsigned: false, text }
    }

    /// What every message has: a text that is neither empty nor too long and harms no terminal, and readers,
    /// each once, none of whom is its author.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check(&self) -> Result<(), Problem> {
        let mut readers = BTreeSet::new();
        if self.text.trim().is_empty() {
            return Err(Problem::refused("the message is empty"));
        }
        if self.text.len() > LONGEST {
            let bytes = self.text.len();
            return Err(Problem::refused(format!(
                "the message has {bytes} bytes; the limit is {LONGEST}"
            )));
        }
        guard::guarded(self.text.as_bytes(), LONGEST)?;
        match self.to.iter().find(|seat| **seat == self.seat || !readers.insert(*seat)) {
            Some(seat) if *seat == self.seat => {
                Err(Problem::refused("the author of a message cannot be one of its readers"))
            }
            Some(seat) => Err(Problem::refused(format!("{seat} is named twice"))),
            None if readers.is_empty() => Err(Problem::refused("the message has no readers")),
            None => Ok(()),
        }
    }

    /// The file: YAML and a signature under [`sshsig::PRESS`].
    pub fn sign(&self, key: &SigningKey) -> String {
        packet::sign_file(key, sshsig::PRESS, &yaml::write(self))
    }

    /// The same for the mail, encrypted to its cycle.
    ///
    /// # Errors
    /// If nothing can be encrypted to it.
    pub fn seal(&self, key: &SigningKey, to: &Recipient) -> Result<String, Problem> {
        sealed::seal(self.sign(key).as_bytes(), to)
    }

    /// What a verified file says.
    ///
    /// # Errors
    /// If it is none, or [`Press::check`] refuses it.
    pub fn of(opened: &packet::Opened) -> Result<Self, Problem> {
        let press: Self = yaml::read(&opened.bytes, yaml::Origin::Mail)?;
        if press.adjutant != KIND {
            return Err(Problem::refused(format!("this is not a {KIND} file")));
        }
        press.check()?;
        Ok(press)
    }

    /// Reads a file, and gives the key that signed it. Whose that is, is for the caller to say.
    ///
    /// # Errors
    /// If it is not signed, or is something else.
    pub fn read(file: &[u8]) -> Result<(Self, PublicKey), Problem> {
        let opened = packet::open_own(file, sshsig::PRESS)?;
        Ok((Self::of(&opened)?, opened.key))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::PlayerSecret;
    use super::*;

    fn press(text: &str) -> Press {
        let seat = |name: &str| name.parse().unwrap();
        let to = vec![seat("france"), seat("russia")];
        Press::new("pell#00000000", (3, seat("union")), Digest::of(b"head"), (to, text))
    }

    #[test]
    fn what_is_wrong_is_refused() {
        let refused = |press: Press, why: &str| {
            let problem = press.check().unwrap_err();
            assert!(problem.what.contains(why), "{problem}");
        };
        press("Hold the line.").check().unwrap();
        refused(press(" \n"), "is empty");
        refused(press(&"é".repeat(2001)), "4002 bytes");
        refused(press("a\u{202E}b"), "text direction");
        let to = |names: &[&str]| Press {
            to: names.iter().map(|name| name.parse().unwrap()).collect(),
            ..press("x")
        };
        refused(to(&[]), "no readers");
        refused(to(&["france", "union"]), "one of its readers");
        refused(to(&["france", "france"]), "named twice");
    }

    proptest! {
        #[test]
        fn what_is_signed_is_read(text in "[ -~é\n]{0,300}[a-z]", unsigned: bool) {
            let key = PlayerSecret::generate([7; 96]);
            let press = Press { unsigned, ..press(&text) };
            prop_assume!(press.check().is_ok());
            let file = press.sign(key.signing());
            let (read, by) = Press::read(file.as_bytes()).unwrap();
            prop_assert_eq!((read, by), (press, PublicKey::of(key.signing())));
        }
    }
}
