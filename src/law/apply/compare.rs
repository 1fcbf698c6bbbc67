//! Comparing an applied form with the official one.

use crate::law::form::clause::{Clause, ClauseKind};
use crate::law::form::strip::comparable;
use crate::law::form::{Article, Form};

use super::locate;
use super::outcome::{Applied, Outcome};

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
    for article in main_articles(&applied.form) {
        let other = main_articles(official)
            .find(|other| other.unit.label == article.unit.label && other.unit.kind == article.unit.kind);
        match other {
            Some(other) if same(&article.unit, &other.unit) => comparison.equal_articles += 1,
            _ => comparison.different_articles.push(name(article)),
        }
    }
    for article in main_articles(official) {
        if !main_articles(&applied.form).any(|other| other.unit.label == article.unit.label) {
            comparison.different_articles.push(name(article));
        }
    }
    comparison
}

/// The first article with each label.
fn main_articles(form: &Form) -> impl Iterator<Item = &Article> {
    let is_first = |article: &&Article| {
        let first = form
            .articles()
            .find(|other| other.unit.label == article.unit.label && other.unit.kind == article.unit.kind);
        article.series == 0 || first.is_some_and(|first| std::ptr::eq(first, *article))
    };
    form.articles().filter(is_first)
}

fn name(article: &Article) -> String {
    let step = crate::law::form::clause::Step::new(article.unit.kind, article.unit.label.clone());
    step.to_string()
}

/// Whether two units have the same text; a repealed one has none.
fn same(one: &Clause, other: &Clause) -> bool {
    let (one_repealed, other_repealed) = (one.is_repealed(), other.is_repealed());
    if one_repealed || other_repealed {
        return one_repealed && other_repealed;
    }
    comparable(&plain(one)) == comparable(&plain(other))
}

/// The text without the mark of the article, which sources write differently.
fn plain(unit: &Clause) -> String {
    let text = unit.flat();
    match unit.kind {
        ClauseKind::Article => text.strip_prefix(unit.mark.as_str()).unwrap_or(&text).to_owned(),
        _ => text,
    }
}

/// Whether the provision of an outcome has the same text in the official form.
fn is_equal(form: &Form, outcome: &Outcome, official: &Form) -> Option<bool> {
    outcome.after.as_ref()?;
    let place = outcome.place.as_ref()?;
    let ours = locate::text(form, place, outcome.in_annex).ok()?;
    let theirs = locate::text(official, place, outcome.in_annex);
    if outcome.kind == "repeal" {
        return Some(theirs.map_or(true, |text| text.to_lowercase().contains("abrogat") && text.len() < 40));
    }
    Some(theirs.is_ok_and(|text| comparable(&text) == comparable(&ours)))
}
