//! What people subscribe to: news as Atom (RFC 4287), deadlines as iCalendar (RFC 5545).

use std::fmt::Write as _;

use crate::base::{Digest, Time};
use crate::league::results::All;
use crate::league::rules::Played;
use crate::league::season::Season;
use crate::league::shown::{ended, name};
use crate::league::table::Scores;

/// Octets of a line of iCalendar.
const LINE: usize = 75;

/// A name that is the same wherever the site lies.
fn uuid(season: &Season, what: &str) -> String {
    let digest =
        Digest::tagged("adjutant/league-feed/v1", &[&season.begin.commitment.0, what.as_bytes()]);
    let hex = digest.to_string();
    // Version 8, variant 10: made by rules of one's own.
    format!("{}-{}-8{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..32])
}

fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}

/// The news of a season: rounds and results, the newest first. `ends` has when each game ended.
pub fn atom(season: &Season, played: &Played, scores: &Scores, ends: &[(String, Time)]) -> String {
    let mut news: Vec<(Time, String, String, String)> = Vec::new();
    for (round, time) in season.rounds.iter().zip(&season.paired) {
        let title = format!("Round {} is paired", round.number);
        news.push((*time, format!("round {}", round.number), title, "index.html".to_owned()));
    }
    for (id, time) in ends {
        let Ok(game) = season.game(id) else { continue };
        let seats = season.seats(game);
        let met: Vec<String> = seats.values().map(|id| name(season, id)).collect();
        let title = format!("{id}: {}: {}", met.join(", "), ended(season, played, game, scores));
        news.push((*time, id.clone(), title, format!("games/{id}/index.html")));
    }
    news.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let updated = news.first().map_or(season.time, |(time, ..)| *time);
    let title = played.rules.title.as_ref().unwrap_or(&season.league);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>{}, season {}</title>\n<id>urn:uuid:{}</id>\n<updated>{updated}</updated>\n\
         <author><name>{}</name></author>\n",
        xml(title),
        season.number,
        uuid(season, "feed"),
        xml(title),
    );
    for (time, id, title, link) in news {
        let _ = writeln!(
            out,
            "<entry><title>{}</title><id>urn:uuid:{}</id><updated>{time}</updated>\
             <link href=\"{}\"/></entry>",
            xml(&title),
            uuid(season, &id),
            xml(&link),
        );
    }
    out + "</feed>\n"
}

/// The deadlines that are to come, and when rounds open.
pub fn calendar(season: &Season, played: &Played, all: &All) -> String {
    let title = played.rules.title.as_ref().unwrap_or(&season.league);
    let mut out = Lines(String::new());
    for line in ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//adjutant//league//EN"] {
        out.add(line);
    }
    let mut event = |id: &str, at: Time, what: &str| {
        out.add("BEGIN:VEVENT");
        out.add(&format!("UID:{}", uuid(season, id)));
        out.add(&format!("DTSTAMP:{}", stamp(season.time)));
        out.add(&format!("DTSTART:{}", stamp(at)));
        out.add(&format!("SUMMARY:{}", escaped(&format!("{title}: {what}"))));
        out.add("END:VEVENT");
    };
    for round in &season.rounds {
        event(
            &format!("opens {}", round.number),
            round.opens,
            &format!("round {} opens", round.number),
        );
    }
    for (game, seen) in all {
        if let Ok(seen) = seen
            && let Some(deadline) = seen.deadline
        {
            event(
                &format!("due {game} {deadline}"),
                deadline,
                &format!("orders for {game} are due"),
            );
        }
    }
    out.add("END:VCALENDAR");
    out.0
}

/// `20260101T200000Z`.
fn stamp(time: Time) -> String {
    time.to_string().replace(['-', ':'], "")
}

fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(';', "\\;").replace(',', "\\,");
    text.chars().filter(|letter| !letter.is_control()).collect()
}

struct Lines(String);

impl Lines {
    /// A line, folded where it is too long: never within a letter.
    fn add(&mut self, line: &str) {
        let mut width = 0;
        for letter in line.chars() {
            if width + letter.len_utf8() > LINE {
                self.0.push_str("\r\n ");
                width = 1;
            }
            self.0.push(letter);
            width += letter.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}
