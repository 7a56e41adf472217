//! What every game on the shelf must do, under random legal play.

use std::collections::{BTreeMap, BTreeSet};

use adjutant::engine::brief;
use adjutant::engine::{
    AnyGame, Audience, Chance, Document, Due, Reader, Resolution, Seat, Table, Weight,
};
use adjutant::games;
use adjutant::page::{Block, Map, Span};

/// Campaigns of each game; a campaign lasts until the game ends or so many cycles have passed.
const CAMPAIGNS: u64 = 200;
const CYCLES: u32 = 12;
/// In one campaign of so many it is looked at what templates offer, and of the lines of a seat in a
/// cycle one in so many is checked alone.
const OFFERED: u64 = 5;
const SAMPLED: usize = 4;

fn seed(game: &str, campaign: u64, cycle: u32) -> [u8; 32] {
    adjutant::base::Digest::of(format!("{game}/{campaign}/{cycle}").as_bytes()).0
}

/// An order file around a list of orders, as the engine reads it.
fn file(seat: &Seat, cycle: u32, orders: &str) -> Vec<u8> {
    let head = "0".repeat(64);
    let list =
        if orders.is_empty() { "orders: []\n".to_owned() } else { format!("orders:\n{orders}") };
    format!(
        "campaign: test#00000000\ncycle: {cycle}\nseat: {seat}\nsequence: 1\nto: age1test\nhead: {head}\n{list}"
    )
    .into_bytes()
}

/// The shipped scenario, every option at a value drawn for this campaign.
fn table(game: &dyn AnyGame, campaign: u64) -> Box<dyn Table> {
    let shipped = game.shipped();
    let specs = game.options(shipped.format.as_bytes()).expect("the shipped format is sound");
    let mut chance = Chance::from_seed(seed("options", campaign, 0));
    let given: BTreeMap<String, String> = specs
        .iter()
        .map(|(name, spec)| {
            let value = chance.draw(&[name]).pick(&spec.values).expect("an option has values");
            (name.clone(), value.clone())
        })
        .collect();
    let (_, scenario) =
        shipped.scenarios[usize::try_from(campaign).expect("few") % shipped.scenarios.len()];
    game.table(shipped.format.as_bytes(), scenario.as_bytes(), &given).expect("it is sound")
}

pub(crate) struct Played<'a> {
    pub(crate) table: &'a dyn Table,
    before: &'a Document,
    files: &'a BTreeMap<Seat, Vec<u8>>,
    pub(crate) seed: [u8; 32],
    pub(crate) made: &'a Resolution,
}

pub(crate) fn readers(table: &dyn Table) -> Vec<Reader> {
    table.seats().into_iter().map(Reader::Seat).chain([Reader::Public]).collect()
}

/// Plays one campaign and shows every cycle to the checks.
pub(crate) fn play(game: &dyn AnyGame, campaign: u64, check: &dyn Fn(&Played<'_>)) {
    let table = table(game, campaign);
    let mut position = table.setup(&mut Chance::from_seed(seed(game.name(), campaign, 0)));
    for cycle in 1..=CYCLES {
        if table.outcome(&position).expect("a position").is_some() {
            return;
        }
        let phase = table.phase(&position).expect("a position");
        let mut files = BTreeMap::new();
        for (seat, due) in &phase.due {
            // Now and then somebody sends nothing.
            let silent = seed(seat.as_str(), campaign, cycle)[0] < 16;
            if *due == Due::Nothing || silent {
                continue;
            }
            let seen = table.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            if campaign.is_multiple_of(OFFERED) {
                offers_stand_alone(&*table, &seen, (seat, cycle));
            }
            let mut chance = Chance::from_seed(seed(seat.as_str(), campaign, cycle));
            let orders = table.suggest(&seen, &mut chance).expect("a view");
            // A template shows them as comments, which must fit for mail too.
            let wide = orders.lines().find(|line| line.chars().count() + 2 > brief::WIDTH);
            assert_eq!(wide, None, "the line does not fit");
            let file = file(seat, cycle, &orders);
            let findings = table.check(&seen, &file).unwrap_or_else(|p| panic!("{p}\n{orders}"));
            let refused: Vec<_> = findings.iter().filter(|f| f.weight == Weight::Refused).collect();
            assert!(refused.is_empty(), "the staff orders what is refused: {refused:?}");
            files.insert(seat.clone(), file);
        }
        let seed = seed(game.name(), campaign, cycle);
        let mut chance = Chance::from_seed(seed);
        let made = table.resolve(&position, &files, &mut chance).expect("a position");
        check(&Played { table: &*table, before: &position, files: &files, seed, made: &made });
        position = made.position;
    }
}

/// What a template offers fits for mail behind its mark, and each order stands alone.
fn offers_stand_alone(table: &dyn Table, seen: &Document, (seat, cycle): (&Seat, u32)) {
    let choices = table.choices(seen).expect("a view");
    let offers: Vec<&str> =
        choices.iter().flat_map(|c| &c.offers).map(|offer| offer.order.as_str()).collect();
    let mut lines = offers.iter().flat_map(|offer| offer.lines());
    assert_eq!(lines.find(|line| line.chars().count() + 2 > brief::WIDTH), None);
    for offer in offers.iter().skip(cycle as usize % SAMPLED).step_by(SAMPLED) {
        let findings = table.check(seen, &file(seat, cycle, offer)).expect("it is read");
        let refused: Vec<_> = findings.iter().filter(|f| f.weight == Weight::Refused).collect();
        assert!(refused.iter().all(|f| f.line != "orders[0]"), "{offer}: {refused:?}");
    }
}

/// Every campaign of every game is played once and shown to all checks; games side by side.
#[test]
fn every_game_keeps_its_word_under_random_legal_play() {
    std::thread::scope(|scope| {
        for game in games::ALL {
            scope.spawn(|| {
                for campaign in 0..CAMPAIGNS {
                    play(*game, campaign, &|played| {
                        same_input_same_bytes(played);
                        imagined_worlds_look_the_same(played);
                        one_answer_a_line(played);
                        quoted_draws_were_made(played);
                        the_moderator_sees_everything(played);
                        if campaign % 8 == 0 {
                            scenes_lead_to_the_end(played);
                        }
                    });
                }
            });
        }
    });
}

/// The same input gives the same bytes, and the record leads to the state.
fn same_input_same_bytes(p: &Played<'_>) {
    let again = p.table.resolve(p.before, p.files, &mut Chance::from_seed(p.seed));
    assert_eq!(again.expect("a position"), *p.made);
    let replayed = p.table.replay(p.before, &p.made.record).expect("a record");
    assert_eq!(replayed, p.made.position);
}

/// A view cannot tell an imagined world from the true one.
fn imagined_worlds_look_the_same(p: &Played<'_>) {
    for reader in readers(p.table) {
        let seen = p.table.see(&p.made.position, &reader).expect("a position");
        let mut chance = Chance::from_seed(p.seed);
        let other = p.table.imagine(&seen, &mut chance).expect("a view");
        assert_eq!(p.table.see(&other, &reader).expect("a position"), seen);
        let page = |position| p.table.page(position, None, &reader).expect("a position");
        assert_eq!(page(&other), page(&p.made.position));
    }
}

/// Every order line has one answer, and only its author reads it.
fn one_answer_a_line(p: &Played<'_>) {
    let record: serde_json::Value = serde_json::from_str(&p.made.record.0).expect("JSON");
    for (seat, file) in p.files {
        let written = String::from_utf8_lossy(file).matches("\n- ").count();
        let answers = record["record"]["answers"][seat.as_str()].as_array().expect("a list");
        assert_eq!(answers.len(), written, "{seat}");
    }
    let public = p.table.page(&p.made.position, Some(&p.made.record), &Reader::Public);
    let public = serde_json::to_string(&public.expect("a record")).expect("JSON");
    assert!(!public.contains("Your orders"));
}

/// A draw that a report quotes was made in this cycle under that name.
fn quoted_draws_were_made(p: &Played<'_>) {
    let record: serde_json::Value = serde_json::from_str(&p.made.record.0).expect("JSON");
    let drawn = record["record"]["draws"].as_array().expect("a list");
    let made: BTreeSet<&str> = drawn.iter().filter_map(|draw| draw["name"].as_str()).collect();
    for reader in readers(p.table) {
        let page = p.table.page(&p.made.position, Some(&p.made.record), &reader);
        for block in page.expect("a record").blocks {
            let Block::List(lines) = block else { continue };
            for span in lines.iter().flat_map(|line| &line.0) {
                if let Span::Draw(name) = span {
                    assert!(made.contains(name.as_str()), "nobody drew {name}, only {made:?}");
                }
            }
        }
    }
}

/// Nothing is hidden from the moderator, and his page tells every order and every draw.
fn the_moderator_sees_everything(p: &Played<'_>) {
    let reader = Reader::Moderator;
    let seen = p.table.see(&p.made.position, &reader).expect("a position");
    let known = p.table.imagine(&seen, &mut Chance::from_seed(p.seed)).expect("a view");
    // What stands is not the game's, and no view holds that of several seats.
    let state = |document: &Document| {
        let value: serde_json::Value = serde_json::from_str(&document.0).expect("JSON");
        value["state"].clone()
    };
    assert_eq!(state(&known), state(&p.made.position));
    let page = p.table.page(&p.made.position, Some(&p.made.record), &reader).expect("a record");
    let record: serde_json::Value = serde_json::from_str(&p.made.record.0).expect("JSON");
    let rows = |heading: &str| {
        let at = |block: &Block| matches!(block, Block::Heading { text, .. } if text == heading);
        let after = page.blocks.iter().skip_while(|block| !at(block)).nth(1);
        after.map_or(0, |block| match block {
            Block::Table(table) => table.rows.len(),
            _ => 0,
        })
    };
    for (seat, answers) in record["record"]["answers"].as_object().expect("seats") {
        let answers = answers.as_array().expect("a list").len();
        assert_eq!(rows(&format!("Orders of {seat}")), answers);
    }
    let draws = record["record"]["draws"].as_array().expect("a list").len();
    assert_eq!(rows("Draws"), draws);
}

/// The scenes of a reader tell no event that he did not witness, and the last one shows the map as
/// the cycle left it.
fn scenes_lead_to_the_end(p: &Played<'_>) {
    let record: serde_json::Value = serde_json::from_str(&p.made.record.0).expect("JSON");
    let events = record["record"]["events"].as_array().expect("a list");
    for reader in readers(p.table).into_iter().chain([Reader::Moderator]) {
        let witnessed = events.iter().filter(|event| {
            let audience = serde_json::from_value(event["audience"].clone());
            let audience: Audience = audience.expect("an audience");
            audience.includes(&reader)
        });
        let scenes = p.table.scenes(p.before, &p.made.record, &reader).expect("a record");
        let lines: usize = scenes.iter().map(|scene| scene.lines.len()).sum();
        let told = witnessed.count();
        assert!(lines <= told, "{lines} lines of {told} events");
        assert!(scenes.iter().all(|scene| !scene.lines.is_empty() && !scene.title.is_empty()));
        if let Some(map) = scenes.last().and_then(|scene| scene.map.as_ref()) {
            let page = p.table.page(&p.made.position, None, &reader).expect("a position");
            let shown = page.blocks.iter().find_map(|block| match block {
                Block::Map(map) => Some(map),
                _ => None,
            });
            let stacks = |map: &Map| -> Vec<String> {
                map.places.iter().map(|p| format!("{:?}", (&p.name, p.owner, &p.stacks))).collect()
            };
            assert_eq!(shown.map(stacks), Some(stacks(map)), "{reader:?}");
        }
    }
}
