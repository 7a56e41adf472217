//! The information brief: all that is known of a theater before anything is bought (pb2).

use std::collections::BTreeSet;

use super::format::{Exchange, FaceKind, Positions, Terrain, Victory};
use super::names::{Kind, Sq};
use super::said::{markers, stacked};
use super::side::{Role, Side};
use super::state::{Open, Step};
use super::theater::{Aim, Field, Purchase};
use super::{Parabellum, atlas, catalogue, phases};
use crate::base::words::{capital, count, either, joined, names, verb};
use crate::engine::board::Square;
use crate::page::{Block, Page, Table, Text};

/// The brief, and the cards that can be bought: all at the opening, those of its list to a side that
/// recruits.
pub fn add(game: &Parabellum, mut page: Page, open: &Open, reader: Option<Side>) -> Page {
    let step = open.step;
    let lists = match step {
        Step::Purchase => reader.map_or(Side::BOTH, |side| [side, side.other()]).to_vec(),
        Step::Recruit => reader.into_iter().collect(),
        Step::Defender | Step::Attacker | Step::Turn | Step::Over => return page,
    };
    if lists.is_empty() {
        return page;
    }
    if step == Step::Purchase {
        page = theater(game, page);
    }
    page = page.facts(buying(game, reader));
    let most = game.theater.skirmishes;
    if most == 0 || open.number < most {
        page = page.facts([("From money to the map", DEPLOYED)]);
    }
    for side in lists {
        page = page.folded(format!("Cards of {}", side.title()), list(game, side));
    }
    page = page.folded("What the cards say", words(game));
    let fields = game.theater.fields.iter().filter(|_| step == Step::Purchase);
    fields.zip(1..).fold(page, |page, (field, number)| {
        let title = format!("{number}. {}: {}", field.name, field.about);
        page.folded(title, site(game, field).blocks)
    })
}

/// The cards that a side can buy.
pub fn list(game: &Parabellum, side: Side) -> Vec<Block> {
    let kinds: Vec<&Kind> = game.theater.lists[&side].iter().collect();
    let caption = format!("Cards of {}", side.title());
    let tables = catalogue::tables(game, &kinds, &caption);
    tables.into_iter().fold(Page::new(""), Page::table).blocks
}

/// What a square takes of a unit's movement, and what the columns of cards mean.
fn words(game: &Parabellum) -> Vec<Block> {
    let page = Page::new("").table(catalogue::going(game, None));
    page.note(catalogue::KEY).note(catalogue::ABILITIES).blocks
}

/// How purchases are written, what they cost and what they are for.
fn buying(game: &Parabellum, reader: Option<Side>) -> Vec<(String, Text)> {
    let example = |side: Side| game.theater.lists[&side].first();
    let kind = reader.or(Some(Side::Amber)).and_then(example);
    let kind = kind.map(ToString::to_string).unwrap_or_default();
    let written = Text::default()
        .code(format!("buy 2 {kind}"))
        .and(" buys two units of a card, ")
        .code("stock squads 2 supply 2 ammo 2")
        .and(" the men and markers that two of most cards need");
    let musters = "before a skirmish a unit takes its squads of men from your reserve, and a supply and an \
                   ammunition to fill its scales (none where the card has 0); without them it cannot fight";
    vec![
        ("Prices".to_owned(), Text::plain(catalogue::prices(game))),
        ("Written".to_owned(), written),
        ("Mustering".to_owned(), Text::plain(musters)),
        ("Strength".to_owned(), Text::plain(strength(game))),
        (phases::YOUR_TURN.to_owned(), Text::plain(phases::steps(None))),
        ("A move".to_owned(), Text::plain(catalogue::MOVE)),
        ("An attack".to_owned(), Text::plain(catalogue::attack(game))),
        ("Line of fire".to_owned(), Text::plain(line(game, None))),
        ("Markers".to_owned(), Text::plain(catalogue::lying(game))),
        ("Aircraft".to_owned(), Text::plain(AIRCRAFT)),
    ]
}

/// What a direct attack and a look pass over, and what stops them (pb36, pb37, pb39, pb69).
pub(super) fn line(game: &Parabellum, field: Option<&Field>) -> String {
    let blocks = field.map(|field| field.blocks.iter().copied().collect::<Vec<Sq>>());
    let stops = match blocks.as_deref() {
        None => "only the blocks of a map, which its brief names, stop a direct attack".to_owned(),
        Some([]) => "nothing on this map stops a direct attack".to_owned(),
        Some(blocks) => {
            let blocks = area(blocks);
            format!("the straight line of a direct attack must not cross a block ({blocks})")
        }
    };
    let seen = match game.switches.positions {
        Positions::Visible => "Both sides see all units on the map, wherever they stand".to_owned(),
        Positions::Hidden => format!(
            "A side sees the squares that one of its units has in sight: as far as its card says, with no block and nothing \
             as tall as {} mm between",
            game.format.numbers.tall.value
        ),
    };
    format!(
        "{stops}; other units never stop it. Upright terrain stops nothing: it covers a target beside it, from a direct \
         attack whose line, from the middle of a square to that of another, crosses it there, and from indirect fire and aircraft wherever they come from. Indirect fire \
         and aircraft pass over all. {seen}"
    )
}

/// Where aircraft are, and how often they strike (pb53, pb54, pb57, pb59, pb61).
const AIRCRAFT: &str = "`muster` readies them at deployment, and they strike any square of the map. They need neither runway nor \
                        carrier: without one they are off the map, where only anti-air units and fighters meet them. A sortie then \
                        spends all of both scales; `replenish` puts a step of each back at the end of your turns, from your \
                        reserve, so that with scales of 2 they strike in every second turn. If your side has a runway or a \
                        carrier in a skirmish, they stand on it, where they can be attacked, and fly from nowhere else; markers \
                        that lie there fill them whole";

/// How the worth of a force is counted (pb6).
fn worth(game: &Parabellum) -> String {
    let numbers = &game.format.numbers;
    format!(
        "a force is worth its credits, its units at the price of their cards, {} credits for each man that they have left (a point of \
         strength is a man for each squad of its card), and the men and markers in reserve at their prices; what units have taken \
         or carry does not count",
        numbers.squad_price.value / numbers.squad_size.value
    )
}

/// How strong units are, and what they keep (pb10, pb41, pb70).
fn strength(game: &Parabellum) -> String {
    format!(
        "every unit has a strength of {} when it is mustered, whatever its card. After a skirmish units go back to your \
         reserve with the strength, supply, ammunition and cargo that they have left, and whoever won takes the \
         supplies and ammunition that lie on the map; when a unit is mustered again, men and markers of your reserve \
         make it whole. Money, men and markers that you did not use stay yours",
        game.full()
    )
}

/// What becomes of what is bought before a skirmish (pb10, pb11, pb14).
const DEPLOYED: &str = "what you buy now lies in your reserve; in the cycles after this the defender deploys, and then the \
                        attacker: each puts units of its reserve on the map, free of charge, as \
                        many as fit into the squares of its lines. Where a skirmish lets you \
                        send reinforcements, a unit that stayed in reserve is sent at the end of one of your turns and \
                        arrives in the next";

/// What a side gets that buys nothing at the start (pb65).
pub fn standard(game: &Parabellum, side: Side) -> String {
    let Purchase { units, squads, supply, ammo } = &game.theater.standard[&side];
    let numbers = &game.format.numbers;
    let priced = units.iter().map(|(kind, number)| game.format.card(kind).price * number);
    let price = priced.sum::<u32>()
        + squads * numbers.squad_price.value
        + supply * numbers.supply_price.value
        + ammo * numbers.ammo_price.value;
    let units = units.iter().map(|(kind, number)| format!("{kind} {number}"));
    let stores = [count(*squads, "squad"), markers(*supply, *ammo)];
    let all = joined(units.chain(stores), ", ");
    format!("you get the standard force for {price} credits: {all}")
}

/// How many cycles it takes at most: purchases; then for each skirmish two deployments, two turns a round, or one cycle
/// for both where they are ordered at once (pb71), and recruiting.
fn length(game: &Parabellum) -> String {
    let theater = &game.theater;
    let rounds = theater.fields.iter().map(|field| field.turns).max().unwrap_or(0);
    let turns = match game.switches.exchange {
        Exchange::ATurn => 2 * rounds,
        Exchange::ARound => rounds,
    };
    let each = 2 + turns + 1;
    match theater.skirmishes {
        0 => format!("a cycle for purchases, then up to {each} for each skirmish"),
        most => format!("{} at most", count(1 + most * each, "cycle")),
    }
}

/// When the theater ends, and who wins it (pb5, pb6).
pub fn victory(game: &Parabellum) -> String {
    let most = game.theater.skirmishes;
    if most == 0 {
        return "until a side is broke or surrenders".to_owned();
    }
    let most = count(most, "skirmish");
    let least = match game.switches.victory {
        Victory::AboveStart => {
            format!(", provided that it is worth more than {} credits", game.theater.budget)
        }
        Victory::WorthMore => String::new(),
    };
    format!(
        "{most} at most; after that the force worth more wins{least}; a side that is broke or \
         surrenders loses at once"
    )
}

/// What is known of the theater, and the table of its skirmishes.
fn theater(game: &Parabellum, page: Page) -> Page {
    let facts = [("The theater", victory(game)), ("Worth", worth(game)), ("Length", length(game))];
    let page = page.heading(2, "The information brief").facts(facts);
    let fields = &game.theater.fields;
    page.table(overview(fields)).note(overview_key(fields))
}

/// The skirmishes of a table, a line each.
fn overview(fields: &[Field]) -> Table {
    let columns =
        ["Skirmish", "The attacker wins if it", "Rounds", "Reward", "Send", "Water", "Attacker"];
    let row = |(field, number): (&Field, u32)| {
        let wins = match &field.aim {
            Aim::Take(city) => format!("holds {city} alone"),
            Aim::Exit(city, units) => {
                format!("takes {} off the map at {city}", count(*units, "unit"))
            }
            Aim::Deliver(city, most) => {
                format!("holds {city} alone with {}", count(*most, "marker"))
            }
            Aim::Raid(city) => format!("leaves no stores in {city}"),
        };
        let water = [Terrain::River, Terrain::Water, Terrain::Ford, Terrain::Rapids];
        let there = |terrain: &Terrain| field.ground.values().any(|ground| ground == terrain);
        let water = water.into_iter().filter(there).map(|terrain| terrain.to_string());
        [
            format!("{number}. {}", field.name),
            wins,
            field.turns.to_string(),
            field.reward.to_string(),
            field.reinforcements.most.to_string(),
            joined(water, ", "),
            field.attacker.map(|side| side.title().to_owned()).unwrap_or_default(),
        ]
    };
    let table = Table::new().caption("The skirmishes");
    table.lefts(columns).rows(fields.iter().zip(1..).map(row))
}

/// What the words of the overview mean (pb4, pb14).
fn overview_key(fields: &[Field]) -> String {
    let fees: BTreeSet<u32> = fields
        .iter()
        .filter(|field| field.reinforcements.most > 0)
        .map(|field| field.reinforcements.fee)
        .collect();
    let fees = match fees.len() {
        0 => String::new(),
        _ => format!(", for {} credits each", either(fees)),
    };
    let has = |is: fn(&Aim) -> bool| fields.iter().any(|field| is(&field.aim));
    let markers = if has(|aim| matches!(aim, Aim::Deliver(..))) {
        " With markers: so many supplies or ammunition have to lie there as well, brought by units and unloaded, \
         or there before."
    } else {
        ""
    };
    let stores = if has(|aim| matches!(aim, Aim::Raid(_))) {
        " Leaves no stores: no supplies and no ammunition lie there any more, whether they were carried off, used \
         or destroyed."
    } else {
        ""
    };
    format!(
        "Holds alone: at the end of a turn the attacker has units there and the defender has none; aircraft do \
         not count.{markers}{stores} If the attacker has not won after so many rounds, the defender has. Either side also wins \
         when the other has no unit left on the map. Reward: credits for the winner. Send: reinforcements that \
         each side can send{fees}."
    )
}

/// A skirmish of the table, besides what its overview tells.
fn site(game: &Parabellum, field: &Field) -> Page {
    let mut facts = lines(field).to_vec();
    facts.extend(lay(field));
    let stacks = field.markers.iter().map(|(at, stack)| format!("{at} {}", stacked(*stack)));
    let stacks: Vec<String> = stacks.collect();
    if !stacks.is_empty() {
        facts.push(("Markers".to_owned(), stacks.join("; ")));
    }
    let page = Page::new("").facts(facts);
    let page = upright(game, field).into_iter().fold(page, Page::table);
    page.board(atlas::plain(field))
}

/// What the attacker, called so, has to do, in words (pb4).
pub fn aim(field: &Field, who: &str) -> String {
    let rounds = count(field.turns, "round");
    let what = match &field.aim {
        Aim::Take(city) => {
            let squares = area(&field.cities[city].squares);
            format!("{who} alone has units in {city} ({squares}) at the end of a turn")
        }
        Aim::Exit(city, units) => {
            format!("{who} takes {} off the map at {city}", count(*units, "unit"))
        }
        Aim::Deliver(city, number) => format!(
            "{who} alone has units in {city} and {} {} there at the end of a turn",
            count(*number, "marker"),
            verb(*number, "lie")
        ),
        Aim::Raid(city) => format!(
            "no supplies and no ammunition lie in {city} at the end of a turn (what units carry does not count)"
        ),
    };
    format!("{what}, within {rounds}")
}

/// Where each side sets up.
pub fn lines(field: &Field) -> [(String, String); 2] {
    let sets_up = |role: Role| (format!("The {role} sets up in"), area(&field.lines[&role]));
    [Role::Defender, Role::Attacker].map(sets_up)
}

/// Places, runway and blocks of a map.
pub fn lay(field: &Field) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let places = field.cities.iter().map(|(city, place)| {
        let hires = if place.irregulars { ", with irregulars" } else { "" };
        format!("{city} {}{hires}", area(&place.squares))
    });
    facts.push(("Places".to_owned(), places.collect::<Vec<_>>().join("; ")));
    if let Some(runway) = &field.runway {
        let squares = area(&runway.squares);
        facts.push(("Runway".to_owned(), format!("{squares}, the {}'s", runway.of)));
    }
    if !field.blocks.is_empty() {
        let blocks: Vec<Sq> = field.blocks.iter().copied().collect();
        facts.push(("Blocks".to_owned(), area(&blocks)));
    }
    facts
}

/// What stands on the grid lines of a map: between which squares (pb36).
pub fn upright(game: &Parabellum, field: &Field) -> Option<Table> {
    let between = |kind: FaceKind| -> Vec<String> {
        let of = field.faces.iter().filter(|(_, face)| **face == kind);
        of.map(|((one, other), _)| format!("{one}/{other}")).collect()
    };
    let columns = ["Terrain", "mm", "Cover", "Between"];
    let table = Table::new().caption("Upright terrain").lefts(columns);
    let kinds = FaceKind::ALL.into_iter().map(|kind| (kind, between(kind)));
    let kinds = kinds.filter(|(_, squares)| !squares.is_empty());
    let rows = kinds.map(|(kind, squares)| {
        let face = game.format.faces[&kind];
        let cover = match face.cover {
            4 => "all".to_owned(),
            2 => "1/2".to_owned(),
            quarters => format!("{quarters}/4"),
        };
        [capital(&kind.to_string()), face.height.to_string(), cover, squares.join(" ")]
    });
    let rows: Vec<[String; 4]> = rows.collect();
    (!rows.is_empty()).then(|| table.rows(rows))
}

/// Squares by two corners where they are all between them, else one by one.
pub fn area(squares: &[Sq]) -> String {
    let columns = || squares.iter().map(|at| at.0.column());
    let rows = || squares.iter().map(|at| at.0.row());
    let corner = |column: Option<u16>, row: Option<u16>| Square::new(column?, row?).map(Sq);
    let low = corner(columns().min(), rows().min());
    let high = corner(columns().max(), rows().max());
    let (Some(low), Some(high)) = (low, high) else { return String::new() };
    let inside = |column: u16, row: u16| Square::new(column, row).map(Sq);
    let all = (low.0.column()..=high.0.column())
        .flat_map(|column| (low.0.row()..=high.0.row()).filter_map(move |row| inside(column, row)));
    let missing: Vec<Sq> = all.filter(|at| !squares.contains(at)).collect();
    let list =
        |squares: &[Sq]| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match (squares, missing.as_slice()) {
        ([_] | [_, _], _) => list(squares),
        (_, []) => format!("{low} to {high}"),
        (_, missing) if missing.len() * 4 < squares.len() => {
            format!("{low} to {high} except {}", names(missing))
        }
        _ => list(squares),
    }
}
