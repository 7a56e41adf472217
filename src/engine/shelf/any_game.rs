//! A game seen from outside its folder: documents in, documents out.

use std::collections::BTreeMap;

use super::composed::Composer;
use crate::base::Problem;
use crate::engine::format::options;
use crate::engine::story::answers::{Answered, Repeated};
use crate::engine::{
    Agenda, AnySheet, Chance, Choice, Code, EventDoc, Header, Lasting, News, Outcome, Phase,
    Position, Reader, RecordDoc, Remark, Ruled, Seat, Short, Skill, Slot, Survey, Throw, ViewDoc,
};
use crate::page::{Measure, Page, Scene, Zone};

/// The files of a game that lie beside the one that says so: `format.yaml`, `rules.md`, and for each
/// scenario that is named a file of that name, as in `shipped!("duel", "melee")` with `duel.yaml`.
#[macro_export]
macro_rules! shipped {
    ($($scenario:literal),+) => {
        $crate::engine::Shipped {
            format: include_str!("format.yaml"),
            scenarios: &[$(($scenario, include_str!(concat!($scenario, ".yaml")))),+],
            rules: include_str!("rules.md"),
        }
    };
}
pub use shipped;

/// The files of a game that are shipped inside the program.
#[derive(Debug)]
pub struct Shipped {
    /// The text of `format.yaml`.
    pub format: &'static str,
    /// Name and text of each scenario; the first is the demonstration.
    pub scenarios: &'static [(&'static str, &'static str)],
    /// The rulebook page: Markdown with a numbered paragraph for each rule.
    pub rules: &'static str,
}

/// How orders are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Each in one line, if it has such a form.
    Short,
    /// Each as YAML with all its fields.
    Long,
}

/// A game on the shelf.
pub trait GameKind: Sync {
    /// The name of its turn format.
    fn name(&self) -> &'static str;

    /// The edition of its rules that this program plays.
    fn edition(&self) -> u32;

    /// Bytes, compressed, that a report is given room for: the length of every report.
    fn room(&self) -> usize;
    /// Draws that a report proves at most, and has room for, where dice are proven.
    fn draws(&self) -> usize;

    /// The files that come with the program.
    fn shipped(&self) -> &Shipped;

    /// The shipped format as JSON, in its order, with the digest of the YAML.
    ///
    /// # Errors
    /// If it is no YAML.
    fn format_as_json(&self) -> Result<String, Problem>;

    /// The JSON Schema of an order file: what editors and validators need to know of it.
    fn schema(&self) -> String;

    /// What an order file says, without its places, in the canonical encoding; `None` if this game
    /// cannot read it. Its characters are not checked.
    fn reads(&self, orders: &str) -> Option<String>;

    /// An order file with its orders written in the other form, and nothing else changed; `None` if
    /// one of them is no order of this game.
    ///
    /// # Errors
    /// If the file cannot be read, or would say something else.
    fn rewritten(&self, orders: &str, to: Written) -> Result<Option<String>, Problem>;

    /// The short forms of its orders.
    fn short(&self) -> &'static Short;

    /// The switches of a format file: name, default, values, what it decides.
    fn options(&self, format: &[u8]) -> Result<BTreeMap<String, options::OptionSpec>, Problem>;

    /// The game of these files and options, checked whole.
    fn found(
        &self,
        format: &[u8],
        scenario: &[u8],
        given: &BTreeMap<String, String>,
    ) -> Result<Box<dyn AnyGame>, Problem>;
}

/// The games that a program has: a value, so that a program may have others than this crate's.
#[derive(Clone, Copy)]
pub struct Shelf(&'static [&'static dyn GameKind]);

impl Shelf {
    /// A shelf with these games. The first is the one that commands take where none is named.
    ///
    /// # Panics
    /// If there are none.
    pub const fn of(games: &'static [&'static dyn GameKind]) -> Self {
        assert!(!games.is_empty(), "a shelf has a game");
        Self(games)
    }

    /// Every game, in the order of the shelf.
    pub fn games(self) -> impl ExactSizeIterator<Item = &'static dyn GameKind> {
        self.0.iter().copied()
    }

    /// The game that commands take where none is named.
    pub fn usual(self) -> &'static dyn GameKind {
        self.0[0]
    }

    /// The game of that name.
    ///
    /// # Errors
    /// If this program has none, with those it has.
    pub fn named(self, name: &str) -> Result<&'static dyn GameKind, Problem> {
        self.games().find(|game| game.name() == name).ok_or_else(|| {
            let mut names: Vec<_> = self.games().map(GameKind::name).collect();
            names.sort_unstable();
            Problem::usage(format!("there is no game {name}"))
                .hint(format!("the games are: {}", names.join(", ")))
        })
    }
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.games().map(GameKind::name)).finish()
    }
}

/// What a cycle made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// Events, answers, draws and the standing orders that remain.
    pub record: RecordDoc,
    /// The position after it.
    pub position: Position,
}

/// What readers are told when a cycle has ended.
pub struct Ending<'g> {
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// What each reader is told, in the order in which they were asked for.
    pub briefings: Vec<Briefing<'g>>,
}

/// What a reader is told, and the page that it makes.
pub struct Briefing<'g> {
    /// What the reader may know of the position.
    pub view: ViewDoc,
    /// What the reader may know of the record; `None` if nothing was played.
    pub news: Option<News>,
    /// The page of both.
    pub page: Pager<'g>,
}

/// What [`AnyGame::told`] makes of documents that were just written, so that nothing is read back.
pub type Pager<'g> = Box<dyn Fn() -> (Page, Agenda) + Send + Sync + 'g>;

/// Orders that are tried in worlds which a view allows.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'p> {
    /// Whose they are: the seat of the view's reader.
    pub seat: &'p Seat,
    /// The orders.
    pub orders: &'p AnySheet,
    /// What opponents order who are not left to the staff, by their seats.
    pub against: &'p BTreeMap<Seat, AnySheet>,
}

/// A plan, ready to be tried in one world after the other.
pub struct Trial<'g> {
    /// The order lines of each seat whose orders are given, each with what it asks.
    pub lines: BTreeMap<Seat, Vec<(Slot, String)>>,
    /// Tries it in one world.
    pub world: TryOut<'g>,
}

/// What a plan comes to in one world: the name of a kind of luck has it as a seed.
pub type TryOut<'g> = Box<dyn Fn(&dyn Fn(&str) -> [u8; 32]) -> World + Send + Sync + 'g>;

/// What a plan came to in one world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    /// What became of each of the lines, and why, as [`Trial::lines`] has them.
    pub fates: BTreeMap<Seat, Vec<(Code, String)>>,
    /// What it brought the author: losses, harm and gains, each as in `you lose Norway`.
    pub told: Vec<String>,
    /// The numbers by which the fortunes of sides are followed, after it.
    pub measures: Vec<Measure>,
}

/// What is wrong or hardly meant in orders, by a view that was read before.
pub type Checker<'g> = Box<dyn Fn(&AnySheet) -> Result<Vec<Remark>, Problem> + 'g>;

/// A game founded from its files, its documents typed only inside.
pub trait AnyGame: Ruled + Send + Sync {
    /// The seats, in the order in which they are always listed.
    fn seats(&self) -> Vec<Seat>;
    /// The value of every option.
    fn options(&self) -> &BTreeMap<String, String>;
    /// The short forms of its orders.
    fn short(&self) -> &'static Short;
    /// The position before the first cycle.
    fn setup(&self, chance: &mut Chance) -> Position;
    /// What the table waits for in this position.
    fn phase(&self, position: &Position) -> Result<Phase, Problem>;
    /// What a reader may know of this position.
    fn see(&self, position: &Position, reader: &Reader) -> Result<ViewDoc, Problem>;
    /// What a reader may know of this record.
    fn news(&self, record: &RecordDoc, reader: &Reader) -> Result<News, Problem>;
    /// What each of several readers is told of a position and of the record that led to it, which are
    /// read only once.
    fn ending<'g>(
        &'g self,
        readers: &[Reader],
        position: &Position,
        record: Option<&RecordDoc>,
    ) -> Result<Ending<'g>, Problem>;
    /// What the table waits for, by what a reader has been told.
    fn awaited(&self, view: &ViewDoc) -> Result<Phase, Problem>;

    /// The kinds of orders that the phase accepts and that can come to something for the reader of a
    /// view.
    ///
    /// # Errors
    /// The view is not one of this game.
    fn taken(&self, view: &ViewDoc) -> Result<Vec<String>, Problem>;
    /// Reads an order file: its binding fields, and what it orders. This is the door: from here on
    /// orders are a value.
    ///
    /// # Errors
    /// What cannot be read, with line and column.
    fn read(&self, file: &[u8]) -> Result<(Header, AnySheet), Problem>;
    /// Reads orders that were kept as [`AnySheet::text`].
    ///
    /// # Errors
    /// If they are none of this game's.
    fn sheet(&self, text: &str) -> Result<AnySheet, Problem>;
    /// What is wrong or hardly meant in orders, by what their author has been told.
    fn check(&self, view: &ViewDoc, orders: &AnySheet) -> Result<Vec<Remark>, Problem> {
        self.checker(view)?(orders)
    }
    /// The same for many order files by one view, which is read only once.
    fn checker<'g>(&'g self, view: &ViewDoc) -> Result<Checker<'g>, Problem>;
    /// What orders cost, what is left, and which units have none, by what their author has been told.
    fn survey(&self, view: &ViewDoc, orders: &AnySheet) -> Result<Survey, Problem>;
    /// Carries out a cycle. Seats without orders get the game's defaults.
    fn resolve(
        &self,
        position: &Position,
        orders: &BTreeMap<Seat, AnySheet>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem>;
    /// Orders, to be tried in worlds that the view of their author allows, against orders that the
    /// staff gives in each: as with [`AnyGame::imagine`], [`AnyGame::suggest`] and
    /// [`AnyGame::resolve`], but nothing is written down.
    ///
    /// # Errors
    /// If the view or the orders are none of this game's.
    fn trial<'g>(&'g self, view: &ViewDoc, plan: &Attempt<'g>) -> Result<Trial<'g>, Problem>;
    /// The position that a record leads to.
    fn replay(&self, position: &Position, record: &RecordDoc) -> Result<Position, Problem>;
    /// The position that one event leads to.
    fn apply(&self, position: &Position, event: &EventDoc) -> Result<Position, Problem>;
    /// A position as this version writes it: what an older version did not know has its default.
    fn current_position(&self, position: &Position) -> Result<Position, Problem>;
    /// A record as this version writes it.
    fn current_record(&self, record: &RecordDoc) -> Result<RecordDoc, Problem>;
    /// A view as this version writes it.
    fn current_view(&self, view: &ViewDoc) -> Result<ViewDoc, Problem>;
    /// An account of a cycle as this version writes it.
    fn current_news(&self, news: &News) -> Result<News, Problem>;
    /// A report's page: the story of a cycle, the situation, and the answers to the reader's
    /// orders. Without an account of a cycle it is the situation alone.
    ///
    /// # Errors
    /// If the view or the news are none of this game's.
    fn page(&self, view: &ViewDoc, news: Option<&News>) -> Result<Page, Problem> {
        self.told(view, news).map(|(page, _)| page)
    }
    /// A report's page, and what its reader has to do next.
    fn told(&self, view: &ViewDoc, news: Option<&News>) -> Result<(Page, Agenda), Problem>;
    /// What a unit of a view's reader sees, as cells of the board, if the game tells.
    fn seen_by(&self, view: &ViewDoc, name: &str) -> Result<Option<Zone>, Problem>;
    /// The numbers by which the fortunes of sides are followed, as far as a view tells them.
    fn measures(&self, view: &ViewDoc) -> Result<Vec<Measure>, Problem>;

    /// What each side lost in a cycle, as far as its reader witnessed it; without news nothing.
    ///
    /// # Errors
    /// If the view or the news are none of this game's.
    fn losses(&self, view: &ViewDoc, news: Option<&News>) -> Result<Vec<Measure>, Problem>;
    /// What a cycle brought the reader of the view after it: losses, harm and gains, each as in
    /// `you lose Norway`.
    ///
    /// # Errors
    /// If the view or the news are none of this game's.
    fn fortunes(&self, view: &ViewDoc, news: &News) -> Result<Vec<String>, Problem>;
    /// The sentences of a cycle that tell no dice: what can be compared between worlds.
    fn sentences(&self, news: &News) -> Result<Vec<String>, Problem>;
    /// What mattered most in a cycle, in sentences.
    fn headlines(&self, news: &News) -> Result<Vec<String>, Problem>;
    /// The dice that a reader witnessed, by the names of their draws.
    fn throws(&self, news: &News) -> Result<BTreeMap<String, Vec<Throw>>, Problem>;
    /// What a reader learned of a cycle, step by step, each with the map as it stood then.
    fn scenes(
        &self,
        before: &Position,
        record: &RecordDoc,
        reader: &Reader,
    ) -> Result<Vec<Scene>, Problem>;
    /// What became of a seat's order lines in a cycle, in the order of its file.
    fn answers(&self, record: &RecordDoc, seat: &Seat) -> Result<Vec<Answered>, Problem>;
    /// The lines of a seat's orders in a cycle, as an account of it repeats them.
    fn repeated(&self, news: &News, seat: &Seat) -> Result<Vec<Repeated>, Problem>;
    /// A position that a view allows.
    fn imagine(&self, view: &ViewDoc, chance: &mut Chance) -> Result<Position, Problem>;
    /// The orders of a computer player of that skill.
    ///
    /// # Errors
    /// The view is not one of this game.
    fn staffed(
        &self,
        view: &ViewDoc,
        skill: Skill,
        chance: &mut Chance,
    ) -> Result<AnySheet, Problem>;
    /// The orders of a plain computer player, the regular one.
    ///
    /// # Errors
    /// The view is not one of this game.
    fn suggest(&self, view: &ViewDoc, chance: &mut Chance) -> Result<AnySheet, Problem> {
        self.staffed(view, Skill::Regular, chance)
    }
    /// The `orders:` list of these orders, as YAML; nothing, if it is empty.
    fn list(&self, orders: &AnySheet) -> Result<String, Problem>;
    /// A YAML list of orders of this game, each in its short form if it has one.
    fn shortened(&self, list: &str) -> String;
    /// What the reader of a view may order in the phase that is awaited, unit by unit; each order
    /// an item of a YAML list.
    fn choices(&self, view: &ViewDoc) -> Result<Vec<Choice<String>>, Problem>;
    /// What is needed to put orders together by a view, which is read only once.
    ///
    /// # Errors
    /// If the view is none of this game's.
    fn composer<'g>(&'g self, view: &ViewDoc) -> Result<Box<dyn Composer + 'g>, Problem>;
    /// The standing orders in force for the reader of a view, as a YAML list.
    fn standing(&self, view: &ViewDoc) -> Result<String, Problem>;
    /// How the game ended, if it did.
    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Problem>;
    /// How long what its positions hide still counts.
    fn lasting(&self) -> Lasting;
}
