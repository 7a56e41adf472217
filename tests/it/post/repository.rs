//! A campaign that plays itself: in a repository, and beside others.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{EPOCH, HOUR, Post};
use crate::bench::{Bench, SEATS};
use crate::folder::folder;

/// The job of the example, run as it stands by a shell, in a repository as it shows one.
#[test]
fn a_campaign_in_a_repository_plays_by_itself() {
    let home = folder();
    let dir = home.path();
    crate::bench::copy(Path::new("examples/repository"), dir);
    let out = "from: post@example.org\nmoderator: you@example.org\nin: [{folder: ../inbox}]\n\
               out: {folder: ../sent}\n";
    fs::write(dir.join("pell.post/post.yaml"), out).unwrap();
    let calendar = "zone: Europe/London\ndeadlines: {every: [friday 20:00]}\n";
    fs::write(dir.join("campaign.yaml"), calendar).unwrap();
    for name in ["anna", "ben"] {
        fs::write(dir.join(format!("{name}.txt")), format!("{name}@example.net\n")).unwrap();
    }
    let binary = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
    let sh = |day: u64, script: &str| {
        let mut command = Command::new("sh");
        command.current_dir(dir).args(["-ec", script]).env("PATH", &path);
        command.env("SOURCE_DATE_EPOCH", (EPOCH + day * 24 * HOUR).to_string());
        for who in ["AUTHOR", "COMMITTER"] {
            command
                .env(format!("GIT_{who}_NAME"), "turn")
                .env(format!("GIT_{who}_EMAIL"), "turn@localhost");
        }
        let output = crate::bench::output(&mut command);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{script}: {told}");
        told
    };
    sh(0, "git init --quiet && chmod +x turn.sh && adjutant new pell");
    sh(0, "adjutant -C pell keygen anna && adjutant -C pell keygen ben");
    let page = fs::read_to_string("examples/repository/README.md").unwrap();
    let (_, rest) = page.split_once("adjutant new pell\n").unwrap();
    let (script, _) = rest.split_once(" && git push").unwrap();
    sh(0, script);
    sh(0, "./turn.sh");
    assert_eq!(fs::read_dir(dir.join("sent")).unwrap().count(), 2, "the reports of the beginning");
    sh(
        1,
        "adjutant -C pell template --key anna.key -o a.yaml && adjutant -C pell seal a.yaml --key anna.key -o inbox/a.age",
    );
    let told = sh(1, "./turn.sh");
    assert!(told.contains("accepted"), "{told}");
    assert!(dir.join("inbox/taken/a.age").exists() && dir.join("public/index.html").exists());
    assert_eq!(sh(1, "git status --porcelain pell inbox"), "");
    let before = sh(1, "git rev-parse HEAD");
    sh(1, "./turn.sh");
    assert_eq!(sh(1, "git rev-parse HEAD"), before, "a round that does nothing commits nothing");
    assert!(!sh(1, "git ls-files").contains("pell.keys"));
}

#[test]
fn one_mailbox_serves_many_campaigns() {
    let post = Post::new("early-close: 30m\n");
    let games = post.path("games");
    let other = Bench::founded_for(2);
    // Another campaign, whose players have the same addresses.
    let (first, second) = (games.join("a"), games.join("b"));
    crate::bench::copy(&post.bench.root(), &first);
    crate::bench::copy(&other.root(), &second);
    for keys in ["a.keys", "b.keys"] {
        crate::bench::copy(&post.path("campaign.keys"), &games.join(keys));
    }
    fs::rename(post.path("campaign.post"), post.path("games.post")).unwrap();
    let command = |seconds: u64, arguments: &[&str]| {
        let output = post.command_in(&games, seconds, arguments).output().unwrap();
        let told = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(told).unwrap())
    };
    let (code, told) = command(0, &["run", "--post"]);
    // The second has no calendar, which keeps the first from nothing.
    assert_eq!(code, 2, "{told}");
    assert!(told.contains("has no calendar"), "{told}");
    assert_eq!(post.server.taken().len(), 2);
    for seat in SEATS {
        post.deliver(HOUR, seat, &post.packet(seat, 1, ""));
    }
    let (_, told) = command(HOUR + 60, &["run", "--post"]);
    assert_eq!(told.matches(", accepted").count(), 2, "{told}");
    assert_eq!(post.server.taken().len(), 2);
}
