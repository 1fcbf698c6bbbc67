//! Corrections of acts by their source, while a draft rests on the text before.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use utoipa::ToSchema;

use super::drafts::{Draft, after};
use super::source::{self, DraftSource};
use super::{check_editable, check_editor, find, findings, note, version};
use crate::app::App;
use crate::domain::{Article, Slug, text};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::articles::{self, ArticleRecord};
use crate::store::desk::{self, DeskRecord};

/// Changes that are listed.
const MAX_CHANGES: usize = 20;
/// Characters of a listed text.
const MAX_TEXT: usize = 1000;
/// Bytes around what changed in a long paragraph.
const CONTEXT: usize = 160;

/// The corrected text of the act that a draft rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CorrectedSource {
    pub sha256: String,
    pub url: String,
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
    /// In the order of the text, at most 20.
    pub changes: Vec<SourceChange>,
    /// Changes that are not listed.
    pub unlisted: usize,
}

/// Paragraphs of the act that the source corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SourceChange {
    /// Empty for added paragraphs.
    pub before: String,
    /// Empty for removed paragraphs.
    pub after: String,
}

/// An editor's decision that a draft rests on the corrected text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Adoption {
    pub slug: Slug,
    /// The version that the editor read.
    pub version: String,
    /// The corrected text that the editor saw.
    pub sha256: String,
}

/// The corrected text that waits for an editor, and how it differs from the one that the draft rests on.
pub(super) fn of(
    tx: &impl Reading,
    notes: &DeskRecord,
    source: Option<&DraftSource>,
) -> Result<Option<CorrectedSource>> {
    let corrected = match &notes.corrected_source {
        Some(sha256) => source::archived(tx, sha256)?,
        None => None,
    };
    Ok(corrected.map(|corrected| {
        let mut changes = changes(source.map_or("", |source| &source.text), &corrected.text);
        let unlisted = changes.len().saturating_sub(MAX_CHANGES);
        changes.truncate(MAX_CHANGES);
        let DraftSource { sha256, url, fetched_at, .. } = corrected;
        CorrectedSource { sha256, url, fetched_at, changes, unlisted }
    }))
}

/// Lets a draft rest on the corrected text of its act and returns it with that text. Its words stay; the checker reads
/// them against the new text.
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
        let findings = findings::of(tx, &article, Some(&source))?.len();
        Ok((article, findings, source))
    });
    let (article, findings, source) = prepared.await?;
    let (now, actor) = (app.clock.now(), actor.clone());
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
    Ok(Draft { source: Some(source), ..after(app, record, notes).await? })
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

/// The paragraphs that differ.
fn changes(before: &str, after: &str) -> Vec<SourceChange> {
    let (old, new) = (paragraphs(before), paragraphs(after));
    let steps = capture_diff_slices(Algorithm::Myers, &old, &new);
    let changed = steps.into_iter().filter(|step| step.tag() != DiffTag::Equal);
    changed.map(|step| around(&old[step.old_range()].join("\n"), &new[step.new_range()].join("\n"))).collect()
}

fn paragraphs(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// The change with a little of the text that both have before and after it.
fn around(before: &str, after: &str) -> SourceChange {
    let same = |(a, b): &(u8, u8)| a == b;
    let start = before.bytes().zip(after.bytes()).take_while(same).count();
    let shorter = before.len().min(after.len());
    let end = before.bytes().rev().zip(after.bytes().rev()).take_while(same).count().min(shorter - start);
    let part = |text: &str| {
        let from = text.floor_char_boundary(start.saturating_sub(CONTEXT));
        let to = text.ceil_char_boundary((text.len() - end + CONTEXT).min(text.len()));
        text::shorten(&text[from..to], MAX_TEXT)
    };
    SourceChange { before: part(before), after: part(after) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paragraphs_that_differ_are_listed() {
        let before = "Articolul 1\nTaxa este de 5%.\nArticolul 2\nSe abrogă.\n";
        let after = "Articolul 1\nTaxa este de 6%.\n\nArticolul 2\nSe abrogă.\nArticolul 3\n";
        let changed = |before: &str, after: &str| SourceChange { before: before.into(), after: after.into() };
        let expected = [changed("Taxa este de 5%.", "Taxa este de 6%."), changed("", "Articolul 3")];
        assert_eq!(changes(before, after), expected);
        assert_eq!(changes(after, after), []);
    }

    #[test]
    fn a_long_paragraph_is_cut_to_what_changed() {
        let long = "ș".repeat(5000);
        let change = around(&format!("{long}cinci{long}"), &format!("{long}șase{long}"));
        assert!(change.before.contains("cinci") && change.after.contains("șase"), "{change:?}");
        assert!(change.before.len() < 400, "{}", change.before.len());
    }

    #[test]
    fn equal_ends_never_overlap() {
        let change = around("aa", "aaa");
        assert_eq!((change.before.as_str(), change.after.as_str()), ("aa", "aaa"));
    }
}
