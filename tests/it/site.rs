//! Sites and chronicles: every page is sound, every link leads somewhere, and before the reveal
//! nothing in them is anybody's secret.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::base::Digest;
use adjutant::base::words::capital;
use adjutant::campaign::{folder, layout};
use adjutant::engine::News;
use adjutant::games::OURS;
use adjutant::page::{Block, Page};
use adjutant::referee::Campaign;
use adjutant::referee::audit::replay::Opened;
use adjutant::referee::cycle::{open, status};
use adjutant::referee::record::report::html;
use adjutant::referee::telling::chronicle::chronicle;
use adjutant::referee::telling::handed::Play;
use adjutant::referee::telling::site::{Site, renew, site};
use adjutant::render;
use adjutant::seal::CampaignSecret;
use serde_json::Value;

use crate::bench::{Bench, SEATS, files, output, time};
use crate::folder::folder;
use crate::html::sound;
use crate::secrecy::{CANARIES, ONE, OTHER, Script, played};
use crate::shelf::{facts, json};

fn made(bench: &Bench) -> Site {
    site(bench.store(), OURS, Play::Nowhere).unwrap()
}

/// A campaign in its second cycle.
fn running() -> Bench {
    let bench = Bench::open();
    bench.send();
    bench.resolve();
    open::open(&mut bench.desk(), Some(time("2026-03-01T00:00:00Z")), bench.now()).unwrap();
    bench
}

fn finished() -> Bench {
    let bench = Bench::open();
    bench.finish();
    bench
}

/// The links of a page that lead to other files.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    targets.filter(|target| !target.starts_with('#')).collect()
}

/// Where a link of a page leads to, from the root of the site.
fn target(page: &str, link: &str) -> String {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        if part == ".." {
            parts.pop().expect("the link leads out of the site");
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// Whose links the dice come from stands on the first page, in the words of `status`.
#[test]
fn the_first_page_says_who_contributes_to_the_dice() {
    let told = |bench: &Bench| {
        let page = &made(bench).files["index.html"];
        let (_, row) = page.split_once("Dice").expect("a line on the dice");
        let campaign = Campaign::load(bench.store(), OURS).unwrap();
        let words = capital(&status::public(&campaign).unwrap().dice());
        assert!(row.lines().next().is_some_and(|row| row.contains(&words)), "{words}");
        words
    };
    let bench = Bench::founded();
    let nobody = "The moderator knows them in advance: no player contributes links";
    assert_eq!(told(&bench), nobody);
    bench.enroll(&mut bench.desk(), "union").unwrap();
    assert_eq!(told(&bench), "Links come from union and the moderator");
    assert_eq!(told(&Bench::enrolled()), "Links come from mazianni, union and the moderator");
    assert_eq!(told(&running()), "Links come from mazianni, union and the moderator");
}

#[test]
fn every_page_is_sound_and_every_link_leads_somewhere() {
    for (bench, told) in [(Bench::founded(), false), (running(), false), (finished(), true)] {
        let Site { files, verdict, .. } = made(&bench);
        assert!(verdict.passed(), "{verdict}");
        assert_eq!(files.contains_key("chronicle.html"), told);
        let mut reached = vec!["index.html".to_owned()];
        let mut at = 0;
        while let Some(page) = reached.get(at).cloned() {
            let text = files.get(&page).unwrap_or_else(|| panic!("there is no {page}"));
            sound(text);
            for link in links(text).into_iter().map(|link| target(&page, link)) {
                if !reached.contains(&link) {
                    reached.push(link);
                }
            }
            at += 1;
        }
        // And there is a way to each page.
        reached.push(".nojekyll".into());
        reached.sort();
        assert_eq!(reached, files.keys().cloned().collect::<Vec<_>>());
    }
}

#[test]
fn the_first_page_says_how_things_stand() {
    let bench = running();
    let Site { files, stage, .. } = made(&bench);
    let index = &files["index.html"];
    assert_eq!(stage, "cycle 2 is open (movement)");
    for word in [
        "Cycle 2 is open (movement)",
        "2026-03-01T00:00:00Z",
        "Player of union",
        "cycles/0001.html",
        "Stations",
        "Fleets",
        "ssh-keygen -Y verify",
        "SHA256:",
        &bench.desk().campaign.ledger.head().to_string(),
        "Something is wrong",
    ] {
        assert_eq!(index.contains(word), word != "Something is wrong", "{word}");
    }
    // Who has sent is public; what, is not.
    let standing = status::public(&Campaign::load(bench.store(), OURS).unwrap()).unwrap();
    assert!(standing.seats.iter().all(|line| index.contains(&format!(">{}</td>", line.orders))));
    let index = &made(&finished()).files["index.html"];
    assert!(index.contains("chronicle.html") && index.contains("Over: "));
}

/// A curve over all cycles on the page of each would make the site grow with their square.
#[test]
fn curves_over_all_cycles_stand_on_the_first_page_alone() {
    let Site { files, .. } = made(&finished());
    let has_curves = |text: &str| text.contains("<figure class=\"chart\">");
    assert!(has_curves(&files["index.html"]));
    let cycles = files.iter().filter(|(path, _)| path.starts_with("cycles/"));
    let mut count = 0;
    for (path, text) in cycles {
        assert!(!has_curves(text), "{path}");
        count += 1;
    }
    assert!(count > 2, "{count} pages of cycles");
}

#[test]
fn the_same_directory_gives_the_same_bytes() {
    let bench = finished();
    assert_eq!(made(&bench).files, made(&bench.copy()).files);
}

#[test]
fn what_is_wrong_with_a_campaign_stands_in_its_site() {
    let bench = finished();
    let path = bench.root().join(layout::packet(1, "mazianni", 1));
    fs::remove_file(path).unwrap();
    let Site { files, verdict, .. } = made(&bench);
    assert!(!verdict.passed());
    let index = &files["index.html"];
    sound(index);
    assert!(index.contains("Something is wrong with this campaign"));
    assert!(
        index.contains("<code>cycles/0001/packets/mazianni-001.age</code>: the file is missing")
    );
    assert!(!files.contains_key("chronicle.html"), "nothing is told that cannot be checked");
    let public = bench.dir.path().join("public");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    let output = output(command.arg("-C").arg(bench.root()).arg("site").arg(&public));
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("verification failed, and the site says so"), "{told}");
    assert_eq!(fs::read_to_string(public.join("index.html")).unwrap(), *index);
}

/// The text without what commits to what cannot be seen.
fn without_digests(text: &str) -> String {
    let mut out = String::new();
    for part in text.split(|c: char| !c.is_ascii_hexdigit()) {
        out += if part.len() == 64 { "DIGEST" } else { part };
        out.push(' ');
    }
    out
}

#[test]
fn the_site_of_a_running_game_holds_no_secret() {
    let one = made(&played(&ONE));
    for (path, text) in &one.files {
        // Who lies side by side everybody sees.
        for word in CANARIES.into_iter().filter(|word| *word != "Kestrel, Linnet") {
            assert!(!text.contains(word), "{path} holds {word}");
        }
    }
    // What the enemy cannot see changes nothing in it but digests over sealed files.
    let other = made(&played(&Script { union: ONE.union, ..OTHER }));
    assert!(one.files.keys().eq(other.files.keys()));
    for (path, text) in &one.files {
        assert_eq!(without_digests(text), without_digests(&other.files[path]), "{path}");
        assert!(!path.starts_with("cycles/") || *text == other.files[path], "{path}");
    }
}

fn publish(root: &Path, names: &[&str]) -> Result<(), adjutant::base::Problem> {
    let files: BTreeMap<String, String> =
        names.iter().map(|name| ((*name).to_owned(), format!("text of {name}"))).collect();
    folder::publish(root, &files)
}

/// A file that is written again is another one under its name.
#[cfg(unix)]
#[test]
fn what_did_not_change_is_not_written_again() {
    use std::os::unix::fs::MetadataExt as _;

    let home = folder();
    let root = home.path().join("public");
    let file = |path: &str| fs::metadata(root.join(path)).unwrap().ino();
    let all = [".adjutant-site", "index.html", "cycles/0001.html"];
    publish(&root, &all[1..]).unwrap();
    let before = all.map(file);
    publish(&root, &all[1..]).unwrap();
    assert_eq!(all.map(file), before);
    fs::write(root.join(all[2]), "something else").unwrap();
    publish(&root, &all[1..]).unwrap();
    assert_eq!([file(all[0]), file(all[1])], before[..2]);
    assert_eq!(fs::read_to_string(root.join(all[2])).unwrap(), "text of cycles/0001.html");
}

#[test]
fn pages_of_cycles_that_are_over_are_not_made_again() {
    let bench = finished();
    let into = bench.dir.path().join("public");
    let again = |unfolded| renew(&into, bench.store(), OURS, unfolded).unwrap().files;
    let files = again(false);
    assert_eq!(files, made(&bench).files);
    let (page, list) = (into.join("cycles/0000.html"), into.join(".adjutant-made"));
    let (text, noted) = (fs::read_to_string(&page).unwrap(), fs::read_to_string(&list).unwrap());
    // The newest says until when orders are due.
    let newest = files.keys().rfind(|path| path.starts_with("cycles/")).unwrap();
    assert!(noted.contains("cycles/0000.html ") && !noted.contains(newest.as_str()), "{noted}");
    // What somebody changed is made again; what stands as it was noted is not.
    let other = "<p>as it stands</p>";
    fs::write(&page, other).unwrap();
    assert_eq!(again(false), files);
    assert_eq!(fs::read_to_string(&page).unwrap(), text);
    let [own, forged] = [&text[..], other].map(|text| Digest::of(text.as_bytes()).to_string());
    fs::write(&page, other).unwrap();
    fs::write(&list, noted.replace(&own, &forged)).unwrap();
    assert_eq!(again(false)["cycles/0000.html"], other);
    // With other looks it is another page.
    assert_eq!(again(true)["cycles/0000.html"], render::unfolded(&text));
}

#[test]
fn a_site_takes_no_directory_that_is_not_its_own() {
    let home = folder();
    let root = home.path().join("public");
    publish(&root, &["index.html", "cycles/0001.html"]).unwrap();
    // Made anew: what is no longer wanted goes, what others put there stays.
    fs::write(root.join("CNAME"), "example.org").unwrap();
    publish(&root, &["index.html", "cycles/0002.html"]).unwrap();
    let names: Vec<String> = files(&root).into_keys().collect();
    assert_eq!(names, [".adjutant-site", "CNAME", "cycles/0002.html", "index.html"]);
    // What others put in the way is not written over.
    fs::write(root.join("ledger.html"), "mine").unwrap();
    let problem = publish(&root, &["index.html", "ledger.html"]).unwrap_err();
    assert!(problem.what.contains("not overwritten"), "{problem}");
    assert_eq!(fs::read_to_string(root.join("ledger.html")).unwrap(), "mine");
    // A list that somebody else wrote removes nothing outside, and no other kind of file.
    fs::write(home.path().join("precious.html"), "mine").unwrap();
    fs::write(root.join(".adjutant-site"), "../precious.html\nCNAME\n/etc/passwd\nindex.html\n")
        .unwrap();
    fs::remove_file(root.join("ledger.html")).unwrap();
    publish(&root, &["index.html"]).unwrap();
    assert!(home.path().join("precious.html").exists() && root.join("CNAME").exists());
    // A link in place of a folder leads elsewhere.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(home.path(), root.join("linked")).unwrap();
        assert!(publish(&root, &["linked/a.html"]).is_err());
    }
    // A directory with anything in it is somebody's; a fresh clone is not.
    let other = home.path().join("other");
    fs::create_dir_all(other.join(".git")).unwrap();
    publish(&other, &["index.html"]).unwrap();
    let problem = publish(home.path(), &["index.html"]).unwrap_err();
    assert!(problem.what.contains("not empty"), "{problem}");
    assert!(!home.path().join("index.html").exists());
    assert!(publish(&home.path().join("precious.html"), &["index.html"]).is_err(), "a file");
}

fn shown(page: &Page) -> String {
    let text = html(page, "company-war", OURS).unwrap();
    sound(&text);
    text
}

#[test]
fn the_chronicle_tells_everything() {
    let bench = finished();
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    let page = chronicle(&campaign, &Opened::new(&campaign).unwrap().unwrap()).unwrap();
    let text = render::markdown(&page);
    shown(&page);
    for (path, bytes) in files(&bench.root()) {
        if path.starts_with("revealed/") && path.contains("/orders/") {
            let orders = String::from_utf8(bytes).unwrap();
            let orders = orders.split("-----BEGIN").next().unwrap();
            // What stands before the first list says where the file belongs.
            let lists = ["\nstanding:", "\ncontingent:", "\norders:"];
            let first = lists.iter().filter_map(|list| orders.find(list)).min().unwrap();
            assert!(text.contains(orders[first..].trim()), "{path}");
        }
    }
    // It stands there as a sentence.
    let result = capital(&campaign.ledger.closing().unwrap().outcome);
    assert!(text.contains(&result) && text.contains("Player of mazianni"), "{result}");
    // Step by step: every cycle after the beginning has a scene.
    let replay = page.blocks.iter().find_map(|block| match block {
        Block::Replay(scenes) => Some(scenes),
        _ => None,
    });
    let scenes = replay.unwrap();
    let cycles = campaign.ledger.results().count() - 1;
    for cycle in 1..=cycles {
        let title = format!("Cycle {cycle} · ");
        assert!(scenes.iter().any(|scene| scene.title.starts_with(&title)), "{title}");
    }
    // What was ordered is folded away, cycle by cycle; how fortunes went is not.
    let folded = page.blocks.iter().filter(|block| matches!(block, Block::Folded { .. })).count();
    assert_eq!(folded, cycles);
    assert!(page.blocks.iter().any(|block| matches!(block, Block::Chart(_))));
    // The seeds are those that the ledger commits to.
    let all = text.split(|c: char| !c.is_ascii_hexdigit()).filter(|word| word.len() == 64);
    let seeds: Vec<Digest> = all
        .filter_map(|word| hex::decode(word).ok()?.try_into().ok())
        .map(|seed| adjutant::referee::record::luck::commitment(&seed))
        .collect();
    for (cycle, result) in campaign.ledger.results() {
        assert!(seeds.contains(&result.seed_commitment), "cycle {cycle}");
    }
}

#[test]
fn the_moderator_can_tell_it_before_the_reveal() {
    let bench = running();
    let campaign = Campaign::load(bench.store(), OURS).unwrap();
    assert!(Opened::new(&campaign).unwrap().is_none(), "nobody else can");
    let secret = CampaignSecret::revealed(*bench.desk().secret().expose());
    let wrong = Opened::with(&campaign, CampaignSecret::revealed([3; 32]));
    assert!(wrong.is_err(), "a secret that is not this campaign's");
    let page = chronicle(&campaign, &Opened::with(&campaign, secret).unwrap()).unwrap();
    let text = shown(&page);
    assert!(text.contains("Orders of mazianni, cycle 1"));
    // The open cycle is not told: it is not resolved.
    assert!(!text.contains("Orders of mazianni, cycle 2"));
}

/// The events of an account without their moments, which each reader counts alone.
fn events(news: &News) -> Vec<Value> {
    let mut events = facts(news);
    for fact in &mut events {
        fact.as_object_mut().expect("an object").remove("moment");
    }
    events
}

/// The moderator's report has what each seat alone was told, and is nowhere on disk.
#[test]
fn the_moderators_report_holds_everything_and_is_not_kept() {
    let bench = played(&ONE);
    let desk = bench.desk();
    let whole = desk.report(2).unwrap();
    let page = whole.page(&*desk.campaign.game).unwrap();
    let text = whole.text(&page);
    shown(&page);
    for word in ["Orders of mazianni", "Standing orders of union", "losses: 17", "Kestrel"] {
        assert!(text.contains(word), "{word}");
    }
    assert!(text.contains("Malta and Tangier") && text.contains("\"reader\":\"moderator\""));
    let all = whole.news().unwrap();
    let (events_of_all, all) = (events(&all), json(&all.0));
    for seat in SEATS {
        let own = bench.report_of(&desk, seat, 2).data.news().unwrap();
        assert!(!events(&own).is_empty(), "{seat}");
        assert!(events(&own).iter().all(|event| events_of_all.contains(event)), "{seat}");
        let own = json(&own.0);
        assert!(own["answers"][seat].is_array(), "{seat}");
        assert_eq!(own["answers"][seat], all["answers"][seat], "{seat}");
    }
    for (path, bytes) in files(&bench.root()) {
        assert!(!bytes.windows(11).any(|w| w == b"\"moderator\""), "{path}");
    }
}
