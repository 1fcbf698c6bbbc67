//! Signing in through an identity provider: the visit, the sign-in or sign-up that follows, and linking.

pub mod browser_account;
pub mod callback;
pub mod linking;
pub mod sign_in;
pub mod start;
pub mod unlinking;
mod visit;

pub(super) use visit::find_authenticated;
