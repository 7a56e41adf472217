//! One post serves all games of a season: mail comes in by a Maildir, and what is written leaves into a folder.

use adjutant::engine::Skill;
use adjutant::post::Message;
use adjutant::referee::player::own_orders;
use adjutant::seal::sealed;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::*;

/// A season whose members have addresses, with a post.
fn posted() -> League {
    let mut league = League::created("{swiss: {rounds: 1}}", "calendar: campaign.yaml\n");
    fs::write(
        league.root().join("campaign.yaml"),
        "zone: UTC\ndeadlines: {after: 3h}\nearly-close: 1h\n",
    )
    .unwrap();
    league.must(&["announce"]);
    for name in &NAMES[..4] {
        let address = league.dir.path().join("address");
        fs::write(&address, format!("{name}@example.net\n")).unwrap();
        league.enroll_with(name, &["--address", address.to_str().unwrap()]);
    }
    league.must(&["pair"]);
    for part in ["new", "cur", "tmp"] {
        fs::create_dir_all(league.dir.path().join("Maildir").join(part)).unwrap();
    }
    let post = league.dir.path().join("cup.post");
    fs::create_dir(&post).unwrap();
    let text = "from: post@example.org\nmoderator: karl@example.org\n\
                in: [{maildir: ../Maildir}]\nout: {folder: ../sent}\n";
    fs::write(post.join("post.yaml"), text).unwrap();
    league
}

impl League {
    /// A run by the post; its status and what it said.
    fn run_by_post(&self, more: &[&str]) -> (i32, String) {
        let post = self.dir.path().join("cup.post");
        let words = [&["run", "--post", post.to_str().unwrap()], more].concat();
        let output = self.call(&words);
        let said = text(&output) + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap(), said)
    }

    /// The mails that have left, by name.
    fn sent(&self) -> BTreeMap<String, Vec<u8>> {
        let folder = self.dir.path().join("sent");
        if folder.exists() { crate::bench::files(&folder) } else { BTreeMap::new() }
    }

    /// Everybody's orders for the first cycle of a game lie in the Maildir.
    fn deliver(&self, game: &Paired) -> usize {
        let campaign = self.campaign(&game.game);
        let due: Vec<Seat> = campaign.ledger.opening(1).unwrap().due.keys().cloned().collect();
        for seat in &due {
            let id = &game.seats[seat];
            let luck = Digest::of(game.game.as_bytes());
            let packet =
                staff::packet(&campaign, (seat, Skill::Regular), &self.members[id], &luck).unwrap();
            let code = BASE64_STANDARD.encode(packet);
            let mail = format!(
                "Message-ID: <{id}@example.net>\r\nFrom: {id}@example.net\r\nMIME-Version: 1.0\r\n\
                 Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n\
                 {code}\r\n"
            );
            let path = self.dir.path().join("Maildir/new").join(id);
            fs::write(&path, mail).unwrap();
            let time =
                std::time::UNIX_EPOCH + std::time::Duration::from_secs(BEGIN + 3600 * self.hours);
            fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
        }
        due.len()
    }
}

#[test]
fn mail_for_all_games_goes_through_one_post() {
    let mut league = posted();
    // Held back, nothing leaves until somebody sends it.
    let (status, said) = league.run_by_post(&["--hold"]);
    assert!(status == 0 && said.contains("cycle 1 is opened"), "{said}");
    assert!(league.sent().is_empty(), "{:?}", league.sent().keys());
    let (status, said) = league.run_by_post(&[]);
    assert!([0, 3].contains(&status), "{said}");
    // Each member has the report of their own game, which they alone can read.
    let sent = league.sent();
    assert_eq!(sent.len(), 4, "{:?}", sent.keys());
    for mail in sent.values() {
        let whole = String::from_utf8_lossy(mail).into_owned();
        let to = whole.lines().find_map(|line| line.strip_prefix("To:")).unwrap();
        let id = NAMES.iter().find(|name| to.contains(*name)).unwrap();
        let message = Message::read(mail);
        let enclosed = message.offers.iter().find(|offer| sealed::is_sealed(offer)).unwrap();
        let identity = league.members[*id].identity();
        own_orders::report(enclosed, Some(identity)).unwrap();
    }
    // A run in which nothing comes sends nothing.
    let (status, said) = league.run_by_post(&[]);
    assert_eq!(status, 3, "{said}");
    assert_eq!(league.sent().len(), 4);
    // Packets for both games come, and one of the games cannot be read: they wait.
    let games = league.games();
    let due: Vec<usize> = games.iter().map(|(_, game)| league.deliver(game)).collect();
    let entry = league.place(&games[1].1.game).join("ledger/000001.yaml");
    let whole = fs::read(&entry).unwrap();
    fs::write(&entry, "nonsense").unwrap();
    league.hours += 1;
    let (status, said) = league.run_by_post(&[]);
    assert!(status == 4 && said.contains("needs you"), "{said}");
    assert!(said.contains(&format!("{}  ", games[0].1.game)), "{said}");
    let receipts = |league: &League| league.sent().keys().filter(|n| n.contains("receipt")).count();
    assert_eq!(receipts(&league), due[0], "{said}");
    fs::write(&entry, whole).unwrap();
    let (status, said) = league.run_by_post(&["--json"]);
    assert_eq!(status, 0, "{said}");
    let value: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(value["games"].as_array().unwrap().len(), 2, "{said}");
    assert_eq!(value["post"].as_array().unwrap().len(), 0, "{said}");
    assert_eq!(receipts(&league), due.iter().sum::<usize>(), "{said}");
    // The deadline passes in both, without further mail.
    league.hours += 4;
    let (status, said) = league.run_by_post(&["--verbose"]);
    assert!(status == 0 && said.matches("cycle 2 is resolved").count() == 2, "{said}");
    let told = league.must(&["verify", "--campaigns"]);
    assert!(!told.contains("failed"), "{told}");
}
