//! Who wrote a report. A seat's recipient is public, so anybody can encrypt a text to it: a report is
//! used only once it is proven.

use super::campaign::Campaign;
use super::office_keys::{self, Deed};
use super::report::{Data, Report};
use crate::base::{Cause, Digest, Problem};
use crate::engine::Reader;
use crate::ledger::CycleResult;
use crate::seal::{PublicKey, sshsig};

/// What a reader has at hand to prove a report with.
#[derive(Clone, Copy, Default)]
pub struct Evidence<'a> {
    /// A copy of a campaign, perhaps of another one.
    pub campaign: Option<&'a Campaign>,
    /// The key of the campaign's moderator, as the reader knows it.
    pub moderator: Option<&'a PublicKey>,
    /// The keys that held the office before, each with the first cycle whose reports it did not sign.
    pub former: &'a [(PublicKey, u32)],
}

impl<'a> Evidence<'a> {
    /// The ledger of a campaign and nothing else.
    pub fn of(campaign: &'a Campaign) -> Self {
        Self { campaign: Some(campaign), ..Self::default() }
    }
}

/// Proves that a report is the moderator's own: by the signed ledger where a copy is at hand, else
/// by the moderator's signature under it.
///
/// # Errors
/// If it is somebody else's or contradicts the ledger; with [`Cause::Unproven`] if nothing at hand
/// says who the moderator is.
pub fn prove(report: &Report, evidence: Evidence<'_>) -> Result<(), Problem> {
    let data = &report.data;
    let same = |c: &&Campaign| c.ledger.genesis_digest() == data.genesis;
    match (evidence.campaign.filter(same), evidence.moderator, &data.reader) {
        (_, _, Reader::Moderator) => Err(Problem::refused("a report of this kind is never sent")),
        (Some(campaign), _, Reader::Public) => in_the_ledger(campaign, report),
        (Some(campaign), _, Reader::Seat(_)) => in_history(campaign, report),
        (None, Some(key), Reader::Seat(_)) => {
            let former = evidence.former.iter().filter(|(_, until)| data.cycle < *until);
            let former = former.map(|(key, _)| key);
            signed_by(report, &[key].into_iter().chain(former).copied().collect::<Vec<_>>())
        }
        (None, _, Reader::Public) | (None, None, Reader::Seat(_)) => Err(unproven(data)),
    }
}

fn unproven(data: &Data) -> Problem {
    let hint = match data.reader {
        Reader::Public => "give a copy of the campaign's directory with -C DIR",
        Reader::Seat(_) | Reader::Moderator => {
            "give a copy of the campaign's directory with -C DIR, or the fingerprint of the \
             moderator's key with --moderator SHA256:…"
        }
    };
    Problem::refused("this report cannot be verified as the moderator's")
        .hint(hint)
        .cause(Cause::Unproven)
}

/// A file that the ledger lists: the public report, or one that the reveal published.
fn in_the_ledger(campaign: &Campaign, report: &Report) -> Result<(), Problem> {
    let digest = Digest::of(report.text.as_bytes());
    if campaign.ledger.files().any(|(_, listed)| *listed == digest) {
        return Ok(());
    }
    Err(Problem::refused("the ledger does not list this report")
        .hint("it was changed, or your copy of the campaign is older than the report"))
}

/// A seat's report: signed, committed to, and inviting to the cycle that the ledger opens.
fn in_history(campaign: &Campaign, report: &Report) -> Result<(), Problem> {
    if report.signed.is_none() && report.trailer.is_none() {
        return in_the_ledger(campaign, report);
    }
    let keys = office_keys::writers(campaign, report.data.cycle);
    let mut keys = keys.iter().map(|key| key.parse()).collect::<Result<Vec<_>, Problem>>()?;
    // A copy of the campaign may be older than the report: then the signature has to do, of who held
    // the office when the copy was made or got it since.
    let Some(result) = campaign.ledger.result(report.data.cycle) else {
        let (newest, genesis) = (keys[0], campaign.ledger.genesis_digest());
        let deeds = report.trailer.iter().flat_map(|trailer| &trailer.office).cloned();
        let deeds: Vec<Deed> = deeds.collect();
        keys.extend(
            office_keys::successors(&newest, &genesis, &deeds).into_iter().map(|(key, _)| key),
        );
        return signed_by(report, &keys);
    };
    signed_by(report, &keys)?;
    committed(campaign, report, result)?;
    let next = report.data.next.as_ref();
    let opening = next.and_then(|next| Some((next, campaign.ledger.opening(next.cycle)?)));
    match opening {
        Some((next, opening)) if next.recipient != opening.recipient => {
            let what = format!("the ledger opens cycle {} with another recipient", next.cycle);
            Err(Problem::refused(what).hint("show this report to the other players"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The report is the one that its cycle's result commits to.
fn committed(campaign: &Campaign, report: &Report, result: &CycleResult) -> Result<(), Problem> {
    let seat = report.data.reader.seat().map_or("", |seat| seat.as_str());
    let Some(trailer) = &report.trailer else {
        return Err(Problem::refused("the report has no proof"));
    };
    if !campaign.has_head(&trailer.head) {
        return Err(Problem::refused("the report comes from a different history than this ledger"));
    }
    let (root, size) = (&result.report_root, result.report_size);
    trailer.proof.verify(seat, report.text.as_bytes(), root, size)
}

/// The moderator's signature, under the report and its proof: with one of these keys, the first if none
/// is the signer's.
fn signed_by(report: &Report, office: &[PublicKey]) -> Result<(), Problem> {
    let signed = report.signed.as_ref();
    let signed = signed.ok_or_else(|| Problem::refused("the report is not signed"))?;
    let signer = sshsig::signer(&signed.armor).ok();
    let key = office.iter().find(|key| Some(**key) == signer).unwrap_or(&office[0]);
    sshsig::verify(key, sshsig::REPORT, signed.text.as_bytes(), &signed.armor).map_err(|p| {
        Problem::refused(format!("this report is not from the moderator: {}", p.what))
            .hint("do not answer it; ask the moderator over another channel")
    })
}
