//! What a cycle brought a side.

use super::CompanyWar;
use super::events::Event;
use super::names::Ship;
use super::sight::View;
use super::state::Unit;
use crate::engine::{Fact, Fortune, Fortunes};

/// Ships, riders, troops and stations that are lost, damaged or gained.
pub fn fortunes(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(reader) = view.side else { return told };
    let side = |ship: &Ship| game.chart.hulls[ship].side;
    let gone: Vec<&Unit> = witnessed.iter().filter_map(|fact| destroyed(&fact.event)).collect();
    let fled = |ship: &Ship| witnessed.iter().any(|fact| flees(&fact.event, ship));
    for fact in witnessed {
        let event = &fact.event;
        if let Some(unit) = destroyed(event) {
            told.toll(side(unit.ship()) == reader, true, unit.name());
        } else if let Event::Damaged { unit } = event {
            if !gone.contains(&unit) && !fled(unit.ship()) {
                told.toll(side(unit.ship()) == reader, false, unit.name());
            }
        } else if let Event::TroopsLost { carrier } = event {
            let what = format!("the troops aboard {carrier}");
            told.toll(side(carrier) == reader, true, what);
        } else if let Event::StationDestroyed { at, by } = event {
            told.toll(*by != reader, true, format!("the station {}", game.chart.place(*at)));
        } else if let Event::Stormed { at, ships } = event {
            let own = ships.iter().all(|ship| side(ship) != reader);
            told.toll(own, true, format!("the troops on {}", game.chart.place(*at)));
        } else if let Event::Landed { carrier, at } = event
            && side(carrier) == reader
        {
            told.add(Fortune::Gained, game.chart.place(*at));
        } else if let Event::Fled { ship, .. } = event {
            told.toll(side(ship) == reader, false, format!("{ship} (fled)"));
        }
    }
    told
}

fn flees(event: &Event, whose: &Ship) -> bool {
    matches!(event, Event::Fled { ship, .. } if ship == whose)
}

/// The unit that is destroyed.
fn destroyed(event: &Event) -> Option<&Unit> {
    if let Event::Destroyed { unit } = event { Some(unit) } else { None }
}
