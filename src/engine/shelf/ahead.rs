//! The look ahead of a veteran: sheets of orders are tried in worlds that its seat cannot tell from the
//! true one, and what is played there shows which of them is best.
//!
//! All sheets are tried in the same worlds, against the same orders and with the same luck, so that
//! they differ by themselves alone.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::typed::{SeenOf, SheetOf, Typed, WholeOf};
use crate::base::Digest;
use crate::engine::chance::draw::Draw;
use crate::engine::contract::game::turn::{Fates, remaining};
use crate::engine::contract::staff::beside;
use crate::engine::wording::walk::tag;
use crate::engine::{Chance, Due, Game, Orders, Reader, Seat, Sheets};

/// Sheets that it begins with: those of regulars with different luck.
const IDEAS: u64 = 8;
/// Changes of the best sheet so far that it tries.
const CHANGES: u64 = 12;
/// What a victory counts, so that no position that is not won counts as much.
const WON: i64 = 1_000_000;

type OrderOf<G> = <G as Orders>::Order;

/// A world, and what everybody else orders in it.
struct Imagined<G: Game> {
    number: u64,
    state: G::State,
    others: Sheets<G>,
}

/// Orders, and how they fare in each of the worlds.
struct Tried<G: Game> {
    orders: Vec<OrderOf<G>>,
    fares: Vec<i64>,
}

/// What a veteran thinks about.
pub(super) struct Ahead<'g, G: Game> {
    typed: &'g Typed<G>,
    seen: &'g SeenOf<G>,
    seat: &'g Seat,
    /// All luck follows from it.
    seed: [u8; 32],
    worlds: Vec<Imagined<G>>,
}

impl<'g, G: Game> Ahead<'g, G> {
    /// The worlds that a seat may be in.
    pub(super) fn of(
        typed: &'g Typed<G>,
        seen: &'g SeenOf<G>,
        seat: &'g Seat,
        chance: &mut Chance,
    ) -> Self {
        let mut draw = chance.draw(&["staff", "veteran"]);
        let mut seed = [0; 32];
        for byte in &mut seed {
            *byte = u8::try_from(draw.below(256)).expect("below 256");
        }
        let mut ahead = Self { typed, seen, seat, seed, worlds: Vec::new() };
        ahead.worlds = (0..G::WORLDS).map(|number| ahead.world(number)).collect();
        ahead
    }

    /// Luck of a name and numbers.
    fn luck(&self, what: &str, numbers: [u64; 2]) -> Chance {
        let numbers = numbers.map(u64::to_be_bytes);
        let fields: &[&[u8]] = &[&self.seed, what.as_bytes(), &numbers[0], &numbers[1]];
        Chance::from_seed(Digest::tagged("adjutant/veteran/v1", fields).0)
    }

    fn world(&self, number: u64) -> Imagined<G> {
        let mut luck = self.luck("world", [number, 0]);
        let state = self.typed.game.imagine(&self.seen.view, &mut luck);
        let standing = self.seen.standing.clone();
        let whole = WholeOf::<G> { state, standing, roll_call: false };
        let mut others = self.regulars(&whole, [number, 0]);
        others.remove(self.seat);
        Imagined { number, state: whole.state, others }
    }

    /// What regulars order at every seat, as the engine would take it: they order nothing that the check
    /// refuses.
    fn regulars(&self, whole: &WholeOf<G>, numbers: [u64; 2]) -> Sheets<G> {
        let phase = self.typed.awaits(whole);
        let asked = |seat: &Seat| phase.due.get(seat).is_some_and(|due| *due != Due::Nothing);
        let mut sheets = Sheets::<G>::new();
        for seat in self.typed.game.seats() {
            if asked(&seat) || whole.standing.contains_key(&seat) {
                let seen = self.typed.seen(whole, &Reader::Seat(seat.clone()));
                let mut luck = self.luck(seat.as_str(), numbers);
                let sheet = if asked(&seat) {
                    self.typed.suggested(&seen, &mut luck)
                } else {
                    SheetOf::<G>::default()
                };
                sheets.insert(seat, self.typed.restated(&seen, sheet));
            }
        }
        sheets
    }

    /// The orders that end best.
    pub(super) fn best(&self) -> SheetOf<G> {
        if G::AS_REGULARS.iter().any(|kind| self.seen.phase.accepts.contains(*kind)) {
            return SheetOf::<G>::of_orders(self.idea("idea", 0));
        }
        let orders = self.idea("idea", 0);
        let mut best = Tried::<G> { fares: self.try_in(&self.worlds, &orders), orders };
        for number in 1..IDEAS {
            self.improve(&mut best, self.idea("idea", number));
        }
        for number in 0..CHANGES {
            let changed = self.changed(&best.orders, number);
            self.improve(&mut best, changed);
        }
        SheetOf::<G>::of_orders(best.orders)
    }

    /// What a regular would order.
    fn idea(&self, what: &str, number: u64) -> Vec<OrderOf<G>> {
        let sheet = self.typed.suggested(self.seen, &mut self.luck(what, [number, 0]));
        sheet.orders.into_iter().map(|given| given.order).collect()
    }

    /// Orders with some left out, some put in, or some of another idea.
    fn changed(&self, orders: &[OrderOf<G>], number: u64) -> Vec<OrderOf<G>> {
        let mut luck = self.luck("change", [number, 0]);
        let mut draw = luck.draw(&["change"]);
        let lines = orders.to_vec();
        let mut lines = match draw.below(3) {
            0 => shorter(lines, &mut draw),
            1 => self.richer(lines, &mut draw),
            _ => mixed(lines, self.idea("other", number), &mut draw),
        };
        let accepts = &self.seen.phase.accepts;
        lines.retain(|order| accepts.contains(&tag(order)));
        beside(&self.typed.game, &self.seen.view, lines)
    }

    /// With one or two of the orders that the game offers, each in the place of one on the same matter.
    fn richer(&self, mut lines: Vec<OrderOf<G>>, draw: &mut Draw<'_>) -> Vec<OrderOf<G>> {
        let (game, view) = (&self.typed.game, &self.seen.view);
        let mut choices = game.choices(view);
        for choice in &mut choices {
            choice.offers.retain(|offer| game.weight(view, &offer.order) > 0);
        }
        choices.retain(|choice| !choice.offers.is_empty());
        for _ in 0..=draw.below(2) {
            let Some(choice) = draw.pick(&choices) else { break };
            let Some(offer) = draw.pick(&choice.offers) else { break };
            let matter = game.matter(&offer.order);
            let same = |line: &OrderOf<G>| {
                let known = choice.offers.iter().any(|other| other.order == *line);
                known || (matter.is_some() && game.matter(line) == matter)
            };
            let place = place(draw, lines.len() + 1);
            match lines.iter().position(same) {
                Some(place) => lines[place] = offer.order.clone(),
                None => lines.insert(place, offer.order.clone()),
            }
        }
        lines
    }

    /// Takes orders in place of the best so far, if they are better. They are given up if they are behind after
    /// half of the worlds.
    fn improve(&self, best: &mut Tried<G>, orders: Vec<OrderOf<G>>) {
        if best.orders == orders {
            return;
        }
        let half = self.worlds.len().div_ceil(2);
        let mut fares = self.try_in(&self.worlds[..half], &orders);
        if sum(&fares) < sum(&best.fares[..half]) {
            return;
        }
        fares.extend(self.try_in(&self.worlds[half..], &orders));
        if sum(&fares) > sum(&best.fares) {
            *best = Tried { orders, fares };
        }
    }

    /// How orders fare in each of these worlds.
    fn try_in(&self, worlds: &[Imagined<G>], orders: &[OrderOf<G>]) -> Vec<i64> {
        let sheet = SheetOf::<G>::of_orders(orders.to_vec());
        let sheet = self.typed.restated(self.seen, sheet);
        worlds.par_iter().map(|world| self.fares(world, sheet.clone())).collect()
    }

    fn fares(&self, world: &Imagined<G>, sheet: SheetOf<G>) -> i64 {
        let mut sheets = world.others.clone();
        sheets.insert(self.seat.clone(), sheet);
        let mut whole = self.carried(world.state.clone(), &sheets, [world.number, 0]);
        for cycle in 1..G::AHEAD {
            if self.typed.game.outcome(&whole.state).is_some() {
                break;
            }
            let sheets = self.regulars(&whole, [world.number, cycle]);
            whole = self.carried(whole.state, &sheets, [world.number, cycle]);
        }
        self.stands(&whole.state)
    }

    fn carried(&self, state: G::State, sheets: &Sheets<G>, numbers: [u64; 2]) -> WholeOf<G> {
        let mut chance = self.luck("turn", numbers);
        let fates: Fates<G> = BTreeMap::new();
        let state = self.typed.carried_out(state, sheets, fates, &mut chance).state;
        WholeOf::<G> { state, standing: remaining::<G>(sheets), roll_call: false }
    }

    /// How a position stands for the seat.
    fn stands(&self, state: &G::State) -> i64 {
        let worth = self.typed.game.worth(state, self.seat).clamp(1 - WON / 2, WON / 2 - 1);
        let ended = self.typed.game.outcome(state);
        let winners = ended.map(|outcome| outcome.winners).unwrap_or_default();
        match i64::try_from(winners.len()).expect("seats are few") {
            0 => worth,
            shared if winners.contains(self.seat) => worth + WON / shared,
            _ => worth - WON,
        }
    }
}

/// With one or two lines left out.
fn shorter<O>(mut lines: Vec<O>, draw: &mut Draw<'_>) -> Vec<O> {
    for _ in 0..=draw.below(2) {
        if !lines.is_empty() {
            lines.remove(place(draw, lines.len()));
        }
    }
    lines
}

/// A part of the lines, and a part of others behind or before them.
fn mixed<O>(lines: Vec<O>, others: Vec<O>, draw: &mut Draw<'_>) -> Vec<O> {
    let (left, taken) = (draw.below(4).min(2), draw.below(3));
    let mut lines: Vec<O> = lines.into_iter().filter(|_| draw.below(4) >= left).collect();
    let mut others: Vec<O> = others.into_iter().filter(|_| draw.below(3) >= taken).collect();
    if draw.below(2) == 0 {
        lines.extend(others);
        return lines;
    }
    others.extend(lines);
    others
}

/// A place in a list of that length.
fn place(draw: &mut Draw<'_>, length: usize) -> usize {
    usize::try_from(draw.below(length as u64)).expect("below the length")
}

fn sum(fares: &[i64]) -> i64 {
    fares.iter().sum()
}
