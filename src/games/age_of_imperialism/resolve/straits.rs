//! Which fleets may pass where (im2, im66).

use super::{Cycle, Line, asks};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::map::Gate;
use crate::games::age_of_imperialism::names::Sea;
use crate::games::age_of_imperialism::order::Order;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Open;

/// True if fleets of a power may go from one sea area to a neighbouring one.
pub fn open(turn: &Cycle<'_>, power: Power, from: &Sea, to: &Sea) -> bool {
    let permits = |holder: Power| permits(turn, holder, power);
    turn.game().passes(&turn.state().open, power, (from, to), permits)
}

/// True if the holder of a strait lets a power through.
pub fn permits(turn: &Cycle<'_>, holder: Power, power: Power) -> bool {
    permit(turn, holder, power).is_some()
}

impl AgeOfImperialism {
    /// True if fleets of a power may go from one sea area to a neighbouring one; who holds a strait and is no ally may
    /// permit it.
    pub(in crate::games::age_of_imperialism) fn passes(
        &self,
        state: &Open,
        power: Power,
        (from, to): (&Sea, &Sea),
        permits: impl Fn(Power) -> bool,
    ) -> bool {
        let chart = &self.board.chart;
        let Some(strait) = chart.strait(from, to) else {
            return chart.waters.get(from).is_some_and(|water| water.near.contains(to));
        };
        match strait.kind {
            // Where no power holds the region, nobody's permission is needed.
            Gate::Permission => strait.region.iter().all(|region| {
                let holder = state.lands.get(region).and_then(|land| land.owner);
                holder.is_none_or(|holder| {
                    holder == power || state.allied(holder, power) || permits(holder)
                })
            }),
            Gate::Canal => {
                let holder = state.canal.as_ref().and_then(|region| state.land(region).owner);
                holder.is_some_and(|holder| !state.at_war(holder, power))
            }
        }
    }
}

/// The line by which the holder of a strait lets a power through: only his strongest list counts.
fn permit<'o>(turn: &Cycle<'o>, holder: Power, power: Power) -> Option<&'o Line> {
    let lists = turn.picked(&holder.seat(), asks!(Order::Passage { to } => to.contains(&power)));
    lists.first().filter(|(_, permitted)| *permitted).map(|(line, _)| *line)
}

/// Tells the holder of a strait, if there is one between these sea areas, that his permission was
/// used.
pub fn passed(turn: &mut Cycle<'_>, power: Power, from: &Sea, to: &Sea) {
    let strait = turn.game().board.chart.strait(from, to).filter(|s| s.kind == Gate::Permission);
    for region in strait.into_iter().flat_map(|strait| &strait.region) {
        let holder = turn.state().open.lands.get(region).and_then(|land| land.owner);
        let Some(holder) = holder.filter(|holder| *holder != power) else { continue };
        if let Some(line) = permit(turn, holder, power) {
            turn.used(&holder.seat(), line, &rules::STRAITS, Reason::StraitOpened);
        }
    }
}

/// Why a strait is shut.
pub fn shut(game: &AgeOfImperialism, from: &Sea, to: &Sea) -> Reason {
    let canal = game.board.chart.is_canal(from, to);
    let (from, to) = (from.clone(), to.clone());
    if canal { Reason::CanalShut { from, to } } else { Reason::NotPermitted { from, to } }
}
