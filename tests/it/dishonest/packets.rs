//! A moderator who writes packets and receipts by hand: whatever the receipt beside a packet says, it is judged
//! again after the reveal as it had to be judged when it came.

use adjutant::base::{Digest, Time};
use adjutant::campaign::layout;
use adjutant::referee::cycle::desk::Desk;
use adjutant::referee::cycle::{open, resolve, reveal};
use adjutant::referee::moderator::decide;
use adjutant::referee::moderator::word::take;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{PlayerSecret, PublicKey, packed, sealed, sign_file, sshsig};

use crate::bench::{Bench, SEATS, next_word, time};
use crate::replacement::take_over;

const RULES: &str = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n";
/// The deadline of cycle 1, and later.
const DEADLINE: &str = "2026-01-02T20:00:00Z";
const OVER: &str = "2026-01-03T20:00:00Z";

fn begun() -> Bench {
    let bench = Bench::founded_for(3);
    let mut desk = bench.desk();
    for seat in SEATS {
        bench.enroll(&mut desk, seat).unwrap();
    }
    decide::set_calendar(&mut desk, RULES.as_bytes(), "agreed", bench.now()).unwrap();
    open::open(&mut desk, None, bench.now()).unwrap();
    assert_eq!(desk.campaign.ledger.deadline(1), Some(time(DEADLINE)));
    drop(desk);
    bench
}

/// Puts a packet of the Union among the others, with a receipt that says it was accepted.
fn plant(bench: &Bench, desk: &Desk, text: &str, key: &PlayerSecret, received: Time) {
    let file = sign_file(key.signing(), sshsig::ORDERS, text);
    let id = Digest::of(text.as_bytes());
    let salt = desk.cycle_keys().salt("packet", 1, &[&id.0]);
    let receipt = Receipt {
        adjutant: "receipt-v1".into(),
        campaign: desk.campaign.id(),
        cycle: 1,
        seat: Some("union".parse().unwrap()),
        sequence: Some(1),
        packet: id,
        salt: Some(salt),
        received,
        verdict: Verdict::Accepted,
        reason: None,
        repaired: Vec::new(),
        findings: Vec::new(),
    };
    let text = packed::pack(&(receipt.sign(desk.signing()) + &file)).unwrap();
    let kept = sealed::keep(&text, &[&desk.cycle_identity(1).recipient()]).unwrap();
    bench.store().write(&layout::packet(1, "union", 1), &kept).unwrap();
}

/// What `verify` says after the reveal of a campaign with such a packet.
fn told(
    bench: &Bench,
    key: &PlayerSecret,
    received: &str,
    edit: impl Fn(String) -> String,
) -> String {
    let desk = bench.desk();
    let orders = bench.orders(&desk, "union", 1, "orders: []\n");
    let link = orders.lines().find(|line| line.starts_with("reveal:")).unwrap().to_owned() + "\n";
    plant(bench, &desk, &edit(orders.replace(&link, "")), key, time(received));
    drop(desk);
    resolve::resolve(&mut bench.desk(), true, time(OVER)).unwrap();
    assert!(bench.verify().passed(), "nobody can know: {}", bench.verify());
    reveal::reveal(&mut bench.desk(), Some("enough"), time(OVER)).unwrap();
    bench.verify().to_string()
}

fn found(told: &str, why: &str) {
    let line = told.lines().find(|line| line.starts_with("FAILED  packets: "));
    assert!(line.is_some_and(|line| line.contains(why)), "{why}: {told}");
}

#[test]
fn the_verdict_beside_a_packet_is_not_believed() {
    let ben = || PlayerSecret::generate([12; 96]);
    let same = |text: String| text;
    let noon = "2026-01-01T12:00:00Z";
    let honest = told(&begun(), &ben(), noon, same);
    assert!(honest.contains("ok      packets: 1 packet judged again as they came"), "{honest}");
    let late = told(&begun(), &ben(), "2026-01-02T20:00:01Z", same);
    found(&late, "called accepted, but it had to be late: the deadline was 2026-01-02T20:00:00Z");
    let early = told(&begun(), &ben(), "2020-01-01T12:00:00Z", same);
    found(&early, "when packets were received for another cycle");
    let afterwards = told(&begun(), &ben(), "2026-01-09T12:00:00Z", same);
    found(&afterwards, "when packets were received for another cycle");
    let other = told(&begun(), &ben(), noon, |text| text.replacen("bench#", "other#", 1));
    found(&other, "campaign is other#");
    let forwarded = told(&begun(), &ben(), noon, |text| {
        let to = PlayerSecret::generate([9; 96]).identity().recipient();
        let line = text.lines().find(|line| line.starts_with("to: ")).unwrap().to_owned();
        text.replace(&line, &format!("to: {to}"))
    });
    found(&forwarded, "to is age1");
}

#[test]
fn a_key_counts_while_it_holds_the_seat() {
    let bench = begun();
    take_over(&mut bench.desk(), time("2026-01-01T10:00:00Z")).unwrap();
    let told = told(&bench, &PlayerSecret::generate([12; 96]), "2026-01-01T11:00:00Z", |text| text);
    found(&told, "the file is not signed with the key of seat union");
}

#[test]
fn a_substitute_counts_until_their_time_is_over() {
    let bench = begun();
    let dora = PlayerSecret::generate([31; 96]);
    let mut desk = bench.desk();
    let says = Says::Substitute {
        name: "Dora".into(),
        signing: PublicKey::of(dora.signing()),
        age: dora.identity().recipient(),
        until: time("2026-01-01T10:00:00Z"),
    };
    let (campaign, head, sequence) = (desk.campaign.id(), desk.campaign.ledger.head(), next_word());
    let word = Word { campaign, seat: "union".parse().unwrap(), head, sequence, says };
    let word = word.sign(bench.players["union"].signing());
    let now = bench.now();
    take(&mut desk, word.as_bytes(), (now, now)).unwrap();
    drop(desk);
    let told = told(&bench, &dora, "2026-01-01T11:00:00Z", |text| text);
    found(&told, "Dora could send orders for union until 2026-01-01T10:00:00Z");
}
