//! Whether the words of a statement could be compared with the act at all.
//!
//! The comparisons of `meaning` report what contradicts the act. A statement that nothing contradicts may still be
//! false, above all in words that the act does not have. So a statement counts as compared only if its words are
//! mostly those of the provisions that it names, if its subject and what it denies are, and if what denies, permits,
//! binds and restricts is the same in it and in the clauses that have its words. A sentence that names no provision
//! counts as compared only if it is a whole sentence of the act, as the entries with days are that a draft begins with.

use std::collections::BTreeSet;
use std::ops::Range;

use super::check::check_each;
use super::claim::{Claim, Passage};
use super::reading::ReadingMode;
use super::sense::{Sense, SenseClause, parties};
use super::source::ActText;
use super::units::{self, ActUnit};
use crate::domain::Language;
use crate::domain::finding::{Finding, UncheckedSentence};
use crate::domain::text::one_line;

/// Percent of the weight of a statement's words that its provisions must have.
const COVERED: usize = 60;

/// What the checker says of claims.
#[derive(Debug, Default)]
pub struct CheckedClaims {
    pub findings: Vec<Finding>,
    /// The sentences without a finding whose words could not be compared with the act.
    pub unchecked: Vec<UncheckedSentence>,
}

/// Checks claims, and lists the sentences that could not be compared with the act. The words of a person may rest on
/// anything, so only their figures are compared, unless they are the act's own.
pub fn check_and_compare(source: &ActText, claims: &[Claim<'_>]) -> CheckedClaims {
    let (findings, clear) = check_each(source, claims);
    let open = clear.into_iter().filter(|it| it.is_doubtful || !is_supported(source, it.claim));
    let unchecked = open.flat_map(|it| it.claim.passages.iter().map(sentence)).collect();
    CheckedClaims { findings, unchecked }
}

fn sentence(passage: &Passage<'_>) -> UncheckedSentence {
    let Passage { field, language, text, range } = passage;
    let offset = text[..range.start].chars().count();
    UncheckedSentence { lang: *language, field: (*field).to_owned(), text: text[range.clone()].to_owned(), offset }
}

fn is_supported(source: &ActText, claim: &Claim<'_>) -> bool {
    // English words alone are compared with nothing.
    let romanian = claim.passages.iter().find(|passage| passage.language == Language::Ro);
    let Some(words) = romanian.map(|passage| &passage.text[passage.range.clone()]) else { return false };
    let Some(references) = claim.rests_on else { return is_quoted(source, words) };
    let parts: Vec<Range<usize>> = references.iter().filter_map(|it| source.resolve(it)).flatten().collect();
    let scope: Vec<_> = source.units_in(&parts).collect();
    is_compared(source.units(), &scope, &Sense::new(words, ReadingMode::of(Language::Ro)))
}

/// Whether words are a whole sentence of the act, but for the label of its provision. A part of a sentence may lack its
/// condition or its denial.
fn is_quoted(source: &ActText, words: &str) -> bool {
    let quote = one_line(words);
    let is_whole = |sentence: &str, at: usize| {
        let rest = &sentence[at + quote.len()..];
        is_label(&sentence[..at]) && !rest.contains(char::is_alphanumeric)
    };
    !quote.is_empty()
        && source.lines().iter().any(|it| it.match_indices(quote.as_str()).any(|(at, _)| is_whole(it, at)))
}

/// Whether words only name a provision, "Articolul 5 (1)", or lead to a new text, "... următorul cuprins: „".
fn is_label(words: &str) -> bool {
    let words = words.trim_end_matches(['„', '"', '«', ' ']);
    let is_of_label = |word: &str| {
        let is_number = word.contains(|c: char| c.is_ascii_digit()) || word.ends_with(')');
        let is_roman = word.chars().all(|c| "IVXLC.".contains(c));
        is_number
            || is_roman
            || matches!(word, "Articolul" | "ARTICOLUL" | "Art." | "ART.")
            || !word.contains(char::is_alphabetic)
    };
    words.ends_with("următorul cuprins:") || words.split(' ').all(is_of_label)
}

/// Returns whether the words of a Romanian statement were compared with clauses that say as much.
fn is_compared(all: &[ActUnit], scope: &[&ActUnit], said: &Sense) -> bool {
    let nearest = units::foremost(scope, said);
    // All sentences of the act are counted last.
    nearest
        .iter()
        .any(|unit| has_core(unit, said) && agrees(unit, &covering(unit, said), said) && is_covered(all, unit, said))
}

/// Whether a unit has most of a statement's words, each weighted by how few units of the act have it.
fn is_covered(all: &[ActUnit], unit: &ActUnit, said: &Sense) -> bool {
    let weighted = said.stems.iter().map(|stem| (units::weight(all, stem), unit.sense.stems.contains(stem)));
    let (mut whole, mut covered) = (0, 0);
    for (weight, is_shared) in weighted {
        whole += weight;
        covered += if is_shared { weight } else { 0 };
    }
    covered * 100 >= whole * COVERED
}

/// Whether a unit has the word with which a statement begins, mostly its subject, and each word that it denies.
fn has_core(unit: &ActUnit, said: &Sense) -> bool {
    let has = |stem: &String| unit.sense.stems.contains(stem);
    let is_party = |at: Range<usize>| {
        let mut named = parties(&said.words, Language::Ro).into_iter();
        named.any(|(party, place)| place.contains(&at.start) && party.is_named_in(&unit.sense.words))
    };
    let first = said.words.iter().find_map(|word| Some((word.range.clone(), Sense::stem_of(word)?)));
    let denied = said.denied_predicates().into_iter().map(|denied| denied.stem);
    let left_out = said.left_out().into_iter().filter_map(|stems| stems.into_iter().next());
    first.is_some_and(|(place, stem)| has(&stem) || is_party(place)) && denied.chain(left_out).all(|stem| has(&stem))
}

/// The fewest clauses of a unit that together have all words that it shares with a statement, the richest first.
fn covering<'a>(unit: &'a ActUnit, said: &Sense) -> Vec<&'a SenseClause> {
    let mut open: BTreeSet<_> = said.stems.intersection(&unit.sense.stems).collect();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let gain = |clause: &&SenseClause| open.iter().filter(|stem| clause.stems.contains(**stem)).count();
        let Some(richest) = unit.clauses.iter().max_by_key(gain).filter(|clause| gain(clause) > 0) else { break };
        open.retain(|stem| !richest.stems.contains(*stem));
        chosen.push(richest);
    }
    chosen
}

/// Whether what denies, permits, binds and restricts is the same in a statement and in clauses of the act.
fn agrees(unit: &ActUnit, clauses: &[&SenseClause], said: &Sense) -> bool {
    let of_clauses = |ranges: Vec<Range<usize>>| {
        ranges.iter().filter(|range| clauses.iter().any(|clause| clause.range.contains(&range.start))).count()
    };
    let given = &unit.sense;
    let is_denied = clauses.iter().any(|clause| clause.is_denied || clause.is_negative || clause.is_exempt);
    let may = of_clauses(given.permissions()) > 0;
    let must = of_clauses(given.duties()) > 0;
    said.is_negative() == is_denied
        && said.is_restricted() == given.is_restricted()
        && said.permissions().is_empty() != may
        && (said.duties().is_empty() || must)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACT: &str = "Articolul 1 Emitentul poate amâna plata dobânzii. Articolul 2 Decizia nu se publică. \
        Articolul 3 Arhiva este publică.";

    fn is_unchecked(language: Language, text: &str, rests_on: Option<&[String]>) -> bool {
        let passage = Passage { field: "in_short", language, text, range: 0..text.len() };
        let claim = Claim { rests_on, passages: vec![passage], dates: vec![] };
        let CheckedClaims { findings, unchecked } = check_and_compare(&ActText::new(ACT, ""), &[claim]);
        assert!(unchecked.iter().all(|sentence| (sentence.text.as_str(), sentence.offset) == (text, 0)));
        assert_eq!(findings, []);
        !unchecked.is_empty()
    }

    #[test]
    fn only_words_of_the_act_that_deny_and_permit_as_much_are_checked() {
        let [first, second, third] = ["art. 1", "art. 2", "art. 3"].map(|it| Some(vec![it.to_owned()]));
        for (ro, rests_on, expected) in [
            ("Emitentul poate amâna dobânda.", &first, false),
            ("Decizia nu se publică.", &second, false),
            // A general word for a party, and "may" for what simply is.
            ("Agenția poate amâna dobânda.", &first, true),
            ("Arhiva poate fi citită.", &third, true),
            // Another subject, other words, and what only a person says.
            ("Concurentul poate amâna plata dobânzii.", &first, true),
            ("Emitentul are mai mult timp pentru rate.", &first, true),
            ("Emitentul poate amâna dobânda.", &None, true),
        ] {
            assert_eq!(is_unchecked(Language::Ro, ro, rests_on.as_deref()), expected, "{ro}");
        }
        // A person replaced the Romanian words of the sentence.
        assert!(is_unchecked(Language::En, "The issuer may postpone the interest.", first.as_deref()));
    }

    #[test]
    fn a_whole_sentence_of_the_act_is_checked_and_a_part_of_one_is_not() {
        let act = "Articolul 1\n(1) Declarația se depune\n până la 25 mai. (2) Dacă plata întârzie, Declarația se depune \
            până la 30 mai.\nArticolul 2\nAlineatul (3) va avea următorul cuprins: „Taxa nu se plătește în 2026.”";
        let source = ActText::new(act, "");
        for (words, expected) in [
            ("Declarația se depune până la 25 mai.", true),
            ("Taxa nu se plătește în 2026.", true),
            ("(1) Declarația se depune până la 25 mai", true),
            ("Declarația se depune până la 30 mai.", false),
            ("se plătește în 2026.", false),
            ("Declarația se depune", false),
            ("", false),
        ] {
            assert_eq!(is_quoted(&source, words), expected, "{words}");
        }
    }
}
