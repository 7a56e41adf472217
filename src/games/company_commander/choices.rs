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
use super::state::{Piece, State, Step};
use super::switches::Exchange;
use super::{atlas, page};
use crate::engine::Choice;

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
/// there.
pub fn takes(game: &CompanyCommander, view: &View, kind: &str) -> bool {
    let waits =
        view.open.step == Step::Turn && view.side.is_some_and(|side| side != view.open.active);
    let both = game.switches.exchange == Exchange::Both;
    both || !waits || IN_THE_ENEMYS_TURN.contains(&kind)
}

struct Offers<'a> {
    game: &'a CompanyCommander,
    state: &'a State,
    side: Side,
}

impl Offers<'_> {
    fn described(&self, unit: &Unit, piece: &Piece) -> String {
        let kind = self.game.format.kind(&piece.kind);
        let marks = atlas::states(self.game, self.state, unit, piece);
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
                choice.offer_if(desk.movement(unit, &[at], false).is_ok(), order, "");
            }
        }
        for (enemy, _, at) in self.game.known(self.state, self.side).take(MOST) {
            let order = Order::Smoke { unit: unit.clone(), at };
            choice.offer_if(desk.smoke(unit, at).is_ok(), order, format!("on {enemy}"));
        }
        let near = |by: &Unit| self.state.piece(by).and_then(Piece::at);
        let around = |at: Zone| at.0.neighbours().map(Zone).chain([at]);
        let carrier = match &piece.post {
            super::state::Post::Aboard(by) => near(by),
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

    fn whole(&self) -> Choice<Order> {
        let mut choice = Choice::other("Your company");
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
