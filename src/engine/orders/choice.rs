//! What the reader of a view may order, unit by unit.

/// A unit, or something else that orders are about, and what may be ordered about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<O> {
    /// What it is, in a line of plain words, such as `Norway, CV, at Pell (3): 4 of 4 riders`.
    pub subject: String,
    /// True for a unit of the reader's, which is named even if there is nothing to order for it.
    pub unit: bool,
    /// What may be ordered, the most useful first. Each order would stand alone.
    pub offers: Vec<Offer<O>>,
}

/// An order that may be given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer<O> {
    /// The order.
    pub order: O,
    /// What it means, in a few words; may be empty.
    pub about: String,
}

impl<O> Choice<O> {
    /// A unit that the reader commands.
    pub fn unit(subject: impl Into<String>) -> Self {
        Self { subject: subject.into(), unit: true, offers: Vec::new() }
    }

    /// What belongs to no unit; it is not named without an offer.
    pub fn other(subject: impl Into<String>) -> Self {
        Self { subject: subject.into(), unit: false, offers: Vec::new() }
    }

    /// Adds an order.
    pub fn offer(&mut self, order: O, about: impl Into<String>) {
        self.offers.push(Offer { order, about: about.into() });
    }

    /// Adds an order, if it is wanted.
    pub fn offer_if(&mut self, wanted: bool, order: O, about: impl Into<String>) {
        if wanted {
            self.offer(order, about);
        }
    }

    /// Adds several orders, each with what it means.
    pub fn offer_all(&mut self, offers: impl IntoIterator<Item = (O, &'static str)>) {
        offers.into_iter().for_each(|(order, about)| self.offer(order, about));
    }

    /// Keeps the first offers, at most so many.
    #[must_use]
    pub fn most(mut self, count: usize) -> Self {
        self.offers.truncate(count);
        self
    }
}
