//! What is kept of a cycle, for who has its keys: the moderator of all, everybody of those that are open.

use super::play::{self, After};
use crate::base::Problem;
use crate::campaign::layout;
use crate::engine::{Position, RecordDoc, Seat};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::report::{Data, Report};
use crate::referee::record::rulings;
use crate::seal::{CycleKeys, packed};

/// The files of cycles, with keys that open them.
#[derive(Clone, Copy)]
pub struct Files<'c> {
    /// The campaign.
    pub campaign: &'c Campaign,
    /// The keys of its cycles, as far as they are known.
    pub keys: &'c CycleKeys,
}

impl Files<'_> {
    /// The position after a cycle; the one after cycle 0 is the beginning.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn position(self, cycle: u32) -> Result<Position, Problem> {
        self.opened(cycle, &layout::state(cycle)).map(Position)
    }

    /// The record of a cycle; `None` if nothing was played in it.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn record(self, cycle: u32) -> Result<Option<RecordDoc>, Problem> {
        let played = cycle > 0 && self.campaign.ledger.correction(cycle).is_none();
        let path = Some(layout::record(cycle)).filter(|_| played);
        path.map(|path| self.opened(cycle, &path).map(RecordDoc)).transpose()
    }

    /// A seat's report of a cycle as it was sent first.
    ///
    /// # Errors
    /// If the file is missing or altered.
    pub fn sent(self, cycle: u32, seat: &Seat) -> Result<Report, Problem> {
        let path = layout::report(cycle, seat.as_str());
        Report::read(&self.opened(cycle, &path)?).map_err(|p| p.at(path))
    }

    /// The moderator's own report of a cycle: everything.
    ///
    /// # Errors
    /// If a file of the cycle is missing or altered.
    pub fn report(self, cycle: u32) -> Result<Data, Problem> {
        let position = self.position(cycle)?;
        let record = self.record(cycle)?;
        let corrected = self.campaign.ledger.correction(cycle);
        let rulings = &rulings::of_cycle(self.campaign, &self.keys.house(cycle), cycle)?[..];
        let (position, record) = (&position, record.as_ref());
        let after = After { cycle, position, record, corrected, rulings, luck: None };
        play::whole(self.campaign, self.keys, after)
    }

    /// The text of a file that is kept of a cycle, encrypted. What it is encrypted to is public, so anybody
    /// could have made it: it counts only as the ledger lists it.
    ///
    /// # Errors
    /// If it is missing or altered.
    pub fn opened(self, cycle: u32, path: &str) -> Result<String, Problem> {
        let sealed = self.campaign.listed(path)?;
        packed::open(&sealed, &self.keys.house(cycle)).map_err(|p| p.at(path))
    }
}
