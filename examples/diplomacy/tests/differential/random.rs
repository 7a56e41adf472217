//! Random positions with random orders, each made from its number alone.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_diplomacy::board::Board;
use adjutant_diplomacy::order::{Kind, Order};
use adjutant_diplomacy::place::Place;
use adjutant_diplomacy::power::Power;
use adjutant_diplomacy::state::{Open, Season, Stage, Unit};

use crate::line;

/// Numbers that follow from a seed (`SplitMix64`).
pub(crate) struct Luck(u64);

impl Luck {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xd1b5_4a32_d192_ed03)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(count.max(1)).expect("few")).expect("few")
    }

    /// True in so many of a hundred.
    pub(crate) fn percent(&mut self, of: usize) -> bool {
        self.below(100) < of
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(self.below(of.len())) }
    }
}

/// Units, each with its order.
pub(crate) struct Position {
    pub(crate) ordered: Vec<(Unit, Order)>,
}

/// The position of a number. Every second one is made for convoys.
pub(crate) fn position(board: &Board, number: u64) -> Position {
    let mut luck = Luck::of(number);
    let units = units(board, number, &mut luck);
    let moves = moves(board, &units, &mut luck);
    let ordered =
        units.iter().map(|unit| (*unit, order(board, &units, &moves, unit, &mut luck))).collect();
    Position { ordered }
}

/// Where units stand: thick in one part of the map, so that they meet.
fn units(board: &Board, number: u64, luck: &mut Luck) -> Vec<Unit> {
    let all: Vec<Place> = board.provinces().map(|(place, _)| *place).collect();
    let seas: Vec<Place> = all.iter().copied().filter(|it| board.is_sea(*it)).collect();
    let wet = number.is_multiple_of(2);
    let first = if wet { luck.pick(&seas) } else { luck.pick(&all) };
    let mut places = vec![*first.expect("a map")];
    let count = 4 + luck.below(22);
    while places.len() < count {
        let from = places[luck.below(places.len())];
        let near = neighbours(board, from);
        let next = if luck.percent(8) { luck.pick(&all) } else { luck.pick(&near) };
        let Some(next) = next.map(|place| place.province()) else { continue };
        // Seas are what convoys need.
        if !places.contains(&next) && (!wet || board.is_sea(next) || luck.percent(60)) {
            places.push(next);
        } else if luck.percent(3) {
            break;
        }
    }
    let powers = 2 + luck.below(6);
    let mut units: Vec<Unit> = Vec::new();
    for place in places {
        let power = Power::ALL[luck.below(powers)];
        let coasts: Vec<Place> = board.coasts(place).collect();
        let shore = luck.pick(&coasts).copied().unwrap_or(place);
        let army = board.can_be(Kind::Army, place);
        let fleet = board.can_be(Kind::Fleet, shore);
        let kind = if army && (!fleet || luck.percent(if wet { 75 } else { 50 })) {
            Kind::Army
        } else {
            Kind::Fleet
        };
        let at = if kind == Kind::Army { place } else { shore };
        units.push(Unit { at, kind, power });
    }
    units.sort();
    units
}

/// What borders on a province, for whatever unit.
fn neighbours(board: &Board, place: Place) -> Vec<Place> {
    let mut all: Vec<Place> = board.near(Kind::Army, place).to_vec();
    for place in std::iter::once(place).chain(board.coasts(place)) {
        all.extend(board.near(Kind::Fleet, place).iter().map(|near| near.province()));
    }
    all.sort();
    all.dedup();
    all
}

/// Where each unit goes, and whether by sea; `None` for those that stay.
fn moves(board: &Board, units: &[Unit], luck: &mut Luck) -> Vec<Option<(Place, bool)>> {
    let at_sea = |unit: &&Unit| unit.kind == Kind::Fleet && board.is_sea(unit.at);
    let seas: Vec<u8> =
        units.iter().filter(at_sea).map(|unit| board.spot(unit.at).province).collect();
    let goal = |unit: &Unit, luck: &mut Luck| {
        let from = board.spot(unit.at).province;
        let shores = board.provinces().map(|(place, _)| *place).filter(|to| {
            *to != unit.at
                && !board.is_sea(*to)
                && board.carries(seas.iter().copied(), from, board.spot(*to).province)
        });
        let shores: Vec<Place> =
            if unit.kind == Kind::Army { shores.collect() } else { Vec::new() };
        let by_sea = !shores.is_empty() && luck.percent(60);
        let near = board.near(unit.kind, unit.at);
        // Most go where somebody stands.
        let taken = |to: &&Place| units.iter().any(|it| it.at.province() == to.province());
        let from = if by_sea { &shores[..] } else { near };
        let full: Vec<Place> = from.iter().filter(taken).copied().collect();
        let to =
            if luck.percent(55) { luck.pick(&full).or(luck.pick(from)) } else { luck.pick(from) };
        let to = *to?;
        let far = !board.reaches(unit.kind, unit.at, to);
        Some((to, by_sea && (far || luck.percent(70))))
    };
    let stays = |unit: &Unit| if at_sea(&unit) { 65 } else { 40 };
    units
        .iter()
        .map(|unit| if luck.percent(stays(unit)) { None } else { goal(unit, luck) })
        .collect()
}

/// What a unit is ordered: its move, or help for others', or to hold.
fn order(
    board: &Board,
    units: &[Unit],
    moves: &[Option<(Place, bool)>],
    unit: &Unit,
    luck: &mut Luck,
) -> Order {
    let own = units.iter().position(|it| it == unit).expect("its own");
    let Unit { at, kind, .. } = *unit;
    if let Some((to, convoy)) = moves[own] {
        return Order::Move { unit: kind, way: [at, to], convoy };
    }
    let all = || units.iter().zip(moves);
    let carried = all().filter_map(|(army, way)| {
        let (to, convoy) = (*way)?;
        let far = army.kind == Kind::Army && (convoy || !board.reaches(Kind::Army, army.at, to));
        // An army that could walk is carried now and then all the same.
        let near = army.kind == Kind::Army && at.province() != army.at && !board.is_sea(to);
        let on_way = links(board, units, unit, army.at, to);
        ((far || near) && on_way).then_some((army.at, to, far))
    });
    let carried: Vec<(Place, Place, bool)> = carried.collect();
    let far: Vec<_> = carried.iter().filter(|(_, _, far)| *far).collect();
    if let Some((from, to, _)) = luck.pick(&far)
        && luck.percent(80)
    {
        return Order::Convoy { unit: kind, at, of: Kind::Army, way: [*from, *to] };
    }
    if let Some((from, to, _)) = luck.pick(&carried)
        && luck.percent(25)
    {
        return Order::Convoy { unit: kind, at, of: Kind::Army, way: [*from, *to] };
    }
    let helped = all().filter(|(other, _)| *other != unit).filter_map(|(other, way)| match way {
        Some((to, _)) => {
            let there = to.province() != at.province() && board.reaches(kind, at, *to);
            there.then(|| (other.kind, vec![other.at, *to]))
        }
        None => board.reaches(kind, at, other.at).then(|| (other.kind, vec![other.at])),
    });
    let helped: Vec<(Kind, Vec<Place>)> = helped.collect();
    match luck.pick(&helped).cloned() {
        Some((of, way)) if luck.percent(85) => Order::Support { unit: kind, at, of, way },
        _ => Order::Hold { unit: kind, at },
    }
}

/// True if a fleet is on a way of fleets at sea from one shore to another.
fn links(board: &Board, units: &[Unit], fleet: &Unit, from: Place, to: Place) -> bool {
    let at_sea = |unit: &&Unit| unit.kind == Kind::Fleet && board.is_sea(unit.at);
    let spot = |place| board.spot(place).province;
    let seas: Vec<u8> = units.iter().filter(at_sea).map(|it| spot(it.at)).collect();
    at_sea(&fleet)
        && from != to
        && !board.is_sea(to)
        && board.links(seas.into_iter(), spot(fleet.at), spot(from), spot(to))
}

/// A position as the game has it, and the list of each seat's orders as players write them.
pub(crate) fn sheets(position: &Position) -> (Open, Vec<(String, String)>) {
    let open = Open {
        year: 1901,
        season: Season::Spring,
        stage: Stage::Movement,
        units: position.ordered.iter().map(|(unit, _)| *unit).collect(),
        beaten: Vec::new(),
        contested: BTreeSet::new(),
        centres: BTreeMap::new(),
        drawn: false,
    };
    let mut lists: BTreeMap<Power, String> = BTreeMap::new();
    for (unit, order) in &position.ordered {
        *lists.entry(unit.power).or_default() += &format!("- {}\n", line::of(unit, order));
    }
    (open, lists.into_iter().map(|(power, list)| (power.seat().to_string(), list)).collect())
}
