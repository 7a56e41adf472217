//! What the enemy's units that a side sees can do to it in their next turn, by what it knows of them (pb13, pb40 to pb44,
//! pb50, pb68).

use std::collections::{BTreeMap, BTreeSet};

use super::Parabellum;
use super::acts::Viewpoint;
use super::events::Event;
use super::format::{CardRow, Defenders, Exchange, Form, Positions};
use super::names::{Sq, Unit};
use super::prospects::{Attack, CROWD, Desk, Foe, LEAST, Losses, chance, enemies, span};
use super::said::shown;
use super::side::Side;
use super::sight::View;
use super::state::{Card, Holdings, Open, State};
use super::theater::{Aim, Field};
use crate::base::words::{count, few, joined, verb};
use crate::engine::Rules;
use crate::page::{Page, Table};

/// Squares that the sentence names, and units in each of them.
const NAMED: usize = 3;

/// Rows of a square in the table.
const ROWS: usize = 4;

/// An attack that the enemy can make.
#[derive(Debug, Clone)]
struct Danger {
    /// Who attacks.
    unit: Unit,
    /// Its strength as far as it is known, else the full one.
    strength: u8,
    /// The least and the most sides of its attack die.
    dice: (u8, u8),
    /// From where it does most; `None` from the air.
    from: Option<Sq>,
    /// What it can be expected to do, from the least to the most that its cards allow.
    losses: Losses,
}

impl Danger {
    /// Who attacks, with what kind of unit it is.
    fn called(&self, view: &View) -> String {
        match self.from {
            Some(_) => shown(view, &self.unit),
            None => format!("{} ({})", self.unit, Form::Aircraft),
        }
    }

    /// From where, in words.
    fn origin(&self) -> String {
        self.from.map_or("the air".to_owned(), |from| from.to_string())
    }
}

/// The squares of a side, each with who can attack it, the worst first.
type Dangers = BTreeMap<Sq, Vec<Danger>>;

/// In a sentence, which squares are in danger and from whom.
pub fn told(game: &Parabellum, field: &Field, view: &View, side: Side) -> Option<String> {
    let dangers = dangers(game, field, view, side)?;
    let who = side.other().title();
    if dangers.is_empty() {
        // Of squares that are not worked out nothing can be said.
        return is_whole(game, view, side).then(|| format!(
            "Of what you see of {who} nothing on the ground can do half a loss to your units in its next turn, \
             if they stay where they are."
        ));
    }
    let mut squares: Vec<(&Sq, &Vec<Danger>)> = dangers.iter().collect();
    squares.sort_by_key(|(_, all)| std::cmp::Reverse(all[0].losses.dealt.1));
    let more = squares.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("and {}", count(more, "more square")));
    let each = squares.into_iter().take(NAMED).map(|(at, all)| {
        let units = few(view.mat.at(*at).map(|(unit, _)| shown(view, unit)), NAMED);
        let (worst, of) = (&all[0], strength(view, side, *at));
        let others = match all.len() - 1 {
            0 => String::new(),
            others => format!(", and {} {} it", count(others, "more unit"), verb(others, "reach")),
        };
        let (by, from) = (worst.called(view), worst.origin());
        let deals = span(worst.losses.dealt);
        format!("{units} in {at}, where {by} from {from} deals {deals} of {of}{others}")
    });
    let all = joined(each.chain(more), "; ");
    Some(format!("In danger in {who}'s next turn, if they stay where they are: {all}."))
}

/// The table of who can attack what.
pub fn add(game: &Parabellum, field: &Field, page: Page, view: &View, side: Side) -> Page {
    let Some(dangers) = dangers(game, field, view, side).filter(|all| !all.is_empty()) else {
        return page;
    };
    let columns = ["Your square", "Strength", "Enemy", "From", "Dice", "Deals", "Clears", "Takes"];
    let caption = format!(
        "What {} can attack in its next turn, if your units stay where they are",
        side.other().title()
    );
    let mut rows: Vec<[String; 8]> = Vec::new();
    for (at, all) in &dangers {
        let strength = strength(view, side, *at);
        for (number, one) in all.iter().take(ROWS).enumerate() {
            let first = |text: String| if number == 0 { text } else { String::new() };
            let (least, most) = one.dice;
            let sides = if least == most { String::new() } else { format!("D{least} to ") };
            rows.push([
                first(at.to_string()),
                first(strength.to_string()),
                one.called(view),
                one.origin(),
                format!("{}{sides}D{most}", one.strength),
                span(one.losses.dealt),
                chance(one.losses.cleared),
                one.from.map_or(String::new(), |_| span(one.losses.taken)),
            ]);
        }
        let more = all.len().saturating_sub(ROWS);
        if more > 0 {
            let more = format!("and {}", count(more, "more unit"));
            rows.push(rest(more, String::new()));
        }
        if all.len() > 1 {
            rows.push(rest("all together".to_owned(), span(together(all, strength))));
        }
    }
    let flies = dangers.values().flatten().any(|one| one.from.is_none());
    let page = page.table(Table::new().caption(caption).lefts(columns).rows(rows)).note(MEANT);
    if flies { page.note(SORTIES) } else { page }
}

/// A row about several units of the enemy.
fn rest(who: String, deals: String) -> [String; 8] {
    let empty = String::new;
    [empty(), empty(), who, empty(), empty(), deals, empty(), empty()]
}

/// What all of them deal together to units of that strength, in tenths.
fn together(all: &[Danger], strength: u32) -> (u128, u128) {
    let sum = |of: fn(&Danger) -> u128| all.iter().map(of).sum::<u128>();
    let most = u128::from(strength) * 10;
    let (least, much) = (sum(|one| one.losses.dealt.0), sum(|one| one.losses.dealt.1));
    (least.min(most), much.min(most))
}

/// How it is meant.
const MEANT: &str = "Each attack by itself, with supplies and ammunition, from where the unit can be after its move and \
                     deals most; of units that you see and aircraft that were met in this skirmish. A strength \
                     that you do not know counts as full. Where its card makes a difference, the least and the most. \
                     Clears: the chance that nobody of yours is left in the square. Takes: what it loses to your \
                     counterattacks, if all of yours there make them that can; who attacks before has a step of \
                     ammunition less for them, and an indirect unit that attacks or moves answers with a small die. \
                     All together: the sum, if all of them attack this square; whoever has lost dice before defends \
                     with fewer.";

/// What is meant of aircraft (pb53, pb54).
const SORTIES: &str = "From the air: if the aircraft is ready then. A sortie spends all of both its scales, and a turn fills a \
                       step of each. Your fighters and anti-air units may lessen what it deals; nobody else fires at it.";

/// The strength of a side's units in a square.
fn strength(view: &View, side: Side, at: Sq) -> u32 {
    let own = view.own.get(&side);
    let there = view.mat.at(at).filter_map(|(unit, _)| own?.cards.get(unit));
    there.map(|card| u32::from(card.strength)).sum()
}

/// True if the enemy of a side still has a turn in this skirmish (pb4, pb71).
pub fn comes(game: &Parabellum, field: &Field, open: &Open, side: Side) -> bool {
    let Some(now) = &open.skirmish else { return false };
    let last = game.switches.exchange == Exchange::ATurn
        && now.active == side
        && now.first.is_some_and(|first| first != side)
        && now.round >= field.turns;
    !last
}

/// True if a unit of such a card that is in a square at the end of its side's turn leaves the map before the enemy's turn
/// (pb4, pb72).
pub fn leaves(field: &Field, open: &Open, side: Side, row: &CardRow, at: Sq) -> bool {
    let attacks = open.skirmish.as_ref().is_some_and(|now| now.attacker == side);
    let acts = attacks && open.active() == Some(side);
    let exit = matches!(field.aim, Aim::Exit(..)) && row.form != Form::Carrier && !row.flies();
    acts && exit && field.cities[field.aim.city()].squares.contains(&at)
}

/// The squares that a unit of the enemy can reach in the turn that a state is at the beginning of, if it has that card and
/// supplies; none if it cannot move.
pub fn ways(
    game: &Parabellum,
    field: &Field,
    state: &mut State,
    (unit, strength): (&Unit, u8),
    row: &CardRow,
) -> Vec<Sq> {
    let Some(card) = on_map(game, row, strength) else { return Vec::new() };
    let side = unit.side();
    let guessed = state.secret.sides.entry(side).or_default().cards.insert(unit.clone(), card);
    let ways = Viewpoint { game, state, side }.ways(field, unit);
    let squares = ways.iter().flat_map(|ways| ways.order().iter().copied().map(Sq)).collect();
    if let Some(guessed) = guessed {
        state.secret.sides.entry(side).or_default().cards.insert(unit.clone(), guessed);
    }
    squares
}

/// A card of that kind on the map, with full scales; `None` if it is none of the game's.
fn on_map(game: &Parabellum, row: &CardRow, strength: u8) -> Option<Card> {
    let mut cards = game.format.cards.iter();
    let (kind, _) = cards.find(|(_, other)| std::ptr::eq(*other, row))?;
    Some(Card::supplied(kind.clone(), row, strength))
}

/// What a side believes of the position at the beginning of its enemy's turn. Each unit of the enemy that it sees has a card
/// that it can have: a bridge vehicle serves others (pb73).
pub fn their_turn(
    game: &Parabellum,
    view: &View,
    desk: &Desk<'_>,
    own: &Holdings,
    side: Side,
) -> State {
    let enemy = side.other();
    let mut state = view.believed();
    let round = view.open.when().round;
    game.apply(&mut state, &Event::TurnBegan { side: enemy, round });
    let card =
        |unit: &Unit| on_map(game, desk.cards(unit, own.known.get(unit)).first()?, game.full());
    let cards = view.mat.grounded(enemy).filter_map(|(unit, _)| Some((unit.clone(), card(unit)?)));
    state.secret.sides.entry(enemy).or_default().cards.extend(cards);
    state
}

/// Who can attack what; `None` if nothing of the enemy is seen or it has no turn to come.
fn dangers(game: &Parabellum, field: &Field, view: &View, side: Side) -> Option<Dangers> {
    let mut threats = Threats::new(game, field, view, side)?;
    let mut targets: BTreeMap<Sq, Vec<&Card>> = BTreeMap::new();
    for (unit, card) in &view.own.get(&side)?.cards {
        let leaves = |at: &Sq| leaves(field, &view.open, side, game.format.card(&card.kind), *at);
        if let Some(at) = view.mat.place(unit).filter(|at| !leaves(at)) {
            targets.entry(at).or_default().push(card);
        }
    }
    targets.retain(|_, cards| is_worked_out(game, cards.len()));
    let all = targets.iter().map(|(at, cards)| (*at, threats.whole(*at, cards)));
    let counts = |all: &[Danger]| together(all, u32::MAX).1 >= LEAST;
    Some(all.filter(|(_, all)| counts(all)).collect())
}

/// True if what an attack on so many units of a square does is worked out: one by one what is left falls on the next with
/// its faces (pb44).
fn is_worked_out(game: &Parabellum, units: usize) -> bool {
    let alone = game.switches.defenders == Defenders::Pooled || units == 1;
    alone && units <= CROWD
}

/// True if that holds for all squares of a side.
fn is_whole(game: &Parabellum, view: &View, side: Side) -> bool {
    let at = view.mat.of(side).map(|(_, mini)| mini.at);
    at.collect::<BTreeSet<Sq>>().into_iter().all(|at| {
        is_worked_out(game, view.mat.at(at).filter(|(unit, _)| unit.side() == side).count())
    })
}

/// A unit of the enemy.
struct Enemy<'a> {
    unit: &'a Unit,
    strength: u8,
    from: Sq,
}

/// A card that it can have, and the squares from which it can attack then, the nearest first.
type Choice<'a> = (&'a CardRow, Vec<Sq>);

/// What the enemy's units that a side sees can do in their next turn.
pub struct Threats<'a> {
    watch: Watch<'a>,
    enemies: Vec<(Enemy<'a>, Vec<Choice<'a>>)>,
    flyers: Vec<Flyer<'a>>,
}

/// An aircraft of the enemy, its strength, and the cards that it can have.
type Flyer<'a> = (&'a Unit, u8, Vec<&'a CardRow>);

/// The aircraft of the enemy that a side knows to be in the skirmish, wherever they stand (pb53).
fn flyers<'a>(desk: &Desk<'a>, game: &Parabellum, view: &'a View, side: Side) -> Vec<Flyer<'a>> {
    let known = view.own.get(&side).map(|own| &own.known);
    let visible = game.switches.positions == Positions::Visible;
    let now = view.open.when();
    let met = known.into_iter().flatten().filter(|(unit, known)| {
        let form = view.mat.minis.get(*unit).map(|mini| mini.form).or(known.form);
        let flies = form.map_or(visible, |form| form == Form::Aircraft);
        flies && !known.destroyed && known.seen.skirmish == now.skirmish
    });
    met.map(|(unit, known)| {
        let strength = known.current(now).unwrap_or(game.full());
        (unit, strength, desk.cards(unit, Some(known)))
    })
    .collect()
}

impl<'a> Threats<'a> {
    /// Those of a position; `None` if nothing of the enemy is seen or it has no turn to come.
    pub fn new(game: &'a Parabellum, field: &'a Field, view: &'a View, side: Side) -> Option<Self> {
        let own = view.own.get(&side)?;
        let seen = enemies(view, side.other());
        if seen.is_empty() || !comes(game, field, &view.open, side) {
            return None;
        }
        let desk = Desk::new(game, field, view, (side, own));
        let flyers = flyers(&desk, game, view, side);
        let state = their_turn(game, view, &desk, own, side);
        let mut watch = Watch { game, field, state, desk };
        let mut enemies = Vec::new();
        for (from, units) in seen {
            let strengths = watch.desk.strengths(&units);
            for (unit, strength) in units.into_iter().zip(strengths) {
                let enemy = Enemy { unit, strength, from };
                let cards = watch.desk.cards(unit, own.known.get(unit));
                let cards = cards.into_iter().map(|row| (row, watch.stands(&enemy, row)));
                let cards: Vec<Choice<'_>> = cards.collect();
                enemies.push((enemy, cards));
            }
        }
        Some(Self { watch, enemies, flyers })
    }

    /// Who can attack units with these cards in a square from the ground.
    fn on(&mut self, at: Sq, cards: &[&Card]) -> Vec<Danger> {
        let Self { watch, enemies, .. } = self;
        let each = enemies.iter();
        each.filter_map(|(enemy, can)| watch.danger(enemy, can, (at, cards))).collect()
    }

    /// Who can attack them from the ground and from the air, the worst first.
    fn whole(&mut self, at: Sq, cards: &[&Card]) -> Vec<Danger> {
        let mut all = self.on(at, cards);
        let Self { watch, flyers, .. } = self;
        all.extend(flyers.iter().filter_map(|flyer| watch.sortie(flyer, (at, cards))));
        all.sort_by_key(|one| std::cmp::Reverse((one.losses.dealt.1, one.losses.dealt.0)));
        all
    }

    /// What all of them together deal to units with these cards in a square, of their strength; `None` if it is not worked
    /// out.
    pub fn deal(&mut self, at: Sq, cards: &[&Card]) -> Option<String> {
        let strength = cards.iter().map(|card| u32::from(card.strength)).sum();
        let told = is_worked_out(self.watch.game, cards.len());
        told.then(|| format!("{} of {strength}", span(together(&self.on(at, cards), strength))))
    }

    /// How many of them can attack a square.
    pub fn reach(&self, at: Sq) -> usize {
        let reaches = |choice: &Choice<'_>| self.watch.reached(choice, at).next().is_some();
        self.enemies.iter().filter(|(_, choices)| choices.iter().any(reaches)).count()
    }
}

/// A side that looks at what the enemy can do.
struct Watch<'a> {
    game: &'a Parabellum,
    field: &'a Field,
    /// What the side sees, at the beginning of the enemy's turn.
    state: State,
    desk: Desk<'a>,
}

impl Watch<'_> {
    /// The squares from which a unit can attack in its turn, if it has that card.
    fn stands(&mut self, enemy: &Enemy<'_>, row: &CardRow) -> Vec<Sq> {
        if row.attack == 0 || row.flies() {
            return Vec::new();
        }
        if row.indirect {
            return vec![enemy.from];
        }
        let whole = (enemy.unit, enemy.strength);
        let squares = ways(self.game, self.field, &mut self.state, whole, row);
        if squares.is_empty() { vec![enemy.from] } else { squares }
    }

    /// The squares from which a unit with that card can attack a square.
    fn reached(&self, (row, stands): &Choice<'_>, at: Sq) -> impl Iterator<Item = Sq> {
        stands.iter().copied().filter(move |from| {
            let passes = || row.indirect || !self.field.line(*from, at).1;
            row.reaches(from.0.orthogonal(at.0)) && passes()
        })
    }

    /// Units with these cards, as they defend themselves and answer from so far away, if they are left where they are.
    fn foes(&self, cards: &[&Card], far: u32) -> Vec<Foe> {
        let foe = |card: &&Card| {
            let row = self.game.format.card(&card.kind);
            let (shield, height) = (self.game.shield(row, true), row.height);
            let (least, most) = self.desk.answer(row, far);
            // An indirect unit that did nothing answers with its own die (pb52).
            let idle = !card.moved && !card.attacked;
            let answer = if idle { most } else { least };
            let answer = answer.filter(|_| card.ammo > 0);
            Foe { strength: card.strength, shield, height, answer }
        };
        cards.iter().map(foe).collect()
    }

    /// What an aircraft can do to a square; `None` if that is nothing.
    fn sortie(
        &mut self,
        (unit, strength, rows): &Flyer<'_>,
        (at, cards): (Sq, &[&Card]),
    ) -> Option<Danger> {
        let foes = self.foes(cards, 0);
        let strikes = rows.iter().copied().filter(|row| row.attack > 0).map(|row| {
            let dice = (*strength, row.attack);
            Attack { dice, from: at, at, row, special: true }
        });
        let losses = strikes.clone().map(|strike| self.desk.fought(&strike, &foes));
        let losses = losses.reduce(Losses::between)?;
        let dice = strikes.map(|strike| strike.dice.1);
        let dice = dice.clone().min().zip(dice.max())?;
        let (unit, strength) = ((*unit).clone(), *strength);
        (losses.dealt.1 > 0).then_some(Danger { unit, strength, dice, from: None, losses })
    }

    /// What a unit can do to a square, from where it does most; `None` if that is nothing.
    fn danger(
        &mut self,
        enemy: &Enemy<'_>,
        choices: &[Choice<'_>],
        (at, cards): (Sq, &[&Card]),
    ) -> Option<Danger> {
        let mut all: Vec<(Losses, Sq, u8)> = Vec::new();
        let near = self.foes(cards, 0);
        for choice in choices {
            let row = choice.0;
            let (special, dice) = (row.indirect, (enemy.strength, row.attack));
            let attacks = self.reached(choice, at);
            let attacks = attacks.map(|from| Attack { dice, from, at, row, special });
            if let Some(best) = attacks.min_by_key(|one| self.desk.least_cover(one, &near)) {
                let foes = self.foes(cards, best.from.0.orthogonal(at.0));
                all.push((self.desk.fought(&best, &foes), best.from, row.attack));
            }
        }
        let (worst, from, _) = all.iter().max_by_key(|(losses, ..)| losses.dealt.1).copied()?;
        // With another card it may reach nothing.
        let reaches = all.len() == choices.len();
        let none = Losses { dealt: (0, 0), cleared: (0, 0), taken: (0, 0) };
        let losses = all.iter().map(|(losses, ..)| *losses);
        let losses = losses.chain((!reaches).then_some(none)).fold(worst, Losses::between);
        let dice = all.iter().map(|(_, _, die)| *die);
        let dice = dice.clone().min().zip(dice.max())?;
        let (unit, strength, from) = (enemy.unit.clone(), enemy.strength, Some(from));
        (losses.dealt.1 > 0).then_some(Danger { unit, strength, dice, from, losses })
    }
}
