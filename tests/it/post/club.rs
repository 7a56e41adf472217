//! A club on real servers: its mail comes from Dovecot and leaves over aiosmtpd, and its members have what is in their
//! mailboxes, and their keys. They run the commands of every letter as these are printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use adjutant::games;
use adjutant::post::Message;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use mail_parser::{MessageParser, MimeHeaders as _};
use tempfile::TempDir;

use super::imap::Dovecot;
use super::judge::Arrived;
use super::{EPOCH, HOUR};
use crate::folder::folder;

/// Debian's, which has aiosmtpd where its package is installed.
const PYTHON: &str = "/usr/bin/python3";

/// A mail server that keeps what it takes in one Maildir, with whom it was for.
struct Smtp {
    child: Option<Child>,
    port: u16,
    mail: PathBuf,
}

impl Smtp {
    fn start(mail: &Path) -> Option<Self> {
        let is_there =
            Command::new(PYTHON).args(["-c", "import aiosmtpd"]).stderr(Stdio::null()).status();
        if !is_there.is_ok_and(|status| status.success()) {
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Self { child: None, port, mail: mail.to_owned() };
        server.up();
        Some(server)
    }

    fn up(&mut self) {
        let listens = format!("127.0.0.1:{}", self.port);
        let mut command = Command::new(PYTHON);
        command.args(["-m", "aiosmtpd", "-n", "-l", &listens, "-c", "aiosmtpd.handlers.Mailbox"]);
        command.arg(&self.mail).stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().unwrap());
        for _ in 0..400 {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(25));
        }
        panic!("aiosmtpd does not start");
    }

    fn down(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            child.wait().unwrap();
        }
    }
}

impl Drop for Smtp {
    fn drop(&mut self) {
        self.down();
    }
}

/// Somebody with a mailbox and a key, and nothing else.
pub(super) struct Member {
    pub(super) address: String,
    folder: PathBuf,
    /// Their key, in their folder.
    pub(super) key: String,
    /// Sends what `seal` wrote.
    pub(super) plays: bool,
    /// Their newest report.
    report: Option<String>,
}

/// What a letter has beside its words.
#[derive(Default)]
struct Attached {
    file: Option<String>,
    card: Option<String>,
    note: Option<String>,
}

pub(super) struct Club {
    pub(super) home: TempDir,
    /// It ends with the club.
    _dovecot: Dovecot,
    smtp: Smtp,
    pub(super) hours: u64,
    /// By their name.
    pub(super) members: BTreeMap<String, Member>,
    /// By campaign.
    pub(super) arrived: BTreeMap<String, Vec<Arrived>>,
    /// What the moderator got.
    pub(super) own: Vec<String>,
    /// The rounds in which nothing failed.
    pub(super) clean: Vec<u64>,
    seen: BTreeSet<PathBuf>,
    sent: u32,
    /// Commands on a whole copy that were run, each once in a campaign.
    checked: BTreeSet<String>,
    /// The first words of every command that a letter had, and how many of them ran.
    pub(super) ran: BTreeMap<String, usize>,
}

impl Club {
    /// None where the servers are not installed.
    pub(super) fn open() -> Option<Self> {
        let home = folder();
        fs::create_dir(home.path().join("imap")).unwrap();
        let dovecot = Dovecot::start(&home.path().join("imap"))?;
        let smtp = Smtp::start(&home.path().join("mail"))?;
        let post = home.path().join("games.post");
        fs::create_dir(&post).unwrap();
        fs::create_dir(home.path().join("games")).unwrap();
        let text = format!(
            "from: post@example.org\nname: Karl\nmoderator: karl@example.org\nin:\n- imap: {{host: 127.0.0.1, \
             port: {}, tls: none, user: post, password: {{command: [echo, secret]}}}}\n\
             out: {{smtp: {{host: 127.0.0.1, port: {}, tls: none}}}}\n",
            dovecot.port, smtp.port
        );
        fs::write(post.join("post.yaml"), text).unwrap();
        Some(Self {
            home,
            _dovecot: dovecot,
            smtp,
            hours: 0,
            members: BTreeMap::new(),
            arrived: BTreeMap::new(),
            own: Vec::new(),
            clean: Vec::new(),
            seen: BTreeSet::new(),
            sent: 0,
            checked: BTreeSet::new(),
            ran: BTreeMap::new(),
        })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub(super) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn now(&self) -> u64 {
        EPOCH + self.hours * HOUR
    }

    fn program(&self, folder: &Path, arguments: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.current_dir(folder).args(arguments).stdin(Stdio::null());
        command.env("SOURCE_DATE_EPOCH", self.now().to_string()).env("NO_COLOR", "1");
        command.env("HOME", folder).env("XDG_CACHE_HOME", folder.join("cache"));
        let output = command.output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&told).into_owned())
    }

    /// What the moderator types, word for word; those with blanks are given apart.
    pub(super) fn karl(&self, line: &str, last: &[&str]) -> String {
        let words: Vec<&str> = line.split(' ').chain(last.iter().copied()).collect();
        let (code, told) = self.program(self.home.path(), &words);
        assert!(code == 0 || code == 3, "{line}: {code}: {told}");
        told
    }

    /// What a member types in their folder.
    pub(super) fn types(&self, name: &str, line: &str) -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let (code, told) = self.program(&self.members[name].folder, &words);
        assert_eq!(code, 0, "{name}: {line}: {told}");
        told
    }

    /// Somebody makes a key; their public file.
    pub(super) fn joins(&mut self, name: &str) -> PathBuf {
        let folder = self.path(name);
        fs::create_dir(&folder).unwrap();
        let (address, key) = (format!("{}@example.net", name.to_lowercase()), "own.key".to_owned());
        let member = Member { address, folder: folder.clone(), key, plays: true, report: None };
        self.members.insert(name.to_owned(), member);
        self.types(name, &format!("keygen own --name {name}"));
        folder.join("own.pub")
    }

    /// A campaign in the club's folder, with these seats.
    pub(super) fn founds(&mut self, campaign: &str, more: &str, seats: &[(&str, &str)]) {
        self.karl(&format!("new games/{campaign}{more}"), &[]);
        for (seat, name) in seats {
            let public = self.joins(name);
            self.enrolls(campaign, seat, name, &public);
        }
        self.karl(&format!("-C games/{campaign} calendar set calendar.yaml --reason agreed"), &[]);
    }

    pub(super) fn enrolls(&self, campaign: &str, seat: &str, name: &str, public: &Path) {
        self.write("address", &format!("{}\n", self.members[name].address));
        let public = public.display();
        self.karl(&format!("-C games/{campaign} enroll {seat} {public} --address address"), &[]);
    }

    /// The scenario of Company War, with one turn.
    pub(super) fn short_scenario(&self) {
        let shipped = games::OURS.named("company-war").unwrap().shipped();
        self.write("short.yaml", &format!("{}\nturns: 1\n", shipped.scenarios[0].1));
    }

    /// A member mails a file.
    pub(super) fn mails(&mut self, name: &str, file: &str) {
        let member = &self.members[name];
        let code = BASE64_STANDARD.encode(fs::read(member.folder.join(file)).unwrap());
        let (from, lines) = (&member.address, code.as_bytes().chunks(76));
        let lines: Vec<&str> = lines.map(|line| std::str::from_utf8(line).unwrap()).collect();
        self.sent += 1;
        let (number, lines) = (self.sent, lines.join("\r\n"));
        let mail = format!(
            "Message-ID: <{number}@example.net>\r\nFrom: {from}\r\nSubject: {file}\r\nMIME-Version: 1.0\r\n\
             Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n{lines}\r\n"
        );
        let path = self.path("imap/mail/new").join(format!("{number}.mail"));
        fs::write(&path, mail).unwrap();
        let time: SystemTime = UNIX_EPOCH + Duration::from_secs(self.now());
        fs::File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
    }

    /// Hours later: a round of the post, after which everybody reads their mail and does what it says.
    pub(super) fn round(&mut self, hours: u64) -> String {
        self.hours += hours;
        let (code, told) = self.program(self.home.path(), &["-C", "games", "run", "--post"]);
        assert!([0, 1, 3].contains(&code), "{code}: {told}");
        self.clean.push(self.hours * HOUR);
        self.reads_all();
        told
    }

    /// A round that finds no server to send by.
    pub(super) fn round_without_a_server(&mut self, hours: u64) {
        self.hours += hours;
        self.smtp.down();
        let (code, told) = self.program(self.home.path(), &["-C", "games", "run", "--post"]);
        assert_eq!(code, 4, "{told}");
        self.smtp.up();
        self.reads_all();
    }

    fn reads_all(&mut self) {
        let mut paths: Vec<PathBuf> = fs::read_dir(self.smtp.mail.join("new"))
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path())
            .filter(|path| !self.seen.contains(path))
            .collect();
        paths.sort();
        for path in paths {
            let mail = fs::read(&path).unwrap();
            self.seen.insert(path);
            self.arrives(&mail);
        }
    }

    fn arrives(&mut self, mail: &[u8]) {
        let parsed = MessageParser::default().parse(mail).unwrap();
        let header = |name: &str| {
            let text = parsed.header_raw(name).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (to, subject) = (header("X-RcptTo"), parsed.subject().unwrap_or_default().to_owned());
        let text = parsed.body_text(0).unwrap_or_default().into_owned();
        if to == "karl@example.org" {
            self.own.push(format!("{subject}\n{text}"));
            return;
        }
        let campaign = subject.trim_start_matches('[').split(']').next().unwrap().to_owned();
        let words = Message::read(mail).offers.concat();
        let words =
            String::from_utf8_lossy(&words).split_whitespace().collect::<Vec<_>>().join(" ");
        let name = header("Message-ID").trim_matches(['<', '>']).to_owned();
        let at = self.hours * HOUR;
        let mail = Arrived { at, to: to.clone(), name, subject: subject.clone(), words };
        self.arrived.entry(campaign.clone()).or_default().push(mail);
        let (name, member) =
            self.members.iter_mut().find(|(_, member)| member.address == to).unwrap();
        let name = name.clone();
        let mut attached = Attached::default();
        for part in parsed.attachments() {
            let file = part.attachment_name().expect("a file has a name").to_owned();
            fs::write(member.folder.join(&file), part.contents()).unwrap();
            let is_note = file.starts_with("note");
            match Path::new(&file).extension().and_then(|ending| ending.to_str()) {
                Some("card") => attached.card = Some(file),
                _ if is_note => attached.note = Some(file),
                _ => attached.file = Some(file),
            }
        }
        if subject.contains("report of cycle") || subject.contains("the game is over") {
            member.report.clone_from(&attached.file);
        }
        self.does(&name, (&campaign, &subject), &text, &attached);
    }

    /// Runs the commands of a letter, and mails what is to be mailed.
    fn does(
        &mut self,
        name: &str,
        (campaign, subject): (&str, &str),
        text: &str,
        attached: &Attached,
    ) {
        let member = &self.members[name];
        // Orders of another cycle are out of the way.
        for old in ["orders.yaml", "orders.age", "word.txt"] {
            let _ = fs::remove_file(member.folder.join(old));
        }
        let file = attached.file.as_ref().or(member.report.as_ref()).or(attached.card.as_ref());
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("adjutant "));
        let lines: Vec<String> = lines.map(ToOwned::to_owned).collect();
        for line in lines {
            let word = line.split(' ').next().unwrap().to_owned();
            let public = word == "verify" || word == "chronicle";
            let file = if word == "keygen" { attached.card.as_ref() } else { file };
            let mut filled = line.clone();
            let links = format!("links-{campaign}");
            for (name, value) in [
                ("YOUR.key", Some(&member.key)),
                ("FILE", file),
                ("CARD", attached.card.as_ref()),
                ("NOTE", attached.note.as_ref()),
                ("NAME", Some(&links)),
            ] {
                if filled.split(' ').any(|word| word == name) {
                    let value = value.unwrap_or_else(|| panic!("{name}: {subject}: no {name}"));
                    filled = filled.replace(name, value);
                }
            }
            let words: Vec<&str> = filled.split(' ').collect();
            // What everybody may have of the campaign, where a letter asks for a copy: one of them does it.
            if public && !self.checked.insert(format!("{campaign} {word}")) {
                continue;
            }
            let at = if public { self.path("games").join(campaign) } else { member.folder.clone() };
            let (code, told) = self.program(&at, &words);
            assert_eq!(code, 0, "{name}, {subject}: {filled}: {told}");
            assert!(!told.contains("UNPROVEN"), "{name}, {subject}: {filled}: {told}");
            *self.ran.entry(word).or_default() += 1;
        }
        let member = &self.members[name];
        let has = |file: &str| member.folder.join(file).exists();
        if member.plays && has("orders.age") {
            self.mails(name, "orders.age");
        } else if has(&format!("links-{campaign}.pub")) && subject.contains("you play") {
            self.mails(name, &format!("links-{campaign}.pub"));
        }
    }
}
