//! Rule cases: one file, one case, evidence for a paragraph of the rulebook. A game's crate runs all of `cases/` in one
//! line of a file in `tests/`, such as `adjutant::cases!(&my_game::SHELF);`.
//!
//! A file is named `<rule>-<what-it-shows>.yaml`. [`Case`](case::Case) says what may stand in it:
//!
//! ```yaml
//! rules: [sv3]
//! title: a boat that sails arrives in the same turn
//! because: Red sails from A1 to B1, which share a side.
//! shipped: sixteen-wrecks
//! orders:
//!   red: {orders: [{sail: {to: B1}}]}
//! then:
//!   events:
//!     - sv3: {sailed: {crew: red, from: A1, to: B1}}
//!   answers: {red: [done sv3]}
//! ```

pub mod case;
mod rules;
#[doc(hidden)]
pub mod run;

use std::path::Path;

pub use rules::agree;
pub use run::case as one;

use crate::campaign::world;
use crate::engine::GameKind;

/// Makes the tests of a game's rule cases: every case in `cases/` comes out as it says, and every rule of the page is
/// coded and tested.
///
/// ```
/// adjutant::cases!(adjutant::OURS.named("mechad").expect("it is ours"));
/// ```
#[macro_export]
macro_rules! cases {
    ($game:expr $(,)?) => {
        #[test]
        fn every_rule_case_comes_out_as_it_says() {
            let cases = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
            $crate::testing::passes($crate::testing::cases::all($game, &cases));
        }

        #[test]
        fn every_rule_is_written_coded_and_tested() {
            let own = ::std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
            let (code, cases) = (own.join("src"), own.join("cases"));
            $crate::testing::passes($crate::testing::cases::agree($game, &[&code], &cases));
        }
    };
}

/// Runs every case of a folder.
///
/// # Errors
/// All that come out otherwise than they say, one below another; or that there is none.
pub fn all(kind: &dyn GameKind, folder: &Path) -> Result<(), String> {
    let files = world::files(folder).map_err(|problem| problem.to_string())?;
    if files.is_empty() {
        return Err(format!("{}: there is no case", folder.display()));
    }
    let wrong: Vec<String> = files.iter().filter_map(|path| one(kind, path).err()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n\n")) }
}
