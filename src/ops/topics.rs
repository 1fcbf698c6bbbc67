//! Listing and editing topics, for the operator.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::topic::Topic;
use crate::error::{Error, Result};
use crate::store::audit::{self, AuditRecord};
use crate::store::topics;

/// The changes of `topics set`; missing fields keep their values.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct TopicChange {
    pub id: String,
    pub ro: Option<String>,
    pub en: Option<String>,
    pub position: Option<u32>,
}

/// Lists all topics in display order.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Topic>> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store.read(|tx| Ok(topics::list(tx)?)).await
}

/// Changes a topic, or creates it if both names are given, and returns its new state.
///
/// # Errors
/// `invalid` in `id`, `ro` or `en`.
pub async fn set(app: &App, actor: &Actor, change: TopicChange) -> Result<Topic> {
    policy::authorize(actor, Action::EditTopics)?;
    validate(&change)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let topic = app
        .store
        .write(move |tx| {
            let topic = match topics::get(tx, &change.id)? {
                Some(topic) => changed(topic, &change),
                None => created(&change, topics::list(tx)?.last().map_or(0, |topic| topic.position))?,
            };
            topics::put(tx, &topic)?;
            let subject = topic.id.clone();
            audit::append(tx, &AuditRecord { at: now, actor: actor.clone(), action: "topics.set".into(), subject })?;
            Ok(topic)
        })
        .await?;
    super::browse::reload_topics(app).await?;
    Ok(topic)
}

fn validate(change: &TopicChange) -> Result<()> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !(1..=40).contains(&change.id.len()) || !change.id.chars().all(allowed) {
        return Err(Error::invalid(
            "id",
            format!("{:?} is not a topic id; use 1 to 40 of a-z, 0-9 and hyphens", change.id),
        ));
    }
    for (field, name) in [("ro", &change.ro), ("en", &change.en)] {
        let Some(name) = name else { continue };
        if !(1..=60).contains(&name.trim().chars().count()) {
            return Err(Error::invalid(field, format!("the {field} name must have 1 to 60 characters")));
        }
    }
    Ok(())
}

fn changed(topic: Topic, change: &TopicChange) -> Topic {
    Topic {
        id: topic.id,
        ro: change.ro.as_ref().map_or(topic.ro, |name| name.trim().to_owned()),
        en: change.en.as_ref().map_or(topic.en, |name| name.trim().to_owned()),
        position: change.position.unwrap_or(topic.position),
    }
}

fn created(change: &TopicChange, last: u32) -> Result<Topic> {
    let name = |name: &Option<String>, field: &'static str| {
        name.as_ref().map(|name| name.trim().to_owned()).ok_or_else(|| {
            Error::invalid(field, format!("{} is a new topic; give both names with --ro and --en", change.id))
        })
    };
    Ok(Topic {
        id: change.id.clone(),
        ro: name(&change.ro, "ro")?,
        en: name(&change.en, "en")?,
        position: change.position.unwrap_or(last + 1),
    })
}
