//! Campaigns in an object store: whatever is due in some of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::base::{Problem, Time, text};
use crate::campaign::{Campaigns, Shard, mailbox, world};
use crate::cli::context::{Context, KeyArgs, keys, warn};
use crate::cli::incoming::came;
use crate::league::routing::{Lying, Routed, lying, routed};
use crate::league::shard::Runner;

/// Campaigns that a worker has under way at once for each processor: most of the time they wait for answers.
const AT_ONCE: usize = 4;

/// Campaigns after which a shard says how far it is.
const TOLD: usize = 200;

#[derive(Debug, Args)]
pub(super) struct InStore {
    /// Run the campaigns in this object store, and not those of a season; its URL ends with a bucket and a path. The
    /// inbox is what lies in PATH/inbox/ and PATH/inbox/CAMPAIGN/, and the --inbox; letters go to
    /// PATH/outbox/CAMPAIGN/, or to --outbox.
    #[arg(long, value_name = "URL", conflicts_with = "post")]
    pub(super) store: Option<String>,
    /// Run only part I, from 0, of N [default: the task of a SLURM array, else all].
    #[arg(long, value_name = "I/N", requires = "store")]
    shard: Option<Shard>,
    /// Run one of this many parts: the one that an indexed job's environment names.
    #[arg(long, value_name = "N", requires = "store", conflicts_with = "shard")]
    shards: Option<u32>,
}

impl InStore {
    /// Which part is to be run, by what is given and by the environment.
    fn part(&self, variable: impl Fn(&str) -> Option<String>) -> Result<Shard, Problem> {
        if let Some(shard) = self.shard {
            return Ok(shard);
        }
        let number = |name: &str| -> Result<Option<u32>, Problem> {
            let Some(text) = variable(name) else { return Ok(None) };
            let unread = |_| Problem::usage("expected a whole number").at(name);
            text.trim().parse().map(Some).map_err(unread)
        };
        if let Some(of) = self.shards {
            let part = number("JOB_COMPLETION_INDEX")?.ok_or_else(|| {
                Problem::usage("--shards needs JOB_COMPLETION_INDEX, which an indexed job sets")
                    .hint("elsewhere give --shard I/N")
            })?;
            return Shard::new(part, of);
        }
        match (number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_COUNT")?) {
            (Some(id), Some(of)) => {
                Shard::new(id.saturating_sub(number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0)), of)
            }
            _ => Ok(Shard::WHOLE),
        }
    }
}

/// What a shard did, as it stands in the store.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Told {
    /// When it began.
    pub(super) began: Option<Time>,
    /// True if it came to its end.
    pub(super) ended: bool,
    /// How many campaigns it looked at.
    pub(super) campaigns: usize,
    /// In how many something was done.
    pub(super) changed: usize,
    /// The campaigns that need somebody, and why.
    pub(super) problems: BTreeMap<String, String>,
}

/// Runs a shard.
pub(super) fn run_shard(
    context: &Context,
    args: &KeyArgs,
    (url, given): (&str, &InStore),
    (mailbox, outbox): (Option<(&Path, bool)>, Option<&Path>),
) -> Result<(), Problem> {
    let shard = given.part(world::variable)?;
    let campaigns = Campaigns::at(url)?.cached(world::cache());
    let folder = args.keys.clone().unwrap_or_default();
    // A key that is missing is told once, and not for each campaign.
    keys(&folder)?;
    let now = world::now()?;
    let mut told = Told { began: Some(now), ..Told::default() };
    if let Some((folder, maildir)) = mailbox {
        told.problems.extend(emptied(&campaigns, folder, maildir)?);
    }
    let Lying { inbox, nameless } = lying(&campaigns, shard, now)?;
    told.problems.extend(nameless.into_iter().map(|place| (place, NAMELESS.to_owned())));
    let runner = Runner {
        campaigns: &campaigns,
        outbox: outbox.map(Path::to_owned),
        shelf: context.shelf,
        now,
    };
    let go_on = |name: &String| {
        let mails = inbox.get(name).map(Vec::as_slice).unwrap_or_default();
        (name.clone(), runner.go_on(name, mails, || keys(&folder)))
    };
    let threads = rayon::current_num_threads() * AT_ONCE;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|e| Problem::failed(format!("no threads: {e}")))?;
    let place = format!("shards/{}.json", shard.name());
    campaigns.each(shard, |names| {
        for some in names.chunks(TOLD) {
            let made: Vec<(String, Result<bool, Problem>)> =
                pool.install(|| some.par_iter().map(go_on).collect());
            for (name, made) in made {
                told.campaigns += 1;
                match made {
                    Ok(changed) => told.changed += usize::from(changed),
                    Err(problem) => {
                        told.problems.insert(name, problem.to_string());
                    }
                }
            }
            write(&campaigns, &place, &told)?;
        }
        Ok(())
    })?;
    told.ended = true;
    write(&campaigns, &place, &told)?;
    answer(context, shard, &told)
}

/// What a person has to look at.
const NAMELESS: &str = "this mail names no campaign here; move it into the inbox of one";

/// Sorts a mailbox into the inboxes of campaigns; what cannot be sorted stays where it is, and is told.
fn emptied(
    campaigns: &Campaigns,
    folder: &Path,
    maildir: bool,
) -> Result<BTreeMap<String, String>, Problem> {
    let kind = mailbox::kind(folder, maildir)?;
    let found = mailbox::look(folder, kind, None)?;
    warn(&found.unread);
    let (mut taken, mut left) = (Vec::new(), BTreeMap::new());
    for mail in found.messages.into_iter().map(|mail| came(kind, mail)) {
        match routed(campaigns, Shard::WHOLE, &mail.content.read()?, mail.arrived)? {
            Routed::Laid { .. } => taken.push(mail.name),
            Routed::Nameless | Routed::Elsewhere => {
                let place = folder.join(&mail.name).display().to_string();
                left.insert(place, NAMELESS.to_owned());
            }
        }
    }
    mailbox::taken(folder, kind, &taken)?;
    Ok(left)
}

fn write(campaigns: &Campaigns, place: &str, told: &Told) -> Result<(), Problem> {
    campaigns.write(place, &serde_json::to_vec(told).expect("results are plain data"))
}

fn answer(context: &Context, shard: Shard, told: &Told) -> Result<(), Problem> {
    let mut words = String::new();
    for (name, problem) in &told.problems {
        let line = text::harmless(&format!("{name}  needs you: {problem}")).replace('\n', " ");
        let _ = writeln!(words, "{line}");
    }
    let _ =
        writeln!(words, "shard {shard}: {} of {} campaigns went on", told.changed, told.campaigns);
    context.answer(&words, &json!({"shard": shard.to_string(), "did": told}))?;
    if !told.problems.is_empty() {
        let names: Vec<&str> = told.problems.keys().map(String::as_str).collect();
        let names = crate::base::words::few(&names, 5);
        return Err(Problem::refused(format!("you are needed in {names}"))
            .hint("`adjutant league status --store URL` says why"));
    }
    match told.changed {
        0 => Err(Problem::nothing("nothing is due")),
        _ => Ok(()),
    }
}

/// What all shards say, and the campaigns that need somebody.
pub(super) fn status(context: &Context, url: &str) -> Result<(), Problem> {
    let campaigns = Campaigns::at(url)?;
    let mut all = 0;
    campaigns.each(Shard::WHOLE, |names| {
        all += names.len();
        Ok(())
    })?;
    let mut shards = BTreeMap::new();
    campaigns.pages("shards/", |names| {
        for name in names {
            if let Some(bytes) = campaigns.read(&format!("shards/{name}"))? {
                let told: Told = serde_json::from_slice(&bytes)
                    .map_err(|_| Problem::refused("this is not what a shard writes").at(&name))?;
                shards.insert(name.trim_end_matches(".json").to_owned(), told);
            }
        }
        Ok(())
    })?;
    let mut words = format!("{}\n", crate::base::words::count(all, "campaign"));
    for (name, told) in &shards {
        let how = if told.ended { "ended" } else { "is running, or was killed" };
        let began = told.began.as_ref().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(
            words,
            "shard {name}  {began}  {how}: {} of {} went on",
            told.changed, told.campaigns
        );
        for (campaign, problem) in &told.problems {
            let line = text::harmless(&format!("{campaign}  needs you: {problem}"));
            let _ = writeln!(words, "{}", line.replace('\n', " "));
        }
    }
    context.answer(&words, &json!({"campaigns": all, "shards": shards}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(given: (Option<&str>, Option<u32>), environment: &[(&str, &str)]) -> String {
        let (shard, shards) = given;
        let shard = shard.map(|text| text.parse().unwrap());
        let given = InStore { store: None, shard, shards };
        let variable = |name: &str| {
            let found = environment.iter().find(|(other, _)| *other == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        match given.part(variable) {
            Ok(shard) => shard.to_string(),
            Err(problem) => problem.what,
        }
    }

    #[test]
    fn the_engine_says_which_part_it_is() {
        let task = [("SLURM_ARRAY_TASK_ID", "5"), ("SLURM_ARRAY_TASK_COUNT", "8")];
        let from_one = [
            ("SLURM_ARRAY_TASK_ID", "8"),
            ("SLURM_ARRAY_TASK_COUNT", "8"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
        ];
        let index = [("JOB_COMPLETION_INDEX", "2")];
        let wrong = [("JOB_COMPLETION_INDEX", "two")];
        assert_eq!(part((None, None), &[]), "0/1");
        assert_eq!(part((Some("3/8"), None), &task), "3/8", "what is given counts");
        assert_eq!(part((None, None), &task), "5/8");
        assert_eq!(part((None, None), &from_one), "7/8");
        assert_eq!(part((None, Some(4)), &index), "2/4");
        assert_eq!(part((None, Some(2)), &index), "there is no shard 2 of 2");
        assert_eq!(part((None, Some(4)), &wrong), "expected a whole number");
        assert!(part((None, Some(4)), &task).starts_with("--shards needs"));
    }
}
