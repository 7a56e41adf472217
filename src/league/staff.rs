//! The computer staff as a player: with keys that follow from the campaign's secret, it reads the report of its
//! seat and sends a packet, as everybody does.

use crate::base::{Digest, Problem, Seat, Time};
use crate::engine::{Chance, Skill};
use crate::referee::Campaign;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::Player;
use crate::referee::cycle::receive::Intake;
use crate::referee::cycle::status;
use crate::referee::player::own_orders;
use crate::referee::player::template::{self, Ties};
use crate::seal::{PlayerSecret, PublicKey};

/// What it is called in ledgers.
pub const NAME: &str = "Staff";

/// Its keys for a seat.
pub fn secret(desk: &Desk, seat: &Seat) -> PlayerSecret {
    let mut entropy = [0; 96];
    for (n, part) in (0_u8..).zip(entropy.chunks_mut(32)) {
        let fields: &[&[u8]] =
            &[desk.secret().expose(), seat.as_str().as_bytes(), &n.to_be_bytes()];
        part.copy_from_slice(&Digest::tagged("adjutant/league-staff/v1", fields).0);
    }
    PlayerSecret::generate(entropy)
}

/// It as the player of a seat.
pub fn player(desk: &Desk, seat: &Seat) -> Player {
    let secret = secret(desk, seat);
    Player {
        name: NAME.to_owned(),
        address: None,
        signing: PublicKey::of(secret.signing()),
        recipient: secret.identity().recipient(),
        tip: None,
    }
}

/// True if a seat is to order in the open cycle and nothing of it is there.
fn is_silent(desk: &Desk, seat: &Seat) -> Result<bool, Problem> {
    let status = status::full(desk)?;
    let line = status.seats.iter().find(|line| line.seat == seat.as_str());
    Ok(line.is_some_and(|line| {
        line.packets == 0 && (line.state.is_awaited() || line.orders == "optional")
    }))
}

/// Sends the orders of a staff of that skill for these seats in the open cycle, where there are none. How
/// many it sent.
///
/// # Errors
/// If the campaign cannot be read, or the disk refuses.
pub fn send(
    desk: &mut Desk,
    (seats, skill): (&[Seat], Skill),
    now: Time,
) -> Result<usize, Problem> {
    let Ok(cycle) = desk.campaign.open_cycle() else { return Ok(0) };
    if desk.campaign.ledger.deadline(cycle).is_some_and(|deadline| now > deadline) {
        return Ok(0);
    }
    let mut packets = Vec::new();
    for seat in seats {
        let key = secret(desk, seat);
        let own = desk.campaign.holder(seat, cycle);
        let own = own.is_some_and(|h| h.signing == PublicKey::of(key.signing()).to_string());
        if own && is_silent(desk, seat)? {
            let luck = Digest::tagged("adjutant/league-luck/v1", &[desk.secret().expose()]);
            packets.push(packet(&desk.campaign, (seat, skill), &key, &luck)?);
        }
    }
    if packets.is_empty() {
        return Ok(0);
    }
    let mut intake = Intake::begin(desk)?;
    for packet in &packets {
        intake.receive(packet.as_bytes(), now)?;
    }
    intake.end()?;
    Ok(packets.len())
}

/// The packet of a player who orders what a staff of that skill would: who has the seat's key, and nothing of the
/// moderator's but the campaign's directory.
///
/// # Errors
/// If the report cannot be read.
pub fn packet(
    campaign: &Campaign,
    (seat, skill): (&Seat, Skill),
    key: &PlayerSecret,
    luck: &Digest,
) -> Result<String, Problem> {
    let cycle = campaign.open_cycle()?;
    let path = campaign.report(seat, cycle - 1);
    let report = own_orders::report(&campaign.store.need(&path)?, Some(key.identity()))?;
    let game = own_orders::game(&report.data, Some(campaign), campaign.shelf)?;
    let fields: &[&[u8]] = &[&luck.0, seat.as_str().as_bytes(), &cycle.to_be_bytes()];
    let seed = Digest::tagged("adjutant/league-orders/v1", fields);
    let mut chance = Chance::from_seed(seed.0);
    let ideas = game.staffed(&report.data.view(), skill, &mut chance)?;
    let ties = Ties::of(&report, Some(campaign));
    let orders = template::filled(&report, &*game, ties, &ideas)?;
    let orders = orders.replacen("\norders:", "\nfinal: true\norders:", 1);
    own_orders::seal(&report.data, &*game, orders.as_bytes(), key)
}
