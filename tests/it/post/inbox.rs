//! An inbox that others write into: nothing in it leads out of it, and no file in it stops the others.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{EPOCH, HOUR, Post};

/// What lies below a directory: paths, and what is in each file.
fn below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_symlink() {
            all.push((path, Vec::new()));
        } else if path.is_dir() {
            all.extend(below(&path));
        } else if path.is_file() {
            let bytes = fs::read(&path).unwrap();
            all.push((path, bytes));
        }
    }
    all.sort();
    all
}

/// A post that takes in a folder of this kind, with a packet of a seat in it, and secrets beside it.
fn post(kind: &str) -> Post {
    let post = Post::new("");
    let config = post.path("campaign.post/post.yaml");
    let text = fs::read_to_string(&config).unwrap();
    let maildir = post.path("Maildir");
    let known = format!("{{maildir: {}}}", maildir.display());
    fs::write(&config, text.replace(&known, &format!("{{{kind}: ../inbox}}"))).unwrap();
    fs::create_dir(post.path("inbox")).unwrap();
    fs::create_dir(post.path("secrets")).unwrap();
    fs::write(post.path("secrets/key"), "k3y-0f-th3-m0d3rat0r").unwrap();
    post
}

/// A packet in a folder of the inbox.
fn packet(post: &Post, folder: &str) {
    let folder = post.path("inbox").join(folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("a packet"), post.packet("union", 1, "")).unwrap();
}

/// Nothing came out of the secrets and nothing went there.
fn is_untouched(post: &Post) {
    let secrets = [(post.path("secrets/key"), b"k3y-0f-th3-m0d3rat0r".to_vec())];
    assert_eq!(below(&post.path("secrets")), secrets);
    for folder in ["inbox", "campaign.post", "campaign"] {
        if post.path(folder).is_symlink() {
            continue;
        }
        for (path, bytes) in below(&post.path(folder)) {
            let text = String::from_utf8_lossy(&bytes);
            assert!(!text.contains("k3y-0f-th3-m0d3rat0r"), "{}", path.display());
        }
    }
}

#[test]
fn links_in_place_of_a_mailboxs_folders_lead_nowhere() {
    let folders = ["new", "cur", "tmp"];
    for (kind, link) in [
        ("maildir", "new"),
        ("maildir", "cur"),
        ("maildir", ".taken"),
        ("maildir", ".taken/cur"),
        ("maildir", ".taken/new"),
        ("folder", "taken"),
        ("folder", "new"),
        ("folder", ".taken/cur"),
    ] {
        let post = post(kind);
        let inbox = post.path("inbox");
        for folder in folders.iter().filter(|folder| kind == "maildir" && **folder != link) {
            fs::create_dir(inbox.join(folder)).unwrap();
        }
        packet(
            &post,
            if kind == "folder" {
                ""
            } else if link == "new" {
                "cur"
            } else {
                "new"
            },
        );
        let link = inbox.join(link);
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(post.path("secrets"), &link).unwrap();
        for hour in 1..3 {
            let (_, told) = post.output(hour * HOUR, &["run", "--post"]);
            is_untouched(&post);
            assert!(link.is_symlink(), "{}: {told}", link.display());
        }
    }
}

#[test]
fn a_mailbox_that_is_a_link_is_named_and_left() {
    for kind in ["folder", "maildir", "mbox", "read-only"] {
        let post = post(kind);
        fs::remove_dir(post.path("inbox")).unwrap();
        let file = if kind == "mbox" { "secrets/key" } else { "secrets" };
        symlink(post.path(file), post.path("inbox")).unwrap();
        let (_, told) = post.output(HOUR, &["run", "--post"]);
        assert!(told.contains("inbox"), "{kind}: {told}");
        is_untouched(&post);
    }
    // Nor is one on the way.
    let post = post("folder");
    let config = post.path("campaign.post/post.yaml");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, text.replace("../inbox", "../inbox/way/deeper")).unwrap();
    fs::create_dir(post.path("secrets/deeper")).unwrap();
    symlink(post.path("secrets"), post.path("inbox/way")).unwrap();
    fs::write(post.path("secrets/deeper/mail"), "a mail").unwrap();
    let (_, told) = post.output(HOUR, &["run", "--post"]);
    assert!(told.contains("this is a link, and it is not followed"), "{told}");
    assert!(post.path("secrets/deeper/mail").exists());
}

/// A file that is no mail.
fn bad(inbox: &Path, what: &str) {
    match what {
        "a link" => symlink("../secrets/key", inbox.join("a link")).unwrap(),
        "taken" => fs::write(inbox.join("taken"), "").unwrap(),
        "no UTF-8" => fs::write(inbox.join(OsStr::from_bytes(b"\xff\xfe")), "x").unwrap(),
        "a pipe" => {
            let made = Command::new("mkfifo").arg(inbox.join("a pipe")).status().unwrap();
            assert!(made.success());
        }
        "Maildir" => {
            for folder in ["new", "cur"] {
                fs::create_dir(inbox.join(folder)).unwrap();
            }
        }
        what => panic!("{what}"),
    }
}

#[test]
fn a_bad_file_keeps_no_other_from_coming() {
    for kind in ["folder", "read-only"] {
        for what in ["a link", "taken", "no UTF-8", "a pipe", "Maildir"] {
            let post = post(kind);
            bad(&post.path("inbox"), what);
            packet(&post, "");
            let (code, told) = post.output(HOUR, &["run", "--post"]);
            assert!(told.contains("union, accepted"), "{kind}, {what}: {told}");
            assert!(told.contains("warning: "), "{kind}, {what}: it is named: {told}");
            // It is nothing that the moderator is needed for at every round.
            assert_eq!(code, 0, "{kind}, {what}: {told}");
            let (code, told) = post.output(2 * HOUR, &["run", "--post"]);
            assert_eq!(code, 3, "{kind}, {what}: {told}");
            is_untouched(&post);
        }
    }
}

#[test]
fn the_same_holds_for_an_inbox_without_a_post() {
    for what in ["a link", "no UTF-8", "a pipe", "Maildir"] {
        let post = post("folder");
        let (inbox, outbox) = (post.path("inbox"), post.path("outbox"));
        bad(&inbox, what);
        packet(&post, "");
        let arguments =
            ["run", "--inbox", inbox.to_str().unwrap(), "--outbox", outbox.to_str().unwrap()];
        let told = post.done(HOUR, &arguments);
        assert!(told.contains("union, accepted") && told.contains("warning: "), "{what}: {told}");
        assert!(inbox.join("taken/a packet").exists());
        is_untouched(&post);
    }
}

#[test]
fn what_is_read_only_stays_and_is_taken_once() {
    let post = post("read-only");
    packet(&post, "");
    assert!(post.run(HOUR).contains("union, accepted"));
    let inbox = below(&post.path("inbox"));
    assert_eq!(inbox.len(), 1);
    // A clone anew: the same file, written later.
    let path = &inbox[0].0;
    let later = std::time::UNIX_EPOCH + std::time::Duration::from_secs(EPOCH + 2 * HOUR);
    fs::File::options().write(true).open(path).unwrap().set_modified(later).unwrap();
    let (code, told) = post.output(3 * HOUR, &["run", "--post"]);
    assert_eq!(code, 3, "{told}");
    assert_eq!(below(&post.path("inbox")), inbox);
}

#[test]
fn a_file_of_any_size_is_read_from_where_it_was_left() {
    let post = post("mbox");
    fs::remove_dir(post.path("inbox")).unwrap();
    let path = post.path("inbox");
    let junk = [b"From eve@x Thu\nFrom: eve@example.com\n\n", &vec![b'x'; 70 << 20][..]].concat();
    fs::write(&path, [&junk[..], b"\n\n"].concat()).unwrap();
    post.run(HOUR);
    let size = fs::metadata(&path).unwrap().len();
    let mail = [b"From union@x Thu\n", &post.packet("union", 1, "")[..], b"\n"].concat();
    let mut file = fs::File::options().append(true).open(&path).unwrap();
    std::io::Write::write_all(&mut file, &mail).unwrap();
    assert!(post.run(2 * HOUR).contains("union, accepted"));
    assert_eq!(fs::metadata(&path).unwrap().len(), size + mail.len() as u64, "nothing is moved");
    assert_eq!(post.output(3 * HOUR, &["run", "--post"]).0, 3, "nor read again");
}

/// What a commit that touches nothing but `inbox/` can do to a repository that plays by itself. Three things keep it
/// from planting a hook that runs with the moderator's keys, and each of them alone does.
#[test]
fn a_commit_into_the_inbox_plants_no_hook() {
    // The whole chain as one script would be played: take in, then commit with the keys at hand.
    let hook = "#!/bin/sh\necho \"$ADJUTANT_MODERATOR_KEY\" >../stolen\n";
    let plant = |post: &Post, here: &str| {
        let inbox = post.path("inbox");
        for folder in ["new", "cur", ".taken"] {
            fs::create_dir_all(inbox.join(folder)).unwrap();
        }
        fs::write(inbox.join(here).join("pre-commit"), hook).unwrap();
        fs::set_permissions(inbox.join(here).join("pre-commit"), fs::Permissions::from_mode(0o755))
            .unwrap();
        symlink(post.path(".git/hooks"), inbox.join(".taken/cur")).unwrap();
        symlink(post.path(".git/hooks"), inbox.join("taken")).unwrap();
    };
    let git = |post: &Post, hooks: Option<&str>, keys: bool| {
        let mut command = Command::new("git");
        command.current_dir(post.bench.dir.path());
        if let Some(hooks) = hooks {
            command.arg("-c").arg(format!("core.hooksPath={hooks}"));
        }
        command.args(["-c", "user.name=turn", "-c", "user.email=turn@localhost", "commit"]);
        command.args(["--quiet", "--allow-empty", "-m", "a round"]);
        command.env_remove("ADJUTANT_MODERATOR_KEY");
        if keys {
            command.env("ADJUTANT_MODERATOR_KEY", "k3y-0f-th3-m0d3rat0r");
        }
        assert!(command.status().unwrap().success());
        fs::read_to_string(post.path("../stolen")).or(fs::read_to_string(post.path("stolen")))
    };
    for kind in ["folder", "maildir"] {
        let post = post(kind);
        let mut init = Command::new("git");
        init.current_dir(post.bench.dir.path()).args(["init", "-q"]);
        assert!(init.status().unwrap().success());
        let before = below(&post.path(".git"));
        plant(&post, if kind == "folder" { "" } else { "new" });
        post.output(HOUR, &["run", "--post"]);
        // First: the program moves nothing there.
        assert_eq!(below(&post.path(".git")), before, "{kind}");
        assert!(git(&post, None, true).is_err());
        // Were it there, the job's git runs no hook.
        let planted = post.path(".git/hooks/pre-commit");
        fs::create_dir_all(planted.parent().unwrap()).unwrap();
        fs::write(&planted, hook.replace("../stolen", "stolen")).unwrap();
        fs::set_permissions(&planted, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(git(&post, Some("/dev/null"), true).is_err());
        // And if it ran one, the keys would not be there.
        assert_eq!(git(&post, None, false).unwrap().trim(), "");
        // So the hook is a real one: with neither it has them.
        assert_eq!(git(&post, None, true).unwrap().trim(), "k3y-0f-th3-m0d3rat0r");
    }
}
