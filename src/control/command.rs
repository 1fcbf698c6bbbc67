//! A command, and its input and output while it runs.

use std::future::Future;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

use crate::app::{App, MissingStore};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::Actor;
use crate::sources::Upload;

/// An action of the operator. Every command may be repeated safely.
pub trait Command: Clone + Serialize + DeserializeOwned + Send + 'static {
    /// The name in the socket's URL, such as `articles.list`.
    const NAME: &'static str;
    /// Whether it changes nothing, so that it can be retried without asking.
    const READ_ONLY: bool = false;
    /// Whether it calls other services, for which it needs the configured secrets when no server runs.
    const NEEDS_SECRETS: bool = false;
    /// What to do in a data folder without a store. Only an import begins a store; the success of any other command
    /// would be about a folder that was mistyped.
    const WITHOUT_STORE: MissingStore = MissingStore::Refuse;
    type Reply: Serialize + DeserializeOwned + Send + 'static;

    fn run(self, app: Arc<App>, io: Io) -> impl Future<Output = Result<Self::Reply>> + Send;
}

/// A command that lists records. Each row is an event, so that the server never holds the list; the reply has the rest.
pub trait ListCommand: Command {
    type Row: Serialize + DeserializeOwned + Send + 'static;
}

/// A command and its type's properties, without the type: what passes it on is compiled once and not for each command.
pub struct AnyCommand {
    pub(super) name: &'static str,
    pub read_only: bool,
    pub needs_secrets: bool,
    pub without_store: MissingStore,
    pub(super) input: String,
    pub(super) start: Start,
}

/// Reads a command and begins to run it.
pub(super) type Start = fn(&[u8], Arc<App>, Io) -> Result<CommandRun>;
type CommandRun = Pin<Box<dyn Future<Output = Result<Box<RawValue>>> + Send>>;

impl AnyCommand {
    pub fn of<C: Command>(command: &C) -> Result<Self> {
        let input = serde_json::to_string(command).map_err(|error| Error::internal("writing a command", error))?;
        Ok(Self {
            name: C::NAME,
            read_only: C::READ_ONLY,
            needs_secrets: C::NEEDS_SECRETS,
            without_store: C::WITHOUT_STORE,
            input,
            start: start::<C>,
        })
    }
}

pub(super) fn start<C: Command>(input: &[u8], app: Arc<App>, io: Io) -> Result<CommandRun> {
    let command: C = serde_json::from_slice(input).map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::BadRequest, "cannot parse the command's input").caused_by(error)
    })?;
    Ok(Box::pin(async move {
        let reply = command.run(app, io).await?;
        to_raw_value(&reply).map_err(|error| Error::internal("writing a reply", error))
    }))
}

/// The reply of a command, or a row of its list.
pub fn read_reply<T: DeserializeOwned>(reply: &RawValue) -> Result<T> {
    serde_json::from_slice(reply.get().as_bytes()).map_err(|error| Error::internal("reading a reply", error))
}

/// The files of a command in order. Reading them blocks the thread.
pub type Uploads = Box<dyn Iterator<Item = Result<Upload>> + Send>;

/// The caller, the files and the event channel of a running command.
pub struct Io {
    pub actor: Actor,
    pub uploads: Uploads,
    pub events: Events,
    /// Whether the command runs in the server.
    pub serving: bool,
}

/// A message of a command before its reply.
#[derive(Debug, Clone, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Progress or a finding; the command defines the shape.
    Note(serde_json::Value),
    /// A line of the command's output, such as an exported article.
    Output(String),
    /// A row of a list.
    Row(Box<RawValue>),
}

/// Sends events to the terminal. Without a receiver they are dropped.
#[derive(Clone)]
pub struct Events(mpsc::Sender<Event>);

impl Events {
    pub(super) fn channel() -> (Self, mpsc::Receiver<Event>) {
        let (sender, receiver) = mpsc::channel(256);
        (Self(sender), receiver)
    }

    /// Passes the reported events on as notes. Returns the callback that reports them, and a future that ends once
    /// the callback is dropped. After the client disconnects, the notes are dropped and the command continues.
    pub(super) fn reporter<E: Serialize>(&self) -> (impl FnMut(E) + use<E>, impl Future<Output = ()>) {
        let (sender, mut reported) = mpsc::unbounded_channel();
        let forward = async move {
            while let Some(event) = reported.recv().await {
                self.note(&event).await;
            }
        };
        // The receiver lives as long as the callback is used.
        (move |event| drop(sender.send(event)), forward)
    }

    /// Sends each row that it is called with, from a thread that may block, until there is no receiver.
    pub(super) fn rows<R: Serialize>(self) -> impl FnMut(R) -> ControlFlow<()> + Send + use<R> {
        move |row: R| {
            // No row becomes null, which the receiver refuses.
            let row = to_raw_value(&row).unwrap_or_else(|_| RawValue::NULL.to_owned());
            if self.send_blocking(Event::Row(row)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    /// Sends from a thread that may block; returns false without a receiver.
    pub fn send_blocking(&self, event: Event) -> bool {
        self.0.blocking_send(event).is_ok()
    }

    /// Sends a note; returns false without a receiver.
    pub async fn note(&self, note: &impl Serialize) -> bool {
        match serde_json::to_value(note) {
            Ok(note) => self.0.send(Event::Note(note)).await.is_ok(),
            Err(_) => false,
        }
    }

    /// Sends a note from a thread that may block; returns false without a receiver.
    pub fn note_blocking(&self, note: &impl Serialize) -> bool {
        serde_json::to_value(note).is_ok_and(|note| self.send_blocking(Event::Note(note)))
    }
}
