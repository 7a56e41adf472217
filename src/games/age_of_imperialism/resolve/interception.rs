//! Interception of fleets (im30, im68).

use super::operation::Operation;
use super::{Cycle, Sheets, naval_battle, picked, straits, used};
use crate::games::age_of_imperialism::AgeOfImperialism;
use crate::games::age_of_imperialism::events::Event;
use crate::games::age_of_imperialism::orders::Order;
use crate::games::age_of_imperialism::policies::Odds;
use crate::games::age_of_imperialism::power::Power;
use crate::games::age_of_imperialism::rules;
use crate::games::age_of_imperialism::state::Sea;
use crate::games::age_of_imperialism::switches::Switch;

/// Fleets that may be intercepted, and what the draws about it are called.
struct Announcement<'a> {
    sea: &'a str,
    power: Power,
    fleets: &'a [u32],
    number: String,
}

/// An enemy who may intercept, and the sea area from which he would come, if he is not there.
struct Hunter {
    power: Power,
    from: Option<Sea>,
}

/// Announces what these fleets of the mover do in a sea area; false if they were kept from it.
pub fn announced(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (sea, fleets): (&str, &[u32]),
) -> bool {
    let power = op.mover;
    let afar = game.switches.naval_interception == Switch::Yes;
    hunt(game, turn, orders, op, (sea, power, fleets, afar))
}

/// Lets enemies intercept fleets of a power onto which units have retreated (im34). All its fleets
/// in that sea area lie there together.
pub fn after_retreat(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (power, sea): (Power, &str),
) {
    let fleets = turn.state().fleets_at(power, sea);
    hunt(game, turn, orders, op, (sea, power, &fleets, false));
}

/// Asks every enemy who may intercept, in an order that is drawn; false if the fleets were
/// stopped.
fn hunt(
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &mut Operation,
    (sea, power, fleets, afar): (&str, Power, &[u32], bool),
) -> bool {
    op.announcements += 1;
    let number = format!("announcement-{}", op.announcements);
    let mut hunters = hunters(game, turn, orders, (sea, power, afar));
    if hunters.len() > 1 {
        let labels = ["interception", op.mover.name(), &number, sea];
        turn.chance().draw(&labels).shuffle(&mut hunters);
    }
    let announcement = Announcement { sea, power, fleets, number };
    for hunter in &hunters {
        let (moving, ours) = strengths(turn, &announcement, hunter);
        let comes = decides(turn, orders, &announcement, (hunter.power, ours, moving.len()))
            && arrives(game, turn, orders, op, (&announcement, hunter));
        if comes
            && !naval_battle::fight(game, turn, orders, op, (sea, power, &moving, hunter.power))
        {
            return false;
        }
    }
    true
}

/// Enemies with fleets in the sea area who may attack, in the order of play; under the option also
/// those who have fleets next to it.
fn hunters(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    orders: &Sheets,
    (sea, moving, afar): (&str, Power, bool),
) -> Vec<Hunter> {
    let state = turn.state();
    let mut hunters = Vec::new();
    for power in state.enemies(moving) {
        if !state.may_attack(power, moving) {
            continue;
        }
        if !state.fleets_at(power, sea).is_empty() {
            hunters.push(Hunter { power, from: None });
        } else if afar {
            let from = base(game, turn, orders, (power, sea));
            hunters.extend(from.map(|from| Hunter { power, from: Some(from) }));
        }
    }
    hunters
}

/// The neighbouring sea area where a power has the most fleets that can come (im68).
fn base(
    game: &AgeOfImperialism,
    turn: &Cycle<'_>,
    orders: &Sheets,
    (power, sea): (Power, &str),
) -> Option<Sea> {
    let mut near = game.board.chart.next_seas(sea);
    near.sort_unstable();
    let mut best: Option<(usize, &Sea)> = None;
    for from in near {
        let count = turn.state().fleets_at(power, from).len();
        let more = count > best.map_or(0, |(most, _)| most);
        if more && straits::open(game, turn, orders, power, (from, sea)) {
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
) -> (Vec<u32>, usize) {
    let state = turn.state();
    let afloat = state.fleets_at(announcement.power, announcement.sea);
    let moving = announcement.fleets.iter().copied().filter(|f| afloat.contains(f)).collect();
    let base = hunter.from.as_deref().unwrap_or(announcement.sea);
    (moving, state.fleets_at(hunter.power, base).len())
}

/// True if the orders of a power are to intercept; without any it does not.
fn decides(
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    announcement: &Announcement<'_>,
    (hunter, ours, moving): (Power, usize, usize),
) -> bool {
    let lines = picked(turn, orders, hunter, |order| match order {
        Order::Intercept { sea, power, when } => {
            let here = sea.as_ref().is_none_or(|sea| sea == announcement.sea);
            let them = power.is_none_or(|power| power == announcement.power);
            (here && them).then_some(*when)
        }
        _ => None,
    });
    let Some((line, when)) = lines.first().copied() else { return false };
    let reason = format!("it decided about fleets in {}", announcement.sea);
    used(turn, hunter, line, &rules::INTERCEPT, &reason);
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
    game: &AgeOfImperialism,
    turn: &mut Cycle<'_>,
    orders: &Sheets,
    op: &Operation,
    (announcement, hunter): (&Announcement<'_>, &Hunter),
) -> bool {
    let Some(from) = &hunter.from else { return true };
    let (power, to) = (hunter.power, announcement.sea.to_owned());
    let sides = u8::try_from(game.format.battle.sides.value).expect("sides are at most 100");
    let labels = ["afar", op.mover.name(), &announcement.number, power.name()];
    turn.next_moment();
    let die = turn.chance().draw(&labels).die(sides);
    let comes = u32::from(die) >= game.format.naval.afar.value;
    let rolled = Event::AfarRolled { power, from: from.clone(), to: to.clone(), die, comes };
    turn.record(&rules::AFAR, rolled);
    if comes {
        let fleets = turn.state().fleets_at(power, from);
        let sailed = Event::Sailed { power, fleets, from: from.clone(), to };
        turn.record(&rules::AFAR, sailed);
        straits::passed(game, turn, orders, power, (from, announcement.sea));
    }
    comes
}
