//! An event as it is told: a value, from which every page makes its own sentences.

use std::fmt::Display;

/// How much an event matters to its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It stands at the top of the report too.
    Headline,
    /// A line of the story.
    Line,
    /// A roll, a modifier, a step: folded beneath the engagement it belongs to, and told outside
    /// engagements only step by step.
    Detail,
}

/// What an event begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opening {
    /// A section of the story, such as a phase. Its sentence is the heading.
    Section,
    /// A part of a section, such as the go of one side. Its sentence is the heading.
    Part,
    /// A moment of a section, such as an impulse: all that is told in it is one row of a table. Its sentence ends with
    /// what it is and its number, such as `impulse 18`.
    Moment,
    /// An engagement. Its sentence is the heading, and what belongs to it follows.
    Engagement,
    /// A step, shown with its own map where a story is told step by step.
    Step,
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// Nothing in particular.
    Table,
    /// The engagement that was opened last.
    Engagement,
    /// A unit on its way: jumps and marches that follow each other are one line.
    Course {
        /// The unit or units.
        who: String,
        /// Where they come from.
        from: String,
        /// Where they go.
        to: String,
    },
    /// One of several like things that one party does: they are one line, `lead` and the items.
    Tally {
        /// Who does what, such as `Britain raise`.
        lead: String,
        /// What, such as `2 infantry in Wales`.
        item: String,
    },
    /// The price of what follows: it stands in brackets behind it.
    Price,
}

/// One of several like things in an engagement or a section, whatever is told between them: they
/// are one line, the lead and the items, at the place of the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toll {
    /// What they have in common, such as `destroyed:`.
    pub lead: String,
    /// What, such as `Norway`.
    pub item: String,
}

/// What goes on with the line before it, if that begins as said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequel {
    /// How that line begins, such as `Norway fires at Iris:`.
    pub of: String,
    /// What is added to it, such as `avoided: 2+3 against 6`.
    pub text: String,
}

/// A row of the table of an engagement, in place of a line there: a shot, for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What the columns are called. The rows of an engagement with the same columns are one table.
    pub columns: &'static [&'static str],
    /// One for each column.
    pub cells: Vec<String>,
    /// True if it fills in cells of the last row with the same first two.
    pub goes_on: bool,
}

/// Who takes part in the engagement that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Party {
    /// Whose it is.
    pub side: String,
    /// The unit.
    pub unit: String,
}

/// An event as its reader is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// What it begins, if it begins something.
    pub opens: Option<Opening>,
    /// How much it matters.
    pub weight: Weight,
    /// What it is about.
    pub of: Subject,
    /// What it is counted up with.
    pub toll: Option<Toll>,
    /// What it adds to the line before, in place of a line of its own.
    pub sequel: Option<Sequel>,
    /// The lead of a count from which its item is taken out again, as of what was damaged before it was lost.
    pub supersedes: Option<String>,
    /// What it puts into the table of its engagement, in place of a line of its own.
    pub row: Option<Row>,
    /// Whom it shows to take part.
    pub party: Option<Party>,
    /// How it was rolled: folded beneath the engagement that it opens or belongs to.
    pub rolls: Option<String>,
    /// The sentence, without a full stop; for a [`Subject::Price`], what stands in the brackets.
    pub text: String,
}

impl Told {
    /// A line of the story.
    pub fn line(text: impl Into<String>) -> Self {
        let (weight, of, text) = (Weight::Line, Subject::Table, text.into());
        Self {
            opens: None,
            weight,
            of,
            toll: None,
            sequel: None,
            supersedes: None,
            row: None,
            party: None,
            rolls: None,
            text,
        }
    }

    /// A line that stands at the top of the report too.
    pub fn headline(text: impl Into<String>) -> Self {
        Self { weight: Weight::Headline, ..Self::line(text) }
    }

    /// A detail.
    pub fn detail(text: impl Into<String>) -> Self {
        Self { weight: Weight::Detail, ..Self::line(text) }
    }

    /// A step of a way: steps of the same unit that follow each other are one line.
    #[must_use]
    pub fn course(mut self, who: impl Into<String>, from: impl Display, to: impl Display) -> Self {
        let (from, to) = (from.to_string(), to.to_string());
        self.of = Subject::Course { who: who.into(), from, to };
        self
    }

    /// One of several like things: behind what is common to them, such as `Britain raise`.
    #[must_use]
    pub fn tally(mut self, lead: impl Into<String>) -> Self {
        let (lead, item) = (lead.into(), self.text);
        self.text = format!("{lead} {item}");
        self.of = Subject::Tally { lead, item };
        self
    }

    /// One of several like things in its engagement or section: behind what is common to them,
    /// such as `destroyed:`.
    #[must_use]
    pub fn toll(mut self, lead: impl Into<String>, item: impl Into<String>) -> Self {
        self.toll = Some(Toll { lead: lead.into(), item: item.into() });
        self
    }

    /// Goes on with what begins so: the detail before it, or outside engagements the last line of the section that does.
    #[must_use]
    pub fn sequel(mut self, of: impl Into<String>, text: impl Into<String>) -> Self {
        self.sequel = Some(Sequel { of: of.into(), text: text.into() });
        self
    }

    /// Takes its item out of another count, such as `damaged:`.
    #[must_use]
    pub fn supersedes(mut self, lead: impl Into<String>) -> Self {
        self.supersedes = Some(lead.into());
        self
    }

    /// Puts it into the table of its engagement, where what happened is told as a whole.
    #[must_use]
    pub fn row<const N: usize>(
        mut self,
        columns: &'static [&'static str; N],
        cells: [String; N],
    ) -> Self {
        self.row = Some(Row { columns, cells: cells.into(), goes_on: false });
        self
    }

    /// Fills in cells of the last row there with the same first two cells.
    #[must_use]
    pub fn fills<const N: usize>(
        mut self,
        columns: &'static [&'static str; N],
        cells: [String; N],
    ) -> Self {
        self.row = Some(Row { columns, cells: cells.into(), goes_on: true });
        self
    }

    /// Shows that a unit of a side takes part in the engagement that is open.
    #[must_use]
    pub fn party(mut self, side: impl Into<String>, unit: impl Into<String>) -> Self {
        self.party = Some(Party { side: side.into(), unit: unit.into() });
        self
    }

    /// Says how it was rolled, apart from the sentence.
    #[must_use]
    pub fn rolls(mut self, rolls: impl Into<String>) -> Self {
        self.rolls = Some(rolls.into());
        self
    }

    /// Makes it part of the engagement that was opened last, if it is.
    #[must_use]
    pub fn engaged_if(self, so: bool) -> Self {
        if so { self.engaged() } else { self }
    }

    /// Makes it the beginning of something.
    #[must_use]
    pub fn opens(mut self, opening: Opening) -> Self {
        self.opens = Some(opening);
        if opening == Opening::Engagement {
            self.of = Subject::Engagement;
        }
        self
    }

    /// Puts it into the engagement that was opened last.
    #[must_use]
    pub fn engaged(self) -> Self {
        self.of(Subject::Engagement)
    }

    /// Says what it is about.
    #[must_use]
    pub fn of(mut self, of: Subject) -> Self {
        self.of = of;
        self
    }
}
