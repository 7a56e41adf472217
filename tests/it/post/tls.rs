//! Servers whose certificate is good, expired, or somebody else's.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Post;
use super::server::Server;

use crate::folder::folder;

/// Certificates made with `openssl` in a directory: an authority, and what it signed.
pub(super) struct Authority<'a>(&'a Path);

impl<'a> Authority<'a> {
    /// True if there is a program to make them with.
    pub(super) fn is_there() -> bool {
        Command::new("openssl").arg("version").output().is_ok()
    }

    /// Our own and a foreign one, with what they signed: a good and an expired certificate, and another's.
    pub(super) fn made(folder: &'a Path) -> Self {
        let authority = Self(folder);
        authority.make("own");
        authority.make("foreign");
        authority.sign("good", "own", "10");
        authority.sign("expired", "own", "-1");
        authority.sign("other", "foreign", "10");
        authority
    }

    /// The path of a certificate.
    pub(super) fn file(&self, name: &str) -> String {
        self.0.join(format!("{name}.pem")).display().to_string()
    }

    fn openssl(&self, arguments: &str) {
        let mut command = Command::new("openssl");
        let output = command.current_dir(self.0).args(arguments.split(' ')).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn make(&self, name: &str) {
        self.openssl(&format!(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN={name} \
             -keyout {name}.key -out {name}.pem"
        ));
    }

    /// A certificate for this machine, valid for so many days from now on.
    fn sign(&self, name: &str, by: &str, days: &str) {
        fs::write(
            self.0.join("names"),
            "subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n",
        )
        .unwrap();
        self.openssl(&format!(
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout {name}.key \
             -out {name}.csr"
        ));
        self.openssl(&format!(
            "x509 -req -in {name}.csr -CA {by}.pem -CAkey {by}.key -CAcreateserial -days {days} \
             -extfile names -out {name}.pem"
        ));
    }

    fn server(&self, name: &str) -> Server {
        let read = |ending: &str| fs::read(self.0.join(format!("{name}.{ending}"))).unwrap();
        Server::with_tls(&read("pem"), &read("key"))
    }
}

#[test]
fn mail_goes_only_to_the_server_that_was_meant() {
    if !Authority::is_there() {
        eprintln!("skipped: openssl is not installed");
        return;
    }
    let folder = folder();
    let authority = Authority::made(folder.path());
    for (name, wrong) in [("expired", "expired"), ("other", "UnknownIssuer"), ("good", "")] {
        let server = authority.server(name);
        let post = Post::over("", server, "");
        let (port, file) = (post.server.port, authority.file("own"));
        post.configure(&format!("smtp: {{host: localhost, port: {port}, authority: {file}}}"));
        let (code, told) = post.output(0, &["run", "--post"]);
        if wrong.is_empty() {
            assert_eq!((code, post.server.taken().len()), (0, 2), "{told}");
        } else {
            assert_eq!((code, post.server.taken().len()), (4, 0), "{told}");
            assert!(told.to_lowercase().contains(&wrong.to_lowercase()), "{told}");
            assert!(told.contains("hint: check host, port and tls in post.yaml"), "{told}");
        }
    }
}
