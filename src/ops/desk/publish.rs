//! Publishing drafts, at once or at a scheduled time.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::changed_notes::change_notes;
use super::drafts::{Confirmed, Draft};
use super::{find, findings, note, signer, source, version};
use crate::app::App;
use crate::clock::legal_time_zone;
use crate::domain::desk::Schedule;
use crate::domain::finding::Finding;
use crate::domain::{Article, Provenance, Slug, Status};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::notify::{NotificationRules, Notifier};
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles::{self, ArticleRecord, PublicationTimes};
use crate::store::desk::{self, DeskRecord};
use crate::store::{ReadTx, Reading, WriteTx};

/// How far ahead a publication can be scheduled.
const FURTHEST: SignedDuration = SignedDuration::from_hours(366 * 24);

/// An article that an editor approves.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Approval {
    pub slug: Slug,
    /// The version that the editor read; `None` approves the stored one.
    pub version: Option<String>,
    pub confirmed: Confirmed,
}

/// What to publish, when, and who approves it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Publication {
    pub approvals: Vec<Approval>,
    /// The time of publication; now, if missing or past.
    pub at: Option<Timestamp>,
    /// The reviewer that the operator names; an account is recorded under its own name.
    pub reviewed_by: Option<String>,
}

/// An article after its approval.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    pub slug: Slug,
    pub before: Status,
    pub after: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled_for: Option<Timestamp>,
}

/// Publishes the approved articles or schedules them, all or none. Records who approved them and when.
///
/// # Errors
/// `not_found`; `not_a_draft`; `changed_meanwhile` when the text is not the one that the editor read; `draft_rejected`;
/// `findings_open`; `name_missing`; `reviewer_missing` for a machine's draft that nobody reviewed; `invalid` in `at`.
pub async fn publish(app: &App, actor: &Actor, publication: Publication) -> Result<Vec<Published>> {
    policy::authorize(actor, Action::UseDesk)?;
    let now = app.clock.now();
    let at = publication.at.filter(|at| *at > now);
    if at.is_some_and(|at| at.duration_since(now) > FURTHEST) {
        return Err(Error::invalid("at", "A publication can be scheduled at most a year ahead."));
    }
    let slugs: Vec<Slug> = publication.approvals.iter().map(|approval| approval.slug.clone()).collect();
    let arrivals: Vec<_> = slugs.iter().map(|_| app.clock.next_instant()).collect();
    let judged = judge(app, slugs.clone()).await?;
    let (rules, actor) = (NotificationRules::new(app), actor.clone());
    let write = app.store.write(move |tx| {
        let signer = signer(tx, &actor, publication.reviewed_by.as_deref())?;
        let mut notifier = rules.begin(tx)?;
        let mut published = Vec::with_capacity(arrivals.len());
        for ((approval, judged), arrival) in publication.approvals.iter().zip(&judged).zip(&arrivals) {
            let (slug, before) = (approval.slug.clone(), find(tx, &actor, &approval.slug)?);
            check(tx, &before, approval, judged, signer.as_deref())?;
            let after = match at {
                _ if before.status == Status::Published => before.status,
                Some(at) => {
                    schedule(tx, &before, at, signer.clone(), now)?;
                    note(tx, now, &actor, "articles.schedule", &slug)?;
                    before.status
                }
                None => {
                    let article = reviewed(&before.article, signer.as_deref(), now);
                    release(tx, &before, article, PublicationTimes { now, arrival: *arrival }, &mut notifier)?;
                    note(tx, now, &actor, "articles.publish", &slug)?;
                    Status::Published
                }
            };
            let scheduled_for = at.filter(|_| after != Status::Published);
            published.push(Published { slug, before: before.status, after, scheduled_for });
        }
        Ok((published, notifier.concerned()))
    });
    let (published, concerned) = write.await?;
    crate::ops::browse::refresh(app, &slugs).await?;
    app.notify_streams(concerned);
    app.gather_wake.notify_one();
    app.desk_wake.notify_one();
    Ok(published)
}

/// Cancels the scheduled publication of a draft. Without one, changes nothing.
///
/// # Errors
/// `not_found`, `not_a_draft`.
pub async fn cancel(app: &App, actor: &Actor, slug: Slug) -> Result<Draft> {
    policy::authorize(actor, Action::UseDesk)?;
    change_notes(app, actor, slug, "articles.unschedule", |notes| notes.schedule.take().is_some()).await
}

/// A stored text with the checker's findings.
struct Judged {
    /// `None` if there is no such article.
    article: Option<Article>,
    findings: Vec<Finding>,
}

/// Checks the stored texts before the write, since reading an act takes too long for a write. The write makes sure that
/// they have not changed.
async fn judge(app: &App, slugs: Vec<Slug>) -> Result<Vec<Judged>> {
    let read = move |tx: &ReadTx| -> Result<Vec<Judged>> {
        let judge = |slug: &Slug| -> Result<Judged> {
            let article = articles::get(tx, slug)?.map(|record| record.article);
            let source = article.as_ref().map_or(Ok(None), |article| source::of(tx, article))?;
            let findings = article.as_ref().map(|article| findings::of(tx, article, source.as_ref()));
            let findings = findings.transpose()?.unwrap_or_default();
            Ok(Judged { article, findings })
        };
        slugs.iter().map(judge).collect()
    };
    app.store.read(read).await
}

fn check(
    tx: &dyn Reading,
    before: &ArticleRecord,
    approval: &Approval,
    judged: &Judged,
    signer: Option<&str>,
) -> Result<()> {
    let slug = &approval.slug;
    let is_another = approval.version.as_ref().is_some_and(|seen| *seen != version(&before.article));
    if is_another || judged.article.as_ref() != Some(&before.article) {
        let message = format!("{slug} changed since you read it; read it again before you publish it");
        return Err(Error::conflict(ErrorCode::ChangedMeanwhile, message));
    }
    if desk::get(tx, slug)?.is_rejected {
        let message = format!("{slug} was rejected; reopen it before you publish it");
        return Err(Error::conflict(ErrorCode::DraftRejected, message));
    }
    findings::check(&judged.findings, &approval.confirmed)?;
    if signer.is_none() { check_reviewed(before) } else { Ok(()) }
}

/// Checks that a person wrote or reviewed the text.
///
/// # Errors
/// `reviewer_missing`.
fn check_reviewed(record: &ArticleRecord) -> Result<()> {
    let Some(provenance) = &record.article.provenance else { return Ok(()) };
    let is_machines = provenance.model.is_some() || provenance.source_sha256.is_some();
    if !is_machines || provenance.reviewed_by.is_some() {
        return Ok(());
    }
    let slug = &record.article.slug;
    let message = format!("{slug} was drafted by a machine; name the person who checked it with --reviewed-by");
    Err(Error::conflict(ErrorCode::ReviewerMissing, message))
}

fn schedule(tx: &WriteTx, before: &ArticleRecord, at: Timestamp, by: Option<String>, now: Timestamp) -> Result<()> {
    let notes = desk::get(tx, &before.article.slug)?;
    let text = Box::new(before.article.clone());
    let schedule = Some(Schedule { at, approved_by: by, approved_at: now, text });
    Ok(desk::put(tx, &DeskRecord { schedule, missed: None, ..notes })?)
}

/// The article with its reviewer and the day of the review in Romania.
pub(super) fn reviewed(article: &Article, by: Option<&str>, at: Timestamp) -> Article {
    let Some(by) = by else { return article.clone() };
    let day = at.to_zoned(legal_time_zone()).date();
    let provenance = article.provenance.clone().unwrap_or_default();
    let provenance = Provenance { reviewed_by: Some(by.to_owned()), reviewed_at: Some(day), ..provenance };
    Article { provenance: Some(provenance), ..article.clone() }
}

/// Publishes this content and notifies its readers.
pub(super) fn release(
    tx: &WriteTx,
    before: &ArticleRecord,
    article: Article,
    times: PublicationTimes,
    notifier: &mut Notifier,
) -> Result<()> {
    let PublicationTimes { now, arrival } = times;
    let last_public_revision = before.last_public_revision();
    let changed = before.with_content(article, now);
    let record = ArticleRecord { status: Status::Published, last_public_revision, ..changed };
    let record = record.with_published_at(Some(before), arrival);
    articles::put(tx, Some(before), &record)?;
    let notes = desk::get(tx, &record.article.slug)?;
    if notes.schedule.is_some() || notes.missed.is_some() {
        desk::put(tx, &DeskRecord { schedule: None, missed: None, ..notes })?;
    }
    notifier.article_changed(tx, Some(before), &record)
}
