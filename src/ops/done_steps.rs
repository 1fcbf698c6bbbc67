//! What a reader ticked off as done: steps and dated duties of articles, and the days of recurring duties.

use jiff::Timestamp;

use super::accounts::session_check;
use super::policy::{self, Action, Actor};
use super::readers::{own, rate_limit};
use crate::app::App;
use crate::domain::step::is_day_of_duty;
use crate::domain::{Slug, Uid};
use crate::error::{Error, Result};
use crate::store::WriteTx;
pub use crate::store::done_steps::DoneSteps;
use crate::store::done_steps::{self, DoneStep};
use crate::store::duties;

/// Maximum number of articles with ticks of one account; those ticked last are kept.
pub const MAX_ARTICLES: usize = 200;
/// Maximum number of ticks of one account on one article; the newest are kept. An article has at most 30 steps, and
/// each completion of a recurring duty adds a tick.
pub const MAX_PER_ARTICLE: usize = 100;

/// Ticks off steps and duties, or removes their ticks, and returns all ticks of the account.
///
/// Ids that neither the published article nor the duty of that name has are ignored: a device may hold ticks of an
/// article withdrawn since, which must not prevent the others from being stored.
///
/// # Errors
/// `invalid` for more articles or ids than an account can hold.
pub async fn set(app: &App, actor: &Actor, uid: &str, steps: DoneSteps, done: bool) -> Result<DoneSteps> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    check_size(&steps)?;
    let now = rate_limit(app, &reader)?;
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            for (slug, ids) in &steps {
                let Some(slug) = Slug::parse(slug) else { continue };
                if done {
                    add(tx, &reader.uid, &slug, ids, now)?;
                } else {
                    remove(tx, &reader.uid, &slug, ids)?;
                }
            }
            if done {
                make_room(tx, &reader.uid)?;
            }
            Ok(done_steps::ids(tx, &reader.uid)?)
        })
        .await
}

fn check_size(steps: &DoneSteps) -> Result<()> {
    if steps.len() > MAX_ARTICLES || steps.values().any(|ids| ids.len() > MAX_PER_ARTICLE) {
        let message = format!("At most {MAX_ARTICLES} articles with {MAX_PER_ARTICLE} steps each can be sent at once.");
        return Err(Error::invalid("steps", message));
    }
    Ok(())
}

fn add(tx: &WriteTx, uid: &Uid, slug: &Slug, ids: &[String], now: Timestamp) -> Result<()> {
    let checklist = done_steps::checklist(tx, slug)?;
    if checklist.is_none() && !duties::current(tx)?.iter().any(|duty| duty.id == slug.as_str()) {
        return Ok(());
    }
    let has = |id: &str| match &checklist {
        Some(checklist) => checklist.has(id),
        None => is_day_of_duty(id),
    };
    let mut steps = done_steps::get(tx, uid, slug)?;
    for id in ids {
        if has(id) && !steps.iter().any(|step| step.id == *id) {
            steps.push(DoneStep { id: id.clone(), at: now });
        }
    }
    steps.drain(..steps.len().saturating_sub(MAX_PER_ARTICLE));
    Ok(done_steps::put(tx, uid, slug, &steps)?)
}

/// Adds one account's ticks to those of another.
pub(super) fn copy(tx: &WriteTx, from: &Uid, to: &Uid) -> Result<()> {
    for (slug, added) in done_steps::of(tx, from)? {
        let mut steps = done_steps::get(tx, to, &slug)?;
        let missing = added.into_iter().filter(|new| steps.iter().all(|step| step.id != new.id));
        steps.extend(missing.collect::<Vec<_>>());
        steps.drain(..steps.len().saturating_sub(MAX_PER_ARTICLE));
        done_steps::put(tx, to, &slug, &steps)?;
    }
    make_room(tx, to)
}

fn remove(tx: &WriteTx, uid: &Uid, slug: &Slug, ids: &[String]) -> Result<()> {
    let mut steps = done_steps::get(tx, uid, slug)?;
    steps.retain(|step| !ids.contains(&step.id));
    Ok(done_steps::put(tx, uid, slug, &steps)?)
}

/// Removes the articles ticked longest ago, beyond [`MAX_ARTICLES`].
fn make_room(tx: &WriteTx, uid: &Uid) -> Result<()> {
    let mut articles = done_steps::of(tx, uid)?;
    articles.sort_by_key(|(_, steps)| std::cmp::Reverse(steps.iter().map(|step| step.at).max()));
    for (slug, _) in articles.into_iter().skip(MAX_ARTICLES) {
        done_steps::put(tx, uid, &slug, &Vec::new())?;
    }
    Ok(())
}
