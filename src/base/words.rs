//! Words that every game writes: counts, lists of names, the nearest name to a misspelt one.

use std::fmt::Display;

use strsim::levenshtein;

/// A count with its noun: `1 point`, `2 points`, `3 hexes`.
pub fn count(number: impl TryInto<i64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    if number == 1 {
        return format!("1 {noun}");
    }
    let sibilant = ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end));
    let end = if sibilant { "es" } else { "s" };
    format!("{number} {noun}{end}")
}

/// What so many do: one `jumps`, `marches` or `hurries`; several `jump`, `march` or `hurry`.
pub fn verb(number: impl TryInto<i64>, several: &str) -> String {
    if number.try_into().unwrap_or(i64::MAX) != 1 {
        return several.to_owned();
    }
    match several.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o']) => format!("{stem}ies"),
        _ if several.ends_with("ch") => format!("{several}es"),
        _ => format!("{several}s"),
    }
}

/// One of them: `Europe, Norway or Malta`.
pub fn either(all: impl IntoIterator<Item: Display>) -> String {
    let mut all: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    match (all.pop(), all.as_slice()) {
        (Some(last), [_, ..]) => format!("{} or {last}", all.join(", ")),
        (last, _) => last.unwrap_or_default(),
    }
}

/// Names in a row: `Europe, Norway and Malta`.
pub fn names(all: impl IntoIterator<Item: Display>) -> String {
    let mut all: Vec<String> = all.into_iter().map(|name| name.to_string()).collect();
    match (all.pop(), all.as_slice()) {
        (None, _) => "nobody".to_owned(),
        (Some(one), []) => one,
        (Some(last), most) => format!("{} and {last}", most.join(", ")),
    }
}

/// Numbers in ascending order, three or more that follow each other as one: `1 to 4, 6 and 9`.
pub fn runs(numbers: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*number) => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    names(runs.into_iter().flat_map(|(first, last)| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first} to {last}")],
    }))
}

/// The first names in a row, and how many more there are: `Europe, Norway and 3 more`.
pub fn few(all: impl IntoIterator<Item: Display>, most: usize) -> String {
    let mut all: Vec<String> = all.into_iter().map(|name| name.to_string()).collect();
    let more = all.len().saturating_sub(most);
    if more > 0 {
        all.truncate(most);
        all.push(format!("{more} more"));
    }
    names(all)
}

/// What is not empty of all this, one behind the other: `2 of 4 riders, damaged`.
pub fn joined(all: impl IntoIterator<Item: Display>, between: &str) -> String {
    let all = all.into_iter().map(|one| one.to_string()).filter(|one| !one.is_empty());
    all.collect::<Vec<_>>().join(between)
}

/// The first letter made a capital, for the begin of a line. A word with a digit is a name, such as `amber-99`, and stays
/// as it is written in orders.
pub fn capital(text: &str) -> String {
    let first = text.split_whitespace().next().unwrap_or_default();
    if first.contains(|c: char| c.is_ascii_digit()) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    out.extend(chars.next().into_iter().flat_map(char::to_uppercase));
    out.push_str(chars.as_str());
    out
}

/// Dice as `3+5`.
pub fn dice(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join("+")
}

/// The name that differs in the fewest letters (Levenshtein), upper and lower case alike, if it is
/// at most a third of them.
pub fn nearest<'n>(wish: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let lower = wish.to_lowercase();
    let scored = names.map(|name| (levenshtein(&lower, &name.to_lowercase()), name));
    let (best, name) = scored.min()?;
    (best <= wish.chars().count().div_ceil(3)).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_one_says_them() {
        assert_eq!(names(["a", "b", "c"]), "a, b and c");
        assert_eq!((names([1]).as_str(), names([""; 0]).as_str()), ("1", "nobody"));
        assert_eq!(joined(["a", "", "b"], "; "), "a; b");
        assert_eq!(count(1, "ship"), "1 ship");
        assert_eq!([count(2, "hex"), count(0, "loss")], ["2 hexes", "0 losses"]);
        assert_eq!(either(["a", "b", "c"]), "a, b or c");
        assert_eq!(either(["a"]), "a");
        assert_eq!(runs(&[1, 2, 3, 4, 6, 9, 10]), "1 to 4, 6, 9 and 10");
        assert_eq!(capital("über"), "Über");
        // Names are told as they are written in orders.
        assert_eq!(capital("amber-99 fires at E5"), "amber-99 fires at E5");
        assert_eq!(capital("convoy-4: gone"), "convoy-4: gone");
        assert_eq!(capital("rescue squadron 2 arrives"), "Rescue squadron 2 arrives");
    }

    #[test]
    fn one_does_what_several_do() {
        let both = |several: &str| [1, 2].map(|number| verb(number, several));
        assert_eq!(both("jump"), ["jumps", "jump"]);
        assert_eq!(both("march"), ["marches", "march"]);
        assert_eq!(both("hurry"), ["hurries", "hurry"]);
        assert_eq!(both("deploy"), ["deploys", "deploy"]);
    }

    #[test]
    fn a_slip_of_the_pen_finds_its_name() {
        assert_eq!(nearest("norwey", ["Europe", "Norway"].into_iter()), Some("Norway"));
        assert_eq!(nearest("Xyzzy", ["Europe", "Norway"].into_iter()), None);
    }
}
