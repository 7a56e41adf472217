//! What is wrong in orders, judged by what their author can see: the sheet is tried out.

use super::acts::muster::Unfit;
use super::acts::{Checked, Deed, Stage, Viewpoint, stage};
use super::names::Unit;
use super::order::{Condition, Order, Readiness, Withdrawal};
use super::reasons::Reason;
use super::side::Side;
use super::sight::View;
use super::state::{Purse, State, Step};
use super::{Parabellum, rules};
use crate::engine::orders::check::{Findings, Life, require};
use crate::engine::orders::matter::overruled;
use crate::engine::{Budget, Finding, Given, List, Rule, Rules, Sheet, Slot};

type Line = Given<Order>;

/// The stages in the order in which they come in a cycle.
const STAGES: [Stage; 7] = [
    Stage::Whenever,
    Stage::Deployment,
    Stage::Movement,
    Stage::Special,
    Stage::Direct,
    Stage::Purchase,
    Stage::Boardroom,
];

/// What is wrong or hardly meant in a sheet.
pub fn findings(
    game: &Parabellum,
    view: &View,
    sheet: &Sheet<Order, Condition>,
) -> Vec<Finding<Reason>> {
    let Some(side) = view.side else { return Vec::new() };
    let mut check = Check::of(game, view, side);
    for line in sheet.given() {
        check.found.about(line);
        let verdict = may_stand(line).and_then(|()| named(game, side, &line.order));
        check.found.refuse(verdict);
    }
    for case in &sheet.contingent {
        if let Condition::Weaker(unit, strength) | Condition::Strong(unit, strength) = &case.when {
            check.found.about_case(case);
            let yours = unit.side() == side;
            let reason = Reason::NotYours { unit: unit.clone() };
            let verdict = require(yours, rules::LISTS, reason);
            check.found.refuse(verdict.and_then(|()| full(game, *strength, rules::LISTS)));
        }
    }
    check.tried(sheet);
    check.unfit();
    let stands = |line: &Line| !check.found.refuses(line);
    let idle = overruled(sheet, |line| line.order.matter().filter(|_| stands(line)));
    for (line, by) in idle {
        check.found.overruled(line, rules::MATTERS, by);
    }
    check.found.end()
}

/// What a purse holds, what it is called and where it is.
type Held = (&'static str, &'static str, fn(&Purse) -> u32);

/// All that a purse holds: credits line by line, men and markers in a line each.
const PURSE: [Held; 4] = [
    ("credits", "in hand", |purse| purse.credits),
    ("men", "in reserve", |purse| purse.men),
    ("supplies", "in reserve", |purse| purse.supply),
    ("ammunition", "in reserve", |purse| purse.ammo),
];

/// What the lines of a sheet take out of the purse, in the order in which they are carried out (pb6,
/// pb10): of what is bought with, and of whatever a line takes or puts in.
pub fn budgets(game: &Parabellum, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Budget> {
    let Some(side) = view.side else { return Vec::new() };
    let mut check = Check::of(game, view, side);
    let before = check.purse();
    check.tried(sheet);
    let buying = matches!(view.open.step, Step::Purchase | Step::Recruit);
    let budget = |(number, (unit, place, of)): (usize, Held)| {
        let price = |was: &Purse, is: &Purse| i64::from(of(was)) - i64::from(of(is));
        let prices = check.purses.iter().map(|(slot, was, is)| (*slot, price(was, is)));
        let (given, brief) = (vec![(place, i64::from(of(&before)))], number > 0);
        let budget = Budget { unit, given, prices: prices.collect(), brief };
        let spends = budget.prices.iter().any(|(_, price)| *price != 0);
        (spends || buying && !brief).then_some(budget)
    };
    PURSE.into_iter().enumerate().filter_map(budget).collect()
}

/// True if the condition holds by what the side sees.
pub fn holds(view: &View, condition: &Condition) -> bool {
    let Some(side) = view.side else { return false };
    match condition {
        Condition::EnemyAt(at) => view.mat.holds(side.other(), *at),
        Condition::NoEnemyAt(at) => !view.mat.holds(side.other(), *at),
        Condition::Weaker(unit, than) => {
            let card = view.own.get(&side).and_then(|own| own.cards.get(unit));
            card.is_none_or(|card| card.strength < *than)
        }
        Condition::Strong(unit, least) => {
            let card = view.own.get(&side).and_then(|own| own.cards.get(unit));
            card.is_some_and(|card| card.strength >= *least)
        }
        Condition::Gone(unit) => !view.mat.minis.contains_key(unit),
    }
}

/// Which of these orders would be refused alone. What they have in common is looked up once.
pub fn refused(game: &Parabellum, view: &View, orders: &[&Order]) -> Vec<bool> {
    let Some(side) = view.side else { return vec![false; orders.len()] };
    let state = view.ordered(game);
    let alone =
        |order: &&Order| named(game, side, order).and_then(|()| carried(game, &state, side, order));
    orders.iter().map(|order| alone(order).is_err()).collect()
}

/// What an order does at its time; nothing, if it only decides something.
fn carried(game: &Parabellum, state: &State, side: Side, order: &Order) -> Checked<Option<Deed>> {
    if stage(game, state, order) == Stage::Whenever {
        return Ok(None);
    }
    let deed = Viewpoint { game, state, side }.plan(order, &mut |free| free[0])?;
    deed.short.clone().map_or(Ok(Some(deed)), Err)
}

/// Units that decide or act are the author's; a bluff has a strength (pb46).
fn named(game: &Parabellum, side: Side, order: &Order) -> Checked {
    let own = |unit: &Unit| {
        let yours = unit.side() == side;
        require(yours, rules::UNITS, Reason::NotYours { unit: unit.clone() })
    };
    order.unit().map_or(Ok(()), own)?;
    if let Order::Losses { order } = order {
        order.iter().try_for_each(own)?;
    }
    if let Order::Bluff { strength, .. } = order {
        full(game, *strength, rules::BLUFF)?;
    }
    if let Order::Counter { when, .. }
    | Order::AntiAir { when, .. }
    | Order::Intercept { when, .. } = order
    {
        readiness(game, *when)?;
    }
    let none = Order::Withdraw(Withdrawal::UnitsAtMost(0));
    let at_once = Order::Withdraw(Withdrawal::LossesAtLeast(0));
    require(*order != none && *order != at_once, rules::WITHDRAWAL, Reason::NoUnits)
}

/// Strength and ammunition that a unit can have.
fn readiness(game: &Parabellum, when: Readiness) -> Checked {
    match when {
        Readiness::Strength(strength) => full(game, strength, rules::MATTERS),
        Readiness::Ammo(steps) => {
            let most = game.format.cards.values().map(|card| card.ammo).max().unwrap_or(0);
            require((1..=most).contains(&steps), rules::MATTERS, Reason::NoSteps { most })
        }
        Readiness::Always | Readiness::Never => Ok(()),
    }
}

/// A strength that a unit can have.
fn full(game: &Parabellum, strength: u8, rule: Rule) -> Checked {
    require((1..=game.full()).contains(&strength), rule, Reason::NoStrength)
}

struct Check<'a> {
    game: &'a Parabellum,
    side: Side,
    /// What the author believes, as the lines so far make it.
    state: State,
    found: Findings<Reason>,
    /// Units that attack in the sheet.
    sorties: Vec<Unit>,
    /// The purse before and after each line.
    purses: Vec<(Slot, Purse, Purse)>,
}

impl<'a> Check<'a> {
    fn of(game: &'a Parabellum, view: &View, side: Side) -> Self {
        Self {
            game,
            side,
            state: view.ordered(game),
            found: Findings::default(),
            sorties: Vec::new(),
            purses: Vec::new(),
        }
    }

    /// What the lines so far leave in the purse.
    fn purse(&self) -> Purse {
        self.state.secret.sides.get(&self.side).map(|own| own.purse).unwrap_or_default()
    }

    /// An air base supplies its aircraft before anything else is done (pb59).
    fn supply_base(&mut self, sheet: &Sheet<Order, Condition>) {
        for line in sheet.given().filter(|line| matches!(line.order, Order::Replenish { .. })) {
            let desk = Viewpoint { game: self.game, state: &self.state, side: self.side };
            if desk.base().is_none() || self.found.refuses(line) {
                continue;
            }
            let Ok(deed) = desk.plan(&line.order, &mut |free| free[0]) else { continue };
            for (_, event) in &deed.events {
                self.game.apply(&mut self.state, event);
            }
        }
    }

    /// Tries the orders of a cycle one after another.
    fn tried(&mut self, sheet: &Sheet<Order, Condition>) {
        self.supply_base(sheet);
        for stage_now in STAGES {
            for line in &sheet.orders {
                if stage(self.game, &self.state, &line.order) == stage_now
                    && !self.found.refuses(line)
                {
                    self.found.about(line);
                    let before = self.purse();
                    let verdict = self.line(&line.order);
                    self.purses.push((line.slot, before, self.purse()));
                    if verdict.is_ok() {
                        self.passed_over(&line.order);
                    }
                    self.found.refuse(verdict);
                }
            }
            if stage_now == Stage::Movement {
                self.supply_base(sheet);
            }
        }
    }

    /// Purchases leave units that cannot be mustered (pb10).
    fn unfit(&mut self) {
        if !matches!(self.state.open.step, Step::Purchase | Step::Recruit) {
            return;
        }
        let desk = Viewpoint { game: self.game, state: &self.state, side: self.side };
        if let Some(Unfit { units, all, order }) = desk.unfit() {
            let reason = Reason::Unfit { units, all, order };
            self.found.warn_of_sheet(rules::MUSTER, reason);
        }
    }

    /// Squares that a direct attack names besides its first and that are out of reach (pb40).
    fn passed_over(&mut self, order: &Order) {
        let Order::Attack { unit, next, .. } = order else { return };
        let desk = Viewpoint { game: self.game, state: &self.state, side: self.side };
        if let Some(at) = next.iter().copied().find(|at| desk.attacks(unit, *at).is_err()) {
            let reason = Reason::NextOutOfReach { unit: unit.clone(), at };
            self.found.doubt(Err((rules::ATTACK, reason)));
        }
    }

    fn line(&mut self, order: &Order) -> Checked {
        let Some(deed) = carried(self.game, &self.state, self.side, order)? else { return Ok(()) };
        for (_, event) in &deed.events {
            self.game.apply(&mut self.state, event);
        }
        if let Order::Bombard { unit, .. }
        | Order::Attack { unit, .. }
        | Order::Sortie { unit, .. }
        | Order::Recon { unit, .. } = order
        {
            let again = self.sorties.contains(unit);
            let reason = Reason::AttackedAlready { unit: unit.clone() };
            require(!again, rules::ATTACK, reason)?;
            self.sorties.push(unit.clone());
        }
        Ok(())
    }
}

/// Decisions that recur may stand; acts are for one turn; purchases and deployment are fixed when
/// they are written (pb67).
fn may_stand(line: &Line) -> Checked {
    let list = line.slot.list;
    let reason = if list == List::Standing { Reason::OneTurn } else { Reason::Fixed };
    let life: Life = line.order.life();
    require(life.fits(list), rules::LISTS, reason)
}
