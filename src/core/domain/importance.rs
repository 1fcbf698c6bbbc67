//! The importance of a change.

use std::fmt;

use serde::{Deserialize, Serialize};

use paragraf_law::language::Language;

/// From 1 to 5: trivial, minor, moderate, important, urgent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Importance(u8);

impl Importance {
    /// The number of levels.
    pub const LEVELS: usize = 5;
    pub const TRIVIAL: Self = Self(1);
    pub const MODERATE: Self = Self(3);
    pub const IMPORTANT: Self = Self(4);
    pub const URGENT: Self = Self(5);

    pub fn new(level: u8) -> Option<Self> {
        (1..=5).contains(&level).then_some(Self(level))
    }

    pub fn level(self) -> u8 {
        self.0
    }

    /// The word shown beside the colour.
    pub fn label(self, language: Language) -> &'static str {
        match (language, self.0) {
            (Language::Ro, 1) => "Trivial",
            (Language::Ro, 2) => "Minor",
            (Language::Ro, 3) => "Moderat",
            (Language::Ro, 4) => "Important",
            (Language::Ro, _) => "Urgent",
            (Language::En, 1) => "Trivial",
            (Language::En, 2) => "Minor",
            (Language::En, 3) => "Moderate",
            (Language::En, 4) => "Important",
            (Language::En, _) => "Urgent",
        }
    }
}

impl TryFrom<u8> for Importance {
    type Error = String;

    fn try_from(level: u8) -> Result<Self, Self::Error> {
        Self::new(level).ok_or_else(|| format!("importance is {level}; it must be 1 to 5"))
    }
}

impl From<Importance> for u8 {
    fn from(importance: Importance) -> Self {
        importance.0
    }
}

impl fmt::Display for Importance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
