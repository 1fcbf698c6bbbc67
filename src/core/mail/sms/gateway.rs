//! The transport that hands text messages to a gateway over HTTP.

use std::time::Duration;

use reqwest::{Client, Response, StatusCode};
use serde_json::Value;

use super::message::TextMessage;
use super::request::GatewayRequest;
use crate::config::{SmsConfig, SmsTransport};
use crate::error::Result;
use crate::http_client;
use crate::mail::failure::{Certainty, SendFailure};

/// Larger than any reply of a gateway.
const MAX_BYTES: u64 = 64 << 10;
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Where Twilio's reply has the message's ID.
const TWILIO_ID: &str = "/sid";

/// Hands messages to the configured gateway.
pub struct Gateway {
    config: SmsConfig,
    client: Client,
}

impl Gateway {
    /// # Errors
    /// `internal`.
    pub(super) fn new(config: &SmsConfig) -> Result<Self> {
        let builder =
            http_client::builder().connect_timeout(CONNECT_TIMEOUT).timeout(Duration::from_secs(config.timeout_secs));
        Ok(Self { config: config.clone(), client: http_client::build(builder)? })
    }

    /// Sends the message and returns the ID that the gateway gave it, which may be empty.
    pub(super) async fn send(&self, message: &TextMessage) -> Result<String, SendFailure> {
        let request = GatewayRequest::new(&self.config, message)
            .ok_or_else(|| SendFailure::unsendable("the request to the gateway cannot be made from its templates"))?;
        let GatewayRequest { method, url, headers, body } = request;
        let request = self.client.request(method, url).headers(headers).body(body);
        let response = request.send().await.map_err(|error| failure_of(&error))?;
        let status = response.status();
        let wait = http_client::retry_after(&response);
        let reply = read(response).await?;
        if status.is_success() {
            return self.id_in(&reply);
        }
        let reason = match masked(reply.trim(), message).as_str() {
            "" => format!("the gateway replied with status {} and no text", status.as_u16()),
            said => format!("the gateway replied with status {}: {said}", status.as_u16()),
        };
        Err(refusal(status, wait, &reason))
    }

    /// The message's ID in a reply to an accepted message.
    fn id_in(&self, reply: &str) -> Result<String, SendFailure> {
        let pointer = match self.config.transport {
            SmsTransport::Twilio => TWILIO_ID,
            _ => &self.config.id_pointer,
        };
        if pointer.is_empty() {
            return Ok(String::new());
        }
        let id = serde_json::from_str::<Value>(reply).ok().and_then(|reply| match reply.pointer(pointer)? {
            Value::String(id) => Some(id.clone()),
            Value::Number(id) => Some(id.to_string()),
            _ => None,
        });
        id.ok_or_else(|| SendFailure::unsendable(format!("the reply of the gateway has no ID at {pointer}")))
    }
}

/// A failure to get a reply: only a connection that was never made is certain not to have sent the message.
fn failure_of(error: &reqwest::Error) -> SendFailure {
    match (error.is_connect(), error.is_timeout()) {
        (true, _) => SendFailure::not_sent("the gateway cannot be reached"),
        (_, true) => SendFailure::unknown("the gateway did not reply in time"),
        _ => SendFailure::unknown("the connection to the gateway broke"),
    }
}

/// A reply that refuses the message. Busy and failing gateways are asked again.
fn refusal(status: StatusCode, wait: Option<Duration>, reason: &str) -> SendFailure {
    let is_temporary =
        status.is_server_error() || matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT);
    let reason = match wait.filter(|_| is_temporary) {
        Some(wait) => format!("{reason}; it asks to wait for {} s", wait.as_secs()),
        None => reason.to_owned(),
    };
    let failure = SendFailure::not_sent(reason);
    SendFailure { permanent: !is_temporary, certainty: Certainty::Refused, code: Some(status.as_u16()), ..failure }
}

async fn read(response: Response) -> Result<String, SendFailure> {
    let body = http_client::read_body(response, MAX_BYTES).await.map_err(|error| failure_of(&error))?;
    let bytes = body.ok_or_else(|| SendFailure::unknown("the reply of the gateway is too large"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The reply without the message, which has the code, if the gateway repeats it.
fn masked(reply: &str, message: &TextMessage) -> String {
    let digits = message.text.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 6);
    digits.map_or_else(|| reply.to_owned(), |code| reply.replace(code, "******"))
}
