//! Orders that a page has depend on a condition, for every game, from reports of its own.

use adjutant::games::OURS;
use serde_json::{Value, json};

use crate::play::Table;
use crate::play_orders::{list, words};

/// A table, and an order file with one order in it.
struct Given {
    table: Table,
    file: String,
    order: String,
}

fn refused(table: &Table, file: &str) -> Option<Value> {
    let checked = table.answer("check", json!({"orders": file}));
    assert_eq!(checked["problem"], Value::Null, "{checked}");
    list(&checked, "findings").iter().find(|it| it["severity"] == "refused").cloned()
}

impl Given {
    /// The first order that is offered in a later cycle and can depend on something.
    fn of(game: &str) -> Self {
        // Of some games' cycles every other one asks for nothing that could.
        let found = (1..7).find_map(|cycles| Self::at(Table::after(game, cycles)));
        found.unwrap_or_else(|| panic!("{game} offers nothing"))
    }

    fn at(table: Table) -> Option<Self> {
        let blank = table.answer("template", json!({"short": true}));
        let choices = table.answer("choices", json!({}));
        let offers = list(&choices, "choices").iter().flat_map(|choice| {
            let offers = list(choice, "offers").iter();
            offers.map(|offer| (choice["subject"].clone(), offer["order"].clone()))
        });
        let mut given = Self { table, file: String::new(), order: String::new() };
        for (subject, order) in offers {
            let more = json!({"act": "give", "order": order, "subject": subject});
            let said = given.edited(words(&blank, "orders"), "give", "", &more);
            words(&said, "orders").clone_into(&mut given.file);
            order.as_str().unwrap().clone_into(&mut given.order);
            let stands = refused(&given.table, &given.file).is_none();
            if stands && given.condition(&[])["problem"].is_null() {
                return Some(given);
            }
        }
        None
    }

    fn condition(&self, picks: &[Value]) -> Value {
        self.table.answer("condition", json!({"order": self.order, "picks": picks}))
    }

    fn edited(&self, file: &str, act: &str, slot: &str, more: &Value) -> Value {
        let mut asked = json!({"orders": file, "act": act, "slot": slot});
        asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.table.answer("edited", asked)
    }

    fn hung(&self, when: &str) -> Value {
        self.edited(&self.file, "when", "orders[0]", &json!({"when": when}))
    }

    /// The condition that the first values lead to.
    fn made(&self, kind: &Value) -> String {
        let mut picks = vec![kind.clone()];
        for _ in 0..5 {
            let said = self.condition(&picks);
            if let Some(condition) = said["order"].as_str() {
                return condition.to_owned();
            }
            let values = &list(&said, "groups")[0]["values"];
            picks.push(values[0]["pick"].clone());
        }
        panic!("{picks:?} has no end");
    }
}

/// Every condition is put together step by step; with it the order passes the check, and freed of it the file is what it was.
#[test]
fn an_order_depends_on_a_condition_and_is_freed_of_it() {
    for kind in OURS.games() {
        let given = Given::of(kind.name());
        let first = given.condition(&[]);
        let kinds = list(&list(&first, "groups")[0], "values");
        for value in kinds {
            let when = given.made(&value["pick"]);
            let said = given.hung(&when);
            let file = words(&said, "orders");
            assert_eq!(refused(&given.table, file), None, "{}: {when}: {file}", kind.name());
            let [line] = list(&said, "lines") else { panic!("{said}") };
            assert_eq!(line["slot"], "contingent[0]", "{said}");
            assert_eq!(line["order"], *given.order, "{said}");
            let tag = words(value, "pick");
            assert!(words(line, "when").starts_with(tag), "{}: {line}", kind.name());
            let freed = given.edited(file, "always", "contingent[0]", &json!({}));
            let [line] = list(&freed, "lines") else { panic!("{freed}") };
            assert_eq!((&line["slot"], &line["when"]), (&json!("orders[0]"), &Value::Null));
            assert_eq!(line["order"], *given.order, "{freed}");
        }
        assert!(kinds.len() >= 3, "{}: {first}", kind.name());
    }
}

/// An order that cannot depend on a condition says why before anything is chosen.
#[test]
fn an_order_that_can_depend_on_nothing_says_why() {
    let table = Table::after("company-war", 1);
    let said = table.answer("condition", json!({"order": "Europe 3-2", "picks": []}));
    let problem = &said["problem"];
    assert!(words(problem, "what").contains("fixed when it is written"), "{said}");
    assert!(words(problem, "hint").contains("`when` in a move"), "{said}");
}

/// What is no condition is told, and a condition that is written in another form stays as it is.
#[test]
fn a_condition_that_leads_nowhere_is_told() {
    let given = Given::of("company-war");
    for picks in [json!(["never"]), json!(["enemy-at", "6"]), json!(["behind", "=6"])] {
        let said = given.condition(picks.as_array().unwrap());
        assert!(words(&said["problem"], "what").contains("no order begins so"), "{said}");
    }
    let two = given.hung("behind\n- x");
    assert!(words(&two["problem"], "what").contains("expected a condition on one line"), "{two}");
    let own =
        format!("{}contingent:\n- {{when: behind, then: [\"{}\"]}}\n", given.file, given.order);
    let said = given.edited(&own, "always", "contingent[0]", &json!({}));
    assert!(
        words(&said["problem"], "what").contains("not written in the page's own form"),
        "{said}"
    );
    let shown = given.table.answer("edited", json!({"orders": own}));
    let line = list(&shown, "lines").last().unwrap();
    assert_eq!((&line["when"], &line["order"]), (&json!("behind"), &json!(given.order)));
}
