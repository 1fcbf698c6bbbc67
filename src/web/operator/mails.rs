//! The outbox and the subscribers.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rows::{PageRows, parse_offset};
use crate::domain::mailing::SkipReason;
use crate::domain::message::MessageKind;
use crate::domain::message_address::MessageAddress;
use crate::domain::{CampaignId, Language};
use crate::error::Error;
use crate::ops::mail::campaigns::retry::{RetryOptions, RetryTarget, retry};
use crate::ops::mail::outbox::{self, DeliveryState, OutboxEntry, OutboxFilter};
use crate::ops::subscribers::{self, Subscriber};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::extract::{Parameters, PathParam, value};
use crate::web::json::{Nothing, json, nothing};
use crate::web::operation::InvalidQuery;
use crate::web::state::Web;

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
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the state began; the next attempt of a deferred message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
    /// The server's reply or the local cause, in its language; why the message waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the address was confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    confirmed_at: Option<Timestamp>,
    /// When the subscriber left.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    left_at: Option<Timestamp>,
}

/// Lists the messages of the outbox, newest first, with the reason of each failure.
#[utoipa::path(
    get, path = "/operator/outbox", tag = "operator", operation_id = "listOutbox",
    params(
        ("state" = Option<DeliveryState>, Query, description = "Only messages in this state"),
        ("to" = Option<String>, Query, description = "Only messages to this address or number"),
        ("campaign" = Option<String>, Query, description = "Only messages of this campaign"),
        ("offset" = Option<u64>, Query, maximum = 100000, description = "Messages before the page"),
    ),
    responses((status = 200, description = "The messages of the page", body = OutboxPageDto), InvalidQuery)
)]
pub(in crate::web) async fn messages(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    parameters: Parameters,
) -> Result {
    let (mut filter, mut offset) = (OutboxFilter { all: true, ..OutboxFilter::default() }, 0);
    parameters.each(|name, text| {
        match name {
            "state" => {
                let states = DeliveryState::ALL.map(DeliveryState::name).join(", ");
                filter.state = Some(value("state", text, &format!("one of {states}"))?);
            }
            "to" => {
                let wrong = || Error::invalid("to", "This is neither an e-mail address nor a telephone number.");
                filter.to = Some(MessageAddress::try_from(text.to_owned()).map_err(|_| wrong())?);
            }
            "campaign" => {
                let wrong = || Error::invalid("campaign", "This is not the id of a campaign.");
                filter.campaign = Some(CampaignId::parse(text).ok_or_else(wrong)?);
            }
            "offset" => offset = parse_offset(text)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let page = PageRows::new(offset);
    let take = page.taker(|entry: OutboxEntry| Some(OutboxRowDto::from(entry)));
    outbox::list(&web.app, &actor, filter, take).await?;
    let (messages, more) = page.finish();
    json(&OutboxPageDto { messages, more })
}

/// Queues a failed message again. One that may have arrived is left to the command, since its recipient may get a
/// second copy.
#[utoipa::path(
    post, path = "/operator/outbox/{id}/retry", tag = "operator", operation_id = "retryMessage",
    params(("id" = String, Path, description = "The message")),
    responses(
        (status = 200, description = "Queued again, if it had failed", body = Nothing),
        (status = 404, description = "`not_found`"),
        (status = 409, description = "`not_retriable`: it was sent, bounced, skipped, is pending, or its content is gone"),
    )
)]
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
#[utoipa::path(
    get, path = "/operator/subscribers", tag = "operator", operation_id = "listSubscribers",
    params(
        ("q" = Option<String>, Query, description = "Only addresses with this text"),
        ("offset" = Option<u64>, Query, maximum = 100000, description = "Subscribers before the page"),
    ),
    responses((status = 200, description = "The subscribers of the page", body = SubscriberPageDto), InvalidQuery)
)]
pub(in crate::web) async fn subscribers(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    parameters: Parameters,
) -> Result {
    let (mut wanted, mut offset) = (String::new(), 0);
    parameters.each(|name, text| {
        match name {
            "q" => wanted = text.trim().to_lowercase(),
            "offset" => offset = parse_offset(text)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let page = PageRows::new(offset);
    let take = page.taker(move |subscriber: Subscriber| {
        let matches = subscriber.email.as_str().to_lowercase().contains(&wanted);
        matches.then(|| SubscriberRowDto::from(subscriber))
    });
    subscribers::list(&web.app, &actor, false, false, take).await?;
    let (subscribers, more) = page.finish();
    json(&SubscriberPageDto { subscribers, more })
}

impl From<OutboxEntry> for OutboxRowDto {
    fn from(entry: OutboxEntry) -> Self {
        let OutboxEntry { id, kind, to, state, created_at, at, reason, skipped, .. } = entry;
        let reason = reason.filter(|_| skipped.is_none());
        Self { id: id.to_string(), kind, to: to.as_str().to_owned(), state, created_at, at, reason, skipped }
    }
}

impl From<Subscriber> for SubscriberRowDto {
    fn from(subscriber: Subscriber) -> Self {
        let Subscriber { email, language, created_at, confirmed_at, left_at, .. } = subscriber;
        Self { email: email.as_str().to_owned(), language, created_at, confirmed_at, left_at }
    }
}
