//! A line of a terminal: runs of characters that look alike.

use anstyle::Style as Ansi;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How a run looks where there is colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    Plain,
    Strong,
    Title,
    Dim,
}

impl Look {
    fn ansi(self) -> Ansi {
        match self {
            Self::Plain => Ansi::new(),
            Self::Strong => Ansi::new().bold(),
            Self::Title => Ansi::new().bold().underline(),
            Self::Dim => Ansi::new().dimmed(),
        }
    }
}

/// A line without its line feed. Width is counted in columns of a terminal (UAX 11).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    runs: Vec<(Look, String)>,
    width: usize,
}

impl Line {
    pub(super) fn of(look: Look, text: &str) -> Self {
        let mut line = Self::default();
        line.push(look, text);
        line
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn push(&mut self, look: Look, text: &str) {
        self.width += text.width();
        match self.runs.last_mut() {
            Some((last, run)) if *last == look => run.push_str(text),
            _ if text.is_empty() => {}
            _ => self.runs.push((look, text.to_owned())),
        }
    }

    pub(super) fn append(&mut self, other: &Self) {
        for (look, text) in &other.runs {
            self.push(*look, text);
        }
    }

    /// Adds a word after a space; the space looks like its neighbours if they look alike.
    pub(super) fn push_word(&mut self, word: &Self) {
        let before = self.runs.last().map(|(look, _)| *look);
        let after = word.runs.first().map(|(look, _)| *look);
        let look = before.filter(|_| before == after).unwrap_or(Look::Plain);
        self.push(look, if self.width > 0 { " " } else { "" });
        self.append(word);
    }

    /// The width of each word.
    pub(super) fn words(&self) -> Vec<usize> {
        let text: String = self.runs.iter().map(|(_, text)| text.as_str()).collect();
        text.split(' ').map(UnicodeWidthStr::width).collect()
    }

    /// The same line in one look.
    pub(super) fn all(&self, look: Look) -> Self {
        let text: String = self.runs.iter().map(|(_, text)| text.as_str()).collect();
        Self::of(look, &text)
    }

    /// Adds spaces up to a width.
    pub(super) fn pad(&mut self, width: usize) {
        self.push(Look::Plain, &" ".repeat(width.saturating_sub(self.width)));
    }

    /// Cuts the line into pieces of at most `width` characters.
    pub(super) fn pieces(&self, width: usize) -> Vec<Self> {
        let mut pieces = vec![Self::default()];
        for (look, text) in &self.runs {
            for c in text.chars() {
                let room = width.saturating_sub(c.width().unwrap_or(0));
                if pieces.last().is_some_and(|piece| piece.width > room) {
                    pieces.push(Self::default());
                }
                if let Some(piece) = pieces.last_mut() {
                    piece.push(*look, c.encode_utf8(&mut [0; 4]));
                }
            }
        }
        pieces
    }

    /// Writes the line without spaces at its end, and a line feed.
    pub(super) fn write(&self, colour: bool, out: &mut String) {
        let start = out.len();
        for (look, text) in &self.runs {
            let ansi = look.ansi();
            if colour && !ansi.is_plain() {
                out.extend([&ansi.to_string(), text, &format!("{ansi:#}")].map(String::as_str));
            } else {
                out.push_str(text);
            }
        }
        let end = out.trim_end_matches(' ').len().max(start);
        out.truncate(end);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_closed_and_blanks_are_cut() {
        let mut line = Line::of(Look::Strong, "é");
        line.pad(4);
        assert_eq!(line.width(), 4);
        let (mut plain, mut coloured) = (String::new(), String::new());
        line.write(false, &mut plain);
        line.write(true, &mut coloured);
        assert_eq!(plain, "é\n");
        assert_eq!(coloured, "\u{1b}[1mé\u{1b}[0m\n");
    }

    #[test]
    fn long_words_are_cut() {
        let widths: Vec<_> =
            Line::of(Look::Dim, "abcdefg").pieces(3).iter().map(Line::width).collect();
        assert_eq!(widths, [3, 3, 1]);
    }
}
