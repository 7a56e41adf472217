//! Arguments in, exit status out.

use std::process::ExitCode;

fn main() -> ExitCode {
    adjutant::cli::run(std::env::args_os())
}
