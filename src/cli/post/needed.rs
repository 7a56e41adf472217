//! Mail to the moderator: that they are needed, and what for.

use super::send::put;
use crate::base::{Digest, Kind, Problem, Time};
use crate::campaign::Postbox;
use crate::post::Outgoing;
use crate::post::config::Config;
use crate::referee::cycle::desk::Desk;

/// Writes to the moderator when a campaign does not go on without them: once for each reason and day. Problems
/// of the moment are none of theirs.
pub(super) fn tell(
    post: &Postbox,
    (config, desk): (&Config, &Desk),
    problem: &Problem,
    now: Time,
) -> Result<(), Problem> {
    match problem.kind {
        Kind::Refused | Kind::Usage => {}
        Kind::Nothing | Kind::Failed | Kind::Busy => return Ok(()),
    }
    let campaign = (desk.campaign.ledger.genesis().name.clone(), desk.genesis().short());
    let reason = Digest::of(problem.to_string().as_bytes()).short();
    let day: String = now.to_string().chars().take(10).collect();
    let subject = format!("[{}] you are needed", campaign.0);
    let text = format!(
        "{} cannot go on without you:\n\n{problem}\n\n`adjutant status` says what there is to do. \
         Until it is done, this mail comes once a day.\n",
        campaign.0
    );
    let letter = Outgoing {
        reply_to: None,
        name: format!("needed-{}-{day}-{reason}", campaign.1),
        from: (config.from.clone(), config.name.clone()),
        to: config.moderator.clone(),
        campaign,
        subject,
        text,
        shown: None,
        attached: Vec::new(),
        date: now,
    };
    // Of one reason the newest is enough.
    let replaces = format!("needed-{}-{reason}", letter.campaign.1);
    if !post.was_sent(&letter.name)? && !post.waiting()?.contains(&letter.name) {
        put(post, &letter, (None, Some(&replaces)))?;
        post.log(now, &format!("{}: {}", letter.name, problem.what))?;
    }
    Ok(())
}
