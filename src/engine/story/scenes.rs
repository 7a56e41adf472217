//! A cycle as a story in scenes, each with the map as it stood at its end; a board comes once, with
//! the last of them.

use std::collections::BTreeMap;

use super::step::Step;
use crate::base::words::capital;
use crate::engine::contract::game::turn::RecordOf;
use crate::engine::facts::fact::witnessed;
use crate::engine::{Fact, Game, Reader, Told};
use crate::page::{Picture, Scene};

/// A scene while it is being told.
struct Open<E> {
    scene: Scene,
    facts: Vec<Fact<E>>,
    /// Which of them is its title.
    opening: Option<usize>,
    /// True once there is something to tell beside the title.
    told: bool,
}

impl<E> Open<E> {
    fn titled(title: String) -> Self {
        let (lines, details) = (Vec::new(), Vec::new());
        let scene = Scene { title, lines, details, map: None, board: None };
        Self { scene, facts: Vec::new(), opening: None, told: false }
    }
}

/// The scenes of a cycle as its reader learned of them.
///
/// A scene begins with a moment in which an event opens something: that event is its title, the
/// others are its lines. What the reader did not witness opens no scene, and a scene of which there
/// is nothing to tell is none.
pub(in crate::engine) fn scenes<G: Game>(
    game: &G,
    mut state: G::State,
    record: &RecordOf<G>,
    reader: &Reader,
) -> Vec<Scene> {
    let witnessed = witnessed(&record.events, reader);
    let told: Vec<Told> = witnessed.iter().map(|fact| game.tell(&fact.event)).collect();
    let openings = openings(&witnessed, &told);
    let mut told = witnessed.into_iter().zip(told).enumerate().peekable();
    let mut scenes = Vec::new();
    let mut open = Open::titled(phase(game, &state));
    let mut opened = None;
    for happened in &record.events {
        let seen = told.next_if(|_| happened.audience.includes(reader));
        let Some((number, (fact, telling))) = seen else {
            game.apply(&mut state, &happened.event);
            continue;
        };
        let opening = openings.get(&fact.moment);
        if let Some(opening) = opening
            && opened != Some(fact.moment)
        {
            opened = Some(fact.moment);
            let next = Open::titled(opening.title.clone());
            close(game, &state, reader, std::mem::replace(&mut open, next), &mut scenes);
        }
        game.apply(&mut state, &happened.event);
        if opening.is_some_and(|opening| opening.number == number) {
            open.opening = Some(open.facts.len());
            open.told |= telling.rolls.is_some();
        } else {
            open.told = true;
        }
        open.facts.push(fact);
    }
    let mut scenes = end(game, &state, reader, open, scenes);
    if let Some(last) = scenes.last_mut().filter(|last| last.map.is_none()) {
        let facts = crate::engine::facts::fact::witnessed(&record.events, reader);
        if let Some(Picture::Board(board)) = game.map(&game.view(&state, reader), &facts) {
            last.board = Some(board);
        }
    }
    scenes
}

/// The event that opens a scene: its number among those that were told.
struct Opening {
    number: usize,
    title: String,
}

/// The moments with which a scene begins.
fn openings<E>(witnessed: &[Fact<E>], told: &[Told]) -> BTreeMap<u32, Opening> {
    let mut openings = BTreeMap::new();
    for (number, (fact, told)) in witnessed.iter().zip(told).enumerate() {
        if told.opens.is_some() {
            let title = || Opening { number, title: capital(&told.text) };
            openings.entry(fact.moment).or_insert_with(title);
        }
    }
    openings
}

/// What a cycle begins with, until an event opens a scene.
fn phase<G: Game>(game: &G, state: &G::State) -> String {
    let phase = game.phase(state);
    match phase.turn {
        0 => capital(&phase.name),
        turn => format!("Turn {turn}: {}", phase.name),
    }
}

/// Ends a scene at this state, if there is something to tell.
fn close<G: Game>(
    game: &G,
    state: &G::State,
    reader: &Reader,
    mut open: Open<G::Event>,
    scenes: &mut Vec<Open<G::Event>>,
) {
    if open.told {
        // What came after the last scene is not told with it.
        if open.scene.lines.is_empty() {
            let step = Step::of(game, &open.facts, open.opening);
            (open.scene.lines, open.scene.details) = (step.lines, step.details);
        }
        if let Some(Picture::Map(map)) = game.map(&game.view(state, reader), &open.facts) {
            open.scene.map = Some(*map);
        }
        scenes.push(open);
    }
}

/// Ends the cycle. What came after the last scene and is nothing to tell belongs to it, so that
/// its map shows how the cycle ended.
fn end<G: Game>(
    game: &G,
    state: &G::State,
    reader: &Reader,
    mut open: Open<G::Event>,
    mut scenes: Vec<Open<G::Event>>,
) -> Vec<Scene> {
    if !open.told
        && let Some(mut last) = scenes.pop()
    {
        last.facts.append(&mut open.facts);
        open = last;
    }
    close(game, state, reader, open, &mut scenes);
    scenes.into_iter().map(|open| open.scene).collect()
}
