//! A key in a page: kept under a passphrase that stock `age` takes too, and carried to another device with all that
//! goes with it.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use adjutant::seal::passphrase;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::folder::folder;
use crate::play::{Table, answer, problem};

const WORDS: &str = "four words, and nobody's name";

/// A file and the passphrase for it, as a page hands them over.
fn opening(file: &str, words: &str) -> Value {
    json!({"file": BASE64_STANDARD.encode(file), "passphrase": words})
}

fn text<'v>(said: &'v Value, field: &str) -> &'v str {
    said[field].as_str().unwrap_or_else(|| panic!("{field}: {said}"))
}

/// What `age -d` makes of a file; it asks for the passphrase at a terminal.
fn with_stock_age(file: &str) -> String {
    let home = folder();
    fs::write(home.path().join("own.age"), file).unwrap();
    let mut command = Command::new("script");
    command.args(["-qec", "age -d -o own own.age", "/dev/null"]).current_dir(home.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("`script` is a part of util-linux");
    child.stdin.take().unwrap().write_all(format!("{WORDS}\n").as_bytes()).unwrap();
    let told = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    fs::read_to_string(home.path().join("own")).unwrap_or_else(|_| panic!("age says {told}"))
}

#[test]
fn a_key_under_a_passphrase_is_opened_by_the_page_and_by_age() {
    let table = Table::of("company-war");
    let key = text(&table.asked, "key");
    let locked = table.answer("lock", json!({"passphrase": WORDS}));
    let locked = text(&locked, "locked");
    assert!(!locked.contains(key.split_whitespace().last().unwrap()), "{locked}");
    assert_eq!(with_stock_age(locked), key);
    let opened = answer("unlock", &json!({}), opening(locked, WORDS));
    assert_eq!(text(&opened, "secret"), key);
    let told = answer("read", &json!({}), json!({"file": BASE64_STANDARD.encode(locked)}));
    assert_eq!(told, json!({"kind": "locked"}));
    // What cannot be done gets a sentence.
    let wrong = |name: &str, asked: &Value, more: Value| problem(&answer(name, asked, more));
    let (what, hint) = wrong("unlock", &json!({}), opening(locked, "four words"));
    assert!(what == "this is not the passphrase" && hint.contains("try again"), "{what}: {hint}");
    let (what, _) = wrong("lock", &table.asked, json!({"passphrase": "short"}));
    assert!(what.contains("shorter than 8"), "{what}");
    let (what, _) = wrong("lock", &json!({}), json!({"passphrase": WORDS}));
    assert_eq!(what, "no key is open");
    let other = passphrase::lock(b"hello", WORDS).unwrap();
    let (what, _) = wrong("unlock", &json!({}), opening(&other, WORDS));
    assert!(what.contains("neither a key"), "{what}");
}

#[test]
fn the_sequence_goes_on_on_another_device() {
    let table = Table::of("company-war");
    let orders = table.orders();
    let made = table.answer("seal", json!({"orders": orders}));
    let draft = json!({"campaign": table.answer("open", json!({}))["genesis"], "cycle": 1,
        "seat": table.seat, "orders": "# begun\n"});
    let carried = json!({"passphrase": WORDS, "known": made["known"], "sealed": made["sealed"],
        "drafts": [draft]});
    let locked = table.answer("carry", carried);
    let opened = answer("unlock", &json!({}), opening(text(&locked, "locked"), WORDS));
    for (field, kept) in [("secret", "key"), ("public", "public"), ("card", "card")] {
        assert_eq!(opened[field], table.asked[kept], "{field}");
    }
    assert_eq!(opened["drafts"], json!([draft]));
    let more = json!({"known": opened["known"], "sealed": opened["sealed"], "short": true});
    let template = table.answer("template", more);
    assert!(text(&template, "orders").contains("\nsequence: 2\n"), "{template}");
    // What the other device sealed meanwhile counts as well.
    let later = text(&made, "sealed").replace("sequence: 1", "sequence: 7");
    let mut more = opening(text(&locked, "locked"), WORDS);
    more["sealed"] = json!(later);
    let opened = answer("unlock", &json!({}), more);
    let more = json!({"sealed": opened["sealed"], "short": true});
    let template = table.answer("template", more);
    assert!(text(&template, "orders").contains("\nsequence: 8\n"), "{template}");
}

/// A document with something changed, under the passphrase.
fn changed(document: &Value, field: &str, value: Value) -> String {
    let mut document = document.clone();
    document[field] = value;
    passphrase::lock(document.to_string().as_bytes(), WORDS).unwrap()
}

#[test]
fn what_is_not_a_players_files_gets_a_sentence() {
    let table = Table::of("company-war");
    let document = json!({"adjutant": "player-files-v1", "key": table.asked["key"],
        "public": table.asked["public"], "card": table.asked["card"]});
    let other = table.bench.players.iter().find(|(seat, _)| **seat != table.seat).unwrap().1;
    let other = crate::bench::text(&other.write()).to_owned();
    let draft = |orders: &str| json!([{"campaign": "00".repeat(32), "cycle": 1, "seat": table.seat, "orders": orders}]);
    let many = draft("")[0].clone();
    let table: &[(&str, Value, &str)] = &[
        ("adjutant", json!("player-files-v2"), "neither a key"),
        ("more", json!(1), "neither a key"),
        ("key", json!("hello"), "not a player-secret-v1 file"),
        ("key", json!(other), "another key's"),
        ("public", json!("hello"), ""),
        ("card", json!("?"), "not a campaign card"),
        ("card", json!("aGVsbG8="), "not a campaign card"),
        ("known", json!("hello"), ""),
        ("sealed", json!("hello"), "not what `adjutant seal` noted"),
        ("drafts", draft(&"x".repeat(70_000)), "longer than the limit"),
        ("drafts", json!(vec![many; 101]), "more than 100"),
    ];
    for (field, value, what) in table {
        let file = changed(&document, field, value.clone());
        let said = answer("unlock", &json!({}), opening(&file, WORDS));
        let told = said["problem"]["what"].as_str().unwrap_or_default();
        assert!(!told.is_empty() && told.contains(what), "{field}: {said}");
        assert!(!said.to_string().contains("AGE-SECRET-KEY"), "{field}: the secret is told");
    }
    let sound = changed(&document, "adjutant", json!("player-files-v1"));
    assert!(answer("unlock", &json!({}), opening(&sound, WORDS)).get("problem").is_none());
}
