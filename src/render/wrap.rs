//! Running text broken into lines.

use super::line::{Line, Look};
use super::one_line;
use crate::page::{Span, Text};

/// Breaks running text into lines of at most `width` characters; at least one line.
pub(super) fn wrap(text: &Text, width: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    for word in words(text).iter().flat_map(|word| word.pieces(width)) {
        if line.width() > 0 && line.width() + 1 + word.width() > width {
            lines.push(std::mem::take(&mut line));
        }
        line.push_word(&word);
    }
    lines.push(line);
    lines
}

/// The text on one line, however long.
pub(super) fn flat(text: &Text) -> Line {
    wrap(text, usize::MAX / 2).swap_remove(0)
}

/// A word may go through several spans: there is a break only where there is a space.
fn words(text: &Text) -> Vec<Line> {
    let mut words = vec![Line::default()];
    for (look, shown) in text.0.iter().map(shown) {
        for (n, part) in shown.split(' ').enumerate() {
            if n > 0 {
                words.push(Line::default());
            }
            if let Some(word) = words.last_mut() {
                word.push(look, part);
            }
        }
    }
    words.retain(|word| word.width() > 0);
    words
}

fn shown(span: &Span) -> (Look, String) {
    let text = one_line(span.content()).into_owned();
    match span {
        Span::Plain(_) => (Look::Plain, text),
        Span::Strong(_) => (Look::Strong, text),
        Span::Code(_) => (Look::Plain, format!("`{text}`")),
        Span::Rule(_) => (Look::Dim, format!("[{text}]")),
        Span::Draw(_) => (Look::Dim, format!("(draw {text})")),
        Span::Link { to, .. } => (Look::Plain, format!("{text} ({})", one_line(to))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: impl Into<Text>, width: usize) -> Vec<String> {
        let plain = |line: &Line| {
            let mut out = String::new();
            line.write(false, &mut out);
            out.trim_end().to_owned()
        };
        wrap(&text.into(), width).iter().map(plain).collect()
    }

    #[test]
    fn words_stay_whole_across_spans() {
        let text = Text::plain("the ").strong("Norway").and(", a carrier").rule("cw26");
        assert_eq!(lines(text, 12), ["the Norway,", "a carrier", "[cw26]"]);
    }

    #[test]
    fn what_is_too_long_is_cut_and_what_is_empty_is_one_line() {
        assert_eq!(lines("ab cdefghij k", 4), ["ab", "cdef", "ghij", "k"]);
        assert_eq!(lines("", 4), [""]);
        assert_eq!(lines("a\u{1b}[2J\nb", 40), ["a\\u{1b}[2J b"]);
    }
}
