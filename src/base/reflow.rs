//! A YAML text brought into a form that mail does not change: lines that are short enough, without
//! tabs and without blanks at their ends. Lines that are fit already stay as they are.

use std::cmp::Reverse;

use super::Problem;

/// Where a line may go on in the next one; the better ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Behind a comma between brackets.
    Comma,
    /// Behind the colon of a key.
    Colon,
    /// Behind an opening bracket.
    Open,
    /// At a blank between the words of a text.
    Word,
}

/// A place where a line may be broken: what follows this byte goes into the next line.
#[derive(Debug)]
struct Break {
    at: usize,
    rank: Rank,
    depth: usize,
}

/// A line taken apart.
#[derive(Debug, Default)]
struct Line {
    /// Without comment and without blanks at its end; tabs are blanks.
    code: String,
    /// The blanks between code and comment.
    gap: usize,
    comment: Option<String>,
    breaks: Vec<Break>,
    /// Blanks before what was broken off.
    hang: usize,
}

/// What is open where a line begins.
#[derive(Debug, Default)]
struct Scanner {
    /// Brackets.
    depth: usize,
    /// The quotation mark of a text.
    quote: Option<char>,
}

/// The text with LF line ends, no tabs, no blanks at line ends, and no line above so many columns.
///
/// # Errors
/// What cannot be brought into this form, with its line.
pub fn reflow(text: &str, width: usize) -> Result<String, Problem> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut scanner = Scanner::default();
    let mut out = String::with_capacity(text.len());
    for (n, line) in text.lines().enumerate() {
        let made = scanner.line(line).and_then(|line| line.written(width));
        let lines = made.map_err(|p| p.spot(n as u64 + 1, 1))?;
        out.extend(lines.iter().flat_map(|line| [line.as_str(), "\n"]));
    }
    Ok(out)
}

/// The words of all comments, in the order of the text.
///
/// # Errors
/// As [`reflow`].
pub fn comments(text: &str) -> Result<Vec<String>, Problem> {
    let mut scanner = Scanner::default();
    let mut words = Vec::new();
    for line in text.split(['\n', '\r']) {
        let comment = scanner.line(line)?.comment.unwrap_or_default();
        let comment = comment.trim_start_matches('#');
        words.extend(comment.split_whitespace().map(str::to_owned));
    }
    Ok(words)
}

impl Scanner {
    /// Takes a line apart.
    fn line(&mut self, text: &str) -> Result<Line, Problem> {
        let mut line = Line::default();
        let inside = self.depth > 0 || self.quote.is_some();
        let mut fresh = true;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let next = chars.peek().copied();
            if self.quote.is_some() {
                self.quoted(&mut line, c, next)?;
                if c == '\\' && self.quote == Some('"') {
                    line.code.extend(chars.next());
                }
                continue;
            }
            let blank = line.code.is_empty() || line.code.ends_with(' ');
            if c == '#' && blank {
                line.comment =
                    Some(chars.by_ref().fold("#".to_owned(), |all, c| all + &untabbed(c)));
                break;
            }
            if fresh && self.depth == 0 && matches!(c, '|' | '>') {
                return Err(Problem::refused("cannot reformat block text (`|` or `>`)")
                    .hint("write the text in quotes instead"));
            }
            fresh = self.plain(&mut line, c, next, fresh);
        }
        let lead = line.code.len() - line.code.trim_start().len();
        line.hang = if inside { lead } else { lead + dashes(line.code.trim_start()) + 2 };
        let code = line.code.trim_end().len();
        line.gap = line.code.len() - code;
        if code > 0 {
            line.code.truncate(code);
        }
        line.comment = line.comment.map(|comment| comment.trim_end().to_owned());
        Ok(line)
    }

    /// A character of a quoted text.
    fn quoted(&mut self, line: &mut Line, c: char, next: Option<char>) -> Result<(), Problem> {
        if c == '\t' {
            return Err(
                Problem::refused("tab in quoted text").hint("write it as \\t in double quotes")
            );
        }
        let between = c == ' ' && !line.code.ends_with(' ') && next.is_some_and(|c| c != ' ');
        line.code.push(c);
        if between {
            line.mark(Rank::Word, self.depth);
        }
        // Of two single quotation marks in a row the second opens the text again.
        if self.quote == Some(c) {
            self.quote = None;
        }
        Ok(())
    }

    /// A character outside quotes and comments; true if what follows it begins something.
    fn plain(&mut self, line: &mut Line, c: char, next: Option<char>, fresh: bool) -> bool {
        let ends = next.is_none_or(|c| matches!(c, ' ' | '\t'));
        let again = line.code.ends_with(['\'', '"']) && c == '\'';
        line.code.push_str(&untabbed(c));
        match c {
            '"' | '\'' if fresh || again => {
                self.quote = Some(c);
                false
            }
            '[' | '{' if fresh => {
                self.depth += 1;
                line.mark(Rank::Open, self.depth);
                true
            }
            ']' | '}' if self.depth > 0 => {
                self.depth -= 1;
                false
            }
            ',' if self.depth > 0 => {
                line.mark(Rank::Comma, self.depth);
                true
            }
            ':' if ends => {
                line.mark(Rank::Colon, self.depth);
                true
            }
            '-' if fresh && self.depth == 0 && ends => true,
            ' ' | '\t' => {
                if !fresh && next.is_some_and(char::is_alphanumeric) {
                    line.mark(Rank::Word, self.depth);
                }
                fresh
            }
            _ => false,
        }
    }
}

/// A blank for a tab.
fn untabbed(c: char) -> String {
    if c == '\t' { ' '.to_string() } else { c.to_string() }
}

/// The columns that the dashes of list entries take.
fn dashes(code: &str) -> usize {
    let rest = code.trim_start_matches("- ");
    let blanks = rest.len() - rest.trim_start().len();
    if rest.len() == code.len() { 0 } else { code.len() - rest.len() + blanks }
}

impl Line {
    fn mark(&mut self, rank: Rank, depth: usize) {
        self.breaks.push(Break { at: self.code.len(), rank, depth });
    }

    /// The lines in its place.
    fn written(mut self, width: usize) -> Result<Vec<String>, Problem> {
        let Some(comment) = self.comment.take() else { return self.broken(width) };
        if self.code.trim().is_empty() {
            return wrapped(&self.code, &comment, width);
        }
        for gap in [self.gap, 1] {
            let line = format!("{}{:gap$}{comment}", self.code, "");
            if columns(&line) <= width {
                return Ok(vec![line]);
            }
        }
        let lead = self.code.len() - self.code.trim_start().len();
        let mut lines = wrapped(&self.code[..lead], &comment, width)?;
        lines.extend(self.broken(width)?);
        Ok(lines)
    }

    /// The code in lines that are short enough.
    fn broken(&self, width: usize) -> Result<Vec<String>, Problem> {
        let mut lines = Vec::new();
        let mut begin = 0;
        let mut lead = String::new();
        loop {
            let line = |end: usize| {
                let part = &self.code[begin..end];
                let part = if begin > 0 { part.trim_start() } else { part };
                format!("{lead}{}", part.trim_end())
            };
            let whole = line(self.code.len());
            if columns(&whole) <= width {
                lines.push(whole);
                return Ok(lines);
            }
            let fits = |b: &&Break| {
                let rest = !self.code[b.at..].trim().is_empty();
                b.at > begin && rest && columns(&line(b.at)) <= width
            };
            let worth =
                |b: &&Break| (b.rank, columns(&line(b.at)) < width / 2, b.depth, Reverse(b.at));
            let best =
                self.breaks.iter().filter(fits).min_by_key(worth).ok_or_else(|| {
                    Problem::refused(format!("cannot be wrapped to {width} columns"))
                })?;
            lines.push(line(best.at));
            begin = best.at;
            lead = " ".repeat(self.hang);
        }
    }
}

/// A comment in lines that are short enough, each behind the same mark.
fn wrapped(lead: &str, comment: &str, width: usize) -> Result<Vec<String>, Problem> {
    let whole = format!("{lead}{comment}");
    if columns(&whole) <= width {
        return Ok(vec![whole]);
    }
    let mark = comment.trim_start_matches('#').trim_start_matches(' ');
    let mark = format!("{lead}{}", &comment[..comment.len() - mark.len()]);
    let mut lines: Vec<String> = Vec::new();
    for word in comment[mark.len() - lead.len()..].split_whitespace() {
        match lines.last_mut() {
            Some(last) if columns(last) + columns(word) < width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(format!("{mark}{word}")),
        }
    }
    if lines.iter().any(|line| columns(line) > width) {
        return Err(Problem::refused(format!(
            "a word in this comment is longer than {width} columns"
        )));
    }
    Ok(lines)
}

fn columns(line: &str) -> usize {
    line.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(text: &str) -> String {
        reflow(text, 30).unwrap()
    }

    #[test]
    fn fit_lines_stay_as_they_are() {
        let text = "a:   1   # why\n\n- [b,c]\n- 'it''s'\n- Wyatt's # no quote\n";
        assert_eq!(made(text), text);
    }

    #[test]
    fn ends_tabs_and_blanks_go() {
        assert_eq!(
            made("\u{FEFF}a:\t1 \r\nb: 2\t# why\t\r\n   \r\nc: 3"),
            "a: 1\nb: 2 # why\n\nc: 3\n"
        );
    }

    #[test]
    fn brackets_are_broken_behind_commas() {
        assert_eq!(
            made("- move: {ship: Norway, path: [1, 2, 3, 4, 5, 6, 7]}\n"),
            "- move: {ship: Norway,\n    path: [1, 2, 3, 4, 5, 6,\n    7]}\n"
        );
    }

    #[test]
    fn a_comment_that_does_not_fit_stands_above_its_line() {
        assert_eq!(
            made("  - go: {to: 3}  # the long way round, by the sea\n"),
            "  # the long way round, by the\n  # sea\n  - go: {to: 3}\n"
        );
        assert_eq!(comments("a: \"#x\" # b\n#c d\n").unwrap(), ["b", "c", "d"]);
    }

    #[test]
    fn what_cannot_be_broken_is_named() {
        let problem = reflow(&format!("a: 1\n# {}\n", "x".repeat(40)), 30).unwrap_err();
        assert_eq!(problem.place.as_deref(), Some("line 2, column 1"));
        assert!(reflow("a: |\n  text\n", 30).is_err());
        assert!(reflow("a: \"b\tc\"\n", 30).is_err());
    }
}
