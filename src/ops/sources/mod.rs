//! Official sources: reading them, watching them, and what they covered.

pub mod calendar;
pub mod coverage;
pub mod eurlex;
pub mod gazette;
mod gazette_days;
mod gazette_reading;
pub mod portal;
pub mod report;
pub(super) mod shared;
pub mod watch;
