//! Whatever is due now, by the calendar: packets, reminders, closing, dropping, opening. Safe to be
//! called at any time and again: each step is one of the steps that the moderator takes, and is due
//! only as long as the ledger does not have it.

use crate::base::{Kind, Problem, Seat, Time};
use crate::campaign::mailbox::Content;
use crate::ledger::Sealing;
use crate::post::Message;
use crate::referee::audit::verify::{Own, verify};
use crate::referee::calendar::{Facts, InForce, Rules, Step, due, upcoming};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::expected::Expected;
use crate::referee::cycle::packets::{self, Packets};
use crate::referee::cycle::receive::{Intake, Reply};
use crate::referee::cycle::{deputy, open, resolve, status};
use crate::referee::letters::letter::{self, Letter, Told};
use crate::referee::letters::relay;
use crate::referee::moderator::beacon::{self, Came, Fetch};
use crate::referee::moderator::last_run::{Hold, LastRun};
use crate::referee::moderator::{calendar_facts, decide, hand_over, lock, vote, word};
use crate::referee::record::campaign::Stage;
use crate::referee::record::letter_texts::Texts;

/// Steps that one run takes at most: a calendar of ours never needs so many.
const STEPS: usize = 256;

/// A message as it arrived.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Its name in the mailbox.
    pub name: String,
    /// What is in it, one mail at a time.
    pub content: Content,
    /// When it was put there.
    pub arrived: Time,
}

/// What a run did.
#[derive(Debug)]
pub struct Done {
    /// The receipt for each packet, by the name of its message.
    pub receipts: Vec<(String, Reply)>,
    /// The receipt for each packet that a deputy had taken.
    pub judged: Vec<Reply>,
    /// What became of each player's word, or message to others, by the name of its mail.
    pub words: Vec<(String, String)>,
    /// What was done, a sentence each.
    pub steps: Vec<String>,
    /// What is to be sent.
    pub letters: Vec<Letter>,
    /// What cannot be sent: no address is kept for its reader. It follows once there is one.
    pub waiting: Vec<Letter>,
    /// What comes next.
    pub next: Vec<String>,
    /// Why the moderator is needed.
    pub stopped: Option<Problem>,
    /// Which letters have left once these have.
    told: Option<Told>,
    last: LastRun,
}

impl Done {
    /// True if something was done.
    pub fn changed(&self) -> bool {
        let taken = self.receipts.is_empty() && self.judged.is_empty() && self.words.is_empty();
        !(taken && self.steps.is_empty() && self.letters.is_empty())
    }

    /// Keeps letters back for whose readers there is no address: they are not told, and follow once there is
    /// one. Of who lost their seat none can be given any more; whoever sends knows the others' if they are `all`
    /// theirs to know.
    pub fn keep_back(&mut self, all: bool) {
        let letters = std::mem::take(&mut self.letters);
        (self.letters, self.waiting) = letters.into_iter().partition(|l| l.to.is_some());
        self.waiting.retain(|letter| !(all && letter.former));
        if let Some(told) = &mut self.told {
            told.keep_back(&self.waiting);
        }
    }

    /// The names of the messages that were taken in.
    pub fn taken(&self) -> Vec<String> {
        let words = self.words.iter().map(|(name, _)| name);
        let mut names: Vec<String> = Vec::new();
        for name in words.chain(self.receipts.iter().map(|(name, _)| name)) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// Notes the run, once its letters are where they are sent from: a run that is killed before that
    /// writes them again.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn note(&self, desk: &Desk) -> Result<(), Problem> {
        let mut last = self.last.clone();
        if let Some(told) = &self.told {
            let (since, names) = told.since();
            (last.since, last.told) = (Some(since), names);
        }
        last.write(desk)
    }

    fn nothing(last: LastRun) -> Self {
        Self {
            receipts: Vec::new(),
            judged: Vec::new(),
            words: Vec::new(),
            steps: Vec::new(),
            letters: Vec::new(),
            waiting: Vec::new(),
            next: Vec::new(),
            stopped: None,
            told: None,
            last,
        }
    }
}

/// Does what is due. It is to be noted with [`Done::note`].
///
/// # Errors
/// If there is no calendar, or the campaign is not as it should be: then nothing is done.
pub fn run(desk: &mut Desk, inbox: &[Mail], now: Time) -> Result<Done, Problem> {
    run_by_post(desk, inbox, Circumstances::default(), now)
}

/// What whoever calls a run knows of it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Circumstances<'a> {
    /// Why mail may not have come: then no deadline passes, the open cycle's is moved.
    pub doubt: Option<&'a str>,
    /// For how many seconds word of a ruling that can be taken back is kept back.
    pub hold: u32,
    /// How the beacon is fetched, if it is.
    pub beacon: Option<Fetch<'a>>,
    /// True if it is carried out on a copy, at another time than the clock's.
    pub rehearsed: bool,
}

/// The same under other circumstances: for who fetches the mail, or rehearses.
///
/// # Errors
/// As [`run`].
pub fn run_by_post(
    desk: &mut Desk,
    inbox: &[Mail],
    circumstances: Circumstances<'_>,
    now: Time,
) -> Result<Done, Problem> {
    let rules = rules(desk)?;
    // A text that cannot be written is told before anything is done, not after.
    Texts::of(&desk.campaign.store)?;
    let mut last = LastRun::of(desk)?;
    let newest = desk.campaign.ledger.time();
    let Circumstances { doubt, hold, rehearsed, .. } = circumstances;
    // Between now and the time of a rehearsal runs would have been as ever.
    let jumps = !rehearsed || last.held.is_some() || now < newest;
    let ledger = (newest, is_past_a_deadline(desk, now));
    if jumps && let Some(until) = last.hold(&rules.stop, ledger, now) {
        return Ok(Done { stopped: Some(held(&last, until)), ..Done::nothing(last) });
    }
    status::remember(&mut desk.campaign)?;
    let done = Done::nothing(last);
    let mut runner = Runner { rules, packets: None, verified: false, done, hold, now };
    runner.deputies(desk)?;
    runner.after_a_gap(desk)?;
    runner.without_mail(desk, doubt)?;
    let packets = runner.words(desk, inbox)?;
    runner.receive(desk, packets)?;
    runner.steps(desk, circumstances)?;
    let facts = runner.facts(desk)?;
    runner.letters(desk, &facts)?;
    let coming = upcoming(&runner.rules, &facts, now);
    runner.done.next = coming.iter().map(|c| format!("{}  {}", c.at, c.step.sentence())).collect();
    let changed = runner.done.changed();
    runner.done.last.ran(now, changed);
    Ok(runner.done)
}

/// False if a cycle is open whose deadline is ahead: whatever comes of a rest, it closes nothing.
fn is_past_a_deadline(desk: &Desk, now: Time) -> bool {
    match desk.campaign.stage() {
        Stage::Open(cycle) => desk.campaign.ledger.deadline(cycle).is_some_and(|end| end < now),
        Stage::Enrolling | Stage::Resolved(_) | Stage::Closed => true,
    }
}

/// The calendar in force, in a campaign that can go on.
fn rules(desk: &Desk) -> Result<Rules, Problem> {
    let calendar = InForce::of(&desk.campaign)?.ok_or_else(|| {
        Problem::usage("the campaign has no calendar")
            .hint("give it one with `adjutant calendar set`, or resolve and open by hand")
    })?;
    calendar.is_the_one_at_hand(&desk.campaign)?;
    desk.campaign.stands_as_resolved()?;
    Ok(calendar.rules)
}

fn held(last: &LastRun, until: Time) -> Problem {
    let since = last.held.as_ref().map_or(last.time, |hold| hold.since);
    Problem::refused(format!(
        "the clock jumped: the last run was at {since}; nothing is done until {until}"
    ))
    .hint("check the clock; if the deadline passed meanwhile, it will be moved")
}

/// What a player signed beside orders.
enum Signed {
    /// Their word.
    Word(Vec<u8>),
    /// A message to others.
    Press(Box<relay::Came>),
}

impl Signed {
    fn take(&self, desk: &mut Desk, times: (Time, Time)) -> Result<String, Problem> {
        match self {
            Self::Word(word) => word::take(desk, word, times),
            Self::Press(came) => relay::take(desk, came, times).map(|taken| taken.told),
        }
    }
}

struct Runner {
    rules: Rules,
    /// The packets of the cycle that is open or next, once they are read and as long as nothing is
    /// written that may change which of them count.
    packets: Option<Packets>,
    verified: bool,
    done: Done,
    hold: u32,
    now: Time,
}

impl Runner {
    fn facts(&mut self, desk: &Desk) -> Result<Facts, Problem> {
        let packets = self.packets(desk)?;
        let packets = self.packets.insert(packets);
        calendar_facts::with(desk, (&self.rules, packets), &self.done.last)
    }

    fn packets(&mut self, desk: &Desk) -> Result<Packets, Problem> {
        self.packets.take().map_or_else(|| packets::incoming(desk), Ok)
    }

    /// A deadline that passed while nothing ran is moved: mail may be waiting.
    fn after_a_gap(&mut self, desk: &mut Desk) -> Result<(), Problem> {
        let Some(Hold { since, .. }) = self.done.last.held.take() else { return Ok(()) };
        let Stage::Open(cycle) = desk.campaign.stage() else { return Ok(()) };
        let passed = |time: &Time| since <= *time && *time < self.now;
        let Some(_) = desk.campaign.ledger.deadline(cycle).filter(passed) else { return Ok(()) };
        let wait = self.rules.stop.wait.seconds();
        let to = self.now.after(wait).ok_or_else(|| Problem::failed("the clock is at its end"))?;
        let reason = format!("nothing ran between {since} and {}", self.now);
        self.put_off(desk, (cycle, to), &reason)
    }

    /// A deadline that passed while mail may not have come is moved, as the calendar moves one.
    fn without_mail(&mut self, desk: &mut Desk, doubt: Option<&str>) -> Result<(), Problem> {
        let (Some(reason), Stage::Open(cycle)) = (doubt, desk.campaign.stage()) else {
            return Ok(());
        };
        let passed = |time: &Time| *time < self.now;
        let Some(_) = desk.campaign.ledger.deadline(cycle).filter(passed) else { return Ok(()) };
        let to = self.rules.extended(self.now, self.rules.stop.wait);
        let to = to.ok_or_else(|| Problem::failed("the clock is at its end"))?;
        self.put_off(desk, (cycle, to), reason)
    }

    fn put_off(
        &mut self,
        desk: &mut Desk,
        (cycle, to): (u32, Time),
        reason: &str,
    ) -> Result<(), Problem> {
        // Of what is locked no more orders are waited for.
        if desk.campaign.ledger.lock(cycle).is_some() {
            return Ok(());
        }
        self.is_sound(desk)?;
        decide::move_to(desk, (cycle, to), Vec::new(), reason, self.now)?;
        self.done.steps.push(format!("the deadline of cycle {cycle} is moved to {to}: {reason}"));
        Ok(())
    }

    /// Ends the time of deputies when it is over, and judges the packets that they took.
    fn deputies(&mut self, desk: &mut Desk) -> Result<(), Problem> {
        let over = desk.campaign.ledger.office().overdue(self.now).next().is_some();
        if over && desk.deputy().is_none() {
            self.is_sound(desk)?;
            for name in hand_over::dismiss_overdue(desk, self.now)? {
                self.done.steps.push(format!("{name} is no longer a deputy: their time is over"));
            }
        }
        self.judge(desk)
    }

    /// Judges packets that were noted when they came.
    fn judge(&mut self, desk: &mut Desk) -> Result<(), Problem> {
        if deputy::has_to_judge(desk)? {
            self.is_sound(desk)?;
            self.done.judged.extend(deputy::judge(desk)?.into_iter().map(|(_, reply)| reply));
            self.packets = None;
        }
        Ok(())
    }

    /// Does what players' words say, and gives the mails in which there is more.
    fn words<'m>(&mut self, desk: &mut Desk, inbox: &'m [Mail]) -> Result<Vec<&'m Mail>, Problem> {
        let mut rest = Vec::new();
        for mail in inbox {
            // What vanished meanwhile is none of this run's.
            let Ok(bytes) = mail.content.read() else { continue };
            let message = Message::read(&bytes);
            let Some((seat, word)) = self.signed(desk, &message)? else {
                rest.push(mail);
                continue;
            };
            self.is_sound(desk)?;
            let times = (self.arrival(desk, mail), self.now);
            let told = match word.take(desk, times) {
                Ok(told) => told,
                Err(problem) if matches!(problem.kind, Kind::Failed | Kind::Busy) => {
                    return Err(problem);
                }
                Err(problem) => format!("{seat}: nothing was done: {}", problem.what),
            };
            self.done.words.push((mail.name.clone(), told));
            let signed =
                |mut expected: Expected<'_>| expected.is_signed_for(&bytes, &message, self.now);
            if packets::are_awaited(desk)? && Expected::of(desk).is_ok_and(signed) {
                rest.push(mail);
            }
        }
        Ok(rest)
    }

    /// A player's word in a message, or what they write to others, and who it is.
    fn signed(&self, desk: &Desk, message: &Message) -> Result<Option<(Seat, Signed)>, Problem> {
        if let Some((seat, word)) = word::find(&desk.campaign, message) {
            return Ok(Some((seat, Signed::Word(word))));
        }
        let press = self.rules.press.as_ref().map(|_| relay::find(desk, message)).transpose()?;
        let came = press.flatten();
        Ok(came.map(|came| (came.press.seat.clone(), Signed::Press(Box::new(came)))))
    }

    /// Takes packets in the order in which they arrived.
    fn receive(&mut self, desk: &mut Desk, inbox: Vec<&Mail>) -> Result<(), Problem> {
        if inbox.is_empty() || !packets::are_awaited(desk)? {
            return Ok(());
        }
        // A receipt is a promise, which a campaign that does not verify may not keep.
        self.is_sound(desk)?;
        let arrivals: Vec<Time> = inbox.iter().map(|mail| self.arrival(desk, mail)).collect();
        let mut intake = Intake::begin(desk)?;
        for (mail, arrived) in inbox.into_iter().zip(arrivals) {
            let Ok(bytes) = mail.content.read() else { continue };
            let message = Message::read(&bytes);
            for reply in intake.receive_message(&bytes, &message, arrived, Some(mail.arrived))? {
                self.done.receipts.push((mail.name.clone(), reply));
            }
        }
        self.packets = Some(intake.end()?);
        Ok(())
    }

    /// When a message arrived: not before the last run, which would have found it, nor before the
    /// newest entry, which judges it.
    fn arrival(&self, desk: &Desk, mail: &Mail) -> Time {
        let earliest = self.done.last.time.max(desk.campaign.ledger.time());
        mail.arrived.max(earliest).min(self.now)
    }

    fn steps(&mut self, desk: &mut Desk, how: Circumstances<'_>) -> Result<(), Problem> {
        // Their words pause it at once, unless that was interrupted.
        if decide::agreed(desk, self.now).is_some() {
            self.is_sound(desk)?;
            self.done.steps.extend(decide::pause_if_agreed(desk, self.now)?);
        }
        if vote::carried(desk, self.now).is_some() {
            self.is_sound(desk)?;
            self.done.steps.extend(vote::carry_out(desk, self.now)?);
        }
        for _ in 0..STEPS {
            let facts = self.facts(desk)?;
            let Some(step) = due(&self.rules, &facts, self.now) else { return Ok(()) };
            if let Step::Stop { .. } = step {
                let problem = Problem::refused(step.sentence());
                self.done.stopped = Some(problem.hint(
                    "extend with `adjutant calendar extend`, or go on with `adjutant resolve \
                     --without-orders`",
                ));
                return Ok(());
            }
            if let Step::Answer { .. } = step {
                let problem = Problem::refused(step.sentence());
                self.done.stopped =
                    Some(problem.hint("answer with `adjutant rule answer SEAT TEXT`"));
                return Ok(());
            }
            self.is_sound(desk)?;
            let opens = desk.campaign.ledger.genesis().sealed == Sealing::Timelock;
            if matches!(step, Step::Close { .. }) || opens && matches!(step, Step::Lock { .. }) {
                if let Some(problem) = lock::unread(desk, how.doubt) {
                    self.done.stopped = Some(problem);
                    return Ok(());
                }
                match beacon::come(desk, how.beacon, self.now)? {
                    Came::Already => {}
                    Came::Now(told) => self.done.steps.push(told),
                    Came::Not(needed) => {
                        self.done.stopped = needed;
                        return Ok(());
                    }
                }
                self.judge(desk)?;
            }
            self.take(desk, &facts, &step)?;
            if !matches!(step, Step::Remind { .. }) {
                self.packets = None;
            }
            self.done.steps.push(step.sentence());
        }
        Err(Problem::failed("the calendar never produces a next date").hint("report this as a bug"))
    }

    fn take(&mut self, desk: &mut Desk, facts: &Facts, step: &Step) -> Result<(), Problem> {
        let now = self.now;
        match step {
            Step::Remind { cycle, before, seats } => {
                let letters = letter::reminders((desk, &self.rules), (*cycle, *before), seats)?;
                self.done.letters.extend(letters);
                self.done.last.remind(facts.deadline, *before);
                Ok(())
            }
            Step::Postpone { cycle, to, away } => {
                let reason = format!("away: {}", crate::referee::record::ledger_page::seats(away));
                decide::move_to(desk, (*cycle, *to), Vec::new(), &reason, now)
            }
            Step::Extend { cycle, to, spent } => {
                let reason = format!(
                    "orders of {} are missing",
                    crate::referee::record::ledger_page::seats(spent)
                );
                decide::move_to(desk, (*cycle, *to), spent.clone(), &reason, now)
            }
            Step::Close { .. } => {
                desk.go_on();
                let packets = self.packets(desk)?;
                resolve::resolve_with(desk, packets, true, now).map(drop)
            }
            Step::Lock { .. } => {
                let packets = self.packets(desk)?;
                lock::lock_with(desk, packets, true, now).map(drop)
            }
            Step::Drop { seat, missed } => {
                let reason = crate::referee::record::seats::in_the_last(*missed);
                decide::drop_seat(desk, seat, &reason, now).map(drop)
            }
            Step::Open { .. } => open::open(desk, None, now).map(drop),
            Step::Stop { .. } | Step::Answer { .. } => Ok(()),
        }
    }

    /// Refuses to add to a campaign that does not verify, or to tell of it. Once in a run.
    fn is_sound(&mut self, desk: &Desk) -> Result<(), Problem> {
        if self.verified {
            return Ok(());
        }
        desk.campaign.store.expect_all()?;
        let verdict = verify(desk.campaign.store.again(), &Own::default(), desk.campaign.shelf)?;
        self.verified = verdict.passed();
        match verdict.problems().next() {
            None => Ok(()),
            Some(problem) => {
                Err(problem.clone().hint("run `adjutant verify` to see what is wrong"))
            }
        }
    }

    /// What has not been sent yet.
    fn letters(&mut self, desk: &Desk, facts: &Facts) -> Result<(), Problem> {
        let last = (&self.done.last, self.hold);
        let due = letter::due(desk, (&self.rules, facts), last, self.now)?;
        if !due.letters.is_empty() {
            self.is_sound(desk)?;
        }
        self.done.letters.extend(due.letters);
        self.done.told = Some(due.told);
        Ok(())
    }
}
