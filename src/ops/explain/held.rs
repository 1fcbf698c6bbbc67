//! What the checker finds in the present words of drafts, which holds them back from publication.

use serde::{Deserialize, Serialize};

use super::plan::names_source;
use crate::app::App;
use crate::domain::Slug;
use crate::domain::explanation::{CheckFinding, Evidence};
use crate::error::{Error, ErrorCode, Result};
use crate::explain;
use crate::explain::checker::ActText;
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles;
use crate::store::explanations::{self, ExplanationRecord};
use crate::store::{Reading, archive};

/// The checker's findings in an article that was explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckedDraft {
    pub model: String,
    /// The revision that was checked: the present one.
    pub revision: u32,
    pub source_sha256: String,
    pub findings: Vec<CheckFinding>,
    /// The figures that the act supports, with their places in it.
    pub evidence: Vec<Evidence>,
}

/// Returns what the checker finds in an article's present words; `None` for one that was never explained. A revision
/// that a person has edited is checked again.
pub async fn findings(app: &App, actor: &Actor, slug: Slug) -> Result<Option<CheckedDraft>> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store.read(move |tx| check(tx, &slug)).await
}

/// A draft with findings.
#[derive(Debug, Clone)]
pub(in crate::ops) struct Held {
    pub slug: Slug,
    pub revision: u32,
    pub findings: usize,
}

impl Held {
    /// Whether this revision of the article has the findings.
    pub fn holds(&self, slug: &Slug, revision: u32) -> bool {
        self.slug == *slug && self.revision == revision
    }

    pub fn error(&self) -> Error {
        let Self { slug, findings, .. } = self;
        let what = if *findings == 1 { "1 figure".to_owned() } else { format!("{findings} figures") };
        let message = format!(
            "{slug} is held: the checker did not find {what} or sentences in the act; see \
             `paragraf articles findings {slug}`, correct the draft, or publish it with --despite-findings"
        );
        Error::conflict(ErrorCode::DraftHeld, message)
    }
}

/// Lists those of the articles that have findings.
pub(in crate::ops) async fn held(app: &App, slugs: Vec<Slug>) -> Result<Vec<Held>> {
    app.store
        .read(move |tx| {
            let mut held = Vec::new();
            for slug in slugs {
                if let Some(CheckedDraft { revision, findings, .. }) = check(tx, &slug)?
                    && !findings.is_empty()
                {
                    held.push(Held { slug, revision, findings: findings.len() });
                }
            }
            Ok(held)
        })
        .await
}

fn check(tx: &impl Reading, slug: &Slug) -> Result<Option<CheckedDraft>> {
    let (Some(record), Some(explained)) = (articles::get(tx, slug)?, explanations::get(tx, slug)?) else {
        return Ok(None);
    };
    let ExplanationRecord { model, source_sha256, facts, explanation, .. } = &explained;
    let (model, source_sha256) = (model.clone(), source_sha256.clone());
    if record.revision == explained.revision {
        let ExplanationRecord { revision, findings, evidence, .. } = explained;
        return Ok(Some(CheckedDraft { model, revision, source_sha256, findings, evidence }));
    }
    // Another text of the act, or a person's own words without a source, is for the person to judge.
    let is_same = names_source(record.article.provenance.as_ref(), &source_sha256);
    let document = if is_same { archive::get(tx, &source_sha256)? } else { None };
    let text = document.and_then(|document| String::from_utf8(document.bytes).ok());
    let checked = text.map(|text| explain::check_draft(&ActText::new(&text, facts), &record.article, explanation));
    let explain::checker::Checked { findings, evidence } = checked.unwrap_or_default();
    Ok(Some(CheckedDraft { model, revision: record.revision, source_sha256, findings, evidence }))
}
