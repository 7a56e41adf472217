//! A whole campaign of real packets, played by the computer staff through the same steps as any
//! other.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::DateTime;

use crate::base::words::names;
use crate::base::{Digest, Problem, Time};
use crate::campaign::{Store, folder, layout, world};
use crate::engine::{Chance, Due, Outcome, Seat, Severity, Shelf, Skill};
use crate::ledger::Verification;
use crate::referee::audit::replay::Opened;
use crate::referee::audit::verify;
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::cycle::enroll::{Player, enroll};
use crate::referee::cycle::found::{Charter, found};
use crate::referee::cycle::receive::Intake;
use crate::referee::cycle::{open, resolve, reveal};
use crate::referee::player::own_orders;
use crate::referee::player::template::{self, Ties};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::report::html;
use crate::referee::telling::chronicle::chronicle;
use crate::referee::telling::handed::Play;
use crate::referee::telling::site::site;
use crate::seal::{
    Commitment, FoundingSecret, Identity, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey,
};

/// What the demonstration left behind.
#[derive(Debug)]
pub struct Summary {
    /// The campaign's directory.
    pub campaign: PathBuf,
    /// What was played: the game, and the line below its title in the last report.
    pub title: String,
    /// Cycles played.
    pub cycles: u32,
    /// How the game ended; `None` if it was abandoned after so many cycles.
    pub outcome: Option<Outcome>,
    /// What the verification found.
    pub verdict: Verification,
    /// The pages to open first, below the directory: the chronicle, the site, and the last report
    /// of a winner or else of the first seat.
    pub pages: [String; 3],
}

/// How well the staff plays.
#[derive(Debug, Clone, Default)]
pub struct Skills {
    /// Where nothing else is said.
    pub all: Skill,
    /// At single seats.
    pub each: BTreeMap<Seat, Skill>,
}

impl Skills {
    /// At a seat.
    pub fn at(&self, seat: &Seat) -> Skill {
        self.each.get(seat).copied().unwrap_or(self.all)
    }

    /// Every seat that is named must be one of the game's.
    fn check(&self, charter: &Charter<'_>) -> Result<(), Problem> {
        let seats = charter.seats()?;
        match self.each.keys().find(|seat| !seats.contains(seat)) {
            None => Ok(()),
            Some(unknown) => Err(Problem::usage(format!("there is no seat {unknown}"))
                .hint(format!("the seats are: {}", names(seats.iter())))),
        }
    }
}

/// The first moment of every demonstration: its ledger is the same whenever it is played.
const BEGINNING: i64 = 1_767_225_600;

/// Seconds from one step to the next.
const STEP: i64 = 600;

/// The whole game as one page.
const CHRONICLE: &str = "chronicle.html";

/// The folder of the static site.
const SITE: &str = "site";

/// The page of a seat's report.
fn report_page(cycle: u32, seat: &Seat) -> String {
    format!("reports/{cycle:04}-{seat}.html")
}

struct Demo<'a> {
    root: &'a Path,
    seed: u64,
    shelf: Shelf,
    skills: &'a Skills,
    steps: i64,
    players: BTreeMap<Seat, PlayerSecret>,
    receipts: Vec<(String, Vec<u8>)>,
}

/// Founds, plays, reveals and verifies a campaign under `root`, from a seed, of so many cycles at most.
///
/// # Errors
/// If a skill is given for a seat that the game does not have, the directory is taken or the disk refuses.
pub fn demo(
    root: &Path,
    charter: &Charter<'_>,
    (seed, most): (u64, u32),
    skills: &Skills,
    told: &mut dyn FnMut(&str),
) -> Result<Summary, Problem> {
    skills.check(charter)?;
    let mut demo = Demo {
        root,
        seed,
        shelf: charter.shelf,
        skills,
        steps: 0,
        players: BTreeMap::new(),
        receipts: Vec::new(),
    };
    let mut desk = demo.found(charter)?;
    demo.enroll(&mut desk)?;
    let mut outcome = None;
    let mut cycles = 0;
    while outcome.is_none() && cycles < most {
        let call = open::open(&mut desk, None, demo.now())?;
        demo.send(&mut desk, &call.phase.due)?;
        let resolved = resolve::resolve(&mut desk, false, demo.now())?;
        demo.print_reports(&desk, resolved.cycle)?;
        cycles = resolved.cycle;
        told(&format!("cycle {cycles}: {}, turn {}", call.phase.name, call.phase.turn));
        outcome = resolved.outcome;
    }
    let abandon = outcome.is_none().then_some("the demonstration ends here");
    reveal::reveal(&mut desk, abandon, demo.now())?;
    let title = demo.title(&desk)?;
    let campaign = desk.campaign.store.root().to_owned();
    drop(desk);
    let verdict = demo.verify(&campaign, cycles)?;
    demo.publish(&campaign)?;
    let winner = outcome.as_ref().and_then(|outcome| outcome.winners.first());
    let reader = winner.or_else(|| demo.players.keys().next()).expect("every game has seats");
    let pages = [CHRONICLE.into(), format!("{SITE}/index.html"), report_page(cycles, reader)];
    Ok(Summary { campaign, title, cycles, outcome, verdict, pages })
}

impl Demo<'_> {
    /// The time of the next step.
    fn now(&mut self) -> Time {
        self.steps += 1;
        let time = DateTime::from_timestamp(BEGINNING + STEP * self.steps, 0);
        time.expect("a time of this century").into()
    }

    /// Bytes that follow from the demonstration's seed.
    fn entropy(&self, what: &str) -> [u8; 32] {
        Digest::tagged("adjutant/demo/v1", &[&self.seed.to_be_bytes(), what.as_bytes()]).0
    }

    fn write(&self, path: &str, text: &str, secret: bool) -> Result<(), Problem> {
        world::write_new(&self.root.join(path), text.as_bytes(), secret)
    }

    fn found(&mut self, charter: &Charter<'_>) -> Result<Desk, Problem> {
        let keys = Keys {
            signing: ModeratorKey::generate(self.entropy("moderator")),
            secret: FoundingSecret::generate(self.entropy("campaign")),
        };
        let now = self.now();
        let texts = [keys.signing.write(), keys.secret.write()];
        let salt = Digest(self.entropy("salt"));
        let desk = found(&self.root.join("campaign"), charter, keys, (salt, now))?;
        for (name, text) in ["moderator.key", "campaign.secret"].into_iter().zip(texts) {
            self.write(&format!("campaign.keys/{name}"), text_of(&text), true)?;
        }
        Ok(desk)
    }

    fn enroll(&mut self, desk: &mut Desk) -> Result<(), Problem> {
        for seat in desk.campaign.seats() {
            let mut entropy = [0; 96];
            for (n, part) in entropy.chunks_mut(32).enumerate() {
                part.copy_from_slice(&self.entropy(&format!("{seat}/{n}")));
            }
            let secret = PlayerSecret::generate(entropy);
            let name = format!("Staff of {seat}");
            let genesis = desk.genesis();
            let commitment = Commitment { campaign: genesis, tip: secret.tip(&genesis) };
            let file = PlayerPublic {
                name: Some(name.clone()),
                signing: PublicKey::of(secret.signing()),
                age: secret.identity().recipient(),
                commitment: Some(commitment),
            };
            self.write(&format!("players/{seat}.key"), text_of(&secret.write()), true)?;
            self.write(&format!("players/{seat}.pub"), &file.sign(secret.signing())?, false)?;
            let player = Player::of(&file, name, &genesis)?;
            enroll(desk, &seat, &player, None, self.now())?;
            self.players.insert(seat, secret);
        }
        Ok(())
    }

    /// Every seat with something to order reads its report, writes, checks, seals and sends.
    fn send(&mut self, desk: &mut Desk, due: &BTreeMap<Seat, Due>) -> Result<(), Problem> {
        let mut packets = Vec::new();
        for seat in due.iter().filter(|(_, due)| **due != Due::Nothing).map(|(seat, _)| seat) {
            packets.push((seat.clone(), self.packet(desk, seat)?));
        }
        let now = self.now();
        let cycle = desk.campaign.open_cycle()?;
        let mut intake = Intake::begin(desk)?;
        for (seat, packet) in packets {
            let reply = intake.receive(packet.as_bytes(), now)?;
            let name = format!("mail/{cycle:04}/{seat}.receipt");
            self.write(&format!("mail/{cycle:04}/{seat}.age"), &packet, false)?;
            self.write(&name, &reply.text, false)?;
            self.receipts.push((name, reply.text.into_bytes()));
        }
        Ok(())
    }

    fn packet(&self, desk: &Desk, seat: &Seat) -> Result<String, Problem> {
        let key = &self.players[seat];
        let cycle = desk.campaign.open_cycle()?;
        let path = layout::report(cycle - 1, seat.as_str());
        let report = own_orders::report(&desk.campaign.store.need(&path)?, Some(key.identity()))?;
        let game = own_orders::game(&report.data, Some(&desk.campaign), self.shelf)?;
        let mut chance = Chance::from_seed(self.entropy(&format!("{seat}/{cycle}")));
        let ideas = game.staffed(&report.data.view(), self.skills.at(seat), &mut chance)?;
        let link = own_orders::link(&report.data, Some(&desk.campaign), 0, key)?;
        let ties = Ties { link: Some(link), ..Ties::of(&report, Some(&desk.campaign)) };
        let orders = template::filled(&report, &*game, ties, &ideas)?;
        let findings = own_orders::check(&report.data, &*game, orders.as_bytes())?;
        assert!(
            findings.iter().all(|f| f.severity != Severity::Refused),
            "the staff orders what is refused: {findings:?}"
        );
        self.write(&format!("mail/{cycle:04}/{seat}.yaml"), &orders, false)?;
        own_orders::seal(&report.data, &*game, orders.as_bytes(), key)
    }

    fn identity(&self, seat: &Seat) -> &Identity {
        self.players[seat].identity()
    }

    fn print_reports(&self, desk: &Desk, cycle: u32) -> Result<(), Problem> {
        for seat in self.players.keys() {
            let path = layout::report(cycle, seat.as_str());
            let sealed = desk.campaign.store.need(&path)?;
            let report = own_orders::report(&sealed, Some(self.identity(seat)))?;
            let page = report.data.page(&*desk.campaign.game)?;
            self.write(
                &report_page(cycle, seat),
                &html(&page, &report.data.game, self.shelf)?,
                false,
            )?;
        }
        Ok(())
    }

    /// What was played, as the last public report calls it.
    fn title(&self, desk: &Desk) -> Result<String, Problem> {
        let seat = self.players.keys().next().expect("every game has seats");
        let sealed = desk.campaign.store.need(&layout::report(0, seat.as_str()))?;
        let report = own_orders::report(&sealed, Some(self.identity(seat)))?;
        let page = report.data.page(&*desk.campaign.game)?;
        let place = page.subtitle.as_deref().and_then(|line| line.split(": ").next());
        Ok(place.map_or(page.title.clone(), |place| format!("{}: {place}", page.title)))
    }

    /// Writes the chronicle and the site, as anyone can after the reveal.
    fn publish(&self, campaign: &Path) -> Result<(), Problem> {
        let mut whole = Campaign::load(Store::find(campaign)?, self.shelf)?;
        whole.complete()?;
        let game = whole.ledger.genesis().game.clone();
        let opened = Opened::new(&whole)?.expect("it was revealed");
        self.write(CHRONICLE, &html(&chronicle(&whole, &opened)?, &game, self.shelf)?, false)?;
        let site = site(Store::find(campaign)?, self.shelf, Play::Nowhere)?;
        folder::publish(&self.root.join(SITE), &site.files)
    }

    /// Verifies as both players together would: with every report and every receipt.
    fn verify(&self, campaign: &Path, cycles: u32) -> Result<Verification, Problem> {
        let store = Store::find(campaign)?;
        let mut own = verify::Own { receipts: self.receipts.clone(), ..Default::default() };
        for seat in self.players.keys() {
            let path = layout::report(cycles, seat.as_str());
            let report = own_orders::report(&store.need(&path)?, Some(self.identity(seat)))?;
            own.reports.push((path, report));
        }
        verify::verify(store, &own, self.shelf)
    }
}

fn text_of(secret: &secrecy::SecretString) -> &str {
    secrecy::ExposeSecret::expose_secret(secret)
}
