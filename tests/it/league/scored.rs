//! What games are worth, what is told of them, and what a run tells while it is under way.

use serde_json::Value;

use super::*;

impl League {
    fn table(&self) -> Value {
        serde_json::from_str(&self.must(&["standings", "--json"])).unwrap()
    }
}

/// The last word of a campaign's public report on each seat's number of this name.
fn counted(league: &League, game: &str, what: &str) -> Vec<i64> {
    let campaign = league.campaign(game);
    let (cycle, _) = campaign.ledger.results().next_back().unwrap();
    let path = adjutant::campaign::layout::public_report(cycle);
    let bytes = campaign.store.need(&path).unwrap();
    let report = adjutant::referee::record::report::Report::read(&String::from_utf8_lossy(&bytes));
    let view = report.unwrap().data.view();
    let all = campaign.game.measures(&view).unwrap();
    all.iter().filter(|measure| measure.what == what).map(|measure| measure.value).collect()
}

#[test]
fn a_game_is_worth_what_it_counts_and_its_scenarios_are_weighed() {
    let scoring = "scoring: {by: {measure: points}, bye: 7}\nscenarios: [short.yaml, other.yaml]\n";
    let mut league = League::created("{round-robin: {}}", "");
    let map = fs::read(league.root().join("short.yaml")).unwrap();
    fs::write(league.root().join("other.yaml"), map).unwrap();
    edit(&league.root().join("league.yaml"), |text| {
        text.replace("scenarios: [short.yaml]\n", scoring)
    });
    league.must(&["announce"]);
    for name in &NAMES[..5] {
        league.enroll(name);
    }
    league.whole();
    let mut due: BTreeMap<String, i64> = BTreeMap::new();
    for (_, game) in league.games() {
        let values = counted(&league, &game.game, "points");
        let seats = league.campaign(&game.game).seats();
        for (seat, value) in seats.iter().zip(values) {
            *due.entry(game.seats[seat].clone()).or_default() += value;
        }
    }
    let told = league.table();
    for line in told["table"].as_array().unwrap() {
        let (id, points) = (line["member"].as_str().unwrap(), line["points"].as_i64().unwrap());
        assert_eq!(points, due[id] + 7, "{id}: {told}");
    }
    assert!(due.values().any(|points| *points > 0), "{due:?}");
    // Ten games, in two scenarios.
    let scenarios = told["scenarios"].as_array().unwrap();
    let games = |of: &Value| of["sides"][0]["games"].as_u64().unwrap();
    assert_eq!(scenarios.len(), 2, "{told}");
    assert_eq!(scenarios.iter().map(games).sum::<u64>(), 10, "{told}");
    assert_eq!(told["sides"][0]["games"], 10, "{told}");
    let shown = league.must(&["standings"]);
    assert!(shown.contains("Scenarios") && shown.contains("other"), "{shown}");
    assert!(!league.must(&["verify"]).contains("failed"));
    // What is counted is in the published table, and held against the ledgers.
    let table = league.root().join("seasons/1/standings.json");
    edit(&table, |text| text.replacen("\"values\":[", "\"values\":[1", 1));
    assert!(league.fails(&["verify"]).1.contains("the published result is not the ledger's"));
}

#[test]
fn who_wins_shares_the_points() {
    let mut league = League::of("{round-robin: {}}", "scoring: {by: shares, win: 5, draw: 2}\n", 4);
    league.whole();
    let told = league.table();
    for line in told["table"].as_array().unwrap() {
        let number = |name: &str| line[name].as_u64().unwrap();
        // Half of five, rounded down.
        assert_eq!(number("points"), 5 * number("won") + 2 * number("drawn"), "{told}");
    }
    assert!(!league.must(&["verify"]).contains("failed"));
}

#[test]
fn witnesses_of_a_league_are_those_of_all_its_games() {
    let mut league = League::created("{swiss: {rounds: 1}}", "");
    let mut lines = Vec::new();
    for name in ["one", "two"] {
        let mut keygen = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        keygen.current_dir(league.dir.path()).args(["--json", "witness", "keygen", name]);
        keygen.args(["-o", &format!("{name}.key")]);
        let made: Value = serde_json::from_slice(&output(&mut keygen).stdout).unwrap();
        lines.push(made["witness"].as_str().unwrap().to_owned());
    }
    let named = |quorum: u32| {
        format!("witnesses:\n- \"{}\"\n- \"{}\"\nquorum: {quorum}\n", lines[0], lines[1])
    };
    let rules = league.root().join("league.yaml");
    let before = fs::read_to_string(&rules).unwrap();
    fs::write(&rules, format!("{before}{}", named(3))).unwrap();
    let (_, told) = league.fails(&["announce"]);
    assert!(told.contains("league.yaml") && told.contains("witnesses"), "{told}");
    fs::write(&rules, format!("{before}{}", named(1))).unwrap();
    league.must(&["announce"]);
    for name in &NAMES[..4] {
        league.enroll(name);
    }
    league.whole();
    for (_, game) in league.games() {
        let campaign = league.campaign(&game.game);
        let genesis = campaign.ledger.genesis();
        assert_eq!((genesis.witnesses.clone(), genesis.quorum), (lines.clone(), 1));
    }
    let told = league.must(&["verify", "--campaigns"]);
    assert!(!told.contains("failed"), "{told}");
}

#[test]
fn a_run_is_told_as_a_log_as_data_and_with_a_bar_on_a_terminal() {
    let mut league = League::of("{swiss: {rounds: 1}}", "", 6);
    league.must(&["pair"]);
    let told: Value = serde_json::from_str(&league.must(&["run", "--json"])).unwrap();
    let games = told["games"].as_array().unwrap();
    assert_eq!((games.len(), &told["changed"]), (3, &Value::from(3)), "{told}");
    for (game, name) in games.iter().zip(["r01-b01", "r01-b02", "r01-b03"]) {
        assert_eq!(game["game"], name, "{told}");
        assert_eq!(game["steps"][0], "cycle 1 is opened", "{told}");
        assert!(game["problem"].is_null(), "{told}");
    }
    let log = fs::read_to_string(league.root().join("seasons/1/run.log")).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 3, "{log}");
    assert_eq!(lines[1], "2026-01-01T00:00:00Z  r01-b02  cycle 1 is opened", "{log}");
    // The next run has a log of its own.
    for name in ["r01-b01", "r01-b02", "r01-b03"] {
        league.order(name, &|_| true);
    }
    league.hours += 1;
    let mut command = Command::new("script");
    let line =
        format!("{} -C {} league run", env!("CARGO_BIN_EXE_adjutant"), league.root().display());
    command.args(["-qec", &line, "/dev/null"]).stdin(std::process::Stdio::null());
    command.env("SOURCE_DATE_EPOCH", (BEGIN + 3600).to_string()).env("TERM", "xterm");
    let output = command.output().expect("`script` is a part of util-linux");
    let seen = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{seen}");
    assert!(seen.contains("/3"), "a bar that counts to three: {seen:?}");
    assert!(seen.contains("r01-b03  cycle 1 is resolved"), "{seen}");
    let log = fs::read_to_string(league.root().join("seasons/1/run.log")).unwrap();
    assert_eq!(log.matches("  cycle 1 is resolved; cycle 2 is opened\n").count(), 3, "{log}");
}
