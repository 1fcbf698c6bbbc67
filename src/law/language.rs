//! Languages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language of the product; every article has a Romanian text.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    Ro,
    En,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::Ro, Self::En];

    /// The one of two values that belongs to the language.
    pub fn pick<T>(self, ro: T, en: T) -> T {
        match self {
            Self::Ro => ro,
            Self::En => en,
        }
    }

    /// The code in URLs, JSON and the `lang` attribute.
    pub fn code(self) -> &'static str {
        match self {
            Self::Ro => "ro",
            Self::En => "en",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Language {
    type Err = String;

    /// Reads a code in small or capital letters, also with a region, such as `ro-RO`.
    fn from_str(code: &str) -> Result<Self, Self::Err> {
        let (language, _) = code.split_once(['-', '_']).unwrap_or((code, ""));
        Self::ALL
            .into_iter()
            .find(|known| known.code().eq_ignore_ascii_case(language))
            .ok_or_else(|| format!("{code:?} is not a language; use ro or en"))
    }
}
