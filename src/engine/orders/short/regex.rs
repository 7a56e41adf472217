//! Patterns as regular expressions (ECMA 262), for validators of others.

use super::pattern::{Kind, Pattern, Piece};
use super::{Part, Short};

const NAME: &str = "[^-\\s,:>{}\\[\\]#0-9][^,:>{}\\[\\]#]*";
const WORD: &str = "[^-\\s,:>{}\\[\\]#][^\\s,:>{}\\[\\]#]*";
const CELL: &str = "[A-Za-z]*[0-9]+";
const NUMBER: &str = "[0-9]{1,9}";

/// The expression for a pattern, without anchors.
pub(super) fn of(short: &Short, pattern: &Pattern) -> String {
    pieces(short, &pattern.0, 0)
}

fn pieces(short: &Short, all: &[Piece], depth: usize) -> String {
    all.iter().map(|piece| one(short, piece, depth)).collect()
}

fn one(short: &Short, piece: &Piece, depth: usize) -> String {
    match piece {
        Piece::Text(text) => text.to_string(),
        Piece::Set { .. } => String::new(),
        Piece::Optional(inner) => format!("({})?", pieces(short, inner, depth)),
        Piece::Field { kind, list: None, .. } => value(short, *kind, depth),
        Piece::Field { kind, list: Some(list), .. } => {
            let item = value(short, *kind, depth);
            format!("{item}( ?{} ?{item}){{{},}}", list.between, list.least - 1)
        }
    }
}

fn value(short: &Short, kind: Kind, depth: usize) -> String {
    match kind {
        Kind::Name => NAME.to_owned(),
        Kind::Word => WORD.to_owned(),
        Kind::Number => NUMBER.to_owned(),
        Kind::Cell => CELL.to_owned(),
        Kind::Place | Kind::Spot => format!("({NUMBER}|{NAME})"),
        // A part may stand in itself.
        Kind::Part(_) if depth > 1 => ".+".to_owned(),
        Kind::Part(name) => match short.part(name) {
            Part::Choice(forms) => {
                let forms = forms.iter();
                let each = forms.map(|(_, form)| pieces(short, &Pattern::of(form).0, depth + 1));
                format!("({})", each.collect::<Vec<_>>().join("|"))
            }
            Part::Counts(_) => format!("{NUMBER} {WORD}([ ,+]+{NUMBER} {WORD})*"),
            Part::Words(words) => {
                let all = words
                    .iter()
                    .flat_map(|(word, others)| [*word].into_iter().chain(others.iter().copied()));
                format!("({})", all.collect::<Vec<_>>().join("|"))
            }
        },
    }
}
