//! A page with everything in it, and its golden files.

use std::path::Path;

use crate::page::{Page, Table, Text};

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
        .heading(3, "Ships")
        .table(ships)
        .heading(4, "Due next")
        .facts([
            ("Deadline", Text::plain("2026-07-08T18:00:00Z")),
            ("Orders", Text::plain("movement").rule("cw12")),
            ("A label that is much too long for its column", Text::plain("and its text")),
        ])
        .code("yaml", "orders:\n    - move: {ship: Norway, path: [3, 29, 6]}\n")
        .note("Whoever sends nothing keeps his standing orders.")
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
