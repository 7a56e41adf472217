//! What an attack can do, with its chances (cc67). One attack is exact in 36,000ths; up to seven
//! attacks are exact, and beyond that only the thirty-second digit is not.

use super::CompanyCommander;
use super::events::How;
use super::names::{Unit, Zone};
use super::shot::{Salvo, Shot, Storm, Versus};
use super::state::{Piece, State};
use super::switches::{Soft, Twice};

/// Outcomes of a hit: damaged and suppressed, of 3,600.
pub type Harm = (u64, u64);

/// All outcomes of a hit.
pub const HIT: u64 = 3_600;

/// Certainty: so fine that seven attacks divide it.
const WHOLE: u128 = 36_000_u128.pow(7);

/// The chances of an attack: in hundredths, rounded, for those who read them; exact where they are
/// compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chances {
    /// That one attack of the first weapon hits.
    pub hit: u32,
    /// That the target is suppressed, or worse; if it is suppressed already, that it is worse.
    pub harm: u32,
    /// That the target loses a strength point or more.
    pub loss: u32,
    /// That it is destroyed.
    pub kill: u32,
    /// That the target loses a strength point or more, as parts of certainty.
    pub exact: u128,
}

impl Chances {
    /// Of something that cannot be done.
    const NONE: Self = Self { hit: 0, harm: 0, loss: 0, kill: 0, exact: 0 };

    /// True if the target loses strength with so many in a hundred, or more.
    pub fn reaches(&self, least: u32) -> bool {
        self.exact * 100 >= u128::from(least) * WHOLE
    }

    /// The chance that the target loses strength, in whole hundredths that it reaches.
    pub fn at_least(&self) -> u32 {
        u32::try_from(self.exact * 100 / WHOLE).unwrap_or(100)
    }
}

/// What a hit does, of 3,600 (cc38, cc40, cc42 to cc44).
pub fn harm(soft: Soft, versus: &Versus) -> Harm {
    match versus {
        Versus::Hard { over, save, percent } => {
            let (percent, unsaved) = (u64::from(*percent), 6 - u64::from((*save).min(6)));
            let dice = |so: &dyn Fn(i64) -> bool| {
                u64::try_from((1..=6).filter(|die| so(over - die)).count()).unwrap_or(0)
            };
            let (through, glance) = (dice(&|net| net > 0), dice(&|net| net == 0));
            let damaged = through * unsaved * percent;
            let pinned = through * unsaved * (100 - percent) + glance * unsaved * percent;
            (damaged, pinned)
        }
        Versus::Soft { save, strength } => {
            let (unsaved, strength) = (6 - u64::from((*save).min(6)), u64::from(*strength));
            let damaged = match soft {
                Soft::UpTo => strength,
                Soft::Below => strength - 1,
            };
            let pinned = u64::from(damaged < 6);
            (damaged * unsaved * 100, pinned * unsaved * 100)
        }
    }
}

/// The states of a target: strength left, suppressed or not.
type Spread = [[u128; 2]; 7];

/// A salvo at a target that is not suppressed when it is fired, and at one that is.
pub type Either<'a> = [&'a Salvo; 2];

/// Chances as parts of certainty, before they are rounded.
#[derive(Debug, Clone, Copy)]
struct Falls {
    harm: u128,
    loss: u128,
    kill: u128,
}

/// The chances of these salvos, one after another (cc35).
pub fn of_salvos(game: &CompanyCommander, target: &Piece, salvos: &[Either<'_>]) -> Chances {
    told(hit(target, salvos), falls(game, target, salvos), 1, 1)
}

/// That one attack of the first weapon hits, in hundredths.
fn hit(target: &Piece, salvos: &[Either<'_>]) -> u32 {
    let first = salvos.first().map(|either| either[usize::from(target.suppressed)]);
    first.map_or(0, |salvo| u32::from(salvo.needed) * 10)
}

/// So many of so many falls, in hundredths.
fn told(hit: u32, falls: Falls, part: u128, whole: u128) -> Chances {
    let share = |number: u128| number * part / whole;
    Chances {
        hit,
        harm: percent(share(falls.harm)),
        loss: percent(share(falls.loss)),
        kill: percent(share(falls.kill)),
        exact: share(falls.loss),
    }
}

/// All weapons of a salvo are rolled with the target as it was when that weapon fired, and the next
/// weapon meets it as it is then (cc35).
fn falls(game: &CompanyCommander, target: &Piece, salvos: &[Either<'_>]) -> Falls {
    let mut spread: Spread = Default::default();
    let whole = usize::from(target.strength.min(6));
    spread[whole][usize::from(target.suppressed)] = WHOLE;
    for either in salvos {
        let mut next: Spread = Default::default();
        next[0] = std::mem::take(&mut spread[0]);
        for (state, salvo) in either.iter().enumerate() {
            let mut part: Spread = Default::default();
            for strength in 1..spread.len() {
                part[strength][state] = spread[strength][state];
            }
            let (damaged, pinned) = harm(game.switches.soft, &salvo.versus);
            let hit = u64::from(salvo.needed);
            let twice = game.switches.twice_suppressed;
            for _ in 0..salvo.attacks {
                part = after(twice, &part, hit * damaged, hit * pinned);
            }
            for (sums, parts) in next.iter_mut().zip(&part) {
                sums[0] += parts[0];
                sums[1] += parts[1];
            }
        }
        spread = next;
    }
    let kept: u128 = spread[whole].iter().sum();
    let unharmed = if target.suppressed { kept } else { spread[whole][0] };
    Falls {
        harm: WHOLE - unharmed.min(WHOLE),
        loss: WHOLE - kept.min(WHOLE),
        kill: spread[0].iter().sum(),
    }
}

/// A spread after an attack that damages and suppresses in so many of 36,000 cases.
fn after(twice: Twice, spread: &Spread, damaged: u64, pinned: u64) -> Spread {
    let all = u128::from(10 * HIT);
    let (damaged, pinned) = (u128::from(damaged), u128::from(pinned));
    let mut next: Spread = Default::default();
    next[0] = spread[0];
    for strength in 1..spread.len() {
        for (state, weight) in spread[strength].iter().enumerate() {
            let twice_to = match twice {
                Twice::Damaged => strength - 1,
                Twice::Destroyed => 0,
            };
            let (hurt, held) = (weight * damaged / all, weight * pinned / all);
            next[strength - 1][state] += hurt;
            let (to, down) = if state == 1 { (twice_to, 1) } else { (strength, 1) };
            next[to][down] += held;
            next[strength][state] += weight - hurt - held;
        }
    }
    next
}

/// The chances of a close assault (cc48).
pub fn of_storm(twice: Twice, storm: Storm, target: &Piece) -> Chances {
    let hits = 7 - u128::from(storm.needed.clamp(1, 7));
    let done = hits * u128::from(storm.weapon.min(6)) * WHOLE / 36;
    // A target that is suppressed already is damaged by that, and destroyed with its last point.
    let again = if target.suppressed { done / 3 } else { 0 };
    let last = target.strength <= 1 || twice == Twice::Destroyed;
    let kill = done * 2 / 3 + if last { again } else { 0 };
    let (hit, loss) = (percent(hits * (WHOLE / 6)), done * 2 / 3 + again);
    Chances { hit, harm: percent(done), loss: percent(loss), kill: percent(kill), exact: loss }
}

fn percent(part: u128) -> u32 {
    u32::try_from((part * 100 + WHOLE / 2) / WHOLE).unwrap_or(100)
}

impl CompanyCommander {
    /// In how many of 3,600 cases indirect fire strikes its target: it does not scatter, or not off
    /// the map, or the blast reaches the target all the same (cc37, cc47).
    fn arrives(&self, shooter: &Piece, aim: Zone, shot: &Shot) -> u32 {
        let astray = u32::from(self.format.quality[&shooter.quality].scatter.min(6));
        let blast = shot.salvos.first().map(|salvo| self.format.weapon(&salvo.weapon).blast);
        let row = blast.map(|blast| &self.format.blasts[&blast]);
        let near = row.filter(|row| row.radius > 0).map_or(0, |row| u32::from(row.chance));
        let stray = aim.0.neighbours().filter(|at| self.field.holds(Zone(*at))).count();
        let stray = u32::try_from(stray).unwrap_or(0);
        (6 - astray) * 600 + astray * (stray * near + (6 - stray) * 100)
    }

    /// The chances of an attack as far as who makes it can know: electronic warfare that its side
    /// does not see is not counted (cc67).
    pub fn chances(&self, state: &State, unit: &Unit, target: &Unit, shot: &Shot) -> Chances {
        let pieces = state.piece(unit).zip(state.piece(target));
        let Some((shooter, target)) = pieces else { return Chances::NONE };
        let twice = self.switches.twice_suppressed;
        if shot.how == How::Assault {
            return of_storm(twice, self.storm(shooter, target), target);
        }
        let seen = self.sees_jammer(state, shooter.side);
        let known = |salvo: Salvo| if seen { salvo } else { salvo.undisturbed() };
        let fresh: Vec<Salvo> = shot.salvos.iter().cloned().map(known).collect();
        let pinned = self.pinned(state, unit, target, shot).into_iter().map(known);
        let pinned: Vec<Salvo> = pinned.collect();
        let salvos: Vec<Either<'_>> = fresh.iter().zip(&pinned).map(Into::into).collect();
        let (hit, falls) = (hit(target, &salvos), falls(self, target, &salvos));
        match (shot.how, target.at()) {
            (How::Indirect, Some(aim)) => {
                told(hit, falls, self.arrives(shooter, aim, shot).into(), 3_600)
            }
            _ => told(hit, falls, 1, 1),
        }
    }
}
