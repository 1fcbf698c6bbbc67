//! Passkeys: making them, signing in and authenticating again with them, naming and removing them.

mod ceremony;
pub mod enroll;
pub mod list;
pub mod reauth;
pub mod remove;
pub mod sign_in;

pub(super) use ceremony::record_use;
pub use ceremony::{CeremonyAnswer, StartedCeremony, are_offered};
