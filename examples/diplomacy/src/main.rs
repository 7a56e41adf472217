//! Everything that `adjutant` does, for Diplomacy.

fn main() -> std::process::ExitCode {
    adjutant::run(adjutant::Shelf::of(&[&adjutant_diplomacy::SHELF]), std::env::args_os())
}
