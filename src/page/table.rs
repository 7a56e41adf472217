//! Tables.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Text;

/// A table, built row by row: `Table::new().left("Ship").right("Hits").row(["Norway", "3"])`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Table {
    /// What the table shows, if it needs saying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows; each has one cell for each column.
    pub rows: Vec<Vec<Text>>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Column {
    /// Its heading.
    pub title: String,
    /// To which side its cells are set.
    pub align: Align,
}

/// To which side the cells of a column are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

impl Table {
    /// A table without columns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says what the table shows.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = Some(caption.into());
        self
    }

    /// Adds a column of words.
    #[must_use]
    pub fn left(self, title: impl Into<String>) -> Self {
        self.column(title, Align::Left)
    }

    /// Adds a column of numbers.
    #[must_use]
    pub fn right(self, title: impl Into<String>) -> Self {
        self.column(title, Align::Right)
    }

    /// Adds a row.
    ///
    /// # Panics
    /// If it does not have one cell for each column.
    #[must_use]
    pub fn row<T: Into<Text>>(mut self, cells: impl IntoIterator<Item = T>) -> Self {
        let cells: Vec<Text> = cells.into_iter().map(Into::into).collect();
        assert_eq!(cells.len(), self.columns.len(), "a row has one cell for each column");
        self.rows.push(cells);
        self
    }

    /// Adds columns of words.
    #[must_use]
    pub fn lefts<T: Into<String>>(self, titles: impl IntoIterator<Item = T>) -> Self {
        titles.into_iter().fold(self, Self::left)
    }

    /// Adds columns of numbers.
    #[must_use]
    pub fn rights<T: Into<String>>(self, titles: impl IntoIterator<Item = T>) -> Self {
        titles.into_iter().fold(self, Self::right)
    }

    /// Adds rows.
    ///
    /// # Panics
    /// If one does not have one cell for each column.
    #[must_use]
    pub fn rows<T: Into<Text>, R: IntoIterator<Item = T>>(
        self,
        rows: impl IntoIterator<Item = R>,
    ) -> Self {
        rows.into_iter().fold(self, Self::row)
    }

    /// The table without the columns in which no row has a word; all of it if there is none with any.
    pub fn filled(&self) -> Cow<'_, Self> {
        let has = |n: usize| self.rows.iter().any(|row| row.get(n).is_some_and(|c| !c.is_empty()));
        let kept: Vec<usize> = (0..self.columns.len()).filter(|n| has(*n)).collect();
        if kept.is_empty() || kept.len() == self.columns.len() {
            return Cow::Borrowed(self);
        }
        let row = |row: &Vec<Text>| {
            kept.iter().map(|n| row.get(*n).cloned().unwrap_or_default()).collect()
        };
        Cow::Owned(Self {
            caption: self.caption.clone(),
            columns: kept.iter().map(|n| self.columns[*n].clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
        })
    }

    fn column(mut self, title: impl Into<String>, align: Align) -> Self {
        self.columns.push(Column { title: title.into(), align });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_rows_come_one_by_one_or_together() {
        let (one, two) = (["Norway", "Pell", "3"], ["Asia", "Viking", "1"]);
        let single = Table::new().left("Ship").left("At").right("Hits").row(one).row(two);
        let table = Table::new().lefts(["Ship", "At"]).rights(["Hits"]).rows([one, two]);
        assert_eq!(table, single);
    }

    #[test]
    fn columns_without_a_word_can_be_left_out() {
        let ships = Table::new().lefts(["Ship", "Condition", "At"]);
        let table = ships.clone().row(["Norway", "", "Pell"]).row(["Asia", " ", ""]);
        let expected = Table::new().lefts(["Ship", "At"]).row(["Norway", "Pell"]).row(["Asia", ""]);
        assert_eq!(*table.filled(), expected);
        assert_eq!(*expected.filled(), expected);
        assert_eq!(*ships.filled(), ships);
    }

    #[test]
    #[should_panic(expected = "one cell for each column")]
    fn rows_fit_the_columns() {
        let _ = Table::new().left("Ship").row(["Norway", "3"]);
    }
}
