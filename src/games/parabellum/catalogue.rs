//! Status cards as tables: every number that the rules use (pb8).

use std::collections::BTreeSet;

use super::Parabellum;
use super::format::{CardRow, Defenders, Form, Going, Matching, Pace, Positions, Terrain, sides};
use super::names::{Kind, Sq};
use super::side::Side;
use super::theater::Field;
use crate::base::words::{capital, either};
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
         when they are hired, in a place that has them and that you alone hold"
    )
}

/// Who takes what lies on the map, what room it takes up, what caching does and what a barricade is (pb20, pb25, pb30, pb31,
/// pb48).
pub fn lying(game: &Parabellum) -> String {
    let numbers = &game.format.numbers;
    let [supply, ammo] = [numbers.supply_die, numbers.ammo_die].map(sides);
    let [cached_supply, cached_ammo] =
        [numbers.cached_supply_die, numbers.cached_ammo_die].map(sides);
    let barricade = sides(numbers.barricade_die);
    format!(
        "supplies, ammunition and barricades take up a point of a square each. Markers belong to nobody: a unit of either \
         side takes them from its own square or the next one, but not from under an enemy, cached or not. One fills a scale \
         of a unit whole, from there or from what a unit there carries; your reserve fills only aircraft, and those whom \
         you muster. Attack dice \
         that no unit is left for strike them; each defends with a die, D{supply} of a supply and D{ammo} of an \
         ammunition. Caching only makes these D{cached_supply} and D{cached_ammo}, as a unit in their square does. A \
         barricade keeps everybody out until an attack destroys it; it defends with D{barricade}"
    )
}

/// What units of these cards cost, how they fight and what else they can do.
pub fn tables(game: &Parabellum, kinds: &[&Kind], caption: &str) -> [Table; 2] {
    [fights(game, kinds, caption), stores(game, kinds, caption)]
}

/// What units of these cards cost, and how they fight and go.
pub fn fights(game: &Parabellum, kinds: &[&Kind], caption: &str) -> Table {
    let rows = kinds.iter().map(|kind| (*kind, game.format.card(kind)));
    let fights = ["Card", "Shows", "Price", "Fit", "Dice", "Range", "Speed", "Going"];
    let fights = Table::new().caption(caption).lefts(fights);
    fights.rows(rows.map(|(kind, row)| {
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
    }))
}

/// What units of these cards take, carry and can do besides.
fn stores(game: &Parabellum, kinds: &[&Kind], caption: &str) -> Table {
    let rows = kinds.iter().map(|kind| (*kind, game.format.card(kind)));
    let rest = ["Card", "Squads", "Supply", "Ammo", "Carries", "Size", "mm", "Can"];
    let rest = Table::new().caption(format!("{caption}: men, stores and size")).lefts(rest);
    rest.rows(rows.map(|(kind, row)| {
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
    }))
}

/// What the miniatures of a side can be: the dice, ranges and ways of going of all cards that it may have and that show
/// them, and their speeds from the least to the most.
/// Nothing here tells one card from another (pb8).
pub fn miniatures(game: &Parabellum, side: Side, forms: &BTreeSet<Form>) -> Table {
    let columns = ["Miniature", "Dice", "Range", "Speed", "Going"];
    let caption = format!("What miniatures of {} can be", side.title());
    let row = |form: &Form| {
        let cards = shown_by(game, side, *form);
        let dice: BTreeSet<(u8, u8)> = cards.iter().map(|row| (row.attack, row.defense)).collect();
        let dice = either(dice.into_iter().map(|(attack, defense)| pair(attack, defense)));
        let parked = sides(game.format.numbers.parked_die);
        let flies = cards.iter().any(|row| row.flies());
        let dice = if flies { format!("{dice} ({parked} on a runway)") } else { dice };
        let mut ranges: Vec<&&CardRow> = cards.iter().collect();
        ranges.sort_by_key(|row| (row.range.1, row.range.0));
        let mut speeds: Vec<&&CardRow> = cards.iter().collect();
        speeds.sort_by_key(|row| row.speed);
        let [slow, fast] = [speeds.first(), speeds.last()].map(|row| row.map(|row| speed(row)));
        let going: BTreeSet<Going> = cards.iter().map(|row| row.going).collect();
        let mut ranges: Vec<String> = ranges.into_iter().map(|row| range(row)).collect();
        ranges.dedup();
        [form.to_string(), dice, either(ranges), span(slow, fast), either(going)]
    };
    Table::new().caption(caption).lefts(columns).rows(forms.iter().map(row))
}

/// The cards that a miniature of a side may stand for: those of its list; of aircraft those of both lists, since they are
/// captured (pb62); and any, if no list has one.
pub fn shown_by(game: &Parabellum, side: Side, form: Form) -> Vec<&CardRow> {
    let lists = game.theater.lists.iter();
    let lists = lists.filter(|(whose, _)| **whose == side || form == Form::Aircraft);
    let listed = lists.flat_map(|(_, list)| list.iter().map(|kind| game.format.card(kind)));
    let listed: Vec<&CardRow> = listed.filter(|row| row.form == form).collect();
    if listed.is_empty() {
        game.format.cards.values().filter(|row| row.form == form).collect()
    } else {
        listed
    }
}

/// From the least to the most, once if they are the same.
fn span(least: Option<String>, most: Option<String>) -> String {
    match (least, most) {
        (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
        (least, _) => least.unwrap_or_default(),
    }
}

/// What the columns mean.
pub const KEY: &str = "Fit is the price of a unit ready to fight: with its squads of men and a marker for each \
                       scale that it has, supply and ammunition; of irregulars what it costs to hire them. \
                       Dice are the sides of those of attack and defense, one for each point of strength. \
                       Size is what a miniature takes up of the 16 points of a square, mm its height.";

/// What the words of the tables mean (pb15, pb17, pb26, pb34 to pb36, pb50, pb55, pb57, pb58, pb72, pb73).
pub const ABILITIES: &str = "A unit that does not fly uses up a step of its supply in a turn in which it moved, and a \
                             step of its ammunition in one in which it attacked. Carries: so many supplies or \
                             ammunition, never units; what carries one cannot attack, but counterattacks. Indirect: it attacks before \
                             other units, only if it did not move, and nobody counterattacks. Anti-air: the die \
                             that it rolls at aircraft. Engineer: it helps units beside it on fords. Light: \
                             irregulars can man it. Fighter: it can meet enemy sorties. Missiles: it \
                             counterattacks anti-air units that fire at it. Bridge: it bridges water beside it. \
                             Deck: so many aircraft stand ready on it. A turn: a square takes all the movement \
                             of a turn. Cover: the share of its losses that a unit beside it is spared; one taller \
                             than the terrain is spared 1/2 instead of all, 1/4 instead of 3/4, and nothing \
                             instead of 1/2.";

/// Who gets into a square, and how distances are counted (pb29 to pb32).
pub(super) const MOVE: &str = "nobody enters or passes a square where an enemy unit or a barricade is. A square with units of your own \
                    is entered or passed if the unit fits in besides them: all miniatures and markers in a square take up \
                    16 points at most, and that counts for passing too. Moves and ranges are counted along rows \
                    and columns, so a square that touches only at a corner is 2 away";

/// How an attack works, by the options of the game (pb36, pb41 to pb45, pb50).
pub fn attack(game: &Parabellum) -> String {
    let removes = match game.switches.dice {
        Matching::OneToOne => "each defense die removes one attack die that is lower",
        Matching::AnyHigher => "each defense die removes all attack dice that are lower",
    };
    let (together, least) = match game.switches.defenders {
        Defenders::Pooled => {
            ("all units in the square together", " (the least of all in the square counts)")
        }
        Defenders::OneByOne => ("the units in the square one after another", ""),
    };
    format!(
        "the attacker rolls an attack die for each point of its strength, {together} a defense die for each \
         of theirs; {removes}. What is left are losses, of which cover takes its share, rounded down{least}; \
         each loss is a point of strength, and a unit without strength is destroyed. Then each unit that \
         was attacked and has the attacker in range counterattacks in the same way with what it has left, \
         but not after indirect fire; a counterattack is not answered. A unit uses up a step of its ammunition if it \
         attacked in its turn, and another if it counterattacked in the enemy's, however often; without any it does \
         neither, but still defends itself. Indirect units counterattack with D{} and use up nothing, unless their range \
         begins at 1 and they neither moved nor attacked in their last turn",
        sides(game.format.numbers.self_defense_die)
    )
}

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
    pair(row.attack, row.defense)
}

fn pair(attack: u8, defense: u8) -> String {
    if attack == 0 { format!("-/{defense}") } else { format!("{attack}/{defense}") }
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
