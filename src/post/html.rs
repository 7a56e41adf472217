//! The text of an HTML page, as its reader sees it: enough to find a packet in it.

/// Elements that stand on lines of their own.
const BLOCKS: &[&str] = &[
    "blockquote",
    "br",
    "dd",
    "div",
    "dl",
    "dt",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "table",
    "tr",
    "ul",
];
/// Elements whose content nobody sees.
const UNSEEN: &[&str] = &["head", "script", "style", "title"];
/// Characters with a name; those that mail programs write.
const NAMED: &[(&str, char)] = &[
    ("amp", '&'),
    ("apos", '\''),
    ("bull", '•'),
    ("copy", '©'),
    ("euro", '€'),
    ("gt", '>'),
    ("hellip", '…'),
    ("laquo", '«'),
    ("ldquo", '“'),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("mdash", '—'),
    ("nbsp", '\u{A0}'),
    ("ndash", '–'),
    ("quot", '"'),
    ("raquo", '»'),
    ("rdquo", '”'),
    ("rsquo", '’'),
    ("shy", '\u{AD}'),
    ("zwnj", '\u{200C}'),
    ("Auml", 'Ä'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("auml", 'ä'),
    ("ccedil", 'ç'),
    ("eacute", 'é'),
    ("egrave", 'è'),
    ("agrave", 'à'),
    ("ouml", 'ö'),
    ("szlig", 'ß'),
    ("uuml", 'ü'),
];
/// Letters of the longest entity, `&` and `;` included.
const ENTITY: usize = 12;

struct Reading {
    out: String,
    /// Elements in which line breaks and blanks stand as they are.
    pre: u32,
    /// The element that is passed over.
    unseen: Option<&'static str>,
    /// How much of the page stands behind its last tag, where none is looked for.
    tail: usize,
}

/// The text of a page.
pub(super) fn text(page: &str) -> String {
    let tail = page.rfind('>').map_or(page.len(), |last| page.len() - last - 1);
    let mut reading =
        Reading { out: String::with_capacity(page.len()), pre: 0, unseen: None, tail };
    let mut rest = page;
    while let Some(c) = rest.chars().next() {
        match c {
            '<' => rest = reading.tag(rest),
            '&' => {
                let (c, after) = entity(rest);
                reading.put(c);
                rest = after;
            }
            c => {
                reading.see(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    reading.out
}

impl Reading {
    fn put(&mut self, c: char) {
        if self.unseen.is_none() {
            self.out.push(c);
        }
    }

    /// A character of the page's source: blanks and line breaks there are one blank.
    fn see(&mut self, c: char) {
        match c {
            '\r' => {}
            ' ' | '\n' | '\t' if self.pre == 0 => {
                if !self.out.is_empty() && !self.out.ends_with([' ', '\n']) {
                    self.put(' ');
                }
            }
            c => self.put(c),
        }
    }

    /// A tag or a comment; what follows it.
    fn tag<'a>(&mut self, rest: &'a str) -> &'a str {
        if let Some(comment) = rest.strip_prefix("<!--") {
            return comment.split_once("-->").map_or("", |(_, after)| after);
        }
        let end = if rest.len() > self.tail { rest.find('>') } else { None };
        let Some(end) = end else {
            self.put('<');
            return &rest[1..];
        };
        let (tag, after) = (&rest[1..end], &rest[end + 1..]);
        let closes = tag.starts_with('/');
        let letters = tag.trim_start_matches('/');
        let name: String = letters
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_ascii_lowercase();
        if let Some(unseen) = UNSEEN.iter().find(|unseen| **unseen == name) {
            self.unseen = match (closes, self.unseen) {
                (true, Some(open)) if open == *unseen => None,
                (false, None) => Some(unseen),
                (true | false, open) => open,
            };
            return after;
        }
        if name == "pre" {
            self.pre = if closes { self.pre.saturating_sub(1) } else { self.pre.saturating_add(1) };
        }
        let breaks = name == "br" || !self.out.is_empty() && !self.out.ends_with('\n');
        if BLOCKS.contains(&name.as_str()) && breaks {
            if self.pre == 0 {
                self.out.truncate(self.out.trim_end_matches(' ').len());
            }
            self.put('\n');
        }
        after
    }
}

/// The character that an entity stands for, and what follows it; what is none stands for itself.
fn entity(rest: &str) -> (char, &str) {
    let itself = ('&', &rest[1..]);
    let Some(end) = rest.bytes().take(ENTITY).position(|b| b == b';') else { return itself };
    let (name, after) = (&rest[1..end], &rest[end + 1..]);
    let number = match name.strip_prefix('#') {
        Some(digits) => match digits.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => digits.parse().ok(),
        },
        None => NAMED.iter().find(|(named, _)| *named == name).map(|(_, c)| u32::from(*c)),
    };
    number.and_then(char::from_u32).map_or(itself, |c| (c, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_it_is_seen() {
        for (page, seen) in [
            ("<p>a &lt;b&gt; &amp;c</p><p>d</p>", "a <b> &c\nd\n"),
            ("a\n  b<br>c<br/>d", "a b\nc\nd"),
            ("<pre>a\n  b &#62;= &#x32;0</pre>", "a\n  b >= 20\n"),
            ("<style>x { y }</style><!-- z --><div>a</div>", "a\n"),
            ("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n"),
            ("x &nope; & y &#xFFFFFFFF;", "x &nope; & y &#xFFFFFFFF;"),
            ("1 < 2", "1 < 2"),
            ("&nbsp;&nbsp;a", "\u{A0}\u{A0}a"),
        ] {
            assert_eq!(text(page), seen, "{page}");
        }
    }
}
