//! What a side may order, unit by unit: the lines of a template. What the check refuses is left
//! out by the engine.

use std::collections::BTreeSet;

use super::Parabellum;
use super::acts::Viewpoint;
use super::acts::ways::path;
use super::format::{CardRow, Exchange, Going, Pace};
use super::names::{Sq, Unit};
use super::order::{Dogfight, Marker, Order, Readiness, Withdrawal};
use super::side::Side;
use super::sight::View;
use super::state::{Card, Open, Post, State, Step};
use super::theater::Field;
use crate::base::words::count;
use crate::engine::Choice;

/// Squares that a unit is offered at most, of each kind.
const SQUARES: usize = 8;

/// What the reader may order in the coming cycle.
pub fn choices(game: &Parabellum, view: &View) -> Vec<Choice<Order>> {
    let Some(side) = view.side.filter(|_| view.open.step != Step::Over) else { return Vec::new() };
    let state = view.ordered(game);
    let offers = Offers { game, state: &state, side };
    let cards = state.side(side).cards.iter();
    let units = cards.map(|(unit, card)| offers.unit(unit, card));
    let whole = offers.whole();
    units.chain(whole).collect()
}

/// Orders that come to something in the enemy's turn (pb13).
const IN_THE_ENEMYS_TURN: [&str; 8] =
    ["anti-air", "bluff", "counter", "dogfight", "intercept", "losses", "surrender", "withdraw"];

/// True if an order of that kind can come to something for the reader: in the enemy's turn only what
/// decides something there, and nothing for which they have no unit or the map no place.
pub fn takes(game: &Parabellum, view: &View, kind: &str) -> bool {
    let together = game.switches.exchange == Exchange::ARound;
    let now = together || !waits(view.side, &view.open) || IN_THE_ENEMYS_TURN.contains(&kind);
    now && has_use(game, view, kind)
}

/// How many reinforcements a side can still send in this skirmish: none without a fee, a unit to send or a next turn
/// (pb14).
pub fn sends_left(game: &Parabellum, field: &Field, view: &View, side: Side) -> u32 {
    let (Some(own), Some(now)) = (view.own.get(&side), &view.open.skirmish) else { return 0 };
    let state = view.believed();
    let fielded = Viewpoint { game, state: &state, side }.can_field();
    let paid = own.purse.credits >= field.reinforcements.fee;
    if fielded && paid && now.round < field.turns {
        field.reinforcements.most.saturating_sub(own.sent)
    } else {
        0
    }
}

/// True if the reader has what an order of that kind is for.
fn has_use(game: &Parabellum, view: &View, kind: &str) -> bool {
    let (Some(side), Some(field)) = (view.side, game.field(&view.open)) else { return true };
    let Some(own) = view.own.get(&side) else { return true };
    let any = |is: fn(&Card, &CardRow) -> bool| {
        own.cards.values().any(|card| is(card, game.format.card(&card.kind)))
    };
    let cargo = || any(|card, _| card.cargo.total() > 0);
    let lies = || !view.mat.stacks.is_empty();
    let credits = own.purse.credits;
    let irregulars = || field.cities.values().any(|city| city.irregulars);
    match kind {
        "anti-air" => any(|_, row| row.anti_air > 0),
        "attack" => any(|card, row| {
            let there = matches!(card.post, Post::Field | Post::Coming);
            row.attack > 0 && !row.flies() && there
        }),
        "bombard" => any(|card, row| row.indirect && card.post == Post::Field),
        "buy" => cheapest_card(game, side) <= credits,
        "cache" | "load" | "push" | "unload" => lies() || cargo(),
        "collect" => irregulars(),
        "disband" => any(|card, _| card.city.is_some()),
        "dogfight" | "intercept" => any(|_, row| row.fighter),
        "evacuate" => any(|card, row| row.flies() && based(card)),
        "first" => view.open.results.last().is_some_and(|last| last.winner == side),
        "hire" => irregulars() && credits >= game.format.numbers.irregular_fee.value,
        "losses" => view.mat.of(side).count() > 1,
        "muster" => any(|_, row| row.flies()),
        "recon" => any(|card, row| {
            row.flies() && (based(card) || card.post == Post::OnCall && card.supply >= row.supply)
        }),
        "refill" => {
            let lacks = any(|card, row| {
                card.post == Post::Field && (card.supply < row.supply || card.ammo < row.ammo)
            });
            lacks && (lies() || cargo())
        }
        "reinforce" => sends_left(game, field, view, side) > 0,
        "replenish" => any(|card, row| row.flies() && (based(card) || card.post == Post::OnCall)),
        "sortie" => any(|card, row| {
            let full = card.supply >= row.supply && card.ammo >= row.ammo;
            row.flies() && (based(card) || card.post == Post::OnCall && full)
        }),
        "stock" => cheapest_marker(game) <= credits,
        _ => true,
    }
}

/// True of an aircraft that stands on a base or in its hangar.
fn based(card: &Card) -> bool {
    matches!(card.post, Post::Field | Post::Hangar)
}

/// The least that a unit costs which a side can buy.
fn cheapest_card(game: &Parabellum, side: Side) -> u32 {
    let cards = game.theater.lists[&side].iter().map(|kind| game.format.card(kind));
    cards.filter(|row| !row.is_hired()).map(|row| row.price).min().unwrap_or(u32::MAX)
}

/// The least that a marker costs.
pub fn cheapest_marker(game: &Parabellum) -> u32 {
    game.format.numbers.supply_price.value.min(game.format.numbers.ammo_price.value)
}

/// True if it is the turn of the enemy of that side.
fn waits(side: Option<Side>, open: &Open) -> bool {
    side.zip(open.active()).is_some_and(|(side, active)| side != active)
}

/// Where the attacker is going.
fn goal(field: &Field) -> Sq {
    field.cities[field.aim.city()].squares[0]
}

struct Offers<'a> {
    game: &'a Parabellum,
    state: &'a State,
    side: Side,
}

impl Offers<'_> {
    /// A unit as its card has it.
    fn described(&self, unit: &Unit, card: &Card, row: &CardRow) -> String {
        let place = match (self.state.secret.mat.place(unit), card.post) {
            (Some(at), _) => format!("at {at}"),
            (None, Post::Reserve) => "in reserve".to_owned(),
            (None, Post::OnCall) => "on call".to_owned(),
            (None, Post::Hangar) => "in the hangar".to_owned(),
            (None, Post::Coming) => "on its way".to_owned(),
            (None, Post::Away | Post::Field) => "out of the skirmish".to_owned(),
        };
        let Card { kind, strength, supply, ammo, .. } = card;
        let scales = format!("supply {supply} of {}, ammo {ammo} of {}", row.supply, row.ammo);
        format!("{unit}, {kind}, {place}: strength {strength}, {scales}")
    }

    fn unit(&self, unit: &Unit, card: &Card) -> Choice<Order> {
        let row = self.game.format.card(&card.kind);
        let subject = self.described(unit, card, row);
        // In the enemy's turn a unit has nothing to do, so none is one without orders.
        if waits(Some(self.side), &self.state.open) {
            return Choice::unit(subject);
        }
        let mut choice = Choice::unit(subject);
        let Some(field) = self.game.field(&self.state.open) else { return choice };
        match self.state.open.step {
            Step::Defender | Step::Attacker => self.deployment(&mut choice, field, unit, row),
            Step::Turn => self.turn(&mut choice, field, unit, card, row),
            Step::Purchase | Step::Recruit | Step::Over => {}
        }
        choice
    }

    fn deployment(&self, choice: &mut Choice<Order>, field: &Field, unit: &Unit, row: &CardRow) {
        let named = || unit.clone();
        if row.going == Going::Air {
            choice.offer(Order::Muster { unit: named() }, "ready to fly");
        }
        let role = self.state.open.skirmish.as_ref().map(|now| now.role(self.side));
        let lines = role.map_or(&[][..], |role| &field.lines[&role]);
        let runway = field.runway.iter().flat_map(|runway| &runway.squares);
        let deck = Viewpoint { game: self.game, state: self.state, side: self.side }.base();
        let deck = deck.filter(|base| base.ship.is_some()).map(|base| base.squares);
        let deck = deck.iter().flatten().take(1);
        let goes = |at: &&Sq| self.game.pace((field, self.state), (unit, row), **at) != Pace::Never;
        let mut open: Vec<&Sq> = lines.iter().filter(goes).collect();
        open.sort_by_key(|at| (at.0.orthogonal(goal(field).0), **at));
        let squares = runway.chain(deck).filter(|_| row.flies()).chain(open);
        for at in squares.take(SQUARES) {
            let order = Order::Deploy { unit: named(), at: *at, supply: 0, ammo: 0 };
            choice.offer(order, "");
        }
        if let Some(at) = lines.first().filter(|_| row.capacity > 1) {
            let order = Order::Deploy { unit: named(), at: *at, supply: 1, ammo: 1 };
            choice.offer(order, format!("it carries up to {}", row.capacity));
        }
    }

    fn turn(
        &self,
        choice: &mut Choice<Order>,
        field: &Field,
        unit: &Unit,
        card: &Card,
        row: &CardRow,
    ) {
        let named = || unit.clone();
        let desk = Viewpoint { game: self.game, state: self.state, side: self.side };
        let mat = &self.state.secret.mat;
        let enemies: BTreeSet<Sq> = mat.of(self.side.other()).map(|(_, mini)| mini.at).collect();
        let goal = goal(field);
        if let Some(ways) = desk.ways(field, unit) {
            let mut squares: Vec<Sq> = ways.order().iter().copied().map(Sq).collect();
            squares.sort_by_key(|at| at.0.orthogonal(goal.0));
            for at in squares.into_iter().take(SQUARES) {
                if let Some(path) = path(&ways, at).filter(|way| !way.is_empty()) {
                    choice.offer(Order::Move { unit: named(), path }, "");
                }
            }
        }
        // What is out of range is refused, and what flies reaches all of the map.
        let far = |at: &Sq| mat.place(unit).map(|from| from.0.orthogonal(at.0));
        let reached = |at: &Sq| row.flies() || far(at).is_some_and(|far| row.reaches(far));
        for at in enemies.into_iter().filter(reached).take(3 * SQUARES) {
            if row.flies() {
                choice.offer(Order::Sortie { unit: named(), at, deck: false }, "");
                choice.offer(Order::Recon { unit: named(), at }, "");
            } else if row.indirect {
                choice.offer(
                    Order::Bombard { unit: named(), at, deck: false },
                    "if it does not move",
                );
            } else {
                let (unit, next) = (named(), Vec::new());
                let order = Order::Attack { unit, at, next, hold: true, deck: false };
                choice.offer(order, "if somebody is still there");
            }
        }
        for with in [Marker::Supply, Marker::Ammo] {
            let order = Order::Refill { unit: named(), with, at: None, by: None };
            choice.offer(order, "from markers beside it");
        }
        for (at, stack) in mat.stacks.iter().take(SQUARES) {
            let (supply, ammo) = (stack.supplies().min(1), stack.rounds().min(1));
            let (at, late) = (*at, false);
            choice.offer(Order::Load { unit: named(), at, supply, ammo, late }, "");
        }
        if let Some(at) = mat.place(unit) {
            let (supply, ammo) = (card.cargo.supply, card.cargo.ammo);
            let order = Order::Unload { unit: named(), at, supply, ammo, late: false };
            choice.offer_if(card.cargo.total() > 0, order, "all it carries");
            choice.offer(Order::Cache { unit: named() }, "the markers in its square");
        }
        choice.offer(Order::Disband { unit: named() }, "it goes home");
        for city in field.cities.keys().filter(|_| row.light && card.post == Post::Reserve) {
            let order = Order::Hire { city: city.clone(), unit: Some(named()) };
            choice.offer(order, "irregulars man it");
        }
        choice.offer_if(row.flies(), Order::Evacuate { unit: named() }, "for the whole skirmish");
        let role = self.state.open.skirmish.as_ref().map(|now| now.role(self.side));
        let lines = role.map_or(&[][..], |role| &field.lines[&role]);
        for at in lines.iter().take(2) {
            choice.offer(Order::Reinforce { unit: named(), at: *at }, "it arrives next turn");
        }
        let when = Readiness::Strength(3);
        let order = Order::Counter { unit: Some(named()), when };
        let counters = row.attack > 0 && !row.flies();
        choice.offer_if(counters, order, "while it has so much strength");
        let order = Order::Counter { unit: Some(named()), when: Readiness::Never };
        choice.offer_if(counters, order, "it stays quiet");
        let fires = row.anti_air > 0;
        let when = Readiness::Ammo(2);
        let order = Order::AntiAir { unit: Some(named()), when };
        choice.offer_if(fires, order, "it keeps its last round");
        let when = Readiness::Never;
        choice.offer_if(fires, Order::AntiAir { unit: Some(named()), when }, "it holds its fire");
        let order = Order::Intercept { unit: Some(named()), when: Readiness::Always };
        choice.offer_if(row.fighter, order, "it meets enemy sorties");
    }

    /// What belongs to no unit.
    fn whole(&self) -> Vec<Choice<Order>> {
        let holdings = self.state.side(self.side);
        let credits = count(holdings.purse.credits, "credit");
        let mut choice = Choice::other(format!("Your company: {credits}"));
        let open = &self.state.open;
        if matches!(open.step, Step::Purchase | Step::Recruit) {
            for kind in &self.game.theater.lists[&self.side] {
                let row = self.game.format.card(kind);
                let order = Order::Buy { card: kind.clone(), count: 1 };
                let squads = count(row.squads, "squad");
                choice.offer(order, format!("{} credits, {squads}", row.price));
            }
            choice.offer(Order::Stock { squads: 5, supply: 4, ammo: 4 }, "men and markers");
        }
        choice.offer(Order::First(self.side), "you go first");
        if let Some(field) = self.game.field(open) {
            for city in field.cities.keys() {
                choice.offer(Order::Hire { city: city.clone(), unit: None }, "if you hold it");
                let marker = Marker::Supply;
                choice.offer(Order::Collect { city: city.clone(), marker }, "if you hold it");
            }
        }
        if let Some(kind) = self.game.theater.lists[&self.side].first() {
            let strength = self.game.full();
            let order = Order::Bluff { at: None, card: kind.clone(), strength };
            choice.offer(order, "dice are rolled for empty squares");
        }
        let units = || self.state.secret.mat.of(self.side).map(|(unit, _)| unit.clone());
        let order = Order::Losses { order: units().collect() };
        choice.offer_if(units().count() > 1, order, "the first in a square takes losses first");
        choice.offer_all([
            (Order::Dogfight(Dogfight::Answer), "a fighter that is met gives up its sortie"),
            (Order::Withdraw(Withdrawal::UnitsAtMost(1)), "concede when so few units are left"),
            (
                Order::Withdraw(Withdrawal::LossesAtLeast(4)),
                "concede once so many units are destroyed",
            ),
            (Order::Counter { unit: None, when: Readiness::Strength(3) }, "weak units stay quiet"),
            (Order::AntiAir { unit: None, when: Readiness::Ammo(2) }, "the last round is kept"),
            (Order::Replenish { unit: None }, "aircraft are supplied and armed again"),
            (Order::Surrender, "give up the theater"),
        ]);
        vec![choice]
    }
}
