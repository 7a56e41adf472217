//! How things stand for the reader, in a few sentences before everything else.

use super::events::Event;
use super::format::Trait;
use super::names::Unit;
use super::odds::Chances;
use super::prospects::{self, Prospect};
use super::said::{each, place};
use super::scenario::{Roster, Start};
use super::side::Side;
use super::sight::View;
use super::state::{Piece, Post, Step};
use super::switches::{Exchange, Fog};
use super::{CompanyCommander, arrivals, charts, vigil};
use crate::base::words::{capital, few, names};
use crate::engine::Fact;

/// Units of the enemy that are named.
const SEEN: usize = 4;

/// Units whose places are named.
const DEPLOYED: usize = 4;

/// Shots that are named.
const SHOTS: usize = 3;

/// The points of both sides, what they have lost, what is seen of the enemy and what can be done about it.
pub fn standings(game: &CompanyCommander, view: &View, witnessed: &[Fact<Event>]) -> Vec<String> {
    if view.open.step == Step::Deployment {
        let first = match (game.switches.exchange, view.side) {
            (Exchange::Both, _) => String::new(),
            (Exchange::ATurn, Some(side)) if side == game.field.first => {
                "; you move first".to_owned()
            }
            (Exchange::ATurn, _) => format!("; {} moves first", game.field.first.title()),
        };
        let about = format!("{}{first}.", capital(&game.field.about));
        let wins = format!("{}.", capital(&victory(game, view)));
        let own = view.side.into_iter().flat_map(|side| {
            deployment(game, view, side).into_iter().chain(unknown(game, view, side))
        });
        return [about, wins].into_iter().chain(own).collect();
    }
    let over = view.open.step == Step::Over;
    let lead = if over { String::new() } else { lead(game, view) };
    let end = game.ended(&view.open).map(|end| format!("{}.", capital(&end.text)));
    let mut lines: Vec<String> = end.into_iter().collect();
    lines.push(format!("Points: {}{lead}.", points(game, view)));
    lines.push(format!("Losses by worth: {}; only what is destroyed counts.", shares(game, view)));
    if let Some(side) = view.side {
        lines.extend(danger(game, view, side).filter(|_| !over));
        lines.push(seen(game, view, side.other()));
        lines.extend(remembered(game, view, side));
        lines.extend(unknown(game, view, side).filter(|_| !over));
        lines.extend(suppressed(game, view, side).filter(|_| !over));
        lines.extend(vigil::missed(game, view, side, witnessed));
        lines.extend(vigil::awaited(game, view, side));
        lines.extend(vigil::against(game, view, side));
        lines.extend(best_shots(game, view, side));
        lines.extend(worst_threats(game, view, side).filter(|_| !over));
        lines.extend(in_reach(game, view, side));
        lines.extend(in_reach_of_the_enemy(game, view, side.other()));
    }
    lines
}

/// How the game is won (cc60, cc61).
pub fn victory(game: &CompanyCommander, view: &View) -> String {
    let breaks = |side: Side| game.field.breaks[&side];
    let turns = game.field.turns;
    let points = format!(
        "more points after turn {turns} (for objectives held then and the worth of enemies destroyed)"
    );
    match view.side.map(Side::other) {
        Some(enemy) => format!(
            "you win if you have {points}, or at once when the losses of {} reach {}% of its worth; with equal points \
             the game is drawn",
            enemy.title(),
            breaks(enemy)
        ),
        None => format!(
            "the side with {points} wins, and with equal points the game is drawn; a side loses at once when its losses \
             reach {}",
            each(Side::BOTH.map(|it| format!("{}% of its worth ({})", breaks(it), it.title())))
        ),
    }
}

/// The points of both sides, and for what (cc60).
pub fn points(game: &CompanyCommander, view: &View) -> String {
    let open = &view.open;
    each(game.tally(open).into_iter().map(|(side, points)| {
        let held = open.held.iter().filter(|(_, holder)| **holder == side);
        let held =
            held.map(|(place, _)| format!("{place} {}", game.field.objectives[place].points));
        let more = |what: &str, points: u32| (points > 0).then(|| format!("{what} {points}"));
        let destroyed = more("enemies destroyed", game.lost(open, side.other()));
        let edge = more("from the start", game.field.edge.get(&side).copied().unwrap_or(0));
        let parts: Vec<String> = held.chain(destroyed).chain(edge).collect();
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", each(parts)) };
        format!("{} {points}{parts}", side.title())
    }))
}

/// Who is ahead, for one of them.
fn lead(game: &CompanyCommander, view: &View) -> String {
    let Some(side) = view.side else { return String::new() };
    let [own, other] = [side, side.other()].map(|side| game.points(&view.open, side));
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => format!("; you lead by {}", own - other),
        std::cmp::Ordering::Less => format!("; you are {} behind", other - own),
        std::cmp::Ordering::Equal => "; nobody leads".to_owned(),
    }
}

/// From which losses on a side breaks (cc61).
fn limit(game: &CompanyCommander, side: Side) -> u32 {
    (game.field.worth(&game.format, side) * game.field.breaks[&side]).div_ceil(100)
}

/// What each side has lost of the worth of all its units, and from what on it breaks (cc61).
pub fn shares(game: &CompanyCommander, view: &View) -> String {
    let share = |side: Side| {
        let (lost, whole) = (game.lost(&view.open, side), game.field.worth(&game.format, side));
        let breaks = game.field.breaks[&side];
        format!("{} {lost} of {whole}, breaks at {breaks}% ({})", side.title(), limit(game, side))
    };
    Side::BOTH.map(share).join("; ")
}

/// What the loss of a unit costs its side, with those aboard of whom the reader knows (cc12).
fn cost(game: &CompanyCommander, view: &View, unit: &Unit) -> u32 {
    let worth = |unit: &Unit| game.format.kind(game.kind_of(unit)).worth;
    let aboard = |piece: &Piece| piece.post == Post::Aboard(unit.clone());
    let riders =
        view.units.iter().filter(|(_, piece)| aboard(piece)).map(|(rider, _)| worth(rider));
    worth(unit) + riders.sum::<u32>()
}

/// How much more a side can lose until it breaks (cc61).
fn left(game: &CompanyCommander, view: &View, side: Side) -> u32 {
    limit(game, side).saturating_sub(game.lost(&view.open, side))
}

/// True if a unit may leave the field without a loss, of which not all learn (cc12, cc55).
fn goes(game: &CompanyCommander, unit: &Unit) -> bool {
    let kind = game.format.kind(game.kind_of(unit));
    kind.is(Trait::Leaves) || kind.is(Trait::Suicide)
}

/// The units of a side whose loss would break it (cc61), as far as the reader knows of them.
fn last(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let left = left(game, view, side);
    // Everybody knows the order of battle and what is lost, but not what has left the field.
    let here = game.field.units.iter().filter(|(unit, roster)| {
        let known = view.units.get(*unit).map(|it| it.post != Post::Off);
        let hidden = || roster.start != Start::Off && !goes(game, unit);
        let all = view.side == Some(side) || view.open.lost.contains(*unit);
        roster.side == side && known.unwrap_or_else(|| !all && hidden())
    });
    let here: Vec<&Unit> = here.map(|(unit, _)| unit).collect();
    let breaks: Vec<&Unit> =
        here.iter().copied().filter(|unit| left > 0 && cost(game, view, unit) >= left).collect();
    let (most, one) = breaks.split_at(breaks.len().checked_sub(1)?);
    Some(match most {
        [] => one[0].to_string(),
        most => format!("{} or {}", each(most), one[0]),
    })
}

/// Whose loss would decide the game (cc61).
fn danger(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let own = last(game, view, side).map(|units| format!("The loss of {units} breaks you"));
    let enemy = side.other();
    let other = last(game, view, enemy)
        .map(|units| format!("the loss of {units} breaks {}", enemy.title()));
    match (own, other) {
        (None, None) => None,
        (Some(told), None) => Some(format!(
            "{told}: the game is lost at once. {} breaks, and you win at once, with {} more of its worth lost; no unit \
             of it that you know of is worth so much.",
            enemy.title(),
            left(game, view, enemy)
        )),
        (None, Some(told)) => Some(format!("{}: you win at once.", capital(&told))),
        (Some(own), Some(other)) => Some(format!("{own}, {other}: the game ends at once.")),
    }
}

/// What is seen of the enemy, the strongest first.
fn seen(game: &CompanyCommander, view: &View, enemy: Side) -> String {
    let units = view.units.iter().filter(|(_, it)| it.side == enemy);
    let mut units: Vec<_> = units.filter_map(|(unit, it)| Some((unit, it, it.at()?))).collect();
    if units.is_empty() {
        return format!("You see no unit of {}.", enemy.title());
    }
    units.sort_by_key(|(_, it, _)| std::cmp::Reverse(it.strength));
    let told = units.into_iter().map(|(unit, it, at)| {
        let kind = game.format.kind(game.kind_of(unit));
        let left = (it.strength < kind.strength)
            .then(|| format!("{} of {} left", it.strength, kind.strength));
        let down = it.suppressed.then(|| "suppressed".to_owned());
        let state = [Some(kind.title.clone()), left, down].into_iter().flatten();
        format!("{unit} ({}) in {}", each(state), place(game, at))
    });
    format!("Units of {} in sight: {}.", enemy.title(), few(told, SEEN))
}

/// Where units of the enemy were that are out of sight; `None` if there are none.
fn remembered(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let known = view.contacts.get(&side)?.iter().filter(|(_, contact)| !contact.now);
    let state = view.believed();
    let told: Vec<String> = known
        .map(|(unit, it)| {
            let (called, at) = (game.called(unit), place(game, it.at));
            let since = prospects::since(game, view, side.other(), it);
            let ground = !game.format.kind(game.kind_of(unit)).flies();
            let near = game.would_be_seen(&state, side, unit, it.at);
            let still = match (since, ground && game.covered(it.at)) {
                (0, true) => {
                    format!(" (not moved since: in cover it is {})", charts::hidden(game))
                }
                (0, false) => " (not moved since)".to_owned(),
                // Where even a cautious unit would be seen it is no more.
                (_, true) if !near => {
                    format!(
                        " (may be there still: cautious in cover it is {})",
                        charts::hidden(game)
                    )
                }
                (_, _) => String::new(),
            };
            format!("{called} in {at} in turn {}{still}", it.turn)
        })
        .collect();
    (!told.is_empty()).then(|| format!("Last seen, out of sight now: {}.", few(told, SEEN)))
}

/// The own units that are suppressed, which can hardly do anything; `None` if none is.
fn suppressed(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let own = view.units.iter().filter(|(_, it)| it.side == side && it.suppressed);
    let own: Vec<String> = own.map(|(unit, _)| game.called(unit)).collect();
    (!own.is_empty())
        .then(|| format!("Suppressed, so that they can neither move nor shoot: {}.", names(own)))
}

/// The shots that cost the enemy strength most likely, and those that can at best suppress; nothing if it is not the
/// reader's turn.
fn best_shots(game: &CompanyCommander, view: &View, side: Side) -> Vec<String> {
    if !prospects::acts(game, view, side) {
        return Vec::new();
    }
    let mut shots = prospects::shots(game, &view.believed(), side, false);
    shots.sort_by_key(|it| std::cmp::Reverse((it.chances.exact, it.chances.harm)));
    let (costly, faint): (Vec<&Prospect>, Vec<&Prospect>) =
        shots.iter().partition(|it| it.chances.loss > 0);
    let told = |it: &&Prospect| format!("{} at {} {}%", it.unit, it.target, it.chances.loss);
    let told: Vec<String> = costly.iter().take(SHOTS).map(told).collect();
    let best = if told.is_empty() {
        "No unit of yours has a shot from where it is that is likely to cost an enemy strength."
            .to_owned()
    } else {
        format!(
            "Best shots from where your units are, with the chance to cost strength: {}.",
            each(told)
        )
    };
    let held = |it: &&&Prospect| view.units.get(&it.target).is_some_and(|piece| piece.suppressed);
    let faint = faint.iter().filter(|it| it.chances.harm > 0 && !held(it));
    let told = |it: &&Prospect| format!("{} at {} {}%", it.unit, it.target, it.chances.harm);
    let told: Vec<String> = faint.take(SHOTS).map(told).collect();
    let told = (!told.is_empty())
        .then(|| format!("Shots that can hardly do more than suppress: {}.", each(told)));
    std::iter::once(best).chain(told).collect()
}

/// What enemies in sight could do to the reader's units in their next turn, the worst first; `None` if that is nothing.
fn worst_threats(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let mut shots = prospects::threats(game, &view.believed(), side);
    shots.retain(|it| it.chances.loss > 0);
    shots.sort_by_key(|it| std::cmp::Reverse((it.chances.kill, it.chances.exact)));
    let told = |it: &Prospect| {
        let harm = match it.chances {
            Chances { kill: 0, loss, .. } => format!("{loss}% to cost it strength"),
            Chances { kill, loss, .. } if kill == loss => format!("{kill}% to destroy it"),
            Chances { kill, loss, .. } => {
                format!("{loss}% to cost it strength and {kill}% to destroy it")
            }
        };
        format!("{} at {}, {harm}", it.unit, it.target)
    };
    let told: Vec<String> = shots.iter().take(SHOTS).map(told).collect();
    let enemy = side.other().title();
    (!told.is_empty()).then(|| {
        format!("Best shots of {enemy} in its next turn, if nobody moves: {}.", told.join("; "))
    })
}

/// Which objectives the reader's units can be in this turn; `None` if there is none, or if it is not the reader's turn.
fn in_reach(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    let acts = prospects::acts(game, view, side);
    let told = if acts { arrivals::in_reach(game, view, side) } else { Vec::new() };
    (!told.is_empty()).then(|| format!("In reach this turn, at normal speed: {}.", told.join("; ")))
}

/// Which objectives enemies in sight can be in next; `None` if there is none.
fn in_reach_of_the_enemy(game: &CompanyCommander, view: &View, enemy: Side) -> Option<String> {
    if view.open.step == Step::Over {
        return None;
    }
    let told = arrivals::in_reach_of(game, view, enemy);
    (!told.is_empty()).then(|| {
        format!(
            "In reach of {} in its turn {}, at normal speed: {}.",
            enemy.title(),
            prospects::next_turn(game, view, enemy),
            told.join("; ")
        )
    })
}

/// The enemies whose place the reader does not know; not all learn of carriers that have left and of drones that are
/// spent (cc12, cc55), so these are among them. `None` if there are none, or if nothing is hidden (cc51).
fn unknown(game: &CompanyCommander, view: &View, side: Side) -> Option<String> {
    if game.switches.fog == Fog::None {
        return None;
    }
    let known = view.contacts.get(&side);
    let hidden = game.field.units.iter().filter(|(unit, roster)| {
        roster.side != side
            && roster.start != Start::Off
            && !view.open.lost.contains(*unit)
            && !view.units.contains_key(*unit)
            && !known.is_some_and(|known| known.contains_key(*unit))
    });
    let hidden: Vec<&Unit> = hidden.map(|(unit, _)| unit).collect();
    let begun = view.open.step != Step::Deployment;
    let left = if begun && hidden.iter().any(|unit| goes(game, unit)) {
        ", or that have left the field"
    } else {
        ""
    };
    let told: Vec<String> = hidden.into_iter().map(|unit| game.called(unit)).collect();
    let enemy = side.other().title();
    (!told.is_empty()).then(|| {
        format!("Units of {enemy} whose place you do not know{left}: {}.", few(told, SEEN))
    })
}

/// Where the reader's units may be deployed (cc22), and who is soonest at the objectives from there.
fn deployment(game: &CompanyCommander, view: &View, side: Side) -> Vec<String> {
    let own = view.units.iter().filter(|(_, piece)| piece.side == side);
    let places = own.filter_map(|(unit, piece)| {
        let others = spots(game, unit, piece);
        let at = piece.at().filter(|_| !others.is_empty())?;
        Some(format!("{unit} {at} ({others})"))
    });
    let places: Vec<String> = places.collect();
    let may = match places.len() {
        0 => "Your units begin where the table says.".to_owned(),
        1..=DEPLOYED => {
            let places = places.join("; ");
            format!("Your units begin here, or where you order (in brackets): {places}.")
        }
        _ => "Your units stand where the table says; it also says where else you may deploy each."
            .to_owned(),
    };
    let first = arrivals::soonest(game, view, side);
    let first = (!first.is_empty())
        .then(|| format!("Soonest at objectives, at normal speed: {}.", first.join("; ")));
    std::iter::once(may).chain(first).collect()
}

/// Where a unit may be deployed besides where it is (cc22).
pub fn spots(game: &CompanyCommander, unit: &Unit, piece: &Piece) -> String {
    let Roster { start, or, .. } = &game.field.units[unit];
    let start = if let Start::At(start) = start { Some(start) } else { None };
    let all = start.iter().copied().filter(|_| !or.is_empty()).chain(or);
    each(all.filter(|at| piece.at() != Some(**at)))
}
