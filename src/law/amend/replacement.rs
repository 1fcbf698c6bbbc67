//! Replacing words: "sintagma „A” se înlocuiește cu sintagma „B”".

use crate::amend::source::{HeaderText, unquoted};
use crate::amend::verb::Verb;
use crate::form::clause::Place;

/// Beginnings of the nouns before quoted words.
const NOUNS: &[&str] = &[
    "sintagm", "cuvint", "cuvant", "expresi", "denumirea \"", "denumirile \"", "termenul \"", "termenii \"",
    "abrevier", "textul \"", "acronim", "valoarea \"", "suma \"", "suma de \"", "sumele \"", "procentul \"",
    "procentul de \"", "cota de \"", "data de \"", "numarul \"", "cifra \"", "mentiunea \"", "formularea \"",
    "trimiterea \"", "textele \"", "numele \"",
];

impl HeaderText<'_> {
    /// Reads the words to replace and the new ones, and the places that have them.
    pub fn replacement(&self, ranges: &[(usize, usize)], verb: usize, end: usize) -> Verb {
        let Some((from, to)) = ranges.last().copied() else { return Verb::Unknown("the place is not named") };
        let phrase = self.slice(from, to);
        let Some(noun) = NOUNS.iter().filter_map(|noun| unquoted(phrase, noun)).min() else {
            return Verb::Unknown("the words to replace are not named");
        };
        let mut place_ranges = ranges.to_vec();
        if let Some(last) = place_ranges.last_mut() {
            *last = (from, from + noun);
        }
        if phrase.contains("exceptia") {
            return Verb::Unknown("the replacement has an exception");
        }
        let (mut old, mut new) = (self.quotes(from + noun, verb), self.quotes(verb, end));
        if old.is_empty() && new.is_empty() {
            (old, new) = (self.unquoted_words(from + noun, verb), self.unquoted_words(verb, end));
        }
        let Some(pairs) = pairs(old, new, self.slice(verb, end)) else {
            return Verb::Unknown("the words are not paired");
        };
        match self.places_of_words(&place_ranges) {
            Some(places) => Verb::ReplaceWords { places, pairs },
            None => Verb::Unknown("the place is not understood"),
        }
    }

    /// The places in which words are replaced; none for the whole act.
    fn places_of_words(&self, ranges: &[(usize, usize)]) -> Option<Vec<Place>> {
        const WHOLE: &[&str] = &[
            "legii", "legea", "ordonantei de urgenta", "ordonantei", "hotararii", "codului", "actului normativ",
            "actului", "prezentei", "anexei", "anexelor", "regulamentului", "normelor metodologice", "statutului",
        ];
        let mut kept = Vec::new();
        for (from, to) in ranges {
            let phrase = self.slice(*from, *to).trim_matches([' ', ',']);
            let rest = WHOLE.iter().fold(phrase, |text, word| text.strip_suffix(word).map_or(text, str::trim_end));
            // Acts of one field only are left to a person.
            let is_every_act =
                ["actele normative in vigoare", "actelor normative in vigoare", "toate actele normative"]
                    .iter()
                    .any(|words| phrase.contains(words));
            let is_whole = is_every_act
                || phrase.ends_with("cuprinsul")
                || rest.len() < phrase.len() && (rest.ends_with("cuprinsul") || rest.is_empty());
            if !is_whole {
                kept.push((*from, *to));
            }
        }
        self.places(&kept).map(|places| places.places)
    }

    fn quotes(&self, from: usize, to: usize) -> Vec<String> {
        let text = self.slice(from, to);
        let marks: Vec<_> = text.match_indices('"').map(|(at, _)| from + at).collect();
        marks.chunks_exact(2).map(|pair| self.copy.original(pair[0] + 1..pair[1]).trim().to_owned()).collect()
    }

    /// The words after "sintagma" that stand without quotation marks.
    fn unquoted_words(&self, from: usize, to: usize) -> Vec<String> {
        let text = self.slice(from, to);
        let Some(start) = text.find("sintagma ").map(|at| from + at + "sintagma ".len()) else { return Vec::new() };
        let end = start + self.slice(start, to).trim_end_matches([' ', '.', ';']).len();
        if end - start > 100 || self.slice(start, end).contains([',', '"']) {
            return Vec::new();
        }
        vec![self.copy.original(start..end).trim().to_owned()]
    }
}

/// Pairs the words to replace with the new ones, as the sentence from the verb on orders; `None` if some have no pair.
fn pairs(mut old: Vec<String>, mut new: Vec<String>, order: &str) -> Option<Vec<(String, String)>> {
    let replacements = order.matches("inlocui").count();
    if old.len() == 1 && new.len() > 1 && new.len() + 1 == 2 * replacements {
        // "sintagma A se înlocuiește cu sintagma B, iar sintagma C se înlocuiește cu sintagma D".
        old.extend(new.iter().skip(1).step_by(2).cloned());
        new = new.into_iter().step_by(2).collect();
    }
    if new.len() == 1 && old.len() > 1 {
        // "sintagmele A și B se înlocuiesc cu sintagma C".
        new = vec![new[0].clone(); old.len()];
    }
    if order.starts_with("se elimina") {
        new = vec![String::new(); old.len()];
    }
    let is_paired = !old.is_empty() && old.len() == new.len();
    is_paired.then(|| old.into_iter().zip(new).collect())
}
