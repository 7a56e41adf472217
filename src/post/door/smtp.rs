//! Mail given to a server in two steps, so that it can be noted before the one that cannot be taken
//! back.

use std::time::Duration;

use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{
    Certificate, CertificateStore, SmtpConnection, TlsParameters,
};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::ClientId;
use secrecy::{ExposeSecret, SecretString};

use crate::base::Problem;
use crate::post::compose;
use crate::post::config::{Smtp, Tls};

/// Seconds that a server may take for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// What became of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The server has it; what it said.
    Accepted(String),
    /// Not now; why.
    Later(String),
    /// Never, as it is; why.
    Never(String),
    /// It was sent, and no answer came: the server may have it or not.
    Unknown(String),
}

/// A connection to a server that takes mail.
pub struct Server {
    connection: SmtpConnection,
}

impl Server {
    /// Connects and logs in. `authority` are the certificates, in PEM, that the server's may be signed
    /// with, if not the system's.
    ///
    /// # Errors
    /// If the server cannot be reached, is not the one it should be, or refuses the login.
    pub fn connect(
        to: &Smtp,
        password: Option<&SecretString>,
        authority: Option<&[u8]>,
    ) -> Result<Self, Problem> {
        let place = format!("{}:{}", to.host, to.port());
        connect(to, password, authority)
            .map_err(|e| {
                let login = e
                    .status()
                    .is_some_and(|code| ["535", "534", "538"].contains(&&*code.to_string()));
                let problem = Problem::failed(said(&e)).at(place);
                if login {
                    return problem.hint("check user and password in post.yaml");
                }
                if is_about_tls(&e) {
                    return problem.hint(
                    "check host, port and tls in post.yaml; a server of your own needs `authority: \
                     FILE`",
                );
                }
                problem.hint("check host and port in post.yaml; the mail waits")
            })
            .map(|connection| Self { connection })
    }

    /// Names the mail's writer and reader, and asks to send it.
    ///
    /// # Errors
    /// The fate of the mail, if the server does not want it.
    pub fn offer(&mut self, from: &str, to: &str) -> Result<(), Fate> {
        let addresses = compose::address(from).and_then(|f| Ok((f, compose::address(to)?)));
        let (from, to) = addresses.map_err(|p| Fate::Never(p.what))?;
        self.try_offer(from, to).map_err(|e| {
            // The next mail begins anew.
            let _ = self.connection.command(Rset);
            fate(&e, Fate::Later(said(&e)))
        })
    }

    fn try_offer(&mut self, from: lettre::Address, to: lettre::Address) -> Result<(), Error> {
        self.connection.command(Mail::new(Some(from), Vec::new()))?;
        self.connection.command(Rcpt::new(to, Vec::new()))?;
        self.connection.command(Data).map(drop)
    }

    /// Sends the mail that was offered.
    pub fn send(&mut self, mail: &[u8]) -> Fate {
        match self.connection.message(mail) {
            Ok(answer) => {
                let lines: Vec<&str> = answer.message().collect();
                Fate::Accepted(format!("{} {}", answer.code(), lines.join(" ")))
            }
            Err(e) => fate(&e, Fate::Unknown(said(&e))),
        }
    }

    /// True if nothing more can be sent.
    pub fn is_broken(&mut self) -> bool {
        self.connection.has_broken() || !self.connection.test_connected()
    }

    /// Takes leave.
    pub fn quit(mut self) {
        // Whatever it says, it has the mail.
        let _ = self.connection.quit();
    }
}

fn connect(
    to: &Smtp,
    password: Option<&SecretString>,
    authority: Option<&[u8]>,
) -> Result<SmtpConnection, Error> {
    let hello = ClientId::default();
    let address = (to.host.as_str(), to.port());
    let wrapped = match to.tls {
        Tls::Always => Some(parameters(&to.host, authority)?),
        Tls::Starttls | Tls::None => None,
    };
    let mut connection =
        SmtpConnection::connect(address, Some(PATIENCE), &hello, wrapped.as_ref(), None)?;
    if to.tls == Tls::Starttls {
        connection.starttls(&parameters(&to.host, authority)?, &hello)?;
    }
    if let (Some(user), Some(password)) = (&to.user, password) {
        let credentials = Credentials::new(user.clone(), password.expose_secret().to_owned());
        connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials)?;
    }
    Ok(connection)
}

fn parameters(host: &str, authority: Option<&[u8]>) -> Result<TlsParameters, Error> {
    let builder = TlsParameters::builder(host.to_owned());
    match authority {
        None => builder.build_rustls(),
        Some(pem) => builder
            .certificate_store(CertificateStore::None)
            .add_root_certificate(Certificate::from_pem(pem)?)
            .build_rustls(),
    }
}

/// What a server's answer means for the mail; without one, what is known of it.
fn fate(error: &Error, otherwise: Fate) -> Fate {
    match error.status() {
        Some(_) if error.is_permanent() => Fate::Never(said(error)),
        Some(_) => Fate::Later(said(error)),
        None => otherwise,
    }
}

fn is_about_tls(error: &Error) -> bool {
    error.is_tls() || error.to_string().contains("certificate")
}

/// The error in a line.
fn said(error: &Error) -> String {
    error.to_string().split(['\r', '\n']).map(str::trim).collect::<Vec<_>>().join(" ")
}
