//! Whole seasons.

use super::*;
use adjutant::engine::Skill;
use adjutant::games::OURS;

#[test]
fn a_swiss_season_is_played_told_and_verified() {
    let mut league = League::of("{swiss: {rounds: 3}}", "", 5);
    let (status, told) = league.fails(&["run"]);
    assert_eq!(status, 3, "{told}");
    league.whole();
    let (_, season) = league.season();
    assert_eq!(season.rounds.len(), 3);
    let byes: Vec<&String> = season.rounds.iter().flat_map(|round| &round.byes).collect();
    assert_eq!(byes.len(), 3);
    assert!((1..3).all(|n| byes[n] != byes[0]) && byes[1] != byes[2], "{byes:?}");
    let table = league.must(&["standings"]);
    assert!(table.contains("Player anna") && table.contains("mazianni"), "{table}");
    let told = league.must(&["verify", "--campaigns"]);
    for line in ["acts", "rules", "ledgers", "pairings", "table", "campaigns"] {
        assert!(told.contains(&format!("{line:9} passed")), "{told}");
    }
    let (status, _) = league.fails(&["run"]);
    assert_eq!(status, 3, "all is done");
    let (status, told) = league.fails(&["status", "--exit-code"]);
    assert_eq!(status, 3, "{told}");
    let (status, _) = league.fails(&["pair"]);
    assert_eq!(status, 3, "all rounds are paired");
    // Every game is over and revealed, and the sum of points is that of the games and byes.
    for (_, game) in league.games() {
        let campaign =
            Campaign::load(Store::find(&league.place(&game.game)).unwrap(), OURS).unwrap();
        assert!(campaign.ledger.revealed().is_some());
    }
    let json = league.must(&["standings", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    let points: u64 =
        value["table"].as_array().unwrap().iter().map(|l| l["points"].as_u64().unwrap()).sum();
    assert_eq!(points, 2 * (6 + 3));
    // The next season has other rules; this one is checked by its own.
    edit(&league.root().join("league.yaml"), |text| text.replace("rounds: 3", "rounds: 2"));
    assert!(league.fails(&["verify"]).1.contains("league.yaml: the file has changed"));
    league.must(&["announce"]);
    assert!(league.must(&["verify"]).contains("acts      passed: 1"));
    assert!(league.must(&["verify", "--season", "1"]).contains("pairings  passed: 3"));
}

#[test]
fn every_form_is_played_to_its_end() {
    let forms: [(&str, usize, usize); 3] = [
        ("{round-robin: {double: true}}", 3, 6),
        ("{knockout: {}}", 5, 3),
        ("{round-robin: {}}", 4, 3),
    ];
    for (form, members, rounds) in forms {
        let mut league = League::of(form, "", members);
        league.whole();
        assert_eq!(league.season().1.rounds.len(), rounds, "{form}");
        let told = league.must(&["verify"]);
        assert!(!told.contains("failed"), "{form}: {told}");
    }
}

#[test]
fn a_ladder_is_played_by_challenges() {
    let mut league = League::of("{ladder: {reach: 2, rounds: 4}}", "", 4);
    let (status, _) = league.fails(&["pair"]);
    assert_eq!(status, 3, "nobody has challenged");
    league.must(&["challenge", "carla", "anna"]);
    let (_, told) = league.fails(&["challenge", "dora", "anna"]);
    assert!(told.contains("anna has a challenge already"), "{told}");
    league.must(&["pair"]);
    league.play();
    league.must(&["challenge", "dora", "ben"]);
    league.must(&["pair"]);
    league.play();
    let told = league.must(&["verify"]);
    assert!(told.contains("pairings  passed: 2") && !told.contains("failed"), "{told}");
}

#[test]
fn the_staff_plays_where_members_are_missing() {
    let mut league = League::of("{swiss: {rounds: 2}}", "empty-seats: staff\n", 3);
    league.whole();
    let (_, season) = league.season();
    assert_eq!((season.rounds.len(), season.games().count()), (2, 4));
    assert!(season.rounds.iter().all(|round| round.byes.is_empty()));
    let told = league.must(&["verify"]);
    assert!(!told.contains("failed"), "{told}");
}

#[test]
fn members_come_and_go() {
    let mut league = League::of("{swiss: {rounds: 4}}", "", 4);
    league.must(&["pair"]);
    let (_, told) = league.fails(&["pair"]);
    assert!(told.contains("round 1 is not over: r01-b01, r01-b02"), "{told}");
    league.play();
    league.enroll("emil");
    league.enroll("frieda");
    league.must(&["withdraw", "ben", "--reason", "a new job"]);
    let (_, told) = league.fails(&["withdraw", "ben", "--reason", "again"]);
    assert!(told.contains("ben has withdrawn"), "{told}");
    let pairing = league.must(&["pair"]);
    assert!(pairing.contains("emil") && !pairing.contains("ben"), "{pairing}");
    assert!(pairing.contains("bye"), "{pairing}");
    // Somebody leaves in the middle of a game, and the staff takes over.
    let (_, game) = league.games().pop().unwrap();
    let (seat, _) = game.seats.iter().next().unwrap();
    let words = ["replace", &game.game, seat.as_str(), "staff", "--reason", "ill"];
    league.must(&["run"]);
    league.must(&words);
    // Given again, it finds it done.
    league.must(&words);
    league.play();
    let told = league.must(&["verify"]);
    assert!(!told.contains("failed"), "{told}");
    // A round is put off.
    league.must(&["pair", "--opens", "+2d"]);
    league.must(&["postpone", "3", "--opens", "+3d", "--reason", "Christmas"]);
    // Its bye is in the table at once.
    league.must(&["run"]);
    let (status, told) = league.fails(&["run"]);
    assert_eq!(status, 3, "{told}");
    league.hours += 73;
    let told = league.must(&["run"]);
    assert!(told.contains("cycle 1 is opened"), "{told}");
    league.play();
    league.must(&["verify"]);
}

#[test]
fn who_never_comes_forfeits() {
    let mut league = League::created("{swiss: {rounds: 2}}", "calendar: campaign.yaml\n");
    let calendar = "zone: UTC\ndeadlines: {after: 2h}\nearly-close: 1h\ndrop-after: 1\n";
    fs::write(league.root().join("campaign.yaml"), calendar).unwrap();
    edit(&league.root().join("short.yaml"), |text| text.replace("turns: 1", "turns: 3"));
    league.must(&["announce"]);
    for name in &NAMES[..4] {
        league.enroll(name);
    }
    league.must(&["pair"]);
    league.play_with(&|name| name != "ben");
    let told = league.must(&["standings", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    let ben = value["table"].as_array().unwrap().iter().find(|l| l["member"] == "ben").unwrap();
    assert_eq!((ben["points"].as_u64(), ben["forfeited"].as_u64()), (Some(0), Some(1)), "{ben}");
    let (_, game) =
        league.games().into_iter().find(|(_, g)| g.seats.values().any(|m| m == "ben")).unwrap();
    let other = game.seats.values().find(|m| *m != "ben").unwrap();
    let line = value["table"].as_array().unwrap().iter().find(|l| l["member"] == **other).unwrap();
    assert_eq!(line["points"].as_u64(), Some(2), "{line}");
    league.must(&["pair"]);
    let told = league.must(&["verify"]);
    assert!(!told.contains("failed"), "{told}");
}

/// What a run publishes of a ledger that it reads from where it was left is what `verify` finds in all of it.
#[test]
fn a_long_game_counts_as_its_whole_ledger_says() {
    let mut league = League::created("{round-robin: {}}", "calendar: campaign.yaml\n");
    let calendar = "zone: UTC\ndeadlines: {after: 3h}\nearly-close: 1h\ndrop-after: 2\n";
    fs::write(league.root().join("campaign.yaml"), calendar).unwrap();
    edit(&league.root().join("short.yaml"), |text| text.replace("turns: 1", "turns: 20"));
    league.must(&["announce"]);
    for name in &NAMES[..2] {
        league.enroll(name);
    }
    league.must(&["pair"]);
    // Ben orders for a while, and then no more.
    let left = std::cell::Cell::new(8);
    league.play_with(&|name| {
        let here = name != "ben" || left.get() > 0;
        left.set(left.get() - i32::from(name == "ben" && here));
        here
    });
    let ledger = league.campaign("r01-b01").ledger;
    assert!(ledger.len() > 20, "{}", ledger.len());
    let told = league.must(&["standings", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    let line = |id: &str| {
        let lines = value["table"].as_array().unwrap();
        let line = lines.iter().find(|line| line["member"] == id).unwrap();
        (line["points"].as_u64(), line["forfeited"].as_u64())
    };
    assert_eq!((line("anna"), line("ben")), ((Some(2), Some(0)), (Some(0), Some(1))), "{told}");
    assert!(!league.must(&["verify", "--campaigns"]).contains("failed"));
}

#[test]
fn a_broken_game_stops_no_other_and_a_killed_run_is_carried_on() {
    let mut league = League::of("{swiss: {rounds: 2}}", "", 6);
    league.must(&["pair"]);
    league.must(&["run"]);
    for game in ["r01-b01", "r01-b02", "r01-b03"] {
        league.order(game, &|_| true);
    }
    // Entry 2 of one of them is destroyed.
    let entry = league.place("r01-b02").join("ledger/000002.yaml");
    let whole = fs::read(&entry).unwrap();
    fs::write(&entry, "nonsense").unwrap();
    league.hours += 1;
    let (status, told) = league.fails(&["run"]);
    assert_eq!(status, 1);
    assert!(told.contains("you are needed in r01-b02"), "{told}");
    assert!(told.contains("r01-b01  cycle 1 is resolved"), "{told}");
    assert!(told.contains("r01-b03  cycle 1 is resolved"), "{told}");
    let told = league.must(&["status"]);
    assert!(told.starts_with("r01-b02: "), "{told}");
    assert!(told.contains("1 broken"), "{told}");
    let (_, told) = league.fails(&["verify"]);
    assert!(told.contains("ledgers   failed: r01-b02"), "{told}");
    let (_, told) = league.fails(&["standings"]);
    assert!(told.contains("r01-b02"), "no table without it: {told}");
    fs::write(&entry, whole).unwrap();
    // Killed at any moment, the next goes on.
    for milliseconds in [5, 20, 60, 150] {
        let mut child = league
            .command(&["run"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let _ = child.kill();
        let _ = child.wait();
    }
    league.play();
    // So for a round that is paired.
    for milliseconds in [20, 60, 120, 200] {
        let mut child = league
            .command(&["pair"])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        let _ = child.kill();
        let _ = child.wait();
    }
    let _ = league.call(&["pair"]);
    assert_eq!(league.season().1.rounds.len(), 2);
    league.play();
    let told = league.must(&["verify", "--campaigns"]);
    assert!(!told.contains("failed"), "{told}");
}

#[test]
fn a_season_is_told_on_pages_and_in_feeds() {
    let mut league = League::of("{swiss: {rounds: 2}}", "title: Cup & <Glory>\n", 5);
    league.must(&["pair"]);
    league.play();
    let (into, page) = (league.dir.path().join("site"), league.dir.path().join("page.html"));
    let site = into.to_str().unwrap();
    league.must(&["site", site]);
    league.must(&["pair", "--opens", "+1d"]);
    // The same directory again.
    league.must(&["site", site]);
    let read = |path: &str| fs::read_to_string(into.join(path)).unwrap();
    for page in ["index.html", "crosstable.html", "players/anna.html", "games/r01-b01/index.html"] {
        let text = read(page);
        roxmltree::Document::parse_with_options(
            &text,
            roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
        )
        .unwrap_or_else(|error| panic!("{page}: {error}"));
    }
    // The page to play on lies there once, for all games; made again without a word of it, the site keeps it.
    let module = [&b"\0asm\x01\0\0\0"[..], &[0; 64]].concat();
    fs::write(&page, adjutant::play::page::page(&module).unwrap()).unwrap();
    league.must(&["site", site, "--play", page.to_str().unwrap()]);
    league.must(&["site", site]);
    assert!(read("games/r01-b01/index.html").contains("../../play.html?games/r01-b01\""));
    assert!(into.join("games/r01-b01/play.json").exists() && into.join("play.html").exists());
    assert!(!into.join("games/r01-b01/play.html").exists());
    // Every link leads to a page.
    for (path, bytes) in crate::bench::files(&into) {
        let text = String::from_utf8(bytes).unwrap();
        let own = into.join(&path);
        for link in text.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let file = link.split(['#', '?']).next().unwrap();
            if !file.is_empty() && !file.contains(':') {
                assert!(own.parent().unwrap().join(file).exists(), "{path}: {link}");
            }
        }
    }
    let player = read("players/anna.html");
    assert!(player.contains("href=\"../games/r01-b0") && player.contains("<svg"), "{player}");
    let against = NAMES[1..5].iter().filter(|id| player.contains(&format!("href=\"{id}.html\"")));
    assert!(against.count() > 0, "{player}");
    assert!(read("crosstable.html").contains("href=\"players/anna.html\""));
    let front = read("index.html");
    assert!(front.contains("Round 2") && front.contains("Player anna"), "{front}");
    let feed = read("feed.xml");
    let feed = roxmltree::Document::parse(&feed).unwrap();
    let entries = feed
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2005/Atom", "entry")));
    assert_eq!(entries.count(), 4, "two rounds and two results");
    let calendar = read("calendar.ics");
    assert!(calendar.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"), "{calendar}");
    assert!(calendar.lines().all(|line| line.len() <= 75), "{calendar}");
    assert_eq!(calendar.matches("BEGIN:VEVENT").count(), 2, "{calendar}");
}

#[test]
fn a_season_is_demonstrated() {
    let dir = folder();
    let shipped = OURS.named("company-war").unwrap().shipped();
    let (_, map) = shipped.scenarios[0];
    let scenario = dir.path().join("short.yaml");
    fs::write(&scenario, format!("{map}\nturns: 1\n")).unwrap();
    let played = |into: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(["demo", "--league", "--seed", "7", "--json", "--scenario"]).arg(&scenario);
        let output = output(command.arg(dir.path().join(into)));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["games"], 12);
        assert!(dir.path().join(into).join("site/index.html").is_file());
        told["table"].clone()
    };
    assert_eq!(played("one"), played("two"), "the same seed, the same season");
}

#[test]
fn tables_of_a_game_for_more_are_played_by_the_staff_where_members_are_missing() {
    let mut league = League::of("{groups: {rounds: 2, promote: 1}}", "empty-seats: staff\n", 5);
    league.whole();
    assert_eq!(league.season().1.games().count(), 6);
    let told = league.must(&["verify"]);
    assert!(!told.contains("failed"), "{told}");
}

#[test]
fn one_mailbox_serves_all_games_and_chains_make_the_dice_everybodys() {
    let mut league = League::created("{swiss: {rounds: 1}}", "calendar: campaign.yaml\n");
    let calendar = "zone: UTC\ndeadlines: {after: 2h}\nearly-close: 0h\n";
    fs::write(league.root().join("campaign.yaml"), calendar.replace("early-close: 0h\n", ""))
        .unwrap();
    league.must(&["announce"]);
    for name in &NAMES[..4] {
        league.enroll(name);
    }
    league.must(&["pair", "--opens", "+1h"]);
    // A chain for a game that has not begun, under the same key.
    let (_, game) = league.games().remove(0);
    let (seat, id) = game.seats.iter().next().unwrap();
    let secret = &league.members[id];
    let public = PlayerPublic {
        name: Some(format!("Player {id}")),
        signing: PublicKey::of(secret.signing()),
        age: secret.identity().recipient(),
        commitment: Some(adjutant::seal::Commitment {
            campaign: game.campaign,
            tip: secret.tip(&game.campaign),
        }),
    };
    let path = league.dir.path().join("chain.pub");
    fs::write(&path, public.sign(secret.signing()).unwrap()).unwrap();
    let told = league.must(&["enroll", path.to_str().unwrap()]);
    let added = format!("{:9} the links contribute to the seeds\n", game.game);
    assert_eq!(told, added);
    let holder = league.desk(&game.game).campaign.holder(seat, 0).unwrap();
    assert_eq!(holder.tip, Some(secret.tip(&game.campaign)));
    // Everybody's packets lie in one directory.
    league.hours += 2;
    league.must(&["run"]);
    let inbox = league.dir.path().join("inbox");
    fs::create_dir(&inbox).unwrap();
    let mut sent = 0;
    for (_, game) in league.games() {
        let campaign =
            Campaign::load(Store::find(&league.place(&game.game)).unwrap(), OURS).unwrap();
        for (seat, id) in &game.seats {
            let due = &campaign.ledger.opening(1).unwrap().due;
            if due.contains_key(seat) {
                let luck = Digest::of(b"luck");
                let packet =
                    staff::packet(&campaign, (seat, Skill::Regular), &league.members[id], &luck)
                        .unwrap();
                fs::write(inbox.join(format!("{id}.age")), packet).unwrap();
                sent += 1;
            }
        }
    }
    let outbox = league.dir.path().join("outbox");
    let (from, to) = (inbox.to_str().unwrap(), outbox.to_str().unwrap());
    let run = ["run", "--inbox", from, "--outbox", to, "--json"];
    // Packets for a game that is missing wait, and no other game refuses them.
    let (place, away) = (league.place(&game.game), league.dir.path().join("away"));
    fs::rename(&place, &away).unwrap();
    let (status, said) = league.fails(&run);
    assert!(status == 1 && said.contains(&format!("you are needed in {}", game.game)), "{said}");
    assert_eq!(fs::read_dir(inbox.join("taken")).unwrap().count(), 2);
    fs::rename(&away, &place).unwrap();
    let told = league.must(&run);
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(value["changed"], 1, "{told}");
    for (_, game) in league.games() {
        let receipts = fs::read_dir(outbox.join(&game.game)).unwrap();
        let names = receipts.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let receipts = names.filter(|name| name.strip_suffix(".receipt").is_some()).count();
        sent -= receipts;
        let kept = league.desk(&game.game).campaign.store.list("cycles/0001/packets").unwrap();
        assert!(kept.len() >= receipts && receipts > 0, "{}: {receipts}", game.game);
    }
    assert_eq!(sent, 0, "each packet has one receipt, of the game that it is for");
    assert_eq!(fs::read_dir(inbox.join("taken")).unwrap().count(), 4);
}
