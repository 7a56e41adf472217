//! How it is told.

use adjutant::engine::prelude::*;

use super::Salvage;
use super::sight::View;
use super::state::Event;

impl Telling for Salvage {
    fn tell(&self, event: &Event) -> Told {
        told! {
            event;
            line.course(crew.as_str(), from.0, to.0) Sailed { crew, from, to } => "{crew} sails from {from} to {to}";
            line Dived { crew, at } => "{crew} dives to the wreck at {at}";
            line Found { card, .. } => "the divers find {card}";
            headline Showed { cards } => "{}", *cards;
            detail TurnEnded => "the turn is over";
        }
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        Measure::of_each("dives", view.open.dives.clone())
    }

    fn situation(&self, view: &View) -> Page {
        let at = |(crew, at): (&Seat, _)| {
            (capital(crew.as_str()), format!("at {at}, {} dives", view.open.dives[crew]))
        };
        let page = Page::new("Salvage").subtitle(format!("turn {}", view.open.turn));
        let empty: Vec<_> = view.open.emptied.iter().map(ToString::to_string).collect();
        page.facts(view.open.boats.iter().map(at)).facts([("Empty wrecks", empty.join(", "))])
    }
}
