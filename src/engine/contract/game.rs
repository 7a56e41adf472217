//! The contract of a game, in four parts by who asks: what happens, who sees it, what may be
//! ordered, how it is told.

use std::fmt::{Debug, Display};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub mod skill;
pub mod staff;
pub mod turn;

use self::turn::Turn;
use crate::base::Problem;
use crate::base::words::names;
use crate::engine::orders::check::{Checked, line_by_line};
use crate::engine::wording::said::Explain;
use crate::engine::{
    Audience, Budget, Chance, Choice, Chosen, Fact, Finding, Fortunes, Lasting, Matter, Names,
    Phase, Reader, Seat, Sheet, Short, Slot, Tables, Throw, Told,
};
use crate::page::{Measure, Page, Picture, Zone};

/// Plain data that a game hands to the engine.
pub trait Data:
    Serialize + DeserializeOwned + Debug + Clone + PartialEq + Send + Sync + 'static
{
}
impl<T> Data for T where
    T: Serialize + DeserializeOwned + Debug + Clone + PartialEq + Send + Sync + 'static
{
}

/// A game that was founded, with every name that its documents may hold; or what in its files does
/// not fit.
pub type Founded<G> = Result<(G, Names), Problem>;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The winners; several or none in a draw.
    pub winners: Vec<Seat>,
    /// The result in a sentence.
    pub text: String,
}

impl Outcome {
    /// One seat wins.
    pub fn won_by(winner: Seat) -> Self {
        Self { text: format!("the {winner} wins"), winners: vec![winner] }
    }

    /// Whoever has most wins; those who share it draw. `say` puts it into words, such as
    /// `cards worth 7`. Who wins is named as what stands with the score: the seat, or what a game
    /// calls it. `None` if there is nobody.
    pub fn of_most<N: Display + Into<Seat>>(
        scores: impl IntoIterator<Item = (N, u32)>,
        say: impl Fn(u32) -> String,
    ) -> Option<Self> {
        let scores: Vec<(N, u32)> = scores.into_iter().collect();
        let most = scores.iter().map(|(_, score)| *score).max()?;
        let best = scores.into_iter().filter(|(_, score)| *score == most);
        let best: Vec<N> = best.map(|(name, _)| name).collect();
        let text = match best.as_slice() {
            [winner] => format!("{winner} wins with {}", say(most)),
            _ => format!("a draw of {}, with {} each", names(best.iter()), say(most)),
        };
        Some(Self { winners: best.into_iter().map(Into::into).collect(), text })
    }
}

/// What is so and what happens.
///
/// The implementing value is everything public and fixed at founding: the parsed turn format, the
/// parsed scenario and the options. What changes is the `State`. All methods are total; the same
/// holds for the other parts of the contract. A method with a default says what it leaves out.
pub trait Rules: Sized + Send + Sync + 'static {
    /// The name of the game's folder under `turn-formats/`.
    const NAME: &'static str;
    /// The edition of the rules. It grows whenever the same orders and dice could lead to other
    /// facts; a campaign keeps the one that it was founded with.
    const EDITION: u32 = 1;
    /// Bytes, compressed, that a report of this game is given room for: half as much again as its
    /// longest, or less if only what everybody sees makes one long. It is the length of every report,
    /// so that none tells what is in it.
    const ROOM: usize = 32 * 1024;
    /// Where reports carry proofs of dice: how many draws each has room for besides, and proves at most.
    const DRAWS: usize = 96;
    /// The game's own tables in `format.yaml`.
    type Format: DeserializeOwned;
    /// A scenario file.
    type Scenario: DeserializeOwned;
    /// All that is true.
    type State: Data;
    /// What can happen.
    type Event: Data;

    /// The game of these files, and every name that orders, conditions, views and events may hold.
    /// The names in the files are checked here, so that nothing later fails.
    ///
    /// # Errors
    /// What in the files does not fit; in the scenario with [`Problem::spot`].
    fn found(
        format: Tables<Self::Format>,
        scenario: Self::Scenario,
        options: &Chosen,
    ) -> Founded<Self>;

    /// The seats, in the order in which they are always listed.
    fn seats(&self) -> Vec<Seat>;

    /// The state before the first cycle.
    fn setup(&self, chance: &mut Chance) -> Self::State;

    /// What the table waits for, from whom; from nobody, once the game has its outcome.
    fn phase(&self, state: &Self::State) -> Phase;

    /// Carries out a cycle. Everything that happens goes through [`Turn::record`].
    fn resolve(&self, turn: &mut Turn<'_, Self>)
    where
        Self: Game;

    /// The change that an event makes. Total and blunt: it checks nothing.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// How the game ended, if it did.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
}

/// Who sees what: all fog of war.
pub trait Sight: Rules {
    /// What a reader may know of the state.
    type View: Data;

    /// Who learns of an event; asked before and after it is applied, and the union counts.
    fn witnesses(&self, state: &Self::State, event: &Self::Event) -> Audience;

    /// The dice that an event shows, in the order in which its draw gave them. Whoever witnesses the event can be
    /// given a proof of them, and learns whatever else the draw gave: so none, unless the events that name the
    /// draw show all of it, and to the same seats. What is drawn from a container or a deck is never shown.
    fn throws(&self, _event: &Self::Event) -> Vec<Throw> {
        Vec::new()
    }

    /// How long what the state hides still counts, by the tables, the scenario and the options. Where cycles are opened
    /// for everybody so many cycles later, a campaign is founded only if it is no longer than that. A game that does not
    /// say it cannot be played so.
    fn lasting(&self) -> Lasting {
        Lasting::Game("the game does not say how long what it hides counts")
    }

    /// What the reader may know of the state.
    fn view(&self, state: &Self::State, reader: &Reader) -> Self::View;

    /// True if the numbers and sizes in a view, which may come from outside, are possible in this
    /// game, so that the other methods can take it. Its names are checked already.
    fn recognizes(&self, view: &Self::View) -> bool;

    /// A state that this view allows, as likely as any other.
    fn imagine(&self, view: &Self::View, chance: &mut Chance) -> Self::State;
}

/// What is wrong or hardly meant in a sheet, by a view at hand.
pub type SheetCheck<'a, G> = Box<
    dyn Fn(
            &Sheet<<G as Orders>::Order, <G as Orders>::Condition>,
        ) -> Vec<Finding<<G as Orders>::Reason>>
        + 'a,
>;

/// Whether there is nothing to say about the last plain order of a sheet beside those before it.
pub type LastCheck<'a, G> =
    Box<dyn FnMut(&Sheet<<G as Orders>::Order, <G as Orders>::Condition>) -> bool + 'a>;

/// What may be ordered.
pub trait Orders: Sight {
    /// What a player may ask.
    type Order: Data + JsonSchema;
    /// What a conditional order may depend on.
    type Condition: Data + JsonSchema;
    /// Why an order was refused or answered as it was.
    type Reason: Data + Explain<Self>;
    /// How orders are written in one line each, as far as they can be.
    const SHORT: &'static Short;
    /// Cycles that a veteran staff plays in each world that it imagines, with the one that it orders for: as
    /// many as it takes until orders show what they are worth.
    const AHEAD: u64 = 6;
    /// Worlds in which a veteran tries orders: the more, the more of a cycle dice decide.
    const WORLDS: u64 = 4;
    /// Kinds of orders: in a phase that takes one of them a veteran orders what a regular would, since what is tried there
    /// shows its worth only long after.
    const AS_REGULARS: &'static [&'static str] = &[];

    /// The order as its author means it where things stand: what it leaves to their view is filled in, such as the unit in
    /// a square, or the way to a place. It is asked once of each order of a file, before all else.
    fn meant(&self, _view: &Self::View, order: &Self::Order) -> Self::Order {
        order.clone()
    }

    /// What forbids an order, whatever else stands in its sheet; nothing, unless the game says it.
    /// The plain `check` asks it of each line.
    ///
    /// # Errors
    /// The rule and the reason.
    fn can(&self, _view: &Self::View, _order: &Self::Order) -> Checked<Self::Reason> {
        Ok(())
    }

    /// What is wrong or hardly meant in a sheet of orders, judged by what its author can know. The
    /// names in it are checked already. A game in which no line depends on another leaves it to
    /// `can`, and lines that do not count to `matter`.
    fn check(
        &self,
        view: &Self::View,
        sheet: &Sheet<Self::Order, Self::Condition>,
    ) -> Vec<Finding<Self::Reason>> {
        line_by_line(sheet, |order| self.can(view, order), |order| self.matter(order))
    }

    /// `check` for many sheets by one view. A game that works something out of the view, whatever the
    /// sheet, does it here once.
    fn checker<'a>(&'a self, view: &'a Self::View) -> SheetCheck<'a, Self> {
        Box::new(move |sheet| self.check(view, sheet))
    }

    /// `check` of orders that are given one by one, for computer players. It is asked about sheets of
    /// plain orders, of which all but the last were last in a sheet that it took; so a game may
    /// look at the last alone.
    fn last_checker<'a>(&'a self, view: &'a Self::View) -> LastCheck<'a, Self> {
        let check = self.checker(view);
        Box::new(move |sheet| {
            let last = sheet.orders.last().map(|line| line.slot);
            check(sheet).iter().all(|found| found.slot.is_none() || found.slot != last)
        })
    }

    /// For each of these orders, whether `check` would refuse it in a sheet of its own. All are
    /// asked about at once, so that a game may look up once what many of them need; one that does
    /// not asks `check` about each.
    fn refused(&self, view: &Self::View, orders: &[&Self::Order]) -> Vec<bool> {
        let alone = |order: &&Self::Order| Sheet::of_orders(vec![(*order).clone()]);
        let check = self.checker(view);
        let refused = |sheet| check(&sheet).iter().any(Finding::refuses);
        orders.iter().map(|order| refused(alone(order))).collect()
    }

    /// What the orders of a sheet cost, as far as their author can know, one budget for each thing
    /// that is spent; none if nothing is spent now, as in a game without money.
    fn budgets(
        &self,
        _view: &Self::View,
        _sheet: &Sheet<Self::Order, Self::Condition>,
    ) -> Vec<Budget> {
        Vec::new()
    }

    /// What single lines do with what there is for each, such as the energy of a ship; empty where nothing is spent
    /// line by line.
    fn accounts(
        &self,
        _view: &Self::View,
        _sheet: &Sheet<Self::Order, Self::Condition>,
    ) -> Vec<(Slot, String)> {
        Vec::new()
    }

    /// How the dice of some lines may fall, as far as their author can know; empty if no line rests
    /// on dice alone.
    fn odds(
        &self,
        _view: &Self::View,
        _sheet: &Sheet<Self::Order, Self::Condition>,
    ) -> Vec<(Slot, String)> {
        Vec::new()
    }

    /// What an order settles whenever the question comes up, so that of several lines one counts;
    /// `None` if it is an act, done once at its place in the file.
    fn matter(&self, _order: &Self::Order) -> Option<Matter> {
        None
    }

    /// True if an order of a kind that the phase accepts can come to something for the reader of the
    /// view; reports and templates name no other.
    fn takes(&self, _view: &Self::View, _kind: &str) -> bool {
        true
    }

    /// True if an order that may be given shows well what its kind is for, and does no harm where the reader of the
    /// view stands; reports take no other as an example.
    fn is_example(&self, _view: &Self::View, _order: &Self::Order) -> bool {
        true
    }

    /// True if the condition holds by what its author can know.
    fn holds(&self, view: &Self::View, condition: &Self::Condition) -> bool;

    /// What the reader of the view may order, unit by unit. What `check` would refuse is left out
    /// by the engine, so a game may offer generously.
    fn choices(&self, view: &Self::View) -> Vec<Choice<Self::Order>>;

    /// How readily a plain computer player gives an order; 0 is never. To give none weighs 1.
    fn weight(&self, _view: &Self::View, _order: &Self::Order) -> u64 {
        1
    }

    /// The orders of a plain computer player: for each unit one of its choices, by their weights.
    fn suggest(&self, view: &Self::View, chance: &mut Chance) -> Vec<Self::Order> {
        staff::plain(self, view, chance, 1, &|order| self.weight(view, order))
    }

    /// How a position stands for a seat against the others: the more, the better; points of the game,
    /// and what is likely to become points, in whatever unit is the same for all its positions. A
    /// veteran staff aims at it where the game is not over in the time that it looks ahead. It is asked
    /// about imagined positions alone.
    fn worth(&self, _state: &Self::State, _seat: &Seat) -> i64 {
        0
    }
}

/// How it is told. All of it is a view of facts: a campaign stays the same when these words change.
pub trait Telling: Orders {
    /// A seat as people call it, such as `the Mazianni`; by its name, if it has no other.
    fn called(&self, seat: &Seat) -> String {
        seat.to_string()
    }

    /// What the orders are for that the table waits for, such as `the movement and combat phases`.
    fn occasion(&self, _view: &Self::View, phase: &Phase) -> String {
        phase.occasion()
    }

    /// An event as its witnesses are told of it.
    fn tell(&self, event: &Self::Event) -> Told;

    /// An event as it is told in the report of a seat, which may be spoken to; without a seat, in one for everybody.
    fn tell_to(&self, _reader: Option<&Seat>, event: &Self::Event) -> Told {
        self.tell(event)
    }

    /// What an order waits for that is carried out only if something happens, such as `an enemy within range 8`: words
    /// that go on after "it waited for", for the author of one that was not used; `None` if there is nothing to say.
    fn awaits(&self, _order: &Self::Order) -> Option<String> {
        None
    }

    /// What brought about the last of these events, as words that go on with its sentence where that
    /// stands at the top of the report; `None` if its sentence says so, or if nothing did that the
    /// reader witnessed.
    fn cause(&self, _witnessed: &[Fact<Self::Event>]) -> Option<String> {
        None
    }

    /// What the sentence of the last of these events leaves open and only events before it say, such as which side it is
    /// about, to go on with it wherever it stands; `None` if it says all, as nearly every one does.
    fn aside(&self, _witnessed: &[Fact<Self::Event>]) -> Option<String> {
        None
    }

    /// How the reader stands, and what has changed since the report before: a few sentences, such
    /// as points, that come before everything else; none if the situation says it.
    fn standings(&self, _view: &Self::View, _witnessed: &[Fact<Self::Event>]) -> Vec<String> {
        Vec::new()
    }

    /// What the reader's standing orders will do or prevent before they can send others, in sentences that go on with
    /// [`Telling::standings`]; none if the orders themselves, which are told too, say it.
    fn by_standing_orders(&self, _view: &Self::View, _standing: &[Self::Order]) -> Vec<String> {
        Vec::new()
    }

    /// What becomes of the reader in the phase that is due if they send nothing and nobody orders for them, beside their
    /// standing orders: the rest of a sentence that begins with `By default`, with its full stop and perhaps
    /// [marks](crate::page::Text::marked) of rules behind it.
    fn without_orders(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// How the lines of the reader's next order file go together, and what is ordered at another time: labels with
    /// sentences that may be [marked](crate::page::Text::marked), below the kinds of orders that are accepted now.
    fn together(&self, _view: &Self::View) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What these events brought the reader of the view: losses, harm and gains, which come before
    /// everything else; nothing for a spectator or the moderator.
    fn fortunes(&self, _view: &Self::View, _witnessed: &[Fact<Self::Event>]) -> Fortunes {
        Fortunes::default()
    }

    /// True if there are others on the map than the players, such as natives: what others lose is then not
    /// told as the loss of the only other player.
    fn has_others(&self) -> bool {
        false
    }

    /// The numbers by which the fortunes of sides are followed, as far as the reader knows them; none
    /// if nothing is counted.
    fn measures(&self, _view: &Self::View) -> Vec<Measure> {
        Vec::new()
    }

    /// What each side lost, as far as the reader witnessed it: every side, also one that lost
    /// nothing. A game whose view says it gives it with its measures, and nothing here.
    fn losses(&self, _view: &Self::View, _witnessed: &[Fact<Self::Event>]) -> Vec<Measure> {
        Vec::new()
    }

    /// The heading over what happened before the first event that opens a section: where the cycle
    /// began. `view` is the reader's after it. `None` if nothing can come before.
    fn beginning(&self, _view: &Self::View, _witnessed: &[Fact<Self::Event>]) -> Option<String> {
        None
    }

    /// The situation: a title, when it is, facts and tables. The map is not in it.
    fn situation(&self, view: &Self::View) -> Page;

    /// The map or board as the reader of the view may see it, with the moves and fights of what
    /// happened; `None` if the scenario does not say where its places lie, or the game draws none.
    fn map(&self, _view: &Self::View, _witnessed: &[Fact<Self::Event>]) -> Option<Picture> {
        None
    }

    /// What a unit of the reader's sees or can strike, as cells of the board, in words and cells; `None` if no unit
    /// of theirs on the board has that name, or if the game does not tell.
    fn seen_by(&self, _view: &Self::View, _name: &str) -> Option<Zone> {
        None
    }
}

/// A game: all four parts.
pub trait Game: Telling {}
impl<G: Telling> Game for G {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_most_wins() {
        let [red, blue, white] = ["red", "blue", "white"].map(Seat::named);
        let of = |scores: &[(Seat, u32)]| {
            Outcome::of_most(scores.iter().cloned(), |most| format!("{most} points"))
        };
        let one = of(&[(red.clone(), 3), (blue.clone(), 5)]).expect("somebody has most");
        assert_eq!(
            (one.text.as_str(), one.winners),
            ("blue wins with 5 points", vec![blue.clone()])
        );
        let two = of(&[(red.clone(), 5), (white, 4), (blue.clone(), 5)]).expect("two have most");
        assert_eq!(two.text, "a draw of red and blue, with 5 points each");
        assert_eq!((two.winners, of(&[])), (vec![red, blue], None));
    }
}
