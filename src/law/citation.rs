//! Citations of acts: their kind, number, year, date and issuer, which together identify an act.

use std::fmt;

use jiff::civil::Date;
use serde::Serialize;

use super::act_kind::ActKind;
use crate::act::Act;

/// An act as a text cites it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct CitedAct {
    #[serde(rename = "type")]
    pub kind: ActKind,
    /// The number in digits; a joint order has one for each ministry. Empty for an act without a number.
    pub numbers: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub year: Option<i16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// In the words of the text, except where the kind implies it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// The name in the citation: "societăților", "Codul fiscal".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl CitedAct {
    pub fn new(kind: ActKind, numbers: Vec<String>, year: i16) -> Self {
        let issuer = kind.issuer().map(str::to_owned);
        Self { kind, numbers, year: Some(year), date: None, issuer, name: None }
    }

    /// Whether both are the same act. Kinds whose numbers repeat across issuers also need the same issuer, unless one
    /// citation leaves the issuer out.
    pub fn is_same(&self, other: &Self) -> bool {
        let same_issuer = match (&self.issuer, &other.issuer) {
            (Some(one), Some(two)) => one.eq_ignore_ascii_case(two),
            _ => true,
        };
        self.kind == other.kind
            && self.year == other.year
            && self.numbers == other.numbers
            && (!self.kind.needs_issuer() || same_issuer)
    }

    /// The act as articles name it; `None` without a year.
    pub fn to_act(&self) -> Option<Act> {
        Some(Act {
            kind: self.kind.name().to_owned(),
            number: (!self.numbers.is_empty()).then(|| self.numbers.join("/")),
            year: self.year?,
            issuer: self.issuer.clone().filter(|_| self.kind.needs_issuer()),
        })
    }
}

impl fmt::Display for CitedAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let numbers = self.numbers.join("/");
        match (self.year, numbers.is_empty()) {
            (Some(year), true) => write!(f, " {year}"),
            (Some(year), false) if self.kind.is_european() => write!(f, " {year}/{numbers}"),
            (Some(year), false) => write!(f, " {numbers}/{year}"),
            (None, true) => Ok(()),
            (None, false) => write!(f, " {numbers}"),
        }
    }
}
