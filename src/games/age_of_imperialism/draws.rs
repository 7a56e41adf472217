//! The names of the draws behind events, so that a reader can check single dice by hand.

use std::collections::BTreeMap;

use super::events::{Event, Party};
use super::power::Power;

/// What of the story so far the names of draws depend on.
#[derive(Debug, Default)]
pub struct Draws {
    mover: Option<Power>,
    battle: Option<(String, Party)>,
    round: u32,
    /// Sides whose DRM was told in this round; a third one is for the shot at those who retreat.
    modified: u32,
    naval: u32,
    naval_round: u32,
    /// How often a region has been rolled for in this cycle, by the beginning of the name.
    rolls: BTreeMap<String, u32>,
}

impl Draws {
    /// The name of the draw behind an event; events come in their sequence.
    pub fn name(&mut self, event: &Event) -> Option<String> {
        self.note(event);
        let mover = self.mover.map(Power::name);
        match event {
            Event::RevoltRolled { at, .. } => {
                let number = self.count(&format!("revolt/{at}"));
                let again = if number > 1 { format!("/{number}") } else { String::new() };
                Some(format!("revolt/{at}{again}"))
            }
            Event::ExploreRolled { power, at, .. } => {
                let name = format!("explore/{}/{at}", power.name());
                Some(format!("{name}/roll-{}", self.count(&name)))
            }
            Event::ChitsDrawn { power, at, .. } => {
                let name = format!("prospect/{}/{at}", power.name());
                Some(format!("{name}/engineer-{}", self.count(&name)))
            }
            Event::ReinforcementRolled { to, .. } => Some(format!("reinforcement/{}/{to}", mover?)),
            Event::Broadside { power, .. } => {
                let (battle, round) = (self.naval, self.naval_round);
                Some(format!("naval/{}/battle-{battle}/round-{round}/{}", mover?, power.name()))
            }
            Event::Volley { side, .. } => {
                let (at, attacker) = self.battle.as_ref()?;
                let role = if side == attacker { "attacker" } else { "defender" };
                let when = match self.modified {
                    0..=2 => format!("round-{}", self.round),
                    _ => "retreat".to_owned(),
                };
                Some(format!("battle/{}/{at}/{when}/{role}", mover?))
            }
            _ => None,
        }
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::MovementBegan { power } => {
                (self.mover, self.naval) = (Some(*power), 0);
                self.rolls.retain(|name, _| name.starts_with("revolt/"));
            }
            Event::BattleJoined { at, attacker, .. } => {
                (self.battle, self.round) = (Some((at.clone(), *attacker)), 0);
                self.modified = 0;
            }
            Event::RoundBegan { round, .. } => (self.round, self.modified) = (*round, 0),
            Event::Modified { .. } => self.modified += 1,
            Event::NavalJoined { .. } => self.naval += 1,
            Event::NavalRound { round, .. } => self.naval_round = *round,
            _ => {}
        }
    }

    fn count(&mut self, name: &str) -> u32 {
        let rolls = self.rolls.entry(name.to_owned()).or_default();
        *rolls += 1;
        *rolls
    }
}
