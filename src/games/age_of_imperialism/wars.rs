//! The wars that are on, and what they mean for the reader (im28, im52, im69).

use super::AgeOfImperialism;
use super::power::powers;
use super::sight::View;
use super::state::{Step, War};
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
    if enemies.is_empty() {
        return format!(
            "{all}. In the next movement phase nobody{but} can enter your regions, or you theirs: a war that is declared \
             in it opens regions from the next one on"
        );
    }
    // In the next movement phase of a power every war that is on counts for it.
    format!(
        "{all}. In the next movement phase of each side you can enter the regions of {}, and they yours; nobody else{but} can",
        powers(&enemies)
    )
}
