//! Everyday words and what laws call the same thing.

use std::sync::LazyLock;

use serde::Deserialize;

use super::words::{is_significant, words};

/// Words of a query that laws also write in another way. Articles match with either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Everyday {
    /// As typed.
    pub text: String,
    /// The typed words, folded.
    pub own: Vec<String>,
    /// The words of laws.
    pub meant: &'static Meant,
}

/// What laws call something.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Meant {
    pub text: String,
    /// Folded.
    pub words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    typed: Vec<String>,
    meant: String,
}

/// The folded words of everyday speech, and their meaning.
static SYNONYMS: LazyLock<Vec<(Vec<String>, Meant)>> = LazyLock::new(|| {
    let entries: Vec<Entry> = serde_json::from_str(include_str!("synonyms.json"))
        .expect("reading the synonyms cannot fail: they are part of the program");
    let pairs = entries.into_iter().flat_map(|Entry { typed, meant }| {
        let meant_of =
            move |text: String| (significant(&text), Meant { words: significant(&meant), text: meant.clone() });
        typed.into_iter().map(meant_of)
    });
    pairs.collect()
});

fn significant(text: &str) -> Vec<String> {
    words(text).map(|word| word.folded).filter(|folded| is_significant(folded)).collect()
}

impl Everyday {
    /// The everyday words with which the typed words begin; each as typed, and folded.
    pub(super) fn beginning(words: &[(&str, &str)]) -> Option<Self> {
        let begins = |typed: &[String]| {
            typed.len() <= words.len() && typed.iter().zip(words).all(|(typed, (_, folded))| typed == folded)
        };
        let (own, meant) = SYNONYMS.iter().filter(|(typed, _)| begins(typed)).max_by_key(|(typed, _)| typed.len())?;
        let text = words.iter().take(own.len()).map(|(text, _)| *text).collect::<Vec<_>>().join(" ");
        Some(Self { text, own: own.clone(), meant })
    }

    /// The typed words, and those of laws.
    pub(super) fn alternatives(&self) -> [&[String]; 2] {
        [&self.own, &self.meant.words]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_everyday_word_has_one_meaning_in_other_words() {
        let mut seen = HashSet::new();
        for (typed, meant) in SYNONYMS.iter() {
            assert!(!typed.is_empty() && !meant.words.is_empty() && *typed != meant.words, "{typed:?}");
            assert!(seen.insert(typed), "{typed:?} twice");
        }
    }
}
