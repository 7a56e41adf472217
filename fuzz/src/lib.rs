//! What is fed with bytes from outside: one function for each reader. The fuzz targets call them,
//! and `tests/it/fuzz_seeds.rs` does so with every seed.
//!
//! Nothing here may panic, whatever the bytes.

use std::collections::BTreeMap;

use adjutant::base::{Digest, Problem};
use adjutant::engine::{AnyGame, AnySheet, Chance, Header, Position, Reader, Resolution, Seat};
use adjutant::games;
use adjutant::ledger::{self, Checkpoint, Entry, Genesis, Ledger, SealedEntry, Signer, Verifier};
use adjutant::post::Message;
use adjutant::post::config::Config;
use adjutant::referee::calendar::Rules;
use adjutant::referee::player::fmt;
use adjutant::referee::player::known::Known;
use adjutant::referee::player::sequence::Sealed;
use adjutant::referee::record::proof::{Evidence, prove};
use adjutant::referee::record::receipt::Receipt;
use adjutant::referee::record::report::Report;
use adjutant::render::{Rulebook, Style, html, markdown, text};
use adjutant::seal::word::Word;
use adjutant::seal::{
    self, FoundingSecret, Identity, ModeratorKey, PlayerPublic, PlayerSecret, PublicKey, Recipient,
    SigningKey, packed, sealed, sign_file, sshsig,
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

const ORIGIN: &str = "adjutant/pell-1/0188de9f";

/// An order file: brought into form, read, checked, and carried out in a position that it picks
/// itself.
pub fn order_file(data: &[u8]) {
    let _ = Header::read(data);
    let _ = fmt::formatted(data, games::OURS);
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
    let signature = sshsig::sign(&signing(), sshsig::ORDERS, ORDERS);
    let _ = seal::open_own(&[data, signature.as_bytes()].concat(), sshsig::ORDERS);
}

/// A receipt as it came, and as its moderator's own words; what is read is written the same again.
pub fn receipt(data: &[u8]) {
    let (key, text) = (signing(), String::from_utf8_lossy(data));
    let identity: Identity = IDENTITY.parse().expect("a vector");
    let _ = Receipt::open(data.to_vec(), Some(&identity));
    let own = PublicKey::of(&key).to_string();
    let _ = Receipt::read(data, &[&own]);
    let signed = sign_file(&key, sshsig::RECEIPT, &text);
    if let Ok((receipt, by)) = Receipt::read(signed.as_bytes(), &[&own]) {
        let again = Receipt::read(receipt.sign(&key).as_bytes(), &[&own]);
        assert_eq!(again, Ok((receipt, by)), "it is read as it was written");
        let other = PublicKey::of(&SigningKey::from_bytes(&[8; 32])).to_string();
        assert!(Receipt::read(signed.as_bytes(), &[&other]).is_err(), "it is another's");
    }
}

/// A player's keys as they came, and as their owner's own words, with and without the names of the
/// keys; and what a player's program notes beside its key.
pub fn player(data: &[u8]) {
    let (key, text) = (signing(), String::from_utf8_lossy(data));
    let _ = PlayerPublic::read(data);
    let owner = format!("signing: {}\nage: {}\n", PublicKey::of(&key), recipient());
    for text in [text.as_ref(), &format!("adjutant: player-key-v1\n{owner}{text}")] {
        let signed = sign_file(&key, sshsig::KEY, text);
        if let Ok(player) = PlayerPublic::read(signed.as_bytes()) {
            let again = player.sign(&key).expect("it names its own key");
            let again = PlayerPublic::read(again.as_bytes());
            assert_eq!(again, Ok(player), "it is read as it was written");
        }
    }
    if let Ok(known) = Known::read(data) {
        let genesis = Digest([0; 32]);
        let _ = (known.moderator(&genesis), known.linked(&genesis));
        assert_eq!(Known::read(known.text().as_bytes()), Ok(known), "it is read as it was written");
    }
    if let Ok(note) = Sealed::read(data) {
        assert_eq!(Sealed::read(note.write().as_bytes()), Ok(note), "it is read as it was written");
    }
}

/// What a mail is made of, and the file that says where mail comes from.
pub fn post(data: &[u8]) {
    let _ = Message::read(data);
    let _ = Config::read(data);
}

/// The file that says when orders are due.
pub fn calendar(data: &[u8]) {
    let _ = Rules::read(data);
}

/// A player's word, as its author signs it.
pub fn word(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = Word::read(data);
    let _ = Word::read(sign_file(&signing(), sshsig::WORD, &text).as_bytes());
}

/// Signature blocks, encrypted and packed files, keys.
pub fn armor(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = sshsig::verify(&key(KEY), sshsig::ORDERS, ORDERS, &text);
    let identity: Identity = IDENTITY.parse().expect("a vector");
    let _ = sealed::open(data, &identity, sealed::MAIL_LIMIT);
    let _ = packed::unpack(data);
    let _ = text.parse::<PublicKey>();
    let _ = text.parse::<Recipient>();
    let _ = text.parse::<Identity>();
    let _ = PlayerSecret::read(data);
    let _ = ModeratorKey::read(data);
    let _ = FoundingSecret::read(data);
}

/// A scenario, and a turn format: what is accepted can be played.
pub fn scenario(data: &[u8]) {
    for (format, map) in [(FORMAT.as_bytes(), data), (data, MAP.as_bytes())] {
        let Ok(game) = founded(format, map) else { continue };
        let hall = Hall { positions: vec![game.setup(&mut Chance::from_seed([7; 32]))], game };
        let made = hall.next(&hall.positions[0], &BTreeMap::new());
        hall.show(&made, &Reader::Public);
    }
}

/// A checkpoint as it came, and with its key's line below it; compared with a ledger.
pub fn checkpoint(data: &[u8]) {
    let note = Checkpoint { origin: ORIGIN.to_owned(), size: 0, root: Digest([0; 32]) };
    let note = note.sign(&Anybody);
    let line = note.split_once("\n\n").expect("a blank line").1;
    let chain: Vec<_> = (0..).zip(CHAIN).map(|(seq, bytes)| sealed_entry(seq, bytes)).collect();
    let ledger =
        Ledger::read(&chain, |_: &Genesis, _: &str| Ok(Box::new(Anybody))).expect("a vector");
    for bytes in [data, &[data, b"\n", line.as_bytes()].concat()] {
        if let Ok(checkpoint) = Checkpoint::read(bytes, ORIGIN, &Anybody) {
            assert_eq!(checkpoint.origin, ORIGIN);
            let again = Checkpoint::read(checkpoint.sign(&Anybody).as_bytes(), ORIGIN, &Anybody);
            let _ = ledger.continues(&checkpoint);
            assert_eq!(again, Ok(checkpoint), "it is read as it was written");
        }
    }
}

/// A ledger entry, alone and at the end of a chain.
pub fn ledger(data: &[u8]) {
    let Ok(entry) = Entry::read(data) else { return };
    let before = usize::try_from(entry.seq).unwrap_or(usize::MAX).min(CHAIN.len());
    let chain = CHAIN[..before].iter().copied().chain([data]);
    let files: Vec<_> = (0..).zip(chain).map(|(seq, bytes)| sealed_entry(seq, bytes)).collect();
    let _ = ledger::check_chain(&Ledger::link(&files));
    if let Ok(ledger) = Ledger::read(&files, |_: &Genesis, _: &str| Ok(Box::new(Anybody))) {
        let _ = (ledger.holder(&seat("union"), 1), ledger.deadline(1), ledger.files().count());
        let _ = (ledger.revealed(), ledger.closing(), ledger.results().count());
    }
}

/// A report as it came, and signed: proven by the key that signed it, by no other, and by no
/// other's trailer; told, shown, and answered.
pub fn report(data: &[u8]) {
    let raw = String::from_utf8_lossy(data);
    let _ = Report::read(&raw);
    let signed = sign_file(&signing(), sshsig::REPORT, &raw);
    let Ok(report) = Report::read(&signed) else { return };
    let seat = report.data.reader.seat();
    for (byte, own) in [(7, true), (8, false)] {
        let key = PublicKey::of(&SigningKey::from_bytes(&[byte; 32]));
        let proven = prove(&report, Evidence { moderator: Some(&key), ..Evidence::default() });
        assert_eq!(proven.is_ok(), own && seat.is_some(), "{proven:?}");
    }
    if let (Some(trailer), Some(seat)) = (&report.trailer, seat) {
        let (proof, bytes) = (&trailer.proof, report.text.as_bytes());
        let verified = proof.verify(seat.as_str(), bytes, &Digest([0; 32]), proof.size);
        assert!(verified.is_err(), "no tree has that root");
    }
    let data = report.data;
    let seen = data.view();
    HALL.with(|hall| {
        let game = &*hall.game;
        if let Ok(page) = data.page(game) {
            let _ = (markdown(&page), html(&page, &Rulebook::default()));
            let _ = text(&page, Style { width: 72, colour: true, draws: true });
        }
        let _ = (game.awaited(&seen), game.standing(&seen), game.current_view(&seen));
        if let Some(news) = data.news() {
            let _ = (game.sentences(&news), game.current_news(&news));
        }
        let file = [header().as_bytes(), b"orders: []\n"].concat();
        let (_, orders) = game.read(&file).expect("an order file");
        let _ = game.check(&seen, &orders);
    });
}

/// The binding fields of an order file, for input that has none.
fn header() -> String {
    let head = "0".repeat(64);
    format!("campaign: a#00\ncycle: 1\nseat: union\nsequence: 1\nto: age1x\nhead: {head}\n")
}

/// Whoever's word is asked for.
fn signing() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn recipient() -> Recipient {
    IDENTITY.parse::<Identity>().expect("a vector").recipient()
}

fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
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

fn founded(format: &[u8], map: &[u8]) -> Result<Box<dyn AnyGame>, Problem> {
    let kind = games::OURS.named("company-war").expect("it is on the shelf");
    kind.found(format, map, &BTreeMap::new())
}

impl Signer for Anybody {
    fn armor(&self, _: &[u8]) -> String {
        "armor\n".to_owned()
    }

    fn note(&self, _: &[u8]) -> [u8; 64] {
        [7; 64]
    }

    fn public(&self) -> [u8; 32] {
        [7; 32]
    }
}

/// A game that its staff has played, and every position of it.
struct Hall {
    game: Box<dyn AnyGame>,
    positions: Vec<Position>,
}

thread_local! {
    static HALL: Hall = Hall::played();
}

impl Hall {
    fn played() -> Self {
        let game = founded(FORMAT.as_bytes(), MAP.as_bytes()).expect("what is shipped is sound");
        let first = game.setup(&mut Chance::from_seed([7; 32]));
        let mut hall = Self { game, positions: vec![first] };
        for _ in 0..12 {
            let position = hall.positions.last().expect("there is one");
            if hall.game.outcome(position).expect("its own position").is_some() {
                break;
            }
            let seats = hall.game.seats().into_iter();
            let orders = seats.map(|seat| (seat.clone(), hall.staff(position, seat))).collect();
            let made = hall.next(position, &orders);
            hall.positions.push(made.position);
        }
        hall
    }

    fn staff(&self, position: &Position, seat: Seat) -> AnySheet {
        let seen = self.game.see(position, &Reader::Seat(seat)).expect("its own position");
        self.game.suggest(&seen, &mut Chance::from_seed([7; 32])).expect("its own view")
    }

    fn next(&self, position: &Position, orders: &BTreeMap<Seat, AnySheet>) -> Resolution {
        let mut chance = Chance::from_seed([7; 32]);
        self.game.resolve(position, orders, &mut chance).expect("its own position")
    }

    /// What a reader is told of a cycle.
    fn show(&self, made: &Resolution, reader: &Reader) {
        let view = self.game.see(&made.position, reader).expect("its own position");
        let news = self.game.news(&made.record, reader).expect("its own record");
        markdown(&self.game.page(&view, Some(&news)).expect("its own view"));
    }

    /// The file, for a seat and in a position that follow from `pick`.
    fn carry_out(&self, file: &[u8], pick: Digest) {
        let Ok((_, orders)) = self.game.read(file) else { return };
        let seats = self.game.seats();
        let seat = &seats[usize::from(pick.0[0]) % seats.len()];
        let reader = Reader::Seat(seat.clone());
        let position = &self.positions[usize::from(pick.0[1]) % self.positions.len()];
        let seen = self.game.see(position, &reader).expect("its own position");
        self.game.check(&seen, &orders).expect("its own view");
        let orders = BTreeMap::from([(seat.clone(), orders)]);
        let made = self.game.resolve(position, &orders, &mut Chance::from_seed(pick.0));
        self.show(&made.expect("its own position"), &reader);
    }
}
