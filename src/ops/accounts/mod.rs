//! Accounts: one file per part of what can be done with them.

pub mod admin;
pub mod keys;
pub mod reset_link;
pub mod standing;
pub mod tidy;
