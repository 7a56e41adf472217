//! The schemas of the order files: kept ones are those of the program, and what they refuse the
//! program refuses too. That they take what is right is asked of a validator of others: `.ci/schema`.

use std::fs;
use std::path::{Path, PathBuf};

use adjutant::games;

use crate::shelf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn kept_schemas_are_those_of_the_program() {
    for game in games::OURS.games() {
        let path = root().join("turn-formats").join(game.name()).join("orders.schema.json");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, game.schema()).expect("a file");
        }
        let kept = fs::read_to_string(&path).expect("a schema");
        assert!(kept == game.schema(), "{}: BLESS=1 rewrites the schema", game.name());
    }
}

#[test]
fn kept_tables_are_those_of_the_formats() {
    for game in games::OURS.games() {
        let path = root().join("turn-formats").join(game.name()).join("format.json");
        let tables = game.format_as_json().expect("the format is read");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &tables).expect("a file");
        }
        let kept = fs::read_to_string(&path).expect("tables");
        assert!(kept == tables, "{}: BLESS=1 rewrites the tables", game.name());
    }
}

/// The wrong order files of a game.
fn wrong(game: &str) -> Vec<PathBuf> {
    let ours = |path: &Path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        name.starts_with(&format!("{game}-"))
    };
    let entries = fs::read_dir(root().join("tests/schema")).expect("a folder");
    entries.map(|entry| entry.expect("an entry").path()).filter(|path| ours(path)).collect()
}

#[test]
fn what_the_schema_refuses_the_program_refuses() {
    let mut count = 0;
    for kind in games::OURS.games() {
        let game = shelf::founded(kind);
        for path in wrong(kind.name()) {
            let orders = fs::read(&path).expect("an order file");
            assert!(game.read(&orders).is_err(), "{} is taken", path.display());
            count += 1;
        }
    }
    let all = fs::read_dir(root().join("tests/schema")).expect("a folder").count();
    assert!(count >= 15 && count == all, "{count} of {all} files belong to a game");
}

/// The members of an object in the schema of a game.
fn members(schema: &serde_json::Value, path: &str) -> Vec<String> {
    let object = schema.pointer(path).and_then(serde_json::Value::as_object).expect("an object");
    object.keys().cloned().collect()
}

#[test]
fn a_schema_names_every_field_and_takes_no_other() {
    for game in games::OURS.games() {
        let schema: serde_json::Value = serde_json::from_str(&game.schema()).expect("JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["additionalProperties"], false);
        let mut fields = members(&schema, "/properties");
        fields.sort();
        let known =
            "campaign contingent cycle final head orders question reveal seat sequence standing to";
        assert_eq!(fields.join(" "), known);
        for field in fields {
            let about = &schema["properties"][&field]["description"];
            assert!(about.is_string(), "{field} says nothing");
        }
    }
}
