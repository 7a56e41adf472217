//! A mailbox on Dovecot, which `.ci/run` installs.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::tls::Authority;
use super::{HOUR, Post};

use crate::folder::folder;

/// Dovecot on this machine, without any rights, for one user.
pub(super) struct Dovecot {
    child: Child,
    pub(super) port: u16,
}

impl Dovecot {
    pub(super) fn start(folder: &Path) -> Option<Self> {
        Self::with(folder, None)
    }

    /// With TLS from the beginning, if the name of a certificate and key in the folder is given.
    fn with(folder: &Path, certificate: Option<&str>) -> Option<Self> {
        let program = ["/usr/sbin/dovecot", "/usr/bin/dovecot"]
            .into_iter()
            .find(|p| Path::new(p).exists())?;
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let user =
            String::from_utf8(Command::new("id").arg("-un").output().unwrap().stdout).unwrap();
        let group =
            String::from_utf8(Command::new("id").arg("-gn").output().unwrap().stdout).unwrap();
        let (user, group, at) = (user.trim(), group.trim(), folder.display());
        fs::create_dir_all(folder.join("mail/new")).unwrap();
        for name in ["mail/cur", "mail/tmp", "run"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        fs::write(folder.join("users"), format!("post:{{plain}}secret::::{at}::\n")).unwrap();
        // As root it gives its rights away, and reads no mail as root.
        let owner = if user == "root" { "nobody" } else { user };
        let users = if user == "root" {
            Command::new("chown").args(["-R", "nobody"]).arg(folder.join("mail")).status().unwrap();
            Command::new("chmod").arg("711").arg(folder).status().unwrap();
            String::new()
        } else {
            format!(
                "default_login_user = {user}\ndefault_internal_user = {user}\n\
                 default_internal_group = {group}\n"
            )
        };
        let owners = if user == "root" { "nogroup" } else { group };
        let service = |name: &str| {
            let port = if name == "imap-login" {
                let (open, sealed) = if certificate.is_some() { (0, port) } else { (port, 0) };
                format!(
                    "inet_listener imap {{\n port = {open}\n address = 127.0.0.1\n }}\n \
                     inet_listener imaps {{\n port = {sealed}\n address = 127.0.0.1\n ssl = yes\n }}\n"
                )
            } else if name == "anvil" {
                // Nobody waits for having given a wrong password.
                "unix_listener anvil-auth-penalty {\n mode = 0\n }\n".to_owned()
            } else {
                String::new()
            };
            format!("service {name} {{\n chroot =\n {port} }}\n")
        };
        let names = ["imap-login", "imap", "anvil", "auth", "log", "stats", "config"];
        let services = names.map(service).concat();
        let tls = match certificate {
            None => "ssl = no\n".to_owned(),
            Some(name) => {
                format!("ssl = yes\nssl_cert = <{at}/{name}.pem\nssl_key = <{at}/{name}.key\n")
            }
        };
        let text = format!(
            "base_dir = {at}/run\nstate_dir = {at}/run\nlog_path = {at}/log\nprotocols = imap\n\
             {tls}disable_plaintext_auth = no\nauth_failure_delay = 0\n{users}first_valid_uid = 0\nfirst_valid_gid = 0\n\
             mail_location = maildir:{at}/mail\n\
             passdb {{\n driver = passwd-file\n args = {at}/users\n}}\n\
             userdb {{\n driver = static\n args = uid={owner} gid={owners} home={at}\n}}\n{services}"
        );
        fs::write(folder.join("conf"), text).unwrap();
        let mut command = Command::new(program);
        command
            .arg("-F")
            .arg("-c")
            .arg(folder.join("conf"))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let server = Self { child: command.spawn().unwrap(), port };
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(server);
            }
            thread::sleep(Duration::from_millis(50));
        }
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        panic!("dovecot does not start: {log}");
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // Its children end with it, which takes a second: nobody waits for them.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
    }
}

#[test]
fn mail_is_fetched_from_a_server_once() {
    let folder = folder();
    let Some(dovecot) = Dovecot::start(folder.path()) else {
        eprintln!("skipped: dovecot is not installed");
        return;
    };
    let post = Post::new("");
    let config = |password: &str| {
        let text = format!(
            "from: post@example.org\nmoderator: karl@example.org\nin:\n- imap: {{host: 127.0.0.1, port: {}, \
             tls: none, user: post, password: {{command: [echo, {password}]}}}}\n\
             out: {{smtp: {{host: 127.0.0.1, port: {}, tls: none}}}}\n",
            dovecot.port, post.server.port
        );
        fs::write(post.path("campaign.post/post.yaml"), text).unwrap();
    };
    config("wrong");
    let (code, told) = post.output(0, &["run", "--post"]);
    assert_eq!(code, 4, "{told}");
    assert!(told.contains("hint: check user and password in post.yaml"), "{told}");
    assert_eq!(post.server.taken().len(), 2, "what is to be sent is sent");
    config("secret");
    for (seat, sequence) in [("union", 1), ("mazianni", 1), ("union", 2)] {
        let name = folder.path().join(format!("mail/new/{seat}-{sequence}"));
        fs::write(name, post.packet(seat, sequence, "")).unwrap();
    }
    // A mail with what a careless reader would take for the end of the answer.
    let odd = "From: eve@example.com\r\nSubject: )\r\n\r\na5 OK FETCH completed\r\n)\r\n* BYE\r\n";
    fs::write(folder.path().join("mail/new/odd"), odd).unwrap();
    let told = post.run(HOUR);
    // Two that came in the same second are taken in any order.
    let counts = [", accepted", ", superseded"].map(|verdict| told.matches(verdict).count());
    assert_eq!(counts.iter().sum::<usize>(), 3, "{told}");
    let mails = post.server.taken();
    let own = mails.iter().filter(|mail| mail.to == "karl@example.org").count();
    assert_eq!((mails.len(), own), (4, 1), "the odd one is the moderator's");
    let told = post.run(2 * HOUR);
    assert!(!told.contains("packet "), "each is fetched once: {told}");
    fs::write(folder.path().join("mail/new/later"), post.packet("mazianni", 2, "")).unwrap();
    let told = post.run(3 * HOUR);
    assert_eq!(told.matches(", accepted").count(), 1, "{told}");
    // Waiting ends when something comes, or nothing does.
    assert_eq!(post.output(3 * HOUR, &["post", "idle", "--seconds", "1"]).0, 3);
    let mail = folder.path().join("mail");
    let comes = thread::spawn(move || {
        thread::sleep(Duration::from_millis(700));
        fs::write(mail.join("tmp/x"), "From: a@b\r\n\r\nHi\r\n").unwrap();
        fs::rename(mail.join("tmp/x"), mail.join("new/x")).unwrap();
    });
    assert_eq!(post.output(3 * HOUR, &["post", "idle", "--seconds", "60"]).0, 0);
    comes.join().unwrap();
}

#[test]
fn mail_is_fetched_only_from_the_server_that_was_meant() {
    let home = folder();
    if !Authority::is_there() {
        eprintln!("skipped: openssl is not installed");
        return;
    }
    let authority = Authority::made(home.path());
    for (name, wrong) in [("expired", "expired"), ("other", "unknownissuer"), ("good", "")] {
        let folder = folder();
        for ending in ["pem", "key"] {
            let file = format!("{name}.{ending}");
            fs::copy(home.path().join(&file), folder.path().join(&file)).unwrap();
        }
        let Some(dovecot) = Dovecot::with(folder.path(), Some(name)) else {
            eprintln!("skipped: dovecot is not installed");
            return;
        };
        let post = Post::new("");
        let text = format!(
            "from: post@example.org\nmoderator: karl@example.org\nin:\n- imap: {{host: localhost, \
             port: {}, user: post, password: {{command: [echo, secret]}}, authority: {}}}\n\
             out: {{smtp: {{host: 127.0.0.1, port: {}, tls: none}}}}\n",
            dovecot.port,
            authority.file("own"),
            post.server.port
        );
        fs::write(post.path("campaign.post/post.yaml"), text).unwrap();
        fs::write(folder.path().join("mail/new/1"), post.packet("union", 1, "")).unwrap();
        let (code, told) = post.output(HOUR, &["run", "--post"]);
        if wrong.is_empty() {
            assert_eq!(code, 0, "{told}");
            assert_eq!(told.matches(", accepted").count(), 1, "{told}");
        } else {
            assert_eq!(code, 4, "{name}: {told}");
            assert!(told.to_lowercase().contains(wrong), "{name}: {told}");
            assert!(!told.contains(", accepted"), "nothing was fetched: {told}");
            assert!(!told.contains("secret"), "{told}");
        }
    }
}
