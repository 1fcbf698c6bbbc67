//! What an account follows, and how each follow notifies its reader.

use std::sync::Arc;

use jiff::civil::Date;

use super::accounts::session_check;
use super::blocking::blocking;
use super::follow_names;
pub use super::own_follows::Follow;
use super::own_follows::all;
use super::policy::{self, Action, Actor};
use super::provision_changes::{articles_on_changes, present_number};
use super::readers::{self, own, set_mark};
use crate::app::App;
pub use crate::catalogue::VOLUME_DAYS;
use crate::catalogue::{Catalogue, FollowedContent, Snapshot};
use crate::clock::legal_date;
use crate::domain::duty::DutyText;
use crate::domain::follow::{DEADLINE_PREFIX, DeadlineName, FollowSettings, SEARCH_PREFIX};
use crate::domain::provision_follow::{PROVISION_PREFIX, ProvisionName};
use crate::domain::text::sentence_case;
use crate::domain::{Importance, Language, Uid};
use crate::error::{Error, ErrorCode, Result};
use crate::store::marks::{self, Mark};
use crate::store::{ReadTx, Reading, follow_settings, topics};

/// Maximum number of follows of an account.
pub const MAX_FOLLOWS: usize = 500;
/// Maximum number of saved searches of an account.
pub const MAX_SEARCHES: usize = 25;

/// The follows after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedTopics {
    pub on: bool,
    /// Newest first.
    pub all: Vec<String>,
}

/// A follow in the list of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFollow {
    pub follow: Follow,
    /// The present number of a followed provision that got another one since the follow began.
    pub present: Option<String>,
}

/// Follows or unfollows a topic, or something named with one of the prefixes of `domain::follow`.
///
/// # Errors
/// `invalid` for a search that cannot be saved; `not_found` for an unknown name that is not followed yet;
/// `too_many_follows`; `too_many_requests`.
pub async fn follow(app: &App, actor: &Actor, uid: &str, wanted: &str, on: Option<bool>) -> Result<FollowedTopics> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let now = readers::rate_limit(app, &reader)?;
    let named = follow_names::read(app, wanted, "topicId")?;
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let check_target = || {
                if !named.is_known && topics::get(tx, &named.name)?.is_none() {
                    return Err(Error::not_found("There is nothing of this name to follow."));
                }
                if on == Some(false) { Ok(()) } else { check_limit(tx, &reader.uid, &named.name) }
            };
            let on = set_mark(tx, Mark::Follow, &reader.uid, &named.name, on, now, check_target)?;
            Ok(FollowedTopics { on, all: readers::names(tx, Mark::Follow, &reader.uid)? })
        })
        .await
}

fn check_limit(tx: &dyn Reading, uid: &Uid, name: &str) -> Result<()> {
    let all = readers::names(tx, Mark::Follow, uid)?;
    let is_search = |name: &str| name.starts_with(SEARCH_PREFIX);
    if all.len() >= MAX_FOLLOWS {
        let message = format!("You follow {MAX_FOLLOWS} things, which is the most. Unfollow one first.");
        return Err(Error::conflict(ErrorCode::TooManyFollows, message));
    }
    if is_search(name) && all.iter().filter(|name| is_search(name)).count() >= MAX_SEARCHES {
        let message = format!("You have {MAX_SEARCHES} saved searches, which is the most. Remove one first.");
        return Err(Error::conflict(ErrorCode::TooManyFollows, message));
    }
    Ok(())
}

/// Returns the title of a followed deadline or provision in both languages; `None` for other follows, for a deadline
/// that no longer exists, and for a provision of an act without a page or while the articles are indexed.
pub fn title(app: &App, actor: &Actor, name: &str) -> Result<Option<DutyText>> {
    policy::authorize(actor, Action::ReadPublished)?;
    match provision_of(name) {
        Some(provision) => Ok(title_of_provision(app, provision)),
        None => Ok(title_of_deadline(&app.catalogue.snapshot(), name)),
    }
}

fn title_of_provision(app: &App, ProvisionName { act, provision }: ProvisionName) -> Option<DutyText> {
    let act = app.catalogue.act(&act).ok()??.act;
    let (ro, en) = (act.citation(Language::Ro), act.citation(Language::En));
    Some(DutyText { ro: format!("{provision} din {ro}"), en: format!("{provision} of {en}") })
}

fn title_of_deadline(snapshot: &Snapshot, name: &str) -> Option<DutyText> {
    match DeadlineName::parse(name.strip_prefix(DEADLINE_PREFIX)?)? {
        DeadlineName::Duty(id) => snapshot.duties().iter().find(|duty| duty.id == id).map(|duty| duty.title.clone()),
        DeadlineName::Entry(slug, number) => {
            let text = |language| {
                let deadline = snapshot.entry(&slug, number, language).ok().flatten()?;
                Some(sentence_case(&deadline.what))
            };
            Some(DutyText { ro: text(Language::Ro)?, en: text(Language::En)? })
        }
    }
}

/// Counts the articles of at least this importance that a follow would have announced in the last [`VOLUME_DAYS`] days;
/// `None` for a deadline, which announces no articles.
///
/// # Errors
/// `not_found` for an unknown name; `invalid` for a search that cannot be saved; `unavailable` while the articles are
/// loaded or indexed.
pub async fn volume(app: &App, actor: &Actor, wanted: &str, from: Importance) -> Result<Option<usize>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let named = follow_names::read(app, wanted, "name")?;
    if !named.is_known {
        return Err(Error::not_found("There is nothing of this name to follow."));
    }
    let (catalogue, today) = (Arc::clone(&app.catalogue), app.clock.today());
    let content = match (provision_of(&named.name), named.content) {
        (Some(provision), _) => {
            let catalogue = Arc::clone(&catalogue);
            let read = move |tx: &ReadTx| articles_on_changes(tx, &catalogue, &provision, today);
            FollowedContent::Articles(app.store.read(read).await?)
        }
        (None, Some(content)) => content,
        (None, None) => return Ok(None),
    };
    blocking("counting articles", move || catalogue.volume(&content, from, today)).await?.map(Some)
}

fn provision_of(name: &str) -> Option<ProvisionName> {
    ProvisionName::parse(name.strip_prefix(PROVISION_PREFIX)?)
}

/// Lists what the account follows, newest first.
pub async fn list(app: &App, actor: &Actor, uid: &str) -> Result<Vec<ListedFollow>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let (catalogue, today) = (Arc::clone(&app.catalogue), app.clock.today());
    let read = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        listed(tx, &catalogue, &reader.uid, today)
    };
    app.store.read(read).await
}

fn listed(tx: &dyn Reading, catalogue: &Catalogue, uid: &Uid, today: Date) -> Result<Vec<ListedFollow>> {
    let with_number = |follow: Follow| -> Result<ListedFollow> {
        let present = match provision_of(&follow.name) {
            Some(followed) => present_number(tx, catalogue, &followed, legal_date(follow.since), today)?,
            None => None,
        };
        Ok(ListedFollow { follow, present })
    };
    all(tx, uid)?.into_iter().map(with_number).collect()
}

/// Replaces the settings of a follow, and returns all follows.
///
/// # Errors
/// `not_found` if the account does not follow this; `invalid` for a pause that is over; `too_many_requests`.
pub async fn change(
    app: &App,
    actor: &Actor,
    uid: &str,
    name: String,
    settings: FollowSettings,
    today: Date,
) -> Result<Vec<ListedFollow>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let catalogue = Arc::clone(&app.catalogue);
    readers::rate_limit(app, &reader)?;
    if settings.paused.and_then(|pause| pause.until).is_some_and(|until| until <= today) {
        return Err(Error::invalid("paused_until", "This must be a day after today."));
    }
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            if marks::get(tx, Mark::Follow, &reader.uid, &name)?.is_none() {
                return Err(Error::not_found("You do not follow this."));
            }
            follow_settings::put(tx, &reader.uid, &name, &settings)?;
            listed(tx, &catalogue, &reader.uid, today)
        })
        .await
}
