//! Stations that changed hands since the report before, and why (cw41).

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyWar;
use super::events::{Event, Merit};
use super::format::{Group, Kind};
use super::names::{Jp, Ship};
use super::resolve::scoring::garrison;
use super::said::few;
use super::scenario::Side;
use super::sight::View;
use super::state::Unit;
use crate::base::words::{joined, names};
use crate::engine::{Fact, Fortune, Fortunes};

/// What became of a ship where it lay when all that is told began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// It is still there.
    Stays,
    /// It jumped.
    Left,
    /// It fled from a combat there, to another place or not.
    Fled(Option<Jp>),
    /// It was destroyed there.
    Destroyed,
}

/// How the hold of the Mazianni on a station changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// They hold it now and did not.
    Taken,
    /// They held it and do not now.
    Lost,
    /// They do not hold it now, and carriers of theirs left. Whether these held it is not known: who had fled did not
    /// (cw60, cw72).
    Left,
}

/// A station that changed hands, or may have.
struct Change {
    at: Jp,
    group: Group,
    turn: Turn,
    /// What brought it about, in words; may be empty.
    why: String,
}

/// What is known of the time before: where carriers and cruisers were, and where troops.
struct Past<'a> {
    game: &'a CompanyWar,
    view: &'a View,
    witnessed: &'a [Fact<Event>],
    ships: BTreeMap<&'a Ship, (Jp, End)>,
    troops: BTreeSet<Jp>,
}

impl<'a> Past<'a> {
    fn of(game: &'a CompanyWar, view: &'a View, witnessed: &'a [Fact<Event>]) -> Self {
        let mut ships: BTreeMap<&Ship, (Jp, End)> = BTreeMap::new();
        let mut battle = None;
        // The first that is told of a ship says where it was.
        for fact in witnessed {
            match &fact.event {
                Event::BattleJoined { at } => battle = Some(*at),
                Event::Jumped { ships: all, from, .. } => {
                    for ship in all {
                        ships.entry(ship).or_insert((*from, End::Left));
                    }
                }
                Event::Fled { ship, to } => {
                    if let Some(at) = battle {
                        ships.entry(ship).or_insert((at, End::Fled(*to)));
                    }
                }
                Event::Destroyed { unit: Unit::Ship(ship) } => {
                    if let Some(at) = battle {
                        ships.entry(ship).or_insert((at, End::Destroyed));
                    }
                }
                _ => {}
            }
        }
        for (ship, vessel) in &view.open.ships {
            // Who is out of the fight without having fled now was so before.
            if let Some(at) = vessel.at.filter(|_| vessel.afloat() && !vessel.fleeing) {
                ships.entry(ship).or_insert((at, End::Stays));
            }
        }
        ships.retain(|ship, _| !game.is_dartship(ship));
        let mut troops = view.open.landed.clone();
        for (n, fact) in witnessed.iter().enumerate().rev() {
            match &fact.event {
                Event::Landed { at, .. } => {
                    troops.remove(at);
                }
                Event::Embarked { at } | Event::Stormed { at, .. } => {
                    troops.insert(*at);
                }
                // Troops that die with a station are scored behind it (cw44).
                Event::StationDestroyed { at, .. } => {
                    let scored = witnessed.get(n + 2).map(|fact| &fact.event);
                    if let Some(Event::Scored { why: Merit::Troops, .. }) = scored {
                        troops.insert(*at);
                    }
                }
                _ => {}
            }
        }
        Self { game, view, witnessed, ships, troops }
    }

    /// Carriers that held a station, unless those that left had fled there before.
    fn holders(&self, at: Jp) -> Vec<(&'a Ship, End)> {
        let carrier = |ship: &Ship| self.game.chart.hulls[ship].kind == Kind::Carrier;
        let there = |(ship, (was, _)): &(&&Ship, &(Jp, End))| *was == at && carrier(ship);
        let here = self.ships.iter().filter(there).map(|(ship, (_, end))| (*ship, *end));
        here.filter(|(ship, _)| self.game.chart.hulls[*ship].side == Side::Mazianni).collect()
    }

    /// True if a station is destroyed and that is told by itself, or was told before.
    fn is_done(&self, at: Jp) -> bool {
        let falls = |fact: &Fact<Event>| {
            let Event::StationDestroyed { at: there, .. } = &fact.event else { return false };
            *there == at
        };
        let told = self.view.side.is_some() || !self.witnessed.iter().any(falls);
        told && self.view.open.destroyed.contains(&at)
    }

    /// The Mazianni hold it now.
    fn is_held(&self, at: Jp) -> bool {
        let open = &self.view.open;
        !open.destroyed.contains(&at) && garrison(self.game, open, at).is_some()
    }

    /// What happened to the troops on a station, or to the station.
    fn events(&self, at: Jp) -> Vec<String> {
        let what = |fact: &Fact<Event>| match &fact.event {
            Event::Stormed { at: there, ships } if *there == at => {
                Some(format!("{} destroyed the troops", few(ships)))
            }
            Event::Embarked { at: there } if *there == at => Some("the troops embarked".to_owned()),
            Event::Landed { carrier, at: there } if *there == at => {
                Some(format!("{carrier} landed troops"))
            }
            Event::StationDestroyed { at: there, by } if *there == at => {
                Some(format!("{} destroyed it", by.title()))
            }
            _ => None,
        };
        self.witnessed.iter().filter_map(what).collect()
    }

    /// How the Mazianni came to hold it.
    fn taken(&self, at: Jp) -> String {
        let came = |ship: &&Ship| self.ships.get(*ship) != Some(&(at, End::Stays));
        let fled = |ship: &&Ship| {
            let here = |fact: &Fact<Event>| {
                let Event::Fled { ship: who, to } = &fact.event else { return false };
                who == *ship && *to == Some(at)
            };
            self.witnessed.iter().any(here)
        };
        let here = self.game.warships(&self.view.open, Side::Mazianni, at).filter(came);
        let (fled, came): (Vec<&Ship>, Vec<&Ship>) = here.partition(fled);
        let told = [(came, "arrived"), (fled, "fled there")].map(|(ships, did)| one(&ships, did));
        joined(told.into_iter().chain(self.events(at)), "; ")
    }

    /// How the Mazianni lost it.
    fn lost(&self, at: Jp) -> String {
        let holders = self.holders(at);
        let of = |is: End| -> Vec<&Ship> {
            holders.iter().filter(|(_, end)| *end == is).map(|(ship, _)| *ship).collect()
        };
        let destroyed = of(End::Destroyed);
        let were = if destroyed.len() == 1 { "was destroyed" } else { "were destroyed" };
        let away: BTreeMap<Jp, Vec<&Ship>> =
            holders.iter().fold(BTreeMap::new(), |mut away, (ship, end)| {
                if let End::Fled(Some(to)) = end {
                    away.entry(*to).or_default().push(ship);
                }
                away
            });
        let away = away
            .into_iter()
            .map(|(to, ships)| one(&ships, &format!("fled to {}", self.game.chart.short(to))));
        let told = [(of(End::Left), "left"), (of(End::Fled(None)), "fled"), (destroyed, were)];
        let told = told.iter().map(|(ships, did)| one(ships, did));
        joined(self.events(at).into_iter().chain(told).chain(away), "; ")
    }

    fn changes(&self) -> Vec<Change> {
        let change = |(at, station): (&Jp, &Option<(String, Group)>)| {
            let (at, (_, group)) = (*at, station.as_ref()?);
            let holders = self.holders(at);
            let sure =
                self.troops.contains(&at) || holders.iter().any(|(_, end)| *end != End::Left);
            let turn = match (sure, self.is_held(at)) {
                (false, true) if holders.is_empty() => Turn::Taken,
                (true, false) => Turn::Lost,
                (false, false) if !holders.is_empty() => Turn::Left,
                _ => return None,
            };
            let why = if turn == Turn::Taken { self.taken(at) } else { self.lost(at) };
            (!self.is_done(at)).then_some(Change { at, group: *group, turn, why })
        };
        self.game.chart.points.iter().filter_map(change).collect()
    }
}

/// What ships did; nothing, if there are none.
fn one(ships: &[&Ship], did: &str) -> String {
    if ships.is_empty() { String::new() } else { format!("{} {did}", few(ships)) }
}

/// The past, unless the ships only took their first places.
fn past<'a>(
    game: &'a CompanyWar,
    view: &'a View,
    witnessed: &'a [Fact<Event>],
) -> Option<Past<'a>> {
    let deploys = |fact: &Fact<Event>| matches!(fact.event, Event::Deployed { .. });
    let told = !witnessed.is_empty() && !witnessed.iter().any(deploys);
    told.then(|| Past::of(game, view, witnessed))
}

/// The stations of this reader that changed hands: what the Mazianni hold is theirs, and else what is of the Union is its
/// own (cw4).
fn is_own(side: Side, group: Group) -> bool {
    side == Side::Mazianni || group.is_unions()
}

/// What brought the change about, and whether it matters.
fn why(change: &Change) -> String {
    let worth = if change.group == Group::HinderStars { "worth nothing" } else { "" };
    joined([change.why.as_str(), worth], "; ")
}

/// A station with what brought the change about.
fn named(game: &CompanyWar, change: &Change) -> String {
    let (place, why) = (game.chart.place(change.at), why(change));
    if why.is_empty() { place } else { format!("{place} ({why})") }
}

/// Adds the stations that the reader certainly gained or lost.
pub(super) fn add(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>], told: &mut Fortunes) {
    let Some((side, past)) = view.side.zip(past(game, view, witnessed)) else { return };
    for change in past.changes().iter().filter(|change| is_own(side, change.group)) {
        let gained = match change.turn {
            Turn::Taken => side == Side::Mazianni,
            Turn::Lost => side == Side::Union,
            Turn::Left => continue,
        };
        let fortune = if gained { Fortune::Gained } else { Fortune::Lost };
        told.add(fortune, named(game, change));
    }
}

/// The other stations that changed hands, those that carriers left with nobody to hold them, and the troops that now
/// hold stations beside ships or without them.
pub(super) fn told(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let Some(past) = past(game, view, witnessed) else { return Vec::new() };
    let changes = past.changes();
    let others = |turn: Turn| -> Vec<String> {
        let other = |change: &&Change| {
            change.turn == turn && view.side.is_none_or(|side| !is_own(side, change.group))
        };
        changes.iter().filter(other).map(|change| named(game, change)).collect()
    };
    let sentence = |turn: Turn, what: &str| {
        let all = others(turn);
        (!all.is_empty()).then(|| format!("The Mazianni {what} {}.", names(all)))
    };
    let sure = [sentence(Turn::Taken, "now hold"), sentence(Turn::Lost, "no longer hold")];
    let left = left(game, view, &changes);
    let mut said: Vec<String> = sure.into_iter().flatten().chain(left).collect();
    // Where they only replace ships, the station did not change hands.
    let fresh = view.open.landed.difference(&past.troops);
    let fresh = fresh.filter(|at| !changes.iter().any(|change| change.at == **at));
    let fresh: Vec<String> = fresh.map(|at| game.chart.place(*at)).collect();
    if !fresh.is_empty() {
        let fresh = names(fresh);
        said.push(format!("Troops landed on {fresh}; they hold a station without ships too."));
    }
    said
}

/// The stations that carriers left with nobody to hold them.
fn left(game: &CompanyWar, view: &View, changes: &[Change]) -> Option<String> {
    let whose = if view.side == Some(Side::Mazianni) { "yours" } else { "the Mazianni" };
    let left: Vec<&Change> = changes.iter().filter(|change| change.turn == Turn::Left).collect();
    match left.as_slice() {
        [] => None,
        [one] => {
            let place = game.chart.place(one.at);
            Some(format!("None of {whose} holds {place} now: {}.", why(one)))
        }
        all => {
            let all = joined(all.iter().map(|change| named(game, change)), ", ");
            Some(format!("None of {whose} holds these stations now: {all}."))
        }
    }
}
