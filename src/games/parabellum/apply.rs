//! The change that an event makes. It checks nothing.

use super::Parabellum;
use super::events::{Attack, Event};
use super::format::{CardRow, Form, QUARTERS};
use super::knowledge::{heard, shared, strong, told_apart, unknown, weaker};
use super::names::{Sq, Unit};
use super::order::Marker;
use super::reserve::{clear, unmanned};
use super::side::Side;
use super::state::{Bout, Card, Finale, Holdings, Load, Mini, Post, Skirmish, Stack, State, Step};

/// The change that an event makes.
#[expect(clippy::too_many_lines, reason = "one arm for each event, each of a line or two")]
pub fn apply(game: &Parabellum, state: &mut State, event: &Event) {
    match event {
        Event::StepBegan { step } => state.open.step = *step,
        Event::Drawn { site, attacker, .. } => {
            state.open.number += 1;
            state.open.skirmish = Some(Skirmish {
                site: site.clone(),
                attacker: *attacker,
                first: None,
                round: 0,
                active: attacker.other(),
                tokens: [].into(),
                exited: 0,
            });
            let field = game.field(&state.open);
            state.secret.mat.stacks = field.map(|field| field.markers.clone()).unwrap_or_default();
        }
        Event::Chose { first, .. } => {
            skirmish(state, |now| now.first = Some(*first));
        }
        Event::TurnBegan { side, round } => begin(state, *side, *round),
        Event::Bought { unit, kind, price } => {
            let holdings = side(state, unit.side());
            holdings.purse.credits = holdings.purse.credits.saturating_sub(*price);
            holdings.flags.insert(unit.number());
            holdings.cards.insert(unit.clone(), Card::fresh(kind.clone()));
        }
        Event::Stocked { side: who, squads, supply, ammo, price } => {
            let men = squads * game.format.numbers.squad_size.value;
            let purse = &mut side(state, *who).purse;
            purse.credits = purse.credits.saturating_sub(*price);
            purse.men += men;
            purse.supply += supply;
            purse.ammo += ammo;
        }
        Event::Mustered { unit, men, supply, ammo } => {
            let purse = &mut side(state, unit.side()).purse;
            purse.men = purse.men.saturating_sub(*men);
            purse.supply = purse.supply.saturating_sub(*supply);
            purse.ammo = purse.ammo.saturating_sub(*ammo);
            let full = game.full();
            card(game, state, unit, |card, row| {
                (card.strength, card.supply, card.ammo) = (full, row.supply, row.ammo);
            });
        }
        Event::Deployed { unit, form, at } | Event::Parked { unit, form, at } => {
            let (form, at) = (*form, *at);
            state.secret.mat.minis.insert(unit.clone(), Mini { form, at });
            side(state, unit.side()).coming.remove(unit);
            let parked = matches!(event, Event::Parked { .. });
            card(game, state, unit, |card, _| {
                card.post = Post::Field;
                card.refilled |= parked;
            });
            game.spot(state, unit);
        }
        Event::Packed { unit, supply, ammo } => {
            let purse = &mut side(state, unit.side()).purse;
            purse.supply = purse.supply.saturating_sub(*supply);
            purse.ammo = purse.ammo.saturating_sub(*ammo);
            card(game, state, unit, |card, _| {
                card.cargo.supply += supply;
                card.cargo.ammo += ammo;
            });
        }
        Event::Based { unit, hangar } => {
            let post = if *hangar { Post::Hangar } else { Post::OnCall };
            card(game, state, unit, |card, _| card.post = post);
        }
        Event::Placed { side: who, at, supply, ammo } => {
            let purse = &mut side(state, *who).purse;
            purse.supply = purse.supply.saturating_sub(*supply);
            purse.ammo = purse.ammo.saturating_sub(*ammo);
            stack(state, *at, |stack| {
                stack.cached_supply += supply;
                stack.cached_ammo += ammo;
            });
        }
        Event::Paused { unit } => {
            card(game, state, unit, |card, _| card.spent += QUARTERS);
        }
        Event::Moved { unit, to, .. } => step(game, state, unit, *to),
        Event::Pushed { unit, marker, from, to } => {
            let one = match marker {
                Marker::Supply => Load { supply: 1, ammo: 0 },
                Marker::Ammo => Load { supply: 0, ammo: 1 },
            };
            stack(state, *from, |stack| take(stack, one));
            stack(state, *to, |stack| {
                stack.supply += one.supply;
                stack.ammo += one.ammo;
            });
            card(game, state, unit, |card, _| card.spent += QUARTERS);
        }
        Event::Loaded { unit, at, supply, ammo, late } => {
            stack(state, *at, |stack| take(stack, Load { supply: *supply, ammo: *ammo }));
            handle(game, state, unit, *late, supply + ammo);
            card(game, state, unit, |card, _| {
                card.cargo.supply += supply;
                card.cargo.ammo += ammo;
            });
        }
        Event::Unloaded { unit, at, supply, ammo, late } => {
            stack(state, *at, |stack| {
                stack.supply += supply;
                stack.ammo += ammo;
            });
            handle(game, state, unit, *late, supply + ammo);
            card(game, state, unit, |card, _| {
                card.cargo.supply = card.cargo.supply.saturating_sub(*supply);
                card.cargo.ammo = card.cargo.ammo.saturating_sub(*ammo);
            });
        }
        Event::Refilled { unit, with, at } => {
            let one = Load {
                supply: u32::from(*with == Marker::Supply),
                ammo: u32::from(*with == Marker::Ammo),
            };
            stack(state, *at, |stack| take(stack, one));
            fill(game, state, unit, *with);
        }
        Event::Fed { unit, with, by } => {
            card(game, state, by, |card, _| match with {
                Marker::Supply => card.cargo.supply = card.cargo.supply.saturating_sub(1),
                Marker::Ammo => card.cargo.ammo = card.cargo.ammo.saturating_sub(1),
            });
            fill(game, state, unit, *with);
        }
        Event::Cached { at, .. } => stack(state, *at, |stack| {
            stack.cached_supply += std::mem::take(&mut stack.supply);
            stack.cached_ammo += std::mem::take(&mut stack.ammo);
        }),
        Event::Attacked { unit, sides, dice, how, .. } => {
            if *how != Attack::Sortie {
                card(game, state, unit, |card, _| card.attacked = true);
            }
            game.learn(state, unit, |known, _| known.attack = Some(*sides));
            game.counted(state, unit, number(dice.len()));
        }
        Event::Defended { side: who, at, rolls } => heard(game, state, *who, *at, rolls),
        Event::Hit { side, losses, unit, among, .. } => {
            shared(state, *side, among, *losses);
            if let Some(unit) = unit {
                game.learn(state, unit, |known, now| weaker(known, *losses, now));
            }
        }
        Event::Lost { unit, losses } | Event::Foundered { unit, losses, .. } => {
            lose(game, state, unit, *losses);
        }
        Event::Parried { unit, sides, dice, losses } => {
            lose(game, state, unit, *losses);
            game.counted(state, unit, number(dice.len()));
            game.learn(state, unit, |known, now| {
                known.defense = Some(*sides);
                weaker(known, *losses, now);
            });
        }
        Event::Destroyed { unit, .. } => {
            if is_seen(game, state, unit) {
                told_apart(state, unit, 0);
            }
            gone(game, state, unit);
            state.secret.mat.minis.remove(unit);
            let holdings = side(state, unit.side());
            holdings.cards.remove(unit);
            holdings.lost += 1;
        }
        Event::Sunk { unit } => {
            let holdings = side(state, unit.side());
            holdings.cards.remove(unit);
            holdings.lost += 1;
        }
        Event::Dropped { at, supply, ammo } => stack(state, *at, |stack| {
            stack.supply += supply;
            stack.ammo += ammo;
        }),
        Event::Burned { at, barricades, ammo, supply } => stack(state, *at, |stack| {
            stack.barricades = stack.barricades.saturating_sub(*barricades);
            take(stack, Load { supply: *supply, ammo: *ammo });
        }),
        Event::Exploded { at, .. } => stack(state, *at, |stack| {
            (stack.ammo, stack.cached_ammo) = (0, 0);
        }),
        Event::Countered { unit, sides, dice, .. } | Event::FiredAt { unit, sides, dice, .. } => {
            game.learn(state, unit, |known, _| known.attack = Some(*sides));
            game.counted(state, unit, number(dice.len()));
        }
        Event::Spent { unit } => card(game, state, unit, |card, _| card.countered = true),
        Event::Drained { unit, supply, ammo } => card(game, state, unit, |card, _| {
            card.supply = card.supply.saturating_sub(*supply);
            card.ammo = card.ammo.saturating_sub(*ammo);
            card.flown = true;
        }),
        Event::Stowed { unit } => {
            state.secret.mat.minis.remove(unit);
            card(game, state, unit, |card, _| card.post = Post::Hangar);
        }
        Event::Described { side: who, at, units, .. } => {
            let now = state.open.when();
            for unit in units {
                told_apart(state, &unit.unit, unit.strength);
                let known = &mut side(state, who.other()).known;
                let entry = known.entry(unit.unit.clone()).or_insert_with(|| unknown(now));
                (entry.form, entry.at, entry.seen) = (Some(unit.form), Some(*at), now);
                entry.kind = Some(unit.kind.clone());
                strong(entry, unit.strength, now);
            }
        }
        Event::Evacuated { unit } => {
            state.secret.mat.minis.remove(unit);
            card(game, state, unit, |card, _| (card.post, card.supply) = (Post::Away, 0));
        }
        Event::Replenished { unit, supply, ammo } => {
            let purse = &mut side(state, unit.side()).purse;
            purse.supply = purse.supply.saturating_sub(*supply);
            purse.ammo = purse.ammo.saturating_sub(*ammo);
            card(game, state, unit, |card, _| {
                card.supply += supply;
                card.ammo += ammo;
                card.refilled = true;
            });
        }
        Event::Ticked { unit, supply, ammo } => card(game, state, unit, |card, _| {
            card.supply = card.supply.saturating_sub(*supply);
            card.ammo = card.ammo.saturating_sub(*ammo);
        }),
        Event::Sent { unit, at, fee } => {
            let holdings = side(state, unit.side());
            holdings.purse.credits = holdings.purse.credits.saturating_sub(*fee);
            holdings.coming.insert(unit.clone(), *at);
            holdings.sent += 1;
            card(game, state, unit, |card, _| card.post = Post::Coming);
        }
        Event::Turned { unit } => {
            side(state, unit.side()).coming.remove(unit);
            card(game, state, unit, |card, _| card.post = Post::Reserve);
        }
        Event::Hired { unit, kind, form, city, at, fee } => {
            let full = game.full();
            let holdings = side(state, unit.side());
            holdings.purse.credits = holdings.purse.credits.saturating_sub(*fee);
            holdings.flags.insert(unit.number());
            let mut fresh = Card::fresh(kind.clone());
            (fresh.post, fresh.strength, fresh.city) = (Post::Field, full, Some(city.clone()));
            holdings.cards.insert(unit.clone(), fresh);
            let mini = Mini { form: *form, at: *at };
            state.secret.mat.minis.insert(unit.clone(), mini);
            skirmish(state, |now| now.tokens.extend([city.clone()]));
            card(game, state, unit, |card, row| (card.supply, card.ammo) = (row.supply, row.ammo));
            game.spot(state, unit);
        }
        Event::Manned { unit, form, city, at, fee } => {
            let holdings = side(state, unit.side());
            holdings.purse.credits = holdings.purse.credits.saturating_sub(*fee);
            card(game, state, unit, |card, _| {
                (card.post, card.city) = (Post::Field, Some(city.clone()));
            });
            state.secret.mat.minis.insert(unit.clone(), Mini { form: *form, at: *at });
            skirmish(state, |now| now.tokens.extend([city.clone()]));
            game.spot(state, unit);
        }
        Event::Disbanded { unit, city } => {
            gone(game, state, unit);
            state.secret.mat.minis.remove(unit);
            let holdings = side(state, unit.side());
            if let Some(card) = holdings.cards.remove(unit)
                && let Some(empty) = unmanned(game, &mut holdings.purse, card)
            {
                holdings.cards.insert(unit.clone(), empty);
            }
            skirmish(state, |now| now.tokens.retain(|token| token != city));
        }
        Event::Collected { side: who, city, marker, at } => {
            side(state, *who).collected.insert(city.clone());
            stack(state, *at, |stack| match marker {
                Marker::Supply => stack.cached_supply += 1,
                Marker::Ammo => stack.cached_ammo += 1,
            });
        }
        Event::Exited { unit } => {
            state.secret.mat.minis.remove(unit);
            card(game, state, unit, |card, _| card.post = Post::Away);
            skirmish(state, |now| now.exited += 1);
        }
        Event::Won { side: who, how, reward } => {
            side(state, *who).purse.credits += reward;
            if let Some(now) = &state.open.skirmish {
                let site = now.site.clone();
                state.open.results.push(Bout { site, winner: *who, how: *how });
            }
        }
        Event::Salvaged { side: who, supply, ammo } => {
            let purse = &mut side(state, *who).purse;
            purse.supply += supply;
            purse.ammo += ammo;
            clear(game, state);
        }
        Event::Captured { unit, flag, kind } => {
            let card = side(state, unit.side()).cards.remove(unit);
            state.secret.mat.minis.remove(unit);
            let holdings = side(state, flag.side());
            holdings.flags.insert(flag.number());
            let card = card.unwrap_or_else(|| Card::fresh(kind.clone()));
            holdings.cards.insert(flag.clone(), Card { post: Post::Reserve, ..card });
        }
        Event::Valued { side, value } => {
            state.open.values.insert(*side, *value);
        }
        Event::Ended { winner, why } => {
            state.open.finale = Some(Finale { winner: *winner, why: *why });
            (state.open.step, state.open.skirmish) = (Step::Over, None);
        }
        Event::Shelled { .. } | Event::Blasted { .. } | Event::Flew { .. } => {}
    }
}

/// The enemy sees that a unit is no more, unless it stood where nobody saw it.
fn gone(game: &Parabellum, state: &mut State, unit: &Unit) {
    if is_seen(game, state, unit) {
        game.learn(state, unit, |known, _| {
            (known.destroyed, known.at, known.shared) = (true, None, None);
        });
    }
}

/// True of a unit that the enemy sees, and of one that stands nowhere.
fn is_seen(game: &Parabellum, state: &State, unit: &Unit) -> bool {
    let at = state.secret.mat.place(unit);
    at.is_none_or(|at| game.sees(state, unit.side().other(), at))
}

fn number(dice: usize) -> u8 {
    u8::try_from(dice).unwrap_or(u8::MAX)
}

fn side(state: &mut State, side: Side) -> &mut Holdings {
    state.secret.sides.entry(side).or_default()
}

/// Changes the card of a unit, if its side's cards are known.
fn card(
    game: &Parabellum,
    state: &mut State,
    unit: &Unit,
    change: impl FnOnce(&mut Card, &CardRow),
) {
    if let Some(card) = side(state, unit.side()).cards.get_mut(unit) {
        let row = game.format.card(&card.kind.clone());
        change(card, row);
    }
}

fn skirmish(state: &mut State, change: impl FnOnce(&mut Skirmish)) {
    if let Some(now) = &mut state.open.skirmish {
        change(now);
    }
}

/// Changes the markers in a square; where none are left, there is no entry.
fn stack(state: &mut State, at: Sq, change: impl FnOnce(&mut Stack)) {
    let stacks = &mut state.secret.mat.stacks;
    let stack = stacks.entry(at).or_default();
    change(stack);
    if stack.total() == 0 {
        stacks.remove(&at);
    }
}

/// Takes markers away, those in the open first.
fn take(stack: &mut Stack, load: Load) {
    let from = |open: &mut u32, cached: &mut u32, count: u32| {
        let first = count.min(*open);
        *open -= first;
        *cached = cached.saturating_sub(count - first);
    };
    from(&mut stack.supply, &mut stack.cached_supply, load.supply);
    from(&mut stack.ammo, &mut stack.cached_ammo, load.ammo);
}

/// Loading costs movement, or the attack of the turn (pb23).
fn handle(game: &Parabellum, state: &mut State, unit: &Unit, late: bool, count: u32) {
    card(game, state, unit, |card, _| {
        if late {
            card.handled = true;
        } else {
            card.spent += count * QUARTERS;
        }
    });
}

fn fill(game: &Parabellum, state: &mut State, unit: &Unit, with: Marker) {
    card(game, state, unit, |card, row| match with {
        Marker::Supply => card.supply = row.supply,
        Marker::Ammo => card.ammo = row.ammo,
    });
}

fn step(game: &Parabellum, state: &mut State, unit: &Unit, to: Sq) {
    let row = state.card(unit).map(|card| game.format.card(&card.kind));
    let cost = game.field(&state.open).zip(row).map(|(field, row)| {
        let all = row.speed * QUARTERS;
        game.pace((field, &*state), (unit, row), to).cost().unwrap_or(all)
    });
    let minis = &mut state.secret.mat.minis;
    let from = minis.get_mut(unit).map(|mini| (mini.form, std::mem::replace(&mut mini.at, to)));
    if let Some((Form::Carrier, from)) = from {
        carry(game, state, unit.side(), from, to);
    }
    card(game, state, unit, |card, _| {
        card.spent += cost.unwrap_or(0);
        card.moved = true;
    });
    side(state, unit.side()).mover = Some(unit.clone());
    game.spot(state, unit);
}

/// The aircraft on a carrier's deck go where it goes (pb72).
fn carry(game: &Parabellum, state: &mut State, owner: Side, from: Sq, to: Sq) {
    let minis = state.secret.mat.minis.iter_mut();
    let aboard = minis.filter(|(unit, mini)| {
        unit.side() == owner && mini.form == Form::Aircraft && mini.at == from
    });
    let mut moved = Vec::new();
    for (unit, mini) in aboard {
        mini.at = to;
        moved.push(unit.clone());
    }
    for unit in moved {
        game.spot(state, &unit);
    }
}

fn lose(game: &Parabellum, state: &mut State, unit: &Unit, losses: u32) {
    card(game, state, unit, |card, _| {
        card.strength = card.strength.saturating_sub(u8::try_from(losses).unwrap_or(u8::MAX));
    });
}

/// A new turn forgets what counted for a side's last one.
fn begin(state: &mut State, active: Side, round: u32) {
    state.open.step = Step::Turn;
    skirmish(state, |now| {
        (now.active, now.round) = (active, round);
        now.first = now.first.or(Some(active));
    });
    for (who, holdings) in &mut state.secret.sides {
        holdings.mover = None;
        holdings.collected.clear();
        for card in holdings.cards.values_mut() {
            card.countered = false;
            if *who == active {
                (card.moved, card.attacked, card.spent) = (false, false, 0);
                (card.flown, card.refilled, card.handled) = (false, false, false);
            }
        }
    }
}
