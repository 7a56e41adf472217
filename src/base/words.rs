//! Words that every game writes: counts, lists of names, the nearest name to a misspelt one.

use strsim::levenshtein;

/// A count with its noun: `1 point`, `2 points`.
pub fn count(number: impl TryInto<i64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(i64::MAX);
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Names in a row: `Europe, Norway and Malta`.
pub fn names<T: AsRef<str>>(all: &[T]) -> String {
    match all {
        [] => "nobody".to_owned(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// The first letter made a capital, for the begin of a line.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
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
        assert_eq!(names(&["a", "b", "c"]), "a, b and c");
        assert_eq!(names::<&str>(&[]), "nobody");
        assert_eq!(count(1, "ship"), "1 ship");
        assert_eq!(capital("über"), "Über");
    }

    #[test]
    fn a_slip_of_the_pen_finds_its_name() {
        assert_eq!(nearest("norwey", ["Europe", "Norway"].into_iter()), Some("Norway"));
        assert_eq!(nearest("Xyzzy", ["Europe", "Norway"].into_iter()), None);
    }
}
