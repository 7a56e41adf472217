//! The sequence of a player's next packet: higher than that of every packet that was sealed before
//! for the same seat and cycle.

use serde::{Deserialize, Serialize};

use crate::base::yaml::{self, Origin};
use crate::base::{Digest, Problem};
use crate::campaign::layout;
use crate::engine::Header;
use crate::referee::record::campaign::Campaign;
use crate::referee::record::report::Data;

const VERSION: &str = "sealed-v1";
/// Campaigns and seats that are remembered; the oldest are forgotten first.
const MOST: usize = 100;

/// What was sealed last for each campaign and seat: the player's own note, beside their key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sealed {
    adjutant: String,
    last: Vec<Last>,
}

/// The packet that was sealed last for a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    campaign: Digest,
    seat: String,
    cycle: u32,
    sequence: u32,
    /// The packet's id.
    packet: Digest,
}

impl Default for Sealed {
    fn default() -> Self {
        Self { adjutant: VERSION.to_owned(), last: Vec::new() }
    }
}

impl Sealed {
    /// Reads the note.
    ///
    /// # Errors
    /// If it is something else.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let wrong = || {
            Problem::refused("this is not what `adjutant seal` noted")
                .hint("delete it; then `seal` counts the packets in the campaign directory")
        };
        let note: Self = yaml::read(bytes, Origin::Mail).map_err(|_| wrong())?;
        if note.adjutant == VERSION { Ok(note) } else { Err(wrong()) }
    }

    /// The text of the note.
    pub fn write(&self) -> String {
        format!(
            "# The sequence that `adjutant seal` used last, so that it continues from there.\n{}",
            yaml::write(self)
        )
    }

    /// The sequence of the next packet with other orders: one more than that of the last one, which
    /// is known from this note or, if other keys or computers sealed it, from the campaign's files.
    pub fn next(&self, data: &Data, campaign: Option<&Campaign>) -> u32 {
        let last = self.last(data).map_or(0, |last| last.sequence);
        last.max(received(data, campaign)).saturating_add(1)
    }

    /// The sequence of the last packet for the cycle that the report asks orders for, if one is known.
    pub fn newest(&self, data: &Data, campaign: Option<&Campaign>) -> Option<u32> {
        Some(self.next(data, campaign) - 1).filter(|sequence| *sequence > 0)
    }

    /// An order file with the sequence that its packet needs: the one given if that is high enough or
    /// the same packet was sealed before. What the packet's header says comes with it.
    ///
    /// # Errors
    /// If its sequence is too low and not in a line of its own.
    pub fn numbered(
        &self,
        (header, orders): (Header, String),
        data: &Data,
        campaign: Option<&Campaign>,
    ) -> Result<(Header, String), Problem> {
        let given = header.sequence;
        if let Some(last) = self.last(data)
            && let Some(again) = with_sequence(&orders, last.sequence)
            && Digest::of(again.as_bytes()) == last.packet
        {
            return Ok((Header { sequence: last.sequence, ..header }, again));
        }
        let next = self.next(data, campaign);
        if given >= next {
            return Ok((header, orders));
        }
        let made = with_sequence(&orders, next)
            .and_then(|made| Some((Header::read(made.as_bytes()).ok()?, made)))
            .filter(|(header, _)| header.sequence == next);
        made.ok_or_else(|| {
            Problem::refused(format!("sequence {given} was used before"))
                .hint(format!("write `sequence: {next}` in a line of its own"))
        })
    }

    /// Notes an order file that is sealed, and its header.
    pub fn note(&mut self, header: &Header, orders: &str, data: &Data) {
        let seat = header.seat.to_string();
        self.last.retain(|last| last.campaign != data.genesis || last.seat != seat);
        self.last.push(Last {
            campaign: data.genesis,
            seat,
            cycle: header.cycle,
            sequence: header.sequence,
            packet: Digest::of(orders.as_bytes()),
        });
        let many = self.last.len().saturating_sub(MOST);
        self.last.drain(..many);
    }

    /// Takes up what the same player sealed elsewhere: of each campaign and seat the later packet.
    pub fn join(&mut self, other: Self) {
        for new in other.last {
            let same = |own: &&mut Last| (own.campaign, &own.seat) == (new.campaign, &new.seat);
            match self.last.iter_mut().find(same) {
                Some(own) if (own.cycle, own.sequence) < (new.cycle, new.sequence) => *own = new,
                Some(_) => {}
                None => self.last.push(new),
            }
        }
        let many = self.last.len().saturating_sub(MOST);
        self.last.drain(..many);
    }

    /// The last packet of the report's seat for the cycle that the report asks orders for.
    fn last(&self, data: &Data) -> Option<&Last> {
        let (seat, next) = (data.reader.seat()?, data.next.as_ref()?);
        let is = |last: &&Last| {
            last.campaign == data.genesis && last.seat == seat.as_str() && last.cycle == next.cycle
        };
        self.last.iter().find(is)
    }
}

/// Packets of the report's seat in the cycle that it asks orders for, as far as the campaign at hand
/// has them. Each had a sequence of its own, so there is none below that a player who lost count
/// would still want.
fn received(data: &Data, campaign: Option<&Campaign>) -> u32 {
    let same = campaign.filter(|c| c.ledger.genesis_digest() == data.genesis);
    let (Some(campaign), Some(seat), Some(next)) = (same, data.reader.seat(), &data.next) else {
        return 0;
    };
    let names = campaign.store.list(&layout::packets(next.cycle)).unwrap_or_default();
    let of_seat = names.iter().filter(|name| layout::is_packet_of(name, seat.as_str()));
    u32::try_from(of_seat.count()).unwrap_or(u32::MAX)
}

/// An order file with another sequence, if that is in a line of its own.
fn with_sequence(orders: &str, sequence: u32) -> Option<String> {
    const FIELD: &str = "sequence:";
    let at = if orders.starts_with(FIELD) { 0 } else { orders.find(&format!("\n{FIELD}"))? + 1 };
    let rest = &orders[at + FIELD.len()..];
    let end = rest.find(['\n', '#']).unwrap_or(rest.len());
    let tail = &rest[..end];
    let blanks = &tail[tail.trim_end().len()..];
    Some(format!("{}{FIELD} {sequence}{blanks}{}", &orders[..at], &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_number_is_replaced() {
        let made = with_sequence("a: 1\nsequence: 1  # mine\nb: 2\n", 12).unwrap();
        assert_eq!(made, "a: 1\nsequence: 12  # mine\nb: 2\n");
        assert_eq!(with_sequence("sequence:   3", 4).unwrap(), "sequence: 4");
        assert_eq!(with_sequence("{a: 1, sequence: 3}\n", 4), None);
    }

    #[test]
    fn the_note_is_read_as_written() {
        let last = Last {
            campaign: Digest([1; 32]),
            seat: "no".to_owned(),
            cycle: 1,
            sequence: 2,
            packet: Digest([2; 32]),
        };
        let note = Sealed { last: vec![last], ..Sealed::default() };
        assert_eq!(Sealed::read(note.write().as_bytes()).unwrap(), note);
        assert!(Sealed::read(b"adjutant: sealed-v2\nlast: []\n").is_err());
        assert!(Sealed::read(b"hello").unwrap_err().hint.unwrap().contains("delete"));
    }
}
