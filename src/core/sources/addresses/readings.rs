//! How the operator wants the columns of a list to be read.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::leaving_words::words;
use crate::domain::text::fold;

/// How the operator wants columns to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ColumnReadings {
    /// Values of addresses that have left.
    pub left: Vec<ColumnValue>,
    /// Values of subscribed addresses.
    pub subscribed: Vec<ColumnValue>,
    /// Names of columns that say nothing about leaving.
    pub ignored: Vec<String>,
    /// Whether the command has no options for readings, so that only the list can be changed.
    #[serde(skip)]
    pub fixed: bool,
}

impl ColumnReadings {
    /// The readings of a command without options for them.
    pub fn fixed() -> Self {
        Self { fixed: true, ..Self::default() }
    }

    pub(super) fn ignores(&self, column: &str) -> bool {
        self.ignored.iter().any(|name| words(name) == words(column))
    }

    pub(super) fn names(&self, column: &str) -> bool {
        self.values().any(|value| words(&value.column) == words(column))
    }

    fn values(&self) -> impl Iterator<Item = &ColumnValue> {
        self.left.iter().chain(&self.subscribed)
    }

    /// A column that is named here and not in the header.
    pub(super) fn unknown(&self, header: &[String]) -> Option<&str> {
        let mut names = self.values().map(|value| value.column.as_str()).chain(self.ignored.iter().map(String::as_str));
        names.find(|name| !header.iter().any(|column| words(column) == words(name)))
    }
}

/// A value of a column, written `COLUMN=VALUE`; `COLUMN=` is an empty cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnValue {
    pub column: String,
    pub value: String,
}

impl ColumnValue {
    pub(super) fn is(&self, column: &str, cell: &str) -> bool {
        words(&self.column) == words(column) && fold(self.value.trim()) == fold(cell.trim())
    }
}

impl FromStr for ColumnValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (column, value) = text.split_once('=').ok_or("write COLUMN=VALUE, such as status=3")?;
        Ok(Self { column: column.trim().to_owned(), value: value.trim().to_owned() })
    }
}
