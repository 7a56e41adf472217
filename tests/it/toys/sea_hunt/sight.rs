//! Who sees what: the submarine is seen by its own crew only.

use adjutant::engine::prelude::*;

use super::state::{Event, Open, State, Zone};
use super::{SUBMARINE, SeaHunt};

/// What a reader may know: all that is open, and where the submarine is, or `None`.
pub(crate) type View = adjutant::engine::View<Open, Option<Zone>>;

impl Sight for SeaHunt {
    type View = View;

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        witnesses! {
            event;
            everyone: Sailed, Spread, Listened, TurnEnded;
            Event::Dived { .. } => Audience::only(&SUBMARINE),
        }
    }

    fn view(&self, State { open, secret }: &State, reader: &Reader) -> View {
        let sees = reader.sees_all() || reader.is(&SUBMARINE);
        View::of(reader, open, sees.then_some(*secret))
    }

    fn recognizes(&self, View { open, .. }: &View) -> bool {
        !open.possible.is_empty() && open.turn <= self.scenario.turns + 1
    }

    fn imagine(&self, View { open, known, .. }: &View, chance: &mut Chance) -> State {
        let possible: Vec<Zone> = open.possible.iter().copied().collect();
        let secret = known.unwrap_or_else(|| {
            let mut draw = chance.draw(&["imagine", "submarine"]);
            *draw.pick(&possible).expect("a view that is recognized leaves a hex")
        });
        State { open: open.clone(), secret }
    }
}
