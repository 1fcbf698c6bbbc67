//! Passkeys: making them, signing in and authenticating again with them, naming and removing them.

pub(super) mod ceremony;
pub mod enroll;
pub mod list;
pub mod reauth;
pub mod remove;
pub mod sign_in;

pub use ceremony::{CeremonyAnswer, StartedCeremony};
pub(super) use ceremony::{record_use, relying_party};
