//! Phase 2: strategic combat. The rulebook names its steps only (cw35); the model is ours (cw60 to
//! cw74).

use std::collections::BTreeSet;

use super::fleeing::Policies;
use super::{Cycle, fire, fleeing};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::{Ending, Event};
use crate::games::company_war::format::Kind;
use crate::games::company_war::names::{Jp, Ship};
use crate::games::company_war::order::{FleeWhen, Launch, Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::Side;
use crate::games::company_war::state::{Condition, Open, Unit};

/// Fights at every jump point where both sides have ships that fight, in ascending order (cw60).
pub fn run(turn: &mut Cycle<'_>) {
    let game = turn.game();
    for at in game.contested(&turn.state().open) {
        let aloof = aloof(turn, at);
        let (open, idle) = (&turn.state().open, aloof.iter().collect::<BTreeSet<_>>());
        let fights = |side| game.warships(open, side, at).any(|s| !idle.contains(s));
        if Side::BOTH.into_iter().all(fights) {
            fight(turn, at, aloof);
        }
    }
}

/// Dartships that keep out of the combat: all that are not told never to flee (cw66).
fn aloof(turn: &Cycle<'_>, at: Jp) -> Vec<Ship> {
    let policies = Side::BOTH.map(|side| Policies::at(turn, side, at));
    let keeps_out = |ship: &Ship| {
        let hull = &turn.game().chart.hulls[ship];
        let stays = || {
            let policy = policies[hull.side as usize].of(ship);
            policy.is_some_and(|policy| policy.when == FleeWhen::Never)
        };
        hull.kind == Kind::Dartship && !stays()
    };
    let here = turn.state().open.at(at).map(|(ship, _)| ship);
    here.filter(|ship| keeps_out(ship)).cloned().collect()
}

fn fight(turn: &mut Cycle<'_>, at: Jp, aloof: Vec<Ship>) {
    turn.next_moment();
    turn.record(&rules::BATTLE, Event::BattleJoined { at });
    if !aloof.is_empty() {
        turn.record(&rules::AVOID, Event::StoodOff { ships: aloof });
    }
    let mut losses = fleeing::Losses::default();
    let why = (1..=turn.game().format.combat.rounds)
        .find_map(|round| fight_round(turn, at, round, &mut losses))
        .unwrap_or(Ending::Undecided);
    turn.next_moment();
    strand(turn);
    turn.record(&rules::ROUNDS, Event::BattleEnded { at, why });
}

/// Steps 2A to 2G once; how the combat ended, if it did.
fn fight_round(
    turn: &mut Cycle<'_>,
    at: Jp,
    round: u32,
    losses: &mut fleeing::Losses,
) -> Option<Ending> {
    turn.next_moment();
    turn.record(&rules::BATTLE, Event::RoundBegan { at, round });
    for side in Side::BOTH {
        operate_riders(turn, side, at);
    }
    let second = initiative(turn, at, round);
    fire::allocate(turn, second.other(), at);
    fire::allocate(turn, second, at);
    fire::exchange(turn, at, round, losses);
    fleeing::flee(turn, at, losses);
    ended(turn, at, round)
}

/// 2A: launches and recovers riders as ordered; without orders all launch (cw61).
fn operate_riders(turn: &mut Cycle<'_>, side: Side, here: Jp) {
    let asked = turn.picked(
        &side.seat(),
        asks!(Order::Riders { at, launch } if at.is_none_or(|at| at == here) => launch),
    );
    let launch = asked.first().map_or(&Launch::All, |(_, launch)| launch);
    if let Some((given, _)) = asked.first() {
        turn.used(&side.seat(), given, &rules::LAUNCH, Reason::DecidedRiders);
    }
    let wanted = |carrier: &Ship| match launch {
        Launch::All => true,
        Launch::None => false,
        Launch::Of(carriers) => carriers.contains(carrier),
    };
    let (mut out, mut back) = (Vec::new(), Vec::new());
    let open = &turn.state().open;
    for rider in turn.game().riders(open, side, here) {
        let launched = open.battle.as_ref().is_some_and(|b| b.launched.contains(&rider));
        match (wanted(rider.ship()), launched) {
            (true, false) => out.push(rider),
            (false, true) => back.push(rider),
            (true, true) | (false, false) => {}
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
fn initiative(turn: &mut Cycle<'_>, at: Jp, round: u32) -> Side {
    let table = &turn.game().format.combat;
    let mut totals = [0, 0];
    for (side, sum) in Side::BOTH.into_iter().zip(&mut totals) {
        let (place, round) = fire::labels(at, round);
        let label = ["combat", &place, &round, "initiative", side.name()];
        let mut draw = turn.chance().draw(&label);
        let (dice, name) = (draw.dice(table.dice, table.sides), draw.name());
        *sum = dice.iter().map(|d| u32::from(*d)).sum();
        let rolled = Event::CombatRolled { side, dice, total: *sum };
        turn.record_drawn(&rules::COMBAT_INITIATIVE, name, rolled);
    }
    let side = if totals[0] >= totals[1] { Side::Mazianni } else { Side::Union };
    turn.record(&rules::COMBAT_INITIATIVE, Event::CombatInitiative { side });
    side
}

/// 2G: nobody left to fight on one side, or both offered to stop (cw73, cw74).
fn ended(turn: &mut Cycle<'_>, here: Jp, round: u32) -> Option<Ending> {
    let fights = |side| !turn.game().fighters(&turn.state().open, side, here).is_empty();
    if !Side::BOTH.into_iter().all(fights) {
        return Some(Ending::Decided);
    }
    let offer = |side: Side| {
        let offers = turn.picked(
            &side.seat(),
            asks!(Order::CeaseFire { at, from_round } if *at == here => *from_round),
        );
        offers.first().filter(|(_, from)| round >= *from).map(|(given, _)| (side, *given))
    };
    let offers: Vec<_> = Side::BOTH.into_iter().filter_map(offer).collect();
    if offers.len() < Side::BOTH.len() {
        return None;
    }
    for (side, given) in offers {
        turn.used(&side.seat(), given, &rules::CEASE_FIRE, Reason::Ceased);
    }
    Some(Ending::CeaseFire)
}

/// Riders whose carrier is lost have no way home (cw69).
fn strand(turn: &mut Cycle<'_>) {
    let open = &turn.state().open;
    let launched = open.battle.iter().flat_map(|battle| &battle.launched);
    let lost = |unit: &&Unit| open.ships[unit.ship()].condition == Condition::Lost;
    let stranded: Vec<Unit> = launched.filter(lost).cloned().collect();
    for unit in stranded {
        turn.record(&rules::STRANDED, Event::Destroyed { unit });
    }
}

impl CompanyWar {
    /// Ships of a side at a jump point that have not fled, in the order of the scenario.
    pub(in crate::games::company_war) fn warships<'a>(
        &'a self,
        open: &'a Open,
        side: Side,
        at: Jp,
    ) -> impl Iterator<Item = &'a Ship> {
        let here = move |ship: &&Ship| {
            let vessel = &open.ships[*ship];
            vessel.at == Some(at) && vessel.afloat() && !vessel.fleeing
        };
        self.chart.fleet(side).filter(here)
    }

    /// Ships that take part in the combat in progress.
    pub(in crate::games::company_war) fn fighting<'a>(
        &'a self,
        open: &'a Open,
        side: Side,
        at: Jp,
    ) -> impl Iterator<Item = &'a Ship> {
        let aloof = |ship: &Ship| open.battle.as_ref().is_some_and(|b| b.aloof.contains(ship));
        self.warships(open, side, at).filter(move |ship| !aloof(ship))
    }

    /// Units of a side that fire and are fired upon: ships, then launched riders.
    pub(in crate::games::company_war) fn fighters(
        &self,
        open: &Open,
        side: Side,
        at: Jp,
    ) -> Vec<Unit> {
        let ships = self.fighting(open, side, at).cloned().map(Unit::Ship);
        let launched = open.battle.iter().flat_map(|b| &b.launched);
        let hull = |unit: &Unit| &self.chart.hulls[unit.ship()];
        let mut riders: Vec<&Unit> = launched.filter(|unit| hull(unit).side == side).collect();
        // Those of one carrier stand together by number, and stay so.
        riders.sort_by_cached_key(|unit| hull(unit).place);
        ships.chain(riders.into_iter().cloned()).collect()
    }

    /// Riders that are not lost, of the carriers that fight.
    fn riders(&self, open: &Open, side: Side, at: Jp) -> Vec<Unit> {
        let of = |ship: &Ship| {
            let riders = open.ships[ship].riders.iter().zip(1..);
            let whole = riders.filter(|(condition, _)| **condition != Condition::Lost);
            whole.map(|(_, number)| Unit::Rider(ship.clone(), number)).collect::<Vec<_>>()
        };
        self.fighting(open, side, at).flat_map(of).collect()
    }
}
