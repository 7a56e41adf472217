//! Once they are open: every cycle is replayed and compared. The first difference is named.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

pub use super::opened::{Cycle, Opened};
use crate::base::{Digest, Problem, VERSION, words};
use crate::campaign::layout;
use crate::engine::{AnySheet, Position, Seat, Setting, Skill};
use crate::ledger::{Body, Correction, CycleResult, Entry, PacketUse};
use crate::referee::calendar::InForce;
use crate::referee::cycle::packets;
use crate::referee::cycle::play::{self, Input, Made, Played};
use crate::referee::cycle::{orders, staff};
use crate::referee::press;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::luck::Luck;
use crate::referee::record::rulings::{self, OrderRuling};
use crate::seal::leads_back;

/// A replayed cycle.
pub struct Again<'a> {
    /// The campaign.
    pub campaign: &'a Campaign,
    /// The cycle.
    pub cycle: &'a Cycle<'a>,
    /// Its luck.
    pub luck: &'a Luck,
    /// The position before it; `None` for the beginning.
    pub before: Option<&'a Position>,
    /// What the computer staff ordered.
    pub staff: &'a BTreeMap<Seat, AnySheet>,
    /// What was ruled on its orders.
    pub rulings: &'a [OrderRuling],
    /// The values that were set instead of playing.
    pub settings: &'a [Setting],
    /// What it made.
    pub played: &'a Played<'a>,
}

/// Carried-out cycles that wait to be looked at, at most: each holds its record.
const WAITING: usize = 16;

/// A cycle that was carried out, before its reports are made.
struct CarriedOut<'a> {
    cycle: &'a Cycle<'a>,
    luck: Luck,
    before: Option<Position>,
    orders: BTreeMap<Seat, AnySheet>,
    staff: BTreeMap<Seat, AnySheet>,
    rulings: Vec<OrderRuling>,
    settings: Vec<Setting>,
    made: Made,
}

impl<'c> Opened<'c> {
    /// Every open cycle; its packets are read once for all checks.
    fn cycles(&self) -> Result<&[Cycle<'c>], Problem> {
        let read = || {
            let results: Vec<_> = self.results().collect();
            let read = results.into_par_iter().map(|(number, result)| self.cycle(number, result));
            // The first failure in the order of the cycles is the one that is told.
            read.collect::<Vec<_>>().into_iter().collect()
        };
        self.cycles.get_or_init(read).as_deref().map_err(Clone::clone)
    }

    fn cycle(&self, number: u32, result: &'c CycleResult) -> Result<Cycle<'c>, Problem> {
        let identity = self.keys.identity(number);
        let used = packets::listed(self.campaign, number, &identity)?;
        Ok(Cycle { number, result, used })
    }

    /// Every order file names a head of this ledger that stood when it was written.
    ///
    /// # Errors
    /// The first that does not.
    pub fn heads(&self) -> Result<String, Problem> {
        let mut count = 0;
        for cycle in self.cycles()? {
            for kept in &cycle.used {
                if !self.campaign.had_head(&kept.header.head, cycle.number) {
                    return Err(Problem::refused("its head is not an entry written before it")
                        .at(&kept.path)
                        .hint("the player saw a different history"));
                }
                count += 1;
            }
        }
        Ok(format!("every order file used names an entry of this ledger ({count})"))
    }

    /// Every seed follows from links that were fixed beforehand.
    ///
    /// # Errors
    /// The first that does not.
    pub fn seeds(&self) -> Result<String, Problem> {
        let cycles = self.cycles()?;
        for cycle in cycles {
            let luck = self.luck(cycle)?;
            let told = (&cycle.result.links, cycle.result.seed_commitment);
            if (&luck.published(), luck.commitment()) != told {
                return Err(Problem::refused("the seed does not match its commitment")
                    .at(format!("cycle {}", cycle.number)));
            }
        }
        Ok(format!("all match their commitments ({})", cycles.len()))
    }

    fn luck(&self, cycle: &Cycle<'_>) -> Result<Luck, Problem> {
        if cycle.number == 0 {
            return Luck::of(self.campaign, &self.keys, 0, &self.campaign.tips());
        }
        if cycle.result.correction.is_some() {
            return Luck::of(self.campaign, &self.keys, cycle.number, &[]);
        }
        for kept in &cycle.used {
            let (Some(link), tip) = (kept.link(), kept.holder.tip) else { continue };
            if !tip.is_some_and(|t| leads_back(&self.genesis, (0, t), (cycle.number, link))) {
                return Err(Problem::refused("its link does not lead back to the player's tip")
                    .at(&kept.path));
            }
        }
        let links = packets::links(self.campaign, cycle.number, &cycle.used)?;
        Luck::of(self.campaign, &self.keys, cycle.number, &links)
    }

    /// Carries out every cycle again and compares all that was committed to; each is looked at on
    /// the way.
    ///
    /// # Errors
    /// The first difference.
    pub fn replay<T: Send + Sync>(
        &self,
        look: &(dyn Fn(&Again<'_>) -> T + Sync),
    ) -> Result<(String, Vec<T>), Problem> {
        let cycles = self.each(&|again| Ok((self.compare(again)?, look(again))))?;
        let count = cycles.len();
        let (published, seen): (Vec<usize>, Vec<T>) = cycles.into_iter().unzip();
        let messages = match self.press() {
            Some(house) => press::published(self.campaign, &house, &self.revealed)?,
            None => 0,
        };
        if published.into_iter().sum::<usize>() + messages != self.revealed.len() {
            return Err(Problem::refused("more files are published than were played")
                .hint("the `reveal` entry of the ledger lists files that belong to no cycle"));
        }
        Ok((format!("{} replayed, no differences", words::count(count, "cycle")), seen))
    }

    /// Whose words the reports are in; those of other versions were compared as facts only.
    pub fn words(&self) -> String {
        let versions: BTreeSet<&str> = self.results().map(|(_, r)| r.version.as_str()).collect();
        let others: Vec<&str> = versions.into_iter().filter(|v| *v != VERSION).collect();
        if others.is_empty() {
            "facts and words compared".to_owned()
        } else {
            format!("facts compared; their words are those of {}", words::names(&others))
        }
    }

    /// Carries out every cycle again, from the packets that the ledger commits to, and shows it.
    /// What was seen, in the order of the cycles.
    ///
    /// One cycle follows from the other, so they are carried out in order; whatever is made of each
    /// is made meanwhile, on as many processors as there are. No cycle begins with a position that
    /// was read: whoever wrote it may have written anything.
    ///
    /// # Errors
    /// In the order of the cycles the first packet or link that is not the committed one, or what
    /// is found by who looks.
    pub fn each<T: Send + Sync>(
        &self,
        look: &(dyn Fn(&Again<'_>) -> Result<T, Problem> + Sync),
    ) -> Result<Vec<T>, Problem> {
        let cycles = self.cycles()?;
        let seen: Vec<OnceLock<Result<T, Problem>>> =
            cycles.iter().map(|_| OnceLock::new()).collect();
        let waiting = AtomicUsize::new(0);
        let end = rayon::scope(|scope| {
            let mut position = None;
            // Where undone cycles began.
            let begins = cycles.iter().filter_map(|cycle| cycle.result.undoes()?.checked_sub(1));
            let begins: BTreeSet<u32> = begins.collect();
            let mut back = BTreeMap::new();
            for (cycle, place) in cycles.iter().zip(&seen) {
                let carried = self.carry_out(cycle, position.take(), &back)?;
                position = Some(carried.made.position.clone());
                if begins.contains(&cycle.number) {
                    back.insert(cycle.number, carried.made.position.clone());
                }
                let waiting = &waiting;
                let see = move || {
                    let fresh = place.set(self.show(carried, look));
                    assert!(fresh.is_ok(), "each cycle is looked at once");
                    waiting.fetch_sub(1, Ordering::Relaxed);
                };
                if waiting.fetch_add(1, Ordering::Relaxed) < WAITING {
                    scope.spawn(move |_| see());
                } else {
                    see();
                }
            }
            Ok(())
        });
        let mut all = Vec::new();
        // Those after the one that could not be carried out are empty.
        for seen in seen.into_iter().map_while(OnceLock::into_inner) {
            all.push(seen?);
        }
        end.map(|()| all)
    }

    fn carry_out<'a>(
        &self,
        cycle: &'a Cycle<'a>,
        before: Option<Position>,
        back: &BTreeMap<u32, Position>,
    ) -> Result<CarriedOut<'a>, Problem> {
        self.call(cycle, before.as_ref())?;
        self.packets(cycle)?;
        let (luck, orders) = (self.luck(cycle)?, self.orders(cycle)?);
        let settings = self.settings(cycle)?;
        let to = cycle.result.correction.as_ref().map(|correction| {
            let to = self.corrected(correction, &settings, before.as_ref(), back);
            to.map(|to| (correction, to)).map_err(|p| p.at(format!("cycle {}", cycle.number)))
        });
        let to = to.transpose()?;
        let corrected = to.as_ref().map(|(correction, to)| (*correction, to));
        let keys = &self.keys;
        let (number, begins) = (cycle.number, before.as_ref());
        let ruled = self.rulings(number)?;
        let rulings = &ruled[..];
        let staff = self.staff(cycle, begins, &orders, &luck.of_staff())?;
        let (given, staffed) = (&orders, &staff);
        let input = Input {
            cycle: number,
            before: begins,
            corrected,
            orders: given,
            staff: staffed,
            rulings,
            luck: &luck,
            keys,
        };
        let made = play::made(self.campaign, &input)?;
        Ok(CarriedOut { cycle, luck, before, orders, staff, rulings: ruled, settings, made })
    }

    /// The orders that count in a cycle; none in one that is not played.
    fn orders(&self, cycle: &Cycle<'_>) -> Result<BTreeMap<Seat, AnySheet>, Problem> {
        if cycle.result.correction.is_some() {
            return Ok(BTreeMap::new());
        }
        let cycles = self.cycles()?;
        orders::of_cycle(self.campaign, cycle.number, &cycle.used, &|from, seat| {
            let used = cycles.iter().find(|cycle| cycle.number == from);
            let kept = used.and_then(|cycle| packets::of(&cycle.used, seat));
            let span = (from, cycle.number);
            orders::standing(self.campaign, span, (seat, kept), &|cycle| self.rulings(cycle))
        })
    }

    /// What the computer staff ordered in a cycle: for the seats that the calendar gives it and no
    /// others and, if this version resolved it, what it orders again.
    fn staff(
        &self,
        cycle: &Cycle<'_>,
        before: Option<&Position>,
        orders: &BTreeMap<Seat, AnySheet>,
        seed: &[u8; 32],
    ) -> Result<BTreeMap<Seat, AnySheet>, Problem> {
        let (campaign, number, mut all) = (self.campaign, cycle.number, BTreeMap::new());
        let Some(before) = before.filter(|_| cycle.result.correction.is_none()) else {
            return Ok(all);
        };
        let Some(skill) = self.silent(number)? else { return Ok(all) };
        for seat in staff::seats(campaign, before, orders, number)? {
            let kept = staff::kept(campaign, &self.keys.house(number), number, &seat)?;
            let same = || Ok(staff::orders(campaign, before, (&seat, skill), seed)? == kept);
            if cycle.result.version == VERSION && !same()? {
                return Err(Problem::refused("these are not the orders of the staff")
                    .at(layout::staff(number, seat.as_str())));
            }
            all.insert(seat, kept);
        }
        Ok(all)
    }

    /// How well the staff played that the calendar in force gave silent seats in a cycle, if it did.
    fn silent(&self, cycle: u32) -> Result<Option<Skill>, Problem> {
        let ledger = &self.campaign.ledger;
        let read = || {
            let puts = ledger.entries().filter(|entry| matches!(entry.body, Body::Calendar(_)));
            let one = |entry: &Entry| {
                let calendar = InForce::before(self.campaign, entry.seq + 1)?;
                Ok((entry.seq, calendar.and_then(|c| c.rules.silent())))
            };
            puts.map(one).collect::<Result<Vec<_>, Problem>>()
        };
        let calendars = self.calendars.get_or_init(read).as_deref().map_err(Clone::clone)?;
        if calendars.is_empty() {
            return Ok(None);
        }
        let seq = ledger.result_seq(cycle).unwrap_or(u64::MAX);
        let newest = calendars.iter().rfind(|(put, _)| *put < seq);
        Ok(newest.and_then(|(_, silent)| *silent))
    }

    /// What was ruled on the orders of a cycle.
    pub(in crate::referee) fn rulings(&self, cycle: u32) -> Result<Vec<OrderRuling>, Problem> {
        rulings::of_cycle(self.campaign, &self.keys.house(cycle), cycle)
    }

    /// The values of the position that were set in a cycle.
    fn settings(&self, cycle: &Cycle<'_>) -> Result<Vec<Setting>, Problem> {
        match &cycle.result.correction {
            Some(Correction { undoes: None, .. }) => {
                rulings::settings(self.campaign, &self.keys.house(cycle.number), cycle.number)
            }
            Some(_) | None => Ok(Vec::new()),
        }
    }

    /// The position that a correction leads to.
    fn corrected(
        &self,
        correction: &Correction,
        settings: &[Setting],
        before: Option<&Position>,
        back: &BTreeMap<u32, Position>,
    ) -> Result<Position, Problem> {
        if let (None, Some(before)) = (correction.undoes, before) {
            return self.campaign.game.set(before, settings);
        }
        let to = match correction.undoes {
            Some(undone) => undone.checked_sub(1).and_then(|begin| back.get(&begin)),
            None => None,
        };
        to.cloned().ok_or_else(|| Problem::refused("it puts right what was not played"))
    }

    /// Makes the reports of a cycle and shows it.
    fn show<T>(
        &self,
        CarriedOut { cycle, luck, before, orders, staff, rulings, settings, made }: CarriedOut<'_>,
        look: &dyn Fn(&Again<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let (campaign, before, keys) = (self.campaign, before.as_ref(), &self.keys);
        let luck = &luck;
        let correction = cycle.result.correction.as_ref();
        let position = made.position.clone();
        let corrected = correction.map(|correction| (correction, &position));
        let (number, orders, staff, rulings) = (cycle.number, &orders, &staff, &rulings[..]);
        let input = Input { cycle: number, before, corrected, orders, staff, rulings, luck, keys };
        let played = play::report_on(campaign, &input, made)?;
        let settings = &settings[..];
        let played = &played;
        look(&Again { campaign, cycle, luck, before, staff, rulings, settings, played })
    }

    /// The call for orders was the one that the position asks for, and went to the cycle's own
    /// recipient.
    fn call(&self, cycle: &Cycle<'_>, before: Option<&Position>) -> Result<(), Problem> {
        let Some(before) = before else { return Ok(()) };
        let place = format!("cycle {}", cycle.number);
        let wrong = |what: &str| Err(Problem::refused(what).at(&place));
        let opening = self.campaign.ledger.opening(cycle.number);
        if opening.is_none() && cycle.result.correction.is_some() {
            return Ok(());
        }
        let Some(opening) = opening else {
            return wrong("it was resolved without being opened");
        };
        let phase = self.campaign.game.phase(before)?;
        let identity = self.keys.identity(cycle.number);
        if opening.recipient != identity.recipient().to_string() {
            return wrong("orders were called for with a recipient that is not the cycle's");
        }
        if opening.phase != phase.name || opening.due != phase.asked() {
            return wrong("orders were called for that were not due, or not those that were");
        }
        Ok(())
    }

    /// The packets that count are those the ledger says were used.
    fn packets(&self, cycle: &Cycle<'_>) -> Result<(), Problem> {
        let place = format!("cycle {}", cycle.number);
        let links = packets::links(self.campaign, cycle.number, &cycle.used)?;
        for seat in self.campaign.seats() {
            let kept = packets::of(&cycle.used, &seat);
            let entry = cycle.result.packets.get(&seat);
            let played = cycle.result.correction.is_none();
            let entry = entry.map(|entry| match entry {
                PacketUse::Used { commitment, sequence, contributed } => {
                    Some((commitment, sequence, contributed))
                }
                PacketUse::Stands { packet, .. } => packet
                    .as_ref()
                    .map(|packet| (&packet.commitment, &packet.sequence, &packet.contributed)),
                PacketUse::Nmr { .. } => None,
            });
            match (entry.flatten(), kept) {
                (Some((commitment, sequence, contributed)), Some(kept)) => {
                    let id = Digest::of(&kept.bytes);
                    let salt = packets::salt(&self.keys, cycle.number, &id);
                    let same = packets::commitment(&salt, &id) == *commitment
                        && kept.header.sequence == *sequence
                        && (played && links.iter().any(|link| link.0 == seat)) == *contributed;
                    if !same {
                        return Err(Problem::refused(format!(
                            "the packet of {seat} is not the one the ledger commits to"
                        ))
                        .at(&kept.path));
                    }
                }
                (None, None) => {}
                (Some(_), None) => {
                    return Err(
                        Problem::refused(format!("the packet of {seat} is missing")).at(place)
                    );
                }
                (None, Some(kept)) => {
                    return Err(Problem::refused(format!("the packet of {seat} was not used"))
                        .at(&kept.path));
                }
            }
        }
        Ok(())
    }
}
