//! What an attack can do, with its chances (cc67). One attack is exact in 36,000ths; up to seven
//! attacks are exact, and beyond that only the thirty-second digit is not.

use super::CompanyCommander;
use super::events::How;
use super::fire::{Salvo, Shot, Storm, Versus};
use super::names::Unit;
use super::state::{Piece, State};
use super::switches::{Soft, Twice};

/// Outcomes of a hit: damaged and suppressed, of 3,600.
pub type Harm = (u64, u64);

/// All outcomes of a hit.
pub const HIT: u64 = 3_600;

/// Certainty: so fine that seven attacks divide it.
const WHOLE: u128 = 36_000_u128.pow(7);

/// The chances of an attack, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chances {
    /// That one attack of the first weapon hits.
    pub hit: u32,
    /// That the target loses a strength point or more.
    pub loss: u32,
    /// That it is destroyed.
    pub kill: u32,
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

/// The chances of these salvos, one after another (cc35).
pub fn of_salvos(game: &CompanyCommander, target: &Piece, salvos: &[Salvo]) -> Chances {
    let mut spread: Spread = Default::default();
    let whole = usize::from(target.strength.min(6));
    spread[whole][usize::from(target.suppressed)] = WHOLE;
    for salvo in salvos {
        let (damaged, pinned) = harm(game.switches.soft, &salvo.versus);
        let hit = u64::from(salvo.needed);
        for _ in 0..salvo.attacks {
            spread = after(game.switches.twice_suppressed, &spread, hit * damaged, hit * pinned);
        }
    }
    let hit = salvos.first().map_or(0, |salvo| u32::from(salvo.needed) * 10);
    let kept: u128 = spread[whole].iter().sum();
    let gone: u128 = spread[0].iter().sum();
    Chances { hit, loss: percent(WHOLE - kept.min(WHOLE)), kill: percent(gone) }
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
    let hit = u32::try_from(hits * 100 / 6).unwrap_or(0);
    Chances { hit, loss: percent(done * 2 / 3 + again), kill: percent(kill) }
}

fn percent(part: u128) -> u32 {
    u32::try_from((part * 100 + WHOLE / 2) / WHOLE).unwrap_or(100)
}

impl CompanyCommander {
    /// In how many of 600 cases indirect fire strikes its target: it does not scatter, or the blast
    /// reaches the target all the same (cc37, cc47).
    fn arrives(&self, shooter: &Piece, salvos: &[Salvo]) -> u32 {
        let astray = u32::from(self.format.quality[&shooter.quality].scatter.min(6));
        let blast = salvos.first().map(|salvo| self.format.weapon(&salvo.weapon).blast);
        let row = blast.map(|blast| &self.format.blasts[&blast]);
        let chance = row.filter(|row| row.radius > 0).map_or(0, |row| u32::from(row.chance));
        (6 - astray) * 100 + astray * chance
    }

    /// The chances of an attack.
    pub fn chances(&self, state: &State, unit: &Unit, target: &Unit, shot: &Shot) -> Chances {
        let nothing = Chances { hit: 0, loss: 0, kill: 0 };
        let pieces = state.piece(unit).zip(state.piece(target));
        pieces.map_or(nothing, |(shooter, target)| match shot.how {
            How::Assault => {
                of_storm(self.switches.twice_suppressed, self.storm(shooter, target), target)
            }
            How::Direct | How::Overwatch | How::Suicide => of_salvos(self, target, &shot.salvos),
            How::Indirect => {
                let all = of_salvos(self, target, &shot.salvos);
                let there = self.arrives(shooter, &shot.salvos);
                let part = |chance: u32| (chance * there + 300) / 600;
                Chances { hit: all.hit, loss: part(all.loss), kill: part(all.kill) }
            }
        })
    }
}
