//! Order files of all kinds, as a page has them checked. `.ci/play` keeps the answers to a thousand of them, and asks the module
//! for a browser the same.

use adjutant::games::OURS;
use serde_json::json;

use crate::fuzz_seeds::{Numbers, inputs, mutated};
use crate::play::{KEPT, Table};

/// Files of each game that are tried, and that are kept.
const TRIED: usize = 6;
const ENOUGH: usize = 200;

/// Every file is answered: with what is found at its lines, or with a sentence on the whole.
#[test]
fn order_files_of_all_kinds_are_answered() {
    let most = if std::env::var_os(KEPT).is_some() { ENOUGH } else { TRIED };
    for (kind, number) in OURS.games().zip(1..) {
        let table = Table::of(kind.name());
        let orders = table.orders();
        let first = ["\nstanding:", "\norders:", "\ncontingent:"];
        let first = first.iter().filter_map(|list| orders.find(list)).min().expect("a list");
        let head = &orders.as_bytes()[..=first];
        let blank = |short| {
            let made = table.answer("template", json!({"short": short}));
            made["orders"].as_str().expect("a template").as_bytes().to_vec()
        };
        // What was found for one game is read in all.
        let found = inputs("fuzz/seeds", "order_file").into_iter();
        let found = found.chain(inputs("fuzz/found", "order_file"));
        let mut files: Vec<Vec<u8>> = found.map(|(_, bytes)| [head, &bytes].concat()).collect();
        files.sort();
        files.extend([orders.clone().into_bytes(), blank(false), blank(true)]);
        let mut numbers = Numbers(number);
        let mut answered = [0; 2];
        for _ in 0..most {
            let file = String::from_utf8_lossy(&mutated(&mut numbers, &files)).into_owned();
            let said = table.answer("check", json!({"orders": file}));
            let whole = said["problem"]["what"].is_string();
            assert!(whole != said["findings"].is_array(), "{}: {said}\n{file}", kind.name());
            answered[usize::from(whole)] += 1;
        }
        assert!(most < ENOUGH || answered.iter().all(|count| *count > 2), "{answered:?}");
    }
}
