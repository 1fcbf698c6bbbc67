//! Compares the English words of a statement with the Romanian ones.
//!
//! The act is Romanian, so only the Romanian words are compared with it: a free translation is no error. The English
//! ones must not say the contrary of the Romanian ones, nor name another party.

use super::sense::limits::{day_sides, number_limits};
use super::sense::{Party, Sense, parties};
use super::source::ActText;
use super::spoken::{Objection, Spoken};
use super::units::ActUnit;
use crate::domain::Language;
use crate::domain::finding::FindingCode;

/// Returns what the English words say otherwise than the Romanian ones.
pub(super) fn other_words(act: &ActText, scope: &[&ActUnit], romanian: &Sense, english: &Spoken<'_>) -> Vec<Objection> {
    let mut found = Vec::new();
    found.extend(modality(romanian, english));
    found.extend(opposites(romanian, english));
    found.extend(limits(romanian, english));
    found.extend(days(romanian, english));
    found.extend(actors(act, scope, romanian, english));
    found
}

/// "Must" for a Romanian statement that only permits, and "may" for one that only makes a duty.
fn modality(romanian: &Sense, english: &Spoken<'_>) -> Option<Objection> {
    let (may, must) = (english.sense.permissions(), english.sense.duties());
    let (own_may, own_must) = (romanian.permissions(), romanian.duties());
    let bound = must.first().filter(|_| may.is_empty() && own_must.is_empty() && !own_may.is_empty());
    let free = may.first().filter(|_| must.is_empty() && own_may.is_empty() && !own_must.is_empty());
    bound.or(free).map(|range| english.object(range, FindingCode::Modality))
}

/// One side of a pair of opposites for the other, where both languages deny something once or not at all.
fn opposites(romanian: &Sense, english: &Spoken<'_>) -> Option<Objection> {
    let is_plain = romanian.paired_denials().is_empty();
    if !is_plain || romanian.denials().is_empty() != english.sense.denials().is_empty() {
        return None;
    }
    let own = romanian.opposites();
    let has = |at: usize, is_second: bool| own.iter().any(|(own, second, _)| (*own, *second) == (at, is_second));
    let mut said = english.sense.opposites().into_iter();
    let (_, _, range) = said.find(|(at, is_second, _)| has(*at, !is_second) && !has(*at, *is_second))?;
    Some(english.object(&range, FindingCode::Opposite))
}

/// "At most" for "at least".
fn limits(romanian: &Sense, english: &Spoken<'_>) -> Option<Objection> {
    let own = number_limits(romanian);
    let said = number_limits(&english.sense).into_iter().filter(|limit| limit.is_explicit);
    let mut other = said.filter(|limit| {
        let mut of_figure = own.iter().filter(|own| own.figure == limit.figure).peekable();
        of_figure.peek().is_some() && of_figure.all(|own| own.is_explicit && own.kind != limit.kind)
    });
    other.next().map(|limit| english.object(&limit.range, FindingCode::Limit))
}

/// "After" a day for "until".
fn days(romanian: &Sense, english: &Spoken<'_>) -> Option<Objection> {
    let own = day_sides(romanian);
    let is_denied = |sense: &Sense| sense.is_mainly_denied();
    let is_turned = is_denied(romanian) != is_denied(&english.sense);
    let mut said = day_sides(&english.sense).into_iter().filter(|_| !is_turned);
    let other = said.find(|said| {
        let mut of_day = own.iter().filter(|own| own.day == said.day).peekable();
        of_day.peek().is_some() && of_day.all(|own| own.is_until != said.is_until)
    })?;
    Some(english.object(&other.range, FindingCode::Limit))
}

/// A party that neither the provisions nor the Romanian words name, instead of one that the Romanian words name.
fn actors(act: &ActText, scope: &[&ActUnit], romanian: &Sense, english: &Spoken<'_>) -> Vec<Objection> {
    let (own, said) = (parties(&romanian.words, Language::Ro), parties(&english.sense.words, Language::En));
    let is_same = |own: &Party, said: &Party| std::ptr::eq(own, said);
    let is_left_out = own.iter().any(|(own, _)| !said.iter().any(|(said, _)| is_same(own, said)));
    let is_named = |party: &Party| {
        party.is_named_in(&romanian.words) || scope.iter().any(|unit| party.is_named_in(&unit.sense.words))
    };
    let foreign = said.into_iter().filter(|(party, _)| is_left_out && !is_named(party) && !act.is_known_party(party));
    foreign.map(|(_, range)| english.object(&range, FindingCode::Actor)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{ActText, Claim, Passage, check};
    use super::*;

    fn codes(ro: &str, en: &str) -> Vec<FindingCode> {
        let act = "Articolul 1 Decizia poate fi contestată pe cale judiciară în cel mult 30 de zile.";
        let passages = Language::ALL.into_iter().zip([ro, en]);
        let passages =
            passages.map(|(language, text)| Passage { field: "in_short", language, text, range: 0..text.len() });
        let rests_on = ["art. 1".to_owned()];
        let claim = Claim { rests_on: Some(&rests_on), passages: passages.collect(), dates: vec![] };
        check(&ActText::new(act, ""), &[claim]).into_iter().map(|finding| finding.code).collect()
    }

    #[test]
    fn english_words_are_compared_with_the_romanian_ones() {
        let ro = "Poți contesta decizia în cel mult 30 de zile.";
        assert_eq!(codes(ro, "You may take the decision to court within at most 30 days."), vec![]);
        assert_eq!(codes(ro, "You must challenge the decision within at most 30 days."), [FindingCode::Modality]);
        assert_eq!(codes(ro, "You may challenge the decision after at least 30 days."), [FindingCode::Limit]);
    }
}
