//! The story of a cycle: events in the sequence of play, what belongs together in one line.

use super::draws::Draws;
use super::events::{Event, Reason};
use super::force::Force;
use super::power::Power;
use super::state::Region;
use super::tell::sentence;
use crate::base::words::{capital, names};
use crate::engine::{Entry, Rule};
use crate::page::{Page, Text};

/// Adds the story to a page, with a heading for each phase, power and battle.
pub fn story(page: Page, witnessed: &[Entry<Event>]) -> Page {
    let draws = Draws::default();
    let mut story = Story { page, lines: Vec::new(), levy: None, price: None, draws };
    for entry in witnessed {
        story.tell(entry);
    }
    story.close();
    story.page
}

/// Units that a power raises one after another.
struct Levy {
    power: Power,
    rule: Rule,
    raised: Vec<(Region, Force)>,
    cost: u32,
}

struct Story {
    page: Page,
    lines: Vec<Text>,
    levy: Option<Levy>,
    /// What was paid for the event that follows.
    price: Option<(Power, u32, u32)>,
    draws: Draws,
}

impl Story {
    fn tell(&mut self, entry: &Entry<Event>) {
        let draw = self.draws.name(&entry.event);
        match &entry.event {
            // That a power has had its go is told by what it did.
            Event::Gone { .. } => {}
            Event::Paid { power, pp, dp, why } if is_price(*why) => {
                self.spell_price();
                self.price = Some((*power, *pp, *dp));
            }
            Event::Raised { power, units, at } => self.raise(&entry.rule, *power, (units, at)),
            event => match level(event) {
                Some(level) => self.head(level, event),
                None => self.line(&entry.rule, event, draw),
            },
        }
    }

    fn line(&mut self, rule: &Rule, event: &Event, draw: Option<String>) {
        self.end_levy();
        let told = capital(&sentence(event));
        let cost = self.price.take().map(|(_, pp, dp)| cost(pp, dp)).unwrap_or_default();
        let text = Text::plain(format!("{told}{cost}. ")).rule(rule.id());
        self.lines.push(match draw {
            Some(name) => text.and(" ").draw(name),
            None => text,
        });
    }

    fn raise(&mut self, rule: &Rule, power: Power, (units, at): (&Force, &Region)) {
        if self.levy.as_ref().is_some_and(|levy| levy.power != power || levy.rule != *rule) {
            self.end_levy();
        }
        let paid = self.price.take().map_or(0, |(_, pp, _)| pp);
        let levy = self.levy.get_or_insert_with(|| Levy {
            power,
            rule: rule.clone(),
            raised: Vec::new(),
            cost: 0,
        });
        levy.cost += paid;
        match levy.raised.iter_mut().find(|(region, _)| region == at) {
            Some((_, force)) => force.add(units),
            None => levy.raised.push((at.clone(), *units)),
        }
    }

    fn end_levy(&mut self) {
        let Some(levy) = self.levy.take() else { return };
        let places: Vec<String> =
            levy.raised.iter().map(|(at, force)| format!("{force} in {at}")).collect();
        let told = capital(&format!("{} raise {}", levy.power, names(&places)));
        let cost = cost(levy.cost, 0);
        self.lines.push(Text::plain(format!("{told}{cost}. ")).rule(levy.rule.id()));
    }

    /// A price that nothing follows is told by itself.
    fn spell_price(&mut self) {
        if let Some((power, pp, dp)) = self.price.take() {
            self.end_levy();
            let told = capital(&format!("{power} pay{}", cost(pp, dp)));
            self.lines.push(Text::plain(format!("{told}. ")));
        }
    }

    fn close(&mut self) {
        self.spell_price();
        self.end_levy();
        if !self.lines.is_empty() {
            let lines = std::mem::take(&mut self.lines);
            let page = std::mem::replace(&mut self.page, Page::new(""));
            self.page = page.list(lines);
        }
    }

    fn head(&mut self, level: u8, event: &Event) {
        self.close();
        let page = std::mem::replace(&mut self.page, Page::new(""));
        self.page = page.heading(level, capital(&sentence(event)));
    }
}

/// The level of the heading that an event is.
fn level(event: &Event) -> Option<u8> {
    match event {
        Event::StepBegan { .. } => Some(3),
        Event::MovementBegan { .. }
        | Event::BattleJoined { .. }
        | Event::NavalJoined { .. }
        | Event::GameEnded { .. } => Some(4),
        _ => None,
    }
}

/// True for payments right before what they are for.
fn is_price(why: Reason) -> bool {
    !matches!(why, Reason::Upkeep | Reason::Bid | Reason::DiplomacyBought | Reason::SetUp)
}

fn cost(pp: u32, dp: u32) -> String {
    match (pp, dp) {
        (0, 0) => String::new(),
        (pp, 0) => format!(" ({pp} PP)"),
        (0, dp) => format!(" ({dp} DP)"),
        (pp, dp) => format!(" ({pp} PP, {dp} DP)"),
    }
}
