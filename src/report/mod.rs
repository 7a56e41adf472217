//! Renders a page as text or Markdown. Pure; knows no game.
//!
//! Whatever a page holds is made harmless here: control and reading-direction characters are
//! spelt out, and no text can make markup.

mod line;
mod markdown;
mod table;
mod text;
mod wrap;

pub use markdown::markdown;
pub use text::{Style, text};

#[cfg(test)]
mod sample;

/// Words from outside as one harmless line: every run of blanks and line feeds is one space.
fn one_line(words: &str) -> String {
    let mut out = String::new();
    for c in crate::base::text::harmless(words).chars() {
        match c {
            ' ' | '\n' if out.ends_with(' ') => {}
            '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
