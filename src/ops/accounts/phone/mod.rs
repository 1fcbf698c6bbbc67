//! Telephone numbers of accounts: sending a code to one, and signing in or changing the account with the code.

mod code;
pub mod linking;
mod offered;
mod proof;
pub mod send;
pub mod sign_in;

pub use self::proof::PhoneCredential;
