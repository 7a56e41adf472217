//! A game seen from outside its folder: documents in, documents out.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::founded::Founded;
use super::order_file::File;
use super::{
    Answer, Chance, Choice, Finding, Game, Header, Outcome, Phase, Reader, Seat, options, schema,
};
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, canonical};
use crate::page::{Page, Scene};

/// A value in the canonical encoding: JSON with sorted keys and integers only.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Document(pub String);

impl Document {
    pub(super) fn of<T: Serialize>(value: &T) -> Self {
        Self(canonical::encode(value))
    }

    pub(super) fn read<T: DeserializeOwned>(&self, what: &str) -> Result<T, Problem> {
        serde_json::from_str(&self.0)
            .map_err(|e| Problem::refused(format!("this is no {what} of this game: {e}")))
    }
}

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

/// A game on the shelf.
pub trait AnyGame: Sync {
    /// The name of its turn format.
    fn name(&self) -> &'static str;

    /// The files that come with the program.
    fn shipped(&self) -> &Shipped;

    /// The JSON Schema of an order file: what editors and validators need to know of it.
    fn schema(&self) -> String;

    /// What an order file says, without its places; `None` if this game cannot read it. Its
    /// characters are not checked.
    fn reads(&self, orders: &str) -> Option<Document>;

    /// The switches of a format file: name, default, values, what it decides.
    fn options(&self, format: &[u8]) -> Result<BTreeMap<String, options::OptionSpec>, Problem>;

    /// The game of these files and options, checked whole.
    fn table(
        &self,
        format: &[u8],
        scenario: &[u8],
        given: &BTreeMap<String, String>,
    ) -> Result<Box<dyn Table>, Problem>;
}

/// What a cycle made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// Events, answers, draws and the standing orders that remain.
    pub record: Document,
    /// The position after it.
    pub position: Document,
}

/// A game founded from its files, its documents typed only inside.
pub trait Table: Send + Sync {
    /// The seats, in the order in which they are always listed.
    fn seats(&self) -> Vec<Seat>;
    /// The value of every option.
    fn options(&self) -> &BTreeMap<String, String>;
    /// The position before the first cycle.
    fn setup(&self, chance: &mut Chance) -> Document;
    /// What the table waits for in this position.
    fn phase(&self, position: &Document) -> Result<Phase, Problem>;
    /// What a reader may know of this position.
    fn see(&self, position: &Document, reader: &Reader) -> Result<Document, Problem>;
    /// What the table waits for, by what a reader has been told.
    fn awaited(&self, seen: &Document) -> Result<Phase, Problem>;
    /// What is wrong or odd in an order file, by what its author has been told.
    fn check(&self, seen: &Document, orders: &[u8]) -> Result<Vec<Finding>, Problem>;
    /// The same for a file that is not bound yet, which is read only once: `see` judges its
    /// binding fields and gives what its author has been told.
    fn examine(
        &self,
        orders: &[u8],
        see: &dyn Fn(&Header) -> Result<Document, Problem>,
    ) -> Result<(Header, Vec<Finding>), Problem>;
    /// Carries out a cycle. Seats without a file get the game's defaults.
    fn resolve(
        &self,
        position: &Document,
        files: &BTreeMap<Seat, Vec<u8>>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem>;
    /// The position that a record leads to.
    fn replay(&self, position: &Document, record: &Document) -> Result<Document, Problem>;
    /// The position that one event leads to.
    fn apply(&self, position: &Document, event: &Document) -> Result<Document, Problem>;
    /// For each reader: the situation, the story of the cycle that led to it, and the answers to
    /// the reader's orders.
    fn pages(
        &self,
        position: &Document,
        record: Option<&Document>,
        readers: &[Reader],
    ) -> Result<Vec<Page>, Problem>;
    /// The same for one reader.
    fn page(
        &self,
        position: &Document,
        record: Option<&Document>,
        reader: &Reader,
    ) -> Result<Page, Problem> {
        Ok(self.pages(position, record, std::slice::from_ref(reader))?.remove(0))
    }
    /// What a reader learned of a cycle, step by step, each with the map as it stood then.
    fn scenes(
        &self,
        before: &Document,
        record: &Document,
        reader: &Reader,
    ) -> Result<Vec<Scene>, Problem>;
    /// What became of a seat's order lines in a cycle, in the order of its file.
    fn answers(&self, record: &Document, seat: &Seat) -> Result<Vec<Answer>, Problem>;
    /// A position that a view allows.
    fn imagine(&self, seen: &Document, chance: &mut Chance) -> Result<Document, Problem>;
    /// The `orders:` list of a plain computer player, as YAML.
    fn suggest(&self, seen: &Document, chance: &mut Chance) -> Result<String, Problem>;
    /// What the reader of a view may order in the phase that is awaited, unit by unit; each order
    /// an item of a YAML list.
    fn choices(&self, seen: &Document) -> Result<Vec<Choice<String>>, Problem>;
    /// The standing orders in force for the reader of a view, as a YAML list.
    fn standing(&self, seen: &Document) -> Result<String, Problem>;
    /// How the game ended, if it did.
    fn outcome(&self, position: &Document) -> Result<Option<Outcome>, Problem>;
}

/// The bridge from a typed game to the shelf.
pub struct Bridge<G> {
    shipped: Shipped,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Bridge<G> {
    /// Puts a game with its files on the shelf.
    pub const fn new(shipped: Shipped) -> Self {
        Self { shipped, game: PhantomData }
    }
}

impl<G: Game> AnyGame for Bridge<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn shipped(&self) -> &Shipped {
        &self.shipped
    }

    fn schema(&self) -> String {
        schema::of::<G>()
    }

    fn reads(&self, orders: &str) -> Option<Document> {
        let file: Option<File<G::Order, G::Condition>> = yaml::read_unguarded(orders).ok();
        file.as_ref().map(Document::of)
    }

    fn options(&self, format: &[u8]) -> Result<BTreeMap<String, options::OptionSpec>, Problem> {
        let format: G::Format = yaml::read(format, Origin::House)?;
        Ok(G::options(&format).clone())
    }

    fn table(
        &self,
        format: &[u8],
        scenario: &[u8],
        given: &BTreeMap<String, String>,
    ) -> Result<Box<dyn Table>, Problem> {
        let format: G::Format =
            yaml::read(format, Origin::House).map_err(|p| p.at("format.yaml"))?;
        let text = String::from_utf8_lossy(scenario);
        let scenario: G::Scenario =
            yaml::read(scenario, Origin::House).map_err(|p| p.at("scenario.yaml"))?;
        let options = options::settle(G::options(&format), given)?;
        let game = G::found(format, scenario, &options).map_err(|p| yaml::pointed(&text, p))?;
        Ok(Box::new(Founded { game, options }))
    }
}
