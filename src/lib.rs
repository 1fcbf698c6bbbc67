//! Paragraf: tells people in Romania when the law that touches them changes.
//!
//! `src/ARCHITECTURE.md` has the picture, the invariants and three walkthroughs.
//! The modules below stand in reading order.

pub mod domain;
pub mod store;

pub mod catalogue;
pub mod sources;

pub mod app;
pub mod ops;

pub mod web;

pub mod clock;
pub mod config;
pub mod error;
pub mod tls;
