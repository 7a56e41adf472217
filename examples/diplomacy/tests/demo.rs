//! A demonstration with a computer player for each power, to the site that it ends with.
//!
//! It stops after six cycles, in the second year; `DIPLOMACY_WHOLE=1 cargo test --test demo` plays all ten years.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn a_demonstration_of_seven_powers_ends_with_a_site() {
    let whole = std::env::var_os("DIPLOMACY_WHOLE").is_some();
    let (name, cycles, last) = if whole { ("ten", "100", 1910) } else { ("two", "6", 1901) };
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("demo-of-{name}-years"));
    if place.exists() {
        fs::remove_dir_all(&place).unwrap();
    }
    let played = Command::new(env!("CARGO_BIN_EXE_adjutant-diplomacy"))
        .args(["demo", "--seed", "3304347858", "--option", "last-year=1910", "--cycles", cycles])
        .arg(&place)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success(), "{said}{}", String::from_utf8_lossy(&played.stderr));
    assert!(said.contains("found nothing wrong"), "{said}");

    // The chronicle tells every year to its end, and the site has the map and every power.
    let chronicle = fs::read_to_string(place.join("chronicle.html")).unwrap();
    for year in 1901..=last {
        assert!(chronicle.contains(&format!("Fall {year}")), "{year} is not told");
    }
    let site = fs::read_to_string(place.join("site/index.html")).unwrap();
    assert!(site.contains("<svg"), "the site has no map");
    for power in ["Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"] {
        assert!(site.contains(power), "{power} is not on the site");
        let report = format!("reports/0001-{}.html", power.to_lowercase());
        assert!(place.join(&report).exists(), "{report} is missing");
    }
}
