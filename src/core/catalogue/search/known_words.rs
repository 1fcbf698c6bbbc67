//! The words that texts repeat, each with its terms, which are made once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::analysis::{Stems, beginning};
use super::spellings::is_spelled;
use super::words::folded;
use crate::domain::Language;

/// Most words that are kept. The most frequent words are soon kept again.
const MOST_KNOWN: usize = 8_192;

/// A word as texts write it.
pub(super) struct KnownWord {
    pub folded: Arc<str>,
    pub stem: Box<str>,
    pub beginning: Option<Box<str>>,
    /// In lower case, if it is one that readers may mistype.
    pub spelling: Option<Arc<str>>,
    /// For each list of terms, the last article in whose list it is.
    last_in: [u32; WordList::COUNT],
}

/// A list of terms in which a word stands once for each article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordList {
    Beginnings,
    TitleBeginnings,
    Typed,
    Spelled,
}

impl WordList {
    const COUNT: usize = 4;
}

impl KnownWord {
    /// Whether the word is new in the list of this article, in which it stands from then on.
    pub(super) fn is_new_in(&mut self, list: WordList, article: u32) -> bool {
        std::mem::replace(&mut self.last_in[list as usize], article) != article
    }
}

/// The words of texts of one language.
pub(super) struct KnownWords {
    language: Language,
    stems: Stems,
    known: Vec<KnownWord>,
    /// The places in `known` of words as they are written; `None` for letters that cannot be folded.
    places: FxHashMap<Box<str>, Option<usize>>,
}

impl KnownWords {
    pub(super) fn new(language: Language) -> Self {
        Self { language, stems: Stems::new(), known: Vec::new(), places: FxHashMap::default() }
    }

    /// The word that is written like this.
    pub(super) fn word(&mut self, written: &str) -> Option<&mut KnownWord> {
        let place = match self.places.get(written) {
            Some(place) => *place,
            None => self.keep(written),
        };
        self.known.get_mut(place?)
    }

    /// Keeps a word, and returns its place.
    fn keep(&mut self, written: &str) -> Option<usize> {
        if self.places.len() >= MOST_KNOWN {
            self.places.clear();
            self.known.clear();
        }
        let place = self.read(written).map(|word| {
            self.known.push(word);
            self.known.len() - 1
        });
        self.places.insert(written.into(), place);
        place
    }

    fn read(&mut self, written: &str) -> Option<KnownWord> {
        let folded: Arc<str> = folded(written)?.into();
        let spelling = is_spelled(&folded).then(|| {
            let lower = written.to_lowercase();
            if lower == *folded { Arc::clone(&folded) } else { lower.into() }
        });
        Some(KnownWord {
            stem: self.stems.of(&folded, self.language).into(),
            beginning: beginning(&folded).map(Into::into),
            spelling,
            folded,
            last_in: [0; WordList::COUNT],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_same_terms_also_after_more_words_than_are_kept() {
        let mut known = KnownWords::new(Language::Ro);
        for round in 0..2 {
            for number in 0..MOST_KNOWN {
                assert!(known.word(&format!("taxa{number}")).is_some(), "{round}");
            }
            let word = known.word("Declarațiile").expect("a word");
            assert_eq!((&*word.folded, word.beginning.as_deref()), ("declaratiile", Some("declar")));
            assert_eq!(*word.stem, *Stems::new().of("declaratiile", Language::Ro));
            assert_eq!(word.spelling.as_deref(), Some("declarațiile"));
        }
        assert!(known.known.len() <= MOST_KNOWN && known.places.len() <= MOST_KNOWN);
        assert!(known.word("--").is_none());
    }

    #[test]
    fn a_word_is_new_once_in_each_list_of_an_article() {
        let mut known = KnownWords::new(Language::En);
        let word = known.word("taxes").expect("a word");
        let new = [(WordList::Typed, 1), (WordList::Typed, 1), (WordList::Spelled, 1), (WordList::Typed, 2)];
        assert_eq!(new.map(|(list, article)| word.is_new_in(list, article)), [true, false, true, true]);
    }
}
