//! How a text is read: its language, and whether it is the act.

use crate::domain::Language;

/// How a text is read.
#[derive(Debug, Clone, Copy)]
pub struct ReadingMode {
    pub language: Language,
    /// Whether the text is the act, of which every possible reading counts.
    pub is_source: bool,
}

impl ReadingMode {
    pub const SOURCE: Self = Self { language: Language::Ro, is_source: true };

    pub fn of(language: Language) -> Self {
        Self { language, is_source: false }
    }
}
