//! Passkeys: adding, renaming and removing them, signing in and authenticating again with them.

pub(super) mod ceremony;
pub mod enroll;
pub mod list;
pub mod reauth;
pub mod remove;
pub mod sign_in;

pub use ceremony::{CeremonyAnswer, StartedCeremony};
pub(super) use ceremony::{record_use, relying_party};
