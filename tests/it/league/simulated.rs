//! Seasons in which much happens: members leave and come, some never order, runs and pairings are killed, and a
//! game is broken for a day. In the end every game is decided, and all is as it should be.

use std::process::Stdio;

use adjutant::base::Digest;
use adjutant::engine::Chance;
use adjutant::games::OURS;

use super::*;
use crate::shelf::all;

const FORMS: [(&str, bool); 5] = [
    ("{swiss: {rounds: 3}}", true),
    ("{round-robin: {}}", false),
    ("{knockout: {}}", false),
    ("{groups: {rounds: 2, promote: 1}}", true),
    ("{ladder: {reach: 2, rounds: 3}}", true),
];

fn luck(form: &str, number: u64) -> Chance {
    Chance::from_seed(Digest::of(format!("{form} {number}").as_bytes()).0)
}

/// Starts a command and kills it after some time.
fn killed(league: &League, arguments: &[&str], milliseconds: u64) {
    let mut command = league.command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    let _ = child.kill();
    let _ = child.wait();
}

fn season(form: &str, takes_late: bool, number: u64) {
    let mut chance = luck(form, number);
    let mut below = |name: &str, bound: u64| chance.draw(&[name]).below(bound);
    let most = if all() { 9 } else { 3 };
    let members = 4 + usize::try_from(below("members", most)).unwrap();
    let staffed = if below("staffed", 2) == 0 { "empty-seats: staff\n" } else { "" };
    let mut league = League::created(form, &format!("calendar: campaign.yaml\n{staffed}"));
    let calendar = "zone: UTC\ndeadlines: {after: 3h}\nearly-close: 1h\ndrop-after: 1\n";
    fs::write(league.root().join("campaign.yaml"), calendar).unwrap();
    league.must(&["announce"]);
    for name in &NAMES[..members] {
        league.enroll(name);
    }
    let silent = NAMES[usize::try_from(below("silent", members as u64)).unwrap()];
    let leaves = NAMES[usize::try_from(below("leaves", members as u64)).unwrap()];
    let after = [below("first kill", 60), below("second kill", 90)];
    let broken = below("broken", 2);
    let mut round = 0;
    loop {
        if form.contains("ladder") && league.season().1.rounds.len() < 3 {
            let places = league.must(&["standings", "--json"]);
            let table: serde_json::Value = serde_json::from_str(&places).unwrap();
            let name = |at: usize| table["table"][at]["member"].as_str().unwrap().to_owned();
            let _ = league.call(&["challenge", &name(2), &name(1)]);
            let _ = league.call(&["challenge", &name(3), &name(0)]);
        }
        killed(&league, &["pair"], 10 + after[0]);
        let before = league.season().1.rounds.len();
        let paired = league.call(&["pair"]).status.success();
        if !paired && before == round {
            break;
        }
        round += 1;
        assert!(round < 12, "{form} {number}: a season that never ends");
        killed(&league, &["run"], 10 + after[1]);
        let games = league.games();
        let (_, last) = games.last().unwrap();
        if broken == 0 && round == 1 {
            // One game is broken for a day, and no other knows.
            let entry = league.place(&last.game).join("ledger/000001.yaml");
            let whole = fs::read(&entry).unwrap();
            fs::write(&entry, "nonsense").unwrap();
            let (status, told) = league.fails(&["run"]);
            assert!(status == 1 && told.contains(&last.game), "{form} {number}: {told}");
            for (_, other) in games.iter().filter(|(_, other)| other.game != last.game) {
                let campaign =
                    Campaign::load(Store::find(&league.place(&other.game)).unwrap(), OURS);
                assert_ne!(campaign.unwrap().stage(), Stage::Enrolling, "{form} {number}");
            }
            fs::write(&entry, whole).unwrap();
        }
        league.play_with(&|name| name != silent);
        if round == 1 {
            let _ = league.call(&["withdraw", leaves, "--reason", "gone"]);
            if takes_late && members < NAMES.len() {
                league.enroll(NAMES[members]);
            }
        }
    }
    assert!(round > 0, "{form} {number}: no round");
    for (_, game) in league.games() {
        let campaign =
            Campaign::load(Store::find(&league.place(&game.game)).unwrap(), OURS).unwrap();
        assert_eq!(campaign.stage(), Stage::Closed, "{form} {number}: {}", game.game);
        assert!(campaign.ledger.revealed().is_some(), "{form} {number}: {}", game.game);
    }
    let _ = league.call(&["run"]);
    let told = league.must(&["verify", "--campaigns"]);
    assert!(!told.contains("failed"), "{form} {number}: {told}");
}

fn seasons(at: usize) {
    let (form, takes_late) = FORMS[at];
    let most = if all() { 200 } else { 1 };
    for number in 0..most {
        season(form, takes_late, number);
    }
}

#[test]
fn swiss_systems_end_well() {
    seasons(0);
}

#[test]
fn round_robins_end_well() {
    seasons(1);
}

#[test]
fn cups_end_well() {
    seasons(2);
}

#[test]
fn groups_end_well() {
    seasons(3);
}

#[test]
fn ladders_end_well() {
    seasons(4);
}
