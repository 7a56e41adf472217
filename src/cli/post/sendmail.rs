//! Mail given to a program of this machine that takes what `sendmail` takes.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::post::compose;
use crate::post::door::smtp::Fate;

/// Hands a mail over, from one address to another.
pub(super) fn send(mut command: Command, (from, to): (&str, &str), mail: &[u8]) -> Fate {
    for address in [from, to] {
        if let Err(problem) = compose::address(address) {
            return Fate::Never(problem.what);
        }
    }
    command.args(["-i", "-f", from, "--", to]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let sent = command.spawn().and_then(|mut child| {
        let mut input = child.stdin.take().expect("it is piped");
        // What it says, when it wants no more, is better than that it wants no more.
        let wrote = input.write_all(mail);
        drop(input);
        let output = child.wait_with_output()?;
        if output.status.success() { wrote.map(|()| output) } else { Ok(output) }
    });
    match sent {
        Ok(output) if output.status.success() => Fate::Accepted("sendmail has it".to_owned()),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Fate::Later(if said.is_empty() { format!("sendmail: {}", output.status) } else { said })
        }
        Err(e) => Fate::Later(format!("sendmail: {e}")),
    }
}
