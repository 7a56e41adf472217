//! The floating map as everybody sees it, with what moved and who fired.

use std::collections::BTreeMap;

use super::events::Event;
use super::names::{Hx, Ship, Side};
use super::protection::shielded;
use super::retold::{Attack, Retold, Span};
use super::sight::View;
use super::state::{Target, Unit};
use super::whereabouts::Whereabouts;
use super::{Mechad, livery};
use crate::engine::Fact;
use crate::page::{
    At, Board, Cell, Counter, Fire, Grid, Ground, Mark, Naming, Piece, Route, Shifted, Shot, Sign,
    Terrain,
};

/// A ship's way in the cycle.
struct Track {
    hexes: Vec<Hx>,
    /// The impulse in which it entered each of them but the first.
    impulses: Vec<u32>,
}

impl Track {
    fn span(&self) -> (u32, u32) {
        let ends = self.impulses.first().zip(self.impulses.last());
        ends.map_or((0, 0), |(first, last)| (*first, *last))
    }

    /// Where it was after each fourth impulse, after each eighth of a long way, by place in it.
    fn notes(&self) -> Vec<(u16, String)> {
        let (first, last) = self.span();
        let step = if last - first > LONG { 8 } else { 4 };
        let mut notes: Vec<(u16, String)> = Vec::new();
        for impulse in (first..last).filter(|impulse| impulse.is_multiple_of(step)) {
            let place = self.impulses.iter().filter(|entered| **entered <= impulse).count();
            let place = u16::try_from(place).unwrap_or(u16::MAX);
            if notes.last().is_none_or(|(before, _)| *before < place) {
                notes.push((place, impulse.to_string()));
            }
        }
        notes
    }
}

/// Impulses beyond which a way has fewer numbers.
const LONG: u32 = 16;

/// What the letters of orders mean.
const FACINGS: &str =
    "facings in orders: A north, B north-east, C south-east, D south, E south-west, F north-west";

/// What stands on the fire of a distortion cannon.
const CANNON: &str = "DC";

/// What stands on the way of trans-warp missiles.
const TRAM: &str = "TWM";

/// What happened, in the coordinates of the end of the cycle.
#[derive(Default)]
struct Story {
    impulse: u32,
    whereabouts: Whereabouts,
    tracks: BTreeMap<Ship, Track>,
    /// Who fired from where to where, with what effect and text.
    fires: Vec<(Ship, Hx, Hx, Shot, String)>,
    /// Shots of distortion cannons, or points of missiles, that one line stands for, by its place among the fires.
    shots: BTreeMap<usize, u32>,
    ruins: Vec<Hx>,
}

/// The board with the moves and fire of what happened.
pub fn board(game: &Mechad, view: &View, witnessed: &[Fact<Event>]) -> Board {
    let whereabouts = Whereabouts::before(witnessed);
    let mut story = Story { whereabouts, ..Story::default() };
    for fact in witnessed {
        story.tell(view, &fact.event);
    }
    let index = |side: &Side| livery::index(game, side);
    let own = view.side.as_ref().map(index);
    let of = |ship: &Ship| view.open.units.get(ship).map_or(0, |unit| index(&unit.side));
    let cell = |at: Hx| game.scenario.map().cell(at.0);
    let fires = story.fires.iter().filter_map(|(ship, from, to, outcome, text)| {
        let (from, to) = cell(*from).zip(cell(*to))?;
        let (title, text, outcome) = (ship.to_string(), text.clone(), *outcome);
        Some(Fire { from, outcome, side: of(ship), text, title, to })
    });
    let routes = story.tracks.iter().map(|(ship, track)| {
        let path: Vec<At> = track.hexes.iter().filter_map(|at| cell(*at)).collect();
        let whole = path.len() == track.hexes.len();
        let (first, last) = track.span();
        Route {
            notes: if whole { track.notes() } else { Vec::new() },
            path,
            side: of(ship),
            text: if first == last { first.to_string() } else { format!("{first}-{last}") },
            title: ship.to_string(),
        }
    });
    let ruins = story.ruins.iter().filter_map(|at| cell(*at));
    let ruins = ruins.map(|at| Cell { at, signs: vec![Sign::Ruin], ..Cell::default() });
    let counters = counters(game, view, &index);
    Board {
        cells: ruins.collect(),
        columns: game.scenario.board.0,
        rows: game.scenario.board.1,
        fires: fires.take(150).collect(),
        routes: routes.collect(),
        counters,
        grid: Grid::Flat(Shifted::Odd),
        naming: Naming::Digits,
        own,
        key: key(game, view, &story),
        note: FACINGS.to_owned(),
        sides: game.scenario.sides.keys().map(|side| livery::shown(game, view, side)).collect(),
        terrains: vec![Terrain { ground: Ground::Space, name: "space".to_owned(), sign: None }],
        title: game.scenario.title.clone(),
        ..Board::default()
    }
}

/// Characters of a name that stand on a counter, and of one that would be like another.
const LETTERS: [usize; 2] = [3, 4];

/// Names of ships as they stand on counters.
fn shortened<'s>(ships: impl Iterator<Item = &'s Ship>) -> BTreeMap<&'s Ship, String> {
    let ships: Vec<&Ship> = ships.collect();
    let cut = |most: usize| ships.iter().map(move |ship| short(ship.as_str(), most));
    let [few, more]: [Vec<String>; 2] = LETTERS.map(|most| cut(most).collect());
    let alone = |name: &String| few.iter().filter(|other| *other == name).count() == 1;
    let best = few.iter().zip(&more).map(|(few, more)| if alone(few) { few } else { more });
    ships.iter().copied().zip(best.cloned()).collect()
}

/// A name in so many characters: `c5` of convoy-5, `43a` of `MS43a`, `DD1` of MS-DD1, `Bro` of Broker. In more of them what
/// is before a number or a short word comes in: `con5`, `abug` of `MS43a-bug`.
fn short(name: &str, most: usize) -> String {
    let longer = most > LETTERS[0];
    let ends = |text: &str| text.chars().rev().take(most).collect::<Vec<_>>();
    let numbered = |text: &str| text.chars().any(|letter| letter.is_ascii_digit());
    match name.rsplit_once('-') {
        _ if name.chars().count() <= most => name.to_owned(),
        Some((before, last)) if last.chars().all(|letter| letter.is_ascii_digit()) => {
            let tail = ends(last).into_iter().take(most - 1).collect::<Vec<_>>();
            let front = if longer { most - tail.len() } else { 1 };
            before.chars().take(front).chain(tail.into_iter().rev()).collect()
        }
        Some((before, last)) if longer && last.chars().count() < most => {
            before.chars().last().into_iter().chain(last.chars()).collect()
        }
        Some((_, last)) if last.chars().count() <= most => last.to_owned(),
        _ if numbered(name) => ends(name).into_iter().rev().collect(),
        _ => name.chars().take(most).collect(),
    }
}

/// What codes and numbers mean.
fn key(game: &Mechad, view: &View, story: &Story) -> String {
    let short = shortened(view.open.here().map(|(ship, _)| ship));
    let mut classes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (ship, unit) in view.open.here() {
        classes.entry(&game.class(unit).title).or_default().push(&short[ship]);
    }
    let codes = classes.into_iter().map(|(title, ships)| (ships.join(", "), title.to_owned()));
    let cut = short.iter().any(|(ship, short)| ship.as_str() != short);
    let fired = |what: fn(&str) -> bool| story.fires.iter().any(|fire| what(&fire.4));
    let rest = [
        ("on ships their names in short", cut),
        ("numbers at ships: strength of the field, or of all shields", true),
        ("numbers on tracks: where a ship was after that impulse", !story.tracks.is_empty()),
        ("numbers on lines of fire: points", fired(|text| !text.starts_with(CANNON))),
        ("TWM trans-warp missiles, with their points", fired(|text| text.starts_with(TRAM))),
        ("DC distortion cannon, with its shots", fired(|text| text.starts_with(CANNON))),
    ];
    let rest: Vec<&str> = rest.iter().filter(|(_, so)| *so).map(|(part, _)| *part).collect();
    Board::keyed(codes, &rest)
}

fn counters(game: &Mechad, view: &View, index: &dyn Fn(&Side) -> u8) -> Vec<Counter> {
    let cell = |at: Hx| game.scenario.map().cell(at.0);
    let mut counters: Vec<Counter> = Vec::new();
    let mut put = |at: Option<At>, counter: Counter| {
        if let Some(at) = at {
            counters.push(Counter { at, ..counter });
        }
    };
    let short = shortened(view.open.here().map(|(ship, _)| ship));
    for (ship, unit) in view.open.here() {
        let row = game.class(unit);
        put(
            cell(unit.at),
            Counter {
                at: (0, 0),
                facing: Some(unit.facing.number()),
                marks: marks(game, unit),
                piece: Piece::Ship,
                side: index(&unit.side),
                strength: strength(unit),
                text: short[ship].clone(),
                title: format!(
                    "{ship}, {}, speed {}, {}",
                    row.title,
                    unit.speed,
                    shielded(game, unit)
                ),
            },
        );
    }
    for (name, flying) in &view.open.missiles {
        put(
            cell(flying.at),
            Counter {
                at: (0, 0),
                facing: Some(flying.facing.number()),
                marks: Vec::new(),
                piece: Piece::Missile,
                side: index(&flying.side),
                strength: None,
                text: name.to_string().chars().take(4).collect(),
                title: format!("{name}, {}", if flying.plasma { "plasma" } else { "drone" }),
            },
        );
    }
    counters
}

/// The number at a ship; none at one whose field is down, and at a fighter.
fn strength(unit: &Unit) -> Option<u16> {
    let points = unit.field + unit.shields.iter().sum::<u32>();
    u16::try_from(points).ok().filter(|points| *points > 0)
}

fn marks(game: &Mechad, unit: &Unit) -> Vec<Mark> {
    let hit = game.boxes(unit).1 > 0;
    if hit { vec![Mark::Damaged] } else { Vec::new() }
}

impl Story {
    fn goal(&self, view: &View, target: &Target) -> Option<Hx> {
        match target {
            Target::Ship(ship) => self.whereabouts.of(view, ship),
            Target::Missile(missile) => view.open.missiles.get(missile).map(|flying| flying.at),
        }
    }

    /// Where a shot begins and ends, if both are known.
    fn ends(&self, view: &View, ship: &Ship, to: Option<Hx>) -> Option<(Hx, Hx)> {
        self.whereabouts.of(view, ship).zip(to)
    }

    fn shot(&mut self, ship: &Ship, ends: Option<(Hx, Hx)>, hit: bool, text: String) {
        let outcome = if hit { Shot::Hit } else { Shot::Missed };
        if let Some((from, to)) = ends {
            self.fires.push((ship.clone(), from, to, outcome, text));
        }
    }

    /// A shot of a cannon: those that follow what moves share a line, which is that of the last.
    fn cannon(&mut self, ship: &Ship, ends: Option<(Hx, Hx)>) {
        let Some((from, at)) = ends else { return };
        let last =
            self.fires.iter().rposition(|(by, .., text)| by == ship && text.starts_with(CANNON));
        let last = last.filter(|last| self.fires[*last].2.0.distance(at.0) <= 1);
        if let Some(last) = last {
            let shots = self.shots.entry(last).or_insert(1);
            *shots += 1;
            let fire = &mut self.fires[last];
            (fire.1, fire.2, fire.4) = (from, at, format!("{CANNON} {shots}"));
        } else {
            self.shot(ship, ends, true, CANNON.to_owned());
        }
    }

    /// A trans-warp missile: those that fly from the same hex to the same share a line with all their points.
    fn tram(&mut self, ship: &Ship, ends: Option<(Hx, Hx)>, points: u32) {
        // At what is gone there is no line to count for.
        if ends.is_none() {
            return;
        }
        let same = self.fires.iter().rposition(|(by, from, to, _, text)| {
            by == ship && Some((*from, *to)) == ends && text.starts_with(TRAM)
        });
        let Some(same) = same else {
            self.shots.insert(self.fires.len(), points);
            return self.shot(ship, ends, points > 0, format!("{TRAM} {points}"));
        };
        let all = self.shots.entry(same).or_default();
        *all += points;
        let fire = &mut self.fires[same];
        fire.4 = format!("{TRAM} {all}");
        if points > 0 {
            fire.3 = Shot::Hit;
        }
    }

    fn tell(&mut self, view: &View, event: &Event) {
        match event.retold() {
            Some(Retold::Began(Span::Impulse { impulse, .. })) => self.impulse = impulse,
            Some(Retold::Moved { ship, from, to }) => {
                let (from, to) = (self.whereabouts.shown(from), self.whereabouts.shown(to));
                let fresh = || Track { hexes: vec![from], impulses: Vec::new() };
                let track = self.tracks.entry(ship.clone()).or_insert_with(fresh);
                track.hexes.push(to);
                track.impulses.push(self.impulse);
            }
            Some(Retold::Attack(attack)) => self.attack(view, attack),
            Some(Retold::Lost(ship)) => {
                let at = self.whereabouts.of(view, ship);
                self.ruins.extend(at);
            }
            Some(Retold::Began(Span::Turn | Span::Block)) | None => {}
        }
        self.whereabouts.follow(event);
    }

    fn attack(&mut self, view: &View, attack: Attack<'_>) {
        match attack {
            Attack::Direct { ship, target, points, .. } => {
                let ends = self.ends(view, ship, self.goal(view, target));
                self.shot(ship, ends, points > 0, points.to_string());
            }
            Attack::Tram { ship, target, points } => {
                let ends = self.ends(view, ship, self.goal(view, target));
                self.tram(ship, ends, points);
            }
            Attack::Cannon { ship, at } => {
                let ends = self.ends(view, ship, Some(self.whereabouts.shown(at)));
                self.cannon(ship, ends);
            }
            Attack::Missile { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(impulses: &[u32]) -> Vec<(u16, String)> {
        let at = Hx("1010".parse().expect("a hex"));
        let hexes = vec![at; impulses.len() + 1];
        Track { hexes, impulses: impulses.to_vec() }.notes()
    }

    #[test]
    fn ships_on_counters_are_told_apart() {
        let names = [
            "convoy-5",
            "convoy-12",
            "MS43a",
            "MS43b",
            "MS-DD1",
            "Broker",
            "Debtor",
            "Debenture",
            "M",
            "convoy-1",
            "clydon-1",
            "MS43a-bug",
            "MS43b-bug",
        ];
        let ships = names.map(Ship::from);
        let short = shortened(ships.iter());
        let told = ships.each_ref().map(|ship| short[ship].as_str());
        assert_eq!(told[..9], ["c5", "c12", "43a", "43b", "DD1", "Bro", "Debt", "Debe", "M"]);
        assert_eq!(told[9..], ["con1", "cly1", "abug", "bbug"]);
    }

    #[test]
    fn a_missile_at_what_is_gone_counts_for_no_line() {
        let [from, to] = ["1010", "1005"].map(|at| Hx(at.parse().expect("a hex")));
        let (mut story, ship) = (Story::default(), Ship::from("M"));
        story.tram(&ship, None, 3);
        story.cannon(&ship, Some((from, to)));
        story.cannon(&ship, Some((from, to)));
        let told: Vec<&str> = story.fires.iter().map(|fire| fire.4.as_str()).collect();
        assert_eq!(told, ["DC 2"]);
    }

    #[test]
    fn a_track_says_where_the_ship_was_after_each_eighth_impulse() {
        let named = |list: &[(u16, &str)]| -> Vec<(u16, String)> {
            list.iter().map(|(place, text)| (*place, (*text).to_owned())).collect()
        };
        // Speed 16 moves in every other impulse; the last number stands at the end of the way.
        let even: Vec<u32> = (1..=16).map(|n| 2 * n).collect();
        assert_eq!(notes(&even), named(&[(4, "8"), (8, "16"), (12, "24")]));
        assert_eq!(notes(&[2, 4, 6, 8]), named(&[(2, "4")]));
        // Speed 3: after impulse 16 it is where it was after 11.
        assert_eq!(notes(&[11, 22, 32]), named(&[(1, "16"), (2, "24")]));
        assert!(notes(&[]).is_empty());
    }
}
