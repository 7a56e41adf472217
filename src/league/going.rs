//! One campaign of a league, as far as it goes now: opens it, has the staff order, resolves what is due, ends what
//! nobody plays any more, and reveals what is over. Each step is one that the moderator could take by hand, and
//! is due only as long as the ledger does not have it.

use std::path::Path;

use crate::base::{Kind, Problem, Seat, Time};
use crate::campaign::Store;
use crate::engine::Shelf;
use crate::league::act::{Paired, Round, STAFF};
use crate::league::founding::{self, Addresses, KeyRing};
use crate::league::results::place;
use crate::league::rules::{DropOuts, Played};
use crate::league::season::Season;
use crate::league::staff;
use crate::ledger::Stage;
use crate::referee::calendar::InForce;
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::enroll;
use crate::referee::cycle::{open, resolve, reveal, status};
use crate::referee::run::steps::{Circumstances, Done, Mail, run_by_post};

/// Steps that a game takes at most in one run.
const STEPS: usize = 2048;

/// What a run did for a game.
#[derive(Debug, Default)]
pub struct Went {
    /// What was done, a sentence each.
    pub steps: Vec<String>,
    /// What `run` did by the calendar, if there is one.
    pub done: Option<Done>,
}

impl Went {
    /// True if something was done.
    pub fn changed(&self) -> bool {
        !self.steps.is_empty() || self.done.as_ref().is_some_and(Done::changed)
    }
}

/// A game of a league.
#[derive(Debug, Clone, Copy)]
pub struct Game<'a> {
    /// The season.
    pub season: &'a Season,
    /// What is played.
    pub played: &'a Played,
    /// Its round.
    pub round: &'a Round,
    /// The game.
    pub paired: &'a Paired,
}

impl Game<'_> {
    /// The seats that the staff has now.
    fn staffed(&self) -> Vec<Seat> {
        let seats = self.season.seats(self.paired).into_iter();
        seats.filter(|(_, id)| id == STAFF).map(|(seat, _)| seat).collect()
    }

    /// Does what is due, with the mail that came for it.
    ///
    /// # Errors
    /// If something is the matter with this campaign; what was done before stands.
    pub fn go_on(
        &self,
        desk: &mut Desk,
        mail: &[Mail],
        circumstances: Circumstances<'_>,
        now: Time,
    ) -> Result<Went, Problem> {
        let mut went = Went::default();
        self.begin(desk, &mut went, now)?;
        self.order(desk, &mut went, now)?;
        let running = !matches!(desk.campaign.stage(), Stage::Enrolling | Stage::Closed);
        if running && InForce::of(&desk.campaign)?.is_some() {
            let done = run_by_post(desk, mail, circumstances, now)?;
            if let Some(problem) = &done.stopped
                && problem.kind != Kind::Nothing
            {
                went.done = Some(done);
                return Ok(went);
            }
            went.done = Some(done);
            self.order(desk, &mut went, now)?;
        } else if running {
            self.play_on(desk, &mut went, now)?;
        }
        self.end(desk, &mut went, now)?;
        Ok(went)
    }

    /// What comes before the calendar has its say, for who lets the post do the rest.
    ///
    /// # Errors
    /// If something is the matter with this campaign.
    pub fn before(&self, desk: &mut Desk, now: Time) -> Result<Went, Problem> {
        let mut went = Went::default();
        self.begin(desk, &mut went, now)?;
        self.order(desk, &mut went, now)?;
        Ok(went)
    }

    /// What comes after it.
    ///
    /// # Errors
    /// If something is the matter with this campaign.
    pub fn after(&self, desk: &mut Desk, now: Time) -> Result<Went, Problem> {
        let mut went = Went::default();
        self.order(desk, &mut went, now)?;
        self.end(desk, &mut went, now)?;
        Ok(went)
    }

    fn begin(&self, desk: &mut Desk, went: &mut Went, now: Time) -> Result<(), Problem> {
        if desk.campaign.stage() == Stage::Enrolling && self.round.opens <= now {
            open::open(desk, None, now)?;
            went.steps.push("cycle 1 is opened".to_owned());
        }
        Ok(())
    }

    fn order(&self, desk: &mut Desk, went: &mut Went, now: Time) -> Result<(), Problem> {
        let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(()) };
        if staff::send(desk, (&self.staffed(), self.played.rules.staff), now)? > 0 {
            went.steps.push(format!("the staff orders for cycle {cycle}"));
        }
        Ok(())
    }

    /// Without a calendar a cycle closes when everybody who may order has.
    fn play_on(&self, desk: &mut Desk, went: &mut Went, now: Time) -> Result<(), Problem> {
        for _ in 0..STEPS {
            match desk.campaign.stage() {
                Stage::Open(cycle) => {
                    let seats = status::full(desk)?.seats;
                    let waits =
                        |line: &status::Line| line.state.is_awaited() || line.orders == "optional";
                    if seats.iter().any(waits) || desk.campaign.ledger.deadline(cycle).is_some() {
                        return Ok(());
                    }
                    resolve::resolve(desk, false, now)?;
                    went.steps.push(format!("cycle {cycle} is resolved"));
                }
                Stage::Resolved(cycle) => {
                    open::open(desk, None, now)?;
                    went.steps.push(format!("cycle {} is opened", cycle + 1));
                    self.order(desk, went, now)?;
                }
                Stage::Enrolling | Stage::Closed => return Ok(()),
            }
        }
        Err(Problem::failed("the game never ends").hint("report this as a bug"))
    }

    fn end(&self, desk: &mut Desk, went: &mut Went, now: Time) -> Result<(), Problem> {
        let stage = desk.campaign.stage();
        let revealed = desk.campaign.ledger.revealed().is_some();
        if stage == Stage::Closed && !revealed {
            reveal::reveal(desk, None, now)?;
            went.steps.push("the game is over, and revealed".to_owned());
        } else if stage != Stage::Enrolling
            && stage != Stage::Closed
            && self.played.rules.drop_outs == DropOuts::Forfeit
        {
            let ledger = &desk.campaign.ledger;
            let seats = desk.campaign.seats();
            let gone: Vec<_> = seats.iter().filter(|seat| ledger.dropped(seat).is_some()).collect();
            if let Some(seat) = gone.first() {
                let reason = format!("forfeited: {seat} was dropped");
                reveal::reveal(desk, Some(&reason), now)?;
                went.steps.push(reason);
            }
        }
        Ok(())
    }
}

/// Gives a seat of a game to whom the season names. Given again, it finds it done.
///
/// # Errors
/// If the campaign cannot be changed any more.
pub fn replace(
    (league, season): (&Path, &Season),
    (game, seat, id): (&str, &Seat, &str),
    reason: &str,
    (keys, addresses): (KeyRing<'_>, Addresses<'_>),
    (shelf, now): (Shelf, Time),
) -> Result<(), Problem> {
    let store = Store::find(&place(league, season.number, game))?;
    let mut desk = Desk::take(store, keys()?, shelf)?;
    let player = founding::player(&desk, season, (seat, id), addresses)?;
    let held = desk.campaign.holder(seat, u32::MAX);
    if held.as_ref().is_some_and(|held| held.signing == player.signing.to_string()) {
        return Ok(());
    }
    let reason = held.is_some().then_some(reason);
    enroll(&mut desk, seat, &player, reason, now)
}
