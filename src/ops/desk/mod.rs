//! The editors' desk, where drafts are read, corrected, rejected and published.
//!
//! Editors use their access token, the operator the command line. Each write reads the account, checks its role again,
//! and compares the version that the editor saw with the stored one.

mod changed_notes;
pub mod conditions;
mod corrected_source;
pub mod correction;
pub mod drafts;
pub mod due;
pub mod edit;
pub(super) mod findings;
pub mod publish;
pub mod reject;
mod source;

use jiff::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::accounts::session_check;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::{Article, Slug, Status};
use crate::error::{Error, ErrorCode, Result};
use crate::store::articles::{self, ArticleRecord};
use crate::store::audit::{self, AuditRecord};
use crate::store::desk::DeskRecord;
use crate::store::{Reading, StoreError, WriteTx};

/// Identifies what editors change, such as the content of an article: equal contents have equal versions.
pub fn version(content: &impl Serialize) -> String {
    let json = serde_json::to_vec(content).expect("writing the content as JSON cannot fail: its maps have string keys");
    let digest = Sha256::digest(json);
    data_encoding::HEXLOWER.encode(&digest[..16])
}

/// Checks in the store that the actor may use the desk and that the token is in force.
///
/// # Errors
/// `forbidden`, and those of [`session_check::account`].
pub async fn require_editor(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    app.store.read(move |tx| check_editor(tx, &actor)).await
}

/// Checks in this transaction that the actor may still use the desk.
pub(in crate::ops) fn check_editor(tx: &dyn Reading, actor: &Actor) -> Result<()> {
    let Actor::Account(principal) = actor else { return Ok(()) };
    let account = session_check::account(tx, principal)?;
    if account.role.is_editor() { Ok(()) } else { Err(policy::forbidden()) }
}

/// Returns the name that is recorded for a change: an editor's own, or the one that the operator gives.
///
/// # Errors
/// Those of [`check_editor`]; `name_missing` for an account without a name.
pub(in crate::ops) fn signer(tx: &dyn Reading, actor: &Actor, given: Option<&str>) -> Result<Option<String>> {
    check_editor(tx, actor)?;
    let Actor::Account(principal) = actor else { return Ok(given.map(str::to_owned)) };
    let name = session_check::account(tx, principal)?.display_name;
    if name.is_empty() {
        let message = "Readers see who approved an article; add your name to your account first.";
        return Err(Error::conflict(ErrorCode::NameMissing, message));
    }
    Ok(Some(name))
}

/// The error for an article that is not stored.
pub(super) fn missing(slug: &Slug) -> Error {
    Error::not_found(format!("there is no article {slug}; `paragraf articles list` shows all"))
}

/// Returns a draft. The operator gets articles of any status.
///
/// # Errors
/// `not_found`, `not_a_draft`.
fn find(tx: &dyn Reading, actor: &Actor, slug: &Slug) -> Result<ArticleRecord> {
    let record = articles::get(tx, slug)?.ok_or_else(|| missing(slug))?;
    if record.status != Status::Draft && matches!(actor, Actor::Account(_)) {
        return Err(not_a_draft(slug, record.status));
    }
    Ok(record)
}

/// Returns the text of a draft to an editor. The operator gets articles of any status.
///
/// # Errors
/// `not_found`, `not_a_draft`.
pub(super) fn draft(tx: &dyn Reading, actor: &Actor, slug: &Slug) -> Result<Article> {
    check_editor(tx, actor)?;
    Ok(find(tx, actor, slug)?.article)
}

fn not_a_draft(slug: &Slug, status: Status) -> Error {
    Error::conflict(ErrorCode::NotADraft, format!("{slug} is {status}, not a draft"))
}

/// Checks that the text may change: the draft is neither scheduled nor rejected.
///
/// # Errors
/// `draft_scheduled`, `draft_rejected`.
pub(super) fn check_editable(notes: &DeskRecord) -> Result<()> {
    let slug = &notes.slug;
    if let Some(schedule) = &notes.schedule {
        let message = format!("{slug} is approved for {}; cancel the publication to change the text", schedule.at);
        return Err(Error::conflict(ErrorCode::DraftScheduled, message));
    }
    if notes.is_rejected {
        let message = format!("{slug} was rejected; reopen it to change the text");
        return Err(Error::conflict(ErrorCode::DraftRejected, message));
    }
    Ok(())
}

/// Adds an audit record about an article.
pub(super) fn note(tx: &WriteTx, at: Timestamp, actor: &Actor, action: &str, slug: &Slug) -> Result<(), StoreError> {
    let record = AuditRecord { at, actor: actor.to_string(), action: action.into(), subject: slug.to_string() };
    audit::append(tx, &record)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(title: &str) -> Article {
        let record = serde_json::json!({
            "slug": "a", "title": title, "technical_summary": "Unu.", "simple_explanation": "Doi.",
            "importance": 3, "publish_date": "2026-01-10", "topic": "munca",
        });
        serde_json::from_value(record).expect("an article")
    }

    #[test]
    fn a_version_names_the_content() {
        assert_eq!(version(&article("Unu")), version(&article("Unu")));
        assert_ne!(version(&article("Unu")), version(&article("Doi")));
        assert_eq!(version(&article("Unu")).len(), 32);
    }
}
