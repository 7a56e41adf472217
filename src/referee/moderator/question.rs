//! Questions that come by mail: kept, signed as they came and encrypted to the campaign, until the
//! moderator answers them. Those in order files are read from the packets that count.

use std::collections::BTreeSet;

use crate::base::{Problem, Seat};
use crate::campaign::layout;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::packets::awaited;
use crate::referee::player::request::{Ask, QUESTION, Request};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::rulings::{self, What};
use crate::seal::{open_own, packed, sealed, sshsig};

/// Questions of one seat that wait for an answer at most.
const MOST: usize = 20;
/// No file of ours has a number as high.
const FAR: u32 = 1_000_000;

/// A question that came by mail.
struct Kept {
    cycle: u32,
    seat: Seat,
    asked: String,
    file: String,
}

/// Keeps a question for the cycle that packets come in for.
///
/// # Errors
/// If it was asked before, is too long, or the seat has asked too many.
pub(in crate::referee) fn keep(
    desk: &Desk,
    seat: &Seat,
    (asked, file): (&str, &[u8]),
) -> Result<u32, Problem> {
    let cycle = awaited(desk)?;
    if asked.trim().is_empty() || asked.chars().count() > QUESTION {
        return Err(Problem::refused(format!("a question has 1 to {QUESTION} characters")));
    }
    let file = String::from_utf8_lossy(file).into_owned();
    let kept = kept(desk)?;
    if kept.iter().any(|kept| kept.file == file) {
        return Err(Problem::nothing("this question came before"));
    }
    let waiting = unanswered(desk, cycle)?;
    if waiting.iter().filter(|(asks, _)| asks == seat).count() >= MOST {
        return Err(Problem::refused(format!("{MOST} questions of {seat} wait for an answer")));
    }
    let names = desk.campaign.store.list(layout::QUESTIONS)?;
    let nth = names.iter().filter_map(|name| number(name)).filter(|(of, _)| *of == cycle);
    let taken: BTreeSet<u32> = nth.map(|(_, nth)| nth).collect();
    // A number far from the others is none of ours, and nothing comes behind it.
    let highest = taken.range(..FAR).next_back().copied().unwrap_or_default();
    let sealed = sealed::keep(&packed::pack(&file)?, &[&desk.identity().recipient()])?;
    desk.campaign.store.put_behind(
        (highest, &taken),
        |nth| layout::question(cycle, nth),
        &sealed,
    )?;
    desk.campaign.store.settle()?;
    Ok(cycle)
}

/// The questions that nobody has answered up to a cycle, in the order in which they came.
///
/// # Errors
/// If an answer cannot be read.
pub(super) fn unanswered(desk: &Desk, cycle: u32) -> Result<Vec<(Seat, String)>, Problem> {
    let kept = kept(desk)?;
    let mut answers = Vec::new();
    let first = kept.iter().map(|kept| kept.cycle).min();
    for number in first.unwrap_or(cycle + 1)..=cycle {
        for ruling in rulings::of_cycle(&desk.campaign, &desk.house(number), number)? {
            if let What::Answer { question, .. } = ruling.change.what {
                answers.push((number, ruling.change.seat, question));
            }
        }
    }
    let open = |kept: &Kept| {
        let same = |(in_cycle, seat, question): &(u32, Seat, String)| {
            *in_cycle >= kept.cycle && (seat, question) == (&kept.seat, &kept.asked)
        };
        !answers.iter().any(same)
    };
    Ok(kept.into_iter().filter(open).map(|kept| (kept.seat, kept.asked)).collect())
}

/// What is kept. Anybody could encrypt to the campaign: what no seat signed is no question.
fn kept(desk: &Desk) -> Result<Vec<Kept>, Problem> {
    let campaign: &Campaign = &desk.campaign;
    let mut all = Vec::new();
    for name in campaign.store.list(layout::QUESTIONS)? {
        let Some((cycle, nth)) = number(&name) else { continue };
        let bytes = campaign.store.need(&layout::question(cycle, nth))?;
        let read = || {
            let file = packed::open(&bytes, &desk.identity()).ok()?;
            let opened = open_own(file.as_bytes(), sshsig::REQUEST).ok()?;
            let Request { seat, ask: Ask::Question(asked), .. } = Request::of(campaign, &opened)?
            else {
                return None;
            };
            Some(Kept { cycle, seat, asked, file })
        };
        all.extend(read());
    }
    Ok(all)
}

/// Cycle and number in a file's name, if it is one of ours.
fn number(name: &str) -> Option<(u32, u32)> {
    let (cycle, nth) = name.strip_suffix(".age")?.split_once('-')?;
    let (cycle, nth) = (cycle.parse().ok()?, nth.parse().ok()?);
    layout::question(cycle, nth).ends_with(&format!("/{name}")).then_some((cycle, nth))
}
