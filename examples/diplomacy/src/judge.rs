//! Who succeeds: all movement orders of a phase decided at once (dp20 to dp33).
//!
//! Nothing is guessed as long as something is certain. Each unit has a question or two: does its move
//! succeed, is its support given, is it dislodged. A question is answered as soon as the least and the most
//! that the open ones allow come to the same. What stays open turns in circles, each of which has one
//! consistent answer, or is a circle of moves (dp32), or a paradox of convoys (dp33).

use std::cell::Cell;

use crate::board::{Board, Spot};
use crate::order::Kind;
use crate::power::Power;

/// What a unit was ordered to do. Provinces are numbers on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// Nothing.
    Hold,
    /// To go.
    Move {
        /// Where.
        to: Spot,
        /// By sea on fleets, and not on its own feet.
        convoy: bool,
    },
    /// To support the unit of a province where it is.
    Guard(u8),
    /// To support the move of the unit of a province.
    Back {
        /// From where.
        from: u8,
        /// Where; a coast counts if it is named.
        to: Spot,
    },
    /// To carry an army.
    Convoy {
        /// From where.
        from: u8,
        /// Where.
        to: u8,
    },
}

/// A unit with its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Whose.
    pub power: Power,
    /// Army or fleet.
    pub kind: Kind,
    /// Where.
    pub at: Spot,
    /// What it is to do.
    pub doing: Doing,
}

/// What came of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Came {
    /// What was ordered.
    Done,
    /// The move was repelled, or the support was cut.
    Repelled,
    /// The convoy was disrupted.
    Disrupted,
    /// No unit had the order that it was for.
    Idle,
}

/// What came of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Of its order.
    pub came: Came,
    /// The unit that dislodged it, by its place in the list.
    pub by: Option<usize>,
}

/// How paradoxes of convoys end (dp33).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paradox {
    /// The armies that are convoyed stay.
    Szykman,
    /// All units that move in it stay.
    AllHold,
}

/// What came of all units, in the order in which they were given.
pub struct Judged {
    /// Of each unit.
    pub verdicts: Vec<Verdict>,
    /// Empty provinces for which units fought in vain.
    pub contested: Vec<u8>,
}

/// Least and most of a strength.
type Range = (u8, u8);

const FEW: &str = "no board has units for more questions than a number has digits";

/// The question whether a unit's order succeeds, or whether the unit is dislodged.
fn order(unit: usize) -> usize {
    2 * unit
}
fn dislodged(unit: usize) -> usize {
    2 * unit + 1
}

/// The questions, as far as they are answered.
#[derive(Clone)]
struct Bench<'a> {
    board: &'a Board,
    units: &'a [Piece],
    /// The unit in each province.
    at: Vec<Option<u8>>,
    /// The units that go to each province.
    into: Vec<Vec<u8>>,
    /// The units that support each unit in what it does.
    backers: Vec<Vec<u8>>,
    /// The fleets that carry each unit.
    carriers: Vec<Vec<u8>>,
    /// Moves that a paradox stopped.
    stopped: u64,
    answered: u128,
    yes: u128,
    /// Open questions that were asked.
    asked: Cell<u128>,
}

/// Decides what comes of all orders.
///
/// # Panics
/// If there are more than 64 units; a game has 34.
pub fn judge(board: &Board, units: &[Piece], paradox: Paradox) -> Judged {
    assert!(units.len() <= 64, "{FEW}");
    let mut bench = Bench::new(board, units);
    bench.settle();
    while let Some(circle) = bench.circle() {
        bench.close(circle, paradox);
        bench.settle();
    }
    bench.judged()
}

impl<'a> Bench<'a> {
    fn new(board: &'a Board, units: &'a [Piece]) -> Self {
        let (places, count) = (board.count(), units.len());
        let mut bench = Self {
            board,
            units,
            at: vec![None; places],
            into: vec![Vec::new(); places],
            backers: vec![Vec::new(); count],
            carriers: vec![Vec::new(); count],
            stopped: 0,
            answered: 0,
            yes: 0,
            asked: Cell::new(0),
        };
        for (unit, number) in units.iter().zip(0..) {
            bench.at[unit.at.index()] = Some(number);
        }
        for (number, unit) in units.iter().enumerate() {
            bench.enter(number, unit);
        }
        bench
    }

    /// Notes whom an order is about. One that is about nothing fails.
    fn enter(&mut self, number: usize, unit: &Piece) {
        let small = u8::try_from(number).expect(FEW);
        let meant = match unit.doing {
            Doing::Hold => return self.answer(order(number), true),
            Doing::Move { to, .. } => {
                self.into[to.index()].push(small);
                return;
            }
            Doing::Guard(place) => self.unit_at(place).filter(|other| !self.moves(*other)),
            Doing::Back { from, to } => self.going(from, |goal| {
                goal.province == to.province && (to.coast == 0 || goal.coast == to.coast)
            }),
            Doing::Convoy { from, to } => self
                .going(from, |goal| goal.province == to)
                .filter(|army| self.units[*army].kind == Kind::Army),
        };
        match meant.filter(|meant| *meant != number) {
            None => self.answer(order(number), false),
            Some(army) if matches!(unit.doing, Doing::Convoy { .. }) => {
                self.carriers[army].push(small);
                self.answer(order(number), true);
            }
            Some(backed) => self.backers[backed].push(small),
        }
    }

    fn unit_at(&self, province: u8) -> Option<usize> {
        self.at[usize::from(province)].map(usize::from)
    }

    /// The unit of a province, if it is to go to such a place.
    fn going(&self, from: u8, there: impl Fn(Spot) -> bool) -> Option<usize> {
        let unit = self.unit_at(from)?;
        match self.units[unit].doing {
            Doing::Move { to, .. } if there(to) => Some(unit),
            _ => None,
        }
    }

    fn moves(&self, unit: usize) -> bool {
        matches!(self.units[unit].doing, Doing::Move { .. })
    }

    fn goal(&self, unit: usize) -> Option<(u8, bool)> {
        match self.units[unit].doing {
            Doing::Move { to, convoy } => Some((to.province, convoy)),
            _ => None,
        }
    }

    fn answer(&mut self, question: usize, yes: bool) {
        self.answered |= 1 << question;
        self.yes |= u128::from(yes) << question;
    }

    fn ask(&self, question: usize) -> Option<bool> {
        if self.answered >> question & 1 == 1 {
            return Some(self.yes >> question & 1 == 1);
        }
        self.asked.set(self.asked.get() | 1 << question);
        None
    }

    /// Answers everything that is certain.
    fn settle(&mut self) {
        loop {
            let before = self.answered;
            for question in 0..2 * self.units.len() {
                if self.answered >> question & 1 == 0
                    && let Some(yes) = self.decide(question)
                {
                    self.answer(question, yes);
                }
            }
            if self.answered == before {
                return;
            }
        }
    }

    fn decide(&self, question: usize) -> Option<bool> {
        let unit = question / 2;
        match self.units[unit].doing {
            _ if question % 2 == 1 => self.is_dislodged(unit),
            Doing::Move { .. } => self.succeeds(unit),
            Doing::Guard(_) | Doing::Back { .. } => self.is_given(unit),
            Doing::Hold | Doing::Convoy { .. } => None,
        }
    }

    /// One and the supports that are given, leaving out those of a power.
    fn backed(&self, unit: usize, without: Option<Power>) -> Range {
        let mut range = (1, 1);
        for backer in self.backers[unit].iter().map(|backer| usize::from(*backer)) {
            if without == Some(self.units[backer].power) {
                continue;
            }
            match self.ask(order(backer)) {
                Some(true) => range = (range.0 + 1, range.1 + 1),
                Some(false) => {}
                None => range.1 += 1,
            }
        }
        range
    }

    /// Whether a unit can get where it goes: on its own, or over fleets that are not dislodged (dp26).
    fn path(&self, unit: usize) -> Option<bool> {
        let Doing::Move { to, convoy } = self.units[unit].doing else { return Some(false) };
        if self.stopped >> unit & 1 == 1 {
            return Some(false);
        }
        if !convoy {
            return Some(true);
        }
        let from = self.units[unit].at.province;
        let reach = |sure: bool| {
            let fleets = self.carriers[unit].iter().filter(|fleet| {
                let lost = self.ask(dislodged(usize::from(**fleet)));
                if sure { lost == Some(false) } else { lost != Some(true) }
            });
            let seas = fleets.map(|fleet| self.units[usize::from(*fleet)].at.province);
            self.board.carries(seas, from, to.province)
        };
        if reach(true) {
            return Some(true);
        }
        if reach(false) { None } else { Some(false) }
    }

    /// The unit that goes to where this one comes from, both on their own (dp24).
    fn opponent(&self, unit: usize) -> Option<usize> {
        let (to, convoy) = self.goal(unit)?;
        let other = self.unit_at(to)?;
        let back = self.goal(other)?;
        (back == (self.units[unit].at.province, false) && !convoy).then_some(other)
    }

    /// The strength with which a unit comes, which is nothing against its own power (dp22, dp28).
    fn attack(&self, unit: usize) -> Range {
        let path = self.path(unit);
        let Some((to, _)) = self.goal(unit).filter(|_| path != Some(false)) else { return (0, 0) };
        let power = self.units[unit].power;
        let (least, most) = match self.unit_at(to) {
            None => self.backed(unit, None),
            Some(other) => {
                let against = self.units[other].power;
                let stays =
                    || if against == power { (0, 0) } else { self.backed(unit, Some(against)) };
                let leaves = match self.opponent(unit) {
                    None if self.moves(other) => self.ask(order(other)),
                    _ => Some(false),
                };
                match leaves {
                    Some(true) => self.backed(unit, None),
                    Some(false) => stays(),
                    None => (stays().0, self.backed(unit, None).1),
                }
            }
        };
        (if path.is_none() { 0 } else { least }, most)
    }

    /// The strength of what stands in a province (dp21).
    fn hold(&self, province: u8) -> Range {
        let Some(unit) = self.unit_at(province) else { return (0, 0) };
        if !self.moves(unit) {
            return self.backed(unit, None);
        }
        match self.ask(order(unit)) {
            Some(true) => (0, 0),
            Some(false) => (1, 1),
            None => (0, 1),
        }
    }

    /// The strength with which a unit keeps others out of where it goes (dp23).
    fn prevent(&self, unit: usize) -> Range {
        let path = self.path(unit);
        let beaten = self.opponent(unit).map_or(Some(false), |other| self.ask(order(other)));
        if path == Some(false) || beaten == Some(true) {
            return (0, 0);
        }
        let (least, most) = self.backed(unit, None);
        (if path == Some(true) && beaten == Some(false) { least } else { 0 }, most)
    }

    fn succeeds(&self, unit: usize) -> Option<bool> {
        let (to, _) = self.goal(unit)?;
        let attack = self.attack(unit);
        let held = match self.opponent(unit) {
            Some(other) => self.backed(other, None),
            None => self.hold(to),
        };
        let rivals = self.into[usize::from(to)].iter().map(|rival| usize::from(*rival));
        let (mut least, mut most) = held;
        for rival in rivals.filter(|rival| *rival != unit) {
            let prevents = self.prevent(rival);
            (least, most) = (least.max(prevents.0), most.max(prevents.1));
        }
        if attack.0 > most {
            return Some(true);
        }
        (attack.1 <= least).then_some(false)
    }

    /// Whether a support is given: no other power attacks the unit but from where the support goes (dp25).
    fn is_given(&self, unit: usize) -> Option<bool> {
        let Piece { power, at, doing, .. } = self.units[unit];
        let mut cut = self.ask(dislodged(unit));
        for other in self.into[at.index()].iter().map(|other| usize::from(*other)) {
            let Piece { power: by, at: from, .. } = self.units[other];
            let ahead = matches!(doing, Doing::Back { to, .. } if to.province == from.province);
            if by == power || ahead {
                continue;
            }
            match self.attack(other) {
                (1.., _) => cut = Some(true),
                (0, 0) => {}
                (0, _) if cut == Some(false) => cut = None,
                (0, _) => {}
            }
        }
        cut.map(|cut| !cut)
    }

    fn is_dislodged(&self, unit: usize) -> Option<bool> {
        let stays =
            if self.moves(unit) { self.ask(order(unit)).map(|gone| !gone) } else { Some(true) };
        let mut beaten = Some(false);
        for other in &self.into[self.units[unit].at.index()] {
            match self.ask(order(usize::from(*other))) {
                Some(true) => beaten = Some(true),
                None if beaten == Some(false) => beaten = None,
                _ => {}
            }
        }
        match (stays, beaten) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        }
    }

    /// Open questions that turn in a circle and rest on no others; `None` if all are answered.
    fn circle(&self) -> Option<u128> {
        let count = 2 * self.units.len();
        let open: Vec<usize> = (0..count).filter(|n| self.answered >> n & 1 == 0).collect();
        let mut rests = vec![0_u128; count];
        for question in &open {
            self.asked.set(0);
            let answer = self.decide(*question);
            assert!(answer.is_none(), "what is certain is settled");
            rests[*question] = self.asked.get();
        }
        loop {
            let mut grown = false;
            for question in &open {
                let on = open.iter().filter(|on| rests[*question] >> **on & 1 == 1);
                let all = on.fold(rests[*question], |all, on| all | rests[*on]);
                grown |= all != rests[*question];
                rests[*question] = all;
            }
            if !grown {
                break;
            }
        }
        open.iter().map(|question| rests[*question]).min_by_key(|rests| rests.count_ones())
    }

    /// Answers of a circle that contradict none, two at most.
    fn answers(&self, circle: u128, found: &mut Vec<Self>) {
        let open = circle & !self.answered;
        if open == 0 {
            let agrees = |n: &usize| self.decide(*n) == Some(self.yes >> n & 1 == 1);
            if (0..2 * self.units.len()).filter(|n| circle >> n & 1 == 1).all(|n| agrees(&n)) {
                found.push(self.clone());
            }
            return;
        }
        for yes in [false, true] {
            if found.len() < 2 {
                let mut guess = self.clone();
                guess.answer(usize::try_from(open.trailing_zeros()).expect(FEW), yes);
                guess.settle();
                guess.answers(circle, found);
            }
        }
    }

    /// Ends a circle: by its one answer, as a paradox of convoys, or by moving round.
    fn close(&mut self, circle: u128, paradox: Paradox) {
        let mut found = Vec::new();
        self.answers(circle, &mut found);
        if found.len() == 1 {
            (self.answered, self.yes) = (found[0].answered, found[0].yes);
            return;
        }
        let moving = (0..self.units.len()).filter(|unit| self.moves(*unit));
        let carried: Vec<usize> =
            moving.clone().filter(|unit| self.rests_on(*unit, circle)).collect();
        let turning = moving.filter(|unit| circle >> order(*unit) & 1 == 1);
        if carried.is_empty() {
            let turning: Vec<usize> = turning.collect();
            turning.into_iter().for_each(|unit| self.answer(order(unit), true));
            return;
        }
        let stopped: Vec<usize> = match paradox {
            Paradox::Szykman => carried,
            Paradox::AllHold => turning.chain(carried.iter().copied()).collect(),
        };
        for unit in stopped {
            self.stopped |= 1 << unit;
            self.answer(order(unit), false);
        }
    }

    /// Whether it is open if an army gets through because of fleets that this circle is about.
    fn rests_on(&self, unit: usize, circle: u128) -> bool {
        let about = |fleet: &u8| circle >> dislodged(usize::from(*fleet)) & 1 == 1;
        self.path(unit).is_none() && self.carriers[unit].iter().any(about)
    }

    fn judged(&self) -> Judged {
        let verdict = |unit: usize| {
            let yes = self.yes >> order(unit) & 1 == 1;
            let lost = self.yes >> dislodged(unit) & 1 == 1;
            let came = match self.units[unit].doing {
                _ if yes => Came::Done,
                Doing::Move { .. } if self.path(unit) == Some(false) => Came::Disrupted,
                Doing::Move { .. } => Came::Repelled,
                Doing::Guard(_) | Doing::Back { .. } if self.is_meant(unit) => Came::Repelled,
                Doing::Hold | Doing::Guard(_) | Doing::Back { .. } | Doing::Convoy { .. } => {
                    Came::Idle
                }
            };
            let came = match self.units[unit].doing {
                Doing::Convoy { .. } if yes && lost => Came::Disrupted,
                _ => came,
            };
            let won = |other: &usize| self.yes >> order(*other) & 1 == 1;
            let into = self.into[self.units[unit].at.index()].iter().map(|n| usize::from(*n));
            Verdict { came, by: into.filter(|_| lost).find(won) }
        };
        let fought = |place: &usize| {
            let into = self.into[*place].iter().map(|unit| usize::from(*unit));
            let vain = |unit: usize| self.yes >> order(unit) & 1 == 0 && self.prevent(unit).0 > 0;
            let held = self.at[*place].is_some_and(|unit| {
                self.yes >> order(usize::from(unit)) & 1 == 0 || !self.moves(usize::from(unit))
            });
            let taken = into.clone().any(|unit| self.yes >> order(unit) & 1 == 1);
            !held && !taken && into.into_iter().any(vain)
        };
        let contested = (0..self.at.len()).filter(fought);
        Judged {
            verdicts: (0..self.units.len()).map(verdict).collect(),
            contested: contested.map(|place| u8::try_from(place).expect(FEW)).collect(),
        }
    }

    fn is_meant(&self, unit: usize) -> bool {
        let number = u8::try_from(unit).expect(FEW);
        self.backers.iter().any(|backers| backers.contains(&number))
    }
}
