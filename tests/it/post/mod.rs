//! A campaign by mail: what comes in, what leaves, and what becomes of it when servers fail.

mod club;
mod flood;
mod imap;
mod inbox;
mod judge;
mod languages;
mod letters;
mod people;
mod press;
mod reaching;
mod repository;
mod server;
mod six;
mod standing_in;
mod story;
mod tls;
mod told;
mod votes;
mod weeks;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use adjutant::base::Time;
use adjutant::post::Message;
use adjutant::referee::Stage;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::receipt::Receipt;
use adjutant::seal::sealed;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::bench::{Bench, LOCKED, SEATS, time};
use crate::week::{self, START};
use server::{Fault, STEPS, Server, Step, Taken};

/// 2026-03-05T12:00:00Z, [`START`].
const EPOCH: u64 = 1_772_712_000;
const HOUR: u64 = 3600;

fn decoded(code: &str) -> String {
    String::from_utf8(BASE64_STANDARD.decode(code).unwrap()).unwrap()
}

/// A campaign with a post: mail comes in by a Maildir and leaves over a server.
struct Post {
    bench: Bench,
    server: Server,
}

impl Post {
    fn new(calendar: &str) -> Self {
        Self::over(calendar, Server::start(), "")
    }

    fn over(calendar: &str, server: Server, more: &str) -> Self {
        Self::at(week::campaign(calendar), server, more)
    }

    /// Over any campaign.
    fn at(bench: Bench, server: Server, more: &str) -> Self {
        let post = Self { bench, server };
        for folder in ["new", "cur", "tmp"] {
            fs::create_dir_all(post.path("Maildir").join(folder)).unwrap();
        }
        let port = post.server.port;
        post.configure(&format!("smtp: {{host: 127.0.0.1, port: {port}, tls: none{more}}}"));
        for seat in post.bench.players.keys().copied() {
            let file = post.path("address");
            fs::write(&file, format!("{seat}@example.net\n")).unwrap();
            post.done(0, &["enroll", seat, "--address", file.to_str().unwrap()]);
        }
        post
    }

    fn configure(&self, out: &str) {
        let folder = self.path("campaign.post");
        fs::create_dir_all(&folder).unwrap();
        let maildir = self.path("Maildir");
        let text = format!(
            "from: post@example.org\nname: Karl\nmoderator: karl@example.org\n\
             in: [{{maildir: {}}}]\nout:\n  {out}\nanswers-a-day: 3\n",
            maildir.display()
        );
        fs::write(folder.join("post.yaml"), text).unwrap();
    }

    fn path(&self, name: &str) -> PathBuf {
        self.bench.dir.path().join(name)
    }

    fn command(&self, seconds: u64, arguments: &[&str]) -> Command {
        self.command_in(&self.bench.root(), seconds, arguments)
    }

    fn command_in(&self, directory: &Path, seconds: u64, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.arg("-C").arg(directory).args(arguments);
        command.env("SOURCE_DATE_EPOCH", (EPOCH + seconds).to_string()).env("NO_COLOR", "1");
        command.env("XDG_CACHE_HOME", self.path("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A command, so many seconds after the start; the server knows whom to kill.
    fn output(&self, seconds: u64, arguments: &[&str]) -> (i32, String) {
        loop {
            let child = self.command(seconds, arguments).spawn().unwrap();
            self.server.client(child.id());
            let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
            let told =
                String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
            if !told.contains(LOCKED) {
                return (status.code().unwrap_or(-1), told);
            }
        }
    }

    fn done(&self, seconds: u64, arguments: &[&str]) -> String {
        let (code, told) = self.output(seconds, arguments);
        assert!(code == 0 || code == 3, "{arguments:?}: {code}: {told}");
        told
    }

    fn run(&self, seconds: u64) -> String {
        self.done(seconds, &["run", "--post"])
    }

    /// A mail is delivered.
    fn deliver(&self, seconds: u64, name: &str, mail: &[u8]) {
        let path = self.path("Maildir/new").join(name);
        fs::write(&path, mail).unwrap();
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(EPOCH + seconds);
        fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    }

    /// A seat's packet, as its mail program sends it.
    fn packet(&self, seat: &'static str, sequence: u32, head: &str) -> Vec<u8> {
        let packet = week::mail(&self.bench, seat, sequence, START, true).content.read().unwrap();
        Self::wrapped((seat, sequence), &packet, head)
    }

    /// A packet in a mail.
    fn wrapped((seat, sequence): (&str, u32), packet: &[u8], head: &str) -> Vec<u8> {
        let code = BASE64_STANDARD.encode(packet);
        format!(
            "Message-ID: <{seat}-{sequence}-{}@example.net>\r\nFrom: {seat}@example.net\r\n{head}MIME-Version: 1.0\r\n\
             Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n{code}\r\n",
            head.len()
        )
        .into_bytes()
    }

    fn log(&self) -> String {
        let folder = self.path("campaign.post/log");
        fs::read_dir(folder)
            .unwrap()
            .map(|e| fs::read_to_string(e.unwrap().path()).unwrap())
            .collect()
    }
}

fn header(mail: &Taken, name: &str) -> String {
    let whole = mail.text.replace("\n ", " ");
    let mut lines = whole.lines();
    let line = lines.find_map(|line| line.strip_prefix(&format!("{name}:")));
    line.unwrap_or_else(|| panic!("no {name}: {}", mail.text)).trim().to_owned()
}

/// The mails that are not for the moderator.
fn to_players(mails: Vec<Taken>) -> Vec<Taken> {
    mails.into_iter().filter(|mail| mail.to != "karl@example.org").collect()
}

fn subjects(mails: &[Taken]) -> Vec<String> {
    mails.iter().map(|mail| header(mail, "Subject")).collect()
}

#[test]
fn a_game_of_three_turns_is_played_by_mail() {
    let post = Post::new("early-close: 30m\n");
    let mut seconds = 0;
    post.run(seconds);
    let mut ids = BTreeSet::new();
    let mut reports = 0;
    for cycle in 1..=4 {
        let desk = post.bench.desk();
        assert_eq!(desk.campaign.stage(), Stage::Open(cycle));
        let mails = post.server.taken();
        for mail in &mails {
            assert!(ids.insert(header(mail, "Message-ID")), "twice: {}", mail.text);
            let seat = mail.to.strip_suffix("@example.net").unwrap();
            let message = Message::read(mail.text.as_bytes());
            let identity = post.bench.players[seat].identity();
            let sealed = message.offers.iter().find(|offer| sealed::is_sealed(offer)).unwrap();
            if header(mail, "Subject").contains("report") {
                // What came by mail is the report.
                let report = own_orders::report(sealed, Some(identity)).unwrap();
                assert_eq!(report.text, post.bench.report_of(&desk, seat, cycle - 1).text);
                reports += 1;
            } else {
                let receipt = Receipt::open(sealed.clone(), Some(identity)).unwrap();
                assert!(String::from_utf8(receipt).unwrap().contains("verdict: accepted"));
            }
            let encrypted = message.offers.iter().filter(|offer| sealed::is_sealed(offer)).count();
            assert_eq!(encrypted, 1, "nothing private leaves in the open");
        }
        assert_eq!(mails.len(), if cycle == 1 { 2 } else { 4 }, "{:?}", subjects(&mails));
        drop(desk);
        seconds += HOUR;
        for seat in SEATS {
            post.deliver(seconds, &format!("{cycle}-{seat}"), &post.packet(seat, 1, ""));
        }
        assert!(post.run(seconds + 60).contains("accepted"));
        seconds += HOUR;
        let told = post.run(seconds);
        assert!(told.contains(&format!("cycle {cycle} is resolved early")), "{told}");
    }
    assert_eq!(reports, 8);
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

#[test]
fn a_server_that_fails_at_any_step_loses_nothing_and_gets_nothing_twice() {
    for step in STEPS {
        for fault in [Fault::Says("451 4.3.0 later"), Fault::Hangs, Fault::Kills] {
            let what = format!("{step:?}, {fault:?}");
            let post = Post::new("");
            post.server.fail(step, fault);
            post.output(0, &["run", "--post"]);
            let mut taken = post.server.taken();
            post.output(7 * HOUR, &["run", "--post"]);
            post.output(14 * HOUR, &["run", "--post"]);
            taken.extend(post.server.taken());
            let mut readers: Vec<&str> = taken.iter().map(|mail| mail.to.as_str()).collect();
            readers.sort_unstable();
            assert_eq!(readers, ["mazianni@example.net", "union@example.net"], "{what}");
            // Whether the server has it is not known: it is left to the moderator.
            let unsure = step == Step::End && fault != Fault::Says("451 4.3.0 later");
            let (code, told) = post.output(15 * HOUR, &["post"]);
            assert_eq!(code, i32::from(unsure), "{what}: {told}");
            assert_eq!(told.contains("may have been sent"), unsure, "{what}: {told}");
            let status = post.done(15 * HOUR, &["status"]);
            assert_eq!(status.contains("to do: the mail"), unsure, "{what}: {status}");
        }
    }
}

#[test]
fn a_mail_that_is_refused_is_given_up_until_the_moderator_says_otherwise() {
    let post = Post::new("");
    post.server.fail(Step::To, Fault::Says("550 5.1.1 no such user"));
    let (code, told) = post.output(0, &["run", "--post"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("550") && told.contains("no such user"), "{told}");
    assert_eq!(post.server.taken().len(), 1);
    assert_eq!(post.output(9 * HOUR, &["post"]).0, 1, "nobody tries it again");
    assert!(post.log().contains("refused, for mazianni@example.net"), "{}", post.log());
    let shown = post.done(9 * HOUR, &["post", "--dry-run"]);
    let name =
        shown.lines().next().unwrap().split_whitespace().nth(1).unwrap().trim_end_matches(':');
    post.done(9 * HOUR, &["post", "again", name]);
    post.done(9 * HOUR, &["post"]);
    assert_eq!(post.server.taken().len(), 1);
    assert_eq!(post.output(9 * HOUR, &["post", "--dry-run"]).0, 3, "no mail waits");
}

#[test]
fn a_newer_report_takes_the_place_of_one_that_waits() {
    let post = Post::new("early-close: 30m\n");
    // Nobody answers at this port.
    post.configure("smtp: {host: 127.0.0.1, port: 1, tls: none}");
    assert_eq!(post.output(0, &["run", "--post"]).0, 4);
    for seat in SEATS {
        post.deliver(HOUR, seat, &post.packet(seat, 1, ""));
    }
    assert_eq!(post.output(HOUR + 60, &["run", "--post"]).0, 4);
    assert_eq!(post.output(2 * HOUR, &["run", "--post"]).0, 4);
    let port = post.server.port;
    post.configure(&format!("smtp: {{host: 127.0.0.1, port: {port}, tls: none}}"));
    post.run(2 * HOUR + 60);
    let mails = post.server.taken();
    let all = subjects(&mails);
    assert_eq!(all.iter().filter(|s| s.contains("report of cycle 1")).count(), 2, "{all:?}");
    assert_eq!(all.iter().filter(|s| s.contains("report of cycle 0")).count(), 0, "{all:?}");
    assert_eq!(all.iter().filter(|s| s.contains("accepted")).count(), 2, "{all:?}");
}

#[test]
fn only_a_seat_is_answered_and_only_once() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let text = |head: &str| format!("{head}\r\n\r\nHi, when is it due?\r\n").into_bytes();
    let mails = [
        ("a stranger's", text("From: eve@example.com")),
        ("a bounce", text("From: union@example.net\r\nReturn-Path: <>")),
        ("on holidays", text("From: union@example.net\r\nAuto-Submitted: auto-replied")),
        ("a list's", text("From: union@example.net\r\nList-Id: x <x.example.org>")),
        ("our own", text("From: post@example.org\r\nX-Adjutant: 9f3c0a12")),
        ("a packet by a list", post.packet("union", 1, "List-Id: x <x.example.org>\r\n")),
    ];
    for (n, (_, mail)) in mails.iter().enumerate() {
        post.deliver(HOUR, &n.to_string(), mail);
    }
    let told = post.run(HOUR + 60);
    assert!(told.contains("union, accepted"), "{told}");
    let own = post.server.taken();
    assert!(own.iter().all(|mail| mail.to == "karl@example.org"), "no answer");
    assert_eq!(subjects(&own), ["[bench] a mail for you"], "the stranger's, for the moderator");
    // A player who sent something else is told what to do, at the address that is kept.
    post.deliver(2 * HOUR, "words", &text("From: Union <UNION@example.net>\r\nMessage-ID: <w@x>"));
    // The mail of a packet is delivered twice, on different ways.
    let packet = post.packet("union", 2, "");
    post.deliver(2 * HOUR, "one", &packet);
    post.deliver(2 * HOUR, "two", &[b"Received: from elsewhere\r\n", &packet[..]].concat());
    // Somebody else sends what they intercepted.
    let stolen = String::from_utf8(packet.clone()).unwrap().replace("union@", "eve@");
    post.deliver(2 * HOUR, "stolen", stolen.replace("<union-2", "<stolen-2").as_bytes());
    post.run(2 * HOUR + 60);
    let mails = to_players(post.server.taken());
    assert!(mails.iter().all(|mail| mail.to == "union@example.net"));
    let mut all = subjects(&mails);
    all.sort_unstable();
    assert_eq!(
        all,
        ["[bench] no packet was found in your mail", "[bench] your packet for cycle 1: accepted",],
        "a packet that comes again, by whatever way, is not answered again"
    );
    // Three notices a day.
    for n in 0..2 {
        let head = format!("From: union@example.net\r\nMessage-ID: <m{n}@x>");
        post.deliver(3 * HOUR, &format!("more{n}"), &text(&head));
    }
    post.run(3 * HOUR + 30);
    assert_eq!(to_players(post.server.taken()).len(), 2);
    post.deliver(3 * HOUR, "more", &text("From: union@example.net\r\nMessage-ID: <m@x>"));
    post.run(3 * HOUR + 60);
    assert_eq!(to_players(post.server.taken()).len(), 0);
    assert!(post.log().contains("had enough answers today"), "{}", post.log());
    post.deliver(26 * HOUR, "next day", &text("From: union@example.net\r\nMessage-ID: <n@x>"));
    post.run(26 * HOUR + 60);
    assert_eq!(to_players(post.server.taken()).len(), 1);
}

#[test]
fn a_wrong_password_is_said_in_a_line_and_never_shown() {
    let more = ", user: karl, password: {env: MAIL_PASSWORD}";
    let post = Post::over("", Server::with_password("correct horse"), more);
    let run = |password: &str| {
        let mut command = post.command(0, &["run", "--post"]);
        let output = command.env("MAIL_PASSWORD", password).output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(told).unwrap())
    };
    let (code, told) = run("battery staple");
    assert_eq!(code, 4, "{told}");
    assert!(
        told.contains("535") && told.contains("hint: check user and password in post.yaml"),
        "{told}"
    );
    assert!(!told.contains("battery") && !post.log().contains("battery"), "{told}");
    let (code, told) = run("");
    assert_eq!(code, 4);
    assert!(told.contains("the variable MAIL_PASSWORD is not set"), "{told}");
    assert_eq!(run("correct horse").0, 0);
    assert_eq!(post.server.taken().len(), 2);
}

#[test]
fn mail_leaves_by_sendmail_and_into_a_folder() {
    let post = Post::new("");
    let program = post.path("sendmail");
    let copy = post.path("copy");
    let script = format!("#!/bin/sh\necho \"$@\" >>{0}\ncat >>{0}\n", copy.display());
    fs::write(&program, script).unwrap();
    Command::new("chmod").arg("+x").arg(&program).status().unwrap();
    post.configure(&format!("sendmail: {}", program.display()));
    post.run(0);
    let copy = fs::read_to_string(copy).unwrap();
    assert!(copy.contains("-i -f post@example.org -- union@example.net\n"), "{copy}");
    let post = Post::new("");
    let folder = post.path("out");
    post.configure(&format!("folder: {}", folder.display()));
    post.run(0);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let told = post.done(60, &["post", "test"]);
    assert!(told.contains("sent      to karl@example.org") && told.contains("0 waiting"), "{told}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn a_mail_is_kept_from_standard_input() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let mail = post.packet("mazianni", 1, "");
    let file = post.path("mail");
    fs::write(&file, &mail).unwrap();
    let mut command = post.command(HOUR, &["post", "take"]);
    assert!(command.stdin(fs::File::open(&file).unwrap()).status().unwrap().success());
    let told = post.run(5 * HOUR);
    assert!(told.contains("mazianni, accepted"), "{told}");
    let desk = post.bench.desk();
    let line = &adjutant::referee::cycle::status::full(&desk).unwrap().seats[0];
    let came: Time = time("2026-03-05T13:00:00Z");
    assert_eq!(line.since, Some(came), "when it came, not when it was looked at");
    drop(desk);
    assert_eq!(post.server.taken().len(), 1);
}

#[test]
fn a_wrong_address_is_told_and_keeps_nobody_waiting() {
    let post = Post::new("");
    let file = post.path("address");
    fs::write(&file, "union@@example.net\n").unwrap();
    post.done(0, &["enroll", "union", "--address", file.to_str().unwrap()]);
    let (code, told) = post.output(0, &["run", "--post"]);
    assert_eq!(code, 1);
    assert!(told.contains("the address of union: this is not a mail address"), "{told}");
    assert_eq!(post.server.taken().len(), 1, "the other one has theirs");
}
