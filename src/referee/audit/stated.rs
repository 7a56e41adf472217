//! What the moderator's side wrote of a cycle, compared with what carrying it out again makes.
//!
//! Facts are compared as values, so a later version of the program still finds them the same; words
//! are compared only by the version that wrote them.

use serde_json::{Value, json};

use crate::base::{Problem, canonical};
use crate::campaign::layout;
use crate::engine::{AnyGame, Position, RecordDoc};
use crate::referee::cycle::play::{Played, Texts, Unworded};
use crate::referee::record::campaign::Campaign;
use crate::referee::record::report::{Data, Report, written_by};

/// The files of a cycle, opened.
pub(super) struct Stated {
    /// The cycle.
    pub number: u32,
    /// The position after it.
    pub position: Position,
    /// Its record; `None` for the beginning.
    pub record: Option<RecordDoc>,
    /// Its reports.
    pub texts: Texts,
}

impl Stated {
    /// True if all of it is what was played again, to the letter.
    pub(in crate::referee) fn is(&self, played: &Played<'_>, words: &Texts) -> bool {
        self.record == played.made.record
            && self.position == played.made.position
            && self.texts == *words
    }

    /// Record, position and what every reader was told are what was played again.
    ///
    /// # Errors
    /// The first difference: of the record, the first event.
    pub(super) fn same_facts(
        &self,
        campaign: &Campaign,
        played: &Played<'_>,
        version: &str,
    ) -> Result<(), Problem> {
        let game = &*campaign.game;
        let older = |problem: Problem| written_by(problem, version);
        if let (Some(stated), Some(played)) = (&self.record, &played.made.record) {
            self.same_record(&game.current_record(stated).map_err(older)?, played)?;
        }
        if game.current_position(&self.position).map_err(older)? != played.made.position {
            return Err(Problem::refused("the position differs").at(layout::state(self.number)));
        }
        let (public, seats) = played.reports.split_last().expect("everybody reads");
        for (seat, Unworded { data, .. }) in campaign.seats().iter().zip(seats) {
            let place = layout::report(self.number, seat.as_str());
            same_told(game, &self.texts.reports[seat], data).map_err(|p| p.at(place))?;
        }
        let place = layout::public_report(self.number);
        same_told(game, &self.texts.public, &public.data).map_err(|p| p.at(place))
    }

    fn same_record(&self, stated: &RecordDoc, played: &RecordDoc) -> Result<(), Problem> {
        let (stated, played) = (unspelled(&stated.0), unspelled(&played.0));
        if stated == played {
            return Ok(());
        }
        let at = first_difference(&stated, &played);
        let what = format!("the record differs, first at {at}");
        Err(Problem::refused(what).at(layout::record(self.number)))
    }

    /// The reports are those of the same program, to the letter.
    ///
    /// # Errors
    /// The first line that differs.
    pub(super) fn same_words(&self, played: &Texts) -> Result<(), Problem> {
        let public = (layout::public_report(self.number), &self.texts.public, &played.public);
        let seats = self.texts.reports.iter().map(|(seat, text)| {
            (layout::report(self.number, seat.as_str()), text, &played.reports[seat])
        });
        for (place, stated, played) in seats.chain([public]) {
            if stated != played {
                let differs = stated.lines().zip(played.lines()).position(|(a, b)| a != b);
                let line = differs.unwrap_or_else(|| played.lines().count()) + 1;
                let what = format!("the report differs, first at line {line}");
                return Err(Problem::refused(what).at(place));
            }
        }
        Ok(())
    }
}

/// A report says what was played, and nothing is behind it.
fn same_told(game: &dyn AnyGame, text: &str, played: &Data) -> Result<(), Problem> {
    let report = Report::read(text)?;
    if report.text.len() != text.len() {
        return Err(Problem::refused("the report has extra data at its end"));
    }
    let stated = facts(game, &report.data)?;
    let differs = stated.iter().zip(facts(game, played)?).find(|(a, b)| a.1 != b.1);
    differs.map_or(Ok(()), |((what, _), _)| {
        Err(Problem::refused(format!("the report differs in {what}")))
    })
}

/// A record, or an account of a cycle, without the spelling of orders, which is words: a version that does not keep it
/// tells the same facts.
fn unspelled(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap_or_default();
    let answers = value.get_mut("answers").and_then(Value::as_object_mut);
    for answer in answers.into_iter().flat_map(|all| all.values_mut()) {
        for line in answer.as_array_mut().into_iter().flatten() {
            line.as_object_mut().map(|line| line.remove("words"));
        }
    }
    value
}

/// What a report says as values, each with its name: all but the version and the sentences.
fn facts(game: &dyn AnyGame, data: &Data) -> Result<Vec<(&'static str, Value)>, Problem> {
    let older = |problem: Problem| written_by(problem, &data.version);
    let json = |value: &str| serde_json::from_str(value).unwrap_or_default();
    let view = game.current_view(&data.view()).map_err(older)?;
    let news = data.news().map(|news| game.current_news(&news)).transpose().map_err(older)?;
    let Value::Object(mut fields) = canonical::value(data) else {
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
        ("how often orders were missed", field("nmr")),
        ("whether the staff ordered", field("staff")),
        ("what the moderator decided", field("acts")),
        ("the winners", winners.unwrap_or_default()),
        ("the view", json(&view.0)),
        ("the account of the cycle", news.map_or(Value::Null, |news| unspelled(&news.0))),
    ])
}

/// Where two records first differ.
fn first_difference(stated: &Value, played: &Value) -> String {
    let events = |value: &Value| value["events"].as_array().cloned().unwrap_or_default();
    let (a, b) = (events(stated), events(played));
    let Some(event) = (0..a.len().max(b.len())).find(|n| a.get(*n) != b.get(*n)) else {
        let part =
            ["answers", "draws", "standing", "setup"].iter().find(|p| stated[**p] != played[**p]);
        return format!("its {}", part.unwrap_or(&"end"));
    };
    let words = |events: &[Value]| match events.get(event) {
        None => "nothing".to_owned(),
        Some(recorded) => recorded["event"].to_string(),
    };
    format!("event {event}: {} was published, {} was played", words(&a), words(&b))
}
