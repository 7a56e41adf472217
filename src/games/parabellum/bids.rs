//! Who can be at the place that a skirmish is fought for in the next turn of a side, and what is still missing then (pb4, pb32).

use std::collections::BTreeSet;

use super::Parabellum;
use super::acts::Viewpoint;
use super::acts::air::is_armed;
use super::dangers;
use super::format::{CardRow, Form, Positions};
use super::names::{Sq, Unit};
use super::prospects::Desk;
use super::said::{shown, shown_with};
use super::side::Side;
use super::sight::View;
use super::state::{Mini, Skirmish};
use super::theater::{Aim, Field};
use crate::base::words::{count, either, joined, names, verb};

/// Squares that are named for a unit at most.
const SQUARES: usize = 3;

/// Whether the attacker can win in its next turn by what the reader sees, and who of the reader's can get to the place.
/// `acts`: the reader's turn is ordered now.
pub fn told(
    game: &Parabellum,
    field: &Field,
    view: &View,
    reader: Side,
    acts: bool,
) -> Vec<String> {
    let Some(now) = &view.open.skirmish else { return Vec::new() };
    let bid = Bid { game, field, view, now, reader };
    let mut lines = Vec::new();
    let seen = view.mat.grounded(reader.other()).next().is_some();
    if now.attacker == reader {
        lines.extend(acts.then(|| bid.wins(&bid.own())));
    } else {
        let comes = seen && dangers::comes(game, field, &view.open, reader);
        lines.extend(comes.then(|| bid.wins(&bid.theirs())));
        lines.extend(acts.then(|| bid.stands(&bid.own())));
    }
    lines
}

/// A skirmish as its reader sees it.
struct Bid<'a> {
    game: &'a Parabellum,
    field: &'a Field,
    view: &'a View,
    now: &'a Skirmish,
    reader: Side,
}

impl Bid<'_> {
    /// The squares of the place.
    fn place(&self) -> &[Sq] {
        &self.field.cities[self.field.aim.city()].squares
    }

    /// The reader's units that can be there at the end of their turn.
    fn own(&self) -> Vec<String> {
        let state = self.view.ordered(self.game);
        let Some(own) = self.view.own.get(&self.reader) else { return Vec::new() };
        let desk = Viewpoint { game: self.game, state: &state, side: self.reader };
        let units = self.view.mat.grounded(self.reader);
        let comer = |(unit, mini): (&Unit, &Mini)| {
            let card = own.cards.get(unit)?;
            let row = self.game.format.card(&card.kind);
            let ways = desk.ways(self.field, unit);
            let squares: BTreeSet<Sq> =
                ways.iter().flat_map(|ways| ways.order().iter().copied().map(Sq)).collect();
            let guns = Some(row).filter(|row| is_armed(unit, card, row).is_ok());
            self.comer((unit, mini), &squares, guns.as_slice())
        };
        units.filter_map(comer).collect()
    }

    /// The units of the enemy that can be there at the end of its next turn, with any card that they can have.
    fn theirs(&self) -> Vec<String> {
        let enemy = self.reader.other();
        let Some(own) = self.view.own.get(&self.reader) else { return Vec::new() };
        let desk = Desk::new(self.game, self.field, self.view, (self.reader, own));
        let mut state = dangers::their_turn(self.game, self.view, &desk, own, self.reader);
        let mut all = Vec::new();
        for (unit, mini) in self.view.mat.grounded(enemy) {
            let cards = desk.cards(unit, own.known.get(unit));
            let mut squares: BTreeSet<Sq> = BTreeSet::new();
            for row in &cards {
                let whole = (unit, self.game.full());
                squares.extend(dangers::ways(self.game, self.field, &mut state, whole, row));
            }
            all.extend(self.comer((unit, mini), &squares, &cards));
        }
        all
    }

    /// A unit with where it is and where it can go, if that brings it to the place. `guns` are the cards with which it
    /// may attack.
    fn comer(
        &self,
        (unit, mini): (&Unit, &Mini),
        squares: &BTreeSet<Sq>,
        guns: &[&CardRow],
    ) -> Option<String> {
        let (place, from) = (self.place(), mini.at);
        match &self.field.aim {
            // A carrier does not leave (pb72).
            Aim::Exit(..) if unit.side() == self.now.attacker && mini.form == Form::Carrier => {
                return None;
            }
            Aim::Raid(_) => {
                let near = || squares.iter().chain([&from]);
                let beside = |at: &Sq| near().any(|to| to.0.orthogonal(at.0) <= 1);
                let raids = |at: &Sq| {
                    beside(at) || guns.iter().any(|row| self.fires(row, from, near(), *at))
                };
                let told = || shown_with(self.view, unit, &format!("in {from}"));
                return place.iter().any(raids).then(told);
            }
            Aim::Exit(..) | Aim::Take(_) | Aim::Deliver(..) => {}
        }
        if place.contains(&from) {
            return Some(shown_with(self.view, unit, &format!("in {from}")));
        }
        let there: Vec<&Sq> = place.iter().filter(|at| squares.contains(at)).collect();
        if there.is_empty() {
            return None;
        }
        let to = match there.len() {
            0..=SQUARES => format!(" to {}", either(there)),
            _ => String::new(),
        };
        Some(shown_with(self.view, unit, &format!("from {from}{to}")))
    }

    /// True if a unit of such a card can attack a square from where it is or goes (pb40, pb50).
    fn fires<'s>(
        &self,
        row: &CardRow,
        from: Sq,
        mut stands: impl Iterator<Item = &'s Sq>,
        at: Sq,
    ) -> bool {
        let reaches = |to: &Sq| {
            let open = if row.indirect { *to == from } else { !self.field.line(*to, at).1 };
            open && row.reaches(to.0.orthogonal(at.0))
        };
        row.attack > 0 && !row.flies() && stands.any(reaches)
    }

    /// The defender's own units that can be there.
    fn stands(&self, comers: &[String]) -> String {
        let city = self.field.aim.city();
        match comers {
            [] => format!(
                "As things stand, none of your units on the map can be in {city} at the end of this turn."
            ),
            some => format!(
                "Your units that can be in {city} at the end of this turn: {}.",
                names(some)
            ),
        }
    }

    /// Whether the attacker can win in its turn by its aim.
    fn wins(&self, comers: &[String]) -> String {
        let (mine, city) = (self.reader == self.now.attacker, self.field.aim.city());
        let who = self.now.attacker.title();
        let does = match &self.field.aim {
            Aim::Raid(_) => "reach or attack",
            Aim::Exit(..) | Aim::Take(_) | Aim::Deliver(..) => "be in",
        };
        if comers.is_empty() {
            return if mine {
                format!(
                    "As things stand, none of your units on the ground can {does} {city} in this turn."
                )
            } else {
                format!(
                    "As things stand, nothing that you see of {who} on the ground can {does} {city} in its next turn."
                )
            };
        }
        let all = names(comers);
        let Aim::Exit(_, wanted) = &self.field.aim else {
            let terms = self.terms(mine);
            let terms = if terms.is_empty() { terms } else { format!(" if {terms}") };
            return if mine {
                let can = self.as_seen("You can win in this turn");
                format!("{can}{terms}: {all} can {does} {city}.")
            } else {
                format!("{who} may win in its next turn{terms}: {all} can {does} {city}.")
            };
        };
        // How many have left unseen the defender does not know (pb69).
        if !mine && self.game.switches.positions == Positions::Hidden {
            return format!(
                "Of what you see of {who}, {all} can leave by {city} in its next turn."
            );
        }
        let left = wanted.saturating_sub(self.now.exited);
        let have = if left == 1 { "has" } else { "have" };
        let more = format!("{} {have} to leave by {city}", count(left, "more unit"));
        let enough = u32::try_from(comers.len()).unwrap_or(u32::MAX) >= left;
        match (enough, mine) {
            (true, true) => {
                let can = self.as_seen("You can win in this turn");
                format!("{can}: {more}, and {all} can be there.")
            }
            (true, false) => {
                format!("{who} may win in its next turn: {more}, and {all} can be there.")
            }
            (false, true) => {
                format!(
                    "As things stand, you cannot win by {city} in this turn: {more}, and only {all} can be there."
                )
            }
            (false, false) => format!(
                "As far as you see, {who} cannot win by {city} in its next turn: {more}, and only {all} can be there."
            ),
        }
    }

    /// A sentence of the reader's chances: where positions are hidden, who is in the place is not known for certain (pb69).
    fn as_seen(&self, sentence: &str) -> String {
        match self.game.switches.positions {
            Positions::Visible => sentence.to_owned(),
            Positions::Hidden => {
                format!("As far as you see, {}", sentence.replacen('Y', "y", 1))
            }
        }
    }

    /// What has to happen besides, in the words of the reader.
    fn terms(&self, mine: bool) -> String {
        let (place, city) = (self.place(), self.field.aim.city());
        let does = |what: &str| {
            if mine { format!("you {what}") } else { format!("it {}", verb(1, what)) }
        };
        if matches!(self.field.aim, Aim::Raid(_)) {
            return format!("nothing is left of the stores in {city}");
        }
        let defender = self.view.mat.grounded(self.now.attacker.other());
        let there = defender.filter(|(_, mini)| place.contains(&mini.at));
        let there: Vec<String> = there.map(|(unit, _)| shown(self.view, unit)).collect();
        let destroys = if there.is_empty() {
            String::new()
        } else {
            format!("{} {} in {city}", does("destroy"), names(there))
        };
        let lies: u32 = place
            .iter()
            .map(|at| self.view.mat.stack(*at))
            .map(|stack| stack.supplies() + stack.rounds())
            .sum();
        let brings = match &self.field.aim {
            Aim::Deliver(_, wanted) if *wanted > lies => {
                format!("{} {} there", does("bring"), count(wanted - lies, "more marker"))
            }
            Aim::Deliver(..) | Aim::Take(_) | Aim::Exit(..) | Aim::Raid(_) => String::new(),
        };
        joined([destroys, brings], " and ")
    }
}
