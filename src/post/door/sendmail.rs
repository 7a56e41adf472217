//! Mail given to a program of this machine that takes what `sendmail` takes.

use std::path::Path;

use lettre::Transport as _;
use lettre::address::Envelope;
use lettre::transport::sendmail::SendmailTransport;

use super::smtp::Fate;
use crate::base::Problem;
use crate::post::compose;

/// Hands a mail over, from one address to another.
pub fn send(program: &Path, (from, to): (&str, &str), mail: &[u8]) -> Fate {
    let envelope = compose::address(from)
        .and_then(|from| Ok((from, compose::address(to)?)))
        .and_then(|(from, to)| Envelope::new(Some(from), vec![to]).map_err(Problem::refused));
    let envelope = match envelope {
        Ok(envelope) => envelope,
        Err(problem) => return Fate::Never(problem.what),
    };
    match SendmailTransport::new_with_command(program).send_raw(&envelope, mail) {
        Ok(()) => Fate::Accepted("sendmail has it".to_owned()),
        Err(e) => Fate::Later(e.to_string()),
    }
}
