//! Brings what this process holds in memory up to date with the changes of other processes.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use tokio::sync::Notify;

use super::browse;
use super::policy::{self, Action, Actor};
use super::{accounts, maintenance, overviews};
use crate::app::App;
use crate::domain::notification::NotifiedAccounts;
use crate::domain::{Slug, Uid};
use crate::error::Result;
pub use crate::store::ForeignChanges;
use crate::store::{ChangedPart, Reload, articles};

/// Reads again what others changed, and wakes what waits for it.
pub async fn apply(app: &App, actor: &Actor, reload: &Reload) -> Result<()> {
    policy::authorize(actor, Action::FollowChanges)?;
    match reload {
        Reload::Everything => {
            browse::load(app).await?;
            accounts::keys::reload(app).await?;
            maintenance::reload(app).await?;
            for generation in [&app.campaigns_generation, &app.sources_generation, &app.amendments_generation] {
                generation.fetch_add(1, Ordering::AcqRel);
            }
            wake_all(app);
            app.notify_streams(NotifiedAccounts::Everybody);
            Ok(())
        }
        Reload::Parts(parts) => apply_parts(app, parts).await,
    }
}

/// Wakes the jobs that wait for work.
fn wake_all(app: &App) {
    app.mail_wake.notify_one();
    [&app.gather_wake, &app.picture_wake, &app.desk_wake].into_iter().for_each(Notify::notify_one);
}

async fn apply_parts(app: &App, parts: &BTreeSet<ChangedPart>) -> Result<()> {
    let (mut changed, mut counted, mut concerned) = (Vec::<Slug>::new(), Vec::<Slug>::new(), Vec::<Uid>::new());
    for part in parts {
        match part {
            ChangedPart::Article(slug) => changed.push(slug.clone()),
            ChangedPart::Counts(slug) => counted.push(slug.clone()),
            ChangedPart::Account(uid) => concerned.push(uid.clone()),
            ChangedPart::Topics => browse::reload_topics(app).await?,
            ChangedPart::Duties => browse::reload_duties(app).await?,
            ChangedPart::Figures => browse::reload_figures(app).await?,
            ChangedPart::Overviews => overviews::reload(app).await?,
            ChangedPart::SigningKeys => accounts::keys::reload(app).await?,
            ChangedPart::Campaigns => {
                app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
                app.gather_wake.notify_one();
            }
            ChangedPart::Acts => {
                app.sources_generation.fetch_add(1, Ordering::AcqRel);
            }
            ChangedPart::Amendments => {
                app.amendments_generation.fetch_add(1, Ordering::AcqRel);
            }
            ChangedPart::Maintenance => maintenance::reload(app).await?,
            ChangedPart::Messages => app.mail_wake.notify_one(),
            ChangedPart::Publications => app.desk_wake.notify_one(),
            ChangedPart::Pictures => app.picture_wake.notify_one(),
        }
    }
    browse::refresh(app, &changed).await?;
    recount(app, counted).await?;
    app.notify_streams(NotifiedAccounts::Accounts(Arc::from(concerned)));
    Ok(())
}

async fn recount(app: &App, slugs: Vec<Slug>) -> Result<()> {
    if slugs.is_empty() || !app.catalogue.is_live() {
        return Ok(());
    }
    let read = move |tx: &crate::store::ReadTx| Ok((articles::counts_of(tx, &slugs)?, slugs));
    let (counted, slugs) = app.store.read_without_snapshot(read).await?;
    slugs.iter().zip(counted).for_each(|(slug, counts)| app.catalogue.set_counts(slug, counts));
    Ok(())
}
