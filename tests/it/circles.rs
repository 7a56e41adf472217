//! No circles: files of one folder do not use each other in a ring, so that each can be read with
//! what lies below it and nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::house::{code, files, is_test, name};

/// A path of modules, from the root of the crate, perhaps with the item behind them.
type Names = Vec<String>;

/// The modules of a file: `referee`, `press` and `kept` of `src/referee/press/kept.rs`.
fn modules(file: &str) -> Names {
    let whole = file.trim_start_matches("src/").trim_end_matches(".rs");
    let whole = whole.strip_suffix("/mod").unwrap_or(whole);
    whole.split('/').map(str::to_owned).collect()
}

/// The code of a file before its tests.
fn tested(text: &str) -> &str {
    let end = text.match_indices("#[cfg(test)]").map(|(at, _)| at).find(|at| {
        let rest = text[*at..].lines().find(|line| line.starts_with("mod ")).unwrap_or_default();
        rest.ends_with('{')
    });
    end.map_or(text, |at| &text[..at])
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// The paths that a text begins with, braces taken apart: `a::{b, c::D}` are two.
fn paths(text: &str) -> Vec<Names> {
    let mut all = Vec::new();
    one_path(text, &mut Vec::new(), &mut all);
    all
}

/// Adds the paths behind these modules, and gives the text after them.
fn one_path<'t>(text: &'t str, before: &mut Names, all: &mut Vec<Names>) -> &'t str {
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches([',', ' ', '\n']);
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            let left = rest.len();
            rest = one_path(rest, &mut before.clone(), all);
            if rest.len() == left {
                return "";
            }
        }
    }
    let name = word(text);
    let rest = &text[name.len()..];
    if name != "self" && !name.is_empty() {
        before.push(name.to_owned());
    }
    if let Some(rest) = rest.strip_prefix("::") {
        return one_path(rest, before, all);
    }
    all.push(before.clone());
    let other = rest.strip_prefix(" as ").unwrap_or(rest);
    if other.len() == rest.len() {
        rest.trim_start_matches('*')
    } else {
        &other[word(other).len()..]
    }
}

/// All that a file names by path, from the root of the crate.
fn named(text: &str, here: &[String]) -> Vec<Names> {
    let mut all = Vec::new();
    let starts = |word: &str| {
        let whole = |at: &usize| {
            let before = text[..*at].chars().next_back();
            !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
        };
        text.match_indices(word).map(|(at, _)| at).filter(whole).collect::<Vec<_>>()
    };
    for at in starts("crate::") {
        all.extend(paths(&text[at + "crate::".len()..]));
    }
    for at in starts("super::") {
        let mut rest = &text[at..];
        let mut up = here;
        while let Some(next) = rest.strip_prefix("super::") {
            (rest, up) = (next, up.split_last().map_or(&[][..], |(_, up)| up));
        }
        all.extend(paths(rest).into_iter().map(|path| [up, &path].concat()));
    }
    all
}

/// What a `mod.rs` passes on, each with the file of its folder that has it.
fn passed_on(text: &str) -> BTreeMap<String, String> {
    let lines = text.split("use ").skip(1).map(|rest| rest.trim_start_matches("self::"));
    let all = lines.flat_map(paths).filter(|path| path.len() > 1);
    all.map(|path| (path[path.len() - 1].clone(), path[0].clone())).collect()
}

/// Who uses whom among the files and folders of a folder; what is in a folder counts as the folder.
pub(crate) fn uses(folder: &str) -> BTreeMap<String, BTreeSet<String>> {
    let top = if folder.is_empty() { "src/lib.rs".into() } else { format!("src/{folder}/mod.rs") };
    let base = if folder.is_empty() { Names::new() } else { modules(&top) };
    let mut texts = BTreeMap::new();
    for path in files(&format!("src/{folder}")) {
        texts.insert(name(&path), code(&path));
    }
    let child = |names: &[String]| names.strip_prefix(&base[..]).and_then(<[_]>::first).cloned();
    let children: BTreeSet<String> =
        texts.keys().filter_map(|file| child(&modules(file))).collect();
    let passed_on = texts.get(&top).map(|text| passed_on(text)).unwrap_or_default();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in texts.iter().filter(|(file, _)| **file != top && !is_test(file)) {
        let here = modules(file);
        let own = child(&here).expect("it lies in the folder");
        let named = named(tested(text), &here);
        let used = named.iter().filter_map(|path| child(path)).filter_map(|used| {
            Some(used.clone())
                .filter(|used| children.contains(used))
                .or_else(|| passed_on.get(&used).cloned())
        });
        let used: Vec<String> =
            used.filter(|used| *used != own && children.contains(used)).collect();
        uses.entry(own).or_default().extend(used);
    }
    uses
}

/// A ring of files that use each other, if there is one.
fn circle(uses: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    // Whoever uses nothing that is left is in no circle.
    let mut left = uses.clone();
    loop {
        let free: Vec<String> = left
            .iter()
            .filter(|(_, used)| !used.iter().any(|used| left.contains_key(used)))
            .map(|(own, _)| own.clone())
            .collect();
        if free.is_empty() {
            break;
        }
        left.retain(|own, _| !free.contains(own));
    }
    let mut way = vec![left.keys().next()?.clone()];
    loop {
        let last = way.last().expect("it begins somewhere");
        let next = left[last].iter().find(|used| left.contains_key(*used)).expect("all use one");
        if let Some(at) = way.iter().position(|file| file == next) {
            return Some(way.split_off(at));
        }
        way.push(next.clone());
    }
}

#[test]
fn files_of_a_folder_form_no_circle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = BTreeSet::new();
    for path in files("src") {
        let folder = path.parent().and_then(|folder| folder.strip_prefix(&src).ok());
        folders.insert(folder.expect("it lies in src").to_string_lossy().replace('\\', "/"));
    }
    // Who may use whom right in src, the house says.
    for folder in folders.iter().filter(|folder| !folder.is_empty()) {
        let ring = circle(&uses(folder));
        assert_eq!(ring, None, "src/{folder}: each of these uses the next, the last the first");
    }
}

#[test]
fn the_tests_of_circles_can_fail() {
    let here = ["engine", "story", "line"].map(str::to_owned);
    let text = "use super::{step::{Step, one as other}, told::Told};\nfn f() { super::super::walk::walk() }\nuse crate::base::Seat;";
    let named: Vec<String> = named(text, &here).iter().map(|path| path.join("::")).collect();
    let expected = [
        "base::Seat",
        "engine::story::step::Step",
        "engine::story::step::one",
        "engine::story::told::Told",
        "engine::walk::walk",
    ];
    assert_eq!(named, expected);
    let passed = passed_on("mod fact;\npub use fact::{Fact, Fate};\npub use self::told::Told;");
    assert_eq!((passed["Fate"].as_str(), passed["Told"].as_str()), ("fact", "told"));
    let one =
        |own: &str, used: &[&str]| (own.to_owned(), used.iter().map(ToString::to_string).collect());
    let line = [one("a", &["b", "c"]), one("b", &["c"]), one("c", &[])];
    assert_eq!(circle(&line.into()), None);
    let ring = [one("a", &["b"]), one("b", &["c", "d"]), one("c", &[]), one("d", &["b"])];
    assert_eq!(circle(&ring.into()), Some(vec!["b".to_owned(), "d".to_owned()]));
    assert_eq!(tested("a\n#[cfg(test)]\nuse b;\n#[cfg(test)]\nmod tests {\n"), "a\n");
}
