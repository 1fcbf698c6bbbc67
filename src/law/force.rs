//! Clauses on entry into force: the rule that they give, and whether it is about the act or some provisions.

use serde::Serialize;

use super::cursor::Cursor;
use super::length::Length;
use super::moment::Moment;
use super::moment_words::read_moment;
use super::reference::{ActReference, read_present};

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
    After {
        length: Length,
        after: ForceAnchor,
        #[serde(skip_serializing_if = "ActReference::is_unnamed")]
        of: ActReference,
    },
    /// On a day that an event gives: "la data aderării".
    OnEvent,
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
        read_after(cursor).or_else(|| read_on(cursor)).or_else(|| read_event(cursor)).or_else(|| read_other(cursor))
    })
}

/// Reads the day of provisions that share the verb of the clause before: "iar articolul 7 la un an de la publicare".
pub(super) fn read_shared(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    let length_alone = |cursor: &mut Cursor<'_>| {
        cursor.attempt(|cursor| {
            let joined = cursor.word(&["la", "in", "in termen de", "dupa"]);
            cursor.spaces();
            joined.then(|| Length::read(cursor)).flatten().map(|_| ForceRule::OnEvent)
        })
    };
    read_after(cursor).or_else(|| read_on(cursor)).or_else(|| read_event(cursor)).or_else(|| length_alone(cursor))
}

/// Reads the beginning of a day in other words, such as `în a treizecea zi de la publicare`: a day of the act's own, so
/// that the usual one is not taken for it.
fn read_other(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    const STARTS: [&str; 12] =
        ["la", "in", "din", "cu", "de la", "dupa", "pe", "cand", "numai", "doar", "imediat", "incepand"];
    const OF_NO_DAY: [&str; 12] = [
        "in conditiile", "in conformitate", "in temeiul", "in baza", "in forma", "in sensul", "in cazul", "in romania",
        "in tot cuprinsul", "cu exceptia", "cu respectarea", "cu modificarile",
    ];
    let names_no_day = cursor.clone().word(&OF_NO_DAY);
    (!names_no_day && cursor.word(&STARTS)).then_some(ForceRule::OnEvent)
}

/// Reads `la data aderării`, `la 30 de zile de la data depunerii instrumentelor`.
fn read_event(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    cursor.attempt(|cursor| {
        if !cursor.word(&["la", "in", "in termen de", "dupa", "incepand cu", "de la", "pe", "din"]) {
            return None;
        }
        cursor.spaces();
        let counted = Length::read(cursor).is_some();
        cursor.spaces();
        let joined = counted && cursor.word(&["de la", "dupa", "din"]);
        cursor.spaces();
        (joined || cursor.word(&["data", "ziua", "momentul"])).then_some(ForceRule::OnEvent)
    })
}

fn read_after(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    cursor.attempt(|cursor| {
        let joined = cursor
            .word(&["in termen de", "intr-un termen de", "la", "in", "dupa", "dupa un termen de", "la un termen de"]);
        cursor.spaces();
        let length = joined.then(|| Length::read(cursor)).flatten()?;
        cursor.spaces();
        let after = cursor.word(&["de la", "dupa", "de", "din"]);
        cursor.spaces();
        match after.then(|| read_moment(cursor)).flatten()? {
            Moment::Publication { of } => Some(ForceRule::After { length, after: ForceAnchor::Publication, of }),
            Moment::EntryIntoForce { of } => Some(ForceRule::After { length, after: ForceAnchor::EntryIntoForce, of }),
            _ => None,
        }
    })
}

fn read_on(cursor: &mut Cursor<'_>) -> Option<ForceRule> {
    cursor.attempt(|cursor| {
        let joined = cursor.word(&[
            "la", "incepand cu", "incepand de la", "pe", "cu", "din", "in", "de la", "cu incepere de la",
            "cu incepere din",
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
    let dot = sentence.rmatch_indices(". ").find(|(dot, _)| ends_sentence(&sentence[..*dot], &sentence[dot + 2..]));
    dot.map_or(begin, |(dot, _)| begin + dot + 2)
}

/// The subject of a clause and the act that it names, by the words before the clause in its sentence.
pub(super) fn subject(sentence: &str) -> (ForceSubject, ActReference) {
    const PROVISIONS: [&str; 8] = ["art.", "pct.", "alin.", "lit.", "articol", "punctul", "alineat", "referitoare la"];
    let sentence = sentence.to_ascii_lowercase();
    let sentence = without_mark(&sentence).trim_end_matches([' ', ',']);
    let has_provisions = |words: &str| PROVISIONS.iter().any(|word| words.contains(word));
    let Some((at, act)) = present_act(sentence) else {
        let about = if has_provisions(sentence) { ForceSubject::Provisions } else { ForceSubject::Others };
        return (about, ActReference::Unnamed);
    };
    if act == ActReference::Other {
        return (ForceSubject::Others, act);
    }
    // "Prezenta lege, cu excepția art. 5," or "Cu excepția art. 5, prezenta lege" or "Dispozițiile prezentei legi".
    let is_subject = ["prezenta ", "prezentul ", "prezentele "].iter().any(|word| sentence[at..].starts_with(word));
    let leads = sentence[..at].trim_end();
    let begins = leads.is_empty() || leads.ends_with(',') || leads.ends_with("ca urmare");
    // "Dispozițiile prezentei legi, cu excepția celor ale art. 4,": the exception is not the subject.
    let without_exception = sentence.split("cu exceptia").next().unwrap_or_default();
    let about_act = if is_subject { begins } else { !has_provisions(without_exception) };
    (if about_act { ForceSubject::ThisAct } else { ForceSubject::Provisions }, act)
}

/// The place of the first words for the present act, and that act.
fn present_act(sentence: &str) -> Option<(usize, ActReference)> {
    let starts = sentence.match_indices("prezent").map(|(at, _)| at);
    starts.into_iter().find_map(|at| Some((at, read_present(&mut Cursor::new(sentence, at))?)))
}

/// The sentence without the mark of its article and paragraph: `Art. II. - (1) Prezenta lege`.
fn without_mark(sentence: &str) -> &str {
    let trimmed = sentence.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let Some(rest) = ["art. ", "articolul "].iter().find_map(|word| trimmed.strip_prefix(word)) else { return trimmed };
    let (_, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
    let begins = ["prezent", "dispozitiile", "prevederile", "cu exceptia"].iter().any(|word| rest.starts_with(word));
    if begins { rest } else { trimmed }
}

/// Whether a full stop between these texts ends a sentence. After the bracket of `alin. (1).` a capital must follow.
fn ends_sentence(before: &str, after: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
    let abbreviations = ["art", "alin", "lit", "pct", "nr", "cap"];
    if word.is_empty() {
        return before.ends_with(')')
            && after
                .trim_start_matches(['(', ' '])
                .starts_with(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit());
    }
    !abbreviations.iter().any(|known| word.eq_ignore_ascii_case(known))
}
