//! A message taken apart. Nothing here is trusted: who wrote a packet is told by its signature.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{
    Address, Encoding, HeaderName, HeaderValue, MessageParser, MessagePart, MimeHeaders, PartType,
};

use super::{html, tnef};
use crate::base::Digest;

/// Bytes of a message that are looked at: 1 MiB, four times the largest packet and what encodings add
/// to it. What lies behind them is cut off.
const LARGEST: usize = 1024 * 1024;
/// Types of content that one message may declare. Parts nest through them, and are dropped one
/// within the other.
const TYPES: usize = 200;
/// Lines that may begin a part, or end one.
const BOUNDARIES: usize = 4000;
/// Lines of headers at the top: more are a flood.
const HEADERS: usize = 2000;
/// Messages within messages.
const DEPTH: u32 = 8;
/// Names of campaigns that are looked for.
const NAMES: usize = 8;
/// Offers of one message.
const OFFERS: usize = 50;

/// Headers that an order file does not have, and every mail has one of.
const MARKS: &[&str] = &[
    "from:",
    "received:",
    "return-path:",
    "delivered-to:",
    "message-id:",
    "mime-version:",
    "content-type:",
];

/// How a message came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Somebody wrote it, as far as can be told.
    Written,
    /// A server could not deliver another message.
    Bounce,
    /// A program wrote it (RFC 3834).
    Automatic,
    /// It came by a mailing list.
    List,
    /// We wrote it ourselves.
    Own,
}

impl Manner {
    /// True if it may be answered (RFC 3834): nothing else can start a loop.
    pub fn may_be_answered(self) -> bool {
        match self {
            Self::Written => true,
            Self::Bounce | Self::Automatic | Self::List | Self::Own => false,
        }
    }

    /// The word in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::Written => "written",
            Self::Bounce => "a bounce",
            Self::Automatic => "an automatic reply",
            Self::List => "from a list",
            Self::Own => "our own",
        }
    }
}

/// A message taken apart.
#[derive(Debug, Clone)]
pub struct Message {
    /// How it came about.
    pub manner: Manner,
    /// The address it says it is from, in lower case. It proves nothing.
    pub from: Option<String>,
    /// Its Message-ID.
    pub id: Option<String>,
    /// The campaigns that it names: in square brackets in its subject, and at the beginning of the Message-IDs that
    /// it answers. They prove nothing.
    pub names: Vec<String>,
    /// Every attachment and then every text, as bytes; nothing is lost if it is no mail at all.
    pub offers: Vec<Vec<u8>>,
    /// What was not looked at, and why.
    pub cut: Option<&'static str>,
}

impl Message {
    /// Takes a message apart. What is no mail is an offer itself.
    pub fn read(raw: &[u8]) -> Self {
        let raw = without_mbox_line(raw);
        let bare = |cut| Self {
            manner: Manner::Written,
            from: None,
            id: None,
            names: Vec::new(),
            offers: vec![raw.to_vec()],
            cut,
        };
        if !is_mail(raw) {
            return bare(None);
        }
        let (looked, large) = match raw.get(..LARGEST) {
            Some(beginning) => (beginning, Some("it is larger than 1 MiB")),
            None => (raw, None),
        };
        if let Some(flood) = flood(looked) {
            return bare(Some(flood));
        }
        let Some(parsed) = MessageParser::default().parse(looked) else { return bare(large) };
        let mut parts =
            Parts { files: Vec::new(), texts: Vec::new(), pages: Vec::new(), deep: false };
        parts.walk(&parsed, 0);
        let deep = parts.deep.then_some("messages within it are nested too deeply");
        let mut offers: Vec<Vec<u8>> = Vec::new();
        for offer in parts.files.into_iter().chain(parts.texts).chain(parts.pages) {
            if offers.len() < OFFERS && !offer.is_empty() && !offers.contains(&offer) {
                offers.push(offer);
            }
        }
        Self {
            manner: manner(&parsed),
            from: parsed.from().and_then(Address::first).and_then(|a| a.address()).map(lower),
            id: parsed.message_id().map(ToOwned::to_owned),
            names: names(&parsed),
            offers,
            cut: large.or(deep),
        }
    }

    /// A name for the message: the same if it is delivered twice, by whatever way.
    pub fn key(&self) -> Digest {
        let mut all = self.id.clone().unwrap_or_default().into_bytes();
        for offer in &self.offers {
            all.push(0);
            all.extend(Digest::of(offer).0);
        }
        Digest::of(&all)
    }
}

/// Campaigns as our letters name them: `[pell] report of cycle 3`, `<pell.report-0003-union.9f3c0a12@example.org>`.
fn names(parsed: &mail_parser::Message<'_>) -> Vec<String> {
    let subject = parsed.subject().unwrap_or_default();
    let bracketed = subject.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    let bracketed = bracketed.map(|(name, _)| name.trim().to_owned());
    let answered = [parsed.in_reply_to(), parsed.references()];
    let ids = answered.into_iter().filter_map(HeaderValue::as_text_list).flatten();
    let first = ids.filter_map(|id| id.split_once('.')).map(|(name, _)| name.to_owned());
    let mut names: Vec<String> = Vec::new();
    for name in bracketed.chain(first) {
        if names.len() < NAMES && !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn lower(text: &str) -> String {
    text.trim().to_lowercase()
}

/// Without the line that separates messages in an mbox file.
fn without_mbox_line(raw: &[u8]) -> &[u8] {
    if !raw.starts_with(b"From ") {
        return raw;
    }
    raw.iter().position(|b| *b == b'\n').map_or(raw, |end| &raw[end + 1..])
}

/// True if it begins with headers, and one of them is only a mail's.
fn is_mail(raw: &[u8]) -> bool {
    let top = String::from_utf8_lossy(&raw[..raw.len().min(64 * 1024)]);
    for line in top.lines() {
        let begins =
            |mark: &&str| line.get(..mark.len()).is_some_and(|l| l.eq_ignore_ascii_case(mark));
        if MARKS.iter().any(begins) {
            return true;
        }
        let folded = line.starts_with([' ', '\t']);
        let field = line.split_once(':').is_some_and(|(name, _)| {
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic())
        });
        if !folded && !field {
            return false;
        }
    }
    false
}

/// Why a message is not parsed: what it would cost grows with these.
fn flood(raw: &[u8]) -> Option<&'static str> {
    let (mut headers, mut top, mut types, mut boundaries) = (0, true, 0, 0);
    for line in raw.split(|b| *b == b'\n' || *b == b'\r') {
        top = top && !line.is_empty() || headers == 0;
        headers += usize::from(top);
        boundaries += usize::from(line.starts_with(b"--"));
        types += usize::from(line.windows(12).any(|w| w.eq_ignore_ascii_case(b"content-type")));
    }
    if headers > HEADERS {
        Some("it has too many headers")
    } else if types > TYPES || boundaries > BOUNDARIES {
        Some("it has too many parts")
    } else {
        None
    }
}

/// RFC 3834, and what programs do that are older than it.
fn manner(message: &mail_parser::Message<'_>) -> Manner {
    let value = |name: &str| {
        let mut all = message.headers_raw().filter(|(known, _)| known.eq_ignore_ascii_case(name));
        all.next().map(|(_, value)| value.trim().to_lowercase())
    };
    if value(super::compose::OWN).is_some() {
        return Manner::Own;
    }
    let from = message.from().and_then(Address::first).and_then(|a| a.address()).map(lower);
    let daemon = from
        .is_some_and(|from| from.starts_with("mailer-daemon@") || from.starts_with("postmaster@"));
    let reported = message
        .content_type()
        .is_some_and(|t| t.ctype() == "multipart" && t.subtype() == Some("report"));
    if value("Return-Path").is_some_and(|path| path == "<>") || daemon || reported {
        return Manner::Bounce;
    }
    let precedence = value("Precedence").unwrap_or_default();
    if ["List-Id", "List-Post", "List-Unsubscribe"].into_iter().any(|name| value(name).is_some())
        || precedence == "list"
    {
        return Manner::List;
    }
    let by_program = value("Auto-Submitted").is_some_and(|how| !how.starts_with("no"))
        || ["bulk", "junk"].contains(&precedence.as_str())
        || value("X-Autoreply").is_some()
        || value("X-Autorespond").is_some();
    if by_program { Manner::Automatic } else { Manner::Written }
}

/// What a message is made of.
struct Parts {
    files: Vec<Vec<u8>>,
    texts: Vec<Vec<u8>>,
    pages: Vec<Vec<u8>>,
    deep: bool,
}

impl Parts {
    fn walk(&mut self, message: &mail_parser::Message<'_>, depth: u32) {
        if depth > DEPTH {
            self.deep = true;
            return;
        }
        for part in &message.parts {
            match &part.body {
                PartType::Text(text) => {
                    let undecoded = bytes(message, part).filter(|raw| **raw != *text.as_bytes());
                    let all = [Some(text.as_bytes().to_vec()), undecoded.map(Cow::into_owned)];
                    let into = if is_file(part) { &mut self.files } else { &mut self.texts };
                    into.extend(all.into_iter().flatten());
                }
                PartType::Html(page) => {
                    if is_file(part) {
                        self.files.push(page.as_bytes().to_vec());
                    }
                    self.pages.push(html::text(page).into_bytes());
                }
                PartType::Binary(file) | PartType::InlineBinary(file) => match tnef::files(file) {
                    Some(packed) => self.files.extend(packed),
                    None => self.files.push(file.to_vec()),
                },
                PartType::Message(inner) => self.walk(inner, depth + 1),
                PartType::Multipart(_) => {}
            }
        }
    }
}

fn is_file(part: &MessagePart<'_>) -> bool {
    part.attachment_name().is_some()
        || part.content_disposition().is_some_and(mail_parser::ContentType::is_attachment)
}

/// The bytes of a text before its charset was applied, which its program may have named wrongly.
fn bytes<'a>(
    message: &'a mail_parser::Message<'_>,
    part: &MessagePart<'_>,
) -> Option<Cow<'a, [u8]>> {
    let (from, to) = (part.offset_body as usize, part.offset_end as usize);
    let raw = message.raw_message.get(from..to)?;
    match part.encoding {
        Encoding::None => Some(Cow::Borrowed(raw)),
        Encoding::QuotedPrintable => quoted_printable_decode(raw).map(Cow::Owned),
        Encoding::Base64 => base64_decode(raw).map(Cow::Owned),
    }
}

/// The time in the newest `Received` header: our own server's, if mail is fetched from one.
pub fn received(raw: &[u8]) -> Option<String> {
    let raw = without_mbox_line(raw);
    let beginning = &raw[..raw.len().min(64 * 1024)];
    let parsed = MessageParser::default().parse_headers(beginning)?;
    let first = parsed.header_values(HeaderName::Received).next()?;
    let HeaderValue::Received(received) = first else { return None };
    Some(received.date?.to_rfc3339())
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
