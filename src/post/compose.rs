//! A letter composed as a message: text and HTML, attachments in base64, lines that any server takes.

use base64::Engine as _;
use lettre::Address;
use lettre::message::header::{
    ContentDisposition, ContentTransferEncoding, ContentType, Date, Header, HeaderName, HeaderValue,
};
use lettre::message::{Body, Mailbox, Message, MultiPart, SinglePart};

use crate::base::{Digest, Problem, Time};

/// The header by which we know our own mail.
pub(super) const OWN: &str = "X-Adjutant";

/// A file that goes with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What stands below a letter's text, as text and as a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// As text.
    pub text: String,
    /// As a page of its own.
    pub html: String,
}

/// A letter on its way to one reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Its name, of letters, digits, `-`, `.` and `_`: the same letter has the same, and so has its
    /// Message-ID.
    pub name: String,
    /// The post's address, and who is behind it.
    pub from: (String, Option<String>),
    /// The reader's address.
    pub to: String,
    /// Where an answer goes, if not to the post.
    pub reply_to: Option<String>,
    /// The campaign's name, and what no other campaign has: its mails are one thread.
    pub campaign: (String, String),
    /// What it is about, in a line that everybody may read.
    pub subject: String,
    /// The text, which everybody may read.
    pub text: String,
    /// What its reader asked to be shown below it.
    pub shown: Option<Shown>,
    /// What goes with it.
    pub attached: Vec<Attached>,
    /// When it was written.
    pub date: Time,
}

impl Outgoing {
    /// The message, with CRLF line ends and no line longer than servers take.
    ///
    /// # Errors
    /// If an address is none.
    pub fn message(&self) -> Result<Vec<u8>, Problem> {
        let boundary = |part: &str| {
            let digest = Digest::of(format!("{} {part}", self.name).as_bytes());
            format!("adjutant-{}", &digest.to_string()[..32])
        };
        let words = MultiPart::alternative()
            .boundary(boundary("words"))
            .singlepart(text(ContentType::TEXT_PLAIN, self.words()))
            .singlepart(text(ContentType::TEXT_HTML, self.page()));
        let mut whole = MultiPart::mixed().boundary(boundary("whole")).multipart(words);
        for file in &self.attached {
            whole = whole.singlepart(attachment(file));
        }
        let name = one_line(&self.campaign.0);
        let (own, thread) = (self.id(&self.name)?, self.id("campaign")?);
        let host = self.host()?;
        let date = Date::parse(&self.date.in_mail())
            .map_err(|_| Problem::failed("mail cannot express this time"))?;
        let mut message = Message::builder();
        if let Some(reply_to) = &self.reply_to {
            message = message.reply_to(mailbox(reply_to, None)?);
        }
        let message = message
            .from(mailbox(&self.from.0, self.from.1.as_deref())?)
            .to(mailbox(&self.to, None)?)
            .subject(one_line(&self.subject))
            .header(date)
            .message_id(Some(own))
            .in_reply_to(thread.clone())
            .references(thread)
            // RFC 3834: no program answers this.
            .raw_header(header("Auto-Submitted", "auto-generated"))
            .raw_header(header("X-Auto-Response-Suppress", "All"))
            // RFC 2919: mail programs sort by it.
            .raw_header(header("List-Id", &format!("{name} <{}.{host}>", self.campaign.1)))
            .raw_header(header(OWN, &self.campaign.1))
            .multipart(whole)
            .map_err(|e| Problem::failed(format!("the mail cannot be composed: {e}")))?;
        Ok(message.formatted())
    }

    fn words(&self) -> String {
        match &self.shown {
            Some(shown) => format!("{}\n{}", self.text, shown.text),
            None => self.text.clone(),
        }
    }

    /// The words as a page, or above what is shown below them.
    fn page(&self) -> String {
        let Some(Shown { html, .. }) = &self.shown else { return page(&paragraphs(&self.text)) };
        let body = html.find("<body").and_then(|at| Some(at + html[at..].find('>')? + 1));
        let (head, rest) = html.split_at(body.unwrap_or_default());
        format!("{head}\n{}{rest}", paragraphs(&self.text))
    }

    /// The Message-ID: without chance, so that a mail that comes twice is known for one.
    fn id(&self, name: &str) -> Result<String, Problem> {
        Ok(format!("<{name}.{}@{}>", self.campaign.1, self.host()?))
    }

    fn host(&self) -> Result<String, Problem> {
        Ok(address(&self.from.0)?.domain().to_owned())
    }
}

/// A message of ours with another reader's address.
///
/// # Errors
/// If the address is none, or the message has none.
pub fn readdressed(message: &[u8], to: &str) -> Result<Vec<u8>, Problem> {
    let to = address(to)?;
    let head = message.windows(4).position(|end| end == b"\r\n\r\n").unwrap_or(message.len());
    let from = (0..head).find(|at| {
        let begins = *at == 0 || message[..*at].ends_with(b"\r\n");
        begins && message[*at..head].starts_with(b"To: ")
    });
    let from = from.ok_or_else(|| Problem::refused("this is not a mail of ours"))?;
    let end = (from..head)
        .find(|at| message[*at..].starts_with(b"\r\n") && !message[at + 2..].starts_with(b" "));
    let rest = &message[end.unwrap_or(head)..];
    Ok([&message[..from], format!("To: {to}").as_bytes(), rest].concat())
}

/// An address that can be written to.
///
/// # Errors
/// If it is none.
pub fn address(text: &str) -> Result<Address, Problem> {
    text.trim().parse().map_err(|_| {
        Problem::refused("this is not a mail address").hint("write it as name@example.org")
    })
}

fn mailbox(text: &str, name: Option<&str>) -> Result<Mailbox, Problem> {
    Ok(Mailbox::new(name.map(one_line), address(text)?))
}

/// Words that cannot begin another header.
fn one_line(words: &str) -> String {
    words.split(|c: char| c.is_control()).collect::<Vec<_>>().join(" ")
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), one_line(value))
}

/// A text in quoted-printable: it may be read as it is, and survives whatever a server does to blanks
/// and long lines.
fn text(kind: ContentType, words: String) -> SinglePart {
    let encoding = ContentTransferEncoding::QuotedPrintable;
    let body = Body::new_with_encoding(words, encoding).expect("quoted-printable writes any text");
    SinglePart::builder().header(kind).body(body)
}

/// A file in base64: one of text would else go out with its own line ends, which servers refuse or
/// rewrite.
fn attachment(file: &Attached) -> SinglePart {
    let code = base64::prelude::BASE64_STANDARD.encode(&file.bytes);
    let lines: Vec<&str> = code
        .as_bytes()
        .chunks(76)
        .map(|line| std::str::from_utf8(line).expect("base64 is ASCII"))
        .collect();
    let body = Body::dangerous_pre_encoded(
        lines.join("\r\n").into_bytes(),
        ContentTransferEncoding::Base64,
    );
    let kind = ContentType::parse("application/octet-stream").expect("a known type");
    let name: String = file.name.chars().filter(|c| !c.is_control() && *c != '"').collect();
    SinglePart::builder().header(ContentDisposition::attachment(&name)).header(kind).body(body)
}

/// A page of what is in it.
fn page(body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body>\n{body}</body></html>\n"
    )
}

/// The same words in HTML: paragraphs and line breaks, nothing else.
fn paragraphs(words: &str) -> String {
    let escaped = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let paragraphs: Vec<String> = escaped
        .trim()
        .split("\n\n")
        .map(|paragraph| format!("<p>{}</p>\n", paragraph.trim().replace('\n', "<br>\n")))
        .collect();
    paragraphs.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::post::{Manner, Message as Read};

    fn letter() -> Outgoing {
        Outgoing {
            reply_to: None,
            name: "pell.report-0003-union".into(),
            from: ("post@example.org".into(), Some("Pell – the moderator".into())),
            to: "anna@example.net".into(),
            campaign: ("pell".into(), "9f3c0a12".into()),
            subject: "[pell] report of cycle 3\r\nBcc: all@example.com".into(),
            text: format!("Zwölf Schiffe <&>.\n\n{} \n.\nFrom here\n", "long ".repeat(300)),
            shown: None,
            attached: vec![Attached {
                name: "report-0003-union.age".into(),
                bytes: (0..3000u32).map(|n| u8::try_from(n % 251).unwrap()).collect(),
            }],
            date: "2026-07-01T18:00:00Z".parse().unwrap(),
        }
    }

    #[test]
    fn a_message_is_what_every_server_takes_and_every_program_reads() {
        let letter = letter();
        let bytes = letter.message().unwrap();
        assert_eq!(bytes, letter.message().unwrap(), "the same letter, the same bytes");
        let text = String::from_utf8(bytes.clone()).unwrap();
        assert!(text.is_ascii());
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
        assert_eq!(text.matches('\r').count(), text.matches("\r\n").count());
        assert!(text.split("\r\n").all(|line| line.len() <= 78), "{text}");
        assert!(!text.contains("\r\nBcc:"), "a subject makes no headers");
        for line in [
            "Date: Wed, 01 Jul 2026 18:00:00 +0000\r\n",
            "Message-ID: <pell.report-0003-union.9f3c0a12@example.org>\r\n",
            "References: <campaign.9f3c0a12@example.org>\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "List-Id: pell <9f3c0a12.example.org>\r\n",
            "To: anna@example.net\r\n",
        ] {
            assert!(text.contains(line), "{line}{text}");
        }
        let read = Read::read(&bytes);
        assert_eq!(read.manner, Manner::Own);
        assert_eq!(read.offers[0], letter.attached[0].bytes);
        let words = String::from_utf8(read.offers[1].clone()).unwrap().replace("\r\n", "\n");
        assert_eq!(words.trim_end(), letter.text.trim_end());
        let page = String::from_utf8(read.offers.last().unwrap().clone()).unwrap();
        assert!(page.contains("Zwölf Schiffe <&>."), "{page}");
    }

    #[test]
    fn what_is_shown_stands_below_the_words() {
        let html =
            "<!DOCTYPE html>\n<html><body class=\"x\"><h1>Cycle 3</h1></body></html>\n".into();
        let shown = Some(Shown { text: "Cycle 3\n".into(), html });
        let letter =
            Outgoing { text: "Here <it> is.\n".into(), shown, attached: Vec::new(), ..letter() };
        let read = Read::read(&letter.message().unwrap());
        let all: Vec<String> =
            read.offers.iter().map(|o| String::from_utf8_lossy(o).replace("\r\n", "\n")).collect();
        assert!(all.iter().any(|text| text.contains("Here <it> is.\n\nCycle 3")), "{all:?}");
        let whole = "<body class=\"x\">\n<p>Here &lt;it&gt; is.</p>\n<h1>Cycle 3</h1>";
        assert!(letter.page().contains(whole), "{}", letter.page());
    }

    #[test]
    fn a_message_gets_another_address_and_nothing_else_changes() {
        let other = Outgoing { to: "ben@example.com".into(), ..letter() };
        let made = readdressed(&letter().message().unwrap(), &other.to).unwrap();
        assert_eq!(String::from_utf8(made), String::from_utf8(other.message().unwrap()));
        assert!(readdressed(b"From: x\r\n\r\nTo: y\r\n", "a@b.example").is_err());
        assert!(readdressed(&letter().message().unwrap(), "ben").is_err());
    }

    #[test]
    fn what_is_no_address_is_said_to_be_none() {
        for bad in ["", "anna", "a@b\nBcc: c@d", "a b@c", "<a@b>"] {
            let letter = Outgoing { to: bad.into(), ..letter() };
            assert_eq!(letter.message().unwrap_err().what, "this is not a mail address", "{bad}");
        }
    }
}
