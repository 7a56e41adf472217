use proptest::prelude::*;

use super::*;
use crate::base::Digest;

fn lot(seed: u64) -> Lot {
    Lot::new(&Digest::of(&seed.to_be_bytes()), std::iter::empty())
}

/// A field of so many members before the first round.
fn field(members: usize, seats: usize, lot: &Lot) -> Field<'_> {
    Field {
        order: (0..members).collect(),
        founders: members,
        plays: vec![true; members],
        table: (0..members).collect(),
        points: vec![0; members],
        win: 2,
        past: Vec::new(),
        challenges: Vec::new(),
        seats,
        staffed: false,
        lot,
    }
}

/// Plays a round; `winner` says which seat wins a game, none for a draw.
fn play(
    field: &mut Field<'_>,
    pairing: &Pairing,
    mut winner: impl FnMut(&[usize]) -> Option<usize>,
) {
    let mut round =
        Past { games: Vec::new(), byes: pairing.byes.clone(), points: field.points.clone() };
    for seats in &pairing.games {
        let members: Vec<usize> = seats.iter().flatten().copied().collect();
        let won = winner(&members);
        let winners: Vec<usize> = won.into_iter().collect();
        for (at, member) in members.iter().enumerate() {
            field.points[*member] += match won {
                Some(seat) if seat == at => 2,
                Some(_) => 0,
                None => 1,
            };
        }
        let score = Some(Score { winners, ..Score::default() });
        round.games.push(Meeting { seats: seats.clone(), score });
    }
    for member in &pairing.byes {
        field.points[*member] += 2;
    }
    field.past.push(round);
    let points = field.points.clone();
    field.table.sort_by_key(|member| u32::MAX - points[*member]);
}

/// Everybody who plays stands once in a round.
fn is_whole(pairing: &Pairing, field: &Field<'_>) {
    let mut seen: Vec<usize> = pairing.games.iter().flatten().flatten().copied().collect();
    seen.extend(&pairing.byes);
    seen.sort_unstable();
    let all: Vec<usize> = (0..field.plays.len()).filter(|m| field.plays[*m]).collect();
    assert_eq!(seen, all);
}

#[test]
fn everybody_meets_everybody_with_even_seats() {
    for members in 2..=17 {
        for double in [false, true] {
            let lot = lot(7);
            let mut field = field(members, 2, &lot);
            let form = Form::RoundRobin { double };
            let mut met = vec![vec![0; members]; members];
            for _ in 0..form.rounds(members) {
                let pairing = pair(form, &field).unwrap();
                is_whole(&pairing, &field);
                for game in &pairing.games {
                    met[game[0].unwrap()][game[1].unwrap()] += 1;
                }
                play(&mut field, &pairing, |_| None);
            }
            assert!(pair(form, &field).is_err(), "the season is over");
            for (a, own) in met.iter().enumerate() {
                let (first, second): (i32, i32) =
                    (own.iter().sum(), met.iter().map(|other| other[a]).sum());
                assert!((first - second).abs() <= 1, "{members} {a}: {first} {second}");
                for b in (0..members).filter(|b| *b != a) {
                    let both = (own[b], met[b][a]);
                    let right = if double { both == (1, 1) } else { both.0 + both.1 == 1 };
                    assert!(right, "{members}: {a} and {b} met {both:?}");
                }
            }
        }
    }
}

#[test]
fn the_first_two_meet_in_the_final_and_somebody_wins() {
    for members in 2..=33 {
        let lot = lot(3);
        let mut field = field(members, 2, &lot);
        let rounds = Form::Knockout {}.rounds(members);
        for round in 1..=rounds {
            let pairing = pair(Form::Knockout {}, &field).unwrap();
            let final_ = round == rounds;
            for game in &pairing.games {
                let both = [Some(0), Some(1)].iter().all(|member| game.contains(member));
                assert_eq!(both, final_, "{members}");
            }
            play(&mut field, &pairing, |members| (0..2).min_by_key(|seat| members[*seat]));
        }
        assert!(pair(Form::Knockout {}, &field).is_err());
        assert_eq!(field.past.last().unwrap().games.len(), 1);
    }
}

#[test]
fn who_leaves_a_cup_lets_the_other_through() {
    let lot = lot(3);
    let mut field = field(4, 2, &lot);
    let first = pair(Form::Knockout {}, &field).unwrap();
    play(&mut field, &first, |members| (0..2).min_by_key(|seat| members[*seat]));
    field.plays[0] = false;
    // The other has nobody to play, and that is no game.
    assert!(pair(Form::Knockout {}, &field).is_err());
    field.plays = vec![true; 4];
    // A draw lets the higher of the draw through.
    let second = pair(Form::Knockout {}, &field).unwrap();
    assert_eq!(second.games.len(), 1);
}

#[test]
fn a_ladder_is_climbed() {
    let lot = lot(1);
    let mut field = field(5, 2, &lot);
    let form = Form::Ladder { reach: 2, rounds: 9 };
    assert!(pair(form, &field).is_err(), "nobody challenges");
    // Out of reach, downward, and of somebody who plays already.
    field.challenges = vec![(4, 0), (0, 1), (3, 1), (2, 1)];
    let pairing = pair(form, &field).unwrap();
    assert_eq!(pairing.games.len(), 1);
    play(&mut field, &pairing, |members| members.iter().position(|m| *m == 3));
    assert_eq!(ladder(&field), [0, 3, 1, 2, 4]);
    field.challenges = vec![(1, 3)];
    let pairing = pair(form, &field).unwrap();
    play(&mut field, &pairing, |members| members.iter().position(|m| *m == 3));
    assert_eq!(ladder(&field), [0, 3, 1, 2, 4], "who loses a challenge stays");
}

#[test]
fn the_best_of_a_table_go_up_and_the_last_go_down() {
    let lot = lot(1);
    let mut field = field(8, 3, &lot);
    let form = Form::Groups { rounds: 4, promote: 1 };
    let tables = |pairing: &Pairing| -> Vec<Vec<usize>> {
        let sorted = |seats: &Vec<Option<usize>>| {
            let mut all: Vec<usize> = seats.iter().flatten().copied().collect();
            all.sort_unstable();
            all
        };
        pairing.games.iter().map(sorted).collect()
    };
    let first = pair(form, &field).unwrap();
    is_whole(&first, &field);
    assert_eq!(tables(&first), [vec![0, 1, 2], vec![3, 4, 5], vec![6, 7]]);
    play(&mut field, &first, |members| members.iter().position(|m| [1, 4, 7].contains(m)));
    let second = pair(form, &field).unwrap();
    is_whole(&second, &field);
    assert_eq!(tables(&second), [vec![0, 1, 4], vec![2, 3, 7], vec![5, 6]]);
}

#[test]
fn somebody_without_an_opponent_plays_the_staff_if_it_is_wanted() {
    let lot = lot(1);
    let mut field = field(5, 2, &lot);
    field.staffed = true;
    for form in [Form::Swiss { rounds: 3 }, Form::RoundRobin { double: false }] {
        let pairing = pair(form, &field).unwrap();
        is_whole(&pairing, &field);
        assert_eq!((pairing.games.len(), pairing.byes.len()), (3, 0));
        assert_eq!(pairing.games.iter().filter(|game| game.contains(&None)).count(), 1);
    }
}

#[test]
fn the_first_round_of_a_swiss_is_the_upper_half_against_the_lower() {
    let lot = lot(1);
    let field = field(9, 2, &lot);
    let pairing = pair(Form::Swiss { rounds: 5 }, &field).unwrap();
    let met = |game: &Vec<Option<usize>>| {
        let (a, b) = (game[0].unwrap(), game[1].unwrap());
        (a.min(b), a.max(b))
    };
    let met: Vec<_> = pairing.games.iter().map(met).collect();
    assert_eq!(met, [(0, 4), (1, 5), (2, 6), (3, 7)]);
    assert_eq!(pairing.byes, [8]);
    // Seats alternate from board to board.
    let upper: Vec<usize> =
        (0..4).map(|n| pairing.games[n].iter().position(|s| *s == Some(n)).unwrap()).collect();
    assert!(upper.windows(2).all(|two| two[0] != two[1]), "{upper:?}");
}

fn have_met(field: &Field<'_>, a: usize, b: usize) -> bool {
    field.past.iter().flat_map(|round| &round.games).any(|game| game.has(a) && game.has(b))
}

/// True if these can be paired without a second meeting.
fn can_be_new(field: &Field<'_>, here: &[usize]) -> bool {
    let size = here.len();
    let new = |at: usize| i32::from(!have_met(field, here[at / size], here[at % size]));
    let weights: Vec<i32> = (0..size * size).map(new).collect();
    integer_blossom::max_weight_matching(&weights, size).iter().all(Option::is_some)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_swiss_keeps_its_rules(
        members in 4usize..24,
        rounds in 1u32..8,
        seed: u64,
        results in proptest::collection::vec(0u8..3, 200),
        leaves in proptest::collection::vec(0usize..40, 8),
    ) {
        let lot = lot(seed);
        let mut field = field(members, 2, &lot);
        let rounds = rounds.min(u32::try_from(members / 2).unwrap());
        let mut results = results.into_iter().cycle();
        for gone in leaves.into_iter().take(rounds as usize) {
            // Now and then somebody leaves.
            let here = field.plays.iter().filter(|plays| **plays).count();
            if gone < members && here > rounds as usize + 2 {
                field.plays[gone] = false;
            }
            let pairing = pair(Form::Swiss { rounds }, &field).unwrap();
            is_whole(&pairing, &field);
            prop_assert!(pairing.byes.len() < 2);
            let here: Vec<usize> = (0..members).filter(|m| field.plays[*m]).collect();
            let without = |alone: usize| -> Vec<usize> {
                here.iter().copied().filter(|member| *member != alone).collect()
            };
            for member in &pairing.byes {
                let mut new = here.iter().filter(|m| !field.was_alone(**m));
                let other = new.any(|m| can_be_new(&field, &without(*m)));
                prop_assert!(!field.was_alone(*member) || !other, "a second bye");
            }
            // Nobody meets twice where a round without it exists.
            let met = pairing.games.iter().any(|g| have_met(&field, g[0].unwrap(), g[1].unwrap()));
            let possible = match pairing.byes.first() {
                None => can_be_new(&field, &here),
                Some(_) => here.iter().any(|alone| can_be_new(&field, &without(*alone))),
            };
            prop_assert!(!met || !possible, "a second meeting that was not needed");
            // The same again from the same.
            prop_assert_eq!(&pair(Form::Swiss { rounds }, &field).unwrap(), &pairing);
            play(&mut field, &pairing, |_| match results.next() {
                Some(2) | None => None,
                Some(seat) => Some(usize::from(seat)),
            });
        }
        for member in 0..members {
            let seats = sides::history(&field, member);
            let second = seats.iter().sum::<usize>();
            let spread = (seats.len() - second).abs_diff(second);
            prop_assert!(spread <= 3, "{:?}", seats);
        }
    }
}
