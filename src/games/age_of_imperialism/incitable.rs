//! Where a power can stir natives up against who controls them, and with what chance (im20 to im22).

use std::collections::BTreeMap;

use super::AgeOfImperialism;
use super::check::is_sound;
use super::names::Region;
use super::odds::{percent, sums};
use super::order::{Means, Order};
use super::resolve::{diplomacy, revolt};
use super::sight::View;
use super::standpoint::{Memo, Standpoint};
use crate::page::{Page, Table, Text};

/// The regions that the reader can incite in what they order now, with the chances; nothing where they can incite none.
pub(super) fn add(game: &AgeOfImperialism, view: &View, page: Page) -> Page {
    let memo = Memo::default();
    let Some(stand) = Standpoint::of(game, view, &memo) else { return page };
    let ahead = game.step_ahead(stand.open, stand.power) == stand.open.step;
    if !ahead || !stand.awaited().accepts.contains("incite") {
        return page;
    }
    let ripe: Vec<&Region> =
        stand.chart.order.iter().filter(|at| can_incite(stand, at, false)).collect();
    if ripe.is_empty() {
        return page;
    }
    let bribes = ripe.iter().any(|at| can_incite(stand, at, true));
    let diplomacy = &game.format.diplomacy;
    let (price, bribe) = (diplomacy.incite.value, diplomacy.bribe.value);
    let bribed =
        if bribes { format!(", or {} with a bribe", price + bribe) } else { String::new() };
    let columns = ["Natives", "DRM", "Revolt"].into_iter().chain(bribes.then_some("Bribed"));
    let table = Table::new()
        .caption(format!("Where you can incite natives, for {price} DP{bribed}"))
        .lefts(["Region", "Of"])
        .rights(columns)
        .rows(ripe.iter().filter_map(|at| row(stand, at, bribes)));
    let spheres = ripe.iter().any(|at| !stand.land(at).spheres.is_empty());
    let spheres = if spheres {
        format!(
            " The DRM counts each sphere of influence there as suppressing the revolt; one that supports it makes the roll \
             {} lower [im22].",
            2 * diplomacy.influence_drm.value
        )
    } else {
        String::new()
    };
    page.table(table).note(Text::marked(&format!("{FOLLOWS}{spheres}")))
}

/// What a revolt does to who holds the region.
const FOLLOWS: &str = "A revolt puts a native army of that strength there. Who controls the region fights it in the next combat \
                       phase, and until then may move out only brigades beyond its number [im20] [im21] [im23].";

/// True if an attempt for DP would be made, as things stand.
fn can_incite(stand: Standpoint<'_>, at: &Region, bribe: bool) -> bool {
    let order = Order::Incite { at: at.clone(), with: Means::Dp, bribe };
    // A check leaves open what may change before it is tried.
    diplomacy::quiet(stand.open, stand.power, at).is_none()
        && diplomacy::reaches(stand.chart, stand.open, stand.power, at)
        && is_sound(stand, &order)
}

/// A region with who holds it, its natives, the DRM and the chances of a revolt without and with a bribe.
fn row(stand: Standpoint<'_>, at: &Region, bribes: bool) -> Option<Vec<String>> {
    let (game, land) = (stand.game, stand.land(at));
    let strength = stand.view.strength(at)?;
    let drm = |bribe| revolt::drm(game, land, &BTreeMap::new(), bribe);
    let chance = |bribe| {
        let starts = |sum: usize| {
            let total = i32::try_from(sum).unwrap_or(i32::MAX).saturating_add(drm(bribe));
            game.switches.revolt_roll.starts(total, strength)
        };
        let sums = sums(u32::from(revolt::DICE)).into_iter().enumerate();
        percent(sums.filter(|(sum, _)| starts(*sum)).map(|(_, chance)| chance).sum())
    };
    let plain = drm(false);
    let sign = if plain == 0 { String::new() } else { format!("{plain:+}") };
    let cells =
        [at.to_string(), land.owner?.to_string(), strength.to_string(), sign, chance(false)];
    Some(cells.into_iter().chain(bribes.then(|| chance(true))).collect())
}
