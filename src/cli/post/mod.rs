//! The post: mail that comes in and goes out, by `post.yaml`. `docs/post.md`.

mod fetch;
mod forward;
mod needed;
mod notes;
mod outbox;
mod probe;
mod requests;
mod round;
mod secret;
mod send;
mod sendmail;
mod served;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::json;

use super::context::{Context, WAIT, post_beside, print};
use crate::base::{Problem, Time, text};
use crate::campaign::postbox::{self, Postbox};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::post::config::{Config, Source};
use crate::post::queue::{State, Waiting};
use crate::post::{Message, Outgoing};
use crate::referee::Campaign;
use crate::referee::cycle::desk::Desk;
use crate::referee::letters::letter;
use crate::referee::record::letter_texts::Texts;

pub(super) use round::{Round, incoming, round, shared_out};
pub(super) use served::known_here;

use send::{put, send};

/// Send waiting mail, or manage it.
///
/// The post is a directory beside the campaign, DIR.post, with post.yaml; docs/post.md describes it.
/// `run --post` fetches mail, does what is due and sends.
#[derive(Debug, Args)]
pub(super) struct Post {
    #[command(subcommand)]
    act: Option<Act>,
    #[command(flatten)]
    place: PostArgs,
    /// Show every mail that would leave; send none.
    #[arg(long)]
    dry_run: bool,
}

/// Where the post is.
#[derive(Debug, Args)]
pub(super) struct PostArgs {
    /// Directory with post.yaml [default: DIR.post beside the campaign].
    #[arg(long, value_name = "DIR", global = true)]
    post: Option<PathBuf>,
    /// How long to wait for another command that is working on this post.
    #[arg(long, value_name = "SECONDS", default_value_t = WAIT, global = true)]
    wait: u32,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Make the directory, with a post.yaml to fill in.
    Init,
    /// Send one mail to the moderator at once, and look into every mailbox.
    Test,
    /// Keep a mail from standard input, for procmail, sieve or an alias. Needs no key.
    Take,
    /// Try again to send a mail that was given up, or that may have been sent.
    Again {
        /// Its name, as `adjutant post --dry-run` shows it.
        name: String,
    },
    /// Discard a waiting mail.
    Discard {
        /// Its name.
        name: String,
    },
    /// Check the texts of the campaign's letters, or write those of a language for you to change.
    Texts {
        /// Write those of this language to letters/LANGUAGE.yaml in the campaign.
        #[arg(long, value_name = "LANGUAGE")]
        write: Option<String>,
    },
    /// Wait until mail comes, where a server can tell (IMAP IDLE). Exits with 3 if none came.
    Idle {
        /// For at most this many seconds.
        #[arg(long, value_name = "SECONDS", default_value_t = 1500)]
        seconds: u32,
    },
}

/// What `init` writes.
const EXAMPLE: &str = include_str!("post.yaml");

impl PostArgs {
    fn root(&self, context: &Context) -> Result<PathBuf, Problem> {
        match &self.post {
            Some(root) => Ok(root.clone()),
            None => context.beside(),
        }
    }
}

/// The configuration of a post; paths in it begin in its directory.
pub(super) fn config(post: &Postbox) -> Result<Config, Problem> {
    let place = post.root().join(postbox::CONFIG);
    let config = Config::read(&post.config()?).map_err(|p| p.at(place.display()))?;
    Ok(config.under(post.root()))
}

impl Post {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        if let Some(Act::Texts { write }) = &self.act {
            return texts(context, write.as_deref());
        }
        let root = self.place.root(context)?;
        let now = world::now()?;
        match &self.act {
            None if self.dry_run => {
                for store in context.stores()? {
                    Texts::of(&store)?;
                }
                show(context, &Postbox::look(&root)?)
            }
            None => {
                let post = Postbox::open(&root, self.place.wait)?;
                let sent = send(&post, &config(&post)?, now)?;
                let words = sent.words();
                context.answer(&words, &sent.json())?;
                sent.ending()
            }
            Some(Act::Init) => init(context, &root),
            Some(Act::Test) => test(context, &Postbox::open(&root, self.place.wait)?, now),
            Some(Act::Take) => {
                let raw = world::read_mail(Path::new("-"))?;
                Postbox::look(&root)?.keep(&raw, now)
            }
            Some(Act::Again { name }) => again(&Postbox::open(&root, self.place.wait)?, name, now),
            Some(Act::Discard { name }) => {
                let post = Postbox::open(&root, self.place.wait)?;
                post.read(name)?;
                post.discard(name)?;
                post.log(now, &format!("{name}: thrown away"))
            }
            // Done above: it needs no post.
            Some(Act::Texts { .. }) => Ok(()),
            Some(Act::Idle { seconds }) => fetch::idle(&config(&Postbox::look(&root)?)?, *seconds),
        }
    }
}

fn init(context: &Context, root: &Path) -> Result<(), Problem> {
    postbox::make(root)?;
    let path = root.join(postbox::CONFIG);
    world::write_new(&path, EXAMPLE.as_bytes(), true)?;
    let path = path.display().to_string();
    context.answer(&format!("post      {path}\n"), &json!({"post": path}))?;
    tell!("next: fill it in, then `adjutant post test`");
    Ok(())
}

/// The texts of the campaign's letters: checked, or written to be changed.
fn texts(context: &Context, write: Option<&str>) -> Result<(), Problem> {
    let mut store = context.store()?;
    let Some(language) = write else {
        let told = Texts::of(&store)?.summary();
        return context.answer(&told, &json!({"texts": told}));
    };
    store.lock_within(WAIT)?;
    let path = Texts::write(&store, language)?;
    context.answer(&format!("texts     {path}\n"), &json!({"texts": path}))?;
    tell!("next: change it, then `adjutant post texts`");
    Ok(())
}

/// Every mail that waits, as it would leave.
fn show(context: &Context, post: &Postbox) -> Result<(), Problem> {
    let mut out = String::new();
    let mut all = Vec::new();
    for name in post.waiting()? {
        let file = post.read(&name)?;
        let (waiting, mail) = Waiting::read(&file).map_err(|p| p.at(&name))?;
        let Waiting { to, subject, state, .. } = &waiting;
        let _ = writeln!(out, "mail      {name}: {}", state.words());
        let _ = writeln!(out, "to        {to}\nsubject   {subject}");
        if let Some(said) = &waiting.said {
            let _ = writeln!(out, "server    {said}");
        }
        let words = Message::read(mail);
        let files =
            words.offers.iter().filter(|offer| crate::seal::packet::is_likely(offer)).count();
        let _ = writeln!(out, "encrypted attachments: {files}");
        let told = words.offers.iter().rev().nth(1).map(|text| String::from_utf8_lossy(text));
        for line in told.unwrap_or_default().lines() {
            let _ = writeln!(out, "  | {}", line.trim_end());
        }
        all.push(json!({"name": name, "to": to, "subject": subject, "state": state,
            "tries": waiting.tries, "said": waiting.said}));
    }
    if all.is_empty() {
        return Err(Problem::nothing("no mail waits"));
    }
    context.answer(&text::harmless(&out), &json!(all))
}

/// What the moderator has to see to in the post beside a campaign, and in one that it shares with others: a
/// sentence for each who asks for a seat, and for each mail that nobody tries any more.
pub(super) fn to_do(desk: &Desk) -> Result<Vec<String>, Problem> {
    let campaign = &desk.campaign;
    let root = campaign.store.root();
    let mut roots = vec![post_beside(root)];
    let above = root.parent().filter(|above| above.file_name().is_some());
    roots.extend(above.map(post_beside));
    let mut all = untold(desk, &roots)?;
    for root in &roots {
        all.extend(links_in(root, campaign)?);
        all.extend(to_do_in(root, campaign)?);
    }
    Ok(all)
}

/// What players sent to the post in a directory for this campaign, and the moderator has to take.
pub(super) fn links_in(root: &Path, campaign: &Campaign) -> Result<Vec<String>, Problem> {
    let Ok(post) = Postbox::look(root) else { return Ok(Vec::new()) };
    requests::links_sent(&post, campaign)
}

/// What is owed to players without an address, where one of these directories has a post that would send it.
pub(super) fn untold(desk: &Desk, roots: &[PathBuf]) -> Result<Vec<String>, Problem> {
    let posted = roots.iter().any(|root| Postbox::look(root).is_ok());
    if posted { letter::untold(desk) } else { Ok(Vec::new()) }
}

/// The same of the post in a directory, for a campaign that it serves; nothing if it is none.
pub(super) fn to_do_in(root: &Path, campaign: &Campaign) -> Result<Vec<String>, Problem> {
    let Ok(post) = Postbox::look(root) else { return Ok(Vec::new()) };
    let mut all = requests::waiting(&post, campaign)?;
    for name in post.waiting()? {
        let file = post.read(&name)?;
        let (waiting, _) = Waiting::read(&file).map_err(|p| p.at(&name))?;
        let said = waiting.said.map(|said| format!(" ({said})")).unwrap_or_default();
        match waiting.state {
            State::Waits => {}
            State::Sending | State::GivenUp => all.push(format!(
                "the mail {name} {}{said}: `adjutant post again {name}`, or `discard`",
                waiting.state.words()
            )),
        }
    }
    Ok(all)
}

/// One mail to the moderator, and a look into every mailbox: what does not work is said here and not
/// at the deadline.
fn test(context: &Context, post: &Postbox, now: Time) -> Result<(), Problem> {
    let config = config(post)?;
    let stamp = now.to_string().replace([':', '-'], "").to_lowercase();
    let letter = Outgoing {
        reply_to: None,
        name: format!("test-{stamp}"),
        from: (config.from.clone(), config.name.clone()),
        to: config.moderator.clone(),
        campaign: ("adjutant".to_owned(), "test".to_owned()),
        subject: "adjutant: the post works".to_owned(),
        text: format!("This mail was sent by `adjutant post test` at {now}.\n"),
        shown: None,
        attached: Vec::new(),
        date: now,
    };
    let name = letter.name.clone();
    put(post, &letter, (None, None))?;
    let said = send::one(post, &config, &name, now);
    if said.is_err() {
        post.discard(&name)?;
    }
    let mut out = format!("sent      to {}: {}\n", config.moderator, said?);
    for source in &config.sources {
        let words = fetch::look(source)?;
        let _ = writeln!(out, "mailbox   {words}");
    }
    let boxes: Vec<String> = config.sources.iter().map(Source::place).collect();
    context.answer(&text::harmless(&out), &json!({"sent": config.moderator, "mailboxes": boxes}))
}

fn again(post: &Postbox, name: &str, now: Time) -> Result<(), Problem> {
    let file = post.read(name)?;
    let (waiting, mail) = Waiting::read(&file).map_err(|p| p.at(name))?;
    let waiting = Waiting { state: State::Waits, tries: 0, since: now, next: now, ..waiting };
    post.put(name, &waiting.write(mail))?;
    post.log(now, &format!("{name}: to be tried again, by the moderator"))?;
    print("it is sent with the next `adjutant post` or `adjutant run --post`\n")
}
