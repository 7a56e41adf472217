//! What a cycle brought a side.

use super::events::Event;
use super::names::Unit;
use super::sight::View;
use super::{CompanyCommander, losses};
use crate::base::words::count;
use crate::engine::{Fact, Fortune, Fortunes};

/// Units that are lost, harmed or have arrived, and places that are taken.
pub fn fortunes(game: &CompanyCommander, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(side) = view.side else { return told };
    let own = |unit: &Unit| game.field.units[unit].side == side;
    for (n, fact) in witnessed.iter().enumerate() {
        let cause = || losses::cause(game, &witnessed[..=n]);
        if let Event::Destroyed { unit } = &fact.event {
            told.toll(own(unit), true, game.called(unit));
        } else if let Event::Damaged { unit, losses } = &fact.event {
            let points = count(u32::from(*losses), "strength point");
            let by = cause().map(|cause| format!(", {cause}")).unwrap_or_default();
            told.toll(own(unit), false, format!("{unit} ({points}{by})"));
        } else if let Event::Arrived { unit, .. } = &fact.event
            && own(unit)
        {
            told.add(Fortune::Gained, game.called(unit));
        } else if let Event::Took { side: by, place } = &fact.event
            && *by == side
        {
            told.add(Fortune::Gained, place);
        }
    }
    told
}
