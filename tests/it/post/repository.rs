//! A campaign that plays itself: in a repository, and beside others.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::{EPOCH, HOUR, Post};
use crate::bench::{Bench, SEATS};
use crate::folder::folder;

/// A repository as the example's README makes one, word for word, with a bare one as the forge.
struct Repository {
    home: tempfile::TempDir,
}

impl Repository {
    fn new() -> Self {
        let home = folder();
        let repository = Self { home };
        let work = repository.path("work");
        crate::bench::copy(Path::new("examples/repository"), &work);
        let out = "from: post@example.org\nmoderator: you@example.org\n\
                   in: [{read-only: ../inbox}]\nout: {folder: ../../sent}\n";
        fs::write(work.join("pell.post/post.yaml"), out).unwrap();
        for bare in ["forge.git", "public.git"] {
            repository.sh(0, "", &format!("git init --quiet --bare -b main ../{bare}"));
        }
        let begin = "git init --quiet -b main && git remote add origin ../forge.git && \
                     git config push.autoSetupRemote true && mkdir inbox && chmod +x turn.sh";
        repository.sh(0, "", begin);
        let page = fs::read_to_string("examples/repository/README.md").unwrap();
        let blocks: Vec<&str> = page.split("```sh\n").skip(1).collect();
        let script = |n: usize| blocks[n].split_once("```").unwrap().0.to_owned();
        repository.sh(0, "", &script(0));
        repository.sh(0, "", "adjutant -C pell keygen anna && adjutant -C pell keygen ben");
        for name in ["anna", "ben"] {
            fs::write(work.join(format!("{name}.txt")), format!("{name}@example.net\n")).unwrap();
        }
        repository.sh(0, "", &script(1));
        // The keys as the runner gets them.
        let keys: Vec<String> = script(2).lines().map(|l| repository.sh(0, "", l)).collect();
        fs::write(repository.path("secrets"), keys.join("\n")).unwrap();
        assert!(keys.iter().all(|key| key.lines().count() == 1));
        fs::rename(work.join("pell.keys"), repository.path("kept")).unwrap();
        repository
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.home.path().join(name)
    }

    /// A script on a day, with programs of ours before all others.
    fn command(&self, day: u64, programs: &str, script: &str) -> std::process::Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new("sh");
        command.current_dir(self.path("work")).args(["-ec", script]);
        command.env("PATH", format!("{programs}:{}:{path}", binary.display()));
        command.env("SOURCE_DATE_EPOCH", (EPOCH + day * 24 * HOUR).to_string());
        command
            .env("PUBLIC_URL", self.path("public.git"))
            .env("ADJUTANT", env!("CARGO_BIN_EXE_adjutant"));
        let secrets = fs::read_to_string(self.path("secrets")).unwrap_or_default();
        let names = ["ADJUTANT_MODERATOR_KEY", "ADJUTANT_CAMPAIGN_SECRET"];
        command.envs(names.into_iter().zip(secrets.lines()));
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "turn");
            command.env(format!("GIT_{who}_EMAIL"), "turn@localhost");
        }
        crate::bench::output(&mut command)
    }

    fn sh(&self, day: u64, programs: &str, script: &str) -> String {
        let output = self.command(day, programs, script);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{script}: {told}");
        told
    }

    fn sent(&self) -> usize {
        fs::read_dir(self.path("sent")).map_or(0, Iterator::count)
    }
}

#[test]
fn a_campaign_in_a_repository_plays_by_itself() {
    let repository = Repository::new();
    repository.sh(0, "", "./turn.sh");
    assert_eq!(repository.sent(), 2, "the reports of the beginning");
    // Everybody reads the campaign and the site, and nothing of the post.
    let public = repository.sh(0, "", "git -C ../public.git ls-tree -r --name-only main");
    assert!(public.contains("ledger/000000.yaml") && !public.contains("post"), "{public}");
    let site = repository.sh(0, "", "git -C ../public.git ls-tree -r --name-only pages");
    assert!(site.contains("index.html"), "{site}");
    let tracked = repository.sh(0, "", "git ls-files");
    for secret in ["pell.keys", "anna.key", "anna.txt", "in/taken"] {
        assert!(!tracked.contains(secret), "{tracked}");
    }
    repository.sh(
        1,
        "",
        "adjutant -C pell template --key anna.key -o a.yaml && \
         adjutant -C pell seal a.yaml --key anna.key -o inbox/a.age && rm a.yaml",
    );
    let told = repository.sh(1, "", "./turn.sh");
    assert!(told.contains("accepted"), "{told}");
    assert_eq!(repository.sh(1, "", "git status --porcelain"), "");
    let before = repository.sh(1, "", "git rev-parse HEAD");
    repository.sh(1, "", "./turn.sh");
    assert_eq!(repository.sh(1, "", "git rev-parse HEAD"), before, "nothing was due");
}

/// A round that waits for the moderator says so in a mail, once, and does not fail: forges mail every failure.
#[test]
fn a_round_that_needs_the_moderator_tells_them_and_does_not_fail() {
    let repository = Repository::new();
    repository.sh(0, "", "./turn.sh");
    let changed = "echo '# not confirmed' >>pell/campaign.yaml && echo 'grace: 2h' >>pell/campaign.yaml && \
                   git commit -qam 'another calendar' && git push -q";
    repository.sh(0, "", changed);
    let (before, mut told) = (repository.sent(), String::new());
    for _ in 0..3 {
        told = repository.sh(1, "", "./turn.sh");
    }
    assert!(told.contains("campaign.yaml"), "{told}");
    let mails = fs::read_dir(repository.path("sent")).unwrap();
    let texts = mails.map(|mail| fs::read_to_string(mail.unwrap().path()).unwrap());
    let needed: Vec<String> = texts.filter(|text| text.contains("To: you@example.org")).collect();
    assert_eq!((repository.sent() - before, needed.len()), (1, 1), "{told}");
    assert!(needed[0].contains("campaign.yaml"), "the mail says what for: {}", needed[0]);
}

/// Somebody pushes while a round is under way: what it decided was told to nobody, or stands.
#[test]
fn a_push_in_the_middle_of_a_round_makes_no_second_history() {
    for (what, change) in [
        ("elsewhere", "echo more >>README.md"),
        (
            "in the ledger",
            "SOURCE_DATE_EPOCH=1772712001 $ADJUTANT -C pell rule --keys ../kept explain hello",
        ),
    ] {
        let repository = Repository::new();
        let programs = repository.path("programs");
        fs::create_dir(&programs).unwrap();
        let script = format!(
            "#!/bin/sh\n\"$ADJUTANT\" \"$@\"\nstatus=$?\n\
             case \"$*\" in *--hold*) if mkdir ../pushed 2>/dev/null; then (\n\
             ls ../sent >../early 2>/dev/null\n\
             git clone --quiet ../forge.git ../other && cd ../other && ({change}) && git add --all && \
             git commit --quiet -m more && git push --quiet origin main\n) fi;; esac\nexit $status\n"
        );
        fs::write(programs.join("adjutant"), script).unwrap();
        let chmod = format!("chmod +x {}", programs.join("adjutant").display());
        repository.sh(0, "", &chmod);
        repository.sh(0, &programs.display().to_string(), "./turn.sh");
        assert!(repository.path("other").exists(), "{what}: somebody pushed");
        let early = fs::read_to_string(repository.path("early")).unwrap();
        assert_eq!(early, "", "{what}: nothing had left");
        let log = repository.sh(
            0,
            "",
            "git fetch -q && git status -sb && git log --format=%s origin/main",
        );
        assert!(log.contains("more") && log.contains("mails have left"), "{what}: {log}");
        assert!(!log.contains("ahead") && !log.contains("behind"), "{what}: {log}");
        // Each player has one report of the beginning, and the history is one.
        let sent = fs::read_dir(repository.path("sent")).unwrap();
        let names = sent.map(|e| e.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.contains("report-0000")).count(), 2, "{what}");
        repository.sh(0, "", "adjutant -C pell verify");
    }
}

/// Players push into a repository of their own, which the job clones as its workflow says: whenever they do, the
/// packet is taken once, and no round is made twice for it.
#[test]
fn a_player_pushes_a_packet_in_the_middle_of_a_round() {
    let repository = Repository::new();
    repository.sh(0, "", "./turn.sh");
    let players = format!("file://{}", repository.path("players.git").display());
    let begin = "rmdir inbox && git init --quiet --bare -b main ../players.git && \
                 git clone --quiet ../players.git ../anna && cd ../anna && echo packets >README && \
                 git add README && git commit --quiet -m begin && git push --quiet origin HEAD:main";
    repository.sh(0, "", begin);
    let workflow = fs::read_to_string("examples/repository/.github/workflows/turn.yml").unwrap();
    let line = workflow.lines().find(|line| line.contains("\"$INBOX_URL\" inbox")).unwrap();
    let clone = line.trim().strip_prefix("run: ").unwrap();
    repository.sh(0, "", &format!("INBOX_URL={players}; {clone}"));
    repository.sh(
        1,
        "",
        "adjutant -C pell template --key anna.key -o a.yaml && \
         adjutant -C pell seal a.yaml --key anna.key -o ../anna/a.age && rm a.yaml",
    );
    let programs = repository.path("programs");
    fs::create_dir(&programs).unwrap();
    let script = "#!/bin/sh\n\"$ADJUTANT\" \"$@\"\nstatus=$?\ncase \"$*\" in *--hold*) (cd ../anna && \
                  git add a.age && git commit --quiet -m packet && git push --quiet origin HEAD:main);; \
                  esac\nexit $status\n";
    fs::write(programs.join("adjutant"), script).unwrap();
    repository.sh(0, "", &format!("chmod +x {}", programs.join("adjutant").display()));
    let told = repository.sh(1, &programs.display().to_string(), "./turn.sh");
    assert!(!told.contains("accepted"), "it came behind the look into the inbox: {told}");
    let told = repository.sh(1, "", "./turn.sh");
    assert_eq!(told.matches(", accepted").count(), 1, "{told}");
    let told = repository.sh(2, "", "./turn.sh");
    assert!(!told.contains("accepted"), "{told}");
    repository.sh(2, "", "adjutant -C pell verify");
    let receipts = fs::read_dir(repository.path("sent")).unwrap();
    let names = receipts.map(|e| e.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.contains("receipt-0001-mazianni")).count(), 1);
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
    // Two reports, and word to the moderator that a calendar is needed.
    assert_eq!(post.server.taken().len(), 3);
    for seat in SEATS {
        post.deliver(HOUR, seat, &post.packet(seat, 1, ""));
    }
    let (_, told) = command(HOUR + 60, &["run", "--post"]);
    assert_eq!(told.matches(", accepted").count(), 2, "{told}");
    assert_eq!(post.server.taken().len(), 2);
    // One call shows both.
    let (code, told) = command(HOUR + 120, &["status"]);
    assert_eq!(code, 0, "{told}");
    let heads: Vec<&str> = told.lines().filter(|line| !line.starts_with("  to do: ")).collect();
    assert_eq!(heads.len(), 2, "{told}");
    assert!(heads[0].contains("cycle 1 is open") && heads[0].contains(", until 2026-"), "{told}");
    let (_, told) = command(HOUR + 180, &["run", "--post"]);
    let idle = told.lines().filter(|line| line.contains(": nothing is due; next ")).count();
    assert_eq!(idle, 1, "{told}");
}
