//! What a report's sources tell besides its words: identifiers, order, comments, coordinates and
//! size. Every rendering of a report follows from what its reader saw, and from nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use adjutant::base::Digest;
use adjutant::engine::{GameKind, Position, Reader, RecordDoc};
use adjutant::games;
use adjutant::ledger::Withheld;
use adjutant::page::Page;
use adjutant::referee::Desk;
use adjutant::referee::cycle::found::{Charter, Trust, found};
use adjutant::referee::cycle::play::{After, Made, Played as Told, Texts, reports};
use adjutant::referee::cycle::resolve::Contents;
use adjutant::referee::record::luck::Luck;
use adjutant::render::{self, Rulebook};
use adjutant::seal::packed;
use adjutant::testing::conformance::leaks::{instead, none};
use adjutant::testing::conformance::played;
use adjutant::testing::passes;
use roxmltree::ParsingOptions;
use tempfile::TempDir;

use crate::bench::{keys, time};
use crate::conformance::{play, side_by_side};
use crate::folder::folder;
use crate::locks::terms;
use crate::shelf::{self, maps, readers};

/// Campaigns of each game.
const CAMPAIGNS: u64 = 12;
/// Pairs of each of the two games of which every file is compared.
const PAIRS: u64 = 200;

#[test]
fn what_a_reader_cannot_see_changes_no_byte_of_any_rendering() {
    let campaigns = 0..shelf::share(CAMPAIGNS);
    let campaigns = campaigns.flat_map(|n| shelf::kinds().into_iter().map(move |k| (k, n)));
    side_by_side(campaigns, |(kind, campaign)| {
        let rules = Rulebook::read(kind.shipped().rules).expect("a rulebook");
        passes(played::play(kind, campaign, &|p| none(p, &rules)));
    });
}

/// A campaign's directory with the scenario and the options of a campaign that is played.
fn desk(kind: &dyn GameKind, campaign: u64, trust: Trust) -> (TempDir, Desk) {
    let ((scenario, map), options) = played::drawn_for(kind, campaign).expect("it is sound");
    let charter = Charter {
        shelf: games::OURS,
        name: "pair",
        game: kind.name(),
        format: kind.shipped().format.as_bytes(),
        scenario,
        map: map.as_bytes(),
        options: &options,
        trust,
    };
    let dir = folder();
    let salted = (Digest::of(b"salt"), time("2026-01-01T00:00:00Z"));
    let desk = found(&dir.path().join("campaign"), &charter, keys(), salted);
    (dir, desk.expect("it is sound"))
}

/// What a cycle leaves in the campaign's directory: the texts, and the files to be encrypted.
struct Left {
    texts: Texts,
    files: Contents,
}

impl Left {
    fn by(desk: &Desk, cycle: u32, position: Position, record: RecordDoc) -> Self {
        let (campaign, keys) = (&desk.campaign, desk.cycle_keys());
        let luck = Luck::of(campaign, keys, cycle, &[]).expect("a cycle");
        let after = After {
            cycle,
            position: &position,
            record: Some(&record),
            corrected: None,
            rulings: &[],
            luck: Some(&luck),
        };
        let (reports, outcome) = reports(campaign, keys, after, &BTreeSet::new()).expect("a cycle");
        let played = Told { made: Made { position, record: Some(record) }, reports, outcome };
        let texts = played.texts(campaign);
        let (_, proofs) = texts.report_tree(campaign, keys, cycle);
        let files = Contents::of(desk, &played.made, &texts, &proofs).expect("it fits");
        Self { texts, files }
    }

    /// All that is there for whoever cannot decrypt: the public report, and how long each file is.
    /// What age adds depends on the length alone.
    fn shown(&self) -> (&str, Vec<usize>) {
        let files = self.files.reports.iter().chain([&self.files.position, &self.files.record]);
        (&self.texts.public, files.map(Vec::len).collect())
    }

    /// A seat's report, and how long it is with its proof and signature.
    fn read(&self, desk: &Desk, reader: &Reader) -> Option<(&str, usize)> {
        let seat = reader.seat()?;
        let at = desk.campaign.seats().iter().position(|s| s == seat).expect("its own seat");
        let signed = packed::unpack(&self.files.reports[at]).expect("it was packed");
        Some((&self.texts.reports[seat], signed.len()))
    }
}

/// Two games that differ in what a reader cannot see leave the same files: the public report and
/// the reader's own are the same to the byte, and every file is as long.
#[test]
fn pairs_of_games_leave_the_same_files() {
    for kind in games::OURS.games() {
        let (wanted, pairs) = (shelf::share(PAIRS), AtomicU64::new(0));
        let enough = || pairs.load(Ordering::Relaxed) >= wanted;
        side_by_side((0..CAMPAIGNS).take_while(|_| !enough()), |campaign| {
            // With proofs of dice and links behind a lock, with orders that are sealed to a round, and without.
            let links = Some(terms(Withheld::Absent));
            let proven = Trust { proven_dice: true, links, ..Trust::default() };
            let timelock = crate::timelock::trust();
            // And with cycles that are opened before the end.
            let rolling = Trust { reveal_after: Some(3), ..Trust::default() };
            let desks = [Trust::default(), proven, timelock, rolling]
                .map(|trust| desk(kind, campaign, trust));
            play(kind, campaign, &|p| {
                if enough() {
                    return;
                }
                let left = |(position, record): &(Position, RecordDoc)| {
                    let by = |(_, desk): &(TempDir, Desk)| {
                        Left::by(desk, p.cycle, position.clone(), record.clone())
                    };
                    desks.each_ref().map(by)
                };
                let true_one = (p.made.position.clone(), p.made.record.clone());
                let played = left(&true_one);
                for reader in readers(p.game) {
                    let other = instead(p, &reader).expect("a cycle");
                    if other == true_one {
                        continue;
                    }
                    for ((one, other), (_, desk)) in played.iter().zip(left(&other)).zip(&desks) {
                        assert!(one.shown() == other.shown(), "{reader:?}: {:?}", other.shown().1);
                        assert!(one.read(desk, &reader) == other.read(desk, &reader), "{reader:?}");
                    }
                    pairs.fetch_add(1, Ordering::Relaxed);
                }
            });
        });
        assert!(enough(), "only {pairs:?} pairs of {}", kind.name());
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
            if !shelf::all() && p.cycle % 3 != 0 {
                return;
            }
            let mut layouts: BTreeSet<Vec<String>> = BTreeSet::new();
            for reader in readers(p.game) {
                let page = p.page(&reader).expect("a cycle");
                let html = render::html(&page, &rules);
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
