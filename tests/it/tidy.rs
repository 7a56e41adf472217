//! `fmt` keeps what an order file says, whatever was done to its blanks and line ends.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use adjutant::base::Digest;
use adjutant::engine::{Chance, GameKind};
use adjutant::games;
use adjutant::referee::player::fmt::formatted;
use proptest::prelude::*;

use crate::shelf;

const HEAD: &str = "campaign: x#00000000\ncycle: 1\nseat: union\nsequence: 1\nto: age1x\nhead: \
    4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a\n";

/// Order files of the staff in the first cycles of every game, and one with every list.
static FILES: LazyLock<Vec<(&'static dyn GameKind, String)>> = LazyLock::new(|| {
    let mut files = Vec::new();
    for kind in shelf::kinds() {
        let game = shelf::founded(kind);
        let mut chance = Chance::from_seed(Digest::of(kind.name().as_bytes()).0);
        let mut position = game.setup(&mut chance);
        for cycle in 1..=5_u8 {
            let mut orders = BTreeMap::new();
            for seat in game.seats() {
                let seen = shelf::view(&*game, &position, &seat);
                let ideas = shelf::staff(&*game, &seen, Digest::of(seat.as_str().as_bytes()).0);
                let items = game.list(&ideas).unwrap();
                if !items.is_empty() {
                    files.push((kind, format!("{HEAD}standing:\n{items}orders:\n{items}")));
                }
                orders.insert(seat, ideas);
            }
            let mut chance = Chance::from_seed([cycle; 32]);
            position = game.resolve(&position, &orders, &mut chance).unwrap().position;
        }
    }
    assert!(shelf::kinds().iter().all(|kind| files.iter().any(|(of, _)| of.name() == kind.name())));
    files
});

/// What is done to a line: a comment, another blank, a tab, blanks at its end, the line end.
fn disturbed(text: &str, moves: &[u8]) -> String {
    let mut out = String::new();
    for (n, line) in text.lines().enumerate() {
        let what = moves[n % moves.len()];
        let lead = &line[..line.len() - line.trim_start_matches([' ', '-']).len()];
        let lead = " ".repeat(lead.find('-').unwrap_or(lead.len()));
        let line = match what % 8 {
            0 => line.replacen(": ", ":\t", 1),
            1 => line.replacen(": ", ":            ", 1),
            2 => format!(
                "{line}  # a remark that is long enough to leave the line's width well behind"
            ),
            3 => format!(
                "{lead}#\ta line of its own:\tof [words] that go on and on, beyond what fits {n}\n{line}"
            ),
            4 => line.replace(", ", "  ,  "),
            5 => format!("{line}\t# why: {n}"),
            _ => line.to_owned(),
        };
        let end = ["\n", "\r\n", "  \n", "\t\r\n", "\n\n", " \t \n"][usize::from(what / 8) % 6];
        out.push_str(&line.replace('\n', end));
        out.push_str(end);
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_is_disturbed_is_tidied_and_says_the_same(
        moves in prop::collection::vec(any::<u8>(), 1..40),
        which in any::<prop::sample::Index>(),
    ) {
        let (game, text) = which.get(&FILES);
        let wild = disturbed(text, &moves);
        let tidy = formatted(wild.as_bytes(), games::OURS).unwrap_or_else(|p| panic!("{p}\n{wild}"));
        prop_assert!(tidy.lines().all(|l| l.chars().count() <= 72 && !l.ends_with(' ')));
        prop_assert!(!tidy.contains(['\t', '\r']) && tidy.ends_with('\n'));
        prop_assert_eq!(&formatted(tidy.as_bytes(), games::OURS).unwrap(), &tidy);
        prop_assert!(game.reads(text).is_some());
        prop_assert_eq!(game.reads(&tidy), game.reads(text));
        prop_assert_eq!(tidy.matches("# why:").count(), wild.matches("# why:").count());
    }
}

#[test]
fn files_that_are_fit_stay_as_they_are() {
    for (game, text) in FILES.iter() {
        assert_eq!(&formatted(text.as_bytes(), games::OURS).unwrap(), text, "{}", game.name());
    }
    let own = "docs/formats/order-file.md";
    assert!(formatted(&fs::read(own).unwrap(), games::OURS).is_err());
}

#[test]
fn long_orders_go_into_several_lines() {
    let path: Vec<String> = (1..60).map(|n| n.to_string()).collect();
    let path = path.join(", ");
    let order = format!("{{ship: Norway, path: [{path}], when: {{enemy-left: 2}}}}");
    let file = format!(
        "{HEAD}orders:\n- move: {order} # away\ncontingent:\n  - when: behind\n    then:\n      - move: {order}\n"
    );
    let tidy = formatted(file.as_bytes(), games::OURS).unwrap();
    assert!(tidy.lines().all(|line| line.chars().count() <= 72), "{tidy}");
    let game = games::OURS.named("company-war").unwrap();
    assert!(game.reads(&file).is_some());
    assert_eq!(game.reads(&tidy), game.reads(&file));
}

#[test]
fn what_would_change_a_meaning_is_refused() {
    let refused = |orders: &str| {
        formatted(format!("{HEAD}{orders}").as_bytes(), games::OURS).unwrap_err().what
    };
    // A tab between two words is part of the name.
    assert!(
        refused("orders:\n- repair: {ship: Dart\tOne}\n")
            .contains("would change what the file means")
    );
    assert!(refused("orders:\n- repair: {ship: \"Dart\tOne\"}\n").contains("tab"));
    assert!(refused("orders:\n- repair:\n    ship: |\n      Norway \n").contains("block text"));
    assert!(refused(&format!("orders:\n- repair: {{ship: {}}}\n", "x".repeat(80))).contains("72"));
    assert!(refused("orders: [}\t\n").len() > 3);
}
