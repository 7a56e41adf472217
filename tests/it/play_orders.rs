//! Orders that a page has put together step by step, and order files that it has changed: for every game, from reports
//! of its own.

use adjutant::games::OURS;
use serde_json::{Value, json};

use crate::play::{KEPT, Table};
use crate::shelf::all;

/// Offers that are reached in each report.
const OFFERS: usize = 30;
/// Units for which every verb is tried.
const UNITS: usize = 2;
/// Picks of an order that is made up.
const PICKS: usize = 4;

pub(crate) fn list<'v>(value: &'v Value, field: &str) -> &'v [Value] {
    value[field].as_array().unwrap_or_else(|| panic!("{field}: {value}"))
}

pub(crate) fn words<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().unwrap_or_else(|| panic!("{field}: {value}"))
}

/// Reports of the first cycle and of a later one.
fn tables() -> impl Iterator<Item = (String, Table)> {
    OURS.games().flat_map(|kind| {
        let name = |cycles| format!("{} after {cycles}", kind.name());
        [0, 1].map(|cycles| (name(cycles), Table::after(kind.name(), cycles)))
    })
}

fn refined(table: &Table, subject: &str, picks: &[Value]) -> Value {
    table.answer("refine", json!({"subject": subject, "picks": picks}))
}

/// The pick that goes on with an offer, if there is one.
fn towards(said: &Value, offer: &str) -> Option<Value> {
    let rest = offer.strip_prefix(words(said, "line"))?;
    let mut best: Option<(usize, Value)> = None;
    for group in list(said, "groups") {
        let lead = words(group, "lead");
        let Some(rest) = rest.trim_start().strip_prefix(lead) else { continue };
        for value in list(group, "values") {
            let (_, text) = words(value, "pick").split_once('=').expect("a pick");
            let Some(after) = rest.trim_start().strip_prefix(text) else { continue };
            let whole = !after.starts_with(|c: char| c.is_alphanumeric());
            if whole && best.as_ref().is_none_or(|(long, _)| text.len() > *long) {
                best = Some((text.len(), value["pick"].clone()));
            }
        }
    }
    best.map(|(_, pick)| pick)
}

/// Puts an offer together. Its arguments, and the touches that it takes with the unit's and the last.
fn reached(table: &Table, subject: &str, offer: &str, verb: &Value) -> Option<(usize, usize)> {
    let mut picks = vec![verb["pick"].clone()];
    for touches in 2..42 {
        let said = refined(table, subject, &picks);
        picks = list(&said, "picks").to_vec();
        if said["order"] == *offer {
            let done = usize::from(!list(&said, "groups").is_empty());
            return Some((picks.len() - 1, touches + done));
        }
        picks.push(towards(&said, offer)?);
    }
    None
}

/// Whatever is offered is reached step by step, in at most as many touches as it has arguments, plus two; an order that
/// is no unit's takes one more.
#[test]
fn every_offer_is_reached_step_by_step() {
    for (name, table) in tables() {
        let choices = table.answer("choices", json!({}));
        let forms = OURS.named(name.split(' ').next().unwrap()).unwrap().short();
        let mut tried = 0;
        for choice in list(&choices, "choices") {
            let subject = words(choice, "subject");
            let verbs = table.answer("refine", json!({"subject": subject}));
            for offer in list(choice, "offers") {
                let order = words(offer, "order");
                // Some orders are written at length alone.
                let Some(read) = forms.read(order).filter(|_| tried < OFFERS) else { continue };
                let kind = read.as_object().map_or(order, |read| read.keys().next().unwrap());
                let own = list(&verbs, "verbs").iter().filter(|verb| verb["words"] == kind);
                let ways = own.filter_map(|verb| reached(&table, subject, order, verb));
                let (arguments, touches) =
                    ways.min_by_key(|(_, touches)| *touches).unwrap_or_else(|| {
                        panic!("{name}: {subject}: {order} is not reached: {verbs}")
                    });
                let most = arguments + if choice["unit"] == true { 2 } else { 3 };
                assert!(
                    touches <= most,
                    "{name}: {order}: {touches} touches for {arguments} arguments"
                );
                tried += 1;
            }
        }
        assert!(tried > 0 || choices.to_string().contains("\"offers\":[]"), "{name}: {choices}");
    }
}

/// In every scenario, the largest among them, units can be ordered by touches: what they ask for is answered. Usually the last
/// of each game is tried.
#[test]
fn every_scenario_is_played_by_touches() {
    // `.ci/play` has the module for a browser answer the same of all, and says how long each takes.
    let whole = std::env::var_os(KEPT).is_some() || all();
    let skipped = |count: usize| if whole { 0 } else { count - 1 };
    let scenarios = OURS.games().flat_map(|kind| {
        let all = kind.shipped().scenarios;
        all.iter().skip(skipped(all.len())).map(move |scenario| (kind.name(), *scenario))
    });
    for (game, scenario) in scenarios {
        let table = Table::of_scenario(game, scenario, 1);
        let blank = table.answer("template", json!({"short": true}));
        let choices = table.answer("choices", json!({}));
        for choice in list(&choices, "choices").iter().take(UNITS) {
            let verbs = refined(&table, words(choice, "subject"), &[]);
            for verb in list(&verbs, "verbs") {
                let said = refined(&table, words(choice, "subject"), &[verb["pick"].clone()]);
                assert_eq!(said["problem"], Value::Null, "{}: {said}", scenario.0);
            }
            let Some(offer) = list(choice, "offers").first() else { continue };
            let given = json!({"act": "give", "order": offer["order"], "orders": blank["orders"]});
            let edited = table.answer("edited", given);
            let checked = table.answer("check", json!({"orders": edited["orders"]}));
            assert_eq!(checked["readable"], true, "{}: {checked}", scenario.0);
        }
    }
}

/// Whatever is put together is carried out, as the check of the whole file says.
#[test]
fn whatever_is_put_together_passes_the_check() {
    for (name, table) in tables() {
        let blank = table.answer("template", json!({"short": true}));
        let choices = table.answer("choices", json!({}));
        let units = list(&choices, "choices").iter().map(|choice| words(choice, "subject"));
        for subject in units.take(UNITS).chain([""]) {
            let verbs = refined(&table, subject, &[]);
            for (n, verb) in list(&verbs, "verbs").iter().enumerate() {
                let Some(order) = made_up(&table, subject, &verb["pick"], n) else { continue };
                let given = json!({"act": "give", "order": order, "subject": subject, "orders": blank["orders"]});
                let edited = table.answer("edited", given);
                let file = words(&edited, "orders");
                let checked = table.answer("check", json!({"orders": file}));
                let bad = list(&checked, "findings").iter().find(|it| it["severity"] == "refused");
                assert!(bad.is_none(), "{name}: {order}: {checked}");
                assert_eq!(list(&edited, "lines").last().unwrap()["order"], *order, "{edited}");
            }
        }
    }
}

/// An order of a few picks, not always the first.
fn made_up(table: &Table, subject: &str, verb: &Value, n: usize) -> Option<String> {
    let mut picks = vec![verb.clone()];
    let mut order = None;
    for step in 0..PICKS {
        let said = refined(table, subject, &picks);
        assert_eq!(said["problem"], Value::Null, "{subject}: {picks:?}: {said}");
        order = said["order"].as_str().map(str::to_owned).or(order);
        picks = list(&said, "picks").to_vec();
        let values: Vec<&Value> =
            list(&said, "groups").iter().flat_map(|group| list(group, "values")).collect();
        let Some(value) = values.get((n + step) % values.len().max(1)) else { break };
        picks.push(value["pick"].clone());
    }
    order
}

/// A pick that leads nowhere gets a sentence.
#[test]
fn picks_that_lead_nowhere_are_told() {
    let table = Table::of("company-war");
    for picks in [json!(["f999"]), json!(["x"]), json!(["f0", "99999=3"]), json!(["f0", "no"])] {
        let said = table.answer("refine", json!({"subject": "", "picks": picks}));
        assert!(words(&said["problem"], "what").contains("no order begins so"), "{said}");
    }
}

/// Lines are given, moved and taken back; the comments stay, and a line that cannot be read harms no other.
#[test]
fn an_order_file_is_changed_line_by_line() {
    for kind in OURS.games() {
        let table = Table::after(kind.name(), 1);
        let blank = table.answer("template", json!({"short": true}));
        let file = format!("# mine\n{}", words(&blank, "orders"));
        let choices = table.answer("choices", json!({}));
        let offers = list(&choices, "choices").iter().flat_map(|choice| {
            let subject = words(choice, "subject");
            list(choice, "offers").iter().map(move |offer| (subject, words(offer, "order")))
        });
        let mut now = file.clone();
        let mut given = Vec::new();
        for (subject, order) in offers.take(3) {
            let more = json!({"orders": now, "act": "give", "order": order, "subject": subject});
            let said = table.answer("edited", more);
            let own = list(&said, "lines").iter().find(|line| line["order"] == order);
            assert_eq!(own.expect("it is given")["subject"], subject, "{said}");
            now = words(&said, "orders").to_owned();
            given.push(order);
        }
        let act = |orders: &str, act: &str, slot: &str| {
            table.answer("edited", json!({"orders": orders, "act": act, "slot": slot}))
        };
        if given.len() > 1 {
            let down = act(&now, "down", "orders[0]");
            let up = act(words(&down, "orders"), "up", "orders[1]");
            assert_ne!(down["orders"], *now);
            assert_eq!(up["orders"], *now, "{}", kind.name());
        }
        let broken = format!("{now}- nonsense here\n");
        let said = act(&broken, "take-back", "orders[0]");
        let broken = words(&said, "orders");
        assert!(broken.ends_with("- nonsense here\n") && broken.starts_with("# mine\n"));
        // What is offered and taken back is offered again.
        for _ in &given {
            now = words(&act(&now, "take-back", "orders[0]"), "orders").to_owned();
        }
        assert_eq!(now, file, "{}", kind.name());
        let none = act(&now, "up", "orders[77]");
        assert!(words(&none["problem"], "what").contains("no line orders[77]"), "{none}");
    }
}

/// A forecast in portions is that of one go.
#[test]
fn a_forecast_in_portions_is_the_same() {
    for kind in OURS.games() {
        let table = Table::of(kind.name());
        let orders = table.orders();
        let whole = table.answer("forecast", json!({"orders": orders, "samples": 7}));
        let mut tried = json!([]);
        let mut last = Value::Null;
        for samples in [3, 1, 3] {
            let asked = json!({"orders": orders, "samples": samples, "tried": tried});
            let said = table.answer("forecast", asked);
            tried = said["tried"].clone();
            last = said["forecast"].clone();
        }
        assert_eq!(last, whole, "{}", kind.name());
        assert_eq!(tried.as_array().map(Vec::len), Some(7));
    }
}

/// Every picture of the report has its places, and what it tells of one is told; units are where they say.
#[test]
fn places_are_where_the_pictures_are() {
    let mut found = 0;
    for kind in OURS.games() {
        let table = Table::after(kind.name(), 1);
        let opened = table.answer("open", json!({}));
        let said = table.answer("places", json!({}));
        let figures = list(&said, "figures");
        let drawn = words(&opened, "html").matches("<figure class=\"map").count();
        assert_eq!(figures.len(), drawn, "{}", kind.name());
        let places = figures.iter().flat_map(|figure| figure.as_array().expect("places"));
        let mut units = 0;
        for place in places {
            let here = list(place, "units");
            units += here.len();
            if let (Some(unit), true) = (here.first(), units < 4) {
                let name = words(place, "name");
                assert!(unit.as_str().unwrap().contains(name), "{place}");
                let told = table.answer("mentions", json!({"name": name}));
                assert!(!list(&told, "lines").is_empty(), "{}: {name}: {told}", kind.name());
            }
        }
        found += usize::from(units > 0);
    }
    assert!(found >= 4, "units are found in {found} games");
}
