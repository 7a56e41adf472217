//! What the Diplomacy Adjudicator Test Cases leave out: owners, draws, the sequence, the end.

use std::path::Path;

use adjutant::testing::{cases, passes};

#[test]
fn every_rule_case_comes_out_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    passes(cases::all(&adjutant_diplomacy::SHELF, &folder));
}
