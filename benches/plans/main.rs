//! The purchase plans of Parabellum Inc.'s staff against each other: `cargo bench --bench plans -- 8`
//! plays every plan against every other that many times, and prints how many theaters in a hundred
//! each plan wins. The tables are read where they lie, so prices can be tried without a new build.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use adjutant::base::Digest;
use adjutant::base::yaml::{self, Origin};
use adjutant::engine::format::options;
use adjutant::engine::{AnyGame, AnySheet, Chance, Position, Reader, Rules, Seat, Tables};
use adjutant::games::parabellum::format::Format;
use adjutant::games::parabellum::side::Side;
use adjutant::games::parabellum::sight::View;
use adjutant::games::parabellum::staff::{PLANS, purchases};
use adjutant::games::parabellum::state::Step;
use adjutant::games::parabellum::theater::Scenario;
use adjutant::games::{self, parabellum::Parabellum};
use serde_json::Value;

/// Cycles after which a theater that does not end counts as drawn.
const MOST: u32 = 200;

fn main() {
    let rounds = std::env::args().find_map(|argument| argument.parse().ok());
    let Some(rounds) = rounds else {
        println!("plans: say how often each pair plays: cargo bench --bench plans -- 8");
        return;
    };
    let table = Table::read("kessel-reach");
    let pairs = (0..PLANS.len()).flat_map(|a| (0..PLANS.len()).map(move |b| (a, b)));
    let games = pairs.flat_map(|pair| (0..rounds).map(move |round| (pair, round)));
    let games = Mutex::new(games);
    let points: Mutex<BTreeMap<(usize, usize), u32>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, Into::into) {
            scope.spawn(|| {
                loop {
                    let next = games.lock().expect("no thread fails").next();
                    let Some((pair, round)) = next else { return };
                    let won = table.play([pair.0, pair.1], round);
                    *points.lock().expect("no thread fails").entry(pair).or_default() += won;
                }
            });
        }
    });
    print(&points.into_inner().expect("no thread fails"), rounds);
}

/// What each plan scored as Amber (rows) against each as Cobalt, and how many in a hundred it won.
fn print(points: &BTreeMap<(usize, usize), u32>, rounds: u32) {
    let games = 2 * rounds;
    println!("theaters in a hundred that Amber's plan (row) wins against Cobalt's (column)");
    for (a, plan) in PLANS.iter().enumerate() {
        let row = (0..PLANS.len()).map(|b| format!("{:>4}", points[&(a, b)] * 100 / games));
        let (mut won, mut played) = (0, 0);
        for b in (0..PLANS.len()).filter(|b| *b != a) {
            won += points[&(a, b)] + games - points[&(b, a)];
            played += 2 * games;
        }
        let row: String = row.collect();
        println!("{:10}{row}   wins {:>3} of 100", plan.name, won * 100 / played);
    }
    let amber: u32 = points.values().sum();
    let all = games * u32::try_from(points.len()).expect("few");
    println!("Amber wins {} of 100", amber * 100 / all);
}

/// The game, founded twice: as documents, to be played; and typed, to purchase after a plan.
struct Table {
    game: Box<dyn AnyGame>,
    typed: Parabellum,
}

impl Table {
    fn read(scenario: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("turn-formats/parabellum");
        let read = |path: &str| std::fs::read(folder.join(path)).expect("a table");
        let (format, scenario) = (read("format.yaml"), read(&format!("scenarios/{scenario}.yaml")));
        let kind = games::OURS.named("parabellum").expect("it is on the shelf");
        let game = kind.found(&format, &scenario, &BTreeMap::new()).expect("sound tables");
        let format: Tables<Format> = yaml::read(&format, Origin::House).expect("a format");
        let scenario: Scenario = yaml::read(&scenario, Origin::House).expect("a theater");
        let given = options::settle(&format.options, &BTreeMap::new());
        let given = given.expect("defaults");
        let (typed, _) = Parabellum::found(format, scenario, &given).expect("sound tables");
        Self { game, typed }
    }

    /// Half points of Amber, whose plan is the first: 2 for a theater that it wins, 1 for a draw.
    fn play(&self, plans: [usize; 2], round: u32) -> u32 {
        let game = &*self.game;
        let seed = |cycle: u32| {
            let labels = [plans[0], plans[1]].map(|plan| plan.to_string());
            let numbers = [round.to_string(), cycle.to_string()];
            Digest::of([&labels[..], &numbers[..]].concat().join("/").as_bytes()).0
        };
        let mut position = game.setup(&mut Chance::from_seed(seed(0)));
        for cycle in 1..=MOST {
            if let Some(outcome) = game.outcome(&position).expect("a position") {
                let won = |side: Side| outcome.winners.contains(&side.seat());
                return if won(Side::Amber) { 2 } else { u32::from(!won(Side::Cobalt)) };
            }
            let sides = Side::BOTH.into_iter().zip(plans);
            let orders = sides.map(|(side, plan)| {
                (side.seat(), self.orders(&position, &side.seat(), plan, seed(cycle)))
            });
            let orders = orders.collect();
            let made = game.resolve(&position, &orders, &mut Chance::from_seed(seed(cycle)));
            position = made.expect("a position").position;
        }
        1
    }

    /// What the staff orders; what it buys, after the plan.
    fn orders(&self, position: &Position, seat: &Seat, plan: usize, seed: [u8; 32]) -> AnySheet {
        let reader = Reader::Seat(seat.clone());
        let seen = self.game.see(position, &reader).expect("a position");
        let mut value: Value = serde_json::from_str(&seen.0).expect("a view");
        let view: View = serde_json::from_value(value["view"].take()).expect("a view");
        let mut chance = Chance::from_seed(seed);
        if !matches!(view.open.step, Step::Purchase | Step::Recruit) {
            return self.game.suggest(&seen, &mut chance).expect("a view");
        }
        let bought = purchases(&self.typed, &view, &mut chance, PLANS[plan]);
        let bought = serde_json::to_string(&bought).expect("orders");
        let file = format!(
            "campaign: balance#00000000\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1none\n\
             head: \"{}\"\norders: {bought}\n",
            "0".repeat(64)
        );
        self.game.read(file.as_bytes()).expect("an order file").1
    }
}
