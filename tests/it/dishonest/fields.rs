//! Every field of every kind of entry is changed, one at a time, by a moderator who signs it all well. What
//! `verify` then says differs, or `docs/formats/ledger.md` lists the field as free, and why.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use adjutant::ledger::Entry;
use adjutant::seal::PublicKey;
use serde_json::{Map, Value, json};

use super::forger::{Forger, entries};
use super::rich::{SPARE, forger, made_up, person, rich};
use crate::bench::Bench;

/// A field by its place in the entry: names of seats and numbers in paths are `*`.
type Field = String;

/// Fields that an entry may have and none of the campaign's has.
const ABSENT: &[(&str, &str, &str)] = &[
    ("open", "zone", "\"Asia/Tokyo\""),
    ("extension", "zone", "\"Asia/Tokyo\""),
    ("extension", "spent", "[\"union\"]"),
    ("key", "reason", "\"lost\""),
    ("enroll", "tip", "\"00\""),
    ("absence", "files", "{}"),
];

/// The other values that a text of a kind may have.
fn other_texts(text: &str) -> Vec<Value> {
    let spare = person(SPARE);
    if let Some(other) = match text {
        "mazianni" => Some("union"),
        "union" => Some("mazianni"),
        "moderator" => Some("player"),
        "player" => Some("moderator"),
        "none" => Some("drand"),
        "6h" => Some("48h"),
        "extend" | "take" => Some("close"),
        _ => None,
    } {
        return vec![json!(other)];
    }
    if text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return vec![json!(made_up(text))];
    }
    if text.starts_with("ssh-ed25519 ") {
        return vec![json!(PublicKey::of(spare.signing()).to_string())];
    }
    if text.starts_with("age1") {
        return vec![json!(spare.identity().recipient().to_string())];
    }
    if let Ok(time) = text.parse::<adjutant::base::Time>() {
        let hour = [time.after(3600), time.before(3600), time.after(1)];
        return hour.into_iter().flatten().map(|time| json!(time)).collect();
    }
    if let Ok(dates) = text.parse::<adjutant::base::civil::Dates>() {
        let later = format!("{} to 2026-02-20", dates.first);
        return vec![json!(later)];
    }
    if text.split('.').count() == 3 && text.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return vec![json!("9.9.9")];
    }
    vec![json!(format!("{text}x"))]
}

/// The name of a field as the list has it.
fn named(name: &str) -> String {
    let digits = |part: &str| {
        let mut out = String::new();
        for c in part.chars() {
            match c {
                '0'..='9' if out.ends_with('*') => {}
                '0'..='9' => out.push('*'),
                c => out.push(c),
            }
        }
        out
    };
    let parts: Vec<String> = name.split('/').map(digits).collect();
    parts.join("/").replace("mazianni", "*").replace("union", "*")
}

/// Every change of one field of a value, with the field's place.
fn changes(value: &Value, place: &str, all: &mut Vec<(Field, Value)>) {
    let put = |all: &mut Vec<(Field, Value)>, other: Value| all.push((place.to_owned(), other));
    match value {
        Value::Null => {}
        Value::Bool(is) => put(all, json!(!is)),
        Value::Number(number) => {
            let number = number.as_u64().expect("a whole number");
            put(all, json!(number + 1));
            if let Some(less) = number.checked_sub(1) {
                put(all, json!(less));
            }
        }
        Value::String(text) => other_texts(text).into_iter().for_each(|other| put(all, other)),
        Value::Array(items) => {
            if !items.is_empty() {
                put(all, Value::Array(items[1..].to_vec()));
            }
            for (n, item) in items.iter().enumerate() {
                let mut inner = Vec::new();
                changes(item, &format!("{place}[]"), &mut inner);
                all.extend(inner.into_iter().map(|(field, other)| {
                    let mut items = items.clone();
                    items[n] = other;
                    (field, Value::Array(items))
                }));
            }
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                let field = format!("{place}.{}", named(name));
                let with = |edit: &dyn Fn(&mut Map<String, Value>)| {
                    let mut fields = fields.clone();
                    edit(&mut fields);
                    Value::Object(fields)
                };
                all.push((field.clone(), with(&|fields| drop(fields.remove(name)))));
                if name.contains('/') {
                    let renamed = |fields: &mut Map<String, Value>| {
                        let value = fields.remove(name).expect("it is there");
                        fields.insert(format!("{name}x"), value);
                    };
                    all.push((field.clone(), with(&renamed)));
                }
                let mut deeper = Vec::new();
                changes(inner, &field, &mut deeper);
                all.extend(deeper.into_iter().map(|(field, other)| {
                    let put = |fields: &mut Map<String, Value>| {
                        drop(fields.insert(name.clone(), other.clone()));
                    };
                    (field, with(&put))
                }));
            }
        }
    }
}

/// Every change of one field of an entry that leaves something that can be read, with the field's place. The
/// number and the link before it are the forger's.
fn of_entry(entry: &Entry) -> Vec<(Field, Entry)> {
    let Value::Object(whole) = serde_json::to_value(entry).expect("plain data") else {
        unreachable!("an entry has fields")
    };
    let kind = entry.body.kind();
    let mut all = Vec::new();
    changes(&whole["body"][kind], kind, &mut all);
    let fields = whole["body"][kind].as_object().expect("fields");
    for (_, name, value) in
        ABSENT.iter().filter(|(k, name, _)| *k == kind && !fields.contains_key(*name))
    {
        let mut fields = fields.clone();
        fields.insert((*name).to_owned(), serde_json::from_str(value).expect("JSON"));
        all.push((format!("{kind}.{name}"), Value::Object(fields)));
    }
    let mut out = Vec::new();
    for (field, body) in all {
        let mut whole = whole.clone();
        whole["body"] = json!({ kind: body });
        out.push((field, whole));
    }
    let second = entry.time.after(1).map(|time| json!(time));
    let cycle = entry.cycle.map_or(1, |cycle| cycle + 1);
    let by = if entry.by.is_none() { "Erik" } else { "Otto" };
    let heads = [("time", second), ("cycle", Some(json!(cycle))), ("by", Some(json!(by)))];
    for (name, value) in heads {
        let mut changed = whole.clone();
        changed.insert(name.to_owned(), value.expect("a time to come"));
        out.push((name.to_owned(), changed));
        if name != "time" && whole.contains_key(name) {
            let mut without = whole.clone();
            without.remove(name);
            out.push((name.to_owned(), without));
        }
    }
    let read = |(field, whole)| Some((field, serde_json::from_value(Value::Object(whole)).ok()?));
    out.into_iter().filter_map(read).filter(|(_, other)| other != entry).collect()
}

/// What `verify` says, but for what follows from the digests of the entries alone, and for what a moderator
/// would have put into the reports as well.
fn told(bench: &Bench) -> (bool, Vec<String>) {
    let verdict = bench.verify();
    let idle = ["ok      chain:", "ok      checkpoint:"];
    let excused = "differs in what the moderator decided";
    let lines = verdict.to_string();
    let lines = lines.lines().filter(|line| !idle.iter().any(|name| line.starts_with(name)));
    let lines: Vec<String> =
        lines.map(|l| l.split(excused).next().expect("a text").to_owned()).collect();
    let counts = |line: &&String| line.starts_with("FAILED") && !line.ends_with("the report ");
    (!lines.iter().any(|line| counts(&line)), lines)
}

/// The campaign as it stands, and what is told of it unchanged.
struct Stand {
    bench: Bench,
    entries: Vec<Entry>,
    told: Vec<String>,
}

impl Stand {
    fn of(bench: &Bench) -> Self {
        let bench = bench.copy();
        let (passed, told) = told(&bench);
        assert!(passed, "{told:?}");
        Self { entries: entries(&bench), bench, told }
    }

    /// True if what is told with another entry in the place of one differs.
    fn tells(&self, forger: &Forger, (at, other): (usize, &Entry)) -> bool {
        let mut all = self.entries.clone();
        all[at] = other.clone();
        if forger.write(&self.bench, all).is_err() {
            return true;
        }
        let (passed, told) = told(&self.bench);
        let report = |line: &String| {
            line.starts_with("FAILED  replay") || line.starts_with("-       reports")
        };
        let same = |a: &[String]| a.iter().filter(|l| !report(l)).cloned().collect::<Vec<_>>();
        !passed
            || same(&told).len() > same(&self.told).len()
            || same(&told).iter().any(|line| !self.told.contains(line))
    }
}

/// The fields that the format lists as free.
fn listed() -> BTreeSet<Field> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/formats/ledger.md")).expect("the page");
    let section = page.split("## Free fields").nth(1).expect("the section");
    let section = section.split("\n## ").next().expect("a section");
    let row = |line: &str| {
        let cell = line.strip_prefix("| `")?.split(" |").next()?;
        Some(cell.split('`').filter(|part| part.len() > 2).map(str::to_owned).collect::<Vec<_>>())
    };
    section.lines().filter_map(row).flatten().collect()
}

#[test]
fn every_change_of_a_field_is_told_or_the_field_is_free() {
    let mut campaign = rich();
    campaign.close();
    let closed = campaign.bench.copy();
    campaign.reveal();
    let revealed = campaign.bench.copy();
    let forger = forger();
    let known = entries(&revealed);
    let mut cases: BTreeMap<Field, Vec<(usize, Entry)>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (at, entry) in known.iter().enumerate() {
        for (field, other) in of_entry(entry) {
            let same = serde_json::to_string(&(&other.time, &other.cycle, &other.by, &other.body));
            if seen.insert((field.clone(), same.expect("JSON"))) {
                cases.entry(field).or_default().push((at, other));
            }
        }
    }
    let count: usize = cases.values().map(Vec::len).sum();
    assert!(count > 300, "{count}");
    let cases: Vec<(Field, Vec<(usize, Entry)>)> = cases.into_iter().collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let stands = (0..workers).map(|_| (Stand::of(&closed), Stand::of(&revealed)));
    let stands: Vec<(Stand, Stand)> = stands.collect();
    let (forger, cases) = (&forger, &cases);
    let free: BTreeSet<Field> = std::thread::scope(|scope| {
        let work = |(worker, (closed, revealed)): (usize, (Stand, Stand))| {
            scope.spawn(move || {
                let is_told = |(at, other): &(usize, Entry)| {
                    let early = *at < closed.entries.len();
                    early && closed.tells(forger, (*at, other))
                        || revealed.tells(forger, (*at, other))
                };
                let mine = cases.iter().skip(worker).step_by(workers);
                let free = mine.filter(|(_, all)| !all.iter().all(is_told));
                free.map(|(field, _)| field.clone()).collect::<Vec<_>>()
            })
        };
        let running: Vec<_> = stands.into_iter().enumerate().map(work).collect();
        running.into_iter().flat_map(|one| one.join().expect("a worker")).collect()
    });
    let listed = listed();
    let unlisted: Vec<_> = free.difference(&listed).collect();
    let told: Vec<_> = listed.difference(&free).collect();
    assert!(
        unlisted.is_empty() && told.is_empty(),
        "not listed: {unlisted:#?}\ntold all the same: {told:#?}"
    );
}
