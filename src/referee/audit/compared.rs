//! What was played again, compared with what the moderator's side wrote.

use super::replay::{Again, Cycle, Opened};
use super::stated::Stated;
use crate::base::{Digest, Problem, VERSION};
use crate::campaign::layout;
use crate::engine::{Position, RecordDoc};
use crate::referee::cycle::play::{self, Texts};
use crate::referee::cycle::reveal;

impl Opened<'_> {
    /// Compares what was played again with what the moderator's side wrote: the bytes with the
    /// commitments, the facts with the facts, and the words where this version wrote them. Returns
    /// how many files of the cycle are published.
    pub(super) fn compare(&self, again: &Again<'_>) -> Result<usize, Problem> {
        let number = again.cycle.number;
        let before = number.checked_sub(1).map(|before| self.position(before)).transpose()?;
        let stated = self.stated(number)?;
        self.committed(again.cycle, &stated, before.as_ref())?;
        let version = &again.cycle.result.version;
        let own = version == VERSION;
        let map = layout::public_map(number);
        if own && again.cycle.result.files.contains_key(&map) {
            return Err(Problem::refused("this version keeps no map").at(map));
        }
        let words = own.then(|| again.played.texts(self.campaign));
        // What is the same to the letter says the same; else the facts say best what differs.
        if !words.as_ref().is_some_and(|words| stated.is(again.played, words)) {
            stated.same_facts(self.campaign, again.played, version)?;
            words.map_or(Ok(()), |words| stated.same_words(&words))?;
        }
        self.published(again.cycle, &stated)
    }

    /// What was written is what the ledger commits to.
    fn committed(
        &self,
        cycle: &Cycle<'_>,
        stated: &Stated,
        before: Option<&Position>,
    ) -> Result<(), Problem> {
        let (number, result) = (cycle.number, cycle.result);
        let salted = |what, cycle, text: &str| play::salted(&self.keys, (what, cycle), text);
        let before = &before.unwrap_or(&stated.position).0;
        let (root, _) = stated.texts.report_tree(self.campaign, &self.keys, number);
        let record = stated.record.as_ref().map_or("", |record| &record.0);
        let checks = [
            ("the commitment to the state before", {
                salted("state", number.saturating_sub(1), before) == result.state_before
            }),
            ("the commitment to the state", {
                salted("state", number, &stated.position.0) == result.state_after
            }),
            ("the commitment to the record", salted("record", number, record) == result.record),
            ("the root of the report tree", root == result.report_root),
        ];
        match checks.iter().find(|(_, same)| !same) {
            None => Ok(()),
            Some((what, _)) => Err(Problem::refused(format!("{what} differs"))
                .at(format!("cycle {number}"))
                .hint("what the moderator published does not follow from the orders and dice")),
        }
    }

    /// What is public after the reveal is what was kept sealed before: so many files.
    fn published(&self, cycle: &Cycle<'_>, stated: &Stated) -> Result<usize, Problem> {
        if !self.is_whole() {
            return Ok(0);
        }
        let Stated { texts, record, .. } = stated;
        let expected = reveal::opened(cycle.number, &cycle.used, texts, record.as_ref());
        let differs = expected
            .iter()
            .find(|(path, text)| self.revealed.get(path).is_none_or(|d| *d != Digest::of(text)));
        match differs {
            None => Ok(expected.len()),
            Some((path, _)) => {
                Err(Problem::refused("the published file differs from the replay").at(path))
            }
        }
    }

    /// The files of a cycle, opened.
    fn stated(&self, number: u32) -> Result<Stated, Problem> {
        let played = number > 0 && self.campaign.ledger.correction(number).is_none();
        let record = Some(layout::record(number)).filter(|_| played);
        Ok(Stated {
            number,
            position: self.position(number)?,
            record: record.map(|path| self.opened(number, path).map(RecordDoc)).transpose()?,
            texts: Texts::kept(self.campaign, number, &self.keys.house(number))?,
        })
    }
}
