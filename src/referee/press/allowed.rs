//! What the calendar allows of messages.

use crate::base::Problem;
use crate::referee::calendar::InForce;
use crate::referee::calendar::rules::PressRules;
use crate::referee::record::campaign::Campaign;
use crate::seal::press::Press;

/// What a calendar says of a message.
///
/// # Errors
/// If it must say who wrote it, and does not.
pub fn may(rules: &PressRules, press: &Press) -> Result<(), Problem> {
    if press.unsigned && !rules.unsigned {
        return Err(Problem::refused("in this campaign messages say who wrote them")
            .hint("write it again without --unsigned"));
    }
    Ok(())
}

/// What the calendar in force before an entry says of messages.
///
/// # Errors
/// If it allows none, or cannot be read.
pub fn rules(campaign: &Campaign, seq: u64) -> Result<PressRules, Problem> {
    let calendar = InForce::before(campaign, seq)?;
    let press = calendar.and_then(|calendar| calendar.rules.press);
    let off = || Problem::refused("this campaign has no messages between players");
    press.ok_or_else(off)
}
