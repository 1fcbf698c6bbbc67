//! Everyday words, and what laws and articles call the same thing, in both languages.
//!
//! `synonyms.json` is the one list: for articles, for duties, and for the English words of Romanian domains.

use std::sync::LazyLock;

use serde::Deserialize;

use super::analysis::root;
use super::words::{is_significant, words};
use crate::domain::Language;

/// Words of a query that laws also write in another way. Articles match with any of these.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Everyday {
    /// As typed.
    pub text: String,
    /// The typed words, folded.
    pub own: Vec<String>,
    /// The words of laws.
    pub meant: &'static Meant,
}

/// What laws call something, in one language or both.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Meant([Option<Wording>; Language::ALL.len()]);

/// A way to name something.
#[derive(Debug, PartialEq, Eq)]
struct Wording {
    text: String,
    /// Folded.
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    typed: Vec<String>,
    #[serde(default)]
    ro: Option<String>,
    #[serde(default)]
    en: Option<String>,
}

struct Synonym {
    typed: Vec<Wording>,
    meant: Meant,
}

static SYNONYMS: LazyLock<Vec<Synonym>> = LazyLock::new(|| {
    let entries: Vec<Entry> = serde_json::from_str(include_str!("synonyms.json"))
        .expect("reading the synonyms cannot fail: they are part of the program");
    let synonym = |Entry { typed, ro, en }: Entry| Synonym {
        typed: typed.into_iter().map(Wording::new).collect(),
        meant: Meant(Language::ALL.map(|language| match language {
            Language::Ro => ro.clone().map(Wording::new),
            Language::En => en.clone().map(Wording::new),
        })),
    };
    entries.into_iter().map(synonym).collect()
});

impl Wording {
    fn new(text: String) -> Self {
        let words = words(&text).map(|word| word.folded).filter(|folded| is_significant(folded)).collect();
        Self { text, words }
    }

    /// Whether these folded words begin with its words, in any form.
    fn begins<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> bool {
        let mut words = words.into_iter();
        self.words.iter().all(|own| words.next().is_some_and(|word| root(word) == root(own)))
    }
}

impl Meant {
    /// The text in this language, or else in the other.
    pub(super) fn text(&self, language: Language) -> &str {
        let own = self.0[language as usize].as_ref();
        own.or_else(|| self.0.iter().flatten().next()).map_or("", |wording| &wording.text)
    }
}

impl Everyday {
    /// The everyday words with which the typed words begin; each as typed, and folded.
    pub(super) fn beginning(words: &[(&str, &str)]) -> Option<Self> {
        let folded = || words.iter().map(|(_, folded)| *folded);
        let known = SYNONYMS.iter().flat_map(|synonym| synonym.typed.iter().map(|typed| (typed, &synonym.meant)));
        let (typed, meant) =
            known.filter(|(typed, _)| typed.begins(folded())).max_by_key(|(typed, _)| typed.words.len())?;
        let (text, own) = words.iter().take(typed.words.len()).copied().unzip::<_, _, Vec<_>, Vec<_>>();
        Some(Self { text: text.join(" "), own: own.into_iter().map(str::to_owned).collect(), meant })
    }

    /// The typed words, and those of laws.
    pub(super) fn alternatives(&self) -> impl Iterator<Item = &[String]> {
        let meant = self.meant.0.iter().flatten().map(|wording| wording.words.as_slice());
        std::iter::once(self.own.as_slice()).chain(meant)
    }
}

/// The English words of a Romanian expression, such as a domain.
pub(super) fn english_of(romanian: &str) -> impl Iterator<Item = &'static str> {
    let typed = Wording::new(romanian.to_owned());
    let same = move |synonym: &&Synonym| {
        let own = synonym.meant.0[Language::Ro as usize].as_ref();
        own.is_some_and(|own| {
            own.words.len() == typed.words.len() && own.begins(typed.words.iter().map(String::as_str))
        })
    };
    SYNONYMS.iter().filter(same).flat_map(|synonym| {
        let english = synonym.meant.0[Language::En as usize].iter();
        synonym.typed.iter().chain(english).map(|wording| wording.text.as_str())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_everyday_word_has_one_meaning_in_other_words() {
        let mut seen = HashSet::new();
        for Synonym { typed, meant } in SYNONYMS.iter() {
            assert!(meant.0.iter().flatten().count() > 0, "{typed:?}");
            for wording in typed {
                let roots: Vec<&str> = wording.words.iter().map(|word| root(word)).collect();
                assert!(!roots.is_empty(), "{wording:?}");
                assert!(meant.0.iter().flatten().all(|meant| meant.words != wording.words), "{wording:?}");
                assert!(seen.insert(roots), "{wording:?} twice");
            }
        }
    }

    #[test]
    fn the_longest_expression_is_meant_in_any_form() {
        let meant = |query: &str, language| {
            let folded: Vec<String> = words(query).map(|word| word.folded).collect();
            let typed: Vec<(&str, &str)> = folded.iter().map(|word| (word.as_str(), word.as_str())).collect();
            Everyday::beginning(&typed).map(|everyday| (everyday.own.len(), everyday.meant.text(language).to_owned()))
        };
        assert_eq!(meant("situatiilor financiare", Language::Ro), Some((2, "bilanț".to_owned())));
        assert_eq!(meant("apartamentul meu", Language::En), Some((1, "home".to_owned())));
        assert_eq!(meant("vat rates", Language::En), Some((1, "TVA".to_owned())));
        assert_eq!(meant("telefon", Language::Ro), None);
    }

    #[test]
    fn a_romanian_domain_has_english_words() {
        let english = |domain: &str| english_of(domain).collect::<Vec<_>>();
        assert_eq!(english("vamă"), ["customs"]);
        assert_eq!(english("terenuri agricole"), ["farmland", "agricultural land", "farm land"]);
        assert_eq!(english("pescuit"), Vec::<&str>::new());
    }
}
