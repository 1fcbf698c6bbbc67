//! Slugs: the names of articles in URLs, used as their ids.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::text;
use super::text_form::text_form;

/// `[a-z0-9-]{1,120}`, neither beginning nor ending with a hyphen.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Slug(String);

impl Slug {
    pub const MAX_LEN: usize = 120;

    pub fn parse(text: &str) -> Option<Self> {
        text::is_trimmed_id(text, Self::MAX_LEN).then(|| Self(text.to_owned()))
    }

    /// Derives a slug from a title, folded and cut between words; `None` if no letter or digit is left.
    pub fn from_title(title: &str) -> Option<Self> {
        let mut slug = String::new();
        for word in text::fold(title).split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            if slug.len() + word.len() + 1 > Self::MAX_LEN {
                break;
            }
            if !slug.is_empty() {
                slug.push('-');
            }
            slug.push_str(word);
        }
        Self::parse(&slug)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

text_form! {
    Slug, String;
    from text => {
        let most = Self::MAX_LEN;
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a slug; use a-z, 0-9 and hyphens, 1 to {most}"))
    };
    into slug => slug.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_slug_without_its_diacritics() {
        let slug = Slug::from_title("Închirierea pe termen lung: ce știi și ce plătești?").map(String::from);
        assert_eq!(slug.as_deref(), Some("inchirierea-pe-termen-lung-ce-stii-si-ce-platesti"));
        assert_eq!(Slug::from_title("—?!"), None);
        assert!(Slug::from_title(&"cuvânt ".repeat(60)).is_some_and(|slug| slug.as_str().len() <= 120));
    }

    #[test]
    fn a_slug_is_refused_outside_its_alphabet() {
        for bad in ["", "Mare", "a b", "-a", "a-", "ș", &"a".repeat(121)] {
            assert_eq!(Slug::parse(bad), None, "{bad}");
        }
    }
}
