//! Reads what a reader typed: references, phrases in quotation marks, and words. Every text is a query.

use super::lexicon::Lexicon;
use super::synonyms::Everyday;
use super::words::{is_significant, words};
use paragraf_law::lookup::{self, Reference};

/// Most words of a query, and most words of all its phrases; further ones are ignored.
const MOST_WORDS: usize = 12;
/// Most words of all ways to put the everyday words of a query.
const MOST_EVERYDAY: usize = 24;
/// Most phrases of a query; the words of further ones need not occur together.
const MOST_PHRASES: usize = 3;
/// Most references of a query; further ones are ignored.
const MOST_REFERENCES: usize = 12;

/// Years that order what a query finds, beside other words.
const YEARS: std::ops::RangeInclusive<u16> = 2010..=2039;

/// What a query asks for. An article matches if it has all phrases, one of the references, and most of the required
/// words and everyday words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ParsedQuery {
    pub references: Vec<Reference>,
    pub phrases: Vec<Phrase>,
    pub words: Vec<QueryWord>,
    pub everyday: Vec<Everyday>,
}

/// A word of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QueryWord {
    /// As typed.
    pub text: String,
    pub folded: String,
}

/// Words in quotation marks, which must occur together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    pub text: String,
    /// Folded.
    pub words: Vec<String>,
}

impl ParsedQuery {
    pub(super) fn new(query: &str, lexicon: &Lexicon) -> Self {
        let mut parsed = Self::default();
        let mut plain = String::new();
        for (text, is_quoted) in quoted(query) {
            if is_quoted && parsed.phrases.len() < MOST_PHRASES {
                parsed.take_quoted(text, lexicon);
                plain.push(' ');
            } else {
                plain.push_str(text);
            }
        }
        let lookup = lookup::read(&plain, lexicon.names());
        parsed.references.extend(lookup.references);
        parsed.references.truncate(MOST_REFERENCES);
        parsed.take_words(&lookup.rest);
        parsed
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.has_more_than_words()
    }

    fn has_more_than_words(&self) -> bool {
        !self.references.is_empty() || !self.phrases.is_empty() || !self.everyday.is_empty()
    }

    /// Whether an article must have the word. A year beside other words only orders what is found: what holds in 2027
    /// was mostly written before.
    pub(super) fn is_required(&self, word: &QueryWord) -> bool {
        !word.is_year() || !(self.has_more_than_words() || self.words.iter().any(|other| !other.is_year()))
    }

    fn take_quoted(&mut self, text: &str, lexicon: &Lexicon) {
        let lookup = lookup::read(text, lexicon.names());
        if lookup.rest.is_empty() {
            self.references.extend(lookup.references);
            return;
        }
        let taken: usize = self.phrases.iter().map(|phrase| phrase.words.len()).sum();
        let words: Vec<String> = words(text).map(|word| word.folded).take(MOST_WORDS - taken).collect();
        if !words.is_empty() {
            self.phrases.push(Phrase { text: text.trim().to_owned(), words });
        }
    }

    /// Takes the significant words, or all words if none is and the query has nothing else.
    fn take_words(&mut self, text: &str) {
        let all: Vec<QueryWord> =
            words(text).map(|word| QueryWord { text: text[word.range].to_owned(), folded: word.folded }).collect();
        let significant = all.iter().filter(|word| is_significant(&word.folded));
        let typed: Vec<(&str, &str)> = significant.map(|word| (&*word.text, &*word.folded)).collect();
        let mut rest = typed.as_slice();
        while let Some(((text, folded), after)) = rest.split_first() {
            rest = if let Some(everyday) = Everyday::beginning(rest) {
                let after = &rest[everyday.own.len()..];
                self.add_everyday(everyday);
                after
            } else {
                self.add_words([QueryWord { text: (*text).to_owned(), folded: (*folded).to_owned() }]);
                after
            };
        }
        if self.is_empty() {
            self.add_words(all);
        }
    }

    /// Replaces the phrases with their words.
    pub(super) fn take_phrases_as_words(&mut self) {
        for phrase in std::mem::take(&mut self.phrases) {
            self.take_words(&phrase.text);
        }
    }

    /// Replaces a reference with its words.
    pub(super) fn take_reference_as_words(&mut self, at: usize) {
        let reference = self.references.remove(at);
        self.take_words(&reference.text);
    }

    /// Adds everyday words; those beyond the limit are words as typed.
    fn add_everyday(&mut self, added: Everyday) {
        if self.everyday.contains(&added) {
            return;
        }
        let words = |everyday: &Everyday| everyday.alternatives().map(<[_]>::len).sum::<usize>();
        let taken: usize = self.everyday.iter().map(words).sum();
        if self.has_room() && taken + words(&added) <= MOST_EVERYDAY {
            self.everyday.push(added);
        } else {
            self.add_words(added.own.into_iter().map(|folded| QueryWord { text: folded.clone(), folded }));
        }
    }

    fn add_words(&mut self, added: impl IntoIterator<Item = QueryWord>) {
        for word in added {
            if self.has_room() && self.words.iter().all(|known| known.folded != word.folded) {
                self.words.push(word);
            }
        }
    }

    fn has_room(&self) -> bool {
        self.words.len() + self.everyday.len() < MOST_WORDS
    }
}

/// The parts of a text in and outside quotation marks. An unpaired mark is ignored.
fn quoted(query: &str) -> Vec<(&str, bool)> {
    let is_mark = |c: char| matches!(c, '"' | '„' | '“' | '”' | '«' | '»' | '‟' | '＂');
    let mut parts = Vec::new();
    let mut rest = query;
    while let Some((before, open)) = rest.split_once(is_mark) {
        let Some((inside, after)) = open.split_once(is_mark) else {
            parts.push((before, false));
            parts.push((" ", false));
            rest = open;
            break;
        };
        parts.push((before, false));
        parts.push((inside, true));
        rest = after;
    }
    parts.push((rest, false));
    parts
}

impl QueryWord {
    fn is_year(&self) -> bool {
        self.folded.parse().is_ok_and(|year| YEARS.contains(&year))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(query: &str) -> (Vec<String>, Vec<Vec<String>>, Vec<String>) {
        let parsed = ParsedQuery::new(query, &Lexicon::default());
        let references = parsed.references.into_iter().map(|reference| reference.text).collect();
        let phrases = parsed.phrases.into_iter().map(|phrase| phrase.words).collect();
        (references, phrases, parsed.words.into_iter().map(|word| word.text).collect())
    }

    #[test]
    fn words_phrases_and_references_are_separated() {
        let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for (query, references, phrases, words) in [
            ("teren", &[][..], &[][..], &["teren"][..]),
            ("când se depune declarația unică?", &[], &[], &["depune", "declarația", "unică"]),
            ("„salariul minim” 2026", &[], &[&["salariul", "minim"][..]], &["2026"]),
            ("\"salariul minim\" «cod»", &[], &[&["salariul", "minim"], &["cod"]], &[]),
            ("teren \"firmă", &[], &[], &["teren", "firmă"]),
            ("\" \"\" \"", &[], &[], &[]),
            ("\"OUG 156/2024\" dividende", &["OUG 156/2024"], &[], &["dividende"]),
            ("teren AND -taxe OR title:x* (a", &[], &[], &["teren", "taxe", "title"]),
            ("de la", &[], &[], &["de", "la"]),
            ("teren teren Teren", &[], &[], &["teren"]),
        ] {
            let phrases: Vec<_> = phrases.iter().map(|phrase| of(phrase)).collect();
            assert_eq!(show(query), (of(references), phrases, of(words)), "{query}");
        }
        let mut parsed = ParsedQuery::new("„salariul minim brut”", &Lexicon::default());
        parsed.take_phrases_as_words();
        assert_eq!((parsed.phrases.len(), parsed.words.len()), (0, 3));
        assert_eq!(show(&"ab cd ".repeat(4000)).2, of(&["ab", "cd"]));
        assert_eq!(show("„a b” „c d” „e f” „teren firmă”").1.len(), MOST_PHRASES);
        assert_eq!(show("„a b” „c d” „e f” „teren firmă”").2, of(&["teren", "firmă"]));
        let phrases = show(&format!("„{}” „{}”", "ab ".repeat(7), "cd ".repeat(7))).1;
        assert_eq!(phrases.iter().map(Vec::len).collect::<Vec<_>>(), [7, MOST_WORDS - 7]);
        let acts: String = (1..20).map(|number| format!("oug {number}/2024 ")).collect();
        assert_eq!(show(&acts).0.len(), MOST_REFERENCES);
        let everyday = ParsedQuery::new("airbnb taxe locale gdpr farmland pilonul 2 firma mica", &Lexicon::default());
        let texts: Vec<_> = everyday.everyday.iter().map(|everyday| everyday.text.as_str()).collect();
        assert_eq!(texts, ["airbnb", "taxe locale", "gdpr", "farmland"]);
        let words: Vec<_> = everyday.words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(words, ["pilonul", "2", "firma", "mica"], "the rest as words");
        let many: String = (10..5000).map(|number| format!("x{number} ")).collect();
        assert_eq!(show(&many).2.len(), MOST_WORDS);
    }
}
