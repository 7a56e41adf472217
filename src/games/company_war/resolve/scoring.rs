//! Phase 5: victory points, and the end of the game (cw47 to cw49).

use std::cmp::Ordering;

use super::Cycle;
use crate::base::words::{capital, count};
use crate::engine::Outcome;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::{Event, Merit};
use crate::games::company_war::format::{Group, Kind};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Condition, Open, Step};

/// What holds a station for the Mazianni (cw41).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Garrison {
    /// A troop counter, with or without a carrier.
    Troops,
    /// A carrier that is not fleeing.
    Carrier,
}

/// What holds the station at a jump point, if anything does.
pub fn garrison(game: &CompanyWar, open: &Open, at: Jp) -> Option<Garrison> {
    if open.landed.contains(&at) {
        return Some(Garrison::Troops);
    }
    let carrier = |ship: &Ship| game.chart.hulls[ship].kind == Kind::Carrier;
    let held = game.warships(open, Side::Mazianni, at).any(carrier);
    held.then_some(Garrison::Carrier)
}

/// Scores what each station is worth at the end of the turn.
pub fn run(turn: &mut Cycle<'_>) {
    turn.next_moment();
    for (side, points, why) in turn.game().income(&turn.state().open) {
        turn.record(&rules::POINTS_SCORED, Event::Scored { side, points, why });
    }
}

/// Scores a destroyed ship; its troops die with it (cw44).
pub fn ship_lost(turn: &mut Cycle<'_>, ship: &Ship) {
    let game = turn.game();
    let hull = &game.chart.hulls[ship];
    let points = kill(game, ship);
    if points != 0 {
        let (side, why) = (hull.side.other(), Merit::Kill(ship.clone()));
        turn.record(&rules::POINTS_SCORED, Event::Scored { side, points, why });
    }
    if turn.state().secret.aboard.contains(ship) {
        turn.record(&rules::TROOPS_LOST, Event::TroopsLost { carrier: ship.clone() });
        troops_lost(turn);
    }
}

/// The class of heavy carriers.
pub(in crate::games::company_war) const HEAVY: &str = "CVA";

/// What the loss of a ship brings the other side.
pub(in crate::games::company_war) fn kill(game: &CompanyWar, ship: &Ship) -> i32 {
    let hull = &game.chart.hulls[ship];
    let table = &game.format.points;
    match (hull.side, hull.kind, hull.class.as_str()) {
        (_, Kind::Dartship, _) => 0,
        (Side::Union, Kind::Cruiser, _) => table.mazianni.cruiser_destroyed,
        (Side::Union, Kind::Carrier, HEAVY) => table.mazianni.heavy_carrier_destroyed,
        (Side::Union, Kind::Carrier, _) => table.mazianni.carrier_destroyed,
        (Side::Mazianni, ..) if table.union.named_carriers.contains(ship) => {
            table.union.named_carrier_destroyed
        }
        (Side::Mazianni, ..) => table.union.carrier_destroyed,
    }
}

/// Scores a destroyed troop counter.
pub fn troops_lost(turn: &mut Cycle<'_>) {
    let points = turn.game().format.points.union.troops_destroyed;
    let event = Event::Scored { side: Side::Union, points, why: Merit::Troops };
    turn.record(&rules::POINTS_SCORED, event);
}

/// A station is destroyed, with the troops on it; its destroyer pays (cw44, cw47).
pub fn station_lost(turn: &mut Cycle<'_>, by: Side, at: Jp) {
    let troops = turn.state().open.landed.contains(&at);
    turn.record(&rules::DESTROYED_STATIONS, Event::StationDestroyed { at, by });
    let points = turn.game().format.points.either.station_destroyed;
    let event = Event::Scored { side: by, points, why: Merit::Station(at) };
    turn.record(&rules::POINTS_SCORED, event);
    if troops {
        troops_lost(turn);
    }
}

/// After the last turn the higher total wins; a tie is a draw.
pub fn outcome(open: &Open) -> Option<Outcome> {
    if open.step != Step::Over {
        return None;
    }
    let (ours, theirs) = (open.score(Side::Mazianni), open.score(Side::Union));
    let winner = match ours.cmp(&theirs) {
        Ordering::Greater => Some(Side::Mazianni),
        Ordering::Less => Some(Side::Union),
        Ordering::Equal => None,
    };
    let text = match winner {
        Some(side) => {
            let (more, less) = (ours.max(theirs), ours.min(theirs));
            capital(&format!("{}, {more} to {less}", side.does("wins", "win")))
        }
        None => format!("a draw at {} each", count(ours, "point")),
    };
    Some(Outcome { winners: winner.into_iter().map(Side::seat).collect(), text })
}

/// How a position stands for a side, in hundredths of a point: what it is ahead, what the stations
/// would bring now, and half of what the ships are worth that each side has left.
pub(in crate::games::company_war) fn standing(game: &CompanyWar, open: &Open, side: Side) -> i64 {
    let signed = |of: Side, points: i64| if of == side { points } else { -points };
    let scored = Side::BOTH.into_iter().map(|of| signed(of, 100 * i64::from(open.score(of))));
    let income = game.income(open).into_iter();
    let income = income.map(|(of, points, _)| signed(of, 50 * i64::from(points)));
    let ships = open.ships.iter().map(|(ship, vessel)| {
        let hull = &game.chart.hulls[ship];
        let whole = match vessel.condition {
            Condition::Whole => 50,
            Condition::Damaged => 30,
            Condition::Lost => 0,
        };
        signed(hull.side, whole * i64::from(kill(game, ship)))
    });
    scored.chain(income).chain(ships).sum()
}

impl CompanyWar {
    /// What each station brings at the end of a turn, and to whom, in the order of the map. A
    /// destroyed station is neither held nor free (cw49).
    pub(in crate::games::company_war) fn income(&self, open: &Open) -> Vec<(Side, i32, Merit)> {
        let stations = self.chart.points.iter().filter(|(at, _)| !open.destroyed.contains(at));
        let brings = |(at, station): (&Jp, &Option<(String, Group)>)| {
            let (_, group) = station.as_ref()?;
            self.worth(*group, garrison(self, open, *at), *at)
        };
        stations.filter_map(brings).collect()
    }

    /// What a station that is held so brings (cw47).
    pub(in crate::games::company_war) fn worth(
        &self,
        group: Group,
        held: Option<Garrison>,
        at: Jp,
    ) -> Option<(Side, i32, Merit)> {
        let points = &self.format.points;
        let (side, points, why) = match (group, held) {
            (Group::HinderStars, _) | (Group::EarthCompany, None) => return None,
            (Group::EarthCompany, Some(_)) => {
                (Side::Mazianni, points.mazianni.earth_company_held, Merit::Held(at))
            }
            (Group::Union, Some(Garrison::Carrier)) => {
                (Side::Mazianni, points.mazianni.union_held_by_carrier, Merit::Held(at))
            }
            (Group::Union, Some(Garrison::Troops)) => {
                (Side::Mazianni, points.mazianni.union_held_by_troops, Merit::Held(at))
            }
            (Group::Cyteen, Some(_)) => {
                (Side::Mazianni, points.mazianni.cyteen_held, Merit::Held(at))
            }
            (Group::Union | Group::Cyteen, None) => {
                (Side::Union, points.union.union_station_free, Merit::Free(at))
            }
        };
        Some((side, points, why))
    }

    /// The total with which a side would end the turn if it destroyed a station and nobody did
    /// anything more (cw48): troops that stand against three ships are lost all the same (cw45).
    pub(in crate::games::company_war) fn total_without(
        &self,
        open: &Open,
        side: Side,
        at: Jp,
    ) -> i32 {
        let mut after = open.clone();
        after.destroyed.insert(at);
        after.landed.retain(|jp| *jp != at && self.stormers(open, *jp).is_none());
        let table = &self.format.points;
        let troops =
            i32::try_from(open.landed.len() - after.landed.len()).expect("counters are few");
        let kills = if side == Side::Union { troops * table.union.troops_destroyed } else { 0 };
        let income = self.income(&after).into_iter().filter(|(whose, ..)| *whose == side);
        let income: i32 = income.map(|(_, points, _)| points).sum();
        open.score(side) + table.either.station_destroyed + kills + income
    }
}
