//! Everything that `cargo test` proves beside the unit tests: one binary, one file per topic.

mod http;
mod import;
mod store;
mod support;
