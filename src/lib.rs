//! Paragraf: tells people in Romania when the law that touches them changes.
//!
//! `src/ARCHITECTURE.md` has the picture, the invariants and four walkthroughs.
//! The modules below stand in reading order.

pub mod domain;
pub mod store;

pub mod catalogue;
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
pub mod config;
pub mod error;
pub mod telemetry;
pub mod tls;

/// The version that `--version`, `status` and the control socket tell.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version and commit that the footer tells.
pub const BUILD: &str = env!("PARAGRAF_BUILD");
