//! Who sees what: all fog of war of Age of Imperialism.
//!
//! Units, buildings, spheres of influence, wars and fights stand openly on the board. Secret are:
//! what face-down markers and chits say (im7, im8), what a power has in hand (im59), goal cards
//! (im62), and everything that is written in orders. Who has looked at a marker or chit is public,
//! since everybody saw the explorer or the engineer; what he saw is not. Orders are no part of the
//! state, so what is not carried out leaves no trace in it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::AgeOfImperialism;
use super::events::Event;
use super::force::Force;
use super::format::MarkerRow;
use super::names::{Card, Region};
use super::power::Power;
use super::state::{Face, Land, Open, Purse, Secret, State, Step};
use super::switches::{Switch, Treasuries};
use crate::engine::chance::draw::Draw;
use crate::engine::chance::pool::Pool;
use crate::engine::{Audience, Chance, Lasting, Reader, Sight, Throw};

/// More of anything than a game brings, so that sums stay numbers.
const MOST: u32 = 100_000;

/// What a reader may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The reader's power; `None` for a spectator or the moderator.
    pub power: Option<Power>,
    /// What everybody sees.
    pub open: Open,
    /// As much of the secrets as the reader knows. What is not listed is unknown.
    pub known: Secret,
}

impl View {
    /// What the reader's power has in hand.
    pub fn hand(&self) -> Purse {
        let own = self.power.and_then(|power| self.known.purses.get(&power));
        own.copied().unwrap_or_default()
    }

    /// The present strength of the natives of a region, if the reader knows it.
    pub fn strength(&self, at: &Region) -> Option<u8> {
        self.known.strength(&self.open, at)
    }

    /// What the natives of a region show now, if the reader knows it.
    pub fn natives(&self, at: &Region) -> Option<Face> {
        Some(Face { strength: self.strength(at)?, plus: self.known.face(at)?.plus })
    }

    /// The value of the resource of a region, if the reader knows it.
    pub fn resource(&self, at: &Region) -> Option<u32> {
        self.known.chits.get(at).copied()
    }

    /// True if a region has a resource that its owner can develop, as far as the reader knows (im26).
    pub fn is_developable(&self, at: &Region) -> bool {
        let land = self.open.land(at);
        let lies = land.chit.is_some() && !land.is_developed() && land.revolt.is_none();
        lies && self.resource(at).is_some_and(|value| value > 0)
    }
}

impl Sight for AgeOfImperialism {
    type View = View;

    fn witnesses(&self, _: &State, event: &Event) -> Audience {
        self.audience(event)
    }

    fn throws(&self, event: &Event) -> Vec<Throw> {
        let battle = u8::try_from(self.format.battle.sides.value).unwrap_or(u8::MAX);
        if let Event::RevoltRolled { dice, .. } | Event::ExploreRolled { dice, .. } = event {
            return Throw::each(6, dice);
        }
        if let Event::Broadside { dice, .. } | Event::Volley { dice, .. } = event {
            return Throw::each(battle, dice);
        }
        if let Event::ReinforcementRolled { die, .. } | Event::AfarRolled { die, .. } = event {
            return vec![Throw::die(battle, *die)];
        }
        Vec::new()
    }

    fn lasting(&self) -> Lasting {
        Lasting::Game(
            "face-down markers and chits stay hidden until somebody turns them (im7, im8)",
        )
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        let power = reader.seat().and_then(Power::of);
        let State { open, secret: mut known } = state.clone();
        if reader.sees_all() {
            return View { power, open, known };
        }
        let Secret { faces, chits, purses, goals } = &mut known;
        let has_seen = |seen: &BTreeSet<Power>| power.is_some_and(|power| seen.contains(&power));
        faces.retain(|region, _| {
            let marker = open.land(region).marker.as_ref();
            marker.is_some_and(|m| m.open || m.public || has_seen(&m.seen))
        });
        chits.retain(|region, _| {
            let chit = open.land(region).chit.as_ref();
            chit.is_some_and(|c| c.developed || c.public || has_seen(&c.seen))
        });
        if self.switches.treasuries == Treasuries::Hidden {
            purses.retain(|owner, _| Some(*owner) == power);
        }
        if open.step != Step::Over {
            goals.retain(|owner, _| Some(*owner) == power);
        }
        View { power, open, known }
    }

    fn recognizes(&self, view: &View) -> bool {
        let open = &view.open;
        let small = |force: &Force| force.iter().all(|(_, count)| count < MOST);
        let land = |land: &Land| {
            land.armies.values().all(small)
                && land.revolt.iter().all(|revolt| small(&revolt.army))
                && land.spheres.values().all(|count| *count < MOST)
        };
        let mut fleets = open.fleets.values().flatten();
        let fleets = fleets.all(|(fleet, squadron)| fleet.0 < MOST && small(&squadron.cargo));
        let mut order = open.order.clone();
        order.sort_unstable();
        order == self.board.powers
            && open.lands.len() == self.board.chart.sites.len()
            && open.lands.values().all(land)
            && fleets
            && open.turn < MOST
            && open.gone < MOST
            && open.launched.values().all(|fleet| fleet.0 < MOST)
            && open.points.values().all(|points| *points < MOST)
            && self.keeps(view)
    }

    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let View { open, known, .. } = view.clone();
        let mut state = State { open, secret: known };
        let State { open, secret } = &mut state;
        let hidden = |what: fn(&Land) -> bool| open.lands.iter().filter(move |(_, at)| what(at));
        let markers = hidden(|land| land.marker.is_some()).map(|(at, _)| at.clone());
        let faces = markers.filter(|at| !secret.faces.contains_key(at)).collect();
        let drawn = chance.draw(&["imagine", "markers"]);
        secret.faces.extend(filled(self.markers_left(secret), faces, drawn));
        let resources = hidden(|land| land.chit.is_some()).map(|(at, _)| at.clone());
        let chits = resources.filter(|at| !secret.chits.contains_key(at)).collect();
        let drawn = chance.draw(&["imagine", "chits"]);
        secret.chits.extend(filled(self.chits_left(secret), chits, drawn));
        self.imagine_hands(&mut state, chance);
        state
    }
}

impl AgeOfImperialism {
    /// Who learns of an event.
    fn audience(&self, event: &Event) -> Audience {
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
            Event::StepBegan { .. }
            | Event::Gone { .. }
            | Event::OrderSet { .. }
            | Event::BidMade { .. }
            | Event::MovementBegan { .. }
            | Event::Picked { .. }
            | Event::GivenBack { .. }
            | Event::Disbanded { .. }
            | Event::LaidUp { .. }
            | Event::DisbandedAboard { .. }
            | Event::MarkerLaid { .. }
            | Event::MarkerOpened { .. }
            | Event::ChitLaid { .. }
            | Event::ChitDiscarded { .. }
            | Event::SpherePlaced { .. }
            | Event::SphereRemoved { .. }
            | Event::Weakened { .. }
            | Event::Westernized { .. }
            | Event::Incited { .. }
            | Event::RevoltRolled { .. }
            | Event::Revolted { .. }
            | Event::RevoltEnded { .. }
            | Event::Raised { .. }
            | Event::Launched { .. }
            | Event::Erected { .. }
            | Event::Developed { .. }
            | Event::CanalOpened { .. }
            | Event::Razed { .. }
            | Event::WarDeclared { .. }
            | Event::PeaceMade { .. }
            | Event::Allied { .. }
            | Event::NoticeGiven { .. }
            | Event::AllianceEnded { .. }
            | Event::Marched { .. }
            | Event::Boarded { .. }
            | Event::Sailed { .. }
            | Event::Disembarked { .. }
            | Event::Ceded { .. }
            | Event::ReinforcementRolled { .. }
            | Event::Reinforced { .. }
            | Event::AfarRolled { .. }
            | Event::NavalJoined { .. }
            | Event::NavalRound { .. }
            | Event::Broadside { .. }
            | Event::Sunk { .. }
            | Event::BrokenOff { .. }
            | Event::NavalEnded { .. }
            | Event::BattleJoined { .. }
            | Event::RoundBegan { .. }
            | Event::Modified { .. }
            | Event::Volley { .. }
            | Event::Combined { .. }
            | Event::Lost { .. }
            | Event::NativesLost { .. }
            | Event::Retreated { .. }
            | Event::Converted { .. }
            | Event::BattleEnded { .. }
            | Event::Gained { .. }
            | Event::Reverted { .. }
            | Event::Explored { .. }
            | Event::Prospected { .. }
            | Event::GameEnded { .. }
            | Event::GoalShown { .. }
            | Event::Scored { .. }
            | Event::Won { .. } => Audience::Everyone,
        }
    }

    /// True if what is known of the secrets is such as the containers hold, and about what lies
    /// there.
    fn keeps(&self, view: &View) -> bool {
        let Secret { faces, chits, purses, .. } = &view.known;
        let lies =
            |name: &Region, what: fn(&Land) -> bool| view.open.lands.get(name).is_some_and(what);
        faces.keys().all(|name| lies(name, |land| land.marker.is_some()))
            && chits.keys().all(|name| lies(name, |land| land.chit.is_some()))
            && self.markers_left(&view.known).is_some()
            && self.chits_left(&view.known).is_some()
            && purses.values().all(|purse| purse.pp < MOST && purse.dp < MOST)
    }

    /// Markers in the container, as far as known; `None` if more of a kind lie on the map than
    /// there are.
    pub(super) fn markers_left(&self, secret: &Secret) -> Option<Pool<Face>> {
        let face = |row: &MarkerRow| (Face { strength: row.strength, plus: row.plus }, row.count);
        let all: Pool<Face> = self.format.natives.markers.iter().map(face).collect();
        all.without(secret.faces.values())
    }

    /// Chits in the container, as far as known; `None` if more of a value lie on the map than there
    /// are.
    pub(super) fn chits_left(&self, secret: &Secret) -> Option<Pool<u32>> {
        Pool::from(self.format.chits.values.clone()).without(secret.chits.values())
    }

    /// What others have in hand: about what their regions bring in.
    fn imagine_hands(&self, state: &mut State, chance: &mut Chance) {
        let dealt: Vec<Card> = state.secret.goals.values().cloned().collect();
        let mut goals: Vec<Card> =
            self.format.goals.keys().filter(|goal| !dealt.contains(goal)).cloned().collect();
        chance.draw(&["imagine", "goals"]).shuffle(&mut goals);
        for power in &self.board.powers {
            if !state.secret.purses.contains_key(power) {
                let regions = u64::try_from(state.open.owned(*power).count()).unwrap_or(0);
                let mut draw = chance.draw(&["imagine", "purse", power.name()]);
                let some = |number: u64| u32::try_from(number).unwrap_or(0);
                let pp = some(draw.below(10 + 4 * regions));
                let dp = some(draw.below(4));
                state.secret.purses.insert(*power, Purse { pp, dp });
            }
            if self.switches.hidden_goals == Switch::Yes && !state.secret.goals.contains_key(power)
            {
                state.secret.goals.extend(goals.pop().map(|goal| (*power, goal)));
            }
        }
    }
}

/// Regions, each with one of the pieces that are left.
fn filled<K: Clone + Ord>(
    left: Option<Pool<K>>,
    regions: Vec<Region>,
    mut draw: Draw<'_>,
) -> Vec<(Region, K)> {
    let dealt = left.unwrap_or_default().fill(regions, &mut draw);
    dealt.expect("there are as many markers and chits as regions")
}
