//! Joins lines into paragraphs, and the words that were divided at the ends of lines.

use std::collections::{HashMap, HashSet};

use super::letters::is_capitals;
use super::print::PrintLine;
use crate::sources::pdf::layout::Column;

/// The least indent of a paragraph, as a part of the font's size.
const INDENT: f32 = 0.7;
/// The least distance of lines of two paragraphs, as a part of the font's size.
const GAP: f32 = 1.75;
/// The part of its column that the last line of a paragraph leaves empty.
const SHORT_LINE: f32 = 0.12;
/// Beginnings of words with a hyphen of their own: `într-un`, `s-a`.
const WITH_HYPHEN: [&str; 22] = [
    "într", "dintr", "printr", "s", "n", "l", "m", "i", "c", "v", "ți", "și", "mi", "le", "ne", "să", "nu", "de", "ce",
    "prim", "vice", "non",
];

/// The words of an issue, by which a divided word is recognised.
pub(super) struct IssueWords(HashSet<String>);

impl IssueWords {
    pub(super) fn of(lines: &[PrintLine]) -> Self {
        let mut words = HashSet::new();
        let mut is_second_part = false;
        for word in lines.iter().flat_map(|line| line.text.split_whitespace()) {
            let is_first_part = ends_in_hyphen(word);
            if !is_first_part && !is_second_part {
                words.extend(Some(bare(word)).filter(|word| word.chars().count() > 3));
            }
            is_second_part = is_first_part;
        }
        Self(words)
    }

    fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Whether a hyphen at the end of a line belongs to the word.
    fn keeps_hyphen(&self, before: &str, after: &str) -> bool {
        let is_heading = is_capitals(before) && is_capitals(after);
        let is_name = after.starts_with(|c: char| !c.is_lowercase()) && !is_heading;
        let (before, after) = (bare(before), bare(after));
        if is_name || self.has(&format!("{before}-{after}")) {
            return true;
        }
        if self.has(&format!("{before}{after}")) {
            return false;
        }
        // `CLUJ-NAPOCA` has two words, `OR-DONANȚA` has none.
        let last = before.rsplit('-').next().unwrap_or_default();
        WITH_HYPHEN.contains(&last) || (is_heading && self.has(last) && self.has(&after))
    }
}

/// Whether a word may go on after a hyphen: `comple-`, but not a dash.
fn ends_in_hyphen(word: &str) -> bool {
    word.strip_suffix('-').is_some_and(|before| before.ends_with(char::is_alphanumeric))
}

/// The word in lower case without marks around it.
fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

/// Joins words that are divided within a line, as some readers of PDF files leave them: `situ- ația`. A hyphen before
/// another whole word stays: `sub- și supraevaluarea`.
fn joined(line: &str, words: &IssueWords) -> String {
    let mut text = String::with_capacity(line.len());
    for word in line.split(' ') {
        let before = text.rsplit(' ').next().filter(|before| ends_in_hyphen(before)).map(str::to_owned);
        let is_rest = |before: &String| {
            let whole = format!("{}{}", bare(before), bare(word));
            word.starts_with(char::is_lowercase)
                && bare(word).chars().count() > 1
                && (words.has(&whole) || (bare(word).chars().count() > 3 && !words.has(&bare(word))))
        };
        match before.filter(is_rest) {
            Some(before) => {
                if !words.keeps_hyphen(&before, word) {
                    text.pop();
                }
            }
            None if text.is_empty() => {}
            None => text.push(' '),
        }
        text.push_str(word);
    }
    text
}

/// The lines as one text.
pub(super) fn title_text(lines: &[PrintLine], words: &IssueWords) -> String {
    let mut text = String::new();
    lines.iter().for_each(|line| append(&mut text, &joined(&line.text, words), words));
    text
}

/// The paragraphs of these lines.
pub(super) fn paragraphs(lines: &[PrintLine], words: &IssueWords) -> Vec<String> {
    let columns = ColumnEdges::of(lines);
    let mut paragraphs: Vec<String> = Vec::new();
    let mut before: Option<&PrintLine> = None;
    for line in lines {
        let begins = before.is_none_or(|before| columns.is_break(before, line));
        match paragraphs.last_mut() {
            Some(paragraph) if !begins => append(paragraph, &joined(&line.text, words), words),
            _ => paragraphs.push(joined(&line.text, words)),
        }
        before = Some(line);
    }
    paragraphs
}

fn append(text: &mut String, line: &str, words: &IssueWords) {
    let divided = text.strip_suffix('-').filter(|before| before.ends_with(char::is_alphanumeric));
    let is_word = line.starts_with(char::is_alphanumeric);
    // `nr. 35/` and `2007` are one number.
    if text.ends_with('/') && line.starts_with(|c: char| c.is_ascii_digit()) {
        text.push_str(line);
        return;
    }
    let Some(before) = divided.filter(|_| is_word) else {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line);
        return;
    };
    let first = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let second = line.split_whitespace().next().unwrap_or_default();
    if !words.keeps_hyphen(first, second) {
        text.pop();
    }
    text.push_str(line);
}

/// The left and right edges of columns.
struct ColumnEdges(HashMap<(usize, Column), (f32, f32)>);

impl ColumnEdges {
    fn of(lines: &[PrintLine]) -> Self {
        let mut edges: HashMap<(usize, Column), (f32, f32)> = HashMap::new();
        for line in lines {
            let (left, right) = edges.entry((line.page, line.column)).or_insert((line.left, line.right));
            (*left, *right) = (left.min(line.left), right.max(line.right));
        }
        Self(edges)
    }

    fn edges(&self, line: &PrintLine) -> (f32, f32) {
        self.0.get(&(line.page, line.column)).copied().unwrap_or((line.left, line.right))
    }

    fn is_break(&self, before: &PrintLine, line: &PrintLine) -> bool {
        let ends_sentence = ends_sentence(&before.text);
        let is_indented = line.left > self.edges(line).0 + line.size * INDENT;
        if (before.page, before.column) != (line.page, line.column) {
            return ends_sentence || is_indented;
        }
        let (left, right) = self.edges(before);
        let is_short = before.right < right - (right - left) * SHORT_LINE;
        let is_apart = line.base - before.base > line.size.max(before.size) * GAP;
        let is_other_size = (line.size - before.size).abs() > before.size * 0.12;
        is_indented
            || is_apart
            || is_other_size
            || (is_short && (ends_sentence || is_capitals(&before.text)))
            || (ends_sentence && begins_unit(&line.text))
    }
}

/// Abbreviations whose full stop at the end of a line ends no sentence.
const ABBREVIATIONS: [&str; 12] =
    ["art.", "alin.", "lit.", "nr.", "pct.", "par.", "cap.", "str.", "dr.", "ing.", "jud.", "poz."];

fn ends_sentence(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default().to_lowercase();
    text.ends_with(['.', ';', ':', '\u{201d}', '"']) && !ABBREVIATIONS.contains(&last.trim_start_matches('('))
}

/// Whether a line begins an article, a paragraph, a point or a letter: `Art. 5`, `(2)`, `3.`, `a)`.
fn begins_unit(text: &str) -> bool {
    let first = text.split(' ').next().unwrap_or_default().trim_start_matches(['\u{201e}', '"']);
    let is_numbered = |number: &str| number.len() <= 5 && number.starts_with(|c: char| c.is_ascii_digit());
    let is_short = |mark: &str| (1..=5).contains(&mark.len()) && mark.chars().all(|c| c.is_alphanumeric() || c == '^');
    first == "-"
        || first.starts_with("Art.")
        || first.starts_with("Articol")
        || first.strip_suffix('.').is_some_and(is_numbered)
        || first.strip_suffix(')').is_some_and(|mark| is_short(mark.trim_start_matches('(')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(left: f32, right: f32, base: f32, text: &str) -> PrintLine {
        PrintLine { page: 1, column: Column::Left, left, right, base, size: 9.0, text: text.into() }
    }

    fn read(texts: &[&str]) -> String {
        let lines: Vec<_> = texts.iter().map(|text| line(40.0, 280.0, 0.0, text)).collect();
        title_text(&lines, &IssueWords::of(&lines))
    }

    #[test]
    fn divided_words_are_joined_and_hyphens_of_words_kept() {
        assert_eq!(read(&["pentru comple-", "tarea legii"]), "pentru completarea legii");
        assert_eq!(read(&["se aplică într-", "un termen"]), "se aplică într-un termen");
        assert_eq!(read(&["Cluj-", "Napoca în 2024-", "2025"]), "Cluj-Napoca în 2024-2025");
        let known = read(&["prim-ministrul și social-", "democrat, social-democrat; Legea-", "cadru, Legea-cadru"]);
        assert_eq!(known, "prim-ministrul și social-democrat, social-democrat; Legea-cadru, Legea-cadru");
        assert_eq!(read(&["Art. 1. -", "Se aprobă"]), "Art. 1. - Se aprobă");
        assert_eq!(read(&["Ordonanța Guvernului nr. 35/", "2007"]), "Ordonanța Guvernului nr. 35/2007");
    }

    #[test]
    fn words_in_capitals_are_joined_unless_each_half_is_a_word() {
        assert_eq!(read(&["privind OR-", "DONANȚA DE URGENȚĂ"]), "privind ORDONANȚA DE URGENȚĂ");
        assert_eq!(
            read(&["MUNICIPIUL CLUJ-", "NAPOCA", "la Cluj și la Napoca"]).split(" la ").next(),
            Some("MUNICIPIUL CLUJ-NAPOCA")
        );
        assert_eq!(read(&["ROMÂNIA-", "Ungaria"]), "ROMÂNIA-Ungaria");
    }

    #[test]
    fn a_word_that_is_divided_within_a_line_is_joined() {
        assert_eq!(read(&["în situ- ația de mai jos"]), "în situația de mai jos");
        assert_eq!(read(&["Situația, în situ- ația"]), "Situația, în situația");
        assert_eq!(read(&["sub- și supraevaluarea"]), "sub- și supraevaluarea");
        assert_eq!(
            read(&["sub- sau supraevaluarea; Legea- cadru, cadru"]),
            "sub- sau supraevaluarea; Legea- cadru, cadru"
        );
        assert_eq!(read(&["Art. 1. - se aprobă - de la"]), "Art. 1. - se aprobă - de la");
    }

    #[test]
    fn an_indent_a_gap_and_a_short_line_end_a_paragraph() {
        let lines = [
            line(50.0, 280.0, 100.0, "Art. 1. - Prezenta lege"),
            line(40.0, 280.0, 111.0, "se aplică instituțiilor"),
            line(40.0, 120.0, 122.0, "publice."),
            line(40.0, 280.0, 133.0, "Art. 2. - Legea intră în"),
            line(40.0, 279.0, 144.0, "vigoare la 3 zile"),
            line(40.0, 279.0, 170.0, "București"),
        ];
        let read = paragraphs(&lines, &IssueWords::of(&lines));
        let expected = [
            "Art. 1. - Prezenta lege se aplică instituțiilor publice.",
            "Art. 2. - Legea intră în vigoare la 3 zile",
            "București",
        ];
        assert_eq!(read, expected);
    }
}
