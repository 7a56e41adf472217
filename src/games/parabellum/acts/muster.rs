//! Buying, mustering and deploying.

use super::{Checked, Deed, Flags, Viewpoint};
use crate::engine::Rule;
use crate::engine::orders::check::require;
use crate::games::parabellum::events::Event;
use crate::games::parabellum::format::{Manpower, Pace};
use crate::games::parabellum::names::{FLAGS, Kind, Sq, Unit};
use crate::games::parabellum::reasons::Reason;
use crate::games::parabellum::rules;
use crate::games::parabellum::side::{Role, Side};
use crate::games::parabellum::state::{Card, Post, Step};

/// Units and markers that one line may buy.
const MOST: u32 = 100;

impl Viewpoint<'_> {
    /// The price, if it can be paid.
    fn pay(&self, price: u32, rule: Rule) -> Checked {
        let left = self.holdings().purse.credits;
        require(price <= left, rule, Reason::TooDear { price, left })
    }

    /// Units, into the reserves (pb8).
    pub(super) fn buy(&self, kind: &Kind, count: u32, flags: Flags<'_>) -> Checked<Deed> {
        self.turn()?;
        let listed = self.game.theater.lists[&self.side].contains(kind);
        require(listed, rules::UNITS, Reason::NotInList { kind: kind.clone() })?;
        let row = self.game.format.card(kind);
        let hired = Reason::OnlyHired { kind: kind.clone() };
        require(!row.is_hired(), rules::IRREGULARS, hired)?;
        require((1..=MOST).contains(&count), rules::UNITS, Reason::NoCount)?;
        let price = row.price;
        self.pay(price * count, rules::BUDGET)?;
        let mut free = self.free_flags();
        let enough = free.len() >= count as usize;
        require(enough, rules::UNITS, Reason::TooMany { most: FLAGS })?;
        let done = Reason::Bought { count, kind: kind.clone() };
        let mut deed = Deed::of(rules::UNITS, done);
        for _ in 0..count {
            let number = flags(&free);
            free.retain(|flag| *flag != number);
            let unit = Unit::of(self.side, number);
            deed = deed.and(&rules::UNITS, Event::Bought { unit, kind: kind.clone(), price });
        }
        Ok(deed)
    }

    /// Numbers of flags that were never given (pb8).
    pub fn free_flags(&self) -> Vec<u32> {
        (1..=FLAGS).filter(|number| !self.holdings().flags.contains(number)).collect()
    }

    /// Men and markers (pb9, pb19).
    pub(super) fn stock(&self, squads: u32, supply: u32, ammo: u32) -> Checked<Deed> {
        self.turn()?;
        let between = self.state.open.step != Step::Turn;
        let now = between || self.game.switches.manpower == Manpower::Boardroom;
        require(now || squads == 0, rules::MEN, Reason::NoMenNow)?;
        let counts = [squads, supply, ammo];
        let some = counts.iter().any(|count| *count > 0) && counts.iter().all(|n| *n <= MOST);
        require(some, rules::STORES, Reason::NoCount)?;
        let numbers = &self.game.format.numbers;
        let price = squads * numbers.squad_price.value
            + supply * numbers.supply_price.value
            + ammo * numbers.ammo_price.value;
        self.pay(price, rules::STORES)?;
        let rule = if squads > 0 { rules::MEN } else { rules::STORES };
        let event = Event::Stocked { side: self.side, squads, supply, ammo, price };
        Ok(Deed::of(rule.clone(), Reason::Stocked).and(&rule, event))
    }

    /// What it takes to staff, supply and arm a unit; one marker fills a scale (pb10).
    pub(in crate::games::parabellum) fn needs(&self, card: &Card) -> (u32, u32, u32) {
        let row = self.game.format.card(&card.kind);
        let missing = u32::from(self.game.full().saturating_sub(card.strength));
        let supply = u32::from(card.supply < row.supply);
        (missing * row.squads, supply, u32::from(card.ammo < row.ammo))
    }

    /// Staffs, supplies and arms a unit of the reserves.
    fn mustered(&self, unit: &Unit, card: &Card, deed: Deed) -> Checked<Deed> {
        self.outfitted(unit, self.needs(card), deed)
    }

    /// Gives a unit of the reserves so many men and markers.
    pub(super) fn outfitted(
        &self,
        unit: &Unit,
        (want, supply, ammo): (u32, u32, u32),
        deed: Deed,
    ) -> Checked<Deed> {
        let purse = self.holdings().purse;
        let named = || unit.clone();
        let men = Reason::ShortOfMen { unit: named(), want, have: purse.men };
        require(want <= purse.men, rules::MUSTER, men)?;
        let short = Reason::ShortOfSupply { unit: named() };
        require(supply <= purse.supply, rules::MUSTER, short)?;
        require(ammo <= purse.ammo, rules::MUSTER, Reason::ShortOfAmmo { unit: named() })?;
        let event = Event::Mustered { unit: named(), men: want, supply, ammo };
        Ok(deed.and(&rules::MUSTER, event))
    }

    /// It is the side's time to deploy (pb12).
    fn deploying(&self) -> Checked {
        let now = match self.state.open.step {
            Step::Defender => self.role() == Some(Role::Defender),
            Step::Attacker => self.role() == Some(Role::Attacker),
            Step::Purchase | Step::Turn | Step::Recruit | Step::Over => false,
        };
        require(now, rules::DEPLOYMENT, Reason::NotDeploying)
    }

    /// A square within the side's lines (pb11).
    fn within(&self, at: Sq) -> Checked {
        let field = self.on_map(at)?;
        let lines = self.role().map(|role| &field.lines[&role]);
        let inside = lines.is_some_and(|lines| lines.contains(&at));
        require(inside, rules::LINES, Reason::OutsideLines { at })
    }

    /// Puts a unit on the map (pb10, pb11).
    pub(super) fn deploy(&self, unit: &Unit, at: Sq, supply: u32, ammo: u32) -> Checked<Deed> {
        self.deploying()?;
        let (card, row) = self.reserve(unit)?;
        let named = || unit.clone();
        if row.flies() {
            require(self.base().is_some(), rules::SORTIE, Reason::Flies { unit: named() })?;
            require(self.berths().contains(&at), rules::CAPACITY, Reason::NoRunway { at })?;
            self.has_berth()?;
        } else {
            self.within(at)?;
            self.enters(unit, at)?;
            if row.deck > 0 {
                self.comes_first(unit)?;
            }
        }
        let most = row.capacity;
        let load = supply.saturating_add(ammo);
        require(load <= most, rules::LOAD, Reason::Overloaded { unit: named(), most })?;
        let deed = Deed::of(rules::LINES, Reason::Deployed { unit: named(), at });
        let mut deed = self.mustered(unit, card, deed)?;
        deed = deed.and(&rules::LINES, Event::Deployed { unit: named(), form: row.form, at });
        if load > 0 {
            let (_, some, rounds) = self.needs(card);
            let purse = self.holdings().purse;
            let enough = supply + some <= purse.supply && ammo + rounds <= purse.ammo;
            require(enough, rules::STORES, Reason::ShortOfMarkers)?;
            deed = deed.and(&rules::LOAD, Event::Packed { unit: named(), supply, ammo });
        }
        Ok(deed)
    }

    /// Nothing keeps a unit out of a square: its ground, the enemy, barricades or want of room
    /// (pb30, pb31).
    pub fn enters(&self, unit: &Unit, at: Sq) -> Checked {
        let (_, row) = self.own(unit)?;
        let field = self.on_map(at)?;
        let open = self.game.pace((field, self.state), (unit, row), at) != Pace::Never;
        let rule = if field.blocks.contains(&at) { rules::BLOCKS } else { rules::GROUND };
        require(open, rule, Reason::Impassable { unit: unit.clone(), at })?;
        let enemy = self.mat().holds(self.side.other(), at);
        require(!enemy, rules::BARRED, Reason::Enemy { at })?;
        let barricades = self.mat().stack(at).barricades > 0;
        require(!barricades, rules::BARRED, Reason::Barricaded { at })?;
        // Where it stands it fits in.
        let room = self.mat().place(unit) == Some(at) || self.game.fits(self.mat(), at, row.form);
        require(room, rules::FOOTPRINTS, Reason::NoRoom { at })
    }

    /// Makes an aircraft ready to be called in, or puts it into the hangar (pb53, pb59).
    pub(super) fn muster(&self, unit: &Unit) -> Checked<Deed> {
        self.deploying()?;
        let (card, row) = self.reserve(unit)?;
        require(row.flies(), rules::SORTIE, Reason::Lands { unit: unit.clone() })?;
        let hangar = self.base().is_some();
        if hangar {
            self.has_berth()?;
        }
        let rule = if hangar { rules::BASE } else { rules::SORTIE };
        let deed = Deed::of(rule.clone(), Reason::Ready { unit: unit.clone() });
        let deed = self.mustered(unit, card, deed)?;
        Ok(deed.and(&rule, Event::Based { unit: unit.clone(), hangar }))
    }

    /// Markers from the reserves, cached (pb25).
    pub(super) fn place(&self, at: Sq, supply: u32, ammo: u32) -> Checked<Deed> {
        self.deploying()?;
        self.within(at)?;
        let purse = self.holdings().purse;
        let count = supply.saturating_add(ammo);
        require(count > 0, rules::CACHE, Reason::NoCount)?;
        let enough = supply <= purse.supply && ammo <= purse.ammo;
        require(enough, rules::STORES, Reason::ShortOfMarkers)?;
        let room = self.game.has_room(self.mat(), at, count);
        require(room, rules::FOOTPRINTS, Reason::NoRoom { at })?;
        let event = Event::Placed { side: self.side, at, supply, ammo };
        Ok(Deed::of(rules::CACHE, Reason::Placed { at }).and(&rules::CACHE, event))
    }

    /// Who goes first, said by the winner of the last skirmish (pb7).
    pub(super) fn first(&self, first: Side) -> Checked<Deed> {
        let open = &self.state.open;
        let chooses = open.results.last().is_some_and(|last| last.winner == self.side);
        require(chooses, rules::FIRST, Reason::NotToChoose)?;
        let chosen = open.skirmish.as_ref().is_some_and(|now| now.first.is_some());
        require(!chosen, rules::FIRST, Reason::Chosen)?;
        let event = Event::Chose { side: self.side, first };
        Ok(Deed::of(rules::FIRST, Reason::Goes { side: first }).and(&rules::FIRST, event))
    }

    /// Musters a unit that arrives next turn (pb14).
    pub(super) fn reinforce(&self, unit: &Unit, at: Sq) -> Checked<Deed> {
        self.turn()?;
        let (card, row) = self.reserve(unit)?;
        require(!row.flies(), rules::REINFORCEMENTS, Reason::Flies { unit: unit.clone() })?;
        let late = Reason::CarrierFirst { unit: unit.clone() };
        require(row.deck == 0, rules::CARRIER, late)?;
        let allowed = self.field()?.reinforcements;
        let more = self.holdings().sent < allowed.most;
        require(more, rules::REINFORCEMENTS, Reason::NoReinforcements)?;
        self.pay(allowed.fee, rules::REINFORCEMENTS)?;
        self.within(at)?;
        let done = Reason::Sent { unit: unit.clone(), at };
        let deed = self.mustered(unit, card, Deed::of(rules::REINFORCEMENTS, done))?;
        let event = Event::Sent { unit: unit.clone(), at, fee: allowed.fee };
        Ok(deed.and(&rules::REINFORCEMENTS, event))
    }

    /// True if the side can still put a unit on the map: one of the reserves, or one that it can buy,
    /// with the men and markers that are there and those that its credits buy (pb5).
    pub fn can_field(&self) -> bool {
        let (format, own) = (&self.game.format, self.holdings());
        let affords = |price: u32, needs| price + self.shortfall(needs).1 <= own.purse.credits;
        let mut reserve = own.cards.values().filter(|card| card.post == Post::Reserve);
        let list = self.game.theater.lists[&self.side].iter();
        let list = list.filter(|kind| !format.card(kind).is_hired());
        let mut list = list.filter(|_| !self.free_flags().is_empty());
        let lands = |kind: &Kind| !format.card(kind).flies();
        reserve.any(|card| lands(&card.kind) && affords(0, self.needs(card)))
            || list.any(|kind| {
                let needs = self.needs(&Card::fresh(kind.clone()));
                lands(kind) && affords(format.card(kind).price, needs)
            })
    }

    /// What the stores lack of men and markers, as squads, supplies and ammunition, and its price.
    fn shortfall(&self, (men, supply, ammo): (u32, u32, u32)) -> ([u32; 3], u32) {
        let (numbers, purse) = (&self.game.format.numbers, self.holdings().purse);
        let squads = men.saturating_sub(purse.men).div_ceil(numbers.squad_size.value);
        let markers = (supply.saturating_sub(purse.supply), ammo.saturating_sub(purse.ammo));
        let price = squads * numbers.squad_price.value
            + markers.0 * numbers.supply_price.value
            + markers.1 * numbers.ammo_price.value;
        ([squads, markers.0, markers.1], price)
    }

    /// The units of the reserves that what is in store is not enough for, if they are mustered by
    /// flag, how many there are in all, and what is to be bought for them; `None` if it is enough.
    pub fn unfit(&self) -> Option<Unfit> {
        let mut left = self.holdings().purse;
        let (mut all, mut units, mut wants) = (0, 0, (0, 0, 0));
        let reserve = self.holdings().cards.values().filter(|card| card.post == Post::Reserve);
        for card in reserve {
            let (men, supply, ammo) = self.needs(card);
            wants = (wants.0 + men, wants.1 + supply, wants.2 + ammo);
            all += 1;
            if men <= left.men && supply <= left.supply && ammo <= left.ammo {
                (left.men, left.supply) = (left.men - men, left.supply - supply);
                left.ammo -= ammo;
            } else {
                units += 1;
            }
        }
        let ([squads, supply, ammo], _) = self.shortfall(wants);
        let missing = [("squads", squads), ("supply", supply), ("ammo", ammo)];
        let missing = missing.into_iter().filter(|(_, count)| *count > 0);
        let order = missing
            .fold("stock".to_owned(), |order, (what, count)| format!("{order} {what} {count}"));
        (units > 0).then_some(Unfit { units, all, order })
    }
}

/// Units of the reserves that cannot be mustered.
#[derive(Debug, Clone)]
pub struct Unfit {
    /// So many.
    pub units: u32,
    /// Of so many.
    pub all: u32,
    /// The order that buys what is missing, in one line.
    pub order: String,
}
