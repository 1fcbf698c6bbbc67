//! What several tests share.

pub mod articles;
pub mod binary;
