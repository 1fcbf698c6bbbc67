//! Overviews at the editors' desk: reading, changing, publishing, rejecting and reopening them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::make::of_month;
use super::{missing, reload};
use crate::app::App;
use crate::domain::desk::Signature;
use crate::domain::monthly_overview::{self as rules, MAX_ARTICLES};
use crate::domain::{Importance, Language, MonthlyOverview, OverviewId, Slug, Status};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::desk::{check_editor, signer, version};
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::articles::ArticleRecord;
use crate::store::audit::{self, AuditRecord};
use crate::store::monthly_overviews::{self, OverviewRecord};

/// An overview in the desk's list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OverviewSummary {
    /// Such as `2026-10`, or `2026-10-munca` for a topic.
    #[schema(value_type = String)]
    pub id: OverviewId,
    pub status: Status,
    pub articles: usize,
    /// Who published it last, and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Signature>,
}

/// An overview with the articles that it can have.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeskOverview {
    #[schema(value_type = String)]
    pub id: OverviewId,
    pub status: Status,
    /// Changes with the text and the articles.
    pub version: String,
    /// By language.
    #[schema(value_type = BTreeMap<String, String>)]
    pub introduction: BTreeMap<Language, String>,
    /// The articles of the overview in its order, then the others of the month.
    pub articles: Vec<OverviewArticle>,
    pub made_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<Signature>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<Signature>,
}

/// A published article of the month.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct OverviewArticle {
    #[schema(value_type = String)]
    pub slug: Slug,
    /// In Romanian.
    pub title: String,
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub importance: Importance,
    pub publish_date: Date,
    /// Whether the overview has it.
    pub is_chosen: bool,
}

/// A text as an editor sends it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EditedOverview {
    pub id: OverviewId,
    /// The version that the editor changed.
    pub version: String,
    pub introduction: BTreeMap<Language, String>,
    /// In the order of the overview.
    pub articles: Vec<Slug>,
}

/// An approval as an editor sends it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OverviewApproval {
    pub id: OverviewId,
    /// The version that the editor read; `None` approves the stored one.
    pub version: Option<String>,
    /// The reviewer that the operator names; an account is recorded under its own name.
    pub reviewed_by: Option<String>,
}

/// Lists the overviews of every status, the newest month first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<OverviewSummary>> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    let records = app.store.read(move |tx| {
        check_editor(tx, &actor)?;
        Ok(monthly_overviews::newest(tx)?)
    });
    let summary = |record: OverviewRecord| OverviewSummary {
        articles: record.overview.articles.len(),
        id: record.overview.id,
        status: record.status,
        published: record.published,
    };
    Ok(records.await?.into_iter().map(summary).collect())
}

/// Returns one overview.
///
/// # Errors
/// `not_found`.
pub async fn show(app: &App, actor: &Actor, id: OverviewId) -> Result<DeskOverview> {
    policy::authorize(actor, Action::UseDesk)?;
    let actor = actor.clone();
    let read = app.store.read(move |tx| {
        check_editor(tx, &actor)?;
        let record = monthly_overviews::get(tx, &id)?.ok_or_else(missing)?;
        Ok((record, of_month(tx, id.month)?))
    });
    let (record, month) = read.await?;
    Ok(view(record, month))
}

/// Replaces the text and the articles of a draft, unless somebody else changed it since the editor read it.
///
/// # Errors
/// `not_found`, `not_a_draft`, `changed_meanwhile`, `name_missing`, `invalid` in `introduction.ro`, `introduction.en`
/// or `articles`.
pub async fn save(app: &App, actor: &Actor, edited: EditedOverview) -> Result<DeskOverview> {
    policy::authorize(actor, Action::UseDesk)?;
    let EditedOverview { id, version, introduction, mut articles } = edited;
    let introduction = checked(introduction)?;
    let mut seen = std::collections::HashSet::new();
    articles.retain(|slug| seen.insert(slug.clone()));
    if articles.is_empty() || articles.len() > MAX_ARTICLES {
        return Err(Error::invalid("articles", format!("An overview has 1 to {MAX_ARTICLES} articles.")));
    }
    let (editor, of) = (actor.clone(), id.month);
    let read = app.store.read(move |tx| {
        check_editor(tx, &editor)?;
        of_month(tx, of)
    });
    let month = read.await?;
    let is_of_month = |slug: &Slug| month.iter().any(|record| record.article.slug == *slug && is_of(&id, record));
    if let Some(other) = articles.iter().find(|slug| !is_of_month(slug)) {
        return Err(Error::invalid("articles", format!("{other} is not a published article of the overview's month")));
    }
    let overview = MonthlyOverview { id: id.clone(), introduction, articles };
    let record = change(app, actor, id, None, move |record, signature| {
        check_draft(record, Some(&version))?;
        Ok(OverviewRecord { overview: overview.clone(), saved: Some(signature), ..record.clone() })
    });
    Ok(view(record.await?, month))
}

/// Publishes a draft.
///
/// # Errors
/// `not_found`, `not_a_draft`, `changed_meanwhile`, `name_missing`.
pub async fn publish(app: &App, actor: &Actor, approval: OverviewApproval) -> Result<DeskOverview> {
    policy::authorize(actor, Action::UseDesk)?;
    let OverviewApproval { id, version, reviewed_by } = approval;
    let shown = id.clone();
    change(app, actor, id, reviewed_by, move |record, signature| {
        check_draft(record, version.as_deref())?;
        Ok(OverviewRecord { status: Status::Published, published: Some(signature), ..record.clone() })
    })
    .await?;
    reload(app).await?;
    show(app, actor, shown).await
}

/// Rejects a draft; it is neither published nor made again.
///
/// # Errors
/// `not_found`, `not_a_draft`, `name_missing`.
pub async fn reject(app: &App, actor: &Actor, id: OverviewId) -> Result<DeskOverview> {
    policy::authorize(actor, Action::UseDesk)?;
    let shown = id.clone();
    change(app, actor, id, None, |record, _| {
        check_draft(record, None)?;
        Ok(OverviewRecord { status: Status::Withdrawn, ..record.clone() })
    })
    .await?;
    show(app, actor, shown).await
}

/// Makes a published or rejected overview a draft again; readers no longer see it.
///
/// # Errors
/// `not_found`, `name_missing`.
pub async fn reopen(app: &App, actor: &Actor, id: OverviewId) -> Result<DeskOverview> {
    policy::authorize(actor, Action::UseDesk)?;
    let shown = id.clone();
    let reopened = |record: &OverviewRecord, _| Ok(OverviewRecord { status: Status::Draft, ..record.clone() });
    change(app, actor, id, None, reopened).await?;
    reload(app).await?;
    show(app, actor, shown).await
}

/// Changes a record in one transaction and adds an audit record. `given` is the name that the operator gives.
async fn change(
    app: &App,
    actor: &Actor,
    id: OverviewId,
    given: Option<String>,
    after: impl Fn(&OverviewRecord, Signature) -> Result<OverviewRecord> + Send + 'static,
) -> Result<OverviewRecord> {
    let (at, actor) = (app.clock.now(), actor.clone());
    let write = app.store.write(move |tx: &WriteTx| {
        let by = signer(tx, &actor, given.as_deref())?.unwrap_or_else(|| actor.to_string());
        let before = monthly_overviews::get(tx, &id)?.ok_or_else(missing)?;
        let record = after(&before, Signature { by, at })?;
        monthly_overviews::put(tx, &record)?;
        let action = if record.status == before.status { "overviews.edit" } else { action(record.status) };
        let subject = id.to_string();
        audit::append(tx, &AuditRecord { at, actor: actor.to_string(), action: action.into(), subject })?;
        Ok(record)
    });
    write.await
}

/// The audit log's name of the change to this status.
fn action(status: Status) -> &'static str {
    match status {
        Status::Draft => "overviews.reopen",
        Status::Published => "overviews.publish",
        Status::Withdrawn => "overviews.reject",
    }
}

fn check_draft(record: &OverviewRecord, seen: Option<&str>) -> Result<()> {
    let id = &record.overview.id;
    if record.status != Status::Draft {
        return Err(Error::conflict(ErrorCode::NotADraft, format!("{id} is {}, not a draft", record.status)));
    }
    if seen.is_some_and(|seen| seen != version(&record.overview)) {
        let message = format!("{id} changed since you read it; read it again");
        return Err(Error::conflict(ErrorCode::ChangedMeanwhile, message));
    }
    Ok(())
}

/// Checks the introductions and leaves out empty ones.
fn checked(introduction: BTreeMap<Language, String>) -> Result<BTreeMap<Language, String>> {
    let mut checked = BTreeMap::new();
    for (language, text) in introduction {
        let text = rules::introduction(&text);
        let text = text.map_err(|message| Error::invalid(format!("introduction.{language}"), message))?;
        if !text.is_empty() {
            checked.insert(language, text);
        }
    }
    Ok(checked)
}

/// Whether the overview can contain this article of its month.
fn is_of(id: &OverviewId, record: &ArticleRecord) -> bool {
    id.topic.as_ref().is_none_or(|topic| record.article.topic == *topic)
}

fn view(record: OverviewRecord, month: Vec<ArticleRecord>) -> DeskOverview {
    let OverviewRecord { overview, status, made_at, saved, published } = record;
    let version = version(&overview);
    let MonthlyOverview { id, introduction, articles } = overview;
    let place = |slug: &Slug| articles.iter().position(|chosen| chosen == slug);
    let mut choices: Vec<_> = month.into_iter().filter(|record| is_of(&id, record)).collect();
    // Stable: those that were not chosen keep the order of the month.
    choices.sort_by_key(|record| place(&record.article.slug).unwrap_or(usize::MAX));
    let choice = |ArticleRecord { article, .. }: ArticleRecord| OverviewArticle {
        is_chosen: place(&article.slug).is_some(),
        slug: article.slug,
        title: article.title,
        importance: article.importance,
        publish_date: article.publish_date,
    };
    let articles = choices.into_iter().map(choice).collect();
    DeskOverview { id, status, version, introduction, articles, made_at, saved, published }
}
