//! One key and one chain file serve all games of a season, and each game has links of its own.

use adjutant::seal::ChainFile;
use secrecy::ExposeSecret as _;

use super::*;

impl League {
    /// A member's program, with their key beside it.
    fn program(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(self.dir.path()).args(arguments);
        command.env("SOURCE_DATE_EPOCH", (BEGIN + 3600 * self.hours).to_string());
        output(&mut command)
    }

    fn player(&self, arguments: &[&str]) -> String {
        let output = self.program(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}");
        text(&output) + &told
    }

    /// Writes the secret file of a member.
    fn key(&self, name: &str) {
        let secret = self.members[name].write();
        let path = self.dir.path().join(format!("{name}.key"));
        fs::write(path, secret.expose_secret()).unwrap();
    }

    /// The games of a member, each with their seat.
    fn games_of(&self, name: &str) -> Vec<(Paired, Seat)> {
        let seat =
            |game: &Paired| game.seats.iter().find(|(_, id)| *id == name).map(|s| s.0.clone());
        self.games()
            .into_iter()
            .filter_map(|(_, game)| Some((game.clone(), seat(&game)?)))
            .collect()
    }

    fn tip(&self, game: &str, seat: &Seat) -> Option<Digest> {
        self.campaign(game).holder(seat, 0).unwrap().tip
    }

    fn enroll_file(&self, name: &str) -> Output {
        let path = self.dir.path().join(name);
        self.call(&["enroll", path.to_str().unwrap()])
    }
}

/// A round robin of four, with all three rounds paired; nothing is open.
fn paired() -> League {
    paired_by("")
}

/// The same with more in its rules.
fn paired_by(more: &str) -> League {
    let rules = format!("calendar: campaign.yaml\n{more}");
    let mut league = League::created("{round-robin: {}}", &rules);
    fs::write(league.root().join("campaign.yaml"), "zone: UTC\ndeadlines: {after: 2h}\n").unwrap();
    league.must(&["announce"]);
    for name in &NAMES[..4] {
        league.enroll(name);
        league.key(name);
    }
    for _ in 0..3 {
        league.must(&["pair", "--opens", "+1h"]);
    }
    league
}

#[test]
fn one_key_and_one_chain_file_serve_all_games_of_a_season() {
    let mut league = paired();
    let said = league.player(&["-C", "cup", "league", "chains", "--key", "anna.key"]);
    assert!(said.contains("member    anna\nchains    3 games\nfile      anna.chains\n"), "{said}");
    let games = league.games_of("anna");
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|(game, seat)| league.tip(&game.game, seat).is_none()));
    let told = text(&league.enroll_file("anna.chains"));
    let added = games
        .iter()
        .map(|(game, _)| format!("{}   the links contribute to the seeds\n", game.game));
    assert_eq!(told, added.collect::<String>());
    let anna = PlayerSecret::generate([1; 96]);
    let mut tips = BTreeSet::new();
    for (game, seat) in &games {
        let tip = league.tip(&game.game, seat);
        assert_eq!(tip, Some(anna.tip(&game.campaign)), "{}", game.game);
        tips.insert(tip);
    }
    assert_eq!(tips.len(), 3, "each game has a chain of its own");
    // Given again, it finds it done.
    let told = text(&league.enroll_file("anna.chains"));
    assert_eq!(told.matches("the links contribute already").count(), 3, "{told}");
    // A file that `keygen` made for one game is read as ever.
    let (game, seat) = league.games_of("ben").into_iter().next().unwrap();
    let place = format!("cup/seasons/1/{}", game.game);
    league.player(&["-C", &place, "keygen", "ben-1", "--from", "ben.key"]);
    let told = text(&league.enroll_file("ben-1.pub"));
    assert_eq!(told, format!("{}   the links contribute to the seeds\n", game.game));
    let ben = PlayerSecret::generate([2; 96]);
    assert_eq!(league.tip(&game.game, &seat), Some(ben.tip(&game.campaign)));
    // The games open, and each packet has the link of its own game.
    league.hours += 1;
    league.must(&["run"]);
    league.player(&["-C", "cup", "league", "chains", "--key", "carla.key"]);
    let told = text(&league.enroll_file("carla.chains"));
    assert_eq!(told.matches("the game has begun without them").count(), 3, "{told}");
    fs::create_dir(league.dir.path().join("inbox")).unwrap();
    for (game, _) in &games {
        let place = format!("cup/seasons/1/{}", game.game);
        let orders = format!("{}.yaml", game.game);
        league.player(&["-C", &place, "template", "--key", "anna.key", "-o", &orders]);
        let written = fs::read_to_string(league.dir.path().join(&orders)).unwrap();
        let link = anna.link(&game.campaign, 1, 0).unwrap();
        assert!(written.contains(&link.to_string()), "{written}");
        let packet = format!("inbox/{}.age", game.game);
        league.player(&["-C", &place, "seal", &orders, "--key", "anna.key", "-o", &packet]);
    }
    let (from, to) = (league.dir.path().join("inbox"), league.dir.path().join("outbox"));
    league.must(&["run", "--inbox", from.to_str().unwrap(), "--outbox", to.to_str().unwrap()]);
    league.play_by(3, &|name| name != "anna");
    let told = league.must(&["verify", "--campaigns"]);
    assert!(!told.contains("failed"), "{told}");
    for (game, _) in &games {
        let campaign = league.campaign(&game.game);
        assert!(campaign.ledger.revealed().is_some(), "{}", game.game);
    }
}

#[test]
fn chains_that_do_not_fit_are_refused_and_hold_up_no_other() {
    let league = paired();
    league.player(&["-C", "cup", "league", "chains", "--key", "anna.key"]);
    // One game of three is broken: the others get their chains.
    let games = league.games_of("anna");
    let broken = &games[1].0.game;
    fs::write(league.place(broken).join("ledger/000001.yaml"), "nonsense").unwrap();
    let output = league.enroll_file("anna.chains");
    let (told, said) = (text(&output), String::from_utf8_lossy(&output.stderr).into_owned());
    assert_eq!(output.status.code(), Some(1), "{told}{said}");
    assert!(said.contains(broken), "{said}");
    assert_eq!(told.matches("the links contribute to the seeds").count(), 2, "{told}");
    for (game, seat) in [&games[0], &games[2]] {
        assert!(league.tip(&game.game, seat).is_some(), "{}", game.game);
    }
    // A file in place of another kind of file.
    let place = format!("cup/seasons/1/{}", games[0].0.game);
    let (file, seat) = ("anna.chains", games[0].1.as_str());
    let output = league.program(&["-C", &place, "enroll", seat, file, "--keys", "cup.keys"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("this is a player's chain file, not a player's public file"), "{said}");
    // A key that is nobody's, on either side.
    let stranger = PlayerSecret::generate([99; 96]);
    let path = league.dir.path().join("zoe.key");
    fs::write(&path, stranger.write().expose_secret()).unwrap();
    let output = league.program(&["-C", "cup", "league", "chains", "--key", "zoe.key"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("this key is no member's"), "{said}");
    let written = |secret: &PlayerSecret, file: &ChainFile, name: &str| {
        fs::write(league.dir.path().join(name), file.sign(secret.signing()).unwrap()).unwrap();
        let output = league.enroll_file(name);
        assert_eq!(output.status.code(), Some(1));
        text(&output) + &String::from_utf8_lossy(&output.stderr)
    };
    let campaign = games[0].0.campaign;
    let said = written(&stranger, &ChainFile::of(&stranger, [campaign]), "zoe.chains");
    assert!(said.contains("zoe.chains: this key is no member's"), "{said}");
    // For games of others, and of no league.
    let all: Vec<Paired> = league.games().into_iter().map(|(_, game)| game).collect();
    let others = all.iter().find(|game| !game.seats.values().any(|id| id == "anna")).unwrap();
    let anna = &league.members["anna"];
    let said = written(anna, &ChainFile::of(anna, [others.campaign]), "other.chains");
    assert!(said.contains(&format!("this key has no seat in {}", others.game)), "{said}");
    let said = written(anna, &ChainFile::of(anna, [Digest::of(b"elsewhere")]), "none.chains");
    assert!(said.contains("its chains are for no game of this season"), "{said}");
}

#[test]
fn who_has_no_game_has_no_chains_yet() {
    let league = League::of("{swiss: {rounds: 2}}", "", 3);
    league.key("anna");
    let output = league.program(&["-C", "cup", "league", "chains", "--key", "anna.key"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("anna has no game yet"), "{said}");
}

#[test]
fn a_league_may_take_links_once_a_cycle_is_locked_and_prove_its_dice() {
    let mut league =
        paired_by("links-after-lock: {patience: 4h, withheld: absent}\nproven-dice: true\n");
    league.player(&["-C", "cup", "league", "chains", "--key", "anna.key"]);
    assert!(league.enroll_file("anna.chains").status.success());
    let games = league.games_of("anna");
    for (game, _) in &games {
        let genesis = league.campaign(&game.game).ledger.genesis().clone();
        let terms = genesis.link_terms.expect("the rules say so");
        assert_eq!((terms.patience.to_string(), genesis.dice.is_some()), ("4h".into(), true));
    }
    league.hours += 1;
    league.must(&["run"]);
    let place = |game: &Paired| format!("cup/seasons/1/{}", game.game);
    let given = &games[0].0;
    // Nobody is asked before the lock.
    let early = league.program(&["-C", &place(given), "say", "link", "--key", "anna.key"]);
    assert!(!early.status.success());
    for (_, game) in league.games() {
        assert!(league.order(&game.game, &|_| true));
    }
    league.hours += 3;
    let told = league.must(&["run", "--verbose"]);
    assert_eq!(told.matches("cycle 1 is locked").count(), 6, "{told}");
    // Where nobody has links, nothing is waited for.
    let is_over =
        |league: &League, game: &Paired| league.campaign(&game.game).ledger.result(1).is_some();
    for (_, game) in league.games() {
        assert_eq!(is_over(&league, &game), !game.seats.values().any(|id| id == "anna"), "{told}");
    }
    fs::create_dir(league.dir.path().join("inbox")).unwrap();
    let word = ["say", "link", "--key", "anna.key", "-o", "inbox/anna.txt"];
    league.player(&[&["-C", &place(given)], &word[..]].concat());
    let (from, to) = (league.dir.path().join("inbox"), league.dir.path().join("outbox"));
    let (from, to) = (from.to_str().unwrap(), to.to_str().unwrap());
    let told = league.must(&["run", "--verbose", "--inbox", from, "--outbox", to]);
    assert!(is_over(&league, given) && !is_over(&league, &games[1].0), "{told}");
    league.play_by(3, &|_| false);
    let told = league.must(&["verify", "--campaigns"]);
    assert!(!told.contains("failed"), "{told}");
    let verdict = |game: &Paired| league.player(&["-C", &place(game), "verify"]);
    assert!(!verdict(given).contains("cycle 1 goes on without links of"), "{}", verdict(given));
    assert!(
        verdict(&games[1].0).contains("cycle 1 goes on without links of"),
        "{}",
        verdict(&games[1].0)
    );
}
