//! What several tests share.

pub mod app;
pub mod articles;
pub mod binary;
