//! What a release uploads is what `cargo binstall` asks for.

use std::collections::BTreeMap;
use std::fs;

/// The values of a section of Cargo.toml, each a text on one line.
fn section(manifest: &str, name: &str) -> BTreeMap<String, String> {
    let head = format!("[{name}]");
    let lines = manifest.lines().skip_while(|line| *line != head).skip(1);
    let pair = |line: &str| {
        let (key, value) = line.split_once(" = ")?;
        Some((key.to_owned(), value.trim_matches('"').to_owned()))
    };
    lines.take_while(|line| !line.starts_with('[')).filter_map(pair).collect()
}

#[test]
fn binstall_asks_for_what_a_release_uploads() {
    let manifest = fs::read_to_string("Cargo.toml").unwrap();
    let workflow = fs::read_to_string(".github/workflows/release.yml").unwrap();
    let targets: Vec<&str> = workflow
        .lines()
        .filter_map(|line| line.split_once("target: ")?.1.strip_suffix(" }"))
        .collect();
    assert!(targets.len() >= 5, "{targets:?}");
    for target in targets {
        let mut asked = section(&manifest, "package.metadata.binstall");
        asked.extend(section(&manifest, &format!("package.metadata.binstall.overrides.{target}")));
        let (end, packs) = if target.contains("-windows-") {
            ("zip", r#"7z a "adjutant-$TARGET.zip" ./out/*"#)
        } else {
            ("tar.gz", r#"tar -czf "adjutant-$TARGET.tar.gz" -C out ."#)
        };
        // The program lies at the top of what is packed.
        assert!(workflow.contains(packs), "{target}");
        assert_eq!(asked["bin-dir"], "{ bin }{ binary-ext }");
        assert_eq!(asked["pkg-fmt"], if end == "zip" { "zip" } else { "tgz" }, "{target}");
        let url = asked["pkg-url"].replace("{ version }", "1.2.3").replace("{ target }", target);
        assert_eq!(url, format!("{{ repo }}/releases/download/v1.2.3/adjutant-{target}.{end}"));
    }
}
