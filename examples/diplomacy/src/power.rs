//! The seven powers.

use adjutant::prelude::*;

worded! {
    /// A power.
    #[derive(Hash, JsonSchema)]
    #[schemars(crate = "adjutant::schemars", inline)]
    pub enum Power {
        Austria => "Austria",
        England => "England",
        France => "France",
        Germany => "Germany",
        Italy => "Italy",
        Russia => "Russia",
        Turkey => "Turkey",
    }
}

const SEATS: [Seat; 7] = [
    Seat::named("austria"),
    Seat::named("england"),
    Seat::named("france"),
    Seat::named("germany"),
    Seat::named("italy"),
    Seat::named("russia"),
    Seat::named("turkey"),
];

impl From<Power> for Seat {
    fn from(power: Power) -> Self {
        power.seat()
    }
}

impl Power {
    /// The seat that plays it.
    #[must_use]
    pub fn seat(self) -> Seat {
        SEATS[self as usize].clone()
    }

    /// The power that a seat plays.
    #[must_use]
    pub fn of(seat: &Seat) -> Option<Self> {
        Self::ALL.into_iter().find(|power| SEATS[*power as usize] == *seat)
    }

    /// The power that the reader plays.
    #[must_use]
    pub fn reading(reader: &Reader) -> Option<Self> {
        reader.seat().and_then(Self::of)
    }
}
