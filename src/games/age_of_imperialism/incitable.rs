//! Where a power can stir natives up against who controls them, and with what chance (im20 to im22).

use std::collections::BTreeMap;

use super::AgeOfImperialism;
use super::check::is_sound;
use super::names::Region;
use super::odds::{percent, sums};
use super::order::{Means, Order};
use super::resolve::revolt;
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use crate::page::{Page, Table, Text};

/// The dice of a roll for a revolt (im20).
const DICE: u32 = 2;

/// The regions that the reader can incite with what is accepted now, with the chances; nothing where it can incite none.
pub(super) fn add(game: &AgeOfImperialism, view: &View, page: Page) -> Page {
    let memo = Memo::default();
    let Some(stand) = Standpoint::of(game, view, &memo) else { return page };
    let incite = |at: &&Region| {
        let order = Order::Incite { at: (*at).clone(), with: Means::Dp, bribe: false };
        is_sound(stand, &order)
    };
    let ripe: Vec<&Region> = stand.chart.order.iter().filter(incite).collect();
    if ripe.is_empty() {
        return page;
    }
    let rows = ripe.iter().filter_map(|at| row(stand, at));
    let price = game.format.diplomacy.incite.value;
    let bribed = price + game.format.diplomacy.bribe.value;
    let table = Table::new()
        .caption(format!("Where you can incite natives, for {price} DP, or {bribed} with a bribe"))
        .lefts(["Region", "Of"])
        .rights(["Natives", "DRM", "Revolt", "Bribed"])
        .rows(rows);
    let spheres = ripe.iter().any(|at| !stand.land(at).spheres.is_empty());
    let spheres = if spheres { SPHERES } else { "" };
    page.table(table).note(Text::marked(&format!("{FOLLOWS}{spheres}")))
}

/// What a revolt does to who holds the region.
const FOLLOWS: &str = "A revolt puts a native army of that strength there. Who controls the region fights it in the next combat \
                       phase, and until then may move out only brigades beyond its number [im20] [im21] [im23].";

/// What spheres of influence do to a roll.
const SPHERES: &str = " The DRM counts each sphere of influence there as suppressing the revolt; one that supports it makes \
                       the roll 2 lower [im22].";

/// A region with who holds it, its natives, the DRM and the chances of a revolt without and with a bribe.
fn row(stand: Standpoint<'_>, at: &Region) -> Option<[String; 6]> {
    let (game, land) = (stand.game, stand.land(at));
    let strength = stand.view.strength(at)?;
    let drm = |bribe| revolt::drm(game, land, &BTreeMap::new(), bribe);
    let chance = |bribe| {
        let starts = |sum: usize| {
            let total = i32::try_from(sum).unwrap_or(i32::MAX).saturating_add(drm(bribe));
            game.switches.revolt_roll.starts(total, strength)
        };
        let ways = sums(DICE).into_iter().enumerate().filter(|(sum, _)| starts(*sum));
        percent(ways.map(|(_, chance)| chance).sum())
    };
    let plain = drm(false);
    let sign = if plain == 0 { String::new() } else { format!("{plain:+}") };
    let of = land.owner?.to_string();
    Some([at.to_string(), of, strength.to_string(), sign, chance(false), chance(true)])
}
