//! References to the official gazette (Monitorul Oficial).

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::date;
use super::language::Language;

/// An issue of the gazette; `bis` is a supplement with the same number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gazette {
    pub part: String,
    pub number: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bis: bool,
    pub date: Date,
}

impl Gazette {
    /// The reference in the form usual in `language`.
    pub fn citation(&self, language: Language) -> String {
        let Self { part, number, .. } = self;
        let bis = if self.bis { " bis" } else { "" };
        let day = date::long(self.date, language);
        match language {
            Language::Ro => format!("Monitorul Oficial, Partea {part}, nr. {number}{bis} din {day}"),
            Language::En => format!("Official Gazette, Part {part}, no. {number}{bis} of {day}"),
        }
    }
}
