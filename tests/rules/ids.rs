//! Every rule is written, coded and tested.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::case::Case;
use crate::{files, folder, root};

/// Compares the rules that the rulebook page defines, the code cites and the cases prove.
///
/// The page defines a rule with a paragraph that begins `**cw26**`. The code cites it by a
/// constant of `rules.rs` that is used, or by its identifier; so do the tables and scenarios of the
/// turn format. A range such as `cw1 to cw9` cites nothing.
pub(crate) fn agree(game: &str) -> Result<(), String> {
    let path = root().join("docs/rules").join(format!("{game}.md"));
    let page = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (written, mut wrong) = written(&page);
    let letters: String = written.first().map_or("", String::as_str).to_owned();
    let letters = letters.trim_end_matches(|c: char| c.is_ascii_digit());
    let folders = [
        root().join("src/games").join(game.replace('-', "_")),
        root().join("turn-formats").join(game),
    ];
    let (coded, idle) = coded(&folders, letters)?;
    wrong.extend(idle.iter().map(|name| format!("rules.rs: no code uses {name}")));
    let mut tested = BTreeSet::new();
    for path in files(&folder(game)) {
        tested.extend(Case::read(&path)?.rules);
    }
    let unknown: BTreeSet<_> = cited(&page, letters).difference(&written).cloned().collect();
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
fn coded(folders: &[PathBuf], letters: &str) -> Result<(BTreeSet<String>, Vec<String>), String> {
    let (mut ids, mut texts, mut constants) = (BTreeSet::new(), String::new(), String::new());
    for path in folders.iter().flat_map(|folder| sources(folder)) {
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        if path.file_name().is_some_and(|name| name == "rules.rs") {
            constants = text;
        } else {
            ids.extend(cited(&text, letters));
            texts += &text;
        }
    }
    let used: BTreeSet<&str> = texts.split("rules::").skip(1).map(name).collect();
    let mut idle = Vec::new();
    for line in constants.lines() {
        let Some((constant, id)) = line.trim().split_once(" = \"") else { continue };
        if used.contains(constant) {
            ids.insert(id.trim_end_matches("\";").to_owned());
        } else {
            idle.push(constant.to_owned());
        }
    }
    Ok((ids, idle))
}

fn name(text: &str) -> &str {
    text.split(|c: char| !(c.is_ascii_uppercase() || c == '_')).next().unwrap_or_default()
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

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut all = files(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut folders: Vec<_> = entries.map(|e| e.path()).filter(|p| p.is_dir()).collect();
    folders.sort();
    all.extend(folders.iter().flat_map(|folder| sources(folder)));
    all
}
