//! The sequence of play: what each phase takes, and where the table waits.

use std::collections::{BTreeMap, BTreeSet};

use super::CompanyWar;
use super::format::{Exchange, Format, Kind, Switch};
use super::orders::KINDS;
use super::scenario::{Jp, Side};
use super::sight::seat_of;
use super::state::{Condition, State, Step};
use crate::base::Problem;
use crate::engine::{Due, Phase};

/// The phases of a turn in order.
const TURN: [Step; 4] = [Step::Movement, Step::Combat, Step::Repair, Step::Garrison];

/// The format must name every phase, and wait where sides cannot do without orders; its docks must
/// be stations.
pub(super) fn check_format(format: &Format) -> Result<(), Problem> {
    for step in TURN.into_iter().chain([Step::SetUp]) {
        let Some(phase) = format.phases.get(step.name()) else {
            return Err(Problem::refused(format!("the phase {} is missing", step.name())));
        };
        if matches!(step, Step::SetUp | Step::Movement) && !phase.wait {
            return Err(Problem::refused(format!("the phase {} must wait", step.name()))
                .hint("set wait: true"));
        }
    }
    if format.phases.len() != TURN.len() + 1 {
        let names: Vec<_> = format.phases.keys().map(String::as_str).collect();
        return Err(Problem::refused(format!("not all of these are phases: {}", names.join(", ")))
            .hint("the phases are: set-up, movement, combat, repair, garrison"));
    }
    for (name, phase) in &format.phases {
        if let Some(unknown) = phase.accepts.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            return Err(Problem::refused(format!("there is no order {unknown}"))
                .at(format!("phase {name}"))
                .hint(format!("the orders are: {}", KINDS.join(", "))));
        }
    }
    let docks = format.repair.mazianni.iter().chain(&format.repair.union);
    let mut named = docks.map(|dock| &dock.station).chain([&format.repair.riders.station]);
    match named.find(|station| format.stations.group(station).is_none()) {
        Some(station) => Err(Problem::refused(format!("there is no station {station}"))
            .hint("the table `stations` has the names")),
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
        match state.step {
            Step::Over => true,
            step => self.may_wait(step) && Side::BOTH.iter().any(|s| self.decides(state, *s)),
        }
    }

    /// True if the side has something to decide in the phase that begins.
    fn decides(&self, state: &State, side: Side) -> bool {
        match state.step {
            Step::SetUp => side == Side::Mazianni,
            Step::Movement => true,
            Step::Combat => self.contested(state).next().is_some() || self.can_bombard(state, side),
            Step::Repair => self.has_damage(state, side),
            Step::Garrison => side == Side::Mazianni && self.has_troops_to_move(state),
            Step::Over => false,
        }
    }

    /// Jump points where both sides have ships, in ascending order (cw60).
    pub(super) fn contested<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Jp> + 'a {
        self.chart.points.keys().copied().filter(|jp| {
            let sides: BTreeSet<Side> =
                state.at(*jp).map(|(ship, _)| self.chart.hulls[ship].side).collect();
            sides.len() == 2
        })
    }

    fn can_bombard(&self, state: &State, side: Side) -> bool {
        let near = |jp: Jp| {
            self.chart.station_at(jp).is_some()
                && !state.destroyed.contains(&jp)
                && state.at(jp).any(|(ship, _)| self.chart.hulls[ship].side == side)
        };
        self.switches.bombard == Switch::Yes && self.chart.points.keys().any(|jp| near(*jp))
    }

    fn has_damage(&self, state: &State, side: Side) -> bool {
        self.chart.fleet(side).any(|ship| {
            let vessel = &state.ships[ship];
            let hurt = vessel.condition == Condition::Damaged;
            let riders =
                side == Side::Union && vessel.riders.iter().any(|r| *r != Condition::Whole);
            vessel.afloat() && self.chart.hulls[ship].kind != Kind::Dartship && (hurt || riders)
        })
    }

    /// Judged by what everybody sees: whether the table waits must not tell who carries troops.
    fn has_troops_to_move(&self, state: &State) -> bool {
        let near_station = |ship: &String| {
            state.ships[ship].at.is_some_and(|jp| self.chart.station_at(jp).is_some())
        };
        let returning = state.fallen.iter().any(|turn| *turn < state.turn);
        let troops = !state.aboard.is_empty() || !state.landed.is_empty();
        returning || (troops && self.chart.fleet(Side::Mazianni).any(near_station))
    }

    /// The phases of the cycle that begins with this one.
    fn covered(&self, step: Step) -> Vec<Step> {
        match TURN.iter().position(|s| *s == step) {
            None => vec![step],
            Some(at) => {
                let rest = TURN[at + 1..].iter().take_while(|s| !self.may_wait(**s));
                std::iter::once(step).chain(rest.copied()).collect()
            }
        }
    }

    /// What the table waits for, from whom (cw51, cw52).
    pub(super) fn awaited(&self, state: &State) -> Phase {
        let covered = self.covered(state.step);
        let specs: Vec<_> =
            covered.iter().filter_map(|s| self.format.phases.get(s.name())).collect();
        let due = |side: Side| match (state.step, self.decides(state, side)) {
            (Step::Over, _) => Due::Nothing,
            (_, true) => Due::Required,
            (Step::SetUp, false) => Due::Optional,
            (_, false) => Due::Nothing,
        };
        Phase {
            name: state.step.name().to_owned(),
            turn: state.turn,
            covers: covered.iter().map(|s| s.name().to_owned()).collect(),
            accepts: specs.iter().flat_map(|p| p.accepts.iter().cloned()).collect(),
            due: Side::BOTH.map(|s| (seat_of(s), due(s))).into_iter().collect::<BTreeMap<_, _>>(),
            sealed: specs.iter().any(|p| p.sealed),
        }
    }
}
