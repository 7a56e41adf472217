//! Who sees what.

use adjutant::engine::prelude::*;

use super::Salvage;
use super::state::{Card, Event, Holds, Open, State};

/// What a reader knows: all that is open, and the cards that they see.
pub(crate) type View = adjutant::engine::View<Open, Holds>;

impl Sight for Salvage {
    type View = View;

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        witnesses! {
            event;
            everyone: Sailed, Dived, Tangled, Showed, TurnEnded;
            Event::Found { crew, .. } => Audience::only(crew),
        }
    }

    fn view(&self, State { open, secret }: &State, reader: &Reader) -> View {
        let mut known = secret.clone();
        known.retain(|crew, _| reader.sees_all() || reader.is(crew) || open.is_over());
        View::of(reader, open, known)
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn recognizes(&self, View { reader, open, known }: &View) -> bool {
        let seen = match reader {
            _ if open.is_over() => open.shown == *known,
            Reader::Seat(crew) => known.len() == 1 && known.contains_key(crew),
            Reader::Public => known.is_empty(),
            Reader::Moderator => true,
        };
        let counted =
            |(crew, cards): (&Seat, &Pool<_>)| cards.total() == u64::from(open.drawn(crew));
        seen && known.iter().all(counted) && self.deck(known).is_some()
    }

    fn imagine(&self, View { open, known, .. }: &View, chance: &mut Chance) -> State {
        let mut secret = known.clone();
        let hidden = self.boats.keys().filter(|crew| !known.contains_key(*crew));
        let hidden = hidden.map(|crew| (crew.clone(), open.drawn(crew)));
        let mut deck = self.deck(known).unwrap_or_default();
        let dealt = deck.deal(hidden, &mut chance.draw(&["imagine"])).unwrap_or_default();
        secret.extend(dealt.into_iter().map(|(crew, cards)| (crew, cards.into_iter().collect())));
        State { open: open.clone(), secret }
    }
}

impl Salvage {
    /// The cards that are in none of these holds; `None` if they hold more than there are.
    pub(crate) fn deck(&self, holds: &Holds) -> Option<Pool<Card>> {
        self.format.deck.without(holds.values().flat_map(Pool::pieces))
    }
}
