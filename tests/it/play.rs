//! What a page in a browser asks: for every game a report of a campaign of its own is opened, orders are checked and
//! sealed, and the moderator's program takes the packet. What is found is what `check` finds.

use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::base::Digest;
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::play::call;
use adjutant::referee::cycle::open;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::record::card::Card;
use adjutant::seal::{PlayerPublic, PlayerSecret, PublicKey};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::bench::{Bench, keys, output, text};

/// Names the folder where calls are kept.
pub(crate) const KEPT: &str = "ADJUTANT_PLAY_CALLS";

/// A campaign whose first cycle is open, and what its first player has of it.
pub(crate) struct Table {
    pub(crate) bench: Bench,
    pub(crate) seat: &'static str,
    pub(crate) asked: Value,
}

/// The answer to a document with these fields beside those that are at hand.
pub(crate) fn answer(name: &str, asked: &Value, more: Value) -> Value {
    let mut asked = asked.clone();
    let Value::Object(more) = more else { panic!("{more} is no object") };
    asked.as_object_mut().expect("an object").extend(more);
    let document = asked.to_string();
    let said = call(name, document.as_bytes(), OURS);
    if let Some(folder) = std::env::var_os(KEPT) {
        keep(Path::new(&folder), name, document.as_bytes(), &said);
    }
    serde_json::from_slice(&said).expect("JSON")
}

/// Keeps a call and what was said to it, for the module to be asked the same: `.ci/play`.
fn keep(folder: &Path, name: &str, asked: &[u8], said: &[u8]) {
    let number = Digest::of(&[name.as_bytes(), asked].concat()).short();
    fs::write(folder.join(format!("{name}-{number}.json")), asked).unwrap();
    fs::write(folder.join(format!("{name}-{number}.answer")), said).unwrap();
}

impl Table {
    /// The first scenario of a game, with its first cycle open.
    pub(crate) fn of(game: &str) -> Self {
        Self::after(game, 0)
    }

    /// The same after so many cycles in which the staff orders for everybody.
    pub(crate) fn after(game: &str, cycles: u32) -> Self {
        Self::of_scenario(game, OURS.named(game).unwrap().shipped().scenarios[0], cycles)
    }

    /// The same of a scenario of the game.
    pub(crate) fn of_scenario(game: &str, (name, map): (&str, &str), cycles: u32) -> Self {
        let bench = Bench::founded_with(game, name, map);
        let mut desk = bench.desk();
        let seats: Vec<&'static str> = bench.players.keys().copied().collect();
        for seat in &seats {
            bench.enroll(&mut desk, seat).unwrap();
        }
        open::open(&mut desk, None, bench.now()).unwrap();
        drop(desk);
        for _ in 0..cycles {
            for seat in &seats {
                let desk = bench.desk();
                if bench.report(&desk, seat).data.next.is_some() {
                    let orders = bench.orders(&desk, seat, 1, &bench.staff(&desk, seat));
                    let packet = bench.packet(&desk, seat, &orders);
                    drop(desk);
                    bench.receive(packet);
                }
            }
            resolve(&mut bench.desk(), true, bench.now()).unwrap();
            open::open(&mut bench.desk(), None, bench.now()).unwrap();
        }
        let desk = bench.desk();
        // Not every seat orders in the first phase.
        let awaits = |seat: &&&str| {
            bench.report(&desk, seat).data.next.is_some()
                && !bench.staff(&desk, seat).contains("orders: []")
        };
        let seat = seats.iter().find(awaits).copied().unwrap_or(seats[0]);
        let report = desk.campaign.store.need(&layout::report(cycles, seat)).unwrap();
        let card = Card::of(&desk.campaign).unwrap().write();
        let key = &bench.players[seat];
        let asked = json!({
            "report": BASE64_STANDARD.encode(report),
            "card": BASE64_STANDARD.encode(card),
            "key": text(&bench.players[seat].write()),
            "public": PlayerPublic::of(None, key, Some(desk.genesis())).sign(key.signing()).unwrap(),
        });
        drop(desk);
        Self { bench, seat, asked }
    }

    /// What a plain computer player would order.
    pub(crate) fn orders(&self) -> String {
        let desk = self.bench.desk();
        self.bench.orders(&desk, self.seat, 1, &self.bench.staff(&desk, self.seat))
    }

    pub(crate) fn answer(&self, name: &str, more: Value) -> Value {
        answer(name, &self.asked, more)
    }

    /// What the program itself says with the same files and without a copy of the campaign.
    fn program(&self, arguments: &[&str], orders: &str) -> String {
        let home = self.bench.dir.path().join("player");
        let _ = fs::create_dir(&home);
        let file =
            |field: &str| BASE64_STANDARD.decode(self.asked[field].as_str().unwrap()).unwrap();
        fs::write(home.join("own.key"), self.asked["key"].as_str().unwrap()).unwrap();
        fs::write(home.join("report.age"), file("report")).unwrap();
        fs::write(home.join("c.card"), file("card")).unwrap();
        fs::write(home.join("own.pub"), self.asked["public"].as_str().unwrap()).unwrap();
        fs::write(home.join("orders.yaml"), orders).unwrap();
        let run = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
            command.current_dir(&home).args(arguments).args(["--key", "own.key"]);
            String::from_utf8(output(&mut command).stdout).unwrap()
        };
        run(&["read", "c.card"]);
        run(arguments)
    }
}

/// An order file with a line that is no order, and one with what cannot stand.
fn spoilt(orders: &str) -> [String; 3] {
    let second = orders.replacen("cycle: 1", "cycle: 7", 1);
    [format!("{orders}- nonsense here\n"), format!("{orders}- {{order: none}}\n"), second]
}

#[test]
fn a_packet_that_a_page_makes_is_accepted() {
    for kind in OURS.games() {
        let table = Table::of(kind.name());
        let opened = table.answer("open", json!({}));
        assert_eq!(
            (&opened["proven"], &opened["seat"]),
            (&json!(true), &json!(table.seat)),
            "{opened}"
        );
        assert_eq!(opened["game"], kind.name());
        let html = table.program(&["read", "report.age", "--html"], "");
        assert_eq!(opened["html"].as_str(), Some(html.as_str()), "{}", kind.name());
        let choices = table.answer("choices", json!({}));
        let told = table.program(&["choices", "--json", "--report", "report.age"], "");
        let told: Vec<Value> = serde_json::from_str(&told).unwrap();
        let own: Vec<Value> = choices["choices"].as_array().unwrap().clone();
        assert_eq!(own.len(), told.len(), "{choices}");
        for (own, told) in own.iter().zip(&told) {
            assert_eq!((&own["subject"], &own["offers"]), (&told["subject"], &told["offers"]));
        }
        // The orders of the staff stand for the player's.
        let orders = table.orders();
        let checked = table.answer("check", json!({"orders": orders}));
        assert_eq!(
            (&checked["readable"], &checked["problem_of_file"]),
            (&json!(true), &Value::Null)
        );
        let made = table.answer("seal", json!({"orders": orders}));
        let packet = made["packet"].as_str().unwrap_or_else(|| panic!("{}: {made}", kind.name()));
        let receipt = table.bench.receive(packet).text;
        assert!(receipt.contains("accepted"), "{}: {receipt}", kind.name());
        // With what the page keeps, other orders get the next sequence.
        let template = table.answer("template", json!({"sealed": made["sealed"], "short": true}));
        let template = template["orders"].as_str().expect("a template");
        assert!(template.contains("\nsequence: 2\n"), "{template}");
        let made = table.answer("seal", json!({"orders": template, "sealed": made["sealed"]}));
        let packet = made["packet"].as_str().unwrap_or_else(|| panic!("{}: {made}", kind.name()));
        let receipt = table.bench.receive(packet).text;
        assert!(receipt.contains("accepted"), "{}: {receipt}", kind.name());
    }
}

#[test]
fn a_page_finds_what_check_finds_and_foresees_what_forecast_foresees() {
    for kind in OURS.games() {
        let table = Table::of(kind.name());
        let orders = table.orders();
        let blank = table.answer("template", json!({}))["orders"].as_str().unwrap().to_owned();
        let report = ["--report", "report.age"];
        for file in spoilt(&orders).iter().chain([&orders, &blank]) {
            let checked = table.answer("check", json!({"orders": file}));
            let told =
                table.program(&[&["check", "orders.yaml", "--json"], &report[..]].concat(), file);
            let told: Value = serde_json::from_str(&told).expect("JSON");
            if told.get("error").is_some() {
                assert_eq!(checked["problem"]["what"], told["error"]["what"], "{checked}");
                continue;
            }
            assert_eq!(checked["findings"], told, "{}: {checked}\n{file}", kind.name());
        }
        let [spoilt, ..] = spoilt(&orders);
        let refused = table.answer("seal", json!({"orders": spoilt}));
        assert_eq!(refused["packet"], Value::Null, "{refused}");
        assert!(refused["refusal"]["what"].as_str().unwrap().contains("to correct"), "{refused}");
        let made = table.answer("forecast", json!({"orders": orders, "samples": 3}));
        let command = ["forecast", "orders.yaml", "--json", "--samples", "3"];
        let told = table.program(&[&command[..], &report].concat(), &orders);
        assert_eq!(made, serde_json::from_str::<Value>(&told).unwrap(), "{}", kind.name());
    }
}

/// The one sentence that a page gets, and what to do.
pub(crate) fn problem(said: &Value) -> (String, String) {
    let said = &said["problem"];
    let text =
        |field: &str| said[field].as_str().unwrap_or_else(|| panic!("{field}: {said}")).to_owned();
    (text("what"), text("hint"))
}

#[test]
fn bad_input_gets_a_sentence_and_what_to_do() {
    let table = Table::of("company-war");
    let report = BASE64_STANDARD.decode(table.asked["report"].as_str().unwrap()).unwrap();
    let file = |bytes: &[u8]| json!({"report": BASE64_STANDARD.encode(bytes)});
    let other = table.bench.players.iter().find(|(seat, _)| **seat != table.seat).unwrap().1;
    let other_key = json!({"key": text(&other.write())});
    let desk = table.bench.desk();
    let plain = table.bench.report(&desk, table.seat).text;
    let newer = plain.replacen("\"edition\":", "\"edition\":9", 1);
    drop(desk);
    let cases = [
        (json!({"report": null}), "no report is open", "open the report"),
        (file(b"hello"), "", "as it came"),
        (file(&report[..report.len() / 2]), "", ""),
        (file(&report[..40]), "", ""),
        (other_key, "not encrypted to this key", "the key you enrolled with"),
        (json!({"key": null}), "encrypted", "open your key"),
        (json!({"key": "hello"}), "", "starts with the line"),
        (json!({"card": null}), "cannot be verified", "open the campaign card"),
        (json!({"card": BASE64_STANDARD.encode("hello")}), "not a campaign card", "as it came"),
        (json!({"moderator": "SHA256:x"}), "signed with the key", "not the moderator's key"),
        (json!({"report": "?"}), "base64", "open"),
    ];
    let mut wrong = Vec::new();
    for (more, what, hint) in cases {
        let said = table.answer("open", more.clone());
        let text = |field: &str| said["problem"][field].as_str().unwrap_or_default();
        let (told, way) = (text("what"), text("hint"));
        // There are no options in a page.
        let options = ["--", "-C"].iter().any(|option| way.contains(option));
        if told.is_empty()
            || !told.contains(what)
            || way.is_empty()
            || !way.contains(hint)
            || options
        {
            wrong.push(format!("{more}: {said}"));
        }
        // And whatever else is asked with it.
        if more.get("report").is_some() {
            assert_eq!(table.answer("check", more)["problem"], said["problem"]);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // A report of a newer edition, which nobody signed: the doubt is told first, and then what plays it.
    let told = table.answer(
        "open",
        json!({"report": BASE64_STANDARD.encode(newer), "card": null, "unproven": true}),
    );
    let (what, hint) = problem(&told);
    assert!(what.contains("edition 9") && hint.contains("use adjutant"), "{told}");
    // One of another campaign by the orders.
    let orders = table.orders().replacen("bench#", "other#", 1);
    let (what, hint) = problem(&table.answer("check", json!({"orders": orders})));
    assert!(what.contains("campaign is other#") && hint.contains("new template"), "{what}");
    assert!(call("no such thing", b"{}", OURS).starts_with(b"{\"problem\""));
    assert!(call("open", b"{", OURS).starts_with(b"{\"problem\""));
}

#[test]
fn what_is_not_proven_is_shown_as_such_and_takes_no_orders() {
    let table = Table::of("company-war");
    let more = json!({"card": null, "unproven": true});
    let opened = table.answer("open", more.clone());
    assert_eq!((&opened["proven"], &opened["doubt"]["unproven"]), (&json!(false), &json!(true)));
    assert!(opened["html"].as_str().unwrap().contains("UNPROVEN"), "{}", opened["html"]);
    assert_eq!(table.answer("choices", more)["problem"]["unproven"], true);
    // With the fingerprint, and from then on with what is remembered.
    let fingerprint = opened["signer"].clone();
    assert_eq!(fingerprint, PublicKey::of(keys().signing.signing()).fingerprint());
    let opened = table.answer("open", json!({"card": null, "moderator": fingerprint}));
    assert_eq!(opened["proven"], true);
    let opened = table.answer("open", json!({"card": null, "known": opened["known"]}));
    assert_eq!(opened["proven"], true);
}

#[test]
fn a_key_that_a_page_makes_is_one_that_keygen_makes() {
    let table = Table::of("company-war");
    let entropy = BASE64_STANDARD.encode([5; 96]);
    let made = table.answer("keygen", json!({"entropy": entropy, "name": "anna"}));
    assert_eq!(made["chain"], true, "{made}");
    let key = made["secret"].as_str().expect("a key");
    assert_eq!(key, text(&PlayerSecret::generate([5; 96]).write()));
    let public = made["public"].as_str().expect("a public file");
    let public = PlayerPublic::read(public.as_bytes()).expect("it is signed");
    assert_eq!(public.name.as_deref(), Some("anna"));
    assert!(public.commitment.is_some() && made["known"].as_str().unwrap().contains("committed"));
    let few = answer("keygen", &json!({}), json!({"entropy": "AAAA"}));
    assert!(few["problem"]["what"].as_str().unwrap().contains("96 random bytes"), "{few}");
}
