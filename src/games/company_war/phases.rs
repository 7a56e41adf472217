//! The sequence of play: what each phase takes, and where the table waits.

use super::CompanyWar;
use super::format::{Exchange, Format, Kind, Switch};
use super::names::Ship;
use super::order::Order;
use super::scenario::Side;
use super::state::{Condition, Open, State, Step};
use crate::base::Problem;
use crate::engine::Tables;
use crate::engine::format::phase::{check_phases, covered};
use crate::engine::{Due, Phase};

/// The phases of a turn in order.
const TURN: [Step; 4] = [Step::Movement, Step::Combat, Step::Repair, Step::Garrison];

/// The format must name every phase, and wait where sides cannot do without orders; its docks must
/// be stations.
pub(super) fn check_format(format: &Tables<Format>) -> Result<(), Problem> {
    let all: Vec<&str> = [Step::SetUp].into_iter().chain(TURN).map(Step::name).collect();
    let must_wait = [Step::SetUp, Step::Movement].map(Step::name);
    check_phases::<Order>(&format.phases, &all, &must_wait)?;
    let docks = format.repair.mazianni.iter().chain(&format.repair.union);
    let mut named = docks.map(|dock| &dock.station).chain([&format.repair.riders.station]);
    match named.find(|station| format.stations.group(station).is_none()) {
        Some(station) => Err(Problem::refused(format!("there is no station {station}"))
            .hint("the names are in the table `stations`")),
        None => Ok(()),
    }
}

impl CompanyWar {
    /// True if the table may wait before this phase.
    fn may_wait(&self, step: Step) -> bool {
        let spec = self.format.phases.get(step.name());
        spec.is_some_and(|p| p.wait) || self.switches.exchange == Exchange::APhase
    }

    /// True if the table waits in this state for fresh orders (cw51).
    pub(super) fn waits(&self, state: &State) -> bool {
        match state.open.step {
            Step::Over => true,
            step => self.may_wait(step) && Side::BOTH.iter().any(|s| self.decides(state, *s)),
        }
    }

    /// True if the side has something to decide in the phase that begins. Judged by what everybody
    /// sees: whether the table waits must not tell who carries troops.
    fn decides(&self, state: &State, side: Side) -> bool {
        let State { open, secret } = state;
        match open.step {
            Step::SetUp => side == Side::Mazianni,
            Step::Movement => true,
            Step::Combat => !self.contested(open).is_empty() || self.can_bombard(open, side),
            Step::Repair => self.has_damage(open, side),
            Step::Garrison => {
                let troops = !secret.aboard.is_empty() || !open.landed.is_empty();
                side == Side::Mazianni
                    && (open.returning() > 0 || (troops && self.is_near_station(open)))
            }
            Step::Over => false,
        }
    }

    fn can_bombard(&self, open: &Open, side: Side) -> bool {
        let near = |ship: &Ship| {
            let vessel = &open.ships[ship];
            vessel.afloat() && vessel.at.is_some_and(|at| self.has_station(open, at))
        };
        self.switches.bombard == Switch::Yes && self.chart.fleet(side).any(near)
    }

    fn has_damage(&self, open: &Open, side: Side) -> bool {
        self.chart.fleet(side).any(|ship| {
            let vessel = &open.ships[ship];
            let hurt = vessel.condition == Condition::Damaged;
            let riders =
                side == Side::Union && vessel.riders.iter().any(|r| *r != Condition::Whole);
            vessel.afloat() && self.chart.hulls[ship].kind != Kind::Dartship && (hurt || riders)
        })
    }

    fn is_near_station(&self, open: &Open) -> bool {
        let near =
            |ship: &Ship| open.ships[ship].at.is_some_and(|at| self.chart.station_at(at).is_some());
        self.chart.fleet(Side::Mazianni).any(near)
    }

    /// A phase and those that follow before fresh orders can be due (cw51).
    pub(super) fn covers(&self, step: Step) -> Vec<Step> {
        let next = |step: &Step| {
            let at = TURN.iter().position(|one| one == step)?;
            TURN.get(at + 1).copied()
        };
        covered(step, next, |step| self.may_wait(*step))
    }

    /// What the table waits for, from whom (cw51, cw52).
    pub(super) fn awaited(&self, state: &State) -> Phase {
        let step = state.open.step;
        let due = |side: Side| match (step, self.decides(state, side)) {
            (Step::Over, _) => Due::Nothing,
            (_, true) => Due::Required,
            (Step::SetUp, false) => Due::Optional,
            (_, false) => Due::Nothing,
        };
        let covers: Vec<&str> = self.covers(step).into_iter().map(Step::name).collect();
        let due = Side::BOTH.into_iter().map(|side| (side.seat(), due(side))).collect();
        Phase::through(&self.format.phases, &covers, state.open.turn, due)
    }
}
