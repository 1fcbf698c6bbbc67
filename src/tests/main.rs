//! Everything that `cargo test` proves beside the unit tests: one binary, one file per topic.

mod architecture;
mod browser;
mod cli;
mod clippy;
mod concerns;
mod docs;
mod explain;
mod http;
mod import;
mod law;
mod licenses;
mod mail;
mod sources;
mod stage;
mod store;
mod support;
