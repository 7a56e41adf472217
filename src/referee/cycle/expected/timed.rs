//! Orders that are sealed to a round of drand: what can be asked of them before it comes, and how they are opened then.

use super::{Expected, TurnedDown};
use crate::base::{Problem, Seat, Time};
use crate::engine::Header;
use crate::referee::cycle::arrivals::{self, Held, Timed, unopened};
use crate::referee::record::luck;
use crate::seal::envelope::Bound;
use crate::seal::mistaken::{self, Wanted};
use crate::seal::{self, Envelope, Opened, sshsig};

impl Expected<'_> {
    /// Opens a packet, if that can be done.
    pub(super) fn opened(&self, raw: &[u8]) -> Result<Opened, Problem> {
        match &self.timed {
            Timed::Never => self.unsealed(raw),
            Timed::Waits => {
                let (envelope, _) = self.enveloped(raw)?;
                Err(Problem::nothing(envelope.waits()))
            }
            Timed::Opens(rounds) => {
                let (envelope, outer) = self.enveloped(raw)?;
                let round = rounds.get(&envelope.round);
                let round = round.ok_or_else(|| self.other_round(envelope.round))?;
                let opened = envelope.open(round, &outer.key)?;
                is_the_same(&envelope.bound(), &Header::read(&opened.bytes)?)?;
                Ok(opened)
            }
            Timed::Lost => {
                let opened = self.unsealed(raw)?;
                match self.given_again(&opened) {
                    Some(_) => Ok(opened),
                    None => Err(Problem::refused(
                        "these are not the orders that came before the deadline",
                    )
                    .hint("run `adjutant seal --again` on the same order file, unchanged")),
                }
            }
        }
    }

    /// The packet that nobody can open any more and that these orders are.
    fn given_again(&self, opened: &Opened) -> Option<&Held> {
        self.lost.iter().find(|held| held.envelope.is_for(opened))
    }

    /// Orders that nothing but the cycle's key is needed for.
    fn unsealed(&self, raw: &[u8]) -> Result<Opened, Problem> {
        let read = seal::open(raw, Some(&self.identity), &self.keys, sshsig::ORDERS);
        read.map_err(|problem| match Envelope::read(raw, &self.identity, &self.keys) {
            Err(_) => problem,
            Ok(_) if matches!(self.timed, Timed::Lost) => {
                Problem::refused("the round that these orders are sealed to never came")
                    .hint("send the same orders again with `adjutant seal --again`")
            }
            Ok(_) => Problem::refused(
                "the orders are sealed to a round of drand, which this cycle does not use",
            )
            .hint("seal them again with your newest report: run `adjutant seal`"),
        })
    }

    /// What can be read of orders that are sealed to a round.
    fn enveloped(&self, raw: &[u8]) -> Result<(Envelope, Opened), Problem> {
        let read = Envelope::read(raw, &self.identity, &self.keys);
        read.map_err(|problem| match seal::open(raw, Some(&self.identity), &self.keys, sshsig::ORDERS) {
            Err(_) => problem,
            Ok(_) => Problem::refused("the orders are not sealed to a round of drand")
                .hint("seal them with `adjutant seal`: in this campaign not even the moderator opens them before the deadline"),
        })
    }

    /// What is said of a packet that does not open with the rounds of the cycle.
    fn other_round(&self, round: u64) -> Problem {
        let mut rounds = luck::rounds(&self.campaign.ledger, self.cycle, u64::MAX);
        let own = rounds.pop();
        let own = own.map(|own| format!(", and this cycle's is round {own}")).unwrap_or_default();
        Problem::refused(format!("the orders are sealed to round {round} of drand{own}"))
            .hint("seal them again: the mail with your report names the round, and `adjutant status` shows the deadline")
    }

    /// What is known of a packet that nobody can open yet, once all is checked that can be.
    ///
    /// # Errors
    /// Why it is refused.
    pub(in crate::referee) fn hold(
        &self,
        raw: &[u8],
        now: Time,
    ) -> Result<Envelope, Box<TurnedDown>> {
        let read = mistaken::refuse(raw, Wanted::Packet).and_then(|()| self.enveloped(raw));
        let (seat, problem) = match read {
            Ok((envelope, outer)) => match self.may_hold(&envelope, &outer, now) {
                Ok(()) => return Ok(envelope),
                Err(problem) => (outer.who.parse().ok(), problem),
            },
            Err(problem) => (None, problem),
        };
        let down = TurnedDown { seat, packet: unopened(raw), problem, earlier: None };
        Err(Box::new(self.of_earlier(raw, down)))
    }

    fn may_hold(&self, envelope: &Envelope, outer: &Opened, now: Time) -> Result<(), Problem> {
        let ledger = &self.campaign.ledger;
        if ledger.opening(self.cycle).is_none() {
            let what = format!("cycle {} is not open yet, and its round is not known", self.cycle);
            return Err(
                Problem::refused(what).hint("send the orders when you are told its deadline")
            );
        }
        let Bound { campaign, cycle, seat, sequence, to } = envelope.bound();
        // What else binds a file is inside.
        let (head, none) = (ledger.genesis_digest(), None);
        let header = Header {
            campaign,
            cycle,
            seat,
            sequence,
            to,
            head,
            reveal: none,
            last: false,
            question: None,
        };
        self.bind(outer, &header, now)?;
        let mut rounds = luck::rounds(ledger, self.cycle, u64::MAX);
        let own = rounds.last().copied();
        rounds.retain(|round| Some(*round) <= own);
        if !rounds.contains(&envelope.round) {
            return Err(self.other_round(envelope.round));
        }
        if ledger.arrivals(self.cycle).count() < arrivals::MOST {
            return Ok(());
        }
        let all = arrivals::envelopes(self.campaign, (self.cycle, &self.identity))?;
        let before = all.iter().filter(|held| held.envelope.seat == header.seat).count();
        if before < arrivals::MOST {
            return Ok(());
        }
        Err(Problem::refused(format!("{before} packets of {} are held already", header.seat))
            .hint("the last of them counts"))
    }

    /// Which of the packets that nobody can open any more these orders are: its entry, and when it came.
    ///
    /// # Errors
    /// Why it is refused.
    pub(in crate::referee) fn again(&self, raw: &[u8]) -> Result<(u64, Time), Box<TurnedDown>> {
        let found = self.open(raw).map(|opened| {
            self.given_again(&opened)
                .map(|held| (held.seq, held.time))
                .expect("it was found before")
        });
        found.map_err(|problem| {
            let down = TurnedDown { seat: None, packet: unopened(raw), problem, earlier: None };
            Box::new(self.of_earlier(raw, down))
        })
    }

    /// Whose a packet is that is sealed to a round.
    pub(super) fn whose_envelope(&self, raw: &[u8]) -> Option<Seat> {
        if matches!(self.timed, Timed::Never) {
            return None;
        }
        let (_, outer) = Envelope::read(raw, &self.identity, &self.keys).ok()?;
        outer.who.parse().ok()
    }
}

/// An order file is bound to what its envelope says.
fn is_the_same(envelope: &Bound, header: &Header) -> Result<(), Problem> {
    let Header { campaign, cycle, seat, sequence, to, .. } = header.clone();
    if *envelope == (Bound { campaign, cycle, seat, sequence, to }) {
        return Ok(());
    }
    Err(Problem::refused("the header of the orders inside does not match the envelope")
        .hint("seal them again"))
}
