//! Stations worth going to, what they bring, and how far the reader's ships are from them.

use std::collections::{BTreeMap, BTreeSet};

use super::courses::safe;
use super::format::Group;
use super::names::{Jp, Ship};
use super::resolve::scoring::{Garrison, garrison};
use super::said::few;
use super::scenario::Side;
use super::sight::View;
use super::state::{Open, Step};
use super::{CompanyWar, stations};
use crate::page::Table;

/// For the Mazianni the stations that nobody holds against them; for the Union those that the Mazianni hold (cw41, cw47).
pub(super) fn table(game: &CompanyWar, view: &View) -> Table {
    let open = &view.open;
    match view.side.filter(|_| open.step == Step::Movement) {
        None => Table::new(),
        Some(Side::Mazianni) => free(game, view),
        Some(Side::Union) => held(game, open),
    }
}

/// Stations where neither the Mazianni are nor an enemy that would stop them, as far as carriers can get there.
fn free(game: &CompanyWar, view: &View) -> Table {
    let open = &view.open;
    let (near, barred) = (nearest(game, open, Side::Mazianni), game.barred(open, Side::Mazianni));
    let loaded = reached(game, view);
    let row = |(at, station): (&Jp, &Option<(String, Group)>)| {
        let (_, group) = station.as_ref()?;
        let taken = open.destroyed.contains(at) || barred.contains(at);
        if taken || garrison(game, open, *at).is_some() {
            return None;
        }
        near.get(at)?;
        let held = |by| game.worth(*group, Some(by), *at).map(|(_, points, _)| points);
        let brings = match (held(Garrison::Carrier), held(Garrison::Troops)) {
            // What troops would bring is said where some can come.
            (Some(ship), Some(troops)) if ship != troops => match loaded.get(at) {
                Some(ships) => format!("{ship}, with troops {troops} ({})", few(ships)),
                None => ship.to_string(),
            },
            (Some(points), _) => points.to_string(),
            (None, _) => "nothing".to_owned(),
        };
        let [jumps, from] = way(game, &near, *at);
        Some([game.chart.place(*at), group.word().to_owned(), brings, jumps, from])
    };
    Table::new()
        .caption("Stations that a carrier of yours can take without a fight")
        .lefts(["Station", "Of", "Brings you a turn"])
        .right("Jumps")
        .left("Nearest carriers")
        .rows(game.chart.points.iter().filter_map(row))
}

/// Stations that the Mazianni hold, and what must be driven off or destroyed there.
fn held(game: &CompanyWar, open: &Open) -> Table {
    let near = nearest(game, open, Side::Union);
    let income = game.income(open);
    let row = |at: &Jp| {
        let by = garrison(game, open, *at).filter(|_| !open.destroyed.contains(at))?;
        let (_, group) = game.chart.station_at(*at)?;
        let ships: Vec<&Ship> = game.warships(open, Side::Mazianni, *at).collect();
        let troops = if by == Garrison::Troops { "landed" } else { "" };
        let ships = if ships.is_empty() { String::new() } else { few(&ships) };
        let brings = income.iter().find(|(_, _, why)| stations::place(why) == Some(*at));
        let brings =
            brings.map_or_else(|| "nothing".to_owned(), |(_, points, _)| points.to_string());
        let own = game.worth(group, None, *at);
        let own = own.map_or_else(|| "nothing".to_owned(), |(_, points, _)| points.to_string());
        let [jumps, from] = way(game, &near, *at);
        Some([game.chart.place(*at), troops.to_owned(), ships, brings, own, jumps, from])
    };
    Table::new()
        .caption("Stations that the Mazianni hold")
        .lefts(["Station", "Troops", "Ships", "Brings them a turn", "Freed, brings you"])
        .right("Jumps")
        .left("Nearest carriers and cruisers")
        .rows(game.chart.points.keys().filter_map(row))
}

/// The carriers with troops that can get to each jump point: no enemy stops them on the way.
fn reached(game: &CompanyWar, view: &View) -> BTreeMap<Jp, Vec<Ship>> {
    let (open, side) = (&view.open, Side::Mazianni);
    let barred: BTreeSet<Jp> = game.barred(open, side);
    let mut reached: BTreeMap<Jp, Vec<Ship>> = BTreeMap::new();
    for ship in game.movers(open, side).into_iter().filter(|ship| view.loaded(ship)) {
        let Some(start) = open.ships[ship].at else { continue };
        for way in safe(&game.chart, side, start, &barred) {
            reached.entry(way.end()).or_default().push(ship.clone());
        }
    }
    reached
}

/// Ships that lie together, where, and their course, if an order has to name it.
type Start = (Jp, Vec<Ship>, Option<String>);

/// Jumps from the nearest places, and these places.
type Nearest = BTreeMap<Jp, (usize, Vec<Start>)>;

/// From where each jump point is reached with the fewest jumps by ships that fight and may move; no enemy stops them on
/// the way.
fn nearest(game: &CompanyWar, open: &Open, side: Side) -> Nearest {
    let barred: BTreeSet<Jp> = game.barred(open, side);
    let mut starts: BTreeMap<Jp, Vec<Ship>> = BTreeMap::new();
    for ship in game.movers(open, side) {
        if let Some(at) = open.ships[ship].at {
            starts.entry(at).or_default().push(ship.clone());
        }
    }
    let mut near = Nearest::new();
    for (start, ships) in starts {
        let stay: Vec<Ship> =
            ships.iter().filter(|ship| !open.ships[*ship].fleeing).cloned().collect();
        let here = (!stay.is_empty()).then_some((start, 0, stay, None));
        let ways = safe(&game.chart, side, start, &barred).into_iter();
        let away = ways.map(|way| (way.end(), way.jumps(), ships.clone(), way.written()));
        for (to, jumps, ships, course) in here.into_iter().chain(away) {
            let (least, from) = near.entry(to).or_insert((jumps, Vec::new()));
            if jumps < *least {
                (*least, *from) = (jumps, Vec::new());
            }
            if jumps == *least {
                from.push((start, ships, course));
            }
        }
    }
    near
}

/// How many jumps it takes, and which ships are so near.
fn way(game: &CompanyWar, near: &Nearest, at: Jp) -> [String; 2] {
    let Some((jumps, from)) = near.get(&at) else {
        return [String::new(), "none can get there".to_owned()];
    };
    let ships = from.iter().map(|(start, ships, course)| {
        let (ships, start, there) = (few(ships), game.chart.place(*start), *start == at);
        match course {
            _ if there => format!("{ships}, already there"),
            Some(course) => format!("{ships} from {start} by {course}"),
            None => format!("{ships} from {start}"),
        }
    });
    [jumps.to_string(), ships.collect::<Vec<_>>().join("; ")]
}
