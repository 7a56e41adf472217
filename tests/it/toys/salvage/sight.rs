//! Who sees what.

use std::collections::BTreeMap;

use adjutant::engine::chance::pool::Pool;
use adjutant::engine::{Audience, Chance, Names, Reader, Seat, Sight};
use serde::{Deserialize, Serialize};

use super::Salvage;
use super::state::{Card, Event, Open, Secret, Spot, State};

/// What a reader knows: all that is open, and the cards that they see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    pub(crate) reader: Option<Seat>,
    pub(crate) open: Open,
    pub(crate) holds: BTreeMap<Seat, Pool<Card>>,
}

impl View {
    /// Where the reader's own boat is.
    pub(crate) fn boat(&self) -> Option<Spot> {
        self.reader.as_ref().and_then(|crew| self.open.boats.get(crew)).copied()
    }
}

impl Sight for Salvage {
    type View = View;

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        match event {
            Event::Found { crew, .. } => Audience::only(crew),
            Event::Sailed { .. }
            | Event::Dived { .. }
            | Event::Tangled { .. }
            | Event::Showed { .. }
            | Event::TurnEnded => Audience::Everyone,
        }
    }

    fn view(&self, State { open, secret }: &State, reader: &Reader) -> View {
        let sees = |crew: &Seat| reader.sees_all() || reader.is(crew) || open.is_over();
        let mut holds = secret.holds.clone();
        holds.retain(|crew, _| sees(crew));
        View { reader: reader.seat().cloned(), open: open.clone(), holds }
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn recognizes(&self, View { reader, open, holds }: &View) -> bool {
        let all = self.boats.len();
        let seen = match reader {
            _ if open.is_over() => open.shown == *holds && holds.len() == all,
            Some(crew) => holds.len() == 1 && holds.contains_key(crew),
            None => holds.is_empty() || holds.len() == all,
        };
        let counted =
            holds.iter().all(|(crew, cards)| cards.total() == u64::from(open.drawn(crew)));
        open.boats.len() == all && seen && counted && self.unseen(holds).is_some()
    }

    fn imagine(&self, View { open, holds, .. }: &View, chance: &mut Chance) -> State {
        let mut deck = self.unseen(holds).unwrap_or_default();
        let mut holds = holds.clone();
        let hidden = self.boats.keys().filter(|crew| !holds.contains_key(*crew));
        let hidden: Vec<_> = hidden.map(|crew| (crew.clone(), open.drawn(crew))).collect();
        let dealt = deck.deal(hidden, &mut chance.draw(&["imagine"])).unwrap_or_default();
        holds.extend(dealt.into_iter().map(|(crew, cards)| (crew, cards.into_iter().collect())));
        State { open: open.clone(), secret: Secret { deck, holds } }
    }
}

impl Salvage {
    /// The cards that are in none of these holds; `None` if they hold more than there are.
    fn unseen(&self, holds: &BTreeMap<Seat, Pool<Card>>) -> Option<Pool<Card>> {
        self.format.deck.without(holds.values().flat_map(Pool::pieces))
    }
}
