//! The client of a language model: the chat API of OpenAI, as hosted and local servers offer it.

use std::time::Duration;

use reqwest::{Client, Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::prompt::Prompt;
use super::reason::reason;
use crate::config::ExplainConfig;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::http_client;

/// Larger than the longest answer.
const MAX_BYTES: u64 = 1 << 20;
/// Longer than the reason of any refusal.
const MAX_REFUSAL: u64 = 64 << 10;
/// Calls for one answer, when the server is busy or fails.
const ATTEMPTS: u32 = 3;
/// The pause after the first failure; it doubles.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// A server that asks for a longer pause is not called again.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Calls the configured model.
pub struct ModelClient {
    config: ExplainConfig,
    client: Client,
}

/// The text of an answer and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelAnswer {
    pub text: String,
    /// Tokens of the prompt and of the answer, if the server counts them.
    pub usage: Option<Usage>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Usage {
    #[serde(rename = "prompt_tokens")]
    pub input: u64,
    #[serde(rename = "completion_tokens")]
    pub output: u64,
}

/// A call without a usable answer.
#[derive(Debug)]
pub struct ModelFailure {
    pub error: Error,
    /// Whether the server may have read the prompt, and charges for it.
    pub is_charged: bool,
    /// The tokens of an answer that cannot be used, if the server counts them.
    pub usage: Option<Usage>,
}

/// What became of one attempt.
enum ModelOutcome {
    Answered(ModelAnswer),
    /// The server may answer later; it may name the pause.
    Busy(Error, Option<Duration>),
    Failed(ModelFailure),
}

#[derive(Deserialize)]
struct ChatReply {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: ChatMessage,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ChatMessage {
    #[serde(default)]
    content: Option<String>,
}

impl ModelClient {
    /// # Errors
    /// `no_model` when none is configured.
    pub fn new(config: &ExplainConfig) -> Result<Self> {
        if !config.is_enabled() {
            let message = "no language model is configured; set base_url and model in [explain] of the configuration";
            return Err(Error::new(Kind::Conflict, ErrorCode::NoModel, message));
        }
        let builder =
            http_client::builder().connect_timeout(CONNECT_TIMEOUT).timeout(Duration::from_secs(config.timeout_secs));
        Ok(Self { config: config.clone(), client: http_client::build(builder)? })
    }

    /// Sends the prompt and returns the answer. Calls a busy server again after a pause.
    pub async fn ask(&self, prompt: &Prompt) -> Result<ModelAnswer, ModelFailure> {
        let body = self.body(prompt);
        let mut pause = FIRST_PAUSE;
        for attempt in 1.. {
            let (error, named) = match self.attempt(&body).await {
                ModelOutcome::Answered(answer) => return Ok(answer),
                ModelOutcome::Failed(failure) => return Err(failure),
                ModelOutcome::Busy(error, named) => (error, named),
            };
            let wait = named.unwrap_or(pause);
            if attempt == ATTEMPTS || wait > LONGEST_PAUSE {
                let error = error.retry_after(wait.as_secs());
                return Err(ModelFailure { error, is_charged: false, usage: None });
            }
            tokio::time::sleep(wait).await;
            pause *= 2;
        }
        Err(failure("did not answer", false))
    }

    fn body(&self, prompt: &Prompt) -> Value {
        json!({
            "model": self.config.model,
            "messages": [
                { "role": "system", "content": prompt.instructions },
                { "role": "user", "content": prompt.act },
            ],
            "temperature": 0,
            "max_tokens": self.config.max_output_tokens,
            "response_format": {
                "type": "json_schema",
                "json_schema": { "name": "explanation", "strict": true, "schema": prompt.schema },
            },
        })
    }

    async fn attempt(&self, body: &Value) -> ModelOutcome {
        let url = format!("{}/chat/completions", self.config.base_url.trim_end_matches('/'));
        let request = self.client.post(url).json(body);
        let request = if self.config.api_key.is_empty() { request } else { request.bearer_auth(&self.config.api_key) };
        let response = match request.send().await {
            Ok(response) => response,
            Err(error) if error.is_connect() => {
                return ModelOutcome::Busy(unavailable("cannot be reached").caused_by(error), None);
            }
            Err(error) => return ModelOutcome::Failed(broken(error)),
        };
        let status = response.status();
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            let pause = http_client::retry_after(&response);
            return ModelOutcome::Busy(unavailable(&format!("answered with status {}", status.as_u16())), pause);
        }
        if status != StatusCode::OK {
            return ModelOutcome::Failed(self.refused(response).await);
        }
        match read(response).await {
            Ok(answer) => ModelOutcome::Answered(answer),
            Err(failure) => ModelOutcome::Failed(failure),
        }
    }

    /// Reports a refusal with the server's reason, such as a wrong key or an unknown model.
    async fn refused(&self, response: Response) -> ModelFailure {
        let status = response.status().as_u16();
        let body = http_client::read_body(response, MAX_REFUSAL).await.ok().flatten().unwrap_or_default();
        let why = reason(&body, &self.config.api_key).map(|reason| format!(": {reason}")).unwrap_or_default();
        failure(&format!("refused the request with status {status}{why}"), false)
    }
}

async fn read(response: Response) -> Result<ModelAnswer, ModelFailure> {
    let body = http_client::read_body(response, MAX_BYTES).await.map_err(broken)?;
    let bytes = body.ok_or_else(|| unusable("is larger than 1 MiB"))?;
    let reply: ChatReply = serde_json::from_slice(&bytes).map_err(|error| {
        let unusable = unusable("is not a reply of the chat API");
        ModelFailure { error: unusable.error.caused_by(error), ..unusable }
    })?;
    let usage = reply.usage;
    let charged = |why: &str| ModelFailure { usage, ..unusable(why) };
    let choice = reply.choices.into_iter().next().ok_or_else(|| charged("has no text"))?;
    if choice.finish_reason.as_deref() == Some("length") {
        return Err(charged("was cut off; raise max_output_tokens in [explain]"));
    }
    let text = choice.message.content.filter(|text| !text.trim().is_empty()).ok_or_else(|| charged("has no text"))?;
    Ok(ModelAnswer { text, usage })
}

/// Reports an answer that cannot be used.
pub(super) fn unusable(why: &str) -> ModelFailure {
    let message = format!("the language model's answer {why}");
    ModelFailure { error: Error::new(Kind::Upstream, ErrorCode::ModelAnswer, message), is_charged: true, usage: None }
}

fn unavailable(why: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::ModelUnavailable, format!("the language model {why}"))
}

fn failure(why: &str, is_charged: bool) -> ModelFailure {
    ModelFailure { error: unavailable(why), is_charged, usage: None }
}

/// Reports a request that was sent and not answered.
fn broken(error: reqwest::Error) -> ModelFailure {
    let (kind, why) = match error.is_timeout() {
        true => (Kind::Timeout, "did not answer in time; raise timeout_secs in [explain] if it is slow"),
        false => (Kind::Upstream, "closed the connection before the end of its answer"),
    };
    let error = Error::new(kind, ErrorCode::ModelUnavailable, format!("the language model {why}"))
        .caused_by(error.without_url());
    ModelFailure { error, is_charged: true, usage: None }
}
