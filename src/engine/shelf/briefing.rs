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
use crate::engine::sheets::schema;
use crate::engine::story::answers::{Answered, add_answers, add_draws, in_vain};
use crate::engine::story::sections::Story;
use crate::engine::{
    Agenda, Answer, Fact, Fortune, Fortunes, Game, Orders, Phase, Reader, Rules, Seat, Weight,
};
use crate::page::{Page, Text};

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
            self.laid_out(seen, account.map(|_| facts), &answers)
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
        let ways = self.ways(seen, &phase.accepts);
        let rolls = seen.phase.is_roll_call();
        let conditions = self.conditions.get_or_init(schema::conditions::<G>).clone();
        let together = if rolls { Vec::new() } else { self.game.together(&seen.view) };
        let default = if rolls { None } else { self.game.without_orders(&seen.view) };
        let marked = |(label, text): (&str, String)| (label.to_owned(), Text::marked(&text));
        let together = together.into_iter().map(marked).collect();
        let (reader, standing) = (seen.reader.clone(), !seen.own_standing().is_empty());
        Agenda { phase, occasion, reader, called, ways, conditions, standing, default, together }
    }

    /// The kinds of orders that the phase accepts and that can come to something for the reader.
    pub(super) fn open_kinds(&self, seen: &SeenOf<G>) -> BTreeSet<String> {
        let kinds = seen.phase.accepts.iter().cloned();
        if seen.phase.is_roll_call() {
            return kinds.collect();
        }
        kinds.filter(|kind| self.game.takes(&seen.view, kind)).collect()
    }

    /// What the cycle brought the reader, and the facts that tell of it: they need not stand at the top twice.
    fn fortunes(&self, seen: &SeenOf<G>, facts: &[Fact<G::Event>]) -> (Fortunes, BTreeSet<usize>) {
        let fortunes = |facts| self.game.fortunes(&seen.view, facts);
        let all = fortunes(facts);
        if all == Fortunes::default() {
            return (all, BTreeSet::new());
        }
        let told = |n: &usize| self.game.tell_to(seen.reader.seat(), &facts[*n].event);
        let headline = |n: &usize| told(n).weight == Weight::Headline;
        let is_told = |n: &usize| {
            let brings = fortunes(&facts[..=*n]) != fortunes(&facts[..*n]);
            // Of two facts that bring the same, such as a victory and what is gained by it, the later brings nothing new.
            brings || fortunes(&facts[*n..=*n]).is_told_by(&all)
        };
        let told = (0..facts.len()).filter(headline).filter(is_told).collect();
        (all, told)
    }

    /// What the cycle brought the reader, in sentences: losses and harm, orders that came to nothing, gains.
    fn own_war(&self, seen: &SeenOf<G>, fortunes: &Fortunes, answers: &[Answered]) -> Vec<Text> {
        let Reader::Seat(reader) = &seen.reader else { return Vec::new() };
        let seats = self.game.seats();
        let mut others = seats.iter().filter(|seat| *seat != reader);
        let other = others.next().filter(|_| others.next().is_none() && !self.game.has_others());
        let other = other.map(|seat| self.game.called(seat));
        let sentence = |kind| fortunes.sentence(kind, other.as_deref()).map(Text::plain);
        let of = |kinds: [Fortune; 2]| kinds.into_iter().filter_map(sentence);
        let harm = of([Fortune::Lost, Fortune::Hurt]);
        let others = of([Fortune::Beaten, Fortune::Struck]);
        harm.chain(in_vain(answers)).chain(sentence(Fortune::Gained)).chain(others).collect()
    }

    /// The turn in short, the map, the story if there is one, and the situation.
    fn laid_out(
        &self,
        seen: &SeenOf<G>,
        cycle: Option<&[Fact<G::Event>]>,
        answers: &[Answered],
    ) -> Page {
        let facts = cycle.unwrap_or_default();
        let mut page = self.game.situation(&seen.view);
        let situation = std::mem::take(&mut page.blocks);
        let heading = self.game.beginning(&seen.view, facts);
        let (fortunes, told) = self.fortunes(seen, facts);
        let story = Story::to(seen.reader.seat(), &self.game, facts, &told).beginning(heading);
        let own = self.own_war(seen, &fortunes, answers);
        let mut all_else = self.game.standings(&seen.view, facts);
        all_else.extend(self.game.by_standing_orders(&seen.view, seen.own_standing()));
        let short = story.short();
        // Of a cycle in which a player saw nothing, the report says so.
        let nothing = cycle.is_some() && own.is_empty() && short.is_empty() && story.is_empty();
        let nothing = nothing && seen.reader.seat().is_some();
        all_else.extend(short);
        if !own.is_empty() || !all_else.is_empty() {
            page = page.heading(2, Page::SUMMARY);
        }
        for list in [own, all_else.iter().map(|it| Text::marked(it)).collect()] {
            page = if list.is_empty() { page } else { page.list(list) };
        }
        if let Some(picture) = self.game.map(&seen.view, facts) {
            page = page.picture(picture);
        }
        let page = if nothing {
            page.heading(2, "What happened").paragraph("Nothing that you know of.")
        } else {
            story.write(page)
        };
        let mut page = page.heading(2, Page::SITUATION);
        page.blocks.extend(situation);
        page
    }
}
