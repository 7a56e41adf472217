//! Players against each other, and whoever can write into the campaign: keys that are not one's own, words that
//! are held back or have no end, files in the place of others.

use std::fs;
use std::process::Command;

use adjutant::base::{Digest, Problem};
use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::referee::cycle::enroll::{Player, address, correct_address, enroll};
use adjutant::referee::cycle::open;
use adjutant::referee::letters::private_answer;
use adjutant::referee::moderator::decide;
use adjutant::referee::moderator::hand_over::{Person, hand_over, papers};
use adjutant::referee::moderator::word::take;
use adjutant::referee::player::private_answer::PrivateAnswer;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::referee::{Campaign, Desk};
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{
    Commitment, PlayerPublic, PlayerSecret, PublicKey, sealed, sign_file, sshsig,
};

use crate::bench::{Bench, SEATS, keys, next_word, patiently, sealed_to, time};

const RULES: &str = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\npause: 30d\n";

fn begun() -> Bench {
    let bench = Bench::enrolled();
    let mut desk = bench.desk();
    decide::set_calendar(&mut desk, RULES.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    drop(desk);
    bench
}

fn taken(bench: &Bench, file: &str) -> Result<String, Problem> {
    let now = bench.now();
    take(&mut bench.desk(), file.as_bytes(), (now, now))
}

fn word(bench: &Bench, seat: &str, sequence: u64, says: Says) -> String {
    let desk = bench.desk();
    let (campaign, head) = (desk.campaign.id(), desk.campaign.ledger.head());
    let word = Word { campaign, seat: seat.parse().unwrap(), head, sequence, says };
    word.sign(bench.players[seat].signing())
}

fn substitute(key: &PlayerSecret) -> Says {
    let until = time("2026-01-20T12:00:00Z");
    let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
    Says::Substitute { name: "Dora".into(), signing, age, until }
}

/// Even with the other's agreement no seat gets the key of another or of a substitute.
#[test]
fn nobody_takes_a_key_that_is_anothers() {
    let bench = begun();
    let dora = PlayerSecret::generate([31; 96]);
    taken(&bench, &word(&bench, "union", next_word(), substitute(&dora))).unwrap();
    let cases = [
        (&bench.players["union"], "this is the key of seat union"),
        (&dora, "this is the key of the substitute of seat union"),
    ];
    for (key, why) in cases {
        let desk = bench.desk();
        let whose = (desk.campaign.id(), "mazianni".parse().unwrap());
        let place = (desk.campaign.ledger.head(), next_word());
        drop(desk);
        let word = Word::of_new_keys(whose, place, (key, None));
        let word = word.sign(bench.players["mazianni"].signing());
        assert_eq!(taken(&bench, &word).unwrap_err().what, why);
    }
}

#[test]
fn two_seats_have_two_keys_and_two_chains() {
    let bench = Bench::founded();
    let mut desk = bench.desk();
    let genesis = desk.genesis();
    let one = &bench.players["mazianni"];
    let other = PlayerSecret::generate([77; 96]);
    let player = |signing: &PlayerSecret, chain: &PlayerSecret| {
        let file = PlayerPublic {
            name: Some("Anna".into()),
            signing: PublicKey::of(signing.signing()),
            age: signing.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: chain.tip(&genesis) }),
        };
        Player::of(&file, "Anna".into(), &genesis).unwrap()
    };
    let (mazianni, union) = ("mazianni".parse().unwrap(), "union".parse().unwrap());
    enroll(&mut desk, &mazianni, &player(one, one), None, bench.now()).unwrap();
    let mut refused = |who: &Player, why: &str| {
        let problem = enroll(&mut desk, &union, who, None, bench.now()).unwrap_err();
        assert_eq!(problem.what, why);
    };
    refused(&player(one, &other), "this is the key of seat mazianni");
    refused(&player(&other, one), "this is the chain of seat mazianni");
    enroll(&mut desk, &union, &player(&other, &other), None, bench.now()).unwrap();
}

/// Whose refusal it is, its file says, if its key signs for the seat: Dora stands in for both.
#[test]
fn a_refusal_goes_to_the_seat_that_the_packet_names() {
    let bench = begun();
    let dora = PlayerSecret::generate([31; 96]);
    for seat in SEATS {
        taken(&bench, &word(&bench, seat, next_word(), substitute(&dora))).unwrap();
    }
    for seat in SEATS {
        let desk = bench.desk();
        let text = bench.orders(&desk, seat, 1, "orders:\n- nonsense\n");
        let packet = sealed_to(&desk, 1, &sign_file(dora.signing(), sshsig::ORDERS, &text));
        drop(desk);
        let receipt = bench.receive(packet).receipt;
        assert_eq!(receipt.verdict, Verdict::Refused);
        assert_eq!(receipt.seat.unwrap().as_str(), seat);
    }
}

#[test]
fn a_word_that_was_held_back_does_not_undo_a_later_one() {
    let bench = begun();
    let yes = word(&bench, "union", 1, Says::PlainText(true));
    let no = word(&bench, "union", 2, Says::PlainText(false));
    taken(&bench, &no).unwrap();
    let problem = taken(&bench, &yes).unwrap_err();
    assert_eq!(problem.what, "a later word of this kind was taken before");
    // So it is with words that are entries.
    let pause =
        |sequence, until: &str| word(&bench, "union", sequence, Says::Pause { until: time(until) });
    let (first, second) = (pause(3, "2026-01-20T12:00:00Z"), pause(4, "2026-01-10T12:00:00Z"));
    taken(&bench, &second).unwrap();
    assert_eq!(taken(&bench, &first).unwrap_err().what, problem.what);
}

#[test]
fn a_seat_has_so_many_words_between_two_results() {
    let bench = begun();
    let mut told = String::new();
    for day in 10..14 {
        let until = time(&format!("2026-01-{day}T12:00:00Z"));
        told = taken(&bench, &word(&bench, "union", next_word(), Says::Pause { until })).unwrap();
    }
    assert!(told.ends_with("that was the last word of its kind until the next result"), "{told}");
    let until = time("2026-01-15T12:00:00Z");
    let problem = taken(&bench, &word(&bench, "union", next_word(), Says::Pause { until }));
    let why = "union has given 4 words of this kind, and has no more until the next result";
    assert_eq!(problem.unwrap_err().what, why);
    assert!(bench.verify().passed(), "{}", bench.verify());
}

/// What is kept of a player is theirs, and the newest.
#[test]
fn an_address_is_read_where_it_was_written() {
    let bench = begun();
    let cache = crate::folder::folder();
    let (mazianni, union) = ("mazianni".parse().unwrap(), "union".parse().unwrap());
    let store = || bench.store().cached(Some(cache.path().to_owned()));
    let desk = patiently(|| Desk::take(store(), keys(), OURS)).unwrap();
    correct_address(&desk, &mazianni, "anna@example.org").unwrap();
    correct_address(&desk, &union, "ben@example.org").unwrap();
    let path = |seat: &str| bench.root().join(layout::address(seat));
    let (old, others) = (fs::read(path("union")).unwrap(), fs::read(path("mazianni")).unwrap());
    correct_address(&desk, &union, "ben@example.com").unwrap();
    assert_eq!(address(&desk, &union).unwrap().as_deref(), Some("ben@example.com"));
    fs::write(path("union"), &others).unwrap();
    let problem = address(&desk, &union).unwrap_err();
    assert!(problem.what.contains("another seat's"), "{problem}");
    fs::write(path("union"), &old).unwrap();
    let problem = address(&desk, &union).unwrap_err();
    assert!(problem.what.contains("an older file"), "{problem}");
    correct_address(&desk, &union, "ben@example.net").unwrap();
    assert_eq!(address(&desk, &union).unwrap().as_deref(), Some("ben@example.net"));
}

#[test]
fn a_pipe_in_the_place_of_the_lock_hangs_nobody() {
    let bench = begun();
    let lock = bench.root().join(layout::LOCK);
    fs::remove_file(&lock).unwrap();
    assert!(Command::new("mkfifo").arg(&lock).status().unwrap().success());
    let problem = bench.store().lock().unwrap_err();
    assert!(problem.what.contains("this is no file"), "{problem}");
}

/// After a hand-over an answer counts with the new key, and no longer with the old one.
#[test]
fn an_answer_is_from_who_holds_the_office() {
    let bench = begun();
    let seat = "union".parse().unwrap();
    let nina = PlayerSecret::generate([65; 96]);
    let (signing, recipient) = (PublicKey::of(nina.signing()), nina.identity().recipient());
    let person = Person { name: "Nina".into(), signing, recipient };
    let mut desk = bench.desk();
    let before = private_answer::seal(&desk, &seat, "all is well").unwrap();
    let sealed = papers(&desk, &person, true).unwrap();
    let proven = |text: &str| {
        let campaign = Campaign::load(bench.store(), OURS).unwrap();
        let own = bench.players["union"].identity();
        let (answer, signer) = PrivateAnswer::open(text.as_bytes(), own).unwrap();
        answer.prove(&signer, (Some(&campaign), None))
    };
    proven(&before).unwrap();
    hand_over(&mut desk, &person, "I move to the moon", bench.now()).unwrap();
    let old = private_answer::seal(&desk, &seat, "all is lost").unwrap();
    drop(desk);
    let office = bench.take_up(&sealed, &nina);
    let desk = patiently(|| Desk::take(bench.store(), again(&office), OURS)).unwrap();
    let new = private_answer::seal(&desk, &seat, "all is well").unwrap();
    drop(desk);
    assert_eq!(proven(&old).unwrap_err().what, "this answer is from a former moderator");
    proven(&new).unwrap();
}

fn again(office: &adjutant::referee::cycle::desk::Keys) -> adjutant::referee::cycle::desk::Keys {
    let secret = crate::bench::text(&office.secret.write()).to_owned();
    adjutant::referee::cycle::desk::Keys {
        signing: adjutant::seal::ModeratorKey::of(office.signing.signing()),
        secret: adjutant::seal::FoundingSecret::read(secret.as_bytes()).unwrap(),
    }
}

/// However many lines are refused, a receipt that is mailed is as long.
#[test]
fn the_length_of_a_receipt_tells_nothing() {
    let key = PlayerSecret::generate([12; 96]);
    let sealed = |findings: usize| {
        let receipt = Receipt {
            adjutant: "receipt-v1".into(),
            campaign: "pell#00000000".into(),
            cycle: 1,
            seat: None,
            sequence: None,
            packet: Digest::of(b"packet"),
            salt: None,
            received: time("2026-07-01T18:00:00Z"),
            verdict: Verdict::Accepted,
            reason: None,
            repaired: Vec::new(),
            findings: vec!["orders[0]: no such ship".into(); findings],
        };
        let text = receipt.sign(key.signing());
        let file = Receipt::seal(&text, &[key.identity().recipient()]).unwrap();
        let opened = Receipt::open(file.clone().into_bytes(), Some(key.identity())).unwrap();
        assert_eq!(opened, text.as_bytes());
        // What age puts around it differs from file to file by itself.
        sealed::open(file.as_bytes(), key.identity(), sealed::MAIL_LIMIT).unwrap().len()
    };
    assert_eq!(sealed(0), sealed(20));
}
