//! Reads what a reader typed: references, phrases in quotation marks, and words. Every text is a query.

use super::lexicon::Lexicon;
use super::words::words;
use paragraf_law::lookup::{self, Reference};

/// Most words of a query, and most words of all its phrases; further ones are ignored.
const MOST_WORDS: usize = 12;
/// Most phrases of a query; the words of further ones need not occur together.
const MOST_PHRASES: usize = 3;
/// Most references of a query; further ones are ignored.
const MOST_REFERENCES: usize = 12;

/// What a query asks for. An article matches if it has all words, all phrases and one of the references.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ParsedQuery {
    pub references: Vec<Reference>,
    pub phrases: Vec<Phrase>,
    pub words: Vec<QueryWord>,
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
        self.references.is_empty() && self.phrases.is_empty() && self.words.is_empty()
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
        let significant = all.iter().filter(|word| is_significant(&word.folded)).cloned();
        self.add_words(significant);
        if self.is_empty() {
            self.add_words(all);
        }
    }

    /// Replaces a reference with its words.
    pub(super) fn take_reference_as_words(&mut self, at: usize) {
        let reference = self.references.remove(at);
        self.take_words(&reference.text);
    }

    fn add_words(&mut self, added: impl IntoIterator<Item = QueryWord>) {
        for word in added {
            if self.words.len() < MOST_WORDS && self.words.iter().all(|known| known.folded != word.folded) {
                self.words.push(word);
            }
        }
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

/// Whether a folded word narrows a search.
fn is_significant(folded: &str) -> bool {
    let is_digit = folded.bytes().all(|byte| byte.is_ascii_digit());
    (folded.len() > 1 || is_digit) && STOP_WORDS.binary_search(&folded).is_err()
}

/// Romanian and English words that nearly every text has, sorted.
const STOP_WORDS: [&str; 155] = [
    "about", "aceasta", "acest", "aceste", "acestei", "acestor", "acestui", "acum", "ai", "al", "ale", "am", "an",
    "and", "are", "as", "asupra", "at", "ati", "atunci", "au", "avea", "be", "by", "ca", "can", "cand", "care",
    "caror", "cat", "cate", "cati", "ce", "cea", "cei", "cel", "cele", "celor", "cine", "cu", "cui", "cum", "da",
    "daca", "de", "deci", "despre", "din", "dintre", "do", "does", "dupa", "ea", "ei", "el", "ele", "este", "eu",
    "fara", "fi", "fie", "fiecare", "for", "fost", "from", "has", "have", "how", "if", "ii", "il", "imi", "in", "inca",
    "intr", "intre", "is", "isi", "it", "iti", "la", "le", "li", "lor", "lui", "ma", "mai", "mea", "mele", "meu", "mi",
    "must", "my", "ne", "nici", "niste", "no", "nr", "of", "on", "or", "ori", "pana", "pe", "pentru", "poate", "pot",
    "prin", "printr", "privind", "sa", "sai", "sale", "sau", "se", "si", "spre", "sub", "sunt", "ta", "tai", "tale",
    "tau", "te", "that", "the", "this", "ti", "to", "toate", "tot", "trebuie", "un", "una", "unde", "unei", "unele",
    "unor", "unui", "va", "vei", "voi", "vom", "vor", "was", "what", "when", "where", "which", "who", "will", "with",
    "you", "your", "zis",
];

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
    fn the_list_of_stop_words_is_sorted() {
        assert!(STOP_WORDS.is_sorted(), "{:?}", STOP_WORDS.windows(2).find(|pair| pair[0] >= pair[1]));
    }

    #[test]
    fn words_phrases_and_references_are_separated() {
        let of = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for (query, references, phrases, words) in [
            ("chirie", &[][..], &[][..], &["chirie"][..]),
            ("când se depune declarația unică?", &[], &[], &["depune", "declarația", "unică"]),
            ("„salariul minim” 2026", &[], &[&["salariul", "minim"][..]], &["2026"]),
            ("\"salariul minim\" «cod»", &[], &[&["salariul", "minim"], &["cod"]], &[]),
            ("chirie \"firmă", &[], &[], &["chirie", "firmă"]),
            ("\" \"\" \"", &[], &[], &[]),
            ("\"OUG 156/2024\" dividende", &["OUG 156/2024"], &[], &["dividende"]),
            ("chirie AND -taxe OR title:x* (a", &[], &[], &["chirie", "taxe", "title"]),
            ("de la", &[], &[], &["de", "la"]),
            ("chirie chirie Chirie", &[], &[], &["chirie"]),
        ] {
            let phrases: Vec<_> = phrases.iter().map(|phrase| of(phrase)).collect();
            assert_eq!(show(query), (of(references), phrases, of(words)), "{query}");
        }
        assert_eq!(show(&"ab cd ".repeat(4000)).2, of(&["ab", "cd"]));
        assert_eq!(show("„a b” „c d” „e f” „chirie firmă”").1.len(), MOST_PHRASES);
        assert_eq!(show("„a b” „c d” „e f” „chirie firmă”").2, of(&["chirie", "firmă"]));
        let phrases = show(&format!("„{}” „{}”", "ab ".repeat(7), "cd ".repeat(7))).1;
        assert_eq!(phrases.iter().map(Vec::len).collect::<Vec<_>>(), [7, MOST_WORDS - 7]);
        let acts: String = (1..20).map(|number| format!("oug {number}/2024 ")).collect();
        assert_eq!(show(&acts).0.len(), MOST_REFERENCES);
        let many: String = (10..5000).map(|number| format!("x{number} ")).collect();
        assert_eq!(show(&many).2.len(), MOST_WORDS);
    }
}
