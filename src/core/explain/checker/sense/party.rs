//! A party by the words that name it.

/// A party with its names in Romanian and in English.
#[derive(Debug)]
pub(in super::super) struct Party {
    pub ro: &'static [&'static str],
    pub en: &'static [&'static str],
    /// More Romanian words of an act that stand for it.
    pub also: &'static [&'static str],
    /// Whether its words are so general that they may stand for most parties: "firma", "agenția", "angajații".
    pub is_general: bool,
}

pub(super) const fn party(
    ro: &'static [&'static str],
    en: &'static [&'static str],
    also: &'static [&'static str],
) -> Party {
    Party { ro, en, also, is_general: false }
}

impl Party {
    /// The same, by words that may stand for most parties.
    pub(super) const fn in_general(self) -> Self {
        Self { is_general: true, ..self }
    }
}
