//! Topics: each article has one, and readers can follow them. The operator can edit them.

use serde::{Deserialize, Serialize};

use paragraf_law::language::Language;

/// A topic's id (lower-case letters, digits, hyphens) and its name in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    pub id: String,
    pub ro: String,
    pub en: String,
    /// Position in lists, lowest first.
    pub position: u32,
}

impl Topic {
    pub fn name(&self, language: Language) -> &str {
        language.pick(&self.ro, &self.en)
    }
}

/// The id of the topic of acts that no other topic fits, such as the rules of divorce or of the penal code.
pub const OTHER: &str = "altele";

/// The topics of a new store.
pub fn defaults() -> Vec<Topic> {
    [
        ("inchirieri", "Închirieri", "Renting out"),
        ("afaceri", "Afaceri", "Running a business"),
        ("fiscalitate", "Taxe și contabilitate", "Taxes and accounting"),
        ("munca", "Muncă și salarii", "Employment"),
        ("finante", "Finanțe și credite", "Finance"),
        ("terenuri", "Terenuri agricole", "Farmland"),
        ("subventii", "Subvenții agricole", "Farm subsidies"),
        ("consumatori", "Consumatori", "Consumers"),
        ("digital", "Date și digital", "Data and digital"),
        ("constructii", "Construcții și imobiliare", "Building and property"),
        (OTHER, "Alte domenii", "Other fields"),
    ]
    .into_iter()
    .zip(1..)
    .map(|((id, ro, en), position)| Topic { id: id.into(), ro: ro.into(), en: en.into(), position })
    .collect()
}
