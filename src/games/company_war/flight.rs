//! Ships that fled from combat, and where they are now (cw71, cw72).

use std::collections::BTreeMap;

use super::CompanyWar;
use super::events::Event;
use super::names::{Jp, Ship};
use super::said::few;
use super::scenario::Side;
use super::sight::View;
use crate::engine::Fact;

/// Who fled in what was witnessed, from where and to where, the reader's ships first.
pub(super) fn fled(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let own = view.side.unwrap_or(Side::Mazianni);
    let mut groups: BTreeMap<(bool, Jp, Option<Jp>), Vec<&Ship>> = BTreeMap::new();
    let mut battle = None;
    for fact in witnessed {
        match &fact.event {
            Event::BattleJoined { at } => battle = Some(*at),
            Event::Fled { ship, to } => {
                let other = game.chart.hulls[ship].side != own;
                let from = battle.or(view.open.ships[ship].at)?;
                groups.entry((other, from, *to)).or_default().push(ship);
            }
            _ => {}
        }
    }
    let told = groups.into_iter().map(|((other, from, to), ships)| {
        let whose = match (other, view.side) {
            (false, Some(_)) => "yours".to_owned(),
            (false, None) => own.title().to_owned(),
            (true, _) => own.other().title().to_owned(),
        };
        let from = game.chart.place(from);
        let to = to.map_or_else(
            || format!("at {from}, still there"),
            |to| format!("from {from} to {}", game.chart.place(to)),
        );
        format!("{} ({whose}) {to}", few(&ships))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("Fled from combat: {}.", told.join("; ")))
}
