//! What players write to each other: who reads it, who learns who wrote it, what is refused, and what the
//! reveal shows of a moderator who changed something.

use std::fs;

use adjutant::base::{Digest, Problem, Seat, Time, words, yaml};
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::ledger::Body;
use adjutant::post::Message;
use adjutant::referee::Campaign;
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::cycle::{open, reveal};
use adjutant::referee::letters::relay::{Taken, find, take};
use adjutant::referee::moderator::decide;
use adjutant::referee::press::{Passed, Relayed, Told, relayed};
use adjutant::referee::run::steps::Mail;
use adjutant::referee::telling::chronicle::chronicle;
use adjutant::render;
use adjutant::seal::packed::Packed;
use adjutant::seal::press::{LONGEST, Press};
use adjutant::seal::{PlayerSecret, SigningKey, derive, sealed, sign_file, sshsig};

use crate::bench::{Bench, files, keys, time};
use crate::tamper::rewrite;
use crate::week::{FRIDAYS, START, run_at};

/// The first deadline, and times before and after it.
const DEADLINE: &str = "2026-03-13T20:00:00Z";
pub(crate) const BEFORE: &str = "2026-03-06T12:00:00Z";
const AFTER: &str = "2026-03-13T20:00:01Z";

/// Three powers with cycle 1 open until Friday, 13 March, 20:00.
pub(crate) fn campaign(more: &str) -> Bench {
    let shipped = OURS.named("age-of-imperialism").unwrap().shipped();
    let (name, map) = *shipped.scenarios.iter().find(|(name, _)| *name == "three-powers").unwrap();
    let bench = Bench::founded_with("age-of-imperialism", name, map);
    let mut desk = bench.desk();
    for seat in bench.players.keys().copied() {
        bench.enroll(&mut desk, seat).unwrap();
    }
    let calendar = format!("{FRIDAYS}{more}");
    decide::set_calendar(&mut desk, calendar.as_bytes(), "agreed", time(START)).unwrap();
    open::open(&mut desk, None, time(START)).unwrap();
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time(DEADLINE)));
    drop(desk);
    bench
}

pub(crate) fn seats(names: &[&str]) -> Vec<Seat> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// A message as its author's program makes it.
pub(crate) fn press(bench: &Bench, from: &str, to: &[&str], text: &str) -> Press {
    let desk = bench.desk();
    let (id, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    let cycle = desk.campaign.open_cycle().unwrap();
    Press::new(&id, (cycle, from.parse().unwrap()), head, (seats(to), text))
}

fn sealed_by(bench: &Bench, press: &Press, key: &SigningKey) -> String {
    let to = bench.desk().cycle_identity(press.cycle).recipient();
    press.seal(key, &to).unwrap()
}

fn sealed(bench: &Bench, press: &Press) -> String {
    sealed_by(bench, press, bench.players[press.seat.as_str()].signing())
}

pub(crate) fn take_at(bench: &Bench, raw: &str, now: &str) -> Result<Taken, Problem> {
    let mut desk = bench.desk();
    let came = find(&desk, &Message::read(raw.as_bytes())).unwrap();
    let came = came.ok_or_else(|| Problem::nothing("nobody's"))?;
    let now: Time = time(now);
    take(&mut desk, &came, (now, now))
}

fn sent(bench: &Bench, from: &str, to: &[&str], text: &str) -> Taken {
    take_at(bench, &sealed(bench, &press(bench, from, to, text)), BEFORE).unwrap()
}

fn refused(result: Result<Taken, Problem>, why: &str) {
    let problem = result.unwrap_err();
    assert!(problem.what.contains(why), "{problem}");
}

/// What a seat's player finds in their copy of the campaign.
fn found(bench: &Bench, seat: &str) -> Vec<Told> {
    let mut campaign = Campaign::load(bench.store(), OURS).unwrap();
    relayed(&mut campaign, bench.players[seat].identity()).unwrap()
}

fn revealed(bench: &Bench) -> String {
    reveal::reveal(&mut bench.desk(), Some("enough"), time(AFTER)).unwrap();
    bench.verify().to_string()
}

fn told(bench: &Bench) -> String {
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let opened = Opened::new(&campaign).unwrap().unwrap();
    render::markdown(&chronicle(&campaign, &opened).unwrap())
}

#[test]
fn a_message_is_read_by_those_it_names_and_told_after_the_reveal() {
    let bench = campaign("press: {each: 3}\n");
    let promise = "I shall keep out of Serbia,\n  if you keep out of Egypt.";
    let taken = sent(&bench, "russia", &["ottoman"], promise);
    assert_eq!(taken.told, "russia writes to ottoman in cycle 1, 1 of 3");
    assert_eq!(taken.readers, seats(&["ottoman", "russia"]));
    sent(&bench, "germany", &["ottoman", "russia"], "Peace.");
    let read = found(&bench, "ottoman");
    assert_eq!(
        (read[0].from.clone(), read[0].text.as_str()),
        (Some(taken.readers[1].clone()), promise)
    );
    assert_eq!((read.len(), &read[1].to), (2, &seats(&["ottoman", "russia"])));
    // Who wrote it has it, too: it is their receipt.
    assert_eq!(found(&bench, "russia"), read);
    let others: Vec<String> = found(&bench, "germany").into_iter().map(|told| told.text).collect();
    assert_eq!(others, ["Peace."]);
    let verdict = bench.verify();
    assert!(verdict.passed(), "{verdict}");
    assert!(
        verdict.to_string().contains("press: 2 messages, sealed until the reveal"),
        "{verdict}"
    );
    let verdict = revealed(&bench);
    let line = "press: 2 messages, signed by the players who sent them and passed on as signed";
    assert!(verdict.contains(line) && !verdict.contains("FAILED"), "{verdict}");
    let told = told(&bench);
    let heading = "### russia to ottoman\n\nCycle 1, entry ";
    assert!(told.contains("Cycle 1: 2 messages") && told.contains(heading), "{told}");
    assert!(told.contains("if you keep out of Egypt."), "{told}");
    let clear = bench.store().need(&layout::revealed_press(1, read[0].entry)).unwrap();
    assert!(String::from_utf8(clear).unwrap().contains("keep out of Serbia"));
}

/// By whom and to whom, how long and whether signed: nothing of it shows in what is public.
#[test]
fn what_is_public_of_a_message_is_that_it_was_sent() {
    let bench = campaign("press: {each: 4, unsigned: true}\n");
    let long: String =
        (0..LONGEST).map(|n| char::from(b'!' + u8::try_from(n * n % 89).unwrap())).collect();
    let mut shapes = Vec::new();
    for (to, text, unsigned) in [
        (&["ottoman"][..], "x", false),
        (&["ottoman", "germany"], "CANARY in the mine", true),
        (&["germany"], long.as_str(), false),
        (&["ottoman", "germany"], long.as_str(), true),
    ] {
        let press = Press { unsigned, ..press(&bench, "russia", to, text) };
        let taken = take_at(&bench, &sealed(&bench, &press), BEFORE).unwrap();
        let entry = bench.desk().campaign.ledger.len() - 1;
        for path in [taken.path, layout::press_signed(entry)] {
            let file = bench.store().need(&path).unwrap();
            let head = file.windows(4).position(|w| w == b"\n---").unwrap();
            let body = file[head + 1..].iter().position(|b| *b == b'\n').unwrap();
            let text = String::from_utf8_lossy(&file[..head]).into_owned();
            let recipients = text.matches("\n-> X25519 ").count();
            shapes.push((recipients, file.len() - head - body));
        }
    }
    let (read, kept) = (shapes[0], shapes[1]);
    assert_eq!((read.0, kept.0), (4, 1), "a recipient for each seat and one");
    assert!(shapes.chunks(2).all(|pair| pair == [read, kept]), "{shapes:?}");
    // Nor does what a run remembers tell to whom it wrote.
    let letters = run_at(&bench, &[], BEFORE).letters;
    assert_eq!(letters.iter().filter(|letter| letter.id.starts_with("press-")).count(), 10);
    let noted = String::from_utf8(bench.store().need(layout::LAST_RUN).unwrap()).unwrap();
    assert!(!noted.contains("press"), "{noted}");
    let mut entries = 0;
    for (path, bytes) in files(&bench.root()) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains("CANARY"), "{path}");
        if path.starts_with("ledger/") && text.contains("\n  press:\n") {
            let named = ["russia", "ottoman", "germany"].iter().any(|seat| text.contains(seat));
            assert!(!named, "{text}");
            entries += 1;
        }
    }
    assert_eq!(entries, 4);
}

#[test]
fn an_unsigned_message_hides_its_author_up_to_the_reveal() {
    let bench = campaign("press: {each: 3, unsigned: true}\n");
    let hidden = Press { unsigned: true, ..press(&bench, "russia", &["ottoman"], "Beware.") };
    let taken = take_at(&bench, &sealed(&bench, &hidden), BEFORE).unwrap();
    let [read] = &found(&bench, "ottoman")[..] else { panic!("one message") };
    assert_eq!((&read.from, read.unsigned, read.text.as_str()), (&None, true, "Beware."));
    // Neither what it says nor how it is signed gives them away.
    let file = bench.store().need(&taken.path).unwrap();
    let (letter, signer) = Relayed::open(&file, bench.players["ottoman"].identity()).unwrap();
    assert!(!yaml::write(&letter).contains("russia"), "{letter:?}");
    let copy = Campaign::load(bench.store(), OURS).unwrap();
    letter.prove((&file, &signer), (Some(&copy), None)).unwrap();
    drop(copy);
    let verdict = revealed(&bench);
    assert!(!verdict.contains("FAILED"), "{verdict}");
    assert!(told(&bench).contains("### russia to ottoman, unsigned"), "{}", told(&bench));
    // Only where the campaign allows it.
    let bench = campaign("press: {each: 3}\n");
    let hidden = Press { unsigned: true, ..press(&bench, "russia", &["ottoman"], "Beware.") };
    refused(take_at(&bench, &sealed(&bench, &hidden), BEFORE), "messages say who wrote them");
    let bench = campaign("");
    let open = press(&bench, "russia", &["ottoman"], "Hello.");
    refused(take_at(&bench, &sealed(&bench, &open), BEFORE), "no messages");
}

#[test]
fn a_message_that_is_not_its_authors_is_refused() {
    let bench = campaign("press: {each: 3}\n");
    let own = press(&bench, "russia", &["ottoman"], "Hello.");
    let by = |press: &Press, key: &PlayerSecret| {
        take_at(&bench, &sealed_by(&bench, press, key.signing()), BEFORE)
    };
    refused(by(&own, &bench.players["germany"]), "not signed with the key of seat russia");
    refused(by(&own, &PlayerSecret::generate([99; 96])), "nobody's");
    let mine = &bench.players["russia"];
    let wrong = |edit: fn(&mut Press)| {
        let mut press = own.clone();
        edit(&mut press);
        by(&press, mine)
    };
    refused(wrong(|press| press.campaign = "bench#00000000".into()), "this message is for bench#0");
    refused(wrong(|press| press.head = Digest::of(b"x")), "head is not an entry");
    refused(wrong(|press| press.to = seats(&["france"])), "there is no seat france");
    // Not even found: it breaks the form.
    refused(wrong(|press| press.to.clear()), "nobody's");
    refused(wrong(|press| press.to = seats(&["russia"])), "nobody's");
    // Changed on its way.
    let signed = own.sign(mine.signing()).replace("Hello", "Hallo");
    let to = bench.desk().cycle_identity(1).recipient();
    refused(take_at(&bench, &sealed::seal(signed.as_bytes(), &to).unwrap(), BEFORE), "nobody's");
    // In the clear, and signed as another kind of file.
    refused(take_at(&bench, &own.sign(mine.signing()), BEFORE), "nobody's");
    let word = sign_file(mine.signing(), sshsig::WORD, &yaml::write(&own));
    refused(take_at(&bench, &sealed::seal(word.as_bytes(), &to).unwrap(), BEFORE), "nobody's");
    assert_eq!(bench.desk().campaign.ledger.press().count(), 0);
    by(&own, mine).unwrap();
}

#[test]
fn a_message_counts_once_and_in_its_cycle() {
    let bench = campaign("press: {each: 3}\n");
    let own = press(&bench, "russia", &["ottoman"], "Hello.");
    let raw = sealed(&bench, &own);
    take_at(&bench, &raw, BEFORE).unwrap();
    refused(take_at(&bench, &raw, BEFORE), "taken before");
    refused(take_at(&bench, &sealed(&bench, &own), BEFORE), "taken before");
    // In the next cycle its old envelope opens nothing, and what was in it is for a cycle that is over.
    for now in
        [BEFORE, "2026-03-08T12:00:00Z", "2026-03-10T12:00:00Z", "2026-03-12T12:00:00Z", AFTER]
    {
        run_at(&bench, &[], now);
    }
    assert_eq!(bench.desk().campaign.open_cycle().unwrap(), 2);
    refused(take_at(&bench, &raw, AFTER), "nobody's");
    let to = bench.desk().cycle_identity(2).recipient();
    let again = own.seal(bench.players["russia"].signing(), &to).unwrap();
    refused(take_at(&bench, &again, AFTER), "cycle 1 is not open");
    let ahead = Press { cycle: 3, ..press(&bench, "russia", &["ottoman"], "Later.") };
    let ahead = ahead.seal(bench.players["russia"].signing(), &to).unwrap();
    refused(take_at(&bench, &ahead, AFTER), "cycle 3 is not open");
    let verdict = revealed(&bench);
    assert!(!verdict.contains("FAILED"), "{verdict}");
}

#[test]
fn each_seat_has_so_many_messages_in_a_cycle() {
    let bench = campaign("press: {each: 2}\n");
    sent(&bench, "russia", &["ottoman"], "One.");
    sent(&bench, "russia", &["germany"], "Two.");
    let more = press(&bench, "russia", &["ottoman"], "Three.");
    refused(
        take_at(&bench, &sealed(&bench, &more), BEFORE),
        "russia has written 2 messages in cycle 1",
    );
    sent(&bench, "germany", &["ottoman"], "One.");
    // A moderator who lets a friend write more is found after the reveal.
    let copy = copied(&bench);
    let calendar = format!("{FRIDAYS}press: {{each: 1}}\n");
    rewrite(&copy, |_, body| {
        if let Body::Calendar(change) = body {
            for (path, digest) in &mut change.files {
                copy.store().write(path, calendar.as_bytes()).unwrap();
                *digest = Digest::of(calendar.as_bytes());
            }
        }
    });
    fs::write(copy.root().join(layout::CALENDAR), &calendar).unwrap();
    let verdict = revealed(&copy);
    assert!(verdict.contains("russia wrote more in cycle 1 than it had"), "{verdict}");
}

#[test]
fn who_writes_while_a_seat_is_late_is_the_calendars_to_say() {
    let late = |when: &str| {
        let bench = campaign(&format!("grace: 12h\npress: {{each: 3, when-late: {when}}}\n"));
        let desk = bench.desk();
        let due = desk.campaign.ledger.opening(1).unwrap().due.clone();
        let owing: Vec<&str> = due.iter().filter(|(_, d)| **d).map(|(s, _)| s.as_str()).collect();
        assert_eq!(owing, ["germany", "ottoman", "russia"]);
        let lists = bench.staff(&desk, "russia");
        let packet = bench.packet(&desk, "russia", &bench.orders(&desk, "russia", 1, &lists));
        drop(desk);
        bench.receive_at(packet, time(BEFORE));
        bench
    };
    let says = |bench: &Bench, from: &str, to: &str, now: &str| {
        take_at(bench, &sealed(bench, &press(bench, from, &[to], now)), now)
    };
    let bench = late("anyone");
    says(&bench, "germany", "russia", AFTER).unwrap();
    let bench = late("others");
    says(&bench, "germany", "russia", DEADLINE).unwrap();
    says(&bench, "russia", "germany", AFTER).unwrap();
    refused(says(&bench, "germany", "russia", AFTER), "germany owes orders: send them first");
    let bench = late("nobody");
    says(&bench, "russia", "germany", DEADLINE).unwrap();
    let problem = says(&bench, "russia", "germany", AFTER).unwrap_err();
    assert!(problem.what.contains("orders are missing"), "{problem}");
    assert!(!problem.what.contains("ottoman") && !problem.what.contains("germany"), "{problem}");
}

/// A moderator who changes what an unsigned message says, or leaves its entry and changes its author's file.
#[test]
fn what_readers_got_is_what_was_signed() {
    let bench = campaign("press: {each: 3, unsigned: true}\n");
    let hidden = Press { unsigned: true, ..press(&bench, "russia", &["ottoman"], "Attack.") };
    let taken = take_at(&bench, &sealed(&bench, &hidden), BEFORE).unwrap();
    let desk = bench.desk();
    let (house, entry) = (desk.identity(), desk.campaign.ledger.len() - 1);
    drop(desk);
    let put = |bench: &Bench, path: &str, text: &str| {
        let recipients = [house.recipient(), bench.players["ottoman"].identity().recipient()];
        let packed = Packed::of(text).unwrap().write(8192);
        let sealed = sealed::keep(&packed, &recipients.iter().collect::<Vec<_>>()).unwrap();
        bench.store().write(path, &sealed).unwrap();
        rewrite(bench, |_, body| {
            if let Body::Press(press) = body
                && let Some(digest) = press.files.get_mut(path)
            {
                *digest = Digest::of(&sealed);
            }
        });
    };
    let file = bench.store().need(&taken.path).unwrap();
    let (mut letter, _) = Relayed::open(&file, &house).unwrap();
    letter.message = Passed::Unsigned("Do not attack.".into());
    let key = keys().signing;
    let altered = copied(&bench);
    put(&altered, &taken.path, &sign_file(key.signing(), sshsig::LETTER, &yaml::write(&letter)));
    // Its reader cannot know, up to the reveal.
    assert_eq!(found(&altered, "ottoman")[0].text, "Do not attack.");
    let verdict = revealed(&altered);
    assert!(verdict.contains("what its readers got is not what its author signed"), "{verdict}");
    // Put into another's mouth.
    let blamed = copied(&bench);
    let own = blamed.players["germany"].signing();
    put(&blamed, &layout::press_signed(entry), &hidden.sign(own));
    let verdict = revealed(&blamed);
    assert!(verdict.contains("not signed with the key of its author's seat"), "{verdict}");
}

/// A copy with the players of this game.
fn copied(bench: &Bench) -> Bench {
    let again = |(seat, key): (&&'static str, &PlayerSecret)| {
        let text = crate::bench::text(&key.write()).to_owned();
        (*seat, PlayerSecret::read(text.as_bytes()).unwrap())
    };
    Bench { players: bench.players.iter().map(again).collect(), ..bench.copy() }
}

/// What the moderator's machine does with a folder of mail, and without any.
#[test]
fn messages_come_and_go_by_folders() {
    let bench = campaign("press: {each: 3}\n");
    run_at(&bench, &[], BEFORE);
    let own = sealed(&bench, &press(&bench, "russia", &["ottoman", "germany"], "Hello."));
    let mail = |bytes: &str| {
        [Mail {
            name: "m".into(),
            content: bytes.as_bytes().to_vec().into(),
            arrived: time(BEFORE),
        }]
    };
    let done = run_at(&bench, &mail(&own), BEFORE);
    let told = "russia writes to ottoman and germany in cycle 1, 1 of 3".to_owned();
    assert_eq!(done.words, [("m".to_owned(), told)]);
    let ids: Vec<&str> = done.letters.iter().map(|letter| letter.id.as_str()).collect();
    let entry = bench.desk().campaign.ledger.len() - 1;
    let expected = ["germany", "ottoman", "russia"].map(|seat| format!("press-{entry:06}-{seat}"));
    assert_eq!(ids, expected);
    let bodies: Vec<&str> = done.letters.iter().map(|letter| letter.body.as_str()).collect();
    assert!(bodies.iter().all(|body| *body == bodies[0]), "the letter does not tell who wrote it");
    let done = run_at(&bench, &mail(&own), BEFORE);
    assert_eq!(done.words[0].1, "russia: nothing was done: this message was taken before");
    assert!(done.letters.is_empty(), "once");
    // One that comes with the run that closes the cycle is passed on all the same.
    let last = sealed(&bench, &press(&bench, "germany", &["ottoman"], "Well fought."));
    for now in ["2026-03-08T12:00:00Z", "2026-03-10T12:00:00Z", "2026-03-12T12:00:00Z"] {
        run_at(&bench, &[], now);
    }
    let done = run_at(&bench, &mail(&last), AFTER);
    assert_eq!(bench.desk().campaign.open_cycle().unwrap(), 2);
    let ids: Vec<&str> = done.letters.iter().map(|letter| letter.id.as_str()).collect();
    let passed = ids.iter().filter(|id| id.starts_with("press-")).count();
    assert_eq!(passed, 2, "{ids:?}");
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// By hand, with the secret alone.
#[test]
fn the_secret_that_is_published_opens_every_message() {
    let bench = campaign("press: {each: 3}\n");
    sent(&bench, "russia", &["ottoman"], "One.");
    let verdict = revealed(&bench);
    assert!(!verdict.contains("FAILED"), "{verdict}");
    let mut campaign = Campaign::load(bench.store(), OURS).unwrap();
    let secret = campaign.ledger.revealed().unwrap();
    let genesis = campaign.ledger.genesis();
    let digests = (&genesis.format, &genesis.scenario_digest);
    let birth = adjutant::ledger::birth(&genesis.name, digests, &genesis.salt);
    let secret = adjutant::seal::CampaignSecret::revealed(secret.0);
    let house = derive::campaign_identity(&secret, &birth);
    let all = relayed(&mut campaign, &house).unwrap();
    let told = all.iter().map(|told| words::names(&told.to)).collect::<Vec<_>>();
    assert_eq!(told, ["ottoman"]);
}
