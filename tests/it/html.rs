//! Reports as HTML: recorded ones to the byte, and what must hold of every one. `BLESS=1` writes the golden
//! files anew; `.ci/look` shows them to a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use adjutant::base::Digest;
use adjutant::engine::{Chance, Code, Due, GameKind, Reader};
use adjutant::games;
use adjutant::page::{
    Barrier, Block, Board, Cell, Counter, Edge, Fire, Grid, Ground, Link, Map, Mark, Move, Naming,
    Page, Piece, Place, Ridge, Route, Scene, Shape, Shifted, Shot, Side, Sign, Stack, Stroke,
    Terrain, Text, Track, Way, Zone,
};
use adjutant::render::{self, Rulebook, Style};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Document, ParsingOptions};

use crate::playthrough::{seed, staff};
use crate::shelf;

/// The only place where the letters `http` may stand that no player wrote.
const POLICY: &str = "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
                      style-src 'sha256-";

fn rulebook(kind: &dyn GameKind) -> Rulebook {
    Rulebook::read(kind.shipped().rules).expect("a rulebook page")
}

/// The page of one seat after so many cycles. Seats send what is recorded in the examples; where
/// nothing is, the staff writes.
fn played(name: &str, cycles: u32, seat: &str) -> Page {
    let game = shelf::named(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    let recorded = !folder.join("scenario.txt").exists();
    let mut position = game.setup(&mut Chance::from_seed(seed(name, 0)));
    let mut record = None;
    for cycle in 1..=cycles {
        let due = game.phase(&position).expect("a position").due;
        let due = due.iter().filter(|(_, due)| **due != Due::Nothing);
        let orders = due.filter_map(|(seat, _)| {
            let file = folder.join(format!("orders/{cycle:04}-{seat}.yaml"));
            let text = || staff(&*game, &position, cycle, seat);
            let bytes = if recorded { fs::read(file).ok()? } else { text() };
            Some((seat.clone(), game.read(&bytes).expect("an order file").1))
        });
        let orders = orders.collect();
        let mut chance = Chance::from_seed(seed(name, cycle));
        let made = game.resolve(&position, &orders, &mut chance).expect("a position");
        (position, record) = (made.position, Some(made.record));
    }
    let record = record.expect("at least one cycle");
    let reader = Reader::Seat(shelf::seat(seat));
    let view = game.see(&position, &reader).expect("a position");
    let news = game.news(&record, &reader).expect("a record");
    let (page, agenda) = game.told(&view, Some(&news)).expect("a view and an account");
    agenda.sentence(None).into_iter().fold(page, Page::in_short)
}

fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report").join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, text).expect("a file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let line = expected.lines().zip(text.lines()).position(|(a, b)| a != b);
    assert!(expected == text, "{name} differs at line {line:?}; BLESS=1 accepts it");
}

/// Attributes that say where something is drawn.
const DRAWN: [&str; 18] = [
    "textLength",
    "lengthAdjust",
    "viewBox",
    "width",
    "height",
    "d",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "transform",
    "patternUnits",
];

/// What must hold of any rendering, whatever stands in the page.
pub(crate) fn sound(text: &str) {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).expect("well-formed XML");
    let elements = || document.descendants().filter(roxmltree::Node::is_element);
    let named = |name: &'static str| elements().filter(move |e| e.has_tag_name(name));
    // What a narrow screen hides of a figure must stand where a style can find it, and not in what is used again.
    let above = |e: &roxmltree::Node<'_, '_>, tag| e.ancestors().any(|it| it.has_tag_name(tag));
    let mut hidden = elements().filter(|e| e.attribute("class") == Some("within"));
    assert!(hidden.all(|e| !above(&e, "figure") || !above(&e, "defs")));
    let ids: Vec<&str> = elements().filter_map(|e| e.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "an id stands twice");
    for element in elements() {
        let tag = element.tag_name().name();
        assert!(!["script", "img", "link", "iframe", "object", "base", "form"].contains(&tag));
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            match name {
                "href" => {
                    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./#".contains(c);
                    let beside = !value.starts_with('/') && !value.contains("//");
                    let leads = match value.strip_prefix('#') {
                        Some(id) => unique.contains(id),
                        None => beside && value.chars().all(plain),
                    };
                    assert!(leads, "{name}={value}");
                }
                "aria-labelledby" | "for" => {
                    assert!(value.split(' ').all(|id| unique.contains(id)), "{name}={value}");
                }
                "clip-path" => {
                    let target = value.strip_prefix("url(#").and_then(|v| v.strip_suffix(')'));
                    assert!(target.is_some_and(|id| unique.contains(id)), "{name}={value}");
                }
                "type" | "checked" => assert_eq!(tag, "input"),
                "name" if tag == "input" => {}
                "data-of" => assert_eq!(tag, "td"),
                "http-equiv" => assert_eq!((tag, value), ("meta", "Content-Security-Policy")),
                "name" | "content" | "charset" => assert_eq!(tag, "meta"),
                "lang" | "class" | "id" | "tabindex" | "role" | "scope" | "aria-label"
                | "aria-hidden" | "title" => {}
                _ if DRAWN.contains(&name) => assert!(
                    value.chars().all(|c| c.is_ascii_alphanumeric() || " -.()".contains(c)),
                    "{name}={value}"
                ),
                _ => panic!("{tag} has {name}"),
            }
        }
    }
    let titles = named("title").filter(|t| t.parent().is_some_and(|p| p.has_tag_name("head")));
    assert_eq!(titles.count(), 1);
    for once in ["h1", "main", "header", "style"] {
        assert_eq!(named(once).count(), 1, "{once}");
    }
    let mut last = 1;
    for heading in elements().filter(|e| ["h2", "h3", "h4"].contains(&e.tag_name().name())) {
        let level = heading.tag_name().name()[1..].parse::<u8>().expect("a level");
        assert!(level <= last + 1, "{:?}", heading.text());
        last = level;
    }
    for table in named("table") {
        let first = table.first_element_child().expect("a caption");
        assert!(first.has_tag_name("caption"));
        assert!(first.descendants().any(|n| n.text().is_some_and(|t| !t.trim().is_empty())));
    }
    assert!(named("th").all(|th| th.attribute("scope") == Some("col")));
    let style = named("style").next().and_then(|s| s.text()).expect("a style");
    let hash = STANDARD.encode(Digest::of(style.as_bytes()).0);
    assert!(text.contains(&format!("{POLICY}{hash}'\"")), "the policy allows another style");
    assert!(!["url(", "@import", "http", "expression"].iter().any(|word| style.contains(word)));
}

#[test]
fn recorded_reports_look_as_agreed() {
    for (name, cycles, seat) in [
        ("company-war", 5, "union"),
        ("age-of-imperialism", 6, "france"),
        ("company-commander", 5, "red"),
    ] {
        let kind = games::OURS.named(name).expect("it is on the shelf");
        let page = played(name, cycles, seat);
        let text = render::html(&page, &rulebook(kind));
        sound(&text);
        let rest = text.replacen(POLICY, "", 1).replace("clip-path=\"url(#", "");
        assert!(rest.len() < text.len());
        for word in ["http", "src=", "url(", "<script", "javascript:", "data:"] {
            assert!(!rest.contains(word), "{name}: {word}");
        }
        let cited = text.matches("<section class=\"rule\"").count();
        assert!(cited >= 5, "{name} cites {cited} rules");
        assert!(text.contains("<span aria-hidden=\"true\">✓</span> done</strong>"), "{name}");
        golden(&format!("{name}.html"), &text);
        golden(&format!("{name}.md"), &render::markdown(&page));
        let style = Style { width: 80, colour: false, draws: false };
        golden(&format!("{name}.txt"), &render::text(&page, style));
    }
}

#[test]
fn every_rule_of_the_shelf_can_be_shown() {
    for game in games::OURS.games() {
        let book = rulebook(game);
        let beginnings = game.shipped().rules.lines().filter(|line| line.starts_with("**"));
        assert_eq!(book.rules().len(), beginnings.count(), "{}", game.name());
        let cite = |page: Page, id: &str| page.paragraph(Text::plain("see").rule(id));
        let all = book.rules().iter().fold(Page::new("all"), |page, rule| cite(page, &rule.id));
        let text = render::html(&all, &book);
        sound(&text);
        for rule in book.rules() {
            assert!(text.contains(&format!("<section class=\"rule\" id=\"rule-{}\">", rule.id)));
        }
        // A rule that names another is a link where all stand together.
        assert!(text.contains("<a href=\"#rule-"), "{}", game.name());
    }
}

/// A map that says the text wherever it can, and names what is not there.
fn hostile_map(text: &str) -> Map {
    let stack = |side, piece| Stack { side, piece, text: text.into(), title: text.into() };
    let place = |shape| Place {
        mark: text.into(),
        part: text.into(),
        owner: Some(200),
        notes: vec![text.into()],
        stacks: vec![stack(0, Piece::Army), stack(255, Piece::Ship)],
        signs: vec![Sign::Fight, Sign::Taken, Sign::Garrison, Sign::Ruin, Sign::Ruin],
        ..Place::new(text, shape)
    };
    let shapes = [
        Shape::Station(65_535, 65_535),
        Shape::Point(0, 0),
        Shape::Land(vec![(0, 0, 65_535), (65_535, 65_535, 65_535), (3, 3, 0)]),
        Shape::Water(vec![]),
    ];
    let went = |path: &[&str]| Move {
        side: 99,
        path: path.iter().map(|&place| place.into()).collect(),
        text: text.into(),
        title: text.into(),
    };
    Map {
        title: text.into(),
        key: text.into(),
        sides: vec![Side { name: text.into(), hue: 255 }],
        // More than an index can tell.
        ways: vec![Way { name: text.into(), line: Stroke::Dotted, side: Some(9) }; 300],
        places: shapes.into_iter().map(place).collect(),
        links: vec![
            Link { between: (text.into(), text.into()), way: 0 },
            Link { between: (text.into(), "nowhere".into()), way: 77 },
        ],
        own: Some(9),
        walls: vec![(text.into(), text.into()), ("nowhere".into(), text.into())],
        moves: vec![went(&[]), went(&[text]), went(&[text, text]), went(&[text, "nowhere", text])],
        ..Map::default()
    }
}

/// A board that says the text wherever it can, and names what is not there.
fn hostile_board(text: &str, grid: Grid) -> Board {
    let far = (65_535, 65_535);
    let counter = |at, n: u8| Counter {
        at,
        facing: Some(n),
        marks: vec![Mark::Doubtful, Mark::Damaged, Mark::Spent, Mark::Suppressed, Mark::Spent],
        piece: [Piece::Army, Piece::Ship, Piece::Missile, Piece::Store][usize::from(n % 4)],
        side: n,
        strength: Some(u16::MAX),
        text: text.into(),
        title: text.into(),
    };
    let fire = |from, to, outcome| Fire {
        from,
        outcome,
        side: 1,
        text: text.into(),
        title: text.into(),
        to,
    };
    let path = vec![(0, 0), far, (0, 0), (1, 1), (1, 1)];
    let cell = |at, terrain| Cell {
        at,
        height: i8::MIN,
        label: text.into(),
        signs: vec![Sign::Fight, Sign::Taken, Sign::Ruin, Sign::Garrison],
        terrain,
    };
    Board {
        barriers: vec![Barrier { form: Ridge::Cliff, name: text.into() }; 300],
        cells: vec![cell((0, 0), 0), cell((0, 0), 255), cell(far, 0)],
        columns: 3,
        counters: (0..=9)
            .map(|n| counter((u16::from(n % 3), 0), n))
            .chain([counter(far, 0)])
            .collect(),
        edges: (0..=255).map(|n| Edge { at: (1, 1), barrier: n, side: n }).collect(),
        fires: vec![
            fire((0, 0), (0, 0), Shot::Hit),
            fire((0, 0), (2, 1), Shot::Missed),
            fire((2, 1), (0, 0), Shot::Harmless),
            fire(far, (0, 0), Shot::Hit),
        ],
        grid,
        key: text.into(),
        note: text.into(),
        naming: Naming::Letters,
        own: Some(200),
        routes: [path.clone(), vec![], vec![far]]
            .map(|path| Route {
                notes: vec![(0, text.into()), (900, text.into())],
                path,
                side: 200,
                text: text.into(),
                title: text.into(),
            })
            .to_vec(),
        rows: 3,
        seen: Some(Zone { cells: vec![far, (0, 0)], name: text.into(), side: None }),
        sides: vec![Side { name: text.into(), hue: 255 }; 3],
        terrains: vec![Terrain { ground: Ground::Marsh, name: text.into(), sign: None }],
        title: text.into(),
        tracks: vec![Track { path: path.clone(), way: 200 }, Track { path: vec![], way: 0 }],
        ways: vec![Way { name: text.into(), line: Stroke::Dotted, side: Some(9) }; 300],
        zones: [path, vec![], vec![far]]
            .map(|cells| Zone { cells, name: text.into(), side: Some(2) })
            .to_vec(),
    }
}

#[test]
fn boards_of_every_size_are_sound() {
    let book = Rulebook::default();
    for (columns, rows) in [(0, 0), (1, 0), (0, 9), (1, 1), (64, 64)] {
        let shifted = Shifted::Even;
        for grid in [Grid::Square, Grid::Flat(shifted), Grid::Pointy(shifted)] {
            let zone = |name: &str| Zone {
                cells: (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y))).collect(),
                name: name.to_owned(),
                side: None,
            };
            let zones = vec![zone("a"), zone("b")];
            let board = Board { columns, rows, grid, zones, ..hostile_board("x", grid) };
            sound(&render::html(&Page::new("x").board(board), &book));
        }
    }
}

#[test]
fn a_board_that_is_too_large_is_told_in_words() {
    let board = Board { columns: 65, ..hostile_board("x", Grid::Square) };
    let full =
        Board { columns: 3, counters: vec![board.counters[0].clone(); 401], ..board.clone() };
    for (board, why) in [(board, "65 by 3 cells is too large"), (full, "401 counters is too full")]
    {
        let page = Page::new("x").board(board);
        let shown = render::html(&page, &Rulebook::default());
        sound(&shown);
        assert!(!shown.contains("<svg") && shown.contains(why));
        assert!(render::markdown(&page).contains(why));
    }
}

#[test]
fn hostile_text_is_text() {
    let long = "W".repeat(5000);
    let evil = [
        "<script>alert(1)</script>",
        "\"><img src=http://x onerror=y>",
        "' onmouseover='x",
        "]]></style></main><h1>",
        "&lt;b&gt; &#60;i&#62; &nosuch;",
        "a\u{202e}b\u{200f}c\u{1b}[2J\r\u{0}\u{85}\u{2028}\u{feff}",
        "\u{ffff}\u{fdd0}\u{10fffe}",
        "javascript:url(x)",
        "cw1\" id=\"main",
        &long,
    ];
    let book = rulebook(games::OURS.named("company-war").unwrap());
    for text in evil {
        let spans = Text::plain(text).strong(text).code(text).rule(text).draw(text);
        let table = adjutant::page::Table::new().caption(text).left(text).right(text);
        let page = Page::new(text)
            .subtitle(text)
            .heading(3, text)
            .paragraph(spans.clone().rule("cw1"))
            .list([spans.clone()])
            .table(table.row([spans.clone(), Text::default().strong(text)]))
            .facts([(text, spans.clone())])
            .code(text, text)
            .map(hostile_map(text))
            .board(hostile_board(text, Grid::Flat(Shifted::Odd)))
            .board(hostile_board(text, Grid::Square))
            .block(Block::Card {
                title: text.to_owned(),
                lines: vec![spans.clone()],
                details: vec![Block::List(vec![spans.clone().link(text, text)])],
            })
            .block(Block::Replay(vec![Scene {
                title: text.to_owned(),
                lines: vec![spans.clone().link(text, text)],
                details: vec![spans.clone()],
                map: Some(hostile_map(text)),
                board: Some(Box::new(hostile_board(text, Grid::Square))),
            }]))
            .folded(text, vec![Block::Paragraph(spans.clone())])
            .note(spans);
        let shown = render::html(&page, &book);
        sound(&shown);
        assert!(!shown.contains(|c: char| c != '\n' && c.is_control()));
        assert!(!shown.contains(['\u{202e}', '\u{200f}', '\u{2028}', '\u{feff}', '\u{ffff}']));
    }
}

#[test]
fn every_outcome_is_told_by_word_and_sign() {
    let codes = [Code::Done, Code::Partly, Code::Failed, Code::Refused, Code::Unused];
    let mut signs = BTreeSet::new();
    for code in codes {
        let table = adjutant::page::Table::new().left("Outcome");
        let cell = Text::plain("").strong(code.word());
        let text = render::html(&Page::new("x").table(table.row([cell])), &Rulebook::default());
        let (_, rest) = text.split_once("<span aria-hidden=\"true\">").expect("a sign");
        let (sign, rest) = rest.split_once("</span> ").expect("a word");
        assert!(rest.starts_with(code.word()));
        signs.insert(sign.to_owned());
    }
    assert_eq!(signs.len(), codes.len());
}

/// The colours of a scheme: what stands as `--name: #rrggbb;` in it.
fn colours(style: &str) -> BTreeMap<&str, u32> {
    let parts = style.split("--").filter_map(|part| part.split_once(": #"));
    let colour = |rest: &str| u32::from_str_radix(&rest[..6], 16).expect("a colour");
    parts.map(|(name, rest)| (name, colour(rest))).collect()
}

/// The ratio of two colours by WCAG 2, in hundredths.
#[expect(clippy::float_arithmetic, reason = "the formula is one of real numbers")]
fn contrast(a: u32, b: u32) -> u32 {
    let part = |c: u32| {
        let c = f64::from(c & 0xff) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    let light = |c: u32| 0.2126 * part(c >> 16) + 0.7152 * part(c >> 8) + 0.0722 * part(c);
    let (a, b) = (light(a), light(b));
    let ratio = (a.max(b) + 0.05) / (a.min(b) + 0.05) * 100.0;
    format!("{ratio:.0}").parse().expect("a number")
}

#[test]
fn letters_stand_out_in_both_schemes() {
    assert_eq!((contrast(0, 0x00ff_ffff), contrast(0x0077_7777, 0x00ff_ffff)), (2100, 448));
    let board = Board { columns: 1, rows: 1, ..Board::default() };
    let text = render::html(&Page::new("x").board(board), &Rulebook::default());
    let parts: Vec<&str> = text.split("prefers-color-scheme: dark").collect();
    let [light, rest, board_dark] = parts[..] else { panic!("two schemes, each with a board's") };
    let (dark, rest) = rest.split_once("* {").expect("the end of the colours");
    let board_light = &rest[rest.find("--wood: #").expect("a board's colours")..];
    for (scheme, board) in [(light, board_light), (dark, board_dark)] {
        let mut colours = colours(scheme);
        assert_eq!(colours.len(), 30);
        colours.extend(self::colours(board));
        assert_eq!(colours.len(), 41);
        let at_least = |least, front: &str, ground: &str| {
            let ratio = contrast(colours[front], colours[ground]);
            assert!(ratio >= least, "{front} on {ground}: {ratio}");
        };
        for letters in ["ink", "dim", "link", "good", "half", "bad", "idle"] {
            for ground in ["paper", "stripe", "mark"] {
                at_least(450, letters, ground);
            }
        }
        // Maps: names on every ground, counts on counters, counters and arrows on the land.
        let grounds =
            ["land", "water", "wood", "field", "marsh", "rough", "built", "sand", "shallow"];
        for ground in ["t0", "t1", "t2", "t3", "t4", "t5"].iter().chain(&grounds) {
            at_least(450, "ink", ground);
        }
        // Boards: names of cells, and what is drawn on the ground.
        for ground in grounds {
            at_least(450, "dim", ground);
            at_least(300, "wall", ground);
            at_least(300, "rise", ground);
        }
        for (drawn, ground) in [
            ("leaf", "wood"),
            ("leaf", "marsh"),
            ("leaf", "land"),
            ("grain", "field"),
            ("grain", "sand"),
            ("wave", "water"),
            ("wave", "shallow"),
            ("wave", "land"),
            ("dim", "paper"),
        ] {
            at_least(300, drawn, ground);
        }
        for side in 0..Side::HUES {
            let (counter, tint) = (format!("c{side}"), format!("t{side}"));
            at_least(450, "on", &counter);
            for ground in ["paper", &tint].iter().chain(&grounds) {
                at_least(300, &counter, ground);
            }
        }
    }
}
