use serde_json::json;

use super::*;

const SHORT: Short = Short {
    orders: &[
        ("flee", "flee[ {ship:name}] {when:when}[ to {to:place}]", "flee Norway losses 2"),
        ("say", "say {:word}", "say hello"),
        ("stop", "stop{now=true}", "stop"),
        ("hunt", "hunt {0:name} with {1:number}", "hunt Norway with 2"),
        ("go", "{ship:name} {path:spot 2 -}", "Norway 3-21"),
        ("go", "{ship:name}: {path:place 2 -}", "Norway: Pan Paris-21"),
        ("put", "{ship:name}: {at:place}", "Norway: 3"),
        (
            "shoot",
            "shoot {ship:word} at {at:word as TARGET}[ with {with:word 1 > as WEAPONS}]",
            "shoot Norway at Dart",
        ),
        ("march", "{units:force} {path:name 2 >}", "3 inf France > Spain"),
        ("repair", "repair {ship:word}", "repair Norway"),
        ("repair", "repair all ships{ship=null}", "repair all ships"),
    ],
    parts: &[
        ("when", Part::Choice(&[("now", "now"), ("losses", "losses {:number}")])),
        ("force", Part::Counts(&[("infantry", &["inf"]), ("cavalry", &["cav"])])),
    ],
};

#[test]
fn what_is_surely_plain_reads_as_it_stands() {
    for line in ["Norway 3-21-4", "a 'b", "it's a - b", "a +1 .5 /c", "yes no", "null 0x1", "e 1e3"]
    {
        assert!(is_surely_plain(line) && reads_as_it_stands(line), "{line}");
    }
    for line in ["yes", "a: b", "a # b", "a  b", " a b", "a b ", "3 inf Spain", "- a b", "é a", ""]
    {
        assert!(!is_surely_plain(line), "{line}");
    }
}

#[test]
fn every_example_stands_for_an_order_and_is_written_again() {
    for (kind, _, example) in SHORT.orders {
        let order = SHORT.read(example).unwrap_or_else(|| panic!("{example}"));
        assert_eq!(untagged(&order).map(|(tag, _)| tag), Some(*kind));
        assert_eq!(SHORT.write(&order).as_deref(), Some(*example));
    }
}

#[test]
fn lines_are_read_as_they_say() {
    let read = |line: &str| SHORT.read(line).unwrap_or_default();
    assert_eq!(read("Dart One 3-21"), json!({"go": {"ship": "Dart One", "path": [3, 21]}}));
    assert_eq!(read("  Norway  3 - Pell"), json!({"go": {"ship": "Norway", "path": [3, "Pell"]}}));
    assert_eq!(read("Dart One:Pan Paris-21")["go"]["path"], json!(["Pan Paris", 21]));
    assert_eq!(read("Norway: Pell"), json!({"put": {"ship": "Norway", "at": "Pell"}}));
    assert_eq!(read("flee now"), json!({"flee": {"when": "now"}}));
    assert_eq!(
        read("FLEE Dart One losses 2 to Pan Paris"),
        json!({"flee": {"ship": "Dart One", "when": {"losses": 2}, "to": "Pan Paris"}})
    );
    assert_eq!(read("hunt Dart One with 2"), json!({"hunt": ["Dart One", 2]}));
    assert_eq!(read("stop"), json!({"stop": {"now": true}}));
    let units = json!({"infantry": 3, "cavalry": 1});
    for line in ["3 inf 1 cav Great Britain>Spain", "3 infantry, 1 cav Great Britain > Spain"] {
        let path = ["Great Britain", "Spain"];
        assert_eq!(read(line), json!({"march": {"units": units, "path": path}}));
    }
}

#[test]
fn what_fits_no_pattern_is_none() {
    for line in
        ["", "Norway", "Norway 3", "Norway 3-", "3-21", "say", "say two words", "Norway 03-21"]
    {
        assert_eq!(SHORT.read(line), None, "{line}");
    }
    assert_eq!(SHORT.read(&format!("Norway 3{}", "-21".repeat(100))), None);
    assert_eq!(SHORT.nearest("flee Norway 3"), Some("flee Norway losses 2"));
    assert_eq!(SHORT.nearest("%"), None);
}

#[test]
fn what_no_line_says_is_not_written() {
    for order in [
        json!({"go": {"ship": "Norway", "path": [3]}}),
        json!({"go": {"ship": "Norway", "path": [3, 21], "fast": true}}),
        json!({"go": {"ship": "3 Norway", "path": [3, 21]}}),
        json!({"go": {"ship": "Norway", "path": ["3", 21]}}),
        json!({"march": {"units": {}, "path": ["France", "Spain"]}}),
        json!({"stop": {"now": false}}),
        json!({"say": "a: b"}),
        json!("other"),
    ] {
        assert_eq!(SHORT.write(&order), None, "{order}");
    }
}

/// A line that could be read in very many ways is not read for long.
#[test]
fn a_line_of_many_blanks_has_an_end() {
    let line = format!("{}: {}", "a ".repeat(70), "b-".repeat(70));
    assert_eq!(SHORT.read(&line), None);
}

#[test]
fn what_is_filled_in_has_the_words_of_the_game() {
    assert_eq!(SHORT.shown("shoot"), ["shoot SHIP at TARGET [with WEAPONS]"]);
    assert_eq!(SHORT.shown("put"), ["SHIP: PLACE"]);
    let order = json!({"shoot": {"ship": "Norway", "at": "Dart", "with": ["gun", "ram"]}});
    assert_eq!(SHORT.read("shoot Norway at Dart with gun > ram"), Some(order));
    let placeholder = |field| SHORT.placeholder("shoot", field);
    assert_eq!(placeholder("with").as_deref(), Some("WEAPONS"));
    assert_eq!(placeholder("ship").as_deref(), Some("SHIP"));
    assert_eq!(placeholder("from"), None);
}

#[test]
fn a_field_that_is_left_out_has_a_line_of_its_own() {
    let all = json!({"repair": {}});
    assert_eq!(SHORT.read("repair all ships"), Some(all.clone()));
    assert_eq!(SHORT.write(&all).as_deref(), Some("repair all ships"));
    assert_eq!(
        SHORT.write(&json!({"repair": {"ship": "Norway"}})).as_deref(),
        Some("repair Norway")
    );
}
