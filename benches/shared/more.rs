//! More ships than a scenario has.

/// The name of a ship's copy.
pub(crate) fn copy(name: &str, n: u64) -> String {
    if n == 1 { name.to_owned() } else { format!("{name} {n}") }
}

/// The scenario with each ship of its list so many times; without such a list, as it is.
pub(crate) fn more_hulls(scenario: &str, times: u64) -> String {
    let Some((head, ships)) = scenario.split_once("\nships:\n") else { return scenario.to_owned() };
    let mut out = format!("{head}\nships:\n");
    for part in ships.split_inclusive('\n').fold(Vec::<String>::new(), |mut parts, line| {
        match parts.last_mut().filter(|_| line.starts_with("      ")) {
            Some(part) => part.push_str(line),
            None => parts.push(line.to_owned()),
        }
        parts
    }) {
        out.push_str(&part);
        let Some((start, rest)) = part.split_once("name: ") else { continue };
        let end = rest.find([',', '\n']).expect("a name ends");
        let copy = |n| format!("{start}name: {}{}", copy(&rest[..end], n), &rest[end..]);
        out.extend((2..=times).map(copy));
    }
    out
}
