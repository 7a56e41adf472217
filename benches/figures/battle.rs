//! A turn that the staff plays for every seat, and its reports.

use std::collections::BTreeMap;

use adjutant::engine::{AnyGame, AnySheet, Briefing, Chance, Position, Reader, Seat};
use adjutant::render::markdown;
use rayon::prelude::*;

/// A position, and what the staff orders there.
pub(crate) struct Battle {
    game: Box<dyn AnyGame>,
    position: Position,
    orders: BTreeMap<Seat, AnySheet>,
}

impl Battle {
    /// The battle of that name, told with its sizes.
    pub(crate) fn of(name: &str, game: Box<dyn AnyGame>, position: Position) -> Self {
        let staff = |seat: Seat| {
            let seen = game.see(&position, &Reader::Seat(seat.clone())).expect("a position");
            (seat, game.suggest(&seen, &mut Chance::from_seed([7; 32])).expect("a view"))
        };
        let orders = game.seats().into_iter().map(staff).collect();
        let battle = Self { game, position, orders };
        let (record, reports) = battle.turn();
        let lengths: Vec<usize> = reports.iter().map(String::len).collect();
        println!("{name}: {record} bytes of record, reports {lengths:?}");
        battle
    }

    /// The turn and both reports as text: the length of its record, and the reports.
    pub(crate) fn turn(&self) -> (usize, Vec<String>) {
        let game = &*self.game;
        let mut chance = Chance::from_seed([7; 32]);
        let made = game.resolve(&self.position, &self.orders, &mut chance).expect("a position");
        let readers: Vec<Reader> = game.seats().into_iter().map(Reader::Seat).collect();
        let ending = game.ending(&readers, &made.position, Some(&made.record));
        let briefings = ending.expect("a position").briefings;
        let report = |told: &Briefing<'_>| markdown(&(told.page)().0);
        (made.record.0.len(), briefings.par_iter().map(report).collect())
    }
}
