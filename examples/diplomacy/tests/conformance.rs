//! What every game keeps to.

#[test]
fn diplomacy_keeps_its_word() {
    adjutant::testing::conformance(&adjutant_diplomacy::SHELF, 3).unwrap();
}
