//! Listing drafts, showing one of them whole, and previewing it as readers would see it.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use super::corrected_source::CorrectedSource;
pub use super::findings::Confirmed;
pub use super::source::DraftSource;
use super::{check_editor, corrected_source, find, findings, source, version};
use crate::app::App;
use crate::domain::article::Revision;
use crate::domain::concern_suggestion::ConcernSuggestion;
use crate::domain::desk::{DraftReason, DraftState, Missed, Rejection, Signature};
use crate::domain::finding::{Finding, UncheckedSentence};
use crate::domain::rule_reason::RuleReason;
use crate::domain::{Article, Language, Slug, Status};
use crate::error::Result;
use crate::explain::checker::CheckedClaims;
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::articles::{self, ArticleRecord};
use crate::store::desk::{self, DeskRecord};

/// Drafts in a list: those that changed last.
const MAX_LISTED: usize = 500;

/// A draft in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftSummary {
    #[schema(value_type = String)]
    pub slug: Slug,
    pub title: String,
    pub topic: String,
    #[schema(minimum = 1, maximum = 5)]
    pub importance: u8,
    pub publish_date: Date,
    /// The act's citation in Romanian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    pub updated_at: Timestamp,
    pub state: DraftState,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_for: Option<Timestamp>,
    /// Why it is on the desk, the most urgent first.
    pub reasons: Vec<DraftReason>,
    /// Open findings of the checker.
    pub findings: usize,
    /// Who last saved it on the desk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved: Option<Signature>,
}

/// The drafts that changed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftList {
    /// Last changed first.
    pub drafts: Vec<DraftSummary>,
    /// The number of all drafts, listed or not.
    pub total: u64,
}

/// A draft with all that an editor needs to judge it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Draft {
    #[serde(flatten)]
    pub summary: DraftSummary,
    /// Identifies the text; saving and publishing name the version that the editor saw.
    pub version: String,
    pub status: Status,
    pub revision: u32,
    /// The content in the shape of an import, with its translations.
    #[schema(value_type = Object)]
    pub article: Article,
    pub finding_list: Vec<Finding>,
    /// Sentences of an explained draft whose words the checker could not compare with the act; absent without any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub unchecked: Vec<UncheckedSentence>,
    pub rule_reasons: Vec<RuleReason>,
    /// Conditions that the roles suggest where there are none. Not part of the article until an editor saves them in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<ConcernSuggestion>,
    /// Only when the draft is read; the answers to changes leave it out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<DraftSource>,
    /// The act's text after its source corrected it. Only when the draft is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrected_source: Option<CorrectedSource>,
    /// Oldest first.
    pub rejections: Vec<Rejection>,
    /// Who approved the scheduled publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approved: Option<Signature>,
}

/// Lists the drafts, last changed first.
pub async fn list(app: &App, actor: &Actor) -> Result<DraftList> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    app.store
        .read(move |tx| {
            check_editor(tx, &actor)?;
            let (records, total) = articles::latest_drafts(tx, MAX_LISTED)?;
            let summaries = records.iter().map(|record| {
                let notes = desk::get(tx, &record.article.slug)?;
                let findings = notes.findings;
                Ok(summary(record, &notes, findings))
            });
            Ok(DraftList { drafts: summaries.collect::<Result<_>>()?, total })
        })
        .await
}

/// Returns one draft whole.
///
/// # Errors
/// `not_found`, `not_a_draft`.
pub async fn show(app: &App, actor: &Actor, slug: Slug) -> Result<Draft> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    app.store
        .read(move |tx| {
            check_editor(tx, &actor)?;
            let record = find(tx, &actor, &slug)?;
            let source = source::of(tx, &record.article)?;
            let checked = findings::checked(tx, &record.article, source.as_ref())?;
            let notes = desk::get(tx, &slug)?;
            let corrected_source = corrected_source::of(tx, &notes, source.as_ref())?;
            Ok(Draft { source, corrected_source, ..view(tx, record, notes, checked)? })
        })
        .await
}

/// Returns the saved text of a draft in the form in which readers get articles.
///
/// # Errors
/// `not_found`, `not_a_draft`.
pub async fn preview(app: &App, actor: &Actor, slug: Slug) -> Result<Revision> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    app.store
        .read(move |tx| {
            check_editor(tx, &actor)?;
            let ArticleRecord { revision, updated_at, article, .. } = find(tx, &actor, &slug)?;
            Ok(Revision { revision, updated_at, article })
        })
        .await
}

/// Returns a draft after a write, with the findings in its text. Leaves out the source: the editor has it.
pub(super) async fn draft_of(app: &App, record: ArticleRecord, notes: DeskRecord) -> Result<Draft> {
    app.store
        .read(move |tx| {
            let source = source::of(tx, &record.article)?;
            let checked = findings::checked(tx, &record.article, source.as_ref())?;
            view(tx, record, notes, checked)
        })
        .await
}

/// As [`draft_of`], for a text that was checked before the write: a check takes as long as reading the act.
pub(super) async fn checked_draft(
    app: &App,
    record: ArticleRecord,
    notes: DeskRecord,
    checked: CheckedClaims,
) -> Result<Draft> {
    app.store.read(move |tx| view(tx, record, notes, checked)).await
}

fn view(tx: &dyn Reading, record: ArticleRecord, notes: DeskRecord, checked: CheckedClaims) -> Result<Draft> {
    let CheckedClaims { findings: finding_list, unchecked } = checked;
    let approved = notes.schedule.as_ref().and_then(|schedule| {
        let by = schedule.approved_by.clone()?;
        Some(Signature { by, at: schedule.approved_at })
    });
    Ok(Draft {
        summary: summary(&record, &notes, finding_list.len()),
        version: version(&record.article),
        status: record.status,
        revision: record.revision,
        rule_reasons: source::reasons(tx, &record.article)?,
        suggestion: ConcernSuggestion::of(&record.article),
        source: None,
        corrected_source: None,
        finding_list,
        unchecked,
        article: record.article,
        rejections: notes.rejections,
        approved,
    })
}

fn summary(record: &ArticleRecord, notes: &DeskRecord, findings: usize) -> DraftSummary {
    let article = &record.article;
    DraftSummary {
        slug: article.slug.clone(),
        title: article.title.clone(),
        topic: article.topic.clone(),
        importance: article.importance.level(),
        publish_date: article.publish_date,
        act: article.act.as_ref().map(|act| act.citation(Language::Ro)),
        updated_at: record.updated_at,
        state: state(notes),
        scheduled_for: notes.schedule.as_ref().map(|schedule| schedule.at),
        reasons: reasons(record, notes, findings),
        findings,
        saved: notes.saved.clone(),
    }
}

fn state(notes: &DeskRecord) -> DraftState {
    match (&notes.schedule, notes.is_rejected) {
        (Some(_), _) => DraftState::Scheduled,
        (None, true) => DraftState::Rejected,
        (None, false) => DraftState::Open,
    }
}

fn reasons(record: &ArticleRecord, notes: &DeskRecord, findings: usize) -> Vec<DraftReason> {
    let provenance = record.article.provenance.as_ref();
    let is_from_source = provenance.is_some_and(|provenance| provenance.source_sha256.is_some());
    let is_by_model = provenance.is_some_and(|provenance| provenance.model.is_some());
    let is_missed = notes.missed == Some(Missed::TextChanged);
    let was_public = record.last_public_revision > 0;
    let reasons = [
        (findings > 0, DraftReason::Findings),
        (notes.corrected_source.is_some(), DraftReason::SourceCorrected),
        (is_missed, DraftReason::TextChanged),
        (was_public, DraftReason::WasPublic),
        (is_by_model, DraftReason::WrittenByModel),
        (is_from_source, DraftReason::FoundInSource),
        (!is_from_source && !is_by_model && !was_public, DraftReason::Imported),
    ];
    reasons.into_iter().filter_map(|(applies, reason)| applies.then_some(reason)).collect()
}
