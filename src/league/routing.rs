//! Mail that lies unsorted before the campaigns of an object store: it goes to the inbox of the campaign that it names.

use crate::base::{Digest, Problem, Time};
use crate::campaign::{Campaigns, postbox};
use crate::post::Message;

/// Bytes of a packet in the clear in which its campaign is looked for.
const HEAD: usize = 4096;

/// Lays a mail into the inbox of the first campaign that it names and that is there. Its name there follows from its
/// bytes and its arrival, so that whoever is killed and lays it again lays the same. The campaign, and its name in the
/// inbox; none if it names no campaign that is there.
///
/// # Errors
/// If the store does not answer.
pub fn routed(
    campaigns: &Campaigns,
    bytes: &[u8],
    arrived: Time,
) -> Result<Option<(String, String)>, Problem> {
    for name in named(bytes) {
        if campaigns.has(&name)? {
            let digest = Digest::of(bytes).to_string();
            let laid = format!("{name}/{}-{}.eml", postbox::stamped(arrived), &digest[..16]);
            campaigns.claim(&format!("inbox/{laid}"), bytes)?;
            return Ok(Some((name, laid)));
        }
    }
    Ok(None)
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
