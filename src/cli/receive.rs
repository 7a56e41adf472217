use std::path::{Path, PathBuf};

use clap::Args;

use super::context::{Context, KeyArgs, print, print_json, warn};
use super::problem;
use crate::base::{Problem, Seat, text};
use crate::campaign::mailbox::{self, Content};
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::cycle::deputy;
use crate::referee::cycle::receive::{Intake, Reply};
use crate::referee::record::receipt::Verdict;

/// Take in packets and sign a receipt for each, the player's proof.
#[derive(Debug, Args)]
pub(super) struct Receive {
    /// Packets or whole mails as they arrived, or mailboxes: a directory or an mbox file; `-` reads standard
    /// input.
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,
    /// The directories are Maildirs.
    #[arg(long)]
    maildir: bool,
    /// Write receipts to this directory instead of standard output.
    #[arg(long, value_name = "DIR")]
    receipts: Option<PathBuf>,
    #[command(flatten)]
    keys: KeyArgs,
}

impl Receive {
    pub(super) fn run(self, context: &Context) -> Result<(), Problem> {
        if let Some(folder) = &self.receipts {
            // A receipt has the salt of its packet, which only its player may know.
            world::outside_campaigns(&folder.join("receipt"))?;
        }
        let mut desk = context.desk(&self.keys)?;
        let (mut refused, mut unread) = (0, 0);
        let mut replies = Vec::new();
        for (place, reply) in deputy::judge(&mut desk)? {
            self.hand_over(context, &reply)?;
            tell!("{}", text::harmless(&format!("{place}: {}", summary(&reply))));
            replies.push(reply.receipt);
        }
        let mut intake = Intake::begin(&mut desk)?;
        warn(intake.unreadable());
        for path in &self.files {
            let messages = match self.messages(path) {
                Ok(messages) => messages,
                // One file that is not there must not keep the others from being received.
                Err(problem) => {
                    problem::report(&problem);
                    unread += 1;
                    continue;
                }
            };
            for (place, content) in messages {
                let raw = match content.read() {
                    Ok(raw) => raw,
                    Err(problem) => {
                        problem::report(&problem);
                        unread += 1;
                        continue;
                    }
                };
                for reply in intake.receive_mail(&raw, world::now()?)? {
                    refused += usize::from(is_turned_down(reply.receipt.verdict));
                    self.hand_over(context, &reply)?;
                    let line = format!("{place}: {}", summary(&reply));
                    tell!("{}", text::harmless(&line));
                    replies.push(reply.receipt);
                }
            }
        }
        if context.json {
            print_json(&replies)?;
        }
        if unread > 0 {
            let what = format!("{unread} of {} files could not be read", self.files.len());
            return Err(Problem::failed(what).hint("all others were received"));
        }
        match refused {
            0 => Ok(()),
            n => Err(Problem::refused(format!("{n} of {} packets do not count", replies.len()))
                .hint("the receipts say why; earlier packets still count")),
        }
    }

    fn hand_over(&self, context: &Context, reply: &Reply) -> Result<(), Problem> {
        match &self.receipts {
            // The same mail twice has the same name: the newer receipt says as much.
            Some(folder) => world::write_over(&folder.join(reply.file()), reply.text.as_bytes()),
            None if context.json => Ok(()),
            None => print(&reply.text),
        }
    }

    /// The messages of a file or mailbox, each with its place.
    fn messages(&self, path: &Path) -> Result<Vec<(String, Content)>, Problem> {
        if !mailbox::is_mailbox(path) {
            return Ok(vec![(path.display().to_string(), world::read_mail(path)?.into())]);
        }
        let found = mailbox::look(path, mailbox::kind(path, self.maildir)?, None)?;
        warn(&found.unread);
        let placed =
            |mail: mailbox::Incoming| (path.join(&mail.name).display().to_string(), mail.content);
        Ok(found.messages.into_iter().map(placed).collect())
    }
}

/// True if a packet does not count and no later one of the same seat does either.
fn is_turned_down(verdict: Verdict) -> bool {
    match verdict {
        Verdict::Refused | Verdict::Late | Verdict::Equivocation => true,
        Verdict::Accepted | Verdict::Superseded | Verdict::Held => false,
    }
}

/// What became of a packet, in a line.
pub(super) fn summary(reply: &Reply) -> String {
    let receipt = &reply.receipt;
    let seat = receipt.seat.as_ref().map_or("unknown sender", Seat::as_str);
    let reason = receipt.reason.as_ref().map(|r| format!(": {r}")).unwrap_or_default();
    let lines = match receipt.findings.len() {
        0 => String::new(),
        1 => ", 1 order line refused".to_owned(),
        n => format!(", {n} order lines refused"),
    };
    format!("{seat}, {}{reason}{lines}", receipt.verdict.word())
}
