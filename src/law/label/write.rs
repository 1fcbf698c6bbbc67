//! Labels as text.

use std::fmt;

use serde::{Serialize, Serializer};

use super::one::{Label, LabelBase};
use super::range::LabelRange;
use super::roman::roman;

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            LabelBase::Arabic(number) | LabelBase::Lettered(number, _) => write!(f, "{number}")?,
            LabelBase::Roman(number) => f.write_str(&roman(*number))?,
            LabelBase::Letter(text) | LabelBase::Dotted(text) => f.write_str(text)?,
            LabelBase::Sole => f.write_str("unic")?,
        }
        self.index.iter().try_for_each(|index| write!(f, "^{index}"))?;
        match self.base {
            LabelBase::Lettered(_, letter) => write!(f, "{letter}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for LabelRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        self.last.as_ref().map_or(Ok(()), |last| write!(f, "-{last}"))
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for LabelRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
