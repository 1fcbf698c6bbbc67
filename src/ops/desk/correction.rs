//! Adopting the corrected text of an act.

use serde::{Deserialize, Serialize};

use super::drafts::{Draft, checked_draft};
use super::source::{self, DraftSource};
use super::{check_editable, check_editor, find, findings, note, version};
use crate::app::App;
use crate::domain::{Article, Slug};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles::{self, ArticleRecord};
use crate::store::desk::{self, DeskRecord};

/// An editor's decision that a draft rests on the corrected text of its act.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Adoption {
    pub slug: Slug,
    /// The version that the editor read.
    pub version: String,
    /// The corrected text that the editor saw.
    pub sha256: String,
}

/// Makes the corrected text of the act the source of its draft and returns the draft with it. The draft's words stay;
/// the checker compares them with the new text.
///
/// # Errors
/// `not_found`, `not_a_draft`, `draft_scheduled`, `draft_rejected`; `changed_meanwhile` if the draft or the text is
/// not the one that the editor saw.
pub async fn adopt(app: &App, actor: &Actor, adoption: Adoption) -> Result<Draft> {
    policy::authorize(actor, Action::UseDesk)?;
    let (reader, read) = (actor.clone(), adoption.clone());
    let prepared = app.store.read(move |tx| {
        check_editor(tx, &reader)?;
        let record = find(tx, &reader, &read.slug)?;
        let source = source::archived(tx, &read.sha256)?.ok_or_else(changed_meanwhile)?;
        let article = resting_on(&record.article, &source);
        let checked = findings::checked(tx, &article, Some(&source))?;
        Ok((article, checked, source))
    });
    let (article, checked, source) = prepared.await?;
    let (now, actor, findings) = (app.clock.now(), actor.clone(), checked.findings.len());
    let write = app.store.write(move |tx| {
        check_editor(tx, &actor)?;
        let before = find(tx, &actor, &adoption.slug)?;
        let notes = desk::get(tx, &adoption.slug)?;
        check_editable(&notes)?;
        if version(&before.article) != adoption.version || notes.corrected_source.as_ref() != Some(&adoption.sha256) {
            return Err(changed_meanwhile());
        }
        let record: ArticleRecord = before.with_content(article.clone(), now);
        articles::put(tx, Some(&before), &record)?;
        let notes = DeskRecord { corrected_source: None, findings, ..notes };
        desk::put(tx, &notes)?;
        note(tx, now, &actor, "articles.adopt_source", &adoption.slug)?;
        Ok((record, notes))
    });
    let (record, notes) = write.await?;
    Ok(Draft { source: Some(source), ..checked_draft(app, record, notes, checked).await? })
}

fn changed_meanwhile() -> Error {
    Error::conflict(ErrorCode::ChangedMeanwhile, "The draft or its source changed since you read it.")
}

fn resting_on(article: &Article, source: &DraftSource) -> Article {
    let mut provenance = article.provenance.clone().unwrap_or_default();
    provenance.source_sha256 = Some(source.sha256.clone());
    provenance.fetched_at = Some(source.fetched_at);
    Article { provenance: Some(provenance), ..article.clone() }
}
