//! What word processors put in the place of what was typed, turned back: curly quotation marks,
//! dashes, bullets, spaces that do not break, characters that nobody sees.

/// A text as it was typed, and what had to be turned back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// The text.
    pub text: String,
    /// What was turned back, each once, in words that its author knows.
    pub changes: Vec<&'static str>,
}

/// Columns of a tab in front of a line: enough for the fields of a list item.
const TAB: &str = "    ";

/// How a text in quotes began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quote {
    /// With a plain mark, and so it ends.
    Plain(char),
    /// With a curly one that was turned into this.
    Curly(char),
}

/// Where the text is read.
struct Reader {
    out: Typed,
    quote: Option<Quote>,
    comment: bool,
    /// True up to the first character of a line that is no space.
    leading: bool,
    /// The last character that is no space, in this line.
    before: Option<char>,
}

/// The text as it was typed. Texts in plain quotes and comments keep their dashes and quotation
/// marks; a curly apostrophe within a word may belong to a name and stays.
pub fn typed(text: &str) -> Typed {
    let out = Typed { text: String::with_capacity(text.len()), changes: Vec::new() };
    let mut reader = Reader { out, quote: None, comment: false, leading: true, before: None };
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        reader.take(c, chars.peek().copied());
    }
    reader.out
}

impl Reader {
    fn take(&mut self, c: char, next: Option<char>) {
        match c {
            '\n' | '\r' => {
                self.out.text.push(c);
                (self.comment, self.leading, self.before) = (false, true, None);
                return;
            }
            '\u{FEFF}' => return self.note("a byte order mark"),
            '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{AD}' => {
                return self.note("invisible characters");
            }
            '\t' if self.leading && self.quote.is_none() => {
                self.note("tabs");
                return self.out.text.push_str(TAB);
            }
            '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' => {
                self.note("no-break spaces");
                return self.put(' ');
            }
            _ => {}
        }
        if self.comment {
            return self.out.text.push(c);
        }
        let plain = match self.quote {
            Some(quote) => self.inside(quote, c, next),
            None => self.outside(c, next),
        };
        self.put(plain);
    }

    /// Writes a character that is seen, or a space.
    fn put(&mut self, c: char) {
        self.out.text.push(c);
        if !matches!(c, ' ' | '\t') {
            self.leading = false;
            self.before = Some(c);
        }
    }

    fn note(&mut self, change: &'static str) {
        if !self.out.changes.contains(&change) {
            self.out.changes.push(change);
        }
    }

    /// A character of a text in quotes.
    fn inside(&mut self, quote: Quote, c: char, next: Option<char>) -> char {
        let ends = match quote {
            Quote::Plain(mark) => c == mark,
            Quote::Curly('"') => matches!(c, '“' | '”' | '"'),
            Quote::Curly(_) => matches!(c, '’' | '\'') && next.is_none_or(|c| !c.is_alphanumeric()),
        };
        if !ends {
            return c;
        }
        self.quote = None;
        match quote {
            Quote::Plain(mark) | Quote::Curly(mark) => mark,
        }
    }

    /// A character outside quotes.
    fn outside(&mut self, c: char, next: Option<char>) -> char {
        // Where a text may begin: behind a mark of YAML and its space.
        let spaced =
            self.out.text.ends_with([' ', '\n', '\r', '[', '{']) || self.out.text.is_empty();
        let begins = spaced && self.before.is_none_or(|b| matches!(b, ':' | ',' | '[' | '{' | '-'));
        let blank = next.is_none_or(char::is_whitespace);
        match c {
            '#' if spaced => self.comment = true,
            '"' | '\'' if begins => self.quote = Some(Quote::Plain(c)),
            '“' | '”' | '„' | '‟' if begins => {
                self.note("curly quotation marks");
                self.quote = Some(Quote::Curly('"'));
                return '"';
            }
            '‘' | '‚' if begins => {
                self.note("curly quotation marks");
                self.quote = Some(Quote::Curly('\''));
                return '\'';
            }
            '•' | '·' | '–' | '—' | '−' | '‐' | '‑' if self.leading && blank => {
                self.note(if matches!(c, '•' | '·') { "bullets" } else { "dashes" });
                return '-';
            }
            '–' | '—' | '−' | '‐' | '‑' => {
                let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
                let joins = |c: char| c.is_ascii_alphanumeric();
                let between = next.is_some_and(joins) && self.out.text.ends_with(joins);
                if between || begins && next.is_some_and(word) {
                    self.note("dashes");
                    return '-';
                }
            }
            _ => {}
        }
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_word_processor_made_is_turned_back() {
        let table: &[(&str, &str, &[&str])] = &[
            ("\u{FEFF}a: 1\n", "a: 1\n", &["a byte order mark"]),
            (
                "– go: {to: “Pan\u{A0}Paris”}\n",
                "- go: {to: \"Pan Paris\"}\n",
                &["dashes", "curly quotation marks", "no-break spaces"],
            ),
            (
                "•\u{A0}task–force: [‘a’, ‘b’s’]\n",
                "- task-force: ['a', 'b’s']\n",
                &["bullets", "no-break spaces", "dashes", "curly quotation marks"],
            ),
            ("- go:\n\tto: 3\n", "- go:\n    to: 3\n", &["tabs"]),
            ("a: −3\r\nb: Zo\u{200B}e\n", "a: -3\r\nb: Zoe\n", &["dashes", "invisible characters"]),
        ];
        for (from, to, changes) in table {
            assert_eq!(typed(from), Typed { text: (*to).to_owned(), changes: changes.to_vec() });
        }
    }

    #[test]
    fn what_may_be_meant_stays() {
        for text in [
            "ship: Wyatt’s Star\n",
            "a: \"a “b” – c\" # it’s – “so”\n",
            "a: 'x – y'\nb: Pan – Paris\nc: The “Old” One\n",
            "a: it's # “\nb: 1\t# tab\n",
        ] {
            assert_eq!(typed(text), Typed { text: text.to_owned(), changes: Vec::new() });
        }
    }
}
