//! What became of the natives and resources in the reader's regions, and what can be made of them (im19, im26).

use super::AgeOfImperialism;
use super::events::{Event, Influence};
use super::force::Kind;
use super::names::Region;
use super::power::Power;
use super::resolve::yard;
use super::sight::View;
use super::state::{Building, Land, Step};
use super::works::Work;
use crate::base::words::{capital, count, few, joined, names};
use crate::engine::Fact;

/// Regions that are named.
const NAMED: usize = 4;

/// Which regions of the reader were westernized in a cycle, which resources they developed, and where natives grew weaker.
pub(super) fn came(view: &View, witnessed: &[Fact<Event>]) -> Option<String> {
    let own = view.power?;
    let is_own = |at: &Region| view.open.land(at).owner == Some(own);
    let (mut westernized, mut developed) = (Vec::new(), Vec::new());
    // By how much in all, and whether by anything but a defeat, which is told with the battle.
    let mut weakened: Vec<(&Region, u32, bool)> = Vec::new();
    for fact in witnessed {
        match &fact.event {
            Event::Westernized { at } if is_own(at) => westernized.push(at),
            Event::Developed { power, at, value } if *power == own => {
                developed.push(format!("{at} ({value} PP a turn)"));
            }
            Event::Weakened { at, by, why } if is_own(at) => {
                let (by, told) = (u32::from(*by), *why != Influence::Defeat);
                match weakened.iter_mut().find(|(known, ..)| *known == at) {
                    Some((_, all, tells)) => (*all, *tells) = (*all + by, *tells || told),
                    None => weakened.push((at, by, told)),
                }
            }
            _ => {}
        }
    }
    let is = if westernized.len() == 1 { "is" } else { "are" };
    let westernized = match westernized.as_slice() {
        [] => String::new(),
        all => format!("{} {is} westernized", names(all)),
    };
    let resources = if developed.len() == 1 { "resource" } else { "resources" };
    let developed = match developed.as_slice() {
        [] => String::new(),
        all => format!("you develop the {resources} of {}", names(all)),
    };
    let fallen = weakened.into_iter().filter(|(.., told)| *told).filter_map(|(at, by, _)| {
        let now = view.strength(at)?;
        Some(format!("in {at} from {} to {now}", u32::from(now) + by))
    });
    let fallen = joined(fallen, ", ");
    let fallen =
        if fallen.is_empty() { fallen } else { format!("your natives grow weaker, {fallen}") };
    let told = joined([westernized, developed, fallen], "; ");
    (!told.is_empty()).then(|| format!("{}.", capital(&told)))
}

/// What pays at once in a production: resources of the reader to develop, and regions that DP westernize.
pub(super) fn prospects(game: &AgeOfImperialism, view: &View) -> Vec<String> {
    let Some(own) = view.power else { return Vec::new() };
    let (diplomacy, construction) = match game.step_ahead(&view.open, own) {
        Step::Auction | Step::Production | Step::Diplomacy => (true, true),
        Step::Construction => (false, true),
        Step::Picks | Step::Placement | Step::First | Step::Second | Step::Over => (false, false),
    };
    let westernized =
        || westernizable(game, view, own, |land| land.presence(own)).map(|what| format!("{what}."));
    let works = || resources(game, view, own).into_iter().chain(cities(game, view, own));
    let dealings = diplomacy.then(westernized).flatten();
    let works: Vec<String> = construction.then(works).into_iter().flatten().collect();
    let rolls = diplomacy.then(|| rolls(game, view, own)).flatten();
    works.into_iter().chain(dealings).chain(rolls).collect()
}

/// How many DP the explorers of the reader have use for when units move (im50).
fn rolls(game: &AgeOfImperialism, view: &View, own: Power) -> Option<String> {
    let on_land: u32 = view.open.lands.values().map(|land| land.force(own).explorer).sum();
    let at_sea: u32 = view.open.fleets_of(own).map(|(_, fleet)| fleet.cargo.explorer).sum();
    let (all, dice) = (on_land + at_sea, game.format.explorer.paid_dice.value);
    let price = game.format.diplomacy.explorer.value;
    (all > 0 && price > 0).then(|| {
        format!(
            "DP that you keep buy your {} a roll with {dice} dice in a movement phase, for {price} each.",
            count(all, "explorer")
        )
    })
}

/// How many of the DP in hand are worth keeping in a movement phase: for the reader's regions in the production that is
/// next, whose income comes before they are used (im13, im18, im19), or for points at the end (im53).
pub(super) fn kept(game: &AgeOfImperialism, view: &View) -> Option<String> {
    let own = view.power.filter(|own| game.step_ahead(&view.open, *own).is_movement())?;
    let (dp, diplomacy) = (view.hand().dp, &game.format.diplomacy);
    let Some(turn) = game.next_production(&view.open, own) else { return to_the_end(game, dp) };
    // Explorers may be gone by then.
    let built = |land: &Land| land.presence(own).saturating_sub(land.force(own).explorer);
    let use_there = |(at, land): (&Region, &Land)| {
        let is_theirs =
            |(of, count): (&Power, &u32)| *of != own && *count > 0 && !view.open.at_war(own, *of);
        let weakened = land.marker.is_some() && land.revolt.is_none();
        let freed = land.spheres.iter().any(is_theirs);
        match ripe(game, view, own, (at, land), built(land)) {
            // What is westernized loses all spheres (im18).
            Some(Ripe::ByItself) => 0,
            Some(Ripe::Once { .. }) => diplomacy.westernize.value,
            None => {
                u32::from(weakened) * diplomacy.westernize.value
                    + u32::from(freed) * diplomacy.removal.value
            }
        }
    };
    let uses: u32 = view.open.owned(own).map(use_there).sum();
    if dp == 0 && uses == 0 {
        return None;
    }
    let income = game.forecast(view, own).dp;
    let keep = match uses.saturating_sub(income).min(dp) {
        _ if dp == 0 => String::new(),
        0 => ": none of what is in hand has to be kept for that".to_owned(),
        keep if keep == dp => ": keep what is in hand for that".to_owned(),
        keep => format!(": keep {keep} of the {dp} in hand for that"),
    };
    let told = match uses {
        0 => format!("Your regions have no use for DP in the production of turn {turn}{keep}."),
        uses => format!(
            "The production of turn {turn} brings you {income} DP before they are used in it, and your regions have use for \
             {uses} (weakening natives, taking out influence of others){keep}."
        ),
    };
    let what = westernizable(game, view, own, built)
        .filter(|_| dp.saturating_add(income) >= diplomacy.westernize.value);
    Some(match what {
        Some(what) => format!("{told} In it, {what}."),
        None => told,
    })
}

/// How many DP can be spent where no production is to come: those that make no point (im53).
fn to_the_end(game: &AgeOfImperialism, dp: u32) -> Option<String> {
    let each = game.format.points.dp_each.value;
    let spare = match dp.checked_rem(each).unwrap_or(dp) {
        0 => "none".to_owned(),
        spare => spare.to_string(),
    };
    (dp > 0).then(|| {
        format!(
            "No production is to come, and every {each} DP in hand at the end are a point: you can spend {spare} of your {dp} \
             without loss, unless conquests bring more."
        )
    })
}

/// Resources that are worth something and not developed, with the price that engineers there make.
fn resources(game: &AgeOfImperialism, view: &View, own: Power) -> Option<String> {
    let worth = |(at, land): (&Region, &Land)| {
        let value = view.resource(at).filter(|_| view.is_developable(at))?;
        let engineers = land.force(own).get(Kind::Engineer).min(1);
        let price = game.reduced(game.format.works.develop.value, engineers);
        Some(format!("{at} ({value} PP a turn, for {price} PP)"))
    };
    let all: Vec<String> = view.open.owned(own).filter_map(worth).collect();
    let points = count(game.format.points.resource.value, "point");
    (!all.is_empty()).then(|| format!("Resources to develop, {points} each: {}.", few(all, NAMED)))
}

/// Where the reader could have a city, and what it would bring, if they can pay for one (im6, im13, im14, im53).
fn cities(game: &AgeOfImperialism, view: &View, own: Power) -> Option<String> {
    let outlook = game.outlook(view, own);
    let most = view.hand().pp.saturating_add(outlook.most).saturating_sub(outlook.upkeep);
    if most < game.price(Work::City) {
        return None;
    }
    let free = |(at, land): &(&Region, &Land)| {
        land.revolt.is_none() && yard::fits(game, &view.open, Building::City, at).is_ok()
    };
    let free: Vec<&Region> = view.open.owned(own).filter(free).map(|(at, _)| at).collect();
    let income = &game.format.income;
    (!free.is_empty()).then(|| {
        format!(
            "A city ({} PP) brings {} PP and {} DP a turn and {}; there is room for one in {}.",
            game.price(Work::City),
            income.city.value,
            income.dp_per_city.value,
            count(game.format.points.city.value, "point"),
            few(free, NAMED)
        )
    })
}

/// How a region is westernized in one production (im19).
enum Ripe {
    /// By what stands there.
    ByItself,
    /// By one payment and so many own spheres of influence; the natives are so strong now.
    Once { strength: u32, spheres: u32 },
}

/// How a region of the reader can be westernized in one production in which so much falls by itself; `None` if it cannot be,
/// or if its natives are not known.
fn ripe(
    game: &AgeOfImperialism,
    view: &View,
    own: Power,
    (at, land): (&Region, &Land),
    stands: u32,
) -> Option<Ripe> {
    if land.marker.is_none() || land.revolt.is_some() {
        return None;
    }
    let below = game.format.natives.westernized_below.value;
    let strength = u32::from(view.strength(at)?);
    let left = strength.saturating_sub(stands);
    if left < below {
        return Some(Ripe::ByItself);
    }
    let paid = left.saturating_sub(game.format.diplomacy.westernize_strength.value);
    let spheres = (paid + 1).saturating_sub(below);
    let held = land.spheres.get(&own).copied().unwrap_or(0);
    (spheres <= held).then_some(Ripe::Once { strength, spheres })
}

/// Which regions of the reader one payment westernizes, with the spheres of influence that it takes besides and what
/// weakens natives by itself (im19).
fn westernizable(
    game: &AgeOfImperialism,
    view: &View,
    own: Power,
    by_itself: impl Fn(&Land) -> u32,
) -> Option<String> {
    let (diplomacy, below) = (&game.format.diplomacy, game.format.natives.westernized_below.value);
    let by = diplomacy.westernize_strength.value;
    let told = |(at, land): (&Region, &Land)| {
        let stands = by_itself(land);
        let Some(Ripe::Once { strength, spheres }) = ripe(game, view, own, (at, land), stands)
        else {
            return None;
        };
        // What stands there is named only if it takes that too.
        let stands = if strength < by + below { 0 } else { stands };
        let less = |by: u32, what: &str| match by {
            0 => String::new(),
            by => format!(" - {by} for {what}"),
        };
        let influence = if spheres == 1 { "your sphere" } else { "your spheres" };
        let left = strength.saturating_sub(by + stands + spheres);
        Some(format!(
            "{at} ({strength} - {by}{}{} = {left})",
            less(stands, "buildings and explorers there"),
            less(spheres, &format!("{influence} of influence"))
        ))
    };
    let all: Vec<String> = view.open.owned(own).filter_map(told).collect();
    let (income, price) = (&game.format.income, diplomacy.westernize.value);
    let more = income.westernized.value.saturating_sub(income.region.value);
    let points = count(game.format.points.westernized.value, "point");
    let each = if all.len() == 1 { "" } else { " each" };
    (!all.is_empty()).then(|| {
        format!(
            "{price} DP{each} (`westernize`) takes {by} off the strength of natives of yours, and below {below} they are \
             westernized, for {more} PP a turn more and {points}{each}: {}",
            few(all, NAMED)
        )
    })
}
