//! A season of eight members over three rounds, played by the computer staff with real packets.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use chrono::DateTime;
use rayon::prelude::*;

use crate::base::{Digest, Problem, Seat, Time, yaml};
use crate::campaign::{Store, folder, world};
use crate::engine::Skill;
use crate::league::act::{self, Act, Begin, Draw, Enter, Paired, Round};
use crate::league::founding::found_all;
use crate::league::going::Game;
use crate::league::published::{Published, scores};
use crate::league::rules::{FILE, Played};
use crate::league::season::Season;
use crate::league::table::Line;
use crate::league::{audit, lot, pairing, results, site, staff};
use crate::ledger::Stage;
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::cycle::found::Charter;
use crate::referee::cycle::receive::Intake;
use crate::referee::run::steps::Circumstances;
use crate::seal::{FoundingSecret, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey};

/// Who plays.
const MEMBERS: [&str; 8] = ["anna", "ben", "carla", "dora", "emil", "frieda", "gustav", "hanna"];
const ROUNDS: u32 = 3;
/// The first moment of every demonstration.
const BEGINNING: i64 = 1_767_225_600;
/// Seconds from one round to the next, and from one cycle to the next.
const ROUND: i64 = 14 * 86_400;
const STEP: i64 = 600;
/// Cycles after which a game that is still going is given up.
const CYCLES: u32 = 100;

/// What the demonstration left behind.
#[derive(Debug)]
pub struct Summary {
    /// The league's directory.
    pub league: PathBuf,
    /// How many games were played.
    pub games: usize,
    /// The table.
    pub table: Vec<Line>,
    /// How many checks `league verify` made, and what it found.
    pub checks: (usize, Vec<Problem>),
}

struct Demo<'a> {
    root: &'a Path,
    seed: u64,
    members: BTreeMap<String, PlayerSecret>,
}

/// Plays a season under `root` and writes its site.
///
/// # Errors
/// If the directory is taken, the game has no scenario for this, or the disk refuses.
pub fn demo(
    root: &Path,
    charter: &Charter<'_>,
    seed: u64,
    told: &(dyn Fn(&str) + Sync),
) -> Result<Summary, Problem> {
    Store::vacant(root)?;
    let mut demo = Demo { root, seed, members: BTreeMap::new() };
    let store = demo.found(charter)?;
    let played = Played::read(&store, charter.shelf)?;
    let mut season = demo.enter(&store, &played)?;
    for number in 1..=ROUNDS {
        season = demo.round(&store, (&played, &season), number, told)?;
    }
    let scores = scores(&results::all(store.root(), &season, &played));
    let (published, table) = Published::of(&season, &played, &scores);
    published.write(&store)?;
    let checks = audit::check(&store, &played, 1, true);
    let number = checks.iter().map(|check| check.number).sum();
    let problems = checks.into_iter().flat_map(|check| check.problems).collect();
    let (files, _) = site::site(&store, &season, &played, None)?;
    folder::publish(&root.join("site"), &files)?;
    let (league, games) = (demo.league(), season.games().count());
    Ok(Summary { league, games, table: table.lines, checks: (number, problems) })
}

fn at(seconds: i64) -> Time {
    DateTime::from_timestamp(BEGINNING + seconds, 0).expect("a time of this century").into()
}

impl Demo<'_> {
    fn league(&self) -> PathBuf {
        self.root.join("league")
    }

    fn entropy(&self, what: &str) -> [u8; 32] {
        let fields: &[&[u8]] = &[&self.seed.to_be_bytes(), what.as_bytes()];
        Digest::tagged("adjutant/demo-league/v1", fields).0
    }

    fn keys(&self) -> Keys {
        Keys {
            signing: ModeratorKey::generate(self.entropy("moderator")),
            secret: FoundingSecret::generate(self.entropy("secret")),
        }
    }

    fn found(&self, charter: &Charter<'_>) -> Result<Store, Problem> {
        use secrecy::ExposeSecret as _;
        let league = self.league();
        let put = |path: &str, bytes: &[u8]| world::write_new(&league.join(path), bytes, false);
        put("format.yaml", charter.format)?;
        put("scenario.yaml", charter.map)?;
        let options = BTreeMap::from([("options", charter.options)]);
        let options =
            if charter.options.is_empty() { String::new() } else { yaml::write(&options) };
        let game = crate::referee::record::campaign::founded(
            charter.shelf,
            charter.game,
            charter.format,
            charter.map,
            charter.options,
        )?;
        let form = match game.seats().len() {
            2 => format!("{{swiss: {{rounds: {ROUNDS}}}}}"),
            _ => format!("{{groups: {{rounds: {ROUNDS}, promote: 1}}}}"),
        };
        let rules = format!(
            "name: demo\ntitle: The demonstration\ngame: {}\nscenarios: [scenario.yaml]\n\
             format: format.yaml\n{options}form: {form}\nempty-seats: staff\nratings: true\n",
            charter.game
        );
        put(FILE, rules.as_bytes())?;
        let keys = self.keys();
        let private = self.root.join("league.keys");
        let texts =
            [("moderator.key", keys.signing.write()), ("campaign.secret", keys.secret.write())];
        for (name, text) in texts {
            world::write_new(&private.join(name), text.expose_secret().as_bytes(), true)?;
        }
        Ok(Store::at(&league))
    }

    /// Announces the season, enters everybody and closes entries.
    fn enter(&mut self, store: &Store, played: &Played) -> Result<Season, Problem> {
        let place = (played.rules.name.as_str(), 1);
        played.copy(store, 1)?;
        let keys = self.keys();
        let seed = lot::seed(&keys.secret, place, at(0));
        let mut acts = vec![Act::Begin(Begin {
            files: played.files.clone(),
            moderator: PublicKey::of(keys.signing.signing()).to_string(),
            commitment: lot::commitment(place, &seed),
        })];
        for id in MEMBERS {
            let mut entropy = [0; 96];
            for (n, part) in entropy.chunks_mut(32).enumerate() {
                part.copy_from_slice(&self.entropy(&format!("{id}/{n}")));
            }
            let secret = PlayerSecret::generate(entropy);
            let (signing, age) = (PublicKey::of(secret.signing()), secret.identity().recipient());
            let name = crate::base::words::capital(id);
            acts.push(Act::Enter(Enter {
                member: id.to_owned(),
                name: name.clone(),
                signing: signing.to_string(),
                recipient: age.to_string(),
                rating: None,
            }));
            let public = PlayerPublic { name: Some(name), signing, age, commitment: None };
            let text = public.sign(secret.signing())?;
            store.write(&format!("members/{id}.pub"), text.as_bytes())?;
            self.members.insert(id.to_owned(), secret);
        }
        acts.push(Act::Draw(Draw { seed }));
        let mut last = None;
        for act in acts {
            let entry = act::entry(place, last, at(0), act);
            last = Some((entry.number, act::put(store, &entry, keys.signing.signing())?));
        }
        Season::read(store, place.0, 1)
    }

    fn round(
        &self,
        store: &Store,
        (played, season): (&Played, &Season),
        number: u32,
        told: &(dyn Fn(&str) + Sync),
    ) -> Result<Season, Problem> {
        let now = at(ROUND * i64::from(number - 1));
        let scores = scores(&results::all(store.root(), season, played));
        let draft = pairing::next(season, played, &scores)?;
        let keys = || Ok(self.keys());
        let both = (season, played);
        let games = found_all(store.root(), both, &draft, (&keys, &|_| Ok(None)), now)?;
        let round = Round { number, opens: now, games, byes: draft.byes };
        let place = (season.league.as_str(), season.number);
        let entry = act::entry(place, Some(season.last), now, Act::Round(round));
        act::put(store, &entry, self.keys().signing.signing())?;
        let season = Season::read(store, place.0, 1)?;
        let round = season.rounds.last().expect("it was just written");
        let played_on = round.games.par_iter().map(|paired| {
            let game = Game { season: &season, played, round, paired };
            told(&format!("round {number}, {}", paired.game));
            self.play(store, game, number).map_err(|p| p.at(&paired.game))
        });
        played_on.collect::<Vec<_>>().into_iter().collect::<Result<Vec<()>, Problem>>()?;
        Ok(season)
    }

    fn play(&self, store: &Store, game: Game<'_>, number: u32) -> Result<(), Problem> {
        let root = results::place(store.root(), 1, &game.paired.game);
        let mut desk = Desk::take(Store::find(&root)?, self.keys(), game.played.shelf)?;
        for step in 1..=CYCLES {
            let now = at(ROUND * i64::from(number - 1) + STEP * i64::from(step));
            game.go_on(&mut desk, &[], Circumstances::default(), now)?;
            if desk.campaign.stage() == Stage::Closed {
                return Ok(());
            }
            self.order(&mut desk, (game.season, game.paired), now)?;
        }
        let now = at(ROUND * i64::from(number - 1) + STEP * i64::from(CYCLES + 1));
        crate::referee::cycle::reveal::reveal(&mut desk, Some("the demonstration ends here"), now)
    }

    /// Everybody who may order reads their report, and sends a packet.
    fn order(
        &self,
        desk: &mut Desk,
        (season, game): (&Season, &Paired),
        now: Time,
    ) -> Result<(), Problem> {
        let Ok(cycle) = desk.campaign.open_cycle() else { return Ok(()) };
        let opening = desk.campaign.ledger.opening(cycle).expect("it is open");
        let due: Vec<Seat> = opening.due.keys().cloned().collect();
        let seats = season.seats(game);
        let luck = Digest(self.entropy(&game.game));
        let mut packets = Vec::new();
        for seat in due {
            if let Some(key) = seats.get(&seat).and_then(|id| self.members.get(id)) {
                packets.push(staff::packet(&desk.campaign, (&seat, Skill::Regular), key, &luck)?);
            }
        }
        let mut intake = Intake::begin(desk)?;
        for packet in packets {
            intake.receive(packet.as_bytes(), now)?;
        }
        intake.end().map(drop)
    }
}
