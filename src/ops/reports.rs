//! Problem reports: readers send them, the operator lists and closes them.

use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::accounts::session_check;
use super::browse::no_such_article;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::email::Email;
use crate::domain::report::{self, MAX_MESSAGE, ReportKind, ReportState};
use crate::domain::{Slug, Status, Uid};
use crate::error::{Error, Result};
use crate::store::articles;
use crate::store::audit::{self, AuditRecord};
use crate::store::outbox::{self, MessageContent, MessageKind, OutboxRecord};
use crate::store::reports::{self, ReportRecord};

/// A report as a reader sends it.
#[derive(Debug, Clone)]
pub struct NewReport {
    pub slug: Slug,
    pub kind: ReportKind,
    pub message: String,
    /// The address for an answer.
    pub email: Option<String>,
}

/// A report as the operator sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    pub id: Uuid,
    pub at: Timestamp,
    pub slug: Slug,
    /// The revision of the article that the report is about.
    pub revision: u32,
    pub kind: ReportKind,
    pub message: String,
    pub uid: Option<Uid>,
    pub email: Option<Email>,
    pub state: ReportState,
}

/// Stores a report of a visitor or an account and queues the mail to the operator in the same transaction.
///
/// # Errors
/// `invalid` in `message` or `email`; `not_found` unless the article is published.
pub async fn send(app: &App, actor: &Actor, report: NewReport) -> Result<Uuid> {
    policy::authorize(actor, Action::SendReport)?;
    let message = report::message(&report.message).ok_or_else(|| {
        Error::invalid("message", format!("The message must be plain text of 1 to {MAX_MESSAGE} characters."))
    })?;
    let email = report.email.as_deref().map(str::trim).filter(|email| !email.is_empty());
    let invalid = || Error::invalid("email", "This is not an e-mail address.");
    let email = email.map(|email| Email::pasted(email).ok_or_else(invalid)).transpose()?;
    let reader = if let Actor::Account(principal) = actor { Some(principal.clone()) } else { None };
    let at = app.clock.now();
    let record = ReportRecord {
        id: uuid_at(at),
        at,
        slug: report.slug,
        revision: 0,
        kind: report.kind,
        message,
        uid: reader.as_ref().map(|reader| reader.uid.clone()),
        email,
        state: ReportState::Open,
    };
    let (id, mail) = (record.id, operator_mail(app, &record));
    app.store
        .write(move |tx| {
            if let Some(reader) = &reader {
                session_check::account(tx, reader)?;
            }
            let article = articles::brief(tx, &record.slug)?.filter(|article| article.status == Status::Published);
            let revision = article.ok_or_else(no_such_article)?.revision;
            reports::put(tx, &ReportRecord { revision, ..record.clone() })?;
            if let Some(mail) = &mail {
                outbox::put(tx, mail)?;
            }
            Ok(())
        })
        .await?;
    app.mail_wake.notify_one();
    Ok(id)
}

/// The mail to the operator, if a contact address is configured.
fn operator_mail(app: &App, report: &ReportRecord) -> Option<OutboxRecord> {
    let to = Email::parse(&app.config.site.contact_email)?;
    let language = app.config.server.operator_language;
    let content = MessageContent {
        text: Some(format!("{}: {}", report.kind.words(language), report.message)),
        slug: Some(report.slug.to_string()),
        email: report.email.clone(),
        ..MessageContent::default()
    };
    let queued = OutboxRecord::queued(uuid_at(report.at), MessageKind::Report, to, language, report.at);
    Some(OutboxRecord { content, ..queued })
}

/// Passes the open reports, or all of them, to `take`, newest first, until it breaks.
pub async fn list(
    app: &App,
    actor: &Actor,
    include_closed: bool,
    mut take: impl FnMut(Report) -> ControlFlow<()> + Send + 'static,
) -> Result<()> {
    policy::authorize(actor, Action::ManageReports)?;
    let read = app.store.read(move |tx| {
        Ok(reports::each(tx, &mut |record| {
            let is_listed = include_closed || record.state == ReportState::Open;
            if is_listed { take(record.into()) } else { ControlFlow::Continue(()) }
        })?)
    });
    read.await
}

/// Returns one report.
///
/// # Errors
/// `not_found`, naming the id.
pub async fn show(app: &App, actor: &Actor, id: Uuid) -> Result<Report> {
    policy::authorize(actor, Action::ManageReports)?;
    app.store.read(move |tx| Ok(reports::get(tx, id)?.ok_or_else(|| missing(id))?.into())).await
}

/// Closes a report and returns it. Closing it twice changes nothing.
///
/// # Errors
/// `not_found`, naming the id.
pub async fn close(app: &App, actor: &Actor, id: Uuid) -> Result<Report> {
    policy::authorize(actor, Action::ManageReports)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    app.store
        .write(move |tx| {
            let record = reports::get(tx, id)?.ok_or_else(|| missing(id))?;
            if record.state == ReportState::Closed {
                return Ok(record.into());
            }
            let closed = ReportRecord { state: ReportState::Closed, ..record };
            reports::put(tx, &closed)?;
            let (actor, action) = (actor.clone(), "reports.close".into());
            audit::append(tx, &AuditRecord { at: now, actor, action, subject: id.to_string() })?;
            Ok(closed.into())
        })
        .await
}

fn missing(id: Uuid) -> Error {
    Error::not_found(format!("there is no report {id}; `paragraf reports list --all` shows all"))
}

impl From<ReportRecord> for Report {
    fn from(record: ReportRecord) -> Self {
        let ReportRecord { id, at, slug, revision, kind, message, uid, email, state } = record;
        Self { id, at, slug, revision, kind, message, uid, email, state }
    }
}
