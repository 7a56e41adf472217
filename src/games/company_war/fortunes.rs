//! What a cycle brought a side.

use std::collections::{BTreeMap, BTreeSet};

use super::events::Event;
use super::names::Ship;
use super::resolve::scoring::garrison;
use super::scenario::Side;
use super::sight::View;
use super::state::Unit;
use super::{CompanyWar, holding, page};
use crate::engine::{Fact, Fortunes};

/// Ships, riders, troops and stations that are lost, damaged or gained.
pub fn fortunes(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Fortunes {
    let mut told = Fortunes::default();
    let Some(reader) = view.side else { return told };
    let side = |ship: &Ship| game.chart.hulls[ship].side;
    for fact in witnessed {
        let event = &fact.event;
        if let Event::TroopsLost { carrier } = event {
            let what = format!("the troops aboard {carrier}");
            told.toll(side(carrier) == reader, true, what);
        } else if let Event::StationDestroyed { at, by } = event {
            told.toll(*by != reader, true, format!("the station {}", game.chart.place(*at)));
        } else if let Event::Stormed { at, ships } = event {
            let own = ships.iter().all(|ship| side(ship) != reader);
            // A station that is lost with them says so itself.
            if !own || garrison(game, &view.open, *at).is_some() {
                told.toll(own, true, format!("the troops on {}", game.chart.place(*at)));
            }
        }
    }
    ships(game, reader, witnessed, &mut told);
    holding::add(game, view, witnessed, &mut told);
    riders(game, reader, witnessed, &mut told);
    told
}

/// Ships that are lost or damaged, and of the damaged ones whether they fled.
fn ships(game: &CompanyWar, reader: Side, witnessed: &[Fact<Event>], told: &mut Fortunes) {
    let any = |is: &dyn Fn(&Event) -> bool| witnessed.iter().any(|fact| is(&fact.event));
    for (n, fact) in witnessed.iter().enumerate() {
        match &fact.event {
            Event::Destroyed { unit: Unit::Ship(ship) } => {
                let cause = page::cause(&witnessed[..=n]);
                let cause = cause.map(|cause| format!(" {cause}")).unwrap_or_default();
                told.toll(game.chart.hulls[ship].side == reader, true, format!("{ship}{cause}"));
            }
            Event::Damaged { unit: unit @ Unit::Ship(ship) } => {
                let lost = any(&|it| matches!(it, Event::Destroyed { unit: gone } if gone == unit));
                let fled =
                    any(&|it| matches!(it, Event::Fled { ship: other, .. } if other == ship));
                let own = game.chart.hulls[ship].side == reader;
                match (lost, fled) {
                    (true, _) => {}
                    (false, true) => told.toll(own, false, format!("{ship} (it fled)")),
                    (false, false) => told.toll(own, false, ship),
                }
            }
            _ => {}
        }
    }
}

/// Riders that are lost or damaged, in numbers: nobody knows them by theirs.
fn riders(game: &CompanyWar, reader: Side, witnessed: &[Fact<Event>], told: &mut Fortunes) {
    let mut lost: BTreeMap<&Ship, BTreeSet<u8>> = BTreeMap::new();
    let mut damaged = lost.clone();
    for fact in witnessed {
        match &fact.event {
            Event::Destroyed { unit: Unit::Rider(carrier, number) } => {
                lost.entry(carrier).or_default().insert(*number);
                damaged.entry(carrier).or_default().remove(number);
            }
            Event::Damaged { unit: Unit::Rider(carrier, number) } => {
                damaged.entry(carrier).or_default().insert(*number);
            }
            _ => {}
        }
    }
    for (all, gone) in [(lost, true), (damaged, false)] {
        for (carrier, numbers) in all {
            let own = game.chart.hulls[carrier].side == reader;
            match numbers.len() {
                0 => {}
                1 => told.toll(own, gone, format!("a rider of {carrier}")),
                several => told.toll(own, gone, format!("{several} riders of {carrier}")),
            }
        }
    }
}
