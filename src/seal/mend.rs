//! What mail does to text, undone: one function each.

use super::armor;

/// A name and what it does to a whole text, signature block included.
pub(super) type Repair = (&'static str, fn(&str) -> String);

/// Repairs that leave a text alone in which they find nothing to mend, in the order in which they
/// are applied one upon the other.
pub(super) const REPAIRS: &[Repair] = &[
    ("byte order mark", unmark),
    ("line ends", line_feeds),
    ("quoted-printable", unescape),
    ("non-breaking spaces", plain_spaces),
    ("dash escapes", undash),
    ("quote marks", unquote),
    ("indentation", dedent),
    ("soft line breaks", join_soft),
    ("trailing blanks", strip),
    ("text around the file", cut),
    ("From lines", unfrom),
    ("double spacing", single_space),
    ("blank lines", one_last_feed),
];

/// Repairs of what leaves no trace; each is tried alone, after those above.
pub(super) const GUESSES: &[Repair] = &[
    ("space-stuffing", unstuff),
    ("no final line feed", no_last_feed),
    ("comment above the file", cut_comment),
    ("deleted soft breaks", join_deleted),
    ("carriage returns", carriage_returns),
];

/// The text before the signature block.
pub(super) fn body(text: &str) -> Option<&str> {
    Some(&text[..marker(text)?])
}

fn marker(text: &str) -> Option<usize> {
    text.find(&armor::begin(armor::SSHSIG))
}

/// What mail put before the signature block in its own line; it stands before all the others too.
fn prefix(text: &str) -> &str {
    let before = body(text).unwrap_or_default();
    &before[before.rfind('\n').map_or(0, |at| at + 1)..]
}

fn each_line(text: &str, mend: impl Fn(&str) -> &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.split('\n').enumerate() {
        if n > 0 {
            out.push('\n');
        }
        out.push_str(mend(line));
    }
    out
}

fn unmark(text: &str) -> String {
    text.replace('\u{FEFF}', "")
}

fn line_feeds(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Undoes quoted-printable (RFC 2045): soft breaks and escaped bytes.
fn unescape(text: &str) -> String {
    let (body, block) = text.split_at(marker(text).unwrap_or(text.len()));
    let body = body.replace("=\n", "");
    let mut out = Vec::with_capacity(text.len());
    let mut rest = body.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| *first == b'=').and_then(|d| hex::decode(d).ok());
        out.push(escaped.as_ref().map_or(*first, |byte| byte[0]));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&out).into_owned() + block
}

fn plain_spaces(text: &str) -> String {
    text.replace('\u{A0}', " ")
}

/// Undoes the dash escapes of a clear-signed mail (RFC 9580, section 7.2).
fn undash(text: &str) -> String {
    if !prefix(text).ends_with("- ") {
        return text.to_owned();
    }
    each_line(text, |line| line.strip_prefix("- ").unwrap_or(line))
}

/// Removes as many quote marks as there are before the signature block.
fn unquote(text: &str) -> String {
    let prefix = prefix(text);
    let level = prefix.matches('>').count();
    if level == 0 || !prefix.trim_matches([' ', '>']).is_empty() {
        return text.to_owned();
    }
    let spaced = prefix.ends_with(' ');
    each_line(text, |line| {
        let mut rest = line;
        for _ in 0..level {
            let Some(inner) = rest.trim_start_matches(' ').strip_prefix('>') else { break };
            rest = inner.strip_prefix(' ').filter(|_| spaced).unwrap_or(inner);
        }
        rest
    })
}

/// Takes off the indentation of the signature block.
fn dedent(text: &str) -> String {
    let prefix = prefix(text);
    if prefix.is_empty() || !prefix.trim().is_empty() {
        return text.to_owned();
    }
    each_line(text, |line| {
        let blanks = line.len() - line.trim_start_matches([' ', '\t']).len();
        line.strip_prefix(prefix).unwrap_or(&line[blanks.min(prefix.len())..])
    })
}

/// Joins lines that end in a space with the next one (format=flowed, RFC 3676).
fn join_soft(text: &str) -> String {
    text.replace(" \n", " ")
}

/// The same where the space was added for the break (DelSp=yes).
fn join_deleted(text: &str) -> String {
    text.replace(" \n", "")
}

fn strip(text: &str) -> String {
    each_line(text, str::trim_end)
}

/// Drops the text before the file: a greeting, or a whole report. The file begins with its
/// `adjutant:` or, if it has none, its `campaign:` line, and with comments directly above that.
fn cut(text: &str) -> String {
    let Some(mut start) = header(text) else { return text.to_owned() };
    while let Some(above) = text[..start].strip_suffix('\n') {
        let line = above.rfind('\n').map_or(0, |at| at + 1);
        if !text[line..].starts_with('#') {
            break;
        }
        start = line;
    }
    text[start..].to_owned()
}

/// The same without the comments.
fn cut_comment(text: &str) -> String {
    header(text).map_or_else(|| text.to_owned(), |start| text[start..].to_owned())
}

fn header(text: &str) -> Option<usize> {
    let before = body(text)?;
    ["adjutant:", "campaign:"].iter().find_map(|key| {
        let at = before.rfind(&format!("\n{key}")).map(|at| at + 1);
        at.or_else(|| before.starts_with(key).then_some(0))
    })
}

/// Undoes what mbox files do to lines that begin with `From `.
fn unfrom(text: &str) -> String {
    each_line(text, |line| {
        let stuffed = line.trim_start_matches('>').starts_with("From ");
        line.strip_prefix('>').filter(|_| stuffed).unwrap_or(line)
    })
}

/// Drops every second line of the file if all of those are empty.
fn single_space(text: &str) -> String {
    let (body, block) = text.split_at(marker(text).unwrap_or(text.len()));
    let body = body.trim_end();
    let mut between = body.split('\n').skip(1).step_by(2).peekable();
    if between.peek().is_none() || between.any(|line| !line.trim().is_empty()) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for line in body.split('\n').step_by(2) {
        out.push_str(line);
        out.push('\n');
    }
    out + block
}

/// Drops empty lines above and below the file, and ends it with one line feed.
fn one_last_feed(text: &str) -> String {
    let (body, block) = text.split_at(marker(text).unwrap_or(text.len()));
    body.trim_matches('\n').to_owned() + "\n" + block
}

fn no_last_feed(text: &str) -> String {
    let (body, block) = text.split_at(marker(text).unwrap_or(text.len()));
    body.trim_end_matches('\n').to_owned() + block
}

/// Takes out one space before each line that begins with one (RFC 3676, section 4.4).
fn unstuff(text: &str) -> String {
    each_line(text, |line| line.strip_prefix(' ').unwrap_or(line))
}

/// For a file signed with CRLF whose mail made LF of them: it verifies, and its reader can say
/// what is wrong with it.
fn carriage_returns(text: &str) -> String {
    text.replace('\n', "\r\n")
}
