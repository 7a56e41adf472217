//! Mail fetched from a server (RFC 3501), and waiting for it (RFC 2177): the six commands that takes.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use secrecy::{ExposeSecret, SecretString};

use super::tls;
use crate::base::Problem;
use crate::post::config::{Imap, Tls};

/// Seconds that a server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// Bytes of a line of the server's.
const LINE: u64 = 64 * 1024;
/// Bytes of a message that are fetched: one more than are looked at.
const LARGEST: usize = 1024 * 1024 + 1;
/// Bytes of one answer: a message, and what is said around it.
const ANSWER: usize = 4 * LARGEST;

/// Where a mailbox was left: what lies above is new.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mark {
    /// Changes when the server numbers its messages anew.
    pub validity: u32,
    /// The highest number that was fetched.
    pub last: u32,
}

/// A message on the server.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Its bytes, or the beginning of them.
    pub bytes: Vec<u8>,
    /// When the server got it: `17-Jul-2026 02:44:25 -0700`.
    pub arrived: Option<String>,
}

trait Line: Read + Write {}
impl<T: Read + Write> Line for T {}

/// A mailbox that is open.
pub struct Mailbox {
    stream: BufReader<Box<dyn Line>>,
    socket: TcpStream,
    tags: u32,
    place: String,
    idles: bool,
    validity: u32,
}

/// One line of an answer, and the bytes that were announced in it.
struct Said {
    text: String,
    bytes: Option<Vec<u8>>,
}

impl Mailbox {
    /// Connects, logs in and opens the folder.
    ///
    /// # Errors
    /// If the server cannot be reached, is not the one it should be, or refuses.
    pub fn open(
        at: &Imap,
        password: &SecretString,
        authority: Option<&[u8]>,
    ) -> Result<Self, Problem> {
        let place = format!("{}:{}", at.host, at.port());
        Self::try_open(at, password, authority, &place).map_err(|p| match p.place {
            Some(_) => p,
            None => p.at(place),
        })
    }

    fn try_open(
        at: &Imap,
        password: &SecretString,
        authority: Option<&[u8]>,
        place: &str,
    ) -> Result<Self, Problem> {
        let unreached = |e: std::io::Error| {
            Problem::failed(format!("cannot connect: {e}")).hint("check host and port in post.yaml")
        };
        let address = (at.host.as_str(), at.port()).to_socket_addrs().map_err(unreached)?.next();
        let address = address.ok_or_else(|| Problem::failed("the host has no address"))?;
        let socket = TcpStream::connect_timeout(&address, PATIENCE).map_err(unreached)?;
        socket.set_read_timeout(Some(PATIENCE)).map_err(unreached)?;
        socket.set_write_timeout(Some(PATIENCE)).map_err(unreached)?;
        let stream = socket.try_clone().map_err(unreached)?;
        let stream: Box<dyn Line> = match at.tls {
            Tls::None => Box::new(stream),
            Tls::Always | Tls::Starttls => Box::new(tls::wrap(&at.host, stream, authority)?),
        };
        let mut mailbox = Self {
            stream: BufReader::new(stream),
            socket,
            tags: 0,
            place: place.to_owned(),
            idles: false,
            validity: 0,
        };
        mailbox
            .said(&mut ANSWER.clone())
            .map_err(|p| p.hint("check host, port and tls in post.yaml"))?;
        let login = format!("LOGIN {} {}", quoted(&at.user)?, quoted(password.expose_secret())?);
        mailbox.ask(&login).map_err(|p| {
            let p = without_password(p, password.expose_secret());
            if p.place.is_some() { p } else { p.hint("check user and password in post.yaml") }
        })?;
        let able = mailbox.ask("CAPABILITY")?;
        mailbox.idles = able.iter().any(|said| said.text.to_ascii_uppercase().contains(" IDLE"));
        let opened = mailbox.ask(&format!("SELECT {}", quoted(&at.folder)?))?;
        mailbox.validity =
            opened.iter().find_map(|said| number(&said.text, "UIDVALIDITY ")).unwrap_or(1);
        Ok(mailbox)
    }

    /// Gives each message that is not fetched yet, in their order, at most so many; where the mailbox is
    /// left then. Nothing is deleted.
    ///
    /// # Errors
    /// If the server fails, or `keep` does.
    pub fn fetch(
        &mut self,
        mark: Mark,
        most: usize,
        mut keep: impl FnMut(Fetched) -> Result<(), Problem>,
    ) -> Result<Mark, Problem> {
        let mut mark = if mark.validity == self.validity {
            mark
        } else {
            Mark { validity: self.validity, last: 0 }
        };
        let from = mark.last.saturating_add(1);
        let mut numbers: Vec<u32> = Vec::new();
        for said in self.ask(&format!("UID SEARCH UID {from}:*"))? {
            let Some(found) = said.text.strip_prefix("* SEARCH") else { continue };
            numbers.extend(found.split_whitespace().filter_map(|n| n.parse::<u32>().ok()));
        }
        // `from:*` names the newest message even if it lies below.
        numbers.retain(|n| *n >= from);
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers.into_iter().take(most) {
            let answer =
                self.ask(&format!("UID FETCH {number} (INTERNALDATE BODY.PEEK[]<0.{LARGEST}>)"))?;
            for said in answer {
                let Some(bytes) = said.bytes else { continue };
                keep(Fetched { bytes, arrived: internal_date(&said.text) })?;
            }
            mark.last = number;
        }
        Ok(mark)
    }

    /// Waits until the server says that something came, at most so many seconds; true if it did. A
    /// server that cannot tell (RFC 2177) makes nobody wait.
    ///
    /// # Errors
    /// If the connection breaks.
    pub fn wait(&mut self, seconds: u32) -> Result<bool, Problem> {
        if !self.idles {
            return Ok(true);
        }
        let tag = self.say("IDLE")?;
        let span = Duration::from_secs(seconds.clamp(1, 29 * 60).into());
        let failed = |e| Problem::failed(format!("the connection broke: {e}"));
        self.socket.set_read_timeout(Some(span)).map_err(failed)?;
        let mut came = false;
        loop {
            match self.line() {
                Ok(line) if line.contains(" EXISTS") => {
                    came = true;
                    break;
                }
                Ok(_) => {}
                Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => break,
                Err(e) => return Err(failed(e)),
            }
        }
        self.socket.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
        self.write("DONE\r\n")?;
        self.until(&tag)?;
        Ok(came)
    }

    /// Takes leave.
    pub fn close(mut self) {
        // Whatever it says, we have the mail.
        let _ = self.ask("LOGOUT");
    }

    fn ask(&mut self, command: &str) -> Result<Vec<Said>, Problem> {
        let tag = self.say(command)?;
        self.until(&tag)
    }

    fn say(&mut self, command: &str) -> Result<String, Problem> {
        self.tags += 1;
        let tag = format!("a{}", self.tags);
        self.write(&format!("{tag} {command}\r\n"))?;
        Ok(tag)
    }

    fn write(&mut self, text: &str) -> Result<(), Problem> {
        let stream = self.stream.get_mut();
        stream
            .write_all(text.as_bytes())
            .and_then(|()| stream.flush())
            .map_err(|e| Problem::failed(format!("the connection broke: {e}")).at(&self.place))
    }

    /// What the server says until it is done with a command.
    fn until(&mut self, tag: &str) -> Result<Vec<Said>, Problem> {
        let (mut all, mut room) = (Vec::new(), ANSWER);
        loop {
            let said = self.said(&mut room)?;
            let Some(end) = said.text.strip_prefix(tag).and_then(|end| end.strip_prefix(' '))
            else {
                all.push(said);
                continue;
            };
            if end.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("OK")) {
                return Ok(all);
            }
            return Err(Problem::failed(format!("the server says: {end}")));
        }
    }

    /// A line, and what was announced in it; what all of it takes comes off the room that there is.
    fn said(&mut self, room: &mut usize) -> Result<Said, Problem> {
        let broke = |e| Problem::failed(format!("the connection broke: {e}"));
        let mut take = |length: usize| {
            *room = room.checked_sub(length)?;
            Some(())
        };
        let much = || Problem::failed("the server sends more than was asked for");
        let mut text = self.line().map_err(broke).map_err(|p| p.at(&self.place))?;
        take(text.len() + 2).ok_or_else(much)?;
        let mut bytes = None;
        while let Some(length) = announced(&text) {
            take(length).filter(|()| length <= LARGEST).ok_or_else(much)?;
            let mut literal = vec![0; length];
            self.stream.read_exact(&mut literal).map_err(broke)?;
            bytes = bytes.or(Some(literal));
            let line = self.line().map_err(broke)?;
            take(line.len() + 2).ok_or_else(much)?;
            text.push_str(&line);
        }
        Ok(Said { text, bytes })
    }

    fn line(&mut self) -> std::io::Result<String> {
        let mut line = Vec::new();
        let mut limited = (&mut self.stream).take(LINE);
        limited.read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}

impl Imap {
    /// The port to connect to.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(match self.tls {
            Tls::Always | Tls::Starttls => 993,
            Tls::None => 143,
        })
    }
}

/// A server may repeat what it was told: what it says is left out then.
fn without_password(problem: Problem, password: &str) -> Problem {
    let escaped = quoted(password).unwrap_or_default();
    let coded = BASE64_STANDARD.encode(password);
    let told = [password, escaped.trim_matches('"'), coded.trim_end_matches('=')];
    if told.iter().any(|told| problem.what.contains(told)) {
        return Problem::failed("the server refuses user and password");
    }
    problem
}

/// A word in quotes (RFC 3501, section 4.3).
fn quoted(word: &str) -> Result<String, Problem> {
    if word.contains(|c: char| c.is_control() || !c.is_ascii()) {
        return Err(Problem::usage("user, password and folder are words of ASCII letters"));
    }
    Ok(format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\"")))
}

/// How many bytes follow the line: `{310}`.
fn announced(line: &str) -> Option<usize> {
    line.strip_suffix('}')?.rsplit_once('{')?.1.parse().ok()
}

fn number(text: &str, before: &str) -> Option<u32> {
    let (_, rest) = text.split_once(before)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn internal_date(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("INTERNALDATE \"")?;
    Some(rest.split_once('"')?.0.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        assert_eq!(announced("* 1 FETCH (BODY[]<0> {310}"), Some(310));
        assert_eq!(announced("* OK {x}"), None);
        assert_eq!(
            number("* OK [UIDVALIDITY 3857529045] UIDs valid", "UIDVALIDITY "),
            Some(3_857_529_045)
        );
        let line = "* 12 FETCH (UID 5 INTERNALDATE \"17-Jul-2026 02:44:25 -0700\" BODY[]<0> {3})";
        assert_eq!(internal_date(line).as_deref(), Some("17-Jul-2026 02:44:25 -0700"));
        assert_eq!(quoted("a\"b\\c").unwrap(), "\"a\\\"b\\\\c\"");
        assert!(quoted("a\r\nb LOGOUT").is_err());
    }
}
