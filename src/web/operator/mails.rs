//! The outbox and the subscribers.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rows::{Offset, PageRows};
use crate::domain::mailing::{SkipReason, WaitReason};
use crate::domain::message::MessageKind;
use crate::domain::message_address::MessageAddress;
use crate::domain::{CampaignId, Language};
use crate::error::Error;
use crate::ops::mail::campaigns::retry::{RetryOptions, RetryTarget, retry};
use crate::ops::mail::outbox::{self, DeliveryState, OutboxEntry, OutboxFilter};
use crate::ops::subscribers::{self, Subscriber};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::{Nothing, json, nothing};
use crate::web::query::{ParameterValue, Query, query};
use crate::web::state::Web;

query! {
    /// The choice of messages.
    pub(in crate::web) struct OutboxParameters {
        /// Only messages in this state
        state: Option<DeliveryState>,
        /// Only messages to this address or number
        to: Option<MessageAddress>,
        /// Only messages of this campaign
        campaign: Option<CampaignId>,
        /// Messages before the page
        offset: Option<Offset>,
    }

    /// The choice of subscribers.
    pub(in crate::web) struct SubscriberParameters {
        /// Only addresses with this text
        q: Option<String>,
        /// Subscribers before the page
        offset: Option<Offset>,
    }
}

/// A page of the outbox.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct OutboxPageDto {
    /// Newest first.
    messages: Vec<OutboxRowDto>,
    /// Whether there are older ones.
    more: bool,
}

/// A message in the outbox, without its content.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct OutboxRowDto {
    id: String,
    kind: MessageKind,
    /// An address or a telephone number.
    to: String,
    state: DeliveryState,
    created_at: Timestamp,
    /// When the state began; the next attempt of a deferred message.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<Timestamp>,
    /// The server's reply or the local cause, in its language.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Why the message waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    waits: Option<WaitReason>,
    /// Why the message was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<SkipReason>,
}

/// A page of the subscribers.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct SubscriberPageDto {
    /// Newest first.
    subscribers: Vec<SubscriberRowDto>,
    /// Whether there are older ones.
    more: bool,
}

/// A subscriber.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct SubscriberRowDto {
    email: String,
    language: Language,
    created_at: Timestamp,
    /// When the address was confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_at: Option<Timestamp>,
    /// When the subscriber left.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_at: Option<Timestamp>,
}

/// Lists the messages of the outbox, newest first, with the reason of each failure.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "listOutbox", responses(
    (status = 200, description = "The messages of the page", body = OutboxPageDto),
))]
pub(in crate::web) async fn messages(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    Query(OutboxParameters { state, to, campaign, offset }): Query<OutboxParameters>,
) -> Result {
    let filter = OutboxFilter { all: true, state, campaign, to, ..OutboxFilter::default() };
    let page = PageRows::new(offset.unwrap_or_default());
    let take = page.taker(|entry: OutboxEntry| Some(OutboxRowDto::from(entry)));
    outbox::list(&web.app, &actor, filter, take).await?;
    let (messages, more) = page.finish();
    json(&OutboxPageDto { messages, more })
}

/// Queues a failed message again. One that may have arrived is left to the command, since its recipient may get a
/// second copy.
#[utoipa::path(post, path = "", tag = "operator", operation_id = "retryMessage", responses(
    (status = 200, description = "Queued again, if it had failed", body = Nothing),
    (status = 404, description = "`not_found`"),
    (status = 409, description = "`not_retriable`: it was sent, bounced, skipped, is pending, or its content is gone"),
))]
pub(in crate::web) async fn retry_message(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    PathParam(id): PathParam,
) -> Result {
    let id = Uuid::try_parse(&id).map_err(|_| Error::not_found("There is no such message."))?;
    retry(&web.app, &actor, vec![RetryTarget::Mail(id)], RetryOptions::default()).await?;
    nothing()
}

/// Lists the subscribers, newest first.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "listSubscribers", responses(
    (status = 200, description = "The subscribers of the page", body = SubscriberPageDto),
))]
pub(in crate::web) async fn subscribers(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    Query(SubscriberParameters { q, offset }): Query<SubscriberParameters>,
) -> Result {
    let wanted = q.map(|text| text.trim().to_lowercase()).unwrap_or_default();
    let page = PageRows::new(offset.unwrap_or_default());
    let take = page.taker(move |subscriber: Subscriber| {
        let matches = subscriber.email.as_str().to_lowercase().contains(&wanted);
        matches.then(|| SubscriberRowDto::from(subscriber))
    });
    subscribers::list(&web.app, &actor, false, false, take).await?;
    let (subscribers, more) = page.finish();
    json(&SubscriberPageDto { subscribers, more })
}

impl ParameterValue for MessageAddress {
    fn parse(field: &'static str, text: &str) -> Result<Self, Error> {
        let wrong = |_| Error::invalid(field, "This is neither an e-mail address nor a telephone number.");
        Self::try_from(text.to_owned()).map_err(wrong)
    }
}

impl ParameterValue for CampaignId {
    fn parse(field: &'static str, text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or_else(|| Error::invalid(field, "This is not the id of a campaign."))
    }
}

impl From<OutboxEntry> for OutboxRowDto {
    fn from(entry: OutboxEntry) -> Self {
        let OutboxEntry { id, kind, to, state, created_at, at, reason, waits, skipped, .. } = entry;
        // The page has words for the others.
        let is_foreign = skipped.is_none() && waits.is_none_or(|waits| waits == WaitReason::ServerRests);
        let reason = reason.filter(|_| is_foreign);
        Self { id: id.to_string(), kind, to: to.as_str().to_owned(), state, created_at, at, reason, waits, skipped }
    }
}

impl From<Subscriber> for SubscriberRowDto {
    fn from(subscriber: Subscriber) -> Self {
        let Subscriber { email, language, created_at, confirmed_at, left_at, .. } = subscriber;
        Self { email: email.as_str().to_owned(), language, created_at, confirmed_at, left_at }
    }
}
