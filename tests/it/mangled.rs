//! Packets made with our program and with stock tools, through all that mail does to them; and
//! what stock tools make of our files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use adjutant::base::Digest;
use adjutant::campaign::layout;
use adjutant::engine::Reader;
use adjutant::games::OURS;
use adjutant::referee::cycle::enroll::{Player, enroll};
use adjutant::referee::cycle::open;
use adjutant::referee::cycle::receive::Intake;
use adjutant::referee::player::own_orders;
use adjutant::referee::record::receipt::Verdict;
use adjutant::seal::{PublicKey, sshsig};

use crate::bench::{Bench, SET_UP, keys, output, text};

#[path = "../support/mangle.rs"]
pub(crate) mod mangle;

/// Runs a program in a directory, perhaps with a file as its input.
fn run(dir: &Path, program: &str, arguments: &[&str], input: Option<&str>) -> Output {
    let mut command = Command::new(program);
    command.env("SOURCE_DATE_EPOCH", "1790000000");
    command.current_dir(dir).args(arguments).stdin(Stdio::null());
    if let Some(input) = input {
        command.stdin(fs::File::open(dir.join(input)).unwrap());
    }
    output(&mut command)
}

fn done(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Cycle 1 of a campaign in which a player with stock tools holds the seat of the Mazianni.
fn with_stock_tools() -> Bench {
    let bench = Bench::founded();
    let dir = bench.dir.path();
    done(&run(
        dir,
        "ssh-keygen",
        &["-q", "-t", "ed25519", "-N", "", "-C", "anna", "-f", "id"],
        None,
    ));
    done(&run(dir, "age-keygen", &["-o", "id.age"], None));
    let recipient = run(dir, "age-keygen", &["-y", "id.age"], None).stdout;
    let recipient = String::from_utf8(recipient).unwrap();
    let program = env!("CARGO_BIN_EXE_adjutant");
    let enrolled = ["-C", "campaign", "enroll", "mazianni", "id.pub", "--recipient"];
    done(&run(dir, program, &[&enrolled[..], &[recipient.trim()]].concat(), None));
    // The program has taken the clock's time; ours must be later.
    let mut desk = bench.desk();
    let now = desk.campaign.ledger.time();
    let key = &bench.players["union"];
    let player = Player {
        name: "Union".into(),
        address: None,
        signing: PublicKey::of(key.signing()),
        recipient: key.identity().recipient(),
        tip: None,
    };
    enroll(&mut desk, &"union".parse().unwrap(), &player, None, now).unwrap();
    open::open(&mut desk, None, now).unwrap();
    drop(desk);
    bench
}

/// Every mangling of the packet is accepted as the packet of the same id.
fn survives(bench: &Bench, packet: &str, id: Digest) {
    let mut desk = bench.desk();
    let now = desk.campaign.ledger.time();
    let mut intake = Intake::begin(&mut desk).unwrap();
    let first = intake.receive(packet.as_bytes(), now).unwrap();
    assert_eq!((first.receipt.verdict, first.receipt.packet), (Verdict::Accepted, id));
    for (name, mangle) in mangle::MANGLINGS {
        let reply = intake.receive(mangle(packet).as_bytes(), now).unwrap();
        assert_eq!(reply.receipt, first.receipt, "{name}: {:?}", reply.receipt.reason);
    }
    let reply = intake.receive(mangle::altered(packet).as_bytes(), now).unwrap();
    assert_eq!(reply.receipt.verdict, Verdict::Refused);
    intake.end().unwrap();
    drop(desk);
    let files = bench.store().list(&layout::packets(1)).unwrap();
    assert_eq!(files, ["mazianni-001.age"]);
}

#[test]
fn a_packet_of_our_own() {
    let bench = Bench::open();
    let desk = bench.desk();
    let orders = bench.orders(&desk, "mazianni", 1, SET_UP);
    let report = bench.report(&desk, "mazianni");
    let game = own_orders::game(&report.data, Some(&desk.campaign), OURS).unwrap();
    own_orders::check(&report.data, &*game, orders.as_bytes()).unwrap();
    let key = &bench.players["mazianni"];
    let packet = own_orders::seal(&report.data, &*game, orders.as_bytes(), key).unwrap();
    drop(desk);
    survives(&bench, &packet, Digest::of(orders.as_bytes()));
}

#[test]
fn a_packet_of_stock_tools_and_what_comes_back() {
    let bench = with_stock_tools();
    let dir = bench.dir.path();
    let desk = bench.desk();
    let orders = bench.orders(&desk, "mazianni", 1, SET_UP);
    // Without a chain of his own he has no link.
    let orders: String =
        orders.split_inclusive('\n').filter(|line| !line.starts_with("reveal")).collect();
    let recipient = desk.cycle_identity(1).recipient().to_string();
    let now = desk.campaign.ledger.time();
    drop(desk);
    fs::write(dir.join("orders.yaml"), &orders).unwrap();
    done(&run(
        dir,
        "ssh-keygen",
        &["-Y", "sign", "-f", "id", "-n", sshsig::ORDERS, "orders.yaml"],
        None,
    ));
    let signature = fs::read_to_string(dir.join("orders.yaml.sig")).unwrap();
    fs::write(dir.join("signed"), orders.clone() + &signature).unwrap();
    done(&run(dir, "age", &["-a", "-r", &recipient, "-o", "packet.age", "signed"], None));
    let packet = fs::read_to_string(dir.join("packet.age")).unwrap();
    survives(&bench, &packet, Digest::of(orders.as_bytes()));

    let resolved =
        adjutant::referee::cycle::resolve::resolve(&mut bench.desk(), false, now).unwrap();
    assert!(resolved.nmr.is_empty());
    let sealed = layout::report(1, "mazianni");
    let sealed = format!("campaign/{sealed}");
    done(&run(dir, "age", &["-d", "-i", "id.age", "-o", "report.md", &sealed], None));
    let plain = fs::read(dir.join("report.md")).unwrap();
    let report = own_orders::report(&plain, None).unwrap();
    assert_eq!(report.data.reader, Reader::Seat("mazianni".parse().unwrap()));
    assert!(report.data.view().0.contains("\"aboard\":[\"Europe\",\"Malta\""));
    let program = env!("CARGO_BIN_EXE_adjutant");
    done(&run(dir, program, &["-C", "campaign", "verify", "--report", "report.md"], None));
}

#[test]
fn our_report_is_what_age_decrypts() {
    let bench = Bench::open();
    let dir = bench.dir.path();
    let key = &bench.players["union"];
    fs::write(dir.join("identity"), text(&key.identity().write())).unwrap();
    fs::write(dir.join("union.key"), text(&key.write())).unwrap();
    let path = format!("campaign/{}", layout::report(0, "union"));
    done(&run(dir, "age", &["-d", "-i", "identity", "-o", "plain.md.gz", &path], None));
    done(&run(dir, "gunzip", &["plain.md.gz"], None));
    let program = env!("CARGO_BIN_EXE_adjutant");
    let read = |arguments: &[&str]| {
        let output = run(dir, program, &[&["-C", "campaign", "read"], arguments].concat(), None);
        done(&output);
        output.stdout
    };
    assert_eq!(read(&["--key", "union.key"]), read(&["plain.md"]));
    let markdown = String::from_utf8(read(&["--markdown", "--key", "union.key"])).unwrap();
    // How the seats stand is not in what was sent.
    let (sent, seats) = markdown.split_once("## Seats").expect("they stand at the end");
    assert!(fs::read_to_string(dir.join("plain.md")).unwrap().starts_with(sent.trim_end()));
    assert!(seats.contains("mazianni"));
}

#[test]
fn sha256sum_and_ssh_keygen_check_the_ledger() {
    let bench = Bench::open();
    let dir = bench.dir.path();
    let desk = bench.desk();
    let packet = bench.packet(&desk, "mazianni", &bench.orders(&desk, "mazianni", 1, SET_UP));
    drop(desk);
    let receipt = bench.receive(packet).text;
    bench.resolve();
    let root = bench.root();
    // The list, as anybody can cut it out of the entries with grep and sed.
    let mut list = String::new();
    for name in bench.store().list("ledger").unwrap().iter().filter_map(|n| n.strip_suffix(".yaml"))
    {
        let entry = fs::read_to_string(root.join(format!("ledger/{name}.yaml"))).unwrap();
        for line in entry.lines() {
            if let Some((path, digest)) = line.trim().split_once(": ")
                && path.contains('/')
            {
                let _ = writeln!(list, "{}  {path}", digest.trim_matches(['"', '\'']));
            }
        }
    }
    assert_eq!(list.lines().count(), 10, "{list}");
    fs::write(root.join("SHA256SUMS"), list).unwrap();
    done(&run(&root, "sha256sum", &["-c", "--strict", "SHA256SUMS"], None));

    let moderator = PublicKey::of(keys().signing.signing());
    fs::write(dir.join("allowed"), format!("moderator {moderator}\n")).unwrap();
    let verify = |namespace: &str, signature: &str, file: &str| {
        let who = ["-Y", "verify", "-f", "allowed", "-I", "moderator", "-n", namespace];
        run(dir, "ssh-keygen", &[&who[..], &["-s", signature]].concat(), Some(file))
    };
    let names: Vec<String> = bench.store().list("ledger").unwrap();
    for name in names.iter().filter_map(|name| name.strip_suffix(".yaml")) {
        let path = format!("campaign/ledger/{name}");
        done(&verify(sshsig::LEDGER, &format!("{path}.sig"), &format!("{path}.yaml")));
    }
    let at = receipt.find("-----BEGIN").unwrap();
    fs::write(dir.join("receipt"), &receipt[..at]).unwrap();
    fs::write(dir.join("receipt.sig"), &receipt[at..]).unwrap();
    done(&verify(sshsig::RECEIPT, "receipt.sig", "receipt"));
    fs::write(dir.join("receipt"), receipt[..at].replace("mazianni", "union")).unwrap();
    assert!(!verify(sshsig::RECEIPT, "receipt.sig", "receipt").status.success());
}
