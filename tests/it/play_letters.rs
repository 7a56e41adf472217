//! What comes by mail beside reports, as a page reads it, and what a player writes to others there.

use std::fs;
use std::process::Command;

use adjutant::campaign::layout;
use adjutant::referee::letters::private_answer;
use adjutant::referee::record::card::Card;
use adjutant::seal::note::Note;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::bench::{Bench, output, text};
use crate::play::{Table, answer};
use crate::press::{BEFORE, campaign, take_at};

/// Nothing in it is to be more than text.
const TEXT: &str = "Meet me at <script>document.title=1</script> & \"Kiel\".";

/// What a seat's player hands over in cycle 1.
fn asked(bench: &Bench, seat: &str) -> Value {
    let desk = bench.desk();
    let report = desk.campaign.store.need(&layout::report(0, seat)).unwrap();
    let card = Card::of(&desk.campaign).unwrap().write();
    let (report, card) = (BASE64_STANDARD.encode(report), BASE64_STANDARD.encode(card));
    json!({"report": report, "card": card, "key": text(&bench.players[seat].write())})
}

/// What a page makes of a file.
fn read(asked: &Value, file: impl AsRef<[u8]>) -> Value {
    answer("read", asked, json!({"file": BASE64_STANDARD.encode(file)}))
}

/// What the program itself says of it, with the card kept.
fn program(bench: &Bench, seat: &str, asked: &Value, file: &[u8]) -> String {
    let home = crate::folder::folder();
    let put = |name: &str, bytes: &[u8]| fs::write(home.path().join(name), bytes).unwrap();
    put("own.key", text(&bench.players[seat].write()).as_bytes());
    put("c.card", &BASE64_STANDARD.decode(asked["card"].as_str().unwrap()).unwrap());
    put("file.age", file);
    let run = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(home.path()).args(["read", name, "--key", "own.key"]);
        String::from_utf8(output(&mut command).stdout).unwrap()
    };
    run("c.card");
    run("file.age")
}

#[test]
fn a_message_that_a_page_writes_is_passed_on_and_read_in_another() {
    let bench = campaign("press: {each: 3}\n");
    let (author, reader) = (asked(&bench, "russia"), asked(&bench, "ottoman"));
    let others = answer("open", &author, json!({}))["others"].clone();
    assert!(others.as_array().unwrap().contains(&json!("ottoman")), "{others}");
    assert!(!others.as_array().unwrap().contains(&json!("russia")), "{others}");
    let made = answer("press", &author, json!({"to": ["ottoman"], "text": TEXT}));
    let letter = made["letter"].as_str().unwrap_or_else(|| panic!("{made}"));
    take_at(&bench, letter, BEFORE).unwrap();
    let entry = bench.desk().campaign.ledger.len() - 1;
    let passed = bench.store().need(&layout::press(entry)).unwrap();
    let told = read(&reader, &passed);
    assert_eq!(told["kind"], "letter", "{told}");
    let told = told["text"].as_str().unwrap();
    assert!(told.contains("russia to ottoman") && told.contains(TEXT), "{told}");
    assert_eq!(told, program(&bench, "ottoman", &reader, &passed));
    // Its author gets it as the receipt; who is not among its readers gets nothing.
    assert_eq!(read(&author, &passed)["text"], told);
    assert_eq!(read(&asked(&bench, "germany"), &passed)["kind"], "report");
    let mut stranger = reader.clone();
    stranger["card"] = Value::Null;
    let doubt = &read(&stranger, &passed)["problem"];
    assert!(
        doubt["unproven"] == true && doubt["hint"].as_str().unwrap().contains("card"),
        "{doubt}"
    );
    // What cannot be written gets a sentence.
    for (more, what) in [
        (json!({"to": ["ottoman"], "text": " "}), "the message is empty"),
        (json!({"to": [], "text": "x"}), "has no readers"),
        (json!({"to": ["mars"], "text": "x"}), "mars is not one of these seats"),
        (json!({"to": ["all"], "text": "x".repeat(4001)}), "the limit is 4000"),
    ] {
        let said = answer("press", &author, more);
        assert!(said["problem"]["what"].as_str().unwrap().contains(what), "{said}");
    }
}

#[test]
fn what_comes_by_mail_is_told_from_its_bytes() {
    let table = Table::of("company-war");
    let asked = &table.asked;
    let bytes = |field: &str| BASE64_STANDARD.decode(asked[field].as_str().unwrap()).unwrap();
    let key = &table.bench.players[table.seat];
    assert_eq!(read(&json!({}), asked["key"].as_str().unwrap())["kind"], "key");
    assert_eq!(read(&json!({}), asked["public"].as_str().unwrap())["kind"], "public");
    assert_eq!(read(&json!({}), bytes("card"))["kind"], "card");
    assert_eq!(read(asked, bytes("report"))["kind"], "report");
    assert_eq!(read(asked, "hello")["kind"], "report");
    // An answer of the moderator's, and a note to oneself.
    let desk = table.bench.desk();
    let seat = table.seat.parse().unwrap();
    let answer = private_answer::seal(&desk, &seat, TEXT).unwrap();
    let id = desk.campaign.id();
    drop(desk);
    assert_eq!(read(asked, &answer), json!({"kind": "letter", "text": TEXT}));
    let note = Note::new(&id, (seat, 1), TEXT).unwrap().seal(key).unwrap();
    let told = read(asked, note);
    assert!(told["text"].as_str().unwrap().contains(TEXT), "{told}");
    // A receipt, and one that somebody else wrote.
    let made = table.answer("seal", json!({"orders": table.orders()}));
    let receipt = table.bench.receive(made["packet"].as_str().unwrap()).text;
    let told = read(asked, &receipt);
    let told = told["text"].as_str().unwrap_or_else(|| panic!("{told}"));
    assert!(told.contains("sequence 1") && told.contains("accepted"), "{told}");
    let program = program(&table.bench, table.seat, asked, receipt.as_bytes());
    assert_eq!(told, program);
    let mut stranger = asked.clone();
    stranger["card"] = Value::Null;
    assert_eq!(read(&stranger, &receipt)["problem"]["unproven"], true);
    stranger["moderator"] = json!("SHA256:x");
    let said = read(&stranger, &receipt);
    assert!(said["problem"]["what"].as_str().unwrap().contains("not signed by the moderator"));
}
