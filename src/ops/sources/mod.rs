//! Official sources: reading them, watching them, and what they covered.

pub mod coverage;
pub mod portal;
pub mod report;
pub mod watch;
