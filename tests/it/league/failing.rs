//! A disk that refuses, a key that is refused: each is named, stops no other game, and is carried on once it is mended.

use super::*;

impl League {
    /// A round of three games is open, and everybody has ordered.
    fn ordered() -> Self {
        let mut league = Self::of("{swiss: {rounds: 1}}", "", 6);
        league.must(&["pair"]);
        league.must(&["run"]);
        for (_, game) in league.games() {
            league.order(&game.game, &|_| true);
        }
        league.hours += 1;
        league
    }
}

#[test]
fn a_disk_and_a_key_that_refuse_in_one_game_stop_no_other() {
    let league = League::ordered();
    // A file lies where a game's disk should take a directory.
    let blocked = league.place("r01-b01").join("cycles/0001/reports");
    fs::write(&blocked, "").unwrap();
    // Another game's office is somebody else's now: the league's key is refused.
    let dora = league.file("dora", 77);
    let (place, keys) = (league.place("r01-b02"), league.dir.path().join("cup.keys"));
    let mut office = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    office.arg("-C").arg(&place).args(["office", "hand-over"]).arg(&dora);
    office.args(["--reason", "I have no more time", "-o"]).arg(league.dir.path().join("papers"));
    office.arg("--keys").arg(&keys).env("SOURCE_DATE_EPOCH", BEGIN.to_string());
    let made = output(&mut office);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let (status, said) = league.fails(&["run"]);
    assert_eq!(status, 1, "{said}");
    assert!(said.contains("you are needed in r01-b01 and r01-b02"), "{said}");
    let line = |game: &str| {
        let line = said.lines().find(|line| line.starts_with(game));
        line.unwrap_or_else(|| panic!("{game}: {said}")).to_owned()
    };
    assert!(line("r01-b01").contains("cycles/0001/reports"), "{said}");
    assert!(line("r01-b02").contains("handed the office over"), "{said}");
    assert!(line("r01-b03").contains("cycle 1 is resolved"), "{said}");
    // The list of what waits begins with the games that are broken.
    let told = league.must(&["status"]);
    assert!(told.starts_with("r01-b0"), "{told}");
    fs::remove_file(&blocked).unwrap();
    let (status, said) = league.fails(&["run"]);
    assert!(status == 1 && said.contains("r01-b01  cycle 1 is resolved"), "{said}");
    assert!(said.contains("you are needed in r01-b02"), "{said}");
}

#[test]
fn a_full_disk_is_told_of_every_game_and_the_next_run_carries_on() {
    let mut league = League::ordered();
    let before = crate::bench::files(&league.root());
    // Each file has no more room than this, as on a full disk.
    let mut limited = Command::new("bash");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""]);
    limited.arg(env!("CARGO_BIN_EXE_adjutant")).arg("-C").arg(league.root());
    limited.args(["league", "run"]).env("SOURCE_DATE_EPOCH", (BEGIN + 3600).to_string());
    let made = output(&mut limited);
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(!made.status.success() && said.contains("cannot write"), "{said}");
    assert_eq!(
        crate::bench::files(&league.root()),
        before,
        "nothing is lost, and nothing is half there"
    );
    let said = league.must(&["run"]);
    assert_eq!(said.matches("cycle 1 is resolved").count(), 3, "{said}");
    league.play();
    assert!(!league.must(&["verify", "--campaigns"]).contains("failed"));
}
