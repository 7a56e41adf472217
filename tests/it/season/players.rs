//! What players do in a season, and what is done for them.

use adjutant::base::Zone;
use adjutant::referee::cycle::enroll::{Player, enroll};
use adjutant::referee::moderator::{decide, word};
use adjutant::referee::player::own_orders;
use adjutant::referee::run::steps::Mail;
use adjutant::referee::{Desk, Stage};
use adjutant::seal::word::{Says, Word};
use adjutant::seal::{Commitment, PlayerPublic, PlayerSecret, PublicKey, sign_file, sshsig};

use super::{FORGED, Season};
use crate::bench::{next_word, sealed_to, text};

impl Season {
    /// A player does something, or nothing.
    pub(super) fn player(&mut self, seat: &'static str) {
        let desk = self.desk();
        let open = matches!(desk.campaign.stage(), Stage::Open(_));
        let held = desk.campaign.holder(&seat.parse().unwrap(), u32::MAX).is_some();
        if !open || !self.one_in(3) {
            return;
        }
        if held && self.one_in(15) {
            drop(desk);
            return self.word(seat);
        }
        if held && self.one_in(12) {
            let zone: Zone = "Europe/London".parse().unwrap();
            let first = zone.date(self.now).next();
            let dates = format!("{first} to {}", first.next().next()).parse().unwrap();
            drop(desk);
            // Refused when the days are used up.
            let _ =
                decide::absence(&mut self.desk(), &seat.parse().unwrap(), dates, "away", self.now);
            return;
        }
        self.sequence += 1;
        let done = if self.one_in(2) { "final: true\n" } else { "" };
        let lists = if self.one_in(3) && self.reads(&desk, seat) {
            self.count("staff's orders");
            self.bench.staff(&desk, seat)
        } else {
            "orders: []\n".to_owned()
        };
        let text = self.bench.orders(&desk, seat, self.sequence, &(done.to_owned() + &lists));
        let by = self.substitutes.get(seat).filter(|_| self.sequence.is_multiple_of(2));
        let substituted = by.is_some();
        let mut packet = match by {
            Some(key) => {
                let signed = sign_file(key.signing(), sshsig::ORDERS, &text);
                sealed_to(&desk, desk.campaign.open_cycle().unwrap(), &signed).into_bytes()
            }
            None => self.bench.packet(&desk, seat, &text).into_bytes(),
        };
        drop(desk);
        if substituted {
            self.count("orders by a substitute");
        }
        match self.below(10) {
            0 => return,
            1 => {
                // Mangled beyond repair.
                let at = usize::try_from(self.below(packet.len() as u64 / 2)).unwrap() + 60;
                packet[at] = b'!';
            }
            2 => {
                // Forged: signed by somebody who does not play.
                let stranger = self.person();
                let signed = sign_file(stranger.signing(), sshsig::ORDERS, &text);
                let desk = self.desk();
                packet = sealed_to(&desk, desk.campaign.open_cycle().unwrap(), &signed).into();
                drop(desk);
                self.count("forged");
                return self.put(FORGED, packet);
            }
            3 => {
                // Twice, and as quoted by a mail program.
                let text = String::from_utf8(packet.clone()).unwrap();
                let quoted: String = text.lines().flat_map(|line| ["> ", line, "\n"]).collect();
                self.put(seat, quoted.into_bytes());
            }
            _ => {}
        }
        self.put(seat, packet);
    }

    /// True if the newest report of a seat opens with the key that its player has now.
    fn reads(&self, desk: &Desk, seat: &str) -> bool {
        let Stage::Open(cycle) = desk.campaign.stage() else { return false };
        let path = desk.campaign.report(&seat.parse().unwrap(), cycle - 1);
        let sealed = desk.campaign.store.need(&path).unwrap();
        own_orders::report(&sealed, Some(self.bench.players[seat].identity())).is_ok()
    }

    /// Somebody new.
    pub(super) fn person(&mut self) -> PlayerSecret {
        self.people += 1;
        PlayerSecret::generate([self.people; 96])
    }

    /// A player signs for new keys, or for a substitute.
    pub(super) fn word(&mut self, seat: &'static str) {
        let key = self.person();
        let desk = self.desk();
        let (genesis, campaign) = (desk.genesis(), desk.campaign.id());
        let head = desk.campaign.ledger.head();
        drop(desk);
        let (signing, age) = (PublicKey::of(key.signing()), key.identity().recipient());
        let replaces = self.one_in(2);
        let until = self.now.after(4 * 86_400).unwrap();
        let (name, place) = (seat.parse().unwrap(), (head, next_word()));
        let word = if replaces {
            Word::of_new_keys((campaign, name), place, (&key, Some(key.tip(&genesis))))
        } else {
            let says = Says::Substitute { name: "A friend".into(), signing, age, until };
            Word { campaign, seat: name, head, sequence: place.1, says }
        };
        let word = word.sign(self.bench.players[seat].signing());
        if self.one_in(2) {
            word::take(&mut self.desk(), word.as_bytes(), (self.now, self.now)).unwrap();
        } else {
            let bytes = word.clone().into_bytes();
            let mail = Mail { name: "word".to_owned(), content: bytes.into(), arrived: self.now };
            self.run_with(&[mail]);
        }
        let again = word::take(&mut self.desk(), word.as_bytes(), (self.now, self.now));
        assert!(again.is_err(), "once");
        if replaces {
            self.bench.players.insert(seat, key);
            self.count("keys by the old key");
        } else {
            self.substitutes.insert(seat, key);
            self.count("substitutes");
        }
    }

    /// A player has lost their key: the moderator announces another, and gives it the seat later.
    pub(super) fn lost(&mut self, seat: &'static str) {
        let known = self.waiting.contains_key(seat);
        if !known {
            let desk = self.desk();
            let Some(holder) = desk.campaign.holder(&seat.parse().unwrap(), u32::MAX) else {
                return;
            };
            drop(desk);
            let key = self.person();
            self.waiting.insert(seat, (key, holder.name));
        }
        let (key, name) = &self.waiting[seat];
        let mut desk = self.desk();
        let genesis = desk.genesis();
        let player = Player {
            name: name.clone(),
            address: None,
            signing: PublicKey::of(key.signing()),
            recipient: key.identity().recipient(),
            tip: Some(key.tip(&genesis)),
        };
        let union = seat.parse().unwrap();
        let given = enroll(&mut desk, &union, &player, Some("lost"), self.now).is_ok();
        let holds = desk.campaign.holder(&union, u32::MAX);
        let signing = player.signing.to_string();
        drop(desk);
        if given && holds.is_some_and(|holder| holder.signing == signing) {
            let (key, _) = self.waiting.remove(seat).unwrap();
            self.bench.players.insert(seat, key);
            self.count("keys by the moderator");
        }
    }

    pub(super) fn put(&mut self, seat: &str, bytes: Vec<u8>) {
        // Mail overtakes mail.
        let early = u32::try_from(self.below(6 * 3600)).unwrap();
        let arrived = self.now.before(early).unwrap();
        self.inbox.push(Mail { name: seat.to_owned(), content: bytes.into(), arrived });
    }

    /// Another player takes a seat that is open, or its player comes back.
    pub(super) fn replace(&mut self, seat: &'static str) {
        let back = self.one_in(2);
        let key = if back { same(&self.bench.players[seat]) } else { self.person() };
        let mut desk = self.desk();
        let genesis = desk.genesis();
        let newest = desk.campaign.ledger.results().next_back().map_or(0, |(cycle, _)| cycle);
        let last = |cycle| desk.campaign.holder(&seat.parse().unwrap(), cycle);
        let name = match (0..=newest + 1).rev().find_map(last) {
            Some(holder) if back => holder.name,
            _ => format!("Player {}", self.people),
        };
        let file = PlayerPublic {
            name: Some(name.clone()),
            signing: PublicKey::of(key.signing()),
            age: key.identity().recipient(),
            commitment: Some(Commitment { campaign: genesis, tip: key.tip(&genesis) }),
        };
        let player = Player::of(&file, name, &genesis).unwrap();
        enroll(&mut desk, &seat.parse().unwrap(), &player, None, self.now).unwrap();
        drop(desk);
        self.bench.players.insert(seat, key);
        self.silent.remove(seat);
        self.waiting.remove(seat);
        self.substitutes.remove(seat);
        self.count(if back { "came back" } else { "replaced" });
    }
}

/// The same key in another hand.
fn same(key: &PlayerSecret) -> PlayerSecret {
    PlayerSecret::read(text(&key.write()).as_bytes()).unwrap()
}
