//! The duties that a query names: by form, by title, or by the words beside the form.

use std::collections::{BTreeSet, HashMap};

use super::analysis::beginning;
use super::parse::ParsedQuery;
use super::words::words;
use crate::domain::Language;
use crate::domain::duty::Duty;

const MAX_DUTIES: usize = 6;
/// Words before the number of a form, folded and sorted. They stand for any form, beside another word.
const FORM_WORDS: [&str; 9] =
    ["declaratia", "declaratie", "declaratiei", "decont", "decontul", "form", "formular", "formularul", "return"];

/// Words of questions about any duty, folded and sorted. Beside other words they exclude none.
const ASKING_WORDS: [&str; 17] = [
    "deadline", "deadlines", "declar", "depun", "depuna", "depune", "due", "file", "filed", "filing", "pay", "platesc",
    "submit", "termen", "termene", "termenul", "trimit",
];

/// The words of the duties.
#[derive(Debug, Default)]
pub(super) struct DutyWords {
    /// The places of the duties with each term.
    by_term: HashMap<Box<str>, BTreeSet<u16>>,
    /// The duties with each form, by its letter and number.
    by_form: HashMap<Box<str>, BTreeSet<u16>>,
    with_form: BTreeSet<u16>,
}

/// Forms of a word share its beginning.
fn term(folded: &str) -> String {
    beginning(folded).unwrap_or_else(|| folded.to_owned())
}

impl DutyWords {
    pub(super) fn of(duties: &[Duty]) -> Self {
        let mut found = Self::default();
        for (duty, place) in duties.iter().zip(0..) {
            let texts = [Some(&duty.title), duty.short.as_ref()].into_iter().flatten();
            for text in texts.flat_map(|text| Language::ALL.map(|language| text.get(language))) {
                words(text).for_each(|word| found.add(&term(&word.folded), place));
            }
            if let Some(form) = &duty.form {
                found.with_form.insert(place);
                for word in words(form) {
                    let number = word.folded.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                    found.add(number, place);
                    found.add(&word.folded, place);
                    found.by_form.entry(word.folded.as_str().into()).or_default().insert(place);
                }
            }
        }
        found
    }

    fn add(&mut self, term: &str, place: u16) {
        if !term.is_empty() {
            self.by_term.entry(term.into()).or_default().insert(place);
        }
    }

    /// Whether a duty has the word.
    pub(super) fn has(&self, folded: &str) -> bool {
        self.by_term.contains_key(term(folded).as_str())
    }

    fn with(&self, folded: &str) -> BTreeSet<u16> {
        self.by_term.get(term(folded).as_str()).cloned().unwrap_or_default()
    }

    fn with_all(&self, folded: &[String]) -> BTreeSet<u16> {
        let each = folded.iter().map(|word| self.with(word));
        each.reduce(|all, of| &all & &of).unwrap_or_default()
    }

    /// Whether one of the words is a form, or the number of one beside a word such as "declarația".
    fn names_form(&self, of_form: &[&String], others: &[&String]) -> bool {
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        others.iter().any(|word| {
            self.by_form.contains_key(word.as_str()) || (!of_form.is_empty() && is_number(word) && self.has(word))
        })
    }

    /// The places of the first duties that have every word of the query, in order, among those that are `wanted`. Beside
    /// a form, words that no duty has exclude none. A query that names an act or a provision is not about duties.
    pub(super) fn find(&self, parsed: &ParsedQuery, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        if !parsed.references.is_empty() {
            return vec![];
        }
        let words = parsed.words.iter().filter(|word| parsed.is_required(word)).map(|word| &word.folded);
        let words = words.chain(parsed.phrases.iter().flat_map(|phrase| &phrase.words));
        let (of_form, mut others): (Vec<_>, Vec<_>) =
            words.partition(|word| FORM_WORDS.binary_search(&word.as_str()).is_ok());
        let names_form = self.names_form(&of_form, &others);
        let is_asking = |word: &String| ASKING_WORDS.binary_search(&word.as_str()).is_ok();
        if !others.iter().all(|word| is_asking(word)) || !parsed.everyday.is_empty() {
            others.retain(|word| !is_asking(word));
        }
        let everyday = parsed.everyday.iter().map(|everyday| {
            let ways = everyday.alternatives().map(|words| self.with_all(words));
            ways.reduce(|any, of| &any | &of).unwrap_or_default()
        });
        let mut each: Vec<BTreeSet<u16>> = others.into_iter().map(|word| self.with(word)).chain(everyday).collect();
        if names_form {
            each.retain(|with| !with.is_empty());
        }
        let names_more = !each.is_empty();
        each.extend(of_form.into_iter().map(|word| {
            let with = self.with(word);
            if names_more { &with | &self.with_form } else { with }
        }));
        let all = each.into_iter().reduce(|all, of| &all & &of).unwrap_or_default();
        all.into_iter().map(usize::from).filter(|place| wanted(*place)).take(MAX_DUTIES).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::search::lexicon::Lexicon;
    use crate::domain::duty;

    #[test]
    fn the_words_of_questions_and_forms_are_sorted() {
        assert!(FORM_WORDS.is_sorted() && ASKING_WORDS.is_sorted());
    }

    #[test]
    fn duties_are_found_by_form_title_and_everyday_words() {
        let duties = duty::defaults();
        let words = DutyWords::of(&duties);
        let found = |query: &str| -> Vec<&str> {
            let parsed = ParsedQuery::new(query, &Lexicon::default());
            words.find(&parsed, |_| true).into_iter().map(|place| duties[place].id.as_str()).collect()
        };
        for (query, expected) in [
            ("D112", &["d112-monthly", "d112-quarterly", "farmland-lease-tax-d112"][..]),
            ("declaratia 112", &["d112-monthly", "d112-quarterly", "farmland-lease-tax-d112"]),
            ("formularul 112", &["d112-monthly", "d112-quarterly", "farmland-lease-tax-d112"]),
            ("declarația 112 trimestrială", &["d112-quarterly"]),
            ("C168", &["c168-rental-contract"]),
            ("formularul C168", &["c168-rental-contract"]),
            ("bilanț", &["annual-accounts-companies", "annual-accounts-associations"]),
            ("bilantul 2026", &["annual-accounts-companies", "annual-accounts-associations"]),
            ("arenda", &["farmland-lease-tax-d112", "farmland-lease-registration"]),
            ("airbnb", &["short-rental-d212", "short-rental-occupancy-sheet"]),
            ("regim hotelier", &["short-rental-d212", "short-rental-occupancy-sheet"]),
            ("short-term letting", &["short-rental-d212", "short-rental-occupancy-sheet"]),
            ("micro 2027", &["d100-micro-quarterly", "micro-option-d700", "micro-leave-d700"]),
            ("când depun declarația 112?", &["d112-monthly", "d112-quarterly", "farmland-lease-tax-d112"]),
            ("how do I file form C168", &["c168-rental-contract"]),
            ("D101 prin portal", &["d101-profit-tax"]),
            ("deadline D390", &["d390-vies"]),
            ("farmland", &["farmland-lease-tax-d112", "farmland-lease-registration"]),
            ("salariu minim brut", &[]),
            ("legea 31/1990", &[]),
            ("declarația xqzxqz", &[]),
            ("2027", &[]),
            ("", &[]),
        ] {
            assert_eq!(found(query), expected, "{query}");
        }
        assert_eq!(found("d300 trimestrial"), ["d300-quarterly"]);
        assert_eq!(found("declarația").len(), MAX_DUTIES);
    }
}
