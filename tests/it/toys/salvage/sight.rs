//! Who sees what.

use adjutant::engine::prelude::*;

use super::Salvage;
use super::state::{Card, Event, Open, State};

/// What a reader knows: all that is open, and the cards that they see.
pub(crate) type View = adjutant::engine::View<Open, Hands<Card>>;

impl Sight for Salvage {
    type View = View;

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        witnesses! {
            event;
            everyone: Sailed, Dived, Showed, TurnEnded;
            Event::Found { crew, .. } => Audience::only(crew),
        }
    }

    fn view(&self, State { open, secret }: &State, reader: &Reader) -> View {
        View::of(reader, open, open.shown.clone().unwrap_or_else(|| secret.seen_by(reader)))
    }

    fn recognizes(&self, View { reader, open, known }: &View) -> bool {
        let over = open.shown.is_some();
        let reader = if over { &Reader::Moderator } else { reader };
        open.boats.keys().eq(self.boats.keys())
            && open.dives.keys().eq(self.boats.keys())
            && open.shown.as_ref().is_none_or(|shown| shown == known)
            && known.is_possible(&self.format.deck, &open.dives, reader)
    }

    fn imagine(&self, View { open, known, .. }: &View, chance: &mut Chance) -> State {
        let mut draw = chance.draw(&["imagine"]);
        let secret = known.imagined(&self.format.deck, &open.dives, &mut draw);
        State { open: open.clone(), secret }
    }
}
