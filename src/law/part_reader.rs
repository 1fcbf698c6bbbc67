//! Finds the parts of an act: its own text, the new texts that it gives to other acts, and what is annexed to it.

use std::ops::Range;

use super::calendar::read_date;
use super::cursor::Cursor;
use super::label::{Label, LabelBase};
use super::normalise::SearchCopy;
use super::part::ActPart;

/// The longest header of an operation, in bytes, between the mark of its point and its verb.
const LONGEST_HEADER: usize = 400;

/// The words after which the new text of another act begins.
const NEW_TEXT: [&str; 2] = ["urmatorul cuprins:", "urmatorul continut:"];

/// The words that end an act, before its signatures and annexes.
const ENDS: [&str; 3] = ["Aceasta lege a fost adoptata", "Prezenta lege a fost adoptata", "PRIM-MINISTRU"];

/// The first words of what is annexed: a treaty, or norms that the act approves.
const ANNEXES: [&str; 16] = [
    "ANEXA", "ANEXE", "ACORD", "CONVENTIE", "CONVENTIA", "PROTOCOL", "TRATAT", "MEMORANDUM", "AMENDAMENT",
    "CONTRACT DE", "SCRISOARE", "NORME", "NORMA", "REGULAMENT", "PROCEDURA", "METODOLOGIE",
];

/// The words that enact an act, after its reasons.
const ENACTS: [&str; 10] = [
    "adopta prezenta ordonanta de urgenta",
    "adopta prezenta ordonanta",
    "adopta prezenta hotarare",
    "adopta prezenta lege",
    "adopta urmatoarea ordonanta",
    "emite urmatorul ordin",
    "emite prezentul ordin",
    "emit urmatorul ordin",
    "emit prezentul ordin",
    "emite prezenta decizie",
];

/// The parts of an act by their places in its search copy.
pub(super) struct ActParts {
    /// Ranges of new texts, in order.
    new_texts: Vec<Range<usize>>,
    /// The end of the reasons before the act.
    preamble: usize,
    /// The beginning of what is annexed.
    annex: usize,
}

impl ActParts {
    /// Reads the parts; `operations` are the places of the verbs of operations, in order.
    pub(super) fn read(copy: &SearchCopy<'_>, operations: &[usize]) -> Self {
        let reader = PartReader { copy, text: copy.text() };
        let annex = reader.annex();
        Self { new_texts: reader.new_texts(operations, annex), preamble: reader.preamble(), annex }
    }

    /// The part at a place.
    pub(super) fn at(&self, place: usize) -> ActPart {
        if place >= self.annex {
            return ActPart::Annex;
        }
        if place < self.preamble {
            return ActPart::Preamble;
        }
        let next = self.new_texts.partition_point(|range| range.start <= place);
        let inside = next.checked_sub(1).is_some_and(|last| self.new_texts[last].end > place);
        if inside { ActPart::NewText } else { ActPart::Own }
    }
}

struct PartReader<'c, 't> {
    copy: &'c SearchCopy<'t>,
    text: &'c str,
}

impl PartReader<'_, '_> {
    /// The end of the words that enact the act, which stand before its first article.
    fn preamble(&self) -> usize {
        let first = self.headings().find(|(at, _)| self.copy.begins_line(*at)).map_or(self.text.len(), |(at, _)| at);
        let before = &self.text[..first];
        ENACTS.iter().filter_map(|words| before.find(words)).min().unwrap_or(0)
    }

    /// The beginning of what is annexed: after the words that end the act, or at the heading of an annex.
    fn annex(&self) -> usize {
        let end = ENDS.iter().filter_map(|words| self.text.find(words)).min();
        let first = self.headings().next().map_or(0, |(at, _)| at);
        let heading = |word: &str| {
            let starts = self.text[first..].match_indices(word).map(|(at, _)| first + at);
            starts.into_iter().find(|at| *at > first && self.copy.begins_line(*at) && self.is_title(*at))
        };
        let annexed = ANNEXES.iter().filter_map(|word| heading(word)).min();
        let dated = self.place_and_day(first);
        [end, annexed, dated].into_iter().flatten().min().unwrap_or(self.text.len())
    }

    /// The end of `București, 5 ianuarie 2026.`, which stands under the signatures.
    fn place_and_day(&self, first: usize) -> Option<usize> {
        self.text[first..].match_indices("Bucuresti, ").map(|(at, words)| first + at + words.len()).find_map(|at| {
            let mut cursor = Cursor::new(self.text, at);
            read_date(&mut cursor)?;
            cursor.byte(b'.').then_some(cursor.at())
        })
    }

    /// Whether the word here has capitals only.
    fn is_title(&self, at: usize) -> bool {
        let word = self.text[at..].split([' ', '\n']).next().unwrap_or_default();
        !word.contains(|c: char| c.is_ascii_lowercase())
    }

    /// The headings of articles, with their labels.
    fn headings(&self) -> impl Iterator<Item = (usize, Label)> {
        let words = ["Art", "ART"].into_iter().map(|word| self.text.match_indices(word));
        let mut starts: Vec<_> = words.flatten().map(|(at, _)| at).collect();
        starts.sort_unstable();
        starts.into_iter().filter_map(|at| {
            let mut cursor = Cursor::new(self.text, at);
            if !cursor.word(&["Articolul", "Articol", "Art."]) {
                return None;
            }
            cursor.spaces();
            let label =
                cursor.take_while(|byte| byte.is_ascii_alphanumeric() || byte == b'^')?.parse::<Label>().ok()?;
            // "Articolul 22 din Legea nr. 10/1995 se modifică" is a sentence.
            cursor.spaces();
            let is_sentence = cursor.peek().is_some_and(|byte| byte.is_ascii_lowercase() || byte == b',');
            let begins = self.copy.begins_line(at) || self.begins_sentence(at);
            (begins && !is_sentence).then_some((at, label))
        })
    }

    /// Whether a sentence ends before this place, other than in the mark of a point: `1. Articolul 5`.
    fn begins_sentence(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end();
        let sentence = before.strip_suffix(['.', ';', ':', '"']);
        sentence.is_some_and(|sentence| !sentence.ends_with(|c: char| c.is_ascii_digit()))
    }

    /// The ranges of new texts before `end`.
    fn new_texts(&self, operations: &[usize], end: usize) -> Vec<Range<usize>> {
        let lower = self.text.to_ascii_lowercase();
        let mut begins: Vec<_> =
            NEW_TEXT.iter().flat_map(|words| lower.match_indices(words).map(|(at, words)| at + words.len())).collect();
        begins.sort_unstable();
        if begins.is_empty() {
            return Vec::new();
        }
        let headings: Vec<_> = self.headings().collect();
        let headers: Vec<_> = operations.iter().filter_map(|at| self.header(*at)).collect();
        let (mut texts, mut outer): (Vec<Range<usize>>, _) = (Vec::new(), Label::of_roman("I"));
        let mut next_heading = 0;
        for begin in begins.into_iter().filter(|begin| *begin < end) {
            let done = texts.last().map_or(0, |last| last.end);
            if begin < done {
                continue;
            }
            // Headings between two new texts are those of the act itself.
            while let Some((at, label)) = headings.get(next_heading).filter(|(at, _)| *at < begin) {
                if *at >= done {
                    outer = Some(label.clone());
                }
                next_heading += 1;
            }
            let header = headers.iter().copied().find(|at| *at >= begin);
            let article = headings[next_heading..].iter().find(|(_, label)| follows(outer.as_ref(), label));
            let stop = [header, article.map(|(at, _)| *at)].into_iter().flatten().min().unwrap_or(end).min(end);
            texts.push(begin..stop);
        }
        texts
    }

    /// The mark of the point that begins the header of an operation: `2. La articolul 5, alineatul (1) se abrogă`.
    fn header(&self, verb: usize) -> Option<usize> {
        const FIRST: [&str; 14] = [
            "La", "Dupa", "Articol", "Alineat", "Liter", "Punct", "Titlul", "Denumirea", "Anexa", "Inaintea",
            "Capitol", "In ", "Sintagma", "Partea",
        ];
        let from = verb.saturating_sub(LONGEST_HEADER);
        let header = &self.text[from..verb];
        let mut marks = header.rmatch_indices(". ").filter_map(|(dot, _)| {
            let digits = header[..dot].bytes().rev().take_while(|byte| byte.is_ascii_digit() || *byte == b'^').count();
            let begins = digits > 0 && digits < 6 && FIRST.iter().any(|word| header[dot + 2..].starts_with(word));
            let free = header[..dot - digits].trim_end().ends_with(['.', ';', ':', '"', '\n', ')']) || dot == digits;
            (begins && free).then_some(from + dot - digits)
        });
        marks.next()
    }
}

/// Whether an article of the act itself with this label can stand after the outer one.
fn follows(outer: Option<&Label>, label: &Label) -> bool {
    let Some(outer) = outer else { return false };
    match (&outer.base, &label.base) {
        (LabelBase::Roman(before), LabelBase::Roman(number))
        | (LabelBase::Arabic(before), LabelBase::Arabic(number)) => label.index.is_empty() && *number == before + 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MentionValue, read_text};

    /// The parts of the terms of a text.
    fn parts(text: &str) -> Vec<ActPart> {
        let found = read_text(text);
        let terms = found.iter().filter(|mention| matches!(mention.value, MentionValue::Term(_)));
        terms.map(|mention| mention.part).collect()
    }

    #[test]
    fn a_new_text_ends_at_the_next_point_and_at_the_next_article_of_the_act() {
        let (new, own) = (ActPart::NewText, ActPart::Own);
        let term = "în termen de 5 zile de la primire";
        let lines = format!(
            "Articolul I\nLegea nr. 5/2000 se modifică după cum urmează:\n1. La articolul 2, alineatul (1) se modifică și va avea următorul cuprins:\n(1) Răspunde {term}.\n2. După articolul 2 se introduce un nou articol, art. 2^1, cu următorul cuprins:\nArticolul 2^1\nPlătește {term}.\n3. Articolul 9 se abrogă.\nArticolul II\nRăspunde {term}."
        );
        assert_eq!(parts(&lines), [new, new, own]);
        assert_eq!(parts(&lines.replace('\n', " ")), [new, new, own], "also in one line");
        let quoted = format!(
            "Art. 40. - Legea nr. 5/2000 se completează după cum urmează: La articolul 2, după alineatul (1) se introduce un nou alineat, cu următorul cuprins: \"(1^1) Plătește {term}.\" Art. 41. - Răspunde {term}."
        );
        assert_eq!(parts(&quoted), [new, own]);
        let alone = format!(
            "Articolul I\nArticolul 22 din Legea nr. 10/1995 se modifică și va avea următorul cuprins:\nArticolul 22\nPlătește {term}.\nArticolul II\nRăspunde {term}."
        );
        assert_eq!(parts(&alone), [new, own]);
    }

    #[test]
    fn the_reasons_of_an_act_are_its_preamble() {
        let term = "în termen de 5 zile de la primire";
        let text = format!(
            "Având în vedere că România răspunde {term},\nGuvernul României adoptă prezenta ordonanță de urgență.\nArt. 1. - Răspunde {term}."
        );
        assert_eq!(parts(&text), [ActPart::Preamble, ActPart::Own]);
    }

    #[test]
    fn what_stands_after_the_act_is_annexed() {
        let (own, annex) = (ActPart::Own, ActPart::Annex);
        let term = "în termen de 5 zile de la primire";
        for text in [
            format!(
                "Art. 1. - Răspunde {term}.\nAceastă lege a fost adoptată de Parlamentul României.\nACORD\nArticolul 1\nPlătește {term}."
            ),
            format!("Art. 1\nRăspunde {term}.\nANEXA Nr. 1\nPlătește {term}."),
            format!("Articol unic. - Răspunde {term}.\nCONVENȚIE\nîntre România și altă țară\nPlătește {term}."),
            format!(
                "Art. 1. - Răspunde {term}. Ministru, X. București, 5 ianuarie 2026. Nr. 9. ANEXĂ Plătește {term}."
            ),
        ] {
            assert_eq!(parts(&text), [own, annex], "{text}");
        }
        let named = format!("Art. 1\nAnexa nr. 1 face parte din prezenta lege. Acordul se aplică. Răspunde {term}.");
        assert_eq!(parts(&named), [own]);
    }
}
