//! A campaign of three powers with all that goes wrong between people, and twelve small ones from the same mailbox, by
//! real servers. Who judges knows the ledgers and the mailboxes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use adjutant::campaign::Store;
use adjutant::games;
use adjutant::referee::{Campaign, Stage};

use super::club::Club;
use super::judge::Judge;

/// Small campaigns beside the large one.
const SMALL: usize = 12;
const GAME: &str = "-C games/emperors";

struct Story {
    club: Club,
    /// Reasons given so far: each is a word of its own.
    reasons: u32,
    /// Since when the moderator knows an address, in seconds, by name; and whose campaign it is.
    since: BTreeMap<String, (String, u64)>,
}

impl Story {
    fn begin() -> Option<Self> {
        let club = Club::open()?;
        club.write(
            "calendar.yaml",
            "zone: Europe/London\ndeadlines: {every: [friday 20:00], at-least: 2d}\nearly-close: 1h\ngrace: 6h\n\
             reminders: [48h, 24h]\n",
        );
        club.short_scenario();
        let mut story = Self { club, reasons: 0, since: BTreeMap::new() };
        let powers = [("germany", "Anna"), ("ottoman", "Ben"), ("russia", "Carla")];
        let game = " --game age-of-imperialism --scenario three-powers";
        story.founds("emperors", game, &powers);
        for number in 1..=SMALL {
            let (one, other) = (format!("M{number:02}"), format!("U{number:02}"));
            let seats = [("mazianni", one.as_str()), ("union", other.as_str())];
            story.founds(&format!("g{number:02}"), " --scenario short.yaml", &seats);
        }
        Some(story)
    }

    fn founds(&mut self, campaign: &str, more: &str, seats: &[(&str, &str)]) {
        self.club.founds(campaign, more, seats);
        for (_, name) in seats {
            self.since.insert((*name).to_owned(), (campaign.to_owned(), 0));
        }
    }

    /// The moderator says something about the large campaign, with a reason that is a word of its own.
    fn says(&mut self, words: &str) -> String {
        self.reasons += 1;
        let reason = format!("because{}x", self.reasons);
        self.club.karl(&format!("{GAME} {words} --reason {reason}"), &[])
    }

    fn rounds(&mut self, hours: &[u64]) {
        for hours in hours {
            self.club.round(*hours);
        }
    }

    fn campaign(&self, name: &str) -> Campaign {
        let place = self.club.path("games").join(name);
        Campaign::load(Store::find(&place).unwrap(), games::OURS).unwrap()
    }

    fn campaigns(&self) -> Vec<String> {
        let entries = fs::read_dir(self.club.path("games")).unwrap().map(|entry| entry.unwrap());
        let is_campaign = |path: &Path| path.join("ledger").is_dir();
        let mut names: Vec<String> = entries
            .filter(|entry| is_campaign(&entry.path()))
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Does what is listed as to be done, as it is printed there.
    fn tasks(&mut self, campaign: &str, about: &str) -> usize {
        let status = self.club.karl(&format!("-C games/{campaign} status"), &[]);
        let tasks = status.lines().filter(|line| line.contains(about));
        let commands: Vec<&str> = tasks.map(|line| line.split('`').nth(1).unwrap()).collect();
        for command in &commands {
            let words = command.strip_prefix("adjutant ").unwrap();
            self.club.karl(&format!("-C games/{campaign} {words}"), &[]);
        }
        commands.len()
    }

    fn lost_key(&mut self) {
        self.club.types("Anna", "keygen new --name Anna");
        self.says("enroll germany Anna/new.pub --replace --name Anna");
        "new.key".clone_into(&mut self.club.members.get_mut("Anna").unwrap().key);
        self.rounds(&[2]);
    }

    /// Carla has left; Erik takes over, whose address the moderator forgets.
    fn another_player(&mut self) {
        self.says("calendar drop russia");
        let public = self.club.joins("Erik");
        self.club.mails("Erik", "own.pub");
        self.rounds(&[1]);
        let asks = |club: &Club| club.karl("-C games status", &[]).contains("Erik asks for a seat");
        assert!(asks(&self.club));
        self.club.karl(&format!("{GAME} enroll russia {}", public.display()), &[]);
        assert!(!asks(&self.club), "who has a seat in one campaign asks for none");
        self.rounds(&[2]);
        let status = self.club.karl(&format!("{GAME} status"), &[]);
        assert!(status.contains("not told: russia"), "{status}");
        self.club.write("address", &format!("{}\n", self.club.members["Erik"].address));
        self.club.karl(&format!("{GAME} enroll russia --address address"), &[]);
        let now = self.club.hours * super::HOUR;
        self.since.insert("Erik".to_owned(), ("emperors".to_owned(), now));
        self.rounds(&[1]);
    }

    /// Orders are put in for the wrong seat, and taken back before anybody reads of it.
    fn slip(&mut self) {
        self.club.write("pass.yaml", "[]\n");
        self.says("rule put-in germany pass.yaml");
        let entry = self.campaign("emperors").ledger.len() - 1;
        self.says(&format!("rule revoke {entry}"));
        self.rounds(&[1]);
    }

    fn deputy(&mut self) {
        self.club.joins("Fred");
        self.says("office appoint Fred/own.pub --may extend --until +20d");
        self.rounds(&[1]);
        self.says("deputy --key Fred/own.key extend --by 1d");
        self.rounds(&[1]);
    }

    fn judge(&self) -> (usize, usize, usize) {
        let mut all = (0, 0, 0);
        for (campaign, arrived) in &self.club.arrived {
            let of = |(name, (at, since)): (&String, &(String, u64))| {
                let address = self.club.members[name].address.clone();
                (at == campaign).then(|| (name.clone(), (address, *since)))
            };
            let addresses: BTreeMap<String, (String, u64)> =
                self.since.iter().filter_map(of).collect();
            let ledger = &self.campaign(campaign).ledger;
            let clean = &self.club.clean;
            let judge = Judge { arrived, addresses: &addresses, clean, ledger };
            all = (all.0 + judge.decisions(), all.1 + judge.reports(), all.2 + arrived.len());
            judge.nobody_else_is_asked();
            judge.the_end();
        }
        all
    }
}

#[test]
fn a_club_is_played_by_real_servers_and_every_command_of_every_letter_runs() {
    let Some(mut story) = Story::begin() else {
        eprintln!("skipped: dovecot or aiosmtpd is not installed");
        return;
    };
    // Everybody is welcomed, and sends the links that the welcome asks for.
    story.rounds(&[0, 1]);
    let names: Vec<String> = story.campaigns();
    let status = story.club.karl("-C games status", &[]);
    assert_eq!(status.matches(" sent links for their key").count(), 3 + 2 * SMALL, "{status}");
    assert!(!status.contains("asks for a seat"), "{status}");
    let links: usize = names.iter().map(|name| story.tasks(name, "sent links")).sum();
    assert_eq!(links, 3 + 2 * SMALL, "all of them");
    story.club.karl("-C games open", &[]);
    story.rounds(&[1, 1, 2]);
    story.lost_key();
    story.another_player();
    story.says("calendar extend --by 1d");
    story.slip();
    story.deputy();
    story.says("calendar extend --by 1d");
    story.club.round_without_a_server(1);
    story.rounds(&[1]);
    story.says("resolve --early --without-orders");
    story.rounds(&[1]);
    story.says("undo");
    story.rounds(&[1, 1, 2]);
    // The small ones end by themselves.
    for _ in 0..30 {
        let over = |name: &String| story.campaign(name).stage() == Stage::Closed;
        if names.iter().filter(|name| *name != "emperors").all(over) {
            break;
        }
        story.rounds(&[12]);
    }
    for name in names.iter().filter(|name| *name != "emperors") {
        story.club.karl(&format!("-C games/{name} reveal"), &[]);
    }
    story.club.karl(&format!("{GAME} reveal --abandon because99x"), &[]);
    story.rounds(&[1, 1]);
    let (decisions, reports, mails) = story.judge();
    let ran = &story.club.ran;
    println!(
        "{mails} mails, {reports} reports, {decisions} letters about decisions, commands {ran:?}"
    );
    for command in ["read", "template", "seal", "keygen", "verify", "chronicle"] {
        assert!(ran.contains_key(command), "no letter had {command}: {ran:?}");
    }
    let told = story.club.karl("-C games verify", &[]);
    assert!(!told.contains("FAILED"), "{told}");
}
