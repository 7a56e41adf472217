//! Mail on its way out: noted before it is handed over, and never handed over twice.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{secret, sendmail};
use crate::base::{Problem, Seat, Time, text};
use crate::campaign::{Postbox, world};
use crate::cli::child::child;
use crate::post::Outgoing;
use crate::post::compose::readdressed;
use crate::post::config::{Config, Way};
use crate::post::door::smtp::{Fate, Server};
use crate::post::queue::{State, Waiting};
use crate::referee::cycle::desk::Desk;
use crate::referee::cycle::enroll::{address, address_of};
use crate::referee::letters::writer::Writer;
use crate::referee::record::people;

/// What became of the mails that waited.
#[derive(Debug, Default)]
pub(in crate::cli) struct Sent {
    /// Name, reader and what the server said.
    accepted: Vec<(String, String, String)>,
    /// Name, and what is the matter.
    left: Vec<(String, String)>,
    /// Names that nobody tries any more.
    stuck: Vec<String>,
    /// Why nothing more could be sent.
    failed: Option<Problem>,
}

/// Whose a mail is: the seat, and the entry by which they got it; and the word of those of which a newer one takes
/// the place of one that waits.
pub(super) type About<'a> = (Option<(&'a Seat, Option<u64>)>, Option<&'a str>);

/// Puts a mail among those that wait, if it was not sent before; of the same kind it takes the place of
/// one that still waits. True if it waits now.
pub(in crate::cli) fn put(
    post: &Postbox,
    letter: &Outgoing,
    about: About<'_>,
) -> Result<bool, Problem> {
    put_with(post, letter, about, None)
}

/// The same with a mail to an address that is none: it is given up, until there is another.
pub(super) fn put_aside(
    post: &Postbox,
    letter: &Outgoing,
    about: About<'_>,
    why: &Problem,
) -> Result<bool, Problem> {
    put_with(post, letter, about, Some(why))
}

fn put_with(
    post: &Postbox,
    letter: &Outgoing,
    (whose, replaces): About<'_>,
    wrong: Option<&Problem>,
) -> Result<bool, Problem> {
    if post.was_sent(&letter.name)? {
        return Ok(false);
    }
    let names = post.waiting()?;
    if names.contains(&letter.name) {
        return Ok(true);
    }
    let (seat, came) = whose.map_or((None, None), |(seat, came)| (Some(seat.clone()), came));
    let waiting = Waiting::new(letter, (seat, came), replaces.map(ToOwned::to_owned));
    let (mail, waiting) = match wrong {
        None => (letter.message()?, waiting),
        Some(why) => {
            let home = Outgoing { to: letter.from.0.clone(), ..letter.clone() };
            (home.message()?, waiting.never(why.what.clone()))
        }
    };
    post.put(&letter.name, &waiting.write(&mail))?;
    // The newer first: killed in between, both wait, and the next one of the kind replaces them.
    for name in names.iter().filter(|_| replaces.is_some()) {
        let file = post.read(name)?;
        let Ok((older, _)) = Waiting::read(&file) else { continue };
        let waits = match older.state {
            State::Waits | State::GivenUp => true,
            State::Sending => false,
        };
        if waits && older.replaces.as_deref() == replaces {
            post.discard(name)?;
            post.log(letter.date, &format!("{name}: replaced by {}", letter.name))?;
        }
    }
    Ok(true)
}

/// Writes another address on a person's mails that wait or were given up, where another is kept for them now.
pub(super) fn readdress(
    post: &Postbox,
    (config, desk): (&Config, &Desk),
    now: Time,
) -> Result<(), Problem> {
    let writer = Writer::new(desk, config, now)?;
    for name in post.waiting()?.into_iter().filter(|name| writer.is_ours(name)) {
        let file = post.read(&name)?;
        let Ok((waiting, mail)) = Waiting::read(&file) else { continue };
        let waits = match waiting.state {
            State::Waits | State::GivenUp => true,
            State::Sending => false,
        };
        let Some(seat) = waiting.seat.clone().filter(|_| waits) else { continue };
        // Nobody is asked for the orders of a seat that they lost.
        let lost = waiting.came.filter(|came| !holds(desk, (&seat, *came)));
        if waiting.replaces.is_some() && lost.is_some() {
            post.discard(&name)?;
            post.log(now, &format!("{name}: not sent: they no longer have the seat"))?;
            continue;
        }
        let to = match waiting.came {
            Some(came) => address_of(desk, (&seat, came))?,
            None => address(desk, &seat)?,
        };
        let Some(to) = to.filter(|to| *to != waiting.to) else { continue };
        let Ok(mail) = readdressed(mail, &to) else { continue };
        post.log(now, &format!("{name}: now to {to}, no longer to {}", waiting.to))?;
        post.put(&name, &waiting.readdressed(to, now).write(&mail))?;
    }
    Ok(())
}

fn holds(desk: &Desk, (seat, came): (&Seat, u64)) -> bool {
    let last = people::last(&desk.campaign.ledger, seat);
    desk.campaign.holder(seat, u32::MAX).is_some() && last.is_some_and(|last| last.came == came)
}

/// Sends what is due.
pub(in crate::cli) fn send(post: &Postbox, config: &Config, now: Time) -> Result<Sent, Problem> {
    let mut sent = Sent::default();
    let mut door = None;
    for name in post.waiting()? {
        let file = post.read(&name)?;
        let (waiting, mail) = match Waiting::read(&file) {
            Ok(read) => read,
            Err(problem) => {
                sent.left.push((name, problem.what));
                continue;
            }
        };
        if !waiting.is_due(now) {
            match waiting.state {
                State::Waits => {}
                State::Sending | State::GivenUp => sent.stuck.push(name.clone()),
            }
            let said = waiting.said.clone().map(|said| format!(" ({said})")).unwrap_or_default();
            sent.left.push((name, format!("{}{said}", waiting.state.words())));
            continue;
        }
        let opened = match door.take() {
            Some(opened) => opened,
            None => match Door::open(config) {
                Ok(opened) => opened,
                // Nothing is the matter with the mail: it is tried as soon as there is a server.
                Err(problem) => {
                    post.log(now, &format!("no connection: {problem}"))?;
                    sent.failed = Some(problem);
                    return Ok(sent);
                }
            },
        };
        door = sent.hand_over(post, (config, opened), (&name, waiting, mail), now)?;
    }
    if let Some(door) = door {
        door.close();
    }
    Ok(sent)
}

/// Sends one mail at once; what the server said.
pub(super) fn one(
    post: &Postbox,
    config: &Config,
    name: &str,
    now: Time,
) -> Result<String, Problem> {
    let file = post.read(name)?;
    let (waiting, mail) = Waiting::read(&file)?;
    let mut sent = Sent::default();
    let door = Door::open(config)?;
    if let Some(door) = sent.hand_over(post, (config, door), (name, waiting, mail), now)? {
        door.close();
    }
    match (sent.accepted.pop(), sent.left.pop()) {
        (Some((_, _, said)), _) => Ok(said),
        (None, left) => {
            let what = left.map(|(_, what)| what).unwrap_or_default();
            Err(Problem::failed(what).hint("check post.yaml"))
        }
    }
}

impl Sent {
    /// Hands one mail over; the door, if it can be used again.
    fn hand_over(
        &mut self,
        post: &Postbox,
        (config, mut door): (&Config, Door),
        (name, waiting, mail): (&str, Waiting, &[u8]),
        now: Time,
    ) -> Result<Option<Door>, Problem> {
        let (to, tries) = (waiting.to.clone(), waiting.tries.saturating_add(1));
        let fate = if let Err(fate) = door.offer(&config.from, &to) {
            fate
        } else {
            // From here on it may have been sent, whatever happens to us.
            let sending = Waiting { state: State::Sending, tries, ..waiting.clone() };
            post.put(name, &sending.write(mail))?;
            door.send(&config.from, &to, name, mail)
        };
        match fate {
            Fate::Accepted(said) => {
                post.sent(name)?;
                post.log(now, &format!("{name}: accepted for {to}: {said}"))?;
                self.accepted.push((name.to_owned(), to, said));
            }
            Fate::Later(said) => {
                post.log(now, &format!("{name}: not now, for {to}: {said}"))?;
                let later = waiting.later(now, said);
                post.put(name, &later.write(mail))?;
                self.tell(name, &later);
            }
            Fate::Never(said) => {
                post.log(now, &format!("{name}: refused, for {to}: {said}"))?;
                let never = waiting.never(said);
                post.put(name, &never.write(mail))?;
                self.tell(name, &never);
            }
            Fate::Unknown(said) => {
                post.log(now, &format!("{name}: no answer, for {to}: {said}"))?;
                let sending = Waiting { state: State::Sending, tries, said: Some(said), ..waiting };
                post.put(name, &sending.write(mail))?;
                self.tell(name, &sending);
            }
        }
        Ok(door.again())
    }

    fn tell(&mut self, name: &str, waiting: &Waiting) {
        let said = waiting.said.clone().unwrap_or_default();
        self.left.push((name.to_owned(), format!("{}: {said}", waiting.state.words())));
        match waiting.state {
            State::Waits => {}
            State::Sending | State::GivenUp => self.stuck.push(name.to_owned()),
        }
    }

    /// True if something left.
    pub(in crate::cli) fn changed(&self) -> bool {
        !self.accepted.is_empty()
    }

    /// A line for each.
    pub(in crate::cli) fn words(&self) -> String {
        let mut out = String::new();
        for (name, to, said) in &self.accepted {
            let _ = writeln!(out, "sent      {name} to {to}: {said}");
        }
        for (name, what) in &self.left {
            let _ = writeln!(out, "left      {name}: {what}");
        }
        text::harmless(&out)
    }

    pub(in crate::cli) fn json(&self) -> Value {
        let accepted: Vec<_> = self
            .accepted
            .iter()
            .map(|(n, to, said)| json!({"name": n, "to": to, "said": said}))
            .collect();
        let left: Vec<_> =
            self.left.iter().map(|(n, what)| json!({"name": n, "why": what})).collect();
        json!({"sent": accepted, "left": left})
    }

    /// What the moderator has to see to, if anything.
    pub(in crate::cli) fn ending(self) -> Result<(), Problem> {
        if let Some(problem) = self.failed {
            return Err(problem);
        }
        match self.stuck.as_slice() {
            [] => Ok(()),
            [first, ..] => {
                let n = self.stuck.len();
                let mails = if n == 1 { "1 mail is".to_owned() } else { format!("{n} mails are") };
                Err(Problem::refused(format!("{mails} stuck")).hint(format!(
                    "`adjutant post --dry-run` shows why; then `adjutant post again {first}`, or \
                     `discard`"
                )))
            }
        }
    }
}

/// A way out that is open.
enum Door {
    Smtp(Box<Server>),
    /// The program, and the variables that are none of its business.
    Sendmail(PathBuf, Vec<String>),
    Folder(PathBuf),
}

impl Door {
    fn open(config: &Config) -> Result<Self, Problem> {
        Ok(match &config.way {
            Way::Smtp(smtp) => {
                let password = smtp.password.as_ref().map(secret::password).transpose()?;
                let authority = secret::authority(smtp.authority.as_deref())?;
                Self::Smtp(Box::new(Server::connect(
                    smtp,
                    password.as_ref(),
                    authority.as_deref(),
                )?))
            }
            Way::Sendmail(program) => Self::Sendmail(program.clone(), config.secret_variables()),
            Way::Folder(folder) => Self::Folder(folder.clone()),
        })
    }

    fn offer(&mut self, from: &str, to: &str) -> Result<(), Fate> {
        match self {
            Self::Smtp(server) => server.offer(from, to),
            Self::Sendmail(..) | Self::Folder(_) => Ok(()),
        }
    }

    fn send(&mut self, from: &str, to: &str, name: &str, mail: &[u8]) -> Fate {
        match self {
            Self::Smtp(server) => server.send(mail),
            Self::Sendmail(program, secret) => {
                let mut command = child(program.as_os_str());
                for name in secret {
                    command.env_remove(name);
                }
                sendmail::send(command, (from, to), mail)
            }
            Self::Folder(folder) => into_folder(folder, name, mail),
        }
    }

    /// The same door, if another mail can go through it.
    fn again(self) -> Option<Self> {
        match self {
            Self::Smtp(mut server) => (!server.is_broken()).then_some(Self::Smtp(server)),
            other @ (Self::Sendmail(..) | Self::Folder(_)) => Some(other),
        }
    }

    fn close(self) {
        match self {
            Self::Smtp(server) => server.quit(),
            Self::Sendmail(..) | Self::Folder(_) => {}
        }
    }
}

fn into_folder(folder: &Path, name: &str, mail: &[u8]) -> Fate {
    match world::write_over(&folder.join(format!("{name}.eml")), mail) {
        Ok(()) => Fate::Accepted(format!("written to {}", folder.display())),
        Err(problem) => Fate::Later(problem.what),
    }
}
