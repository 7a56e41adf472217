//! The wars that are on, and what they mean for the reader (im28, im35, im52, im69).

use super::AgeOfImperialism;
use super::power::{Power, powers};
use super::sight::View;
use super::state::{Step, War};
use super::switches::Exchange;
use crate::base::words::joined;

/// Who is at war, and who can enter the reader's regions in the movement phase that is next.
pub(super) fn fact(game: &AgeOfImperialism, view: &View) -> String {
    let open = &view.open;
    let war = |war: &War| format!("{} against {}", war.by, war.on);
    let all = match open.wars.as_slice() {
        [] => "none".to_owned(),
        wars => joined(wars.iter().map(war), ", "),
    };
    let Some(own) = view.power.filter(|_| open.step != Step::Over) else { return all };
    let enemies = open.enemies(own);
    let allies: Vec<_> =
        game.board.powers.iter().copied().filter(|other| open.allied(own, *other)).collect();
    let but = match allies.as_slice() {
        [] => String::new(),
        allies => format!(" but {}, your allies,", powers(allies)),
    };
    let phase = phase(game, view);
    let who = if enemies.is_empty() {
        format!("In {phase} nobody")
    } else {
        format!(
            "In {phase} you can enter the regions of {}, and they yours; nobody else",
            powers(&enemies)
        )
    };
    // In the next movement phase of a power every war that is on counts for it.
    format!(
        "{all}. {who}{but} can enter your regions, or you theirs, except one that is ceded; if war is declared in it, {ATTACKS}{}",
        later(game, view, own)
    )
}

/// The movement phase that is next; each power has its own where they go one after another (im54).
fn phase(game: &AgeOfImperialism, view: &View) -> String {
    if game.switches.exchange == Exchange::InTurn {
        return "the next movement phase of each power".to_owned();
    }
    let mut at = (view.open.turn, view.open.step);
    while !at.1.is_movement() {
        at = game.next_step(at.0, at.1);
    }
    format!("the {} of turn {}", at.1.title(), at.0)
}

/// Who goes later than the reader in the movement phase that is awaited.
fn later(game: &AgeOfImperialism, view: &View, own: Power) -> String {
    let (open, together) = (&view.open, game.switches.exchange == Exchange::Together);
    let after = open.order.iter().copied().skip_while(|power| *power != own).skip(1);
    let after: Vec<Power> = after.collect();
    match after.as_slice() {
        _ if !(together && open.step.is_movement()) => String::new(),
        [] => "; nobody goes after you".to_owned(),
        after => format!("; after you go {}", powers(after)),
    }
}

/// From when on there can be attacks after a declaration: who goes later begins its movement phase behind it (im52).
pub(super) const ATTACKS: &str = "each may attack from their own next go in a movement phase on: whoever it is declared on in the same \
                                  phase if they go later in it, the declarer in the next one";
