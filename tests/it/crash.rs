//! Disks that fail and processes that are killed: the next command carries on.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{fs, thread};

use adjutant::base::{Kind, Problem};
use adjutant::games::OURS;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{closing, open, resolve, reveal, status};
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::referee::run::steps::run;
use adjutant::referee::{Campaign, Desk, Stage};
use adjutant::seal::PublicKey;

use crate::bench::{Bench, LOCKED, SEATS, SET_UP, files, keys, output, time};
use crate::replacement::take_over;
use crate::week;

type Step<'s> = &'s dyn Fn(&Bench, &mut Desk) -> Result<(), Problem>;

/// Lets the step fail at each of its writes in turn, each time on a new copy, and takes it again
/// with a fresh desk. Returns the number of its writes.
fn each_write(bench: &Bench, step: Step<'_>, then: impl Fn(&Bench)) -> u32 {
    for writes in 0.. {
        let copy = bench.copy();
        let mut desk = copy.desk();
        desk.campaign.store.fail_after(writes);
        let done = step(&copy, &mut desk);
        drop(desk);
        if let Err(problem) = &done {
            assert_eq!(problem.kind, Kind::Failed, "{problem}");
            let again = step(&copy, &mut copy.desk());
            let fine = again.as_ref().err().is_none_or(|p| p.kind == Kind::Nothing);
            assert!(fine, "after {writes} writes: {again:?}");
        }
        let verdict = copy.verify();
        assert!(verdict.passed(), "after {writes} writes: {verdict}");
        then(&copy);
        if done.is_ok() {
            return writes;
        }
    }
    unreachable!("a step has so many writes")
}

#[test]
fn enrolling_and_opening() {
    let bench = Bench::founded();
    let held = |bench: &Bench| {
        assert!(bench.desk().campaign.holder(&SEATS[1].parse().unwrap(), 1).is_some());
    };
    let enroll: Step<'_> = &|bench, desk| {
        let seat = SEATS[1].parse().unwrap();
        if desk.campaign.holder(&seat, 1).is_some() { Ok(()) } else { bench.enroll(desk, SEATS[1]) }
    };
    assert_eq!(each_write(&bench, enroll, held), 3);
    let bench = Bench::enrolled();
    let open: Step<'_> = &|bench, desk| open::open(desk, None, bench.now()).map(drop);
    let writes = each_write(&bench, open, |bench| {
        assert_eq!(bench.desk().campaign.stage(), Stage::Open(1));
    });
    assert!(writes > 8, "{writes}");
}

#[test]
fn replacing_and_closing_early() {
    let bench = Bench::enrolled();
    open::open(&mut bench.desk(), Some(time("2026-02-01T20:00:00Z")), bench.now()).unwrap();
    let replace: Step<'_> = &|bench, desk| take_over(desk, bench.now()).map(drop);
    let writes = each_write(&bench, replace, |bench| {
        let name = status::full(&bench.desk()).unwrap().seats[1].player.clone();
        assert_eq!(name.as_deref(), Some("Carla"));
    });
    assert_eq!(writes, 4);
    let close: Step<'_> = &|bench, desk| {
        closing::rule_early(desk, true, "agreed", bench.now())?;
        resolve::resolve(desk, true, bench.now()).map(drop)
    };
    each_write(&bench, close, |bench| {
        let desk = bench.desk();
        assert_eq!(desk.campaign.stage(), Stage::Resolved(1));
        let rulings = desk.campaign.ledger.entries().filter(|e| e.body.kind() == "ruling");
        assert_eq!(rulings.count(), 1, "once is enough");
    });
}

#[test]
fn receiving() {
    let bench = Bench::open();
    let desk = bench.desk();
    let packet = |sequence, lists| {
        bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", sequence, lists))
    };
    let (first, second) = (packet(1, SET_UP), packet(2, "orders: []\n"));
    drop(desk);
    bench.receive(&first);
    let receive: Step<'_> = &|bench, desk| {
        let reply = Intake::begin(desk)?.receive(second.as_bytes(), bench.now())?;
        assert_eq!(reply.receipt.verdict, Verdict::Accepted);
        Ok(())
    };
    let writes = each_write(&bench, receive, |bench| {
        let status = status::full(&bench.desk()).unwrap();
        assert_eq!((status.seats[0].packets, status.seats[0].sequence), (2, Some(2)));
    });
    assert_eq!(writes, 1);
    // A failed write takes nothing from what came before.
    let mut desk = bench.desk();
    desk.campaign.store.fail_after(0);
    receive(&bench, &mut desk).unwrap_err();
    drop(desk);
    assert_eq!(status::full(&bench.desk()).unwrap().seats[0].sequence, Some(1));
}

/// One write each; what was kept before one failed is not taken in again.
#[test]
fn taking_in_a_mailbox() {
    let bench = week::campaign("");
    let came = |sequence| week::mail(&bench, "mazianni", sequence, "2026-03-06T10:00:00Z", false);
    let mails = [came(1), came(2), came(3)];
    let take: Step<'_> = &|_, desk| {
        let done = run(desk, &mails, time("2026-03-06T12:00:00Z"))?;
        assert_eq!(week::verdicts(&done), [Verdict::Accepted; 3]);
        Ok(())
    };
    let writes = each_write(&bench, take, |bench| {
        let status = status::full(&bench.desk()).unwrap();
        assert_eq!((status.seats[0].packets, status.seats[0].sequence), (3, Some(3)));
    });
    assert_eq!(writes, 3);
}

#[test]
fn resolving_and_revealing() {
    let bench = Bench::open();
    let resolve: Step<'_> = &|bench, desk| resolve::resolve(desk, false, bench.now()).map(drop);
    bench.send();
    each_write(&bench, resolve, |bench| {
        assert_eq!(bench.desk().campaign.stage(), Stage::Resolved(1));
    });
    bench.resolve();
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    let writes = each_write(&bench, resolve, |bench| {
        assert_eq!(bench.desk().campaign.stage(), Stage::Closed);
    });
    // With the result written and the closing not, opening and revealing end the game as well.
    let copy = bench.copy();
    let mut desk = copy.desk();
    desk.campaign.store.fail_after(writes - 3);
    resolve(&copy, &mut desk).unwrap_err();
    drop(desk);
    assert_eq!(copy.desk().campaign.stage(), Stage::Resolved(2));
    let other = copy.copy();
    let problem = open::open(&mut copy.desk(), None, copy.now()).unwrap_err();
    assert_eq!(problem.what, "the campaign is over");
    reveal::reveal(&mut other.desk(), None, other.now()).unwrap();
    assert!(copy.verify().passed() && other.verify().passed());
    bench.resolve();
    let reveal: Step<'_> = &|bench, desk| reveal::reveal(desk, None, bench.now());
    each_write(&bench, reveal, |bench| {
        assert!(bench.desk().campaign.ledger.revealed().is_some());
    });
}

/// A command of the real program on the campaign of a bench.
fn command(bench: &Bench, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("-C").arg(bench.root()).args(arguments);
    command.env("SOURCE_DATE_EPOCH", "1790000000");
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// Starts the command and kills it after some milliseconds. What it printed.
fn killed(bench: &Bench, arguments: &[&str], after: u64) -> Vec<u8> {
    let mut child = command(bench, arguments).spawn().unwrap();
    thread::sleep(Duration::from_millis(after));
    child.kill().unwrap();
    let mut out = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut out).unwrap();
    child.wait().unwrap();
    out
}

/// Kills the command later and later until it has done its work.
fn until(bench: &Bench, arguments: &[&str], done: impl Fn(&[u8]) -> bool) -> u32 {
    const TIMES: u64 = 12;
    for n in 0..TIMES {
        if done(&killed(bench, arguments, 1 + 4 * n)) {
            return u32::try_from(n).unwrap();
        }
    }
    let out = output(command(bench, arguments).stderr(Stdio::piped()));
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(done(&out.stdout), "{arguments:?} {told}");
    u32::try_from(TIMES).unwrap()
}

#[test]
fn killed_at_any_moment() {
    let bench = Bench::enrolled();
    let moderator = PublicKey::of(keys().signing.signing()).to_string();
    let stage = || Campaign::load(bench.store(), OURS).unwrap().stage();
    let (mut kills, mut receipts) = (0, Vec::new());
    for cycle in 1..=2 {
        kills += until(&bench, &["open"], |_| stage() == Stage::Open(cycle));
        for seat in SEATS {
            let desk = bench.desk();
            let orders = bench.orders(&desk, seat, 1, &bench.staff(&desk, seat));
            let packet = bench.packet(&desk, seat, &orders);
            drop(desk);
            let mail = bench.dir.path().join(format!("{seat}-{cycle}"));
            fs::write(&mail, packet).unwrap();
            let given = std::cell::RefCell::new(Vec::new());
            kills += until(&bench, &["receive", mail.to_str().unwrap()], |out| {
                // A receipt that is given again is for its player's eyes.
                let identity = Some(bench.players[seat].identity());
                let Ok(out) = Receipt::open(out.to_vec(), identity) else { return false };
                let sound = Receipt::read(&out, &[&moderator]).is_ok();
                if sound {
                    given.borrow_mut().push(out);
                }
                sound
            });
            receipts.extend(given.into_inner().into_iter().map(|r| (seat.to_owned(), r)));
        }
        kills += until(&bench, &["resolve"], |_| {
            matches!(stage(), Stage::Resolved(c) if c == cycle) || stage() == Stage::Closed
        });
    }
    let revealed = || Campaign::load(bench.store(), OURS).unwrap().ledger.revealed().is_some();
    kills += until(&bench, &["reveal"], |_| revealed());
    assert!(kills >= 9, "{kills}");
    assert_eq!(receipts.len(), 4);
    // A command that was killed between entry and checkpoint is caught up with by the next.
    drop(bench.desk());
    let verdict = verify(bench.store(), &Own { receipts, ..Own::default() }, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    assert_eq!(verdict.to_string().matches("used as sent").count(), 4, "{verdict}");
    assert!(verdict.to_string().contains("3 cycles replayed"), "{verdict}");
}

/// A command for which every file has at most so many blocks of 1024 bytes, as `ulimit -f` counts:
/// what is more fails to be written, as on a full disk.
fn limited(bench: &Bench, blocks: u32, arguments: &[&str]) -> Command {
    let mut command = Command::new("bash");
    command.args(["-c", "trap '' XFSZ; ulimit -f $0; exec \"$@\"", &blocks.to_string()]);
    command.arg(env!("CARGO_BIN_EXE_adjutant")).arg("-C").arg(bench.root()).args(arguments);
    command.env("SOURCE_DATE_EPOCH", "1790000000");
    command
}

#[test]
fn a_full_disk_is_said_so_and_the_next_command_carries_on() {
    let bench = Bench::open();
    bench.send();
    let mut refused = 0;
    for blocks in [0, 1, 40, 100, 150, 1000] {
        let copy = bench.copy();
        let made = output(&mut limited(&copy, blocks, &["resolve"]));
        if !made.status.success() {
            refused += 1;
            let told = String::from_utf8_lossy(&made.stderr);
            assert_eq!(made.status.code(), Some(4), "{blocks}: {told}");
            assert!(told.contains("cannot write"), "{blocks}: {told}");
            assert!(output(&mut command(&copy, &["resolve"])).status.success(), "{blocks}");
        }
        assert_eq!(copy.desk().campaign.stage(), Stage::Resolved(1), "{blocks}");
        assert!(copy.verify().passed(), "{blocks}: {}", copy.verify());
    }
    assert!((2..6).contains(&refused), "{refused}");
}

/// Where nothing at all can be written, each command that writes says so, and works afterwards.
#[test]
fn nothing_can_be_written() {
    let (enrolled, open) = (Bench::enrolled(), Bench::open());
    let desk = open.desk();
    let packet = open.packet(&desk, "mazianni", &open.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    let mail = open.dir.path().join("mail");
    fs::write(&mail, packet).unwrap();
    for (bench, arguments) in [
        (&enrolled, &["open"][..]),
        (&open, &["open", "--deadline", "2030-01-01T00:00:00Z", "--reason", "exams"]),
        (&open, &["receive", mail.to_str().unwrap()]),
        (&open, &["reveal", "--abandon", "enough"]),
    ] {
        let copy = bench.copy();
        let before = files(&copy.root());
        let made = output(&mut limited(&copy, 0, arguments));
        let told = String::from_utf8_lossy(&made.stderr);
        assert_eq!(made.status.code(), Some(4), "{arguments:?}: {told}");
        assert!(told.contains("cannot write"), "{arguments:?}: {told}");
        assert!(made.stdout.is_empty(), "no receipt for what was not kept");
        assert_eq!(files(&copy.root()), before, "{arguments:?}");
        assert!(output(&mut command(&copy, arguments)).status.success(), "{arguments:?}");
        assert!(copy.verify().passed(), "{arguments:?}: {}", copy.verify());
    }
}

#[test]
fn two_commands_at_once() {
    let bench = Bench::open();
    let desk = bench.desk();
    for arguments in [&["receive", "x"][..], &["resolve"], &["open"], &["reveal"]] {
        let mut command = command(&bench, arguments);
        let output = command.args(["--wait", "0"]).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(LOCKED), "{told}");
        assert_eq!(output.status.code(), Some(75), "EX_TEMPFAIL: mail is delivered again");
    }
    let public = command(&bench, &["verify"]).output().unwrap();
    assert!(public.status.success(), "who only reads need not wait");
    // The second waits until the first is done.
    let waiting = command(&bench, &["open", "--wait", "60"]).stderr(Stdio::piped()).spawn();
    thread::sleep(Duration::from_millis(300));
    drop(desk);
    let output = waiting.unwrap().wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("cycle 1 is already open"), "{told}");
}
