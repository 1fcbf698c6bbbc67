//! The names under which topics, domains, acts, provisions, deadlines and searches are followed.

use std::collections::BTreeMap;

use super::browse::live;
use crate::app::App;
use crate::catalogue::{FollowedContent, MAX_FILTER_TEXT, NamedAct, SavedSearch, Snapshot};
use crate::domain::ActId;
use crate::domain::follow::{
    ACT_PREFIX, DEADLINE_PREFIX, DOMAIN_PREFIX, DeadlineName, MAX_NAME, SEARCH_PREFIX, domain_key, domain_name,
    followed_act,
};
use crate::domain::provision_follow::{PROVISION_PREFIX, ProvisionName};
use crate::error::{Error, Result};

/// A name that can be followed, in its canonical form.
pub(super) struct FollowName {
    pub name: String,
    /// Whether it stands for something that can be followed now.
    pub is_known: bool,
    /// Which articles the follow announces; `None` for a deadline, an unknown act, and a provision, whose articles only
    /// the store knows.
    pub content: Option<FollowedContent>,
}

/// Reads a name in any of its forms from the parameter `field`.
///
/// # Errors
/// `invalid` for a name that is too long, or a search that cannot be saved; `unavailable` while the articles are
/// loaded, and for an act while they are indexed.
pub(super) fn read(app: &App, wanted: &str, field: &'static str) -> Result<FollowName> {
    if wanted.chars().count() > MAX_NAME {
        return Err(Error::invalid(field, format!("This is longer than {MAX_NAME} characters.")));
    }
    let snapshot = live(app)?;
    if let Some(domain) = wanted.strip_prefix(DOMAIN_PREFIX) {
        let (name, key) = (domain_name(domain), domain_key(domain));
        let is_known = snapshot.domain(&key).is_some();
        return Ok(FollowName { name, is_known, content: Some(FollowedContent::Domain(key)) });
    }
    if let Some(query) = wanted.strip_prefix(SEARCH_PREFIX) {
        return search(&snapshot, query, field);
    }
    if let Some(id) = wanted.strip_prefix(DEADLINE_PREFIX) {
        return Ok(deadline(&snapshot, id));
    }
    if let Some(id) = wanted.strip_prefix(ACT_PREFIX) {
        return act(app, id);
    }
    if let Some(provision) = wanted.strip_prefix(PROVISION_PREFIX) {
        return self::provision(app, provision);
    }
    let is_known = snapshot.topic(wanted).is_some();
    Ok(FollowName { name: wanted.to_owned(), is_known, content: Some(FollowedContent::Topic(wanted.to_owned())) })
}

/// The domains that these follows name, by their keys, as the newest article has them. A domain of no article is left
/// out.
pub(super) fn domains<'a>(snapshot: &Snapshot, names: impl Iterator<Item = &'a str>) -> BTreeMap<String, String> {
    let key = |name: &str| match name.strip_prefix(SEARCH_PREFIX) {
        Some(query) => SavedSearch::parse(query)?.query().domain().map(ToOwned::to_owned),
        None => name.strip_prefix(DOMAIN_PREFIX).map(ToOwned::to_owned),
    };
    let named = |key: String| snapshot.domain(&key).map(|domain| (key.clone(), domain.to_owned()));
    names.filter_map(key).filter_map(named).collect()
}

fn act(app: &App, id: &str) -> Result<FollowName> {
    let named = ActId::parse(id).map(|id| app.catalogue.named_act(&id)).transpose()?;
    Ok(match named {
        Some(NamedAct::One(own)) => {
            FollowName { name: followed_act(&own), is_known: true, content: Some(FollowedContent::Act(own)) }
        }
        Some(NamedAct::Several | NamedAct::Unknown) | None => {
            FollowName { name: followed_act(&id), is_known: false, content: None }
        }
    })
}

/// A provision in one spelling, of an act by the act's own name. An act whose text is not stored may have any provision.
fn provision(app: &App, wanted: &str) -> Result<FollowName> {
    let unknown = FollowName { name: format!("{PROVISION_PREFIX}{wanted}"), is_known: false, content: None };
    let Some(read) = ProvisionName::parse(wanted) else { return Ok(unknown) };
    Ok(match app.catalogue.named_act(&read.act)? {
        NamedAct::One(act) => {
            let name = format!("{PROVISION_PREFIX}{}", ProvisionName { act, ..read });
            FollowName { name, is_known: true, content: None }
        }
        NamedAct::Several | NamedAct::Unknown => unknown,
    })
}

fn deadline(snapshot: &Snapshot, id: &str) -> FollowName {
    let Some(name) = DeadlineName::parse(id) else {
        return FollowName { name: format!("{DEADLINE_PREFIX}{id}"), is_known: false, content: None };
    };
    let is_known = match &name {
        DeadlineName::Entry(slug, number) => snapshot.article(slug).is_some_and(|article| article.has_entry(*number)),
        DeadlineName::Duty(id) => snapshot.duties().iter().any(|duty| duty.id == *id),
    };
    FollowName { name: format!("{DEADLINE_PREFIX}{name}"), is_known, content: None }
}

fn search(snapshot: &Snapshot, query: &str, field: &'static str) -> Result<FollowName> {
    let search = SavedSearch::parse(query).ok_or_else(|| {
        let message = format!(
            "A search has words in `q`, filters of /search, or both, each of at most {MAX_FILTER_TEXT} characters."
        );
        Error::invalid(field, message)
    })?;
    let has_topic = search.query().topic.as_deref().is_none_or(|topic| snapshot.topic(topic).is_some());
    let name = format!("{SEARCH_PREFIX}{search}");
    Ok(FollowName { name, is_known: has_topic, content: Some(FollowedContent::Search(Box::new(search))) })
}
