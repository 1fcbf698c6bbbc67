//! What several tests share.

pub mod accounts;
pub mod app;
pub mod articles;
pub mod binary;
pub mod install;
pub mod provider;
