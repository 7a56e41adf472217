//! What a power can expect of the production that is to come, by what it sees.

use super::AgeOfImperialism;
use super::power::Power;
use super::resolve::income;
use super::sight::View;
use super::state::{Building, Open, Step};

/// Income and upkeep of one production.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Outlook {
    /// PP that come in as the map and wars stand, if nobody who holds a strait lets the power through.
    pub least: u32,
    /// PP that come in at most: if those who hold straits let the power through, and, where it has enemies, if its ports
    /// reach every other port but theirs (im16).
    pub most: u32,
    /// PP for all units and fleets.
    pub upkeep: u32,
    /// DP that come in.
    pub dp: u32,
}

impl AgeOfImperialism {
    /// What is still to come for the power (im13, im14, im17).
    pub(super) fn outlook(&self, view: &View, power: Power) -> Outlook {
        let state = &view.open;
        if !self.collects(state, power) {
            return Outlook::default();
        }
        self.forecast(view, power)
    }

    /// PP that the reader of the view can build for in the production that is played or awaited, whatever those ports
    /// bring of which that is not known.
    pub(super) fn budget(&self, view: &View) -> u32 {
        let outlook = view.power.map(|power| self.outlook(view, power)).unwrap_or_default();
        view.hand().pp.saturating_add(outlook.least).saturating_sub(outlook.upkeep)
    }

    /// What ports bring the power as the map stands, at least and at most (im16).
    fn ports(&self, open: &Open, power: Power) -> (u32, u32) {
        if open.enemies(power).is_empty() {
            // Nobody can close them but those who hold straits.
            let ports = |permits: bool| -> u32 {
                income::ports(self, open, power, move |_| permits).map(|(_, pp)| pp).sum()
            };
            return (ports(false), ports(true));
        }
        // Fleets of enemies may close all of them, and may be gone by then.
        let table = &self.format.income;
        let own = open.count(power, Building::Port);
        let peaceful = |other: &&Power| !open.at_war(power, **other);
        let count = |other: &Power| open.count(*other, Building::Port);
        let all = open.order.iter().filter(peaceful).map(count).sum::<u32>();
        let reached = table.port_per_port.value.saturating_mul(all.saturating_sub(1));
        let served = table.port_per_factory.value * open.count(power, Building::Factory);
        (0, own.saturating_mul(reached.saturating_add(served)))
    }

    /// The turn whose production is the next that brings the power income; `None` if none is to come that is
    /// foreseen.
    pub(super) fn next_production(&self, state: &Open, power: Power) -> Option<u32> {
        let turn = match state.step {
            Step::Picks | Step::Over => return None,
            // The set-up counts as the production of the first turn.
            Step::Placement => 2,
            _ if self.collects(state, power) => state.turn,
            _ => state.turn + 1,
        };
        self.board.turns.is_none_or(|turns| turn <= turns).then_some(turn)
    }

    /// What a production brings the power as the map stands (im13, im14, im17).
    pub(super) fn forecast(&self, view: &View, power: Power) -> Outlook {
        let state = &view.open;
        let table = &self.format.income;
        let pp: u32 = income::of_land(self, state, &view.known, power).values().sum();
        let (least, most) = self.ports(state, power);
        let land: u32 = state.lands.values().map(|land| land.force(power).total()).sum();
        let fleets = state.fleets_of(power);
        let sea: u32 = fleets.map(|(_, fleet)| 1 + fleet.cargo.total()).sum();
        Outlook {
            least: pp.saturating_add(least),
            most: pp.saturating_add(most),
            upkeep: (land + sea).saturating_mul(table.upkeep.value),
            dp: table.dp.value + state.count(power, Building::City) * table.dp_per_city.value,
        }
    }

    /// True if the power has yet to spend what it begins with, which is handed out when it places its units (im11).
    pub(super) fn begins(&self, state: &Open, power: Power) -> bool {
        match state.step {
            Step::Placement if self.in_turn(Step::Placement) => goes(state, power),
            Step::Picks | Step::Placement => true,
            _ => false,
        }
    }

    /// The part of the turn in which the power has its next go, if there is one more (im54): the one behind that which is
    /// played, once its go in this is over; none after its last.
    pub(super) fn step_ahead(&self, state: &Open, power: Power) -> Step {
        match state.step {
            Step::Second
                if self.in_turn(Step::Second)
                    && !goes(state, power)
                    && self.board.turns == Some(state.turn) =>
            {
                Step::Over
            }
            step @ (Step::Picks | Step::Second) => step,
            step if self.in_turn(step) && !goes(state, power) => self.next_step(state.turn, step).1,
            step => step,
        }
    }

    /// True if the power has its income before it in the cycle that is awaited.
    fn collects(&self, state: &Open, power: Power) -> bool {
        match state.step {
            Step::Production if self.in_turn(Step::Production) => goes(state, power),
            Step::Auction | Step::Production => true,
            _ => false,
        }
    }
}

/// True if the power's go in the step is still to come.
fn goes(state: &Open, power: Power) -> bool {
    let place = state.order.iter().position(|other| *other == power);
    place.is_some_and(|place| place >= state.gone as usize)
}
