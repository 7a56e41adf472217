//! Arguments in, exit status out.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    adjutant::run(adjutant::games::OURS, std::env::args_os())
}
