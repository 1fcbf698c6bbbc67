//! What a command is, and what it may use while it runs.

use std::future::Future;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;

use crate::app::App;
use crate::error::Result;
use crate::ops::Actor;
use crate::sources::Upload;

/// One thing the operator can ask for. Every command is safe to repeat.
pub trait Command: Clone + Serialize + DeserializeOwned + Send + 'static {
    /// The name in the socket's URL, such as `articles.list`.
    const NAME: &'static str;
    /// Whether it changes nothing, so that it may be asked again unasked.
    const READS: bool = false;
    type Reply: Serialize + DeserializeOwned + Send + 'static;

    fn run(self, app: Arc<App>, io: Io) -> impl Future<Output = Result<Self::Reply>> + Send;
}

/// The files sent with a command, one after the other; for a thread that may block.
pub type Uploads = Box<dyn Iterator<Item = Result<Upload>> + Send>;

/// Who asks, what came with it, and where to report.
pub struct Io {
    pub actor: Actor,
    pub uploads: Uploads,
    pub events: Events,
    /// Whether a server runs the command.
    pub serving: bool,
}

/// What a command says before its reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// How far it is, or what it met; the command defines the shape.
    Note(serde_json::Value),
    /// A line of the command's product, such as an exported article.
    Output(String),
}

/// The way back to the terminal. When nobody listens any more, what is sent is dropped.
#[derive(Clone)]
pub struct Events(mpsc::Sender<Event>);

impl Events {
    pub(super) fn channel() -> (Self, mpsc::Receiver<Event>) {
        let (sender, receiver) = mpsc::channel(256);
        (Self(sender), receiver)
    }

    /// Sends from a thread that may block; false when nobody listens.
    pub fn send_blocking(&self, event: Event) -> bool {
        self.0.blocking_send(event).is_ok()
    }

    /// Sends a note; false when nobody listens.
    pub async fn note(&self, note: &impl Serialize) -> bool {
        match serde_json::to_value(note) {
            Ok(note) => self.0.send(Event::Note(note)).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Sends a note from a thread that may block.
    pub fn note_blocking(&self, note: &impl Serialize) -> bool {
        serde_json::to_value(note).is_ok_and(|note| self.send_blocking(Event::Note(note)))
    }
}
