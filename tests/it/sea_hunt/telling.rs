//! How it is told.

use adjutant::engine::{Fact, Seat, Subject, Telling, Told, Words};
use adjutant::page::{self, Measure, Page, Picture, Text};

use super::SeaHunt;
use super::orders::Reason;
use super::sight::View;
use super::state::{Echo, Event, Zone};

impl Telling for SeaHunt {
    fn standings(&self, view: &View, _: &[Fact<Event>]) -> Vec<String> {
        vec![format!("The submarine is in one of {} hexes.", view.open.possible.len())]
    }

    fn measures(&self, _: &View) -> Vec<Measure> {
        Vec::new()
    }

    fn losses(&self, _: &View, _: &[Fact<Event>]) -> Vec<Measure> {
        Vec::new()
    }

    fn beginning(&self, _: &View, _: &[Fact<Event>]) -> Option<String> {
        // A cycle begins with its own section.
        None
    }

    fn called(&self, seat: &Seat) -> String {
        seat.to_string()
    }

    fn tell(&self, event: &Event) -> Told {
        let course = |who: &str, from: &Zone, to: &Zone| {
            let (who, from, to) = (who.to_owned(), from.to_string(), to.to_string());
            Told::line(format!("{who} goes to {to}")).of(Subject::Course { who, from, to })
        };
        match event {
            Event::Sailed { from, to } => course("Destroyer", from, to),
            Event::Dived { from, to } => course("Submarine", from, to),
            Event::Spread => Told::detail("the submarine may have moved"),
            Event::Listened { die, echo: Echo::Sunk } => {
                Told::headline(format!("the submarine is sunk by a roll of {die}"))
            }
            Event::Listened { echo: Echo::Heard, .. } => Told::headline("the submarine is heard"),
            Event::Listened { echo: Echo::Silence, .. } => Told::line("the sea is silent"),
            Event::TurnEnded { turn } => Told::detail(format!("turn {turn} is over")),
        }
    }

    fn explain(&self, reason: &Reason) -> Words {
        match reason {
            Reason::TooFar { from, to } => Words::new(format!("{to} is not next to {from}")),
            Reason::WentTo { to } => Words::new(format!("the ship is in {to} now")),
        }
    }

    fn situation(&self, view: &View) -> Page {
        let submarine = match view.submarine {
            Some(at) => format!("in {at}"),
            None => format!("in one of {} hexes", view.open.possible.len()),
        };
        Page::new("Sea Hunt")
            .subtitle(format!("turn {} of {}", view.open.turn, self.scenario.turns))
            .facts([
                ("Destroyer", Text::plain(format!("in {}", view.open.destroyer))),
                ("Submarine", Text::plain(submarine)),
            ])
    }

    fn map(&self, _: &View, _: &[Fact<Event>]) -> Option<Picture> {
        None
    }

    fn seen_by(&self, _: &View, _: &str) -> Option<page::Zone> {
        None
    }
}
