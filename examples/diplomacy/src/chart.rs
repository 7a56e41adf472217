//! The map as a picture.

use adjutant::page::{Map, Move, Piece, Place as Spot, Shape, Side, Sign, Stack};
use adjutant::prelude::*;

use crate::Diplomacy;
use crate::order::Kind;
use crate::place::Place;
use crate::power::Power;
use crate::sight::View;
use crate::state::{Event, Unit};

impl Diplomacy {
    /// The map with what happened; `None` if the scenario does not say where its places lie.
    pub(crate) fn chart(&self, view: &View, witnessed: &[Fact<Event>]) -> Option<Map> {
        if self.scenario.tiles.is_empty() {
            return None;
        }
        let happened: Vec<&Event> = witnessed.iter().map(|fact| &fact.event).collect();
        let places = self.board.provinces().map(|(place, _)| self.spot(view, *place, &happened));
        let moves = happened.iter().filter_map(|event| match event {
            Event::Went { unit, to, .. } | Event::Retreated { unit, to } => Some(Move {
                path: vec![label(unit.at), label(*to)],
                side: unit.power as u8,
                text: unit.kind.letter().to_owned(),
                title: format!("{}: {unit} to {to}", unit.power),
            }),
            _ => None,
        });
        Some(Map {
            title: "Europe".to_owned(),
            key: "* is a supply centre".to_owned(),
            sides: (0..)
                .zip(Power::ALL)
                .map(|(hue, it)| Side { hue, name: it.to_string() })
                .collect(),
            places: places.collect(),
            own: Power::reading(&view.reader).map(|power| power as u8),
            moves: moves.collect(),
            ..Map::default()
        })
    }

    fn spot(&self, view: &View, at: Place, happened: &[&Event]) -> Spot {
        let runs = self.scenario.tiles.get(&at).cloned().unwrap_or_default();
        let shape = if self.board.is_sea(at) { Shape::Water(runs) } else { Shape::Land(runs) };
        let centre = self.board.province(at).is_some_and(|it| it.centre);
        let beaten = view.open.beaten.iter().map(|beaten| &beaten.unit);
        let units = view.open.units.iter().chain(beaten).filter(|unit| unit.at.province() == at);
        let fight = |event: &&&Event| match event {
            Event::Beaten { unit, .. } => unit.at.province() == at,
            Event::Stayed { to, .. } | Event::Contested { at: to } => to.province() == at,
            _ => false,
        };
        let taken =
            |event: &&&Event| matches!(event, Event::Taken { at: place, .. } if *place == at);
        let signs = [
            (Sign::Fight, happened.iter().any(|e| fight(&e))),
            (Sign::Taken, happened.iter().any(|e| taken(&e))),
        ];
        Spot {
            mark: if centre { "*".to_owned() } else { String::new() },
            owner: view.open.centres.get(&at).map(|power| *power as u8),
            signs: signs.into_iter().filter(|(_, so)| *so).map(|(sign, _)| sign).collect(),
            stacks: units.map(stack).collect(),
            ..Spot::new(label(at), shape)
        }
    }
}

/// What a province is called on the map.
fn label(at: Place) -> String {
    at.province().to_string()
}

fn stack(unit: &Unit) -> Stack {
    let piece = match unit.kind {
        Kind::Army => Piece::Army,
        Kind::Fleet => Piece::Ship,
    };
    Stack {
        piece,
        side: unit.power as u8,
        text: unit.kind.letter().to_owned(),
        title: format!("{}: {unit}", unit.power),
    }
}
