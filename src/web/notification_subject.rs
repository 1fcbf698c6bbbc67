//! The saved search, provision or deadline that caused a notification about an article.

use std::sync::Arc;

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::state::{VISITOR, Web};
use crate::domain::Language;
use crate::domain::follow::SEARCH_PREFIX;
use crate::domain::provision_follow::PROVISION_PREFIX;
use crate::error::{Kind, Result};
use crate::ops::blocking::blocking;
use crate::ops::{calendars, follows};

/// A deadline that a notification is about.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NotifiedDeadline {
    what: String,
    date: Date,
}

/// The saved search, the provision or the deadline of a notification.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct NotificationSubject {
    /// The query of the saved search that found the article.
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<String>,
    /// The followed provision, with the citation of its act.
    #[serde(skip_serializing_if = "Option::is_none")]
    provision: Option<String>,
    /// Absent if the deadline has no single day.
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<NotifiedDeadline>,
}

impl NotificationSubject {
    /// `about` is the name of the follow of a saved search or a provision, or the id of a deadline.
    pub(super) async fn of(web: &Arc<Web>, about: Option<&str>, language: Language) -> Result<Self> {
        let Some(about) = about else { return Ok(Self::default()) };
        if let Some(query) = about.strip_prefix(SEARCH_PREFIX) {
            return Ok(Self { search: Some(query.to_owned()), ..Self::default() });
        }
        if about.starts_with(PROVISION_PREFIX) {
            let title = follows::title(&web.app, &VISITOR, about)?;
            return Ok(Self { provision: title.map(|title| title.get(language).to_owned()), ..Self::default() });
        }
        let (web, about) = (Arc::clone(web), about.to_owned());
        let find = move || calendars::named(&web.app, &VISITOR, &about, None, language);
        let events = match blocking("finding a deadline", find).await? {
            Err(error) if error.kind == Kind::NotFound => vec![],
            events => events?,
        };
        let deadline = events.into_iter().next().map(|event| NotifiedDeadline { what: event.title, date: event.date });
        Ok(Self { deadline, ..Self::default() })
    }
}
