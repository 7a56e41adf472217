//! A story while it is written, event by event.

use std::collections::BTreeSet;

use super::engagement::Engagement;
use super::line::{Line, count_up};
use super::sections::{Heading, Item, Section, Story};
use crate::base::words::{capital, names};
use crate::engine::wording::told::{Sequel, Toll};
use crate::engine::{Fact, Game, Opening, Rule, Seat, Subject, Told, Weight};

impl Story {
    /// The story of what a reader witnessed, told to everybody.
    pub fn of<G: Game>(game: &G, witnessed: &[Fact<G::Event>]) -> Self {
        Self::to(None, game, witnessed, &BTreeSet::new())
    }

    /// The story of what a reader witnessed, told to the seat that reads it, if it is one. Some of the facts stand at the
    /// top of the report in other words.
    pub(in crate::engine) fn to<G: Game>(
        reader: Option<&Seat>,
        game: &G,
        witnessed: &[Fact<G::Event>],
        at_top: &BTreeSet<usize>,
    ) -> Self {
        let mut writer = Writer::default();
        for (n, fact) in witnessed.iter().enumerate() {
            let mut told = game.tell_to(reader, &fact.event);
            if at_top.contains(&n) {
                told.weight = told.weight.max(Weight::Line);
            }
            if let Some(aside) = game.aside(&witnessed[..=n]) {
                told.text = format!("{} {aside}", told.text);
            }
            let top = told.weight == Weight::Headline;
            writer.cause = top.then(|| game.cause(&witnessed[..=n])).flatten();
            writer.take(fact, told);
        }
        writer.end()
    }
}

/// The dice of an event, apart from its sentence.
pub(super) fn rolled<E>(fact: &Fact<E>, rolls: Option<String>) -> Option<Line> {
    rolls.map(|text| Line::new(capital(&text), fact.rule.clone(), fact.draw.clone()))
}

/// A course or tally that the next event may go on with.
#[derive(Debug)]
enum Running {
    Course { who: String, places: Vec<String>, rule: Rule },
    Tally { lead: String, items: Vec<String>, rule: Rule },
}

/// A story while it is written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    story: Story,
    section: Section,
    fight: Option<Engagement>,
    running: Option<Running>,
    price: Option<(String, Rule)>,
    /// What brought about what is told now, for the top of the report.
    pub(super) cause: Option<String>,
    /// Where a step is told: details that belong to no engagement.
    pub(super) beside: Option<Vec<Line>>,
}

impl Writer {
    /// For a step: what belongs to no engagement is kept apart.
    pub(super) fn of_step() -> Self {
        Self { beside: Some(Vec::new()), ..Self::default() }
    }

    pub(super) fn take<E>(&mut self, fact: &Fact<E>, told: Told) {
        let text = capital(&told.text);
        match told.opens {
            Some(Opening::Section) => self.open(3, text),
            Some(Opening::Part) => self.open(4, text),
            Some(Opening::Moment) => self.open(Heading::MOMENT, text),
            Some(Opening::Engagement) => {
                self.close_fight();
                let rule = Some(fact.rule.clone());
                let mut fight = Engagement { title: text, rule, ..Engagement::default() };
                fight.details.extend(rolled(fact, told.rolls));
                self.fight = Some(fight);
            }
            Some(Opening::Step) | None => self.tell(fact, told),
        }
    }

    pub(super) fn tell<E>(&mut self, fact: &Fact<E>, told: Told) {
        let rule = fact.rule.clone();
        if let (Some(party), Some(fight)) = (told.party, &mut self.fight) {
            fight.join(party);
        }
        if let (Some(fight), Some(Opening::Step)) = (&mut self.fight, told.opens) {
            fight.rows.next_round();
        }
        if let (Some(lead), Some(toll)) = (&told.supersedes, &told.toll) {
            let fight = self.fight.iter_mut().flat_map(|fight| &mut fight.lines);
            fight.for_each(|line| line.discount(lead, &toll.item));
        }
        if told.row.is_some() && self.beside.is_none() && self.fight.is_some() {
            self.stop();
            let (row, draw) = (told.row, fact.draw.as_ref());
            let fight = self.fight.iter_mut().zip(row);
            fight.for_each(|(fight, row)| fight.rows.enter(row, &fact.rule, draw));
            return;
        }
        match told.of {
            Subject::Price => {
                self.spell_price();
                self.price = Some((told.text, rule));
            }
            Subject::Course { who, from, to } => self.course(rule, (who, from, to)),
            Subject::Tally { lead, item } => self.tally(rule, lead, item),
            subject @ (Subject::Table | Subject::Engagement) => {
                self.stop();
                // A detail that may not be told takes no price away from what follows.
                let aside = subject == Subject::Table && told.weight == Weight::Detail;
                let text = capital(&told.text);
                let text = if aside { text } else { self.priced(text) };
                let rolls = rolled(fact, told.rolls);
                let draw = fact.draw.clone().filter(|_| rolls.is_none());
                let line = Line::new(text, rule, draw);
                // A detail that belongs to no fight ends none.
                if subject == Subject::Table {
                    if told.weight == Weight::Detail {
                        self.beside([Some(line), rolls]);
                        return;
                    }
                    self.close_fight();
                }
                match &mut self.fight {
                    Some(fight) => fight.details.extend(rolls),
                    None => self.beside([rolls]),
                }
                if told.weight == Weight::Headline {
                    self.summarize(line.clone(), told.toll.as_ref());
                }
                if told.sequel.is_some_and(|sequel| self.go_on(&line, told.weight, sequel)) {
                    return;
                }
                self.put(line, told.weight, told.toll.as_ref());
            }
        }
    }

    /// Puts a line at the top too. Of what is counted up in a fight it says in which.
    fn summarize(&mut self, line: Line, toll: Option<&Toll>) {
        let within = toll.zip(self.fight.as_ref()).map(|(toll, fight)| Toll {
            lead: format!("{}: {}", fight.title, toll.lead),
            item: match &self.cause {
                Some(cause) => format!("{} {cause}", toll.item),
                None => toll.item.clone(),
            },
        });
        let line = match self.cause.take() {
            Some(cause) => {
                let text = format!("{} {cause}", line.text);
                line.reworded(&text)
            }
            None => line,
        };
        let (line, toll) = match &within {
            Some(toll) => (line.reworded(&format!("{} {}", toll.lead, toll.item)), Some(toll)),
            None => (line, toll),
        };
        let new = count_up(&mut self.story.summary, line, toll);
        self.story.summary.extend(new);
    }

    fn put(&mut self, line: Line, weight: Weight, toll: Option<&Toll>) {
        match (&mut self.fight, weight) {
            (Some(fight), Weight::Detail) => {
                // Steps keep their order: only what follows on its like is counted up.
                let line = count_up(fight.details.last_mut(), line, toll);
                fight.details.extend(line);
            }
            (Some(fight), Weight::Headline | Weight::Line) => {
                let line = count_up(&mut fight.lines, line, toll);
                fight.lines.extend(line);
            }
            (None, Weight::Detail) => {
                let last = self.beside.as_mut().and_then(|beside| beside.last_mut());
                let line = count_up(last, line, toll);
                self.beside([line]);
            }
            (None, Weight::Headline | Weight::Line) => {
                let lines = self.section.items.iter_mut().filter_map(Item::as_line);
                let line = count_up(lines, line, toll);
                self.section.items.extend(line.map(Item::Line));
            }
        }
    }

    /// Adds a line to the detail before it, or to the last line of the section outside engagements that tells of the same,
    /// if there is one that begins as said.
    fn go_on(&mut self, line: &Line, weight: Weight, Sequel { of, text }: Sequel) -> bool {
        let begins = |told: &&mut Line| told.text.starts_with(&capital(&of));
        let found = match (&mut self.fight, weight) {
            (Some(fight), _) => fight.details.last_mut().filter(begins),
            (None, Weight::Detail) => {
                self.beside.as_mut().and_then(|beside| beside.last_mut()).filter(begins)
            }
            (None, Weight::Line | Weight::Headline) => {
                self.section.items.iter_mut().rev().filter_map(Item::as_line).find(begins)
            }
        };
        let Some(told) = found else { return false };
        told.go_on(line, &text);
        true
    }

    /// Keeps details that belong to no engagement, if they are told.
    pub(super) fn beside<const N: usize>(&mut self, lines: [Option<Line>; N]) {
        if let Some(beside) = &mut self.beside {
            beside.extend(lines.into_iter().flatten());
        }
    }

    fn course(&mut self, rule: Rule, (who, from, to): (String, String, String)) {
        self.spell_price();
        if let Some(Running::Course { who: moving, places, .. }) = &mut self.running
            && *moving == who
            && places.last() == Some(&from)
        {
            places.push(to);
            return;
        }
        self.close_fight();
        self.running = Some(Running::Course { who, places: vec![from, to], rule });
    }

    fn tally(&mut self, rule: Rule, lead: String, item: String) {
        let item = self.priced(item);
        if let Some(Running::Tally { lead: led, items, rule: same }) = &mut self.running
            && *led == lead
            && *same == rule
        {
            items.push(item);
            return;
        }
        self.close_fight();
        self.running = Some(Running::Tally { lead, items: vec![item], rule });
    }

    /// The text with the price that was told before it.
    fn priced(&mut self, text: String) -> String {
        match self.price.take() {
            Some((price, _)) => format!("{text} ({price})"),
            None => text,
        }
    }

    /// A price that nothing follows is told by itself.
    pub(super) fn spell_price(&mut self) {
        if let Some((text, rule)) = self.price.take() {
            self.stop();
            self.close_fight();
            self.put(Line::new(capital(&text), rule, None), Weight::Line, None);
        }
    }

    /// Ends a running course or tally.
    fn stop(&mut self) {
        let (text, rule) = match self.running.take() {
            None => return,
            Some(Running::Course { who, places, rule }) => {
                (format!("{who}: {}", places.join(" → ")), rule)
            }
            Some(Running::Tally { lead, items, rule }) => {
                (capital(&format!("{lead} {}", names(&items))), rule)
            }
        };
        self.put(Line::new(text, rule, None), Weight::Line, None);
    }

    pub(super) fn close_fight(&mut self) {
        self.stop();
        if let Some(mut fight) = self.fight.take() {
            fight.lines.retain(|line| !line.is_void());
            fight.end();
            self.section.items.push(Item::Engagement(fight));
        }
    }

    fn open(&mut self, level: u8, text: String) {
        self.spell_price();
        self.close_fight();
        let next = Section { title: Some(Heading { level, text }), items: Vec::new() };
        let section = std::mem::replace(&mut self.section, next);
        if section != Section::default() {
            self.story.sections.push(section);
        }
    }

    pub(super) fn end(mut self) -> Story {
        self.spell_price();
        self.close_fight();
        if self.section != Section::default() {
            self.story.sections.push(self.section);
        }
        self.story
    }
}
