//! The figures of `docs/performance.md`: `cargo bench --bench figures`. With `-- NAME` only those
//! of that name.
//!
//! Every call is timed alone and the median counts, so that what else the machine does between
//! two calls weighs little. What is made of primitives is compared with them, in one run.

mod battle;
mod company;
mod fleets;
#[path = "../shared/more.rs"]
mod more;
mod played;
mod skirmish;
mod starships;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Read as _;
use std::time::Duration;

use adjutant::base::{Digest, canonical};
use adjutant::campaign::Store;
use adjutant::engine::{AnySheet, Header, Position, Reader, Seat};
use adjutant::games;
use adjutant::page::Page;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::play::{self, Input};
use adjutant::referee::player::forecast::{Plan, forecast};
use adjutant::referee::record::luck::Luck;
use adjutant::referee::record::report::Report;
use adjutant::render::{self, Rulebook, Style};
use adjutant::seal::{self, sealed, sshsig};
use criterion::Criterion;
use mimalloc::MiMalloc;
use played::Played;
use serde_json::Value;

// The program's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    let played = Played::of("company-war");
    let mut bench = Bench {
        criterion: Criterion::default().without_plots().configure_from_args(),
        figures: BTreeMap::new(),
    };
    packet(&mut bench, &played);
    turn(&mut bench, &played, "turn", 1);
    foresight(&mut bench, &played);
    verification(&mut bench, &played);
    let powers = Played::of("age-of-imperialism");
    turn(&mut bench, &powers, "turn of six powers", 1);
    turn(&mut bench, &powers, "turn of six powers, tenfold", 10);
    let forty = skirmish::of_forty();
    bench.time("turn of forty units", || forty.turn());
    let company = company::of_forty();
    bench.time("turn of a company of forty", || company.turn());
    let twelve = starships::of_twelve();
    bench.time("block of twelve starships", || twelve.turn());
    renderings(&mut bench, &played, "renderings");
    renderings(&mut bench, &powers, "renderings of six powers");
    bench.criterion.final_summary();
    fleets::growth(&played, &powers);
    bench.print();
}

/// Criterion, and for every figure the median and the fastest of its calls.
struct Bench {
    criterion: Criterion,
    figures: BTreeMap<&'static str, (Duration, Duration)>,
}

impl Bench {
    fn time<T>(&mut self, name: &'static str, call: impl Fn() -> T) {
        let calls = RefCell::new(Vec::new());
        self.criterion.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let times = (0..rounds).map(|_| played::timed(|| drop(black_box(call()))));
                let times: Vec<_> = times.collect();
                calls.borrow_mut().extend(&times);
                times.iter().sum()
            });
        });
        let mut calls = calls.into_inner();
        calls.sort_unstable();
        // A filter on the command line may have left it out.
        if let (Some(median), Some(fastest)) = (calls.get(calls.len() / 2), calls.first()) {
            self.figures.insert(name, (*median, *fastest));
        }
    }

    fn print(&self) {
        for (name, (median, fastest)) in &self.figures {
            let [median, fastest] = [median, fastest].map(Duration::as_micros);
            println!("{name:24} median {median:>6} us, fastest {fastest:>6} us");
        }
        let parts = self.figures.iter().filter(|(name, _)| name.starts_with("primitive/"));
        let parts: u128 = parts.map(|(_, (median, _))| median.as_nanos()).sum();
        if let Some((whole, _)) = self.figures.get("packet").filter(|_| parts > 0) {
            let hundredths = whole.as_nanos() * 100 / parts;
            println!("packet / primitives {}.{:02}", hundredths / 100, hundredths % 100);
        }
    }
}

/// What `receive` does with a packet before it judges it, and the primitives it is made of.
fn packet(bench: &mut Bench, played: &Played) {
    let desk = played.desk();
    let (cycle, seat) = (played.heaviest, &played.seat);
    let raw = played.read(&format!("mail/{cycle:04}/{seat}.age"));
    let identity = desk.cycle_identity(cycle);
    let keys = desk.campaign.keys(cycle).expect("a ledger");
    let position = desk.position(cycle - 1).expect("a position");
    let game = &desk.campaign.game;
    let seen = game.see(&position, &Reader::Seat(seat.clone())).expect("a position");
    bench.time("packet", || {
        let opened = seal::open(&raw, Some(&identity), &keys, sshsig::ORDERS).expect("a packet");
        let (_, orders) = game.read(&opened.bytes).expect("an order file");
        game.check(&seen, &orders).expect("a view")
    });
    bench.time("view of a seat", || game.see(&position, &Reader::Seat(seat.clone())));

    let opened = seal::open(&raw, Some(&identity), &keys, sshsig::ORDERS).expect("a packet");
    let file = opened.file();
    let text = String::from_utf8(opened.bytes).expect("an order file");
    println!("packet: {} bytes, its order file {}", raw.len(), text.len());
    let secret = secrecy::ExposeSecret::expose_secret(&identity.write()).to_owned();
    let age_key: age::x25519::Identity = secret.parse().expect("an identity");
    let encrypted = age::encrypt(&age_key.to_public(), &file).expect("it encrypts");
    bench.time("primitive/age", || {
        let decryptor = age::Decryptor::new_buffered(&encrypted[..]).expect("an age file");
        let keys: [&dyn age::Identity; 1] = [&age_key];
        let mut out = Vec::new();
        decryptor.decrypt(keys.into_iter()).expect("its key").read_to_end(&mut out).expect("whole");
        out
    });
    let signing = seal::SigningKey::from_bytes(&[7; 32]);
    let signature = ed25519_dalek::Signer::sign(&signing, &text.as_bytes()[..130]);
    let verifying = signing.verifying_key();
    bench.time("primitive/ed25519", || {
        verifying.verify_strict(&text.as_bytes()[..130], &signature).expect("it fits");
    });
    bench.time("primitive/sha256", || Digest::of(text.as_bytes()));
    bench.time("primitive/yaml", || serde_saphyr::from_str::<Value>(&text).expect("an order file"));
}

/// What `read` does with a decrypted report in every form: the longest of the heaviest turn as text,
/// Markdown and HTML with its map and rules.
fn renderings(bench: &mut Bench, played: &Played, name: &'static str) {
    let desk = played.desk();
    let seats = desk.campaign.seats().into_iter();
    let reports = seats.map(|seat| desk.sent(played.heaviest, &seat).expect("a report"));
    let Report { text: longest, data, .. } =
        reports.max_by_key(|report| report.text.len()).expect("there are seats");
    let rules = games::OURS.named(&data.game).expect("a game").shipped().rules;
    let page = || data.page(&*desk.campaign.game).expect("its own report");
    let html = |page: &Page| render::html(page, &Rulebook::read(rules).expect("a rulebook page"));
    let style = Style { width: 80, colour: true, draws: false };
    println!("{name}: {} bytes of report, {} of HTML", longest.len(), html(&page()).len());
    bench.time(name, || {
        let page = page();
        (render::text(&page, style), render::markdown(&page), html(&page))
    });
}

/// A turn with its reports, without disk: the one with the longest record. With so many times the
/// units of Age of Imperialism, if `times` is more than 1.
fn turn(bench: &mut Bench, played: &Played, name: &'static str, times: u64) {
    let desk = played.desk();
    let cycle = played.heaviest;
    let before = multiplied(&desk.position(cycle - 1).expect("a position"), times);
    let read = |seat: Seat| {
        let file = played.perhaps(cycle, &seat)?;
        Some((seat, desk.campaign.game.read(&file).expect("an order file")))
    };
    let read = desk.campaign.seats().into_iter().filter_map(read).collect();
    let luck = luck(&desk, cycle, &read);
    let orders = read.into_iter().map(|(seat, (_, orders))| (seat, orders)).collect();
    let input = Input {
        cycle,
        before: Some(&before),
        corrected: None,
        orders: &orders,
        staff: &BTreeMap::new(),
        rulings: &[],
        luck: &luck,
        keys: desk.cycle_keys(),
    };
    let made = play::play(&desk.campaign, &input).expect("a position");
    let made = made.made;
    let same = made.position == desk.position(cycle).expect("a position");
    assert!(same || times > 1, "it is the same turn");
    let record = made.record.map_or(0, |record| record.0.len());
    println!("{name}: cycle {cycle}, {record} bytes of record");
    bench.time(name, || {
        let played = play::play(&desk.campaign, &input).expect("a position");
        played.texts(&desk.campaign)
    });
}

/// The position with so many times the units in every region and the fleets in every sea area.
fn multiplied(position: &Position, times: u64) -> Position {
    if times == 1 {
        return position.clone();
    }
    let mut value: Value = serde_json::from_str(&position.0).expect("a position");
    for land in value["state"]["open"]["lands"].as_object_mut().expect("lands").values_mut() {
        let armies = land.get_mut("armies").and_then(Value::as_object_mut);
        let forces = armies.into_iter().flat_map(|armies| armies.values_mut());
        for count in forces.filter_map(Value::as_object_mut).flat_map(|f| f.values_mut()) {
            *count = (count.as_u64().expect("a count") * times).into();
        }
    }
    for fleets in value["state"]["open"]["fleets"].as_object_mut().expect("fleets").values_mut() {
        let own = fleets.as_object().expect("fleets").clone();
        let fleets = fleets.as_object_mut().expect("fleets");
        for (number, fleet) in own {
            fleets.extend((1..times).map(|n| (format!("{n}000{number}"), fleet.clone())));
        }
    }
    Position(canonical::encode(&value))
}

fn luck(desk: &Desk, cycle: u32, read: &BTreeMap<Seat, (Header, AnySheet)>) -> Luck {
    let link = |seat: &Seat| Some((seat.clone(), read.get(seat)?.0.reveal?));
    let links: Vec<_> = desk.campaign.seats().iter().filter_map(link).collect();
    Luck::of(&desk.campaign, desk.cycle_keys(), cycle, &links).expect("a cycle")
}

/// A forecast of a hundred worlds for the longest order file of that turn.
fn foresight(bench: &mut Bench, played: &Played) {
    let desk = played.desk();
    let before = desk.position(played.heaviest - 1).expect("a position");
    let orders = played.perhaps(played.heaviest, &played.seat).expect("an order file");
    let game = &*desk.campaign.game;
    let seen = game.see(&before, &Reader::Seat(played.seat.clone())).expect("a position");
    let plan = Plan::read(game, &orders).expect("an order file");
    bench.time("forecast", || forecast(game, &seen, &plan, 100, &|| {}).expect("a view"));
}

/// The whole verification of a revealed campaign, with its replay.
fn verification(bench: &mut Bench, played: &Played) {
    println!("verify: {} cycles", played.cycles);
    let root = played.campaign();
    bench.time("verify", || {
        let verdict = verify(Store::find(&root).expect("a campaign"), &Own::default(), games::OURS);
        assert!(verdict.expect("it is read").passed(), "the demonstration is sound");
    });
    let sealed_state = played.read(&format!("campaign/cycles/{:04}/state.age", played.heaviest));
    let identity = played.desk().identity();
    bench.time("one sealed state", || {
        sealed::open(&sealed_state, &identity, sealed::HOUSE_LIMIT).expect("a state")
    });
}
