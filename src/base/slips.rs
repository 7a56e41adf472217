//! Slips of the pen in YAML, told as what they are. A parser knows only where it got lost; the lines
//! around that place mostly show why.

use super::words::nearest;
use super::{Cause, Problem, Spot};

/// A line that holds more than a comment.
#[derive(Debug, Clone, Copy)]
struct Line<'t> {
    /// From 1.
    n: usize,
    /// Blanks in front.
    lead: usize,
    /// True if it begins a list item.
    dash: bool,
    /// Columns before what follows the dash; those in front, if there is none.
    inner: usize,
    /// The line without blanks in front, dash and comment.
    code: &'t str,
}

/// Where a parser got lost, and in which words.
struct Lost<'t> {
    text: &'t str,
    here: Line<'t>,
    /// The nearest lines above and below.
    above: Option<Line<'t>>,
    below: Option<Line<'t>>,
    /// From 1.
    column: usize,
    told: &'t str,
    /// A word that is none of those expected, and these.
    unknown: Option<(&'t str, &'t [&'static str])>,
}

/// Told one by one; the first that fits is named.
const SLIPS: &[fn(&Lost<'_>) -> Option<Problem>] = &[
    other_dash,
    glued_dash,
    glued_colon,
    shifted_dash,
    shifted_fields,
    no_colon,
    no_fields,
    no_content,
    no_braces,
    no_brackets,
    open_bracket,
    no_comma,
    no_dash,
    shifted_line,
];

/// The slip behind what a parser told of a text, at the place where it was made.
pub(super) fn named(
    text: &str,
    spot: Spot,
    told: &str,
    unknown: Option<(&str, &[&'static str])>,
) -> Option<Problem> {
    let n = usize::try_from(spot.line).ok()?;
    let all: Vec<Line<'_>> =
        text.lines().enumerate().filter_map(|(at, raw)| line(at + 1, raw)).collect();
    // What is missing at the end is told of the line after it.
    let at = all.iter().rposition(|line| line.n <= n)?;
    let lost = Lost {
        text,
        here: all[at],
        above: at.checked_sub(1).map(|at| all[at]),
        below: all.get(at + 1).copied(),
        column: usize::try_from(spot.column).ok()?,
        told,
        unknown,
    };
    SLIPS.iter().find_map(|slip| slip(&lost))
}

fn line(n: usize, raw: &str) -> Option<Line<'_>> {
    let rest = uncommented(raw).trim_end();
    let lead = rest.len() - rest.trim_start_matches(' ').len();
    let rest = &rest[lead..];
    let item = rest.strip_prefix('-').filter(|item| item.is_empty() || item.starts_with(' '));
    let code = item.map_or(rest, |item| item.trim_start_matches(' '));
    let inner = lead + rest.len() - code.len();
    (!rest.is_empty()).then_some(Line { n, lead, dash: item.is_some(), inner, code })
}

/// A line without its comment.
fn uncommented(raw: &str) -> &str {
    let mut quote = None;
    let mut blank = true;
    for (at, c) in raw.char_indices() {
        match c {
            '#' if blank && quote.is_none() => return &raw[..at],
            '"' | '\'' if quote == Some(c) => quote = None,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ => {}
        }
        blank = c == ' ';
    }
    raw
}

/// The name that a text begins with: lower case, digits and hyphens.
fn name(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| is_name(c));
    let name = &text[..text.len() - rest.len()];
    if name.starts_with(|c: char| c.is_ascii_lowercase()) { name } else { "" }
}

/// The name that a text ends with.
fn last_name(text: &str) -> &str {
    let rest = text.trim_end_matches(is_name);
    name(&text[rest.len()..])
}

fn is_name(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// A plain value at the beginning of a text, or dots.
fn value(text: &str) -> &str {
    let text = text.trim();
    let value = text.split([',', '}', ']']).next().unwrap_or_default();
    let plain = !value.is_empty() && value.len() <= 30 && !value.contains(['{', '[', ':']);
    if plain { value } else { "…" }
}

impl Line<'_> {
    /// A problem so many bytes into what stands in the line.
    fn problem(&self, bytes: usize, what: impl std::fmt::Display) -> Problem {
        let column = self.inner + self.code[..bytes].chars().count() + 1;
        Problem::refused(what).spot(self.n as u64, column as u64)
    }

    /// The name of a field that has nothing behind its colon.
    fn open_field(&self) -> Option<&str> {
        self.code.strip_suffix(':').filter(|field| !field.is_empty() && name(field) == *field)
    }

    /// The name of its first field.
    fn field(&self) -> Option<&str> {
        let name = name(self.code);
        let rest = self.code[name.len()..].strip_prefix(':')?;
        (!name.is_empty() && (rest.is_empty() || rest.starts_with(' '))).then_some(name)
    }
}

impl<'t> Lost<'t> {
    /// True if the parser found no YAML; else it is YAML that says something unexpected.
    fn syntax(&self) -> bool {
        ["while ", "mapping values", "simple key"].iter().any(|s| self.told.starts_with(s))
    }

    /// The line, and the one above if the parser may have passed what is wrong.
    fn lines(&self) -> impl Iterator<Item = Line<'t>> {
        std::iter::once(self.here).chain(self.above.filter(|_| self.syntax()))
    }

    /// True if what is told is that something is left out.
    fn lacking(&self) -> bool {
        ["missing field", "unexpected ", "expected mapping start"]
            .iter()
            .any(|s| self.told.starts_with(s))
    }
}

/// `– move`, as word processors have it.
fn other_dash(lost: &Lost<'_>) -> Option<Problem> {
    let line = lost.here;
    let dash = line.code.chars().next().filter(|c| "–—−‐‑•*+".contains(*c))?;
    let rest = line.code[dash.len_utf8()..].strip_prefix([' ', '\u{A0}'])?;
    let problem = line.problem(0, format!("“{dash}” does not begin a list item"));
    let item = if name(rest).is_empty() { "…" } else { name(rest) };
    Some(problem.hint(format!("use a hyphen and a space: `- {item}`")))
}

/// `-move`.
fn glued_dash(lost: &Lost<'_>) -> Option<Problem> {
    let rest = lost.here.code.strip_prefix('-')?;
    let first = name(rest);
    let problem = lost.here.problem(0, "no space after the dash");
    (!first.is_empty()).then(|| problem.hint(format!("write `- {first}`")))
}

/// `ship:Norway`.
fn glued_colon(lost: &Lost<'_>) -> Option<Problem> {
    lost.lines().find_map(|line| {
        let colons = line.code.match_indices(':').map(|(at, _)| at);
        colons.into_iter().find_map(|at| {
            let (before, after) = (&line.code[..at], &line.code[at + 1..]);
            let name = last_name(before);
            let lead = before[..before.len() - name.len()].trim_end();
            let begins = lead.is_empty() || lead.ends_with(['{', '[', ',']);
            let quoted = before.matches('"').count() % 2 == 1;
            let glued = !after.is_empty() && !after.starts_with([' ', ',', '}', ']']);
            (glued && begins && !quoted && !name.is_empty()).then(|| {
                line.problem(at, format!("no space after `{name}:`"))
                    .hint(format!("write `{name}: {}`", value(after)))
            })
        })
    })
}

/// A dash one column right of the others: of `# ` only the mark was removed.
fn shifted_dash(lost: &Lost<'_>) -> Option<Problem> {
    let joined = lost.unknown.is_some_and(|(wish, _)| wish.contains(" - "));
    let here = if joined { lost.below? } else { lost.here };
    if !here.dash || !(joined || lost.syntax()) {
        return None;
    }
    let above: Vec<Line<'_>> = lost
        .text
        .lines()
        .enumerate()
        .take(here.n - 1)
        .filter_map(|(n, raw)| line(n + 1, raw))
        .collect();
    let mut list = above.into_iter().rev().take_while(|line| line.dash || line.lead > 0);
    let other = list.find(|line| line.dash && line.lead.abs_diff(here.lead) <= 1)?;
    let shifted = match other.lead.cmp(&here.lead) {
        std::cmp::Ordering::Less => here,
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Greater => other,
    };
    let problem = Problem::refused("this line begins one space too far right");
    Some(
        problem
            .spot(shifted.n as u64, shifted.lead as u64 + 1)
            .hint("remove that space: all items of a list begin in the same column"),
    )
}

/// Fields that begin where the name of what they belong to begins.
fn shifted_fields(lost: &Lost<'_>) -> Option<Problem> {
    let known = |field: &str| lost.unknown.is_none_or(|(wish, _)| wish != field);
    let late = lost.unknown.is_some() || lost.told.starts_with("expected end of mapping");
    let owner_here = lost.below.filter(|_| lost.lacking()).map(|below| (lost.here, below));
    let owner_above = lost.above.filter(|_| late).map(|above| (above, lost.here));
    owner_here.into_iter().chain(owner_above).find_map(|(owner, line)| {
        let owned = owner.open_field().filter(|_| owner.dash || owner.lead > 0)?;
        let field = line.field().filter(|_| !line.dash && line.lead == owner.inner)?;
        known(owned).then(|| {
            line.problem(0, format!("`{field}` is too far left to belong to `{owned}`"))
                .hint(format!("put two more spaces before each field of `{owned}`"))
        })
    })
}

/// `ship Norway`.
fn no_colon(lost: &Lost<'_>) -> Option<Problem> {
    let missing = |line: Line<'_>, at: usize, name: &str, rest: &str| {
        let rest = if rest.is_empty() { String::new() } else { format!(" {}", value(rest)) };
        line.problem(at + name.len(), format!("no colon after `{name}`"))
            .hint(format!("write `{name}:{rest}`"))
            .cause(Cause::NoColon)
    };
    if let Some((wish, expected)) = lost.unknown {
        let (name, rest) = wish.split_once(' ').filter(|(name, _)| expected.contains(name))?;
        let at = lost.here.code.find(wish)?;
        let key = lost.here.code[at + wish.len()..].starts_with(':');
        return Some(missing(lost.here, at, name, if key { "…" } else { rest }));
    }
    let lines = lost.lines().filter(|_| lost.syntax());
    lines.into_iter().find_map(|line| {
        let name = name(line.code);
        let rest = &line.code[name.len()..];
        let alone = rest.is_empty() && lost.told.starts_with("simple key");
        let opened = rest.starts_with(" {") || rest.starts_with(" [");
        let plain = rest.starts_with(' ') && !line.code.contains(':');
        let wrong = !name.is_empty() && (alone || opened || plain);
        wrong.then(|| missing(line, 0, name, rest))
    })
}

/// `- move:`, and its fields are still comments, or are not there.
fn no_fields(lost: &Lost<'_>) -> Option<Problem> {
    let line = lost.here;
    let field = line.open_field().filter(|_| line.dash && lost.lacking())?;
    if lost.below.is_some_and(|below| below.lead > line.lead) {
        return None;
    }
    let problem = line.problem(field.len(), format!("`{field}:` has nothing after it"));
    let comment = lost.text.lines().nth(line.n).is_some_and(|next| next.starts_with("#  "));
    let hint = "remove the `# ` in front of the lines that belong to it, too";
    Some(if comment { problem.hint(hint) } else { problem })
}

/// `- move`.
fn no_content(lost: &Lost<'_>) -> Option<Problem> {
    let alone =
        |line: &Line<'_>| line.dash && !line.code.is_empty() && name(line.code) == line.code;
    // The parser looks for the rest in the line below, and may take the next item for it.
    let taken = lost.unknown.filter(|(wish, _)| lost.here.code.starts_with(wish));
    let above = lost.above.filter(|above| match taken {
        Some((_, known)) => lost.here.dash && !known.contains(&above.code),
        None => lost.lacking() && lost.column <= lost.here.lead + 1,
    });
    let line = Some(lost.here).filter(|_| lost.lacking()).into_iter().chain(above).find(alone)?;
    Some(line.problem(0, format!("`{}` needs more than its name", line.code)))
}

/// `move: ship: Norway, path: [3]`.
fn no_braces(lost: &Lost<'_>) -> Option<Problem> {
    let line = lost.here;
    let first = line.field().filter(|_| lost.told.starts_with("mapping values"))?;
    let rest = line.code[first.len() + 1..].trim_start();
    let inner = Some(name(rest)).filter(|name| !name.is_empty())?;
    let more = rest[inner.len()..].starts_with(": ");
    let at = line.code.len() - rest.len();
    let sample = if rest.len() <= 40 { rest } else { "…" };
    more.then(|| {
        line.problem(at, "fields in one line need braces around them")
            .hint(format!("write `{first}: {{{sample}}}`"))
    })
}

/// `path: 3, 29, 6`.
fn no_brackets(lost: &Lost<'_>) -> Option<Problem> {
    let behind = lost.told == "expected sequence start" && lost.column > lost.here.inner + 1;
    let spot = (lost.here.n as u64, lost.column as u64);
    behind.then(|| {
        let problem = Problem::refused("expected a list").spot(spot.0, spot.1);
        if lost.here.lead == 0 && !lost.here.dash {
            problem.hint("write each item in a line of its own below, after `- `")
        } else {
            problem.hint("put it in brackets, with commas between: `[3, 29, 6]`")
        }
    })
}

/// `- move: {ship: Norway`, and then the next item.
fn open_bracket(lost: &Lost<'_>) -> Option<Problem> {
    if !lost.here.dash || !lost.told.contains("expected ',' or") {
        return None;
    }
    let above = lost.above?;
    let mut open = Vec::new();
    for (at, c) in above.code.char_indices() {
        match c {
            '{' | '[' => open.push((at, c)),
            '}' | ']' => drop(open.pop()),
            _ => {}
        }
    }
    let (at, bracket) = *open.first()?;
    let closing = if bracket == '{' { '}' } else { ']' };
    let problem = above.problem(at, format!("this `{bracket}` is never closed"));
    Some(problem.hint(format!("add the `{closing}` where it ends")))
}

/// `{ship: Norway at: 3}`.
fn no_comma(lost: &Lost<'_>) -> Option<Problem> {
    if !lost.told.contains("expected ',' or") {
        return None;
    }
    let line = lost.here;
    let at =
        line.code.char_indices().map(|(at, _)| at).nth(lost.column.checked_sub(line.inner + 1)?)?;
    let field = last_name(line.code.get(..at)?);
    let colon = line.code[at..].starts_with(':') && !field.is_empty();
    colon.then(|| {
        line.problem(at - field.len(), format!("no comma before `{field}`"))
            .hint("put a comma between two fields in braces")
    })
}

/// An item of a list that begins like a field.
fn no_dash(lost: &Lost<'_>) -> Option<Problem> {
    let line = lost.here;
    let field = line.field().filter(|_| !line.dash && lost.column == line.inner + 1)?;
    let above = lost.above?;
    let top = |(wish, known): (&str, &[&'static str])| {
        let follows = above.dash || above.lead > 0 || above.code.ends_with(':');
        wish == field && line.lead == 0 && follows && nearest(wish, known.iter().copied()).is_none()
    };
    let second = lost.told.starts_with("expected end of mapping after enum variant");
    let listed = lost.told == "expected sequence start";
    (second || listed || lost.unknown.is_some_and(top)).then(|| {
        line.problem(0, format!("no dash before `{field}`")).hint(format!("write `- {field}: …`"))
    })
}

/// A field that does not begin where the one above it does.
fn shifted_line(lost: &Lost<'_>) -> Option<Problem> {
    let line = lost.here;
    let above = lost.above.filter(|above| above.inner != line.inner && above.field().is_some())?;
    let field =
        line.field().filter(|_| !line.dash && lost.syntax() && above.open_field().is_none())?;
    let (off, side) = if line.inner > above.inner {
        (line.inner - above.inner, "right")
    } else {
        (above.inner - line.inner, "left")
    };
    let spaces = super::words::count(i64::try_from(off).unwrap_or(i64::MAX), "space");
    Some(
        line.problem(0, format!("`{field}` begins {spaces} further {side} than the line above"))
            .hint("begin fields that belong together in the same column"),
    )
}
