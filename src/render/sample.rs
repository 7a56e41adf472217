//! A page with everything in it, and its golden files.

use std::path::Path;

use crate::page::{
    Block, Link, Map, Move, Page, Piece, Place, Scene, Shape, Side, Sign, Stack, Stroke, Table,
    Text, Way,
};

pub(super) fn page() -> Page {
    let fight = Text::plain("At Pell the ")
        .strong("Norway")
        .and(" opens fire on two carriers, misses with her first salvo and hits with her second")
        .rule("cw26")
        .draw("combat/pell/round-2/Norway")
        .and(". Check it with ")
        .code("adjutant draw 7 combat/pell")
        .and(".");
    let ships = Table::new()
        .caption("Your ships")
        .left("Ship")
        .left("Place")
        .right("Hits")
        .left("Remark")
        .row([
            "Norway",
            "Pell",
            "3",
            "retreats to Viking as ordered, unless somebody is already there",
        ])
        .row(["Europe | Asia", "Mariner", "12", ""]);
    Page::new("Pell’s war: cycle 7")
        .subtitle("Report for the Union, 8 July 2352")
        .heading(2, "What happened")
        .paragraph(fight)
        .list(["Viking is quiet.", "1. Mariner <b>sends</b> *no* news \u{1b}[2J\nand a second line of it, long enough to wrap."])
        .block(Block::Card {
            title: "Combat at <Pell>".to_owned(),
            lines: vec![Text::plain("Norway is lost. ").rule("cw26")],
            details: vec![Block::List(vec![
                Text::plain("Asia fires at Norway: 3+4, a hit. ").draw("combat/pell/a"),
            ])],
        })
        .heading(3, "Ships")
        .table(ships)
        .heading(4, "Due next")
        .facts([
            ("Deadline", Text::plain("2026-07-08T18:00:00Z")),
            ("Orders", Text::plain("movement").rule("cw12")),
            ("A label that is much too long for its column", Text::plain("and its text")),
        ])
        .code("yaml", "orders:\n    - move: {ship: Norway, path: [3, 29, 6]}\n")
        .note("Whoever sends nothing keeps their standing orders.")
        .paragraph(Text::plain("More in ").link("the chronicle", "chronicle.html").and("."))
        .map(map())
        .block(Block::Replay(vec![scene("One"), scene("Two")]))
        .folded("Orders of the Union", Page::new("").code("yaml", "orders: []\n").blocks)
}

fn scene(title: &str) -> Scene {
    let lines = vec![Text::plain("Norway jumps. ").rule("cw12"), Text::plain("Nobody fires.")];
    let details = vec![Text::plain("Norway rolls 3+4.")];
    Scene { title: title.to_owned(), lines, details, map: Some(map()), board: None }
}

/// A map with a piece, sign and line of every kind.
fn map() -> Map {
    let stack = |side, piece, text: &str| Stack {
        side,
        piece,
        text: text.to_owned(),
        title: format!("{text} & more"),
    };
    let way = |name: &str, line, side| Way { name: name.to_owned(), line, side };
    let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let pell = Place {
        mark: "3".to_owned(),
        owner: Some(1),
        stacks: vec![stack(0, Piece::Ship, "M 2"), stack(1, Piece::Ship, "U 1")],
        signs: vec![Sign::Fight, Sign::Garrison],
        ..Place::new("Pell", Shape::Station(2, 2))
    };
    let alba = Place {
        part: "North".to_owned(),
        owner: Some(0),
        notes: vec!["C P".to_owned()],
        stacks: vec![stack(0, Piece::Army, "M 12")],
        signs: vec![Sign::Taken, Sign::Ruin],
        ..Place::new("Alba", Shape::Land(vec![(6, 0, 4), (6, 1, 4), (6, 2, 3)]))
    };
    let burgh = Place {
        part: "South".to_owned(),
        ..Place::new("Burgh <East>", Shape::Land(vec![(9, 2, 3), (6, 3, 6), (6, 4, 6)]))
    };
    let channel = Place::new("Channel", Shape::Water(vec![(10, 0, 2), (10, 1, 2)]));
    Map {
        title: "The war".to_owned(),
        counters: String::new(),
        key: "C city".to_owned(),
        sides: vec![
            Side { name: "Mazianni".to_owned(), hue: 0 },
            Side { name: "Union".to_owned(), hue: 1 },
        ],
        ways: vec![
            way("route", Stroke::Plain, None),
            way("Union route", Stroke::Dotted, Some(1)),
            way("ferry", Stroke::Dashed, None),
        ],
        places: vec![pell, Place::new("29", Shape::Point(4, 4)), alba, burgh, channel],
        links: vec![
            Link { between: pair("Pell", "29"), way: 1 },
            Link { between: pair("29", "Alba"), way: 0 },
        ],
        own: None,
        fought: Vec::new(),
        walls: vec![pair("Alba", "Burgh <East>")],
        moves: vec![
            Move {
                side: 0,
                path: own(&["Pell", "29", "Alba"]),
                text: "2".to_owned(),
                title: "Norway".to_owned(),
            },
            Move { side: 1, path: own(&["29", "Pell"]), text: String::new(), title: String::new() },
        ],
    }
}

/// Compares with a file under `tests/golden/report`; `BLESS=1` writes it instead.
pub(super) fn golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(actual, expected, "{name} differs; BLESS=1 accepts it");
}
