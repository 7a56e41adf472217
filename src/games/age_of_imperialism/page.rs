//! The situation and the story of a cycle, as a page.

use super::AgeOfImperialism;
use super::atlas;
use super::events::Event;
use super::power::Power;
use super::sight::View;
use super::state::{Building, Land, Region, State, Step};
use super::story;
use super::tell::{face, powers, step_name};
use crate::base::words::{capital, count};
use crate::engine::Entry;
use crate::page::{Page, Table, Text};

/// The page for the reader of the view.
pub fn page(game: &AgeOfImperialism, view: &View, witnessed: &[Entry<Event>]) -> Page {
    let state = &view.open;
    let title = &game.board.title;
    let mut page =
        Page::new(game.format.title.clone()).subtitle(format!("{title}: {}", when(game, state)));
    if !witnessed.is_empty() {
        page = story::story(page.heading(2, "What happened"), witnessed);
    }
    page = page.heading(2, "The situation");
    if let Some(map) = atlas::map(game, view, witnessed) {
        page = page.map(map);
    }
    page = page.facts(facts(game, view));
    page = page.table(standings(game, view));
    let others = game.board.powers.iter().copied().filter(|other| Some(*other) != view.power);
    for power in view.power.into_iter().chain(others) {
        page = holdings(game, view, power, page);
    }
    page = page.table(natives(game, view));
    // The map never changes; it stands in the reports of the set-up.
    if state.turn > 0 {
        return page;
    }
    page.heading(2, "The map").table(map(game)).table(seas(game))
}

fn when(game: &AgeOfImperialism, state: &State) -> String {
    let step = step_name(state.step);
    match (state.step, game.board.turns) {
        (Step::Over, _) => "the end of the game".to_owned(),
        (Step::Picks | Step::Placement, _) => format!("set-up, {step}"),
        (_, Some(turns)) => format!("turn {} of {turns}, {step}", state.turn),
        (_, None) => format!("turn {}, {step}", state.turn),
    }
}

fn facts(game: &AgeOfImperialism, view: &View) -> Vec<(String, Text)> {
    let state = &view.open;
    let mut facts = vec![("Order of play".to_owned(), Text::plain(powers(&state.order)))];
    if let Some(power) = view.power {
        let purse = state.purse(power);
        let hand = format!("{} PP and {} DP", purse.pp, purse.dp);
        facts.push(("In hand".to_owned(), Text::plain(hand)));
    }
    if let Some(goal) = view.power.and_then(|power| state.secrets.goals.get(&power)) {
        let points = count(game.format.goals[goal].points, "point");
        let goal = format!("{}, for {points}", goal.replace('-', " "));
        facts.push(("Your goal".to_owned(), Text::plain(goal)));
    }
    if view.power.is_none() {
        facts.extend(goals(game, state).map(|goals| ("Goals".to_owned(), Text::plain(goals))));
    }
    let war = |war: &super::state::War| format!("{} against {}", war.by, war.on);
    let wars: Vec<String> = state.wars.iter().map(war).collect();
    facts.push(("Wars".to_owned(), Text::plain(or_none(&wars))));
    let pact = |pact: &super::state::Alliance| {
        let notice = pact.notice.map(|left| format!(", ends in {}", count(left, "phase")));
        format!("{}{}", powers(&[pact.of.0, pact.of.1]), notice.unwrap_or_default())
    };
    if !state.alliances.is_empty() {
        let pacts: Vec<String> = state.alliances.iter().map(pact).collect();
        facts.push(("Alliances".to_owned(), Text::plain(or_none(&pacts))));
    }
    if let Some(at) = &state.canal {
        facts.push(("Canal".to_owned(), Text::plain(format!("in {at}"))));
    }
    let native = state.lands.values().filter(|land| land.owner.is_none()).count();
    facts.push(("Regions of the natives".to_owned(), Text::plain(native.to_string())));
    facts
}

/// The goals that a spectator knows at the end, and the moderator always.
fn goals(game: &AgeOfImperialism, state: &State) -> Option<String> {
    let goals = game.board.powers.iter().filter_map(|power| {
        let goal = state.secrets.goals.get(power)?;
        Some(format!("{power}: {}", goal.replace('-', " ")))
    });
    let goals: Vec<String> = goals.collect();
    (!goals.is_empty()).then(|| capital(&goals.join("; ")))
}

fn or_none(list: &[String]) -> String {
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

/// Every power in numbers that everybody can count.
fn standings(game: &AgeOfImperialism, view: &View) -> Table {
    let state = &view.open;
    let mut table = Table::new().caption("The powers").left("Power").right("Regions");
    table = table.right("Cities").right("Ports").right("Schools").right("Brigades");
    table = table.right("Fleets").right("PP").right("DP").right("Points");
    for power in &game.board.powers {
        let brigades: u32 = state.lands.values().map(|land| land.force(*power).brigades()).sum();
        let fleets = state.fleets.get(power).map_or(0, std::collections::BTreeMap::len);
        let purse = state.secrets.purses.get(power);
        let known = |number: Option<u32>| number.map_or_else(String::new, |n| n.to_string());
        table = table.row([
            capital(power.title()),
            state.owned(*power).count().to_string(),
            state.count(*power, Building::City).to_string(),
            state.count(*power, Building::Port).to_string(),
            state.count(*power, Building::School).to_string(),
            brigades.to_string(),
            fleets.to_string(),
            known(purse.map(|purse| purse.pp)),
            known(purse.map(|purse| purse.dp)),
            known(state.points.get(power).copied()),
        ]);
    }
    table
}

/// The regions and fleets of a power, the reader's own or another's.
fn holdings(game: &AgeOfImperialism, view: &View, power: Power, page: Page) -> Page {
    let own = view.power == Some(power);
    let called =
        |what: &str| if own { format!("Your {what}") } else { format!("{what} of {power}") };
    let page = page.table(regions(game, view, power, capital(&called("regions"))));
    if view.open.fleets.get(&power).is_none_or(std::collections::BTreeMap::is_empty) {
        return page;
    }
    page.table(fleets(view, power, &capital(&called("fleets"))))
}

/// Regions of a power, or where it has units, in the order of the map.
fn regions(game: &AgeOfImperialism, view: &View, power: Power, caption: String) -> Table {
    let state = &view.open;
    let mut table = Table::new().caption(caption).left("Region").left("Units").left("Buildings");
    table = table.left("Natives").left("Resource").left("Influence");
    for region in &game.board.chart.order {
        let land = state.land(region);
        if land.owner != Some(power) && land.force(power).is_empty() {
            continue;
        }
        let name = match land.owner {
            Some(owner) if owner == power => region.clone(),
            Some(owner) => format!("{region} (of {owner})"),
            None => format!("{region} (native)"),
        };
        let row = [
            name,
            units(land),
            buildings(land),
            marker(state, region),
            chit(state, region),
            influence(land),
        ];
        table = table.row(row);
    }
    table
}

fn fleets(view: &View, power: Power, caption: &str) -> Table {
    let mut table = Table::new().caption(caption).right("Fleet").left("Sea area").left("Aboard");
    for (number, fleet) in view.open.fleets.get(&power).into_iter().flatten() {
        let cargo = if fleet.cargo.is_empty() { String::new() } else { fleet.cargo.to_string() };
        table = table.row([number.to_string(), fleet.sea.clone(), cargo]);
    }
    table
}

/// Regions of the natives about which there is something to say.
fn natives(game: &AgeOfImperialism, view: &View) -> Table {
    let state = &view.open;
    let mut table = Table::new().caption("Regions of the natives").left("Region").left("Zone");
    table = table.left("Natives").left("Resource").left("Influence").left("Visitors");
    for region in &game.board.chart.order {
        let land = state.land(region);
        if land.owner.is_some() {
            continue;
        }
        let zone = game.board.chart.sites[region].zone.clone();
        let visitors = units(land);
        let row = [
            region.clone(),
            zone,
            marker(state, region),
            chit(state, region),
            influence(land),
            visitors,
        ];
        table = table.row(row);
    }
    table
}

/// Who stands in a region; foreign units with their power.
fn units(land: &Land) -> String {
    let one = |(power, force): (&Power, &super::force::Force)| {
        if land.owner == Some(*power) { force.to_string() } else { format!("{power}: {force}") }
    };
    land.armies.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// What is built in a region.
pub(super) fn buildings(land: &Land) -> String {
    land.buildings.iter().map(|building| building.word()).collect::<Vec<_>>().join(", ")
}

/// What the reader knows of the natives of a region.
pub(super) fn marker(state: &State, region: &Region) -> String {
    let land = state.land(region);
    let revolt = land.revolt.as_ref().map(|revolt| format!("; revolt of {}", revolt.army));
    let known = match (&land.marker, state.face(region)) {
        (None, _) if land.owner.is_some() => "westernized".to_owned(),
        (None, _) => "unknown".to_owned(),
        (Some(_), None) => "face-down".to_owned(),
        (Some(marker), Some(shown)) => {
            let now = state.strength(region).unwrap_or(0);
            let hidden = if marker.open { "" } else { ", face-down" };
            let face = face(super::state::Face { strength: now, plus: shown.plus });
            format!("{face}{hidden}")
        }
    };
    format!("{known}{}", revolt.unwrap_or_default())
}

/// What the reader knows of the resource of a region.
pub(super) fn chit(state: &State, region: &Region) -> String {
    match (&state.land(region).chit, state.secrets.chits.get(region)) {
        (None, _) => String::new(),
        (Some(_), None) => "face-down".to_owned(),
        (Some(_), Some(0)) => "dot".to_owned(),
        (Some(chit), Some(value)) if chit.developed => format!("{value} PP, developed"),
        (Some(_), Some(value)) => format!("{value} PP"),
    }
}

fn influence(land: &Land) -> String {
    let one = |(power, count): (&Power, &u32)| format!("{power} {count}");
    land.spheres.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Regions, their neighbours and coasts.
fn map(game: &AgeOfImperialism) -> Table {
    let chart = &game.board.chart;
    let mut table = Table::new().caption("Regions").left("Region").left("Zone");
    table = table.left("Touches").left("Sea areas");
    for region in &chart.order {
        let site = &chart.sites[region];
        let near: Vec<&str> = site.near.iter().map(String::as_str).collect();
        let coast: Vec<&str> = site.coast.iter().map(String::as_str).collect();
        table = table.row([region.clone(), site.zone.clone(), near.join(", "), coast.join(", ")]);
    }
    table
}

/// Sea areas and what they touch; straits are marked.
fn seas(game: &AgeOfImperialism) -> Table {
    let chart = &game.board.chart;
    let mut table = Table::new().caption("Sea areas").left("Sea area").left("Touches");
    for sea in chart.waters.keys() {
        let name = |next: &&super::state::Sea| match chart.strait(sea, next) {
            Some(_) => format!("{next} (strait)"),
            None => (*next).clone(),
        };
        let near: Vec<String> = chart.next_seas(sea).iter().map(name).collect();
        table = table.row([sea.clone(), near.join(", ")]);
    }
    table
}
