//! Random positions with random orders, many of them with convoys, held against two other adjudicators.
//!
//! `DIPLOMACY_PYTHON` names a Python that has the package `diplomacy`, and `DIPLOMACY_POSITIONS` how many positions it
//! is asked about. The Rust crate is asked about 20,000 in any case.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use adjutant::serde::Deserialize;
use adjutant::testing;
use adjutant_diplomacy::board::{Board, Province, Spot};
use adjutant_diplomacy::judge::{Came, Doing, Paradox, Piece, judge};
use adjutant_diplomacy::order::Kind;
use adjutant_diplomacy::place::Place;
use adjutant_diplomacy::power::Power;
use diplomacy::judge::{MappedMainOrder, OrderState, Rulebook, Submission};

const POSITIONS: u64 = 20_000;

/// What this test needs of `format.yaml`.
#[derive(Deserialize)]
#[serde(crate = "adjutant::serde")]
struct Format {
    provinces: std::collections::BTreeMap<Place, Province>,
}

fn board() -> Board {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format.yaml");
    let format: Format = testing::yaml(&file).expect("the format");
    Board::of(&format.provinces).expect("a map")
}

/// Numbers that look random and are the same everywhere (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % most as u64).expect("small")
    }

    fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.below(all.len())]) }
    }
}

/// A position, with orders that are all possible.
fn position(board: &Board, seed: u64) -> Vec<Piece> {
    let mut numbers = Numbers(seed.wrapping_mul(0xD129_0B2F) ^ 0x5EED);
    let mut open: Vec<Place> = board.provinces().map(|(place, _)| *place).collect();
    // Some positions are crowded around one place, so that much happens there.
    let crowded = numbers.one_in(2);
    let middle = open[numbers.below(open.len())];
    let steps = board.steps([middle].into_iter(), Kind::Army);
    if crowded {
        open.retain(|place| steps.get(place).is_some_and(|far| *far <= 3));
    }
    let count = (8 + numbers.below(27)).min(open.len());
    let powers = 2 + numbers.below(6);
    let mut pieces = Vec::new();
    for _ in 0..count {
        let place = open.swap_remove(numbers.below(open.len()));
        let fleets: Vec<Place> = std::iter::once(place)
            .chain(board.coasts(place))
            .filter(|at| board.can_be(Kind::Fleet, *at))
            .collect();
        let army = board.can_be(Kind::Army, place) && (fleets.is_empty() || numbers.one_in(2));
        let at = if army { place } else { numbers.pick(&fleets).expect("a fleet can be there") };
        let kind = if army { Kind::Army } else { Kind::Fleet };
        let power = Power::ALL[numbers.below(powers)];
        pieces.push(Piece { power, kind, at: board.spot(at), doing: Doing::Hold });
    }
    move_some(board, &mut numbers, &mut pieces);
    help_some(board, &mut numbers, &mut pieces);
    pieces
}

fn seas(board: &Board, pieces: &[Piece]) -> Vec<u8> {
    let at_sea = |piece: &&Piece| piece.kind == Kind::Fleet && board.is_sea(board.at(piece.at));
    pieces.iter().filter(at_sea).map(|piece| piece.at.province).collect()
}

/// Armies go by sea where they can, half of them, and of the other units half go next door.
fn move_some(board: &Board, numbers: &mut Numbers, pieces: &mut [Piece]) {
    let seas = seas(board, pieces);
    let land: Vec<Place> = board
        .provinces()
        .map(|(place, _)| *place)
        .filter(|at| board.can_be(Kind::Army, *at))
        .collect();
    for piece in pieces.iter_mut() {
        let at = board.at(piece.at);
        if piece.kind == Kind::Army && numbers.one_in(2) {
            let there = |to: &&Place| {
                **to != at
                    && board.carries(
                        seas.iter().copied(),
                        piece.at.province,
                        board.spot(**to).province,
                    )
            };
            let landings: Vec<Place> = land.iter().filter(there).copied().collect();
            if let Some(to) = numbers.pick(&landings) {
                piece.doing = Doing::Move { to: board.spot(to), convoy: true };
                continue;
            }
        }
        let sea = piece.kind == Kind::Fleet && board.is_sea(at);
        if !numbers.one_in(if sea { 4 } else { 2 }) {
            continue;
        }
        if let Some(to) = numbers.pick(board.near(piece.kind, at)) {
            piece.doing = Doing::Move { to: board.spot(to), convoy: false };
        }
    }
}

/// Most units that stay help others: fleets at sea carry, the rest support.
fn help_some(board: &Board, numbers: &mut Numbers, pieces: &mut [Piece]) {
    let seas = seas(board, pieces);
    for n in 0..pieces.len() {
        let piece = pieces[n];
        if piece.doing != Doing::Hold || numbers.one_in(8) {
            continue;
        }
        let at = board.at(piece.at);
        if seas.contains(&piece.at.province) && numbers.one_in(2) {
            let carried = pieces.iter().filter_map(|army| match army.doing {
                Doing::Move { to, convoy: true } => Some((army.at.province, to.province)),
                _ => None,
            });
            let linked =
                |way: &(u8, u8)| board.links(seas.iter().copied(), piece.at.province, way.0, way.1);
            let carried: Vec<(u8, u8)> = carried.filter(linked).collect();
            if let Some((from, to)) = numbers.pick(&carried) {
                pieces[n].doing = Doing::Convoy { from, to };
                continue;
            }
        }
        let helped = pieces.iter().filter(|other| other.at != piece.at).filter_map(|other| {
            let (goal, doing) = match other.doing {
                Doing::Move { to, .. } => (to, Doing::Back { from: other.at.province, to }),
                _ => (other.at, Doing::Guard(other.at.province)),
            };
            let reaches =
                goal.province != piece.at.province && board.reaches(piece.kind, at, board.at(goal));
            reaches.then_some(doing)
        });
        let helped: Vec<Doing> = helped.collect();
        if let Some(doing) = numbers.pick(&helped) {
            pieces[n].doing = doing;
        }
    }
}

/// Which moves succeed.
fn ours(board: &Board, pieces: &[Piece]) -> Vec<bool> {
    let judged = judge(board, pieces, Paradox::Szykman);
    judged.verdicts.iter().map(|verdict| verdict.came == Came::Done).collect()
}

/// How the Rust crate writes an order.
fn written(board: &Board, pieces: &[Piece], piece: &Piece) -> String {
    let place = |spot: Spot| {
        let text = board.at(spot).to_string().to_lowercase();
        match text.split_once('/') {
            Some((place, coast)) => format!("{place}({coast})"),
            None => text,
        }
    };
    let unit = |province: u8| pieces.iter().find(|it| it.at.province == province).expect("a unit");
    let of = |unit: &Piece| format!("{} {}", unit.kind, place(unit.at));
    let bare = |province| place(Spot { province, coast: 0 });
    let doing = match piece.doing {
        Doing::Hold => "holds".to_owned(),
        Doing::Move { to, convoy } => {
            format!("-> {}{}", place(to), if convoy { " via convoy" } else { "" })
        }
        Doing::Guard(at) => format!("supports {}", of(unit(at))),
        Doing::Back { from, to } => format!("supports {} -> {}", of(unit(from)), place(to)),
        Doing::Convoy { from, to } => format!("convoys {} -> {}", of(unit(from)), bare(to)),
    };
    format!("{}: {} {doing}", &piece.power.word().to_uppercase()[..3], of(piece))
}

/// Which moves succeed by the Rust crate.
fn theirs(board: &Board, pieces: &[Piece]) -> Vec<bool> {
    let order = |piece: &Piece| -> MappedMainOrder {
        let text = written(board, pieces, piece);
        text.parse().unwrap_or_else(|_| panic!("{text}"))
    };
    let orders: Vec<MappedMainOrder> = pieces.iter().map(order).collect();
    let submission =
        Submission::with_inferred_state(diplomacy::geo::standard_map(), orders.clone());
    let outcome = submission.adjudicate(Rulebook::edition_dptg());
    let won =
        |order| OrderState::from(outcome.get(order).expect("an outcome")) == OrderState::Succeeds;
    orders.iter().map(won).collect()
}

/// The moves about which two differ.
fn differences(pieces: &[Piece], ours: &[bool], theirs: &[bool]) -> Vec<usize> {
    let moves = |n: &usize| matches!(pieces[*n].doing, Doing::Move { .. });
    (0..pieces.len()).filter(moves).filter(|n| ours[*n] != theirs[*n]).collect()
}

fn shown(board: &Board, pieces: &[Piece], differ: &[usize], ours: &[bool]) -> String {
    let line = |(n, piece): (usize, &Piece)| {
        let mark = match (differ.contains(&n), ours[n]) {
            (true, true) => "  <- succeeds here",
            (true, false) => "  <- fails here",
            _ => "",
        };
        format!("  {}{mark}\n", written(board, pieces, piece))
    };
    pieces.iter().enumerate().map(line).collect()
}

#[test]
fn as_the_rust_crate() {
    let board = board();
    let (mut all, mut convoys, mut paradoxes) = (Vec::new(), 0, 0);
    for seed in 0..POSITIONS {
        let pieces = position(&board, seed);
        convoys += u64::from(pieces.iter().any(|it| matches!(it.doing, Doing::Convoy { .. })));
        let (mine, other) = (ours(&board, &pieces), theirs(&board, &pieces));
        let held = judge(&board, &pieces, Paradox::AllHold);
        let held: Vec<bool> = held.verdicts.iter().map(|it| it.came == Came::Done).collect();
        paradoxes += u64::from(held != mine);
        let differ = differences(&pieces, &mine, &other);
        if !differ.is_empty() {
            all.push(format!("position {seed}\n{}", shown(&board, &pieces, &differ, &mine)));
        }
    }
    println!(
        "{POSITIONS} positions, {convoys} with convoys, {paradoxes} with paradoxes, {} differ",
        all.len()
    );
    assert!(
        all.is_empty(),
        "{} differ\n{}",
        all.len(),
        all.iter().take(12).cloned().collect::<String>()
    );
}

/// How the Python package writes a unit and an order.
fn python(board: &Board, pieces: &[Piece], piece: &Piece) -> String {
    let place = |spot: Spot| board.at(spot).to_string().to_uppercase();
    let unit = |province: u8| pieces.iter().find(|it| it.at.province == province).expect("a unit");
    let of = |unit: &Piece| format!("{} {}", unit.kind, place(unit.at));
    let bare = |province| place(Spot { province, coast: 0 });
    let doing = match piece.doing {
        Doing::Hold => "H".to_owned(),
        Doing::Move { to, convoy } => {
            format!("- {}{}", place(to), if convoy { " VIA" } else { "" })
        }
        Doing::Guard(at) => format!("S {}", of(unit(at))),
        Doing::Back { from, to } => format!("S {} - {}", of(unit(from)), place(to)),
        Doing::Convoy { from, to } => format!("C {} - {}", of(unit(from)), bare(to)),
    };
    format!("{} {doing}", of(piece))
}

#[test]
fn as_the_python_package() {
    let Some(program) = std::env::var_os("DIPLOMACY_PYTHON") else {
        println!("not compared: DIPLOMACY_PYTHON names no Python with the package diplomacy");
        return;
    };
    let count = std::env::var("DIPLOMACY_POSITIONS").ok().and_then(|text| text.parse().ok());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/judge.py");
    let mut child = Command::new(program)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python");
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    let board = board();
    let mut all = Vec::new();
    let count = count.unwrap_or(POSITIONS);
    for seed in 0..count {
        let pieces = position(&board, seed);
        let mut asked = testing::Value::default();
        for piece in &pieces {
            let power = piece.power.word().to_uppercase();
            let line = python(&board, &pieces, piece);
            let unit = format!("{} {}", piece.kind, board.at(piece.at).to_string().to_uppercase());
            for (part, text) in [("units", unit), ("orders", line)] {
                let list = &mut asked[part][&power];
                match list.as_array_mut() {
                    Some(list) => list.push(text.into()),
                    None => *list = vec![text].into(),
                }
            }
        }
        writeln!(to, "{asked}").expect("python listens");
        let mut line = String::new();
        from.read_line(&mut line).expect("python answers");
        let answer: testing::Value = testing::json(&line).expect("an answer");
        let won = |piece: &Piece| {
            let unit = format!("{} {}", piece.kind, board.at(piece.at).to_string().to_uppercase());
            answer[&unit].as_array().is_none_or(Vec::is_empty)
        };
        let other: Vec<bool> = pieces.iter().map(won).collect();
        let mine = ours(&board, &pieces);
        let differ = differences(&pieces, &mine, &other);
        if !differ.is_empty() {
            all.push(format!(
                "position {seed}\n{}{answer}\n",
                shown(&board, &pieces, &differ, &mine)
            ));
        }
    }
    drop(to);
    child.wait().expect("python ends");
    println!("{count} positions, {} differ", all.len());
    assert!(
        all.is_empty(),
        "{} differ\n{}",
        all.len(),
        all.iter().take(12).cloned().collect::<String>()
    );
}
