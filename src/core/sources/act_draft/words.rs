//! The words of an act that say what it is about: its subject and its own rules, without the names of cited acts.

use super::purpose::lead;
use super::reading::{ActReading, ArchivedAct, sentences, subject};
use crate::domain::text;

/// Characters of the first provision that name what the act is about.
const LEAD: usize = 700;
/// Where the name of a changed act ends and its new text begins, folded.
const CHANGES: [&str; 6] =
    [" se modifica", " se completeaza", " se abroga", " se introduc", " va avea urmatorul", " vor avea urmatorul"];
/// Words before the name of a cited act, after its number and year.
const NAMES: [&str; 6] = [" privind ", " pentru ", " referitoare ", " cu privire ", " de modificare", " asupra "];
/// What ends the name of a cited act.
const NAME_ENDS: [&str; 9] =
    [", publicat", ", republicat", ", cu modific", ", cu complet", ", aprobat", " , ", ", se ", ";", "\n"];
/// Most characters of the name of a cited act.
const LONGEST_NAME: usize = 600;

/// First words of the names of bodies of the state, folded.
const BODIES: [&str; 7] = ["agenti", "autorit", "oficiu", "minister", "inspect", "directi", "departament"];
/// Words inside such a name.
const LINKS: [&str; 10] = ["de", "a", "al", "ale", "și", "pentru", "din", "în", "cu", "la"];

/// The folded words of an act.
pub(super) struct WeighedWords {
    /// The subject in the heading and the first words, which name what is changed or ruled.
    pub(super) subject: String,
    /// The new rules.
    pub(super) rules: String,
}

impl WeighedWords {
    /// `has_rules` is false for an act that sets none of its own, such as an approval. `own` are the rules beside its
    /// changes of other acts.
    pub(super) fn of(reading: &ActReading<'_>, own: &[&str], has_rules: bool) -> Self {
        let source = reading.source;
        let is_own = has_rules && reading.operations.is_empty();
        let rules =
            if has_rules { without_names(&text::fold(&without_bodies(&rules(reading, own)))) } else { String::new() };
        Self { subject: folded_subject(source, is_own), rules }
    }

    /// The sentences of the rules.
    pub(super) fn sentences(&self) -> impl Iterator<Item = &str> {
        self.rules.split(['\n', ';']).flat_map(sentences)
    }
}

/// The text of the operations and of the rules beside them, or the whole text without operations.
fn rules(reading: &ActReading<'_>, own: &[&str]) -> String {
    if reading.operations.is_empty() {
        return reading.source.text.clone();
    }
    let changes = reading.operations.iter().map(|operation| operation.text.as_str());
    changes.chain(own.iter().copied()).collect::<Vec<_>>().join("\n")
}

/// `is_own` is true for an act whose first words are rules of its own: the acts that they name are not its subject.
fn folded_subject(source: &ArchivedAct, is_own: bool) -> String {
    let lead: String = lead(&source.text).chars().take(LEAD).collect();
    // The names of acts that the subject names say what it is about, and the gazette's does not.
    let folded = text::fold(&lead);
    let lead = if is_own { without_names(&folded) } else { folded };
    let end = CHANGES.iter().filter_map(|verb| lead.find(verb)).min().unwrap_or(lead.len());
    format!("{}\n{}", text::fold(&subject(source)), &lead[..end])
}

/// A folded text without the names of the acts that it cites: "Legea nr. 5/2000 privind x, republicată".
fn without_names(folded: &str) -> String {
    let mut kept = String::with_capacity(folded.len());
    let mut rest = folded;
    while let Some((start, name)) = next_name(rest) {
        let after = &rest[start + name..];
        let limit = after.floor_char_boundary(LONGEST_NAME);
        let end = NAME_ENDS.iter().filter_map(|end| after[..limit].find(end)).min().unwrap_or(limit);
        kept.push_str(&rest[..start]);
        kept.push(' ');
        rest = &after[end..];
    }
    kept.push_str(rest);
    kept
}

/// A text without the names of bodies of the state, which say what the body is for and not what the rule is about:
/// "Oficiul Național de Prevenire și Combatere a Spălării Banilor".
fn without_bodies(words: &str) -> String {
    let words: Vec<_> = words.split_inclusive([' ', '\n']).collect();
    let begins_upper = |at: usize| words.get(at).is_some_and(|word| word.starts_with(char::is_uppercase));
    let links = |at: usize| words.get(at).is_some_and(|word| LINKS.contains(&word.trim_end()));
    let ends = |at: usize| words[at].trim_end().ends_with([',', ';', '.', ':', ')']);
    let mut kept = String::new();
    let mut at = 0;
    while at < words.len() {
        kept.push_str(words[at]);
        let is_body = begins_upper(at) && !ends(at) && {
            let folded = text::fold(words[at]);
            BODIES.iter().any(|body| folded.starts_with(body))
        };
        at += 1;
        while is_body && at < words.len() && !ends(at - 1) && (begins_upper(at) || links(at) && begins_upper(at + 1)) {
            at += 1;
        }
    }
    kept
}

/// The place of the words that begin the name of a cited act, and their length.
fn next_name(folded: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = folded[from..].find('/').map(|at| from + at) {
        from = at + 1;
        let years = folded[from..].bytes().take_while(u8::is_ascii_digit).count();
        let is_number = folded[..at].ends_with(|c: char| c.is_ascii_digit());
        let after = &folded[from + years..];
        let name = NAMES.iter().find(|name| after.starts_with(**name));
        if let Some(name) = name.filter(|_| years == 4 && is_number) {
            return Some((from + years, name.len()));
        }
    }
    None
}

/// The places of a word at the beginning of words; one with `|` is a whole word, and so is a short one. `*` stands for
/// any ending of a declined noun or adjective: "furnizor*", "operator* economic*".
pub(super) fn places<'t>(text: &'t str, word: &'static str) -> impl Iterator<Item = usize> + use<'t> {
    let bare = word.trim_end_matches('|');
    let (stem, endings) = bare.find('*').map_or((bare, ""), |at| bare.split_at(at));
    let is_whole = word.len() != stem.len() || stem.len() <= 4;
    text.match_indices(stem).map(|(at, _)| at).filter(move |at| {
        let before = &text[..*at];
        let begins = !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        let Some(after) = after_declined(&text[at + stem.len()..], endings).filter(|_| begins) else { return false };
        let declined = &text[at + stem.len()..text.len() - after.len()];
        // "abonamente oferite de furnizori": an attribute of something else.
        let is_attribute = !endings.is_empty() && matches!(declined, "e" | "i") && before.ends_with(" de ");
        if is_attribute {
            return false;
        }
        let ends = !is_whole || !after.starts_with(|c: char| c.is_ascii_alphanumeric());
        ends && !is_other(stem, before, after)
    })
}

/// What follows a declined word: `endings` is `* economic*` after "operator".
fn after_declined<'t>(text: &'t str, endings: &str) -> Option<&'t str> {
    let Some(rest) = endings.strip_prefix('*') else { return Some(text) };
    let ending = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (literal, more) = rest.find('*').map_or((rest, ""), |at| rest.split_at(at));
    let is_ending = ENDINGS.contains(&&text[..ending]);
    text[ending..].strip_prefix(literal).filter(|_| is_ending).and_then(|after| after_declined(after, more))
}

/// The endings of declined nouns and adjectives.
const ENDINGS: [&str; 21] = [
    "", "a", "e", "ea", "ei", "ele", "elor", "i", "ia", "iei", "ii", "ile", "iile", "iilor", "ilor", "l", "le", "lor",
    "lui", "ul", "ului",
];

/// Words behind or before a word with which it names others than its readers: beginnings of the word, what follows its
/// end, what stands before it.
const OTHERS: [(&str, &[&str], &[&str]); 4] = [
    // Those who take drugs are no consumers.
    ("consumator", &[" de droguri", " de substante", " de alcool", " de tutun"], &[]),
    // Firms.
    ("client", &[" noncasnic", " final noncasnic"], &[]),
    // Farmers.
    ("producator", &[" agricol"], &[]),
    // Those whose rights an offence hurts.
    ("persoan", &[], &["unei "]),
];

fn is_other(stem: &str, before: &str, after: &str) -> bool {
    let next = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    OTHERS.iter().filter(|(word, ..)| stem.starts_with(word)).any(|(_, behind, ahead)| {
        behind.iter().any(|words| next.starts_with(words)) || ahead.iter().any(|words| before.ends_with(words))
    })
}

pub(super) fn has(text: &str, word: &'static str) -> bool {
    places(text, word).next().is_some()
}

pub(super) fn has_any(text: &str, words: &[&'static str]) -> bool {
    words.iter().any(|word| has(text, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cited_acts_are_no_words_of_the_act() {
        let text = "potrivit legii nr. 237/2015 privind autorizarea activitatii de asigurare, republicata, fermierii depun cererea; legea nr. 5/2000 pentru x se abroga";
        let kept = without_names(text);
        assert!(!kept.contains("asigurare") && kept.contains("fermierii depun"), "{kept}");
        assert_eq!(without_names("nr. 5/2000, art. 3/a"), "nr. 5/2000, art. 3/a");
    }

    #[test]
    fn the_name_of_a_body_of_the_state_is_no_word_of_the_rule() {
        let text = "Oficiul Național de Prevenire și Combatere a Spălării Banilor transmite băncilor situația spălării banilor. Ministerul Finanțelor, fermierii";
        assert_eq!(without_bodies(text), "Oficiul transmite băncilor situația spălării banilor. Ministerul fermierii");
    }

    #[test]
    fn a_word_begins_where_words_begin_and_short_ones_are_whole() {
        assert!(!has("casa tvardita", "tva|") && has("taxa, tva.", "tva|") && has("arendasii", "arendas"));
        assert!(!has("consumatorii de droguri", "consumator") && has("consumatorii casnici", "consumator"));
        assert!(has("clientilor finali", "client* final*") && !has("clientului final noncasnic", "client* final*"));
        assert!(
            has("operatorii economici.", "operator* economic*") && !has("operatori economiei", "operator* economic*")
        );
        assert!(!has("interese ale unei persoane juridice", "persoane juridice"));
    }
}
