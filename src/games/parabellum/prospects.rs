//! What attacks that a side could make now would do, by what it knows: losses as the dice have it (pb41 to pb45).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::Parabellum;
use super::acts::air::is_armed;
use super::catalogue::shown_by;
use super::dice::through;
use super::format::{CardRow, Defenders, Form, sides};
use super::names::{Sq, Unit};
use super::odds::{self, Throw, both};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Holdings, Sighting};
use super::theater::Field;

/// The squares with enemies seen there, and who.
pub fn enemies(view: &View, enemy: Side) -> BTreeMap<Sq, Vec<&Unit>> {
    let mut squares: BTreeMap<Sq, Vec<&Unit>> = BTreeMap::new();
    for (unit, mini) in view.mat.of(enemy) {
        squares.entry(mini.at).or_default().push(unit);
    }
    squares
}

/// The squares of enemies that a unit could attack from where it stands, as it is now, by its range (pb40, pb50). Whether
/// it may attack now, the turn says.
pub fn targets(game: &Parabellum, field: &Field, view: &View, unit: &Unit, card: &Card) -> Vec<Sq> {
    let row = game.format.card(&card.kind);
    let Some(from) = view.mat.place(unit) else { return Vec::new() };
    if is_armed(unit, card, row).is_err() {
        return Vec::new();
    }
    // Indirect fire goes over blocks; direct fire does not pass through them (pb37).
    let passes = |at: Sq| row.indirect || !field.line(from, at).1;
    let reached = |at: &Sq| row.reaches(from.0.orthogonal(at.0)) && passes(*at);
    enemies(view, unit.side().other()).into_keys().filter(reached).collect()
}

/// Tenths of a loss from which on an attack is shown.
pub const LEAST: u128 = 5;

/// More units than any square has room for (pb30): only a view from a stranger has them, and nothing is worked out.
pub const CROWD: usize = 8;

/// The cards that an enemy unit with such a miniature can have, by the dice that it showed.
pub fn fitting<'a>(
    game: &'a Parabellum,
    enemy: Side,
    form: Form,
    known: Option<&Sighting>,
) -> Vec<&'a CardRow> {
    if let Some(kind) = known.and_then(|known| known.kind.as_ref()) {
        return vec![game.format.card(kind)];
    }
    let all = shown_by(game, enemy, form);
    let (attack, defense) = known.map_or((None, None), |known| (known.attack, known.defense));
    // What fires indirectly answers with a small die (pb52), and what fires at aircraft with another than it attacks.
    let small = sides(game.format.numbers.self_defense_die);
    let rolls = |row: &CardRow, die: u8| {
        die == row.attack || die == row.anti_air || row.indirect && die == small
    };
    let fits = |row: &&&CardRow| {
        attack.is_none_or(|die| rolls(row, die))
            && defense.is_none_or(|die| die == row.defense || die == game.shield(row, true))
    };
    let fitting: Vec<&CardRow> = all.iter().filter(fits).copied().collect();
    if fitting.is_empty() { all } else { fitting }
}

/// An attack that a unit could make from where it stands, as if nobody attacked before it.
#[derive(Debug, Clone)]
pub struct Prospect {
    /// Who attacks.
    pub unit: Unit,
    /// From where.
    pub from: Sq,
    /// Which square.
    pub at: Sq,
    /// The attack dice.
    pub dice: Throw,
    /// True of indirect fire and sorties, which nobody on the ground answers (pb50, pb53).
    pub special: bool,
    /// The strength of all in the square, as far as it is known.
    pub strength: u32,
    /// Losses in tenths, if that can be told.
    pub losses: Option<Losses>,
}

impl Prospect {
    /// True if it can be expected to cost half a loss at least, or if nothing can be told: another is not shown.
    pub fn counts(&self) -> bool {
        self.losses.is_none_or(|losses| losses.dealt.1 >= LEAST)
    }

    /// What it is compared by: how much more it deals than it takes, and then what it deals.
    pub fn rank(&self) -> Option<(u128, Reverse<u128>, u128)> {
        self.losses.map(|Losses { dealt: (_, dealt), taken: (_, taken), .. }| {
            (dealt.saturating_sub(taken), Reverse(taken.saturating_sub(dealt)), dealt)
        })
    }

    /// True if it takes no more than it deals, or if that cannot be told.
    pub fn pays(&self) -> bool {
        self.losses.is_none_or(|losses| losses.taken.1 <= losses.dealt.1)
    }
}

/// Expected losses in tenths, from the least to the most that the cards allow which the defenders can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Losses {
    /// What the square takes.
    pub dealt: (u128, u128),
    /// The chance that nobody is left there, in hundredths.
    pub cleared: (u128, u128),
    /// What the attacker takes, if all answer that can.
    pub taken: (u128, u128),
}

impl Losses {
    /// From the least to the most of two.
    pub fn between(one: Self, other: Self) -> Self {
        let ends = |a: (u128, u128), b: (u128, u128)| (a.0.min(b.0), a.1.max(b.1));
        Self {
            dealt: ends(one.dealt, other.dealt),
            cleared: ends(one.cleared, other.cleared),
            taken: ends(one.taken, other.taken),
        }
    }
}

/// A unit that defends, as one of the cards has it that it can have.
#[derive(Debug, Clone, Copy)]
pub struct Foe {
    /// Its strength.
    pub strength: u8,
    /// Its defense die.
    pub shield: u8,
    /// Its height.
    pub height: u32,
    /// The die with which it counterattacks, if it can (pb45, pb52).
    pub answer: Option<u8>,
}

/// All attacks that a side could make from where its units stand.
pub fn prospects(game: &Parabellum, field: &Field, view: &View, side: Side) -> Vec<Prospect> {
    let Some(own) = view.own.get(&side) else { return Vec::new() };
    let mut desk = Desk::new(game, field, view, (side, own));
    let mut all = Vec::new();
    for (unit, card) in &own.cards {
        let row = game.format.card(&card.kind);
        let Some(from) = view.mat.place(unit) else { continue };
        for at in targets(game, field, view, unit, card) {
            let special = row.indirect;
            let attack = Attack { dice: (card.strength, row.attack), from, at, row, special };
            all.push(desk.prospect(unit, &attack));
        }
    }
    all
}

/// Dice from one square to another.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'a> {
    /// The dice.
    pub dice: Throw,
    /// From where.
    pub from: Sq,
    /// Which square.
    pub at: Sq,
    /// Who rolls them.
    pub row: &'a CardRow,
    /// True of a special attack, which comes from above and which nobody on the ground answers (pb39, pb50, pb53).
    pub special: bool,
}

/// Where attacks are weighed.
#[derive(Debug)]
pub struct Desk<'a> {
    game: &'a Parabellum,
    field: &'a Field,
    view: &'a View,
    side: Side,
    own: &'a Holdings,
    /// Chances that were worked out before.
    known: BTreeMap<(Throw, Vec<Throw>), Vec<u128>>,
}

impl<'a> Desk<'a> {
    /// The desk of a side, with what it has and knows.
    pub fn new(
        game: &'a Parabellum,
        field: &'a Field,
        view: &'a View,
        (side, own): (Side, &'a Holdings),
    ) -> Self {
        Self { game, field, view, side, own, known: BTreeMap::new() }
    }

    /// An attack of a unit of the side's.
    pub fn prospect(&mut self, unit: &Unit, attack: &Attack<'_>) -> Prospect {
        let (strength, losses) = self.attack(attack);
        let Attack { dice, from, at, special, .. } = *attack;
        Prospect { unit: unit.clone(), from, at, dice, special, strength, losses }
    }

    /// The strength in a square, and what an attack on it can be expected to do.
    fn attack(&mut self, attack: &Attack<'_>) -> (u32, Option<Losses>) {
        let far = attack.from.0.orthogonal(attack.at.0);
        let foes = self.foes(attack.at, far);
        let strength = foes.iter().map(|(soft, _)| u32::from(soft.strength)).sum();
        // One by one what is left falls on the next with its faces (pb44).
        let one_by_one = self.game.switches.defenders == Defenders::OneByOne && foes.len() > 1;
        if one_by_one || foes.len() > CROWD {
            return (strength, None);
        }
        let (soft, hard): (Vec<Foe>, Vec<Foe>) = foes.into_iter().unzip();
        let losses = Losses::between(self.fought(attack, &soft), self.fought(attack, &hard));
        (strength, Some(losses))
    }

    /// Who defends in a square: each as the cards have it that lose most, and as those that lose least.
    fn foes(&self, at: Sq, far: u32) -> Vec<(Foe, Foe)> {
        let enemy = self.side.other();
        let there = self.view.mat.at(at).filter(|(unit, _)| unit.side() == enemy);
        let there: Vec<&Unit> = there.map(|(unit, _)| unit).collect();
        let strengths = self.strengths(&there);
        let foe = |(unit, strength): (&Unit, u8)| {
            let known = self.own.known.get(unit);
            let cards = self.cards(unit, known);
            let shields = cards.iter().map(|row| self.game.shield(row, true));
            let heights = cards.iter().map(|row| row.height);
            let answers = cards.iter().map(|row| self.answer(row, far));
            let soft = Foe {
                strength,
                shield: shields.clone().min().unwrap_or(0),
                height: heights.clone().max().unwrap_or(0),
                answer: answers.clone().map(|(least, _)| least).min().flatten(),
            };
            let hard = Foe {
                shield: shields.max().unwrap_or(0),
                height: heights.min().unwrap_or(0),
                answer: answers.map(|(_, most)| most).max().flatten(),
                ..soft
            };
            (soft, hard)
        };
        there.into_iter().zip(strengths).map(foe).collect()
    }

    /// The cards that an enemy unit can have, by its miniature and the dice that it showed. Who has no miniature flies (pb53).
    pub fn cards(&self, unit: &Unit, known: Option<&Sighting>) -> Vec<&'a CardRow> {
        let form = self.view.mat.minis.get(unit).map_or(Form::Aircraft, |mini| mini.form);
        fitting(self.game, unit.side(), form, known)
    }

    /// The die with which a unit of such a card answers from so far away, at least and at most (pb45, pb52).
    pub fn answer(&self, row: &CardRow, far: u32) -> (Option<u8>, Option<u8>) {
        if row.attack == 0 || row.flies() || !row.answers(far) {
            return (None, None);
        }
        let own = Some(row.attack);
        if !row.indirect {
            return (own, own);
        }
        let small = Some(sides(self.game.format.numbers.self_defense_die));
        (small, if row.range.0 == 1 { own } else { small })
    }

    /// The strength of enemy units that share a square, as last known: of those that took losses together the first by
    /// flag lost them (pb44).
    pub fn strengths(&self, units: &[&Unit]) -> Vec<u8> {
        let now = self.view.open.when();
        let full = self.game.full();
        let mut spent: BTreeMap<&Unit, u32> = BTreeMap::new();
        let strength = |unit: &Unit| {
            let known = self.own.known.get(unit)?;
            let (strength, then) = known.strength?;
            (then.skirmish == now.skirmish).then_some((strength, known.shared.as_ref()))
        };
        let mut all = Vec::new();
        for unit in units {
            let Some((strength, shared)) = strength(unit) else {
                all.push(full);
                continue;
            };
            // Once they have parted, nobody knows which of them lost how much.
            let here = shared.filter(|it| it.among.iter().all(|one| units.contains(&one)));
            let first = here.and_then(|shared| shared.among.first().map(|one| (one, shared)));
            let lost = first.map_or(0, |(first, shared)| {
                let spent = spent.entry(first).or_default();
                let lost = shared.of.saturating_sub(shared.left).saturating_sub(*spent);
                let lost = lost.min(u32::from(strength));
                *spent += lost;
                lost
            });
            let most = shared.map_or(u8::MAX, |it| u8::try_from(it.left).unwrap_or(u8::MAX));
            let left = strength.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX));
            all.push(left.min(most));
        }
        all
    }

    /// The chance of each number of dice that are left, worked out once.
    fn left(&mut self, attack: Throw, shields: Vec<Throw>) -> &[u128] {
        let how = self.game.switches.dice;
        // Whose of equal dice they are makes no difference.
        let mut alike: BTreeMap<u8, u8> = BTreeMap::new();
        for (count, sides) in shields {
            let dice = alike.entry(sides).or_default();
            *dice = dice.saturating_add(count);
        }
        let shields = alike.into_iter().map(|(sides, count)| (count, sides)).collect();
        let known = self.known.entry((attack, shields));
        known.or_insert_with_key(|(attack, shields)| odds::left(how, *attack, shields))
    }

    /// The chance of each number of losses.
    fn losses(&mut self, attack: Throw, shields: Vec<Throw>, cover: u32) -> Vec<u128> {
        let most: usize = shields.iter().map(|(strength, _)| usize::from(*strength)).sum();
        let mut losses = vec![0; most + 1];
        for (dice, chance) in self.left(attack, shields).iter().enumerate() {
            losses[through(dice, cover).min(most)] += chance;
        }
        losses
    }

    /// The cover of a defender, in quarters.
    fn cover(&self, attack: &Attack<'_>, foe: Foe) -> u32 {
        if attack.special {
            self.game.shelter(self.field, attack.at, foe.height)
        } else {
            self.game.cover(self.field, attack.from, attack.at, foe.height)
        }
    }

    /// The cover that counts for all defenders of a square (pb44).
    pub fn least_cover(&self, attack: &Attack<'_>, foes: &[Foe]) -> u32 {
        foes.iter().map(|foe| self.cover(attack, *foe)).min().unwrap_or(0)
    }

    /// What defenders and attacker can be expected to lose.
    pub fn fought(&mut self, attack: &Attack<'_>, foes: &[Foe]) -> Losses {
        let (game, field) = (self.game, self.field);
        let Attack { dice, from, at, row, special } = *attack;
        let least = self.least_cover(attack, foes);
        let shields = foes.iter().map(|foe| (foe.strength, foe.shield)).collect();
        let losses = self.losses(dice, shields, least);
        let dealt = odds::tenths(&losses);
        let cleared = odds::hundredths(losses.last().copied().unwrap_or(0));
        let told = |taken| Losses {
            dealt: (dealt, dealt),
            cleared: (cleared, cleared),
            taken: (taken, taken),
        };
        if special {
            return told(0);
        }
        let behind = game.cover(field, at, from, row.height);
        let mut lost = vec![0; usize::from(dice.0) + 1];
        for (number, chance) in losses.into_iter().enumerate().filter(|(_, chance)| *chance > 0) {
            let mut number = u8::try_from(number).unwrap_or(u8::MAX);
            let mut strength = vec![0; usize::from(dice.0) + 1];
            strength[usize::from(dice.0)] = chance;
            for foe in foes {
                let left = foe.strength.saturating_sub(number);
                number = number.saturating_sub(foe.strength);
                if let Some(answer) = foe.answer.filter(|_| left > 0) {
                    let cover = self.cover(attack, *foe).max(behind);
                    strength = self.countered(&strength, row, (left, answer), cover);
                }
            }
            for (left, chance) in strength.into_iter().enumerate() {
                lost[usize::from(dice.0) - left] += chance;
            }
        }
        told(odds::tenths(&lost))
    }

    /// The chance of each strength of the attacker after an answer.
    fn countered(
        &mut self,
        before: &[u128],
        row: &CardRow,
        answer: Throw,
        cover: u32,
    ) -> Vec<u128> {
        let shield = self.game.shield(row, true);
        let mut after = vec![0; before.len()];
        after[0] = before[0];
        for (strength, chance) in before.iter().enumerate().skip(1).filter(|(_, it)| **it > 0) {
            let shields = vec![(u8::try_from(strength).unwrap_or(u8::MAX), shield)];
            for (losses, part) in self.losses(answer, shields, cover).into_iter().enumerate() {
                after[strength - losses] += both(*chance, part);
            }
        }
        after
    }
}

/// Tenths in words.
fn told(tenths: u128) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// From the least to the most.
pub fn span((least, most): (u128, u128)) -> String {
    if least == most { told(least) } else { format!("{} to {}", told(least), told(most)) }
}

/// Hundredths, from the least to the most.
pub fn chance((least, most): (u128, u128)) -> String {
    if least == most { format!("{least}%") } else { format!("{least} to {most}%") }
}
