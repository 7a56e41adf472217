//! Where games are played: tables read where they lie, plans at the seats, a game to its end.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use adjutant::base::Digest;
use adjutant::base::yaml::{self, Origin};
use adjutant::engine::{
    AnyGame, AnySheet, Chance, Due, Position, Reader, RecordDoc, Seat, ViewDoc,
};
use adjutant::games;
use serde_json::Value;

/// Cycles after which a game that does not end counts as drawn.
const MOST: u32 = 250;
/// Games of each pairing, if nobody says otherwise.
const GAMES: u32 = 40;

/// The tables of a game, and what is asked of them.
pub(crate) struct Hall {
    game: String,
    folder: PathBuf,
    wished: Vec<String>,
    /// Games of each pairing.
    pub(crate) games: u32,
}

impl Hall {
    /// The hall of a game, for scenarios that are named or for all.
    pub(crate) fn of(game: &str, wished: Vec<String>) -> Self {
        let tables = std::env::var_os("TABLES").map(PathBuf::from);
        let shipped = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("turn-formats");
        let games = std::env::var("GAMES").ok().and_then(|number| number.parse().ok());
        let folder = tables.unwrap_or_else(shipped).join(game);
        Self { game: game.to_owned(), folder, wished, games: games.unwrap_or(GAMES) }
    }

    /// The names of the scenarios to play, of all that there are in the order of their names.
    pub(crate) fn scenarios(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.join("scenarios")).expect("a folder of scenarios");
        let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
        let names = files.filter_map(|file| stem(file.ok()?.path()));
        let wanted = |name: &String| self.wished.is_empty() || self.wished.contains(name);
        let mut names: Vec<String> = names.filter(wanted).collect();
        names.sort();
        names
    }

    /// True if some were named.
    pub(crate) fn is_asked(&self) -> bool {
        !self.wished.is_empty()
    }

    /// The text of `format.yaml`.
    pub(crate) fn format(&self) -> Vec<u8> {
        fs::read(self.folder.join("format.yaml")).expect("a format")
    }

    /// The text of a scenario.
    pub(crate) fn scenario(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.join(format!("scenarios/{name}.yaml"))).expect("a scenario")
    }

    /// A game of a scenario, with every option at its default.
    pub(crate) fn table(&self, name: &str) -> Table {
        let kind = games::OURS.named(&self.game).expect("a game of ours");
        let (format, scenario) = (self.format(), self.scenario(name));
        let found = kind.found(&format, &scenario, &BTreeMap::new());
        let game = found.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        Table { game, name: name.to_owned() }
    }
}

/// A game, ready to be played.
pub(crate) struct Table {
    pub(crate) game: Box<dyn AnyGame>,
    name: String,
}

/// What a seat sees when it orders.
pub(crate) struct Desk<'a> {
    pub(crate) table: &'a Table,
    pub(crate) seat: &'a Seat,
    pub(crate) view: ViewDoc,
    pub(crate) cycle: u32,
}

impl Desk<'_> {
    /// What the computer player orders.
    pub(crate) fn staff(&self, chance: &mut Chance) -> AnySheet {
        self.table.game.suggest(&self.view, chance).expect("a view")
    }

    /// The order lines of the computer player.
    pub(crate) fn lines(&self, chance: &mut Chance) -> Vec<Value> {
        let list = self.table.game.list(&self.staff(chance)).expect("orders of its own");
        let lines: Option<Vec<Value>> = yaml::read(list.as_bytes(), Origin::House).expect("a list");
        lines.unwrap_or_default()
    }

    /// Order lines as they are read from a file.
    pub(crate) fn sheet(&self, lines: &[Value]) -> AnySheet {
        let orders = serde_json::to_string(lines).expect("lines");
        let (seat, head) = (self.seat, "0".repeat(64));
        let file = format!(
            "campaign: balance#00000000\ncycle: 1\nseat: {seat}\nsequence: 1\nto: age1none\n\
             head: \"{head}\"\norders: {orders}\n"
        );
        let read = self.table.game.read(file.as_bytes());
        read.unwrap_or_else(|problem| panic!("{seat}: {problem}: {orders}")).1
    }
}

/// What a plan makes of what a seat sees.
type Orders = Box<dyn Fn(&Desk<'_>, &mut Chance) -> Option<AnySheet> + Sync>;

/// How a seat is played.
pub(crate) struct Plan {
    pub(crate) name: String,
    orders: Orders,
}

impl Plan {
    pub(crate) fn new(
        name: &str,
        orders: impl Fn(&Desk<'_>, &mut Chance) -> Option<AnySheet> + Sync + 'static,
    ) -> Self {
        Self { name: name.to_owned(), orders: Box::new(orders) }
    }

    /// The computer player.
    pub(crate) fn staff() -> Self {
        Self::new("staff", |desk, chance| Some(desk.staff(chance)))
    }

    /// A seat from which nothing comes.
    pub(crate) fn silent() -> Self {
        Self::new("silent", |_, _| None)
    }

    /// The computer player without orders of some kinds.
    pub(crate) fn without(name: &str, kinds: &'static [&'static str]) -> Self {
        Self::new(name, move |desk, chance| {
            let mut lines = desk.lines(chance);
            lines.retain(|line| !kinds.contains(&kind(line)));
            Some(desk.sheet(&lines))
        })
    }
}

/// The kind of an order line.
pub(crate) fn kind(line: &Value) -> &str {
    let named = line.as_object().and_then(|line| line.keys().next());
    named.map(String::as_str).or_else(|| line.as_str()).unwrap_or_default()
}

/// What came of a game.
pub(crate) struct Played {
    /// Who won; nobody, if it was drawn or did not end.
    pub(crate) winners: Vec<Seat>,
    /// The last position.
    pub(crate) position: Value,
    /// Every event, in order.
    pub(crate) events: Vec<Value>,
}

impl Played {
    /// How many events of a kind there were.
    pub(crate) fn count(&self, kind: &str) -> u64 {
        let of_kind = self.events.iter().filter(|event| self::kind(event) == kind);
        u64::try_from(of_kind.count()).expect("few")
    }

    /// Half wins of a seat: 2 for a victory of its own, 1 where nobody wins or it shares.
    pub(crate) fn halves(&self, seat: &Seat) -> u32 {
        match (self.winners.contains(seat), self.winners.len()) {
            (true, 1) => 2,
            (true, _) | (false, 0) => 1,
            (false, _) => 0,
        }
    }
}

impl Table {
    /// One game to its end, with a plan at each seat. Its dice follow from what is played and its
    /// number alone.
    pub(crate) fn play(&self, plans: &[&Plan], number: u32) -> Played {
        let seats = self.game.seats();
        let names: Vec<&str> = plans.iter().map(|plan| plan.name.as_str()).collect();
        let names = names.join("/");
        let chance = |cycle: u32, who: &str| {
            let numbers = (number.to_be_bytes(), cycle.to_be_bytes());
            let parts = [self.name.as_bytes(), names.as_bytes(), &numbers.0, &numbers.1];
            let parts = [&parts[..], &[who.as_bytes()]].concat();
            Chance::from_seed(Digest::tagged("adjutant/balance/v2", &parts).0)
        };
        let mut events = Vec::new();
        let mut position = self.game.setup(&mut chance(0, ""));
        for cycle in 1..=MOST {
            let due = self.game.phase(&position).expect("a position").due;
            let asked = due.into_iter().filter(|(_, due)| *due != Due::Nothing);
            let orders = asked.filter_map(|(seat, _)| {
                let at = seats.iter().position(|one| *one == seat)?;
                let view = self.see(&position, &seat);
                let desk = Desk { table: self, seat: &seat, view, cycle };
                let orders = (plans[at].orders)(&desk, &mut chance(cycle, seat.as_str()))?;
                Some((seat, orders))
            });
            let orders = orders.collect();
            let made = self.game.resolve(&position, &orders, &mut chance(cycle, ""));
            let made = made.expect("a position");
            events.extend(happened(&made.record));
            position = made.position;
            if let Some(outcome) = self.game.outcome(&position).expect("a position") {
                let position = serde_json::from_str(&position.0).expect("a position is JSON");
                return Played { winners: outcome.winners, position, events };
            }
        }
        let position = serde_json::from_str(&position.0).expect("a position is JSON");
        Played { winners: Vec::new(), position, events }
    }

    fn see(&self, position: &Position, seat: &Seat) -> ViewDoc {
        self.game.see(position, &Reader::Seat(seat.clone())).expect("a position")
    }
}

fn happened(record: &RecordDoc) -> Vec<Value> {
    let mut record: Value = serde_json::from_str(&record.0).expect("a record is JSON");
    let events = record["events"].as_array_mut().expect("a list");
    events.iter_mut().map(|recorded| recorded["event"].take()).collect()
}

/// `count` in so many parts, to one decimal.
pub(crate) fn each(count: u64, parts: u64) -> String {
    let tenths = (10 * count + parts / 2) / parts.max(1);
    format!("{}.{}", tenths / 10, tenths % 10)
}
