//! The names of places, fleets and cards. Each is a type of its own, by which the engine finds it
//! in orders, views and events and checks that the game has it.

use crate::engine::wording::names::names;
use crate::engine::wording::said::said;

names! {
    /// The name of a land region.
    text Region;
    /// The name of a sea area.
    text Sea;
    /// The name of a land region or a sea area.
    text Spot, for Region, Sea;
    /// The name of a goal card.
    text Card;
    /// The number of a fleet among those of its power.
    number Fleet: u32;
}

said! { Fleet; }

impl Card {
    /// The name as a sentence has it.
    pub fn words(&self) -> String {
        self.0.replace('-', " ")
    }
}
