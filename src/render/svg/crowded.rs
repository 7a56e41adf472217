//! A thousand maps made at random, on which words stand on nothing.

use super::arrow::{self, Arrow};
use super::place::Area;
use super::ring::Point;
use super::{Drawing, pieces};
use crate::page::{Link, Map, Move, Piece, Place, Shape, Side, Sign, Stack, Stroke, Way};

/// Numbers that look random and are the same each time.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, most: u16) -> u16 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((self.0 >> 33) % u64::from(most)).unwrap()
    }
}

/// Up to twenty points, each linked to those near it, with ships in some and moves along links.
fn map(dice: &mut Dice) -> Map {
    let mut spots: Vec<(u16, u16)> = Vec::new();
    for _ in 0..200 {
        let at = (dice.below(40), dice.below(24));
        let far = |(x, y): &(u16, u16)| x.abs_diff(at.0).pow(2) + y.abs_diff(at.1).pow(2) >= 25;
        if spots.iter().all(far) && spots.len() < 20 {
            spots.push(at);
        }
    }
    let mut places: Vec<Place> = Vec::new();
    for (x, y) in &spots {
        let n = places.len();
        let (name, shape) = match dice.below(2) {
            0 => (format!("{}", 20 + n), Shape::Point(*x, *y)),
            _ => (format!("Station {n}"), Shape::Station(*x, *y)),
        };
        let stack = |side: u8, text: &str| Stack {
            side,
            piece: Piece::Ship,
            text: text.to_owned(),
            title: String::new(),
        };
        let stacks = match dice.below(5) {
            0 => vec![stack(0, "M 2"), stack(1, "U 12")],
            1 => vec![stack(1, "U 3")],
            _ => Vec::new(),
        };
        let signs = match dice.below(8) {
            0 => vec![Sign::Fight],
            1 => vec![Sign::Garrison],
            _ => Vec::new(),
        };
        places.push(Place { signs, stacks, ..Place::new(name, shape) });
    }
    let name = |n: usize| places[n].name.clone();
    // A link passes no third point so nearly that it could be taken for its own.
    let unit = |n: usize| (24 * i32::from(spots[n].0), 24 * i32::from(spots[n].1));
    let mut links: Vec<(usize, usize)> = Vec::new();
    for n in 0..spots.len() {
        let far = |m: usize| (unit(m).0 - unit(n).0).pow(2) + (unit(m).1 - unit(n).1).pow(2);
        let mut near: Vec<usize> = (0..n).filter(|m| far(*m) < 360 * 360).collect();
        near.sort_by_key(|m| far(*m));
        let clear = |m: &usize| {
            let mut others = (0..spots.len()).filter(|other| other != m && *other != n);
            !others.any(|other| Area::around(unit(other), 90, 70).is_crossed((unit(*m), unit(n))))
        };
        links.extend(near.into_iter().filter(clear).take(2).map(|m| (m, n)));
    }
    let count = if links.is_empty() { 0 } else { 6 };
    let moves = (0..count).map(|_| {
        let (a, b) = links[usize::from(dice.below(u16::try_from(links.len()).unwrap()))];
        let onward = links.iter().find(|link| link.0 == b).map(|link| name(link.1));
        let path = [name(a), name(b)].into_iter().chain(onward);
        let path: Vec<String> =
            if dice.below(2) == 0 { path.collect() } else { path.rev().collect() };
        Move { path, side: 0, text: dice.below(30).to_string(), title: String::new() }
    });
    let moves = moves.collect();
    let links = links.iter().map(|(a, b)| Link { between: (name(*a), name(*b)), way: 0 }).collect();
    Map {
        links,
        moves,
        sides: vec![Side { hue: 0, name: "M".to_owned() }, Side { hue: 1, name: "U".to_owned() }],
        ways: vec![Way { line: Stroke::Plain, name: "route".to_owned(), side: None }],
        places,
        ..Map::default()
    }
}

/// The lines of a drawing: links, and the track of each arrow in short pieces.
fn tracks(arrow: &Arrow<'_>) -> Vec<(Point, Point)> {
    let pieces = arrow.legs.iter().flat_map(|leg| (0..16).map(|n| (leg.at(n), leg.at(n + 1))));
    pieces.collect()
}

/// True if a line comes into an area; nearer does not count.
fn enters(area: &Area, (a, b): (Point, Point)) -> bool {
    let within = |at: Point| {
        at.0 > area.x && at.0 < area.x + area.width && at.1 > area.y && at.1 < area.y + area.tall
    };
    (0..=64).any(|n| within((a.0 + (b.0 - a.0) * n / 64, a.1 + (b.1 - a.1) * n / 64)))
}

/// Where all that the reader had was lost in a fight is shown first, a fight of others last.
#[test]
fn a_fight_of_the_readers_is_shown_first() {
    let fight = |name: &str, at| Place { signs: vec![Sign::Fight], ..Place::new(name, at) };
    let piece = Stack { piece: Piece::Army, side: 0, text: "M 1".to_owned(), title: String::new() };
    let home = Place { stacks: vec![piece], ..Place::new("Home", Shape::Station(0, 0)) };
    let places =
        [home, fight("Here", Shape::Station(40, 0)), fight("There", Shape::Station(0, 40))];
    let first = |fought: &[&str]| {
        let map = Map {
            fought: fought.iter().map(|name| (*name).to_owned()).collect(),
            own: Some(0),
            places: places.to_vec(),
            sides: vec![Side { hue: 0, name: "M".to_owned() }],
            ..Map::default()
        };
        let drawing = Drawing::new("m".to_owned(), &[&map]).unwrap();
        drawing.crops(&map).0.remove(0).0
    };
    assert!(first(&[]).contains("Around Home"), "{}", first(&[]));
    assert!(first(&["There"]).contains("Around There"), "{}", first(&["There"]));
}

#[test]
fn on_a_thousand_maps_nothing_is_written_over_anything() {
    let mut dice = Dice(17);
    let (mut told, mut silent) = (0, 0);
    for number in 0..1000 {
        let map = map(&mut dice);
        let drawing = Drawing::new("m".to_owned(), &[&map]).unwrap();
        let arrows = arrow::laid(&drawing, &map);
        let spot = |name: &str| drawing.plan.spot(name).unwrap();
        let links: Vec<(Point, Point)> = map
            .links
            .iter()
            .map(|link| (spot(&link.between.0), spot(&link.between.1)))
            .map(|(a, b)| ((a.x, a.y), (b.x, b.y)))
            .collect();
        let names: Vec<Area> = drawing.plan.spots().filter_map(|(_, spot)| spot.block).collect();
        let forms: Vec<Area> = drawing
            .plan
            .spots()
            .map(|(place, spot)| (spot, 2 * pieces::form_radius(place, spot)))
            .map(|(spot, wide)| Area::around((spot.x, spot.y), wide, wide))
            .collect();
        assert_eq!(names.len(), map.places.len());
        let badges: Vec<Area> = arrows.iter().filter_map(|arrow| arrow.badge).collect();
        told += badges.len();
        silent += arrows.len() - badges.len();
        let words: Vec<&Area> = names.iter().chain(&badges).collect();
        for (n, area) in words.iter().enumerate() {
            let others = words.iter().skip(n + 1).copied().chain(&forms);
            for other in others {
                assert!(!area.overlaps(other), "map {number}: {area:?} and {other:?}");
            }
            for line in &links {
                assert!(!enters(area, *line), "map {number}: {area:?} on the link {line:?}");
            }
        }
        for (n, arrow) in arrows.iter().enumerate() {
            let others = arrows.iter().enumerate().filter(|(m, _)| *m != n);
            let long = |(a, b): &(Point, Point)| (b.0 - a.0).abs().max((b.1 - a.1).abs());
            let seen = tracks(arrow).into_iter();
            let seen = seen.filter(|line| arrow.badge.is_none_or(|area| !enters(&area, *line)));
            assert!(seen.map(|line| long(&line)).sum::<i32>() > 12, "map {number}: arrow {n}");
            for line in others.flat_map(|(_, other)| tracks(other)) {
                let badge = arrow.badge.filter(|area| enters(area, line));
                assert!(badge.is_none(), "map {number}: {badge:?} on another arrow's {line:?}");
            }
        }
    }
    assert!(silent * 5 <= told, "{silent} of {} arrows say nothing", told + silent);
}
