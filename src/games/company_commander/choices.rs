//! What a side may order, unit by unit: the lines of a template.

use std::collections::BTreeSet;

use super::CompanyCommander;
use super::acts::Viewpoint;
use super::format::Trait;
use super::names::{Unit, Zone};
use super::odds::Chances;
use super::order::{Gone, Order, Stop};
use super::scenario::Start;
use super::side::Side;
use super::sight::View;
use super::state::{Piece, Post, State, Step};
use super::switches::Exchange;
use super::{atlas, page, prospects};
use crate::engine::Choice;
use crate::engine::board::hex::Facing;

/// Hexes and targets that a unit is offered at most.
const MOST: usize = 6;

/// What the reader may order in the coming cycle.
pub fn choices(game: &CompanyCommander, view: &View) -> Vec<Choice<Order>> {
    let Some(side) = view.side.filter(|_| view.open.step != Step::Over) else { return Vec::new() };
    let state = view.believed();
    let offers = Offers { game, state: &state, side };
    let units = state.of(side).map(|(unit, piece)| offers.unit(unit, piece));
    units.chain([offers.whole()]).collect()
}

/// Orders that come to something in the enemy's turn (cc23).
const IN_THE_ENEMYS_TURN: [&str; 2] = ["concede", "overwatch"];

/// True if an order of that kind can come to something for the reader: in the enemy's turn only what decides something
/// there, and at any time only what a unit of theirs has the means for.
pub fn takes(game: &CompanyCommander, view: &View, kind: &str) -> bool {
    let Some(side) = view.side else { return true };
    let waits = view.open.step == Step::Turn && side != view.open.active;
    let both = game.switches.exchange == Exchange::Both;
    if waits && !both {
        return IN_THE_ENEMYS_TURN.contains(&kind);
    }
    let state = view.believed();
    let row = |piece: &Piece| game.format.kind(&piece.kind);
    let any = |has: &dyn Fn(&Unit, &Piece) -> bool| state.of(side).any(|(unit, it)| has(unit, it));
    match kind {
        "bombard" => any(&|unit, it| {
            let weapons = row(it).weapons.iter();
            let mut weapons = weapons.filter(|weapon| !game.is_out(&state, unit, weapon));
            weapons.any(|weapon| game.format.weapon(weapon).indirect)
        }),
        "smoke" => any(&|unit, it| {
            let used = state.secret.stocks.get(unit).map_or(0, |stock| stock.smoke);
            row(it).smoke.as_ref().is_some_and(|smoke| smoke.uses > used)
        }),
        "launch" => any(&|unit, it| {
            it.post == Post::Reserve && matches!(game.field.units[unit].start, Start::With(_))
        }),
        "dismount" => any(&|_, it| matches!(it.post, Post::Aboard(_))),
        "mount" => any(&|_, it| row(it).is(Trait::Remounts)) && any(&|_, it| row(it).capacity > 0),
        // In one's own turn an order for this cycle serves nothing (cc19). One that stands until countermanded is taken
        // then too, but is none of this cycle: it is left out here as it is from the offers.
        "overwatch" => both && view.open.step == Step::Turn,
        "face" => any(&|_, it| it.at().is_some() && !row(it).is(Trait::AllRound)),
        _ => true,
    }
}

/// True if an order shows what its kind is for: a deployment elsewhere, an overwatch that says whose and from what chance
/// on. A move off an objective leaves that to the enemy.
pub fn is_example(game: &CompanyCommander, view: &View, order: &Order) -> bool {
    let from = |unit: &Unit| view.units.get(unit).and_then(Piece::at);
    match order {
        Order::Deploy { unit, at, .. } => *at != from(unit),
        Order::Move { unit, .. } => {
            let goals = game.field.objectives.values();
            !goals.map(|it| Some(it.at)).any(|at| at == from(unit))
        }
        Order::Overwatch { unit, least, .. } => unit.is_some() && least.is_some(),
        Order::Face { .. }
        | Order::Attack { .. }
        | Order::Bombard { .. }
        | Order::Smoke { .. }
        | Order::Mount { .. }
        | Order::Dismount { .. }
        | Order::Launch { .. }
        | Order::Concede => true,
    }
}

struct Offers<'a> {
    game: &'a CompanyCommander,
    state: &'a State,
    side: Side,
}

impl Offers<'_> {
    fn described(&self, unit: &Unit, piece: &Piece) -> String {
        let kind = self.game.format.kind(&piece.kind);
        let marks = atlas::states(self.game, self.state, (unit, piece), true);
        let marks = if marks.is_empty() { String::new() } else { format!(", {marks}") };
        let strength = format!("strength {} of {}", piece.strength, kind.strength);
        format!("{unit}, {}, {}: {strength}{marks}", kind.title, page::place(piece))
    }

    fn unit(&self, unit: &Unit, piece: &Piece) -> Choice<Order> {
        let mut choice = Choice::unit(self.described(unit, piece));
        let both = self.game.switches.exchange == Exchange::Both;
        match self.state.open.step {
            Step::Deployment => self.deployment(&mut choice, unit),
            Step::Turn if both || self.state.open.active == self.side => {
                self.attacks(&mut choice, unit);
                self.moves(&mut choice, unit, piece);
            }
            Step::Turn | Step::Over => {}
        }
        choice
    }

    /// True if it is the enemy's turn, in which overwatch serves (cc19).
    fn answers(&self) -> bool {
        let both = self.game.switches.exchange == Exchange::Both;
        self.state.open.step == Step::Turn && (both || self.state.open.active != self.side)
    }

    fn deployment(&self, choice: &mut Choice<Order>, unit: &Unit) {
        let roster = &self.game.field.units[unit];
        let own = match &roster.start {
            Start::At(at) => Some(*at),
            Start::Aboard(_) | Start::With(_) | Start::Arrives(_) | Start::Off => None,
        };
        let round = self.game.format.kind(&roster.kind).is(Trait::AllRound);
        let facing = Some(roster.facing).filter(|_| !round);
        for at in own.iter().chain(roster.or.iter().take(MOST)) {
            let (unit, at) = (unit.clone(), Some(*at));
            choice.offer(Order::Deploy { unit, at, facing, on: None }, "");
        }
    }

    fn attacks(&self, choice: &mut Choice<Order>, unit: &Unit) {
        let mut shots: Vec<(u128, Chances, Unit)> = Vec::new();
        for (target, ..) in self.game.known(self.state, self.side) {
            if let Ok(shot) = self.game.shot(self.state, unit, target, false) {
                let chances = self.game.chances(self.state, unit, target, &shot);
                // A shot that can do nothing only gives the unit away.
                if chances.harm > 0 || chances.loss > 0 {
                    shots.push((chances.exact, chances, target.clone()));
                }
            }
        }
        shots.sort_by(|(a, _, one), (b, _, other)| (b, other).cmp(&(a, one)));
        for (_, Chances { hit, harm, loss, .. }, target) in shots.into_iter().take(MOST) {
            let order = Order::Attack {
                unit: unit.clone(),
                targets: vec![target],
                only_if_chance: 0,
                if_target_gone: Gone::Next,
                unless_suppressed: false,
            };
            let told = format!("hit {hit}%, suppressed or worse {harm}%, loses strength {loss}%");
            choice.offer(order, told);
        }
        let known = self.state.secret.contacts.get(&self.side).into_iter().flatten();
        for (enemy, contact) in known.filter(|(_, contact)| !contact.now).take(MOST) {
            let order = Order::Bombard { unit: unit.clone(), at: contact.at };
            let shells = self.game.barrage(self.state, unit, contact.at).is_ok();
            choice.offer_if(shells, order, format!("{enemy} was last seen there"));
        }
    }

    fn moves(&self, choice: &mut Choice<Order>, unit: &Unit, piece: &Piece) {
        let desk = Viewpoint { game: self.game, state: self.state, side: self.side };
        let goals: Vec<Zone> = self.game.field.objectives.values().map(|it| it.at).collect();
        let far = |at: &Zone| goals.iter().map(|goal| goal.0.distance(at.0)).min().unwrap_or(0);
        if let Some(from) = piece.at().filter(|_| !piece.suppressed) {
            let most = self.game.allowance(piece, false);
            let mut hexes = self.game.ways(self.state, unit, from, most, false).hexes();
            hexes.sort_by_key(far);
            for at in hexes.into_iter().take(MOST) {
                let order = Order::Move {
                    unit: unit.clone(),
                    path: vec![at],
                    fast: false,
                    facing: None,
                    stop_if: [Stop::Seen].into(),
                };
                let about = "stops when an enemy comes into sight";
                choice.offer_if(desk.movement(unit, &[at], false).is_ok(), order, about);
            }
        }
        for (enemy, _, at) in self.game.known(self.state, self.side).take(MOST) {
            let order = Order::Smoke { unit: unit.clone(), at };
            choice.offer_if(desk.smoke(unit, at).is_ok(), order, format!("on {enemy}"));
        }
        if let Some(facing) = self.toward_enemies(piece).filter(|_| desk.facing(unit).is_ok()) {
            choice.offer(Order::Face { unit: unit.clone(), facing }, "toward the nearest enemy");
        }
        let near = |by: &Unit| self.state.piece(by).and_then(Piece::at);
        let around = |at: Zone| at.0.neighbours().map(Zone).chain([at]);
        let carrier = match &piece.post {
            Post::Aboard(by) => near(by),
            _ => None,
        };
        for at in carrier.into_iter().flat_map(around) {
            let order = Order::Dismount { unit: unit.clone(), at };
            choice.offer_if(desk.dismount(unit, at).is_ok(), order, "");
        }
        if let Start::With(by) = &self.game.field.units[unit].start {
            for at in near(by).into_iter().flat_map(around).take(MOST) {
                let order = Order::Launch { unit: unit.clone(), at };
                choice.offer_if(desk.launch(unit, at).is_ok(), order, "");
            }
        }
        for (on, _) in self.state.of(self.side) {
            let order = Order::Mount { unit: unit.clone(), on: on.clone() };
            choice.offer_if(desk.mount(unit, on).is_ok(), order, "");
        }
    }

    /// How a unit would face the nearest enemy in sight; `None` if it does, or has no facing (cc10).
    fn toward_enemies(&self, piece: &Piece) -> Option<Facing> {
        let turns = !self.game.format.kind(&piece.kind).is(Trait::AllRound);
        let from = piece.at().filter(|_| turns)?;
        let enemies = self.game.known(self.state, self.side).map(|(.., at)| at);
        let nearest = enemies.min_by_key(|at| from.0.distance(at.0))?;
        let off = |facing: &Facing| {
            let next = from.0.ahead(*facing, 1);
            next.map_or(u32::MAX, |next| next.distance(nearest.0))
        };
        let best = Facing::ALL.into_iter().min_by_key(off)?;
        (off(&best) < off(&piece.facing)).then_some(best)
    }

    /// For each unit whose best shot on overwatch has less than the chance from which it fires without an order, that
    /// chance (cc19).
    fn eager(&self, choice: &mut Choice<Order>) {
        let shots = prospects::answers(self.game, self.state, self.side);
        for (n, shot) in shots.iter().enumerate() {
            let first = n == 0 || shots[n - 1].unit != shot.unit;
            let least = shot.chances.at_least();
            let waits =
                least > 0 && !shot.chances.reaches(self.game.format.numbers.overwatch.value);
            let (unit, range, at) = (Some(shot.unit.clone()), None, BTreeSet::new());
            let (least, ahead, hold) = (Some(least), false, false);
            let order = Order::Overwatch { unit, least, range, at, ahead, hold };
            let told = format!("it would fire at {} where that stands", shot.target);
            choice.offer_if(first && waits && self.answers(), order, told);
        }
    }

    /// For the first unit on overwatch a chance below that from which it fires without an order (cc19).
    fn sooner(&self, choice: &mut Choice<Order>) {
        let usual = self.game.format.numbers.overwatch.value;
        let mut own = self.state.of(self.side).filter(|(_, piece)| self.game.watches(piece));
        let Some((unit, _)) = own.find(|(_, piece)| piece.at().is_some()) else { return };
        let (unit, range, at) = (Some(unit.clone()), None, BTreeSet::new());
        let (least, ahead, hold) = (Some(usual.div_ceil(2)), false, false);
        let order = Order::Overwatch { unit, least, range, at, ahead, hold };
        choice.offer_if(self.answers(), order, format!("without an order it waits for {usual}%"));
    }

    fn whole(&self) -> Choice<Order> {
        let mut choice = Choice::other("Your company");
        self.eager(&mut choice);
        if choice.offers.is_empty() {
            self.sooner(&mut choice);
        }
        let (unit, range, at) = (None, None, BTreeSet::new());
        let order =
            Order::Overwatch { unit, least: Some(60), range, at, ahead: false, hold: false };
        choice.offer_if(self.answers(), order, "all fire on overwatch at this chance or more");
        // No unit waits for an order of its own in the enemy's turn, so these stand together.
        for (unit, piece) in self.state.of(self.side).filter(|_| self.answers()) {
            let (named, least, range) = (Some(unit.clone()), None, None);
            let (at, ahead, hold) = (BTreeSet::new(), false, true);
            let order = Order::Overwatch { unit: named, least, range, at, ahead, hold };
            let watches = self.game.watches(piece) && piece.at().is_some();
            choice.offer_if(watches, order, "it holds its fire");
        }
        choice.offer(Order::Concede, "give up");
        choice
    }
}
