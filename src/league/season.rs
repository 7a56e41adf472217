//! A season as its acts tell it. What the acts say is checked while they are read; what follows from results is
//! checked by `league verify`.

use std::collections::BTreeMap;

use crate::base::words::nearest;
use crate::base::{Digest, Problem, Seat, Time};
use crate::campaign::Store;
use crate::league::act::{self, Act, Begin, Enter, Entry, Paired, Replace, Round, STAFF};
use crate::league::lot::{self, Lot};
use crate::league::rules::{FILE, Played};
use crate::ledger::check_name;
use crate::seal::PublicKey;

/// Seasons that are looked for.
const SEASONS: u32 = 9999;

/// Somebody who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// What the league calls them.
    pub id: String,
    /// What they want to be called.
    pub name: String,
    /// Their signing keys, the newest last.
    pub keys: Vec<String>,
    /// What their reports are encrypted to.
    pub recipient: String,
    /// Their rating before the season.
    pub rating: Option<u32>,
    /// The first round in which they play.
    pub from: u32,
    /// The first round in which they no longer play.
    pub until: Option<u32>,
}

impl Member {
    /// True if they play in a round.
    pub fn plays(&self, round: u32) -> bool {
        self.from <= round && self.until.is_none_or(|until| round < until)
    }
}

/// A season.
#[derive(Debug, Clone)]
pub struct Season {
    /// The league's name.
    pub league: String,
    /// Its number.
    pub number: u32,
    /// Its first act.
    pub begin: Begin,
    /// When it was announced.
    pub begun: Time,
    /// Who plays, as they entered.
    pub members: Vec<Member>,
    /// How many of them entered before the draw.
    pub founders: usize,
    /// The lot, once entries are closed.
    pub lot: Option<Lot>,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// When each of them was paired.
    pub paired: Vec<Time>,
    /// Challenges that were not played yet.
    pub challenges: Vec<(String, String)>,
    /// Who took over which seat.
    pub replaced: Vec<Replace>,
    /// Number, digest and time of the last act.
    pub last: (u32, Digest),
    /// When that was.
    pub time: Time,
}

impl Season {
    /// The number of the newest season; 0 if none was announced.
    pub fn newest(store: &Store) -> u32 {
        (1..=SEASONS)
            .take_while(|season| store.has(&act::path(*season, 1)))
            .last()
            .unwrap_or_default()
    }

    /// Reads a season of the league of these rules.
    ///
    /// # Errors
    /// The first act that is not as it should be, with its place.
    pub fn read(store: &Store, league: &str, number: u32) -> Result<Self, Problem> {
        Self::read_with(store, league, number, &mut |_, _| {})
    }

    /// The same; before each act but the first is taken, `told` gets the season as it is and the act.
    ///
    /// # Errors
    /// As [`Season::read`].
    pub fn read_with(
        store: &Store,
        league: &str,
        number: u32,
        told: &mut dyn FnMut(&Self, &Entry),
    ) -> Result<Self, Problem> {
        let mut season: Option<Self> = None;
        for n in 1.. {
            let path = act::path(number, n);
            let Some(bytes) = store.read(&path)? else { break };
            let read = act::read(&bytes).map_err(|p| p.at(&path))?;
            let named = (read.entry.league.as_str(), read.entry.season, read.entry.number);
            if named != (league, number, n) {
                return Err(Problem::refused("this act belongs to another place").at(path));
            }
            match &mut season {
                None => season = Some(Self::begun(read).map_err(|p| p.at(&path))?),
                Some(season) => {
                    told(season, &read.entry);
                    season.add(read).map_err(|p| p.at(&path))?;
                }
            }
        }
        let files = store.list(&act::folder(number))?;
        let season = season.ok_or_else(|| {
            Problem::nothing(format!("there is no season {number}"))
                .hint("announce one with `adjutant league announce`")
        })?;
        let expected = season.last.0 as usize;
        if files.len() != expected {
            return Err(Problem::refused(format!(
                "{} acts are there, {expected} in a row",
                files.len()
            ))
            .at(act::folder(number))
            .hint("one is missing; restore it from a backup"));
        }
        Ok(season)
    }

    fn begun(read: act::Read) -> Result<Self, Problem> {
        let act::Read { entry, digest, key } = read;
        let Act::Begin(begin) = entry.act else {
            return Err(Problem::refused("a season begins with the act that announces it"));
        };
        if begin.moderator != key.to_string() || entry.previous.is_some() {
            return Err(Problem::refused("the act is not signed with the key that it names"));
        }
        Ok(Self {
            league: entry.league,
            number: entry.season,
            begin,
            begun: entry.time,
            members: Vec::new(),
            founders: 0,
            lot: None,
            rounds: Vec::new(),
            paired: Vec::new(),
            challenges: Vec::new(),
            replaced: Vec::new(),
            last: (1, digest),
            time: entry.time,
        })
    }

    fn add(&mut self, read: act::Read) -> Result<(), Problem> {
        let act::Read { entry, digest, key } = read;
        if entry.previous != Some(self.last.1) {
            return Err(Problem::refused("the act does not follow from the one before it")
                .hint("one of the two was exchanged; compare with a copy"));
        }
        if key.to_string() != self.begin.moderator {
            return Err(Problem::refused("the act is signed with another key than the season's")
                .hint(format!("its fingerprint is {}", key.fingerprint())));
        }
        if entry.time < self.time {
            return Err(Problem::refused("the act is older than the one before it"));
        }
        self.take(&entry)?;
        (self.last, self.time) = ((entry.number, digest), entry.time);
        Ok(())
    }

    /// Takes what an act says, if it can be.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn take(&mut self, entry: &Entry) -> Result<(), Problem> {
        let next = self.next();
        match &entry.act {
            Act::Begin(_) => return Err(Problem::refused("the season is announced already")),
            Act::Enter(enter) => self.enter(enter)?,
            Act::Keys(keys) => {
                self.is_new_key(&keys.signing, Some(&keys.member))?;
                let member = self.member_mut(&keys.member)?;
                member.keys.push(keys.signing.clone());
                member.recipient.clone_from(&keys.recipient);
            }
            Act::Draw(draw) => self.draw(&draw.seed)?,
            Act::Challenge(challenge) => {
                for id in [&challenge.by, &challenge.of] {
                    self.playing(id)?;
                    let busy = |(by, of): &(String, String)| by == id || of == id;
                    if self.challenges.iter().any(busy) {
                        return Err(Problem::refused(format!("{id} has a challenge already"))
                            .hint("it is played in the next round"));
                    }
                }
                if challenge.by == challenge.of {
                    return Err(Problem::refused("nobody challenges themselves"));
                }
                self.challenges.push((challenge.by.clone(), challenge.of.clone()));
            }
            Act::Round(round) => self.round(round, entry.time)?,
            Act::Postpone(postpone) => {
                let round = (postpone.round as usize).checked_sub(1);
                let round = round.and_then(|at| self.rounds.get_mut(at)).ok_or_else(|| {
                    Problem::refused(format!("round {} is not paired", postpone.round))
                })?;
                round.opens = postpone.opens;
            }
            Act::Withdraw(withdraw) => {
                self.playing(&withdraw.member)?;
                self.challenges.retain(|(a, b)| *a != withdraw.member && *b != withdraw.member);
                self.member_mut(&withdraw.member)?.until = Some(next);
            }
            Act::Replace(replace) => {
                self.replaces(replace)?;
                self.replaced.push(replace.clone());
            }
        }
        Ok(())
    }

    /// The number of the round after those that are paired.
    pub fn next(&self) -> u32 {
        u32::try_from(self.rounds.len()).map_or(u32::MAX, |rounds| rounds + 1)
    }

    fn enter(&mut self, enter: &Enter) -> Result<(), Problem> {
        check_name(&enter.member).map_err(|p| {
            p.hint("the file is named after the member: give it a name such as anna.pub")
        })?;
        if enter.member == STAFF {
            return Err(Problem::refused("nobody can be called staff: that is the computer")
                .hint("rename the file"));
        }
        if self.members.iter().any(|member| member.id == enter.member) {
            return Err(Problem::refused(format!("{} is a member already", enter.member))
                .hint("with new keys, add --replace --reason TEXT"));
        }
        self.is_new_key(&enter.signing, None)?;
        let round = self.next();
        self.members.push(Member {
            id: enter.member.clone(),
            name: enter.name.clone(),
            keys: vec![enter.signing.clone()],
            recipient: enter.recipient.clone(),
            rating: enter.rating,
            from: if self.lot.is_some() { round } else { 1 },
            until: None,
        });
        Ok(())
    }

    /// Each key is one member's.
    fn is_new_key(&self, key: &str, own: Option<&String>) -> Result<(), Problem> {
        key.parse::<PublicKey>()?;
        match self.members.iter().find(|member| member.keys.iter().any(|known| known == key)) {
            None => Ok(()),
            Some(member) if own == Some(&member.id) => {
                Err(Problem::nothing(format!("{} has these keys already", member.id)))
            }
            Some(member) => Err(Problem::refused(format!("{} has this key already", member.id))
                .hint("each member has a key of their own, from `adjutant keygen`")),
        }
    }

    fn draw(&mut self, seed: &Digest) -> Result<(), Problem> {
        if self.lot.is_some() {
            return Err(Problem::refused("entries are closed already"));
        }
        if lot::commitment((&self.league, self.number), seed) != self.begin.commitment {
            return Err(Problem::refused("this seed is not the one that was committed"));
        }
        if self.members.len() < 2 {
            return Err(Problem::refused("a season has at least two members")
                .hint("enroll them with `adjutant league enroll FILE`"));
        }
        let keys = self.members.iter().filter_map(|m| Some((&*m.id, m.keys.first()?.as_str())));
        self.lot = Some(Lot::new(seed, keys));
        self.founders = self.members.len();
        Ok(())
    }

    fn round(&mut self, round: &Round, time: Time) -> Result<(), Problem> {
        if self.lot.is_none() {
            return Err(Problem::refused("entries are not closed"));
        }
        if round.number as usize != self.rounds.len() + 1 {
            return Err(Problem::refused(format!(
                "round {} comes after round {}",
                round.number,
                self.rounds.len()
            )));
        }
        let mut seen: Vec<&String> = Vec::new();
        let seated = round.games.iter().flat_map(|game| game.seats.values());
        for id in seated.chain(&round.byes).filter(|id| *id != STAFF) {
            self.member(id)?;
            if seen.contains(&id) {
                return Err(Problem::refused(format!("{id} stands twice in a round")));
            }
            seen.push(id);
        }
        self.challenges.clear();
        self.paired.push(time);
        self.rounds.push(round.clone());
        Ok(())
    }

    fn replaces(&self, replace: &Replace) -> Result<(), Problem> {
        let game = self.game(&replace.game)?;
        let seats = self.seats(game);
        let Some(now) = seats.get(&replace.seat) else {
            let all: Vec<_> = seats.keys().map(Seat::as_str).collect();
            return Err(Problem::refused(format!("{} has no seat {}", game.game, replace.seat))
                .hint(format!("its seats are: {}", all.join(", "))));
        };
        if replace.member != STAFF {
            self.playing(&replace.member)?;
        }
        if now == &replace.member
            || (replace.member != STAFF && seats.values().any(|id| *id == replace.member))
        {
            return Err(Problem::refused(format!("{} plays in this game already", replace.member)));
        }
        Ok(())
    }

    /// The number of a member, as they entered.
    pub fn at(&self, id: &str) -> Option<usize> {
        self.members.iter().position(|member| member.id == id)
    }

    /// A member.
    ///
    /// # Errors
    /// If nobody is called so, with who may be meant.
    pub fn member(&self, id: &str) -> Result<&Member, Problem> {
        self.members.iter().find(|member| member.id == id).ok_or_else(|| {
            let problem = Problem::refused(format!("there is no member {id}"));
            match nearest(id, self.members.iter().map(|member| member.id.as_str())) {
                Some(near) => problem.hint(format!("did you mean {near}?")),
                None => problem.hint("`adjutant league standings` lists the members"),
            }
        })
    }

    fn member_mut(&mut self, id: &str) -> Result<&mut Member, Problem> {
        self.member(id)?;
        Ok(self.members.iter_mut().find(|member| member.id == id).expect("it was just there"))
    }

    /// A member who has not withdrawn.
    ///
    /// # Errors
    /// If they have, or nobody is called so.
    pub fn playing(&self, id: &str) -> Result<&Member, Problem> {
        let member = self.member(id)?;
        match member.until {
            None => Ok(member),
            Some(_) => Err(Problem::refused(format!("{id} has withdrawn"))),
        }
    }

    /// A game, by its name.
    ///
    /// # Errors
    /// If there is none.
    pub fn game(&self, name: &str) -> Result<&Paired, Problem> {
        self.games().map(|(_, game)| game).find(|game| game.game == name).ok_or_else(|| {
            let problem = Problem::refused(format!("there is no game {name}"));
            match nearest(name, self.games().map(|(_, game)| game.game.as_str())) {
                Some(near) => problem.hint(format!("did you mean {near}?")),
                None => problem.hint("`adjutant league status` lists the games"),
            }
        })
    }

    /// All games, each with its round.
    pub fn games(&self) -> impl Iterator<Item = (&Round, &Paired)> {
        self.rounds.iter().flat_map(|round| round.games.iter().map(move |game| (round, game)))
    }

    /// Who has the seats of a game now.
    pub fn seats(&self, game: &Paired) -> BTreeMap<Seat, String> {
        let mut seats = game.seats.clone();
        for replace in self.replaced.iter().filter(|replace| replace.game == game.game) {
            seats.insert(replace.seat.clone(), replace.member.clone());
        }
        seats
    }

    /// The rules are those with which it began.
    ///
    /// # Errors
    /// The first file that is not.
    pub fn is_played_by(&self, played: &Played) -> Result<(), Problem> {
        let changed = |path: &&String| self.begin.files.get(*path) != played.files.get(*path);
        let all = self.begin.files.keys().chain(played.files.keys());
        match all.into_iter().find(changed) {
            None => Ok(()),
            Some(path) => Err(Problem::refused(format!(
                "the file has changed since season {} was announced",
                self.number
            ))
            .at(path)
            .hint(format!(
                "restore it: rules change with the next season only ({FILE} and all that it names)"
            ))),
        }
    }

    /// Everybody in the order of the draw, and how many of them entered before it: as the lot has it, the
    /// higher rating first where `rated`.
    pub fn order(&self, rated: bool) -> Vec<usize> {
        let Some(lot) = &self.lot else { return (0..self.members.len()).collect() };
        let mut order: Vec<usize> = (0..self.founders).collect();
        order.sort_by_key(|at| self.members[*at].id.clone());
        lot.shuffle("numbers", &mut order);
        if rated {
            order.sort_by_key(|at| u32::MAX - self.members[*at].rating.unwrap_or_default());
        }
        order.extend(self.founders..self.members.len());
        order
    }
}
