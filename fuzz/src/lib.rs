//! What is fed with bytes from outside: one function for each reader. The fuzz targets call them,
//! and `tests/it/fuzz_seeds.rs` does so with every seed.
//!
//! Nothing here may panic, whatever the bytes.

use std::collections::BTreeMap;

use adjutant::base::{Digest, Problem};
use adjutant::engine::{Chance, Document, Header, Reader, Seat, Table};
use adjutant::games;
use adjutant::ledger::{self, Checkpoint, Entry, Genesis, Ledger, SealedEntry, Verifier};
use adjutant::referee::receipt::Receipt;
use adjutant::referee::report::Report;
use adjutant::report::{Rulebook, Style, html, markdown, text};
use adjutant::seal::{
    self, CampaignSecret, Identity, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey, Recipient,
    SigningKey, sealed, sshsig,
};

const FORMAT: &str = include_str!("../../turn-formats/company-war/format.yaml");
const MAP: &str = include_str!("../../turn-formats/company-war/scenarios/demonstration.yaml");
const IDENTITY: &str = include_str!("../../tests/vectors/seal/identity.txt");
const KEY: &str = include_str!("../../tests/vectors/seal/key.pub");
const ORDERS: &[u8] = include_bytes!("../../tests/vectors/seal/orders.yaml");
const CHAIN: [&[u8]; 3] = [
    include_bytes!("../../tests/vectors/ledger/000000.yaml"),
    include_bytes!("../../tests/vectors/ledger/000001.yaml"),
    include_bytes!("../../tests/vectors/ledger/000002.yaml"),
];

/// An order file: read, checked, and carried out in a position that it picks itself.
pub fn order_file(data: &[u8]) {
    let _ = Header::read(data);
    let mut file = data.to_vec();
    if !data.starts_with(b"campaign:") {
        file = [header().as_bytes(), data].concat();
    }
    HALL.with(|hall| hall.carry_out(&file, Digest::of(data)));
}

/// A packet: opened as it came, and as what mail made of a signed file.
pub fn packet(data: &[u8]) {
    let keys = [("mazianni".to_owned(), key(KEY))];
    let identity: Identity = IDENTITY.parse().expect("a vector");
    if let Ok(opened) = seal::open(data, Some(&identity), &keys, sshsig::ORDERS) {
        let _ = Header::read(&opened.bytes);
    }
    let signature = sshsig::sign(&SigningKey::from_bytes(&[7; 32]), sshsig::ORDERS, ORDERS);
    let _ = seal::open_own(&[data, signature.as_bytes()].concat(), sshsig::ORDERS);
    let _ = PlayerPublic::read(data);
    let _ = Receipt::read(data, &keys[0].1);
}

/// Signature blocks, encrypted files, keys.
pub fn armor(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = sshsig::verify(&key(KEY), sshsig::ORDERS, ORDERS, &text);
    let identity: Identity = IDENTITY.parse().expect("a vector");
    let _ = sealed::open(data, &identity, sealed::MAIL_LIMIT);
    let _ = text.parse::<PublicKey>();
    let _ = text.parse::<Recipient>();
    let _ = text.parse::<Identity>();
    let _ = PlayerSecret::read(data);
    let _ = ModeratorKey::read(data);
    let _ = CampaignSecret::read(data);
}

/// A scenario, and a turn format: what is accepted can be played.
pub fn scenario(data: &[u8]) {
    for (format, map) in [(FORMAT.as_bytes(), data), (data, MAP.as_bytes())] {
        let Ok(table) = founded(format, map) else { continue };
        let hall = Hall { positions: vec![table.setup(&mut Chance::from_seed([7; 32]))], table };
        let position = hall.next(&hall.positions[0], &BTreeMap::new());
        hall.table.page(&position, None, &Reader::Public).expect("its own position");
    }
}

/// A ledger entry, alone and at the end of a chain; a checkpoint.
pub fn ledger(data: &[u8]) {
    let _ = Checkpoint::read(data, "adjutant/pell-1/9f3c0a12", &Anybody);
    let Ok(entry) = Entry::read(data) else { return };
    let before = usize::try_from(entry.seq).unwrap_or(usize::MAX).min(CHAIN.len());
    let chain = CHAIN[..before].iter().copied().chain([data]);
    let files: Vec<_> = (0..).zip(chain).map(|(seq, bytes)| sealed_entry(seq, bytes)).collect();
    let _ = ledger::check_chain(&files);
    if let Ok(ledger) = Ledger::read(&files, |_: &Genesis| Ok(Box::new(Anybody))) {
        let _ = (ledger.holder("union", 1), ledger.deadline(1), ledger.files().count());
        let _ = (ledger.revealed(), ledger.closing(), ledger.results().count());
    }
}

/// A report: read, shown, and answered.
pub fn report(data: &[u8]) {
    let Ok(report) = Report::read(&String::from_utf8_lossy(data)) else { return };
    let _ = markdown(&report.data.page);
    let _ = html(&report.data.page, &Rulebook::default());
    let _ = text(&report.data.page, Style { width: 72, colour: true });
    let seen = report.data.view();
    HALL.with(|hall| {
        let _ = (hall.table.awaited(&seen), hall.table.standing(&seen));
        let file = [header().as_bytes(), b"orders: []\n"].concat();
        let _ = hall.table.check(&seen, &file);
    });
}

/// The binding fields of an order file, for input that has none.
fn header() -> String {
    let head = "0".repeat(64);
    format!("campaign: a#00\ncycle: 1\nseat: union\nsequence: 1\nto: age1x\nhead: {head}\n")
}

fn key(line: &str) -> PublicKey {
    line.parse().expect("a vector")
}

fn sealed_entry(seq: u64, bytes: &[u8]) -> SealedEntry {
    SealedEntry { path: Entry::path(seq), entry: bytes.to_vec(), signature: b"armor\n".to_vec() }
}

/// A key whose signature is whatever is asked for.
struct Anybody;

impl Verifier for Anybody {
    fn armor(&self, _: &[u8], _: &str) -> Result<(), Problem> {
        Ok(())
    }

    fn note(&self, _: &[u8], _: &[u8; 64]) -> Result<(), Problem> {
        Ok(())
    }

    fn public(&self) -> [u8; 32] {
        [7; 32]
    }
}

fn founded(format: &[u8], map: &[u8]) -> Result<Box<dyn Table>, Problem> {
    let game = games::named("company-war").expect("it is on the shelf");
    game.table(format, map, &BTreeMap::new())
}

/// A game that its staff has played, and every position of it.
struct Hall {
    table: Box<dyn Table>,
    positions: Vec<Document>,
}

thread_local! {
    static HALL: Hall = Hall::played();
}

impl Hall {
    fn played() -> Self {
        let table = founded(FORMAT.as_bytes(), MAP.as_bytes()).expect("what is shipped is sound");
        let first = table.setup(&mut Chance::from_seed([7; 32]));
        let mut hall = Self { table, positions: vec![first] };
        for _ in 0..12 {
            let position = hall.positions.last().expect("there is one");
            if hall.table.outcome(position).expect("its own position").is_some() {
                break;
            }
            let seats = hall.table.seats().into_iter();
            let files = seats.map(|seat| (seat.clone(), hall.staff(position, seat))).collect();
            let next = hall.next(position, &files);
            hall.positions.push(next);
        }
        hall
    }

    fn staff(&self, position: &Document, seat: Seat) -> Vec<u8> {
        let seen = self.table.see(position, &Reader::Seat(seat)).expect("its own position");
        let orders = self.table.suggest(&seen, &mut Chance::from_seed([7; 32]));
        format!("{}orders:\n{}", header(), orders.expect("its own view")).into_bytes()
    }

    fn next(&self, position: &Document, files: &BTreeMap<Seat, Vec<u8>>) -> Document {
        let mut chance = Chance::from_seed([7; 32]);
        self.table.resolve(position, files, &mut chance).expect("its own position").position
    }

    /// The file, for a seat and in a position that follow from `pick`.
    fn carry_out(&self, file: &[u8], pick: Digest) {
        let seats = self.table.seats();
        let seat = &seats[usize::from(pick.0[0]) % seats.len()];
        let reader = Reader::Seat(seat.clone());
        let position = &self.positions[usize::from(pick.0[1]) % self.positions.len()];
        let seen = self.table.see(position, &reader).expect("its own position");
        if self.table.check(&seen, file).is_ok() {
            let files = BTreeMap::from([(seat.clone(), file.to_vec())]);
            let mut chance = Chance::from_seed(pick.0);
            let made = self.table.resolve(position, &files, &mut chance).expect("its own position");
            let page = self.table.page(&made.position, Some(&made.record), &reader);
            markdown(&page.expect("its own record"));
        }
    }
}
