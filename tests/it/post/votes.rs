//! What players decide together by mail, how one resigns, and what they write to themselves.

use std::fs;

use adjutant::ledger::{AGREED, Body, Closing};
use adjutant::post::Message;
use adjutant::referee::Stage;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::seal::{PublicKey, sealed};

use super::server::Taken;
use super::words::words;
use super::{HOUR, Post, header, subjects, to_players};
use crate::bench::time;

impl Post {
    /// A command that a letter prints, run as its reader does who plays by mail alone: the words for files stand for
    /// theirs.
    fn as_printed(&self, seat: &str, letter: &Taken, files: &[(&str, &str)]) -> String {
        let text = words(letter);
        let line = text.lines().map(str::trim).find(|line| line.starts_with("adjutant "));
        let line = line.unwrap_or_else(|| panic!("no command: {text}"));
        let key = self.key(seat);
        let mut arguments: Vec<String> = line.split(' ').skip(1).map(str::to_owned).collect();
        for argument in &mut arguments {
            let known = files.iter().find(|(word, _)| argument == word).map(|(_, file)| *file);
            let own = (argument == "YOUR.key").then_some(key.as_str());
            if let Some(file) = known.or(own) {
                file.clone_into(argument);
            }
        }
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"));
        let elsewhere = self.path("elsewhere");
        fs::create_dir_all(&elsewhere).unwrap();
        command.args(&arguments).current_dir(&elsewhere).env("NO_COLOR", "1");
        command.env("SOURCE_DATE_EPOCH", (super::EPOCH + crate::bench::next_word()).to_string());
        command.env("XDG_CACHE_HOME", self.path(&format!("cache-{seat}")));
        let output = command.output().unwrap();
        let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{line}: {told}");
        told
    }

    /// What is encrypted in a mail, as files.
    fn attached(&self, mail: &Taken) -> Vec<String> {
        let offers = Message::read(mail.text.as_bytes()).offers;
        let sealed = offers.into_iter().filter(|offer| sealed::is_sealed(offer));
        let write = |(n, bytes): (usize, Vec<u8>)| {
            let path = self.path(&format!("attached-{n}-{}", self.path("").as_os_str().len()));
            fs::write(&path, bytes).unwrap();
            path.to_str().unwrap().to_owned()
        };
        sealed.enumerate().map(write).collect()
    }

    /// A player mails their word, a round is made, and this is what it sends.
    fn votes(&self, seconds: u64, seat: &str, words: &[&str]) -> Vec<Taken> {
        let file = self.say(seat, words);
        self.mail(seconds, &format!("{seat}-{seconds}"), &file);
        let (code, told) = self.output(seconds + 60, &["run", "--post"]);
        assert!([0, 1, 3].contains(&code), "{told}");
        self.server.taken()
    }
}

/// What a mail says, whatever its lines.
fn flat(mail: &Taken) -> String {
    words(mail).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn of<'m>(mails: &'m [Taken], seat: &str, subject: &str) -> &'m Taken {
    let to = format!("{seat}@example.net");
    let found = mails.iter().find(|m| m.to == to && header(m, "Subject").contains(subject));
    found.unwrap_or_else(|| panic!("{subject}: {:?}", subjects(mails)))
}

#[test]
fn a_game_ends_in_a_draw_that_all_vote_for() {
    let post = Post::new("");
    post.run(0);
    let reports = post.server.taken();
    let mails = post.votes(HOUR, "mazianni", &["vote", "draw"]);
    let own = "Mazianni votes for a draw. Everyone can see that.";
    assert!(words(of(&mails, "mazianni", "your word")).contains(own));
    let asked = of(&mails, "union", "a vote on a draw");
    assert!(words(asked).contains("mazianni votes for a draw."), "{}", words(asked));
    assert!(words(asked).contains("Still to vote: union."), "{}", words(asked));
    assert_eq!(mails.len(), 2, "{:?}", subjects(&mails));
    let status = post.done(HOUR, &["status"]);
    assert!(status.contains("vote: mazianni votes for a draw, and not yet union\n"), "{status}");
    // Taken back: then the other alone decides nothing.
    let mails = post.votes(2 * HOUR, "mazianni", &["vote", "draw", "--no"]);
    let back = words(of(&mails, "union", "a vote on a draw"));
    assert!(back.contains("mazianni no longer votes for a draw."), "{back}");
    assert!(!post.done(2 * HOUR, &["status"]).contains("vote:"));
    let report = &post.attached(of(&reports, "union", "report of cycle 0"))[0];
    let key = post.key("union");
    let moderator = PublicKey::of(crate::bench::keys().signing.signing()).fingerprint();
    let elsewhere = ["read", report, "--key", &key, "--moderator", &moderator];
    post.done(2 * HOUR, &elsewhere);
    post.as_printed("union", asked, &[("FILE", report), ("word.txt", "word.txt")]);
    let word = fs::read_to_string(post.path("elsewhere/word.txt")).unwrap();
    post.mail(3 * HOUR, "printed", &word);
    post.run(3 * HOUR + 60);
    assert!(matches!(post.bench.desk().campaign.stage(), Stage::Open(1)));
    post.server.taken();
    let mails = post.votes(4 * HOUR, "mazianni", &["vote", "draw"]);
    for seat in ["mazianni", "union"] {
        let end = flat(of(&mails, seat, "the game is over"));
        assert!(end.contains("The game is over: a draw, by agreement."), "{end}");
    }
    post.output(5 * HOUR, &["reveal"]);
    let whole = verify(post.bench.store(), &Own::default(), adjutant::games::OURS).unwrap();
    assert!(whole.passed(), "{whole}");
}

#[test]
fn the_one_who_is_to_win_is_not_asked_and_nobody_else_says_that_they_agreed() {
    let post = Post::new("votes: [win]\n");
    post.run(0);
    let (now, mut desk) = (time("2026-03-05T13:00:00Z"), post.bench.desk());
    let closing = Closing { reason: AGREED.to_owned(), outcome: "union wins, by agreement".into() };
    let problem = desk.append(now, None, Body::Close(closing)).unwrap_err();
    assert_eq!(problem.what, "the players did not agree on this end");
    drop(desk);
    let mails = post.votes(HOUR, "mazianni", &["vote", "draw"]);
    let told = flat(of(&mails, "mazianni", "your word"));
    assert!(told.contains("the calendar gives no votes on a draw"), "{told}");
    let mails = post.votes(2 * HOUR, "union", &["vote", "win", "union"]);
    let told = flat(of(&mails, "union", "your word"));
    assert!(told.contains("union is to win, and is not asked"), "{told}");
    let mails = post.votes(3 * HOUR, "mazianni", &["vote", "win", "union"]);
    let told = flat(of(&mails, "union", "the game is over"));
    assert!(told.contains("The game is over: union wins, by agreement."), "{told}");
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

#[test]
fn all_together_move_the_deadline() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let early = ["vote", "deadline", "2026-03-12T20:00:00Z"];
    let mails = post.votes(HOUR, "union", &early);
    let told = flat(of(&mails, "union", "your word"));
    assert!(told.contains("is not later than the deadline 2026-03-13T20:00:00Z"), "{told}");
    let later = ["vote", "deadline", "2026-03-15T20:00:00Z"];
    post.votes(2 * HOUR, "union", &later);
    let mails = post.votes(3 * HOUR, "union", &later);
    let told = flat(of(&mails, "union", "your word"));
    assert!(told.contains("union votes for the deadline 2026-03-15T20:00:00Z already"), "{told}");
    let mails = post.votes(4 * HOUR, "mazianni", &later);
    let moved = flat(of(&mails, "union", "the moderator's decision"));
    assert!(moved.contains("to 2026-03-15T20:00:00Z: the players agreed"), "{moved}");
    assert!(!post.done(5 * HOUR, &["status"]).contains("vote:"), "it is settled");
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}

#[test]
fn a_player_resigns_by_mail_and_their_seat_is_open() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let mails = post.votes(HOUR, "union", &["resign", "--reason", "a new job"]);
    let sentence = "Player of union gives up union, which is open to another player from cycle 2 on, by \
                    their signed word: a new job.";
    for seat in ["mazianni", "union"] {
        let told = flat(of(&mails, seat, "a player's word")).replace('\n', " ");
        assert!(told.contains(sentence), "{told}");
    }
    assert_eq!(to_players(mails).len(), 2);
    let status = post.done(HOUR, &["status"]);
    assert!(status.contains("to do: find a player for union"), "{status}");
    assert!(post.bench.verify().to_string().contains("words: 1 signed by the players"));
    crate::tamper::rewrite(&post.bench, |_, body| {
        if let Body::Dropped(dropped) = body {
            dropped.reason = "they were rude".into();
        }
    });
    assert!(post.bench.verify().to_string().contains("FAILED  words: ledger/"));
}

#[test]
fn a_note_to_oneself_comes_back_with_the_next_report() {
    let post = Post::new("early-close: 30m\n");
    post.run(0);
    post.server.taken();
    let mut mails = Vec::new();
    for (n, text) in ["They bluff at 3.", "They bluff at 5."].iter().enumerate() {
        let file = post.path("note.txt");
        fs::write(&file, text).unwrap();
        let said = ["note", file.to_str().unwrap()];
        mails.extend(post.votes(HOUR * (n as u64 + 1), "union", &said));
    }
    let said = words(of(&mails, "union", "your word"));
    assert!(said.contains("The note of union comes back with the report of cycle 1.\n"), "{said}");
    assert!(mails.iter().all(|mail| mail.to == "union@example.net"), "nobody else learns of it");
    for cycle in 1..3 {
        for seat in crate::bench::SEATS {
            post.deliver(cycle * 4 * HOUR, &format!("{seat}-{cycle}"), &post.packet(seat, 1, ""));
        }
        post.run(cycle * 4 * HOUR + 60);
        post.run(cycle * 4 * HOUR + HOUR);
        let mails = post.server.taken();
        let report = of(&mails, "union", &format!("report of cycle {cycle}"));
        let note = words(report).contains("Your note to yourself is attached, too.");
        assert_eq!((note, post.attached(report).len()), (cycle == 1, if note { 2 } else { 1 }));
        let other = of(&mails, "mazianni", &format!("report of cycle {cycle}"));
        assert_eq!(post.attached(other).len(), 1);
        if note {
            let file = post.attached(report).into_iter().nth(1).unwrap();
            let told = post.done(0, &["read", &file, "--key", &post.key("union")]);
            assert!(told.contains("They bluff at 5."), "{told}");
            assert!(!told.contains("at 3"), "a later one takes the place of the one before");
        }
    }
    assert!(post.bench.verify().passed(), "{}", post.bench.verify());
}
