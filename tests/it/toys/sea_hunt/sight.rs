//! Who sees what: the submarine is seen by its own crew only.

use adjutant::engine::{Audience, Chance, Names, Reader, Sight};
use serde::{Deserialize, Serialize};

use super::state::{Event, Open, Secret, State, Zone};
use super::{SeaHunt, destroyer, submarine};

/// What a reader may know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    pub(crate) reader: Reader,
    pub(crate) open: Open,
    /// `None` for whoever may not know it: what is unknown never looks like something known.
    pub(crate) submarine: Option<Zone>,
}

impl View {
    /// Where the reader's own ship is.
    pub(crate) fn own(&self) -> Option<Zone> {
        let hunts = self.reader.is(&destroyer());
        if hunts { Some(self.open.destroyer) } else { self.submarine }
    }
}

impl Sight for SeaHunt {
    type View = View;

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        match event {
            Event::Dived { .. } => Audience::only(&submarine()),
            Event::Sailed { .. }
            | Event::Spread
            | Event::Listened { .. }
            | Event::TurnEnded { .. } => Audience::Everyone,
        }
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        let sees = reader.sees_all() || reader.is(&submarine());
        let submarine = sees.then_some(state.secret.submarine);
        View { reader: reader.clone(), open: state.open.clone(), submarine }
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn recognizes(&self, view: &View) -> bool {
        !view.open.possible.is_empty() && view.open.turn <= self.scenario.turns + 1
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let possible: Vec<Zone> = view.open.possible.iter().copied().collect();
        let submarine = view.submarine.unwrap_or_else(|| {
            let mut draw = chance.draw(&["imagine", "submarine"]);
            *draw.pick(&possible).expect("a view that is recognized leaves a hex")
        });
        State { open: view.open.clone(), secret: Secret { submarine } }
    }
}
