//! A disk that fails at any write of any act of the moderator: the act happened whole, or not at all and
//! can be done again.

use adjutant::base::{Kind, Problem, Seat, Time};
use adjutant::engine::Amendment;
use adjutant::games::OURS;
use adjutant::ledger::Right;
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::{enroll, resolve};
use adjutant::referee::moderator::hand_over::{Person, appoint, dismiss, hand_over};
use adjutant::referee::moderator::{correct, decide, rule, word};
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{PlayerSecret, PublicKey};
use serde_json::json;

use crate::bench::{Bench, next_word, time};
use crate::week::{self, FRIDAYS};

const CALENDAR: &str = "pause: 30d\nabsences: {days: 14}\nextensions: {each: 2, by: 1d}\n";

/// An act at a time.
type Act = fn(&Bench, &mut Desk, Time) -> Result<(), Problem>;

/// The acts, each in the campaign that the ones before leave.
const ACTS: &[(&str, Act)] = &[
    ("calendar", |_, desk, now| {
        let text = format!("{FRIDAYS}{CALENDAR}grace: 6h\n");
        decide::set_calendar(desk, text.as_bytes(), "agreed", now).map(drop)
    }),
    ("extension", |_, desk, now| decide::extend(desk, None, None, "a storm", now).map(drop)),
    ("pause", |_, desk, now| decide::pause(desk, now.after(86_400).unwrap(), "ill", now)),
    ("resumption", |_, desk, now| decide::resume(desk, "well again", now)),
    ("absence", |_, desk, now| {
        let dates = "2026-03-20 to 2026-03-22".parse()?;
        decide::absence(desk, &union(), dates, "skiing", now)
    }),
    ("explanation", |_, desk, now| rule::explain(desk, "so it is", now)),
    ("orders put in", |_, desk, now| {
        let pass = Amendment::PutIn("[]\n".to_owned());
        rule::amend(desk, &"mazianni".parse().unwrap(), pass, "by telephone", now).map(drop)
    }),
    ("appointment", |_, desk, now| {
        let until = now.after(86_400).unwrap();
        appoint(desk, (&person("Dora"), vec![Right::Take]), until, "at sea", now)
    }),
    ("dismissal", |_, desk, now| dismiss(desk, "Dora", "back again", now)),
    ("word", |bench, desk, now| {
        let dates = "2026-04-01 to 2026-04-02".parse()?;
        say(bench, desk, Says::Absence { dates, reason: "a wedding".to_owned() }, now)
    }),
    ("new keys", |bench, desk, now| {
        let key = PlayerSecret::generate([73; 96]);
        let tip = Some(key.tip(&desk.genesis()));
        let place = (desk.campaign.ledger.head(), next_word());
        let word = Word::of_new_keys((desk.campaign.id(), union()), place, (&key, tip));
        take(bench, desk, word, now)
    }),
    ("address", |_, desk, _| enroll::correct_address(desk, &union(), "ben@example.org")),
    ("resolution", |_, desk, now| resolve::resolve(desk, true, later(now)).map(drop)),
    ("undo", |_, desk, now| correct::undo(desk, Vec::new(), "a slip", later(now)).map(drop)),
    ("values", |_, desk, now| {
        let values = vec![("/state/open/points/union".to_owned(), json!(3))];
        rule::set(desk, values, "miscounted", later(now)).map(drop)
    }),
    ("drop", |_, desk, now| {
        decide::drop_seat(desk, &"mazianni".parse().unwrap(), "gone", later(now)).map(drop)
    }),
    ("hand-over", |_, desk, now| hand_over(desk, &person("Carla"), "my turn is over", later(now))),
];

/// When the deadline has passed.
fn later(now: Time) -> Time {
    now.after(28 * 86_400).unwrap()
}

fn union() -> Seat {
    "union".parse().unwrap()
}

fn person(name: &str) -> Person {
    let key = PlayerSecret::generate([71; 96]);
    let (signing, recipient) = (PublicKey::of(key.signing()), key.identity().recipient());
    Person { name: name.to_owned(), signing, recipient }
}

/// What the player of the Union signs.
fn say(bench: &Bench, desk: &mut Desk, says: Says, now: Time) -> Result<(), Problem> {
    let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    let sequence = next_word();
    take(bench, desk, Word { campaign, seat: union(), head, sequence, says }, now)
}

fn take(bench: &Bench, desk: &mut Desk, word: Word, now: Time) -> Result<(), Problem> {
    let signed = word.sign(bench.players["union"].signing());
    word::take(desk, signed.as_bytes(), (now, now)).map(drop)
}

#[test]
fn an_act_happens_whole_or_not_at_all() {
    let bench = week::campaign(CALENDAR);
    let mut now = time("2026-03-06T12:00:00Z");
    for (name, act) in ACTS {
        now = now.after(60).unwrap();
        let before = bench.desk().campaign.ledger.len();
        for writes in 0.. {
            let copy = bench.copy();
            let mut desk = copy.desk();
            desk.campaign.store.fail_after(writes);
            let done = act(&bench, &mut desk, now);
            let after = desk.campaign.ledger.len();
            drop(desk);
            let Err(problem) = done else {
                assert!(writes > 0, "{name} writes nothing");
                break;
            };
            assert_eq!(problem.kind, Kind::Failed, "{name} after {writes} writes: {problem}");
            let stands = Desk::take(copy.store(), crate::bench::keys(), OURS);
            let stands = stands.map_or(after, |desk| desk.campaign.ledger.len());
            if stands == before {
                let again = act(&bench, &mut copy.desk(), now);
                assert!(again.is_ok(), "{name} after {writes} writes: {again:?}");
            }
            let verdict = copy.verify();
            assert!(verdict.passed(), "{name} after {writes} writes: {verdict}");
        }
        act(&bench, &mut bench.desk(), now).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    }
}
