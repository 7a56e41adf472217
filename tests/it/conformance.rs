//! What every game must do, under random legal play.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Mutex;

use adjutant::base::{Digest, Json, VERSION};
use adjutant::engine::orders::one_line;
use adjutant::engine::{
    AnyGame, AnySheet, Audience, Briefing, Chance, Due, Ending, GameKind, List, News, Phase,
    Position, Reader, Resolution, Seat, Slot, ViewDoc,
};
use adjutant::page::{Block, Map, Page, Span};
use adjutant::referee::record::report::{Data, Next, Report};
use serde_json::{Value, json};

use crate::shelf::{self, array, facts, file, json, lines, list, maps, readers, refused};

/// Campaigns of each game; a campaign lasts until the game ends or so many cycles have passed.
const CAMPAIGNS: u64 = 200;
const CYCLES: u32 = 12;
/// In one campaign of so many templates are looked at, and of a seat's lines one in so many alone.
const OFFERED: u64 = 5;
const SAMPLED: usize = 4;
/// In one campaign of so many the scenes, pages and documents are looked at.
const SHOWN: u64 = 8;

fn seed(game: &str, campaign: u64, cycle: u32) -> [u8; 32] {
    Digest::of(format!("{game}/{campaign}/{cycle}").as_bytes()).0
}

/// A shipped scenario, by name and text, and every option at a value drawn for this campaign.
pub(crate) fn drawn_for(
    kind: &dyn GameKind,
    campaign: u64,
) -> ((&'static str, &'static str), BTreeMap<String, String>) {
    let shipped = kind.shipped();
    let specs = kind.options(shipped.format.as_bytes()).expect("the shipped format is sound");
    let mut chance = Chance::from_seed(seed("options", campaign, 0));
    let given = specs
        .iter()
        .map(|(name, spec)| {
            let value = chance.draw(&[name]).pick(&spec.values).expect("an option has values");
            (name.clone(), value.clone())
        })
        .collect();
    let at = usize::try_from(campaign).expect("few") % shipped.scenarios.len();
    (shipped.scenarios[at], given)
}

fn founded(kind: &dyn GameKind, campaign: u64) -> Box<dyn AnyGame> {
    let ((_, scenario), given) = drawn_for(kind, campaign);
    let format = kind.shipped().format.as_bytes();
    kind.found(format, scenario.as_bytes(), &given).expect("it is sound")
}

/// A cycle that was played.
pub(crate) struct Played<'a> {
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) cycle: u32,
    before: &'a Position,
    orders: &'a BTreeMap<Seat, AnySheet>,
    pub(crate) seed: [u8; 32],
    pub(crate) made: &'a Resolution,
    /// What was told of it, by reader: all checks ask for the same.
    told: RefCell<BTreeMap<Reader, Rc<Told>>>,
}

/// What a reader is told of a cycle.
struct Told {
    view: ViewDoc,
    news: News,
    page: Page,
}

impl Played<'_> {
    fn told(&self, reader: &Reader) -> Rc<Told> {
        if let Some(told) = self.told.borrow().get(reader) {
            return Rc::clone(told);
        }
        let view = self.game.see(&self.made.position, reader).expect("a position");
        let news = self.game.news(&self.made.record, reader).expect("a record");
        let page = self.game.page(&view, Some(&news)).expect("a view and an account");
        let told = Rc::new(Told { view, news, page });
        self.told.borrow_mut().insert(reader.clone(), Rc::clone(&told));
        told
    }

    /// What a reader may know after it.
    pub(crate) fn view(&self, reader: &Reader) -> ViewDoc {
        self.told(reader).view.clone()
    }

    /// What a reader may know of it.
    pub(crate) fn news(&self, reader: &Reader) -> News {
        self.told(reader).news.clone()
    }

    /// What a reader is told of it.
    pub(crate) fn page(&self, reader: &Reader) -> Page {
        self.told(reader).page.clone()
    }

    /// The record as a value.
    pub(crate) fn record(&self) -> Value {
        json(&self.made.record.0)
    }
}

/// Plays one campaign and shows every cycle to the checks.
pub(crate) fn play(kind: &dyn GameKind, campaign: u64, check: &dyn Fn(&Played<'_>)) {
    let game = founded(kind, campaign);
    let mut position = game.setup(&mut Chance::from_seed(seed(kind.name(), campaign, 0)));
    for cycle in 1..=CYCLES {
        if game.outcome(&position).expect("a position").is_some() {
            return;
        }
        let phase = game.phase(&position).expect("a position");
        if campaign.is_multiple_of(OFFERED) && !phase.is_roll_call() {
            units_are_named(kind.name(), &*game, &position);
        }
        let mut orders = BTreeMap::new();
        for (seat, due) in &phase.due {
            // Now and then somebody sends nothing.
            let silent = seed(seat.as_str(), campaign, cycle)[0] < 16;
            if *due == Due::Nothing || silent {
                continue;
            }
            let seen = shelf::view(&*game, &position, seat);
            if campaign.is_multiple_of(OFFERED) {
                offers_stand_alone(&*game, &seen, (seat, cycle));
            }
            let seed = seed(seat.as_str(), campaign, cycle);
            orders.insert(seat.clone(), sent(&*game, &seen, (seat, cycle), seed));
        }
        let seed = seed(kind.name(), campaign, cycle);
        let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed)).expect("made");
        let (game, before, orders, told) = (&*game, &position, &orders, RefCell::default());
        check(&Played { game, cycle, before, orders, seed, made: &made, told });
        position = made.position;
    }
}

/// The staff's orders as the moderator's side reads them from a file: none is lost or refused.
fn sent(
    game: &dyn AnyGame,
    seen: &ViewDoc,
    (seat, cycle): (&Seat, u32),
    seed: [u8; 32],
) -> AnySheet {
    let ideas = shelf::staff(game, seen, seed);
    let items = game.list(&ideas).expect("its own orders");
    // A template shows them as comments, which must fit for mail too.
    let wide = items.lines().find(|line| line.chars().count() + 2 > one_line::WIDTH);
    assert_eq!(wide, None, "the line does not fit");
    let read = game.read(&file(seat, cycle, &list(&items)));
    let (header, orders) = read.unwrap_or_else(|problem| panic!("{problem}\n{items}"));
    assert_eq!((&header.seat, header.cycle), (seat, cycle));
    assert_eq!(game.list(&orders).expect("its own orders"), items);
    assert_eq!(asked(&orders), asked(&ideas));
    let found = refused(game.check(seen, &orders).expect("a view"));
    assert!(found.is_empty(), "the staff orders what is refused: {found:?}");
    orders
}

/// Each line of a sheet of plain orders: where it stands and what it asks.
fn asked(orders: &AnySheet) -> Vec<(Value, Value)> {
    let value = json(&orders.text());
    let line = |line: &Value| (line["slot"].clone(), line["order"].clone());
    array(&value, "orders").iter().map(line).collect()
}

/// What a template offers fits for mail behind its mark, and each order stands alone.
fn offers_stand_alone(game: &dyn AnyGame, seen: &ViewDoc, (seat, cycle): (&Seat, u32)) {
    let choices = game.choices(seen).expect("a view");
    let offers: Vec<&str> =
        choices.iter().flat_map(|c| &c.offers).map(|offer| offer.order.as_str()).collect();
    let mut lines = offers.iter().flat_map(|offer| offer.lines());
    assert_eq!(lines.find(|line| line.chars().count() + 2 > one_line::WIDTH), None);
    let first = Some(Slot::new(List::Orders, 0));
    for offer in offers.iter().skip(cycle as usize % SAMPLED).step_by(SAMPLED) {
        let orders = shelf::read(game, seat, &list(offer));
        let found = refused(game.check(seen, &orders).expect("a view"));
        assert!(found.iter().all(|remark| remark.slot != first), "{offer}: {found:?}");
    }
}

/// Every unit is named in the template of its seat, first of all, even with nothing to order.
fn units_are_named(kind: &str, game: &dyn AnyGame, position: &Position) {
    let state = &json(&position.0)["state"];
    let (mut units, mut named) = (Vec::new(), Vec::new());
    for seat in game.seats() {
        let Some(own) = shelf::units_of(kind, state, &seat) else { return };
        units.extend(own);
        let choices = game.choices(&shelf::view(game, position, &seat)).expect("a view");
        named.extend(choices.into_iter().filter(|choice| choice.unit).map(|unit| unit.subject));
    }
    for unit in &units {
        assert!(named.iter().any(|name| name.starts_with(unit)), "{unit} is not named");
    }
    assert_eq!(named.len(), units.len(), "{named:?}");
}

/// Every campaign of every game is played once and shown to all checks, some side by side.
#[test]
fn every_game_keeps_its_word_under_random_legal_play() {
    let campaigns = 0..shelf::share(CAMPAIGNS);
    let campaigns = campaigns.flat_map(|n| shelf::kinds().into_iter().map(move |k| (k, n)));
    side_by_side(campaigns, |(kind, campaign)| keeps_its_word(kind, campaign));
}

/// Does something with every item, as many at a time as there are processors.
pub(crate) fn side_by_side<T: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().ok().and_then(|mut items| items.next());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(item) = next() {
                    work(item);
                }
            });
        }
    });
}

/// Plays a campaign of a game and shows every cycle to all checks.
fn keeps_its_word(kind: &dyn GameKind, campaign: u64) {
    play(kind, campaign, &|played| {
        same_input_same_bytes(played);
        imagined_worlds_look_the_same(played);
        one_answer_a_line(played);
        quoted_draws_were_made(played);
        nobody_is_told_what_is_anothers(played);
        the_moderator_sees_everything(played);
        if campaign.is_multiple_of(SHOWN) {
            documents_stay_as_they_are(played);
            crate::proven::dice_are_shown_whole(played);
            situations_have_pages(played);
            reports_carry_their_pages(played);
            briefings_say_what_the_documents_say(played);
            scenes_lead_to_the_end(played);
        }
    });
}

/// The same input gives the same bytes, and the record leads to the state.
fn same_input_same_bytes(p: &Played<'_>) {
    let again = p.game.resolve(p.before, p.orders, &mut Chance::from_seed(p.seed));
    assert_eq!(again.expect("a position"), *p.made);
    let replayed = p.game.replay(p.before, &p.made.record).expect("a record");
    assert_eq!(replayed, p.made.position);
}

/// A view cannot tell an imagined world from the true one. What is told of a position, what is
/// awaited and what may be ordered come from the view, so they are the same too.
fn imagined_worlds_look_the_same(p: &Played<'_>) {
    let phase = p.game.phase(&p.made.position).expect("a position");
    for reader in readers(p.game) {
        let seen = p.view(&reader);
        let other = p.game.imagine(&seen, &mut Chance::from_seed(p.seed)).expect("a view");
        assert_eq!(p.game.see(&other, &reader).expect("a position"), seen);
        assert_eq!(p.game.awaited(&seen).expect("a view"), phase);
    }
}

/// A view has a page without the account of a cycle, too.
fn situations_have_pages(p: &Played<'_>) {
    for reader in readers(p.game) {
        assert!(p.game.page(&p.view(&reader), None).is_ok());
    }
}

/// Every order line has one answer, in the order of the file, and only its author reads it.
fn one_answer_a_line(p: &Played<'_>) {
    let record = p.record();
    for (seat, orders) in p.orders {
        let answers = array(&record["answers"], seat.as_str());
        let line = |answer: &Value| (answer["slot"].clone(), answer["order"].clone());
        let answered: Vec<_> = answers.iter().map(line).collect();
        assert_eq!(answered, asked(orders), "{seat}");
        let told = p.game.answers(&p.made.record, seat).expect("a record");
        assert_eq!(told.len(), answers.len(), "{seat}");
        assert!(told.iter().all(|answer| !answer.order.is_empty()), "{seat}");
    }
    assert!(!headings(&p.page(&Reader::Public)).any(|text| text == "Your orders"));
}

fn headings(page: &Page) -> impl Iterator<Item = &str> {
    page.blocks.iter().filter_map(|block| match block {
        Block::Heading { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// The names of the draws that were made.
fn drawn(record: &Value) -> BTreeSet<&str> {
    array(record, "draws").iter().map(|draw| draw["name"].as_str().expect("a name")).collect()
}

/// A draw that an event names, or a page quotes, was made in this cycle under that name; no name
/// was drawn twice.
fn quoted_draws_were_made(p: &Played<'_>) {
    let record = p.record();
    let made = drawn(&record);
    assert_eq!(made.len(), array(&record, "draws").len(), "a name was drawn twice");
    let known = |name: &str| assert!(made.contains(name), "nobody drew {name}, only {made:?}");
    for event in array(&record, "events") {
        if let Some(draw) = event.get("draw") {
            known(draw.as_str().expect("a name"));
        }
    }
    for reader in readers(p.game) {
        let told = facts(&p.news(&reader));
        let told: BTreeSet<&str> = told.iter().filter_map(|fact| fact["draw"].as_str()).collect();
        for name in &told {
            known(name);
        }
        let page = p.page(&reader);
        for span in lines(&page).into_iter().flat_map(|line| &line.0) {
            if let Span::Draw(name) = span {
                assert!(told.contains(name.as_str()), "{reader:?} was not told of {name}");
            }
        }
    }
}

/// True if a recorded event is for this reader.
pub(crate) fn is_for(event: &Value, reader: &Reader) -> bool {
    let audience = serde_json::from_value(event["audience"].clone());
    let audience: Audience = audience.expect("an audience");
    audience.includes(reader)
}

/// What a witness is told of these events: neither who else saw them, nor that there were moments
/// of which the witness knows nothing.
fn witnessed(events: &[Value], reader: &Reader) -> Vec<Value> {
    let mut moments = Vec::new();
    let mut told = Vec::new();
    for event in events.iter().filter(|event| is_for(event, reader)) {
        if moments.last() != Some(&&event["moment"]) {
            moments.push(&event["moment"]);
        }
        let mut event = event.clone();
        event["moment"] = json!(moments.len() - 1);
        event.as_object_mut().expect("an event").remove("audience");
        told.push(event);
    }
    told
}

/// A seat's account of a cycle holds the events that it witnessed and the answers to its own
/// orders: no audience, no draws, no order of another.
fn nobody_is_told_what_is_anothers(p: &Played<'_>) {
    let record = p.record();
    for reader in readers(p.game) {
        let own = reader.seat().map(Seat::as_str);
        let answers = record["answers"].as_object().expect("seats").iter();
        let answers = answers.filter(|(seat, _)| own == Some(seat.as_str()));
        let answers: serde_json::Map<_, _> =
            answers.map(|(seat, list)| (seat.clone(), list.clone())).collect();
        let events = witnessed(array(&record, "events"), &reader);
        let told = json!({"events": events, "answers": answers});
        assert_eq!(json(&p.news(&reader).0), told, "{reader:?}");
        let standing = json(&p.view(&reader).0)["standing"].clone();
        let seats = standing.as_object().expect("seats").keys();
        assert!(seats.into_iter().all(|seat| own == Some(seat)), "{reader:?}: {standing}");
    }
}

/// Nothing is hidden from the moderator, and his page tells every order and every draw.
fn the_moderator_sees_everything(p: &Played<'_>) {
    let reader = Reader::Moderator;
    let (view, record) = (p.view(&reader), p.record());
    let known = p.game.imagine(&view, &mut Chance::from_seed(p.seed)).expect("a view");
    assert_eq!(known, p.made.position);
    let news = json(&p.news(&reader).0);
    assert_eq!(news["events"], json!(witnessed(array(&record, "events"), &reader)));
    assert_eq!(array(&news, "events").len(), array(&record, "events").len());
    assert_eq!(news["answers"], record["answers"]);
    let draws = array(&record, "draws");
    assert_eq!(news["draws"].as_array().map_or(&[][..], Vec::as_slice), draws);
    let page = p.page(&reader);
    let rows = |heading: &str| {
        let at = |block: &Block| matches!(block, Block::Heading { text, .. } if text == heading);
        let after = page.blocks.iter().skip_while(|block| !at(block)).nth(1);
        after.map_or(0, |block| match block {
            Block::Table(table) => table.rows.len(),
            _ => 0,
        })
    };
    for (seat, answers) in record["answers"].as_object().expect("seats") {
        let answers = answers.as_array().expect("a list").len();
        assert_eq!(rows(&format!("Orders of {seat}")), answers);
    }
    assert_eq!(rows("Draws"), draws.len());
}

/// Every document is already as this version writes it.
fn documents_stay_as_they_are(p: &Played<'_>) {
    let (game, Resolution { record, position }) = (p.game, p.made);
    assert_eq!(game.current_record(record).expect("a record"), *record);
    assert_eq!(game.current_position(position).expect("a position"), *position);
    for reader in readers(game).into_iter().chain([Reader::Moderator]) {
        let (view, news) = (p.view(&reader), p.news(&reader));
        assert_eq!(game.current_view(&view).expect("a view"), view);
        assert_eq!(game.current_news(&news).expect("an account"), news);
    }
}

/// What a reader is told of the cycle, as the data of a report.
fn data(p: &Played<'_>, reader: &Reader) -> Data {
    let nothing = Digest([0; 32]);
    Data {
        edition: 1,
        adjutant: "report-v1".to_owned(),
        version: VERSION.to_owned(),
        campaign: "test#00000000".to_owned(),
        genesis: nothing,
        game: "test".to_owned(),
        format: nothing,
        scenario: nothing,
        options: p.game.options().clone(),
        cycle: 1,
        reader: reader.clone(),
        next: Some(Next { cycle: 2, recipient: "age1test".to_owned(), lock: false }),
        missed: false,
        nmr: None,
        staff: false,
        acts: Vec::new(),
        outcome: p.game.outcome(&p.made.position).expect("a position"),
        seen: Json::from_canonical(p.view(reader).0),
        news: Some(Json::from_canonical(p.news(reader).0)),
        dice: BTreeMap::new(),
    }
}

/// A report brings its reader the page that the moderator's side has: its data holds all that the
/// page is told from.
fn reports_carry_their_pages(p: &Played<'_>) {
    for reader in readers(p.game) {
        let data = data(p, &reader);
        let page = data.page(p.game).expect("its own data");
        let report = Report::read(&data.text(&page)).expect("a report");
        assert_eq!(report.data, data);
        assert_eq!(report.data.page(p.game).expect("its own data"), page);
        assert_eq!(report.markdown(), adjutant::render::markdown(&page));
        let (view, news) = (report.data.view(), report.data.news());
        assert_eq!((&view, news.as_ref()), (&p.view(&reader), Some(&p.news(&reader))));
        assert_eq!(p.game.page(&view, news.as_ref()).expect("a view"), p.page(&reader));
    }
}

/// What all are told at once is what each finds in the documents.
fn briefings_say_what_the_documents_say(p: &Played<'_>) {
    let readers = readers(p.game);
    let ending = p.game.ending(&readers, &p.made.position, Some(&p.made.record));
    let Ending { outcome, briefings } = ending.expect("a cycle");
    assert_eq!(outcome, p.game.outcome(&p.made.position).expect("a position"));
    assert_eq!(briefings.len(), readers.len());
    for (reader, Briefing { view, news, page }) in readers.iter().zip(briefings) {
        let (page, agenda) = page();
        // Of the kinds that the phase accepts a reader is told those that can come to something.
        let awaited = p.game.awaited(&view).expect("a view");
        assert!(agenda.phase.accepts.is_subset(&awaited.accepts), "{reader:?}");
        let accepts = awaited.accepts.clone();
        assert_eq!(Phase { accepts, ..agenda.phase }, awaited, "{reader:?}");
        assert_eq!((&view, &news), (&p.view(reader), &Some(p.news(reader))), "{reader:?}");
        assert_eq!(page, p.page(reader), "{reader:?}");
    }
}

/// The scenes of a reader tell no event that he did not witness, and the last one shows the map as
/// the cycle left it.
fn scenes_lead_to_the_end(p: &Played<'_>) {
    for reader in readers(p.game).into_iter().chain([Reader::Moderator]) {
        let scenes = p.game.scenes(p.before, &p.made.record, &reader).expect("a record");
        let lines: usize = scenes.iter().map(|scene| scene.lines.len()).sum();
        let told = facts(&p.news(&reader)).len();
        // Dice may stand on a line of their own.
        assert!(lines <= 2 * told, "{lines} lines of {told} events");
        assert!(scenes.iter().all(|scene| !scene.lines.is_empty() && !scene.title.is_empty()));
        if let Some(map) = scenes.last().and_then(|scene| scene.map.as_ref()) {
            let page = p.game.page(&p.view(&reader), None).expect("a view");
            let stacks = |map: &Map| -> Vec<String> {
                map.places.iter().map(|p| format!("{:?}", (&p.name, p.owner, &p.stacks))).collect()
            };
            assert_eq!(maps(&page).next().map(stacks), Some(stacks(map)), "{reader:?}");
        }
        // A board is that of the reader's report.
        let report = p.page(&reader);
        let last = scenes.last().map(|scene| scene.board.as_deref());
        assert!(last.is_none_or(|last| last == shelf::board(&report)), "{reader:?} sees another");
    }
}
