//! Mail that people write to people, and that came to the program's address: the moderator gets it.

use super::notes::Notes;
use super::send::put;
use crate::base::{Problem, Time, text};
use crate::campaign::Postbox;
use crate::post::Message;
use crate::post::compose::{self, Attached, Outgoing};
use crate::post::config::Config;
use crate::referee::cycle::desk::Desk;
use crate::seal::mistaken;

/// Mails that the moderator gets in this way in a day: anybody can have them sent.
const FORWARDED: u32 = 30;
/// Of these, those that say they are from one address.
const BY_ONE: u32 = 10;
/// Bytes of a mail that go along.
const LARGEST: usize = 1024 * 1024;
/// Characters of its text that are shown.
const SHOWN: usize = 4000;

/// True of a mail that somebody wrote and that holds nothing the program takes. What a program wrote is none,
/// nor what may not be answered (RFC 3834): so nothing goes round.
pub(super) fn is_for_people(message: &Message) -> bool {
    message.manner.may_be_answered()
        && message.from.is_some()
        && message.offers.iter().all(|offer| mistaken::is_words(offer))
}

/// Forwards a mail to the moderator, once. One of the moderator's own comes back to them: nobody else has read
/// it.
pub(super) fn forward(
    post: &Postbox,
    (config, desk): (&Config, &Desk),
    (bytes, message): (&[u8], &Message),
    now: Time,
) -> Result<(), Problem> {
    let from = message.from.clone().unwrap_or_default();
    let same = |address: &str| address.trim().to_lowercase() == from;
    // Where the moderator reads this mailbox anyway, nothing is to be said.
    if config.moderator.trim().eq_ignore_ascii_case(config.from.trim()) || same(&config.from) {
        return Ok(());
    }
    let campaign = (desk.campaign.ledger.genesis().name.clone(), desk.genesis().short());
    let name = format!("forwarded-{}", message.key().short());
    if post.was_sent(&name)? || post.waiting()?.contains(&name) {
        return Ok(());
    }
    let mut notes = Notes::read(post)?;
    let room = notes.count_notice("forwarded", now, FORWARDED)
        && notes.count_notice(&format!("forwarded {from}"), now, BY_ONE);
    notes.write(post)?;
    if !room {
        return post.log(now, &format!("{name}: not forwarded: too many today"));
    }
    let own = same(&config.moderator);
    let (subject, told) = if own {
        let told = "You wrote this to the address of the program, which no player reads. It was passed on to \
                    nobody. Write to the player's own address; `adjutant rule explain TEXT` tells everybody, and \
                    `adjutant rule answer SEAT TEXT` answers a question.";
        ("your mail reached no player", told.to_owned())
    } else {
        let told = format!(
            "A mail came that says it is from {from}. The program found nothing for itself in it. Nothing shows \
             who wrote it. If you answer this mail, your answer goes to that address."
        );
        ("a mail for you", told)
    };
    let words = message.offers.iter().rev().find_map(|offer| std::str::from_utf8(offer).ok());
    let words: String = words.unwrap_or_default().chars().take(SHOWN).collect();
    let original = bytes.get(..LARGEST).unwrap_or(bytes).to_vec();
    let letter = Outgoing {
        name,
        from: (config.from.clone(), config.name.clone()),
        to: config.moderator.clone(),
        reply_to: compose::address(&from).is_ok().then(|| from.clone()).filter(|_| !own),
        subject: format!("[{}] {subject}", campaign.0),
        campaign,
        text: format!("{told} The whole mail is attached.\n\n{}\n", text::harmless(words.trim())),
        shown: None,
        attached: vec![Attached { name: "mail.eml".to_owned(), bytes: original }],
        date: now,
    };
    put(post, &letter, (None, None))?;
    post.log(now, &format!("{}: from {from}", letter.name))
}
