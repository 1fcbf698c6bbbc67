//! What Paragraf's operations stand on: records and rules, the store, and what reads, explains and sends.
//!
//! `src/ARCHITECTURE.md` is the map of the code. A crate of its own, so that a line of an operation, a page or a command
//! compiles nothing here: docs/decisions/0571. The modules below are in reading order.

pub mod domain;
pub mod store;

pub mod catalogue;
pub mod explain;
pub mod identity;
pub mod mail;
pub mod sources;

pub mod app;

pub mod clock;
pub mod conditions;
pub mod config;
pub mod erased;
pub mod error;
pub mod http_client;
pub mod object_storage;
pub mod owner;
pub mod rate_limit;
pub mod recent_map;
pub mod telemetry;
pub mod thread_priority;
pub mod tls;
