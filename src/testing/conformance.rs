//! What every game must keep to, tried by the staff's play.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::base::{Digest, Problem};
use crate::engine::{
    AnyGame, AnySheet, Audience, Chance, Due, GameKind, Position, Reader, Resolution, Seat,
    Severity,
};

/// Cycles of a campaign at most.
const CYCLES: u32 = 12;

/// Plays so many campaigns of a game with its staff, each with other options, and holds every cycle to what the contract
/// promises: the same input gives the same bytes; a record replayed leads to the position; every order line has one
/// answer; what is told of a cycle is what its reader witnessed; a view cannot tell an imagined position from the true one;
/// the moderator sees everything; and the staff orders nothing that is refused.
///
/// # Errors
/// The first promise that is not kept, with campaign and cycle.
pub fn conformance(kind: &dyn GameKind, campaigns: u64) -> Result<(), Problem> {
    (0..campaigns).try_for_each(|campaign| play(kind, campaign))
}

fn seed(game: &str, campaign: u64, cycle: u32) -> [u8; 32] {
    Digest::of(format!("{game}/{campaign}/{cycle}").as_bytes()).0
}

fn broken(what: &str) -> Problem {
    Problem::refused(format!("the game breaks its word: {what}"))
}

/// An error unless it is so.
fn hold(so: bool, what: &str) -> Result<(), Problem> {
    if so { Ok(()) } else { Err(broken(what)) }
}

/// A shipped scenario, and every option at a value drawn for this campaign.
fn founded(kind: &dyn GameKind, campaign: u64) -> Result<Box<dyn AnyGame>, Problem> {
    let shipped = kind.shipped();
    let format = shipped.format.as_bytes();
    let mut chance = Chance::from_seed(seed("options", campaign, 0));
    let mut chosen = BTreeMap::new();
    for (name, spec) in kind.options(format)? {
        let value = chance.draw(&[&name]).pick(&spec.values).cloned();
        chosen.insert(name, value.unwrap_or(spec.default));
    }
    let count = u64::try_from(shipped.scenarios.len()).unwrap_or(1);
    let at = usize::try_from(campaign % count).unwrap_or_default();
    kind.found(format, shipped.scenarios[at].1.as_bytes(), &chosen)
}

fn play(kind: &dyn GameKind, campaign: u64) -> Result<(), Problem> {
    let game = founded(kind, campaign)?;
    let mut position = game.setup(&mut Chance::from_seed(seed(kind.name(), campaign, 0)));
    for cycle in 1..=CYCLES {
        if game.outcome(&position)?.is_some() {
            return Ok(());
        }
        let luck = seed(kind.name(), campaign, cycle);
        let told = |problem: Problem| problem.at(format!("campaign {campaign}, cycle {cycle}"));
        position = turn(&*game, &position, (campaign, cycle), luck).map_err(told)?;
    }
    Ok(())
}

/// Plays a cycle and judges it.
fn turn(
    game: &dyn AnyGame,
    position: &Position,
    (campaign, cycle): (u64, u32),
    luck: [u8; 32],
) -> Result<Position, Problem> {
    let mut orders = BTreeMap::new();
    for (seat, due) in game.phase(position)?.due {
        // Now and then somebody sends nothing.
        let own = seed(seat.as_str(), campaign, cycle);
        if due != Due::Nothing && own[0] >= 16 {
            orders.insert(seat.clone(), ordered(game, position, &seat, own)?);
        }
    }
    let made = game.resolve(position, &orders, &mut Chance::from_seed(luck))?;
    let again = game.resolve(position, &orders, &mut Chance::from_seed(luck))?;
    hold(again == made, "the same input gives other bytes")?;
    let replayed = game.replay(position, &made.record)?;
    hold(replayed == made.position, "a record that is replayed leads elsewhere")?;
    let record: Value = serde_json::from_str(&made.record.0).map_err(Problem::refused)?;
    answered(game, &made, &orders)?;
    let readers = game.seats().into_iter().map(Reader::Seat);
    for reader in readers.chain([Reader::Public, Reader::Moderator]) {
        seen(game, &made, &record, &reader, luck)?;
    }
    Ok(made.position)
}

/// The staff's orders, as they are read from a file.
fn ordered(
    game: &dyn AnyGame,
    position: &Position,
    seat: &Seat,
    luck: [u8; 32],
) -> Result<AnySheet, Problem> {
    let view = game.see(position, &Reader::Seat(seat.clone()))?;
    let ideas = game.suggest(&view, &mut Chance::from_seed(luck))?;
    let list = game.list(&ideas)?;
    let sheet = super::table::read(game, seat, &list)?;
    hold(game.list(&sheet)? == list, "the staff's orders are read as others")?;
    let refused = game.check(&view, &sheet)?;
    let refused = refused.into_iter().find(|remark| remark.severity == Severity::Refused);
    let what = refused.map(|remark| format!("the staff orders what is refused: {}", remark.what));
    what.map_or(Ok(sheet), |what| Err(broken(&what)))
}

/// Every line has one answer, in the order of the file.
fn answered(
    game: &dyn AnyGame,
    made: &Resolution,
    orders: &BTreeMap<Seat, AnySheet>,
) -> Result<(), Problem> {
    for (seat, sheet) in orders {
        let lines: Value = serde_json::from_str(&sheet.text()).map_err(Problem::refused)?;
        let count = lines["orders"].as_array().map_or(0, Vec::len);
        let answers = game.answers(&made.record, seat)?;
        hold(answers.len() == count, "a line has no answer, or two")?;
        let said =
            answers.iter().all(|answer| !answer.order.is_empty() && !answer.reason.is_empty());
        hold(said, "an answer says nothing")?;
    }
    Ok(())
}

/// What one reader is shown and told of a cycle.
fn seen(
    game: &dyn AnyGame,
    made: &Resolution,
    record: &Value,
    reader: &Reader,
    luck: [u8; 32],
) -> Result<(), Problem> {
    let view = game.see(&made.position, reader)?;
    let imagined = game.imagine(&view, &mut Chance::from_seed(luck))?;
    hold(game.see(&imagined, reader)? == view, "an imagined position looks different")?;
    let whole = *reader != Reader::Moderator || imagined == made.position;
    hold(whole, "something is hidden from the moderator")?;
    let news = game.news(&made.record, reader)?;
    let told: Value = serde_json::from_str(&news.0).map_err(Problem::refused)?;
    let recorded = record["events"].as_array().into_iter().flatten();
    let mut witnessed = Vec::new();
    for event in recorded {
        let audience: Audience =
            serde_json::from_value(event["audience"].clone()).map_err(Problem::refused)?;
        witnessed.extend(audience.includes(reader).then_some(&event["event"]));
    }
    let events = told["events"].as_array().into_iter().flatten();
    let heard: Vec<&Value> = events.map(|fact| &fact["event"]).collect();
    hold(heard == witnessed, "a reader is told what they did not witness, or not all of it")?;
    hold(!game.page(&view, Some(&news))?.blocks.is_empty(), "a reader is told nothing")
}
