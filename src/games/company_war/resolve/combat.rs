//! Phase 2: strategic combat. The rulebook names its steps only (cw35); the model is ours (cw60 to
//! cw74).

use super::{Cycle, Sheets, fire, fleeing, picked, used};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::{Ending, Event};
use crate::games::company_war::format::Kind;
use crate::games::company_war::orders::{FleeWhen, Launch, Order};
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Jp, Side};
use crate::games::company_war::state::{Condition, Ship, State, Unit};

/// Fights at every jump point where both sides have ships that fight, in ascending order (cw60).
pub fn run(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets) {
    let contested: Vec<Jp> = game.contested(turn.state()).collect();
    for at in contested {
        let aloof = aloof(game, turn, orders, at);
        let fights = |side| game.warships(turn.state(), side, at).any(|s| !aloof.contains(s));
        if Side::BOTH.into_iter().all(fights) {
            fight(game, turn, orders, (at, aloof));
        }
    }
}

/// Dartships that keep out of the combat: all that are not told never to flee (cw66).
fn aloof(game: &CompanyWar, turn: &Cycle<'_>, orders: &Sheets, at: Jp) -> Vec<Ship> {
    let dartship = |ship: &&Ship| game.chart.hulls[*ship].kind == Kind::Dartship;
    let stays = |ship: &&Ship| {
        let side = game.chart.hulls[*ship].side;
        let policy = fleeing::policy(turn, orders, side, (ship, at));
        policy.is_some_and(|(_, when, _)| *when == FleeWhen::Never)
    };
    turn.state()
        .at(at)
        .map(|(ship, _)| ship)
        .filter(dartship)
        .filter(|s| !stays(s))
        .cloned()
        .collect()
}

fn fight(game: &CompanyWar, turn: &mut Cycle<'_>, orders: &Sheets, (at, aloof): (Jp, Vec<Ship>)) {
    turn.next_moment();
    turn.record(&rules::BATTLE, Event::BattleJoined { at });
    if !aloof.is_empty() {
        turn.record(&rules::AVOID, Event::StoodOff { ships: aloof });
    }
    let mut losses = fleeing::Losses::default();
    let why = (1..=game.format.combat.rounds)
        .find_map(|round| fight_round(game, turn, orders, (at, round), &mut losses))
        .unwrap_or(Ending::Undecided);
    turn.next_moment();
    strand(game, turn);
    turn.record(&rules::ROUNDS, Event::BattleEnded { at, why });
}

/// Steps 2A to 2G once; how the combat ended, if it did.
fn fight_round(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (at, round): (Jp, u32),
    losses: &mut fleeing::Losses,
) -> Option<Ending> {
    turn.next_moment();
    turn.record(&rules::BATTLE, Event::RoundBegan { at, round });
    for side in Side::BOTH {
        operate_riders(game, turn, orders, (side, at));
    }
    let second = initiative(game, turn, (at, round));
    fire::allocate(game, turn, orders, (second.other(), at));
    fire::allocate(game, turn, orders, (second, at));
    fire::exchange(game, turn, (at, round), losses);
    fleeing::flee(game, turn, orders, at, losses);
    ended(game, turn, orders, (at, round))
}

/// 2A: launches and recovers riders as ordered; without orders all launch (cw61).
fn operate_riders(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (side, here): (Side, Jp),
) {
    let asked = picked(turn, orders, side, |order| match order {
        Order::Riders { at, launch } if at.is_none_or(|at| at == here) => Some(launch),
        _ => None,
    });
    let all = Launch::All;
    let launch = asked.first().map_or(&all, |(_, launch)| launch);
    if let Some((given, _)) = asked.first() {
        used(turn, side, given, &rules::LAUNCH, "it decided which riders were out");
    }
    let wanted = |carrier: &Ship| match launch {
        Launch::All => true,
        Launch::None => false,
        Launch::Of(carriers) => carriers.contains(carrier),
    };
    let (mut out, mut back) = (Vec::new(), Vec::new());
    for rider in game.riders(turn.state(), side, here) {
        let launched = turn.state().battle.as_ref().is_some_and(|b| b.launched.contains(&rider));
        match (wanted(rider.ship()), launched) {
            (true, false) => out.push(rider),
            (false, true) => back.push(rider),
            _ => {}
        }
    }
    if !out.is_empty() {
        turn.record(&rules::LAUNCH, Event::Launched { riders: out });
    }
    if !back.is_empty() {
        turn.record(&rules::LAUNCH, Event::Recovered { riders: back });
    }
}

/// 2B: the higher roll allocates second; a tie is the Mazianni's (cw62).
fn initiative(game: &CompanyWar, turn: &mut Cycle<'_>, (at, round): (Jp, u32)) -> Side {
    let table = &game.format.combat;
    let mut totals = [0, 0];
    for (side, sum) in Side::BOTH.into_iter().zip(&mut totals) {
        let (place, round) = labels(at, round);
        let label = ["combat", &place, &round, "initiative", side.name()];
        let dice = turn.chance().draw(&label).dice(table.dice, table.sides);
        *sum = dice.iter().map(|d| u32::from(*d)).sum();
        turn.record(&rules::COMBAT_INITIATIVE, Event::CombatRolled { side, dice, total: *sum });
    }
    let side = if totals[0] >= totals[1] { Side::Mazianni } else { Side::Union };
    turn.record(&rules::COMBAT_INITIATIVE, Event::CombatInitiative { side });
    side
}

/// The parts of a draw's name that say where and when.
pub fn labels(at: Jp, round: u32) -> (String, String) {
    (format!("jp-{at}"), format!("round-{round}"))
}

/// 2G: nobody left to fight on one side, or both offered to stop (cw73, cw74).
fn ended(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (here, round): (Jp, u32),
) -> Option<Ending> {
    let fights = |side| !game.fighters(turn.state(), side, here).is_empty();
    if !Side::BOTH.into_iter().all(fights) {
        return Some(Ending::Decided);
    }
    let offer = |side| {
        let offers = picked(turn, orders, side, |order| match order {
            Order::CeaseFire { at, from_round } => {
                (*at == here && round >= *from_round).then_some(())
            }
            _ => None,
        });
        offers.into_iter().next().map(|(given, ())| (side, given))
    };
    let offers: Vec<_> = Side::BOTH.into_iter().filter_map(offer).collect();
    if offers.len() < Side::BOTH.len() {
        return None;
    }
    for (side, given) in offers {
        used(turn, side, given, &rules::CEASE_FIRE, "both sides stopped fighting");
    }
    Some(Ending::CeaseFire)
}

/// Riders whose carrier is lost have no way home (cw69).
fn strand(game: &CompanyWar, turn: &mut Cycle<'_>) {
    let Some(battle) = &turn.state().battle else { return };
    let lost = |unit: &&Unit| turn.state().ships[unit.ship()].condition == Condition::Lost;
    let stranded: Vec<Unit> = battle.launched.iter().filter(lost).cloned().collect();
    debug_assert!(stranded.iter().all(|unit| game.chart.hulls.contains_key(unit.ship())));
    for unit in stranded {
        turn.record(&rules::STRANDED, Event::Destroyed { unit });
    }
}

impl CompanyWar {
    /// Ships of a side at a jump point that have not fled, in the order of the scenario.
    pub(in crate::games::company_war) fn warships<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        at: Jp,
    ) -> impl Iterator<Item = &'a Ship> {
        let here = move |ship: &&Ship| {
            let vessel = &state.ships[*ship];
            vessel.afloat() && vessel.at == Some(at) && !vessel.fleeing
        };
        self.chart.fleet(side).filter(here)
    }

    /// Ships that take part in the combat in progress.
    pub(in crate::games::company_war) fn fighting<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        at: Jp,
    ) -> impl Iterator<Item = &'a Ship> {
        let aloof = |ship: &Ship| state.battle.as_ref().is_some_and(|b| b.aloof.contains(ship));
        self.warships(state, side, at).filter(move |ship| !aloof(ship))
    }

    /// Units of a side that fire and are fired upon: ships, then launched riders.
    pub(in crate::games::company_war) fn fighters(
        &self,
        state: &State,
        side: Side,
        at: Jp,
    ) -> Vec<Unit> {
        let ships = self.fighting(state, side, at).cloned().map(Unit::Ship);
        let launched = state.battle.iter().flat_map(|b| &b.launched);
        let mut riders: Vec<Unit> =
            launched.filter(|u| self.chart.hulls[u.ship()].side == side).cloned().collect();
        let place = |unit: &Unit| self.chart.order.iter().position(|name| name == unit.ship());
        riders.sort_by_key(|unit| (place(unit), unit.clone()));
        ships.chain(riders).collect()
    }

    /// Riders that are not lost, of the carriers that fight.
    fn riders(&self, state: &State, side: Side, at: Jp) -> Vec<Unit> {
        let of = |ship: &Ship| {
            let riders = state.ships[ship].riders.iter().zip(1..);
            let whole = riders.filter(|(condition, _)| **condition != Condition::Lost);
            whole.map(|(_, number)| Unit::Rider(ship.clone(), number)).collect::<Vec<_>>()
        };
        self.fighting(state, side, at).flat_map(of).collect()
    }
}
