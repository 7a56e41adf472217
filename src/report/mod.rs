//! Renders a page as text, Markdown or HTML. Pure; knows no game: the rules that a page cites
//! are passed in.
//!
//! Whatever a page holds is made harmless here: control and reading-direction characters are
//! spelt out, and no text can make markup.

use std::borrow::Cow;

use crate::base::text::{harmless, is_treacherous};

mod html;
mod line;
mod markdown;
mod rulebook;
mod table;
mod text;
mod wrap;

pub use html::html;
pub use markdown::markdown;
pub use rulebook::{Rule, Rulebook};
pub use text::{Style, text};

#[cfg(test)]
mod sample;

/// Words from outside as one harmless line: every run of blanks and line feeds is one space.
fn one_line(words: &str) -> Cow<'_, str> {
    let odd = |c| matches!(c, '\t' | '\n') || is_treacherous(c);
    if !words.contains(odd) && !words.contains("  ") {
        return Cow::Borrowed(words);
    }
    let mut out = String::new();
    for c in harmless(words).chars() {
        match c {
            ' ' | '\n' if out.ends_with(' ') => {}
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}
