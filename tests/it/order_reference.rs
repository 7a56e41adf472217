//! The rulebook pages show every kind of order, and each line of theirs can be read.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use adjutant::engine::GameKind;
use adjutant::games;
use serde_json::Value;

use crate::shelf;

/// The blocks of YAML below the heading `Orders`.
fn blocks(game: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules").join(game);
    let page = fs::read_to_string(path.with_extension("md")).expect("a rulebook page");
    let (_, section) = page.split_once("\n## Orders\n").expect("a section on orders");
    let parts = section.split("```yaml\n").skip(1);
    parts.filter_map(|part| part.split_once("```")).map(|(block, _)| block.to_owned()).collect()
}

/// The kinds of orders that the format's phases take.
fn accepted(kind: &dyn GameKind) -> BTreeSet<String> {
    let format: Value = serde_saphyr::from_str(kind.shipped().format).expect("a format");
    let phases = format["phases"].as_object().expect("phases").values();
    let kinds = phases.flat_map(|phase| phase["accepts"].as_array().cloned().unwrap_or_default());
    kinds.filter_map(|kind| kind.as_str().map(str::to_owned)).collect()
}

/// The kinds of orders in a list.
fn shown(block: &str) -> BTreeSet<String> {
    let lists: Value = serde_saphyr::from_str(block).expect("lists of orders");
    let orders = lists["orders"].as_array().cloned().unwrap_or_default();
    let kind = |order: Value| match order {
        Value::Object(fields) => fields.keys().next().cloned().expect("a kind"),
        order => order.as_str().expect("a kind").to_owned(),
    };
    orders.into_iter().map(kind).collect()
}

#[test]
fn every_kind_of_order_is_shown_and_can_be_read() {
    for kind in games::OURS.games() {
        let game = shelf::founded(kind);
        let seat = game.seats().remove(0);
        let seen = shelf::view(&*game, &shelf::played(&*game, 0), &seat);
        let mut kinds = BTreeSet::new();
        for block in blocks(kind.name()) {
            let orders = shelf::read(&*game, &seat, &block);
            assert!(game.check(&seen, &orders).is_ok(), "{}", kind.name());
            kinds.extend(shown(&block));
        }
        assert_eq!(kinds, accepted(kind), "{}", kind.name());
    }
}

/// A report names every condition in the form that a file has, with what is to be filled in.
#[test]
fn conditions_are_told_as_a_file_has_them() {
    let forms = [
        ("company-war", "{enemy-at: PLACE}"),
        ("age-of-imperialism", "{owned-by: [NAME, POWER]}"),
        ("parabellum", "{enemy-at: SQUARE}"),
        ("mechad", "{crippled: {ship: NAME}}"),
        ("company-commander", "{sees: NAME}"),
    ];
    for (name, form) in forms {
        let game = shelf::named(name);
        let seen = shelf::view(&*game, &shelf::played(&*game, 0), &game.seats()[0]);
        let (_, agenda) = game.told(&seen, None).expect("a view");
        let known: Vec<&str> = agenda.conditions.iter().map(|(form, _)| form.as_str()).collect();
        assert!(known.contains(&form), "{name}: {known:?}");
        assert!(agenda.conditions.iter().all(|(_, is)| !is.is_empty()), "{name}");
    }
}
