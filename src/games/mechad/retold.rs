//! What of the events is told again: in headings, in pictures, with losses.

use super::events::Event;
use super::format::{Lash, Part};
use super::names::{Hx, Missile, Ship};
use super::state::{Step, Target};

/// An event that is told again.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the fields of the events that they are taken from")]
pub enum Retold<'e> {
    /// Time goes on.
    Began(Span),
    /// A ship enters a hex.
    Moved { ship: &'e Ship, from: Hx, to: Hx },
    /// Weapons are fired, or strike.
    Attack(Attack<'e>),
    /// A ship is destroyed.
    Lost(&'e Ship),
}

/// What begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of the events that they are taken from")]
pub enum Span {
    /// A turn.
    Turn,
    /// A block of impulses.
    Block,
    /// An impulse.
    Impulse { turn: u32, impulse: u32 },
}

/// Weapons that are fired, or strike.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the fields of the events that they are taken from")]
pub enum Attack<'e> {
    /// So many direct weapons of a kind, with the points that all score.
    Direct { ship: &'e Ship, what: &'static str, count: usize, target: &'e Target, points: u32 },
    /// A trans-warp missile.
    Tram { ship: &'e Ship, target: &'e Target, points: u32 },
    /// A missile that flew.
    Missile { missile: &'e Missile, target: &'e Ship, points: u32 },
    /// A distortion cannon, at a hex.
    Cannon { ship: &'e Ship, at: Hx },
}

impl Event {
    /// What is told again of it, if something is.
    pub fn retold(&self) -> Option<Retold<'_>> {
        match self {
            Self::TurnBegan { .. } => Some(Retold::Began(Span::Turn)),
            Self::StepBegan { step, .. } => {
                (*step == Step::Impulses).then_some(Retold::Began(Span::Block))
            }
            Self::ImpulseBegan { turn, impulse } => {
                Some(Retold::Began(Span::Impulse { turn: *turn, impulse: *impulse }))
            }
            Self::Moved { ship, from, to, .. } => {
                Some(Retold::Moved { ship, from: *from, to: *to })
            }
            Self::Destroyed { ship } => Some(Retold::Lost(ship)),
            Self::Lashed { ship, mounts, target, results, .. } => {
                let (count, points) = (mounts.len(), points(results));
                let what = Part::Whip.word();
                Some(Retold::Attack(Attack::Direct { ship, what, count, target, points }))
            }
            Self::Shot { ship, part, mounts, target, points, .. } => {
                let (count, what, points) = (mounts.len(), part.word(), *points);
                Some(Retold::Attack(Attack::Direct { ship, what, count, target, points }))
            }
            Self::Impact { ship, target, points, .. } => {
                Some(Retold::Attack(Attack::Tram { ship, target, points: *points }))
            }
            Self::Detonated { missile, target, points } => {
                Some(Retold::Attack(Attack::Missile { missile, target, points: *points }))
            }
            Self::Distorted { ship, at, .. } => {
                Some(Retold::Attack(Attack::Cannon { ship, at: *at }))
            }
            Self::Joined { .. }
            | Self::Floated { .. }
            | Self::Placed { .. }
            | Self::Mustered { .. }
            | Self::Outfitted { .. }
            | Self::Supplied { .. }
            | Self::Manned { .. }
            | Self::Gathered { .. }
            | Self::Arrived { .. }
            | Self::Allocated(_)
            | Self::Loaded { .. }
            | Self::Announced { .. }
            | Self::Sped { .. }
            | Self::Energized { .. }
            | Self::Kept { .. }
            | Self::Followed { .. }
            | Self::Stayed { .. }
            | Self::Screened { .. }
            | Self::Left { .. }
            | Self::Homed { .. }
            | Self::Expired { .. }
            | Self::Strayed { .. }
            | Self::Dropped { .. }
            | Self::Raised { .. }
            | Self::Braced { .. }
            | Self::Charged { .. }
            | Self::Transported { .. }
            | Self::Raided { .. }
            | Self::Fought { .. }
            | Self::Taken { .. }
            | Self::Chaffed { .. }
            | Self::Dazzled { .. }
            | Self::Weaseled { .. }
            | Self::Lured { .. }
            | Self::Landed { .. }
            | Self::Rearmed { .. }
            | Self::Attempted { .. }
            | Self::Scrambled { .. }
            | Self::Fired { .. }
            | Self::Launched { .. }
            | Self::Aimed { .. }
            | Self::Swatted { .. }
            | Self::Terminated { .. }
            | Self::Parried { .. }
            | Self::Spent { .. }
            | Self::Discharged { .. }
            | Self::Struck { .. }
            | Self::Reinforced { .. }
            | Self::NodeLost { .. }
            | Self::Damaged { .. }
            | Self::Hurt { .. }
            | Self::Crippled { .. }
            | Self::Provoked { .. }
            | Self::Tainted { .. }
            | Self::Contested { .. }
            | Self::Credited { .. }
            | Self::Stung { .. }
            | Self::Repaired { .. }
            | Self::Mended { .. }
            | Self::Halted { .. }
            | Self::Broke { .. }
            | Self::TurnEnded { .. }
            | Self::Surrendered { .. }
            | Self::Ended(_) => None,
        }
    }
}

/// The points that whips score.
fn points(results: &[Lash]) -> u32 {
    let each = results.iter().map(|lash| match lash {
        Lash::Points(points) => *points,
        Lash::Missed | Lash::Terminated => 0,
    });
    each.fold(0, u32::saturating_add)
}
