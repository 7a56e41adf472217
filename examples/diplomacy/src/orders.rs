//! What may be ordered.

use adjutant::prelude::*;

use crate::order::{Condition, Kind, Order, Reason, SHORT};
use crate::place::Place;
use crate::power::Power;
use crate::sight::View;
use crate::state::{Beaten, Open, Stage, Unit};
use crate::{BUILD, CONVOY, Diplomacy, ORDERS, REMOVE, RETREAT, SUPPORT, retreat, staff};

impl Orders for Diplomacy {
    type Order = Order;
    type Condition = Condition;
    type Reason = Reason;
    const SHORT: &'static Short = SHORT;

    fn can(&self, view: &View, order: &Order) -> Checked<Reason> {
        let Some(power) = Power::reading(&view.reader) else { return Ok(()) };
        match view.open.stage {
            Stage::Movement => self.can_move(&view.open, power, order),
            Stage::Retreats => self.can_retreat(&view.open, power, order),
            Stage::Adjustments => self.can_adjust(&view.open, power, order),
        }
    }

    fn matter(&self, order: &Order) -> Option<Matter> {
        match order {
            Order::Build { .. } | Order::Waive | Order::Disband { .. } => None,
            Order::Draw => Some(Matter::of("draw").by(&crate::DRAW)),
            _ => order
                .unit()
                .map(|(_, at)| Matter::of("unit").by(&ORDERS).only(Some(&at.province()))),
        }
    }

    fn budgets(&self, view: &View, sheet: &Sheet<Order, Condition>) -> Vec<Budget> {
        let due = Power::reading(&view.reader).map_or(0, |power| self.due(&view.open, power));
        if view.open.stage != Stage::Adjustments || due == 0 {
            return Vec::new();
        }
        let (unit, what) =
            if due > 0 { ("builds", "builds due") } else { ("removals", "removals due") };
        let lines = sheet.given().filter(|given| match given.order {
            Order::Build { .. } | Order::Waive => due > 0,
            Order::Disband { .. } => due < 0,
            _ => false,
        });
        let prices = lines.map(|given| (given.slot, 1)).collect();
        vec![Budget { unit, given: vec![(what, due.abs())], prices, brief: true }]
    }

    fn holds(&self, view: &View, Condition::Stands { power, at }: &Condition) -> bool {
        view.open.at(*at).is_some_and(|unit| unit.power == *power)
    }

    fn choices(&self, view: &View) -> Vec<Choice<Order>> {
        let Some(power) = Power::reading(&view.reader) else { return Vec::new() };
        let open = &view.open;
        match open.stage {
            Stage::Movement => {
                let mut all: Vec<_> =
                    open.of(power).map(|unit| self.movement(open, unit)).collect();
                let mut table = Choice::other("The game");
                table.offer(Order::Draw, "agree to a draw of all who are left");
                all.push(table);
                all
            }
            Stage::Retreats => {
                let own = open.beaten.iter().filter(|beaten| beaten.unit.power == power);
                own.map(|beaten| self.retreats(open, beaten)).collect()
            }
            Stage::Adjustments => self.adjustments(open, power),
        }
    }

    fn weight(&self, _: &View, order: &Order) -> u64 {
        u64::from(!matches!(order, Order::Draw | Order::Waive))
    }

    fn suggest(&self, view: &View, chance: &mut Chance) -> Vec<Order> {
        staff::suggest(self, view, chance)
    }

    fn worth(&self, open: &Open, seat: &Seat) -> i64 {
        staff::worth(self, open, seat)
    }
}

/// The unit of that kind, if it is there and of this power; a coast that is named must be its own.
fn own<'a>(
    mut units: impl Iterator<Item = &'a Unit>,
    unit: Kind,
    at: Place,
) -> Checked<Reason, &'a Unit> {
    let found = units.find(|own| own.at.province() == at.province());
    match found {
        Some(own) if own.kind == unit && (at.coast().is_none() || own.at == at) => Ok(own),
        other => {
            let theirs = other.map_or_else(String::new, |own| format!("you have {own}"));
            Err((ORDERS, Reason::NoUnit { unit, at, theirs }))
        }
    }
}

impl Diplomacy {
    fn can_move(&self, open: &Open, power: Power, order: &Order) -> Checked<Reason> {
        let Some((unit, at)) = order.unit() else { return Ok(()) };
        let unit = own(open.of(power), unit, at)?;
        match order {
            Order::Move { way: [_, to], convoy, .. } => {
                self.board.goal(&open.units, unit, *to, *convoy).map(drop)
            }
            Order::Support { of, way, .. } => self.can_support(open, unit, *of, way),
            Order::Convoy { of, way, .. } => self.can_carry(open, unit, *of, *way),
            _ => Ok(()),
        }
    }

    /// A unit helps where it could go itself, with whatever coast (dp25).
    fn can_support(&self, open: &Open, unit: &Unit, of: Kind, way: &[Place]) -> Checked<Reason> {
        let (from, to) = match way {
            [at] => (*at, *at),
            [from, to] => (*from, *to),
            _ => return Err((SUPPORT, Reason::OneOrTwo)),
        };
        let at = unit.at.province();
        require(from.province() != at && to.province() != at, SUPPORT, Reason::Itself)?;
        let there = open.at(from).is_some_and(|other| other.kind == of);
        require(there, SUPPORT, Reason::NoMark { at: from })?;
        let reaches = self.board.reaches(unit.kind, unit.at, to);
        require(reaches, SUPPORT, Reason::Impossible { unit: unit.kind, at: unit.at, to })
    }

    fn can_carry(
        &self,
        open: &Open,
        unit: &Unit,
        of: Kind,
        [from, to]: [Place; 2],
    ) -> Checked<Reason> {
        let at = unit.at;
        require(
            self.board.is_sea(at) && unit.kind == Kind::Fleet,
            CONVOY,
            Reason::NotAtSea { at },
        )?;
        let army = open.at(from).is_some_and(|army| army.kind == Kind::Army && of == Kind::Army);
        require(army, CONVOY, Reason::NoMark { at: from })?;
        let spot = |place| self.board.spot(place).province;
        let seas = self.board.at_sea(&open.units).map(|fleet| spot(fleet.at));
        let seas: Vec<u8> = seas.collect();
        let linked = self.board.links(seas.into_iter(), spot(at), spot(from), spot(to));
        let on_way = linked && from.province() != to.province() && !self.board.is_sea(to);
        require(on_way, CONVOY, Reason::NoCarrier { at, from, to })
    }

    fn can_retreat(&self, open: &Open, power: Power, order: &Order) -> Checked<Reason> {
        let Some((unit, at)) = order.unit() else { return Ok(()) };
        let lost = || open.beaten.iter().filter(|beaten| beaten.unit.power == power);
        own(lost().map(|beaten| &beaten.unit), unit, at)?;
        let about = |beaten: &&Beaten| beaten.unit.at.province() == at.province();
        match (order, lost().find(about)) {
            (Order::Move { way: [_, to], convoy: false, .. }, Some(beaten)) => {
                self.refuge(open, beaten, *to).map(drop)
            }
            (Order::Move { way: [_, to], .. }, _) => {
                Err((RETREAT, Reason::Impossible { unit, at, to: *to }))
            }
            _ => Ok(()),
        }
    }

    fn can_adjust(&self, open: &Open, power: Power, order: &Order) -> Checked<Reason> {
        let due = self.due(open, power);
        match order {
            Order::Build { unit, at } => {
                require(due > 0, BUILD, Reason::NoneDue)?;
                let home = self.home(power).contains(&at.province());
                let owned = open.centres.get(&at.province()) == Some(&power);
                require(home && owned, BUILD, Reason::NotHome { at: at.province() })?;
                let empty = open.at(*at).is_none();
                require(empty, BUILD, Reason::Occupied { at: at.province() })?;
                let coasts: Vec<String> = self.board.coasts(*at).map(|it| it.to_string()).collect();
                if *unit == Kind::Fleet && at.coast().is_none() && !coasts.is_empty() {
                    return Err((BUILD, Reason::WhichCoast { to: *at, coasts }));
                }
                require(
                    self.board.can_be(*unit, *at),
                    BUILD,
                    Reason::NoPlace { unit: *unit, at: *at },
                )
            }
            Order::Waive => require(due > 0, BUILD, Reason::NoneDue),
            Order::Disband { unit, at } => {
                own(open.of(power), *unit, *at)?;
                require(due < 0, REMOVE, Reason::NoneOver)
            }
            _ => Ok(()),
        }
    }

    /// What a unit may do in a movement phase.
    fn movement(&self, open: &Open, unit: &Unit) -> Choice<Order> {
        let Unit { at, kind, .. } = *unit;
        let mut choice = Choice::unit(format!("{unit}, {} in {}", kind.word(), self.name(at)));
        let near = self.board.near(kind, at);
        for to in near {
            choice.offer(Order::Move { unit: kind, way: [at, *to], convoy: false }, "");
        }
        for to in self.landings(open, unit) {
            choice.offer(Order::Move { unit: kind, way: [at, to], convoy: true }, "by sea");
        }
        choice.offer(Order::Hold { unit: kind, at }, "");
        for other in open.units.iter().filter(|other| other.at != at) {
            if near.iter().any(|near| near.province() == other.at.province()) {
                let way = vec![other.at.province()];
                choice.offer(Order::Support { unit: kind, at, of: other.kind, way }, "hold");
            }
            for to in self.board.near(other.kind, other.at) {
                if to.province() != at.province() && self.board.reaches(kind, at, *to) {
                    let way = vec![other.at, *to];
                    choice.offer(Order::Support { unit: kind, at, of: other.kind, way }, "");
                }
            }
        }
        if kind == Kind::Fleet && self.board.is_sea(at) {
            let armies = open.units.iter().filter(|army| army.kind == Kind::Army);
            for (army, to) in armies
                .flat_map(|army| self.landings(open, army).into_iter().map(move |to| (army, to)))
            {
                choice.offer(
                    Order::Convoy { unit: kind, at, of: Kind::Army, way: [army.at, to] },
                    "",
                );
            }
        }
        choice
    }

    /// Where an army may come ashore, carried by fleets that are at sea; those it can walk to left out.
    pub(crate) fn landings(&self, open: &Open, army: &Unit) -> Vec<Place> {
        let spot = |place| self.board.spot(place).province;
        let seas: Vec<u8> = self.board.at_sea(&open.units).map(|fleet| spot(fleet.at)).collect();
        if army.kind == Kind::Fleet || seas.is_empty() {
            return Vec::new();
        }
        let land = self.board.provinces().map(|(place, _)| *place);
        let far = |to: &Place| {
            *to != army.at
                && !self.board.is_sea(*to)
                && !self.board.reaches(Kind::Army, army.at, *to)
        };
        let carried =
            |to: &Place| self.board.carries(seas.iter().copied(), spot(army.at), spot(*to));
        land.filter(|to| far(to) && carried(to)).collect()
    }

    fn retreats(&self, open: &Open, beaten: &Beaten) -> Choice<Order> {
        let Unit { at, kind, .. } = beaten.unit;
        let mut choice = Choice::unit(format!("{}, dislodged from {}", beaten.unit, self.name(at)));
        for to in retreat::ways(self, open, beaten) {
            choice.offer(Order::Move { unit: kind, way: [at, to], convoy: false }, "retreat");
        }
        choice.offer(Order::Disband { unit: kind, at }, "");
        choice
    }

    fn adjustments(&self, open: &Open, power: Power) -> Vec<Choice<Order>> {
        let due = self.due(open, power);
        if due < 0 {
            let one = |unit: &Unit| {
                let mut choice =
                    Choice::unit(format!("{unit}, {} in {}", unit.kind.word(), self.name(unit.at)));
                choice.offer(Order::Disband { unit: unit.kind, at: unit.at }, "");
                choice
            };
            return open.of(power).map(one).collect();
        }
        let one = |at: Place| {
            let mut choice = Choice::other(self.name(at));
            let places = std::iter::once(at).chain(self.board.coasts(at));
            for place in places {
                for unit in [Kind::Army, Kind::Fleet] {
                    choice.offer_if(
                        self.board.can_be(unit, place),
                        Order::Build { unit, at: place },
                        "",
                    );
                }
            }
            choice
        };
        let mut all: Vec<_> =
            self.free(open, power).take(usize::from(due > 0) * 99).map(one).collect();
        if due > 0 {
            let mut waive = Choice::other("A build left unused");
            waive.offer(Order::Waive, "");
            all.push(waive);
        }
        all
    }

    /// The name of a province.
    pub(crate) fn name(&self, place: Place) -> String {
        self.board.province(place).map_or_else(|| place.to_string(), |it| it.name.clone())
    }
}
