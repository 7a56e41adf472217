//! 2F: fleeing from combat (cw71, cw72).

use std::collections::BTreeMap;

use super::Cycle;
use crate::engine::Given;
use crate::games::company_war::events::Event;
use crate::games::company_war::format::{Fleeing, Kind};
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{FleeWhen, Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Condition, Unit};

/// Units that each side has lost in a combat.
pub type Losses = BTreeMap<Side, u32>;

/// When a ship flees, as it was ordered.
#[derive(Debug, Clone, Copy)]
pub struct Policy<'a> {
    /// The order line.
    pub given: &'a Given<Order>,
    /// When.
    pub when: FleeWhen,
    /// Where to.
    pub to: Option<Jp>,
}

/// The orders of a side that say when its ships flee here, each after how many stronger ones.
#[derive(Debug, Default)]
pub struct Policies<'a> {
    own: BTreeMap<&'a Ship, (usize, Policy<'a>)>,
    all: Option<(usize, Policy<'a>)>,
}

impl<'a> Policies<'a> {
    /// Those in force at this moment at a jump point.
    pub fn at(turn: &Cycle<'a>, side: Side, here: Jp) -> Self {
        let asked = turn.picked(
            &side.seat(),
            asks!(Order::Flee { at, ship, when, to } if at.is_none_or(|at| at == here)
                => (ship.as_ref(), *when, *to)),
        );
        let mut policies = Self::default();
        for (place, (given, (ship, when, to))) in asked.into_iter().enumerate() {
            let policy = (place, Policy { given, when, to });
            match ship {
                Some(ship) => policies.own.entry(ship).or_insert(policy),
                None => policies.all.get_or_insert(policy),
            };
        }
        policies
    }

    /// The strongest for a ship, if there is one.
    pub fn of(&self, ship: &Ship) -> Option<Policy<'a>> {
        let both = self.own.get(ship).into_iter().chain(&self.all);
        both.min_by_key(|(place, _)| *place).map(|(_, policy)| *policy)
    }
}

/// Ships of both sides flee at once, as their orders or the default say.
pub fn flee(turn: &mut Cycle<'_>, at: Jp, losses: &Losses) {
    let game = turn.game();
    let mut flights = Vec::new();
    for side in Side::BOTH {
        let open = &turn.state().open;
        let ships: Vec<Ship> = game.fighting(open, side, at).cloned().collect();
        let enemies = game.fighting(open, side.other(), at).count();
        let lost = losses.get(&side).copied().unwrap_or(0);
        let fight = Fight { ours: ships.len(), theirs: enemies, lost };
        let policies = Policies::at(turn, side, at);
        for ship in ships {
            let policy = policies.of(&ship);
            if flees(turn, &ship, policy.map(|policy| policy.when), &fight) {
                flights.push((side, ship, policy));
            } else if let Some(Policy { given, when: FleeWhen::Never, .. }) = policy {
                let dartship = game.chart.hulls[&ship].kind == Kind::Dartship;
                let rule = if dartship { &rules::AVOID } else { &rules::FLEE };
                turn.used(&side.seat(), given, rule, Reason::KeptFighting);
            }
        }
    }
    turn.next_moment();
    for (side, ship, policy) in flights {
        if let Some(policy) = policy {
            turn.used(&side.seat(), policy.given, &rules::FLEE, Reason::DecidedFlight);
        }
        go(turn, side, at, ship, policy.and_then(|policy| policy.to));
    }
}

/// How a fight stands for a side: ships that fight, and units that it has lost.
struct Fight {
    ours: usize,
    theirs: usize,
    lost: u32,
}

/// Without orders a ship flees when it is damaged and its side outnumbered (cw71).
fn flees(turn: &Cycle<'_>, ship: &Ship, when: Option<FleeWhen>, fight: &Fight) -> bool {
    let (game, open) = (turn.game(), &turn.state().open);
    let damaged = open.ships[ship].condition == Condition::Damaged;
    let (ours, theirs) = (fight.ours, fight.theirs);
    match when {
        None => damaged && theirs >= game.format.combat.outnumbered * ours,
        Some(FleeWhen::Now) => true,
        Some(FleeWhen::Never) => false,
        Some(FleeWhen::Damaged) => damaged,
        Some(FleeWhen::Losses(count)) => fight.lost > 0 && fight.lost >= count,
        Some(FleeWhen::Outnumbered(ratio)) => theirs >= ratio as usize * ours,
    }
}

/// A fleeing carrier takes its riders aboard; then the ship stays apart or retreats (cw72).
fn go(turn: &mut Cycle<'_>, side: Side, at: Jp, ship: Ship, wish: Option<Jp>) {
    let all = |number| Unit::Rider(ship.clone(), number);
    let own = all(u8::MIN)..=all(u8::MAX);
    let launched = turn.state().open.battle.iter().flat_map(|b| b.launched.range(own.clone()));
    let riders: Vec<Unit> = launched.cloned().collect();
    if !riders.is_empty() {
        turn.record(&rules::FLEE, Event::Recovered { riders });
    }
    let to = match turn.game().switches.fleeing {
        Fleeing::Stay => None,
        Fleeing::Retreat => refuge(turn, side, at, wish),
    };
    turn.record(&rules::FLIGHT, Event::Fled { ship, to });
}

/// A jump point one jump away where no enemy stops: the one wished for, else the lowest.
fn refuge(turn: &Cycle<'_>, side: Side, at: Jp, wish: Option<Jp>) -> Option<Jp> {
    let game = turn.game();
    let near = game.chart.near(side, at);
    let open = |jp: &Jp| near.contains(jp) && !game.stopper(&turn.state().open, side, *jp);
    wish.filter(open).or_else(|| near.iter().copied().find(open))
}
