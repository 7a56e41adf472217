//! A league in a repository, as the example's README makes one, word for word, with a bare one as the forge.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::bench::output;
use crate::folder::folder;

/// 2026-03-05T12:00:00Z, a Thursday.
const EPOCH: u64 = 1_772_712_000;
const DAY: u64 = 24 * 3600;

struct Repository {
    home: tempfile::TempDir,
}

impl Repository {
    /// The season is announced, two members have entered, and the first round is paired.
    fn new() -> Self {
        let repository = Self { home: folder() };
        let work = repository.path("work");
        crate::bench::copy(Path::new("examples/league"), &work);
        let post = "from: post@example.org\nmoderator: you@example.org\n\
                    in: [{read-only: ../inbox}]\nout: {folder: ../../sent}\n";
        fs::write(work.join("cup.post/post.yaml"), post).unwrap();
        for bare in ["forge.git", "public.git"] {
            repository.sh(0, &format!("git init --quiet --bare -b main ../{bare}"));
        }
        repository.sh(
            0,
            "git init --quiet -b main && git remote add origin ../forge.git && \
             git config push.autoSetupRemote true && mkdir inbox && chmod +x turn.sh",
        );
        let page = fs::read_to_string("examples/league/README.md").unwrap();
        let blocks: Vec<&str> = page.split("```sh\n").skip(1).collect();
        let script = |n: usize| blocks[n].split_once("```").unwrap().0;
        repository.sh(0, script(0));
        repository.sh(0, "adjutant keygen anna && adjutant keygen ben");
        for name in ["anna", "ben"] {
            fs::write(work.join(format!("{name}.txt")), format!("{name}@example.net\n")).unwrap();
        }
        repository.sh(0, script(1));
        repository.sh(0, script(2));
        // The keys as the runner gets them.
        let keys: Vec<String> = script(3).lines().map(|line| repository.sh(0, line)).collect();
        fs::write(repository.path("secrets"), keys.join("\n")).unwrap();
        fs::rename(work.join("cup.keys"), repository.path("kept")).unwrap();
        repository
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.home.path().join(name)
    }

    fn command(&self, day: u64, script: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
        let path = std::env::var("PATH").unwrap();
        let mut command = Command::new("sh");
        command.current_dir(self.path("work")).args(["-ec", script]);
        command.env("PATH", format!("{}:{path}", binary.display()));
        command.env("SOURCE_DATE_EPOCH", (EPOCH + day * DAY).to_string());
        command.env("PUBLIC_URL", self.path("public.git"));
        let secrets = fs::read_to_string(self.path("secrets")).unwrap_or_default();
        let names = ["ADJUTANT_MODERATOR_KEY", "ADJUTANT_CAMPAIGN_SECRET"];
        command.envs(names.into_iter().zip(secrets.lines()));
        for who in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{who}_NAME"), "turn");
            command.env(format!("GIT_{who}_EMAIL"), "turn@localhost");
        }
        output(&mut command)
    }

    fn sh(&self, day: u64, script: &str) -> String {
        let output = self.command(day, script);
        let told = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(output.status.success(), "{script}: {told}");
        told
    }

    /// The mails that have left whose names have this in them.
    fn sent(&self, what: &str) -> usize {
        let Ok(sent) = fs::read_dir(self.path("sent")) else { return 0 };
        let names = sent.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.contains(what)).count()
    }

    fn head(&self) -> String {
        self.sh(0, "git rev-parse HEAD")
    }
}

#[test]
fn a_league_in_a_repository_goes_on_by_itself() {
    let repository = Repository::new();
    // The round is paired, and opens in three days. The first round of the job publishes the table, the next has
    // nothing to do.
    repository.sh(1, "./turn.sh");
    let before = repository.head();
    repository.sh(1, "./turn.sh");
    assert_eq!(repository.head(), before, "nothing was due");
    repository.sh(3, "./turn.sh");
    assert_eq!(repository.sent("report-0000"), 2, "the reports of the beginning");
    let (opened, left) = (repository.head(), repository.sent(""));
    assert_ne!(opened, before);
    assert!(repository.sh(3, "git log --format=%s origin/main").contains("a round of the league"));
    // A round in which nothing is due is neither committed nor sent.
    repository.sh(3, "./turn.sh");
    assert_eq!((repository.head(), repository.sent("")), (opened, left));
    assert_eq!(repository.sh(3, "git status --porcelain"), "");
    // Everybody reads the league and its site, and nothing of the post; no key is anywhere.
    let public = repository.sh(3, "git -C ../public.git ls-tree -r --name-only main");
    assert!(public.contains("seasons/1/acts/000001.yaml"), "{public}");
    assert!(public.contains("r01-b01/ledger/000000.yaml") && !public.contains("post"), "{public}");
    let site = repository.sh(3, "git -C ../public.git ls-tree -r --name-only pages");
    assert!(site.contains("index.html") && site.contains("calendar.ics"), "{site}");
    let tracked = repository.sh(3, "git ls-files");
    for secret in [".key\n", "cup.keys", "anna.txt", "in/taken", "run.log", ".lock"] {
        assert!(!tracked.contains(secret), "{secret}: {tracked}");
    }
    repository
        .sh(3, "git clone --quiet ../public.git ../copy && adjutant -C ../copy league verify");
    // Somebody pushes something else, and a packet comes.
    repository.sh(
        4,
        "git clone --quiet ../forge.git ../other && cd ../other && echo more >>README.md && \
         git commit --quiet -am more && git push --quiet origin main",
    );
    repository.sh(
        4,
        "adjutant -C cup/seasons/1/r01-b01 template --key anna.key -o a.yaml && \
         adjutant -C cup/seasons/1/r01-b01 seal a.yaml --key anna.key -o inbox/a.age && rm a.yaml",
    );
    let told = repository.sh(4, "./turn.sh");
    assert!(told.contains("r01-b01  1 packet"), "{told}");
    assert_eq!(repository.sent("receipt"), 1, "{told}");
    let log = repository.sh(4, "git fetch -q && git status -sb && git log --format=%s origin/main");
    assert!(log.contains("more") && !log.contains("ahead") && !log.contains("behind"), "{log}");
    repository.sh(4, "adjutant -C cup league verify --campaigns");
}
