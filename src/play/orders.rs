//! Orders: offered, checked, tried, sealed.

use serde_json::{Value, json};

use super::asked::{Asked, game};
use super::said;
use crate::base::{Problem, canonical};
use crate::engine::{Choice, Shelf, Written};
use crate::referee::player::forecast::{Plan, forecast as tried, portion};
use crate::referee::player::judged::judge;
use crate::referee::player::own_orders;
use crate::referee::player::reading::Formed;
use crate::referee::player::template::{self, Ties, in_one_line};

/// Worlds that are tried, if a page does not say how many.
const ENOUGH: u32 = 100;
/// And at most.
const MOST: u32 = 100_000;

/// What each unit may be ordered, as `choices --json` gives it.
///
/// # Errors
/// If the report asks for no orders.
pub(super) fn choices(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    reading.report.data.asked()?;
    let offers = |choice: &Choice<String>| -> Vec<Value> {
        let offer = |order: &str| in_one_line(&game.shortened(order));
        let offers = choice.offers.iter();
        offers.map(|o| json!({"order": offer(&o.order), "about": o.about})).collect()
    };
    let all = game.choices(&reading.report.data.view())?;
    let value = |choice: &Choice<String>| json!({"subject": choice.subject, "unit": choice.unit, "offers": offers(choice)});
    Ok(json!({"choices": all.iter().map(value).collect::<Vec<_>>()}))
}

/// An order file to fill in.
///
/// # Errors
/// If the report asks for no orders.
pub(super) fn template(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let mut reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    // Without a copy of the campaign it may be that nothing shows that the cycle is the next one. Then
    // the link is left out, and the orders count without it.
    let link = reading.link().unwrap_or_default();
    let sequence = asked.sealed()?.next(&reading.report.data, None);
    let ties = Ties { link, sequence, ..Ties::of(&reading.report, None) };
    let form = if asked.short { Written::Short } else { Written::Long };
    let text = template::blank_in(&reading.report, &*game, ties, form)?;
    Ok(json!({"orders": text, "known": reading.known.text()}))
}

/// What `check` finds, and what the orders come to. What is wrong with the file as a whole stands beside what is wrong with its
/// lines.
///
/// # Errors
/// If the file is another one than the report asks for.
pub(super) fn check(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let mut reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    let given = asked.orders()?;
    let judged = judge(&reading.report.data, &*game, given)?;
    let formed = judged.readable.then(|| reading.formed(&*game, given)).transpose();
    let (formed, problem) = match formed {
        Ok(formed) => (formed, None),
        Err(problem) => (None, Some(problem)),
    };
    let view = reading.report.data.view();
    let survey = |formed: &Formed| game.survey(&view, &formed.orders);
    let survey = formed.as_ref().map(survey).transpose()?.unwrap_or_default();
    Ok(json!({
        "findings": canonical::value(&judged.remarks),
        "readable": judged.readable,
        "problem_of_file": problem.as_ref().map(said),
        "changes": formed.map(|formed| formed.changes).unwrap_or_default(),
        "budget": survey.budget,
        "odds": survey.odds,
        "idle": survey.idle,
    }))
}

/// How the orders may turn out.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn forecast(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    let (data, given) = (&reading.report.data, asked.orders()?);
    let (header, sheet) = own_orders::read(data, &*game, given)?;
    let plan = Plan::of(header, sheet, given);
    let samples = asked.samples.unwrap_or(ENOUGH).clamp(1, MOST);
    if let Some(tried) = &asked.tried {
        let (tried, made) = portion(&*game, &data.view(), &plan, tried.clone(), samples)?;
        return Ok(json!({"tried": tried, "forecast": canonical::value(&made)}));
    }
    let made = tried(&*game, &data.view(), &plan, samples, &|| {})?;
    Ok(canonical::value(&made))
}

/// The packet to send. If some lines will not be carried out there is none, unless it is asked for anyway.
///
/// # Errors
/// If the file as a whole would be refused, or there is no key.
pub(super) fn seal(asked: &Asked, shelf: Shelf) -> Result<Value, Problem> {
    let mut reading = asked.proven(shelf)?;
    let game = game(&reading)?;
    let given = asked.orders()?;
    let judged = judge(&reading.report.data, &*game, given)?;
    let findings = canonical::value(&judged.remarks);
    if let Some(problem) = judged.refusal().filter(|_| !judged.readable || !asked.anyway) {
        return Ok(json!({"packet": null, "findings": findings, "refusal": said(&problem)}));
    }
    let formed = reading.formed(&*game, given)?;
    let mut sealed = asked.sealed()?;
    let packed = reading.packet(&*game, formed, &mut sealed)?;
    Ok(json!({
        "packet": packed.packet,
        "orders": packed.orders,
        "changes": packed.changes,
        "findings": findings,
        "sealed": sealed.write(),
        "known": reading.known.text(),
    }))
}
