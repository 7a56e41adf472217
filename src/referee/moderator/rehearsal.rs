//! Trying things out beside a campaign: a scenario that begins with one of its positions, and a copy with
//! keys of its own.

use std::path::Path;

use serde_json::Value;

use crate::base::{Digest, Problem, Time};
use crate::campaign::layout;
use crate::engine::format::begin;
use crate::engine::{Position, Setting};
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::cycle::enroll::{Player, enroll};
use crate::referee::cycle::found::{Charter, Trust, found};
use crate::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey};

/// Letters of a campaign's name that a copy keeps.
const NAME: usize = 30;

/// The scenario of a campaign, beginning with the position after a cycle, with these values set. `new
/// --scenario` takes it. It holds every secret of the position.
///
/// # Errors
/// If a path leads nowhere, or the game does not take the position.
pub fn scenario(desk: &Desk, cycle: u32, values: Vec<(String, Value)>) -> Result<String, Problem> {
    let position = changed(desk, cycle, values)?;
    let bytes = desk.campaign.store.need(layout::SCENARIO)?;
    Ok(begin::with_position(&String::from_utf8_lossy(&bytes), &position))
}

fn changed(desk: &Desk, cycle: u32, values: Vec<(String, Value)>) -> Result<Position, Problem> {
    let game = &*desk.campaign.game;
    let position = desk.position(cycle)?;
    let mut settings = Vec::new();
    for (path, to) in values {
        let from = game.value(&position, &path)?;
        settings.push(Setting { path, from, to });
    }
    game.set(&position, &settings)
}

/// A copy of a campaign to try things out with: another campaign, that begins with the position after a
/// cycle, with other keys for its moderator and every seat. Nothing that is signed there counts in
/// this one.
///
/// # Errors
/// If the game is over, the keys are this campaign's, or the directory is taken.
pub fn copy(
    desk: &Desk,
    cycle: u32,
    (root, keys): (&Path, Keys),
    players: &[PlayerSecret],
    (salt, now): (Digest, Time),
) -> Result<Desk, Problem> {
    let genesis = desk.campaign.ledger.genesis();
    if desk.campaign.game.outcome(&desk.position(cycle)?)?.is_some() {
        return Err(Problem::nothing("the game is over in this position")
            .hint("give an earlier one with --cycle"));
    }
    let own = PublicKey::of(keys.signing.signing()).to_string();
    if desk.campaign.ledger.office().keys().contains(&own.as_str()) {
        return Err(Problem::usage("a copy has keys of its own"));
    }
    let name: String = genesis.name.chars().take(NAME).collect();
    let (name, scenario) = (format!("{name}-copy"), format!("{}-{cycle}", genesis.scenario));
    let (format, map) =
        (desk.campaign.store.need(layout::FORMAT)?, self::scenario(desk, cycle, vec![])?);
    let charter = Charter {
        shelf: desk.campaign.shelf,
        name: &name,
        game: &genesis.game,
        format: &format,
        scenario: &scenario,
        map: map.as_bytes(),
        options: &genesis.options,
        trust: Trust::default(),
    };
    charter.check(root)?;
    let mut copy = found(root, &charter, keys, (salt, now))?;
    let genesis = copy.genesis();
    for (seat, key) in copy.campaign.seats().iter().zip(players) {
        let file = PlayerPublic {
            name: Some(format!("rehearsing {seat}")),
            signing: PublicKey::of(key.signing()),
            age: key.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
        };
        let player = Player::of(&file, format!("rehearsing {seat}"), &genesis)?;
        enroll(&mut copy, seat, &player, None, now)?;
    }
    Ok(copy)
}
