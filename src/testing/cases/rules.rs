//! Every rule is written, coded and tested.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::case::Case;
use crate::base::Problem;
use crate::campaign::world;
use crate::engine::GameKind;

/// Compares the rules that the rulebook page defines, the code cites and the cases prove.
///
/// The page defines a rule with a paragraph that begins `**cw26**`. The code cites it by a constant of
/// [`rules!`](crate::rules) that is used, or by its identifier; so do tables and scenarios. A range such as `cw1 to cw9`
/// cites nothing.
///
/// # Errors
/// Every rule that one of them has and another lacks.
pub fn agree(kind: &dyn GameKind, code: &[&Path], cases: &Path) -> Result<(), String> {
    let page = kind.shipped().rules;
    let (written, mut wrong) = written(page);
    let letters: String = written.first().map_or("", String::as_str).to_owned();
    let letters = letters.trim_end_matches(|c: char| c.is_ascii_digit());
    let (coded, idle) = coded(code, letters).map_err(|problem| problem.to_string())?;
    wrong.extend(idle.iter().map(|name| format!("no code uses {name}")));
    let mut tested = BTreeSet::new();
    for path in world::files(cases).map_err(|problem| problem.to_string())? {
        tested.extend(Case::read(&path)?.rules);
    }
    let unknown: BTreeSet<_> = cited(page, letters).difference(&written).cloned().collect();
    for (what, set) in [
        ("cited in the page, but not written", unknown),
        ("coded, but not written", &coded - &written),
        ("tested, but not written", &tested - &written),
        ("written, but not coded", &written - &coded),
        ("written, but not tested", &written - &tested),
    ] {
        let mut ids: Vec<_> = set.into_iter().collect();
        ids.sort_by_key(|id| (id.len(), id.clone()));
        if !ids.is_empty() {
            wrong.push(format!("{what}: {}", ids.join(" ")));
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The rules whose paragraphs stand in the page, and those that stand there twice.
fn written(page: &str) -> (BTreeSet<String>, Vec<String>) {
    let mut ids = BTreeSet::new();
    let mut twice = Vec::new();
    for line in page.lines() {
        let id = line.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(id, _)| id);
        if let Some(id) = id.filter(|id| is_id(id))
            && !ids.insert(id.to_owned())
        {
            twice.push(format!("written twice: {id}"));
        }
    }
    (ids, twice)
}

fn is_id(word: &str) -> bool {
    let number = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let digits = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    digits && number.len() < word.len()
}

/// The rules that the code cites, and constants that no code uses.
fn coded(folders: &[&Path], letters: &str) -> Result<(BTreeSet<String>, Vec<String>), Problem> {
    let (mut ids, mut texts, mut constants) = (BTreeSet::new(), String::new(), Vec::new());
    for folder in folders {
        for path in sources(folder)? {
            for line in crate::testing::text(&path)?.lines() {
                match constant(line, letters) {
                    Some((name, id)) => constants.push((name.to_owned(), id.to_owned())),
                    None => texts.extend([line, "\n"]),
                }
            }
        }
    }
    ids.extend(cited(&texts, letters));
    let apart = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
    let used: BTreeSet<&str> = texts.split(apart).collect();
    let (used, idle): (Vec<_>, Vec<_>) =
        constants.into_iter().partition(|(name, _)| used.contains(name.as_str()));
    ids.extend(used.into_iter().map(|(_, id)| id));
    Ok((ids, idle.into_iter().map(|(name, _)| name).collect()))
}

/// The name and the rule of a line such as `GO = "sh1";`.
fn constant<'t>(line: &'t str, letters: &str) -> Option<(&'t str, &'t str)> {
    let (name, rest) = line.trim().split_once(" = \"")?;
    let id = rest.strip_suffix("\";")?;
    let shouts = name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    (shouts && is_id(id) && id.starts_with(letters)).then_some((name, id))
}

/// Every identifier in a text, save the ends of ranges.
fn cited(text: &str, letters: &str) -> BTreeSet<String> {
    let apart = |c: char| !c.is_ascii_alphanumeric();
    let words: Vec<&str> = text.split(apart).filter(|w| !w.is_empty()).collect();
    let id = |n: usize| words.get(n).copied().filter(|w| is_id(w) && w.starts_with(letters));
    let range = |n: usize| {
        let to = |n: usize| words.get(n) == Some(&"to");
        (to(n + 1) && id(n + 2).is_some()) || (n > 1 && to(n - 1) && id(n - 2).is_some())
    };
    let plain = (0..words.len()).filter(|n| !range(*n)).filter_map(id);
    plain.map(str::to_owned).collect()
}

/// The files below a folder, without pages for people.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let mut all = world::files(folder)?;
    all.retain(|path| path.extension().is_none_or(|end| end != "md"));
    for folder in world::folders(folder)? {
        all.extend(sources(&folder)?);
    }
    Ok(all)
}
