//! Once a cycle is open: every packet that a result lists is judged again as it had to be when it came, by the
//! ledger as it stood then. The verdict in the receipt beside it, which the moderator signed, is only compared.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::own_packet::standing;
use super::replay::Opened as Revealed;
use crate::base::{Problem, VERSION, words};
use crate::campaign::layout;
use crate::engine::Seat;
use crate::ledger::{AGREED, Body, Effect, Entry, PacketUse, Sealing};
use crate::referee::cycle::expected::Expected;
use crate::referee::cycle::packets::{self, Noted, commitment};
use crate::referee::cycle::{resolve, staff};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::receipt::Verdict;
use crate::seal::{open_own, sshsig};

/// Every listed packet got the verdict that it had to get, every packet that was let in is that of the seat and
/// sequence that the ruling names, and of a withdrawal as many had come as it says.
///
/// # Errors
/// The first that is not so.
pub(in crate::referee) fn packets(
    campaign: &Campaign,
    revealed: &Revealed<'_>,
) -> Result<String, Problem> {
    let cycles = revealed.numbers();
    let judged = cycles.into_par_iter().filter(|cycle| *cycle > 0).map(|cycle| {
        let identity = revealed.keys.identity(cycle);
        let mut noted: Vec<Noted> = Vec::new();
        for note in packets::notes_listed(campaign, cycle, &identity)? {
            // What somebody copied came once.
            if !noted.iter().any(|earlier| note.is_copy_of(earlier)) {
                noted.push(note);
            }
        }
        let judged = Judged { campaign, revealed, cycle, noted: &noted };
        judged.as_they_came()?;
        judged.let_in()?;
        judged.withdrawn()?;
        Ok(judged.noted.len())
    });
    let counts = judged.collect::<Vec<Result<usize, Problem>>>().into_iter();
    let counts = counts.collect::<Result<Vec<usize>, Problem>>()?;
    let all =
        words::count(u32::try_from(counts.iter().sum::<usize>()).unwrap_or(u32::MAX), "packet");
    Ok(format!("{all} judged again as they came"))
}

/// The game ended as the ledger says, or was given up while it was not over. Words are those of the version that
/// resolved the last cycle.
///
/// # Errors
/// The entry that says something else.
pub(in crate::referee) fn ended(
    campaign: &Campaign,
    revealed: &Revealed<'_>,
) -> Result<(), Problem> {
    let mut last = None;
    for entry in campaign.ledger.entries() {
        let closing = match (&entry.body, entry.cycle) {
            (Body::Result(result), Some(cycle)) => {
                last = Some((cycle, result.version == VERSION));
                continue;
            }
            (Body::Close(closing), _) => closing,
            _ => continue,
        };
        let outcome = |(cycle, ours)| -> Result<_, Problem> {
            let outcome = campaign.game.outcome(&revealed.position(cycle)?)?;
            Ok(outcome.map(|outcome| (outcome.text, ours)))
        };
        let same = match last.map(outcome).transpose()?.flatten() {
            // That they did agree is in the ledger, which no reader takes without it.
            None => closing.outcome == resolve::GIVEN_UP || closing.reason == AGREED,
            Some((_, false)) => true,
            Some((text, true)) => {
                (closing.reason.as_str(), &closing.outcome) == (resolve::OVER, &text)
            }
        };
        if !same {
            return Err(Problem::refused("the game did not end so").at(Entry::path(entry.seq)));
        }
    }
    Ok(())
}

/// What was not played again holds as well: the cycle that is open when all ends was called as the position asks
/// for, with its own recipient; and who got something for want of orders got what the version gives.
///
/// # Errors
/// The first that is not so.
pub(in crate::referee) fn called(
    campaign: &Campaign,
    revealed: &Revealed<'_>,
) -> Result<(), Problem> {
    let ledger = &campaign.ledger;
    let last = ledger.last_result().map(|(cycle, _)| cycle);
    if let (Some((cycle, opening)), Some(last)) = (ledger.latest_opening(), last)
        && cycle > last
    {
        let phase = campaign.game.phase(&revealed.position(last)?)?;
        let identity = revealed.keys.identity(cycle);
        let own = (identity.recipient().to_string(), &phase.name, phase.asked());
        if own != (opening.recipient.clone(), &opening.phase, opening.due.clone()) {
            let what = "orders were called for that were not due, or with another recipient";
            return Err(Problem::refused(what).at(format!("cycle {cycle}")));
        }
    }
    for (cycle, result) in ledger.results().filter(|(_, result)| result.version == VERSION) {
        for (seat, became) in &result.packets {
            let PacketUse::Nmr { default } = became else { continue };
            let staffed = result.files.contains_key(&layout::staff(cycle, seat.as_str()));
            if default != if staffed { staff::DEFAULT } else { resolve::DEFAULT } {
                let what = format!("{seat} did not get this for want of orders");
                return Err(Problem::refused(what).at(format!("cycle {cycle}")));
            }
        }
    }
    Ok(())
}

/// The packets that the result of a cycle lists.
struct Judged<'a, 'r> {
    campaign: &'a Campaign,
    revealed: &'a Revealed<'r>,
    cycle: u32,
    noted: &'a [Noted],
}

/// A verdict, and why.
type Told = (Verdict, Option<String>);

impl Judged<'_, '_> {
    /// Where entries were written in the second in which a packet came, it may have come before or after them.
    /// One that a deputy took was judged when it was opened, by what the ledger said until then.
    fn as_they_came(&self) -> Result<(), Problem> {
        let ledger = &self.campaign.ledger;
        let result = ledger.result_seq(self.cycle).unwrap_or_default();
        let result = usize::try_from(result).unwrap_or(usize::MAX);
        let mut at: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (n, noted) in self.noted.iter().enumerate() {
            let received = noted.receipt.received;
            let mut entries = standing(ledger, received);
            let taken = ledger.arrivals(self.cycle).any(|(entry, _)| entry.time == received);
            if taken {
                entries = *entries.start()..=result;
            }
            for entries in entries.filter(|entries| *entries <= result) {
                at.entry(entries).or_default().push(n);
            }
        }
        let mut found: Vec<Result<(), Option<Told>>> = vec![Err(None); self.noted.len()];
        for (entries, packets) in at {
            let open: Vec<usize> = packets.into_iter().filter(|n| found[*n].is_err()).collect();
            if !open.is_empty() {
                self.judge(entries, &open, &mut found)?;
            }
        }
        let wrong =
            self.noted.iter().zip(found).find_map(|(noted, found)| Some((noted, found.err()?)));
        match wrong {
            None => Ok(()),
            Some((noted, told)) => Err(self.contradicted(noted, told)),
        }
    }

    /// Judges packets by the first entries of the ledger.
    fn judge(
        &self,
        entries: usize,
        packets: &[usize],
        found: &mut [Result<(), Option<Told>>],
    ) -> Result<(), Problem> {
        let then = &self.campaign.first(entries);
        let awaited = then.ledger.last_result().map(|(cycle, _)| cycle + 1);
        if awaited != Some(self.cycle) {
            return Ok(());
        }
        let position = self.revealed.position(self.cycle - 1)?;
        let mut expected = Expected::new(then, &self.revealed.keys, (self.cycle, position))?;
        for n in packets {
            let told = self.verdict(*n, then, &mut expected)?;
            found[*n] =
                if told.0 == self.noted[*n].receipt.verdict { Ok(()) } else { Err(Some(told)) };
        }
        Ok(())
    }

    fn verdict(
        &self,
        n: usize,
        then: &Campaign,
        expected: &mut Expected<'_>,
    ) -> Result<Told, Problem> {
        let noted = &self.noted[n];
        let signed =
            open_own(noted.file.as_bytes(), sshsig::ORDERS).map_err(|p| p.at(&noted.path))?;
        if signed.id != noted.receipt.packet {
            return Ok((
                Verdict::Refused,
                Some("its receipt was given for another packet".to_owned()),
            ));
        }
        let received = noted.receipt.received;
        let examined = match expected.examine(&signed, received) {
            Ok(examined) => examined,
            Err(problem) => return Ok((Verdict::Refused, Some(problem.what))),
        };
        if (&examined.header.seat, examined.header.sequence) != (&noted.seat, noted.sequence) {
            return Ok((
                Verdict::Refused,
                Some("its receipt names another seat or sequence".to_owned()),
            ));
        }
        // Those of the seat that came before it, and whether they counted then.
        let mut before: Vec<Noted> = Vec::new();
        for earlier in self.noted[..n].iter().filter(|earlier| earlier.seat == noted.seat) {
            let Ok(turn) = earlier.turn_by(then, self.cycle) else { continue };
            let counts = packets::counts(then, self.cycle, (&earlier.receipt, turn));
            before.push(Noted { turn, counts, ..earlier.clone() });
        }
        let counting = packets::decisive(&before, &noted.seat).map(|at| &before[at]);
        Ok(expected.judge(counting, &examined.header, received))
    }

    fn contradicted(&self, noted: &Noted, told: Option<Told>) -> Problem {
        let (called, received) = (noted.receipt.verdict.word(), noted.receipt.received);
        let what = match told {
            None => format!(
                "its receipt says it came at {received}, when packets were received for another cycle"
            ),
            Some((verdict, None)) => {
                format!("called {called}, but it had to be {}", verdict.word())
            }
            Some((verdict, Some(why))) => {
                format!("called {called}, but it had to be {}: {why}", verdict.word())
            }
        };
        let problem = Problem::refused(what).at(&noted.path);
        let version = self.campaign.ledger.result(self.cycle).map(|result| result.version.as_str());
        match version.filter(|version| *version != VERSION) {
            None => problem,
            Some(version) => problem.hint(format!(
                "check it with adjutant {version} as well, which resolved the cycle"
            )),
        }
    }

    /// What a ruling lets in came late, from the seat and with the sequence that it names.
    fn let_in(&self) -> Result<(), Problem> {
        for entry in self.of_cycle() {
            let Body::Ruling(ruling) = &entry.body else { continue };
            let Some(Effect::Late { seat, sequence, commitment: named }) = &ruling.effect else {
                continue;
            };
            let own = |noted: &&Noted| {
                let salt = noted.receipt.salt.as_ref();
                salt.is_some_and(|salt| commitment(salt, &noted.receipt.packet) == *named)
            };
            let right = |noted: &Noted| {
                (&noted.seat, noted.sequence, noted.receipt.verdict)
                    == (seat, *sequence, Verdict::Late)
            };
            if !self.noted.iter().find(own).is_some_and(right) {
                let what = format!("packet {sequence} of {seat} is not the packet that was let in");
                return Err(Problem::refused(what).at(Entry::path(entry.seq)));
            }
        }
        Ok(())
    }

    /// Of a withdrawal as many packets had come as it says.
    fn withdrawn(&self) -> Result<(), Problem> {
        let ledger = &self.campaign.ledger;
        for entry in self.of_cycle() {
            let Body::Withdraw(withdrawal) = &entry.body else { continue };
            let came = |seat: &Seat, wanted: &dyn Fn(&Noted) -> bool| {
                let own = self.noted.iter().filter(|noted| noted.seat == *seat);
                u32::try_from(own.filter(|noted| wanted(noted)).count()).unwrap_or(u32::MAX)
            };
            let (seat, said) = (&withdrawal.seat, withdrawal.packets);
            let least = came(seat, &|noted| noted.receipt.received < entry.time);
            let most = came(seat, &|noted| noted.receipt.received <= entry.time);
            // What is sealed to a round was nobody's to count.
            let least = if ledger.genesis().sealed == Sealing::Timelock { 0 } else { least };
            if !(least..=most).contains(&said) {
                let what = format!("{most} packets of {seat} had come, not {said}");
                return Err(Problem::refused(what).at(Entry::path(entry.seq)));
            }
        }
        Ok(())
    }

    fn of_cycle(&self) -> impl Iterator<Item = &Entry> {
        self.campaign.ledger.entries().filter(|entry| entry.cycle == Some(self.cycle))
    }
}
