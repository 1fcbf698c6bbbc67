//! Signing in through an identity provider: the authorization, the sign-in or sign-up that follows, and linking.

pub mod authorization;
pub mod linking;
pub mod sign_in;
