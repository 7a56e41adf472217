//! The situation as a page.

use super::atlas::hue;
use super::events::Event;
use super::force::Force;
use super::names::{Fleet, Region, Sea};
use super::power::{Power, powers};
use super::sight::View;
use super::state::{Alliance, Building, Land, Open, Purse, Squadron, Step, War};
use super::{AgeOfImperialism, brief, course, odds, standings};
use crate::base::words::{capital, count, joined};
use crate::engine::Fact;
use crate::page::{Block, Measure, Page, Side, Table};

/// The heading over what touches what.
const MAP: &str = "What touches what";

/// The situation for the reader of the view.
pub fn page(game: &AgeOfImperialism, view: &View) -> Page {
    let title = &game.board.title;
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{title}: {}", when(game, &view.open)))
        .facts(facts(game, view))
        .table(numbers(game, view));
    let others = game.board.powers.iter().copied().filter(|other| Some(*other) != view.power);
    for power in view.power.into_iter().chain(others) {
        page = holdings(game, view, power, page);
    }
    page = page.table(natives(game, view)).table(untouched(game, view));
    // What never changes is read once, and folded away from then on.
    let chart = || [map(game), seas(game)];
    match view.open.step {
        Step::Picks | Step::Placement => {
            let mut page = page.heading(2, brief::TITLE);
            page.blocks.extend(brief::blocks(game));
            chart().into_iter().fold(page.heading(2, MAP), Page::table)
        }
        Step::Over => page,
        Step::Auction
        | Step::Production
        | Step::Diplomacy
        | Step::Construction
        | Step::First
        | Step::Second => {
            let page = page.folded(brief::TITLE, brief::blocks(game));
            page.folded(MAP, chart().map(Block::Table).into())
        }
    }
}

fn when(game: &AgeOfImperialism, state: &Open) -> String {
    let step = state.step.title();
    match (state.step, game.board.turns) {
        (Step::Over, _) => "the end of the game".to_owned(),
        (Step::Picks | Step::Placement, _) => format!("set-up, {step}"),
        (_, Some(turns)) => format!("turn {} of {turns}, {step}", state.turn),
        (_, None) => format!("turn {}, {step}", state.turn),
    }
}

/// Regions and brigades of every power.
pub fn measures(game: &AgeOfImperialism, view: &View) -> Vec<Measure> {
    let state = &view.open;
    let each = |power: &Power| {
        let who = Side { hue: hue(*power), name: power.title().to_owned() };
        let regions = i64::try_from(state.owned(*power).count()).unwrap_or(0);
        let brigades = state.brigades(*power).into();
        [
            Measure { what: "regions", who: who.clone(), value: regions },
            Measure { what: "brigades", who, value: brigades },
        ]
    };
    game.board.powers.iter().flat_map(each).collect()
}

/// The brigades that each power lost on land, and its fleets that were sunk.
pub fn losses(game: &AgeOfImperialism, witnessed: &[Fact<Event>]) -> Vec<Measure> {
    let each = |power: &Power| {
        let (mut brigades, mut fleets) = (0_i64, 0_i64);
        for fact in witnessed {
            if let Event::Lost { power: of, units, .. } = &fact.event
                && of == power
            {
                brigades += i64::from(units.brigades());
            }
            if matches!(&fact.event, Event::Sunk { power: of, .. } if of == power) {
                fleets += 1;
            }
        }
        let who = Side { hue: hue(*power), name: power.title().to_owned() };
        [
            Measure { what: "brigades lost on land", who: who.clone(), value: brigades },
            Measure { what: "fleets sunk", who, value: fleets },
        ]
    };
    game.board.powers.iter().flat_map(each).collect()
}

fn facts(game: &AgeOfImperialism, view: &View) -> Vec<(&'static str, String)> {
    let state = &view.open;
    let mut facts = vec![("Order of play", powers(&state.order))];
    facts.extend(course::ahead(game, view).map(|phases| ("Phases", phases)));
    if let Some(power) = view.power {
        let hand = if game.begins(state, power) {
            let (pp, dp) = game.board.purse;
            format!("{pp} PP for the first units and {dp} DP, when they are placed")
        } else {
            let Purse { pp, dp } = view.hand();
            format!("{pp} PP and {dp} DP")
        };
        facts.push(("In hand", hand));
    }
    if let Some(goal) = view.power.and_then(|power| view.known.goals.get(&power)) {
        let points = count(game.format.goals[goal].points, "point");
        facts.push(("Your goal", format!("{}, for {points}", goal.words())));
    }
    if view.power.is_none() {
        facts.extend(goals(game, view).map(|goals| ("Goals", goals)));
    }
    let war = |war: &War| format!("{} against {}", war.by, war.on);
    let wars: Vec<String> = state.wars.iter().map(war).collect();
    facts.push(("Wars", if wars.is_empty() { "none".to_owned() } else { wars.join(", ") }));
    let pact = |pact: &Alliance| {
        let notice = pact.notice.map(|left| format!(", ends in {}", count(left, "phase")));
        format!("{}{}", powers(&[pact.of.0, pact.of.1]), notice.unwrap_or_default())
    };
    if !state.alliances.is_empty() {
        let pacts: Vec<String> = state.alliances.iter().map(pact).collect();
        facts.push(("Alliances", pacts.join(", ")));
    }
    facts.extend(state.canal.as_ref().map(|at| ("Canal", format!("in {at}"))));
    let native = state.lands.values().filter(|land| land.owner.is_none()).count();
    facts.push(("Regions of the natives", native.to_string()));
    facts
}

/// The goals that a spectator knows at the end, and the moderator always.
fn goals(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let goals = game.board.powers.iter().filter_map(|power| {
        let goal = view.known.goals.get(power)?;
        Some(format!("{power}: {}", goal.words()))
    });
    let goals: Vec<String> = goals.collect();
    (!goals.is_empty()).then(|| capital(&goals.join("; ")))
}

/// Every power in numbers that everybody can count.
fn numbers(game: &AgeOfImperialism, view: &View) -> Table {
    let state = &view.open;
    let known = |number: Option<u32>| number.map_or_else(String::new, |n| n.to_string());
    let row = |power: &Power| {
        let built = |building| state.count(*power, building).to_string();
        let (pp, dp) = game.board.purse;
        let first = view.power == Some(*power) && game.begins(state, *power);
        let first = first.then_some(Purse { pp, dp });
        let points = match state.step {
            Step::Picks => None,
            Step::Over => state.points.get(power).copied(),
            _ => Some(standings::points_now(game, view, *power)),
        };
        let purse = first.or(view.known.purses.get(power).copied());
        [
            capital(power.title()),
            state.owned(*power).count().to_string(),
            built(Building::City),
            built(Building::Port),
            built(Building::School),
            state.brigades(*power).to_string(),
            state.fleets_of(*power).count().to_string(),
            known(purse.map(|purse| purse.pp)),
            known(purse.map(|purse| purse.dp)),
            known(points),
        ]
    };
    let points = if state.step == Step::Over { "Points" } else { "Points now" };
    let numbers =
        ["Regions", "Cities", "Ports", "Schools", "Brigades", "Fleets", "PP", "DP", points];
    let table = Table::new().caption("The powers").left("Power").rights(numbers);
    table.rows(game.board.powers.iter().map(row))
}

/// The regions and fleets of a power, the reader's own or another's.
fn holdings(game: &AgeOfImperialism, view: &View, power: Power, page: Page) -> Page {
    let own = view.power == Some(power);
    let called =
        |what: &str| if own { format!("Your {what}") } else { format!("{what} of {power}") };
    let page = page.table(regions(game, view, power, capital(&called("regions"))));
    let page = if own {
        page.table(borders(game, view, power)).table(odds::explorers(game, view, power))
    } else {
        page
    };
    page.table(fleets(view, power, &capital(&called("fleets"))))
}

/// What the regions of a power touch, or those where it has units, and who holds that: as the map shows it.
fn borders(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let chart = &game.board.chart;
    let lands = chart.order.iter().map(|region| (region, view.open.land(region)));
    let own = |land: &Land| land.owner == Some(power) || !land.force(power).is_empty();
    let row = |(region, _): (&Region, &Land)| {
        let site = &chart.sites[region];
        let near = site.near.iter().map(|near| held(near, view.open.land(near), power));
        [region.to_string(), joined(near, ", "), joined(&site.coast, ", ")]
    };
    let table = Table::new().caption("What they touch").lefts(["Region", "Regions", "Sea areas"]);
    table.rows(lands.filter(|(_, land)| own(land)).map(row))
}

/// Regions of a power, or where it has units, in the order of the map.
fn regions(game: &AgeOfImperialism, view: &View, power: Power, caption: String) -> Table {
    let lands = game.board.chart.order.iter().map(|region| (region, view.open.land(region)));
    let own = |land: &Land| land.owner == Some(power) || !land.force(power).is_empty();
    let row = |(region, land): (&Region, &Land)| {
        let name = held(region, land, power);
        let (natives, chit) = (marker(view, region), chit(view, region));
        [name, units(land), buildings(land), natives, chit, influence(land)]
    };
    let columns = ["Region", "Units", "Buildings", "Natives", "Resource", "Influence"];
    let table = Table::new().caption(caption).lefts(columns);
    table.rows(lands.filter(|(_, land)| own(land)).map(row))
}

fn fleets(view: &View, power: Power, caption: &str) -> Table {
    let row = |(number, fleet): (Fleet, &Squadron)| {
        let cargo = if fleet.cargo.is_empty() { String::new() } else { fleet.cargo.to_string() };
        [number.to_string(), fleet.sea.to_string(), cargo]
    };
    let table = Table::new().caption(caption).right("Fleet").lefts(["Sea area", "Aboard"]);
    table.rows(view.open.fleets_of(power).map(row))
}

/// Regions of the natives about which there is something to say.
fn natives(game: &AgeOfImperialism, view: &View) -> Table {
    let chart = &game.board.chart;
    let lands = chart.order.iter().map(|region| (region, view.open.land(region)));
    let row = |(region, land): (&Region, &Land)| {
        let (zone, marker) = (chart.sites[region].zone.clone(), marker(view, region));
        [region.to_string(), zone, marker, chit(view, region), influence(land), units(land)]
    };
    let columns = ["Region", "Zone", "Natives", "Resource", "Influence", "Visitors"];
    let table = Table::new().caption("Regions of the natives").lefts(columns);
    table.rows(lands.filter(|(_, land)| land.owner.is_none() && !is_untouched(land)).map(row))
}

/// True of a region of the natives that nobody has entered, of which nothing is known.
fn is_untouched(land: &Land) -> bool {
    *land == Land::default()
}

/// Regions of the natives that nobody has entered, by zone.
fn untouched(game: &AgeOfImperialism, view: &View) -> Table {
    let row = |(zone, regions): &(String, Vec<Region>)| {
        let regions = regions.iter().filter(|region| is_untouched(view.open.land(region)));
        let regions: Vec<&Region> = regions.collect();
        (!regions.is_empty()).then(|| [zone.clone(), joined(regions, ", ")])
    };
    let table = Table::new().caption("Regions of the natives that nobody has entered");
    table.lefts(["Zone", "Regions"]).rows(game.board.chart.zones.iter().filter_map(row))
}

/// A region, and who holds it if this power does not.
pub(super) fn held(region: &Region, land: &Land, power: Power) -> String {
    match land.owner {
        Some(owner) if owner == power => region.to_string(),
        Some(owner) => format!("{region} (of {owner})"),
        None => format!("{region} (native)"),
    }
}

/// Who stands in a region; foreign units with their power.
fn units(land: &Land) -> String {
    let one = |(power, force): (&Power, &Force)| {
        if land.owner == Some(*power) { force.to_string() } else { format!("{power}: {force}") }
    };
    joined(land.armies.iter().map(one), "; ")
}

/// What is built in a region.
pub(super) fn buildings(land: &Land) -> String {
    joined(&land.buildings, ", ")
}

/// What the reader knows of the natives of a region.
pub(super) fn marker(view: &View, region: &Region) -> String {
    let land = view.open.land(region);
    let revolt = land.revolt.as_ref().map(|revolt| format!("; revolt of {}", revolt.army));
    let known = match (&land.marker, view.natives(region)) {
        (None, _) if land.owner.is_some() => "westernized".to_owned(),
        (None, _) => "unknown".to_owned(),
        (Some(_), None) => "face-down".to_owned(),
        (Some(marker), Some(face)) if marker.open => face.to_string(),
        (Some(_), Some(face)) => format!("{face}, known to you, face-down"),
    };
    format!("{known}{}", revolt.unwrap_or_default())
}

/// What the reader knows of the resource of a region.
pub(super) fn chit(view: &View, region: &Region) -> String {
    match (&view.open.land(region).chit, view.resource(region)) {
        (None, _) => String::new(),
        (Some(_), None) => "face-down".to_owned(),
        (Some(_), Some(0)) => "dot, worthless".to_owned(),
        (Some(chit), Some(value)) if chit.developed => format!("{value} PP, developed"),
        (Some(_), Some(value)) => format!("{value} PP"),
    }
}

fn influence(land: &Land) -> String {
    let one = |(power, count): (&Power, &u32)| format!("{power} {count}");
    joined(land.spheres.iter().map(one), ", ")
}

/// Regions, their neighbours and coasts.
fn map(game: &AgeOfImperialism) -> Table {
    let chart = &game.board.chart;
    let row = |region: &Region| {
        let site = &chart.sites[region];
        let (near, coast) = (joined(&site.near, ", "), joined(&site.coast, ", "));
        [region.to_string(), site.zone.clone(), near, coast]
    };
    let columns = ["Region", "Zone", "Touches", "Sea areas"];
    Table::new().caption("Regions").lefts(columns).rows(chart.order.iter().map(row))
}

/// Sea areas and what they touch; straits are marked.
fn seas(game: &AgeOfImperialism) -> Table {
    let chart = &game.board.chart;
    let row = |sea: &Sea| {
        let name = |next: &&Sea| match chart.strait(sea, next) {
            Some(_) => format!("{next} (strait)"),
            None => next.to_string(),
        };
        let near: Vec<String> = chart.next_seas(sea).iter().map(name).collect();
        [sea.to_string(), near.join(", ")]
    };
    let table = Table::new().caption("Sea areas").lefts(["Sea area", "Touches"]);
    table.rows(chart.waters.keys().map(row))
}
