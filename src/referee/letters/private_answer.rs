//! What the moderator's program tells one player alone, for who holds a seat.

use crate::base::{Problem, Seat};
use crate::referee::cycle::desk::Desk;
use crate::referee::player::private_answer::PrivateAnswer;

/// The text, signed by the moderator and encrypted to who holds the seat.
///
/// # Errors
/// If nobody holds it, or nothing can be encrypted to them.
pub fn seal(desk: &Desk, seat: &Seat, text: &str) -> Result<String, Problem> {
    let holder = desk.campaign.holder(seat, u32::MAX);
    let holder = holder.ok_or_else(|| Problem::refused(format!("nobody holds {seat}")))?;
    let answer = PrivateAnswer::new(desk.genesis(), seat.clone(), text);
    answer.seal(desk.signing(), &holder.recipient.parse()?)
}
