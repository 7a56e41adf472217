//! Lines of an order file: orders in a form, and remarks.

use std::fmt::Write as _;

use crate::engine::orders::one_line;
use crate::engine::{AnyGame, Written};

/// A list of orders in that form.
pub(super) fn in_form(game: &dyn AnyGame, list: String, form: Written) -> String {
    match form {
        Written::Short => game.shortened(&list),
        Written::Long => list,
    }
}

/// A text in lines that mail does not break, each behind a mark.
pub(in crate::referee) fn remark(out: &mut String, mark: &str, text: &str) {
    let mut line = String::new();
    for word in text.split(' ') {
        let columns = mark.chars().count() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && columns > one_line::WIDTH {
            let _ = writeln!(out, "{mark}{line}");
            // A remark that goes on is set in.
            line = if mark.starts_with("##") { "  ".to_owned() } else { String::new() };
        } else if !line.trim().is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(out, "{mark}{line}");
}
