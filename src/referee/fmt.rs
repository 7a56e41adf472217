//! An order file brought into the form that mail does not change, without changing what it says.

use serde_json::Value;

use super::player::fit_for_mail;
use crate::base::{Problem, reflow, yaml};
use crate::engine::{Header, one_line};
use crate::games;

/// The order file in lines that mail neither breaks nor changes. One that is fit stays as it is.
///
/// # Errors
/// If it is not an order file, or formatting would change its meaning.
pub fn formatted(bytes: &[u8]) -> Result<String, Problem> {
    if fit_for_mail(bytes).is_ok() && bytes.ends_with(b"\n") {
        Header::read(bytes)?;
        return Ok(String::from_utf8(bytes.to_vec()).expect("what is fit is UTF-8"));
    }
    if bytes.len() > yaml::MAIL_LIMIT {
        return Err(Problem::refused("the file is too large for an order file"));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Problem::refused("the file is not UTF-8").hint("save the file as UTF-8"))?;
    let before = said(text)?;
    let made = reflow::reflow(text, one_line::WIDTH)?;
    fit_for_mail(made.as_bytes())?;
    Header::read(made.as_bytes())?;
    let after = said(&made).ok();
    if after.as_ref() != Some(&before) {
        return Err(Problem::refused("formatting would change what the file means")
            .hint("wrap long lines and remove tabs and trailing spaces by hand"));
    }
    Ok(made)
}

/// What a file says: all of it as plain data, the words of its comments, and its fields and orders
/// as each game on the shelf reads them.
type Said = (Value, Vec<String>, Vec<Option<String>>);

fn said(text: &str) -> Result<Said, Problem> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let games = games::ALL.iter().map(|game| game.reads(text)).collect();
    Ok((yaml::read_unguarded(text)?, reflow::comments(text)?, games))
}
