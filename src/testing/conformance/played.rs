//! Campaigns that the staff plays, cycle by cycle.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use crate::base::{Digest, Problem};
use crate::engine::orders::one_line;
use crate::engine::{
    AnyGame, AnySheet, Chance, Due, GameKind, List, News, Position, Reader, Resolution, Seat,
    Severity, Slot, ViewDoc,
};
use crate::page::Page;
use crate::testing::table;

/// A campaign lasts until the game ends or so many cycles have passed.
const CYCLES: u32 = 12;
/// In one campaign of so many templates are looked at, and of a seat's lines one in so many alone.
const OFFERED: u64 = 5;
const SAMPLED: usize = 4;

pub(super) fn seed(game: &str, campaign: u64, cycle: u32) -> [u8; 32] {
    Digest::of(format!("{game}/{campaign}/{cycle}").as_bytes()).0
}

/// An error unless it is so.
pub(super) fn hold(so: bool, what: impl std::fmt::Display) -> Result<(), Problem> {
    if so { Ok(()) } else { Err(Problem::refused(format!("the game breaks its word: {what}"))) }
}

/// An error unless both are the same, with the place from which on they differ.
pub(super) fn alike(one: &str, other: &str, what: impl std::fmt::Display) -> Result<(), Problem> {
    let before = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let near =
        |text: &str| text.chars().skip(before.saturating_sub(60)).take(120).collect::<String>();
    hold(one == other, format!("{what}: …{} and …{}", near(one), near(other)))
}

/// The value of a document.
pub(super) fn json(text: &str) -> Result<Value, Problem> {
    crate::testing::json(text)
}

/// A list in a value; none if it is not there.
pub(super) fn array<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

/// Every reader of a report that is sent.
pub(super) fn readers(game: &dyn AnyGame) -> impl Iterator<Item = Reader> {
    game.seats().into_iter().map(Reader::Seat).chain([Reader::Public])
}

/// A scenario, by name and text, and the options of a campaign.
pub type Drawn = ((&'static str, &'static str), BTreeMap<String, String>);

/// A shipped scenario, by name and text, and every option at a value drawn for this campaign.
pub fn drawn_for(kind: &dyn GameKind, campaign: u64) -> Result<Drawn, Problem> {
    let shipped = kind.shipped();
    let mut chance = Chance::from_seed(seed("options", campaign, 0));
    let mut given = BTreeMap::new();
    for (name, spec) in kind.options(shipped.format.as_bytes())? {
        let value = chance.draw(&[&name]).pick(&spec.values).cloned();
        given.insert(name, value.unwrap_or(spec.default));
    }
    let count = u64::try_from(shipped.scenarios.len()).unwrap_or(1);
    let at = usize::try_from(campaign % count).unwrap_or_default();
    Ok((shipped.scenarios[at], given))
}

/// A cycle that was played.
pub struct Played<'a> {
    /// The game of the campaign.
    pub game: &'a dyn AnyGame,
    /// Which one.
    pub cycle: u32,
    /// What was true before it.
    pub before: &'a Position,
    /// What was ordered.
    pub orders: &'a BTreeMap<Seat, AnySheet>,
    /// Its luck.
    pub seed: [u8; 32],
    /// What came of it.
    pub made: &'a Resolution,
    /// What was told of it, by reader: all checks ask for the same.
    told: RefCell<BTreeMap<Reader, Rc<Told>>>,
}

/// What a reader is told of a cycle.
struct Told {
    view: ViewDoc,
    news: News,
    page: Page,
}

impl Played<'_> {
    fn told(&self, reader: &Reader) -> Result<Rc<Told>, Problem> {
        if let Some(told) = self.told.borrow().get(reader) {
            return Ok(Rc::clone(told));
        }
        let view = self.game.see(&self.made.position, reader)?;
        let news = self.game.news(&self.made.record, reader)?;
        let page = self.game.page(&view, Some(&news))?;
        let told = Rc::new(Told { view, news, page });
        self.told.borrow_mut().insert(reader.clone(), Rc::clone(&told));
        Ok(told)
    }

    /// What a reader may know after it.
    pub fn view(&self, reader: &Reader) -> Result<ViewDoc, Problem> {
        Ok(self.told(reader)?.view.clone())
    }

    /// What a reader may know of it.
    pub fn news(&self, reader: &Reader) -> Result<News, Problem> {
        Ok(self.told(reader)?.news.clone())
    }

    /// What a reader is told of it.
    pub fn page(&self, reader: &Reader) -> Result<Page, Problem> {
        Ok(self.told(reader)?.page.clone())
    }

    /// The record as a value.
    pub fn record(&self) -> Result<Value, Problem> {
        json(&self.made.record.0)
    }
}

/// What is asked of a cycle.
pub type Check<'c> = &'c dyn Fn(&Played<'_>) -> Result<(), Problem>;

/// Plays one campaign and shows every cycle to the check.
pub fn play(kind: &dyn GameKind, campaign: u64, check: Check<'_>) -> Result<(), Problem> {
    let ((_, scenario), given) = drawn_for(kind, campaign)?;
    let game = kind.found(kind.shipped().format.as_bytes(), scenario.as_bytes(), &given)?;
    let mut position = game.setup(&mut Chance::from_seed(seed(kind.name(), campaign, 0)));
    for cycle in 1..=CYCLES {
        if game.outcome(&position)?.is_some() {
            return Ok(());
        }
        let luck = seed(kind.name(), campaign, cycle);
        let told = |problem: Problem| problem.at(format!("campaign {campaign}, cycle {cycle}"));
        let made = turn(&*game, &position, (campaign, cycle), luck, check).map_err(told)?;
        position = made.position;
    }
    Ok(())
}

fn turn(
    game: &dyn AnyGame,
    position: &Position,
    (campaign, cycle): (u64, u32),
    luck: [u8; 32],
    check: Check<'_>,
) -> Result<Resolution, Problem> {
    let mut orders = BTreeMap::new();
    for (seat, due) in game.phase(position)?.due {
        // Now and then somebody sends nothing.
        let own = seed(seat.as_str(), campaign, cycle);
        if due == Due::Nothing || own[0] < 16 {
            continue;
        }
        let seen = game.see(position, &Reader::Seat(seat.clone()))?;
        if campaign.is_multiple_of(OFFERED) {
            offers_stand_alone(game, &seen, &seat, cycle)?;
        }
        let sheet = sent(game, &seen, &seat, own)?;
        orders.insert(seat, sheet);
    }
    let made = game.resolve(position, &orders, &mut Chance::from_seed(luck))?;
    let (before, orders, told) = (position, &orders, RefCell::default());
    check(&Played { game, cycle, before, orders, seed: luck, made: &made, told })?;
    Ok(made)
}

/// The staff's orders as the moderator's side reads them from a file: none is lost or refused.
fn sent(
    game: &dyn AnyGame,
    seen: &ViewDoc,
    seat: &Seat,
    luck: [u8; 32],
) -> Result<AnySheet, Problem> {
    let ideas = game.suggest(seen, &mut Chance::from_seed(luck))?;
    let list = game.list(&ideas)?;
    fits(&list)?;
    let sheet = table::read(game, seat, &list)?;
    hold(game.list(&sheet)? == list, format!("the staff's orders are read as others: {list}"))?;
    hold(asked(&sheet)? == asked(&ideas)?, "the staff's orders are read as others")?;
    let found = game.check(seen, &sheet)?;
    let refused = found.into_iter().find(|remark| remark.severity == Severity::Refused);
    let what = refused.as_ref().map_or("", |remark| remark.what.as_str());
    hold(refused.is_none(), format!("the staff of {seat} orders what is refused: {what}\n{list}"))?;
    Ok(sheet)
}

/// A template shows lines as comments, which must fit for mail too.
fn fits(list: &str) -> Result<(), Problem> {
    let wide = list.lines().find(|line| line.chars().count() + 2 > one_line::WIDTH);
    hold(wide.is_none(), format!("a line does not fit for mail: {}", wide.unwrap_or_default()))
}

/// Each line of a sheet of plain orders: where it stands and what it asks.
pub(super) fn asked(orders: &AnySheet) -> Result<Vec<(Value, Value)>, Problem> {
    let value = json(&orders.text())?;
    let line = |line: &Value| (line["slot"].clone(), line["order"].clone());
    Ok(array(&value, "orders").iter().map(line).collect())
}

/// What a template offers fits for mail behind its mark, and each order stands alone.
fn offers_stand_alone(
    game: &dyn AnyGame,
    seen: &ViewDoc,
    seat: &Seat,
    cycle: u32,
) -> Result<(), Problem> {
    let choices = game.choices(seen)?;
    let offers: Vec<&str> =
        choices.iter().flat_map(|c| &c.offers).map(|offer| offer.order.as_str()).collect();
    offers.iter().try_for_each(|offer| fits(offer))?;
    let first = Some(Slot::new(List::Orders, 0));
    for offer in offers.iter().skip(cycle as usize % SAMPLED).step_by(SAMPLED) {
        let refused = game.check(seen, &table::read(game, seat, offer)?)?;
        let refused = refused.into_iter().filter(|it| it.severity == Severity::Refused);
        let own = refused.filter(|remark| remark.slot == first).map(|remark| remark.what).next();
        let what = own.as_deref().unwrap_or_default();
        hold(own.is_none(), format!("a template offers what is refused: {offer}: {what}"))?;
    }
    Ok(())
}
