//! What is wrong is refused with its place, or found by `league verify`.

use adjutant::campaign::layout;
use adjutant::games::OURS;
use adjutant::league::act::{self, Act};
use serde_json::{Value, json};

use super::*;

/// Replaces the last act of a kind by another, signed as it should be, and all acts after it.
fn forge(league: &League, change: &dyn Fn(&mut Act) -> bool) {
    let store = Store::at(&league.root());
    let keys = league.keys();
    let mut last = None;
    let mut changed = false;
    for number in 1.. {
        let path = act::path(1, number);
        let Some(bytes) = store.read(&path).unwrap() else { break };
        let mut entry = act::read(&bytes).unwrap().entry;
        changed |= change(&mut entry.act);
        entry.previous = last;
        let text = act::file(&entry, keys.signing.signing());
        last = Some(Digest::of(text.as_bytes()));
        store.write(&path, text.as_bytes()).unwrap();
    }
    assert!(changed, "nothing was forged");
}

fn rounds(number: u32, change: impl Fn(&mut Round)) -> impl Fn(&mut Act) -> bool {
    move |act| match act {
        Act::Round(round) if round.number == number => {
            change(round);
            true
        }
        _ => false,
    }
}

/// What `verify` says, and what was done.
type Falsification<'a> = (&'a str, &'a dyn Fn(&League));

/// Each falsification of a season that is over: what is done, and what `verify` says.
#[test]
fn whatever_is_falsified_is_found() {
    let mut league = League::of("{swiss: {rounds: 2}}", "", 5);
    league.whole();
    let whole = crate::bench::files(league.dir.path());
    let table = league.root().join("seasons/1/standings.json");
    let falsify: [Falsification<'_>; 14] = [
        ("table     failed: seasons/1/standings.json: ", &|_| {
            edit(&table, |text| text.replacen("\"points\":2", "\"points\":3", 1));
        }),
        ("rating is not what the ledgers give", &|_| {
            edit(&table, |text| text.replacen("\"rating\":1", "\"rating\":2", 1));
        }),
        ("the published result is not the ledger's", &|_| {
            edit(&table, |text| {
                if text.contains("\"winners\":[0]") {
                    text.replacen("\"winners\":[0]", "\"winners\":[1]", 1)
                } else {
                    text.replacen("\"winners\":[1]", "\"winners\":[0]", 1)
                }
            });
        }),
        ("a result is published that no ledger has", &|_| {
            edit(&table, |text| text.replacen("r01-b01", "r09-b01", 1));
        }),
        ("table     failed: seasons/1/standings.json", &|_| {
            edit(&table, |text| text.replace("\"member\":\"anna\"", "\"member\":\"anne\""));
        }),
        ("the seats were drawn otherwise", &|league| {
            forge(
                league,
                &rounds(1, |round| {
                    let seats = &mut round.games[0].seats;
                    let names: Vec<String> = seats.values().rev().cloned().collect();
                    seats.values_mut().zip(names).for_each(|(id, name)| *id = name);
                }),
            );
        }),
        ("others meet here", &|league| {
            forge(
                league,
                &rounds(2, |round| {
                    let (a, b) = (round.games[0].seats.clone(), round.games[1].seats.clone());
                    let (x, y) = (a.values().next().unwrap(), b.values().next().unwrap());
                    *round.games[0].seats.values_mut().next().unwrap() = y.clone();
                    *round.games[1].seats.values_mut().next().unwrap() = x.clone();
                }),
            );
        }),
        ("gives a bye to", &|league| {
            forge(league, &rounds(2, |round| round.byes.clear()));
        }),
        ("was drawn, not another", &|league| {
            forge(league, &rounds(1, |round| round.games[0].scenario = "another".to_owned()));
        }),
        ("the ledger is that of another campaign", &|league| {
            fs::remove_dir_all(league.place("r01-b01")).unwrap();
            crate::bench::copy(&league.place("r01-b02"), &league.place("r01-b01"));
        }),
        ("this seed is not the one that was committed", &|league| {
            forge(league, &|act| match act {
                Act::Draw(draw) => {
                    draw.seed = Digest::of(b"another");
                    true
                }
                _ => false,
            });
        }),
        ("acts      failed", &|league| {
            edit(&league.root().join(act::path(1, 3)), |text| {
                text.replace("Player ben", "Player bob")
            });
        }),
        ("the file has changed since season 1 was announced", &|league| {
            edit(&league.root().join("league.yaml"), |text| {
                text.replace("ratings: true", "ratings: false")
            });
        }),
        ("the file is not the one that the ledger lists", &|league| {
            let root = league.place("r01-b01");
            let store = Store::find(&root).unwrap();
            let (cycle, _) =
                Campaign::load(store, OURS).unwrap().ledger.results().next_back().unwrap();
            edit(&root.join(layout::public_report(cycle)), |text| text.replacen('a', "b", 1));
        }),
    ];
    for (told, falsify) in falsify {
        falsify(&league);
        let (status, said) = league.fails(&["verify"]);
        assert!(said.contains(told), "{told}:\n{said}");
        assert_eq!(status, 1, "{said}");
        // As it was.
        for name in ["cup", "cup.keys"] {
            fs::remove_dir_all(league.dir.path().join(name)).unwrap();
        }
        for (path, bytes) in &whole {
            let full = league.dir.path().join(path);
            fs::create_dir_all(full.parent().unwrap()).unwrap();
            fs::write(full, bytes).unwrap();
        }
    }
    league.must(&["verify"]);
}

/// What is done to a published table, and what `verify` says of it.
type Change = (&'static str, fn(&mut Value));

/// The table alone, in every way in which it can be false: each number of a line, the lines, the results, and
/// whose table it is.
const TABLES: [Change; 23] = [
    ("the published points is not", |all| all["table"][1]["points"] = json!(6)),
    ("the published place is not", |all| {
        let (a, b) = (all["table"][0]["place"].clone(), all["table"][1]["place"].clone());
        (all["table"][0]["place"], all["table"][1]["place"]) = (b, a);
    }),
    ("the published rating is not", |all| all["table"][2]["rating"] = json!(1903)),
    ("the published rating is not", |all| drop(line(all, 0).remove("rating"))),
    ("the published tie-breaks is not", |all| all["table"][0]["breaks"][1] = json!(99)),
    ("the published tie-breaks is not", |all| all["table"][0]["breaks"] = json!([])),
    ("the published games is not", |all| all["table"][0]["won"] = json!(0)),
    ("the published games is not", |all| all["table"][3]["drawn"] = json!(1)),
    ("the published games is not", |all| all["table"][0]["lost"] = json!(5)),
    ("the published games is not", |all| all["table"][1]["played"] = json!(9)),
    ("the published games is not", |all| all["table"][4]["forfeited"] = json!(7)),
    ("the published games is not", |all| all["table"][2]["byes"] = json!(4)),
    ("is missing", |all| drop(list(all, "table").remove(2))),
    ("a member or a result stands in it twice", |all| {
        let first = all["table"][0].clone();
        list(all, "table").push(first);
    }),
    ("zoe is no member", |all| {
        let mut new = all["table"][0].clone();
        new["member"] = json!("zoe");
        list(all, "table").push(new);
    }),
    ("its lines or results are in another order", |all| list(all, "table").swap(0, 1)),
    ("the published result is not the ledger's", |all| {
        let winners = list(&mut all["results"][0], "winners");
        if winners.is_empty() { winners.push(json!(0)) } else { winners.clear() }
    }),
    ("the published result is not the ledger's", |all| all["results"][1]["unplayed"] = json!(true)),
    ("1 results are not in it", |all| drop(list(all, "results").remove(0))),
    ("a member or a result stands in it twice", |all| {
        let first = all["results"][0].clone();
        list(all, "results").push(first);
    }),
    ("it counts 4294967295 acts", |all| all["acts"] = json!(u32::MAX)),
    ("it is the table of another league or season", |all| all["league"] = json!("pokal")),
    ("this is not a standings-v1 file", |all| all["adjutant"] = json!("standings-v2")),
];

fn list<'a>(all: &'a mut Value, name: &str) -> &'a mut Vec<Value> {
    all[name].as_array_mut().unwrap()
}

fn line(all: &mut Value, at: usize) -> &mut serde_json::Map<String, Value> {
    all["table"][at].as_object_mut().unwrap()
}

#[test]
fn a_table_falsified_in_any_way_is_found() {
    let mut league = League::of("{swiss: {rounds: 2}}", "", 5);
    league.whole();
    let path = league.root().join("seasons/1/standings.json");
    let whole = fs::read_to_string(&path).unwrap();
    let published: Value = serde_json::from_str(&whole).unwrap();
    for (told, change) in TABLES {
        let mut all = published.clone();
        change(&mut all);
        assert_ne!(all, published, "{told}: nothing was changed");
        fs::write(&path, all.to_string()).unwrap();
        let (status, said) = league.fails(&["verify"]);
        let line = said.lines().find(|line| line.starts_with("table     failed: "));
        let line = line.unwrap_or_else(|| panic!("{told}:\n{said}"));
        assert!(status == 1 && line.contains(told), "{told}:\n{said}");
        assert!(line.contains("seasons/1/standings.json"), "{line}");
        // Nothing else is wrong.
        assert_eq!(said.matches(" passed: ").count(), 4, "{said}");
    }
    fs::write(&path, whole).unwrap();
    league.must(&["verify"]);
}

#[test]
fn what_is_entered_wrongly_is_refused_with_its_place() {
    let mut league = League::announced("{swiss: {rounds: 2}}", "");
    league.enroll("anna");
    let again = league.file("anna", 1);
    let (status, told) = league.fails(&["enroll", again.to_str().unwrap()]);
    assert!(status == 1 && told.contains("anna.pub: anna is a member already"), "{told}");
    // Two members with one key.
    let same = league.file("ben", 1);
    let (_, told) = league.fails(&["enroll", same.to_str().unwrap()]);
    assert!(told.contains("ben.pub: anna has this key already"), "{told}");
    let staff = league.file("staff", 9);
    let (_, told) = league.fails(&["enroll", staff.to_str().unwrap()]);
    assert!(told.contains("nobody can be called staff"), "{told}");
    let (_, told) = league.fails(&["pair"]);
    assert!(told.contains("at least two members"), "{told}");
    league.enroll("ben");
    // New keys are entered as such.
    let new = league.file("ben", 30);
    let words = ["enroll", new.to_str().unwrap(), "--replace", "--reason", "lost"];
    league.must(&words);
    league.members.insert("ben".to_owned(), PlayerSecret::generate([30; 96]));
    let (_, told) = league.fails(&["challenge", "anna", "ben"]);
    assert!(told.contains("only in a ladder"), "{told}");
    let (_, told) = league.fails(&["withdraw", "bem", "--reason", "x"]);
    assert!(
        told.contains("there is no member bem") && told.contains("did you mean ben?"),
        "{told}"
    );
    // Rules do not change in mid-season.
    edit(&league.root().join("league.yaml"), |text| text.replace("rounds: 2", "rounds: 3"));
    let (_, told) = league.fails(&["pair"]);
    assert!(told.contains("league.yaml: the file has changed since season 1"), "{told}");
    edit(&league.root().join("league.yaml"), |text| text.replace("rounds: 3", "rounds: 2"));
    league.must(&["pair"]);
    let (_, told) = league.fails(&["replace", "r01-b09", "union", "staff", "--reason", "x"]);
    assert!(told.contains("there is no game r01-b09"), "{told}");
    let (_, told) = league.fails(&["replace", "r01-b01", "unin", "staff", "--reason", "x"]);
    assert!(told.contains("its seats are: mazianni, union"), "{told}");
    league.play();
    assert!(!league.must(&["verify"]).contains("failed"));
}

#[test]
fn rules_that_do_not_fit_are_refused_with_their_place() {
    let cases = [
        ("{swiss: {rounds: 0}}", "", "league.yaml: 0 rounds"),
        ("{swis: {rounds: 2}}", "", "league.yaml:4"),
        ("{groups: {rounds: 2, promote: 2}}", "", "promote: 2"),
        ("{ladder: {reach: 0, rounds: 2}}", "", "reach: 0"),
        ("{knockout: {}}", "scoring: {win: 0}\n", "scoring: win 0"),
        ("{knockout: {}}", "tie-breaks: [wins, wins]\n", "wins is listed twice"),
        ("{knockout: {}}", "calendar: none.yaml\n", "none.yaml"),
        ("{swiss: {rounds: 2}}", "scoring: {by: {measure: points}}\n", "the Swiss system pairs by"),
        ("{knockout: {}}", "scoring: {by: {measure: point}}\n", "did you mean points?"),
        ("{knockout: {}}", "scoring: {by: {measure: gold}}\n", "it counts: points, ships"),
        ("{knockout: {}}", "scoring: {by: {places: {points: [1, 1]}}}\n", "do not fall"),
        ("{knockout: {}}", "scoring: {by: {places: {points: [3, 2, 1]}}}\n", "3 places"),
        ("{knockout: {}}", "witnesses: [nonsense]\n", "league.yaml"),
        ("{knockout: {}}", "quorum: 1\n", "league.yaml"),
        ("{knockout: {}}", "reveal: {after: 3}\n", "cannot be opened before the end: which carr"),
        ("{knockout: {}}", "options: {no-such: \"yes\"}\n", "league.yaml: scenario short"),
    ];
    for (form, more, expected) in cases {
        let league = League::created(form, more);
        let (status, told) = league.fails(&["announce"]);
        assert!(told.contains(expected), "{form} {more}: {told}");
        assert!([1, 2, 4].contains(&status), "{told}");
    }
    // A round robin takes nobody later.
    let mut league = League::of("{round-robin: {}}", "", 3);
    league.must(&["pair"]);
    let late = league.file("dora", 4);
    let (_, told) = league.fails(&["enroll", late.to_str().unwrap()]);
    assert!(told.contains("takes no later ones"), "{told}");
    let (_, told) = league.fails(&["announce"]);
    assert!(told.contains("season 1 is not over"), "{told}");
    league.hours += 1;
}

#[test]
fn the_example_is_a_league() {
    let dir = folder();
    crate::bench::copy(Path::new("examples/league/cup"), dir.path());
    Played::read(&Store::at(dir.path()), OURS).unwrap();
}
