//! The situation as a page.

use super::atlas::hue;
use super::events::Event;
use super::force::Force;
use super::map::Gate;
use super::names::{Fleet, Region, Sea};
use super::power::{Power, powers};
use super::sight::View;
use super::state::{Alliance, Building, Land, Open, Purse, Squadron, Step};
use super::works::Work;
use super::{AgeOfImperialism, brief, course, incitable, odds, purchases, standings, wars, zones};
use crate::base::words::{capital, count, joined};
use crate::engine::Fact;
use crate::page::{Block, Measure, Page, Side, Table};

/// The heading over what touches what.
const MAP: &str = "What touches what";
/// The heading over it in later reports of a power.
const NEAR: &str = "What touches what next to you";

/// The situation for the reader of the view.
pub fn page(game: &AgeOfImperialism, view: &View) -> Page {
    let title = &game.board.title;
    let mut page = Page::new(game.format.title.clone())
        .subtitle(format!("{title}: {}", when(game, &view.open)))
        .marked_facts(facts(game, view))
        .table(numbers(game, view));
    if view.open.step != Step::Picks {
        page = page.table(zones::table(game, view));
    }
    if let Some(power) = view.power {
        page = own(game, view, power, page);
    }
    let others = |of: &&Power| Some(**of) != view.power;
    let others: Vec<Power> = game.board.powers.iter().filter(others).copied().collect();
    page = others.iter().fold(page, |page, power| page.table(regions(game, view, *power)));
    page = page.table(squadrons(view, &others));
    page = page.table(natives(game, view)).table(untouched(game, view));
    // What never changes is read once, and folded away from then on.
    let set_up = matches!(view.open.step, Step::Picks | Step::Placement);
    let near = view.power.filter(|_| !set_up);
    let chart = [
        map(game, &near_regions(game, view, near)),
        seas(game, view, &near_seas(game, view, near)),
    ];
    match view.open.step {
        Step::Picks | Step::Placement => {
            let mut page = page.heading(2, brief::TITLE);
            page.blocks.extend(brief::blocks(game, view, true));
            chart.into_iter().fold(page.heading(2, MAP), Page::table)
        }
        Step::Over => page,
        Step::Auction
        | Step::Production
        | Step::Diplomacy
        | Step::Construction
        | Step::First
        | Step::Second => {
            let page = page.folded(brief::TITLE, brief::blocks(game, view, false));
            let title = if near.is_some() { NEAR } else { MAP };
            let chart = chart.into_iter().filter(|table| !table.rows.is_empty());
            page.folded(title, chart.map(Block::Table).collect())
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
    if state.step == Step::Placement {
        facts.push(("Placement", course::placement(game).to_owned()));
    }
    if let Some(power) = view.power {
        let hand = if game.begins(state, power) {
            let (pp, dp) = game.board.purse;
            let next = if state.step == Step::Picks { ", in the next phase," } else { "" };
            format!("{pp} PP for the first units{next} and {dp} DP")
        } else {
            let Purse { pp, dp } = view.hand();
            format!("{pp} PP and {dp} DP")
        };
        facts.push(("In hand", hand));
        facts.extend(brief::spending(game, view).map(|what| ("What that buys now", what)));
    }
    if let Some(goal) = view.power.and_then(|power| view.known.goals.get(&power)) {
        let points = count(game.format.goals[goal].points, "point");
        facts.push(("Your goal", format!("{}, for {points}", goal.words())));
    }
    if view.power.is_none() {
        facts.extend(goals(game, view).map(|goals| ("Goals", goals)));
    }
    if state.step != Step::Picks {
        facts.push(("Wars", wars::fact(game, view)));
    }
    let pact = |pact: &Alliance| {
        let notice = pact.notice.map(|left| format!(", ends in {}", count(left, "phase")));
        format!("{}{}", powers(&[pact.of.0, pact.of.1]), notice.unwrap_or_default())
    };
    if !state.alliances.is_empty() {
        let pacts: Vec<String> = state.alliances.iter().map(pact).collect();
        facts.push(("Alliances", pacts.join(", ")));
    }
    facts.extend(state.canal.as_ref().map(|at| ("Canal", format!("in {at}"))));
    if state.step > Step::Placement && state.step != Step::Over && view.power.is_some() {
        let name = |power: &Power| format!("`{}`", power.name());
        facts.push(("Powers in orders", joined(game.board.powers.iter().map(name), ", ")));
    }
    let native = state.lands.values().filter(|land| land.owner.is_none()).count();
    facts.push(("Native regions", native.to_string()));
    if state.step == Step::Picks {
        facts.extend(neighbourhoods(game, view));
    }
    facts
}

/// Regions that are named for their neighbours.
const NAMED: usize = 8;

/// Which free regions touch most others by land, and which none: for whoever chooses.
fn neighbourhoods(game: &AgeOfImperialism, view: &View) -> [(&'static str, String); 2] {
    let chart = &game.board.chart;
    let free = chart.order.iter().filter(|region| view.open.land(region).owner.is_none());
    let mut all: Vec<(usize, &Region)> =
        free.map(|region| (chart.near(region).count(), region)).collect();
    // Regions with as many neighbours stay in the order of the map.
    all.sort_by_key(|(near, _)| std::cmp::Reverse(*near));
    let most = all.iter().take(NAMED).map(|(near, region)| format!("{region} {near}"));
    let none = all.iter().filter(|(near, _)| *near == 0).map(|(_, region)| *region);
    let (most, none) = (joined(most, ", "), joined(none, ", "));
    [
        ("Most neighbours", most),
        ("Reached by sea alone", if none.is_empty() { "none".to_owned() } else { none }),
    ]
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
    // What the reader alone has in hand is a fact above.
    let purses = view.power.is_none() || view.known.purses.len() > 1;
    // What nobody has takes no column.
    let some = |number: u32| known((number > 0).then_some(number));
    let row = |power: &Power| {
        let (pp, dp) = game.board.purse;
        let first = view.power == Some(*power) && game.begins(state, *power);
        let first = first.then_some(Purse { pp, dp });
        let points = match state.step {
            Step::Picks => None,
            Step::Over => state.points.get(power).copied(),
            _ => Some(standings::points_now(game, view, *power)),
        };
        let purse = first.or(view.known.purses.get(power).copied()).filter(|_| purses);
        [
            capital(power.title()),
            known(points),
            state.owned(*power).count().to_string(),
            stock(state, *power),
            state.brigades(*power).to_string(),
            some(u32::try_from(state.fleets_of(*power).count()).unwrap_or(u32::MAX)),
            known(purse.map(|purse| purse.pp)),
            known(purse.map(|purse| purse.dp)),
        ]
    };
    let points = if state.step == Step::Over { "Points" } else { "Points now" };
    let table = Table::new().caption("The powers").left("Power").rights([points, "Regions"]);
    let table = table.left("Buildings").rights(["Brigades", "Fleets", "PP", "DP"]);
    // Before the first choice of regions nobody has anything.
    let begun = game.board.powers.iter().any(|power| state.owned(*power).count() > 0);
    table.rows(game.board.powers.iter().filter(|_| begun).map(row))
}

/// All that a power has built, in one cell: a column for each kind would make the table too wide for a telephone.
fn stock(state: &Open, power: Power) -> String {
    let counted = |building: &Building| match state.count(power, *building) {
        0 => String::new(),
        number => Work::of(*building).counted(number),
    };
    joined(Building::ALL.iter().map(counted), ", ")
}

/// What the reader holds, and what they can do there.
fn own(game: &AgeOfImperialism, view: &View, power: Power, page: Page) -> Page {
    let page = page.table(purchases::table(game, view));
    let page = page.table(regions(game, view, power)).table(abroad(game, view, power));
    let page = page.table(borders(game, view, power)).table(odds::explorers(game, view, power));
    let page = match view.open.step {
        Step::First | Step::Second => page.table(odds::reach(game, view, power)),
        _ => incitable::add(game, view, page),
    };
    page.table(fleets(view, power))
}

/// What the regions of a power touch, or those where it has units, and who holds that: as the map shows it.
fn borders(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let chart = &game.board.chart;
    let own = |region: &Region| visits(view, power, region);
    let row = |region: &Region| {
        let site = &chart.sites[region];
        let near = site.near.iter().map(|near| held(near, view.open.land(near), power));
        [region.to_string(), joined(near, ", "), joined(&site.coast, ", ")]
    };
    let table = Table::new().caption("What your regions and units touch").lefts([
        "Region",
        "Regions",
        "Sea areas",
    ]);
    table.rows(chart.order.iter().filter(|region| own(region)).map(row))
}

/// Regions of a power, in the order of the map.
fn regions(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let lands = game.board.chart.order.iter().map(|region| (region, view.open.land(region)));
    let own = |land: &Land| land.owner == Some(power);
    let row = |(region, land): (&Region, &Land)| {
        let (natives, chit) = (marker(view, region), chit(view, region));
        [region.to_string(), units(land), buildings(land), natives, chit, influence(land)]
    };
    let caption = match view.power {
        Some(own) if own == power => "Your regions".to_owned(),
        _ => format!("Regions of {power}"),
    };
    let columns = ["Region", "Units", "Buildings", "Natives", "Resource", "Influence"];
    let table = Table::new().caption(caption).lefts(columns);
    table.rows(lands.filter(|(_, land)| own(land)).map(row))
}

/// The reader's units in regions that are not theirs.
fn abroad(game: &AgeOfImperialism, view: &View, power: Power) -> Table {
    let lands = game.board.chart.order.iter().map(|region| (region, view.open.land(region)));
    let there =
        |(_, land): &(&Region, &Land)| land.owner != Some(power) && !land.force(power).is_empty();
    let row = |(region, land): (&Region, &Land)| {
        [held(region, land, power), land.force(power).to_string()]
    };
    let table = Table::new().caption("Your units elsewhere").lefts(["Region", "Units"]);
    table.rows(lands.filter(there).map(row))
}

/// What is told of a fleet: its number, where it is and what is aboard.
fn ships(view: &View, power: Power) -> Vec<[String; 3]> {
    let row = |(number, fleet): (Fleet, &Squadron)| {
        let cargo = if fleet.cargo.is_empty() { String::new() } else { fleet.cargo.to_string() };
        [number.to_string(), fleet.sea.to_string(), cargo]
    };
    view.open.fleets_of(power).map(row).collect()
}

fn fleets(view: &View, power: Power) -> Table {
    let table = Table::new().caption("Your fleets").right("Fleet").lefts(["Sea area", "Aboard"]);
    table.rows(ships(view, power))
}

/// The fleets of powers, one power after another.
fn squadrons(view: &View, powers: &[Power]) -> Table {
    let rows = powers.iter().flat_map(|power| {
        let whose = capital(power.title());
        let rows = ships(view, *power).into_iter();
        rows.map(move |row| [whose.clone()].into_iter().chain(row).collect::<Vec<String>>())
    });
    let whose = if view.power.is_some() { "others" } else { "the powers" };
    let table = Table::new().caption(format!("Fleets of {whose}")).left("Power");
    table.right("Fleet").lefts(["Sea area", "Aboard"]).rows(rows)
}

/// Regions of the natives about which there is something to say.
fn natives(game: &AgeOfImperialism, view: &View) -> Table {
    let chart = &game.board.chart;
    let lands = chart.order.iter().map(|region| (region, view.open.land(region)));
    let row = |(region, land): (&Region, &Land)| {
        // Of most natives nothing is known, and that is not worth a word in each row.
        let known = |what: String| if what == "unknown" { String::new() } else { what };
        let (zone, marker) = (chart.sites[region].zone.clone(), known(marker(view, region)));
        let chit = known(chit(view, region));
        [region.to_string(), zone, marker, chit, influence(land), units(land)]
    };
    let columns = ["Region", "Zone", "Natives", "Resource", "Influence", "Visitors"];
    let caption = "Native regions where somebody was (natives and resources, if you know them)";
    let table = Table::new().caption(caption).lefts(columns);
    table.rows(lands.filter(|(_, land)| land.owner.is_none() && !is_untouched(land)).map(row))
}

/// True of a region of the natives that nobody has entered, of which nothing is known.
fn is_untouched(land: &Land) -> bool {
    *land == Land::default()
}

/// Regions of the natives that nobody has entered, by zone; while regions are chosen, with what a zone takes.
fn untouched(game: &AgeOfImperialism, view: &View) -> Table {
    let free = |regions: &[Region]| {
        let regions = regions.iter().filter(|region| is_untouched(view.open.land(region)));
        joined(regions, ", ")
    };
    let zones = game.board.chart.zones.iter();
    if view.open.step == Step::Picks {
        let row = |(zone, regions): &(String, Vec<Region>)| {
            let all = regions.len();
            [zone.clone(), all.to_string(), (all / 2 + 1).to_string(), free(regions)]
        };
        let table = Table::new().caption("Zones, and what is free in them").left("Zone");
        let points = count(game.format.points.zone_majority.value, "point");
        let most = format!("For {points}");
        return table.right("Regions").right(most).left("Free").rows(zones.map(row));
    }
    let row = |(zone, regions): &(String, Vec<Region>)| {
        let free = free(regions);
        (!free.is_empty()).then(|| [zone.clone(), free])
    };
    let table = Table::new().caption("Native regions that nobody has entered");
    table.lefts(["Zone", "Regions"]).rows(zones.filter_map(row))
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
        (None, _) | (Some(_), None) => "unknown".to_owned(),
        (Some(marker), Some(face)) if marker.open => face.to_string(),
        (Some(_), Some(face)) => format!("{face}, seen"),
    };
    format!("{known}{}", revolt.unwrap_or_default())
}

/// What the reader knows of the resource of a region.
pub(super) fn chit(view: &View, region: &Region) -> String {
    match (&view.open.land(region).chit, view.resource(region)) {
        (None, _) => String::new(),
        (Some(_), None) => "unknown".to_owned(),
        (Some(_), Some(0)) => "worthless".to_owned(),
        (Some(chit), Some(value)) if chit.developed => format!("{value} PP, developed"),
        (Some(_), Some(value)) => format!("{value} PP"),
    }
}

fn influence(land: &Land) -> String {
    let one = |(power, count): (&Power, &u32)| format!("{power} {count}");
    joined(land.spheres.iter().map(one), ", ")
}

/// Regions that are not a power's and where it has no units, next to those that are or where it has: further out than the
/// table of its own. Without a power, all.
fn near_regions<'g>(
    game: &'g AgeOfImperialism,
    view: &View,
    power: Option<Power>,
) -> Vec<&'g Region> {
    let chart = &game.board.chart;
    let Some(power) = power else { return chart.order.iter().collect() };
    let touched = |at: &Region| visits(view, power, at);
    let next = |at: &&Region| !touched(at) && chart.near(at).any(touched);
    chart.order.iter().filter(next).collect()
}

/// Sea areas on the coasts of a power's regions, and those that its fleets can reach in a phase. Without a power, all.
fn near_seas<'g>(game: &'g AgeOfImperialism, view: &View, power: Option<Power>) -> Vec<&'g Sea> {
    let chart = &game.board.chart;
    let Some(power) = power else { return chart.waters.keys().collect() };
    let mut near: Vec<&Sea> = view.open.fleets_of(power).map(|(_, fleet)| &fleet.sea).collect();
    let canal = view.open.canal.is_some();
    for _ in 0..game.format.fleet.moves.value {
        let next: Vec<&Sea> = near.iter().flat_map(|sea| chart.seas_ahead(sea, canal)).collect();
        near.extend(next.into_iter().filter(|sea| !near.contains(sea)).collect::<Vec<_>>());
    }
    let coast = |sea: &Sea| view.open.owned(power).any(|(at, _)| chart.on_coast(at, sea));
    chart.waters.keys().filter(|sea| near.contains(sea) || coast(sea)).collect()
}

/// True of a region that is a power's, or where it has units.
fn visits(view: &View, power: Power, at: &Region) -> bool {
    let land = view.open.land(at);
    land.owner == Some(power) || !land.force(power).is_empty()
}

/// Regions, their neighbours and coasts.
fn map(game: &AgeOfImperialism, regions: &[&Region]) -> Table {
    let chart = &game.board.chart;
    let row = |region: &Region| {
        let site = &chart.sites[region];
        let (near, coast) = (joined(&site.near, ", "), joined(&site.coast, ", "));
        [region.to_string(), site.zone.clone(), near, coast]
    };
    let columns = ["Region", "Zone", "Touches", "Sea areas"];
    Table::new().caption("Regions").lefts(columns).rows(regions.iter().copied().map(row))
}

/// Sea areas and what they touch; of straits and canals it is said whether one passes (im2, im66).
fn seas(game: &AgeOfImperialism, view: &View, seas: &[&Sea]) -> Table {
    let (chart, open) = (&game.board.chart, &view.open);
    let row = |sea: &Sea| {
        let name = |next: &&Sea| match chart.strait(sea, next) {
            Some(strait) if strait.kind == Gate::Canal => match &open.canal {
                None => format!("{next} (closed: no canal)"),
                Some(at) => match open.land(at).owner {
                    None => format!("{next} (canal, closed by natives)"),
                    Some(holder) if Some(holder) == view.power => format!("{next} (your canal)"),
                    Some(holder) => format!("{next} (canal of {holder})"),
                },
            },
            Some(strait) => match strait.region.iter().find_map(|at| open.land(at).owner) {
                None => format!("{next} (strait, open)"),
                Some(holder) if Some(holder) == view.power => format!("{next} (your strait)"),
                Some(holder) => format!("{next} (strait, by leave of {holder})"),
            },
            None => next.to_string(),
        };
        let near: Vec<String> = chart.next_seas(sea).iter().map(name).collect();
        [sea.to_string(), near.join(", ")]
    };
    let table = Table::new().caption("Sea areas").lefts(["Sea area", "Touches"]);
    table.rows(seas.iter().copied().map(row))
}
