//! Comparing an applied form with the official one.

use std::collections::{HashMap, HashSet};

use crate::amendment::AmendmentKind;
use crate::form::clause::{Clause, ClauseKind, PlaceStep};
use crate::form::strip::comparable;
use crate::form::{Form, FormArticle};
use crate::label::Label;

use super::locate;
use super::outcome::{Applied, OperationOutcome};

/// How a form with an act applied compares with the official form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// For each outcome, whether its provision is equal; `None` if the operation was not applied.
    pub provisions: Vec<Option<bool>>,
    /// Articles that are equal.
    pub equal_articles: usize,
    /// Articles that differ or stand in one form only.
    pub different_articles: Vec<String>,
}

/// Compares provision by provision, and article by article.
pub fn compare(applied: &Applied, official: &Form) -> Comparison {
    let provisions = applied.outcomes.iter().map(|outcome| is_equal(&applied.form, outcome, official)).collect();
    let mut comparison = Comparison { provisions, equal_articles: 0, different_articles: Vec::new() };
    let (ours, theirs) = (main_articles(&applied.form), main_articles(official));
    let others: HashMap<_, _> = theirs.iter().map(|article| (key(article), *article)).collect();
    for article in &ours {
        match others.get(&key(article)) {
            Some(other) if same(&article.unit, &other.unit) => comparison.equal_articles += 1,
            _ => comparison.different_articles.push(name(article)),
        }
    }
    let known: HashSet<_> = ours.iter().map(|article| key(article)).collect();
    let missing = theirs.iter().filter(|article| !known.contains(&key(article)));
    comparison.different_articles.extend(missing.map(|article| name(article)));
    comparison
}

/// The key by which an article is found in the other form.
fn key(article: &FormArticle) -> (ClauseKind, Option<&Label>) {
    (article.unit.kind, article.unit.label.as_ref())
}

/// The articles of the act itself, and of its annexes those with a new label.
fn main_articles(form: &Form) -> Vec<&FormArticle> {
    let mut seen = HashSet::new();
    form.articles().filter(|article| seen.insert(key(article)) || article.series == 0).collect()
}

fn name(article: &FormArticle) -> String {
    PlaceStep::new(article.unit.kind, article.unit.label.clone()).to_string()
}

/// Whether two units have the same text, or both are repealed.
pub(super) fn same(one: &Clause, other: &Clause) -> bool {
    let (one_repealed, other_repealed) = (one.is_repealed(), other.is_repealed());
    if one_repealed || other_repealed {
        return one_repealed && other_repealed;
    }
    comparable(&plain(one)) == comparable(&plain(other))
}

/// The text without the mark of the article, which sources write differently, and with one word for repealed parts.
fn plain(unit: &Clause) -> String {
    let mut words = Vec::new();
    if unit.kind != ClauseKind::Article {
        words.push(unit.mark.clone());
    }
    words.extend([unit.heading.clone(), unit.text.clone()]);
    let part_text = |part: &Clause| if part.is_repealed() { format!("{} abrogat", part.mark) } else { plain(part) };
    words.extend(unit.parts.iter().map(part_text));
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// Whether the provision of an outcome has the same text in the official form.
fn is_equal(form: &Form, outcome: &OperationOutcome, official: &Form) -> Option<bool> {
    outcome.after.as_ref()?;
    let place = outcome.place.as_ref()?;
    let ours = locate::text(form, place, outcome.in_annex).ok()?;
    let theirs = locate::text(official, place, outcome.in_annex);
    if outcome.kind == AmendmentKind::Repeal {
        return Some(theirs.map_or(true, |text| text.to_lowercase().contains("abrogat") && text.len() < 40));
    }
    Some(theirs.is_ok_and(|text| comparable(&text) == comparable(&ours)))
}
