//! What the program costs as a process, and how that grows: `cargo bench --bench outside`.
//!
//! With `-- NAME...` only those figures; with `--program PATH` that build in place of this one, and
//! with several of them all side by side. Costs are processor time, which other work on the machine
//! changes little; what a process waits for is its wall time less that.

mod campaign;
mod check;
mod disk;
mod files;
mod history;
mod league;
mod maildir;
#[path = "../shared/more.rs"]
mod more;
mod packets;
mod program;
mod replay;
mod season;
mod ships;
mod start;

use program::Program;

/// A group of figures: prints a line for each.
type Figures = fn(&[Program]);

const ALL: [(&str, Figures); 11] = [
    ("start", start::measure),
    ("check", check::measure),
    ("history", history::measure),
    ("packets", packets::measure),
    ("files", files::measure),
    ("ships", ships::measure),
    ("replay", replay::measure),
    ("disk", disk::measure),
    ("league", league::measure),
    ("season", season::measure),
    ("maildir", maildir::measure),
];

fn main() {
    let mut programs = Vec::new();
    let mut wanted = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            // Cargo says so to every bench.
            "--bench" => {}
            "--program" => {
                let path = arguments.next().expect("--program needs a path");
                programs.push(Program::new(path.as_ref()));
            }
            name => wanted.push(name.to_owned()),
        }
    }
    if programs.is_empty() {
        programs.push(Program::new(env!("CARGO_BIN_EXE_adjutant").as_ref()));
    }
    for name in &wanted {
        assert!(ALL.iter().any(|(known, _)| known == name), "no figures are called {name}");
    }
    for (name, figures) in ALL {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            println!("== {name}");
            figures(&programs);
        }
    }
}
