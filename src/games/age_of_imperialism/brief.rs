//! What a player has to know of the game and the scenario before they order anything: lengths, prices, income,
//! dice and points.

use super::power::Power;
use super::sight::View;
use super::state::Step;
use super::switches::{Exchange, Selection, Switch};
use super::takes::takes;
use super::{AgeOfImperialism, assault, conduct, course, odds, short};
use crate::base::words::{capital, count, joined};
use crate::page::{Block, Table, Text};

/// The heading over it.
pub const TITLE: &str = "The brief";

/// All of it; at set-up with what holds for first units.
pub fn blocks(game: &AgeOfImperialism, view: &View, set_up: bool) -> Vec<Block> {
    let facts = facts(game).into_iter().chain(conduct::facts(game));
    let facts = facts.map(|(label, text)| (label.to_owned(), Text::marked(&text)));
    let [two, three] = odds::charts(game, view);
    let [alone, led] = assault::charts(game);
    let tables =
        [income(game), alone, led, rolls(game), two, three, points(game)].map(Block::Table);
    let first = set_up.then(|| Block::Paragraph(Text::plain(FIRST)));
    [Block::Facts(facts.collect()), Block::Table(units(game))]
        .into_iter()
        .chain(first)
        .chain(tables)
        .collect()
}

/// How first units differ from later ones (im11).
const FIRST: &str = "In the set-up there may be any number of each, in any of your regions. None needs a city or a \
                     school, and a fleet needs no port, but a sea area on your coast. A port needs a coast.";

fn facts(game: &AgeOfImperialism) -> Vec<(&'static str, String)> {
    let format = &game.format;
    let (pp, dp) = game.board.purse;
    let works = &format.works;
    let diplomacy = &format.diplomacy;
    let prices = format.buildings.iter().map(|(what, price)| format!("{what} {}", price.value));
    let chits = format.chits.values.iter().rev().map(|(value, number)| match value {
        0 => format!("{number} dots, worth nothing"),
        value => format!("{number} of {value} PP"),
    });
    let mut facts = vec![
        ("Length", length(game)),
        ("A turn", course::turn(game)),
        (
            "Set-up",
            format!(
                "each power begins with {}, {pp} PP and {dp} DP; what is bought with them first may be \
                 placed in any region of one's own. Each of these regions is westernized, with an infantry brigade and \
                 a worthless resource",
                count(game.board.regions, "region")
            ),
        ),
        (
            "PP, DP, DRM",
            "production points, the money; diplomacy points; die-roll modifier, a number added to the roll".to_owned(),
        ),
        ("Buildings in PP", joined(prices, ", ")),
        (
            "Developing a resource",
            format!(
                "{} PP; an engineer in the region cuts this and the price of a building by 1/{}",
                works.develop.value, works.engineer_part.value
            ),
        ),
        (
            "The last brigade",
            "a region left without a brigade of any power goes back to the natives, and what is built there is gone".to_owned(),
        ),
        ("Upkeep", format!("{} PP a turn for each unit and fleet", format.income.upkeep.value)),
        (
            "DP a turn",
            format!(
                "{}, and {} a city; up to {} more a city for {} PP each",
                format.income.dp.value,
                format.income.dp_per_city.value,
                format.income.dp_bought_per_city.value,
                format.income.dp_price.value
            ),
        ),
        (
            "Prices in DP",
            format!(
                "declaring war: {}; taking another's sphere of influence out of a region of one's own: {}; weakening \
                 the natives of a region of one's own by {}: {}; inciting a revolt in another's region: {}; {} dice for \
                 an explorer: {}",
                diplomacy.war.value,
                diplomacy.removal.value,
                diplomacy.westernize_strength.value,
                diplomacy.westernize.value,
                diplomacy.incite.value,
                format.explorer.paid_dice.value,
                diplomacy.explorer.value
            ),
        ),
        ("Natives", natives(game)),
        ("Resources", joined(chits, ", ")),
        ("Land battles", land(game)),
        (
            "Naval battles",
            format!(
                "each fleet hits with {} or more on a die of six; more schools add {}",
                format.naval.hit.value, format.naval.schools.value
            ),
        ),
        ("Explorers", explorers(game)),
    ];
    if game.switches.several_buildings == Switch::No {
        let one = "of city, factory, port and railroad a region has one; a fort may stand with it, and a \
                   school needs a city";
        facts.push(("Building", one.to_owned()));
    }
    // Homes mean nothing where all regions are chosen or dealt (im64).
    let historical = game.switches.region_selection == Selection::Historical;
    if let Some(homes) = homes(game).filter(|_| historical) {
        facts.push(("Home regions", homes));
    }
    facts
}

/// What PP and DP are good for in the phases that the table waits for; `None` where that is said elsewhere.
pub fn spending(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let (income, diplomacy) = (&game.format.income, &game.format.diplomacy);
    // The parts of a production that are still to come, in their order (im14, im65).
    let works = "units, fleets, buildings and resources";
    let all = format!(
        "DP at {} each, up to {} a city, then upkeep, then {works}",
        income.dp_price.value, income.dp_bought_per_city.value
    );
    let influence = format!(
        "{} takes another's sphere of influence out of a region of yours, {} takes {} off the strength of natives in \
         one, {} incites a revolt in another's region",
        diplomacy.removal.value,
        diplomacy.westernize.value,
        diplomacy.westernize_strength.value,
        diplomacy.incite.value
    );
    let said = |pp: &str, dp: &str| Some(format!("PP: {pp}; DP: {dp}. What is not spent is kept"));
    let step = view.power.map_or(view.open.step, |power| game.step_ahead(&view.open, power));
    match step {
        Step::Picks | Step::Placement | Step::Over => None,
        Step::Auction => said(&format!("the bid first, then {all}"), &influence),
        Step::Production => said(&format!("first {all}"), &influence),
        Step::Diplomacy => said(&format!("{works}, in construction"), &influence),
        Step::Construction => said(works, "nothing more in this production"),
        Step::First | Step::Second => {
            // An engineer alone looks for a better resource, and nobody else has to hear of it.
            let prospects = takes(game, view, "prospect");
            let pp = match diplomacy.prospect.value {
                price if prospects => {
                    format!("prospecting for a better resource, {price} for an engineer; else they")
                }
                _ => "no purchases in this phase (you can give some away); they".to_owned(),
            };
            let more = view.power.and_then(|power| game.next_production(&view.open, power));
            let kept = match more {
                Some(_) => "are kept for the next production",
                None => "count at the end alone, if points are equal: no production is to come",
            };
            Some(format!(
                "PP: {pp} {kept}. DP: {} dice for an explorer (`pay`): {}; declaring war: {}; every {} in hand at the \
                 end are a point",
                game.format.explorer.paid_dice.value,
                diplomacy.explorer.value,
                diplomacy.war.value,
                game.format.points.dp_each.value
            ))
        }
    }
}

/// How long it lasts, when it ends, and who wins then (im70, im72).
fn length(game: &AgeOfImperialism) -> String {
    let ends = "ends when a power has no region left, or the natives have none; then the most points win; a tie goes to \
                the most PP in hand, then to the most regions";
    let Some(turns) = game.board.turns else { return ends.to_owned() };
    let (mut at, mut cycles) = ((0, Step::Picks), 0_u32);
    while at.0 <= turns {
        if game.waits(at.1) {
            cycles += 1;
        }
        at = game.next_step(at.0, at.1);
    }
    if game.switches.exchange == Exchange::InTurn {
        cycles *= u32::try_from(game.board.powers.len()).unwrap_or(1);
    }
    format!("{}: {} at most; {ends}", count(turns, "turn"), count(cycles, "cycle"))
}

fn natives(game: &AgeOfImperialism) -> String {
    let markers = &game.format.natives.markers;
    let weakest = markers.iter().map(|row| row.strength).min().unwrap_or(0);
    let strongest = markers.iter().map(|row| row.strength).max().unwrap_or(0);
    let all: u32 = markers.iter().map(|row| row.count).sum();
    let strong = markers.iter().filter(|row| row.strength >= 9);
    let strong: u32 = strong.map(|row| row.count).sum();
    format!(
        "{all} markers of strength {weakest} to {strongest}, {strong} of them 9 or more; a native army has as \
         many infantry, with + one in {} of it cavalry, with ++ {} artillery besides; below {} a region is \
         westernized",
        game.format.natives.cavalry_part.value,
        game.format.natives.artillery.value,
        game.format.natives.westernized_below.value
    )
}

fn land(game: &AgeOfImperialism) -> String {
    let battle = &game.format.battle;
    format!(
        "each brigade rolls a die of {}: with its DRM {} or more is a hit, {} or more are two; both sides roll at once. A \
         hit removes a brigade of the owner's choice, {} hits one of the enemy's choice, and other units only where no \
         brigade is left. Who has no brigade left must retreat; if neither side has, natives win against a power. DRM: a general {:+}, more \
         schools {:+}, artillery alone {:+} in round 1, more cavalry {:+}, against a fort -{}, landed from the sea -{} in \
         round 1 and -{} in round 2",
        battle.sides.value,
        battle.hit.value,
        battle.two_hits.value,
        battle.combine.value,
        battle.general.value,
        battle.schools.value,
        battle.artillery.value,
        battle.cavalry.value,
        battle.fort.value,
        battle.amphibious_first.value,
        battle.amphibious_second.value
    )
}

fn explorers(game: &AgeOfImperialism) -> String {
    let table = &game.format.explorer;
    format!(
        "an explorer among natives rolls {} dice, or {} for {} DP, with {:+} for each sphere of influence of its power \
         there and -{} for each of another; what that brings, the table \"{ROLLS}\" says. Against unknown natives reports count \
         all markers that may be theirs",
        table.dice.value,
        table.paid_dice.value,
        game.format.diplomacy.explorer.value,
        table.own.value,
        table.other.value
    )
}

/// The heading over what the rolls of explorers bring.
const ROLLS: &str = "What an explorer's roll brings";

/// The chart of explorers, the best result first (im50).
fn rolls(game: &AgeOfImperialism) -> Table {
    let table = &game.format.explorer;
    let [join, place] = [table.join, table.place].map(|row| i64::from(row.value));
    let [swap, lost] = [table.swap, table.lost].map(|row| -i64::from(row.value));
    let (least, most) = (|from| strength(from, " or more"), |to| strength(to, " or less"));
    let between = |from, to| {
        let (from, to) = (strength(from, ""), strength(to, ""));
        if from == to { from } else { format!("{from} to {to}") }
    };
    let rows = [
        (least(join), "the region joins, with an infantry brigade"),
        (between(place, join - 1), "a sphere of influence is placed"),
        (
            between(swap, place - 1),
            "a sphere of influence replaces one of another power, if there is one",
        ),
        (between(lost, swap - 1), "nothing"),
        (most(lost - 1), "the explorer is lost"),
    ];
    let table = Table::new().caption(ROLLS).lefts(["Roll, with what is added", "Result"]);
    table.rows(rows.map(|(roll, result)| [roll, result.to_owned()]))
}

/// A number so far above the strength of natives, or below it.
fn strength(above: i64, bound: &str) -> String {
    match above {
        0 => format!("strength{bound}"),
        above if above > 0 => format!("strength + {above}{bound}"),
        below => format!("strength - {}{bound}", -below),
    }
}

/// The home regions of the powers, for whoever picks.
fn homes(game: &AgeOfImperialism) -> Option<String> {
    let of = |(power, regions): &(Power, Vec<_>)| format!("{power}: {}", joined(regions, ", "));
    let all: Vec<String> =
        game.board.homes.iter().filter(|(_, regions)| !regions.is_empty()).map(of).collect();
    (!all.is_empty()).then(|| capital(&all.join("; ")))
}

/// The heading over units.
const UNITS: &str =
    "Units: price, moves, room that they take on a fleet, where they are built, how many a turn";

/// Units and fleets: prices, moves, places.
fn units(game: &AgeOfImperialism) -> Table {
    let unit = |(kind, row): (&super::force::Kind, &super::format::UnitRow)| {
        let limit = match row.limit.value {
            0 => "any number".to_owned(),
            limit => format!("{limit} a region"),
        };
        [
            capital(&kind.to_string()),
            row.price.value.to_string(),
            row.moves.value.to_string(),
            row.portage.value.to_string(),
            row.built_at.site.to_string(),
            limit,
            short::of(kind.word()).unwrap_or_default().to_owned(),
        ]
    };
    let fleet = &game.format.fleet;
    let fleet = [
        "Fleet".to_owned(),
        fleet.price.value.to_string(),
        fleet.moves.value.to_string(),
        format!("carries {}", fleet.carries.value),
        "a port".to_owned(),
        format!("{} a port", fleet.limit.value),
        "fleet".to_owned(),
    ];
    let table = Table::new().caption(UNITS).left("Unit");
    let table = table.rights(["PP", "Moves", "Room"]).lefts(["Built at", "A turn", "In orders"]);
    table.rows(game.format.units.iter().map(unit).chain([fleet]))
}

/// PP a turn (im13).
fn income(game: &AgeOfImperialism) -> Table {
    let income = &game.format.income;
    let rows = [
        ("a region with natives", income.region.value.to_string()),
        ("a westernized region", income.westernized.value.to_string()),
        ("a city", income.city.value.to_string()),
        (
            "a factory next to a city of one's own",
            format!(
                "{}, and {} a developed resource",
                income.factory.value, income.factory_per_resource.value
            ),
        ),
        (
            "a port that reaches others by sea",
            format!(
                "{} a factory and {} a port that it reaches",
                income.port_per_factory.value, income.port_per_port.value
            ),
        ),
        (
            "a railroad",
            format!(
                "{} for each city, factory, port and developed resource next to it",
                income.railroad_per_neighbour.value
            ),
        ),
        ("a developed resource", "its value".to_owned()),
        ("a whole zone", income.zone.value.to_string()),
    ];
    let table = Table::new().caption("PP a turn").lefts(["For", "PP"]);
    table.rows(rows.map(|(what, pp)| [what.to_owned(), pp]))
}

/// Victory points (im53).
fn points(game: &AgeOfImperialism) -> Table {
    let points = &game.format.points;
    let rows = [
        ("each region", points.region.value),
        ("each westernized region, besides", points.westernized.value),
        ("each city", points.city.value),
        ("each factory, port, railroad, fort or school", points.building.value),
        ("each developed resource", points.resource.value),
        ("more than half the regions of a zone", points.zone_majority.value),
        ("all regions of a zone, instead", points.whole_zone.value),
    ];
    let dp = (format!("every {} DP in hand", points.dp_each.value), 1);
    let table = Table::new().caption("Victory points at the end").left("For").right("Points");
    let rows = rows.map(|(what, points)| (what.to_owned(), points)).into_iter().chain([dp]);
    table.rows(rows.map(|(what, points)| [what, points.to_string()]))
}
