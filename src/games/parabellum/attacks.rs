//! What a side's units can attack in their turn, as tables: from where they stand, after a move, and from the air.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::names::{Sq, Unit};
use super::prospects::{Desk, Losses, Prospect, chance, prospects, span};
use super::side::Side;
use super::sight::View;
use super::state::Holdings;
use super::theater::Field;
use super::ventures::{Venture, ventures};
use super::{Parabellum, refuge};
use crate::base::words::{either, joined, names};
use crate::page::{Page, Table};

/// Squares of a way that are told one by one.
const STEPS: usize = 6;

/// The tables, with how they are meant.
pub fn add(game: &Parabellum, field: &Field, page: Page, view: &View, side: Side) -> Page {
    let Some(own) = view.own.get(&side) else { return page };
    let standing = prospects(game, field, view, side);
    let moved = ventures(game, field, view, side, &standing).all;
    let refuge = refuge::table(game, field, view, side, &moved);
    let told = Told { game, field, view, side, own };
    let tables = [told.standing(standing), told.moved(moved)];
    let mut page = page;
    let mut some = false;
    for table in tables.into_iter().flatten() {
        (page, some) = (page.table(table), true);
    }
    page = if some { page.note(EXPECTED) } else { page };
    refuge.into_iter().fold(page, Page::table)
}

/// How expected losses are meant.
const EXPECTED: &str = "Each attack by itself, as if it came first. 10D4: ten dice with 4 sides; ? for a strength that you do \
                        not know, which counts as full; of units that lost together and have parted, each as much \
                        as all have left. Where the enemy's card makes a difference, the least and the most. Attacks \
                        that would hardly cost half a loss are left out. Clears: the chance that nobody is left in \
                        the square. Takes: from counterattacks, if all who can make them do; of a sortie who may fire \
                        at it, besides fighters that you do not see.";

/// A side that is told what it can do.
struct Told<'a> {
    game: &'a Parabellum,
    field: &'a Field,
    view: &'a View,
    side: Side,
    own: &'a Holdings,
}

impl Told<'_> {
    /// What each unit could do to each square with enemies from where it stands: a row for all that could do the same.
    fn standing(&self, prospects: Vec<Prospect>) -> Option<Table> {
        let mut rows: Vec<(Prospect, String, Vec<Unit>)> = Vec::new();
        for one in prospects.into_iter().filter(Prospect::counts) {
            let cover = self.behind(&one);
            let same = |row: &&mut (Prospect, String, Vec<Unit>)| {
                let (other, behind, _) = &**row;
                let kind = |unit: &Unit| self.own.cards.get(unit).map(|card| &card.kind);
                (other.at, other.dice, other.losses) == (one.at, one.dice, one.losses)
                    && *behind == cover
                    && kind(&other.unit) == kind(&one.unit)
            };
            match rows.iter_mut().find(same) {
                Some((_, _, units)) => units.push(one.unit),
                None => rows.push((one.clone(), cover, vec![one.unit])),
            }
        }
        if rows.is_empty() {
            return None;
        }
        rows.sort_by_key(|(one, _, _)| (one.at, Reverse(one.rank())));
        let columns =
            ["Square", "Enemies there", "Unit", "Dice", "Behind", "Deals", "Clears", "Takes"];
        let table = Table::new()
            .caption("What your units can attack from where they stand, with expected losses");
        let mut last = None;
        let mut row = |(one, cover, units): (Prospect, String, Vec<Unit>)| {
            let [dice, deals, clears, takes] = numbers(&one);
            let there = last.replace(one.at) == Some(one.at);
            [
                one.at.to_string(),
                if there { String::new() } else { self.enemies(one.at) },
                self.kind(&units),
                dice,
                cover,
                deals,
                clears,
                takes,
            ]
        };
        Some(table.lefts(columns).rows(rows.into_iter().map(&mut row)))
    }

    /// What units could do after a move, and aircraft from the air.
    fn moved(&self, mut ventures: Vec<Venture>) -> Option<Table> {
        if ventures.is_empty() {
            return None;
        }
        ventures.sort_by_key(|it| (it.prospect.at, Reverse(it.prospect.rank())));
        let columns = [
            "Square",
            "Enemies there",
            "Unit",
            "Way",
            "Dice",
            "Behind",
            "Deals",
            "Clears",
            "Takes",
        ];
        let table = Table::new().caption(
            "What your units can attack after a move, if Deals less Takes is then more than from where they stand, and in a \
             sortie: the best of each",
        );
        let mut last = None;
        let mut row = |Venture { prospect: one, way }: Venture| {
            let [dice, deals, clears, takes] = numbers(&one);
            let there = last.replace(one.at) == Some(one.at);
            let flies = way.is_empty();
            [
                one.at.to_string(),
                if there { String::new() } else { self.enemies(one.at) },
                self.kind(std::slice::from_ref(&one.unit)),
                if flies { "sortie".to_owned() } else { walked(&way) },
                dice,
                self.behind(&one),
                deals,
                clears,
                if flies { self.guns(one.at) } else { takes },
            ]
        };
        Some(table.lefts(columns).rows(ventures.into_iter().map(&mut row)))
    }

    /// Units of one card with its name.
    fn kind(&self, units: &[Unit]) -> String {
        let kind = units.first().and_then(|unit| self.own.cards.get(unit));
        let kind = kind.map(|card| card.kind.to_string()).unwrap_or_default();
        format!("{kind} {}", names(units))
    }

    /// Who is seen in a square, each with its defense dice as far as they are known.
    fn enemies(&self, at: Sq) -> String {
        let desk = Desk::new(self.game, self.field, self.view, (self.side, self.own));
        let now = self.view.open.when();
        let there = self.view.mat.at(at).filter(|(unit, _)| unit.side() != self.side);
        let told = there.map(|(unit, mini)| {
            let known = self.own.known.get(unit);
            let strength = known.and_then(|known| known.current(now));
            let strength = strength.map_or("?".to_owned(), |strength| strength.to_string());
            let cards = desk.cards(unit, known);
            let dice: BTreeSet<u8> =
                cards.into_iter().map(|row| self.game.shield(row, true)).collect();
            let dice = either(dice.into_iter().map(|die| format!("D{die}")));
            format!("{} {strength}{dice}", mini.form)
        });
        joined(told, ", ")
    }

    /// What covers a square from an attack: the upright terrain beside it through which a direct one comes (pb36), or
    /// whatever is around it, where the attack is a special one (pb39).
    fn behind(&self, one: &Prospect) -> String {
        let (field, at) = (self.field, one.at);
        let kinds: BTreeSet<String> = if one.special {
            let block = field.beside_block(at).then(|| "block".to_owned());
            field.around(at).map(|kind| kind.to_string()).chain(block).collect()
        } else {
            field.covering(one.from, at).map(|kind| kind.to_string()).collect()
        };
        joined(kinds, ", ")
    }

    /// The units seen that may fire at an aircraft over a square (pb57).
    fn guns(&self, at: Sq) -> String {
        let desk = Desk::new(self.game, self.field, self.view, (self.side, self.own));
        let fires = |(unit, from): &(&Unit, Sq)| {
            let far = from.0.orthogonal(at.0);
            let cards = desk.cards(unit, self.own.known.get(*unit));
            cards.into_iter().any(|row| row.anti_air > 0 && far <= row.range.1)
        };
        let seen = self.view.mat.of(self.side.other()).map(|(unit, mini)| (unit, mini.at));
        let guns: Vec<&Unit> = seen.filter(fires).map(|(unit, _)| unit).collect();
        if guns.is_empty() { "no fire".to_owned() } else { format!("fire of {}", names(guns)) }
    }
}

/// Dice, losses, chance and losses taken, in words.
fn numbers(one: &Prospect) -> [String; 4] {
    let (number, sides) = one.dice;
    let told = |of: &dyn Fn(Losses) -> String| one.losses.map_or("?".to_owned(), of);
    [
        format!("{number}D{sides}"),
        told(&|it| format!("{} of {}", span(it.dealt), one.strength)),
        told(&|it| chance(it.cleared)),
        told(&|it| span(it.taken)),
    ]
}

/// A way as an order has it, or its end if it is long.
fn walked(way: &[Sq]) -> String {
    match way {
        [.., last] if way.len() > STEPS => format!("to {last}, {} squares", way.len()),
        way => joined(way, "-"),
    }
}
