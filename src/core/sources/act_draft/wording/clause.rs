//! The clause around a day: what its words say of it.

use super::super::reading::{self, ends_with_abbreviation};
use super::words::CASES;
use crate::domain::text;

/// Bytes before and after the day in which its clause is looked for.
const WINDOW: usize = 1_500;

/// Short names of firms and their associations. Others at the beginning of a clause are bodies of the state.
const OF_FIRMS: [&str; 14] =
    ["AFIA", "BAAR", "BVB", "FPAP", "IFN", "IMM", "ONG", "OPC", "OPCVM", "PFA", "SAI", "SCA", "SRL", "SSIF"];

/// Words with which a part begins that is no subject.
const PREPOSITIONS: [&str; 14] =
    ["la", "catre", "din", "prin", "cu", "pe", "pentru", "in", "de", "conform", "potrivit", "dupa", "pana", "si"];

/// Words of the name of an office.
const OFFICE_WORDS: usize = 6;

/// The words before and after a day in its clause, folded and in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct DayClause {
    pub(super) before: String,
    /// The words of the day itself.
    pub(super) day: String,
    pub(super) after: String,
    /// Whether the subject is the short name of a body of the state or an office of it: "AMEPIP verifică", "centrele
    /// județene ale APIA verifică".
    pub(super) is_of_acronym: bool,
}

impl DayClause {
    /// The clause around a range of the text.
    pub(in super::super) fn around(whole: &str, start: usize, end: usize) -> Self {
        let from = whole.floor_char_boundary(start.saturating_sub(WINDOW));
        let to = whole.ceil_char_boundary(end + WINDOW);
        let (before, after) = (whole.get(from..start).unwrap_or_default(), whole.get(end..to).unwrap_or_default());
        let (before, after) = (with_lead(before), &after[..clause_end(after)]);
        Self {
            is_of_acronym: [before.as_str(), after].into_iter().any(begins_with_acronym) || has_acronym(&before),
            before: folded(&before),
            day: folded(whole.get(start..end).unwrap_or_default()),
            after: folded(after),
        }
    }

    /// Whether something may happen only after the day: "nu mai devreme de 90 de zile", "în termen de minimum 30 de zile".
    pub(super) fn is_earliest(&self) -> bool {
        let is_least =
            ["in termen de minimum ", "in termen de cel putin "].iter().any(|words| self.day.starts_with(words));
        is_least || self.before.trim_end().ends_with("nu mai devreme de")
    }

    /// Whether something is forbidden from the day on: "la 90 de zile de la publicare se interzice".
    pub(super) fn begins_ban(&self) -> bool {
        self.day.starts_with("la ") && self.after.trim_start_matches([',', ' ']).starts_with("se interzic")
    }

    /// Whether the words are the time of a figure and not of a rule: "prețul mediu din perioada".
    pub(in super::super) fn is_of_figure(&self) -> bool {
        self.day.starts_with("din ")
            || [" din", " aferent", " aferenta", " aferente"].iter().any(|word| self.before.trim_end().ends_with(word))
    }

    /// Whether the day belongs to a case: "în cazul în care, în termen de 30 de zile, nu sunt transmise actele".
    pub(super) fn is_in_case(&self) -> bool {
        let before = self.before.trim_end_matches([',', ' ']);
        CASES.iter().any(|words| before.ends_with(words))
    }

    /// Whether the day is a length of time in which something is done: "în termen de 30 de zile".
    pub(in super::super) fn is_within(&self) -> bool {
        ["in termen ", "intr-un termen ", "in cel mult "].iter().any(|words| self.day.starts_with(words))
    }

    /// The clause in one line, with a gap in place of the day.
    pub(super) fn without_day(&self) -> String {
        format!("{} {}", self.before, self.after)
    }
}

fn begins_with_acronym(words: &str) -> bool {
    let words = words.trim_start_matches([',', ' ']).split(',').next().unwrap_or_default();
    let is_acronym = |word: &str| {
        // "A.R.F." is written with dots, too.
        let word = if word.contains('.') { word.replace('.', "") } else { word.to_owned() };
        word.len() > 2 && word.bytes().all(|byte| byte.is_ascii_uppercase()) && !OF_FIRMS.contains(&word.as_str())
    };
    let near: Vec<_> = words.split(' ').take(OFFICE_WORDS).collect();
    let is_office = |pair: &[&str]| matches!(pair, ["al" | "ale" | "a", name] if is_acronym(name));
    let first = near.first().copied().unwrap_or_default();
    let is_subject = !PREPOSITIONS.contains(&text::fold(first).as_str());
    is_acronym(first) || is_subject && near.windows(2).any(is_office)
}

/// Whether a part of a clause behind its beginning has the short name of a body as its subject: ", DGASPC vor depune".
fn has_acronym(clause: &str) -> bool {
    let will = |part: &str| part.split(' ').nth(1).is_some_and(|verb| matches!(verb, "va" | "vor" | "are" | "au"));
    clause.split(", ").any(|part| will(part) && begins_with_acronym(part))
}

/// The words before the day in its clause. Those of a letter follow the words that lead to the list.
fn with_lead(before: &str) -> String {
    let clause = &before[clause_start(before)..];
    if letter_mark(clause.trim_start()).is_none() {
        return clause.to_owned();
    }
    let earlier = &before[..before.len() - clause.len()];
    // The list begins at its first letter, after a colon.
    let lead = earlier.trim_end().strip_suffix(':').or_else(|| list_lead(earlier));
    // The words that lead to a new text do not say what it means.
    let lead = lead.filter(|lead| !lead.ends_with("cuprins"));
    let lead = lead.map_or("", |lead| &lead[clause_start(lead)..]);
    format!("{lead} {clause}")
}

/// The text before the list of letters at its end.
fn list_lead(text: &str) -> Option<&str> {
    let colons = text.rmatch_indices(": ").map(|(at, _)| at);
    colons.into_iter().find(|at| letter_mark(&text[at + 2..]).is_some()).map(|at| &text[..at])
}

/// The length of a mark such as `a) ` or `d^1) `.
fn letter_mark(text: &str) -> Option<usize> {
    let end = text.find(") ").filter(|end| (1..=4).contains(end))?;
    let mark = &text[..end];
    let is_letter = mark.starts_with(|c: char| c.is_ascii_lowercase())
        && mark[1..].bytes().all(|byte| byte.is_ascii_digit() || byte == b'^' || byte.is_ascii_lowercase());
    is_letter.then_some(end + 2)
}

/// Where the clause begins that ends with this text.
fn clause_start(text: &str) -> usize {
    let after = |ending: &str| text.rfind(ending).map_or(0, |at| at + ending.len());
    let hard = ["\n", ";", "cuprins:"].into_iter().map(after).max().unwrap_or_default();
    let stop = text.rmatch_indices(". ").find(|(at, _)| ends_sentence(&text[..*at], &text[at + 2..]));
    let item = text.rmatch_indices(": ").map(|(at, _)| at + 2).find(|at| letter_mark(&text[*at..]).is_some());
    let first = hard.max(stop.map_or(0, |(at, _)| at + 2)).max(item.unwrap_or_default());
    // A paragraph begins after its number.
    let marks = text[first..].rmatch_indices(") ").map(|(at, _)| first + at);
    marks.into_iter().find_map(|at| paragraph_mark(text, first, at)).unwrap_or(first)
}

/// The place after the number of a paragraph that ends at `at`.
fn paragraph_mark(text: &str, first: usize, at: usize) -> Option<usize> {
    let open = text[first..at].rfind('(').map(|open| first + open)?;
    let number = &text[open + 1..at];
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'^');
    let before = text[first..open].trim_end();
    let is_new = match before.strip_suffix('.') {
        Some(before) => !ends_with_abbreviation(before),
        None => before.is_empty() || before.ends_with(':'),
    };
    (is_number && is_new).then_some(at + 2)
}

/// Where the clause ends that begins with this text.
fn clause_end(text: &str) -> usize {
    let hard = text.find(['\n', ';']).unwrap_or(text.len());
    let stop = text[..hard].match_indices(". ").find(|(at, _)| ends_sentence(&text[..*at], &text[at + 2..]));
    stop.map_or(hard, |(at, _)| at)
}

/// Whether a full stop between these texts ends a sentence.
fn ends_sentence(before: &str, after: &str) -> bool {
    let follows = after.trim_start().starts_with(|c: char| !c.is_lowercase()) || letter_mark(after).is_some();
    follows && reading::ends_sentence(before)
}

/// A text for comparison.
pub(in super::super) fn folded(words: &str) -> String {
    text::fold(&words.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_ends_at_sentences_lists_and_new_texts() {
        for (text, before, after) in [
            ("Primul. Al doilea [zi] aici. Al treilea.", "al doilea", "aici"),
            (
                "Potrivit art. 5 alin. (2), se depune [zi], potrivit lit. b). Altul.",
                "potrivit art. 5 alin. (2), se depune",
                ", potrivit lit. b)",
            ),
            ("Comisia aprobă; în rest, titularul [zi] depune.", "in rest, titularul", "depune."),
            ("4. Articolul 5 va avea următorul cuprins: (2) Titularul depune [zi].", "titularul depune", "."),
            ("A.S.F. informează: a) pentru lit. a), [zi]; b) altele.", "a.s.f. informeaza a) pentru lit. a),", ""),
            ("Se depune [zi]. 2. La articolul 5 se abrogă.", "se depune", ""),
            ("Titularul poate cere, dacă: a) a plătit; b) a depus [zi].", "titularul poate cere, daca b) a depus", "."),
        ] {
            let (start, end) = (text.find("[zi]").expect("the day"), text.find("[zi]").expect("the day") + 4);
            let clause = DayClause::around(text, start, end);
            assert_eq!((clause.before.as_str(), clause.after.as_str()), (before, after), "{text}");
        }
    }
}
