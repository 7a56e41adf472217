//! The program by itself.

use crate::program::Program;

/// Its size, and what it costs to start.
pub(crate) fn measure(programs: &[Program]) {
    let place = tempfile::tempdir().expect("a directory");
    for program in programs {
        let cost = program.median(place.path(), &["--version"]);
        println!("{:16} {} bytes; --version: {cost}", program.name, program.size());
    }
}
