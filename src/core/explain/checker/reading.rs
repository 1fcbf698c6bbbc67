//! How a text is read: its language, and whether it is the act.

use crate::domain::Language;

/// How a text is read.
#[derive(Debug, Clone, Copy)]
pub struct ReadingMode {
    pub language: Language,
    /// Whether the text is the source act; then all readings of an ambiguous number are accepted.
    pub is_source: bool,
}

impl ReadingMode {
    pub const SOURCE: Self = Self { language: Language::Ro, is_source: true };

    pub fn of(language: Language) -> Self {
        Self { language, is_source: false }
    }
}
