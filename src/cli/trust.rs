//! What nobody has to believe the moderator for, as `new` takes it: a kind of game, or one switch after the other.

use std::str::FromStr;

use clap::{Args, ValueEnum};

use super::choice::Choice;
use crate::base::{Problem, Span};
use crate::cli::terminal::tell;
use crate::engine::Lasting;
use crate::ledger::{BeaconTerms, LinkTerms, Sealing, Withheld, Witness};
use crate::referee::cycle::found::Trust;
use crate::seal::BeaconKind;
use crate::seal::beacon::QUICKNET;

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct TrustArgs {
    /// The kind of game: sets the switches that belong to it [default: club].
    #[arg(long, value_name = "KIND", default_value = "club", hide_default_value = true)]
    trust: Level,
    /// A witness who cosigns the ledger, as `witness keygen` prints them; may be repeated.
    #[arg(long = "witness", value_name = "LINE")]
    witnesses: Vec<Witness>,
    /// How many witnesses must have seen a result before it counts as witnessed [default: all].
    #[arg(long, value_name = "NUMBER", requires = "witnesses")]
    quorum: Option<usize>,
    /// Let a public value that nobody knows before the deadline go into the dice.
    #[arg(long, value_name = "KIND")]
    beacon: Option<Beacon>,
    /// Where a declared value comes from: what everyone can look up after each deadline.
    #[arg(long, value_name = "TEXT", required_if_eq("beacon", "declared"))]
    beacon_source: Option<String>,
    /// How long to wait for the value after a deadline before the cycle may go on without it [default: 3d].
    #[arg(long, value_name = "SPAN", default_value = "3d", hide_default_value = true)]
    beacon_patience: Span,
    /// Who can open orders before the deadline.
    #[arg(long, value_name = "WHOM")]
    sealed: Option<Sealed>,
    /// When players give their links for the dice: with their orders, or once the cycle is locked.
    #[arg(long, value_name = "WHEN")]
    links: Option<When>,
    /// How long to wait for links after the lock before the cycle may go on without them [default: 2d].
    #[arg(long, value_name = "SPAN", default_value = "2d", hide_default_value = true)]
    link_patience: Span,
    /// What happens to a cycle if links have not all come in time [default: absent].
    #[arg(long, value_name = "WHAT", default_value = "absent", hide_default_value = true)]
    withheld: Gone,
    /// Prove every die on the day: reports carry proofs that `verify` checks.
    #[arg(long)]
    proven_dice: bool,
    /// When a cycle is opened to everyone: `at-end`, or `after:N`, once N more cycles are resolved.
    #[arg(long, value_name = "WHEN")]
    reveal: Option<Reveal>,
}

/// When a cycle is opened for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reveal {
    /// With all others.
    AtEnd,
    /// So many cycles later.
    After(u32),
}

impl FromStr for Reveal {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let after = |text: &str| text.strip_prefix("after:")?.parse().ok().filter(|n| *n > 0);
        match (text, after(text)) {
            ("at-end", _) => Ok(Self::AtEnd),
            (_, Some(cycles)) => Ok(Self::After(cycles)),
            _ => Err("give `at-end`, or `after:3` for three cycles".to_owned()),
        }
    }
}

/// How many cycles later an open game opens each, if what the game hides does not count longer.
const OPEN_AFTER: u32 = 3;

/// How much players are to take on trust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Level {
    /// Everything can be checked once the game is over.
    Club,
    /// Witnesses, a roll call, links given once a cycle is locked, and proven dice: nobody can foresee the dice.
    League,
    /// A public beacon instead of the lock, orders that nobody can open before the deadline, a roll call, and proven dice;
    /// witnesses only if you name some. If nothing in the game stays hidden for long, each cycle is opened to everyone
    /// three or more cycles later.
    Open,
}

impl TrustArgs {
    /// True if cycles wait for a public value.
    pub(super) fn has_beacon(&self) -> bool {
        !matches!(self.kind(), Beacon::None)
    }

    /// How long links are waited for and what then becomes of a cycle, if cycles are locked before links are given.
    pub(super) fn locks(&self) -> Option<LinkTerms> {
        let usual = if self.trust == Level::League { When::AfterLock } else { When::WithOrders };
        let withheld = match self.withheld {
            Gone::Absent => Withheld::Absent,
            Gone::Wait => Withheld::Wait,
        };
        match self.links.unwrap_or(usual) {
            When::WithOrders => None,
            When::AfterLock => Some(LinkTerms { patience: self.link_patience, withheld }),
        }
    }

    /// Who can open orders before the deadline. Where another beacon was asked for, the kind of game seals to none.
    pub(super) fn sealing(&self) -> Sealing {
        let open = self.trust == Level::Open && matches!(self.kind(), Beacon::Drand);
        match self.sealed {
            Some(Sealed::Timelock) => Sealing::Timelock,
            None if open => Sealing::Timelock,
            Some(Sealed::Moderator) | None => Sealing::Moderator,
        }
    }

    fn kind(&self) -> Beacon {
        let usual = if self.trust == Level::Open { Beacon::Drand } else { Beacon::None };
        self.beacon.unwrap_or(usual)
    }

    /// What a campaign is founded with. A roll call is an option of the game, for which another value may have been
    /// given.
    pub(super) fn read(self, choice: &mut Choice) -> Result<Trust, Problem> {
        if self.trust == Level::League && self.witnesses.is_empty() {
            return Err(Problem::usage("a game of a league has at least one witness").hint(
                "add --witness LINE, as `adjutant witness keygen` prints it for somebody outside the game",
            ));
        }
        if self.trust != Level::Club {
            choice.with_roll_call();
        }
        let reveal_after = self.opens(choice)?;
        let quorum = self.quorum.unwrap_or(self.witnesses.len());
        let proven_dice = self.proven_dice || self.trust != Level::Club;
        let links = self.locks();
        let sealed = self.sealing();
        let (beacon, terms) = self.kind().terms(self.beacon_source, self.beacon_patience)?;
        sealed.check(beacon.word())?;
        Ok(Trust {
            witnesses: self.witnesses,
            quorum,
            beacon,
            terms,
            links,
            sealed,
            proven_dice,
            reveal_after,
        })
    }

    /// How many cycles later each is opened for everybody. An open game does so if the game can be played so.
    fn opens(&self, choice: &Choice) -> Result<Option<u32>, Problem> {
        match (self.reveal, self.trust) {
            (Some(Reveal::AtEnd), _) | (None, Level::Club | Level::League) => Ok(None),
            (Some(Reveal::After(cycles)), _) => Ok(Some(cycles)),
            (None, Level::Open) => match choice.charter("").lasting()? {
                Lasting::Cycles(least) => Ok(Some(least.max(OPEN_AFTER))),
                Lasting::Game(what) => {
                    tell!("cycles are open to everyone at the end, and not before: {what}");
                    Ok(None)
                }
            },
        }
    }
}

/// Who can open orders before the deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sealed {
    /// The moderator.
    Moderator,
    /// Nobody: orders are sealed to the round of drand that comes after the deadline. Needs `--beacon drand`. If drand
    /// ever shuts down, players have to send the same orders again.
    Timelock,
}

/// When players give their links.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    /// They are in the order files.
    WithOrders,
    /// In a separate word, once nobody can change orders: nobody can foresee the dice.
    AfterLock,
}

/// What becomes of a cycle whose links have not all come in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Gone {
    /// It goes on without the missing links.
    Absent,
    /// It waits until the moderator says why it goes on.
    Wait,
}

/// Where a beacon comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Beacon {
    /// There is none.
    None,
    /// Rounds of drand's quicknet, which anyone can check.
    Drand,
    /// A source of your own choice, such as a lottery.
    Declared,
}

impl Beacon {
    fn terms(
        self,
        source: Option<String>,
        patience: Span,
    ) -> Result<(BeaconKind, Option<BeaconTerms>), Problem> {
        if let (Self::None | Self::Drand, Some(_)) = (self, &source) {
            return Err(
                Problem::usage("only a declared beacon has a source").hint("add --beacon declared")
            );
        }
        let chain = Some(QUICKNET.to_owned());
        Ok(match self {
            Self::None => (BeaconKind::None, None),
            Self::Drand => (BeaconKind::Drand, Some(BeaconTerms { chain, source, patience })),
            Self::Declared => {
                (BeaconKind::Declared, Some(BeaconTerms { chain: None, source, patience }))
            }
        })
    }
}
