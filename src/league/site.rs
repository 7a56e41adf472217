//! The season as static pages: a function of the league's directory, without a key or a clock.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::base::{Problem, Time};
use crate::campaign::Store;
use crate::engine::Shelf;
use crate::league::act::Paired;
use crate::league::feeds;
use crate::league::published::scores;
use crate::league::results::{self, All, place};
use crate::league::rules::Played;
use crate::league::season::{Member, Season};
use crate::league::shown;
use crate::league::table::{self, Scores, Table as Standing};
use crate::page::{Block, Chart, Page, Side, Table, Text};
use crate::referee::Campaign;
use crate::referee::record::report::html;
use crate::referee::telling;
use crate::referee::telling::handed::{PAGE, Play};

/// Where the sites of the games are.
const GAMES: &str = "games";

/// What a site is made from.
struct Site<'a> {
    season: &'a Season,
    played: &'a Played,
    scores: Scores,
    table: Standing,
    ratings: Vec<Vec<i64>>,
    all: All,
}

/// The files of a league's site, by path, with the page to play in if it is given; and what is the matter with single
/// games, whose pages are missing.
///
/// # Errors
/// If a page cannot be made.
pub fn site(
    store: &Store,
    season: &Season,
    played: &Played,
    page: Option<String>,
) -> Result<(BTreeMap<String, String>, Vec<Problem>), Problem> {
    let all = results::all(store.root(), season, played);
    let scores = scores(&all);
    let table = table::table(season, played, &scores);
    let ratings = table::ratings(season, played, &scores);
    let site = Site { season, played, scores, table, ratings, all };
    let mut files = BTreeMap::from([(".nojekyll".to_owned(), String::new())]);
    let game = &played.rules.game;
    files.insert("index.html".to_owned(), html(&site.front(), game, played.shelf)?);
    if played.seats.len() == 2 {
        files.insert("crosstable.html".to_owned(), html(&site.cross(), game, played.shelf)?);
    }
    for (at, member) in season.members.iter().enumerate() {
        let page = site.player(at, member);
        files.insert(format!("players/{}.html", member.id), html(&page, game, played.shelf)?);
    }
    let has_page = page.is_some();
    let games: Vec<&Paired> = season.games().map(|(_, game)| game).collect();
    let made: Vec<_> =
        games.par_iter().map(|game| pages((store, played.shelf), season, game, has_page)).collect();
    files.extend(page.map(|page| (PAGE.to_owned(), page)));
    let (mut problems, mut ends) = (Vec::new(), Vec::new());
    for (game, made) in games.iter().zip(made) {
        match made {
            Ok((pages, ended)) => {
                ends.extend(ended.map(|time| (game.game.clone(), time)));
                files.extend(
                    pages
                        .into_iter()
                        .filter(|(path, _)| path != ".nojekyll")
                        .map(|(path, text)| (format!("{GAMES}/{}/{path}", game.game), text)),
                );
            }
            Err(problem) => problems.push(problem.at(&game.game)),
        }
    }
    files.insert("feed.xml".to_owned(), feeds::atom(season, played, &site.scores, &ends));
    files.insert("calendar.ics".to_owned(), feeds::calendar(season, played, &site.all));
    Ok((files, problems))
}

/// The site of a game, and when it ended.
fn pages(
    (league, shelf): (&Store, Shelf),
    season: &Season,
    game: &Paired,
    has_page: bool,
) -> Result<(BTreeMap<String, String>, Option<Time>), Problem> {
    let root = place(league.root(), season.number, &game.game);
    let mut campaign = Campaign::load(Store::find(&root)?, shelf)?;
    if campaign.ledger.genesis_digest() != game.campaign {
        return Err(Problem::refused("the ledger is that of another campaign"));
    }
    campaign.complete()?;
    let closing = campaign.ledger.entries().find(|entry| entry.body.kind() == "close");
    let ended = closing.map(|entry| entry.time);
    let folder = format!("{GAMES}/{}", game.game);
    let play = if has_page { Play::above(&folder) } else { Play::Nowhere };
    Ok((telling::site::site(Store::find(&root)?, shelf, play)?.files, ended))
}

impl Site<'_> {
    fn title(&self) -> String {
        let title = self.played.rules.title.as_ref().unwrap_or(&self.season.league);
        format!("{title}, season {}", self.season.number)
    }

    fn front(&self) -> Page {
        let season = self.season;
        let over = self.scores.len();
        let all = season.games().count();
        let form = self.played.rules.form;
        let rounds = form.rounds(season.founders.max(season.members.len()));
        let mut facts = vec![
            ("Game", Text::plain(&self.played.rules.game)),
            ("Form", Text::plain(form.word())),
            ("Members", Text::plain(season.members.len().to_string())),
            ("Round", Text::plain(format!("{} of {rounds}", season.rounds.len()))),
            ("Games", Text::plain(format!("{over} of {all} are over"))),
        ];
        let feeds = Text::default().link("news", "feed.xml").and(", ");
        facts.push(("Subscribe", feeds.link("deadlines", "calendar.ics")));
        if self.played.seats.len() == 2 {
            facts.push(("Who met whom", Text::default().link("crosstable", "crosstable.html")));
        }
        facts.push(("As of", Text::plain(season.time.to_string())));
        let lines = shown::lines(season, self.played, &self.table, Some("players/"));
        let mut page = Page::new(self.title()).facts(facts).heading(2, "Table").table(lines);
        let broken: Vec<&str> = self
            .all
            .iter()
            .filter(|(_, seen)| seen.is_err())
            .map(|(game, _)| game.as_str())
            .collect();
        if !broken.is_empty() {
            page = page.note(format!(
                "Not counted, because their ledgers cannot be read: {}.",
                broken.join(", ")
            ));
        }
        if !season.rounds.is_empty() {
            page = page.heading(2, "Rounds");
        }
        for round in season.rounds.iter().rev() {
            let places = ("games/", "players/");
            page =
                page.table(shown::round(season, self.played, round.number, &self.scores, places));
        }
        page = page.heading(2, "Balance").table(shown::sides(&self.table));
        if let Some(scenarios) = shown::scenarios(&self.table) {
            page = page.table(scenarios);
        }
        page.heading(2, "How to check it yourself")
            .paragraph(
                "Get a copy of the league's directory. The program recomputes every pairing, seat, \
                 result and rating from the campaigns' signed ledgers:",
            )
            .code("sh", format!("adjutant -C {} league verify --campaigns\n", season.league))
    }

    fn cross(&self) -> Page {
        Page::new(format!("{}: who met whom", self.title()))
            .paragraph(Text::default().link("Overview", "index.html"))
            .table(shown::cross(self.season, self.played, &self.table, &self.scores))
    }

    fn player(&self, at: usize, member: &Member) -> Page {
        let line = self.table.lines.iter().find(|line| line.member == member.id);
        let mut facts = Vec::new();
        if let Some(line) = line {
            facts.push(("Place", Text::plain(line.place.to_string())));
            facts.push(("Points", Text::plain(line.points.to_string())));
            facts.extend(line.rating.map(|rating| ("Rating", Text::plain(rating.to_string()))));
        }
        if let Some(until) = member.until {
            facts.push(("Withdrew", Text::plain(format!("before round {until}"))));
        }
        let mut page = Page::new(&member.name)
            .paragraph(Text::default().link("Overview", "../index.html"))
            .facts(facts)
            .table(self.games(member));
        if self.played.rules.ratings && self.ratings.len() > 1 {
            let values = self.ratings.iter().map(|all| all[at]).collect();
            let steps = (0..self.ratings.len()).map(|round| format!("round {round}"));
            page = page.block(Block::Chart(Chart {
                lines: vec![(Side { hue: 0, name: member.name.clone() }, values)],
                steps: steps.collect(),
                title: "Rating".to_owned(),
                relative: true,
            }));
        }
        page
    }

    fn games(&self, member: &Member) -> Table {
        let season = self.season;
        let mut shown = Table::new().caption("Games").left("Game").left("Seat").left("Against");
        shown = shown.left("Won by");
        for (_, game) in season.games() {
            let seats = season.seats(game);
            let Some((seat, _)) = seats.iter().find(|(_, id)| **id == member.id) else { continue };
            let others = seats.values().filter(|id| **id != member.id);
            let others = others.fold(Text::default(), |all, id| {
                let all = if all.is_empty() { all } else { all.and(", ") };
                shown::linked(all, season, id, "")
            });
            let link = format!("../games/{}/index.html", game.game);
            shown = shown.row([
                Text::default().link(&game.game, link),
                Text::plain(seat.to_string()),
                others,
                Text::plain(shown::ended(season, self.played, game, &self.scores)),
            ]);
        }
        shown
    }
}
