//! Who sees what: all fog of war of Age of Imperialism.
//!
//! Units, buildings, spheres of influence, wars and fights stand openly on the board. Secret are:
//! what face-down markers and chits say (im7, im8), what a power has in hand (im59), goal cards
//! (im62), and everything that is written in orders. Who has looked at a marker or chit is public,
//! since everybody saw the explorer or the engineer; what he saw is not. Orders are no part of the
//! state, so what is not carried out leaves no trace in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::AgeOfImperialism;
use super::events::Event;
use super::force::Force;
use super::power::Power;
use super::state::{Face, Purse, Secrets, State, Step};
use super::switches::{Switch, Treasuries};
use crate::engine::{Audience, Chance, Reader};

/// More of anything than a game brings, so that sums stay numbers.
const MOST: u32 = 100_000;

/// What a reader may know: the state, with as much of its secrets as he knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The reader's power; `None` for a spectator or the moderator.
    pub power: Option<Power>,
    /// The state.
    pub open: State,
}

impl AgeOfImperialism {
    /// What the reader may know of the state.
    pub(super) fn seen(&self, state: &State, reader: &Reader) -> View {
        let power = reader.seat().and_then(Power::of);
        let mut open = state.clone();
        if reader.sees_all() {
            return View { power, open };
        }
        let Secrets { faces, chits, purses, goals } = &mut open.secrets;
        let knows = |seen: &std::collections::BTreeSet<Power>| {
            power.is_some_and(|power| seen.contains(&power))
        };
        faces.retain(|region, _| {
            let marker = state.land(region).marker.as_ref();
            marker.is_some_and(|m| m.open || m.public || knows(&m.seen))
        });
        chits.retain(|region, _| {
            let chit = state.land(region).chit.as_ref();
            chit.is_some_and(|c| c.developed || c.public || knows(&c.seen))
        });
        if self.switches.treasuries == Treasuries::Hidden {
            purses.retain(|owner, _| Some(*owner) == power);
        }
        if state.step != Step::Over {
            goals.retain(|owner, _| Some(*owner) == power);
        }
        View { power, open }
    }

    /// Who learns of an event.
    pub(super) fn audience(&self, event: &Event) -> Audience {
        match event {
            Event::Received { power, .. }
            | Event::Paid { power, .. }
            // Whether a port is reached may hang on what another permits (im2).
            | Event::PortClosed { power, .. }
            | Event::Collected { power, .. } => match self.switches.treasuries {
                Treasuries::Hidden => Audience::only(&power.seat()),
                Treasuries::Public => Audience::Everyone,
            },
            Event::Given { from, to, .. } => {
                Audience::Seats([from.seat(), to.seat()].into_iter().collect())
            }
            Event::MarkerDrawn { .. } | Event::ChitDrawn { .. } => Audience::nobody(),
            Event::MarkerSeen { power, .. }
            | Event::ChitSeen { power, .. }
            | Event::ChitsDrawn { power, .. }
            | Event::ExploreRolled { power, .. } => Audience::only(&power.seat()),
            _ => Audience::Everyone,
        }
    }

    /// True if every name and count of a view is one of this campaign's.
    pub(super) fn recognizes(&self, view: &View) -> bool {
        let state = &view.open;
        let plays = |power: &Power| self.board.powers.contains(power);
        let region = |name: &String| self.board.chart.sites.contains_key(name);
        let small = |force: &Force| force.iter().all(|(_, count)| count < MOST);
        let mut order = state.order.clone();
        order.sort_unstable();
        let lands = state.lands.len() == self.board.chart.sites.len()
            && state.lands.iter().all(|(name, land)| {
                let sides = land.revolt.iter().flat_map(|revolt| revolt.sides.keys());
                let powers = land.owner.iter().chain(land.armies.keys()).chain(land.spheres.keys());
                region(name)
                    && powers.chain(sides).all(plays)
                    && land.armies.values().all(small)
                    && land.revolt.iter().all(|revolt| small(&revolt.army))
                    && land.spheres.values().all(|count| *count < MOST)
            });
        let fleets = state.fleets.iter().all(|(power, fleets)| {
            let fleet = |(number, fleet): (&u32, &super::state::Fleet)| {
                let sea = self.board.chart.waters.contains_key(&fleet.sea);
                *number < MOST && small(&fleet.cargo) && sea
            };
            plays(power) && fleets.iter().all(fleet)
        });
        let pacts = state.alliances.iter().flat_map(|pact| [&pact.of.0, &pact.of.1]);
        let wars = state.wars.iter().flat_map(|war| [&war.by, &war.on]);
        order == self.board.powers
            && lands
            && fleets
            && pacts.chain(wars).all(plays)
            && state.canal.iter().chain(&state.incited).all(region)
            && state.turn < MOST
            && state.gone < MOST
            && state.launched.iter().all(|(power, number)| plays(power) && *number < MOST)
            && state.points.iter().all(|(power, points)| plays(power) && *points < MOST)
            && state.winners.iter().chain(&state.belligerents).all(plays)
            && self.keeps(state)
    }

    /// True if the secrets of a view are such as the containers hold, and about what lies there.
    fn keeps(&self, state: &State) -> bool {
        let Secrets { faces, chits, purses, goals } = &state.secrets;
        let lies = |name: &String, what: fn(&super::state::Land) -> bool| {
            state.lands.get(name).is_some_and(what)
        };
        let plays = |power: &Power| self.board.powers.contains(power);
        faces.keys().all(|name| lies(name, |land| land.marker.is_some()))
            && chits.keys().all(|name| lies(name, |land| land.chit.is_some()))
            && self.markers_left(state).is_some()
            && self.chits_left(state).is_some()
            && purses
                .iter()
                .all(|(power, purse)| plays(power) && purse.pp < MOST && purse.dp < MOST)
            && goals
                .iter()
                .all(|(power, goal)| plays(power) && self.format.goals.contains_key(goal))
    }

    /// Markers in the container, as far as known, in the order of the table; `None` if more of a
    /// kind lie on the map than there are.
    pub(super) fn markers_left(&self, state: &State) -> Option<Vec<Face>> {
        let mut known: BTreeMap<Face, u32> = BTreeMap::new();
        state.secrets.faces.values().for_each(|face| *known.entry(*face).or_default() += 1);
        let mut left = Vec::new();
        for row in &self.format.natives.markers {
            let face = Face { strength: row.strength, plus: row.plus };
            let out = known.remove(&face).unwrap_or(0);
            let rest = row.count.checked_sub(out)?;
            left.extend((0..rest).map(|_| face));
        }
        known.is_empty().then_some(left)
    }

    /// Chits in the container, as far as known, in the order of the table; `None` if more of a
    /// value lie on the map than there are.
    pub(super) fn chits_left(&self, state: &State) -> Option<Vec<u32>> {
        let mut known: BTreeMap<u32, u32> = BTreeMap::new();
        state.secrets.chits.values().for_each(|value| *known.entry(*value).or_default() += 1);
        let mut left = Vec::new();
        for (value, count) in &self.format.chits.values {
            let rest = count.checked_sub(known.remove(value).unwrap_or(0))?;
            left.extend((0..rest).map(|_| *value));
        }
        known.is_empty().then_some(left)
    }

    /// A state that the view allows: what is not known is drawn from what is left.
    pub(super) fn imagined(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = view.open.clone();
        let mut faces = self.markers_left(&state).unwrap_or_default();
        chance.draw(&["imagine", "markers"]).shuffle(&mut faces);
        let mut chits = self.chits_left(&state).unwrap_or_default();
        chance.draw(&["imagine", "chits"]).shuffle(&mut chits);
        for (region, land) in &state.lands {
            if land.marker.is_some() && !state.secrets.faces.contains_key(region) {
                let face = faces.pop().expect("there are as many markers as regions");
                state.secrets.faces.insert(region.clone(), face);
            }
            if land.chit.is_some() && !state.secrets.chits.contains_key(region) {
                let value = chits.pop().expect("there are as many chits as regions");
                state.secrets.chits.insert(region.clone(), value);
            }
        }
        self.imagine_hands(&mut state, chance);
        state
    }

    /// What others have in hand: about what their regions bring in.
    fn imagine_hands(&self, state: &mut State, chance: &mut Chance) {
        let dealt: Vec<String> = state.secrets.goals.values().cloned().collect();
        let mut goals: Vec<String> =
            self.format.goals.keys().filter(|goal| !dealt.contains(goal)).cloned().collect();
        chance.draw(&["imagine", "goals"]).shuffle(&mut goals);
        for power in &self.board.powers {
            if !state.secrets.purses.contains_key(power) {
                let regions = u64::try_from(state.owned(*power).count()).unwrap_or(0);
                let mut draw = chance.draw(&["imagine", "purse", power.name()]);
                let some = |number: u64| u32::try_from(number).unwrap_or(0);
                let pp = some(draw.below(10 + 4 * regions));
                let dp = some(draw.below(4));
                state.secrets.purses.insert(*power, Purse { pp, dp });
            }
            if self.switches.hidden_goals == Switch::Yes && !state.secrets.goals.contains_key(power)
            {
                state.secrets.goals.extend(goals.pop().map(|goal| (*power, goal)));
            }
        }
    }
}
