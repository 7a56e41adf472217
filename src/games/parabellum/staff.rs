//! A plain computer player.
//!
//! It buys a mixed force after a plan that it draws, keeps trucks and markers with it, goes for the
//! aim or stays near it, attacks what it reaches, and concedes when hardly anything is left. All
//! that it orders is tried first by what its side sees.

use super::Parabellum;
use super::acts::Viewpoint;
use super::acts::ways::path;
use super::format::{CardRow, Form, Going};
use super::names::{Kind, Sq, Unit};
use super::order::{Marker, Order, Readiness, Withdrawal};
use super::side::{Role, Side};
use super::sight::View;
use super::state::{Card, Post, State, Step};
use super::theater::{Aim, Field};
use crate::engine::contract::staff::Luck;
use crate::engine::{Chance, Rules};

/// What of its credits a side spends on units, in a hundred.
const ON_UNITS: u32 = 70;
/// Units on the map at most at the beginning.
const FORCE: usize = 14;

/// Orders for the coming cycle.
pub fn suggest(game: &Parabellum, view: &View, chance: &mut Chance) -> Vec<Order> {
    let Some(side) = view.side else { return Vec::new() };
    let luck = Luck::of(chance, side.name());
    let mut staff = Staff { game, side, state: view.ordered(game), luck, orders: Vec::new() };
    match view.open.step {
        Step::Purchase | Step::Recruit => {
            if let Some(plan) = staff.luck.one_of("plan", &PLANS) {
                staff.shop(&plan.worth);
            }
        }
        Step::Defender | Step::Attacker => staff.deploy(),
        Step::Turn if staff.state.open.active() == Some(side) => staff.turn(),
        Step::Turn => staff.standing(),
        Step::Over => {}
    }
    staff.orders
}

/// How much a card is worth to a side that buys: so often it is drawn among others.
pub type Worth<'a> = &'a dyn Fn(&CardRow) -> u64;

/// What a side looks for when it buys.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// What it likes, in a word.
    pub name: &'static str,
    /// How much a card is worth to it.
    pub worth: fn(&CardRow) -> u64,
}

const fn plan(name: &'static str, worth: fn(&CardRow) -> u64) -> Plan {
    Plan { name, worth }
}

/// Ten plans, from which a side draws one when it buys.
pub const PLANS: [Plan; 10] = [
    plan("mixed", |_| 2),
    plan("infantry", |card| if card.going == Going::Foot { 6 } else { 1 }),
    plan("tracked", |card| if card.going == Going::Tracked { 6 } else { 1 }),
    plan("walkers", |card| if card.going == Going::Walker { 6 } else { 1 }),
    plan("wheeled", |card| if card.going == Going::Wheeled { 4 } else { 2 }),
    plan("guns", |card| if card.indirect { 5 } else { 2 }),
    plan("aircraft", |card| if card.going == Going::Air { 4 } else { 2 }),
    plan("support", |card| if card.anti_air > 0 || card.capacity > 1 { 3 } else { 2 }),
    plan("heavy", |card| if card.price >= 500 { 5 } else { 1 }),
    plan("light", |card| if card.price < 400 { 5 } else { 1 }),
];

/// Purchases by what cards are worth, where the cycle is one for purchases.
pub fn purchases(game: &Parabellum, view: &View, chance: &mut Chance, worth: Worth) -> Vec<Order> {
    let Some(side) = view.side else { return Vec::new() };
    let luck = Luck::of(chance, side.name());
    let mut staff = Staff { game, side, state: view.ordered(game), luck, orders: Vec::new() };
    staff.shop(worth);
    staff.orders
}

struct Staff<'a> {
    game: &'a Parabellum,
    side: Side,
    /// What the side believes, as the orders so far make it.
    state: State,
    luck: Luck<'a>,
    orders: Vec<Order>,
}

impl Staff<'_> {
    fn desk(&self) -> Viewpoint<'_> {
        Viewpoint { game: self.game, state: &self.state, side: self.side }
    }

    /// Gives an order, if it can be carried out as far as its side knows.
    fn give(&mut self, order: Order) -> bool {
        let planned = self.desk().plan(&order, &mut |free| free[0]);
        let Ok(deed) = planned else { return false };
        if deed.short.is_some() {
            return false;
        }
        for (_, event) in &deed.events {
            self.game.apply(&mut self.state, event);
        }
        self.orders.push(order);
        true
    }

    fn row(&self, card: &Card) -> &CardRow {
        self.game.format.card(&card.kind)
    }

    /// The side's units with their cards, by flag.
    fn units(&self, wanted: impl Fn(&Card) -> bool) -> Vec<(Unit, Card)> {
        let cards = self.state.side(self.side).cards.iter();
        let cards = cards.filter(|(_, card)| wanted(card));
        cards.map(|(unit, card)| (unit.clone(), card.clone())).collect()
    }

    // Purchases.

    /// Men and markers for what there is, then units with what they need, as the plan has it.
    fn shop(&mut self, worth: Worth) {
        let numbers = &self.game.format.numbers;
        let (mut men, mut supply, mut ammo) = (0, 0, 0);
        let desk = self.desk();
        for card in self.state.side(self.side).cards.values() {
            let needs = desk.needs(card);
            (men, supply, ammo) = (men + needs.0, supply + needs.1 + 1, ammo + needs.2 + 1);
        }
        let purse = self.state.side(self.side).purse;
        let squads_of = |men: u32| men.saturating_sub(purse.men).div_ceil(numbers.squad_size.value);
        let price = |men: u32, supply: u32, ammo: u32| {
            squads_of(men) * numbers.squad_price.value
                + supply.saturating_sub(purse.supply) * numbers.supply_price.value
                + ammo.saturating_sub(purse.ammo) * numbers.ammo_price.value
        };
        let list = &self.game.theater.lists[&self.side];
        let mut bought: Vec<Kind> = Vec::new();
        let mut spent = price(men, supply, ammo);
        let most = purse.credits * if purse.credits > 2000 { ON_UNITS } else { 100 } / 100;
        for n in 0..40 {
            let weights: Vec<u64> = list
                .iter()
                .map(|kind| {
                    let card = self.game.format.card(kind);
                    let idle = card.attack == 0 || card.bridge || card.is_hired();
                    if idle || card.going == Going::Naval { 0 } else { worth(card) }
                })
                .collect();
            let total: u64 = weights.iter().sum();
            if total == 0 {
                break;
            }
            let mut at = self.luck.draw(&["buy", &n.to_string()]).below(total);
            let found = list.iter().zip(&weights).find(|(_, weight)| {
                let here = at < **weight;
                at = at.saturating_sub(**weight);
                here
            });
            let Some((kind, _)) = found else { break };
            let card = self.game.format.card(kind);
            let all = (
                men + card.squads * numbers.strength.value,
                supply + 3,
                ammo + 2 + u32::from(card.indirect),
            );
            let cost = card.price + price(all.0, all.1, all.2) - price(men, supply, ammo);
            if spent + cost > most {
                continue;
            }
            spent += cost;
            (men, supply, ammo) = all;
            bought.push(kind.clone());
        }
        bought.sort();
        let mut kinds = bought.clone();
        kinds.dedup();
        for kind in kinds {
            let count = bought.iter().filter(|one| **one == kind).count();
            let count = u32::try_from(count).unwrap_or(1);
            self.give(Order::Buy { card: kind, count });
        }
        // What cannot be paid whole is bought in part.
        let wants = [
            squads_of(men).min(100),
            supply.saturating_sub(purse.supply).min(100),
            ammo.saturating_sub(purse.ammo).min(100),
        ];
        let _ = [1, 2, 4, 8].into_iter().any(|part| {
            let [squads, supply, ammo] = wants.map(|count| count.div_ceil(part));
            self.give(Order::Stock { squads, supply, ammo })
        });
    }

    // Deployment.

    /// The squares of its lines, those nearest to the aim first.
    fn lines(field: &Field, role: Role) -> Vec<Sq> {
        let goal = field.cities[field.aim.city()].squares[0];
        let mut lines = field.lines[&role].clone();
        lines.sort_by_key(|at| (at.0.orthogonal(goal.0), *at));
        lines
    }

    fn deploy(&mut self) {
        let game = self.game;
        let open = self.state.open.clone();
        let (Some(field), Some(now)) = (game.field(&open), &open.skirmish) else { return };
        self.give(Order::First(self.side));
        let role = now.role(self.side);
        let lines = Self::lines(field, role);
        let reserve = self.units(|card| card.post == Post::Reserve);
        let mut units = self.luck.shuffled("deployment", reserve);
        units.sort_by_key(|(_, card)| (self.row(card).indirect, self.row(card).capacity > 1));
        for (unit, card) in units {
            let row = self.row(&card).clone();
            if row.flies() {
                let runway = field.runway.iter().flat_map(|runway| runway.squares.clone());
                let parked = runway.into_iter().any(|at| {
                    let unit = unit.clone();
                    self.give(Order::Deploy { unit, at, supply: 0, ammo: 0 })
                });
                let _ = parked || self.give(Order::Muster { unit });
                continue;
            }
            if self.state.secret.mat.of(self.side).count() >= FORCE {
                continue;
            }
            let load = if row.capacity > 1 { row.capacity / 2 } else { 0 };
            for at in &lines {
                let (unit, at) = (unit.clone(), *at);
                let laden = Order::Deploy { unit: unit.clone(), at, supply: load, ammo: load };
                let bare = Order::Deploy { unit, at, supply: 0, ammo: 0 };
                if self.give(laden) || (load > 0 && self.give(bare)) {
                    break;
                }
            }
        }
        let rear = lines.last().copied();
        if let Some(at) = rear {
            self.give(Order::Place { at, supply: 2, ammo: 2 });
        }
    }

    // Turns.

    /// What answers for it in the enemy's turn.
    fn standing(&mut self) {
        self.give(Order::Intercept { unit: None, when: Readiness::Always });
        let order = Order::Replenish { unit: None };
        if self.desk().base().is_some() {
            self.give(order);
        } else if self.desk().plan(&order, &mut |free| free[0]).is_ok() {
            // Aircraft on call get theirs when the turn is nearly over.
            self.orders.push(order);
        }
        self.give(Order::Withdraw(Withdrawal::UnitsAtMost(1)));
    }

    fn turn(&mut self) {
        let game = self.game;
        let open = self.state.open.clone();
        let (Some(field), Some(now)) = (game.field(&open), &open.skirmish) else { return };
        self.standing();
        let role = now.role(self.side);
        let places = field.cities[field.aim.city()].squares.clone();
        let units = self.luck.shuffled("turn", self.units(|card| card.post == Post::Field));
        for (unit, card) in &units {
            if !self.row(card).flies() {
                self.provide(unit);
                self.advance(field, role, &places, unit);
            }
        }
        for (unit, _) in &units {
            self.provide(unit);
        }
        for (unit, card) in &units {
            let at = self.state.secret.mat.place(unit).filter(|at| places.contains(at));
            let brings = role == Role::Attacker && matches!(field.aim, Aim::Deliver(..));
            if let Some(at) = at.filter(|_| brings && card.cargo.total() > 0) {
                let (supply, ammo) = (card.cargo.supply, card.cargo.ammo);
                self.give(Order::Unload { unit: unit.clone(), at, supply, ammo, late: false });
            }
        }
        let enemies: Vec<Sq> =
            self.state.secret.mat.of(self.side.other()).map(|(_, mini)| mini.at).collect();
        let flown = self.units(|card| matches!(card.post, Post::OnCall | Post::Field));
        for (n, (unit, card)) in flown.into_iter().enumerate() {
            if self.row(&card).flies() && !self.row(&card).fighter {
                let at = self.luck.one_of(&format!("sortie {n}"), &enemies);
                at.map(|at| self.give(Order::Sortie { unit, at, deck: false }));
            }
        }
        for (unit, card) in &units {
            self.fire(field, unit, card);
        }
        self.rally(field, role);
    }

    /// Fills scales that are low.
    fn provide(&mut self, unit: &Unit) {
        let Some(card) = self.state.card(unit).cloned() else { return };
        let row = self.row(&card).clone();
        let kinds =
            [(Marker::Supply, card.supply, row.supply), (Marker::Ammo, card.ammo, row.ammo)];
        for (with, now, full) in kinds {
            if now * 2 <= full && full > 0 {
                self.give(Order::Refill { unit: unit.clone(), with, at: None, by: None });
            }
        }
    }

    /// Moves a unit to where it is of most use.
    fn advance(&mut self, field: &Field, role: Role, places: &[Sq], unit: &Unit) {
        let Some(card) = self.state.card(unit).cloned() else { return };
        let row = self.row(&card).clone();
        let mat = &self.state.secret.mat;
        let Some(here) = mat.place(unit) else { return };
        let enemies: Vec<Sq> = mat.of(self.side.other()).map(|(_, mini)| mini.at).collect();
        let reach = |at: Sq| {
            let range = row.range.0..=row.range.1;
            enemies.iter().filter(|enemy| range.contains(&at.0.orthogonal(enemy.0))).count()
        };
        if card.supply < 2 && row.supply > 0 && !places.contains(&here) {
            return;
        }
        let foes: Vec<(Sq, (u32, u32))> = mat
            .of(self.side.other())
            .filter_map(|(_, mini)| Some((mini.at, self.reach(mini.form)?)))
            .collect();
        // Enemies that can attack it there as they stand.
        let danger = |at: Sq| {
            let near = foes
                .iter()
                .filter(|(foe, range)| (range.0..=range.1).contains(&at.0.orthogonal(foe.0)));
            i64::try_from(near.count().min(3)).unwrap_or(0)
        };
        // What has moved does not bombard.
        if row.indirect && reach(here) > 0 && danger(here) == 0 {
            return;
        }
        let carrier = row.capacity > 1;
        let convoy = role == Role::Attacker && matches!(field.aim, Aim::Deliver(..));
        let low = self.units(|card| {
            let row = self.game.format.card(&card.kind);
            card.post == Post::Field && card.supply * 2 <= row.supply && row.capacity < 2
        });
        let needy: Vec<Sq> = low.iter().filter_map(|(unit, _)| mat.place(unit)).collect();
        let desk = self.desk();
        let Some(ways) = desk.ways(field, unit) else { return };
        let near = |squares: &[Sq], at: Sq| {
            squares.iter().map(|one| one.0.orthogonal(at.0)).min().unwrap_or(0)
        };
        let value = |at: Sq| {
            let goal = i64::from(near(places, at));
            let foe = i64::from(near(&enemies, at));
            let shots = i64::try_from(reach(at).min(2)).unwrap_or(0);
            let cover = i64::from(self.game.shelter(field, at, row.height));
            if carrier && convoy && card.cargo.total() > 0 {
                return -6 * goal + cover + foe.min(3);
            }
            if carrier {
                let helped = i64::from(near(&needy, at));
                return -helped * 3 - goal + foe.min(4);
            }
            let danger = danger(at) * (4 - cover);
            match role {
                Role::Attacker => 8 * shots - 3 * goal + cover - danger,
                Role::Defender => 8 * shots - 2 * goal + 2 * cover - foe / 2 - danger,
            }
        };
        let best = ways.order().iter().copied().map(Sq).max_by_key(|at| {
            (value(*at), std::cmp::Reverse(ways.cost(&at.0)), std::cmp::Reverse(*at))
        });
        let way = best.filter(|at| *at != here && value(*at) > value(here));
        if let Some(path) = way.and_then(|at| path(&ways, at)) {
            self.give(Order::Move { unit: unit.clone(), path });
        }
    }

    /// How near and how far an enemy with that miniature attacks, by the cards that it can have.
    fn reach(&self, form: Form) -> Option<(u32, u32)> {
        let list = self.game.theater.lists[&self.side.other()].iter();
        let rows = list.map(|kind| self.game.format.card(kind)).filter(|row| row.form == form);
        let ranges = rows.filter(|row| row.attack > 0).map(|row| row.range);
        ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Attacks the weakest enemy in range by what is known of it, or markers.
    fn fire(&mut self, field: &Field, unit: &Unit, card: &Card) {
        let row = self.row(card).clone();
        let mat = &self.state.secret.mat;
        let Some(here) = mat.place(unit) else { return };
        let known = &self.state.side(self.side).known;
        let mut targets: Vec<(u32, u8, Sq)> = mat
            .of(self.side.other())
            .map(|(enemy, mini)| {
                let sighting = known.get(enemy).and_then(|sighting| sighting.strength);
                let strength = sighting.map_or(self.game.full(), |(strength, _)| strength);
                let cover = if row.indirect {
                    self.game.shelter(field, mini.at, 15)
                } else {
                    self.game.cover(field, here, mini.at, 15)
                };
                (cover, strength, mini.at)
            })
            .filter(|(cover, _, _)| *cover < 4)
            .collect();
        targets.sort();
        targets.dedup_by_key(|target| target.2);
        let squares: Vec<Sq> = targets.into_iter().map(|(_, _, at)| at).collect();
        if row.indirect {
            let unit = || unit.clone();
            let mut fired =
                squares.iter().map(|at| Order::Bombard { unit: unit(), at: *at, deck: false });
            let _ = fired.any(|order| self.give(order));
            return;
        }
        let raid = matches!(field.aim, Aim::Raid(_)) && squares.is_empty();
        let depot = field.cities[field.aim.city()].squares.iter().filter(|_| raid);
        let depot = depot.filter(|at| mat.stack(**at).total() > 0 && !mat.holds(self.side, **at));
        for at in squares.into_iter().chain(depot.copied()).collect::<Vec<_>>() {
            let (unit, next) = (unit.clone(), Vec::new());
            let attack = Order::Attack { unit, at, next, hold: true, deck: false };
            if self.give(attack) {
                return;
            }
        }
    }

    /// Reinforcements and irregulars, as far as they are allowed.
    fn rally(&mut self, field: &Field, role: Role) {
        let lines = Self::lines(field, role);
        for (unit, card) in self.units(|card| card.post == Post::Reserve) {
            if !self.row(&card).flies() {
                let mut squares = lines.iter().take(6);
                let _ = squares.any(|at| {
                    let (unit, at) = (unit.clone(), *at);
                    self.give(Order::Reinforce { unit, at })
                });
            }
        }
        if self.state.side(self.side).purse.credits > 1500 {
            for city in field.cities.keys() {
                self.give(Order::Hire { city: city.clone(), unit: None });
            }
        }
    }
}
