//! An order file brought into the form that mail does not change, without changing what it says.

use serde_json::Value;

use super::own_orders::fit_for_mail;
use crate::base::typography::typed;
use crate::base::{Problem, reflow, yaml};
use crate::engine::orders::one_line;
use crate::engine::{GameKind, Header, Shelf, Written};
use crate::seal::mistaken::{self, Wanted};

/// An order file in form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formatted {
    /// Lines that mail neither breaks nor changes.
    pub text: String,
    /// What was changed, in words that the author knows; none if it was in form.
    pub changes: Vec<&'static str>,
}

/// The order file in lines that mail neither breaks nor changes. One that is fit stays as it is.
///
/// # Errors
/// If it is not an order file, or formatting would change its meaning.
pub fn formatted(bytes: &[u8], shelf: Shelf) -> Result<String, Problem> {
    in_form(bytes, shelf).map(|formatted| formatted.text)
}

/// The same with what was changed: the form of the text, and what a word processor had made of it.
///
/// # Errors
/// As [`formatted`].
pub fn in_form(bytes: &[u8], shelf: Shelf) -> Result<Formatted, Problem> {
    mistaken::refuse(bytes, Wanted::Orders)?;
    if bytes.len() > yaml::MAIL_LIMIT {
        return Err(Problem::refused("the file is too large for an order file"));
    }
    let given = std::str::from_utf8(bytes)
        .map_err(|_| Problem::refused("the file is not UTF-8").hint("save the file as UTF-8"))?;
    let typed = typed(given);
    if typed.changes.is_empty() && fit_for_mail(bytes).is_ok() && bytes.ends_with(b"\n") {
        Header::read(bytes)?;
        return Ok(Formatted { text: given.to_owned(), changes: Vec::new() });
    }
    let before = said(&typed.text, shelf)?;
    let made = reflow::reflow(&typed.text, one_line::WIDTH)?;
    fit_for_mail(made.as_bytes())?;
    Header::read(made.as_bytes())?;
    let after = said(&made, shelf).ok();
    if after.as_ref() != Some(&before) {
        return Err(Problem::refused("formatting would change what the file means")
            .hint("wrap long lines and remove tabs and trailing spaces by hand"));
    }
    let mut changes = typed.changes;
    let tab = typed.text.contains('\t') && !changes.contains(&"tabs");
    let wide = |line: &str| line.chars().count() > one_line::WIDTH;
    let lines = || typed.text.lines().map(|line| line.trim_end_matches('\r'));
    let forms = [
        ("tabs", tab),
        ("line ends", typed.text.contains('\r') || !typed.text.ends_with('\n')),
        ("spaces at line ends", lines().any(|line| line.ends_with([' ', '\t']))),
        ("long lines", lines().any(wide)),
    ];
    changes.extend(forms.into_iter().filter(|(_, is)| *is).map(|(what, _)| what));
    Ok(Formatted { text: made, changes })
}

/// The order file in form, with its orders in one line each or at their length. `game` is the one
/// that it is for; if none is given, the one that has all of its orders.
///
/// # Errors
/// As [`formatted`], and if no game has all of the orders, or several that write them in other ways.
pub fn rewritten(
    bytes: &[u8],
    to: Written,
    game: Option<&'static dyn GameKind>,
    shelf: Shelf,
) -> Result<Formatted, Problem> {
    let Formatted { text, mut changes } = in_form(bytes, shelf)?;
    let kinds = game.map_or_else(|| shelf.games().collect(), |game| vec![game]);
    let made = kinds.into_iter().filter_map(|kind| kind.rewritten(&text, to).transpose());
    let mut made = made.collect::<Result<Vec<String>, Problem>>()?;
    made.dedup();
    let other = match made.len() {
        1 => made.remove(0),
        0 => {
            let what = match game {
                Some(game) => format!("not all of these are orders of {}", game.name()),
                None => "no game has all of these orders".to_owned(),
            };
            return Err(Problem::refused(what).hint("run `adjutant check` on the file"));
        }
        _ => {
            return Err(Problem::usage("several games have these orders")
                .hint("name the game with --game NAME"));
        }
    };
    if other != text {
        changes.push(match to {
            Written::Short => "orders in one line",
            Written::Long => "orders at length",
        });
    }
    let after = in_form(other.as_bytes(), shelf)?;
    Ok(Formatted { text: after.text, changes })
}

/// What a file says: all of it as plain data, the words of its comments, and its fields and orders
/// as each game on the shelf reads them.
type Said = (Value, Vec<String>, Vec<Option<String>>);

fn said(text: &str, shelf: Shelf) -> Result<Said, Problem> {
    let games = shelf.games().map(|game| game.reads(text)).collect();
    Ok((yaml::read_unguarded(text)?, reflow::comments(text)?, games))
}
