//! Accounts: signing up and in, sessions, action codes, identities at providers, and the operator's commands.

pub mod action_codes;
pub mod activity;
pub mod admin;
pub mod apply_code;
pub mod cleanup;
pub mod context;
pub mod delete;
mod email_change;
pub mod email_link;
mod entry;
mod errors;
pub mod export;
pub mod keys;
mod messages;
pub mod methods;
pub mod password;
pub mod password_reset;
mod planted;
pub mod profile;
pub mod provider;
pub mod reset_link;
pub mod send_code;
pub mod session_check;
pub mod sessions;
pub mod sign_up;
pub mod tokens;
pub mod user;
