//! Accepted packets that carry what could harm those who read them later: the moderator's files,
//! the receipts, the terminal.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use adjutant::base::text::is_treacherous;
use adjutant::games::OURS;
use adjutant::referee::audit::verify::{Own, verify};
use adjutant::referee::cycle::receive::Reply;
use adjutant::referee::record::receipt::{Receipt, Verdict};
use adjutant::seal::PublicKey;

use crate::bench::{Bench, SEATS, SET_UP, keys, output, text};

/// Sends the lists, and plays the cycle to its end; the packet counts.
fn play(bench: &Bench, lists: &str) -> Reply {
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, lists));
    drop(desk);
    let reply = bench.receive(&packet);
    assert_eq!(reply.receipt.verdict, Verdict::Accepted, "{:?}", reply.receipt.reason);
    let moderator = PublicKey::of(keys().signing.signing()).to_string();
    assert_eq!(Receipt::read(reply.text.as_bytes(), &[&moderator]).unwrap().0, reply.receipt);
    assert_eq!(bench.opened("mazianni", &bench.receive(&packet)), reply.text);
    assert!(bench.resolve().nmr.is_empty());
    let mut own = Own::default();
    own.receipts.push(("mine".into(), reply.text.clone().into_bytes()));
    let desk = bench.desk();
    own.reports.extend(SEATS.map(|seat| (seat.to_owned(), bench.report(&desk, seat))));
    drop(desk);
    let verdict = verify(bench.store(), &own, OURS).unwrap();
    assert!(verdict.passed(), "{verdict}");
    reply
}

#[test]
fn markers_in_what_is_quoted_are_no_markers() {
    for name in [
        "\\x2d----BEGIN SSH SIGNATURE-----",
        "x\\n\\x2d----END SSH SIGNATURE-----\\n",
        "\\x2d----BEGIN AGE ENCRYPTED FILE-----",
        "<!-- adjutant report\\n{}\\n-->\\n<!-- adjutant proof\\n",
    ] {
        let bench = Bench::open();
        let lists = format!("orders:\n- troops: {{carrier: \"{name}\"}}\n# ----BEGIN\n");
        let reply = play(&bench, &lists);
        assert_eq!(reply.receipt.findings.len(), 1);
    }
}

#[test]
fn an_order_file_may_quote_an_encrypted_block() {
    let bench = Bench::open();
    let quote = "-----BEGIN AGE ENCRYPTED FILE-----";
    play(&bench, &format!("{SET_UP}# {quote}\n"));
}

#[test]
fn a_flood_of_refused_lines_fits_a_receipt() {
    let bench = Bench::open();
    let reply = play(&bench, &format!("orders:\n{}", "- on-tie: first\n".repeat(390)));
    assert_eq!(reply.receipt.findings.last().unwrap(), "and 370 more");
    assert!(reply.text.len() < 8000);
    let bench = Bench::open();
    let name = "x".repeat(60_000);
    let reply = play(&bench, &format!("orders:\n- troops: {{carrier: {name}}}\n"));
    assert!(reply.text.len() < 2000);
}

/// A command on the campaign of a bench.
fn run(bench: &Bench, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("-C").arg(bench.root()).args(arguments);
    command.env_remove("ADJUTANT_PLAYER_KEY").env("SOURCE_DATE_EPOCH", "1790000000");
    let output = output(&mut command);
    for out in [&output.stdout, &output.stderr] {
        let out = String::from_utf8(out.clone()).unwrap();
        assert_eq!(out.chars().find(|c| is_treacherous(*c)), None, "{out:?}");
    }
    output
}

#[test]
fn nothing_steers_the_terminal() {
    let bench = Bench::open();
    let evil = "\\e[2J\\u202e\\x9b31m";
    let orders = format!("orders:\n- troops: {{carrier: \"{evil}\"}}\n");
    let at = |name: &str| bench.dir.path().join(name).display().to_string();
    let desk = bench.desk();
    let file = bench.orders(&desk, "mazianni", 1, &orders);
    let packet = bench.packet(&desk, "mazianni", &file);
    drop(desk);
    let (mail, key, yaml) = (at("\u{1b}[2J\u{202e}.age"), at("m.key"), at("o.yaml"));
    fs::write(&mail, packet).unwrap();
    fs::write(&key, text(&bench.players["mazianni"].write())).unwrap();
    fs::write(&yaml, file).unwrap();
    assert!(run(&bench, &["receive", &mail]).status.success());
    assert!(run(&bench, &["receive", "--json", &mail]).status.success());
    for command in [
        &["check", &yaml, "--key", &key][..],
        &["check", "--json", &yaml, "--key", &key],
        &["seal", &yaml, "--key", &key],
        &["check", &mail, "--key", &key],
        &["receive", &mail, &at("\u{202e}missing")],
        &["status"],
        &["status", "--json"],
        &["resolve"],
        &["show", "record"],
        &["show", "packets", "--seat", "mazianni", "--cycle", "1"],
        &["show", "report", "--seat", "mazianni"],
        &["show", "report", "--seat", "mazianni", "--json"],
        &["read", "--key", &key],
        &["read", "--key", &key, "--markdown"],
        &["read", "--key", &key, "--json"],
        &["template", "--key", &key],
        &["verify", "--key", &key],
        &["enroll", "mazianni", &mail],
        &["enroll", "mazianni", "--name", "\u{1b}[2J", &at("m.key")],
    ] {
        run(&bench, command);
    }
}

#[test]
fn one_bad_mail_does_not_stop_the_others() {
    let bench = Bench::open();
    let at = |name: &str| bench.dir.path().join(name).display().to_string();
    let desk = bench.desk();
    let good = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    fs::write(at("good"), good).unwrap();
    fs::write(at("junk"), b"\xff junk").unwrap();
    fs::write(at("huge"), vec![b'x'; 5 << 20]).unwrap();
    let mails = [at("junk"), at("junk"), at("huge"), at("huge"), at("good"), at("good")];
    let receipts = at("receipts");
    let mut arguments = vec!["receive", "--receipts", &receipts];
    arguments.extend(mails.iter().map(String::as_str));
    let output = run(&bench, &arguments);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("mazianni, accepted") && said.contains("4 of 6 packets"), "{said}");
    assert_eq!(fs::read_dir(receipts).unwrap().count(), 3);
    assert!(run(&bench, &["resolve"]).status.success());
}

/// Whoever can make one mail unreadable must not keep the others out.
#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let bench = Bench::open();
    let at = |name: &str| bench.dir.path().join(name).display().to_string();
    let desk = bench.desk();
    let good = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    fs::write(at("good"), good).unwrap();
    // A folder of mail, with none in it.
    fs::create_dir(at("folder")).unwrap();
    let output = run(&bench, &["receive", &at("missing"), &at("folder"), &at("good")]);
    assert_eq!(output.status.code(), Some(4));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("mazianni, accepted") && said.contains("1 of 3 files"), "{said}");
    assert!(run(&bench, &["resolve"]).status.success());
}

#[test]
fn key_files_are_private() {
    let bench = Bench::founded();
    let key = bench.dir.path().join("new");
    assert!(run(&bench, &["keygen", key.to_str().unwrap()]).status.success());
    let other = bench.dir.path().join("other");
    assert!(run(&bench, &["new", other.to_str().unwrap()]).status.success());
    let made = bench.dir.path().join("other.keys");
    let secrets =
        [key.with_extension("key"), made.join("moderator.key"), made.join("campaign.secret")];
    for path in secrets {
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600, "{path:?}");
    }
}
