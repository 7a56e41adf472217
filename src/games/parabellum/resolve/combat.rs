//! Dice against a square: what is there defends, what is left goes on to markers, and ammunition
//! explodes.

use std::collections::VecDeque;

use super::{Cycle, standing};
use crate::engine::chance::draw::Draw;
use crate::engine::{DrawName, Rule};
use crate::games::parabellum::acts::Viewpoint;
use crate::games::parabellum::dice::{left, through};
use crate::games::parabellum::events::{Event, Roll};
use crate::games::parabellum::format::{CardRow, Defenders, Form, sides};
use crate::games::parabellum::names::{Sq, Unit};
use crate::games::parabellum::rules;
use crate::games::parabellum::side::Side;
use crate::games::parabellum::state::{Card, Mini, Post};

/// How dice come to a square.
#[derive(Debug, Clone, Copy)]
pub enum Manner {
    /// Straight from another square (pb36).
    From(Sq),
    /// By a special attack (pb39).
    Special,
    /// By an explosion.
    Blast,
}

/// The fighting of a cycle. Draws are numbered in the order in which everybody sees them.
pub struct Fight<'t, 'a> {
    /// The cycle.
    pub turn: &'t mut Cycle<'a>,
    /// Whose turn it is, if it is not the first of its cycle.
    label: Option<Side>,
    rolls: u32,
}

/// A unit that defends.
struct Defender {
    unit: Unit,
    row: CardRow,
    strength: u8,
}

impl<'t, 'a> Fight<'t, 'a> {
    /// No draw was made so far.
    pub fn new(turn: &'t mut Cycle<'a>, label: Option<Side>) -> Self {
        Self { turn, label, rolls: 0 }
    }

    /// The next draw: `attack/3`, `defense/4`; in the second turn of a cycle `attack/cobalt/1`.
    fn draw(&mut self, what: &str) -> Draw<'_> {
        self.rolls += 1;
        let number = self.rolls.to_string();
        match self.label {
            None => self.turn.chance().draw(&[what, &number]),
            Some(side) => self.turn.chance().draw(&[what, side.name(), &number]),
        }
    }

    /// Dice of a draw.
    pub fn roll(&mut self, what: &str, count: u8, sides: u8) -> (Vec<u8>, DrawName) {
        let mut draw = self.draw(what);
        (draw.dice(count, sides), draw.name())
    }

    /// Cover of something of a height in a square.
    pub fn cover(&self, manner: Manner, at: Sq, height: u32) -> u32 {
        let game = self.turn.game();
        let Some(field) = game.field(&self.turn.state().open) else { return 0 };
        match manner {
            Manner::From(from) => game.cover(field, from, at, height),
            Manner::Special => game.shelter(field, at, height),
            Manner::Blast => 0,
        }
    }

    /// Attack dice of a side against a square, or only the deck there, and every explosion that
    /// follows. Who is left of those attacked is returned, by flag.
    pub fn strike(
        &mut self,
        by: Side,
        target: (Sq, bool),
        dice: &[u8],
        manner: Manner,
    ) -> Vec<Unit> {
        let mut blasts = VecDeque::new();
        let survivors = self.hit(by, target, dice, manner, &mut blasts);
        self.explode(by, blasts);
        let left = |unit: &Unit| self.turn.state().card(unit).is_some();
        survivors.into_iter().filter(left).collect()
    }

    /// Explosions in the order in which ammunition was destroyed (pb49).
    fn explode(&mut self, by: Side, mut blasts: VecDeque<(Sq, u32)>) {
        let numbers = self.turn.game().format.numbers.clone();
        let near = |at: Sq, fight: &Self| -> Vec<Sq> {
            let field = fight.turn.game().field(&fight.turn.state().open);
            field.map(|field| field.near(at).collect()).unwrap_or_default()
        };
        while let Some((at, count)) = blasts.pop_front() {
            let own = [(at, sides(numbers.blast_die))];
            let around = near(at, self).into_iter().map(|at| (at, sides(numbers.spray_die)));
            for (square, sides) in own.into_iter().chain(around) {
                let count = u8::try_from(count).unwrap_or(u8::MAX);
                let (dice, name) = self.roll("blast", count, sides);
                let event = Event::Blasted { at: square, sides, dice: dice.clone() };
                self.turn.record_drawn(&rules::EXPLOSION, name, event);
                self.hit(by, (square, false), &dice, Manner::Blast, &mut blasts);
            }
        }
    }

    fn hit(
        &mut self,
        by: Side,
        (at, deck): (Sq, bool),
        dice: &[u8],
        manner: Manner,
        blasts: &mut VecDeque<(Sq, u32)>,
    ) -> Vec<Unit> {
        let mat = &self.turn.state().secret.mat;
        let parked = |(_, mini): &(&Unit, &Mini)| mini.form == Form::Aircraft;
        // An attack on a deck where nothing stands is one on the square.
        let deck = deck && mat.at(at).any(|one| parked(&one));
        let units = mat.at(at).filter(|one| !deck || parked(one));
        let units: Vec<Unit> = units.map(|(unit, _)| unit.clone()).collect();
        let Some(side) = units.first().map(Unit::side) else {
            if mat.stack(at).total() > 0 {
                self.markers(at, dice, self.cover(manner, at, 0), false, blasts);
            } else {
                self.bluff(by.other(), at, dice, manner);
            }
            return Vec::new();
        };
        // Who takes losses first stays behind the screen: all else goes by flag (pb44).
        let order = standing::loss_order(self.turn, side, &units);
        let defenders = self.defenders(&units);
        let rest = self.defend((side, at), dice, manner, &defenders, &order);
        let state = self.turn.state();
        let survivors: Vec<Unit> =
            units.into_iter().filter(|unit| state.card(unit).is_some()).collect();
        if survivors.is_empty() && !deck {
            self.markers(at, &rest, 0, true, blasts);
        }
        survivors
    }

    fn defenders(&self, units: &[Unit]) -> Vec<Defender> {
        let (game, state) = (self.turn.game(), self.turn.state());
        let defender = |unit: &Unit| {
            let card = state.card(unit)?;
            let row = game.format.card(&card.kind).clone();
            Some(Defender { unit: unit.clone(), row, strength: card.strength })
        };
        units.iter().filter_map(defender).collect()
    }

    /// Everybody in a square rolls, and losses fall on them in an order, which names defenders by
    /// their place (pb42 to pb44). The dice that are left over are returned.
    fn defend(
        &mut self,
        (side, at): (Side, Sq),
        dice: &[u8],
        manner: Manner,
        defenders: &[Defender],
        order: &[usize],
    ) -> Vec<u8> {
        let game = self.turn.game();
        let seen = game.sees(self.turn.state(), side.other(), at);
        let mut draw = self.draw("defense");
        let mut rolls = Vec::new();
        for Defender { unit, row, strength } in defenders {
            let sides = game.shield(row, true);
            let dice = draw.dice(*strength, sides);
            rolls.push(Roll { unit: seen.then(|| unit.clone()), sides, dice });
        }
        let name = draw.name();
        let event = Event::Defended { side, at, rolls: rolls.clone() };
        self.turn.record_drawn(&rules::DEFENSE, name, event);
        let covers: Vec<u32> =
            defenders.iter().map(|one| self.cover(manner, at, one.row.height)).collect();
        let (losses, rest) = self.losses(dice, &rolls, defenders, &covers, order);
        let total = losses.iter().sum();
        let mut among: Vec<Unit> = defenders.iter().map(|one| one.unit.clone()).collect();
        let unit = among.first().filter(|_| seen && among.len() == 1).cloned();
        if !seen || unit.is_some() {
            among.clear();
        }
        self.turn.record(&rules::LOSSES, Event::Hit { side, at, losses: total, unit, among });
        for (defender, losses) in defenders.iter().zip(losses) {
            // It went down with its carrier.
            if self.turn.state().card(&defender.unit).is_none() {
                continue;
            }
            if losses > 0 {
                let unit = defender.unit.clone();
                self.turn.record(&rules::LOSSES, Event::Lost { unit, losses });
            }
            if losses >= u32::from(defender.strength) {
                self.destroy(&defender.unit, Some(at));
            }
        }
        rest
    }

    /// What each defender loses, who are asked in that order, and the dice that are left when none
    /// is.
    fn losses(
        &self,
        dice: &[u8],
        rolls: &[Roll],
        defenders: &[Defender],
        covers: &[u32],
        order: &[usize],
    ) -> (Vec<u32>, Vec<u8>) {
        let switches = &self.turn.game().switches;
        let mut losses = vec![0; defenders.len()];
        let mut pool = dice.to_vec();
        let mut fall = |place: usize, pool: &mut Vec<u8>| {
            let strength = usize::from(defenders[place].strength);
            let taken = strength.min(pool.len());
            losses[place] = taken;
            pool.drain(..taken);
        };
        match switches.defenders {
            Defenders::Pooled => {
                let shields: Vec<u8> = rolls.iter().flat_map(|roll| roll.dice.clone()).collect();
                pool = left(switches.dice, &pool, &shields);
                let cover = covers.iter().copied().min().unwrap_or(0);
                pool.truncate(through(pool.len(), cover));
                for place in order {
                    fall(*place, &mut pool);
                }
            }
            Defenders::OneByOne => {
                for place in order.iter().copied() {
                    pool = left(switches.dice, &pool, &rolls[place].dice);
                    pool.truncate(through(pool.len(), covers[place]));
                    fall(place, &mut pool);
                }
            }
        }
        let losses = losses.into_iter().map(|n| u32::try_from(n).unwrap_or(u32::MAX)).collect();
        (losses, pool)
    }

    /// Dice for an empty square, if its side has any rolled. What the others learn of it is what
    /// they would learn of a unit (pb46).
    fn bluff(&mut self, side: Side, at: Sq, dice: &[u8], manner: Manner) {
        let Some((kind, strength)) = standing::bluff(self.turn, side, at) else { return };
        let row = self.turn.game().format.card(&kind).clone();
        let (shields, name) = self.roll("defense", strength, row.defense);
        let rolls = vec![Roll { unit: None, sides: row.defense, dice: shields.clone() }];
        self.turn.record_drawn(&rules::DEFENSE, name, Event::Defended { side, at, rolls });
        let pool = left(self.turn.game().switches.dice, dice, &shields);
        let hits = through(pool.len(), self.cover(manner, at, row.height));
        let losses = u32::try_from(hits.min(usize::from(strength))).unwrap_or(u32::MAX);
        self.turn
            .record(&rules::LOSSES, Event::Hit { side, at, losses, unit: None, among: Vec::new() });
    }

    /// A unit is no more; what it carried lies on the map (pb43, pb47), unless it was a carrier: all
    /// aboard goes down with it (pb72).
    pub fn destroy(&mut self, unit: &Unit, at: Option<Sq>) {
        let cargo = self.turn.state().card(unit).map(|card| card.cargo).unwrap_or_default();
        let ship = self.turn.state().secret.mat.minis.get(unit).map(|mini| mini.form);
        if ship == Some(Form::Carrier) {
            self.sink(unit, at);
            return;
        }
        self.turn.record(&rules::LOSSES, Event::Destroyed { unit: unit.clone(), at });
        if let Some(at) = at.filter(|_| cargo.total() > 0) {
            let (supply, ammo) = (cargo.supply, cargo.ammo);
            self.turn.record(&rules::DROPPED, Event::Dropped { at, supply, ammo });
        }
    }

    /// A carrier goes down with the aircraft on and below its deck.
    fn sink(&mut self, ship: &Unit, at: Option<Sq>) {
        let (game, state, side) = (self.turn.game(), self.turn.state(), ship.side());
        let base = Viewpoint { game, state, side }.base();
        let home = base.is_some_and(|base| base.ship.as_ref() == Some(ship));
        let flies = |card: &Card| home && game.format.card(&card.kind).flies();
        let of = |post: Post| -> Vec<Unit> {
            let cards = state.side(side).cards.iter();
            let aboard = cards.filter(|(_, card)| card.post == post && flies(card));
            aboard.map(|(unit, _)| unit.clone()).collect()
        };
        let (ready, below) = (of(Post::Field), of(Post::Hangar));
        self.turn.record(&rules::LOSSES, Event::Destroyed { unit: ship.clone(), at });
        for unit in ready {
            self.turn.record(&rules::CARRIER, Event::Destroyed { unit, at });
        }
        for unit in below {
            self.turn.record(&rules::CARRIER, Event::Sunk { unit });
        }
    }

    /// Attack dice against markers: one die defends each, and every loss destroys one (pb48).
    fn markers(
        &mut self,
        at: Sq,
        dice: &[u8],
        cover: u32,
        shared: bool,
        blasts: &mut VecDeque<(Sq, u32)>,
    ) {
        let stack = self.turn.state().secret.mat.stack(at);
        if stack.total() == 0 || dice.is_empty() {
            return;
        }
        let numbers = self.turn.game().format.numbers.clone();
        let mut draw = self.draw("markers");
        let mut throw = |open: u32, cached: u32, open_die, cached_die| {
            // What shares the square with a unit counts as cached.
            let (open, cached) = if shared { (0, open + cached) } else { (open, cached) };
            let small = |count: u32| u8::try_from(count).unwrap_or(u8::MAX);
            let mut dice = draw.dice(small(open), sides(open_die));
            dice.extend(draw.dice(small(cached), sides(cached_die)));
            dice
        };
        let die = numbers.barricade_die;
        let barricades = throw(stack.barricades, 0, die, die);
        let (open, cached) = (numbers.ammo_die, numbers.cached_ammo_die);
        let ammo = throw(stack.ammo, stack.cached_ammo, open, cached);
        let (open, cached) = (numbers.supply_die, numbers.cached_supply_die);
        let supply = throw(stack.supply, stack.cached_supply, open, cached);
        let name = draw.name();
        let shields = [barricades.clone(), ammo.clone(), supply.clone()].concat();
        let event = Event::Shelled { at, dice: dice.to_vec(), barricades, ammo, supply };
        self.turn.record_drawn(&rules::MARKERS, name, event);
        let pool = left(self.turn.game().switches.dice, dice, &shields);
        let mut losses = u32::try_from(through(pool.len(), cover)).unwrap_or(u32::MAX);
        let mut burn = |count: u32| {
            let burned = count.min(losses);
            losses -= burned;
            burned
        };
        let barricades = burn(stack.barricades);
        let (ammo, supply) = (burn(stack.rounds()), burn(stack.supplies()));
        if barricades + ammo + supply > 0 {
            let event = Event::Burned { at, barricades, ammo, supply };
            self.turn.record(&rules::MARKERS, event);
        }
        if ammo > 0 {
            let count = stack.rounds();
            self.turn.record(&rules::EXPLOSION, Event::Exploded { at, count });
            blasts.push_back((at, count));
        }
    }

    /// One unit's dice against another alone, which defends (pb45). Returns its losses.
    pub fn duel(&mut self, dice: &[u8], target: &Unit, cover: u32, rule: &Rule) -> u32 {
        let game = self.turn.game();
        let Some(card) = self.turn.state().card(target).cloned() else { return 0 };
        let on_map = card.post == Post::Field;
        let sides = game.shield(game.format.card(&card.kind), on_map);
        let (shields, name) = self.roll("defense", card.strength, sides);
        let hits = through(left(game.switches.dice, dice, &shields).len(), cover);
        let losses = u32::try_from(hits.min(usize::from(card.strength))).unwrap_or(u32::MAX);
        let event = Event::Parried { unit: target.clone(), sides, dice: shields, losses };
        self.turn.record_drawn(rule, name, event);
        if losses >= u32::from(card.strength) {
            let at = self.turn.state().secret.mat.place(target);
            self.destroy(target, at);
        }
        losses
    }
}
