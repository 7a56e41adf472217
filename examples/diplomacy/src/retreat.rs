//! A retreat phase.

use adjutant::prelude::*;

use crate::order::{Order, Reason};
use crate::place::Place;
use crate::state::{Beaten, Event, Open, Why};
use crate::{CONTEST, DISBAND, Diplomacy, RETREAT};

/// Where a dislodged unit may go (dp40, dp41).
pub(crate) fn ways(game: &Diplomacy, open: &Open, beaten: &Beaten) -> Vec<Place> {
    let near = game.board.near(beaten.unit.kind, beaten.unit.at).iter().copied();
    near.filter(|to| barred(open, beaten, *to).is_none()).collect()
}

/// Why a dislodged unit may not go to a province next to it.
pub(crate) fn barred(open: &Open, beaten: &Beaten, to: Place) -> Option<(Rule, Reason)> {
    let at = to.province();
    if open.at(at).is_some() {
        Some((RETREAT, Reason::Occupied { at }))
    } else if beaten.from == Some(at) {
        Some((RETREAT, Reason::From { at }))
    } else if open.contested.contains(&at) {
        Some((CONTEST, Reason::Contested { at }))
    } else {
        None
    }
}

pub(crate) fn resolve(turn: &mut Turn<'_, Diplomacy>) {
    let beaten = turn.state().beaten.clone();
    let line = |lost: &Beaten| {
        let about = |given: &&Given<Order>| {
            given.order.unit().is_some_and(|(_, at)| at.province() == lost.unit.at.province())
        };
        turn.in_force(&lost.unit.power.seat()).into_iter().find(about)
    };
    let lines: Vec<Option<&Given<Order>>> = beaten.iter().map(line).collect();
    let goal = |(lost, line): (&Beaten, &Option<&Given<Order>>)| match line.map(|it| &it.order) {
        Some(Order::Move { way: [_, to], .. }) => turn.game().refuge(turn.state(), lost, *to).ok(),
        _ => None,
    };
    let goals: Vec<Option<Place>> = beaten.iter().zip(&lines).map(goal).collect();
    for ((lost, line), goal) in beaten.iter().zip(&lines).zip(&goals) {
        let unit = lost.unit;
        let met = |to: &Place| {
            goals.iter().flatten().filter(|other| other.province() == to.province()).count() > 1
        };
        let (rule, event, fate) = match goal {
            Some(to) if met(to) => (
                &DISBAND,
                Event::Removed { unit, why: Why::Met },
                Fate::failed(&DISBAND, Reason::Met { to: *to }),
            ),
            Some(to) => (
                &RETREAT,
                Event::Retreated { unit, to: *to },
                Fate::done(&RETREAT, Reason::Went { to: *to }),
            ),
            None => {
                let why = if line.is_some() { Why::Ordered } else { Why::Lost };
                let fate = Fate::done(&DISBAND, Reason::Disbanded);
                (&DISBAND, Event::Removed { unit, why }, fate)
            }
        };
        turn.record(rule, event);
        if let Some(given) = line {
            turn.answer(&unit.power.seat(), given, fate);
        }
    }
}

impl Diplomacy {
    /// Where a dislodged unit comes out that is to retreat there.
    pub(crate) fn refuge(
        &self,
        open: &Open,
        beaten: &Beaten,
        to: Place,
    ) -> adjutant::game::Checked<Reason, Place> {
        let (goal, convoy) = self.board.goal(&open.units, &beaten.unit, to, false)?;
        if convoy {
            let (unit, at) = (beaten.unit.kind, beaten.unit.at);
            return Err((RETREAT, Reason::Impossible { unit, at, to }));
        }
        barred(open, beaten, goal).map_or(Ok(goal), Err)
    }
}
