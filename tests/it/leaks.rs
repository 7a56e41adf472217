//! What a report's sources tell besides its words: identifiers, order, comments, coordinates and
//! size. Every rendering of a report follows from what its reader saw, and from nothing else.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::engine::{Chance, Document, Reader};
use adjutant::games;
use adjutant::page::{Block, Page};
use adjutant::report::{self, Rulebook, Style};
use roxmltree::ParsingOptions;
use serde_json::Value;

use crate::conformance::{Played, play, readers};

/// Campaigns of each game.
const CAMPAIGNS: u64 = 12;

fn page(p: &Played<'_>, position: &Document, record: &Document, reader: &Reader) -> Page {
    p.table.page(position, Some(record), reader).expect("a position and its record")
}

/// The record as if nothing had happened that the reader did not see, and nobody else had sent
/// orders or rolled dice.
fn stripped(record: &Document, reader: &Reader) -> Document {
    let mut full: Value = serde_json::from_str(&record.0).expect("JSON");
    let saw = |event: &Value| match (&event["audience"]["seats"], reader.seat()) {
        (Value::Array(seats), Some(seat)) => {
            seats.iter().any(|s| s.as_str() == Some(seat.as_str()))
        }
        (Value::Array(_), None) => false,
        _ => event["audience"] == "everyone",
    };
    let record = &mut full["record"];
    record["events"].as_array_mut().expect("a list").retain(saw);
    record["draws"] = Value::Array(Vec::new());
    let answers = record["answers"].as_object_mut().expect("a map");
    answers.retain(|seat, _| reader.seat().is_some_and(|own| own.as_str() == seat));
    full["standing"] = Value::Object(serde_json::Map::new());
    Document(adjutant::base::canonical::encode(&full))
}

/// Every rendering of a page.
fn renderings(page: &Page, rules: &Rulebook) -> [String; 3] {
    let style = Style { width: 80, colour: true };
    [report::html(page, rules), report::markdown(page), report::text(page, style)]
}

#[test]
fn what_a_reader_cannot_see_changes_no_byte_of_any_rendering() {
    for game in games::ALL {
        let rules = Rulebook::read(game.shipped().rules).expect("a rulebook");
        for campaign in 0..CAMPAIGNS {
            play(*game, campaign, &|p| {
                for reader in readers(p.table) {
                    let true_page = page(p, &p.made.position, &p.made.record, &reader);
                    let seen = p.table.see(&p.made.position, &reader).expect("a position");
                    let mut chance = Chance::from_seed(p.seed);
                    let other = p.table.imagine(&seen, &mut chance).expect("a view");
                    let record = stripped(&p.made.record, &reader);
                    let other_page = page(p, &other, &record, &reader);
                    assert!(
                        renderings(&true_page, &rules) == renderings(&other_page, &rules),
                        "{reader:?} sees what he cannot know"
                    );
                }
            });
        }
    }
}

/// The identifiers of a document by what stands before their last number.
fn numbered(ids: &[&str]) -> BTreeMap<String, BTreeSet<usize>> {
    let mut kinds: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for id in ids {
        if let Some((kind, number)) = id.rsplit_once('-')
            && let Ok(number) = number.parse()
        {
            assert!(kinds.entry(kind.to_owned()).or_default().insert(number), "{id} twice");
        }
    }
    kinds
}

#[test]
fn sources_have_no_gaps_no_comments_and_one_layout_for_all() {
    for game in games::ALL {
        let rules = Rulebook::read(game.shipped().rules).expect("a rulebook");
        play(*game, 0, &|p| {
            let mut layouts: BTreeSet<Vec<String>> = BTreeSet::new();
            for reader in readers(p.table) {
                let page = page(p, &p.made.position, &p.made.record, &reader);
                let html = report::html(&page, &rules);
                assert!(!html.contains("<!--"), "a comment");
                let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
                let document =
                    roxmltree::Document::parse_with_options(&html, options).expect("XML");
                let ids: Vec<&str> =
                    document.descendants().filter_map(|node| node.attribute("id")).collect();
                for (kind, numbers) in numbered(&ids) {
                    let first = *numbers.first().expect("one at least");
                    // Hatchings and what they are cut to are numbered by colour.
                    let hatch = kind.ends_with("-hatch") || kind.ends_with("-clip");
                    let whole = numbers.len() == numbers.last().expect("one") + 1 - first;
                    assert!(hatch || (first <= 1 && whole), "{kind} has gaps: {numbers:?}");
                }
                layouts.insert(layout(&page));
            }
            assert_eq!(layouts.len(), 1, "places lie elsewhere for another reader");
        });
    }
}

/// Name and form of every place on the maps of a page, in their order.
fn layout(page: &Page) -> Vec<String> {
    let maps = page.blocks.iter().filter_map(|block| match block {
        Block::Map(map) => Some(map),
        _ => None,
    });
    let places = maps.flat_map(|map| &map.places);
    places.map(|place| format!("{} {:?}", place.name, place.shape)).collect()
}
