//! What strangers send: it stops nobody's mail, costs little, and none of their words leaves in ours.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use adjutant::seal::{PlayerPublic, PlayerSecret, PublicKey, SigningKey, sealed, sshsig};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use wait4::Wait4;

use super::{HOUR, Post, header, subjects};

fn junk(n: usize) -> Vec<u8> {
    format!("From: union@example.net\r\nMessage-ID: <junk-{n}@x>\r\n\r\nHi\r\n").into_bytes()
}

#[test]
fn junk_in_a_players_name_uses_up_no_receipt() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    for n in 0..20 {
        post.deliver(HOUR, &format!("junk{n}"), &junk(n));
    }
    post.run(HOUR + 60);
    let (notices, forwarded): (Vec<_>, Vec<_>) =
        post.server.taken().into_iter().partition(|mail| mail.to == "union@example.net");
    assert_eq!(forwarded.len(), 10, "the moderator reads some of it");
    assert_eq!(notices.len(), 3, "notices have an allowance of their own");
    // Three answers a day, and six receipts.
    for sequence in 1..=6 {
        post.deliver(2 * HOUR, &format!("{sequence}"), &post.packet("union", sequence, ""));
    }
    post.run(2 * HOUR + 60);
    let receipts = subjects(&post.server.taken());
    assert_eq!(receipts.len(), 6, "{receipts:?}");
    assert!(receipts.iter().all(|subject| subject.contains("your packet")), "{receipts:?}");
}

#[test]
fn a_packet_that_is_sent_again_is_not_answered_again() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let packet = post.packet("union", 1, "");
    post.deliver(HOUR, "first", &packet);
    post.run(HOUR + 60);
    assert_eq!(post.server.taken().len(), 1);
    for n in 0..20 {
        let stolen = String::from_utf8(packet.clone()).unwrap();
        let stolen = stolen.replace("Message-ID: <", &format!("Message-ID: <again-{n}-"));
        post.deliver(2 * HOUR, &format!("again{n}"), stolen.as_bytes());
    }
    post.run(2 * HOUR + 60);
    assert_eq!(subjects(&post.server.taken()), Vec::<String>::new());
}

/// The block's namespace stands in it before anything of it is verified.
#[test]
fn a_strangers_words_leave_in_no_mail_of_ours() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let stranger = SigningKey::from_bytes(&[9; 32]);
    let recipient = post.bench.desk().cycle_identity(1).recipient();
    for (n, namespace) in ["visit:http://evil.example/?key", "evil.example"].iter().enumerate() {
        let orders = b"campaign: evil.example\norders: []\n";
        let signature = sshsig::sign(&stranger, namespace, orders);
        // With a player's public key in place of the stranger's own.
        let own = PublicKey::of(&stranger).to_string();
        let players = PublicKey::of(post.bench.players["union"].signing()).to_string();
        let (own, players) = (blob(&own), blob(&players));
        let inner = signature.lines().filter(|line| !line.starts_with('-')).collect::<String>();
        let mut block = BASE64_STANDARD.decode(inner).unwrap();
        let at = block.windows(own.len()).position(|part| part == own).unwrap();
        block[at..at + players.len()].copy_from_slice(&players);
        let code = BASE64_STANDARD.encode(block);
        let lines: Vec<&str> =
            code.as_bytes().chunks(70).map(|line| std::str::from_utf8(line).unwrap()).collect();
        let armor = format!(
            "-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----\n",
            lines.join("\n")
        );
        let signed = [&orders[..], armor.as_bytes()].concat();
        let packet = sealed::seal(&signed, &recipient).unwrap();
        let mail = Post::wrapped(("union", 7), packet.as_bytes(), &format!("X-N: {n}\r\n"));
        post.deliver(HOUR, &format!("evil{n}"), &mail);
    }
    post.run(HOUR + 60);
    let mails = post.server.taken();
    assert!(!mails.is_empty(), "{}", post.log());
    for mail in mails {
        assert!(!mail.text.contains("evil"), "{}", mail.text);
        assert!(header(&mail, "Subject").contains("no packet"), "{}", mail.text);
    }
}

fn blob(line: &str) -> Vec<u8> {
    BASE64_STANDARD.decode(line.split_whitespace().nth(1).unwrap()).unwrap()
}

fn asking(entropy: u8) -> Vec<u8> {
    let key = PlayerSecret::generate([entropy; 96]);
    let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
    let file = PlayerPublic { name: Some("Eve".into()), signing, age, commitment: None };
    file.sign(key.signing()).unwrap().into_bytes()
}

#[test]
fn a_mail_with_a_packet_and_a_public_file_is_both() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let packet = adjutant_packet(&post);
    let key = &post.bench.players["union"];
    let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
    let own = PlayerPublic { name: None, signing, age, commitment: None };
    let own = own.sign(key.signing()).unwrap().into_bytes();
    for (n, public) in [own, asking(77)].iter().enumerate() {
        post.deliver(HOUR, &format!("both{n}"), &both(&packet, public, n));
    }
    let told = post.run(HOUR + 60);
    assert!(told.contains("union, accepted"), "{told}");
    let asked = fs::read_dir(post.path("campaign.post/asked")).unwrap().count();
    assert_eq!(asked, 2, "who holds a seat asks for none: the other's file and address");
}

fn adjutant_packet(post: &Post) -> Vec<u8> {
    crate::week::mail(&post.bench, "union", 1, crate::week::START, true).content.read().unwrap()
}

fn both(packet: &[u8], public: &[u8], n: usize) -> Vec<u8> {
    let mut mail = format!(
        "Message-ID: <both-{n}@x>\r\nFrom: union@example.net\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    );
    for part in [public, packet] {
        mail += "--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n";
        mail += &BASE64_STANDARD.encode(part);
        mail += "\r\n";
    }
    (mail + "--b--\r\n").into_bytes()
}

#[test]
fn who_floods_us_with_public_files_leaves_room_for_others() {
    let post = Post::new("");
    post.run(0);
    for n in 100..230 {
        let head = format!("Message-ID: <{n}@x>\r\nFrom: a{n}@evil.example\r\n\r\n");
        let mail = [head.as_bytes(), &asking(n)[..]].concat();
        post.deliver(HOUR, &format!("{n:03}"), &mail);
    }
    let mail = [b"Message-ID: <o@x>\r\nFrom: otto@example.net\r\n\r\n", &asking(250)[..]].concat();
    post.deliver(HOUR + 1, "otto", &mail);
    post.run(HOUR + 60);
    let asked = fs::read_dir(post.path("campaign.post/asked")).unwrap();
    let addresses: Vec<String> = asked
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    assert!(addresses.iter().any(|address| address == "otto@example.net\n"), "{addresses:?}");
    assert_eq!(addresses.len(), 21, "{addresses:?}");
    let status = post.done(2 * HOUR, &["status"]);
    assert!(status.contains("110 more asked for a seat than are kept"), "{status}");
}

/// Whoever copied what a player signed sends it again and again: the player is told once, and asks on.
#[test]
fn a_request_that_is_sent_again_uses_up_no_answers() {
    let post = Post::new("");
    post.run(0);
    post.server.taken();
    let status = post.request("union", &["status"]);
    let report = post.request("union", &["report", "0"]);
    for n in 0..12 {
        post.mail(HOUR, &format!("status-{n}"), &status);
        post.mail(HOUR, &format!("report-{n}"), &report);
    }
    post.run(HOUR + 60);
    let answers = subjects(&post.server.taken());
    let once = ["[bench] how the campaign stands", "[bench] your report of cycle 0 again"];
    let mut sorted = answers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, once, "each is answered once");
    // Three answers a day: the third is the player's own.
    let own = post.request("union", &["question", "May I dock at Pell?"]);
    post.mail(2 * HOUR, "own", &own);
    post.run(2 * HOUR + 60);
    assert_eq!(subjects(&post.server.taken()), ["[bench] your question"]);
    // What has another answer by now is answered again, and not counted.
    post.deliver(3 * HOUR, "packet", &post.packet("union", 1, ""));
    post.run(3 * HOUR + 60);
    post.server.taken();
    post.mail(4 * HOUR, "status-again", &status);
    post.run(4 * HOUR + 60);
    let told = subjects(&post.server.taken());
    assert_eq!(told, ["[bench] how the campaign stands"], "the seat has sent orders by now");
    // The next day it is answered again, once.
    for n in 0..3 {
        post.mail(28 * HOUR, &format!("tomorrow-{n}"), &report);
    }
    post.run(28 * HOUR + 60);
    assert_eq!(subjects(&post.server.taken()), ["[bench] your report of cycle 0 again"]);
}

/// One mail at a time is in memory, whatever waits.
#[test]
fn a_hundred_large_mails_take_the_memory_of_one() {
    let post = Post::new("");
    post.run(0);
    let line = "eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve\r\n";
    let deliver = |n: usize| {
        let head = format!("Message-ID: <{n}@x>\r\nFrom: eve@example.com\r\n\r\n");
        let mail = head + &line.repeat((3 << 20) / line.len());
        post.deliver(HOUR, &format!("{n:03}"), mail.as_bytes());
    };
    deliver(0);
    let one = used(&post, HOUR);
    (1..=100).for_each(deliver);
    let memory = used(&post, 3 * HOUR);
    assert!(memory < one + (16 << 20), "{memory} bytes, and {one} with a single one");
}

/// However much has come, a round has enough with 64 MiB of data: the system gives it no more.
#[test]
fn any_inbox_is_read_in_64_mib() {
    let post = Post::new("");
    post.run(0);
    let line = "eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve eve\r\n";
    for n in 0..40 {
        let head = format!("Message-ID: <{n}@x>\r\nFrom: eve@example.com\r\n\r\n");
        let mail = head + &line.repeat((3 << 20) / line.len());
        post.deliver(HOUR, &format!("{n:03}"), mail.as_bytes());
    }
    for n in 40..60 {
        post.deliver(HOUR, &format!("{n:03}"), &junk(n));
    }
    let round = post.command(HOUR, &["run", "--post"]);
    let within = |kib: u32| {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -d {kib} && exec \"$0\" \"$@\"")]);
        command.arg(round.get_program()).args(round.get_args());
        for (name, value) in round.get_envs() {
            value.map(|value| command.env(name, value));
        }
        round.get_current_dir().map(|folder| command.current_dir(folder));
        // A thread's stack counts as data, and another machine has more processors.
        command.env("RAYON_NUM_THREADS", "2");
        // The allocator reserves a gibibyte ahead of its use, which the limit counts as used.
        command.env("MIMALLOC_ARENA_RESERVE", "8MiB").output().unwrap()
    };
    assert!(!within(2 << 10).status.success(), "the limit holds");
    let output = within(64 << 10);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!post.log().contains("not read"), "{}", post.log());
    assert_eq!(fs::read_dir(post.path("Maildir/new")).unwrap().count(), 0, "all were taken in");
}

/// Memory in bytes that a round takes.
fn used(post: &Post, seconds: u64) -> u64 {
    let mut command = post.command(seconds, &["run", "--post"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let used = child.wait4().unwrap();
    assert!(used.status.success() || used.status.code() == Some(3), "{:?}", used.status);
    used.rusage.maxrss
}

#[test]
fn other_programs_get_none_of_our_secrets() {
    let post = Post::new("");
    let (program, copy) = (post.path("sendmail"), post.path("environment"));
    let script = format!("#!/bin/sh\ncat >/dev/null\nenv >>{}\n", copy.display());
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    post.configure(&format!("sendmail: {}", program.display()));
    let mut command = post.command(0, &["run", "--post"]);
    let keys = post.path("campaign.keys");
    for (name, file) in [
        ("ADJUTANT_MODERATOR_KEY", "moderator.key"),
        ("ADJUTANT_CAMPAIGN_SECRET", "campaign.secret"),
    ] {
        // In one line, as a forge can keep it out of its logs.
        let line = BASE64_STANDARD.encode(fs::read(keys.join(file)).unwrap());
        command.env(name, line);
    }
    fs::rename(&keys, post.path("elsewhere")).unwrap();
    command.env("ADJUTANT_PLAYER_KEY", "x").env("ADJUTANT_MAIL_PASSWORD", "x");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let environment = fs::read_to_string(copy).unwrap();
    assert!(environment.contains("PATH=") && !environment.contains("ADJUTANT_"), "{environment}");
}
