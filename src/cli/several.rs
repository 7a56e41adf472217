//! A directory of campaigns: the same for each in turn. What is the matter with one keeps no other waiting.

use super::context::{Context, KeyArgs, keys_beside};
use super::problem;
use crate::base::words::{count, names};
use crate::base::{Kind, Problem, text};
use crate::campaign::{Store, world};
use crate::referee::cycle::desk::Desk;

/// The names of campaigns, and what is the matter with them.
type Failed = Vec<(String, Problem)>;

/// What became of each campaign.
pub(super) struct Several<T> {
    /// The campaigns' names, and what was done.
    pub(super) done: Vec<(String, T)>,
    /// The names of the others, and what is the matter.
    failed: Failed,
    /// How many there are.
    all: usize,
}

/// What a campaign of several is called: its directory.
pub(super) fn called(store: &Store) -> String {
    let name = store.root().file_name().unwrap_or_default().to_string_lossy();
    text::harmless(&name)
}

impl<T> Several<T> {
    /// Does something for each campaign, in the order of their names.
    pub(super) fn each(
        stores: Vec<Store>,
        mut what: impl FnMut(Store) -> Result<T, Problem>,
    ) -> Self {
        let all = stores.len();
        let (mut done, mut failed) = (Vec::new(), Vec::new());
        for store in stores {
            let name = called(&store);
            match what(store) {
                Ok(one) => done.push((name, one)),
                Err(problem) => failed.push((name, problem)),
            }
        }
        Self { done, failed, all }
    }

    /// Goes on with those that did not fail.
    pub(super) fn then<U>(self, mut what: impl FnMut(&mut T) -> Result<U, Problem>) -> Several<U> {
        let (mut done, mut failed) = (Vec::new(), self.failed);
        for (name, mut one) in self.done {
            match what(&mut one) {
                Ok(next) => done.push((name, next)),
                Err(problem) => failed.push((name, problem)),
            }
        }
        Several { done, failed, all: self.all }
    }

    /// Takes what was done back as failed, where it was not as it should be.
    pub(super) fn judge(mut self, judge: impl Fn(&T) -> Result<(), Problem>) -> Self {
        for (name, one) in &self.done {
            if let Err(problem) = judge(one) {
                self.failed.push((name.clone(), problem));
            }
        }
        self
    }

    /// How many there are.
    pub(super) fn all(&self) -> usize {
        self.all
    }

    /// What was done, and what is the matter with the others.
    pub(super) fn parts(self) -> (Vec<(String, T)>, Failed) {
        (self.done, self.failed)
    }

    /// Ends the command: says of each what is the matter, and then of how many.
    pub(super) fn ending(self) -> Result<(), Problem> {
        ending(self.failed, self.all)
    }
}

/// Ends a command over so many campaigns: says of some what is the matter, and then which they are. Where there
/// was nothing to do nobody is needed.
pub(super) fn ending(failed: Failed, all: usize) -> Result<(), Problem> {
    let nothing = |(_, problem): &(String, Problem)| problem.kind == Kind::Nothing;
    let idle = failed.iter().filter(|one| nothing(one)).count();
    let kinds = failed.iter().filter(|one| !nothing(one)).map(|(_, problem)| problem.kind);
    let gravest = kinds.max_by_key(|kind| gravity(*kind));
    let mut told: Vec<String> = Vec::new();
    for (name, problem) in failed {
        if problem.kind != Kind::Nothing && !told.contains(&name) {
            told.push(name.clone());
        }
        problem::report(&problem.at(&name));
    }
    let of = count(all, "campaign");
    let Some(kind) = gravest else {
        return if idle < all {
            Ok(())
        } else {
            Err(Problem::nothing(format!("{of}, and nothing in any")))
        };
    };
    let need = if told.len() == 1 { "needs" } else { "need" };
    let what = format!("{} of {of} {need} you: {}", told.len(), names(&told));
    Err(Problem { kind, ..Problem::refused(what) })
}

/// Of several problems the gravest says how the command ends.
fn gravity(kind: Kind) -> u8 {
    match kind {
        Kind::Nothing => 0,
        Kind::Busy => 1,
        Kind::Usage => 2,
        Kind::Refused => 3,
        Kind::Failed => 4,
    }
}

impl Context {
    /// The campaigns in the directory, in the order of their names; `None` if it is in one itself.
    pub(super) fn several(&self) -> Result<Option<Vec<Store>>, Problem> {
        let Err(outside) = self.store() else { return Ok(None) };
        let roots = Store::within(&self.directory).unwrap_or_default();
        if roots.is_empty() {
            return Err(outside);
        }
        let found = |root| Ok(Store::find(root)?.cached(world::cache()));
        roots.iter().map(|root| found(root)).collect::<Result<_, _>>().map(Some)
    }

    /// The desks of all campaigns in the directory, if it is in none itself.
    pub(super) fn desks(&self, args: &KeyArgs) -> Result<Option<Several<Desk>>, Problem> {
        let Some(stores) = self.several()? else { return Ok(None) };
        Ok(Some(Several::each(stores, |store| self.desk_of(store, args))))
    }

    /// Refuses a command that is for one campaign alone where there are several.
    pub(super) fn alone(&self, command: &str) -> Result<(), Problem> {
        match self.several()? {
            None => Ok(()),
            Some(_) => Err(Problem::usage("there are several campaigns here")
                .hint(format!("name the one that is meant: `adjutant -C CAMPAIGN {command}`"))),
        }
    }
}

/// True if the moderator's keys of a campaign are at hand without a question.
pub(super) fn has_keys(store: &Store, named: bool) -> bool {
    named
        || keys_beside(store.root()).is_dir()
        || world::variable("ADJUTANT_MODERATOR_KEY").is_some()
}
