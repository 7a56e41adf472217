//! 2C to 2E: target allocation, simultaneous fire, damage (cw63 to cw68).

use std::collections::BTreeMap;

use super::combat::labels;
use super::fleeing::Losses;
use super::{Cycle, Sheets, picked, scoring, used};
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::orders::{Fire, Order};
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Counter, Jp, Ratings, Side};
use crate::games::company_war::state::{Condition, State, Unit};

/// 2C: each unit of the side takes aim, by its standing orders or the default (cw64).
pub fn allocate(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    (side, here): (Side, Jp),
) {
    let asked = picked(turn, orders, side, |order| match order {
        Order::Target { at, priority, fire } if at.is_none_or(|at| at == here) => {
            Some((priority.as_slice(), *fire))
        }
        _ => None,
    });
    let (priority, fire) = asked.first().map_or((&[][..], Fire::Spread), |(_, wish)| *wish);
    if let Some((given, _)) = asked.first() {
        used(turn, side, given, &rules::TARGETS, "it decided who was fired at");
    }
    let mut targets = game.fighters(turn.state(), side.other(), here);
    sort(game, turn.state(), &mut targets, priority, fire);
    let shooters = game.fighters(turn.state(), side, here);
    turn.next_moment();
    let aims = shooters.into_iter().enumerate().map(|(n, unit)| {
        let turn_of = if fire == Fire::Focus { n / 2 } else { n };
        (unit, targets[turn_of % targets.len()].clone())
    });
    for (unit, target) in aims {
        turn.record(&rules::ALLOCATION, Event::Aimed { unit, target });
    }
}

/// Most wanted first; what the list does not name follows, ships before riders.
fn sort(game: &CompanyWar, state: &State, targets: &mut [Unit], priority: &[String], fire: Fire) {
    let class = |unit: &Unit| match unit {
        Unit::Ship(ship) => game.chart.hulls[ship].class.clone(),
        Unit::Rider(..) => "rider".to_owned(),
    };
    let rank = |unit: &Unit| {
        let wanted = |wish: &String| *wish == unit.name() || *wish == class(unit);
        priority.iter().position(wanted).unwrap_or(priority.len())
    };
    // The sort is stable, so ships before riders in the order of the scenario otherwise.
    targets.sort_by_key(|unit| {
        let whole = condition(state, unit) == Condition::Whole;
        (fire == Fire::FinishDamaged && whole, rank(unit))
    });
}

/// How whole a unit is.
pub fn condition(state: &State, unit: &Unit) -> Condition {
    let vessel = &state.ships[unit.ship()];
    match unit {
        Unit::Ship(_) => vessel.condition,
        Unit::Rider(_, number) => vessel.riders[usize::from(*number) - 1],
    }
}

/// 2D and 2E: all fire, then all damage: nobody is spared by firing first (cw65).
pub fn exchange(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    (at, round): (Jp, u32),
    losses: &mut Losses,
) {
    turn.next_moment();
    let aims = turn.state().battle.as_ref().map(|b| b.aims.clone()).unwrap_or_default();
    let mut hits: BTreeMap<Unit, u32> = BTreeMap::new();
    for side in Side::BOTH {
        for unit in game.fighters(turn.state(), side, at) {
            let target = &aims[&unit];
            if shoot(game, turn, (at, round), (&unit, target)) {
                *hits.entry(target.clone()).or_default() += 1;
            }
        }
    }
    turn.next_moment();
    for side in Side::BOTH {
        for unit in game.fighters(turn.state(), side, at) {
            let hits = hits.get(&unit).copied().unwrap_or(0);
            damage(game, turn, (side, unit), hits, losses);
        }
    }
}

/// One shot: 2d6 at most the attack rating hits, 2d6 at most the defense rating avoids it.
fn shoot(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    (at, round): (Jp, u32),
    (unit, target): (&Unit, &Unit),
) -> bool {
    let table = &game.format.combat;
    let (place, round) = labels(at, round);
    let name = unit.name();
    let label = |what| ["combat", &place, &round, what, &name].map(str::to_owned);
    let roll = |turn: &mut Cycle<'_>, what, rating: u8| {
        let label = label(what);
        let label = label.each_ref().map(String::as_str);
        let dice = turn.chance().draw(&label).dice(table.dice, table.sides);
        let within = dice.iter().map(|d| u32::from(*d)).sum::<u32>() <= u32::from(rating);
        (dice, within)
    };
    let attack = game.ratings(turn.state(), unit).attack;
    let (dice, hit) = roll(turn, "fire", attack);
    let (shooter, aim) = (unit.clone(), target.clone());
    turn.record(&rules::FIRE, Event::Fired { unit: shooter, target: aim, dice, attack, hit });
    if !hit {
        return false;
    }
    let defense = game.ratings(turn.state(), target).defense;
    let (dice, avoided) = roll(turn, "avoid", defense);
    let (unit, from) = (target.clone(), unit.clone());
    turn.record(&rules::AVOIDANCE, Event::Evaded { unit, from, dice, defense, avoided });
    !avoided
}

/// The first hit flips a counter with a reverse side; any other destroys it (cw68).
fn damage(
    game: &CompanyWar,
    turn: &mut Cycle<'_>,
    (side, unit): (Side, Unit),
    hits: u32,
    losses: &mut Losses,
) {
    let whole = condition(turn.state(), &unit) == Condition::Whole;
    let spare = u32::from(whole && game.counter(&unit).back.is_some());
    if hits == 0 {
        return;
    }
    if hits <= spare {
        turn.record(&rules::DAMAGE, Event::Damaged { unit });
        return;
    }
    *losses.entry(side).or_default() += 1;
    turn.record(&rules::DAMAGE, Event::Destroyed { unit: unit.clone() });
    if let Unit::Ship(ship) = unit {
        scoring::ship_lost(game, turn, &ship);
    }
}

impl CompanyWar {
    fn counter(&self, unit: &Unit) -> Counter {
        let hull = &self.chart.hulls[unit.ship()];
        match unit {
            Unit::Ship(_) => hull.counter,
            Unit::Rider(..) => hull.rider.expect("a carrier's riders have ratings"),
        }
    }

    /// The ratings on the side of the counter that is up (cw8, cw9).
    pub(in crate::games::company_war) fn ratings(&self, state: &State, unit: &Unit) -> Ratings {
        let counter = self.counter(unit);
        match condition(state, unit) {
            Condition::Whole => counter.front,
            Condition::Damaged | Condition::Lost => counter.back.unwrap_or(counter.front),
        }
    }
}
