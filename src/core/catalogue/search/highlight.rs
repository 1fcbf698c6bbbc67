//! Marks the words of a query in the texts of a found article.

use std::collections::HashMap;
use std::ops::Range;

use super::analysis::{Stems, beginning};
use super::parse::ParsedQuery;
use super::words::{Word, words};
use crate::catalogue::article::ArticleView;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::domain::text;

const FRAGMENT_LETTERS: usize = 220;
/// Letters before the first found word of a fragment.
const LETTERS_BEFORE: usize = 60;
/// Letters that a word must share with a query's word to be stemmed and compared.
const SHARED: usize = 2;

/// A piece of a text, with the places of found words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fragment {
    /// Plain text.
    pub text: String,
    pub language: Language,
    /// Bytes of the text, in order.
    pub marks: Vec<Range<usize>>,
}

/// Recognises the words of a query.
pub(super) struct Marker {
    words: Vec<WantedWord>,
    /// Words that count only together, such as number and year of an act.
    sequences: Vec<Vec<WantedWord>>,
    stems: StemsOfTexts,
}

/// The stems of the words of texts. Articles share most of their words.
struct StemsOfTexts {
    stems: Stems,
    known: HashMap<String, [String; Language::ALL.len()]>,
}

struct WantedWord {
    folded: String,
    beginning: Option<String>,
    stems: [String; Language::ALL.len()],
}

impl Marker {
    pub(super) fn new(parsed: &ParsedQuery) -> Self {
        let mut stems = Stems::new();
        let mut wanted = |folded: &str| WantedWord {
            folded: folded.to_owned(),
            beginning: beginning(folded),
            stems: Language::ALL.map(|language| stems.of(folded, language)),
        };
        let everyday = parsed.everyday.iter().flat_map(|everyday| everyday.alternatives().flatten());
        let found = parsed.words.iter().map(|word| &word.folded).chain(everyday).map(|word| wanted(word)).collect();
        let phrases = parsed.phrases.iter().map(|phrase| phrase.words.clone());
        let references = parsed.references.iter().flat_map(|reference| {
            let all: Vec<String> = words(&reference.text).map(|word| word.folded).collect();
            let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
            // "156/2024" in any citation, and the words as typed.
            let numbers: Vec<String> = all.iter().filter(|word| is_number(word)).cloned().collect();
            [all, numbers]
        });
        let sequences = phrases.chain(references).filter(|sequence| sequence.len() > 1);
        let sequences = sequences.map(|sequence| sequence.iter().map(|word| wanted(word)).collect()).collect();
        Self { words: found, sequences, stems: StemsOfTexts { stems, known: HashMap::new() } }
    }

    /// The title with its marks.
    pub(super) fn title(&mut self, view: &ArticleView<'_>) -> Fragment {
        let marks = self.places(view.title).into_iter().map(|(range, _)| range).collect();
        Fragment { text: view.title.to_owned(), language: view.language, marks }
    }

    /// The piece of the texts with the most words of the query, in this language or else in another; the beginning if
    /// none occurs.
    pub(super) fn fragment(&mut self, revision: &Revision, language: Language) -> Fragment {
        let first = ArticleView::new(revision, language);
        let others = revision.article.languages().into_iter().filter(|other| *other != first.language);
        for language in [first.language].into_iter().chain(others) {
            let view = ArticleView::new(revision, language);
            if let Some(fragment) = self.best(&view) {
                return fragment;
            }
        }
        let lead = first.in_short.map_or_else(|| text::of_markdown(first.simple_explanation), str::to_owned);
        Fragment { text: text::shorten(&lead, FRAGMENT_LETTERS), language: first.language, marks: vec![] }
    }

    fn best(&mut self, view: &ArticleView<'_>) -> Option<Fragment> {
        let steps = view.steps();
        let steps = steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join("\n\n");
        let texts = view.in_short.into_iter().chain([view.simple_explanation, view.technical_summary, &steps]);
        let mut best: Option<(usize, Fragment)> = None;
        for text in texts {
            let plain = text::of_markdown(text);
            let places = self.places(&plain);
            let Some((distinct, window)) = window(&plain, &places) else { continue };
            // Of equal texts the first one counts: they are in the order in which they help a reader.
            if best.as_ref().is_none_or(|(most, _)| distinct > *most) {
                best = Some((distinct, cut(&plain, window, &places, view.language)));
            }
            // No other text can have more.
            if distinct == self.words.len() + self.sequences.len() {
                break;
            }
        }
        best.map(|(_, fragment)| fragment)
    }

    /// The places of the query's words and sequences, in order, each with the index of its word or sequence.
    fn places(&mut self, text: &str) -> Vec<(Range<usize>, usize)> {
        let all: Vec<Word> = words(text).collect();
        let mut places = Vec::new();
        for (at, word) in all.iter().enumerate() {
            if let Some(which) = (0..self.words.len()).find(|which| is_same(&self.words[*which], word, &mut self.stems))
            {
                places.push((word.range.clone(), which));
            }
            for (which, sequence) in self.sequences.iter().enumerate() {
                let rest = &all[at..];
                let stems = &mut self.stems;
                let matches = rest.len() >= sequence.len()
                    && sequence.iter().zip(rest).all(|(wanted, word)| is_same(wanted, word, stems));
                if matches {
                    let end = rest[sequence.len() - 1].range.end;
                    places.push((word.range.start..end, self.words.len() + which));
                }
            }
        }
        without_overlaps(places)
    }
}

impl StemsOfTexts {
    fn of(&mut self, folded: &str) -> &[String; Language::ALL.len()] {
        if !self.known.contains_key(folded) {
            let stems = Language::ALL.map(|language| self.stems.of(folded, language));
            self.known.insert(folded.to_owned(), stems);
        }
        &self.known[folded]
    }
}

fn is_same(wanted: &WantedWord, word: &Word, stems: &mut StemsOfTexts) -> bool {
    if wanted.folded == word.folded {
        return true;
    }
    let shared = wanted.folded.get(..SHARED);
    if shared.is_none() || shared != word.folded.get(..SHARED) {
        return false;
    }
    (wanted.beginning.is_some() && wanted.beginning == beginning(&word.folded))
        || stems.of(&word.folded).iter().zip(&wanted.stems).any(|(stem, wanted)| stem == wanted)
}

/// The places in order; of two that overlap, the longer one.
fn without_overlaps(mut places: Vec<(Range<usize>, usize)>) -> Vec<(Range<usize>, usize)> {
    places.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut kept: Vec<(Range<usize>, usize)> = Vec::new();
    for place in places {
        if kept.last().is_none_or(|(last, _)| last.end <= place.0.start) {
            kept.push(place);
        }
    }
    kept
}

/// The stretch of [`FRAGMENT_LETTERS`] with the most different words, and how many.
fn window(text: &str, places: &[(Range<usize>, usize)]) -> Option<(usize, Range<usize>)> {
    let mut best: Option<(usize, Range<usize>)> = None;
    for (at, (first, _)) in places.iter().enumerate() {
        let start = first.start.saturating_sub(LETTERS_BEFORE);
        let inside = places[at..].iter().take_while(|(range, _)| range.end <= start + FRAGMENT_LETTERS);
        let mut which: Vec<usize> = inside.map(|(_, which)| *which).collect();
        which.sort_unstable();
        which.dedup();
        if best.as_ref().is_none_or(|(most, _)| which.len() > *most) {
            best = Some((which.len(), start..(start + FRAGMENT_LETTERS).min(text.len())));
        }
    }
    best.filter(|(distinct, _)| *distinct > 0)
}

/// Cuts between words, with an ellipsis where the text goes on.
fn cut(text: &str, window: Range<usize>, places: &[(Range<usize>, usize)], language: Language) -> Fragment {
    let first = places.iter().map(|(range, _)| range.start).find(|start| *start >= window.start);
    let mut start = text.floor_char_boundary(window.start);
    if start > 0 {
        let next = text[start..].find(' ').map_or(start, |at| start + at + 1);
        start = if first.is_none_or(|first| next <= first) { next } else { start };
    }
    let mut end = text.floor_char_boundary(window.end);
    if end < text.len() {
        end = text[start..end].rfind(' ').map_or(end, |at| start + at);
    }
    let before = if start > 0 { "…" } else { "" };
    let piece =
        if end < text.len() { text[start..end].trim_end_matches([',', '.', ';', ':', ' ']) } else { &text[start..end] };
    let after = if end < text.len() { "…" } else { "" };
    let inside = places.iter().filter(|(range, _)| range.start >= start && range.end <= start + piece.len());
    let marks = inside.map(|(range, _)| range.start - start + before.len()..range.end - start + before.len()).collect();
    Fragment { text: format!("{before}{piece}{after}"), language, marks }
}

#[cfg(test)]
mod tests {
    use super::super::lexicon::Lexicon;
    use super::*;

    fn marked(query: &str, text: &str) -> String {
        let mut marker = Marker::new(&ParsedQuery::new(query, &Lexicon::default()));
        let mut out = text.to_owned();
        for (range, _) in marker.places(text).into_iter().rev() {
            out.insert(range.end, ']');
            out.insert(range.start, '[');
        }
        out
    }

    #[test]
    fn every_form_of_a_word_is_marked() {
        assert_eq!(marked("chirie", "Chiriile și chiria, nu chimia."), "[Chiriile] și [chiria], nu chimia.");
        assert_eq!(marked("declaratia unica", "Declarația unică"), "[Declarația] [unică]");
        assert_eq!(marked("„salariul minim”", "Salariul minim e un salariu."), "[Salariul minim] e un salariu.");
        assert_eq!(marked("oug 156/2024", "Vezi OUG nr. 156/2024 și 156."), "Vezi OUG nr. [156/2024] și 156.");
        assert_eq!(marked("4325", "4.325 de lei"), "[4.325] de lei");
    }

    #[test]
    fn a_fragment_is_the_part_with_the_most_words() {
        let text = format!("{}Impozitul pe chirie crește. {}", "Nimic aici. ".repeat(40), "Chirie. ".repeat(60));
        let mut marker = Marker::new(&ParsedQuery::new("impozit chirie", &Lexicon::default()));
        let places = marker.places(&text);
        let (distinct, range) = window(&text, &places).expect("words");
        assert_eq!(distinct, 2);
        let fragment = cut(&text, range, &places, Language::Ro);
        assert!(fragment.text.starts_with('…') && fragment.text.ends_with('…'), "{}", fragment.text);
        let shown: Vec<&str> = fragment.marks.iter().map(|range| &fragment.text[range.clone()]).collect();
        assert_eq!(shown[..2], ["Impozitul", "chirie"]);
        assert!(fragment.text.chars().count() <= FRAGMENT_LETTERS + 2);
    }
}
