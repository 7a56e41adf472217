//! What a player does: reads a report, checks and seals an order file.

use std::sync::Arc;

use crate::base::{Cause, Digest, Problem, guard, yaml};
use crate::engine::orders::one_line;
use crate::engine::{AnyGame, AnySheet, Header, Remark, Shelf};
use crate::referee::record::campaign::{Campaign, founded, plays_edition};
use crate::referee::record::report::{Data, Report};
use crate::seal::envelope::Bound;
use crate::seal::mistaken::{self, Wanted};
use crate::seal::{Envelope, Identity, PlayerSecret, packed, sealed, sign_file, sshsig};

/// Reads a report: encrypted, with the player's identity, or decrypted by hand.
///
/// # Errors
/// If it is sealed and no key is given, or it is not a report.
pub fn report(bytes: &[u8], identity: Option<&Identity>) -> Result<Report, Problem> {
    mistaken::refuse(bytes, Wanted::Report)?;
    let plain = if sealed::is_sealed(bytes) {
        let identity = identity.ok_or_else(|| {
            Problem::usage("the report is encrypted").hint("give your key with --key FILE")
        })?;
        sealed::open(bytes, identity, sealed::HOUSE_LIMIT).map_err(|p| {
            let other = p.cause == Some(Cause::OtherKey);
            if other { p.hint("only the player it was sent to can open a report") } else { p }
        })?
    } else {
        bytes.to_vec()
    };
    let text = if packed::is_packed(&plain) {
        packed::unpack(&plain)?
    } else {
        String::from_utf8(plain).map_err(|_| Problem::refused("the report is not UTF-8"))?
    };
    Report::read(&text)
}

/// The game of a report: from the campaign's directory if there is one, else from the files that
/// come with the program, if they are the same.
///
/// # Errors
/// If neither has the files that the campaign was created with.
pub fn game(
    data: &Data,
    campaign: Option<&Campaign>,
    shelf: Shelf,
) -> Result<Arc<dyn AnyGame>, Problem> {
    plays_edition(shelf, &data.game, data.edition, &data.version)?;
    if let Some(campaign) = campaign
        && campaign.ledger.genesis_digest() == data.genesis
    {
        let genesis = campaign.ledger.genesis();
        if (&genesis.game, &genesis.options) == (&data.game, &data.options) {
            return Ok(Arc::clone(&campaign.game));
        }
        let read = |path| campaign.store.need(path);
        let format = read(crate::campaign::layout::FORMAT)?;
        let scenario = read(crate::campaign::layout::SCENARIO)?;
        return founded(shelf, &data.game, &format, &scenario, &data.options).map(Arc::from);
    }
    let shipped = shelf.named(&data.game)?.shipped();
    let is = |text: &str, digest: &Digest| Digest::of(text.as_bytes()) == *digest;
    let format = Some(shipped.format).filter(|format| is(format, &data.format));
    let scenario = shipped.scenarios.iter().find(|(_, text)| is(text, &data.scenario));
    let (Some(format), Some((_, scenario))) = (format, scenario) else {
        return Err(Problem::usage("this campaign uses its own turn format or scenario").hint(
            "read the campaign card that the moderator sent, once, with `adjutant read CARD --key \
                 FILE`, or give a copy of the campaign with -C DIR",
        ));
    };
    let (format, scenario) = (format.as_bytes(), scenario.as_bytes());
    founded(shelf, &data.game, format, scenario, &data.options).map(Arc::from)
}

/// Reads an order file that is bound to what the player's own report says.
///
/// # Errors
/// If the file as a whole would be refused: unreadable, unfit for mail, or bound to something else.
pub fn read(data: &Data, game: &dyn AnyGame, file: &[u8]) -> Result<(Header, AnySheet), Problem> {
    mistaken::refuse(file, Wanted::Orders)?;
    fit_for_mail(file)?;
    understood(data, game, file)
}

/// The same of a file whose lines mail may still break or change.
pub(super) fn understood(
    data: &Data,
    game: &dyn AnyGame,
    file: &[u8],
) -> Result<(Header, AnySheet), Problem> {
    mistaken::refuse(file, Wanted::Orders)?;
    let (header, orders) = match game.read(file) {
        Ok(read) => read,
        // What binds a file is judged before what it asks.
        Err(problem) => return bind(data, &Header::read(file)?).and(Err(problem)),
    };
    bind(data, &header)?;
    Ok((header, orders))
}

/// Checks an order file against the player's own report: the verdict that the moderator's side
/// will come to.
///
/// # Errors
/// As [`read`].
pub fn check(data: &Data, game: &dyn AnyGame, file: &[u8]) -> Result<Vec<Remark>, Problem> {
    let (_, orders) = read(data, game, file)?;
    game.check(&data.view(), &orders)
}

/// Every binding field must be what the report says.
fn bind(data: &Data, header: &Header) -> Result<(), Problem> {
    let next = data.asked()?;
    let seat = data.reader.seat().map_or("", |seat| seat.as_str());
    let fields = [
        ("campaign", header.campaign.as_str(), data.campaign.as_str()),
        ("cycle", &header.cycle.to_string(), &next.cycle.to_string()),
        ("seat", header.seat.as_str(), seat),
        ("to", &header.to, &next.recipient),
    ];
    for (field, given, wanted) in fields {
        if given != wanted {
            return Err(Problem::refused(format!("{field} is {given}, expected {wanted}"))
                .hint("start from a new template made from your latest report"));
        }
    }
    Ok(())
}

/// What the moderator's side will ask beyond the report, as far as it can be known here: the head
/// is in the ledger at hand or in the report, and the link is the next one of the key's chain.
///
/// # Errors
/// If one of them is another.
pub fn bound(
    report: &Report,
    header: &Header,
    campaign: Option<&Campaign>,
    link: Option<Digest>,
) -> Result<(), Problem> {
    let data = &report.data;
    let told = report.trailer.as_ref().is_some_and(|trailer| trailer.head == header.head);
    // A copy of the campaign may be older than the report.
    let known =
        |c: &Campaign| c.ledger.genesis_digest() != data.genesis || c.has_head(&header.head);
    if !told && !campaign.is_none_or(known) {
        return Err(Problem::refused("head is not an entry of this campaign's ledger")
            .hint("copy it from your report; if it is the same there, ask the moderator"));
    }
    if let (Some(link), Some(own)) = (header.reveal, link)
        && own != link
    {
        return Err(Problem::refused("reveal is not the link of your chain for this cycle")
            .hint("leave it out, or let `adjutant template --key FILE` fill it in"));
    }
    Ok(())
}

/// The player's link for the cycle that a proven report asks orders for. That the cycle before is over, the
/// copy of the ledger at hand has to show: a moderator can sign a report too early. Without a copy
/// `linked`, the last cycle they gave a link for, is taken to be over, and no later one.
///
/// # Errors
/// If the report asks for none, or nothing shows that this cycle is the next one.
pub fn link(
    data: &Data,
    campaign: Option<&Campaign>,
    linked: u32,
    key: &PlayerSecret,
) -> Result<Digest, Problem> {
    link_of(data, campaign, linked, &|cycle, over| key.link(&data.genesis, cycle, over))
}

/// The same of a chain that gives the link of a cycle behind another.
///
/// # Errors
/// As [`link`].
pub(super) fn link_of(
    data: &Data,
    campaign: Option<&Campaign>,
    linked: u32,
    link: &dyn Fn(u32, u32) -> Result<Digest, Problem>,
) -> Result<Digest, Problem> {
    let next = data.asked()?.cycle;
    let same = campaign.filter(|c| c.ledger.genesis_digest() == data.genesis);
    let newest = same.map(|c| c.ledger.results().next_back().map_or(0, |(cycle, _)| cycle));
    let hint = if same.is_some() {
        "bring your copy of the campaign's directory up to date; if the cycle is still open there, \
         the report came too early: show it to the other players"
    } else {
        "give a copy of the campaign's directory with -C DIR, or leave out `reveal`"
    };
    link(next, newest.unwrap_or(linked)).map_err(|p| p.hint(hint))
}

/// Lines that mail neither breaks nor changes.
pub(super) fn fit_for_mail(orders: &[u8]) -> Result<(), Problem> {
    let text = guard::guarded(orders, yaml::MAIL_LIMIT)?;
    for (n, line) in text.lines().enumerate() {
        let at = n as u64 + 1;
        if line.chars().count() > one_line::WIDTH {
            return Err(Problem::refused(format!("longer than {} columns", one_line::WIDTH))
                .spot(at, one_line::WIDTH as u64 + 1)
                .hint("run `adjutant fmt`; mail programs would break the line anywhere"));
        }
        if line.ends_with(' ') {
            return Err(Problem::refused("trailing space")
                .spot(at, line.chars().count() as u64)
                .hint("run `adjutant fmt`; mail programs would remove it"));
        }
    }
    Ok(())
}

/// Signs an order file that was read against this report and, if the phase is sealed, encrypts it to
/// the recipient whom both name. Where orders are sealed to a round of drand, [`seal_to_round`] does it.
///
/// # Errors
/// If the report asks for no orders, or nothing can be encrypted to that recipient.
pub fn seal(
    data: &Data,
    game: &dyn AnyGame,
    orders: &[u8],
    key: &PlayerSecret,
) -> Result<String, Problem> {
    let text = guard::guarded(orders, yaml::MAIL_LIMIT)?;
    let signed = sign_file(key.signing(), sshsig::ORDERS, text);
    if !game.awaited(&data.view())?.sealed {
        return Ok(signed);
    }
    sealed::seal(signed.as_bytes(), &data.asked()?.recipient.parse()?)
}

/// The same where nobody is to open it before a round of drand.
///
/// # Errors
/// As [`seal`], or if the orders are too long for that.
pub fn seal_to_round(
    data: &Data,
    (header, orders): (&Header, &str),
    key: &PlayerSecret,
    round: u64,
) -> Result<String, Problem> {
    let Header { campaign, cycle, seat, sequence, to, .. } = header.clone();
    let bound = Bound { campaign, cycle, seat, sequence, to };
    let signed = sign_file(key.signing(), sshsig::ORDERS, orders);
    let envelope = Envelope::seal(bound, &signed, round)?;
    envelope.packet(key.signing(), &data.asked()?.recipient.parse()?)
}
