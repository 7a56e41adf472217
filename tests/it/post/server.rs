//! A server that takes mail, and is as strict as the strictest: no bare line feeds, no long lines. It
//! can be told to fail at any step.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// A step of the dialogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Greeting,
    Hello,
    From,
    To,
    Data,
    End,
}

pub(super) const STEPS: [Step; 6] =
    [Step::Greeting, Step::Hello, Step::From, Step::To, Step::Data, Step::End];

/// What happens at a step, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// This answer.
    Says(&'static str),
    /// The connection ends.
    Hangs,
    /// The client is killed.
    Kills,
}

/// A mail that was accepted.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    pub(super) to: String,
    pub(super) text: String,
}

#[derive(Default)]
struct Inside {
    taken: Vec<Taken>,
    fault: Option<(Step, Fault)>,
    client: Option<u32>,
    complaints: Vec<String>,
}

#[derive(Clone)]
pub(super) struct Server {
    pub(super) port: u16,
    inside: Arc<Mutex<Inside>>,
    password: Option<&'static str>,
    tls: Option<Arc<ServerConfig>>,
}

trait Line: Read + Write {}
impl<T: Read + Write> Line for T {}

impl Server {
    pub(super) fn start() -> Self {
        Self::with(None, None)
    }

    pub(super) fn with_password(password: &'static str) -> Self {
        Self::with(Some(password), None)
    }

    /// With TLS from the beginning, by a certificate and key in PEM.
    pub(super) fn with_tls(chain: &[u8], key: &[u8]) -> Self {
        let chain = CertificateDer::pem_slice_iter(chain).map(Result::unwrap).collect();
        let key = PrivateKeyDer::from_pem_slice(key).unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        Self::with(None, Some(Arc::new(config)))
    }

    fn with(password: Option<&'static str>, tls: Option<Arc<ServerConfig>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self { port, inside: Arc::default(), password, tls };
        let own = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let own = own.clone();
                thread::spawn(move || drop(own.serve(stream.unwrap())));
            }
        });
        server
    }

    pub(super) fn fail(&self, step: Step, fault: Fault) {
        self.inside.lock().unwrap().fault = Some((step, fault));
    }

    pub(super) fn client(&self, pid: u32) {
        self.inside.lock().unwrap().client = Some(pid);
    }

    /// What was accepted since the last time.
    pub(super) fn taken(&self) -> Vec<Taken> {
        let mut inside = self.inside.lock().unwrap();
        assert_eq!(inside.complaints, Vec::<String>::new());
        std::mem::take(&mut inside.taken)
    }

    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        let stream: Box<dyn Line> = match &self.tls {
            None => Box::new(stream),
            Some(config) => {
                let connection = ServerConnection::new(config.clone()).unwrap();
                Box::new(StreamOwned::new(connection, stream))
            }
        };
        let mut stream = BufReader::new(stream);
        let mut to = String::new();
        let mut known = self.password.is_none();
        self.answer(&mut stream, Step::Greeting, "220 here")?;
        loop {
            let line = self.line(&mut stream)?;
            let word = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match word.as_str() {
                "EHLO" => self.answer(&mut stream, Step::Hello, "250-here\r\n250 AUTH PLAIN")?,
                "AUTH" => {
                    let code = line.rsplit(' ').next().unwrap_or_default();
                    let plain = super::decoded(code);
                    let given = plain.rsplit('\0').next().unwrap_or_default();
                    known = Some(given) == self.password;
                    let said = if known { "235 welcome" } else { "535 5.7.8 no such user" };
                    say(&mut stream, said)?;
                }
                "MAIL" if !known => say(&mut stream, "530 log in")?,
                "MAIL" => self.answer(&mut stream, Step::From, "250 ok")?,
                "RCPT" => {
                    line.split(['<', '>']).nth(1).unwrap_or_default().clone_into(&mut to);
                    self.answer(&mut stream, Step::To, "250 ok")?;
                }
                "DATA" => {
                    if !self.answer_goes_on(&mut stream, Step::Data, "354 go on")? {
                        continue;
                    }
                    let mut text = String::new();
                    loop {
                        let line = self.line(&mut stream)?;
                        if line == "." {
                            break;
                        }
                        text.push_str(line.strip_prefix('.').unwrap_or(&line));
                        text.push('\n');
                    }
                    let fault = self.fault(Step::End);
                    // Who refuses does not have the mail; who hangs or kills may.
                    if !matches!(fault, Some(Fault::Says(_))) {
                        let taken = Taken { to: to.clone(), text };
                        self.inside.lock().unwrap().taken.push(taken);
                    }
                    self.react(&mut stream, fault, "250 2.0.0 queued as 1")?;
                }
                "RSET" | "NOOP" => say(&mut stream, "250 ok")?,
                "QUIT" => return say(&mut stream, "221 bye"),
                _ => say(&mut stream, "500 what")?,
            }
        }
    }

    fn fault(&self, step: Step) -> Option<Fault> {
        let mut inside = self.inside.lock().unwrap();
        let fault = inside.fault.filter(|(at, _)| *at == step).map(|(_, fault)| fault);
        if fault.is_some() {
            inside.fault = None;
        }
        fault
    }

    fn answer(
        &self,
        stream: &mut BufReader<Box<dyn Line>>,
        step: Step,
        said: &str,
    ) -> std::io::Result<()> {
        let fault = self.fault(step);
        self.react(stream, fault, said)
    }

    fn answer_goes_on(
        &self,
        stream: &mut BufReader<Box<dyn Line>>,
        step: Step,
        said: &str,
    ) -> std::io::Result<bool> {
        let fault = self.fault(step);
        self.react(stream, fault, said)?;
        Ok(fault.is_none())
    }

    fn react(
        &self,
        stream: &mut BufReader<Box<dyn Line>>,
        fault: Option<Fault>,
        said: &str,
    ) -> std::io::Result<()> {
        match fault {
            None => say(stream, said),
            Some(Fault::Says(other)) => say(stream, other),
            Some(Fault::Hangs) => Err(std::io::ErrorKind::ConnectionAborted.into()),
            Some(Fault::Kills) => {
                let pid = loop {
                    if let Some(pid) = self.inside.lock().unwrap().client {
                        break pid;
                    }
                };
                Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
                Err(std::io::ErrorKind::ConnectionAborted.into())
            }
        }
    }

    fn line(&self, stream: &mut BufReader<Box<dyn Line>>) -> std::io::Result<String> {
        let mut line = Vec::new();
        stream.read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        let whole = text.ends_with("\r\n") && line.len() <= 1000 && text.matches('\r').count() == 1;
        if !whole || !text.is_ascii() {
            self.inside.lock().unwrap().complaints.push(text.clone());
        }
        Ok(text.trim_end_matches(['\r', '\n']).to_owned())
    }
}

fn say(stream: &mut BufReader<Box<dyn Line>>, said: &str) -> std::io::Result<()> {
    stream.get_mut().write_all(format!("{said}\r\n").as_bytes())?;
    stream.get_mut().flush()
}
