//! What is drawn, dealt and left.

use proptest::prelude::*;

use super::*;
use crate::engine::Chance;

fn pool(counts: &[(char, u32)]) -> Pool<char> {
    counts.iter().copied().collect()
}

#[test]
fn pieces_come_and_go() {
    let mut cup = pool(&[('b', 2), ('a', 1), ('c', 0), ('b', 1)]);
    assert_eq!(cup.pieces().collect::<String>(), "abbb");
    assert_eq!((cup.total(), cup.count(&'b'), cup.count(&'c')), (4, 3, 0));
    assert_eq!(cup.sum(|kind| if *kind == 'a' { 10 } else { 2 }), 16);
    assert_eq!(
        (cup.to_string(), Pool::<char>::default().to_string()),
        ("1 a and 3 b".into(), "nothing".into())
    );
    assert!(!cup.take(&'b', 4) && cup.take(&'b', 3) && !cup.take(&'b', 1));
    assert_eq!(cup, pool(&[('a', 1)]));
    cup.put('a', u32::MAX);
    assert_eq!(cup.count(&'a'), u32::MAX);
    assert!(cup.take(&'z', 0) && cup.take(&'a', u32::MAX) && cup.is_empty());
}

#[test]
fn what_is_known_is_subtracted() {
    let cup = pool(&[('a', 2), ('b', 1)]);
    assert_eq!(cup.without(&['a', 'b']), Some(pool(&[('a', 1)])));
    assert_eq!(cup.without(&['b', 'b']), None);
    assert_eq!(cup.without(&['z']), None);
}

#[test]
fn a_file_has_kinds_and_counts() {
    let cup: Pool<char> = serde_json::from_str(r#"{"a":2,"b":0}"#).expect("it is read");
    assert_eq!(cup, pool(&[('a', 2)]));
    assert_eq!(serde_json::to_string(&cup).expect("it is written"), r#"{"a":2}"#);
}

#[test]
fn a_draw_counts_through_the_pieces() {
    let drawn = |value: u64| {
        let script = BTreeMap::from([("cup".to_owned(), vec![value])]);
        let mut cup = pool(&[('a', 1), ('b', 2), ('c', 1)]);
        let piece = cup.draw(&mut Chance::scripted([0; 32], script).draw(&["cup"]));
        (piece, cup.pieces().collect::<String>())
    };
    assert_eq!(drawn(0), (Some('a'), "bbc".to_owned()));
    assert_eq!(drawn(1), (Some('b'), "abc".to_owned()));
    assert_eq!(drawn(2), (Some('b'), "abc".to_owned()));
    assert_eq!(drawn(3), (Some('c'), "abb".to_owned()));
    let mut chance = Chance::from_seed([0; 32]);
    assert_eq!(Pool::<char>::default().draw(&mut chance.draw(&["none"])), None);
    assert!(chance.drawn()[0].values.is_empty());
}

#[test]
fn what_cannot_be_dealt_is_not() {
    let mut cup = pool(&[('a', 2)]);
    let mut chance = Chance::from_seed([0; 32]);
    assert_eq!(cup.deal([("x", 2), ("y", 1)], &mut chance.draw(&["deal"])), None);
    assert_eq!(cup.total(), 2);
}

#[test]
fn slots_are_filled_with_one_piece_each() {
    let mut cup = pool(&[('a', 2), ('b', 2)]);
    let mut chance = Chance::from_seed([0; 32]);
    let filled = cup.fill(["x", "y", "z"], &mut chance.draw(&["fill"])).expect("enough");
    assert_eq!(filled.iter().map(|(slot, _)| *slot).collect::<Vec<_>>(), ["x", "y", "z"]);
    let all = filled.iter().map(|(_, piece)| *piece).chain(cup.pieces().copied());
    assert_eq!(all.collect::<Pool<char>>(), pool(&[('a', 2), ('b', 2)]));
    assert_eq!(cup.total(), 1);
}

/// Every order in which the dice of a shuffle can fall is dealt once: each arrangement comes as
/// often as there are ways to give the single pieces.
#[test]
fn every_arrangement_is_as_likely_as_its_pieces_make_it() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for fall in 0..24_u64 {
        let script = BTreeMap::from([("deal".to_owned(), vec![fall % 4, fall / 4 % 3, fall / 12])]);
        let mut cup = pool(&[('a', 2), ('b', 1), ('c', 1)]);
        let mut chance = Chance::scripted([0; 32], script);
        let hands = cup.deal([(1, 2), (2, 1)], &mut chance.draw(&["deal"])).expect("enough");
        let mut text = String::new();
        for (_, mut hand) in hands {
            hand.sort_unstable();
            text.extend(hand);
            text.push('|');
        }
        text.extend(cup.pieces());
        *seen.entry(text).or_default() += 1;
    }
    let told: Vec<(&str, u32)> = seen.iter().map(|(text, count)| (text.as_str(), *count)).collect();
    let expected = [
        ("aa|b|c", 2),
        ("aa|c|b", 2),
        ("ab|a|c", 4),
        ("ab|c|a", 4),
        ("ac|a|b", 4),
        ("ac|b|a", 4),
        ("bc|a|a", 4),
    ];
    assert_eq!(told, expected);
}

fn some_pool() -> impl Strategy<Value = Pool<u8>> {
    prop::collection::btree_map(0_u8..6, 0_u32..5, 0..6).prop_map(Pool::from)
}

proptest! {
    #[test]
    fn draws_take_what_is_there(cup in some_pool(), seed: [u8; 32]) {
        let mut left = cup.clone();
        let mut chance = Chance::from_seed(seed);
        let mut draw = chance.draw(&["all"]);
        let drawn: Vec<u8> = std::iter::from_fn(|| left.draw(&mut draw)).collect();
        prop_assert!(left.is_empty());
        prop_assert_eq!(drawn.into_iter().collect::<Pool<u8>>(), cup);
    }

    #[test]
    fn what_is_imagined_agrees_with_what_is_known(
        cup in some_pool(), known in prop::collection::vec(0_u8..6, 0..4),
        slots in prop::collection::vec(0_u32..4, 0..4), seed: [u8; 32],
    ) {
        let Some(mut rest) = cup.without(&known) else { return Ok(()) };
        let hidden = rest.clone();
        let mut chance = Chance::from_seed(seed);
        let dealt = rest.deal(slots.iter().copied().enumerate(), &mut chance.draw(&["deal"]));
        let wanted: u64 = slots.iter().map(|count| u64::from(*count)).sum();
        let Some(dealt) = dealt else {
            prop_assert!(wanted > hidden.total() && rest == hidden);
            return Ok(());
        };
        let sizes: Vec<u32> = dealt.iter().map(|(_, hand)| u32::try_from(hand.len()).unwrap()).collect();
        prop_assert_eq!(sizes, slots);
        let hands = dealt.iter().flat_map(|(_, hand)| hand);
        let all = hands.chain(rest.pieces()).chain(&known).copied();
        prop_assert_eq!(all.collect::<Pool<u8>>(), cup);
    }
}
