//! 2C to 2E: target allocation, simultaneous fire, damage (cw63 to cw68).

use std::collections::BTreeMap;

use super::fleeing::Losses;
use super::{Cycle, scoring};
use crate::engine::DrawName;
use crate::games::company_war::CompanyWar;
use crate::games::company_war::events::Event;
use crate::games::company_war::names::Jp;
use crate::games::company_war::order::{Fire, Order, asks};
use crate::games::company_war::reasons::Reason;
use crate::games::company_war::rules;
use crate::games::company_war::scenario::{Counter, Ratings, Side};
use crate::games::company_war::state::{Condition, Open, Unit};

/// 2C: each unit of the side takes aim, by its standing orders or the default (cw64).
pub fn allocate(turn: &mut Cycle<'_>, side: Side, here: Jp) {
    let asked = turn.picked(
        &side.seat(),
        asks!(Order::Target { at, priority, fire } if at.is_none_or(|at| at == here)
            => (priority.as_slice(), *fire)),
    );
    let (priority, fire) = asked.first().map_or((&[][..], Fire::Spread), |(_, wish)| *wish);
    if let Some((given, _)) = asked.first() {
        turn.used(&side.seat(), given, &rules::TARGETS, Reason::DecidedTargets);
    }
    let (game, open) = (turn.game(), &turn.state().open);
    let mut targets = game.fighters(open, side.other(), here);
    sort(game, open, &mut targets, priority, fire);
    let shooters = game.fighters(open, side, here);
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
fn sort(game: &CompanyWar, open: &Open, targets: &mut [Unit], priority: &[String], fire: Fire) {
    let class = |unit: &Unit| match unit {
        Unit::Ship(ship) => game.chart.hulls[ship].class.as_str(),
        Unit::Rider(..) => "rider",
    };
    let mut wishes: BTreeMap<&str, usize> = BTreeMap::new();
    for (place, wish) in priority.iter().enumerate() {
        wishes.entry(wish).or_insert(place);
    }
    let rank = |unit: &Unit| {
        let places = [wishes.get(unit.name().as_str()), wishes.get(class(unit))];
        places.into_iter().flatten().min().copied().unwrap_or(priority.len())
    };
    // The sort is stable, so ships before riders in the order of the scenario otherwise.
    targets.sort_by_cached_key(|unit| {
        let whole = condition(open, unit) == Condition::Whole;
        (fire == Fire::FinishDamaged && whole, rank(unit))
    });
}

/// How whole a unit is.
pub fn condition(open: &Open, unit: &Unit) -> Condition {
    let vessel = &open.ships[unit.ship()];
    match unit {
        Unit::Ship(_) => vessel.condition,
        Unit::Rider(_, number) => vessel.riders[usize::from(*number) - 1],
    }
}

/// 2D and 2E: all fire, then all damage: nobody is spared by firing first (cw65).
pub fn exchange(turn: &mut Cycle<'_>, at: Jp, round: u32, losses: &mut Losses) {
    let game = turn.game();
    turn.next_moment();
    let aims = turn.state().open.battle.as_ref().map(|b| b.aims.clone()).unwrap_or_default();
    let mut hits: BTreeMap<Unit, u32> = BTreeMap::new();
    for side in Side::BOTH {
        for unit in game.fighters(&turn.state().open, side, at) {
            let target = &aims[&unit];
            if shoot(turn, at, round, &unit, target) {
                *hits.entry(target.clone()).or_default() += 1;
            }
        }
    }
    turn.next_moment();
    for side in Side::BOTH {
        for unit in game.fighters(&turn.state().open, side, at) {
            let hits = hits.get(&unit).copied().unwrap_or(0);
            damage(turn, side, unit, hits, losses);
        }
    }
}

/// The parts of a draw's name that say where and when.
pub fn labels(at: Jp, round: u32) -> (String, String) {
    (format!("jp-{at}"), format!("round-{round}"))
}

/// Dice against a rating.
pub struct Roll {
    /// The draw.
    pub name: DrawName,
    /// The faces.
    pub dice: Vec<u8>,
    /// They show no more than the rating.
    pub within: bool,
}

/// Rolls 2d6 against a rating.
pub fn roll(turn: &mut Cycle<'_>, label: &[&str], rating: u8) -> Roll {
    let table = &turn.game().format.combat;
    let mut draw = turn.chance().draw(label);
    let (dice, name) = (draw.dice(table.dice, table.sides), draw.name());
    let within = dice.iter().map(|d| u32::from(*d)).sum::<u32>() <= u32::from(rating);
    Roll { name, dice, within }
}

/// One shot: 2d6 at most the attack rating hits, 2d6 at most the defense rating avoids it.
fn shoot(turn: &mut Cycle<'_>, at: Jp, round: u32, unit: &Unit, target: &Unit) -> bool {
    let game = turn.game();
    let (place, round) = labels(at, round);
    let shooter = unit.name();
    let attack = game.ratings(&turn.state().open, unit).attack;
    let label = ["combat", &place, &round, "fire", &shooter];
    let Roll { name, dice, within: hit } = roll(turn, &label, attack);
    let (by, aim) = (unit.clone(), target.clone());
    let fired = Event::Fired { unit: by, target: aim, dice, attack, hit };
    turn.record_drawn(&rules::FIRE, name, fired);
    if !hit {
        return false;
    }
    let defense = game.ratings(&turn.state().open, target).defense;
    let label = ["combat", &place, &round, "avoid", &shooter];
    let Roll { name, dice, within: avoided } = roll(turn, &label, defense);
    let (unit, from) = (target.clone(), unit.clone());
    let evaded = Event::Evaded { unit, from, dice, defense, avoided };
    turn.record_drawn(&rules::AVOIDANCE, name, evaded);
    !avoided
}

/// The first hit flips a counter with a reverse side; any other destroys it (cw68).
fn damage(turn: &mut Cycle<'_>, side: Side, unit: Unit, hits: u32, losses: &mut Losses) {
    let whole = condition(&turn.state().open, &unit) == Condition::Whole;
    let spare = u32::from(whole && turn.game().counter(&unit).back.is_some());
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
        scoring::ship_lost(turn, &ship);
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
    pub(in crate::games::company_war) fn ratings(&self, open: &Open, unit: &Unit) -> Ratings {
        let counter = self.counter(unit);
        match condition(open, unit) {
            Condition::Whole => counter.front,
            Condition::Damaged | Condition::Lost => counter.back.unwrap_or(counter.front),
        }
    }
}
