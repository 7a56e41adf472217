use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::base::Problem;
use crate::campaign::{Store, layout, world};
use crate::cli::context::{CAMPAIGN_SECRET, Context, KeyArgs, keys_beside};
use crate::cli::new::fresh_keys;
use crate::cli::terminal::tell;
use crate::league::rules::FILE;
use crate::ledger::check_name;

/// Create a league: a directory with `league.yaml` to edit, and keys beside it.
///
/// One pair of keys serves all its campaigns; what the end of one reveals opens no other. Back them up.
#[derive(Debug, Args)]
pub(super) struct New {
    /// Directory for the new league; must be empty or not exist.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The game.
    #[arg(long, default_value = "")]
    game: String,
    /// Who meets whom.
    #[arg(long, value_enum, default_value = "swiss")]
    form: Form,
}

/// The forms of a season.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Form {
    /// Everybody meets everybody.
    RoundRobin,
    /// Players with equal points meet.
    Swiss,
    /// The loser is out.
    Knockout,
    /// Members challenge those above them.
    Ladder,
    /// Tables with as many players as the game has seats.
    Groups,
}

impl Form {
    fn line(self) -> &'static str {
        match self {
            Self::RoundRobin => "form: {round-robin: {double: false}}",
            Self::Swiss => "form: {swiss: {rounds: 5}}",
            Self::Knockout => "form: {knockout: {}}",
            Self::Ladder => "form: {ladder: {reach: 3, rounds: 10}}",
            Self::Groups => "form: {groups: {rounds: 3, promote: 1}}",
        }
    }
}

/// What no repository should have.
const IGNORED: &str = "*.key\n*.keys/\n*.secret\n*.post/\n*.address\nrun.log\n";

impl New {
    pub(super) fn run(self, context: &Context, args: &KeyArgs) -> Result<(), Problem> {
        let name = self.directory.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        check_name(&name)?;
        let game = context.shelf.named(&self.game)?.name();
        Store::vacant(&self.directory)?;
        let folder = args.keys.clone().unwrap_or_else(|| keys_beside(&self.directory));
        if folder.join(CAMPAIGN_SECRET).exists() {
            return Err(Problem::usage("there are already keys")
                .at(folder.display())
                .hint("give another directory with --keys DIR"));
        }
        fresh_keys(&folder)?;
        let write = |path: &str, text: &str| {
            world::write_new(&self.directory.join(path), text.as_bytes(), false)
        };
        let ignored = format!("{}\n{}/\n{IGNORED}", layout::LOCK, layout::UNFINISHED);
        write(".gitignore", &ignored)?;
        write(".gitattributes", "* -text\n")?;
        write("campaign.yaml", CALENDAR)?;
        write(FILE, &text(&name, game, self.form))?;
        let (dir, keys) = (self.directory.display(), folder.display());
        let words = format!("league    {name}\ndirectory {dir}\nkeys      {keys}\n");
        let value = json!({"league": name, "directory": dir.to_string(), "keys": keys.to_string()});
        context.answer(&words, &value)?;
        tell!(
            "back up the keys and never publish them\n\
             next: edit {dir}/{FILE} and {dir}/campaign.yaml, then run \
             `adjutant -C {dir} league announce`"
        );
        Ok(())
    }
}

/// The calendar to begin with.
const CALENDAR: &str = "\
zone: UTC
deadlines: {every: [friday 20:00], at-least: 4d}
early-close: 1h
reminders: [48h]
extensions: {each: 1, by: 2d}
absences: {days: 14}
drop-after: 2
";

fn text(name: &str, game: &str, form: Form) -> String {
    format!(
        "\
# What a season is played by. It is fixed when the season is announced.
name: {name}
game: {game}
# scenarios: [one, another]       # each round's is drawn among them
# options: {{an-option: \"yes\"}}
calendar: campaign.yaml           # the calendar that all games have
{form}
scoring: {{win: 2, draw: 1, loss: 0, bye: 2, forfeit: 0}}
tie-breaks: [direct, buchholz, sonneborn-berger, wins]
drop-outs: forfeit                # or play-on: the game goes on with the seat open
empty-seats: bye                  # or staff: the computer plays
# staff: veteran                  # how well: recruit, regular or veteran
ratings: true
",
        form = form.line()
    )
}
