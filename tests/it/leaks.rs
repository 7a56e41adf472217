//! What a report's sources tell besides its words: identifiers, order, comments, coordinates and
//! size. Every rendering of a report follows from what its reader saw, and from nothing else.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::base::canonical;
use adjutant::engine::{Chance, Reader, RecordDoc};
use adjutant::page::Page;
use adjutant::report::{self, Rulebook, Style};
use roxmltree::ParsingOptions;
use serde_json::{Value, json};

use crate::conformance::{is_for, play};
use crate::shelf::{self, maps, page, readers};

/// Campaigns of each game.
const CAMPAIGNS: u64 = 12;

/// The record as if nothing had happened that the reader did not see, and nobody else had sent
/// orders or rolled dice.
fn stripped(record: &RecordDoc, reader: &Reader) -> RecordDoc {
    let mut record: Value = shelf::json(&record.0);
    let events = record["events"].as_array_mut().expect("a list");
    events.retain(|event| is_for(event, reader));
    record["draws"] = json!([]);
    let answers = record["answers"].as_object_mut().expect("a map");
    answers.retain(|seat, _| reader.seat().is_some_and(|own| own.as_str() == seat));
    record["standing"] = json!({});
    RecordDoc(canonical::encode(&record))
}

/// Every rendering of a page.
fn renderings(page: &Page, rules: &Rulebook) -> [String; 3] {
    let style = Style { width: 80, colour: true };
    [report::html(page, rules), report::markdown(page), report::text(page, style)]
}

#[test]
fn what_a_reader_cannot_see_changes_no_byte_of_any_rendering() {
    for kind in shelf::kinds() {
        let rules = Rulebook::read(kind.shipped().rules).expect("a rulebook");
        for campaign in 0..CAMPAIGNS {
            play(kind, campaign, &|p| {
                for reader in readers(p.game) {
                    let mut chance = Chance::from_seed(p.seed);
                    let other = p.game.imagine(&p.view(&reader), &mut chance).expect("a view");
                    let record = stripped(&p.made.record, &reader);
                    // What a program reads in the report's data.
                    assert_eq!(p.game.news(&record, &reader).expect("a record"), p.news(&reader));
                    assert_eq!(p.game.see(&other, &reader).expect("a position"), p.view(&reader));
                    let other_page = page(p.game, &other, &record, &reader);
                    assert!(
                        renderings(&p.page(&reader), &rules) == renderings(&other_page, &rules),
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
    for kind in shelf::kinds() {
        let rules = Rulebook::read(kind.shipped().rules).expect("a rulebook");
        play(kind, 0, &|p| {
            let mut layouts: BTreeSet<Vec<String>> = BTreeSet::new();
            for reader in readers(p.game) {
                let page = p.page(&reader);
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
    let places = maps(page).flat_map(|map| &map.places);
    places.map(|place| format!("{} {:?}", place.name, place.shape)).collect()
}
