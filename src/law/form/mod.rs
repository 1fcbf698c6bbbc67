//! The form of an act at a date: its articles and their units, read from a text and written back.

pub mod clause;
pub mod mark;
pub mod read;
pub mod split;
pub mod strip;
pub mod write;

use std::collections::HashSet;

use crate::amend::act::ActName;
use clause::{Clause, ClauseKind};

/// A text of an act: an amending act, or the consolidated form of one that is amended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    pub title: String,
    /// The act, if the title names it.
    pub act: Option<ActName>,
    /// Whether its articles stand under headings of Markdown.
    pub is_markdown: bool,
    pub sections: Vec<Section>,
}

/// A consecutive piece of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Section {
    /// Text outside articles, kept as it is.
    Other(String),
    /// A heading of a chapter or another group of articles.
    Heading(Heading),
    Article(FormArticle),
}

/// A heading of a group of articles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    pub unit: Clause,
    /// The line as read; empty after a change.
    pub source: String,
}

/// An article, or an annex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormArticle {
    pub unit: Clause,
    /// The lines as read; empty after a change.
    pub source: String,
    /// The text as one line of blocks, for reading an amending act.
    pub text: String,
    /// How many times the numbering of articles began again before this one, as in annexed norms.
    pub series: usize,
}

impl Form {
    pub fn articles(&self) -> impl Iterator<Item = &FormArticle> {
        self.sections.iter().filter_map(|section| match section {
            Section::Article(article) => Some(article),
            _ => None,
        })
    }

    /// Whether the form has no text that an operation could change.
    pub fn is_empty(&self) -> bool {
        self.articles().all(|article| article.unit.flat().trim() == article.unit.mark.trim())
    }

    /// Sets the series of each article: a repeated number or an annex begins the next one.
    fn number_series(&mut self) {
        let mut series = 0;
        let (mut seen, mut last) = (HashSet::new(), None);
        for section in &mut self.sections {
            let Section::Article(article) = section else { continue };
            let is_annex = article.unit.kind == ClauseKind::Annex;
            let label = article.unit.label.clone().filter(|_| !is_annex);
            let repeated = label.as_ref().is_some_and(|label| seen.contains(label) && last.as_ref() != Some(label));
            if is_annex || repeated {
                series += 1;
                seen.clear();
            }
            seen.extend(label.clone());
            last = label;
            article.series = series;
        }
    }
}
