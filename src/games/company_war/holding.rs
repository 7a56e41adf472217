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

/// A station that the Mazianni hold now and did not, or the other way round.
struct Change {
    at: Jp,
    group: Group,
    /// The Mazianni hold it now.
    taken: bool,
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

    /// Ships of a side that were there, each with what became of it.
    fn there(&self, side: Side, at: Jp) -> impl Iterator<Item = (&'a Ship, End)> {
        let of = move |(ship, (was, end)): (&&'a Ship, &(Jp, End))| {
            let here = *was == at && self.game.chart.hulls[*ship].side == side;
            here.then_some((*ship, *end))
        };
        self.ships.iter().filter_map(of)
    }

    /// Carriers that held a station. One that jumped away from an enemy that stood there had fled before (cw60), and held
    /// nothing.
    fn holders(&self, at: Jp) -> Vec<(&'a Ship, End)> {
        let firm = self.there(Side::Union, at).any(|(_, end)| end != End::Left);
        let held = |(ship, end): &(&Ship, End)| {
            let carrier = self.game.chart.hulls[*ship].kind == Kind::Carrier;
            carrier && !(firm && *end == End::Left)
        };
        self.there(Side::Mazianni, at).filter(held).collect()
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
            let held = self.troops.contains(&at) || !self.holders(at).is_empty();
            let taken = self.is_held(at);
            let why = if taken { self.taken(at) } else { self.lost(at) };
            (held != taken).then_some(Change { at, group: *group, taken, why })
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
    side == Side::Mazianni || matches!(group, Group::Union | Group::Cyteen)
}

/// A station with what brought the change about.
fn named(game: &CompanyWar, change: &Change) -> String {
    let place = game.chart.place(change.at);
    let worth = if change.group == Group::HinderStars { "worth nothing" } else { "" };
    let why = joined([change.why.as_str(), worth], "; ");
    if why.is_empty() { place } else { format!("{place} ({why})") }
}

/// Adds the stations that the reader gained or lost.
pub(super) fn add(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>], told: &mut Fortunes) {
    let Some((side, past)) = view.side.zip(past(game, view, witnessed)) else { return };
    for change in past.changes().iter().filter(|change| is_own(side, change.group)) {
        let gained = change.taken == (side == Side::Mazianni);
        let fortune = if gained { Fortune::Gained } else { Fortune::Lost };
        told.add(fortune, named(game, change));
    }
}

/// The other stations that changed hands, and the troops that now hold stations beside ships or without them.
pub(super) fn told(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    let Some(past) = past(game, view, witnessed) else { return Vec::new() };
    let changes = past.changes();
    let others = |taken: bool| -> Vec<String> {
        let other = |change: &&Change| {
            change.taken == taken && view.side.is_none_or(|side| !is_own(side, change.group))
        };
        changes.iter().filter(other).map(|change| named(game, change)).collect()
    };
    let sentence = |taken: bool, what: &str| {
        let all = others(taken);
        (!all.is_empty()).then(|| format!("The Mazianni {what} {}.", names(all)))
    };
    let mut said: Vec<String> = [sentence(true, "now hold"), sentence(false, "no longer hold")]
        .into_iter()
        .flatten()
        .collect();
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
