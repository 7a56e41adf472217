//! Who sees what: all fog of war of Parabellum Inc.
//!
//! Status cards, reserves, credits and orders are hidden (pb8). Miniatures and markers stand openly
//! on the map, unless positions are hidden (pb69): then a side sees what its units have in sight.
//! Dice are thrown before everybody, and nothing but dice tells a faked roll from another (pb46).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Parabellum;
use super::events::Event;
use super::format::{Exchange, Positions};
use super::names::{FLAGS, Sq, Unit};
use super::side::Side;
use super::state::{Card, Holdings, Mat, Mini, Open, Post, Secret, Skirmish, Stack, State, Step};
use crate::engine::{Audience, Chance, Lasting, Reader, Rules, Sight, Throw};

/// What a reader may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The reader's side; `None` for a spectator or the moderator.
    pub side: Option<Side>,
    /// What everybody sees, and of the units that left the map where positions are hidden only the attacker's own count.
    pub open: Open,
    /// What the reader sees on the map.
    pub mat: Mat,
    /// What the reader's side keeps behind its screen; the moderator sees both.
    pub own: BTreeMap<Side, Holdings>,
}

impl View {
    /// What the reader knows as a state at the beginning of the side's own turn, if both turns of a
    /// round are ordered at once (pb71).
    pub fn ordered(&self, game: &Parabellum) -> State {
        let mut state = self.believed();
        let round = self.open.skirmish.as_ref().filter(|_| self.open.step == Step::Turn);
        let late = round.zip(self.side).filter(|(now, side)| now.active != *side);
        if let Some((now, side)) = late.filter(|_| game.switches.exchange == Exchange::ARound) {
            game.apply(&mut state, &Event::TurnBegan { side, round: now.round });
        }
        state
    }

    /// What the reader knows as a state: of the other side nothing but what stands on the map.
    pub fn believed(&self) -> State {
        let mut sides = self.own.clone();
        for side in Side::BOTH {
            sides.entry(side).or_default();
        }
        let secret = Secret { mat: self.mat.clone(), sides };
        State { open: self.open.clone(), secret }
    }
}

impl Sight for Parabellum {
    type View = View;

    fn witnesses(&self, state: &State, event: &Event) -> Audience {
        let mat = &state.secret.mat;
        let sees = |at: Sq| self.seers(state, &[at]);
        let place = |unit: &Unit| mat.place(unit).map_or_else(Audience::nobody, sees);
        match event {
            Event::Bought { unit, .. }
            | Event::Mustered { unit, .. }
            | Event::Packed { unit, .. }
            | Event::Based { unit, .. }
            | Event::Paused { unit }
            | Event::Fed { unit, .. }
            | Event::Lost { unit, .. }
            | Event::Sunk { unit }
            | Event::Spent { unit }
            | Event::Drained { unit, .. }
            | Event::Replenished { unit, .. }
            | Event::Ticked { unit, .. }
            | Event::Sent { unit, .. }
            | Event::Turned { unit } => Audience::only(&unit.side().seat()),
            Event::Stocked { side, .. } | Event::Salvaged { side, .. } => {
                Audience::only(&side.seat())
            }
            Event::Described { .. } => {
                Audience::Seats(Side::BOTH.into_iter().map(Side::seat).collect())
            }
            Event::Deployed { unit, at, .. }
            | Event::Loaded { unit, at, .. }
            | Event::Unloaded { unit, at, .. }
            | Event::Refilled { unit, at, .. }
            | Event::Cached { unit, at }
            | Event::Parked { unit, at, .. }
            | Event::Hired { unit, at, .. }
            | Event::Manned { unit, at, .. } => {
                sees(*at).union(Audience::only(&unit.side().seat()))
            }
            Event::Destroyed { unit, at } => match at {
                Some(at) => sees(*at).union(Audience::only(&unit.side().seat())),
                None => Audience::Everyone,
            },
            Event::Disbanded { unit, .. }
            | Event::Stowed { unit }
            | Event::Evacuated { unit }
            | Event::Exited { unit }
            | Event::Foundered { unit, .. } => {
                place(unit).union(Audience::only(&unit.side().seat()))
            }
            Event::Moved { unit, from, to } | Event::Pushed { unit, from, to, .. } => {
                let own = Audience::only(&unit.side().seat());
                self.seers(state, &[*from, *to]).union(own)
            }
            Event::Placed { side, at, .. } | Event::Collected { side, at, .. } => {
                sees(*at).union(Audience::only(&side.seat()))
            }
            Event::Dropped { at, .. } => sees(*at),
            Event::Captured { unit, flag, .. } => {
                Audience::Seats([unit.side().seat(), flag.side().seat()].into())
            }
            Event::StepBegan { .. }
            | Event::Drawn { .. }
            | Event::Chose { .. }
            | Event::TurnBegan { .. }
            | Event::Attacked { .. }
            | Event::Defended { .. }
            | Event::Hit { .. }
            | Event::Shelled { .. }
            | Event::Burned { .. }
            | Event::Exploded { .. }
            | Event::Blasted { .. }
            | Event::Countered { .. }
            | Event::FiredAt { .. }
            | Event::Parried { .. }
            | Event::Flew { .. }
            | Event::Won { .. }
            | Event::Valued { .. }
            | Event::Ended { .. } => Audience::Everyone,
        }
    }

    /// Which of the dice against markers is whose, their event does not say (pb48).
    fn throws(&self, event: &Event) -> Vec<Throw> {
        if let Event::Attacked { sides, dice, .. }
        | Event::Blasted { sides, dice, .. }
        | Event::Countered { sides, dice, .. }
        | Event::FiredAt { sides, dice, .. }
        | Event::Parried { sides, dice, .. } = event
        {
            return Throw::each(*sides, dice);
        }
        if let Event::Defended { rolls, .. } = event {
            return rolls.iter().flat_map(|roll| Throw::each(roll.sides, &roll.dice)).collect();
        }
        if let Event::Foundered { sides, die, .. } = event {
            return vec![Throw::die(*sides, *die)];
        }
        Vec::new()
    }

    fn lasting(&self) -> Lasting {
        Lasting::Game("status cards, reserves and credits stay hidden to the end (pb8)")
    }

    fn view(&self, state: &State, reader: &Reader) -> View {
        let side = reader.seat().and_then(Side::of);
        let own = |who: &Side| reader.sees_all() || side == Some(*who);
        let (mut mat, mut open) = (state.secret.mat.clone(), state.open.clone());
        if !reader.sees_all() && self.switches.positions == Positions::Hidden {
            let enemys = |now: &&mut Skirmish| side != Some(now.attacker);
            if let Some(now) = open.skirmish.as_mut().filter(enemys) {
                now.exited = 0;
            }
            let sees = |at: Sq| side.is_some_and(|side| self.sees(state, side, at));
            mat.minis.retain(|unit, mini| side == Some(unit.side()) || sees(mini.at));
            mat.stacks.retain(|at, _| sees(*at));
        }
        let sides = state.secret.sides.iter().filter(|(who, _)| own(who));
        let own = sides.map(|(who, holdings)| (*who, holdings.clone())).collect();
        View { side, open, mat, own }
    }

    fn recognizes(&self, view: &View) -> bool {
        let field = self.field(&view.open);
        let on_map = |at: &Sq| field.is_some_and(|field| field.holds(*at));
        let minis = view.mat.minis.values().all(|mini| on_map(&mini.at));
        let stacks = view.mat.stacks.iter();
        let stacks = stacks.into_iter().all(|(at, stack)| on_map(at) && lies(stack));
        let sides = view.own.iter().all(|(side, own)| self.recognizes_side(view, *side, own));
        let whole = match view.side {
            Some(side) => view.own.len() == 1 && view.own.contains_key(&side),
            None => view.own.is_empty() || view.own.len() == Side::BOTH.len(),
        };
        let step = field.is_some()
            == matches!(view.open.step, Step::Defender | Step::Attacker | Step::Turn);
        let round = view.open.skirmish.as_ref().is_none_or(|now| now.round < 10_000);
        minis && stacks && sides && whole && step && round && view.open.number < 10_000
    }

    /// Of the unknown units those exist that are seen, each with a card that fits its miniature,
    /// whole and supplied.
    fn imagine(&self, view: &View, chance: &mut Chance) -> State {
        let mut state = view.believed();
        let known: Vec<Side> = view.own.keys().copied().collect();
        for side in Side::BOTH.into_iter().filter(|side| !known.contains(side)) {
            let mut draw = chance.draw(&["imagine", side.name()]);
            let holdings = state.secret.sides.entry(side).or_default();
            for (unit, mini) in view.mat.of(side) {
                let cards = &self.format.cards;
                let fits = |kind: &&_| cards[*kind].form == mini.form;
                let list: Vec<_> = self.theater.lists[&side].iter().filter(fits).collect();
                let any: Vec<_> = cards.keys().filter(fits).collect();
                let list = if list.is_empty() { any } else { list };
                let Some(kind) = draw.pick(&list).map(|kind| (*kind).clone()) else { continue };
                let row = self.format.card(&kind);
                let card = Card::supplied(kind, row, self.full());
                holdings.flags.insert(unit.number());
                holdings.cards.insert(unit.clone(), card);
            }
        }
        state
    }
}

/// A stack of a size that occurs.
fn lies(stack: &Stack) -> bool {
    let counts = [stack.supply, stack.ammo, stack.cached_supply, stack.cached_ammo];
    counts.iter().all(|count| *count < 10_000) && stack.barricades < 10_000 && stack.total() > 0
}

impl Parabellum {
    /// The seats that see any of these squares, and everybody if nothing is hidden.
    fn seers(&self, state: &State, squares: &[Sq]) -> Audience {
        if self.switches.positions == Positions::Visible {
            return Audience::Everyone;
        }
        let sees = |side: &Side| squares.iter().any(|at| self.sees(state, *side, *at));
        Audience::Seats(Side::BOTH.into_iter().filter(sees).map(Side::seat).collect())
    }

    /// A side's cards are its own, on the map where its miniatures are, and of a size that occurs.
    fn recognizes_side(&self, view: &View, side: Side, own: &Holdings) -> bool {
        let mini = |unit: &Unit| view.mat.minis.get(unit);
        let card = |(unit, card): (&Unit, &Card)| {
            let row = self.format.card(&card.kind);
            let stands = match (mini(unit), card.post) {
                (Some(Mini { form, .. }), Post::Field) => *form == row.form,
                (None, Post::Field) | (Some(_), _) => false,
                (None, _) => true,
            };
            unit.side() == side
                && stands
                && card.strength <= self.full()
                && card.supply <= row.supply
                && card.ammo <= row.ammo
                && card.cargo.supply <= row.capacity
                && card.cargo.ammo <= row.capacity
        };
        let carded = view.mat.of(side).all(|(unit, _)| own.cards.contains_key(unit));
        let coming = own.coming.keys().all(|unit| own.cards.contains_key(unit));
        let flags = own.flags.iter().all(|number| (1..=FLAGS).contains(number));
        let known = own.known.iter().all(|(unit, known)| {
            unit.side() == side.other()
                && known.strength.is_none_or(|(strength, _)| strength <= self.full())
                && known.shared.as_ref().is_none_or(|shared| shared.left <= shared.of)
        });
        own.cards.iter().all(card) && carded && coming && flags && known
    }
}
