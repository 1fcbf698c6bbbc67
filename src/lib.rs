//! Paragraf notifies people in Romania of changes in the law and their deadlines.
//!
//! `src/ARCHITECTURE.md` is the map of the code. This crate has the operations and everything that calls them; below it
//! are `paragraf_core` (`src/core`) and `paragraf_law` (`src/law`), which reads legal texts. The modules are in
//! reading order.

pub use paragraf_core::{
    app, catalogue, clock, conditions, config, domain, erased, error, explain, http_client, identity, mail,
    object_storage, owner, rate_limit, recent_map, sources, store, telemetry, thread_priority, tls,
};

pub mod ops;

pub mod cli;
pub mod control;
pub mod jobs;
pub mod web;

pub mod program;

/// The version that `status` shows.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
