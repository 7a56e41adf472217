//! The same turn with several times the ships: what of its cost grows faster than they do.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use adjutant::base::canonical;
use adjutant::engine::{AnyGame, AnySheet, Chance, Position, Reader, Seat, ViewDoc};
use adjutant::games;
use adjutant::referee::player::forecast::{Plan, forecast};
use serde_json::{Map, Value};

use crate::more::{copy, more_hulls};
use crate::played::{self, Played};

/// So many times the ships.
const TIMES: [u64; 3] = [1, 4, 16];
/// Calls of which the median counts.
const CALLS: usize = 15;
/// How far the numbers of a fleet's copies are apart; sixteen of them stay below a hundred
/// thousand, beyond which no fleet is numbered.
const COPY: u64 = 5_000;
/// Worlds of a forecast.
const WORLDS: u32 = 8;

/// The position before a demonstration's heaviest turn with every ship so many times, and what the
/// staff orders there.
struct Fleets {
    game: Box<dyn AnyGame>,
    position: Position,
    orders: BTreeMap<Seat, AnySheet>,
    /// What its seat may know.
    seen: ViewDoc,
    /// The seat's orders as a file.
    file: Vec<u8>,
}

/// What is measured.
type Call = fn(&Fleets);

/// Measures both games with one, four and sixteen times the ships.
pub(crate) fn growth(company: &Played, powers: &Played) {
    for (game, played) in [("company-war", company), ("age-of-imperialism", powers)] {
        let all = TIMES.map(|times| Fleets::of(game, played, times));
        let calls: [(&str, Call); 5] = [
            ("template", |f| drop(black_box(f.game.choices(&f.seen)))),
            ("check", Fleets::check),
            ("staff", |f| drop(black_box(f.game.suggest(&f.seen, &mut luck())))),
            ("forecast", Fleets::forecast),
            ("turn", Fleets::turn),
        ];
        for (name, call) in calls {
            let medians = all.each_ref().map(|fleets| median(|| call(fleets)));
            let [one, four, sixteen] = medians.map(|time| time.as_micros());
            println!(
                "{game} {name:10} ships 1: {one:>6} us, 4: {four:>7} us, 16: {sixteen:>8} us; \
                 sixteen cost {} times one",
                sixteen / one.max(1)
            );
        }
    }
}

fn median(call: impl Fn()) -> Duration {
    let mut times: Vec<_> = (0..CALLS).map(|_| played::timed(&call)).collect();
    times.sort_unstable();
    times[CALLS / 2]
}

fn luck() -> Chance {
    Chance::from_seed([7; 32])
}

impl Fleets {
    fn of(game: &str, played: &Played, times: u64) -> Self {
        let kind = games::OURS.named(game).expect("it is on the shelf");
        let shipped = kind.shipped();
        let scenario = more_hulls(shipped.scenarios[0].1, times);
        let founded = kind.found(shipped.format.as_bytes(), scenario.as_bytes(), &BTreeMap::new());
        let game = founded.expect("a larger scenario");
        let before = played.desk().position(played.heaviest - 1).expect("a position");
        let position = more_ships(&before, times);
        let see = |seat: &Seat| game.see(&position, &Reader::Seat(seat.clone())).expect("a view");
        let staff = |seat: Seat| {
            let orders = game.suggest(&see(&seat), &mut luck()).expect("a view");
            (seat, orders)
        };
        let orders: BTreeMap<_, _> = game.seats().into_iter().map(staff).collect();
        let written = played.perhaps(played.heaviest, &played.seat).expect("an order file");
        let written = String::from_utf8(written).expect("an order file");
        let head = written.split("\norders:").next().expect("a header");
        let list = game.list(&orders[&played.seat]).expect("orders");
        let file = format!("{head}\norders:\n{list}").into_bytes();
        let seen = see(&played.seat);
        Self { game, position, orders, seen, file }
    }

    fn check(&self) {
        let (_, orders) = self.game.read(&self.file).expect("an order file");
        drop(black_box(self.game.check(&self.seen, &orders).expect("a view")));
    }

    fn forecast(&self) {
        let plan = Plan::read(&*self.game, &self.file).expect("an order file");
        let made = forecast(&*self.game, &self.seen, &plan, WORLDS, &|| {});
        drop(black_box(made.expect("a view")));
    }

    /// The turn and the pages that tell it.
    fn turn(&self) {
        let game = &*self.game;
        let made = game.resolve(&self.position, &self.orders, &mut luck()).expect("a position");
        for seat in game.seats() {
            let reader = Reader::Seat(seat);
            let seen = game.see(&made.position, &reader).expect("a position");
            let news = game.news(&made.record, &reader).expect("a record");
            drop(black_box(game.page(&seen, Some(&news)).expect("a report")));
        }
    }
}

/// The position with every ship so many times: those of Company War by name, the fleets of Age of
/// Imperialism by number.
fn more_ships(position: &Position, times: u64) -> Position {
    let mut value: Value = serde_json::from_str(&position.0).expect("a position");
    let open = &mut value["state"]["open"];
    if let Some(ships) = open.get_mut("ships").and_then(Value::as_object_mut) {
        multiply(ships, times, copy);
        for (_, allowed) in open["allowance"].as_object_mut().expect("allowances") {
            *allowed = (allowed.as_u64().expect("a number") * times).into();
        }
    } else {
        let fleets = open["fleets"].as_object_mut().expect("fleets");
        for (_, fleets) in fleets {
            let fleets = fleets.as_object_mut().expect("fleets");
            let numbered = |name: &str, n: u64| {
                let one: u64 = name.parse().expect("a number");
                (one + COPY * (n - 1)).to_string()
            };
            multiply(fleets, times, numbered);
        }
        for (_, last) in open["launched"].as_object_mut().expect("numbers") {
            *last = (COPY * times).into();
        }
    }
    Position(canonical::encode(&value))
}

fn multiply(all: &mut Map<String, Value>, times: u64, copy: impl Fn(&str, u64) -> String) {
    let one = std::mem::take(all);
    for (name, what) in one {
        all.extend((1..=times).map(|n| (copy(&name, n), what.clone())));
    }
}
