//! What a reader cannot see changes no byte of what the reader is given.

use serde_json::{Value, json};

use super::played::{Played, alike, hold, readers};
use super::promises::is_for;
use crate::base::{Problem, canonical};
use crate::engine::{Chance, News, Position, Reader, RecordDoc, ViewDoc};
use crate::page::{Measure, Page};
use crate::render::{self, Rulebook, Style};

/// The record as if nothing had happened that the reader did not see, and nobody else had sent
/// orders or rolled dice.
fn stripped(record: &RecordDoc, reader: &Reader) -> Result<RecordDoc, Problem> {
    let mut record: Value = super::played::json(&record.0)?;
    let mut events = Vec::new();
    for event in super::played::array(&record, "events") {
        if is_for(event, reader)? {
            events.push(event.clone());
        }
    }
    record["events"] = json!(events);
    record["draws"] = json!([]);
    if let Some(answers) = record["answers"].as_object_mut() {
        answers.retain(|seat, _| reader.seat().is_some_and(|own| own.as_str() == seat));
    }
    record["standing"] = json!({});
    Ok(RecordDoc(canonical::encode(&record)))
}

/// The position and the record as they might be instead, by all that a reader knows.
pub fn instead(p: &Played<'_>, reader: &Reader) -> Result<(Position, RecordDoc), Problem> {
    let mut chance = Chance::from_seed(p.seed);
    let position = p.game.imagine(&p.view(reader)?, &mut chance)?;
    Ok((position, stripped(&p.made.record, reader)?))
}

/// Every rendering of a page.
fn renderings(page: &Page, rules: &Rulebook) -> [String; 3] {
    let style = Style { width: 80, colour: true, draws: true };
    [render::html(page, rules), render::markdown(page), render::text(page, style)]
}

/// No reader of the cycle is given a byte that comes from what they cannot see.
pub fn none(p: &Played<'_>, rules: &Rulebook) -> Result<(), Problem> {
    readers(p.game).try_for_each(|reader| none_to(p, &reader, rules))
}

type Charts = (Vec<Measure>, Vec<Measure>, Vec<String>);

fn none_to(p: &Played<'_>, reader: &Reader, rules: &Rulebook) -> Result<(), Problem> {
    let (other, record) = instead(p, reader)?;
    let (view, news) = (p.view(reader)?, p.news(reader)?);
    let (other_view, other_news) = (p.game.see(&other, reader)?, p.game.news(&record, reader)?);
    // What a program reads in the report's data.
    alike(&other_news.0, &news.0, format!("{reader:?} is told what they did not witness"))?;
    alike(&other_view.0, &view.0, format!("{reader:?} sees what they cannot know"))?;
    // What charts and turning points are made of.
    let charts = |view: &ViewDoc, news: &News| -> Result<Charts, Problem> {
        let losses = p.game.losses(view, Some(news))?;
        Ok((p.game.measures(view)?, losses, p.game.headlines(news)?))
    };
    let same = charts(&other_view, &other_news)? == charts(&view, &news)?;
    hold(same, format!("the charts of {reader:?} show what they cannot know"))?;
    let page = p.game.page(&other_view, Some(&other_news))?;
    let own = renderings(&p.page(reader)?, rules);
    let what = format!("the report of {reader:?} shows what they cannot know");
    own.iter().zip(&renderings(&page, rules)).try_for_each(|(a, b)| alike(a, b, &what))
}
