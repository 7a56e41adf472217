//! A cycle while it is being carried out.

use std::collections::BTreeMap;

use super::{Game, Orders, Rules};
use crate::engine::orders::matter::by_strength;
use crate::engine::{
    Audience, Chance, Code, DrawName, Fate, Given, List, Reader, Reason, Record, Recorded, Rule,
    Seat, Sheet, Slot,
};

/// The orders of every seat that has any. A seat that is missing gets the game's defaults.
pub type Sheets<G> = BTreeMap<Seat, Sheet<<G as Orders>::Order, <G as Orders>::Condition>>;

/// The record of one game.
pub(in crate::engine) type RecordOf<G> = Record<
    <G as Rules>::Event,
    <G as Orders>::Order,
    <G as Orders>::Condition,
    <G as Orders>::Reason,
    <G as Rules>::State,
>;

/// What became of lines so far, by seat and line.
pub(in crate::engine) type Fates<G> = BTreeMap<Seat, BTreeMap<Slot, Settled<G>>>;

/// What became of a line; the rule is missing where the engine itself decided.
pub(in crate::engine) type Settled<G> = (Code, Option<Rule>, Reason<<G as Orders>::Reason>);

/// The standing orders that are kept for the next cycle.
pub(in crate::engine) fn remaining<G: Game>(sheets: &Sheets<G>) -> BTreeMap<Seat, Vec<G::Order>> {
    let kept = |sheet: &Sheet<G::Order, G::Condition>| {
        crate::engine::orders::order_file::folded(&sheet.standing)
    };
    sheets
        .iter()
        .map(|(seat, sheet)| (seat.clone(), kept(sheet)))
        .filter(|(_, list): &(Seat, Vec<G::Order>)| !list.is_empty())
        .collect()
}

/// A cycle: the game, everybody's orders, the state as it is at this moment, and the luck. It is
/// the only door through which a game changes its state.
pub struct Turn<'a, G: Game> {
    game: &'a G,
    sheets: &'a Sheets<G>,
    /// Every line of each seat, strongest first.
    lines: BTreeMap<&'a Seat, Vec<&'a Given<G::Order>>>,
    state: G::State,
    moment: u32,
    events: Vec<Recorded<G::Event>>,
    fates: Fates<G>,
    chance: &'a mut Chance,
}

impl<'a, G: Game> Turn<'a, G> {
    /// A cycle that begins with this state.
    pub fn begin(
        game: &'a G,
        sheets: &'a Sheets<G>,
        state: G::State,
        chance: &'a mut Chance,
    ) -> Self {
        let (events, fates) = (Vec::new(), BTreeMap::new());
        let ranked = |sheet| by_strength(sheet, |line| game.matter(&line.order));
        let lines = sheets.iter().map(|(seat, sheet)| (seat, ranked(sheet))).collect();
        Self { game, sheets, lines, state, moment: 0, events, fates, chance }
    }

    /// The game: its tables, scenario and options.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// All that is true at this moment.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// What a seat may know at this moment.
    pub fn view(&self, seat: &Seat) -> G::View {
        self.game.view(&self.state, &Reader::Seat(seat.clone()))
    }

    /// The luck of this cycle.
    pub fn chance(&mut self) -> &mut Chance {
        self.chance
    }

    /// Begins a new moment: what is recorded from here on happens after what came before.
    pub fn next_moment(&mut self) {
        self.moment += 1;
    }

    /// Makes something happen.
    pub fn record(&mut self, rule: &Rule, event: G::Event) {
        self.put_down(rule, None, event);
    }

    /// Makes something happen that a draw decided.
    pub fn record_drawn(&mut self, rule: &Rule, draw: DrawName, event: G::Event) {
        self.put_down(rule, Some(draw), event);
    }

    fn put_down(&mut self, rule: &Rule, draw: Option<DrawName>, event: G::Event) {
        let before = self.game.witnesses(&self.state, &event);
        self.game.apply(&mut self.state, &event);
        let audience = match before {
            Audience::Everyone => before,
            Audience::Seats(_) => before.union(self.game.witnesses(&self.state, &event)),
        };
        self.events.push(Recorded {
            moment: self.moment,
            rule: rule.clone(),
            audience,
            draw,
            event,
        });
    }

    /// The orders of a seat that are in force at this moment, strongest first: contingent ones
    /// whose condition decides for them, then plain ones, then standing ones. Among those on one
    /// matter the narrower comes first, else the later; acts keep the order of the file.
    pub fn in_force(&self, seat: &Seat) -> Vec<&'a Given<G::Order>> {
        let (Some(sheet), Some(lines)) = (self.sheets.get(seat), self.lines.get(seat)) else {
            return Vec::new();
        };
        let mut met = BTreeMap::new();
        if !sheet.contingent.is_empty() {
            let view = self.view(seat);
            let holds = |when| self.game.holds(&view, when);
            met.extend(sheet.contingent.iter().map(|one| (one.slot.index, holds(&one.when))));
        }
        let decided = |line: &&&Given<G::Order>| match line.slot.list {
            List::Then(case) => met[&case],
            List::Otherwise(case) => !met[&case],
            List::Standing | List::Orders | List::Contingent => true,
        };
        lines.iter().filter(decided).copied().collect()
    }

    /// Of each seat that has an order in force the strongest, for games in which a seat gives one.
    pub fn strongest(&self) -> Vec<(Seat, &'a Given<G::Order>)> {
        let first = |seat: &&Seat| Some(((*seat).clone(), *self.in_force(seat).first()?));
        self.sheets.keys().filter_map(|seat| first(&seat)).collect()
    }

    /// The orders of a seat in force that `pick` wants, strongest first, each with its line.
    pub fn picked<T>(
        &self,
        seat: &Seat,
        pick: impl Fn(&'a G::Order) -> Option<T>,
    ) -> Vec<(&'a Given<G::Order>, T)> {
        let in_force = self.in_force(seat).into_iter();
        in_force.filter_map(|given| pick(&given.order).map(|wanted| (given, wanted))).collect()
    }

    /// Answers an order line for good.
    ///
    /// # Panics
    /// If the line was answered before: each line gets exactly one answer.
    pub fn answer(&mut self, seat: &Seat, given: &Given<G::Order>, fate: Fate<G::Reason>) {
        let fresh = self.settle(seat, given.slot, fate);
        assert!(fresh, "{seat}'s {} was answered twice", given.slot);
    }

    /// Notes that a line was used, if it has no answer yet. For lines that may serve many times.
    pub fn used(&mut self, seat: &Seat, given: &Given<G::Order>, rule: &Rule, reason: G::Reason) {
        self.settle(seat, given.slot, Fate::done(rule, reason));
    }

    /// True if a line has its answer.
    pub fn is_answered(&self, seat: &Seat, given: &Given<G::Order>) -> bool {
        self.fates.get(seat).is_some_and(|lines| lines.contains_key(&given.slot))
    }

    /// The lines of a seat that have their answer, whether they are still in force or not.
    pub fn answered(&self, seat: &Seat) -> impl Iterator<Item = &'a Given<G::Order>> {
        let lines = self.lines.get(seat).into_iter().flatten().copied();
        lines.filter(|given| self.is_answered(seat, given))
    }

    fn settle(&mut self, seat: &Seat, slot: Slot, fate: Fate<G::Reason>) -> bool {
        let lines = self.fates.entry(seat.clone()).or_default();
        let fresh = !lines.contains_key(&slot);
        if fresh {
            lines.insert(slot, (fate.code, Some(fate.rule), Reason::Game(fate.reason)));
        }
        fresh
    }

    /// Ends the cycle: its events, the new state, and what became of the lines.
    pub(in crate::engine) fn end(self) -> (Vec<Recorded<G::Event>>, G::State, Fates<G>) {
        (self.events, self.state, self.fates)
    }
}
