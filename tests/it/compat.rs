//! Campaigns that earlier versions wrote: `tests/compat` keeps them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use adjutant::base::{Time, VERSION};
use adjutant::campaign::{Store, layout};
use adjutant::engine::{Chance, Seat};
use adjutant::games::OURS;
use adjutant::ledger::{CheckOutcome, Checkpoint, Ledger, Verification};
use adjutant::referee::Campaign;
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::desk::{Desk, Keys};
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::cycle::{open, resolve};
use adjutant::referee::player::own_orders;
use adjutant::referee::player::template::{self, Ties};
use adjutant::referee::record::proof::{Evidence, prove};
use adjutant::referee::record::report::{Report, html};
use adjutant::referee::telling::handed::Play;
use adjutant::referee::telling::{chronicle, site};
use adjutant::render;
use adjutant::seal::{FoundingSecret, ModeratorKey, PlayerSecret};

use crate::bench::{Bench, files, keys};
use crate::folder::folder;
use crate::shelf::seed;
use crate::tamper::Pen;

/// The version that wrote the kept campaigns.
const EARLIER: &str = "0.0.9";

fn kept(game: &str, name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compat").join(game).join(name)
}

fn verified(root: &Path) -> Verification {
    let store = Store::find(root).expect("a campaign");
    verify(store, &Own::default(), OURS).expect("it can be read")
}

/// What a check found, as `verify` prints it.
fn line(verification: &Verification, name: &str) -> String {
    let check = verification.lines.iter().find(|check| check.name == name);
    check.unwrap_or_else(|| panic!("no check of the {name}")).to_string()
}

#[test]
fn a_campaign_that_is_over_is_verified_and_told() {
    for game in OURS.games() {
        let root = kept(game.name(), "over");
        let verification = verified(&root);
        assert!(verification.passed(), "{}: {verification}", game.name());
        let replayed = verification.lines.iter().find(|check| check.name == "replay");
        let passed = replayed.is_some_and(|c| matches!(c.outcome, CheckOutcome::Passed(_)));
        assert!(passed, "{}: {verification}", game.name());
        let reports = line(&verification, "reports");
        assert_eq!(
            reports,
            format!("ok      reports: facts compared; their words are those of {EARLIER}")
        );
        let campaign = Campaign::load(Store::find(&root).unwrap(), OURS).unwrap();
        let opened = Opened::new(&campaign).unwrap().expect("it is revealed");
        let told = chronicle::chronicle(&campaign, &opened).unwrap();
        assert!(!told.blocks.is_empty());
        let made = site::site(Store::find(&root).unwrap(), OURS, Play::Nowhere).unwrap();
        assert!(made.verdict.passed() && made.files.contains_key("chronicle.html"));
    }
}

/// The facts that an earlier version sent are told in today's words.
#[test]
fn reports_of_an_earlier_version_are_told_in_todays_words() {
    for game in OURS.games() {
        let campaign =
            Campaign::load(Store::find(&kept(game.name(), "over")).unwrap(), OURS).unwrap();
        let sent = campaign.store.need(&layout::public_report(1)).unwrap();
        let report = report_of(&String::from_utf8(sent).unwrap());
        assert_eq!(report.data.version, EARLIER);
        let told = render::markdown(&report.data.page(&*campaign.game).unwrap());
        assert_ne!(told, report.markdown(), "{}: it has no other words", game.name());
    }
}

fn report_of(text: &str) -> Report {
    Report::read(text).expect("a report")
}

#[test]
fn a_campaign_in_play_is_read_and_continued() {
    for game in OURS.games() {
        let home = copy(&kept(game.name(), "in-play"));
        let mut desk = desk(home.path());
        let cycle = desk.campaign.open_cycle().expect("it takes orders");
        let packets = packets(&desk, home.path(), cycle);
        assert!(!packets.is_empty(), "{}: nobody has anything to order", game.name());
        let now = later(&desk);
        let mut intake = Intake::begin(&mut desk).unwrap();
        for packet in packets {
            let reply = intake.receive(packet.as_bytes(), now).unwrap();
            assert_eq!(reply.receipt.findings, Vec::<String>::new());
            assert_eq!(reply.receipt.reason, None);
        }
        intake.end().unwrap();
        resolve::resolve(&mut desk, true, now).unwrap();
        open::open(&mut desk, None, now).unwrap();
        let result = desk.campaign.ledger.result(cycle).expect("it is resolved");
        assert_eq!(result.version, VERSION);
        drop(desk);
        let verification = verified(&home.path().join("campaign"));
        assert!(verification.passed(), "{verification}");
    }
}

/// A copy of a directory, which goes when it is dropped.
fn copy(from: &Path) -> tempfile::TempDir {
    let to = folder();
    for (path, bytes) in files(from) {
        let path = to.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    to
}

fn desk(home: &Path) -> Desk {
    let key = |name: &str| fs::read(home.join("keys").join(name)).unwrap();
    let keys = Keys {
        signing: ModeratorKey::read(&key("moderator.key")).unwrap(),
        secret: FoundingSecret::read(&key("campaign.secret")).unwrap(),
    };
    Desk::take(Store::find(&home.join("campaign")).unwrap(), keys, OURS).unwrap()
}

/// The time of the last entry: the kept campaign has a clock of its own.
fn later(desk: &Desk) -> Time {
    desk.campaign.ledger.time()
}

/// What the staff of each seat orders, by the report that was sent; every rendering is tried.
fn packets(desk: &Desk, home: &Path, cycle: u32) -> Vec<String> {
    let players: BTreeMap<Seat, PlayerSecret> = desk
        .campaign
        .seats()
        .into_iter()
        .map(|seat| {
            let key = fs::read(home.join(format!("{seat}.key"))).unwrap();
            (seat, PlayerSecret::read(&key).unwrap())
        })
        .collect();
    let packet = |(seat, key): (&Seat, &PlayerSecret)| {
        let path = layout::report(cycle - 1, seat.as_str());
        let sealed = desk.campaign.store.need(&path).unwrap();
        let report = own_orders::report(&sealed, Some(key.identity())).unwrap();
        let game = own_orders::game(&report.data, Some(&desk.campaign), OURS).unwrap();
        let page = report.data.page(&*game).unwrap();
        assert!(html(&page, &report.data.game, OURS).unwrap().contains("</html>"));
        assert!(!render::markdown(&page).is_empty());
        prove(&report, Evidence::of(&desk.campaign)).unwrap();
        let link = own_orders::link(&report.data, Some(&desk.campaign), 0, key).unwrap();
        template::blank(&report, &*game, Ties { link: Some(link), ..Ties::of(&report, None) })
            .ok()?;
        let mut chance = Chance::from_seed(seed(cycle));
        let ideas = game.suggest(&report.data.view(), &mut chance).unwrap();
        let orders = template::filled(
            &report,
            &*game,
            Ties { link: Some(link), ..Ties::of(&report, None) },
            &ideas,
        )
        .unwrap();
        own_orders::check(&report.data, &*game, orders.as_bytes()).unwrap();
        Some(own_orders::seal(&report.data, &*game, orders.as_bytes(), key).unwrap())
    };
    players.iter().filter_map(packet).collect()
}

/// A build of a checkout names its commit, so that what two builds write is told apart.
#[test]
fn a_build_of_a_checkout_names_its_commit() {
    let number = env!("CARGO_PKG_VERSION");
    let build = VERSION.strip_prefix(number).expect("the number of the release");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let out = git.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
        let told = String::from_utf8(out.stdout).ok()?.trim().to_owned();
        out.status.success().then_some(told)
    };
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists();
    match git(&["rev-parse", "HEAD"]).filter(|_| own) {
        Some(head) => {
            let tags = git(&["tag", "--points-at", "HEAD"]).unwrap_or_default();
            let released = build.is_empty() && tags.contains(&format!("v{number}"));
            assert!(released || build.starts_with(&format!("+g{}", &head[..12])), "{VERSION}");
        }
        None => assert_eq!(build, ""),
    }
}

/// Another edition of the rules is refused by name, with the version that plays it: in a campaign and
/// in a report alone.
#[test]
fn rules_of_another_edition_are_refused_by_name() {
    let bench = Bench::open();
    let desk = bench.desk();
    let mut data = bench.report(&desk, "union").data;
    (data.edition, data.version) = (7, "0.9.0".to_owned());
    let of_report = own_orders::game(&data, None, OURS).err().expect("a refusal");
    let mut genesis = desk.campaign.ledger.genesis().clone();
    (genesis.edition, genesis.engine) = (7, "0.9.0".to_owned());
    let pen = Pen(keys().signing.signing().clone());
    let (ledger, first) = Ledger::found(bench.now(), genesis, &pen).expect("a genesis");
    let store = &desk.campaign.store;
    fs::remove_dir_all(store.root().join(layout::LEDGER)).expect("the ledger");
    fs::create_dir(store.root().join(layout::LEDGER)).expect("a folder");
    store.write(&first.path, first.text.as_bytes()).expect("a disk");
    store.write(&first.signature_path, first.signature.as_bytes()).expect("a disk");
    let checkpoint = Checkpoint::of(&ledger).sign(&pen);
    store.write(layout::CHECKPOINT, checkpoint.as_bytes()).expect("a disk");
    drop(desk);
    let of_campaign = Campaign::load(bench.store(), OURS).err().expect("a refusal");
    let what = format!(
        "this campaign plays edition 7 of the rules of company-war; adjutant {VERSION} plays \
         edition 2"
    );
    for problem in [of_report, of_campaign] {
        assert_eq!(problem.what, what);
        assert_eq!(problem.hint.as_deref(), Some("use adjutant 0.9.0, which plays it"));
    }
}

/// A report of a later version, with a field that this one does not know, is refused with the version
/// that wrote it.
#[test]
fn what_a_later_version_wrote_is_refused_with_that_version() {
    let bench = Bench::open();
    let text = bench.report(&bench.desk(), "union").text;
    assert!(Report::read(&text).is_ok());
    let mark = format!("\"version\":\"{VERSION}\"");
    assert!(text.contains(&mark), "{text}");
    let later = text.replace(&mark, "\"version\":\"0.9.0\",\"weather\":\"rain\"");
    let problem = Report::read(&later).expect_err("a refusal");
    assert!(problem.what.contains("unknown field `weather`"), "{problem}");
    let hint = format!("adjutant 0.9.0 wrote it, and this is {VERSION}");
    assert_eq!(problem.hint, Some(hint));
}
