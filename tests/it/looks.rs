//! What pages look like in ways that can be read off them: keys shown once, own counters filled, each ground its own.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::engine::{Chance, Reader};
use adjutant::games;
use adjutant::page::{Block, Board, Page};
use adjutant::render;
use roxmltree::{Document, Node, ParsingOptions};

use crate::parabellum::placed;
use crate::shelf::{named, seat, view};

fn boards(page: &Page) -> impl Iterator<Item = &Board> {
    page.blocks.iter().filter_map(|block| match block {
        Block::Board(board) => Some(&**board),
        _ => None,
    })
}

/// Drawings of a figure that show a key: where no part of it is hidden on a small screen, and where it is.
fn keys<'a>(figure: Node<'a, 'a>) -> (BTreeSet<&'a str>, BTreeSet<&'a str>) {
    let class = |it: &Node<'_, '_>, name: &str| {
        it.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == name))
    };
    let cuts = figure.children().any(|it| class(&it, "crops"));
    let (mut wide, mut small) = (BTreeSet::new(), BTreeSet::new());
    for key in figure.descendants().filter(|it| class(it, "legend")) {
        let drawing = key.ancestors().find(|it| it.has_tag_name("svg")).expect("a drawing");
        let id = drawing.attribute("aria-label").or(drawing.attribute("id")).unwrap_or("whole");
        let cut = key.ancestors().any(|it| class(&it, "crops"));
        let within = cuts && key.ancestors().any(|it| class(&it, "within"));
        if !cut {
            wide.insert(id);
        }
        if cut || !within {
            small.insert(id);
        }
    }
    (wide, small)
}

/// A map that a telephone shows in parts has its key once there, and once elsewhere.
#[test]
fn the_key_of_a_map_is_shown_once() {
    let page = include_str!("../golden/report/company-war.html");
    let hidden = "figure:has(> .crops) > svg .within { display: none; }";
    assert!(page.contains(".crops { display: none; }") && page.contains(hidden));
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let page = Document::parse_with_options(page, options).expect("well-formed");
    let figures = page.descendants().filter(|it| it.has_tag_name("figure"));
    let shown: Vec<_> = figures.map(keys).filter(|(wide, _)| !wide.is_empty()).collect();
    assert!(!shown.is_empty());
    for (wide, small) in shown {
        assert_eq!((wide.len(), small.len()), (1, 1), "{wide:?} {small:?}");
    }
}

/// Every other colour of counters is an outline on the colour of the page, which is that of space: the reader's own is
/// never one of these, whoever reads.
#[test]
fn own_ships_are_filled() {
    let kind = games::OURS.named("mechad").unwrap();
    let shipped = kind.shipped();
    let mut outlined = 0;
    for (name, text) in shipped.scenarios {
        let scenario: serde_json::Value = serde_saphyr::from_str(text).expect("it is shipped");
        // A side may be nobody's seat.
        let sides: BTreeSet<&String> =
            scenario["sides"].as_object().expect("sides").keys().collect();
        let game = kind.found(shipped.format.as_bytes(), text.as_bytes(), &BTreeMap::new());
        let game = game.expect("it is shipped");
        let position = game.setup(&mut Chance::from_seed([0; 32]));
        for seat in game.seats() {
            let seen = game.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            let page = game.page(&seen, None).expect("a view");
            for board in boards(&page) {
                let own = sides.iter().position(|side| *side == seat.as_str()).expect("a side");
                let hues: Vec<u8> = board.sides.iter().map(|side| side.hue).collect();
                assert_eq!(hues[own] % 2, 0, "{name}, {seat}: {hues:?}");
                outlined += hues.iter().filter(|hue| *hue % 2 == 1).count();
            }
        }
    }
    assert!(outlined > 0);
    let page = render::html(&Page::new("x").board(Board::default()), &render::Rulebook::default());
    let outline = ".h1.piece .body, .h3.piece .body, .h5.piece .body { fill: var(--paper);";
    assert!(page.contains(outline) && page.contains(".space { fill: var(--paper); }"));
}

/// In Parabellum no two kinds of terrain are drawn alike, such as road and bridge, but for the two of deep water.
#[test]
fn grounds_of_parabellum_are_drawn_apart() {
    let game = named("parabellum");
    let position = placed(&*game, &[("amber-1", "ram", "tank", "D11")]);
    let page = game.page(&view(&*game, &position, &seat("amber")), None).expect("a view");
    let mut drawn = BTreeMap::<String, BTreeSet<&str>>::new();
    for board in boards(&page) {
        for terrain in &board.terrains {
            drawn.entry(format!("{:?}", terrain.ground)).or_default().insert(&terrain.name);
        }
    }
    assert!(drawn.len() > 8, "{drawn:?}");
    for (ground, names) in drawn {
        let water = BTreeSet::from(["deep river", "open water"]);
        assert!(names.len() == 1 || names == water, "{ground}: {names:?}");
    }
}
