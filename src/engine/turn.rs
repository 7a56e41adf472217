//! A cycle while it is being carried out.

use std::collections::BTreeMap;

use super::{Answer, Chance, Code, Entry, Game, Given, Reader, Rule, Seat, Sheet};

/// The orders of every seat that has any. A seat that is missing gets the game's defaults.
pub type Orders<G> = BTreeMap<Seat, Sheet<<G as Game>::Order, <G as Game>::Condition>>;

/// The answers given so far, by seat and line.
pub type Answers = BTreeMap<Seat, BTreeMap<String, Answer>>;

/// The only door through which a game changes its state.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    game: &'a G,
    state: G::State,
    moment: u32,
    events: Vec<Entry<G::Event>>,
    answers: Answers,
    chance: &'a mut Chance,
}

impl<'a, G: Game> Turn<'a, G> {
    /// A cycle that begins with this state.
    pub fn begin(game: &'a G, state: G::State, chance: &'a mut Chance) -> Self {
        let answers = BTreeMap::new();
        Self { game, state, moment: 0, events: Vec::new(), answers, chance }
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

    /// Makes something happen. There is no other way.
    pub fn record(&mut self, rule: &Rule, event: G::Event) {
        let before = self.game.witnesses(&self.state, &event);
        self.game.apply(&mut self.state, &event);
        let audience = before.union(self.game.witnesses(&self.state, &event));
        self.events.push(Entry { moment: self.moment, rule: rule.clone(), audience, event });
    }

    /// The orders of a seat that are in force at this moment, strongest first: contingent ones
    /// whose condition decides for them, then plain ones, then standing ones.
    pub fn in_force<'o>(&self, orders: &'o Orders<G>, seat: &Seat) -> Vec<&'o Given<G::Order>> {
        let Some(sheet) = orders.get(seat) else { return Vec::new() };
        let mut list = Vec::new();
        if !sheet.contingent.is_empty() {
            let view = self.view(seat);
            for one in &sheet.contingent {
                let met = self.game.holds(&view, &one.when);
                list.extend(if met { &one.then } else { &one.otherwise });
            }
        }
        list.extend(&sheet.orders);
        list.extend(&sheet.standing);
        list
    }

    /// Answers an order line for good.
    ///
    /// # Panics
    /// If the line was answered before: each line gets exactly one outcome.
    pub fn answer(&mut self, seat: &Seat, line: &str, code: Code, rule: &Rule, reason: &str) {
        let before = self.put(seat, line, code, rule, reason);
        assert!(before, "{seat}'s {line} was answered twice");
    }

    /// Notes that a line was used, if it has no answer yet. For lines that may serve many times.
    pub fn used(&mut self, seat: &Seat, line: &str, rule: &Rule, reason: &str) {
        self.put(seat, line, Code::Done, rule, reason);
    }

    /// True if a line has its answer.
    pub fn is_answered(&self, seat: &Seat, line: &str) -> bool {
        self.answers.get(seat).is_some_and(|lines| lines.contains_key(line))
    }

    fn put(&mut self, seat: &Seat, line: &str, code: Code, rule: &Rule, reason: &str) -> bool {
        let lines = self.answers.entry(seat.clone()).or_default();
        let fresh = !lines.contains_key(line);
        if fresh {
            let answer = Answer {
                line: line.to_owned(),
                order: String::new(),
                code,
                rule: Some(rule.clone()),
                reason: reason.to_owned(),
            };
            lines.insert(line.to_owned(), answer);
        }
        fresh
    }

    /// Ends the cycle: its events, the new state, and the answers by seat and line.
    pub fn end(self) -> (Vec<Entry<G::Event>>, G::State, Answers) {
        (self.events, self.state, self.answers)
    }
}
