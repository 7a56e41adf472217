//! Interception of fleets (im30, im68).

use super::operation::Operation;
use super::{Cycle, asks, naval_battle, straits};
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::names::{Fleet, Sea};
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Odds;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::reasons::Reason;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::switches::Switch;

/// Fleets that may be intercepted, and what the draws about it are called.
struct Announcement<'a> {
    sea: &'a Sea,
    power: Power,
    fleets: &'a [Fleet],
    number: String,
}

/// An enemy who may intercept, and the sea area from which he would come, if he is not there.
struct Hunter {
    power: Power,
    from: Option<Sea>,
}

/// Announces what these fleets of the mover do in a sea area; false if they were kept from it.
pub fn announced(turn: &mut Cycle<'_>, op: &mut Operation, sea: &Sea, fleets: &[Fleet]) -> bool {
    let power = op.mover;
    let afar = turn.game().switches.naval_interception == Switch::Yes;
    hunt(turn, op, sea, power, fleets, afar)
}

/// Lets enemies intercept fleets of a power onto which units have retreated (im34). All its fleets
/// in that sea area lie there together.
pub fn after_retreat(turn: &mut Cycle<'_>, op: &mut Operation, power: Power, sea: &Sea) {
    let fleets = turn.state().open.fleets_at(power, sea);
    hunt(turn, op, sea, power, &fleets, false);
}

/// Asks every enemy who may intercept, in an order that is drawn; false if the fleets were
/// stopped.
fn hunt(
    turn: &mut Cycle<'_>,
    op: &mut Operation,
    sea: &Sea,
    power: Power,
    fleets: &[Fleet],
    afar: bool,
) -> bool {
    op.announcements += 1;
    let number = format!("announcement-{}", op.announcements);
    let mut hunters = hunters(turn, sea, power, afar);
    if hunters.len() > 1 {
        let labels = ["interception", op.mover.name(), &number, sea.as_str()];
        turn.chance().draw(&labels).shuffle(&mut hunters);
    }
    let announcement = Announcement { sea, power, fleets, number };
    for hunter in &hunters {
        let (moving, ours) = strengths(turn, &announcement, hunter);
        let comes = decides(turn, &announcement, hunter.power, ours, moving.len())
            && arrives(turn, op, &announcement, hunter);
        if comes && !naval_battle::fight(turn, op, sea, power, &moving, hunter.power) {
            return false;
        }
    }
    true
}

/// Enemies with fleets in the sea area who may attack, in the order of play; under the option also
/// those who have fleets next to it.
fn hunters(turn: &Cycle<'_>, sea: &Sea, moving: Power, afar: bool) -> Vec<Hunter> {
    let state = &turn.state().open;
    let mut hunters = Vec::new();
    for power in state.enemies(moving) {
        if !state.may_attack(power, moving) {
            continue;
        }
        if !state.fleets_at(power, sea).is_empty() {
            hunters.push(Hunter { power, from: None });
        } else if afar {
            let from = base(turn, power, sea);
            hunters.extend(from.map(|from| Hunter { power, from: Some(from) }));
        }
    }
    hunters
}

/// The neighbouring sea area where a power has the most fleets that can come (im68).
fn base(turn: &Cycle<'_>, power: Power, sea: &Sea) -> Option<Sea> {
    let mut near = turn.game().board.chart.next_seas(sea);
    near.sort_unstable();
    let mut best: Option<(usize, &Sea)> = None;
    for from in near {
        let count = turn.state().open.fleets_at(power, from).len();
        let more = count > best.map_or(0, |(most, _)| most);
        if more && straits::open(turn, power, from, sea) {
            best = Some((count, from));
        }
    }
    best.map(|(_, from)| from.clone())
}

/// The fleets that may be intercepted now, and how many would intercept them.
fn strengths(
    turn: &Cycle<'_>,
    announcement: &Announcement<'_>,
    hunter: &Hunter,
) -> (Vec<Fleet>, usize) {
    let state = &turn.state().open;
    let afloat = state.fleets_at(announcement.power, announcement.sea);
    let moving = announcement.fleets.iter().copied().filter(|f| afloat.contains(f)).collect();
    let base = hunter.from.as_ref().unwrap_or(announcement.sea);
    (moving, state.fleets_at(hunter.power, base).len())
}

/// True if the orders of a power are to intercept; without any it does not.
fn decides(
    turn: &mut Cycle<'_>,
    announcement: &Announcement<'_>,
    hunter: Power,
    ours: usize,
    moving: usize,
) -> bool {
    let lines = turn.picked(
        &hunter.seat(),
        asks!(
            Order::Intercept { sea, power, when }
                if sea.as_ref().is_none_or(|sea| sea == announcement.sea)
                    && power.is_none_or(|power| power == announcement.power) => *when
        ),
    );
    let Some((line, when)) = lines.first().copied() else { return false };
    let reason = Reason::InterceptUsed { sea: announcement.sea.clone() };
    turn.used(&hunter.seat(), line, &rules::INTERCEPT, reason);
    match when {
        Odds::Never => false,
        Odds::Always => true,
        Odds::AtLeast(own, enemy) => {
            ours as u64 * u64::from(enemy) >= moving as u64 * u64::from(own)
        }
    }
}

/// Brings fleets from a neighbouring sea area, if they are not there; true if they are there then.
fn arrives(
    turn: &mut Cycle<'_>,
    op: &Operation,
    announcement: &Announcement<'_>,
    hunter: &Hunter,
) -> bool {
    let game = turn.game();
    let Some(from) = &hunter.from else { return true };
    let (power, to) = (hunter.power, announcement.sea.clone());
    let sides = u8::try_from(game.format.battle.sides.value).expect("sides are at most 100");
    let labels = ["afar", op.mover.name(), &announcement.number, power.name()];
    turn.next_moment();
    let mut draw = turn.chance().draw(&labels);
    let (name, die) = (draw.name(), draw.die(sides));
    let comes = u32::from(die) >= game.format.naval.afar.value;
    let rolled = Event::AfarRolled { power, from: from.clone(), to: to.clone(), die, comes };
    turn.record_drawn(&rules::AFAR, name, rolled);
    if comes {
        let fleets = turn.state().open.fleets_at(power, from);
        let sailed = Event::Sailed { power, fleets, from: from.clone(), to };
        turn.record(&rules::AFAR, sailed);
        straits::passed(turn, power, from, announcement.sea);
    }
    comes
}
