//! The games of this crate, each behind one contract, and the shelf that the program has.

pub mod age_of_imperialism;
pub mod company_commander;
pub mod company_war;
pub mod mechad;
pub mod parabellum;

use crate::engine::{GameKind, Shelf};

/// The games of this crate. Company War is what commands take where no game is named.
pub const OURS: Shelf = Shelf::of(ALL);

const ALL: &[&dyn GameKind] = &[
    &company_war::SHELF,
    &age_of_imperialism::SHELF,
    &company_commander::SHELF,
    &mechad::SHELF,
    &parabellum::SHELF,
];

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::base::transcoded;
    use crate::base::yaml::{self, Origin};
    use crate::engine::shelf::bridge::Bridge;
    use crate::engine::{Game, Tables};

    /// Reads a format as YAML and as the JSON that is kept beside it.
    fn tables_are_the_same<G: Game>(shelf: &Bridge<G>)
    where
        G::Format: Debug,
    {
        let text = shelf.shipped().format.as_bytes();
        let yaml: Tables<G::Format> = yaml::read(text, Origin::House).expect("it is read");
        let json = shelf.format_as_json().expect("it is read");
        let json: Tables<G::Format> = transcoded::read(&json, text).expect("it is read");
        assert_eq!(format!("{yaml:?}"), format!("{json:?}"));
    }

    #[test]
    fn tables_say_the_same_as_json() {
        tables_are_the_same(&company_war::SHELF);
        tables_are_the_same(&age_of_imperialism::SHELF);
        tables_are_the_same(&company_commander::SHELF);
        tables_are_the_same(&mechad::SHELF);
        tables_are_the_same(&parabellum::SHELF);
    }
}
