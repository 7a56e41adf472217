//! How it is told.

use adjutant::base::words::{capital, names};
use adjutant::engine::wording::said::told;
use adjutant::engine::{Fact, Seat, Telling, Told, Words};
use adjutant::page::{Measure, Page, Side};

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
            rows {
                line.course(capital(crew.as_str()), from.0, to.0) Sailed { crew, from, to } =>
                    "{} sails from {from} to {to}", capital(crew.as_str());
                line Dived { crew, at } => "{} dives to the wreck at {at}", capital(crew.as_str());
                line Found { card, .. } => "the divers find {card}";
                line Tangled { at } => "both crews dive at {at}, and their lines tangle";
                detail TurnEnded => "the turn is over";
            }
            others {
                Event::Showed { crew, cards } => {
                    let cards = cards.kinds().map(|(card, count)| format!("{count} {card}"));
                    Told::headline(format!("{} shows {}", capital(crew.as_str()), names(cards)))
                }
            }
        }
    }

    fn standings(&self, view: &View, _: &[Fact<Event>]) -> Vec<String> {
        let own = |crew| view.holds.get(crew).map(|cards| self.worth(cards));
        let own = view.reader.as_ref().and_then(own);
        own.map(|worth| format!("Your cards are worth {worth}")).into_iter().collect()
    }

    fn measures(&self, view: &View) -> Vec<Measure> {
        let dives = (0..).zip(&self.boats).map(|(hue, (crew, _))| Measure {
            what: "dives",
            who: Side { hue, name: crew.to_string() },
            value: view.open.drawn(crew).into(),
        });
        dives.collect()
    }

    fn explain(&self, reason: &Reason) -> Words {
        reason.words(&())
    }

    fn situation(&self, view: &View) -> Page {
        let boats = view.open.boats.iter().map(|(crew, at)| {
            let dives = view.open.drawn(crew);
            (capital(crew.as_str()), format!("at {at}, {dives} dives"))
        });
        let empty = names(view.open.emptied.keys());
        let page = Page::new("Salvage").subtitle(format!("turn {}", view.open.turn)).facts(boats);
        if empty.is_empty() { page } else { page.paragraph(format!("Empty wrecks: {empty}")) }
    }
}
