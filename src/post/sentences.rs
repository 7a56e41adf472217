//! Sentences that the program says in English wherever they are made, in another language: a table of English ones
//! with places for what differs, each with its translation. What is not in the table stays as it is.

use std::collections::BTreeMap;

/// A table of sentences.
pub(super) type Sentences = BTreeMap<String, String>;

/// The place of which the value is a sentence of the table, too.
const INNER: &str = "what";

/// A sentence in the table's language; several with semicolons between them one by one.
pub(super) fn translated(table: &Sentences, text: &str) -> String {
    whole(table, text).unwrap_or_else(|| {
        let parts =
            text.split("; ").map(|part| whole(table, part).unwrap_or_else(|| part.to_owned()));
        parts.collect::<Vec<_>>().join("; ")
    })
}

fn whole(table: &Sentences, text: &str) -> Option<String> {
    if let Some(same) = table.get(text) {
        return Some(same.clone());
    }
    let fits = |(pattern, words): (&String, &String)| {
        let mut values = values(pattern, text)?;
        for (name, value) in &mut values {
            if *name == INNER {
                // Those are several sentences.
                if value.contains("; ") {
                    return None;
                }
                *value = whole(table, value).unwrap_or_else(|| value.clone());
            }
        }
        let literal = pattern.len() - values.iter().map(|(name, _)| name.len() + 2).sum::<usize>();
        Some((literal, fill(words, &values)))
    };
    // The one that says most of it itself.
    let fitting = table.iter().filter_map(fits);
    fitting.max_by_key(|(literal, _)| *literal).map(|(_, words)| words)
}

/// What stands at the places of a pattern in a text; `None` if it does not fit.
fn values<'p>(pattern: &'p str, text: &str) -> Option<Vec<(&'p str, String)>> {
    let mut values = Vec::new();
    let (before, mut pattern) = pattern.split_once('{')?;
    let mut rest = text.strip_prefix(before)?;
    loop {
        let (name, after) = pattern.split_once('}')?;
        let (literal, next) = match after.split_once('{') {
            Some((literal, next)) => (literal, Some(next)),
            None => (after, None),
        };
        let end = match (literal, next) {
            (_, None) => {
                rest.len().checked_sub(literal.len()).filter(|_| rest.ends_with(literal))?
            }
            (literal, Some(_)) => rest.find(literal)?,
        };
        values.push((name, rest[..end].to_owned()));
        rest = &rest[end + literal.len()..];
        match next {
            Some(next) => pattern = next,
            None => return Some(values),
        }
    }
}

pub(super) fn fill(words: &str, values: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = words;
    while let Some((before, more)) = rest.split_once('{') {
        out.push_str(before);
        let value = more.split_once('}').and_then(|(name, after)| {
            values.iter().find(|(known, _)| *known == name).map(|(_, value)| (value, after))
        });
        // What is filled in is not looked at again.
        if let Some((value, after)) = value {
            out.push_str(value);
            rest = after;
        } else {
            out.push('{');
            rest = more;
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_filled_in_and_what_is_unknown_stays() {
        let table: Sentences = [
            ("cycle {cycle} is not open", "Zyklus {cycle} ist nicht offen"),
            ("a draw", "ein Unentschieden"),
            ("{seat} votes for {what}", "{seat} stimmt für {what}"),
            ("the game is over: {outcome}", "das Spiel ist zu Ende: {outcome}"),
        ]
        .map(|(pattern, words)| (pattern.to_owned(), words.to_owned()))
        .into();
        for (text, expected) in [
            ("cycle 3 is not open", "Zyklus 3 ist nicht offen"),
            ("cycle 3 is not opened", "cycle 3 is not opened"),
            ("union votes for a draw", "union stimmt für ein Unentschieden"),
            (
                "union votes for a draw; the game is over: a draw, by agreement",
                "union stimmt für ein Unentschieden; das Spiel ist zu Ende: a draw, by agreement",
            ),
            ("é{", "é{"),
        ] {
            assert_eq!(translated(&table, text), expected);
        }
    }
}
