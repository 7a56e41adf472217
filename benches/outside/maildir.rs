//! What it costs to take in a Maildir full of packets, beside what nobody could do without: to open,
//! decrypt and verify each, to sign its receipt, to encrypt and to write both to the disk.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::base::{Digest, Time};
use adjutant::engine::Header;
use adjutant::seal::{Identity, PlayerSecret, packed, sealed, sign_file, sshsig};

use crate::campaign::{Campaign, SIDES};
use crate::program::{Cost, Program, growth, milliseconds, ratio};

const MAILS: [u64; 3] = [10, 100, 1000];

/// What `run` costs with so many packets waiting, all of one player.
pub(crate) fn measure(programs: &[Program]) {
    for program in programs {
        let mut costs = Vec::new();
        for mails in MAILS {
            let (cost, least) = taken_in(program, mails);
            println!(
                "{mails} packets: wall {}, its parts alone {}: {} times",
                milliseconds(cost.wall),
                milliseconds(least),
                ratio(cost.wall, least)
            );
            costs.push((mails, cost));
        }
        growth("run", program, "packets", &costs);
    }
}

fn taken_in(program: &Program, mails: u64) -> (Cost, Duration) {
    let place = tempfile::tempdir().expect("a directory");
    let campaign = Campaign { program, place: place.path(), seats: &SIDES };
    campaign.found(&[]);
    let calendar = place.path().join("calendar.yaml");
    fs::write(&calendar, "zone: UTC\ndeadlines: {after: 30d}\n").expect("a disk");
    campaign.run(&["calendar", "set", "calendar.yaml", "--reason", "agreed"]);
    campaign.seal("union", false);
    let key = fs::read(place.path().join("union.key")).expect("a key");
    let key = PlayerSecret::read(&key).expect("a key");
    let orders = fs::read_to_string(place.path().join("union.yaml")).expect("an order file");
    let to = Header::read(orders.as_bytes()).expect("an order file").to;
    for folder in ["new", "cur", "tmp"] {
        fs::create_dir_all(place.path().join("Maildir").join(folder)).expect("a disk");
    }
    for sequence in 1..=mails {
        let own = orders.replacen("\nsequence: 1", &format!("\nsequence: {sequence}"), 1);
        let signed = sign_file(key.signing(), sshsig::ORDERS, &own);
        let to = to.parse().expect("a recipient");
        let packet = sealed::seal(signed.as_bytes(), &to).expect("a packet").replace('\n', "\r\n");
        let mail = format!("From: union@example.net\r\nMessage-ID: <{sequence}@x>\r\n\r\n{packet}");
        let file = place.path().join("Maildir/new").join(sequence.to_string());
        fs::write(file, mail).expect("a disk");
    }
    let cost = campaign.run(&["run", "--inbox", "Maildir", "--outbox", "out"]);
    let names = fs::read_dir(place.path().join("campaign/cycles/0001/packets")).expect("packets");
    assert_eq!(names.count() as u64, mails, "every packet is kept");
    (cost, parts(place.path(), &key, &orders, mails))
}

/// What the parts cost alone, one after the other.
#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
fn parts(place: &Path, key: &PlayerSecret, orders: &str, mails: u64) -> Duration {
    let identity: &Identity = key.identity();
    let recipient = identity.recipient();
    let signed = sign_file(key.signing(), sshsig::ORDERS, orders);
    let packet = sealed::seal(signed.as_bytes(), &recipient).expect("a packet");
    let keys = [("union".to_owned(), adjutant::seal::PublicKey::of(key.signing()))];
    let now: Time = "2026-07-01T18:00:00Z".parse().expect("a time");
    let begun = Instant::now();
    for number in 0..mails {
        let raw = packet.as_bytes();
        let opened = adjutant::seal::open(raw, Some(identity), &keys, sshsig::ORDERS);
        let opened = opened.expect("a packet");
        let id = Digest::of(&opened.bytes);
        let receipt = sign_file(key.signing(), sshsig::RECEIPT, &format!("{id} {now} {number}\n"));
        let text = packed::pack(&format!("{receipt}{signed}")).expect("it is short");
        let kept = sealed::keep(&text, &[&recipient]).expect("it is encrypted");
        let mut file = File::create(place.join(format!("part-{number}"))).expect("a disk");
        file.write_all(&kept).and_then(|()| file.sync_all()).expect("a disk");
    }
    begun.elapsed()
}
