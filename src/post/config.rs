//! `post.yaml`: where mail comes from and how it leaves. `docs/post.md`.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::compose;
use crate::base::yaml::{self, Origin};
use crate::base::{Problem, Span};

/// What the post does.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Config {
    /// The address that letters are from and that players write to.
    pub from: String,
    /// The name beside it.
    #[serde(default)]
    pub name: Option<String>,
    /// Where the moderator reads what concerns them.
    pub moderator: String,
    /// Where mail comes from, in the order in which it is looked at.
    #[serde(default, rename = "in")]
    pub sources: Vec<Source>,
    /// How mail leaves.
    #[serde(rename = "out")]
    pub way: Way,
    /// How long before a deadline a mail to ourselves goes round; never, if absent.
    #[serde(default)]
    pub probe: Option<Span>,
    /// How long after a ruling that can be taken back its letters leave.
    #[serde(default = "quarter")]
    pub hold: Span,
    /// Answers that one player gets in a day at most.
    #[serde(default = "answers")]
    pub answers_a_day: u32,
}

/// A place where mail arrives.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A Maildir.
    Maildir(PathBuf),
    /// A file of many messages.
    Mbox(PathBuf),
    /// A folder with a file for each message.
    Folder(PathBuf),
    /// The same, out of which nothing is moved: a clone of a repository that players write to.
    ReadOnly(PathBuf),
    /// A mailbox on a server.
    Imap(Imap),
}

/// How mail leaves.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Over a server.
    Smtp(Smtp),
    /// Through a program that takes what `sendmail` takes.
    Sendmail(PathBuf),
    /// Into a folder, a file for each message, for another program to send.
    Folder(PathBuf),
}

/// A server that takes mail.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Smtp {
    /// Its name, which its certificate must have.
    pub host: String,
    /// Its port; 465 if TLS begins at once, 587 if it is asked for.
    #[serde(default)]
    pub port: Option<u16>,
    /// How the connection is protected.
    #[serde(default)]
    pub tls: Tls,
    /// Who logs in; nobody, if absent.
    #[serde(default)]
    pub user: Option<String>,
    /// Where the password is.
    #[serde(default)]
    pub password: Option<Password>,
    /// A file with the certificates that the server's may be signed with, instead of the system's.
    #[serde(default)]
    pub authority: Option<PathBuf>,
}

/// A mailbox on a server.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Imap {
    /// Its name, which its certificate must have.
    pub host: String,
    /// Its port; 993.
    #[serde(default)]
    pub port: Option<u16>,
    /// How the connection is protected: from the beginning, or not at all on this machine.
    #[serde(default)]
    pub tls: Tls,
    /// Who logs in.
    pub user: String,
    /// Where the password is.
    pub password: Password,
    /// The folder; INBOX.
    #[serde(default = "inbox")]
    pub folder: String,
    /// As for SMTP.
    #[serde(default)]
    pub authority: Option<PathBuf>,
}

/// How a connection is protected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// By TLS from the beginning.
    #[default]
    Always,
    /// By TLS that is asked for before anything else is said.
    Starttls,
    /// Not at all: to a server on this machine.
    None,
}

/// Where a password is. It stands in no file of ours, and on no command line.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Password {
    /// In this variable of the environment.
    Env(String),
    /// In this file, on its first line.
    File(PathBuf),
    /// On the first line that this command writes: the program and its arguments.
    Command(Vec<String>),
}

fn answers() -> u32 {
    20
}

fn quarter() -> Span {
    "15m".parse().expect("it is a span")
}

fn inbox() -> String {
    "INBOX".to_owned()
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    /// If it cannot be read, names no address, or would send a password in the open.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let config: Self = yaml::read(bytes, Origin::House)?;
        compose::address(&config.from).map_err(|p| p.at("from"))?;
        compose::address(&config.moderator).map_err(|p| p.at("moderator"))?;
        if let Way::Smtp(smtp) = &config.way {
            guarded(&smtp.host, smtp.tls).map_err(|p| p.at("out"))?;
            if smtp.user.is_some() != smtp.password.is_some() {
                return Err(Problem::usage("user and password belong together").at("out"));
            }
        }
        for source in &config.sources {
            if let Source::Imap(imap) = source {
                guarded(&imap.host, imap.tls).map_err(|p| p.at("in"))?;
                if imap.tls == Tls::Starttls {
                    return Err(Problem::usage("starttls is not supported for imap")
                        .at("in")
                        .hint("leave tls out, and give the port where TLS begins at once: 993"));
                }
            }
        }
        Ok(config)
    }
}

impl Config {
    /// The variables of the environment that hold passwords.
    pub fn secret_variables(&self) -> Vec<String> {
        let sources = self.sources.iter().filter_map(|source| match source {
            Source::Imap(imap) => Some(&imap.password),
            Source::Maildir(_) | Source::Mbox(_) | Source::Folder(_) | Source::ReadOnly(_) => None,
        });
        let way = match &self.way {
            Way::Smtp(smtp) => smtp.password.as_ref(),
            Way::Sendmail(_) | Way::Folder(_) => None,
        };
        let named = |password: &Password| match password {
            Password::Env(name) => Some(name.clone()),
            Password::File(_) | Password::Command(_) => None,
        };
        sources.chain(way).filter_map(named).collect()
    }

    /// The same with paths that begin in a directory.
    #[must_use]
    pub fn under(mut self, root: &Path) -> Self {
        let authority = |path: &mut Option<PathBuf>| {
            if let Some(path) = path {
                *path = root.join(&path);
            }
        };
        let secret = |password: &mut Password| match password {
            Password::File(path) => *path = root.join(&path),
            Password::Env(_) | Password::Command(_) => {}
        };
        for source in &mut self.sources {
            match source {
                Source::Maildir(path)
                | Source::Mbox(path)
                | Source::Folder(path)
                | Source::ReadOnly(path) => *path = root.join(&path),
                Source::Imap(imap) => {
                    authority(&mut imap.authority);
                    secret(&mut imap.password);
                }
            }
        }
        match &mut self.way {
            Way::Smtp(smtp) => {
                authority(&mut smtp.authority);
                smtp.password.as_mut().into_iter().for_each(secret);
            }
            Way::Sendmail(_) => {}
            Way::Folder(path) => *path = root.join(&path),
        }
        self
    }
}

/// Without TLS anybody on the way could read and change the mail, and learn the password.
fn guarded(host: &str, tls: Tls) -> Result<(), Problem> {
    let here = ["localhost", "127.0.0.1", "::1"].contains(&host);
    if tls != Tls::None || here {
        return Ok(());
    }
    Err(Problem::usage("tls: none is for servers on this machine")
        .hint("leave tls out, or write `tls: starttls`"))
}

impl Smtp {
    /// The port to connect to.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.tls {
            Tls::Always => 465,
            Tls::Starttls => 587,
            Tls::None => 25,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "from: post@example.org\nmoderator: karl@example.org\n";

    fn read(rest: &str) -> Result<Config, Problem> {
        Config::read(format!("{PLAIN}{rest}").as_bytes())
    }

    #[test]
    fn a_configuration_is_read() {
        let config = read(
            "in:\n- maildir: /home/karl/Maildir\n- imap: {host: mail.example.org, user: karl, \
             password: {command: [pass, show, mail]}}\n\
             out:\n  smtp: {host: mail.example.org, tls: starttls, user: karl, password: {env: MAIL}}\n",
        )
        .unwrap();
        assert_eq!((config.sources.len(), config.answers_a_day), (2, 20));
        let Way::Smtp(smtp) = config.way else { panic!("smtp") };
        assert_eq!(smtp.port(), 587);
        let there = read("in: [{mbox: inbox}]\nout: {folder: /var/out}\n").unwrap();
        let there = there.under(Path::new("/home/karl/pell.post"));
        let Source::Mbox(mbox) = &there.sources[0] else { panic!("mbox") };
        assert_eq!(mbox, Path::new("/home/karl/pell.post/inbox"));
        let Way::Folder(out) = there.way else { panic!("folder") };
        assert_eq!(out, Path::new("/var/out"), "a path from the top stays");
    }

    #[test]
    fn what_would_do_harm_is_refused() {
        for (rest, what) in [
            (
                "out: {smtp: {host: example.org, tls: none}}\n",
                "tls: none is for servers on this machine",
            ),
            ("out: {smtp: {host: example.org, user: karl}}\n", "user and password belong together"),
            ("out: {smtp: {host: example.org, user: karl, password: secret}}\n", "secret"),
            ("out: {pigeon: x}\n", "pigeon"),
            ("", "missing field"),
            (
                "in: [{imap: {host: x, tls: starttls, user: y, password: {env: Z}}}]\nout: {folder: x}\n",
                "starttls is not supported for imap",
            ),
        ] {
            let problem = read(rest).unwrap_err();
            assert!(problem.what.contains(what), "{rest}: {problem}");
        }
    }
}
