//! A campaign in which everything happens that a ledger can tell: every kind of entry, and every effect of a
//! ruling. What its players sign names the first entry as its head, which no forger changes.

use adjutant::base::{Digest, Motion, Time};
use adjutant::engine::{Amendment, Reader};
use adjutant::games::OURS;
use adjutant::ledger::Right;
use adjutant::post::Message;
use adjutant::referee::cycle::deputy::{self, Deputy};
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::enroll::{Player, correct_name, enroll};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{closing, open, resolve, reveal};
use adjutant::referee::letters::relay;
use adjutant::referee::moderator::hand_over::{Person, appoint, dismiss, hand_over, papers};
use adjutant::referee::moderator::{correct, decide, rule, word};
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::press::Press;
use adjutant::seal::word::{Packet, Says, Word};
use adjutant::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey, sign_file, sshsig};
use serde_json::{Value, json};

use super::forger::Forger;
use crate::bench::{Bench, SEATS, SET_UP, keys, next_word, patiently, sealed_to, time};
use crate::rulings::a_number;

const RULES: &str = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\ngrace: 6h\n\
                     extensions: {each: 1, by: 1d}\nabsences: {days: 21}\npause: 10d\n\
                     key-wait: 1d\npress: {each: 3}\n";

/// The people beside the two players, each with the number of their key.
const SUBSTITUTE: u8 = 31;
const DEPUTY: u8 = 61;
const CLAIMS: u8 = 62;
const NEW_KEYS: u8 = 63;
const TAKES_OVER: u8 = 64;
const SUCCESSOR: u8 = 65;
/// Somebody who does nothing in it.
pub(crate) const SPARE: u8 = 66;

pub(crate) fn person(number: u8) -> PlayerSecret {
    PlayerSecret::generate([number; 96])
}

/// Everybody's keys.
pub(crate) fn forger() -> Forger {
    let people = [11, 12, SUBSTITUTE, DEPUTY, CLAIMS, NEW_KEYS, TAKES_OVER, SUCCESSOR, SPARE];
    let mut all: Vec<_> = people.map(|n| person(n).signing().clone()).into();
    all.push(keys().signing.signing().clone());
    Forger::with(&all)
}

/// The campaign, and a clock of its own: ten seconds pass from step to step.
pub(crate) struct Rich {
    pub(crate) bench: Bench,
    now: Time,
    office: Option<Keys>,
}

impl Rich {
    fn now(&mut self) -> Time {
        self.now = self.now.after(10).unwrap();
        self.now
    }

    fn desk(&self) -> Desk {
        match &self.office {
            None => self.bench.desk(),
            Some(office) => {
                let secret = crate::bench::text(&office.secret.write()).to_owned();
                let secret = || adjutant::seal::FoundingSecret::read(secret.as_bytes()).unwrap();
                let signing = || adjutant::seal::ModeratorKey::of(office.signing.signing());
                let again = || Keys { signing: signing(), secret: secret() };
                patiently(|| Desk::take(self.bench.store(), again(), OURS)).unwrap()
            }
        }
    }

    fn public(&self, number: u8, name: &str) -> Player {
        let (key, genesis) = (person(number), self.bench.desk().genesis());
        let file = PlayerPublic {
            name: Some(name.to_owned()),
            signing: PublicKey::of(key.signing()),
            age: key.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
        };
        Player::of(&file, name.to_owned(), &genesis).unwrap()
    }

    fn someone(number: u8, name: &str) -> Person {
        let key = person(number);
        let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
        Person { name: name.to_owned(), signing, recipient }
    }

    fn word(&mut self, seat: &str, number: u8, says: Says) {
        let desk = self.desk();
        let (campaign, head) = (desk.campaign.id(), desk.genesis());
        drop(desk);
        let sequence = next_word();
        self.take(number, Word { campaign, seat: seat.parse().unwrap(), head, sequence, says });
    }

    fn take(&mut self, number: u8, file: Word) {
        let now = self.now();
        let mut desk = self.desk();
        let file = file.sign(person(number).signing());
        word::take(&mut desk, file.as_bytes(), (now, now)).unwrap();
    }

    /// An encrypted packet of a seat for the cycle that is open, signed with somebody's key.
    fn packet(&self, (seat, sequence): (&str, u32), number: u8, lists: &str) -> String {
        let desk = self.desk();
        let (cycle, key, genesis) =
            (desk.campaign.open_cycle().unwrap(), person(number), desk.genesis());
        let link = key.link(&genesis, cycle, cycle).unwrap();
        let text = format!(
            "campaign: {}\ncycle: {cycle}\nseat: {seat}\nsequence: {sequence}\nto: {}\n\
             head: {genesis}\nreveal: {link}\n{lists}",
            desk.campaign.id(),
            desk.cycle_identity(cycle).recipient(),
        );
        sealed_to(&desk, cycle, &sign_file(key.signing(), sshsig::ORDERS, &text))
    }

    fn send(&mut self, who: (&str, u32), number: u8, lists: &str) -> Verdict {
        let (packet, now) = (self.packet(who, number, lists), self.now());
        let mut desk = self.desk();
        let reply = Intake::begin(&mut desk).unwrap().receive(packet.as_bytes(), now).unwrap();
        assert!(reply.receipt.verdict != Verdict::Refused, "{:?}", reply.receipt);
        reply.receipt.verdict
    }

    /// Lets the deadline of a cycle pass, and its grace.
    fn pass(&mut self, cycle: u32) {
        let last = self.desk().campaign.ledger.last_call(cycle).unwrap();
        self.now = self.now.max(last);
    }
}

/// The campaign before its end: the last cycle is open, the office was handed over.
pub(crate) fn rich() -> Rich {
    let mut rich =
        Rich { bench: Bench::founded_for(9), now: time("2026-01-01T01:00:00Z"), office: None };
    founded(&mut rich);
    first_cycle(&mut rich);
    second_cycle(&mut rich);
    corrected(&mut rich);
    handed_over(&mut rich);
    rich
}

impl Rich {
    /// Ends the campaign without the reveal.
    pub(crate) fn close(&mut self) {
        let (now, mut desk) = (self.now(), self.desk());
        let (reason, outcome) = ("enough".to_owned(), "abandoned".to_owned());
        let body = adjutant::ledger::Body::Close(adjutant::ledger::Closing { reason, outcome });
        desk.append(now, None, body).unwrap();
    }

    pub(crate) fn reveal(&mut self) {
        let (now, mut desk) = (self.now(), self.desk());
        reveal::reveal(&mut desk, None, now).unwrap();
    }
}

fn founded(rich: &mut Rich) {
    let mut desk = rich.bench.desk();
    for seat in SEATS {
        rich.bench.enroll(&mut desk, seat).unwrap();
    }
    let (union, mazianni) = ("union".parse().unwrap(), "mazianni".parse().unwrap());
    correct_name(&mut desk, &union, "Ben", rich.now()).unwrap();
    decide::set_calendar(&mut desk, RULES.as_bytes(), "agreed", rich.now()).unwrap();
    open::open(&mut desk, None, rich.now()).unwrap();
    let dates = "2026-02-03".parse().unwrap();
    decide::absence(&mut desk, &mazianni, dates, "skiing", rich.now()).unwrap();
    let erik = Rich::someone(DEPUTY, "Erik");
    let rights = vec![Right::Extend, Right::Take];
    appoint(&mut desk, (&erik, rights), time("2026-03-01T12:00:00Z"), "at sea", rich.now())
        .unwrap();
    for _ in 0..3 {
        rule::explain(&mut desk, "nothing is said", rich.now()).unwrap();
    }
}

fn first_cycle(rich: &mut Rich) {
    let (dora, until) = (person(SUBSTITUTE), time("2026-01-20T12:00:00Z"));
    let (signing, age) = (PublicKey::of(dora.signing()), dora.identity().recipient());
    rich.word("union", 12, Says::Substitute { name: "Dora".into(), signing, age, until });
    let dates = "2026-02-02".parse().unwrap();
    rich.word("union", 12, Says::Absence { dates, reason: "skiing".into() });
    rich.word("union", 12, Says::Vote { motion: Motion::Draw, yes: true });
    write_to_the_union(rich);
    let (now, mut desk) = (rich.now(), rich.desk());
    let seat = "mazianni".parse().unwrap();
    decide::extend(&mut desk, None, Some(&seat), "a storm", now).unwrap();
    drop(desk);
    let now = rich.now();
    let store = || rich.bench.store();
    let mut erik = patiently(|| Deputy::take(store(), person(DEPUTY).signing(), OURS)).unwrap();
    erik.extend(Some("1d".parse().unwrap()), None, "another storm", now).unwrap();
    drop(erik);
    let asks = format!("question: may I?\n{SET_UP}");
    assert_eq!(rich.send(("mazianni", 1), 11, &asks), Verdict::Accepted);
    let (packet, now) = (rich.packet(("union", 1), 12, "orders: []\n"), rich.now());
    let store = || rich.bench.store();
    let mut erik = patiently(|| Deputy::take(store(), person(DEPUTY).signing(), OURS)).unwrap();
    erik.hold(packet.as_bytes(), now).unwrap();
    drop(erik);
    deputy::judge(&mut rich.desk()).unwrap();
    rich.word("union", 12, Says::Withdraw(Packet { cycle: 1, sequence: 1 }));
    assert_eq!(rich.send(("union", 2), SUBSTITUTE, "orders: []\n"), Verdict::Accepted);
    rich.word("mazianni", 11, Says::Final(Packet { cycle: 1, sequence: 1 }));
    let times: [Time; 7] = std::array::from_fn(|_| rich.now());
    let mut desk = rich.desk();
    rule::answer(&mut desk, &seat, "you may", times[0]).unwrap();
    let strike = Amendment::Strike("orders[0]".to_owned());
    rule::amend(&mut desk, &seat, strike, "agreed by telephone", times[1]).unwrap();
    resolve::preview(&mut desk, &Reader::Public, "to see", times[2]).unwrap();
    let earlier = Some(time("2026-01-03T20:00:00Z"));
    open::open_or_move(&mut desk, earlier, Some("all agreed"), times[3]).unwrap();
    let packets = closing::rule_early(&mut desk, false, "all agreed", times[4]).unwrap();
    resolve::resolve_with(&mut desk, packets, false, times[5]).unwrap();
    open::open(&mut desk, None, times[6]).unwrap();
}

fn write_to_the_union(rich: &mut Rich) {
    let now = rich.now();
    let mut desk = rich.desk();
    let (id, genesis) = (desk.campaign.id(), desk.genesis());
    let to = vec!["union".parse().unwrap()];
    let press = Press::new(&id, (1, "mazianni".parse().unwrap()), genesis, (to, "Peace?"));
    let sealed = press.seal(person(11).signing(), &desk.cycle_identity(1).recipient()).unwrap();
    let came = relay::find(&desk, &Message::read(sealed.as_bytes())).unwrap().unwrap();
    relay::take(&mut desk, &came, (now, now)).unwrap();
}

fn second_cycle(rich: &mut Rich) {
    let (a, b) = (rich.now(), rich.now());
    let mut desk = rich.desk();
    decide::pause(&mut desk, time("2026-01-05T12:00:00Z"), "exams", a).unwrap();
    decide::resume(&mut desk, "all are back", b).unwrap();
    drop(desk);
    rich.word("mazianni", 11, Says::Pause { until: time("2026-01-06T12:00:00Z") });
    let (eve, seat) = (rich.public(CLAIMS, "Eve"), "mazianni".parse().unwrap());
    let now = rich.now();
    enroll(&mut rich.desk(), &seat, &eve, Some("lost"), now).unwrap();
    let entry = rich.desk().campaign.ledger.len() - 1;
    rich.word("mazianni", 11, Says::Objection { entry, reason: "I am here".into() });
    let (key, desk) = (person(NEW_KEYS), rich.desk());
    let (genesis, whose) = (desk.genesis(), (desk.campaign.id(), seat.clone()));
    drop(desk);
    let tip = Some(key.tip(&genesis));
    rich.take(11, Word::of_new_keys(whose, (genesis, next_word()), (&key, tip)));
    assert_eq!(rich.send(("union", 1), 12, "orders: []\n"), Verdict::Accepted);
    rich.pass(2);
    assert_eq!(rich.send(("mazianni", 1), NEW_KEYS, "orders: []\n"), Verdict::Late);
    let (a, b, c) = (rich.now(), rich.now(), rich.now());
    let mut desk = rich.desk();
    rule::accept_late(&mut desk, &seat, "the post was late", a).unwrap();
    resolve::resolve(&mut desk, true, b).unwrap();
    open::open(&mut desk, None, c).unwrap();
}

fn corrected(rich: &mut Rich) {
    assert_eq!(rich.send(("union", 1), 12, "orders: []\n"), Verdict::Accepted);
    rich.pass(3);
    let (a, b, c) = (rich.now(), rich.now(), rich.now());
    let mut desk = rich.desk();
    resolve::resolve(&mut desk, true, a).unwrap();
    correct::undo(&mut desk, vec!["union".parse().unwrap()], "a slip", b).unwrap();
    open::open(&mut desk, None, c).unwrap();
    drop(desk);
    rich.pass(5);
    let (a, b) = (rich.now(), rich.now());
    let mut desk = rich.desk();
    resolve::resolve(&mut desk, true, a).unwrap();
    let position: Value = serde_json::from_str(&desk.position(5).unwrap().0).unwrap();
    let (path, number) = a_number(&position["state"], "/state").unwrap();
    rule::set(&mut desk, vec![(path, json!(number + 1))], "miscounted", b).unwrap();
}

fn handed_over(rich: &mut Rich) {
    let carla = rich.public(TAKES_OVER, "Carla");
    let (a, b, c, d) = (rich.now(), rich.now(), rich.now(), rich.now());
    let (union, nina) = ("union".parse().unwrap(), Rich::someone(SUCCESSOR, "Nina"));
    let mut desk = rich.desk();
    decide::drop_seat(&mut desk, &union, "silent", a).unwrap();
    enroll(&mut desk, &union, &carla, None, b).unwrap();
    dismiss(&mut desk, "Erik", "they are back", c).unwrap();
    let papers = papers(&desk, &nina, true).unwrap();
    hand_over(&mut desk, &nina, "I move to the moon", d).unwrap();
    drop(desk);
    rich.office = Some(rich.bench.take_up(&papers, &person(SUCCESSOR)));
    let now = rich.now();
    open::open(&mut rich.desk(), None, now).unwrap();
}

/// The digest of a text, for what a forger makes up.
pub(crate) fn made_up(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

#[test]
fn everything_that_a_ledger_can_tell_is_sound() {
    let mut rich = rich();
    rich.close();
    let verdict = rich.bench.verify();
    assert!(verdict.passed(), "{verdict}");
    rich.reveal();
    let verdict = rich.bench.verify();
    assert!(verdict.passed(), "{verdict}");
    let kinds: std::collections::BTreeSet<&str> =
        super::forger::entries(&rich.bench).iter().map(|entry| entry.body.kind()).collect();
    assert_eq!(kinds.len(), 26, "{kinds:?}");
}
