//! A typed game behind the documents of [`AnyGame`].

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Deserialize;

use super::any_game::{AnyGame, Attempt, Checker, Ending, Resolution, Trial};
use super::briefing::AccountOf;
use super::composed::{Composed, Composer};
use super::respell;
use super::typed::{Carried, SeenOf, SheetOf, Typed, WholeOf};
use crate::base::Problem;
use crate::engine::contract::game::turn::{RecordOf, remaining};
use crate::engine::format::document::{
    self, Encoded, EventDoc, News, Position, RecordDoc, ViewDoc,
};
use crate::engine::format::phase::ROLL_CALL;
use crate::engine::orders::one_line;
use crate::engine::sheets::any_sheet::AnySheet;
use crate::engine::sheets::{shape, spelling};
use crate::engine::story::answers::{Answered, Repeated, answer_all};
use crate::engine::story::scenes::scenes;
use crate::engine::story::sections::Story;
use crate::engine::{
    Agenda, Chance, Choice, Finding, Game, Header, Lasting, Outcome, Phase, Reader, Seat, Sheets,
    Short, Skill, Slot, Survey, Throw,
};
use crate::page::{Measure, Page, Scene, Zone};

/// As much of a view as says what the table waits for.
#[derive(Deserialize)]
struct Awaited {
    phase: Phase,
}

impl<G: Game> AnyGame for Typed<G> {
    fn seats(&self) -> Vec<Seat> {
        self.game.seats()
    }

    fn options(&self) -> &BTreeMap<String, String> {
        &self.options
    }

    fn short(&self) -> &'static Short {
        G::SHORT
    }

    fn setup(&self, chance: &mut Chance) -> Position {
        if let Some(begin) = &self.begin {
            return begin.clone();
        }
        if self.options.contains_key(ROLL_CALL) {
            return self.unset();
        }
        let state = self.game.setup(chance);
        Position::of(&WholeOf::<G> { state, standing: BTreeMap::new(), roll_call: false })
    }

    fn phase(&self, position: &Position) -> Result<Phase, Problem> {
        Ok(self.awaits(&position.read()?))
    }

    fn see(&self, position: &Position, reader: &Reader) -> Result<ViewDoc, Problem> {
        Ok(ViewDoc::of(&self.seen(&position.read()?, reader)))
    }

    fn news(&self, record: &RecordDoc, reader: &Reader) -> Result<News, Problem> {
        Ok(News::of(&Self::account(&record.read()?, reader)))
    }

    fn ending<'g>(
        &'g self,
        readers: &[Reader],
        position: &Position,
        record: Option<&RecordDoc>,
    ) -> Result<Ending<'g>, Problem> {
        let whole: WholeOf<G> = position.read()?;
        let record: Option<RecordOf<G>> = record.map(Encoded::read).transpose()?;
        let briefing = |reader: &Reader| self.briefing(&whole, record.as_ref(), reader);
        // What one knows does not depend on another, so each thread of the machine may tell some.
        let briefings = readers.par_iter().map(briefing).collect();
        Ok(Ending { outcome: self.game.outcome(&whole.state), briefings })
    }

    fn awaited(&self, view: &ViewDoc) -> Result<Phase, Problem> {
        let seen: Awaited = view.read()?;
        Ok(seen.phase)
    }

    fn taken(&self, view: &ViewDoc) -> Result<Vec<String>, Problem> {
        let seen = self.shown(view)?;
        Ok(self.open_kinds(&seen).into_iter().collect())
    }

    fn read(&self, file: &[u8]) -> Result<(Header, AnySheet), Problem> {
        let read = spelling::read::<G>(file, &self.names).map_err(shape::of::<G>(file))?;
        let (header, mut sheet) = SheetOf::<G>::of_file(read.file)?;
        sheet.note_short(&read.short);
        Ok((header, AnySheet::of(sheet)))
    }

    fn sheet(&self, text: &str) -> Result<AnySheet, Problem> {
        let sheet: SheetOf<G> = serde_json::from_str(text)
            .map_err(|e| Problem::refused(format!("these orders are not of this game: {e}")))?;
        Ok(AnySheet::of(sheet))
    }

    fn checker<'g>(&'g self, view: &ViewDoc) -> Result<Checker<'g>, Problem> {
        let seen = self.shown(view)?;
        Ok(Box::new(move |orders| {
            let sheet = self.restated(&seen, orders.sheet().cloned()?);
            let findings = self.findings(&seen, &sheet).into_iter();
            Ok(findings.map(|finding| self.remark(&sheet, finding)).collect())
        }))
    }

    fn survey(&self, view: &ViewDoc, orders: &AnySheet) -> Result<Survey, Problem> {
        let Some(seen) = self.begun(view)? else { return Ok(Survey::default()) };
        let mut sheet: SheetOf<G> = self.meant(&seen, orders.sheet().cloned()?);
        // What is refused costs nothing, and nobody does it.
        let refused = self.findings(&seen, &sheet).into_iter().filter(Finding::refuses);
        let refused: BTreeSet<Slot> = refused.filter_map(|finding| finding.slot).collect();
        sheet.retain(|slot| !refused.contains(&slot));
        Ok(self.surveyed(&seen, &sheet))
    }

    fn resolve(
        &self,
        position: &Position,
        orders: &BTreeMap<Seat, AnySheet>,
        chance: &mut Chance,
    ) -> Result<Resolution, Problem> {
        let before: WholeOf<G> = position.read()?;
        let (mut written, mut seen) = (Sheets::<G>::new(), BTreeMap::new());
        for seat in self.game.seats() {
            let sheet = orders.get(&seat).map(AnySheet::sheet).transpose()?.cloned();
            let own = self.seen(&before, &Reader::Seat(seat.clone()));
            written.insert(seat.clone(), self.restated(&own, sheet.unwrap_or_default()));
            seen.insert(seat, own);
        }
        let (sheets, fates) = self.admit(&seen, &written);
        if before.roll_call {
            return Ok(self.set_up(&written, fates, chance));
        }
        let Carried { events, state, fates } =
            self.carried_out(before.state.clone(), &sheets, fates, chance);
        let standing = remaining::<G>(&sheets);
        let record = RecordOf::<G> {
            events,
            answers: answer_all::<G>(&written, fates),
            draws: chance.drawn().to_vec(),
            standing: standing.clone(),
            setup: None,
        };
        let mut after = before.state;
        let position = || {
            for recorded in &record.events {
                self.game.apply(&mut after, &recorded.event);
            }
            assert!(after == state, "the record of this cycle does not lead to its state");
            Position::of(&WholeOf::<G> { state, standing, roll_call: false })
        };
        let (record, position) = rayon::join(|| RecordDoc::of(&record), position);
        Ok(Resolution { record, position })
    }

    fn trial<'g>(&'g self, view: &ViewDoc, plan: &Attempt<'g>) -> Result<Trial<'g>, Problem> {
        self.tried(view, plan)
    }

    fn replay(&self, position: &Position, record: &RecordDoc) -> Result<Position, Problem> {
        let mut whole: WholeOf<G> = position.read()?;
        let record: RecordOf<G> = record.read()?;
        if let Some(state) = record.setup {
            (whole.state, whole.roll_call) = (state, false);
        }
        for recorded in &record.events {
            self.game.apply(&mut whole.state, &recorded.event);
        }
        whole.standing = record.standing;
        Ok(Position::of(&whole))
    }

    fn apply(&self, position: &Position, event: &EventDoc) -> Result<Position, Problem> {
        let mut whole: WholeOf<G> = position.read()?;
        let event: G::Event = event.read()?;
        self.game.apply(&mut whole.state, &event);
        Ok(Position::of(&whole))
    }

    fn current_position(&self, position: &Position) -> Result<Position, Problem> {
        document::current::<_, WholeOf<G>>(position)
    }

    fn current_record(&self, record: &RecordDoc) -> Result<RecordDoc, Problem> {
        document::current::<_, RecordOf<G>>(record)
    }

    fn current_view(&self, view: &ViewDoc) -> Result<ViewDoc, Problem> {
        document::current::<_, SeenOf<G>>(view)
    }

    fn current_news(&self, news: &News) -> Result<News, Problem> {
        document::current::<_, AccountOf<G>>(news)
    }

    fn told(&self, view: &ViewDoc, news: Option<&News>) -> Result<(Page, Agenda), Problem> {
        let seen = self.shown(view)?;
        let account = news.map(|news| self.heard(news)).transpose()?;
        Ok((self.paged(&seen, account.as_ref()), self.agenda(&seen)))
    }

    fn seen_by(&self, view: &ViewDoc, name: &str) -> Result<Option<Zone>, Problem> {
        Ok(self.begun(view)?.and_then(|seen| self.game.seen_by(&seen.view, name)))
    }

    fn measures(&self, view: &ViewDoc) -> Result<Vec<Measure>, Problem> {
        Ok(self.begun(view)?.map_or_else(Vec::new, |seen| self.game.measures(&seen.view)))
    }

    fn losses(&self, view: &ViewDoc, news: Option<&News>) -> Result<Vec<Measure>, Problem> {
        let account = news.map(|news| self.heard(news)).transpose()?;
        let witnessed = account.as_ref().map_or(&[][..], |account| &account.events);
        Ok(self.game.losses(&self.shown(view)?.view, witnessed))
    }

    fn fortunes(&self, view: &ViewDoc, news: &News) -> Result<Vec<String>, Problem> {
        Ok(self.game.fortunes(&self.shown(view)?.view, &self.heard(news)?.events).each())
    }

    fn sentences(&self, news: &News) -> Result<Vec<String>, Problem> {
        Ok(Story::of(&self.game, &self.heard(news)?.events).sentences())
    }

    fn headlines(&self, news: &News) -> Result<Vec<String>, Problem> {
        Ok(Story::of(&self.game, &self.heard(news)?.events).headlines())
    }

    fn throws(&self, news: &News) -> Result<BTreeMap<String, Vec<Throw>>, Problem> {
        let mut shown: BTreeMap<String, Vec<Throw>> = BTreeMap::new();
        for fact in self.heard(news)?.events {
            let Some(draw) = fact.draw else { continue };
            let throws = self.game.throws(&fact.event);
            if !throws.is_empty() {
                shown.entry(draw.to_string()).or_default().extend(throws);
            }
        }
        Ok(shown)
    }

    fn scenes(
        &self,
        before: &Position,
        record: &RecordDoc,
        reader: &Reader,
    ) -> Result<Vec<Scene>, Problem> {
        let (before, record): (WholeOf<G>, RecordOf<G>) = (before.read()?, record.read()?);
        let state = record.setup.clone().unwrap_or(before.state);
        Ok(scenes(&self.game, state, &record, reader))
    }

    fn answers(&self, record: &RecordDoc, seat: &Seat) -> Result<Vec<Answered>, Problem> {
        let record: RecordOf<G> = record.read()?;
        let answers = record.answers.get(seat).into_iter().flatten();
        Ok(answers.map(|answer| self.answered(answer, true)).collect())
    }

    fn repeated(&self, news: &News, seat: &Seat) -> Result<Vec<Repeated>, Problem> {
        let account = self.heard(news)?;
        let answers = account.answers.get(seat).into_iter().flatten();
        Ok(answers.map(Repeated::of).collect())
    }

    fn imagine(&self, view: &ViewDoc, chance: &mut Chance) -> Result<Position, Problem> {
        let seen = self.shown(view)?;
        let state = self.game.imagine(&seen.view, chance);
        let (standing, roll_call) = (seen.standing, seen.phase.is_roll_call());
        Ok(Position::of(&WholeOf::<G> { state, standing, roll_call }))
    }

    fn staffed(
        &self,
        view: &ViewDoc,
        skill: Skill,
        chance: &mut Chance,
    ) -> Result<AnySheet, Problem> {
        Ok(AnySheet::of(self.skilled(&self.shown(view)?, skill, chance)))
    }

    fn list(&self, orders: &AnySheet) -> Result<String, Problem> {
        let sheet: &SheetOf<G> = orders.sheet()?;
        let orders: Vec<_> = sheet.orders.iter().map(|given| &given.order).collect();
        Ok(one_line::list(&orders))
    }

    fn shortened(&self, list: &str) -> String {
        respell::list::<G>(list)
    }

    fn choices(&self, view: &ViewDoc) -> Result<Vec<Choice<String>>, Problem> {
        let Some(seen) = self.begun(view)? else { return Ok(Vec::new()) };
        let mut choices = self.offered(&seen, self.game.choices(&seen.view));
        choices.retain(|choice| choice.unit || !choice.offers.is_empty());
        Ok(choices)
    }

    fn composer<'g>(&'g self, view: &ViewDoc) -> Result<Box<dyn Composer + 'g>, Problem> {
        Ok(Box::new(Composed { typed: self, seen: self.begun(view)? }))
    }

    fn standing(&self, view: &ViewDoc) -> Result<String, Problem> {
        Ok(one_line::list(self.shown(view)?.own_standing()))
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, Problem> {
        let whole: WholeOf<G> = position.read()?;
        Ok(self.game.outcome(&whole.state))
    }

    fn lasting(&self) -> Lasting {
        self.game.lasting()
    }
}
