//! Clauses on entry into force: the rule that they give, and whether it is about the act or some provisions.

use serde::Serialize;

use super::cursor::Cursor;
use super::length::Length;
use super::moment::Moment;
use super::moment_words::read_moment;

/// How far before a clause its subject is searched, in bytes.
const LONGEST_SUBJECT: usize = 600;

/// When something enters into force.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "rule", rename_all = "snake_case")]
pub enum ForceRule {
    /// On a day.
    On {
        #[serde(flatten)]
        moment: Moment,
    },
    /// A length of time after the publication or after the act's entry into force.
    After { length: Length, after: ForceAnchor },
    /// Together with another act: "odată cu".
    With,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ForceAnchor {
    Publication,
    EntryIntoForce,
}

/// The subject of a clause on entry into force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ForceSubject {
    /// The act that holds the clause.
    ThisAct,
    /// Provisions of it.
    Provisions,
    /// Other acts, or acts in general.
    Others,
}

/// Reads `intră în vigoare la 90 de zile de la data publicării`.
pub(super) fn read_force(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    cursor.attempt(|cursor| {
        let begins =
            cursor.word(&["intra in vigoare", "intrand in vigoare", "vor intra in vigoare", "va intra in vigoare"]);
        if !begins {
            return None;
        }
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        if cursor.word(&["odata cu", "o data cu", "la aceeasi data", "concomitent cu"]) {
            return Some(ForceRule::With);
        }
        read_after(cursor).or_else(|| read_on(cursor))
    })
}

fn read_after(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    cursor.attempt(|cursor| {
        let joined = cursor.word(&[
            "in termen de",
            "intr-un termen de",
            "la",
            "in",
            "dupa",
            "dupa un termen de",
            "la un termen de",
        ]);
        cursor.spaces();
        let length = joined.then(|| Length::read(cursor)).flatten()?;
        cursor.spaces();
        let after = cursor.word(&["de la", "dupa", "de", "din"]);
        cursor.spaces();
        match after.then(|| read_moment(cursor)).flatten()? {
            Moment::Publication => Some(ForceRule::After { length, after: ForceAnchor::Publication }),
            Moment::EntryIntoForce => Some(ForceRule::After { length, after: ForceAnchor::EntryIntoForce }),
            _ => None,
        }
    })
}

fn read_on(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    cursor.attempt(|cursor| {
        let joined = cursor.word(&[
            "la",
            "incepand cu",
            "incepand de la",
            "pe",
            "cu",
            "din",
            "in",
            "de la",
            "cu incepere de la",
        ]);
        cursor.spaces();
        let moment = joined.then(|| read_moment(cursor)).flatten()?;
        Some(ForceRule::On { moment })
    })
}

/// The beginning of the sentence with a clause at `at`, but not before `earlier`, where the clause before ends.
pub(super) fn sentence_start(text: &str, at: usize, earlier: usize) -> usize {
    let first = at.saturating_sub(LONGEST_SUBJECT).max(earlier);
    let begin = text[first..at].rfind([';', '\n', '"']).map_or(first, |sign| first + sign + 1);
    // A sentence begins after a dot that ends no abbreviation.
    let sentence = &text[begin..at];
    let dot = sentence.rmatch_indices(". ").find(|(dot, _)| ends_sentence(&sentence[..*dot]));
    dot.map_or(begin, |(dot, _)| begin + dot + 2)
}

/// The subject of a clause, by the words before it in its sentence.
pub(super) fn subject(sentence: &str) -> ForceSubject {
    let sentence = sentence.to_ascii_lowercase();
    let sentence = without_mark(&sentence);
    let has = |words: &[&str]| words.iter().any(|word| sentence.contains(word));
    if has(&[
        "prevederile art",
        "prevederile pct",
        "prevederile lit",
        "prevederile alin",
        "prevederilor art",
        "prevederilor pct",
        "dispozitiile art",
        "dispozitiile pct",
    ]) {
        return ForceSubject::Provisions;
    }
    if has(&["prezenta", "prezentul", "prezentei", "prezentelor", "prezentului"]) {
        return if has(&["cu exceptia", "art.", "pct.", "alin."]) && !has(&["prezenta lege intra", "prezenta ordonanta"])
        {
            ForceSubject::Provisions
        } else {
            ForceSubject::ThisAct
        };
    }
    if has(&["art.", "pct.", "alin.", "articolul", "punctul"]) {
        ForceSubject::Provisions
    } else {
        ForceSubject::Others
    }
}

/// The sentence without the mark of its article and paragraph: `Art. II. - (1) Prezenta lege`.
fn without_mark(sentence: &str) -> &str {
    let trimmed = sentence.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let Some(rest) = ["art. ", "articolul "].iter().find_map(|word| trimmed.strip_prefix(word)) else { return trimmed };
    let (_, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    if rest.starts_with("prezent") { rest } else { trimmed }
}

fn ends_sentence(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let abbreviations = ["art", "alin", "lit", "pct", "nr", "cap"];
    !word.is_empty() && !abbreviations.iter().any(|known| word.eq_ignore_ascii_case(known))
}
