//! The contract of a game.

use std::collections::BTreeMap;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{
    Audience, Chance, Choice, Entry, Finding, OptionSpec, Orders, Phase, Reader, Seat, Sheet, Turn,
};
use crate::base::Problem;
use crate::page::{Map, Page};

/// Plain data that a game hands to the engine.
pub trait Data: Serialize + DeserializeOwned + Debug + Clone + PartialEq {}
impl<T: Serialize + DeserializeOwned + Debug + Clone + PartialEq> Data for T {}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The winners; several or none in a draw.
    pub winners: Vec<Seat>,
    /// The result in a sentence.
    pub text: String,
}

/// A game: all its methods are total, none is optional.
///
/// The implementing value is everything public and fixed at founding: the parsed turn format, the
/// parsed scenario and the options. What changes is the `State`.
pub trait Game: Sized + Send + Sync + 'static {
    /// The name of the game's folder under `turn-formats/`.
    const NAME: &'static str;
    /// The tables of `format.yaml`.
    type Format: DeserializeOwned;
    /// A scenario file.
    type Scenario: DeserializeOwned;
    /// All that is true.
    type State: Data;
    /// What a reader may know of it.
    type View: Data;
    /// What a player may ask.
    type Order: Data + JsonSchema;
    /// What a conditional order may depend on.
    type Condition: Data + JsonSchema;
    /// What can happen.
    type Event: Data;

    /// The switches of the format.
    fn options(format: &Self::Format) -> &BTreeMap<String, OptionSpec>;

    /// The game of these files. Every name in them is checked here, so that nothing later fails.
    ///
    /// # Errors
    /// What in the files does not fit; in the scenario with [`Problem::spot`].
    fn found(
        format: Self::Format,
        scenario: Self::Scenario,
        options: &BTreeMap<String, String>,
    ) -> Result<Self, Problem>;

    /// The seats, in the order in which they are always listed.
    fn seats(&self) -> Vec<Seat>;

    /// The state before the first cycle.
    fn setup(&self, chance: &mut Chance) -> Self::State;

    /// What the table waits for, from whom.
    fn phase(&self, state: &Self::State) -> Phase;

    /// What is wrong or odd in a sheet of orders, judged by what its author can know.
    fn check(&self, view: &Self::View, sheet: &Sheet<Self::Order, Self::Condition>)
    -> Vec<Finding>;

    /// True if the condition holds by what its author can know.
    fn holds(&self, view: &Self::View, condition: &Self::Condition) -> bool;

    /// Carries out a cycle. Everything that happens goes through [`Turn::record`].
    fn resolve(&self, turn: &mut Turn<'_, Self>, orders: &Orders<Self>);

    /// The change that an event makes. Total and blunt: it checks nothing.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// Who learns of an event; asked before and after it is applied, and the union counts.
    fn witnesses(&self, state: &Self::State, event: &Self::Event) -> Audience;

    /// What the reader may know of the state.
    fn view(&self, state: &Self::State, reader: &Reader) -> Self::View;

    /// True if every name and number in a view, which may come from outside, is one of this game's,
    /// so that the other methods can take it.
    fn knows(&self, view: &Self::View) -> bool;

    /// A state that this view allows, as likely as any other.
    fn imagine(&self, view: &Self::View, chance: &mut Chance) -> Self::State;

    /// The orders of a plain computer player.
    fn suggest(&self, view: &Self::View, chance: &mut Chance) -> Vec<Self::Order>;

    /// What the reader of the view may order, unit by unit: each order would stand alone.
    fn choices(&self, view: &Self::View) -> Vec<Choice<Self::Order>>;

    /// How the game ended, if it did.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The situation and the story of a cycle, for the reader of the view.
    fn page(&self, view: &Self::View, witnessed: &[Entry<Self::Event>]) -> Page;

    /// The map as the reader of the view may see it, with the moves and fights of what happened;
    /// `None` if the scenario does not say where its places lie.
    fn map(&self, view: &Self::View, witnessed: &[Entry<Self::Event>]) -> Option<Map>;

    /// True if an event opens a scene: a step at which a story of the whole game shows the map.
    fn opens_scene(&self, event: &Self::Event) -> bool;

    /// An event in a sentence, without a full stop.
    fn tell(&self, event: &Self::Event) -> String;
}
