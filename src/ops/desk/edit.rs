//! Saving the text of a draft.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::drafts::{Draft, checked_draft, draft_of};
use super::{check_editable, check_editor, find, findings, note, signer, source, version};
use crate::app::App;
use crate::domain::article::limits;
use crate::domain::content_fault::ContentFault;
use crate::domain::desk::Signature;
use crate::domain::{Article, Provenance, Slug, Status};
use crate::error::Result;
use crate::explain::checker::CheckedClaims;
use crate::ops::notify::NotificationRules;
use crate::ops::policy::{self, Action, Actor};
pub use crate::sources::RecordProblem;
use crate::sources::draft::{self, Rules};
use crate::store::articles::{self, ArticleRecord};
use crate::store::desk::{self, DeskRecord};
use crate::store::topics;

/// The result of saving a text.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SaveOutcome {
    Saved(Box<Draft>),
    /// Somebody else saved since; nothing was written. Contains their text.
    Conflict(Box<Draft>),
    /// The text breaks rules of an article; nothing was written.
    Refused(Vec<RecordProblem>),
}

/// A text as an editor sends it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Edited {
    pub slug: Slug,
    /// The version that the editor changed.
    pub version: String,
    /// The whole content, in the shape of an import.
    pub article: Map<String, Value>,
}

/// Replaces the text of a draft, unless somebody else saved it since the editor read it.
///
/// The operator may change an article of any status; a published one gets a new revision. The provenance that an
/// account sends is ignored: the account's name is added to the writers.
///
/// # Errors
/// `not_found`, `not_a_draft`, `draft_scheduled`, `draft_rejected`, `name_missing`.
pub async fn save(app: &App, actor: &Actor, edited: Edited) -> Result<SaveOutcome> {
    policy::authorize(actor, Action::UseDesk)?;
    let Edited { slug, version: seen, article } = edited;
    let (article, checked) = match read(app, actor.clone(), slug.clone(), article).await? {
        Ok(read) => read,
        Err(problems) => return Ok(SaveOutcome::Refused(problems)),
    };
    let (now, rules, findings) = (app.clock.now(), NotificationRules::new(app), checked.findings.len());
    let (writer, saved) = (actor.clone(), slug.clone());
    let write = app.store.write(move |tx| {
        let signer = signer(tx, &writer, None)?;
        let before = find(tx, &writer, &slug)?;
        let notes = desk::get(tx, &slug)?;
        check_editable(&notes)?;
        let mut notifier = rules.begin(tx)?;
        if version(&before.article) != seen {
            return Ok((Err((before, notes)), notifier.concerned()));
        }
        let record = changed(&before, &article, signer.as_deref(), now);
        if record == before {
            return Ok((Ok((record, notes)), notifier.concerned()));
        }
        articles::put(tx, Some(&before), &record)?;
        notifier.article_changed(tx, Some(&before), &record)?;
        if signer.is_none() {
            note(tx, now, &writer, "articles.edit", &slug)?;
        }
        let by = signer.unwrap_or_else(|| writer.to_string());
        let notes = DeskRecord { saved: Some(Signature { by, at: now }), findings, ..notes };
        desk::put(tx, &notes)?;
        Ok((Ok((record, notes)), notifier.concerned()))
    });
    let (written, concerned) = write.await?;
    match written {
        Err((record, notes)) => Ok(SaveOutcome::Conflict(Box::new(draft_of(app, record, notes).await?))),
        Ok((record, notes)) => {
            if record.status == Status::Published {
                crate::ops::browse::refresh(app, &[saved]).await?;
                app.notify_streams(concerned);
                app.gather_wake.notify_one();
            }
            Ok(SaveOutcome::Saved(Box::new(checked_draft(app, record, notes, checked).await?)))
        }
    }
}

/// Validates and checks the content, or returns the problems.
async fn read(
    app: &App,
    actor: Actor,
    slug: Slug,
    mut fields: Map<String, Value>,
) -> Result<Result<(Article, CheckedClaims), Vec<RecordProblem>>> {
    let allowed_hosts = app.config.fetch.allowed_hosts.clone();
    // Saving never changes the status.
    fields.remove("status");
    app.store
        .read(move |tx| {
            check_editor(tx, &actor)?;
            let topics = topics::list(tx)?.into_iter().map(|topic| topic.id).collect();
            let article = match draft::read(fields, &Rules { topics, allowed_hosts }, &mut vec![]) {
                Ok(draft) => draft.article,
                Err(problems) => return Ok(Err(problems)),
            };
            if article.slug != slug {
                let wrong = format!("is {}", article.slug);
                let kept = format!("keep {slug}: links and readers' marks name it");
                let problem = RecordProblem::of_field("slug", wrong, kept);
                return Ok(Err(vec![RecordProblem { code: ContentFault::Fixed, ..problem }]));
            }
            // A change by an account keeps the provenance, and with it the source.
            let is_kept = matches!(actor, Actor::Account(_));
            let before = articles::get_readable(tx, &slug)?.filter(|_| is_kept);
            let source = source::of(tx, before.as_ref().map_or(&article, |before| &before.article))?;
            let checked = findings::checked(tx, &article, source.as_ref())?;
            Ok(Ok((article, checked)))
        })
        .await
}

/// The record with the new text. With a signer, the provenance is kept and the signer is added to the writers.
fn changed(before: &ArticleRecord, article: &Article, signer: Option<&str>, now: Timestamp) -> ArticleRecord {
    let Some(name) = signer else { return before.with_content(article.clone(), now) };
    let own = Article { provenance: before.article.provenance.clone(), ..article.clone() };
    if own == before.article {
        return before.clone();
    }
    let provenance = own.provenance.clone().unwrap_or_default();
    let written_by = Some(writers(provenance.written_by.as_deref(), name));
    // The review was of the text before the change.
    let provenance = Provenance { written_by, reviewed_by: None, reviewed_at: None, ..provenance };
    before.with_content(Article { provenance: Some(provenance), ..own }, now)
}

/// The names of the writers, with this one at the end unless it is among them or the list would be too long.
fn writers(before: Option<&str>, name: &str) -> String {
    let Some(before) = before else { return name.to_owned() };
    let joined = format!("{before}, {name}");
    let is_known = before.split(", ").any(|known| known == name);
    if is_known || joined.chars().count() > limits::SHORT_TEXT { before.to_owned() } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_are_listed_once_in_the_order_of_their_work() {
        assert_eq!(writers(None, "Ana"), "Ana");
        assert_eq!(writers(Some("Ana"), "Bo"), "Ana, Bo");
        assert_eq!(writers(Some("Ana, Bo"), "Ana"), "Ana, Bo");
        let long = "x".repeat(limits::SHORT_TEXT);
        assert_eq!(writers(Some(&long), "Ana"), long);
    }
}
