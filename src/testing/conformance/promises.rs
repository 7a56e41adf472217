//! What is asked of every cycle that was played.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::played::{Played, alike, array, asked, hold, json as value, readers};
use crate::base::{Digest, Json, Problem, VERSION};
use crate::engine::{Audience, Briefing, Chance, Ending, News, Phase, Reader, Resolution, Seat};
use crate::page::{Block, Map, Page, Span};
use crate::referee::record::report::{Data, Next, Report};
use crate::testing::pages::{board, lines, maps};

/// What happened, what is seen of it and what is answered.
pub fn of_facts(p: &Played<'_>) -> Result<(), Problem> {
    same_input_same_bytes(p)?;
    imagined_worlds_look_the_same(p)?;
    one_answer_a_line(p)?;
    quoted_draws_were_made(p)?;
    nobody_is_told_what_is_anothers(p)?;
    the_moderator_sees_everything(p)
}

/// The documents, and what is made of them for people.
pub fn of_pages(p: &Played<'_>) -> Result<(), Problem> {
    documents_stay_as_they_are(p)?;
    dice_are_shown_whole(p)?;
    situations_have_pages(p)?;
    reports_carry_their_pages(p)?;
    briefings_say_what_the_documents_say(p)?;
    scenes_lead_to_the_end(p)
}

/// The same input gives the same bytes, and the record leads to the state.
fn same_input_same_bytes(p: &Played<'_>) -> Result<(), Problem> {
    let again = p.game.resolve(p.before, p.orders, &mut Chance::from_seed(p.seed))?;
    alike(&again.record.0, &p.made.record.0, "the same input gives other bytes")?;
    alike(&again.position.0, &p.made.position.0, "the same input leads elsewhere")?;
    let replayed = p.game.replay(p.before, &p.made.record)?;
    alike(&replayed.0, &p.made.position.0, "a record that is replayed leads elsewhere")
}

/// A view cannot tell an imagined world from the true one. What is told of a position, what is
/// awaited and what may be ordered come from the view, so they are the same too.
fn imagined_worlds_look_the_same(p: &Played<'_>) -> Result<(), Problem> {
    let phase = p.game.phase(&p.made.position)?;
    for reader in readers(p.game) {
        let seen = p.view(&reader)?;
        let other = p.game.imagine(&seen, &mut Chance::from_seed(p.seed))?;
        let what = format!("{reader:?} can tell an imagined position from the true one");
        alike(&p.game.see(&other, &reader)?.0, &seen.0, what)?;
        let what = format!("what {reader:?} sees does not say what is awaited");
        hold(p.game.awaited(&seen)? == phase, what)?;
    }
    Ok(())
}

/// A view has a page without the account of a cycle, too.
fn situations_have_pages(p: &Played<'_>) -> Result<(), Problem> {
    for reader in readers(p.game) {
        let page = p.game.page(&p.view(&reader)?, None)?;
        hold(!page.blocks.is_empty(), format!("{reader:?} is shown nothing"))?;
    }
    Ok(())
}

/// Every order line has one answer, in the order of the file, and only its author reads it.
fn one_answer_a_line(p: &Played<'_>) -> Result<(), Problem> {
    let record = p.record()?;
    for (seat, orders) in p.orders {
        let answers = array(&record["answers"], seat.as_str());
        let line = |answer: &Value| (answer["slot"].clone(), answer["order"].clone());
        let answered: Vec<_> = answers.iter().map(line).collect();
        hold(answered == asked(orders)?, format!("a line of {seat} has no answer, or two"))?;
        let told = p.game.answers(&p.made.record, seat)?;
        hold(told.len() == answers.len(), format!("an answer to {seat} is not told"))?;
        let said = told.iter().all(|answer| !answer.order.is_empty() && !answer.reason.is_empty());
        hold(said, format!("an answer to {seat} says nothing"))?;
    }
    let public = p.page(&Reader::Public)?;
    let own = headings(&public).any(|text| text == "Your orders");
    hold(!own, "the public is told of orders as if they were its own")
}

fn headings(page: &Page) -> impl Iterator<Item = &str> {
    page.blocks.iter().filter_map(|block| match block {
        Block::Heading { text, .. } => Some(text.as_str()),
        _ => None,
    })
}

/// The events that a reader witnessed, as values.
fn facts(news: &News) -> Result<Vec<Value>, Problem> {
    Ok(array(&value(&news.0)?, "events").to_vec())
}

/// A draw that an event names, or a page quotes, was made in this cycle under that name; no name
/// was drawn twice.
fn quoted_draws_were_made(p: &Played<'_>) -> Result<(), Problem> {
    let record = p.record()?;
    let draws = array(&record, "draws");
    let made: BTreeSet<&str> = draws.iter().filter_map(|draw| draw["name"].as_str()).collect();
    hold(made.len() == draws.len(), "a name was drawn twice")?;
    let known =
        |name: &str| hold(made.contains(name), format!("nobody drew {name}, only {made:?}"));
    for event in array(&record, "events") {
        if let Some(draw) = event.get("draw") {
            known(draw.as_str().unwrap_or_default())?;
        }
    }
    for reader in readers(p.game) {
        let told = facts(&p.news(&reader)?)?;
        let told: BTreeSet<&str> = told.iter().filter_map(|fact| fact["draw"].as_str()).collect();
        told.iter().try_for_each(|name| known(name))?;
        let page = p.page(&reader)?;
        for span in lines(&page).into_iter().flat_map(|line| &line.0) {
            if let Span::Draw(name) = span {
                hold(told.contains(name.as_str()), format!("{reader:?} was not told of {name}"))?;
            }
        }
    }
    Ok(())
}

/// True if a recorded event is for this reader.
pub(super) fn is_for(event: &Value, reader: &Reader) -> Result<bool, Problem> {
    let audience: Audience =
        serde_json::from_value(event["audience"].clone()).map_err(Problem::refused)?;
    Ok(audience.includes(reader))
}

/// What a witness is told of these events: neither who else saw them, nor that there were moments
/// of which the witness knows nothing.
fn witnessed(events: &[Value], reader: &Reader) -> Result<Vec<Value>, Problem> {
    let mut moments = Vec::new();
    let mut told = Vec::new();
    for event in events {
        if !is_for(event, reader)? {
            continue;
        }
        if moments.last() != Some(&&event["moment"]) {
            moments.push(&event["moment"]);
        }
        let mut event = event.clone();
        event["moment"] = json!(moments.len() - 1);
        if let Some(fields) = event.as_object_mut() {
            fields.remove("audience");
        }
        told.push(event);
    }
    Ok(told)
}

/// A seat's account of a cycle holds the events that it witnessed and the answers to its own
/// orders: no audience, no draws, no order of another.
fn nobody_is_told_what_is_anothers(p: &Played<'_>) -> Result<(), Problem> {
    let record = p.record()?;
    for reader in readers(p.game) {
        let own = reader.seat().map(Seat::as_str);
        let answers = record["answers"].as_object().into_iter().flatten();
        let answers = answers.filter(|(seat, _)| own == Some(seat.as_str()));
        let answers: serde_json::Map<_, _> =
            answers.map(|(seat, list)| (seat.clone(), list.clone())).collect();
        let events = witnessed(array(&record, "events"), &reader)?;
        let told = json!({"events": events, "answers": answers});
        let what = format!("{reader:?} is told what they did not witness, or not all of it");
        hold(value(&p.news(&reader)?.0)? == told, what)?;
        let view = value(&p.view(&reader)?.0)?;
        let mut standing = view["standing"].as_object().into_iter().flatten();
        let others = standing.any(|(seat, _)| own != Some(seat.as_str()));
        hold(!others, format!("{reader:?} sees the standing orders of others"))?;
    }
    Ok(())
}

/// Nothing is hidden from the moderator, and the moderator's page tells every order and every draw.
fn the_moderator_sees_everything(p: &Played<'_>) -> Result<(), Problem> {
    let reader = Reader::Moderator;
    let (view, record) = (p.view(&reader)?, p.record()?);
    let known = p.game.imagine(&view, &mut Chance::from_seed(p.seed))?;
    alike(&known.0, &p.made.position.0, "something is hidden from the moderator")?;
    let news = value(&p.news(&reader)?.0)?;
    let (events, draws) = (array(&record, "events"), array(&record, "draws"));
    let told = witnessed(events, &reader)?;
    let whole = told.len() == events.len()
        && news["events"] == json!(told)
        && news["answers"] == record["answers"]
        && array(&news, "draws") == draws;
    hold(whole, "the moderator is not told everything")?;
    let page = p.page(&reader)?;
    let rows = |heading: &str| {
        let at = |block: &Block| matches!(block, Block::Heading { text, .. } if text == heading);
        let after = page.blocks.iter().skip_while(|block| !at(block)).nth(1);
        after.map_or(0, |block| match block {
            Block::Table(table) => table.rows.len(),
            _ => 0,
        })
    };
    for (seat, answers) in record["answers"].as_object().into_iter().flatten() {
        let all = rows(&format!("Orders of {seat}")) == answers.as_array().map_or(0, Vec::len);
        hold(all, format!("the moderator's page does not tell every order of {seat}"))?;
    }
    hold(rows("Draws") == draws.len(), "the moderator's page does not tell every draw")
}

/// Every document is already as this version writes it.
fn documents_stay_as_they_are(p: &Played<'_>) -> Result<(), Problem> {
    let (game, Resolution { record, position }) = (p.game, p.made);
    alike(&game.current_record(record)?.0, &record.0, "a record is written otherwise")?;
    alike(&game.current_position(position)?.0, &position.0, "a position is written otherwise")?;
    for reader in readers(game).chain([Reader::Moderator]) {
        let (view, news) = (p.view(&reader)?, p.news(&reader)?);
        alike(&game.current_view(&view)?.0, &view.0, "a view is written otherwise")?;
        alike(&game.current_news(&news)?.0, &news.0, "an account is written otherwise")?;
    }
    Ok(())
}

/// A proof of dice shows its reader all that their draw gave: so the events that show them show all of it, in
/// order, and all to the same readers.
fn dice_are_shown_whole(p: &Played<'_>) -> Result<(), Problem> {
    let record = p.record()?;
    for (name, throws) in p.game.throws(&p.news(&Reader::Moderator)?)? {
        let of = |list: &str, field: &str| {
            let all = array(&record, list).iter().filter(|it| it[field] == json!(name));
            all.cloned().collect::<Vec<Value>>()
        };
        let drawn = of("draws", "name");
        let drawn = drawn.first().map_or(&[][..], |draw| array(draw, "values"));
        let mut values = drawn.iter().filter_map(Value::as_u64);
        for throw in throws {
            let fell: u64 = values.by_ref().take(usize::from(throw.dice)).sum();
            hold(fell == throw.total, format!("the dice of {name} are told as others"))?;
        }
        hold(values.count() == 0, format!("{name} gave more than its events show"))?;
        let audiences: BTreeSet<String> =
            of("events", "draw").iter().map(|event| event["audience"].to_string()).collect();
        hold(audiences.len() == 1, format!("{name} is shown in part to some: {audiences:?}"))?;
    }
    Ok(())
}

/// What a reader is told of the cycle, as the data of a report.
fn data(p: &Played<'_>, reader: &Reader) -> Result<Data, Problem> {
    let nothing = Digest([0; 32]);
    Ok(Data {
        edition: 1,
        adjutant: "report-v1".to_owned(),
        version: VERSION.to_owned(),
        campaign: "test#00000000".to_owned(),
        genesis: nothing,
        game: "test".to_owned(),
        format: nothing,
        scenario: nothing,
        options: p.game.options().clone(),
        cycle: 1,
        reader: reader.clone(),
        next: Some(Next {
            cycle: 2,
            recipient: "age1test".to_owned(),
            lock: false,
            timelock: false,
        }),
        missed: false,
        nmr: None,
        staff: false,
        acts: Vec::new(),
        outcome: p.game.outcome(&p.made.position)?,
        seen: Json::from_canonical(p.view(reader)?.0),
        news: Some(Json::from_canonical(p.news(reader)?.0)),
        dice: BTreeMap::new(),
    })
}

/// A report brings its reader the page that the moderator's side has: its data holds all that the
/// page is told from.
fn reports_carry_their_pages(p: &Played<'_>) -> Result<(), Problem> {
    for reader in readers(p.game) {
        let data = data(p, &reader)?;
        let page = data.page(p.game)?;
        let report = Report::read(&data.text(&page))?;
        let what = format!("the report of {reader:?} does not bring what it is told from");
        hold(report.data == data && report.data.page(p.game)? == page, &what)?;
        alike(report.markdown(), &crate::render::markdown(&page), &what)?;
        let (view, news) = (report.data.view(), report.data.news());
        let own = view == p.view(&reader)? && news == Some(p.news(&reader)?);
        hold(own && p.game.page(&view, news.as_ref())? == p.page(&reader)?, &what)?;
    }
    Ok(())
}

/// What all are told at once is what each finds in the documents.
fn briefings_say_what_the_documents_say(p: &Played<'_>) -> Result<(), Problem> {
    let readers: Vec<Reader> = readers(p.game).collect();
    let Ending { outcome, briefings } =
        p.game.ending(&readers, &p.made.position, Some(&p.made.record))?;
    let whole = outcome == p.game.outcome(&p.made.position)? && briefings.len() == readers.len();
    hold(whole, "the end of a cycle is told otherwise to all at once")?;
    for (reader, Briefing { view, news, page }) in readers.iter().zip(briefings) {
        let (page, agenda) = page();
        // Of the kinds that the phase accepts a reader is told those that can come to something.
        let awaited = p.game.awaited(&view)?;
        let accepts = awaited.accepts.clone();
        let asked = agenda.phase.accepts.is_subset(&accepts)
            && Phase { accepts, ..agenda.phase } == awaited;
        hold(asked, format!("{reader:?} is asked for what is not awaited"))?;
        let same =
            view == p.view(reader)? && news == Some(p.news(reader)?) && page == p.page(reader)?;
        hold(same, format!("{reader:?} is told otherwise with all than alone"))?;
    }
    Ok(())
}

/// The scenes of a reader tell no event that they did not witness, and the last one shows the map as
/// the cycle left it.
fn scenes_lead_to_the_end(p: &Played<'_>) -> Result<(), Problem> {
    for reader in readers(p.game).chain([Reader::Moderator]) {
        let scenes = p.game.scenes(p.before, &p.made.record, &reader)?;
        let told = scenes.iter().map(|scene| scene.lines.len()).sum::<usize>();
        let events = facts(&p.news(&reader)?)?.len();
        // Dice may stand on a line of their own.
        hold(told <= 2 * events, format!("scenes tell {told} lines of {events} events"))?;
        let said = scenes.iter().all(|scene| !scene.lines.is_empty() && !scene.title.is_empty());
        hold(said, "a scene tells nothing")?;
        if let Some(map) = scenes.last().and_then(|scene| scene.map.as_ref()) {
            let page = p.game.page(&p.view(&reader)?, None)?;
            let stacks = |map: &Map| -> Vec<String> {
                map.places.iter().map(|p| format!("{:?}", (&p.name, p.owner, &p.stacks))).collect()
            };
            let same = maps(&page).next().map(stacks) == Some(stacks(map));
            hold(same, format!("the last scene of {reader:?} shows another map"))?;
        }
        // A board is that of the reader's report.
        let report = p.page(&reader)?;
        let last = scenes.last().map(|scene| scene.board.as_deref());
        let same = last.is_none_or(|last| last == board(&report));
        hold(same, format!("the last scene of {reader:?} shows another board"))?;
    }
    Ok(())
}
