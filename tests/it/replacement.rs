//! A seat changes hands while the game runs: who takes over plays at once, under their own name and,
//! from the next cycle on, with their own chain.

use adjutant::base::{Digest, Problem, Time};
use adjutant::games::OURS;
use adjutant::ledger::PacketUse;
use adjutant::referee::Desk;
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::enroll::{Player, address, correct_address, enroll};
use adjutant::referee::cycle::open::open;
use adjutant::referee::cycle::resolve::resolve;
use adjutant::referee::cycle::reveal::reveal;
use adjutant::referee::cycle::status;
use adjutant::referee::player::own_orders;
use adjutant::referee::player::template::{self, Ties};
use adjutant::referee::record::ledger_page;
use adjutant::referee::record::receipt::Verdict;
use adjutant::referee::telling::chronicle::chronicle;
use adjutant::render::markdown;
use adjutant::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey};

use crate::bench::{Bench, time};

/// Carla takes over the Union.
fn carla(bench: &Bench) -> PlayerSecret {
    take_over(&mut bench.desk(), bench.now()).unwrap()
}

/// The same, at a desk.
pub(crate) fn take_over(desk: &mut Desk, now: Time) -> Result<PlayerSecret, Problem> {
    let key = PlayerSecret::generate([13; 96]);
    let genesis = desk.genesis();
    let file = PlayerPublic {
        name: Some("Carla".into()),
        signing: PublicKey::of(key.signing()),
        age: key.identity().recipient(),
        commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
    };
    let player = Player::of(&file, "Carla".to_owned(), &genesis)?;
    enroll(desk, &"union".parse()?, &player, Some("he left"), now)?;
    Ok(key)
}

/// What a player of the Union sends who does all that the program offers: reads the newest report,
/// fills in the template, checks and seals it.
fn packet(bench: &Bench, key: &PlayerSecret) -> String {
    let desk = bench.desk();
    let campaign = &desk.campaign;
    let cycle = campaign.ledger.results().next_back().unwrap().0;
    let path = campaign.report(&"union".parse().unwrap(), cycle);
    let bytes = campaign.store.need(&path).unwrap();
    let report = own_orders::report(&bytes, Some(key.identity())).unwrap();
    let game = &*campaign.game;
    let link = own_orders::link(&report.data, Some(campaign), 0, key).unwrap();
    let orders =
        template::blank(&report, game, Ties { link: Some(link), ..Ties::of(&report, None) })
            .unwrap();
    let (header, _) = own_orders::read(&report.data, game, orders.as_bytes()).unwrap();
    own_orders::bound(&report, &header, Some(campaign), Some(link)).unwrap();
    own_orders::seal(&report.data, game, orders.as_bytes(), key).unwrap()
}

/// The sequence that was used of the Union in a cycle, and whether a link of theirs was.
fn used(bench: &Bench, cycle: u32) -> (u32, bool) {
    let desk = bench.desk();
    let result = desk.campaign.ledger.result(cycle).unwrap();
    match result.packets.iter().find(|(seat, _)| seat.as_str() == "union") {
        Some((_, PacketUse::Used { sequence, contributed, .. })) => (*sequence, *contributed),
        other => panic!("{other:?}"),
    }
}

/// An open cycle in which the Union's first player has sent a packet with sequence 3, and its
/// receipt.
fn after_a_packet(lists: &str) -> (Bench, Vec<u8>) {
    let bench = Bench::enrolled();
    open(&mut bench.desk(), Some(time("2026-02-01T20:00:00Z")), bench.now()).unwrap();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "union", &bench.orders(&desk, "union", 3, lists));
    drop(desk);
    let reply = bench.receive(packet);
    assert_eq!(reply.receipt.verdict, Verdict::Accepted);
    (bench, reply.text.into_bytes())
}

/// Reports are shown with the address they go to: it must not be the former player's.
#[test]
fn the_former_players_address_is_forgotten() {
    let bench = Bench::open();
    let union = "union".parse().unwrap();
    let mut desk = bench.desk();
    correct_address(&desk, &union, "ben@example.org").unwrap();
    assert_eq!(address(&desk, &union).unwrap().as_deref(), Some("ben@example.org"));
    take_over(&mut desk, bench.now()).unwrap();
    assert_eq!(address(&desk, &union).unwrap(), None);
}

#[test]
fn who_takes_over_plays_at_once() {
    let (bench, theirs) = after_a_packet("orders: []\n");
    let key = carla(&bench);
    assert_eq!(status::full(&bench.desk()).unwrap().seats[1].player.as_deref(), Some("Carla"));
    let reply = bench.receive(packet(&bench, &key));
    let (verdict, sequence) = (reply.receipt.verdict, reply.receipt.sequence);
    assert_eq!((verdict, sequence), (Verdict::Accepted, Some(1)), "{:?}", reply.receipt.reason);
    // The first player's key is no longer taken, and what they sent no longer counts.
    let desk = bench.desk();
    let late = bench.packet(&desk, "union", &bench.orders(&desk, "union", 9, "orders: []\n"));
    drop(desk);
    let reason = bench.receive(late).receipt.reason.unwrap();
    assert!(reason.contains("a key that is not enrolled"), "{reason}");
    resolve(&mut bench.desk(), true, time("2026-02-02T00:00:00Z")).unwrap();
    assert_eq!(used(&bench, 1), (1, false), "the chain was not committed to before the cycle");
    open(&mut bench.desk(), None, time("2026-02-02T00:00:01Z")).unwrap();
    let second = bench.receive_at(packet(&bench, &key), time("2026-02-02T00:00:02Z"));
    assert_eq!(second.receipt.verdict, Verdict::Accepted, "{:?}", second.receipt.reason);
    resolve(&mut bench.desk(), true, time("2026-02-02T00:00:03Z")).unwrap();
    assert_eq!(used(&bench, 2), (1, true));
    reveal(&mut bench.desk(), None, time("2026-02-02T00:00:04Z")).unwrap();
    let receipts = vec![
        ("first".to_owned(), theirs),
        ("carla".to_owned(), reply.text.into_bytes()),
        ("carla-2".to_owned(), second.text.into_bytes()),
    ];
    let verdict = verify(bench.store(), &Own { receipts, ..Own::default() }, OURS).unwrap();
    let told = verdict.to_string();
    assert!(verdict.passed(), "{told}");
    assert!(
        told.contains("my packet: union, cycle 1: the packet of the seat's new holder was used")
    );
    assert_eq!(told.matches("used as sent").count(), 2, "{told}");
    let taken = "Carla takes over union from Player of union, from cycle 1 on";
    assert!(told.contains(&format!("ok      keys: {taken}")), "{told}");
}

#[test]
fn earlier_holders_keep_their_names_in_history() {
    let (bench, _) = after_a_packet("orders: []\n");
    carla(&bench);
    resolve(&mut bench.desk(), true, time("2026-02-02T00:00:00Z")).unwrap();
    let report = bench.report_of(&bench.desk(), "mazianni", 1);
    assert!(report.markdown().contains("Carla takes over union from Player of union"));
    reveal(&mut bench.desk(), Some("enough"), time("2026-02-02T00:00:01Z")).unwrap();
    let desk = bench.desk();
    let both = "union (Player of union, then Carla from cycle 1 on)";
    assert_eq!(ledger_page::players(&desk.campaign.ledger, &"union".parse().unwrap()), both);
    let opened = Opened::new(&desk.campaign).unwrap().unwrap();
    assert!(markdown(&chronicle(&desk.campaign, &opened).unwrap()).contains(both));
}

#[test]
fn what_the_first_player_sent_stands_until_the_second_sends() {
    let (bench, theirs) = after_a_packet("orders: []\n");
    carla(&bench);
    resolve(&mut bench.desk(), true, time("2026-02-02T00:00:00Z")).unwrap();
    assert_eq!(used(&bench, 1), (3, true));
    reveal(&mut bench.desk(), Some("enough"), time("2026-02-02T00:00:01Z")).unwrap();
    let receipts = vec![("first".to_owned(), theirs)];
    let verdict = verify(bench.store(), &Own { receipts, ..Own::default() }, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    assert!(verdict.to_string().contains("my packet: union, cycle 1: used as sent"), "{verdict}");
}

#[test]
fn the_first_players_last_word_does_not_bind_the_second() {
    let (bench, _) = after_a_packet("final: true\norders: []\n");
    let desk = bench.desk();
    let orders = bench.orders(&desk, "mazianni", 1, "final: true\norders: []\n");
    let packet = bench.packet(&desk, "mazianni", &orders);
    drop(desk);
    assert_eq!(bench.receive(packet).receipt.verdict, Verdict::Accepted);
    carla(&bench);
    let problem = resolve(&mut bench.desk(), false, bench.now()).unwrap_err();
    assert!(problem.what.ends_with("until then union can send or change orders"), "{problem}");
}

#[test]
fn a_report_sealed_again_is_as_long_and_listed() {
    let (bench, _) = after_a_packet("orders: []\n");
    let first = bench.store().need("cycles/0000/reports/union.age").unwrap();
    let key = carla(&bench);
    let desk = bench.desk();
    let path = desk.campaign.report(&"union".parse().unwrap(), 0);
    let again = desk.campaign.store.need(&path).unwrap();
    // age adds noise of a few hundred bytes to equal lengths.
    assert!(again.len().abs_diff(first.len()) < 600, "{} and {}", again.len(), first.len());
    let listed = desk.campaign.ledger.files().find(|(of, _)| *of == path);
    assert_eq!(listed.map(|(_, digest)| *digest), Some(Digest::of(&again)));
    let report = own_orders::report(&again, Some(key.identity())).unwrap();
    let old = own_orders::report(&first, Some(bench.players["union"].identity())).unwrap();
    assert_eq!(report.text, old.text);
    drop(desk);
    let own = Own { reports: vec![("mine".to_owned(), report)], ..Own::default() };
    assert!(verify(bench.store(), &own, OURS).unwrap().passed());
}
