//! A line of a story.

use crate::base::words::{capital, names};
use crate::engine::wording::told::Toll;
use crate::engine::{DrawName, Rule};
use crate::page::Text;

/// A sentence and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The sentence, with a capital and without a full stop.
    pub text: String,
    /// The rule.
    pub rule: Rule,
    /// The draw that decided.
    pub draw: Option<DrawName>,
    /// What goes on with it rests on these besides.
    more: Vec<(Rule, Option<DrawName>)>,
    /// Of a line that counts up several things: what they have in common.
    lead: Option<String>,
    /// Of such a line: each thing, as an item and as a sentence of its own.
    items: Vec<(String, String)>,
}

impl Line {
    pub(in crate::engine) fn new(text: String, rule: Rule, draw: Option<DrawName>) -> Self {
        Self { text, rule, draw, more: Vec::new(), lead: None, items: Vec::new() }
    }

    /// The first of several things. As long as it is the only one it is told as a sentence.
    fn counting(self, toll: &Toll) -> Self {
        let items = vec![(toll.item.clone(), self.text.clone())];
        Self { lead: Some(toll.lead.clone()), items, ..self }
    }

    /// Adds another thing.
    fn count(&mut self, item: String, sentence: String) {
        self.items.push((item, sentence));
        let lead = self.lead.as_deref().unwrap_or_default();
        self.text = capital(&format!("{lead} {}", self.counted()));
    }

    /// The items, each once.
    fn counted(&self) -> String {
        let mut alike: Vec<(&str, usize)> = Vec::new();
        for (item, _) in &self.items {
            match alike.iter_mut().find(|(of, _)| of == item) {
                Some((_, times)) => *times += 1,
                None => alike.push((item, 1)),
            }
        }
        names(alike.into_iter().map(|(item, times)| match times {
            1 => item.to_owned(),
            2 => format!("{item} (twice)"),
            times => format!("{item} ({times} times)"),
        }))
    }

    /// Takes a thing out again, if it is counted under that lead.
    pub(super) fn discount(&mut self, lead: &str, item: &str) {
        if self.lead.as_deref() != Some(lead) {
            return;
        }
        self.items.retain(|(counted, _)| counted != item);
        self.text = match self.items.as_slice() {
            [(_, sentence)] => sentence.clone(),
            _ => capital(&format!("{lead} {}", self.counted())),
        };
    }

    /// True if everything that it counted was taken out again.
    pub(super) fn is_void(&self) -> bool {
        self.lead.is_some() && self.items.is_empty()
    }

    /// The line in other words.
    pub(super) fn reworded(self, text: &str) -> Self {
        Self { text: capital(text), ..self }
    }

    /// Goes on with what another line tells.
    pub(super) fn go_on(&mut self, line: &Self, text: &str) {
        self.text = format!("{}; {text}", self.text);
        self.more.push((line.rule.clone(), line.draw.clone()));
    }

    /// Every rule that it rests on.
    pub(in crate::engine) fn rules(&self) -> impl Iterator<Item = &str> {
        [&self.rule].into_iter().chain(self.more.iter().map(|(rule, _)| rule)).map(Rule::id)
    }

    /// True if the thing belongs on this line.
    fn counts(&self, toll: &Toll, rule: &Rule) -> bool {
        self.lead.as_ref() == Some(&toll.lead) && self.rule == *rule
    }

    /// The sentences it was made of, if no draw decided.
    pub(super) fn undrawn(&self) -> Vec<String> {
        let stop = |text: &String| format!("{text}.");
        match (&self.draw, self.items.as_slice()) {
            (Some(_), _) => Vec::new(),
            (None, []) => vec![stop(&self.text)],
            (None, items) => items.iter().map(|(_, sentence)| stop(sentence)).collect(),
        }
    }

    pub(in crate::engine) fn text(&self) -> Text {
        self.citing(self.rules())
    }

    /// The sentence with these rules behind it, each once.
    fn citing<'r>(&self, rules: impl Iterator<Item = &'r str>) -> Text {
        let mut once: Vec<&str> = Vec::new();
        for rule in rules {
            if !once.contains(&rule) {
                once.push(rule);
            }
        }
        let text = once.into_iter().fold(Text::plain(format!("{}.", self.text)), Text::rule);
        let draws = [&self.draw].into_iter().chain(self.more.iter().map(|(_, draw)| draw));
        draws.flatten().fold(text, |text, draw| text.draw(draw.to_string()))
    }
}

/// Sentences, each rule behind the first that rests on it.
pub(super) fn cited_once(lines: &[Line]) -> Vec<Text> {
    let mut told: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    for line in lines {
        let new: Vec<&str> = line.rules().filter(|rule| !told.contains(rule)).collect();
        texts.push(line.citing(new.iter().copied()));
        told.extend(new);
    }
    texts
}

/// Counts a line in with those of its kind; gives it back if it is the first.
pub(super) fn count_up<'a>(
    lines: impl IntoIterator<Item = &'a mut Line>,
    line: Line,
    toll: Option<&Toll>,
) -> Option<Line> {
    let Some(toll) = toll else { return Some(line) };
    match lines.into_iter().find(|told| told.counts(toll, &line.rule)) {
        Some(told) => {
            told.count(toll.item.clone(), line.text);
            None
        }
        None => Some(line.counting(toll)),
    }
}
