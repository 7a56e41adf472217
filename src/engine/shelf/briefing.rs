//! What readers are told when a cycle has ended, and the page that it makes.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::any_game::Briefing;
use super::typed::{SeenOf, Typed, WholeOf, foreign};
use crate::base::Problem;
use crate::engine::chance::draw::Drawn;
use crate::engine::contract::game::turn::RecordOf;
use crate::engine::facts::fact::witnessed;
use crate::engine::format::document::{Encoded, News, ViewDoc};
use crate::engine::orders::one_line;
use crate::engine::story::answers::{Answered, add_answers, add_draws, in_vain};
use crate::engine::story::sections::Story;
use crate::engine::{Agenda, Answer, Fact, Fortune, Game, Orders, Phase, Reader, Rules, Seat};
use crate::page::Page;

/// What a reader has been told of a cycle.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Account<E, O, C, R> {
    /// What the reader witnessed.
    pub(in crate::engine) events: Vec<Fact<E>>,
    /// The answers to the reader's own orders; the moderator has everybody's.
    pub(in crate::engine) answers: BTreeMap<Seat, Vec<Answer<O, C, R>>>,
    /// Every draw, for the moderator.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::engine) draws: Vec<Drawn>,
}

pub(super) type AccountOf<G> = Account<
    <G as Rules>::Event,
    <G as Orders>::Order,
    <G as Orders>::Condition,
    <G as Orders>::Reason,
>;

impl<G: Game> Typed<G> {
    /// What a reader may know of a record.
    pub(in crate::engine) fn account(record: &RecordOf<G>, reader: &Reader) -> AccountOf<G> {
        let own = |seat: &&Seat| reader.sees_all() || reader.is(seat);
        let answers = record.answers.iter().filter(|(seat, _)| own(seat));
        let answers = answers.map(|(seat, answers)| (seat.clone(), answers.clone())).collect();
        let draws = if reader.sees_all() { record.draws.clone() } else { Vec::new() };
        let events = witnessed(&record.events, reader);
        AccountOf::<G> { events, answers, draws }
    }

    /// An account from outside, as little trusted as a view.
    pub(super) fn heard(&self, news: &News) -> Result<AccountOf<G>, Problem> {
        let account: AccountOf<G> = news.read()?;
        let names = &self.names;
        // An order may have been refused for its names, so of the answers the reasons count.
        let mut reasons = account.answers.values().flatten().map(|answer| &answer.reason);
        let known = names.take(&account.events) && reasons.all(|reason| names.know(reason));
        if known { Ok(account) } else { Err(foreign()) }
    }

    /// What a reader knows at the end of a cycle.
    pub(super) fn briefing(
        &self,
        whole: &WholeOf<G>,
        record: Option<&RecordOf<G>>,
        reader: &Reader,
    ) -> Briefing<'_> {
        let seen = self.seen(whole, reader);
        let account = record.map(|record| Self::account(record, reader));
        let (view, news) = (ViewDoc::of(&seen), account.as_ref().map(News::of));
        let page = move || (self.paged(&seen, account.as_ref()), self.agenda(&seen));
        Briefing { view, news, page: Box::new(page) }
    }

    /// The page of what a reader has been told.
    pub(super) fn paged(&self, seen: &SeenOf<G>, account: Option<&AccountOf<G>>) -> Page {
        let facts = account.map_or(&[][..], |account| &account.events);
        let mut page = if seen.phase.is_roll_call() {
            self.roll_call_page(seen)
        } else {
            let answers = account.into_iter().flat_map(|account| account.answers.values());
            let answers: Vec<_> = self.all_answered(answers.flatten()).collect();
            self.laid_out(seen, facts, &answers)
        };
        for (seat, answers) in account.iter().flat_map(|account| &account.answers) {
            let heading = match &seen.reader {
                Reader::Moderator => format!("Orders of {seat}"),
                Reader::Seat(_) | Reader::Public => "Your orders".to_owned(),
            };
            let answers: Vec<_> = self.all_answered(answers).collect();
            page = add_answers(page, &heading, &answers);
        }
        for (seat, standing) in &seen.standing {
            let heading = match &seen.reader {
                Reader::Moderator => format!("Standing orders of {seat}"),
                Reader::Seat(_) | Reader::Public => "Standing orders".to_owned(),
            };
            page = page.heading(2, heading).code("yaml", one_line::list(standing));
        }
        add_draws(page, account.map_or(&[], |account| &account.draws))
    }

    /// What the table waits for, in the words of the view's reader.
    pub(in crate::engine) fn agenda(&self, seen: &SeenOf<G>) -> Agenda {
        let called = match &seen.reader {
            Reader::Seat(seat) => self.game.called(seat),
            Reader::Public => "everybody".to_owned(),
            Reader::Moderator => "the moderator".to_owned(),
        };
        let occasion = if seen.phase.is_roll_call() {
            "the roll call".to_owned()
        } else {
            self.game.occasion(&seen.view, &seen.phase)
        };
        let phase = Phase { accepts: self.open_kinds(seen), ..seen.phase.clone() };
        let example = |kind: &String| {
            let line = G::SHORT.orders.iter().find(|(of, ..)| of == kind);
            (kind.clone(), line.map_or("", |(_, _, example)| *example))
        };
        let examples = phase.accepts.iter().map(example).collect();
        Agenda { phase, occasion, reader: seen.reader.clone(), called, examples }
    }

    /// The kinds of orders that the phase accepts and that can come to something for the reader.
    pub(super) fn open_kinds(&self, seen: &SeenOf<G>) -> BTreeSet<String> {
        let kinds = seen.phase.accepts.iter().cloned();
        if seen.phase.is_roll_call() {
            return kinds.collect();
        }
        kinds.filter(|kind| self.game.takes(&seen.view, kind)).collect()
    }

    /// What the cycle brought the reader, in sentences: losses and harm, orders that came to nothing, gains.
    fn own_war(
        &self,
        seen: &SeenOf<G>,
        facts: &[Fact<G::Event>],
        answers: &[Answered],
    ) -> Vec<String> {
        if !matches!(seen.reader, Reader::Seat(_)) {
            return Vec::new();
        }
        let fortunes = self.game.fortunes(&seen.view, facts);
        let of = |kinds: [Fortune; 2]| kinds.into_iter().filter_map(|kind| fortunes.sentence(kind));
        let harm = of([Fortune::Lost, Fortune::Hurt]);
        let others = of([Fortune::Beaten, Fortune::Struck]);
        let gains = fortunes.sentence(Fortune::Gained);
        harm.chain(in_vain(answers)).chain(gains).chain(others).collect()
    }

    /// The turn in short, the map, the story if there is one, and the situation.
    fn laid_out(&self, seen: &SeenOf<G>, facts: &[Fact<G::Event>], answers: &[Answered]) -> Page {
        let mut page = self.game.situation(&seen.view);
        let situation = std::mem::take(&mut page.blocks);
        let heading = self.game.beginning(&seen.view, facts);
        let story = Story::of(&self.game, facts).beginning(heading);
        let mut short = self.own_war(seen, facts, answers);
        short.extend(self.game.standings(&seen.view, facts));
        short.extend(story.short());
        if !short.is_empty() {
            page = page.heading(2, Page::SUMMARY).list(short);
        }
        if let Some(picture) = self.game.map(&seen.view, facts) {
            page = page.picture(picture);
        }
        let mut page = story.write(page).heading(2, Page::SITUATION);
        page.blocks.extend(situation);
        page
    }
}
