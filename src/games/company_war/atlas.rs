//! The jump map, which is everybody's.

use std::collections::{BTreeMap, BTreeSet};

use super::events::Event;
use super::names::{Jp, Ship};
use super::said::{in_condition, list};
use super::scenario::Side;
use super::sight::View;
use super::state::Open;
use super::{CompanyWar, stations};
use crate::base::words::{joined, names};
use crate::engine::Fact;
use crate::page::{self, Link, Map, Move, Piece, Place, Shape, Sign, Stack, Stroke, Way};

/// The map with the moves and fights of what happened; `None` if the scenario has no layout.
pub fn map(game: &CompanyWar, view: &View, witnessed: &[Fact<Event>]) -> Option<Map> {
    if game.chart.layout.is_empty() {
        return None;
    }
    let side = |side: Side| page::Side { name: side.named(), hue: index(side) };
    let moves = moves(game, witnessed);
    Some(Map {
        title: "Jump points and ships".to_owned(),
        counters: "M ships of the Mazianni, U ships of the Union; 2+1 are two that fight and one that flees or is a \
                   dartship"
            .to_owned(),
        key: joined([HELD, if moves.is_empty() { "" } else { "on arrows: how many ships" }], "; "),
        sides: Side::BOTH.into_iter().map(side).collect(),
        ways: ways(),
        places: places(game, &view.open, witnessed),
        links: links(game),
        walls: Vec::new(),
        moves,
        own: view.side.map(index),
        // Of two sides both are in every fight.
        fought: match view.side {
            Some(_) => fights(witnessed).into_iter().map(|jp| name(game, jp)).collect(),
            None => Vec::new(),
        },
    })
}

/// What the colour around a station means.
const HELD: &str = "colour around a station: who holds it";

fn index(side: Side) -> u8 {
    match side {
        Side::Mazianni => 0,
        Side::Union => 1,
    }
}

/// Who may use a route: both sides, or one alone (cw3).
fn ways() -> Vec<Way> {
    let only = |(side, line): (Side, Stroke)| {
        let name = format!("route of {} alone", side.title());
        Way { name, line, side: Some(index(side)) }
    };
    let both = Way { name: "route of both sides".to_owned(), line: Stroke::Plain, side: None };
    let own = [(Side::Mazianni, Stroke::Dashed), (Side::Union, Stroke::Dotted)].map(only);
    [both].into_iter().chain(own).collect()
}

/// All routes, the enemy's too: the scenario is everybody's.
fn links(game: &CompanyWar) -> Vec<Link> {
    let mut links = Vec::new();
    for (from, near) in game.chart.routes.all() {
        for (to, kinds) in near.iter().filter(|(to, _)| from < *to) {
            let between = || (name(game, *from), name(game, *to));
            let only: Option<Vec<Side>> = kinds.iter().map(|kind| kind.only()).collect();
            match only {
                None => links.push(Link { between: between(), way: 0 }),
                Some(sides) => {
                    let way = |side| Link { between: between(), way: 1 + index(side) };
                    links.extend(sides.into_iter().map(way));
                }
            }
        }
    }
    links
}

/// The name of a jump point on the map, which no other has.
fn name(game: &CompanyWar, jp: Jp) -> String {
    game.chart.station_at(jp).map_or_else(|| jp.to_string(), |(name, _)| name.to_owned())
}

fn places(game: &CompanyWar, open: &Open, witnessed: &[Fact<Event>]) -> Vec<Place> {
    let berths = game.berths(open);
    let fights = fights(witnessed);
    let taken: BTreeSet<Jp> = witnessed.iter().filter_map(|fact| taken(&fact.event)).collect();
    let place = |(jp, (column, row)): (&Jp, &(u16, u16))| {
        let mut place = Place::new(name(game, *jp), Shape::Point(*column, *row));
        if game.chart.station_at(*jp).is_some() {
            (place.shape, place.mark) = (Shape::Station(*column, *row), jp.to_string());
        }
        place.owner = stations::holder(game, open, *jp).map(index);
        let signs = [
            (Sign::Fight, fights.contains(jp)),
            (Sign::Taken, taken.contains(jp)),
            (Sign::Garrison, open.landed.contains(jp)),
            (Sign::Ruin, open.destroyed.contains(jp)),
        ];
        place.signs = signs.into_iter().filter(|(_, is)| *is).map(|(sign, _)| sign).collect();
        place.stacks =
            Side::BOTH.iter().filter_map(|s| stack(game, open, *s, berths.at(*jp, *s))).collect();
        place
    };
    game.chart.layout.iter().map(place).collect()
}

/// Where ships fought.
fn fights(witnessed: &[Fact<Event>]) -> BTreeSet<Jp> {
    let fought = |fact: &Fact<Event>| match &fact.event {
        Event::BattleJoined { at } | Event::Bombarded { at, .. } | Event::Stormed { at, .. } => {
            Some(*at)
        }
        _ => None,
    };
    witnessed.iter().filter_map(fought).collect()
}

/// Where troops came or went.
fn taken(event: &Event) -> Option<Jp> {
    if let Event::Stormed { at, .. } | Event::Landed { at, .. } | Event::Embarked { at } = event {
        Some(*at)
    } else {
        None
    }
}

/// The ships of a side at a jump point. Counters stand openly on the map.
fn stack(game: &CompanyWar, open: &Open, side: Side, here: &[&Ship]) -> Option<Stack> {
    let ships: Vec<String> = here.iter().map(|ship| in_condition(open, ship)).collect();
    let fit = here.iter().filter(|ship| game.is_fit(open, ship)).count();
    let others = if fit < here.len() { format!("+{}", here.len() - fit) } else { String::new() };
    (!ships.is_empty()).then(|| Stack {
        side: index(side),
        piece: Piece::Ship,
        text: format!("{} {fit}{others}", letter(side)),
        title: format!("{}: {}", side.named(), names(&ships)),
    })
}

fn letter(side: Side) -> char {
    match side {
        Side::Mazianni => 'M',
        Side::Union => 'U',
    }
}

/// The courses of ships; those of a side on the same path are one arrow.
fn moves(game: &CompanyWar, witnessed: &[Fact<Event>]) -> Vec<Move> {
    let mut courses: Vec<(&[Ship], Vec<Jp>)> = Vec::new();
    let mut begun: BTreeMap<&[Ship], Vec<usize>> = BTreeMap::new();
    for fact in witnessed {
        let Event::Jumped { ships, from, to } = &fact.event else { continue };
        let own = begun.entry(ships).or_default();
        let last = own.iter().find(|course| courses[**course].1.ends_with(&[*from]));
        if let Some(course) = last {
            courses[*course].1.push(*to);
        } else {
            own.push(courses.len());
            courses.push((ships, vec![*from, *to]));
        }
    }
    let mut arrows = BTreeMap::<_, Vec<Ship>>::new();
    for (ships, path) in courses {
        let side = ships.first().map(|ship| game.chart.hulls[ship].side);
        arrows.entry((side, path)).or_default().extend_from_slice(ships);
    }
    let drawn = |((side, path), ships): ((Option<Side>, Vec<Jp>), Vec<Ship>)| {
        let path: Vec<String> = path.into_iter().map(|jp| name(game, jp)).collect();
        let title = format!("{}: {}", list(&ships), path.join(" – "));
        let side = side?;
        let text = format!("{}{}", letter(side), ships.len());
        Some(Move { side: index(side), text, title, path })
    };
    arrows.into_iter().filter_map(drawn).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::engine::Reader;
    use crate::games::company_war::SHELF;
    use crate::testing::Table;

    /// All 30 ships of the Union lie at Cyteen at first: 24 carriers and cruisers and 6 dartships.
    #[test]
    fn a_counter_tells_ships_that_fight_from_others() {
        let table = Table::new(&SHELF).expect("it is sound");
        let counters = |seen: &Value| {
            let (page, _) = table.told(seen).expect("a view");
            serde_json::to_string(&page).expect("JSON")
        };
        let mut seen = table.seen(&Reader::Public).expect("a position");
        let told = counters(&seen);
        assert!(told.contains("\"U 24+6\""));
        // The Union holds its own stations, and the Mazianni none before they deploy (cw4, cw41).
        assert!(told.contains("\"owner\":1") && !told.contains("\"owner\":0"));
        seen["view"]["open"]["ships"]["Nike"]["fleeing"] = json!(true);
        let told = counters(&seen);
        assert!(told.contains("\"U 23+7\"") && told.contains("Nike (fleeing)"));
    }
}
