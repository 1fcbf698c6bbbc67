//! The days of the articles' dated entries, for everybody and for one account.

use std::sync::Arc;

use jiff::civil::Date;

use super::accounts::session_check;
use super::browse::{blocking, live};
use super::own_follows::{self, Follow};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{DeadlineList, DeadlineQuery, Interest};
use crate::domain::follow::DOMAIN_PREFIX;
use crate::domain::{Slug, Uid};
use crate::error::Result;
use crate::store::Reading;
use crate::store::readers::{self, Mark};

/// The days that match the query: soonest first, then the most important, then the newest article.
///
/// # Errors
/// `unavailable` while the articles are loaded, or their words indexed.
pub async fn list(app: &App, actor: &Actor, query: DeadlineQuery, today: Date) -> Result<DeadlineList> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    let catalogue = Arc::clone(&app.catalogue);
    blocking("listing deadlines", move || catalogue.deadlines(&query, today)).await?
}

/// As [`list`], of what the signed-in account follows, tracks or bookmarked.
///
/// # Errors
/// `invalid_user_token` without a signed-in account.
pub async fn mine(app: &App, actor: &Actor, query: DeadlineQuery, today: Date) -> Result<DeadlineList> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = actor.principal()?.clone();
    let read = move |tx: &crate::store::ReadTx| {
        session_check::account(tx, &reader)?;
        interest(tx, &reader.uid, today)
    };
    let interest = Some(Arc::new(app.store.read(read).await?));
    list(app, actor, DeadlineQuery { interest, ..query }, today).await
}

/// What the account follows and has not paused, tracks or bookmarked.
pub(in crate::ops) fn interest(tx: &impl Reading, uid: &Uid, today: Date) -> Result<Interest> {
    let mut interest = Interest::default();
    let is_active = |follow: &Follow| !follow.settings.is_paused(today);
    for Follow { name, .. } in own_follows::all(tx, uid)?.into_iter().filter(is_active) {
        match name.strip_prefix(DOMAIN_PREFIX) {
            Some(domain) => interest.domains.push(domain.to_owned()),
            None => interest.topics.push(name),
        }
    }
    for mark in [Mark::Track, Mark::Bookmark] {
        let names = readers::of(tx, mark, uid)?;
        interest.slugs.extend(names.iter().filter_map(|(name, _)| Slug::parse(name)));
    }
    Ok(interest)
}
