//! Who sees what: everybody everything. Orders are secret until they are carried out, which the program sees to.

use adjutant::prelude::*;

use crate::Diplomacy;
use crate::state::{Event, Open};

/// What a reader may know.
pub type View = adjutant::game::View<Open, ()>;

impl Sight for Diplomacy {
    type View = View;

    fn witnesses(&self, _: &Open, event: &Event) -> Audience {
        witnesses! {
            event;
            everyone: Held, Helped, Carried, Stayed, Beaten, Went, Contested, Retreated, Removed, Built,
                Taken, Began, Drawn;
        }
    }

    fn lasting(&self) -> Lasting {
        Lasting::Cycles(1)
    }

    fn view(&self, open: &Open, reader: &Reader) -> View {
        View::of(reader, open, ())
    }

    fn recognizes(&self, View { open, .. }: &View) -> bool {
        let mut taken = BTreeSet::new();
        let stands = |unit: &crate::state::Unit| self.board.can_be(unit.kind, unit.at);
        open.units.iter().all(|unit| stands(unit) && taken.insert(unit.at.province()))
            && open.beaten.iter().all(|beaten| stands(&beaten.unit))
            && open.units.len() <= 34
    }

    fn imagine(&self, view: &View, _: &mut Chance) -> Open {
        view.open.clone()
    }
}
