//! The page that players play on: written by the program, put on a site, kept there, with all that a player needs.

use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::games::OURS;
use adjutant::play::call;
use adjutant::referee::cycle::open;
use adjutant::referee::telling::site::renew;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use crate::bench::{Bench, files, output, text};

/// What begins as a module does, and is as long as ours.
fn module() -> Vec<u8> {
    [&b"\0asm\x01\0\0\0"[..], &vec![0; 10 << 20]].concat()
}

/// Runs the program in a folder; its status, and all that it says.
fn run(home: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.current_dir(home).args(arguments).env("NO_COLOR", "1");
    let done = output(&mut command);
    let said = [done.stdout, done.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (done.status.code().unwrap(), said.concat())
}

/// A campaign in its second cycle, and a page with an empty module beside it.
fn bench() -> Bench {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    fs::write(bench.dir.path().join("empty.wasm"), module()).unwrap();
    let made = run(bench.dir.path(), &["play", "--module", "empty.wasm", "-o", "play.html"]);
    assert_eq!(made.0, 0, "{}", made.1);
    bench
}

#[test]
fn the_page_is_written_once_and_named_by_its_digest() {
    let bench = bench();
    let home = bench.dir.path();
    let page = fs::read(home.join("play.html")).unwrap();
    let again = ["play", "--module", "empty.wasm", "-o", "play.html"];
    let (status, said) = run(home, &again);
    assert!(status == 2 && said.contains("--force"), "{said}");
    let (status, said) = run(home, &[&again[..], &["--force", "--json"]].concat());
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(status, 0);
    assert_eq!(said["sha256"], adjutant::base::Digest::of(&page).to_string());
    assert_eq!(said["bytes"], page.len());
    // Without a file it goes to standard output; the program of these tests has no module of its own.
    let (_, said) = run(home, &["play", "--module", "empty.wasm"]);
    assert_eq!(said.as_bytes(), page);
    let (status, said) = run(home, &["play", "--module", "play.html", "-o", "other.html"]);
    assert!(status == 1 && said.contains("no WebAssembly module"), "{said}");
    if adjutant::play::page::own_module().is_none() {
        let (status, said) = run(home, &["play", "-o", "other.html"]);
        assert!(status == 2 && said.contains("built without the page"), "{said}");
    }
    assert!(!home.join("other.html").exists());
}

#[test]
fn on_the_site_a_player_needs_only_their_key() {
    let bench = bench();
    let home = bench.dir.path();
    let (status, said) = run(home, &["-C", "campaign", "site", "public", "--play", "play.html"]);
    assert_eq!(status, 0, "{said}");
    let site = home.join("public");
    let read = |path: &str| fs::read_to_string(site.join(path)).unwrap();
    assert!(read("index.html").contains("href=\"play.html\""));
    assert!(read("play.html").contains("connect-src 'self'"));
    let list: Value = serde_json::from_str(&read("play.json")).unwrap();
    let reports = list["reports"].as_array().unwrap();
    assert_eq!(reports.len(), 4, "{list}");
    for report in reports {
        let sealed = read(report["path"].as_str().unwrap());
        for (seat, key) in &bench.players {
            let asked = json!({
                "report": BASE64_STANDARD.encode(&sealed),
                "card": list["card"]["file"],
                "key": text(&key.write()),
            });
            let said = call("open", asked.to_string().as_bytes(), OURS);
            let said: Value = serde_json::from_slice(&said).unwrap();
            if report["seat"] == *seat {
                assert_eq!((&said["seat"], &said["cycle"]), (&report["seat"], &report["cycle"]));
                assert_eq!(said["proven"], true);
            } else {
                assert!(said["problem"]["hint"].as_str().unwrap().contains("it was sent to"));
            }
        }
    }
    // Made again without a word of the page, the site keeps it, and has what came since.
    open::open(&mut bench.desk(), None, bench.now()).unwrap();
    bench.send();
    bench.resolve();
    let page = read("play.html");
    renew(&site, bench.store(), OURS, false).unwrap();
    assert_eq!(read("play.html"), page);
    let list: Value = serde_json::from_str(&read("play.json")).unwrap();
    assert_eq!(list["reports"].as_array().unwrap().len(), 6);
    // Whoever takes it away has a site for spectators, with no report.
    fs::remove_file(site.join("play.html")).unwrap();
    renew(&site, bench.store(), OURS, false).unwrap();
    let left: Vec<String> = files(&site).into_keys().collect();
    assert!(
        !left.iter().any(|path| path.contains("play") || path.starts_with("reports/")),
        "{left:?}"
    );
}

/// Several campaigns have one page; each has its reports, and leads to it with its own name.
#[test]
fn campaigns_share_one_page() {
    let bench = bench();
    let home = bench.dir.path();
    let (status, said) = run(home, &["-C", ".", "site", "public", "--play", "play.html"]);
    assert_eq!(status, 0, "{said}");
    let site = home.join("public");
    let folder = adjutant::referee::telling::front::place(&bench.store(), OURS).unwrap();
    let index = || fs::read_to_string(site.join(&folder).join("index.html")).unwrap();
    let link = format!("href=\"../play.html?{folder}\"");
    assert!(index().contains(&link), "{}", index());
    let pages = || files(&site).into_keys().filter(|path| path.ends_with("play.html")).count();
    assert_eq!(pages(), 1);
    assert!(site.join(&folder).join("play.json").exists());
    assert!(fs::read_to_string(site.join("play.html")).unwrap().contains("connect-src 'self'"));
    // Made again without a word of the page, together or alone, they keep it.
    let (status, said) = run(home, &["-C", ".", "site", "public"]);
    assert_eq!((status, pages()), (0, 1), "{said}");
    renew(&site.join(&folder), bench.store(), OURS, false).unwrap();
    assert!(index().contains(&link) && site.join(&folder).join("play.json").exists());
    // Whoever takes it away has sites for spectators.
    fs::remove_file(site.join("play.html")).unwrap();
    run(home, &["-C", ".", "site", "public"]);
    assert!(!index().contains("play.html") && !site.join(&folder).join("play.json").exists());
}

/// What somebody else put there under its name is no page of ours; what is given must be one.
#[test]
fn a_site_takes_no_other_page() {
    let bench = bench();
    let home = bench.dir.path();
    fs::write(home.join("other.html"), "<!DOCTYPE html>\n<title>other</title>\n").unwrap();
    let (status, said) = run(home, &["-C", "campaign", "site", "public", "--play", "other.html"]);
    assert!(status == 1 && said.contains("not the page that players play on"), "{said}");
    assert!(!home.join("public").exists());
    run(home, &["-C", "campaign", "site", "public"]);
    fs::copy(home.join("other.html"), home.join("public/play.html")).unwrap();
    let site = renew(&home.join("public"), bench.store(), OURS, false).unwrap();
    assert!(!site.files.contains_key("play.html") && !site.files.contains_key("play.json"));
}
