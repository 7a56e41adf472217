//! Attacks that take more than standing where one is: after a move, and from the air (pb32, pb40, pb53).

use std::collections::BTreeMap;

use super::Parabellum;
use super::acts::Viewpoint;
use super::acts::air::is_armed;
use super::acts::ways::path;
use super::format::{CardRow, FaceKind};
use super::names::{Sq, Unit};
use super::prospects::{Attack, Desk, Prospect, enemies};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Post, State};
use super::theater::Field;
use crate::engine::board::{Reach, Square};

/// Attacks of a unit that are told.
const EACH: usize = 2;

/// An attack with what comes before it.
#[derive(Debug, Clone)]
pub struct Venture {
    /// The attack, from where it is made.
    pub prospect: Prospect,
    /// The squares that the unit enters before; none of a sortie.
    pub way: Vec<Sq>,
}

/// Why a unit that has what an attack takes can make none in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Hindrance {
    /// No enemy is in range, wherever it goes.
    Range,
    /// What is in range stands behind a block (pb37).
    Line,
    /// It fires indirectly, and only if it does not move (pb50).
    Still,
}

/// What units of a side can do besides attacking from where they stand, and who can attack in no way.
#[derive(Debug, Default)]
pub struct Ventures {
    /// The best attacks of each unit, the best first.
    pub all: Vec<Venture>,
    /// Who can do nothing, and why.
    pub idle: BTreeMap<Hindrance, Vec<Unit>>,
}

/// What a side's units can do in their turn besides attacking from where they stand. `standing` are the attacks that
/// they can make from there: of those after a move only better ones count.
pub fn ventures(
    game: &Parabellum,
    field: &Field,
    view: &View,
    side: Side,
    standing: &[Prospect],
) -> Ventures {
    let mut found = Ventures::default();
    let Some(own) = view.own.get(&side) else { return found };
    let state = view.ordered(game);
    let squares: Vec<Sq> = enemies(view, side.other()).into_keys().collect();
    let mut desk = Desk::new(game, field, view, (side, own));
    for (unit, card) in &own.cards {
        let row = game.format.card(&card.kind);
        let mut best: Vec<Venture> = if row.flies() {
            sorties(&mut desk, &squares, (unit, card, row))
        } else {
            let Some(from) = view.mat.place(unit) else { continue };
            if is_armed(unit, card, row).is_err() || squares.is_empty() {
                continue;
            }
            let stands = || standing.iter().any(|one| one.unit == *unit);
            if row.indirect {
                if !stands() {
                    found.idle.entry(Hindrance::Still).or_default().push(unit.clone());
                }
                continue;
            }
            let moving = Moving { game, field, state: &state, side };
            let moved = moving.attacks(&mut desk, &squares, (unit, card, row, from));
            if !stands() && moved.is_empty() {
                let why = moving.hindrance(&squares, (unit, row, from));
                found.idle.entry(why).or_default().push(unit.clone());
            }
            let better = |one: &Venture| {
                let of = |it: &&Prospect| it.unit == *unit && it.at == one.prospect.at;
                standing.iter().find(of).is_none_or(|it| it.rank() < one.prospect.rank())
            };
            moved.into_iter().filter(better).collect()
        };
        best.retain(|one| one.prospect.counts());
        best.sort_by_key(|one| std::cmp::Reverse(one.prospect.rank()));
        found.all.extend(best.into_iter().take(EACH));
    }
    found.all.sort_by_key(|one| std::cmp::Reverse(one.prospect.rank()));
    found
}

/// What an aircraft that is ready could strike (pb53, pb59).
fn sorties(
    desk: &mut Desk<'_>,
    squares: &[Sq],
    (unit, card, row): (&Unit, &Card, &CardRow),
) -> Vec<Venture> {
    let ready = match card.post {
        Post::OnCall => card.supply >= row.supply && card.ammo >= row.ammo,
        Post::Field => card.supply > 0 && card.ammo >= row.ammo,
        Post::Reserve | Post::Hangar | Post::Coming | Post::Away => false,
    };
    if !ready || row.attack == 0 {
        return Vec::new();
    }
    let strike = |at: &Sq| {
        let dice = (card.strength, row.attack);
        let attack = Attack { dice, from: *at, at: *at, row, special: true };
        Venture { prospect: desk.prospect(unit, &attack), way: Vec::new() }
    };
    squares.iter().map(strike).collect()
}

/// What makes a difference to an attack from some square: how far it goes, and what stands beside target and attacker.
type Stand = (u32, Vec<FaceKind>, Vec<FaceKind>);

/// A side whose units move.
struct Moving<'a> {
    game: &'a Parabellum,
    field: &'a Field,
    state: &'a State,
    side: Side,
}

impl Moving<'_> {
    fn ways(&self, unit: &Unit) -> Option<Reach<Square>> {
        Viewpoint { game: self.game, state: self.state, side: self.side }.ways(self.field, unit)
    }

    /// The best attack on each square that a unit can make after a move.
    fn attacks(
        &self,
        desk: &mut Desk<'_>,
        squares: &[Sq],
        (unit, card, row, from): (&Unit, &Card, &CardRow, Sq),
    ) -> Vec<Venture> {
        let Some(ways) = self.ways(unit) else { return Vec::new() };
        let mut all = Vec::new();
        for at in squares {
            // Of squares that are as good the first that is reached.
            let mut stands: BTreeMap<Stand, Sq> = BTreeMap::new();
            for to in ways.order().iter().copied().map(Sq).filter(|to| *to != from) {
                let far = to.0.orthogonal(at.0);
                if row.reaches(far) && !self.field.line(to, *at).1 {
                    let covers = self.field.covering(to, *at).collect();
                    let behind = self.field.covering(*at, to).collect();
                    stands.entry((far, covers, behind)).or_insert(to);
                }
            }
            let weighed = stands.into_values().map(|from| {
                let dice = (card.strength, row.attack);
                let attack = Attack { dice, from, at: *at, row, special: false };
                desk.prospect(unit, &attack)
            });
            let best = weighed.max_by_key(|one| (one.rank(), std::cmp::Reverse(one.from)));
            all.extend(best.and_then(|prospect| {
                let way = path(&ways, prospect.from)?;
                Some(Venture { prospect, way })
            }));
        }
        all
    }

    /// Why a unit can attack nowhere.
    fn hindrance(&self, squares: &[Sq], (unit, row, from): (&Unit, &CardRow, Sq)) -> Hindrance {
        let ways = self.ways(unit);
        let places = ways.iter().flat_map(|ways| ways.order().iter().copied().map(Sq));
        let mut places = [from].into_iter().chain(places);
        let near = places.any(|to| squares.iter().any(|at| row.reaches(to.0.orthogonal(at.0))));
        if near { Hindrance::Line } else { Hindrance::Range }
    }
}
