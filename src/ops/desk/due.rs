//! Carrying out scheduled publications.

use jiff::Timestamp;

use super::note;
use super::publish::{release, reviewed};
use crate::app::App;
use crate::domain::desk::{Missed, Schedule};
use crate::domain::{Article, Slug, Status};
use crate::error::Result;
use crate::ops::notify::{NotificationRules, Notifier};
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::articles::{self, PublicationTimes};
use crate::store::desk::{self, DeskRecord};

const ARTICLES_PER_WRITE: usize = 20;

/// Publishes the drafts whose time has come, and returns the time of the next one.
///
/// A draft whose text is not the approved one stays a draft, and the desk shows why. Idempotent: a publication removes
/// the draft's schedule in the same transaction.
pub async fn publish(app: &App, actor: &Actor) -> Result<Option<Timestamp>> {
    policy::authorize(actor, Action::EditArticles)?;
    let next = app.store.read(|tx| Ok(desk::next_due(tx)?)).await?;
    let now = app.clock.now();
    if next.is_none_or(|at| at > now) {
        return Ok(next);
    }
    let arrivals: Vec<_> = (0..ARTICLES_PER_WRITE).map(|_| app.clock.next_instant()).collect();
    let (rules, actor) = (NotificationRules::new(app), actor.clone());
    let write = app.store.write(move |tx| {
        let mut notifier = rules.begin(tx)?;
        let due = desk::due(tx, now, ARTICLES_PER_WRITE)?;
        for (slug, arrival) in due.iter().zip(&arrivals) {
            settle(tx, slug, PublicationTimes { now, arrival: *arrival }, &actor, &mut notifier)?;
        }
        Ok((due, notifier.concerned(), desk::next_due(tx)?))
    });
    let (due, concerned, next) = write.await?;
    crate::ops::browse::refresh(app, &due).await?;
    app.notify_streams(concerned);
    app.gather_wake.notify_one();
    Ok(next)
}

/// Publishes one draft, or notes why it was not.
fn settle(tx: &WriteTx, slug: &Slug, times: PublicationTimes, actor: &Actor, notifier: &mut Notifier) -> Result<()> {
    let notes = desk::get(tx, slug)?;
    let record = articles::get_readable(tx, slug)?;
    let approved = notes.schedule.as_ref().zip(record);
    let is_approved = |schedule: &Schedule, text: &Article| *schedule.text == *text;
    match approved {
        Some((schedule, before)) if before.status != Status::Published && is_approved(schedule, &before.article) => {
            let article = reviewed(&before.article, schedule.approved_by.as_deref(), schedule.approved_at);
            release(tx, &before, article, times, notifier)?;
            Ok(note(tx, times.now, actor, "articles.publish", slug)?)
        }
        _ => Ok(desk::put(tx, &DeskRecord { schedule: None, missed: Some(Missed::TextChanged), ..notes })?),
    }
}
