//! Accounts: one file per part of what can be done with them.

pub mod keys;
pub mod standing;
