//! Paragraf notifies people in Romania of changes in the law and their deadlines.
//!
//! `src/ARCHITECTURE.md` is the map of the code. `paragraf_law` in `src/law` reads legal texts. The modules below are in reading order.

pub mod domain;
pub mod store;

pub mod catalogue;
pub mod explain;
pub mod identity;
pub mod mail;
pub mod sources;

pub mod app;
pub mod ops;

pub mod cli;
pub mod control;
pub mod jobs;
pub mod web;

pub mod clock;
pub mod conditions;
pub mod config;
mod erased;
pub mod error;
mod http_client;
pub mod object_storage;
pub mod owner;
pub mod rate_limit;
pub mod recent_map;
pub mod telemetry;
pub mod thread_priority;
pub mod tls;

/// The version that `status` shows.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version with the commit and its day (`dev` in a development build), which `--version` prints.
pub const LONG_VERSION: &str = env!("PARAGRAF_LONG_VERSION");

/// The version and commit (`dev` in a development build), shown in the footer and compared by the control socket.
pub const BUILD: &str = env!("PARAGRAF_BUILD");
