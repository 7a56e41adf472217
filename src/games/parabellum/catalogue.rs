//! Status cards as tables: every number that the rules use (pb8).

use super::Parabellum;
use super::format::{CardRow, Going, Pace, Positions, Terrain};
use super::names::{Kind, Sq};
use super::theater::Field;
use crate::base::words::capital;
use crate::engine::board::Board;
use crate::page::Table;

/// The prices of what is bought besides units, and the fee of irregulars (pb9, pb19, pb26).
pub fn prices(game: &Parabellum) -> String {
    let numbers = &game.format.numbers;
    let (size, squad) = (numbers.squad_size.value, numbers.squad_price.value);
    let (supply, ammo) = (numbers.supply_price.value, numbers.ammo_price.value);
    let fee = numbers.irregular_fee.value;
    format!(
        "a squad of {size} men {squad}, a supply {supply}, an ammunition {ammo}; irregulars {fee} \
         when they are hired"
    )
}

/// What units of these cards cost, how they fight and what else they can do.
pub fn tables(game: &Parabellum, kinds: &[&Kind], caption: &str) -> [Table; 2] {
    let rows = || kinds.iter().map(|kind| (*kind, game.format.card(kind)));
    let fights = ["Card", "Shows", "Price", "Fit", "Dice", "Range", "Speed", "Going"];
    let fights = Table::new().caption(caption).lefts(fights);
    let fights = fights.rows(rows().map(|(kind, row)| {
        [
            kind.to_string(),
            row.form.to_string(),
            row.price.to_string(),
            fit(game, row),
            dice(row),
            range(row),
            speed(row),
            row.going.to_string(),
        ]
    }));
    let rest = ["Card", "Squads", "Supply", "Ammo", "Carries", "Size", "mm", "Can"];
    let rest = Table::new().caption(format!("{caption}: men, stores and size")).lefts(rest);
    let rest = rest.rows(rows().map(|(kind, row)| {
        [
            kind.to_string(),
            row.squads.to_string(),
            row.supply.to_string(),
            row.ammo.to_string(),
            row.capacity.to_string(),
            game.format.footprints[&row.form].value.to_string(),
            row.height.to_string(),
            abilities(game, row),
        ]
    }));
    [fights, rest]
}

/// What the columns mean.
pub const KEY: &str = "Fit is the price with men and a marker for each scale. Dice are those of \
                       attack and defense. Size is what a miniature takes up of the 16 points of a \
                       square, mm its height.";

/// What a square of each ground takes of a unit's movement, by its going (pb34): of the grounds of a map, if one is
/// given.
pub fn going(game: &Parabellum, field: Option<&Field>) -> Table {
    let kinds = Going::ALL.into_iter().filter(|going| *going != Going::Air);
    let columns = kinds.clone().map(|going| capital(&going.to_string()));
    let columns = ["Ground".to_owned()].into_iter().chain(columns);
    let squares = field.map(|field| field.board.places().into_iter().map(Sq));
    let here: Option<Vec<Terrain>> =
        squares.zip(field).map(|(squares, field)| squares.map(|at| field.terrain(at)).collect());
    let shown = |terrain: &Terrain| here.as_ref().is_none_or(|here| here.contains(terrain));
    let rows = Terrain::ALL.into_iter().filter(shown).map(|terrain| {
        let paces = game.format.ground[&terrain];
        let paces = kinds.clone().map(move |going| pace(paces.of(going)).to_owned());
        [terrain.to_string()].into_iter().chain(paces).collect::<Vec<_>>()
    });
    Table::new().caption("Movement for a square").lefts(columns).rows(rows)
}

fn pace(pace: Pace) -> &'static str {
    match pace {
        Pace::Fourfold => "1/4",
        Pace::Double => "1/2",
        Pace::Free => "1",
        Pace::Half => "2",
        Pace::Quarter => "4",
        Pace::Turn => "a turn",
        Pace::Never => "never",
    }
}

/// The price of a unit with all that it needs on the map (pb10).
fn fit(game: &Parabellum, row: &CardRow) -> String {
    let numbers = &game.format.numbers;
    if row.is_hired() {
        return numbers.irregular_fee.value.to_string();
    }
    let marker = |scale: u32, price: u32| if scale > 0 { price } else { 0 };
    let markers =
        marker(row.supply, numbers.supply_price.value) + marker(row.ammo, numbers.ammo_price.value);
    (row.price + row.squads * numbers.squad_price.value + markers).to_string()
}

fn dice(row: &CardRow) -> String {
    match row.attack {
        0 => format!("-/{}", row.defense),
        attack => format!("{attack}/{}", row.defense),
    }
}

fn range(row: &CardRow) -> String {
    if row.flies() { "any".to_owned() } else { format!("{} to {}", row.range.0, row.range.1) }
}

fn speed(row: &CardRow) -> String {
    if row.flies() { "-".to_owned() } else { row.speed.to_string() }
}

/// What its card says that it can do besides.
fn abilities(game: &Parabellum, row: &CardRow) -> String {
    let mut all = Vec::new();
    let mut can = |so: bool, what: String| all.extend(so.then_some(what));
    can(row.indirect, "indirect".to_owned());
    can(row.anti_air > 0, format!("anti-air D{}", row.anti_air));
    can(row.engineer, "engineer".to_owned());
    can(row.light, "light".to_owned());
    can(row.is_hired(), "only hired".to_owned());
    can(row.fighter, "fighter".to_owned());
    can(row.missiles, "missiles".to_owned());
    can(row.bridge, "bridge".to_owned());
    can(row.deck > 0, format!("deck of {}", row.deck));
    can(game.switches.positions == Positions::Hidden, format!("sees {}", row.sight));
    all.join(", ")
}
