//! What several tests share.

pub mod articles;
