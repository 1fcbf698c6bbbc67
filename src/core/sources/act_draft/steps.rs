//! The steps of a draft: what the rules of an act ask of readers who are the subject of a sentence, in its own words.

use std::collections::HashSet;

use super::addressee::subject_clause;
use super::changes::{ProvisionChange, plain};
use super::leaning::points_back;
use super::own_rules::OwnRule;
use super::phrase::{main_clause, said};
use super::reading::{ActReading, names_operation, sentences, without_mark};
use super::role_names::ROLES;
use super::verbs::verb;
use super::weight::weight;
use super::words::places;
use crate::domain::AudienceRole;
use crate::domain::amendment::AmendmentKind;
use crate::domain::article::limits;
use crate::domain::rule_reason::Rule;
use crate::domain::step::Step;
use crate::domain::text::{fold, sentence_case};

/// Steps of a draft.
const MOST: usize = 5;
/// Characters of a step without its provision.
const ROOM: usize = 600;
/// Beginnings of a predicate that asks for a step, or lets its reader take one, folded.
const ASKS: [&str; 46] = [
    "achita",
    "afiseaza",
    "au obligatia",
    "are obligatia",
    "comunica",
    "contesta",
    "datoreaza",
    "declara",
    "depun",
    "emit",
    "este obligat",
    "informeaza",
    "inregistreaza",
    "intocmesc",
    "intocmeste",
    "notifica",
    "obtin",
    "opteaza",
    "participa",
    "platesc",
    "plateste",
    "poate cere",
    "poate contesta",
    "poate depune",
    "poate opta",
    "poate solicita",
    "pot cere",
    "pot contesta",
    "pot depune",
    "pot opta",
    "pot sa depuna",
    "pot solicita",
    "prezinta",
    "publica",
    "raporteaza",
    "restituie",
    "se inregistreaza",
    "se inscri",
    "solicita",
    "sunt obligat",
    "transmit",
    "trebuie",
    "va depune",
    "va transmite",
    "vor depune",
    "vor transmite",
];

/// A step before it has an id.
struct FoundStep {
    text: String,
    roles: Vec<AudienceRole>,
    asks: &'static str,
    weight: u8,
}

/// The steps that the new texts and the act's own rules ask for, with a reason for each. `roles` are those of the article.
pub(super) fn steps(
    reading: &mut ActReading<'_>,
    changes: &[ProvisionChange],
    rules: &[OwnRule],
    roles: &[AudienceRole],
) -> Vec<Step> {
    let is_new = |change: &&ProvisionChange| {
        matches!(change.kind, AmendmentKind::Modify | AmendmentKind::Insert) && !change.is_item && !change.is_formula()
    };
    let of_change = |change: &ProvisionChange| -> Vec<FoundStep> {
        let of = |place: &str, text: &str| of_text(text, &change.named_place(place, None), roles);
        change.passages_of().flat_map(|passage| of(&passage.place, &passage.text)).collect()
    };
    let of_changes = changes.iter().filter(is_new).flat_map(of_change);
    let of_rules = rules.iter().flat_map(|rule| of_text(rule.text(), &rule.place, roles));
    let mut found: Vec<_> = of_changes.chain(of_rules).enumerate().collect();
    found.sort_by_key(|(_, step)| std::cmp::Reverse(step.weight));
    found.truncate(MOST);
    found.sort_by_key(|(at, _)| *at);
    let mut taken = HashSet::new();
    let mut made = Vec::new();
    for (_, FoundStep { text, roles, asks, .. }) in found {
        let id = Step::id_for(&text, &taken);
        taken.insert(id.clone());
        reading.detail("steps", &text, Rule::BindsReaders, asks);
        made.push(Step { id, text, roles, date: None, condition: None });
    }
    made
}

/// The steps of a paragraph.
fn of_text(text: &str, place: &str, roles: &[AudienceRole]) -> Vec<FoundStep> {
    if names_operation(text) {
        return Vec::new();
    }
    sentences(text).into_iter().filter_map(|sentence| of_sentence(without_mark(sentence), place, roles)).collect()
}

/// The step of a sentence whose subject is a reader and whose predicate asks for something.
fn of_sentence(sentence: &str, place: &str, roles: &[AudienceRole]) -> Option<FoundStep> {
    let main = main_clause(sentence);
    let clause = subject_clause(main)?;
    let verb = verb(clause)?;
    // "care au permis și solicită categoria A2 sunt exceptate": the second verb is of the relative clause, too.
    let before = clause[..verb].trim_end();
    if [" nu", " și", " sau", " ori"].iter().any(|word| before.ends_with(word)) {
        return None;
    }
    let predicate = fold(&clause[verb..]);
    let clause = fold(clause);
    let asks = *ASKS.iter().find(|asks| predicate.starts_with(**asks))?;
    let phrase = said(sentence, place, ROOM);
    if phrase.is_place || points_back(&phrase.words) {
        return None;
    }
    let is_first = |words: &[&'static str]| words.iter().any(|word| places(&clause, word).next() == Some(0));
    let named = ROLES.iter().filter(|(role, words)| roles.contains(role) && is_first(words)).map(|(role, _)| *role);
    let mut named: Vec<_> = named.collect();
    if named.len() == roles.len() {
        named.clear();
    }
    // "aflați în situația pot să depună": the reference was all that says which.
    let is_open = phrase.words.split(" în situația ").skip(1).any(|rest| !rest.starts_with("în care "));
    let words = if is_open { sentence.trim_end_matches('.') } else { &phrase.words };
    let text = format!("{} ({})", sentence_case(&plain(words)), plain(place));
    // A whole sentence may be longer than an editor could save.
    (text.chars().count() <= limits::STEP).then(|| FoundStep { text, roles: named, asks, weight: weight(sentence) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_asks_its_subject_and_no_one_else() {
        let step = |sentence: &str| of_sentence(sentence, "art. 5", &[]).map(|step| step.text);
        for (sentence, expected) in [
            // Legea nr. 291/2023, shortened.
            (
                "Părinții copilului care săvârșește fapte penale au obligația de a participa la programele de consiliere.",
                Some(
                    "Părinții copilului care săvârșește fapte penale au obligația de a participa la programele de consiliere (art. 5)",
                ),
            ),
            (
                "În cazul expirării documentelor, operatorul economic are obligația să obțină un nou acord de funcționare.",
                Some(
                    "În cazul expirării documentelor, operatorul economic are obligația să obțină un nou acord de funcționare (art. 5)",
                ),
            ),
            ("Ministerul Finanțelor are obligația să publice lista furnizorilor de energie.", None),
            ("Furnizorilor li se comunică lista de către minister în termen de cinci zile.", None),
            ("Furnizorii nu au obligația să transmită situația anuală a serviciilor.", None),
            ("Furnizorii sunt înscriși în registru de către minister, la cererea lor.", None),
        ] {
            assert_eq!(step(sentence).as_deref(), expected, "{sentence}");
        }
    }
}
