//! Updates that can be undone: the present program and store are kept, and the new program takes no writes until it
//! answers. [`plan`] decides, the command line acts.

pub mod journal;
pub mod plan;
pub mod programs;
pub mod store;
