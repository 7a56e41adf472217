//! How credits become a unit on the map, and how long that takes (pb8, pb10, pb13, pb14).

use super::brief::area;
use super::side::Side;
use super::sight::View;
use super::theater::Field;
use crate::base::words::count;

/// What becomes of what is bought now, for a side whose turn it is.
pub fn bought(field: &Field, view: &View, side: Side) -> Option<String> {
    let (own, now) = (view.own.get(&side)?, view.open.skirmish.as_ref()?);
    let allowed = field.reinforcements;
    let left = allowed.most.saturating_sub(own.sent);
    let waits = "what you buy now stays in reserve until it is over, as part of your force";
    if left == 0 {
        return Some(format!("no reinforcements are left to be sent in this skirmish, so {waits}"));
    }
    let (round, last) = (now.round, field.turns);
    if round >= last {
        return Some(format!("this is the last round, so {waits}"));
    }
    let lines = area(&field.lines[&now.role(side)]);
    let fee = match allowed.fee {
        0 => String::new(),
        fee => format!(", for {fee} credits"),
    };
    let sends = format!("with its squads of men, a supply and an ammunition from the reserve{fee}");
    let arrives = format!("it arrives in {lines}, after your moves and before your attacks");
    let orders = |from: u32| match from {
        from if from > last => String::new(),
        from => format!("; from round {from} on it takes orders"),
    };
    let more = count(left, "more unit");
    let serve =
        format!("Men and markers that you \"stock\" serve in the same turn. You can send {more}");
    // A unit is named by its flag, which is drawn when it is bought.
    Some(if round + 2 > last {
        format!(
            "a unit that you buy now comes too late for this skirmish: it stays in reserve until it is over, as part of your \
             force. \"reinforce\" sends a unit that lies in reserve now, {sends}; in round {} {arrives}. {serve}",
            round + 1
        )
    } else {
        format!(
            "a unit that you buy at the end of this turn lies in reserve, and your next report names its flag; at the end \
             of your turn in round {} \"reinforce\" sends it, {sends}; in round {} {arrives}{}. A unit that lies in reserve \
             now can be sent now, and is a round sooner. {serve}",
            round + 1,
            round + 2,
            orders(round + 3)
        )
    })
}
