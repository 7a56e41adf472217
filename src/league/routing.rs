//! Mail that lies unsorted before the campaigns of an object store: it goes to the inbox of the campaign that it names.

use std::collections::BTreeMap;

use crate::base::{Digest, Problem, Time};
use crate::campaign::{Campaigns, Shard, postbox};
use crate::post::Message;

/// Bytes of a packet in the clear in which its campaign is looked for.
const HEAD: usize = 4096;

/// What becomes of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Routed {
    /// It was laid into the inbox of this campaign, under this name.
    Laid {
        /// The campaign.
        campaign: String,
        /// Its name in the inbox.
        mail: String,
    },
    /// It is for a campaign of another shard, which finds it as well.
    Elsewhere,
    /// It names no campaign that is there.
    Nameless,
}

/// What lies in the inbox for the campaigns of a shard.
#[derive(Debug, Default)]
pub struct Lying {
    /// Mails by the campaign that they are for.
    pub inbox: BTreeMap<String, Vec<String>>,
    /// Where mails are that name no campaign.
    pub nameless: Vec<String>,
}

/// What lies in the inbox for campaigns of a shard. Of what is unsorted every shard takes its own, so that no deadline
/// passes while a mail for it waits for another shard.
///
/// # Errors
/// If the store does not answer.
pub fn lying(campaigns: &Campaigns, shard: Shard, now: Time) -> Result<Lying, Problem> {
    let (mut lying, mut unsorted) = (Lying::default(), Vec::new());
    campaigns.pages("inbox/", |names| {
        unsorted.extend(names.into_iter().filter(|name| !name.contains('/')));
        Ok(())
    })?;
    for name in unsorted {
        let place = format!("inbox/{name}");
        let Some(bytes) = campaigns.read(&place)? else { continue };
        let arrived = postbox::arrived(&name).unwrap_or(now);
        match routed(campaigns, shard, &bytes, arrived)? {
            Routed::Laid { .. } => campaigns.remove(&place)?,
            Routed::Nameless => lying.nameless.push(place),
            Routed::Elsewhere => {}
        }
    }
    // Only now: the same shard, started twice, may have sorted a mail since it was listed, or just before. One that is
    // unsorted no more was laid before it was removed there.
    campaigns.pages("inbox/", |names| {
        for name in names {
            if let Some((campaign, _)) = name.split_once('/').filter(|(name, _)| shard.has(name)) {
                lying.inbox.entry(campaign.to_owned()).or_default().push(name);
            }
        }
        Ok(())
    })?;
    Ok(lying)
}

/// Lays a mail into the inbox of the first campaign that it names and that is there, if that is one of this shard. Its
/// name there follows from its bytes and its arrival, so that whoever is killed and lays it again lays the same.
///
/// # Errors
/// If the store does not answer.
pub fn routed(
    campaigns: &Campaigns,
    shard: Shard,
    bytes: &[u8],
    arrived: Time,
) -> Result<Routed, Problem> {
    let (names, digest) = (named(bytes), Digest::of(bytes).to_string());
    // Of what names nothing one shard speaks.
    let speaks =
        if names.is_empty() { shard.has(&digest) } else { names.iter().any(|n| shard.has(n)) };
    if !speaks {
        return Ok(Routed::Elsewhere);
    }
    for campaign in names {
        if campaigns.has(&campaign)? {
            if !shard.has(&campaign) {
                return Ok(Routed::Elsewhere);
            }
            let mail = format!("{campaign}/{}-{}.eml", postbox::stamped(arrived), &digest[..16]);
            campaigns.claim(&format!("inbox/{mail}"), bytes)?;
            return Ok(Routed::Laid { campaign, mail });
        }
    }
    Ok(Routed::Nameless)
}

/// The campaigns that a mail names: packets in the clear by their field `campaign`, which is signed, then what the mail
/// answers.
fn named(bytes: &[u8]) -> Vec<String> {
    let message = Message::read(bytes);
    let mut names: Vec<String> = Vec::new();
    let fields = message.offers.iter().filter_map(|offer| field(offer));
    for name in fields.chain(message.names.iter().cloned()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// `pell` of a line `campaign: pell#9f3c0a12`.
fn field(offer: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&offer[..offer.len().min(HEAD)]);
    let value = head.lines().find_map(|line| line.strip_prefix("campaign:"))?;
    let (name, _) = value.trim().trim_matches(['"', '\'']).split_once('#')?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_names_its_campaign_in_a_packet_a_subject_or_what_it_answers() {
        let cases: [(&str, &[&str]); 6] = [
            ("From: a@b\nSubject: Re: [pell-1] report of cycle 3\n\nhere\n", &["pell-1"]),
            (
                "From: a@b\nSubject: orders\nIn-Reply-To: <fen.report-0003-union.9f3c0a12@c>\n\nhere\n",
                &["fen"],
            ),
            (
                "From: a@b\nSubject: [list] [pell]\n\ncampaign: moor#9f3c\n",
                &["moor", "list", "pell"],
            ),
            ("adjutant: orders-v1\ncampaign: \"pell#9f3c0a12\"\n", &["pell"]),
            ("From: a@b\nSubject: hello\n\nwhen do we begin?\n", &[]),
            ("", &[]),
        ];
        for (mail, expected) in cases {
            assert_eq!(named(mail.as_bytes()), expected, "{mail}");
        }
    }
}
