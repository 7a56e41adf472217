//! Kinds of games by the command line: what `new --trust` founds, and the commands that such a game needs.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::folder;

/// 2023-08-23T15:00:00Z, when the rounds of drand that the tests have were still to come.
const NOW: u64 = 1_692_802_800;

fn run(home: &Path, minutes: u64, line: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let now = (NOW + 60 * minutes).to_string();
    command.current_dir(home).env("SOURCE_DATE_EPOCH", now).env("NO_COLOR", "1");
    let output = command.args(line.split_whitespace()).output().unwrap();
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.success(), said.concat())
}

fn does(home: &Path, minutes: u64, line: &str) -> String {
    let (done, said) = run(home, minutes, line);
    assert!(done, "{line}: {said}");
    said
}

fn refuses(home: &Path, minutes: u64, line: &str, why: &str) {
    let (done, said) = run(home, minutes, line);
    assert!(!done && said.contains(why), "{line}: {said}");
}

fn enrolled(home: &Path, minutes: u64) {
    for (seat, name) in [("mazianni", "anna"), ("union", "ben")] {
        does(home, minutes, &format!("-C pell keygen {name}"));
        does(home, minutes, &format!("-C pell enroll {seat} {name}.pub"));
    }
}

#[test]
fn a_kind_of_game_sets_its_switches() {
    let dir = folder();
    let home = dir.path();
    let genesis =
        |name: &str| fs::read_to_string(home.join(name).join("ledger/000000.yaml")).unwrap();
    does(home, 0, "new plain");
    does(home, 0, "new club --trust club");
    for name in ["plain", "club"] {
        let text = genesis(name);
        assert!(!text.contains("dice:") && text.contains("beacon: none"), "{text}");
        assert!(!text.contains("roll-call"), "{text}");
    }
    refuses(home, 0, "new pell --trust league", "a game of a league has at least one witness");
    let made = does(home, 0, "witness keygen club.example/w");
    let line = made.lines().find_map(|line| line.strip_prefix("witness   ")).unwrap();
    does(home, 0, &format!("new league --trust league --witness {line}"));
    let text = genesis("league");
    assert!(text.contains("\n    dice: ") && text.contains("roll-call: "), "{text}");
    assert!(text.contains("witnesses:") && text.contains("beacon: none"), "{text}");
    assert!(
        text.contains("    link-terms:\n      patience: 2d\n      withheld: absent\n"),
        "{text}"
    );
    let early = format!("new early --trust league --witness {line} --links with-orders");
    does(home, 0, &early);
    assert!(!genesis("early").contains("link-terms"));
    does(home, 0, "new later --links after-lock --link-patience 6h --withheld wait");
    let text = genesis("later");
    assert!(
        text.contains("patience: 6h\n      withheld: wait\n") && text.contains("level: 1\n"),
        "{text}"
    );
    // In the usual game something stays hidden for long, and the program says what.
    let told = does(home, 0, "new open --trust open");
    let why = "cycles are open to everyone at the end, and not before: which carriers have troops";
    assert!(told.contains(why), "{told}");
    let text = genesis("open");
    assert!(!text.contains("reveal-terms"), "{text}");
    assert!(text.contains("beacon: drand") && text.contains("chain: 52db9ba70e0cc0f6"), "{text}");
    assert!(text.contains("\n    dice: ") && text.contains("patience: 3d"), "{text}");
    assert!(!text.contains("link-terms"), "{text}");
    does(home, 0, "new mixed --trust open --beacon none --option roll-call=no");
    let text = genesis("mixed");
    assert!(text.contains("beacon: none") && !text.contains("roll-call"), "{text}");
    refuses(home, 0, "new lotto --beacon declared", "--beacon-source");
    refuses(home, 0, "new lotto --beacon-source lotto", "only a declared beacon has a source");
}

#[test]
fn a_game_is_open_before_its_end_only_if_it_says_so() {
    let dir = folder();
    let home = dir.path();
    let genesis =
        |name: &str| fs::read_to_string(home.join(name).join("ledger/000000.yaml")).unwrap();
    let seen = "--game company-commander --scenario meeting --option fog=none";
    let told = does(home, 0, &format!("new seen --trust open {seen}"));
    assert!(told.contains("every cycle is open to everyone 3 cycles later"), "{told}");
    assert!(genesis("seen").contains("\n    reveal-terms:\n      after: 3\n      tip: "));
    does(home, 0, &format!("new end --trust open --reveal at-end {seen}"));
    assert!(!genesis("end").contains("reveal-terms"));
    let duel = "--game mechad --scenario duel";
    does(home, 0, &format!("new duel --trust open {duel}"));
    assert!(genesis("duel").contains("      after: 9\n"));
    refuses(
        home,
        0,
        &format!("new soon --reveal after:3 {duel}"),
        "open each cycle at least 9 cycles later",
    );
    refuses(home, 0, "new war --reveal after:3", "which carriers have troops aboard stays hidden");
    refuses(home, 0, "new none --reveal after:0", "give `at-end`, or `after:3`");
    assert!(!home.join("war").exists() && !home.join("war.keys").exists());
}

#[test]
fn what_is_open_is_shown_to_everyone() {
    let dir = folder();
    let home = dir.path();
    let seen = "--game company-commander --scenario meeting --option fog=none";
    does(home, 0, &format!("new pell --reveal after:2 {seen}"));
    for (seat, name) in [("red", "anna"), ("blue", "ben")] {
        does(home, 0, &format!("-C pell keygen {name}"));
        does(home, 0, &format!("-C pell enroll {seat} {name}.pub"));
    }
    let keys = home.join("pell.keys");
    let played = |minutes: u64| {
        does(home, minutes, "-C pell open");
        does(home, minutes, "-C pell resolve --early --reason tried --without-orders");
    };
    played(1);
    fs::rename(&keys, home.join("away")).unwrap();
    refuses(home, 2, "-C pell show state --cycle 0", "only the moderator can read this yet");
    refuses(home, 2, "-C pell chronicle -o x.html", "the campaign is not revealed yet");
    let told = does(home, 2, "-C pell status");
    assert!(told.contains("open: each cycle is open to everyone 2 cycles later\n"), "{told}");
    let told = does(home, 2, "-C pell verify");
    assert!(
        told.contains("-       opened: each cycle is open to everyone 2 cycles later"),
        "{told}"
    );
    fs::rename(home.join("away"), &keys).unwrap();
    played(3);
    played(4);
    fs::rename(&keys, home.join("away")).unwrap();
    let told = does(home, 5, "-C pell status");
    assert!(
        told.contains("open: cycles up to 1 are open to everyone, each 2 cycles later\n"),
        "{told}"
    );
    assert!(does(home, 5, "-C pell show state").contains("\"secret\""));
    assert!(does(home, 5, "-C pell show record --cycle 1").contains("\"events\""));
    does(home, 5, "-C pell show view --seat red --cycle 1");
    does(home, 5, "-C pell show report --seat moderator --cycle 1");
    does(home, 5, "-C pell show report --seat blue --cycle 0");
    does(home, 5, "-C pell show packets --seat blue --cycle 1");
    refuses(home, 5, "-C pell show state --cycle 2", "cycle 2 is not open to everyone yet");
    let told = does(home, 5, "-C pell verify");
    assert!(told.contains("ok      opened: 2 cycles replayed, no differences"), "{told}");
    does(home, 5, "-C pell chronicle -o x.html");
    does(home, 5, "-C pell site public");
    assert!(home.join("public/chronicle.html").exists());
}

#[test]
fn an_open_game_waits_for_its_round() {
    let dir = folder();
    let home = dir.path();
    does(home, 0, "new pell --trust open");
    enrolled(home, 0);
    refuses(home, 1, "-C pell open", "the beacon follows from the deadline");
    refuses(home, 1, "-C pell beacon", "no cycle waits for a beacon");
    does(home, 1, "-C pell open --deadline 2023-08-23T15:15:30Z");
    let waits = does(home, 2, "-C pell beacon");
    assert!(waits.starts_with("cycle 1 waits for round 123 of drand"), "{waits}");
    let fetch = "-C pell beacon --command";
    let round = r#"{"round":123,"randomness":"","signature":"b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92"}"#;
    fs::write(home.join("round.json"), round).unwrap();
    fs::write(home.join("other.json"), round.replace("123", "124")).unwrap();
    fs::write(home.join("junk.json"), "<html>").unwrap();
    refuses(home, 2, "-C pell beacon round.json", "which comes at 2023-08-23T15:15:33Z");
    refuses(home, 17, "-C pell resolve --without-orders", "waits for round 123");
    refuses(home, 17, "-C pell beacon junk.json", "this is not a round of drand");
    refuses(home, 17, "-C pell beacon other.json", "this is round 124 of drand");
    refuses(home, 17, "-C pell beacon missing.json", "missing.json");
    refuses(home, 17, "-C pell beacon --missing down", "waits for its beacon until");
    refuses(home, 17, &format!("{fetch} false"), "the beacon's command failed");
    refuses(home, 17, &format!("{fetch} no-such-program"), "cannot run");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let now = (NOW + 60 * 17).to_string();
    command.current_dir(home).env("SOURCE_DATE_EPOCH", now);
    command.args(["-C", "pell", "beacon", "--command", "cat round.json"]);
    assert!(command.status().unwrap().success());
    does(home, 17, "-C pell resolve --without-orders");
    let told = does(home, 18, "-C pell verify");
    assert!(told.contains("ok      beacon: 1 round of drand, each of its deadline"), "{told}");
    assert!(told.contains("ok      links: the seeds of 2 cycles"), "{told}");
}

/// A lock as it is mailed: the entry as it was signed, and its signature.
fn notice(campaign: &Path, cycle: u32) -> Vec<u8> {
    let ledger = campaign.join("ledger");
    let mut names: Vec<_> = fs::read_dir(&ledger).unwrap().map(|e| e.unwrap().path()).collect();
    names.sort();
    let is_lock =
        |text: &str| text.contains("\n  lock:\n") && text.contains(&format!("\ncycle: {cycle}\n"));
    let entry = names.into_iter().find(|path| {
        path.extension().is_some_and(|e| e == "yaml") && is_lock(&fs::read_to_string(path).unwrap())
    });
    let entry = entry.unwrap();
    [fs::read(&entry).unwrap(), fs::read(entry.with_extension("sig")).unwrap()].concat()
}

#[test]
fn a_link_leaves_only_for_the_lock_of_its_cycle() {
    let dir = folder();
    let home = dir.path();
    for name in ["pell", "other"] {
        does(home, 0, &format!("new {name} --links after-lock --proven-dice"));
    }
    enrolled(home, 0);
    for (seat, name) in [("mazianni", "anna"), ("union", "ben")] {
        does(home, 0, &format!("-C other keygen {name}2"));
        does(home, 0, &format!("-C other enroll {seat} {name}2.pub"));
    }
    for name in ["pell", "other"] {
        does(home, 1, &format!("-C {name} open"));
    }
    let link = "-C pell say link --key anna.key";
    refuses(home, 1, link, "cycle 1 is not locked yet");
    refuses(home, 1, "-C pell resolve --without-orders", "lock it with `adjutant lock`");
    // The template has no link, and a file that asks for one is refused at home.
    does(home, 1, "-C pell template --key anna.key -o orders.yaml");
    let orders = fs::read_to_string(home.join("orders.yaml")).unwrap();
    assert!(!orders.contains("\nreveal:"), "{orders}");
    let asks = orders.replacen("\nhead:", &format!("\nreveal: {}\nhead:", "0".repeat(64)), 1);
    fs::write(home.join("asks.yaml"), asks).unwrap();
    let check = "-C pell check asks.yaml --key anna.key";
    refuses(home, 1, check, "in this campaign no link comes with the orders");
    refuses(home, 2, "-C pell lock", "orders are missing");
    let told = does(home, 2, "-C pell lock --without-orders");
    assert!(
        told.contains("cycle     1 is locked\n") && told.contains("link of   mazianni\n"),
        "{told}"
    );
    refuses(home, 2, "-C pell lock --without-orders", "cycle 1 has been locked since");
    does(home, 2, "-C other lock --without-orders");
    // Without a copy: the report, and the lock that was mailed.
    let report = home.join("pell/cycles/0000/reports/mazianni.age");
    fs::copy(report, home.join("report.age")).unwrap();
    fs::write(home.join("pell.lock"), notice(&home.join("pell"), 1)).unwrap();
    fs::write(home.join("other.lock"), notice(&home.join("other"), 1)).unwrap();
    let forged = String::from_utf8(notice(&home.join("pell"), 1)).unwrap();
    fs::write(home.join("forged.lock"), forged.replacen("cycle: 1", "cycle: 2", 1)).unwrap();
    fs::create_dir(home.join("elsewhere")).unwrap();
    let away = "say link --report report.age --key anna.key";
    does(home, 2, "-C pell read --key anna.key");
    refuses(
        home,
        2,
        &format!("-C elsewhere {away}"),
        "nothing here shows that the cycle is locked",
    );
    for (file, why) in [
        ("other.lock", "the lock is not signed by the moderator"),
        ("forged.lock", "signature"),
        ("orders.yaml", "not signed"),
    ] {
        refuses(home, 2, &format!("-C elsewhere {away} --lock {file}"), why);
    }
    does(home, 2, &format!("-C elsewhere {away} --lock pell.lock -o link.txt"));
    does(home, 3, "-C pell take link.txt");
    refuses(home, 3, link, "your link for cycle 1 is in the ledger");
    // Ben is away, and Dora gives his link.
    does(home, 3, "keygen dora --name Dora");
    does(
        home,
        3,
        "-C pell say substitute dora.pub --until +7d --chain dora.chain --key ben.key -o dora.txt",
    );
    does(home, 3, "-C pell take dora.txt");
    let theirs = "-C pell say link --key dora.key";
    refuses(home, 3, &format!("{theirs} --chain anna.pub"), "anna.pub");
    refuses(home, 3, "-C pell say link --key anna.key --chain dora.chain", "dora.chain");
    refuses(home, 3, theirs, "owes no link");
    does(home, 3, &format!("{theirs} --chain dora.chain -o ben.txt"));
    let status = does(home, 3, "-C pell status");
    assert!(
        status.contains("links: cycle 1 is locked, and waits for the links of union"),
        "{status}"
    );
    does(home, 3, "-C pell take ben.txt");
    does(home, 4, "-C pell resolve --without-orders");
    let told = does(home, 4, "-C pell verify");
    assert!(told.contains("ok      locks: 1 cycle locked"), "{told}");
    does(home, 5, "-C pell open");
    does(home, 6, "-C pell lock --without-orders");
    let early = 6 + 2 * 1440;
    refuses(
        home,
        early,
        "-C pell lock --missing late",
        "waits for the links of mazianni and union",
    );
    let told = does(home, early + 1, "-C pell lock --missing late");
    assert!(told.contains("cycle     2 goes on without links of mazianni and union"), "{told}");
    does(home, early + 2, "-C pell resolve --without-orders");
    // Where links come with orders there is nothing to lock.
    does(home, 0, "new plain");
    refuses(home, 0, "-C plain lock", "the campaign has not begun");
}

#[test]
fn people_with_shares_take_up_the_office() {
    let dir = folder();
    let home = dir.path();
    does(home, 0, "new pell");
    enrolled(home, 0);
    for name in ["dora", "erik", "fay"] {
        does(home, 0, &format!("keygen {name} --name {name}"));
    }
    let share = "-C pell office share dora.pub erik.pub fay.pub";
    refuses(home, 1, &format!("{share} --threshold 4 --folder shares"), "4 of 3 shares");
    does(home, 1, &format!("{share} --threshold 2 --folder shares"));
    refuses(
        home,
        1,
        &format!("{share} --threshold 2 --folder shares"),
        "there is such a file already",
    );
    let told = does(home, 2, "-C pell verify");
    assert!(told.contains("any 2 of dora, erik and fay together can take up"), "{told}");
    let pass = "office pass-on shares/erik.share.age dora.pub -o for-dora.age";
    refuses(home, 3, &format!("{pass} --key fay.key"), "erik.share.age");
    does(home, 3, &format!("{pass} --key erik.key"));
    fs::rename(home.join("pell.keys"), home.join("lost")).unwrap();
    let combine = "-C pell office combine --key dora.key --keys dora.keys shares/dora.share.age";
    refuses(home, 4, combine, "2 shares are needed, and there is 1");
    does(home, 4, &format!("{combine} for-dora.age"));
    let next = "-C pell open --deadline 2023-08-24T15:00:00Z --keys dora.keys";
    does(home, 5, next);
}
