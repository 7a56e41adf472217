//! What the moderator's side wrote of a cycle, compared with what carrying it out again makes.
//!
//! Facts are compared as values, so a later version of the program still finds them the same; words
//! are compared only by the version that wrote them.

use serde_json::{Value, json};

use super::campaign::Campaign;
use super::play::{Dossier, Played};
use super::report::{Data, Report, written_by};
use crate::base::Problem;
use crate::campaign::layout;
use crate::engine::{AnyGame, Position, RecordDoc};

/// The files of a cycle, opened.
pub(super) struct Stated<'a> {
    /// The cycle.
    pub number: u32,
    /// The position after it.
    pub position: &'a str,
    /// Its record and reports.
    pub dossier: &'a Dossier,
}

impl Stated<'_> {
    /// There is a report for each seat and no other, and a record unless it is the beginning.
    ///
    /// # Errors
    /// What is missing or too much.
    pub(super) fn is_whole(&self, campaign: &Campaign) -> Result<(), Problem> {
        let wrong = |what: String| Problem::refused(what).at(layout::dossier(self.number));
        let (seats, reports) = (campaign.seats(), &self.dossier.reports);
        if let Some(seat) = seats.iter().find(|seat| !reports.contains_key(seat.as_str())) {
            return Err(wrong(format!("there is no report for {seat}")));
        }
        let is_seat = |name: &str| seats.iter().any(|seat| seat.as_str() == name);
        if let Some(name) = reports.keys().find(|name| !is_seat(name)) {
            return Err(wrong(format!("there is a report for {name}, who has no seat")));
        }
        if self.dossier.record.is_empty() != (self.number == 0) {
            return Err(wrong("there is a record of the beginning, or none of a cycle".to_owned()));
        }
        Ok(())
    }

    /// Record, position and what every reader was told are what was played again.
    ///
    /// # Errors
    /// The first difference: of the record, the first event.
    pub(super) fn same_facts(
        &self,
        campaign: &Campaign,
        played: &Played,
        version: &str,
    ) -> Result<(), Problem> {
        let game = &*campaign.game;
        let older = |problem: Problem| written_by(problem, version);
        if let Some(played) = &played.record {
            let stated = RecordDoc(self.dossier.record.clone());
            let stated = game.current_record(&stated).map_err(older)?;
            self.same_record(&stated, played)?;
        }
        let position = Position(self.position.to_owned());
        if game.current_position(&position).map_err(older)? != played.position {
            return Err(Problem::refused("the position differs").at(layout::state(self.number)));
        }
        let (public, seats) = played.reports.split_last().expect("everybody reads");
        for (seat, played) in campaign.seats().iter().zip(seats) {
            let text = &self.dossier.reports[seat.as_str()];
            self.same_told(game, text, played).map_err(|problem| Problem {
                what: format!("the report for {seat} {}", problem.what),
                ..problem
            })?;
        }
        self.same_told(game, &self.dossier.public, public).map_err(|problem| Problem {
            what: format!("the public report {}", problem.what),
            ..problem
        })
    }

    fn same_record(&self, stated: &RecordDoc, played: &RecordDoc) -> Result<(), Problem> {
        if stated == played {
            return Ok(());
        }
        let at = first_difference(&stated.0, &played.0);
        let what = format!("the record differs, first at {at}");
        Err(Problem::refused(what).at(layout::dossier(self.number)))
    }

    /// A report says what was played, and nothing is behind it.
    fn same_told(&self, game: &dyn AnyGame, text: &str, played: &Data) -> Result<(), Problem> {
        let wrong = |what: &str| Problem::refused(what).at(layout::dossier(self.number));
        let report =
            Report::read(text).map_err(|p| wrong(&format!("cannot be read: {}", p.what)))?;
        if report.text.len() != text.len() {
            return Err(wrong("has more behind its data"));
        }
        let stated = facts(game, &report.data)?;
        let differs = stated.iter().zip(facts(game, played)?).find(|(a, b)| a.1 != b.1);
        differs.map_or(Ok(()), |((what, _), _)| Err(wrong(&format!("differs in {what}"))))
    }

    /// The reports are those of the same program, to the letter.
    ///
    /// # Errors
    /// The first line that differs.
    pub(super) fn same_words(&self, played: &Dossier) -> Result<(), Problem> {
        let public = ("everybody".to_owned(), &self.dossier.public, &played.public);
        let reports = &self.dossier.reports;
        let seats = played.reports.iter().map(|(seat, text)| (seat.clone(), &reports[seat], text));
        for (reader, stated, played) in seats.chain([public]) {
            if stated != played {
                let differs = stated.lines().zip(played.lines()).position(|(a, b)| a != b);
                let line = differs.unwrap_or_else(|| played.lines().count()) + 1;
                let what = format!("the report for {reader} differs, first at line {line}");
                return Err(Problem::refused(what).at(layout::dossier(self.number)));
            }
        }
        Ok(())
    }
}

/// What a report says as values, each with its name: all but the version and the sentences.
fn facts(game: &dyn AnyGame, data: &Data) -> Result<Vec<(&'static str, Value)>, Problem> {
    let older = |problem: Problem| written_by(problem, &data.version);
    let json = |value: &str| serde_json::from_str(value).unwrap_or_default();
    let view = game.current_view(&data.view()).map_err(older)?;
    let news = data.news().map(|news| game.current_news(&news)).transpose().map_err(older)?;
    let Value::Object(mut fields) = serde_json::to_value(data).expect("a report is plain data")
    else {
        unreachable!("a report has fields");
    };
    let mut field = |name: &str| fields.remove(name).unwrap_or_default();
    let winners = data.outcome.as_ref().map(|outcome| json!(outcome.winners));
    Ok(vec![
        ("its campaign", json!([field("campaign"), field("genesis")])),
        ("its game", json!([field("game"), field("edition"), field("format"), field("scenario")])),
        ("its options", field("options")),
        ("its cycle", field("cycle")),
        ("its reader", field("reader")),
        ("where the next orders go", field("next")),
        ("whether orders were missed", field("missed")),
        ("what the moderator decided", field("acts")),
        ("the winners", winners.unwrap_or_default()),
        ("the view", json(&view.0)),
        ("the account of the cycle", news.map_or(Value::Null, |news| json(&news.0))),
    ])
}

/// Where two records first differ.
fn first_difference(stated: &str, played: &str) -> String {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (stated, played) = (read(stated), read(played));
    let events = |value: &Value| value["events"].as_array().cloned().unwrap_or_default();
    let (a, b) = (events(&stated), events(&played));
    let Some(event) = (0..a.len().max(b.len())).find(|n| a.get(*n) != b.get(*n)) else {
        let part = ["answers", "draws", "standing"].iter().find(|p| stated[**p] != played[**p]);
        return format!("its {}", part.unwrap_or(&"end"));
    };
    let words = |events: &[Value]| match events.get(event) {
        None => "nothing".to_owned(),
        Some(recorded) => recorded["event"].to_string(),
    };
    format!("event {event}: {} was published, {} was played", words(&a), words(&b))
}
