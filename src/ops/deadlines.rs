//! The days of the articles' dated entries, of all articles and of what one account follows.

use std::sync::Arc;

use jiff::civil::Date;

use super::accounts::session_check;
use super::accounts::verification::require_second_factor;
use super::blocking::blocking;
use super::browse::live;
use super::own_follows::{self, Follow};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{Catalogue, DeadlineList, DeadlineQuery, Interest};
use crate::domain::follow::{ACT_PREFIX, DEADLINE_PREFIX, DOMAIN_PREFIX, DeadlineName, SEARCH_PREFIX};
use crate::domain::provision_follow::PROVISION_PREFIX;
use crate::domain::{ActId, Slug, Uid};
use crate::error::Result;
use crate::rate_limit::Limit;
use crate::store::marks::{self, Mark};
use crate::store::{ReadTx, Reading};

/// Lists the days that match the query: soonest first, then the most important, then the newest article. Blocks.
///
/// # Errors
/// `unavailable` while the articles are loaded or indexed.
pub fn list(app: &App, actor: &Actor, query: &DeadlineQuery, today: Date) -> Result<DeadlineList> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    app.catalogue.deadlines(query, today)
}

/// Narrows a query to what the signed-in account follows, tracks or bookmarked.
///
/// # Errors
/// `invalid_user_token` without a signed-in account, `second_factor_required`, `too_many_requests`; `unavailable` until
/// the followed acts are indexed.
pub async fn mine(app: &App, actor: &Actor, query: DeadlineQuery, today: Date) -> Result<DeadlineQuery> {
    policy::authorize(actor, Action::UseAccount)?;
    require_second_factor(app, actor)?;
    let reader = actor.principal()?.clone();
    app.rate_limiter.take(Limit::OwnDeadlines, reader.uid.as_str(), app.clock.steady())?;
    let read = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        interest(tx, &reader.uid, today)
    };
    let interest = app.store.read(read).await?;
    Ok(DeadlineQuery { interest: Some(Arc::new(find_articles_on_acts(app, interest).await?)), ..query })
}

/// What the account follows and has not paused, tracks or bookmarked. The articles on followed acts are added by
/// [`with_articles_on_acts`].
pub(in crate::ops) fn interest(tx: &dyn Reading, uid: &Uid, today: Date) -> Result<Interest> {
    let mut interest = Interest::default();
    let is_active = |follow: &Follow| !follow.settings.is_paused(today);
    for Follow { name, .. } in own_follows::all(tx, uid)?.into_iter().filter(is_active) {
        add_follow(&mut interest, name);
    }
    for mark in [Mark::Track, Mark::Bookmark] {
        let names = marks::of(tx, mark, uid)?;
        interest.slugs.extend(names.iter().filter_map(|(name, _)| Slug::parse(name)));
    }
    Ok(interest)
}

/// Adds what is followed under this name. A saved search and a provision are left out: they announce new articles, and
/// have no deadlines.
pub(in crate::ops) fn add_follow(interest: &mut Interest, name: String) {
    if let Some(domain) = name.strip_prefix(DOMAIN_PREFIX) {
        interest.domains.push(domain.to_owned());
    } else if let Some(act) = name.strip_prefix(ACT_PREFIX) {
        interest.acts.extend(ActId::parse(act));
    } else if let Some(deadline) = name.strip_prefix(DEADLINE_PREFIX) {
        match DeadlineName::parse(deadline) {
            Some(DeadlineName::Entry(slug, number)) => interest.entries.push((slug, number)),
            Some(DeadlineName::Duty(id)) => interest.duties.push(id),
            None => {}
        }
    } else if !name.starts_with(SEARCH_PREFIX) && !name.starts_with(PROVISION_PREFIX) {
        interest.topics.push(name);
    }
}

/// Adds the articles on the followed acts. Articles that only name an act are left out: their days belong to other
/// acts.
///
/// # Errors
/// `unavailable` until all articles are indexed, if an act is followed.
pub(in crate::ops) fn with_articles_on_acts(catalogue: &Catalogue, mut interest: Interest) -> Result<Interest> {
    if !interest.acts.is_empty() {
        interest.slugs.extend(catalogue.slugs_on_acts(&interest.acts)?);
    }
    Ok(interest)
}

/// As [`with_articles_on_acts`], off the async threads.
pub(in crate::ops) async fn find_articles_on_acts(app: &App, interest: Interest) -> Result<Interest> {
    let catalogue = Arc::clone(&app.catalogue);
    blocking("finding articles on acts", move || with_articles_on_acts(&catalogue, interest)).await?
}
