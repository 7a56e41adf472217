//! What the ground does: who can go where, who is in cover, who sees what.

use super::Parabellum;
use super::format::{CardRow, FaceKind, Form, Pace, Positions, Terrain, sides};
use super::names::{Sq, Unit};
use super::side::Side;
use super::state::{Mat, Mini, State};
use super::theater::Field;
use crate::engine::board::{Board, Pass};

/// Full cover, in quarters.
const TOTAL: u32 = 4;

impl Field {
    /// The terrain of a square.
    pub fn terrain(&self, at: Sq) -> Terrain {
        self.ground.get(&at).copied().unwrap_or(Terrain::Field)
    }

    /// The squares next to one, clockwise from the top.
    pub fn near(&self, at: Sq) -> impl Iterator<Item = Sq> + use<> {
        self.board.neighbours(&at.0).into_iter().map(Sq)
    }

    /// True if the square is on the map.
    pub fn holds(&self, at: Sq) -> bool {
        self.board.holds(&at.0)
    }

    /// What stands between two squares that are next to each other.
    pub fn face(&self, one: Sq, other: Sq) -> Option<FaceKind> {
        self.faces.get(&(one.min(other), one.max(other))).copied()
    }

    /// The upright terrain that covers a square from what comes straight from another: all beside it that is crossed
    /// (pb36).
    pub fn covering(&self, from: Sq, to: Sq) -> impl Iterator<Item = FaceKind> + use<> {
        let (faces, _) = self.line(from, to);
        let beside = faces.into_iter().filter(move |(one, other, _)| *one == to || *other == to);
        beside.map(|(_, _, face)| face)
    }

    /// The upright terrain around a square (pb39).
    pub fn around(&self, at: Sq) -> impl Iterator<Item = FaceKind> {
        self.near(at).filter_map(move |near| self.face(at, near))
    }

    /// True of a square beside a block (pb37).
    pub fn beside_block(&self, at: Sq) -> bool {
        self.near(at).any(|near| self.blocks.contains(&near))
    }

    /// What the straight line from one square to another crosses, each with the squares that it
    /// stands between (pb36), and whether it passes through a block (pb37). Through a corner it
    /// crosses all that meets there.
    pub fn line(&self, from: Sq, to: Sq) -> (Vec<(Sq, Sq, FaceKind)>, bool) {
        let (mut faces, mut blocked) = (Vec::new(), false);
        let face = |(one, other)| Some((one, other, self.face(one, other)?));
        let mut last = from;
        let mut corner: Option<(Sq, Sq)> = None;
        for pass in from.0.line(to.0) {
            match pass {
                Pass::Between(one, other) => {
                    let (one, other) = (Sq(one), Sq(other));
                    blocked |= self.blocks.contains(&one) && self.blocks.contains(&other);
                    corner = Some((one, other));
                }
                Pass::Through(here) => {
                    let here = Sq(here);
                    if let Some((one, other)) = corner.take() {
                        let lines = [(last, one), (last, other), (one, here), (other, here)];
                        faces.extend(lines.into_iter().filter_map(face));
                    } else {
                        faces.extend(face((last, here)));
                    }
                    blocked |= self.blocks.contains(&here);
                    last = here;
                }
            }
        }
        (faces, blocked)
    }
}

/// What cover is left to something of a height behind a face (pb38).
fn lessened(cover: u32, taller: bool) -> u32 {
    match (taller, cover) {
        (false, cover) => cover,
        (true, TOTAL) => 2,
        (true, 3) => 1,
        (true, _) => 0,
    }
}

impl Parabellum {
    fn behind(&self, face: FaceKind, height: u32) -> u32 {
        let row = self.format.faces[&face];
        lessened(row.cover, height > row.height)
    }

    /// Cover, in quarters, of something of a height against what comes straight from another
    /// square: of the faces beside its own square that are crossed the best counts (pb36).
    pub(super) fn cover(&self, field: &Field, from: Sq, to: Sq, height: u32) -> u32 {
        field.covering(from, to).map(|face| self.behind(face, height)).max().unwrap_or(0)
    }

    /// Cover, in quarters, against special attacks: of all upright terrain around the square the
    /// best counts (pb39).
    pub(super) fn shelter(&self, field: &Field, at: Sq, height: u32) -> u32 {
        let faces = field.around(at).map(|face| self.behind(face, height));
        let block = field.beside_block(at).then_some(self.format.numbers.block_cover.value);
        faces.chain(block).max().unwrap_or(0)
    }

    /// How much of a square is taken up (pb30).
    pub(super) fn taken(&self, mat: &Mat, at: Sq) -> u32 {
        let minis = mat.at(at).map(|(_, mini)| self.format.footprints[&mini.form].value);
        minis.sum::<u32>() + mat.stack(at).total()
    }

    /// True if something of that footprint still fits in.
    pub(super) fn has_room(&self, mat: &Mat, at: Sq, points: u32) -> bool {
        self.taken(mat, at) + points <= self.format.numbers.square.value
    }

    /// True if a miniature still fits in.
    pub(super) fn fits(&self, mat: &Mat, at: Sq, form: Form) -> bool {
        self.has_room(mat, at, self.format.footprints[&form].value)
    }

    /// How a unit with that card crosses a square.
    pub(super) fn pace(
        &self,
        (field, state): (&Field, &State),
        (unit, card): (&Unit, &CardRow),
        at: Sq,
    ) -> Pace {
        if field.blocks.contains(&at) || !field.holds(at) {
            return Pace::Never;
        }
        let bridged = self.bridged((field, state), unit, at);
        let terrain = if bridged { Terrain::Bridge } else { field.terrain(at) };
        self.format.ground[&terrain].of(card.going)
    }

    /// True of water that a bridge vehicle of the unit's side stands beside, other than the unit
    /// itself (pb73).
    pub(super) fn bridged(&self, (field, state): (&Field, &State), unit: &Unit, at: Sq) -> bool {
        let water = matches!(field.terrain(at), Terrain::River | Terrain::Ford | Terrain::Rapids);
        let bridge = |(other, _): (&Unit, &Mini)| {
            let card = state.card(other).filter(|_| other.side() == unit.side() && other != unit);
            card.is_some_and(|card| self.format.card(&card.kind).bridge)
        };
        water && field.near(at).any(|near| state.secret.mat.at(near).any(bridge))
    }

    /// True if a side sees what is in a square: everything, unless positions are hidden; else what
    /// one of its units has in sight, over nothing tall and through no block (pb69).
    pub(super) fn sees(&self, state: &State, side: Side, at: Sq) -> bool {
        if self.switches.positions == Positions::Visible {
            return true;
        }
        let Some(field) = self.field(&state.open) else { return false };
        let eye = |(unit, from): (&Unit, Sq)| {
            let sight = state.card(unit).map_or(0, |card| self.format.card(&card.kind).sight);
            if from.0.orthogonal(at.0) > sight {
                return false;
            }
            let (faces, blocked) = field.line(from, at);
            let tall = self.format.numbers.tall.value;
            !blocked && faces.iter().all(|(_, _, face)| self.format.faces[face].height < tall)
        };
        state.secret.mat.of(side).map(|(unit, mini)| (unit, mini.at)).any(eye)
    }

    /// The defense die of a unit: on a runway that of any aircraft (pb61).
    pub(super) fn shield(&self, card: &CardRow, on_map: bool) -> u8 {
        if card.flies() && on_map { sides(self.format.numbers.parked_die) } else { card.defense }
    }
}
