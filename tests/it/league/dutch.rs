//! Random tournaments of the Swiss system, round for round against another program: py4swiss. What it paired in the
//! first of them is kept in tests/vectors/dutch.txt; all are compared where `ADJUTANT_PY4SWISS` names a Python that
//! has it, as `.ci/pairings` does.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::base::Digest;
use adjutant::engine::Chance;
use adjutant::league::forms::{self, Field, Meeting, Pairing, Past};
use adjutant::league::lot::Lot;
use adjutant::league::rules::Form;
use adjutant::league::scoring::{Fate, Score};
use rayon::prelude::*;

use crate::folder::folder;

/// Tournaments whose pairings are kept.
const KEPT: u64 = 40;
const FILE: &str = "tests/vectors/dutch.txt";

/// What a round of a tournament was paired from, as the other program reads it, and what we made of it.
pub(super) struct Round {
    name: String,
    trf: String,
    pairs: String,
    /// True if nobody meets twice, is alone twice, or has a seat that they must not have.
    is_regular: bool,
}

fn below(chance: &mut Chance, name: &[&str], bound: usize) -> usize {
    usize::try_from(chance.draw(name).below(bound as u64)).unwrap()
}

/// Plays a tournament by our pairings, until a round of it is not regular.
fn tournament(number: u64) -> Vec<Round> {
    let seed = Digest::of(format!("tournament {number}").as_bytes());
    let mut chance = Chance::from_seed(seed.0);
    let lot = Lot::new(&seed, std::iter::empty());
    let founders = 4 + match number % 4 {
        0 => below(&mut chance, &["founders"], 61),
        1 => below(&mut chance, &["founders"], 7),
        _ => below(&mut chance, &["founders"], 25),
    };
    let rounds = 2 + below(&mut chance, &["rounds"], (founders / 2 + 2).min(9));
    let form = Form::Swiss { rounds: u32::try_from(rounds).unwrap() };
    let draws = below(&mut chance, &["draws"], 60);
    let mut field = Field {
        order: (0..founders).collect(),
        founders,
        plays: vec![true; founders],
        table: (0..founders).collect(),
        points: vec![0; founders],
        win: 2,
        past: Vec::new(),
        challenges: Vec::new(),
        seats: 2,
        staffed: false,
        lot: &lot,
    };
    let mut told = Vec::new();
    for round in 0..rounds {
        let turn = round.to_string();
        come_and_go(&mut field, &mut chance, &turn);
        let Ok(pairing) = forms::pair(form, &field) else { break };
        let is_regular = is_regular(&field, &pairing, round + 1 == rounds);
        told.push(Round {
            name: format!("{number:04}-{round:02}"),
            trf: trf(&field, rounds),
            pairs: pairs(&pairing),
            is_regular,
        });
        if !is_regular {
            break;
        }
        play(&mut field, &pairing, (&mut chance, &turn), draws);
    }
    told
}

/// A round of a season, whose members are numbered as they were drawn.
pub(super) fn told(name: String, (field, pairing): (&Field<'_>, &Pairing), rounds: usize) -> Round {
    let mut number = vec![0; field.order.len()];
    for (at, member) in field.order.iter().enumerate() {
        number[*member] = at;
    }
    let sorted = |values: &[u32]| field.order.iter().map(|m| values[*m]).collect::<Vec<u32>>();
    let seats = |seats: &Vec<Option<usize>>| seats.iter().map(|m| m.map(|m| number[m])).collect();
    let meeting = |game: &Meeting| Meeting { seats: seats(&game.seats), score: game.score.clone() };
    let past = |round: &Past| Past {
        games: round.games.iter().map(meeting).collect(),
        byes: round.byes.iter().map(|m| number[*m]).collect(),
        points: sorted(&round.points),
    };
    let renumbered = Field {
        order: (0..field.order.len()).collect(),
        founders: field.founders,
        plays: field.order.iter().map(|m| field.plays[*m]).collect(),
        table: field.table.iter().map(|m| number[*m]).collect(),
        points: sorted(&field.points),
        win: field.win,
        past: field.past.iter().map(past).collect(),
        challenges: Vec::new(),
        seats: field.seats,
        staffed: field.staffed,
        lot: field.lot,
    };
    let pairing = Pairing {
        games: pairing.games.iter().map(seats).collect(),
        byes: pairing.byes.iter().map(|m| number[*m]).collect(),
    };
    let last = field.past.len() + 1 == rounds;
    let is_regular = is_regular(&renumbered, &pairing, last);
    Round { name, trf: trf(&renumbered, rounds), pairs: pairs(&pairing), is_regular }
}

/// Somebody leaves for a round or for good, and somebody enters late.
fn come_and_go(field: &mut Field<'_>, chance: &mut Chance, turn: &str) {
    if turn == "0" {
        return;
    }
    for member in 0..field.plays.len() {
        let name = member.to_string();
        let bound = if field.plays[member] { 40 } else { 3 };
        if below(chance, &["comes or goes", turn, &name], bound) == 0 {
            field.plays[member] = !field.plays[member];
        }
    }
    if field.plays.len() < 64 && below(chance, &["late", turn], 5) == 0 {
        field.order.push(field.plays.len());
        field.plays.push(true);
        field.points.push(0);
        field.past.iter_mut().for_each(|round| round.points.push(0));
    }
}

fn play(
    field: &mut Field<'_>,
    pairing: &Pairing,
    (chance, turn): (&mut Chance, &str),
    draws: usize,
) {
    let points = field.points.clone();
    let mut past = Past { games: Vec::new(), byes: pairing.byes.clone(), points };
    for (board, seats) in pairing.games.iter().enumerate() {
        let board = board.to_string();
        let mut drawn = |what: &str| below(chance, &[what, turn, &board], 100);
        let winners = match drawn("result") {
            n if n < draws => Vec::new(),
            n if n % 2 == 0 => vec![0],
            _ => vec![1],
        };
        let forfeits = match drawn("forfeit") {
            0..3 => vec![0],
            3..6 => vec![1],
            6 => vec![0, 1],
            _ => Vec::new(),
        };
        let winners = match forfeits[..] {
            [] => winners,
            [seat] => vec![1 - seat],
            _ => Vec::new(),
        };
        for (seat, member) in seats.iter().enumerate() {
            field.points[member.unwrap()] += match (&winners[..], forfeits.contains(&seat)) {
                (_, true) => 0,
                ([], _) => 1,
                ([won], _) => 2 * u32::from(*won == seat),
                _ => unreachable!("one wins at most"),
            };
        }
        let score = Some(Score { winners, forfeits, ..Score::default() });
        past.games.push(Meeting { seats: seats.clone(), score });
    }
    for member in &pairing.byes {
        field.points[*member] += 2;
    }
    field.past.push(past);
}

/// The seats that somebody had in games that were played, and whom they met.
fn played(field: &Field<'_>, member: usize) -> (Vec<usize>, Vec<usize>) {
    let games = field.past.iter().flat_map(|round| &round.games);
    let real = games.filter(|game| game.score.as_ref().unwrap().forfeits.is_empty());
    let own = real.filter_map(|game| {
        let seat = game.seats.iter().position(|held| *held == Some(member))?;
        Some((seat, game.seats[1 - seat].unwrap()))
    });
    own.unzip()
}

fn is_regular(field: &Field<'_>, pairing: &Pairing, last: bool) -> bool {
    let most = 2 * u32::try_from(field.past.len()).unwrap();
    let is_top = |member: usize| last && 2 * field.points[member] > most;
    let games = pairing.games.iter().all(|game| {
        let both = [game[0].unwrap(), game[1].unwrap()];
        let top = both.iter().any(|member| is_top(*member));
        let fits = |(seat, member): (usize, &usize)| {
            let (mut seats, met) = played(field, *member);
            seats.push(seat);
            let thrice =
                seats.windows(3).last().is_some_and(|last| last.iter().all(|s| *s == seat));
            let second = seats.iter().sum::<usize>();
            let spread = second.abs_diff(seats.len() - second);
            !met.contains(&both[1 - seat]) && (top || !(thrice || spread > 2))
        };
        both.iter().enumerate().all(fits)
    });
    let byes = pairing.byes.iter().all(|member| {
        field.past.iter().all(|round| {
            let won = round.games.iter().any(|game| {
                let forfeits = &game.score.as_ref().unwrap().forfeits;
                let seat = game.seats.iter().position(|held| *held == Some(*member));
                seat.is_some_and(|seat| !forfeits.is_empty() && !forfeits.contains(&seat))
            });
            !round.byes.contains(member) && !won
        })
    });
    games && byes
}

/// `4-1 2-3 5-0`: by pairing numbers, the first seat first; 0 is nobody.
fn pairs(pairing: &Pairing) -> String {
    let games =
        pairing.games.iter().map(|g| format!("{}-{}", g[0].unwrap() + 1, g[1].unwrap() + 1));
    let byes = pairing.byes.iter().map(|member| format!("{}-0", member + 1));
    games.chain(byes).collect::<Vec<_>>().join(" ")
}

/// The tournament as FIDE's programs read it (TRF16).
fn trf(field: &Field<'_>, rounds: usize) -> String {
    let colour = ["white1", "black1"][field.lot.below("first seat", 2)];
    let mut out = format!("012 A tournament\nXXR {rounds}\nXXC {colour}\n");
    for member in 0..field.plays.len() {
        let points = field.points[member];
        let head = format!("001 {:4}", member + 1);
        let _ = write!(
            out,
            "{head:80}{:>4} {:4}",
            format!("{}.{}", points / 2, points % 2 * 5),
            member + 1
        );
        let mut results: Vec<String> =
            field.past.iter().map(|round| result(round, member)).collect();
        if !field.plays[member] {
            results.push("0000 - Z".to_owned());
        }
        for result in results {
            let _ = write!(out, "  {result}");
        }
        out.push('\n');
    }
    out
}

fn result(round: &Past, member: usize) -> String {
    if round.byes.contains(&member) {
        return "0000 - U".to_owned();
    }
    let Some(game) = round.games.iter().find(|game| game.has(member)) else {
        return "0000 - Z".to_owned();
    };
    let seat = game.seats.iter().position(|held| *held == Some(member)).unwrap();
    let score = game.score.as_ref().unwrap();
    let letter = match (score.fate(seat), score.forfeits.is_empty()) {
        (Fate::Forfeited, _) => '-',
        (_, false) => '+',
        (Fate::Won, true) => '1',
        (Fate::Drawn, true) => '=',
        (Fate::Lost, true) => '0',
    };
    let colour = ['w', 'b'][seat];
    format!("{:4} {colour} {letter}", game.seats[1 - seat].unwrap() + 1)
}

/// What the other program pairs, by name; `none` where it cannot.
pub(super) fn elsewhere(python: &str, rounds: &[Round]) -> BTreeMap<String, String> {
    let dir = folder();
    for round in rounds {
        fs::write(dir.path().join(format!("{}.trf", round.name)), &round.trf).unwrap();
    }
    let script = Path::new("tests/it/league/pairings.py");
    let output = Command::new(python).arg(script).arg(dir.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    read(&String::from_utf8(output.stdout).unwrap())
}

fn read(text: &str) -> BTreeMap<String, String> {
    let line = |line: &str| line.split_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned()));
    text.lines().filter_map(line).collect()
}

pub(super) fn agree(rounds: &[Round], theirs: &BTreeMap<String, String>) {
    let mut wrong = Vec::new();
    for round in rounds {
        let expected = &theirs[&round.name];
        let same = if round.is_regular { *expected == round.pairs } else { expected == "none" };
        if !same {
            wrong.push(format!("{}:\n  theirs {expected}\n  ours   {}", round.name, round.pairs));
        }
    }
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), rounds.len(), wrong.join("\n"));
}

#[test]
fn tournaments_are_paired_as_another_program_pairs_them() {
    let rounds: Vec<Round> = (0..KEPT).flat_map(tournament).collect();
    let kept = read(&fs::read_to_string(FILE).unwrap());
    assert_eq!(kept.len(), rounds.len());
    agree(&rounds, &kept);
    // Much of what the rules speak of happens in them.
    let count = |what: &str| rounds.iter().filter(|round| round.trf.contains(what)).count();
    for (what, least) in [(" - U", 40), (" b +", 40), (" - Z", 40), (" w =", 40)] {
        assert!(count(what) >= least, "{what}: {}", count(what));
    }
}

#[test]
fn a_thousand_tournaments_are_paired_as_another_program_pairs_them() {
    let Ok(python) = std::env::var("ADJUTANT_PY4SWISS") else {
        eprintln!(
            "not compared: set ADJUTANT_PY4SWISS to a Python with py4swiss, as .ci/pairings does"
        );
        return;
    };
    let numbers: Vec<u64> = (0..1000).collect();
    let rounds: Vec<Round> = numbers.into_par_iter().flat_map_iter(tournament).collect();
    let theirs = elsewhere(&python, &rounds);
    if std::env::var_os("BLESS").is_some() {
        let kept = theirs.iter().filter(|(name, _)| name[..4].parse::<u64>().unwrap() < KEPT);
        let mut lines = String::new();
        for (name, pairs) in kept {
            let _ = writeln!(lines, "{name}: {pairs}");
        }
        fs::write(FILE, lines).unwrap();
    }
    agree(&rounds, &theirs);
    eprintln!("{} rounds of 1000 tournaments agree", rounds.len());
}
