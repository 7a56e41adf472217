//! A file that is not what was asked for, named as what it is.

use super::{armor, sealed};
use crate::base::Problem;

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// An order file that is signed, and encrypted if the phase asks for it.
    Packet,
    /// A report, encrypted or not.
    Report,
    /// A player's public file.
    PublicFile,
    /// An order file as its author wrote it.
    Orders,
}

/// Files that begin like no other, by a text that all of them have, and what to do about the secret
/// ones.
const MARKS: &[(&str, &str)] = &[
    ("adjutant: player-secret-v1", SECRET),
    ("adjutant: moderator-key-v1", "the moderator's secret key"),
    ("adjutant: campaign-secret-v1", "the campaign's secret"),
    ("adjutant: handed-secret-v1", "the campaign's secret"),
    ("adjutant: witness-key-v1", "a witness's secret key"),
    ("AGE-SECRET-KEY-1", "a secret age key"),
    ("PRIVATE KEY-----", "a private key"),
    ("adjutant: player-key-v1", PUBLIC_FILE),
    ("adjutant: player-chains-v1", "a player's chain file"),
    ("adjutant: receipt-v1", "a receipt"),
    ("<!-- adjutant report", REPORT),
];
/// Of these, so many are secret.
const SECRETS: usize = 7;

const SECRET: &str = "a player's secret key";
const PUBLIC_FILE: &str = "a player's public file";
const REPORT: &str = "a report";
const PACKET: &str = "a packet";
const ORDERS: &str = "an order file";

/// Bytes of base64 that are looked at; the beginning says what it is.
const GLANCE: usize = 4096;
/// Letters of base64 in a row that are no words.
const ENCODED: usize = 60;

impl Wanted {
    fn noun(self) -> &'static str {
        match self {
            Self::Packet => PACKET,
            Self::Report => REPORT,
            Self::PublicFile => PUBLIC_FILE,
            Self::Orders => ORDERS,
        }
    }

    /// How to come by one.
    fn advice(self) -> &'static str {
        match self {
            Self::Packet => "send the file that `adjutant seal` writes, as an attachment",
            Self::Report => "use the file that the moderator sent, as it came",
            Self::PublicFile => "use the NAME.pub that `adjutant keygen NAME` makes",
            Self::Orders => "use the file that `adjutant template` writes",
        }
    }
}

/// What is said of words in which there is nothing else.
pub const NO_PACKET: &str = "there is no packet in this";

/// Bytes by which words are told from files: what any command writes says at its beginning what it is.
const FIRST: usize = 64 * 1024;

/// True of words, pictures and the like: nothing that any command writes.
pub fn is_words(raw: &[u8]) -> bool {
    let raw = raw.get(..FIRST).unwrap_or(raw);
    let empty = sealed::plain(raw).trim().is_empty();
    empty || refuse(raw, Wanted::Packet).is_err_and(|problem| problem.what == NO_PACKET)
}

/// The refusal that fits, if the bytes are plainly something else. What may be what was asked for is
/// left to those who read it.
///
/// # Errors
/// What the bytes are, and what to do.
pub fn refuse(raw: &[u8], wanted: Wanted) -> Result<(), Problem> {
    // A file of age's own has no text in which anything else could stand.
    if matches!(wanted, Wanted::Packet | Wanted::Report) && sealed::is_bare(raw) {
        return Ok(());
    }
    let text = sealed::plain(raw);
    let (encrypted, signed) = (sealed::is_sealed(raw), armor::count(&text, armor::SSHSIG) > 0);
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\0' || c == '\u{FEFF}').is_empty() {
        return Err(Problem::refused("the file is empty").hint(wanted.advice()));
    }
    let reads_as_it_is = match wanted {
        Wanted::Packet => encrypted || signed,
        Wanted::Report => encrypted || super::packed::is_packed(raw),
        Wanted::PublicFile | Wanted::Orders => false,
    };
    if reads_as_it_is {
        return Ok(());
    }
    let marked = MARKS.iter().position(|(mark, _)| text.contains(mark));
    let noun = match marked {
        Some(at) => MARKS[at].1,
        None if encrypted || signed => PACKET,
        None if has_field(&text, "campaign:") && has_field(&text, "cycle:") => ORDERS,
        None => return encoded(&text, wanted),
    };
    // What is signed is told from its text by those who verify it.
    if noun == wanted.noun() || (wanted == Wanted::PublicFile && signed && noun == PACKET) {
        return Ok(());
    }
    if marked.is_some_and(|at| at < SECRETS) {
        return Err(Problem::refused(format!("this is {noun}, not {}", wanted.noun())).hint(
            "delete this copy; a secret key that was sent is no longer secret: its owner makes new \
             ones with `adjutant keygen` and sends only NAME.pub",
        ));
    }
    let what = match (noun, wanted) {
        (ORDERS, Wanted::Packet) => "this is an order file that is not signed".to_owned(),
        _ => format!("this is {noun}, not {}", wanted.noun()),
    };
    Err(Problem::refused(what).hint(wanted.advice()))
}

fn has_field(text: &str, field: &str) -> bool {
    text.lines().any(|line| line.starts_with(field))
}

/// Base64 that nobody has decoded, or plain words.
fn encoded(text: &str, wanted: Wanted) -> Result<(), Problem> {
    let letter = |c: char| c.is_ascii_alphanumeric() || "+/=".contains(c);
    let is_code = |line: &&str| !line.trim().is_empty() && line.trim().chars().all(letter);
    let lines: Vec<&str> = text.lines().collect();
    let begins =
        (0..lines.len()).filter(|n| is_code(&lines[*n]) && (*n == 0 || !is_code(&lines[n - 1])));
    for begin in begins {
        let run: String =
            lines[begin..].iter().take_while(|l| is_code(l)).map(|l| l.trim()).collect();
        if run.len() < ENCODED {
            continue;
        }
        let glance = &run[..run.len().min(GLANCE) / 4 * 4];
        let Some(bytes) = armor::decode(glance) else { continue };
        if bytes.starts_with(b"age-encryption.org/v1") {
            let what =
                "the lines around the encrypted text are missing: `-----BEGIN …` and `-----END …`";
            return Err(Problem::refused(what).hint("use the whole file, best as an attachment"));
        }
        if sealed::is_sealed(&bytes) || std::str::from_utf8(&bytes).is_ok() {
            let what = "this is base64, as mail carries attachments";
            return Err(Problem::refused(what)
                .hint("save the attachment with a mail program, or decode it with `base64 -d`"));
        }
    }
    match wanted {
        Wanted::Packet => Err(Problem::refused(NO_PACKET).hint(wanted.advice())),
        Wanted::Report => Err(Problem::refused("this is not a report").hint(wanted.advice())),
        Wanted::PublicFile => {
            Err(Problem::refused("this is not a player's public file").hint(wanted.advice()))
        }
        // Whoever reads it says where it is wrong.
        Wanted::Orders => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Identity, SigningKey, sign_file, sshsig};
    use super::*;
    use base64::Engine;
    use base64::prelude::BASE64_STANDARD;

    fn what(raw: &[u8], wanted: Wanted) -> String {
        refuse(raw, wanted).map_or_else(|problem| problem.what, |()| "fits".to_owned())
    }

    fn wrapped(bytes: &[u8]) -> String {
        let code = BASE64_STANDARD.encode(bytes);
        let lines: Vec<&str> =
            code.as_bytes().chunks(76).map(|l| std::str::from_utf8(l).unwrap()).collect();
        format!("Content-Transfer-Encoding: base64\n\n{}\n", lines.join("\n"))
    }

    #[test]
    fn every_other_file_is_named() {
        let orders = "campaign: x\ncycle: 1\n";
        let signed = sign_file(&SigningKey::from_bytes(&[1; 32]), sshsig::ORDERS, orders);
        let to = Identity::from_bytes(&[2; 32]).recipient();
        let packet = sealed::seal(signed.as_bytes(), &to).unwrap();
        let bare: Vec<&str> = packet.lines().filter(|l| !l.starts_with('-')).collect();
        let bare = bare.join("\n");
        let (encoded, secret) =
            (wrapped(packet.as_bytes()), "# mine\nadjutant: player-secret-v1\n");
        let table: &[(&str, Wanted, &str)] = &[
            ("", Wanted::Packet, "the file is empty"),
            ("\u{FEFF} \r\n", Wanted::Report, "the file is empty"),
            (&encoded, Wanted::Packet, "this is base64, as mail carries attachments"),
            (&encoded, Wanted::Orders, "this is base64, as mail carries attachments"),
            (&encoded, Wanted::Report, "this is base64, as mail carries attachments"),
            (
                &bare,
                Wanted::Packet,
                "the lines around the encrypted text are missing: \
                `-----BEGIN …` and `-----END …`",
            ),
            ("Hi, my orders: go to Pell.", Wanted::Packet, "there is no packet in this"),
            (orders, Wanted::Packet, "this is an order file that is not signed"),
            (orders, Wanted::Report, "this is an order file, not a report"),
            (orders, Wanted::Orders, "fits"),
            (&packet, Wanted::Packet, "fits"),
            (&packet, Wanted::Report, "fits"),
            (&packet, Wanted::Orders, "this is a packet, not an order file"),
            (&packet, Wanted::PublicFile, "this is a packet, not a player's public file"),
            (&signed, Wanted::Orders, "this is a packet, not an order file"),
            (secret, Wanted::Packet, "this is a player's secret key, not a packet"),
            (
                secret,
                Wanted::PublicFile,
                "this is a player's secret key, not a player's public file",
            ),
            (
                "adjutant: handed-secret-v1",
                Wanted::Report,
                "this is the campaign's secret, not a report",
            ),
            (
                "AGE-SECRET-KEY-1ABC",
                Wanted::PublicFile,
                "this is a secret age key, not a player's public file",
            ),
            ("dear all", Wanted::PublicFile, "this is not a player's public file"),
            ("dear all", Wanted::Orders, "fits"),
        ];
        for (raw, wanted, expected) in table {
            assert_eq!(what(raw.as_bytes(), *wanted), *expected, "{raw} as {wanted:?}");
        }
    }
}
