//! Phase 4: troops are placed, picked up, destroyed and raised again (cw41 to cw46).

use super::{Cycle, scoring, settle};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::Kind;
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::Open;

/// Runs the garrison phase.
pub fn run(turn: &mut Cycle<'_>) {
    turn.next_moment();
    place(turn);
    turn.next_moment();
    storm(turn);
    turn.next_moment();
    raise(turn);
}

/// 4A: landings and pick-ups in the order of the file.
fn place(turn: &mut Cycle<'_>) {
    for given in turn.in_force(&Side::Mazianni.seat()) {
        if let Order::Land { carrier } = &given.order {
            let done = land(turn, carrier);
            settle(turn, Side::Mazianni, given, &rules::GARRISON, done);
        } else if let Order::Embark { carrier } = &given.order {
            let done = embark(turn, carrier);
            settle(turn, Side::Mazianni, given, &rules::LANDING, done);
        }
    }
}

/// The station where a carrier lies that can handle troops there (cw42).
fn station(turn: &Cycle<'_>, carrier: &Ship) -> Result<Jp, Reason> {
    let (open, ship) = (&turn.state().open, carrier.clone());
    let vessel = &open.ships[carrier];
    let Some(at) = vessel.at.filter(|_| vessel.afloat()) else {
        return Err(Reason::Destroyed { ship });
    };
    if !turn.game().has_station(open, at) {
        return Err(Reason::NoStation { at });
    }
    if vessel.fleeing {
        return Err(Reason::Fleeing { ship });
    }
    Ok(at)
}

fn land(turn: &mut Cycle<'_>, carrier: &Ship) -> Result<Reason, Reason> {
    let at = station(turn, carrier)?;
    let ship = carrier.clone();
    if !turn.state().secret.aboard.contains(carrier) {
        return Err(Reason::NoTroops { ship });
    }
    if turn.state().open.landed.contains(&at) {
        return Err(Reason::Garrisoned { at });
    }
    turn.record(&rules::REVEALED, Event::Landed { carrier: carrier.clone(), at });
    Ok(Reason::Landed { ship, at })
}

fn embark(turn: &mut Cycle<'_>, carrier: &Ship) -> Result<Reason, Reason> {
    let at = station(turn, carrier)?;
    let ship = carrier.clone();
    if !turn.state().open.landed.contains(&at) {
        return Err(Reason::Ungarrisoned { at });
    }
    if turn.state().secret.aboard.contains(carrier) {
        return Err(Reason::Laden { ship });
    }
    turn.record(&rules::LANDING, Event::Embarked { at });
    turn.record(&rules::TROOPS, Event::Loaded { carrier: carrier.clone() });
    Ok(Reason::Loaded { ship })
}

/// Three Union ships that stay destroy the troops on a station; the station stands (cw45).
fn storm(turn: &mut Cycle<'_>) {
    let game = turn.game();
    for at in turn.state().open.landed.clone() {
        if let Some(ships) = game.stormers(&turn.state().open, at) {
            turn.record(&rules::STORM, Event::Stormed { at, ships });
            scoring::troops_lost(turn);
        }
    }
}

/// 4B: troops lost in an earlier turn return on any carrier without troops (cw46).
fn raise(turn: &mut Cycle<'_>) {
    let mut returning = turn.state().open.returning();
    let asked = turn.picked(&Side::Mazianni.seat(), asks!(Order::Raise { carrier } => carrier));
    for (given, carrier) in asked {
        let done = raise_on(turn, carrier, &mut returning);
        settle(turn, Side::Mazianni, given, &rules::RETURN, done);
    }
    for carrier in turn.game().chart.fleet(Side::Mazianni) {
        let _ = raise_on(turn, carrier, &mut returning);
    }
}

fn raise_on(turn: &mut Cycle<'_>, carrier: &Ship, returning: &mut usize) -> Result<Reason, Reason> {
    let ship = carrier.clone();
    if *returning == 0 {
        return Err(Reason::NoneReturn);
    }
    if !turn.state().open.ships[carrier].afloat() {
        return Err(Reason::Destroyed { ship });
    }
    if turn.state().secret.aboard.contains(carrier) {
        return Err(Reason::Laden { ship });
    }
    *returning -= 1;
    turn.record(&rules::RETURN, Event::Returned);
    turn.record(&rules::TROOPS, Event::Loaded { carrier: carrier.clone() });
    Ok(Reason::Loaded { ship })
}

impl CompanyWar {
    /// The Union ships that destroy troops at a jump point, if they are enough: neither dartships
    /// nor ships that flee or fled in this turn (cw45).
    pub(super) fn stormers(&self, open: &Open, at: Jp) -> Option<Vec<Ship>> {
        let stays = |ship: &&Ship| {
            self.chart.hulls[*ship].kind != Kind::Dartship && !open.ships[*ship].fled
        };
        let ships: Vec<Ship> =
            self.warships(open, Side::Union, at).filter(stays).cloned().collect();
        (ships.len() >= self.format.storm.ships).then_some(ships)
    }
}
