//! How it is told.

use adjutant::engine::prelude::*;

use super::SeaHunt;
use super::sight::View;
use super::state::{Echo, Event};

impl Telling for SeaHunt {
    fn tell(&self, event: &Event) -> Told {
        told! {
            event;
            line.course("Destroyer", from, to) Sailed { from, to } => "Destroyer goes to {to}";
            line.course("Submarine", from, to) Dived { from, to } => "Submarine goes to {to}";
            detail Spread => "the submarine may have moved";
            headline Listened { die, echo: Echo::Sunk } => "the submarine is sunk by a roll of {die}";
            headline Listened { echo: Echo::Heard, .. } => "the submarine is heard";
            line Listened { echo: Echo::Silence, .. } => "the sea is silent";
            detail TurnEnded => "the turn is over";
        }
    }

    fn situation(&self, view: &View) -> Page {
        let submarine = match view.known {
            Some(at) => format!("in {at}"),
            None => format!("in one of {} hexes", view.open.possible.len()),
        };
        let destroyer = format!("in {}", view.open.destroyer);
        Page::new("Sea Hunt")
            .subtitle(format!("turn {} of {}", view.open.turn, self.scenario.turns))
            .facts([("Destroyer", destroyer), ("Submarine", submarine)])
    }
}
