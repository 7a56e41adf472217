//! Commands as people type them: the game is in the file, the name in the key, a value has a path, and a key may
//! stand before a command's part or behind it.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::folder::folder;

fn run(home: &Path, line: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(home).args(line.split(' ')).env("NO_COLOR", "1");
    command.env("SOURCE_DATE_EPOCH", "1772712000").env("XDG_CACHE_HOME", home.join("cache"));
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.code().unwrap(), told)
}

fn done(home: &Path, line: &str) -> String {
    let (code, told) = run(home, line);
    assert_eq!(code, 0, "{line}: {told}");
    told
}

/// A campaign with two players, its first cycle open.
fn begun(home: &Path) {
    done(home, "new pell");
    fs::write(
        home.join("calendar.yaml"),
        "zone: Europe/London\ndeadlines: {every: [friday 20:00], at-least: 2d}\npress: {each: 2}\n",
    )
    .unwrap();
    done(home, "-C pell calendar set calendar.yaml --reason agreed");
    for (name, seat) in [("anna", "mazianni"), ("ben", "union")] {
        done(home, &format!("-C pell keygen {name}"));
        done(home, &format!("-C pell enroll {seat} {name}.pub"));
    }
    done(home, "-C pell open");
}

#[test]
fn a_scenario_file_says_which_game_it_is_for() {
    let home = folder();
    let home = home.path();
    let text = done(home, "format --game age-of-imperialism --scenario two-powers");
    assert!(text.contains("game: age-of-imperialism"), "{text}");
    fs::write(home.join("own.yaml"), text).unwrap();
    let told = done(home, "format --check own.yaml");
    assert_eq!(told, "own.yaml: valid scenario for age-of-imperialism\n");
    done(home, "new fight --scenario own.yaml");
    let genesis = fs::read_to_string(home.join("fight/ledger/000000.yaml")).unwrap();
    assert!(genesis.contains("game: age-of-imperialism"), "{genesis}");
    // What is said on the command line counts, and a file without a game is that of the usual one.
    let (code, told) = run(home, "format --check own.yaml --game parabellum");
    assert!(code != 0, "{told}");
}

#[test]
fn a_public_file_for_another_campaign_keeps_its_owners_name() {
    let home = folder();
    let home = home.path();
    done(home, "keygen anna");
    done(home, "keygen second --from anna.key");
    assert!(fs::read_to_string(home.join("second.pub")).unwrap().contains("\nname: anna\n"));
    done(home, "keygen third --from anna.key --name Anna");
    assert!(fs::read_to_string(home.join("third.pub")).unwrap().contains("\nname: Anna\n"));
}

#[test]
fn a_value_is_found_by_words_and_set_as_it_was_printed() {
    let home = folder();
    let home = home.path();
    begun(home);
    let told = done(home, "-C pell rule find open turn");
    assert!(told.starts_with("/state/open/turn=0\n"), "{told}");
    let (code, told) = run(home, "-C pell rule find unicorn");
    assert!(code == 3 && told.contains("nothing in the position has these words"), "{told}");
    done(home, "-C pell rule set /state/open/turn=3 --reason test");
    let told = done(home, "-C pell rule find open turn");
    assert!(told.starts_with("/state/open/turn=3\n"), "{told}");
    let (code, told) = run(home, "-C pell rule find open turn --keys nowhere");
    assert!(code != 0 && !told.contains("/state"), "the position is the moderator's: {told}");
}

#[test]
fn a_key_stands_before_a_part_or_behind_it() {
    let home = folder();
    let home = home.path();
    begun(home);
    fs::write(home.join("letter.txt"), "Hello.\n").unwrap();
    for line in [
        "-C pell say press letter.txt --to union --key anna.key -o a.age",
        "-C pell say --key anna.key press letter.txt --to union -o b.age",
        "-C pell say vote draw --key anna.key -o c.txt",
        "-C pell say --key anna.key vote --no draw -o d.txt",
        "-C pell read --report pell/cycles/0000/reports/mazianni.age --key anna.key",
        "-C pell rule --keys pell.keys explain hello",
        "-C pell rule explain again --keys pell.keys",
        "-C pell calendar extend --by 1d --reason storm --keys pell.keys",
        "-C pell calendar --keys pell.keys extend --by 1d --reason storm",
    ] {
        done(home, line);
    }
}
