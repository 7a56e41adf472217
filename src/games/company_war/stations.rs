//! The stations as a report shows them: who holds each, what that brings, and what is repaired there.

use super::CompanyWar;
use super::courses::{Safe, safe};
use super::events::Merit;
use super::format::{Dock, Group, Per};
use super::names::{Jp, Ship};
use super::resolve::scoring::{Garrison, garrison};
use super::resolve::set_up;
use super::scenario::Side;
use super::sight::View;
use super::state::{Condition, Open, Step};
use crate::base::words::{capital, count, joined, names};
use crate::page::Table;

/// Every station, who holds it, and what it would bring if the turn ended now; of no turn, if the last is over.
pub fn stations(game: &CompanyWar, open: &Open) -> Table {
    let income = if open.step == Step::Over { Vec::new() } else { game.income(open) };
    let row = |(at, station): (&Jp, &Option<(String, Group)>)| {
        let (_, group) = station.as_ref()?;
        let brings = income.iter().find(|(_, _, why)| place(why) == Some(*at));
        let brings = brings.map(|(side, points, _)| format!("{} {points}", side.noun()));
        let (of, held) = (group.word().to_owned(), held(game, open, *at));
        Some([game.chart.place(*at), of, held, brings.unwrap_or_default(), docks(game, open, *at)])
    };
    let columns = ["Station", "Of", "Held by", "Brings", "Repairs"];
    let table = Table::new().caption("Stations").lefts(columns);
    table.rows(game.chart.points.iter().filter_map(row))
}

/// The station that points are scored for at the end of a turn.
pub(super) fn place(why: &Merit) -> Option<Jp> {
    match why {
        Merit::Held(at) | Merit::Free(at) => Some(*at),
        Merit::Kill(_) | Merit::Troops | Merit::Station(_) => None,
    }
}

/// Who holds a station, in words.
fn held(game: &CompanyWar, open: &Open, at: Jp) -> String {
    if open.destroyed.contains(&at) {
        return "destroyed".to_owned();
    }
    let who = holder(game, open, at).map_or("nobody", Side::noun);
    let with = match garrison(game, open, at) {
        None => "",
        Some(Garrison::Troops) => "troops",
        Some(Garrison::Carrier) => "ships",
    };
    joined([who, with], ", ")
}

/// Who holds the station at a jump point: the Mazianni with a garrison, else the Union what is its own; `None` if nobody
/// does, or if there is none that stands (cw4, cw41).
pub fn holder(game: &CompanyWar, open: &Open, at: Jp) -> Option<Side> {
    let (_, group) = game.chart.station_at(at).filter(|_| !open.destroyed.contains(&at))?;
    match garrison(game, open, at) {
        Some(_) => Some(Side::Mazianni),
        None => group.is_unions().then_some(Side::Union),
    }
}

/// What a dock has left to do for a side (cw38, cw39, cw54).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Service {
    /// So many ships in each turn.
    EachTurn(u32),
    /// So many ships in the rest of the game.
    Left(u32),
    /// It has done all that it may.
    UsedUp,
    /// The Mazianni hold the station.
    Barred,
}

/// What the dock of a side at a jump point has left to do; `None` if there is none.
fn service(game: &CompanyWar, open: &Open, side: Side, at: Jp) -> Option<Service> {
    let here = |dock: &&Dock| game.chart.station(&dock.station) == Some(at);
    let dock = game.docks(side).iter().find(here)?;
    if open.destroyed.contains(&at) {
        return None;
    }
    if side == Side::Union && garrison(game, open, at).is_some() {
        return Some(Service::Barred);
    }
    let used = open.used.get(&at).copied().unwrap_or(0);
    Some(match (dock.per, dock.ships.saturating_sub(used)) {
        (Per::Turn, _) => Service::EachTurn(dock.ships),
        (Per::Game, 0) => Service::UsedUp,
        (Per::Game, left) => Service::Left(left),
    })
}

/// How many ships of the side can be repaired there in this turn.
pub fn room(game: &CompanyWar, open: &Open, side: Side, at: Jp) -> usize {
    match service(game, open, side, at) {
        Some(Service::EachTurn(ships) | Service::Left(ships)) => ships as usize,
        Some(Service::UsedUp | Service::Barred) | None => 0,
    }
}

/// True if a ship of the side can be repaired there.
pub fn serves(game: &CompanyWar, open: &Open, side: Side, at: Jp) -> bool {
    room(game, open, side, at) > 0
}

/// True of a damaged ship that can be repaired where it is if it stays and does not fight: dartships never are (cw36,
/// cw37), and it is known only before ships move.
pub fn waits(game: &CompanyWar, open: &Open, ship: &Ship) -> bool {
    let damaged = open.ships[ship].condition == Condition::Damaged;
    open.step == Step::Movement && damaged && !game.is_dartship(ship)
}

/// That repairs of the reader need no order, and who is repaired first where more ships lie than a dock has room for (cw36,
/// cw52).
pub fn waiting(game: &CompanyWar, view: &View) -> Option<String> {
    let (open, side) = (&view.open, view.side?);
    let mut all: Vec<(Jp, Vec<&Ship>)> = Vec::new();
    for ship in game.chart.fleet(side).filter(|ship| waits(game, open, ship)) {
        let Some(at) = open.ships[ship].at.filter(|at| serves(game, open, side, *at)) else {
            continue;
        };
        match all.iter_mut().find(|(known, _)| *known == at) {
            Some((_, ships)) => ships.push(ship),
            None => all.push((at, vec![ship])),
        }
    }
    if all.is_empty() {
        return None;
    }
    let crowded = all.iter().filter_map(|(at, ships)| {
        let room = room(game, open, side, *at);
        let first = ships.get(..room).filter(|_| room < ships.len())?;
        let place = game.chart.place(*at);
        Some(format!(
            "; {place} has room for {room}: {}, unless `repair` names another",
            names(first)
        ))
    });
    Some(format!(
        "Who stays at a free dock and neither fires nor is fired at, fleeing or not, is repaired without an order{}.",
        joined(crowded, "")
    ))
}

/// The docks at a jump point, and what they have left to do.
fn docks(game: &CompanyWar, open: &Open, at: Jp) -> String {
    let one = |side: Side| {
        let what = match service(game, open, side, at)? {
            Service::EachTurn(ships) => format!("{ships} a turn"),
            Service::Left(ships) => format!("{ships} in the game"),
            Service::UsedUp => "used up".to_owned(),
            Service::Barred => "none while held".to_owned(),
        };
        Some(format!("{}: {what}", side.noun()))
    };
    joined(Side::BOTH.into_iter().filter_map(one), "; ")
}

/// What the reader can use once in the game and has not used yet: Fleet Assembly, docks, troops (cw17, cw38, cw39, cw46).
pub fn unspent(game: &CompanyWar, view: &View) -> Option<String> {
    let open = &view.open;
    let side = view.side.filter(|_| !matches!(open.step, Step::SetUp | Step::Over))?;
    let used = open.has_assembled(side);
    let assembly = (!used && game.has_roll_left(open)).then(|| "Fleet Assembly".to_owned());
    let dock = |at: &Jp| match service(game, open, side, *at)? {
        Service::Left(ships) => {
            Some(format!("{} at {}", count(ships, "repair"), game.chart.place(*at)))
        }
        Service::EachTurn(_) | Service::UsedUp | Service::Barred => None,
    };
    let troops = |number: usize, what: &str| {
        let own = side == Side::Mazianni && number > 0;
        own.then(|| format!("{} {what}", count(number, "troop counter")))
    };
    let all: Vec<String> = assembly
        .into_iter()
        .chain(game.chart.points.keys().filter_map(dock))
        .chain(troops(view.loads, "aboard"))
        .chain(troops(open.fallen.len(), "lost, to return"))
        .collect();
    (!all.is_empty()).then(|| names(all))
}

/// Where the reader may deploy, while they do, with what is one jump away (cw13).
pub fn bases(game: &CompanyWar, view: &View) -> Table {
    let table = Table::new().caption("Where you may deploy");
    let table = table.lefts(["Station", "Next to", "Repairs"]);
    if view.open.step != Step::SetUp || view.side != Some(Side::Mazianni) {
        return table;
    }
    let bases = set_up::bases(game, Side::Mazianni).into_iter();
    let row = |at: Jp| {
        let near = game.chart.near(Side::Mazianni, at);
        let near = near.into_iter().map(|jp| game.chart.short(jp));
        [game.chart.place(at), joined(near, ", "), docks(game, &view.open, at)]
    };
    table.rows(bases.map(row))
}

/// Where the reader's ships can go from where they are: to stations on whose way no enemy stops them, and to where enemies
/// do (cw24, cw26). Dartships are not among them, as nobody stops them (cw27), nor ships that have no place (cw53).
pub fn ways(game: &CompanyWar, view: &View) -> Table {
    let (open, chart) = (&view.open, &game.chart);
    let Some(side) = view.side.filter(|_| open.step == Step::Movement) else { return Table::new() };
    let barred = game.barred(open, side);
    let starts = game.starts(open, side).into_iter();
    let ways: Vec<(Jp, Vec<Safe>)> =
        starts.map(|from| (from, safe(chart, side, from, &barred))).collect();
    let in_full =
        if ways.iter().flat_map(|(_, ways)| ways).any(|way| way.in_full) { IN_FULL } else { "" };
    let caption = format!(
        "Where your {} can go in any number of jumps, as enemies lie now{in_full}",
        movers(side)
    );
    let row = |(from, mut all): (Jp, Vec<Safe>)| {
        all.sort_by_key(Safe::end);
        let (met, free): (Vec<Safe>, Vec<Safe>) =
            all.into_iter().partition(|way| barred.contains(&way.end()));
        let named = |way: &Safe| {
            let end = way.end();
            let end =
                chart.station_at(end).map_or_else(|| end.to_string(), |(name, _)| name.to_owned());
            match way.written() {
                Some(course) => format!("{end} by {course}"),
                None => end,
            }
        };
        let free = free.iter().filter(|way| chart.station_at(way.end()).is_some()).map(named);
        [chart.place(from), joined(free, ", "), joined(met.iter().map(named), ", ")]
    };
    let table = Table::new().caption(caption);
    let table = table.lefts(["From", "Stations without a fight", "Stopped by enemies at"]);
    table.rows(ways.into_iter().map(row))
}

/// What captions say where a course is named.
pub(super) const IN_FULL: &str =
    "; a course that is named has to be ordered so: by its end alone it would meet other enemies";

/// The ships of a side that enemies stop and that fight, in words (cw26, cw66).
pub(super) fn movers(side: Side) -> &'static str {
    match side {
        Side::Mazianni => "carriers",
        Side::Union => "carriers and cruisers",
    }
}

/// Where ships lie, place by place.
pub fn fleets(game: &CompanyWar, open: &Open) -> Table {
    let berths = game.berths(open);
    let row = |at: &Jp| {
        let [ours, theirs] = Side::BOTH.map(|side| present(game, open, berths.at(*at, side)));
        let some = !ours.is_empty() || !theirs.is_empty();
        some.then(|| [game.chart.place(*at), ours, theirs])
    };
    let table = Table::new().caption("Fleets").lefts(["At", "Mazianni", "Union"]);
    table.rows(game.chart.points.keys().filter_map(row))
}

/// Ships that lie together: those that fight, those that flee, and dartships.
fn present(game: &CompanyWar, open: &Open, here: &[&Ship]) -> String {
    let (fit, unfit): (Vec<&Ship>, Vec<&Ship>) =
        here.iter().copied().partition(|ship| game.is_fit(open, ship));
    let (fleeing, dartships): (Vec<&Ship>, Vec<&Ship>) =
        unfit.into_iter().partition(|ship| open.ships[*ship].fleeing);
    let some = |what: &str, ships: &[&Ship]| match ships {
        [] => String::new(),
        ships => format!("{what}{}", joined(ships, ", ")),
    };
    joined([some("", &fit), some("fleeing: ", &fleeing), some("dartships: ", &dartships)], "; ")
}

/// What the turn brings both sides if it ended now, and where that can be changed; `None` when no turn is on.
pub fn income(game: &CompanyWar, view: &View) -> Option<String> {
    let open = &view.open;
    match open.step {
        Step::SetUp | Step::Over => return None,
        Step::Movement | Step::Combat | Step::Repair | Step::Garrison => {}
    }
    let all = game.income(open);
    let sum = |side: Side| {
        all.iter().filter(|(of, ..)| *of == side).map(|(_, points, _)| *points).sum::<i32>()
    };
    let own = view.side.unwrap_or(Side::Mazianni);
    let me = if view.side.is_some() { "you" } else { own.title() };
    let (ours, theirs) = (sum(own), sum(own.other()));
    let told = format!(
        "as things stand, turn {} brings {me} {ours} and {} {theirs} for stations",
        open.turn,
        own.other().title()
    );
    Some(match view.side.and_then(|side| chance(game, open, side)) {
        Some(chance) => capital(&format!("{told}; {chance}.")),
        None => capital(&format!("{told}.")),
    })
}

/// What troops on stations cost the Union that reads of it, and what destroys them (cw45).
pub fn troops(game: &CompanyWar, view: &View) -> Option<String> {
    let open = &view.open;
    let turn = !matches!(open.step, Step::SetUp | Step::Over) && view.side == Some(Side::Union);
    if open.landed.is_empty() || !turn {
        return None;
    }
    let here = |why: &Merit| place(why).is_some_and(|at| open.landed.contains(&at));
    let held = game.income(open).into_iter().filter(|(.., why)| here(why));
    let (places, sum) =
        (open.landed.iter().map(|at| game.chart.place(*at)), held.map(|(_, points, _)| points));
    let ships = game.format.storm.ships;
    let points = count(game.format.points.union.troops_destroyed, "point");
    Some(format!(
        "Troops hold {}, {} a turn for the Mazianni: {ships} carriers or cruisers of yours that end a turn there, not \
         fleeing, destroy them ({points} a counter).",
        names(places),
        sum.sum::<i32>()
    ))
}

/// Which stations a side could get without a fight, or the Union has to win back.
fn chance(game: &CompanyWar, open: &Open, side: Side) -> Option<String> {
    let barred = game.barred(open, side);
    let scores = |(at, station): (&Jp, &Option<(String, Group)>)| {
        let group = station.as_ref().map(|(_, group)| *group)?;
        let counts = group != Group::HinderStars && !open.destroyed.contains(at);
        let held = garrison(game, open, *at).is_some();
        let wanted = match side {
            Side::Mazianni => !held && !barred.contains(at),
            Side::Union => held,
        };
        (counts && wanted).then(|| game.chart.place(*at))
    };
    let places: Vec<String> = game.chart.points.iter().filter_map(scores).collect();
    if places.is_empty() {
        return None;
    }
    Some(match side {
        Side::Mazianni => {
            format!("no enemy that would stop you is at {}, which you do not hold", names(places))
        }
        Side::Union => format!("the Mazianni hold {}", names(places)),
    })
}
