//! Tables, tie-breaks, the balance of sides, and ratings: worked out by hand.

use adjutant::league::lot::Lot;
use adjutant::league::rules::TieBreak;
use adjutant::league::scoring::Score;
use adjutant::league::table::{Scores, ratings, table};

use super::*;

/// A game of two: who has the first seat, who the second, and the seats that won.
type Game = (&'static str, &'static str, &'static [usize]);

/// Three rounds of four members.
const ROUNDS: [[Game; 2]; 3] = [
    [("anna", "ben", &[0]), ("carla", "dora", &[])],
    [("carla", "anna", &[0, 1]), ("ben", "dora", &[0])],
    [("dora", "anna", &[0]), ("ben", "carla", &[1])],
];

fn paired(seats: &[(&Seat, &str)], name: String) -> Paired {
    let seats = seats.iter().map(|(seat, id)| ((*seat).clone(), (*id).to_owned()));
    Paired {
        game: name,
        campaign: Digest::of(b"campaign"),
        scenario: "short".to_owned(),
        seats: seats.collect(),
    }
}

/// A season with these rounds, of which nothing is on the disk.
fn season(league: &League, rounds: &[[Game; 2]]) -> (Played, Season, Scores) {
    let (played, mut season) = league.season();
    season.lot = Some(Lot::new(&Digest::of(b"lot"), std::iter::empty()));
    season.founders = season.members.len();
    let mut scores = Scores::new();
    for (round, games) in (1..).zip(rounds) {
        let mut made = Vec::new();
        for (board, (first, second, winners)) in games.iter().enumerate() {
            let name = format!("r{round:02}-b{:02}", board + 1);
            scores.insert(name.clone(), Score { winners: winners.to_vec(), ..Score::default() });
            let held = [(&played.seats[0], *first), (&played.seats[1], *second)];
            made.push(paired(&held, name));
        }
        let opens = season.time;
        season.rounds.push(Round { number: round, opens, games: made, byes: Vec::new() });
    }
    (played, season, scores)
}

#[test]
fn points_and_tie_breaks_are_those_worked_out_by_hand() {
    let all = "tie-breaks: [direct, buchholz, sonneborn-berger, wins, weaker-side]\n";
    let league = League::of("{round-robin: {}}", all, 4);
    let (played, season, scores) = season(&league, &ROUNDS);
    assert_eq!(played.rules.tie_breaks.last(), Some(&TieBreak::WeakerSide));
    let table = table(&season, &played, &scores);
    // Anna 2+1+0, Ben 0+2+0, Carla 1+1+2, Dora 1+0+2. Dora has beaten Anna. The second seat won once, and is the
    // weaker: Carla's win counts.
    let due: [(&str, u32, [u32; 5]); 4] = [
        ("carla", 4, [0, 8, 10, 1, 1]),
        ("dora", 3, [2, 9, 10, 1, 0]),
        ("anna", 3, [0, 9, 8, 1, 0]),
        ("ben", 2, [0, 10, 6, 1, 0]),
    ];
    for ((line, (id, points, breaks)), place) in table.lines.iter().zip(due).zip(1..) {
        let told = (line.place, line.member.as_str(), line.points, &line.breaks[..]);
        assert_eq!(told, (place, id, points, &breaks[..]));
        assert_eq!((line.played, line.won + line.drawn + line.lost), (3, 3), "{id}");
    }
    let sides: Vec<(u32, u32, u32)> =
        table.sides.iter().map(|side| (side.games, side.won, side.drawn)).collect();
    assert_eq!(sides, [(6, 3, 2), (6, 1, 2)]);
    let percents = adjutant::league::shown::sides(&table);
    let shown = format!("{percents:?}");
    // (3 + 1) of 6, and (1 + 1) of 6, rounded down.
    assert!(shown.contains("66") && shown.contains("33"), "{shown}");
}

/// Glicko-2 from 1500 and a deviation of 350: the first win is worth 162.31 (the system's paper, steps 3 to 7:
/// g 0.66907, v 8.9355, phi' squared 2.7930, times g times a half times 173.7178).
#[test]
fn ratings_are_glickos_and_count_what_members_decided_on_the_board() {
    let league = League::announced("{swiss: {rounds: 3}}", "");
    for (number, name) in (1..).zip(&NAMES[..4]) {
        let file = league.file(name, number);
        league.must(&["enroll", file.to_str().unwrap()]);
    }
    let (played, season, mut scores) =
        season(&league, &[[("anna", "ben", &[0]), ("carla", "dora", &[0])]]);
    // One of the two ended because somebody was dropped.
    scores.get_mut("r01-b02").unwrap().forfeits = vec![1];
    let all = ratings(&season, &played, &scores);
    assert_eq!(all, [vec![1500; 4], vec![1662, 1338, 1500, 1500]]);
    // A game against the staff is not rated.
    let mut staffed = season.clone();
    staffed.rounds[0].games[0].seats.insert(played.seats[1].clone(), "staff".to_owned());
    assert_eq!(ratings(&staffed, &played, &scores)[1], [1500; 4]);
}

#[test]
fn at_tables_of_more_who_wins_rises_and_the_others_sink_alike() {
    let league = League::new(games::OURS);
    let rules = "name: cup\ngame: age-of-imperialism\nform: {groups: {rounds: 2, promote: 1}}\nratings: true\n";
    fs::write(league.root().join("league.yaml"), rules).unwrap();
    league.must(&["announce"]);
    for (number, name) in (1..).zip(&NAMES[..6]) {
        let file = league.file(name, number);
        league.must(&["enroll", file.to_str().unwrap()]);
    }
    let (played, mut season) = league.season();
    season.lot = Some(Lot::new(&Digest::of(b"lot"), std::iter::empty()));
    season.founders = season.members.len();
    let seats = played.seats.len();
    assert!((3..=6).contains(&seats), "{seats}");
    let held: Vec<(&Seat, &str)> = played.seats.iter().zip(NAMES).collect();
    let games = vec![paired(&held, "r01-b01".to_owned())];
    let opens = season.time;
    season.rounds.push(Round { number: 1, opens, games, byes: Vec::new() });
    let score = Score { winners: vec![2], ..Score::default() };
    let scores = Scores::from([("r01-b01".to_owned(), score)]);
    let all = ratings(&season, &played, &scores);
    let after = &all[1];
    assert!(after[2] > 1500, "{after:?}");
    for other in (0..seats).filter(|member| *member != 2) {
        assert!(after[other] < 1500 && after[other] == after[0], "{after:?}");
    }
}
