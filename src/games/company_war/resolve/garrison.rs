//! Phase 4: troops are placed, picked up, destroyed and raised again (cw41 to cw46).

use super::{Cycle, Sheets, answer, picked, scoring};
use crate::engine::{Code, Rule};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::Kind;
use crate::games::company_war::orders::Order;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Ship, State};

/// Runs the garrison phase.
pub fn run(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    turn.next_moment();
    place(game, turn, orders);
    turn.next_moment();
    storm(game, turn);
    turn.next_moment();
    raise(game, turn, orders);
}

/// 4A: landings and pick-ups in the order of the file.
fn place(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    let asked = picked(turn, orders, Side::Mazianni, |order| match order {
        Order::Land { .. } | Order::Embark { .. } => Some(order),
        _ => None,
    });
    for (given, order) in asked {
        let (done, rule): (_, &Rule) = match order {
            Order::Land { carrier } => (land(game, turn, carrier), &rules::GARRISON),
            Order::Embark { carrier } => (embark(game, turn, carrier), &rules::LANDING),
            _ => continue,
        };
        let (code, reason) = match done {
            Ok(reason) => (Code::Done, reason),
            Err(reason) => (Code::Failed, reason),
        };
        answer(turn, Side::Mazianni, given, (code, rule), &reason);
    }
}

/// The station where a carrier lies that can handle troops there (cw42).
fn station(game: &CompanyWar, state: &State, carrier: &Ship) -> Result<Jp, String> {
    let vessel = &state.ships[carrier];
    let Some(at) = vessel.at.filter(|_| vessel.afloat()) else {
        return Err(format!("{carrier} is lost"));
    };
    if game.chart.station_at(at).is_none() || state.destroyed.contains(&at) {
        return Err(format!("there is no station at {}", game.chart.place(at)));
    }
    if vessel.fleeing {
        return Err(format!("{carrier} is fleeing"));
    }
    Ok(at)
}

fn land(game: &CompanyWar, turn: &mut Cycle<'_>, carrier: &Ship) -> Result<String, String> {
    let at = station(game, turn.state(), carrier)?;
    if !turn.state().aboard.contains(carrier) {
        return Err(format!("{carrier} has no troops aboard"));
    }
    if turn.state().landed.contains(&at) {
        return Err(format!("{} has troops already", game.chart.place(at)));
    }
    turn.record(&rules::REVEALED, Event::Landed { carrier: carrier.clone(), at });
    Ok(format!("{carrier} lands its troops on {}", game.chart.place(at)))
}

fn embark(game: &CompanyWar, turn: &mut Cycle<'_>, carrier: &Ship) -> Result<String, String> {
    let at = station(game, turn.state(), carrier)?;
    if !turn.state().landed.contains(&at) {
        return Err(format!("{} has no troops", game.chart.place(at)));
    }
    if turn.state().aboard.contains(carrier) {
        return Err(format!("{carrier} has troops aboard"));
    }
    turn.record(&rules::LANDING, Event::Embarked { at });
    turn.record(&rules::TROOPS, Event::Loaded { carrier: carrier.clone() });
    Ok(format!("{carrier} takes the troops of {} aboard", game.chart.place(at)))
}

/// Three Union ships that stay destroy the troops on a station; the station stands (cw45).
fn storm(game: &CompanyWar, turn: &mut Cycle<'_>) {
    let landed: Vec<Jp> = turn.state().landed.iter().copied().collect();
    for at in landed {
        let warship = |ship: &&Ship| game.chart.hulls[*ship].kind != Kind::Dartship;
        let ships: Vec<Ship> =
            game.warships(turn.state(), Side::Union, at).filter(warship).cloned().collect();
        if ships.len() >= game.format.storm.ships {
            turn.record(&rules::STORM, Event::Stormed { at, ships });
            scoring::troops_lost(game, turn);
        }
    }
}

/// 4B: troops lost in an earlier turn return on any carrier without troops (cw46).
fn raise(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    let now = turn.state().turn;
    let mut returning = turn.state().fallen.iter().filter(|lost| **lost < now).count();
    let asked = picked(turn, orders, Side::Mazianni, |order| match order {
        Order::Raise { carrier } => Some(carrier),
        _ => None,
    });
    for (given, carrier) in asked {
        let done = raise_on(turn, carrier, &mut returning);
        let (code, reason) = match done {
            Ok(()) => (Code::Done, format!("troops are raised on {carrier}")),
            Err(reason) => (Code::Failed, reason),
        };
        answer(turn, Side::Mazianni, given, (code, &rules::RETURN), &reason);
    }
    for carrier in game.chart.fleet(Side::Mazianni) {
        let _ = raise_on(turn, carrier, &mut returning);
    }
}

fn raise_on(turn: &mut Cycle<'_>, carrier: &Ship, returning: &mut usize) -> Result<(), String> {
    if *returning == 0 {
        return Err("no troops return in this turn".to_owned());
    }
    if !turn.state().ships[carrier].afloat() {
        return Err(format!("{carrier} is lost"));
    }
    if turn.state().aboard.contains(carrier) {
        return Err(format!("{carrier} has troops aboard"));
    }
    *returning -= 1;
    turn.record(&rules::RETURN, Event::Returned);
    turn.record(&rules::TROOPS, Event::Loaded { carrier: carrier.clone() });
    Ok(())
}
