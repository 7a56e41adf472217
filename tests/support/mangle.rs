//! What mail programs and servers do to text on its way, one function each. All of it leaves a
//! signed or sealed packet such that it must be accepted, under the same id.
//!
//! Shared by unit and integration tests, each of which uses a part of it.
#![allow(dead_code, unreachable_pub, reason = "included by path from several test crates")]

/// A name and what it does to a whole packet.
pub type Mangling = (&'static str, fn(&str) -> String);

/// All manglings.
pub const MANGLINGS: &[Mangling] = &[
    ("crlf", crlf),
    ("lone carriage returns", lone_cr),
    ("trailing blanks added", trailing_blanks),
    ("quoted", quoted),
    ("quoted without a space", quoted_tightly),
    ("quoted twice", quoted_twice),
    ("quoted, blanks stripped", quoted_stripped),
    ("indented", indented),
    ("tab before each line", tabbed),
    ("chatter around", chatter),
    ("report above", report_above),
    ("mbox From lines", mbox),
    ("non-breaking spaces", nbsp),
    ("space-stuffed", stuffed),
    ("flowed", flowed),
    ("quoted-printable", quoted_printable),
    ("quoted-printable, crlf", quoted_printable_crlf),
    ("byte order mark", marked),
    ("blank lines around the block", blank_lines),
    ("blank lines below", blank_below),
    ("double spaced", double_spaced),
    ("dash-escaped", dash_escaped),
    ("final line feed lost", unended),
    ("quoted reply with crlf and chatter", reply),
    ("forwarded, indented, footer, trailing blanks", forwarded),
];

fn lines(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

pub fn crlf(text: &str) -> String {
    text.replace('\n', "\r\n")
}

pub fn lone_cr(text: &str) -> String {
    text.replace('\n', "\r")
}

pub fn trailing_blanks(text: &str) -> String {
    lines(text, |line| format!("{line}  "))
}

pub fn quoted(text: &str) -> String {
    lines(text, |line| format!("> {line}"))
}

pub fn quoted_tightly(text: &str) -> String {
    lines(text, |line| format!(">{line}"))
}

pub fn quoted_twice(text: &str) -> String {
    quoted(&quoted(text))
}

pub fn quoted_stripped(text: &str) -> String {
    lines(text, |line| format!("> {line}").trim_end().to_owned())
}

pub fn indented(text: &str) -> String {
    lines(text, |line| format!("    {line}"))
}

pub fn tabbed(text: &str) -> String {
    lines(text, |line| format!("\t{line}"))
}

pub fn chatter(text: &str) -> String {
    format!("Hello Karl,\n\nmy orders: hope it works.\n\n{text}\n-- \nAnna\n+49 30 123\n")
}

pub fn report_above(text: &str) -> String {
    let report = "REPORT\n\ncampaign: pell-1\ncycle: 6\n\n  fleet  Norway - arrived\n".repeat(80);
    format!("{report}\n{text}")
}

pub fn mbox(text: &str) -> String {
    lines(text, |line| {
        let from = line.trim_start_matches('>').starts_with("From ");
        if from { format!(">{line}") } else { line.to_owned() }
    })
}

/// As a web mailer keeps indentation and double spaces.
pub fn nbsp(text: &str) -> String {
    text.replace("  ", " \u{A0}").replace("\n ", "\n\u{A0}")
}

pub fn stuffed(text: &str) -> String {
    lines(text, |line| {
        let stuff = [" ", ">", "From "].iter().any(|p| line.starts_with(p));
        if stuff { format!(" {line}") } else { line.to_owned() }
    })
}

/// format=flowed at 50 columns: broken behind a space, then stuffed.
pub fn flowed(text: &str) -> String {
    let broken = lines(text, |line| {
        let mut rest = line;
        let mut out = String::new();
        while rest.chars().count() > 50 && !rest.starts_with('-') {
            let near = rest.char_indices().nth(50).map_or(rest.len(), |(at, _)| at);
            let Some(at) = rest[..near].rfind(' ').filter(|at| !rest[..*at].trim().is_empty())
            else {
                break;
            };
            // A continuation that began with a space would be stuffed, and reads otherwise.
            if rest[at + 1..].starts_with([' ', '>']) || rest[at + 1..].starts_with("From ") {
                break;
            }
            out.push_str(&rest[..=at]);
            out.push('\n');
            rest = &rest[at + 1..];
        }
        out + rest
    });
    stuffed(&broken)
}

/// Quoted-printable with narrow soft breaks; escapes `=`, what is not ASCII, and final spaces.
pub fn quoted_printable(text: &str) -> String {
    lines(text, |line| {
        let mut out = String::new();
        let mut column = 0;
        let last = line.len().saturating_sub(1);
        for (at, byte) in line.bytes().enumerate() {
            let plain = matches!(byte, b'!'..=b'~') && byte != b'=' || byte == b' ' && at < last;
            let piece = if plain { char::from(byte).to_string() } else { format!("={byte:02X}") };
            if column + piece.len() > 60 && !line.starts_with("-----") {
                out.push_str("=\n");
                column = 0;
            }
            column += piece.len();
            out.push_str(&piece);
        }
        out
    })
}

pub fn quoted_printable_crlf(text: &str) -> String {
    crlf(&quoted_printable(text))
}

pub fn marked(text: &str) -> String {
    format!("\u{FEFF}{text}")
}

pub fn blank_lines(text: &str) -> String {
    format!("\n\n{}\n\n", text.replace("-----BEGIN", "\n\n-----BEGIN"))
}

pub fn blank_below(text: &str) -> String {
    format!("{text}\n\n\n")
}

pub fn double_spaced(text: &str) -> String {
    lines(text, |line| format!("{line}\n"))
}

pub fn dash_escaped(text: &str) -> String {
    lines(text, |line| if line.starts_with('-') { format!("- {line}") } else { line.to_owned() })
}

pub fn unended(text: &str) -> String {
    text.replace("\n-----BEGIN", "-----BEGIN").trim_end().to_owned()
}

pub fn reply(text: &str) -> String {
    crlf(&format!("Karl wrote:\n{}\nSorry, here it is again.\n", quoted(text)))
}

pub fn forwarded(text: &str) -> String {
    trailing_blanks(&chatter(&indented(text)))
}

/// Changes the last digit of the signed text, or of the base64 of a sealed one.
pub fn altered(text: &str) -> String {
    let end = text.find("-----BEGIN SSH").unwrap_or(text.len());
    let at = text[..end].rfind(|c: char| c.is_ascii_digit()).expect("there is a digit");
    let other = if text.as_bytes()[at] == b'9' { '8' } else { '9' };
    format!("{}{other}{}", &text[..at], &text[at + 1..])
}
