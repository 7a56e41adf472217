//! A mailbox on Dovecot, which `.ci/run` installs.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{HOUR, Post};

/// Dovecot on this machine, without any rights, for one user.
struct Dovecot {
    child: Child,
    port: u16,
}

impl Dovecot {
    fn start(folder: &Path) -> Option<Self> {
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
                format!(
                    "inet_listener imap {{\n port = {port}\n address = 127.0.0.1\n }}\n inet_listener imaps {{\n port = 0\n }}\n"
                )
            } else {
                String::new()
            };
            format!("service {name} {{\n chroot =\n {port} }}\n")
        };
        let names = ["imap-login", "imap", "anvil", "auth", "log", "stats", "config"];
        let services = names.map(service).concat();
        let text = format!(
            "base_dir = {at}/run\nstate_dir = {at}/run\nlog_path = {at}/log\nprotocols = imap\n\
             ssl = no\ndisable_plaintext_auth = no\n{users}first_valid_uid = 0\nfirst_valid_gid = 0\n\
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
        // Its children end with it.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

#[test]
fn mail_is_fetched_from_a_server_once() {
    let folder = tempfile::tempdir().unwrap();
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
    assert_eq!(post.server.taken().len(), 3);
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
