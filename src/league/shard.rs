//! Campaigns in an object store: what a runner does with each. Nobody holds a campaign; of several runners one goes
//! on with it, and the others find it done. `docs/formats/store.md`.

use std::path::PathBuf;

use crate::base::{Kind, Problem, Time};
use crate::campaign::objects::Files;
use crate::campaign::{Campaigns, Store, postbox, world};
use crate::engine::Shelf;
use crate::ledger::Stage;
use crate::referee::cycle::desk::{Desk, Keys};
use crate::referee::run::steps::{Done, Mail, run};

/// How often a campaign is begun anew because somebody else went on with it meanwhile.
const TRIES: usize = 8;

/// Runs the campaigns of a store.
pub struct Runner<'a> {
    /// Where they are.
    pub campaigns: &'a Campaigns,
    /// Where letters are laid: a directory, or the outbox beside the campaigns.
    pub outbox: Option<PathBuf>,
    /// The games of the program.
    pub shelf: Shelf,
    /// What time it is.
    pub now: Time,
}

impl Runner<'_> {
    /// Does what is due in a campaign, with what lies for it in the inbox. True if something was.
    ///
    /// # Errors
    /// If the moderator is needed, or the store does not answer.
    pub fn go_on(
        &self,
        name: &str,
        inbox: &[String],
        keys: impl Fn() -> Result<Keys, Problem>,
    ) -> Result<bool, Problem> {
        until_alone(|| self.once(name, inbox, keys()?)).map(Option::unwrap_or_default)
    }

    fn once(&self, name: &str, inbox: &[String], keys: Keys) -> Result<bool, Problem> {
        let store = Store::among(self.campaigns, name)?;
        store.begin();
        let mut desk = Desk::take(store, keys, self.shelf)?;
        if desk.campaign.stage() == Stage::Closed && desk.campaign.ledger.revealed().is_some() {
            return self.lay_aside(inbox);
        }
        let done = run(&mut desk, &self.mails(inbox)?, self.now)?;
        let letters = letters(&desk, &done)?;
        let post = || self.post(name, &desk, &letters);
        deliver(&desk.campaign.store, done.letters.is_empty(), post, || done.note(&desk))?;
        for mail in done.taken() {
            self.campaigns.remove(&format!("inbox/{mail}"))?;
        }
        match done.stopped {
            Some(problem) => Err(problem),
            None => Ok(done.changed()),
        }
    }

    /// Moves what came when all was over to where no round looks for it. True if something was there.
    fn lay_aside(&self, inbox: &[String]) -> Result<bool, Problem> {
        let mut some = false;
        for path in inbox {
            let lies = format!("inbox/{path}");
            if let Some(bytes) = self.campaigns.read(&lies)? {
                self.campaigns.write(&format!("late/{path}"), &bytes)?;
                self.campaigns.remove(&lies)?;
                some = true;
            }
        }
        Ok(some)
    }

    fn mails(&self, inbox: &[String]) -> Result<Vec<Mail>, Problem> {
        let mut mails = Vec::new();
        for path in inbox {
            // What vanished meanwhile was taken by another.
            if let Some(bytes) = self.campaigns.read(&format!("inbox/{path}"))? {
                let arrived = path.rsplit('/').next().and_then(postbox::arrived);
                let arrived = arrived.unwrap_or(self.now);
                mails.push(Mail { name: path.clone(), content: bytes.into(), arrived });
            }
        }
        mails.sort_by(|a, b| (a.arrived, &a.name).cmp(&(b.arrived, &b.name)));
        Ok(mails)
    }

    fn post(&self, name: &str, desk: &Desk, letters: &Files) -> Result<(), Problem> {
        let Some(folder) = &self.outbox else {
            if letters.is_empty() {
                return Ok(());
            }
            // Named by what caused them: whoever carries a run on lays the same ones, and they lie there once.
            let bundle = desk.campaign.store.newest();
            return self.campaigns.post(&format!("outbox/{name}/{bundle:08}"), letters);
        };
        letters
            .iter()
            .try_for_each(|(path, bytes)| world::write_over(&folder.join(name).join(path), bytes))
    }
}

/// Begins anew as long as somebody else goes on with the same campaign. None if they always do: then they did what was
/// due.
///
/// # Errors
/// What went wrong otherwise.
pub fn until_alone<T>(once: impl Fn() -> Result<T, Problem>) -> Result<Option<T>, Problem> {
    for _ in 0..TRIES {
        match once() {
            Err(problem) if problem.kind == Kind::Busy => {}
            made => return made.map(Some),
        }
    }
    Ok(None)
}

/// Makes all stand that was written since the store began; then tells it; then notes that it was told. What tells
/// nobody anything is noted at once.
///
/// # Errors
/// If somebody else went on meanwhile: then nothing was written, and nobody is told. Or if the store does not answer:
/// then whoever comes next carries it on.
pub fn deliver(
    store: &Store,
    is_silent: bool,
    tell: impl FnOnce() -> Result<(), Problem>,
    note: impl FnOnce() -> Result<(), Problem>,
) -> Result<(), Problem> {
    if is_silent {
        note()?;
        store.end()?;
        tell()?;
    } else {
        store.end()?;
        tell()?;
        note()?;
    }
    store.settle()
}

/// The files of what is to be sent.
fn letters(desk: &Desk, done: &Done) -> Result<Files, Problem> {
    let mut files = Files::new();
    for reply in done.receipts.iter().map(|(_, reply)| reply).chain(&done.judged) {
        files.insert(reply.file(), reply.text.clone().into_bytes());
    }
    for letter in &done.letters {
        files.extend(letter.files(desk)?);
        files.insert(format!("{}.txt", letter.id), letter.text().into_bytes());
    }
    Ok(files)
}
