//! Replacing words.

use crate::amend::operation::AmendingOperation;
use crate::form::clause::{Clause, ClauseKind, Place, PlaceStep};
use crate::form::{Form, Section};

use super::edit::with_unit;
use super::outcome::Changed;
use super::state::FormState;

impl FormState {
    /// Replaces words in the places named, or in every article of the act.
    pub(super) fn replace_words(
        &mut self,
        operation: &AmendingOperation,
        places: &[Place],
        pairs: &[(String, String)],
    ) {
        if !places.is_empty() {
            for place in places {
                let result = replace_at(&mut self.form, place, operation.in_annex, pairs);
                self.record(operation, place, result);
            }
            return;
        }
        let found = articles_with(&self.form, pairs);
        if found.is_empty() {
            self.list(operation, Some(Place::default()), not_found(pairs));
        }
        for place in found {
            let result = replace_at(&mut self.form, &place, operation.in_annex, pairs);
            self.record(operation, &place, result);
        }
    }
}

/// The articles of the act that have one of the words.
fn articles_with(form: &Form, pairs: &[(String, String)]) -> Vec<Place> {
    let articles = form.sections.iter().filter_map(|section| match section {
        Section::Article(article) if article.series == 0 && article.unit.kind == ClauseKind::Article => {
            Some(&article.unit)
        }
        _ => None,
    });
    let has_words = |unit: &&Clause| pairs.iter().any(|(old, _)| !places_of(&unit.flat(), old).is_empty());
    articles.filter(has_words).map(|unit| Place::of(vec![PlaceStep::new(unit.kind, unit.label.clone())])).collect()
}

fn replace_at(form: &mut Form, place: &Place, in_annex: bool, pairs: &[(String, String)]) -> Result<Changed, String> {
    let (outer, only_text) = match place.last() {
        Some(PlaceStep { kind: ClauseKind::Introduction, .. }) => (place.parent(), true),
        Some(PlaceStep { kind: ClauseKind::Sentence | ClauseKind::Heading, .. }) => {
            return Err("words in a heading or a sentence are left to a person".to_owned());
        }
        _ => (place.clone(), false),
    };
    with_unit(form, &outer, in_annex, |unit| {
        let before = if only_text { unit.text.clone() } else { unit.flat() };
        let count = if only_text { replace_in_text(&mut unit.text, pairs) } else { replace_in(unit, pairs) };
        if count == 0 {
            return Err(not_found(pairs));
        }
        Ok(Changed { before: Some(before), after: if only_text { unit.text.clone() } else { unit.flat() } })
    })
}

fn not_found(pairs: &[(String, String)]) -> String {
    let words: Vec<_> = pairs.iter().map(|(old, _)| format!("„{old}”")).collect();
    format!("the text does not have {}", words.join(", "))
}

fn replace_in(unit: &mut Clause, pairs: &[(String, String)]) -> usize {
    let own = replace_in_text(&mut unit.heading, pairs) + replace_in_text(&mut unit.text, pairs);
    own + unit.parts.iter_mut().map(|part| replace_in(part, pairs)).sum::<usize>()
}

/// Replaces the words of each pair where they stand before any replacement.
fn replace_in_text(text: &mut String, pairs: &[(String, String)]) -> usize {
    let mut found: Vec<(usize, &str, &str)> = Vec::new();
    for (old, new) in pairs {
        found.extend(places_of(text, old).into_iter().map(|at| (at, old.as_str(), new.as_str())));
    }
    found.sort_by_key(|(at, old, _)| (*at, usize::MAX - old.len()));
    let mut replaced = String::with_capacity(text.len());
    let (mut from, mut count) = (0, 0);
    for (at, old, new) in found {
        if at < from {
            continue;
        }
        replaced.push_str(&text[from..at]);
        replaced.push_str(new);
        from = at + old.len();
        count += 1;
    }
    replaced.push_str(&text[from..]);
    *text = if pairs.iter().any(|(_, new)| new.is_empty()) { without_gaps(&replaced) } else { replaced };
    count
}

/// The text without the spaces that removed words leave.
fn without_gaps(text: &str) -> String {
    let single = text.replace("  ", " ");
    [" ,", " .", " ;", " :"].iter().fold(single, |text, gap| text.replace(gap, &gap[1..])).trim().to_owned()
}

/// Where whole words stand in a text.
fn places_of(text: &str, words: &str) -> Vec<usize> {
    if words.is_empty() {
        return Vec::new();
    }
    let is_bounded = |at: usize| {
        let before = text[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
        let after = text[at + words.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        before && after
    };
    text.match_indices(words).map(|(at, _)| at).filter(|at| is_bounded(*at)).collect()
}
