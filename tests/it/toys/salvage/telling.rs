//! How it is told.

use adjutant::base::words::capital;
use adjutant::engine::prelude::*;
use adjutant::page::Side;

use super::Salvage;
use super::orders::Reason;
use super::sight::View;
use super::state::Event;

impl Telling for Salvage {
    fn called(&self, seat: &Seat) -> String {
        format!("the {seat} crew")
    }

    fn tell(&self, event: &Event) -> Told {
        told! {
            on &(); event;
            line.course(capital(crew.as_str()), from.0, to.0) Sailed { crew, from, to } =>
                "{} sails from {from} to {to}", capital(crew.as_str());
            line Dived { crew, at } => "{} dives to the wreck at {at}", capital(crew.as_str());
            line Found { card, .. } => "the divers find {card}";
            line Tangled { at } => "both crews dive at {at}, and their lines tangle";
            headline Showed { crew, cards } => "{} shows {}", capital(crew.as_str()), *cards;
            detail TurnEnded => "the turn is over";
        }
    }

    fn standings(&self, view: &View, _: &[Fact<Event>]) -> Vec<String> {
        let own = view.reader.seat().and_then(|crew| view.known.get(crew));
        own.map(|cards| format!("Your cards are worth {}", self.worth(cards))).into_iter().collect()
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        let measure = |(hue, crew): (_, &Seat)| {
            let who = Side { hue, name: crew.to_string() };
            Measure { what: "dives", who, value: view.open.drawn(crew).into() }
        };
        (0..).zip(self.boats.keys()).map(measure).collect()
    }

    fn explain(&self, reason: &Reason) -> Words {
        reason.words(&())
    }

    fn situation(&self, view: &View) -> Page {
        let boats = view.open.boats.iter().map(|(crew, at)| {
            (capital(crew.as_str()), format!("at {at}, {} dives", view.open.drawn(crew)))
        });
        let page = Page::new("Salvage").subtitle(format!("turn {}", view.open.turn)).facts(boats);
        let empty: Vec<_> = view.open.emptied.keys().map(ToString::to_string).collect();
        page.facts([("Empty wrecks", empty.join(", "))])
    }
}
