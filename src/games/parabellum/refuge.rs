//! Where a side's units can go in their turn, and what the enemy's units that it sees could do to them there in their next
//! turn (pb13, pb32, pb40).

use std::collections::BTreeMap;

use super::Parabellum;
use super::acts::Viewpoint;
use super::dangers::{Threats, leaves};
use super::names::Sq;
use super::said::shown;
use super::side::Side;
use super::sight::View;
use super::state::Card;
use super::theater::Field;
use super::ventures::Venture;
use crate::base::words::joined;
use crate::page::Table;

/// Squares that are named as out of the enemy's reach.
const NAMED: usize = 3;

/// For each unit that can go somewhere: what it can lose where it is, where the enemy does not reach it, and what it can lose
/// where the skirmish is decided and from where it attacks best; `None` if there is nothing to say.
pub fn table(
    game: &Parabellum,
    field: &Field,
    view: &View,
    side: Side,
    ventures: &[Venture],
) -> Option<Table> {
    let own = view.own.get(&side)?;
    // Whose turn comes second in a round is attacked before it moves (pb71).
    view.open.active().filter(|active| *active == side)?;
    let mut threats = Threats::new(game, field, view, side)?;
    // Who moves no longer stands in the enemy's way (pb31).
    let mut gone = view.clone();
    gone.mat.minis.retain(|unit, _| unit.side() != side);
    let mut open = Threats::new(game, field, &gone, side)?;
    let state = view.ordered(game);
    let desk = Viewpoint { game, state: &state, side };
    let city = field.aim.city();
    let aim = &field.cities[city].squares;
    let mut reached: BTreeMap<Sq, usize> = BTreeMap::new();
    let mut rows = Vec::new();
    for (unit, card) in &own.cards {
        let place = view.mat.place(unit).filter(|_| !game.format.card(&card.kind).flies());
        let Some((from, ways)) = place.zip(desk.ways(field, unit)) else { continue };
        let squares = ways.order().iter().copied().map(Sq).filter(|to| *to != from);
        let squares: Vec<Sq> = squares.collect();
        let leaves = |at: Sq| leaves(field, &view.open, side, game.format.card(&card.kind), at);
        let mut reach = |at: Sq| {
            if leaves(at) { 0 } else { *reached.entry(at).or_insert_with(|| open.reach(at)) }
        };
        let now = reach(from);
        let safe: Vec<Sq> =
            squares.iter().copied().filter(|at| reach(*at) == 0).take(NAMED).collect();
        let safer = squares.iter().copied().min_by_key(|at| reach(*at));
        let safer = safer.filter(|at| safe.is_empty() && reach(*at) < now);
        let mut at = |at: Sq| {
            let deals = if leaves(at) { Some("leaves".to_owned()) } else { open.deal(at, &[card]) };
            format!("{at}: {}", deals.unwrap_or_default())
        };
        let safe = match safer {
            Some(to) => format!("nowhere; fewest reach {}", at(to)),
            None if safe.is_empty() => "nowhere".to_owned(),
            None => joined(safe, ", "),
        };
        let decides = squares.iter().filter(|to| aim.contains(to)).map(|to| at(*to));
        let decides = joined(decides, ", ");
        let best = ventures.iter().find(|it| it.prospect.unit == *unit && !it.way.is_empty());
        let attacks = best.map(|it| at(it.prospect.from)).unwrap_or_default();
        if squares.is_empty() || now == 0 && decides.is_empty() && attacks.is_empty() {
            continue;
        }
        let there = view.mat.at(from).filter_map(|(unit, _)| own.cards.get(unit));
        let there: Vec<&Card> = there.collect();
        let others = if there.len() > 1 { ", with others" } else { "" };
        let stays = if leaves(from) {
            at(from)
        } else {
            let deals = threats.deal(from, &there).unwrap_or_else(|| "not known".to_owned());
            format!("{from}{others}: {deals}")
        };
        rows.push([shown(view, unit), stays, safe, decides, attacks]);
    }
    let enemy = side.other().title();
    let caption = format!(
        "Where your units can go, and what all that you see of {enemy} on the ground deals there in its next turn: to \
         all who stand together now, to the unit alone elsewhere, as if none of yours stood in the way; aircraft strike \
         anywhere"
    );
    let decides = format!("In {city}");
    let columns = ["Unit", "Stays", "Out of reach", &decides, "Attacks from"];
    (!rows.is_empty()).then(|| Table::new().caption(caption).lefts(columns).rows(rows))
}
